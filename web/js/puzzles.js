// @ts-check
// Puzzles: today's, all of them with what is solved, or one on the table.
import { get } from "./api.js";
import { dailyCard, loadDaily } from "./daily.js";
import { $, h, put } from "./dom.js";
import { gradeMark, isSolved, progress, today } from "./riddles.js";
import { foot } from "./foot.js";
import { switches } from "./shell.js";
import { fillTexts, lang, loadTexts, t } from "./text.js";

/** @import { Puzzle, Puzzles, Titles } from "./types.d.ts" */

/** @type {Titles} */ let known;
/** Puzzles that fit what is asked for. @type {Puzzle[]} */ let list = [];
/** How many there are in all. */
let count = 0;
/** @type {number|null} */ let next = null;

const KINDS = ["route", "tile", "train", "stock"];
const wanted = new URLSearchParams(location.search);

/** @param {string} title */
const titleName = (title) => (known.titles.find((x) => x.id === title)?.name ?? title).split(":")[0];

/** Fetches a page of what is asked for. @param {number} page */
async function load(page) {
  /** @type {Puzzles} */ const found = await get("/api/puzzles", {
    title: wanted.get("title") || undefined,
    kind: wanted.get("kind") || undefined,
    grade: wanted.get("grade") || undefined,
    page,
  });
  list = page ? [...list, ...found.puzzles] : found.puzzles;
  count = found.count;
  next = found.next;
}

/** @param {string} field @param {string} value */
async function pick(field, value) {
  if (value) wanted.set(field, value);
  else wanted.delete(field);
  const text = wanted.toString();
  history.replaceState(null, "", "/puzzles" + (text ? "?" + text : ""));
  await load(0);
  const focus = document.activeElement?.id;
  overview();
  if (focus) document.getElementById(focus)?.focus();
}

/** @param {string} field @param {[string, string][]} options */
const filter = (field, options) =>
  h(
    "label",
    { class: "field", for: "by-" + field },
    t("puzzles-by-" + field),
    h(
      "select",
      { class: "sel", id: "by-" + field, on: { change: (e) => pick(field, e.target.value) } },
      [["", t("puzzles-any")], ...options].map(([value, text]) =>
        h("option", { value, selected: (wanted.get(field) ?? "") === value }, text),
      ),
    ),
  );

/** @param {Puzzle} puzzle */
function row(puzzle) {
  const ready = isSolved(puzzle.id),
    seen = progress().shown.includes(puzzle.id);
  return h(
    "li",
    { class: ready ? "ready" : "", "data-puzzle": puzzle.id },
    h(
      "a",
      { href: "/puzzles/" + puzzle.id },
      h("span", { class: "mark", "aria-hidden": "true" }, ready ? "✓" : seen ? "○" : "?"),
      h(
        "span",
        { class: "what" },
        h("b", null, t("puzzle-kind-" + puzzle.kind), puzzle.company && [": ", puzzle.company]),
        h("small", null, titleName(puzzle.title)),
      ),
      gradeMark(puzzle),
      ready && h("span", { class: "sr" }, " " + t("puzzle-solved")),
      !ready && seen && h("span", { class: "sr" }, " " + t("puzzle-seen")),
    ),
  );
}

/** The last seven days: a tick for each whose puzzle was solved. */
function week() {
  const { days, streak, longest } = progress(),
    names = new Intl.DateTimeFormat(lang(), { weekday: "short", timeZone: "UTC" });
  return h(
    "section",
    { class: "panel pad weekbox", "aria-labelledby": "week-h" },
    h("h2", { id: "week-h" }, t("puzzle-week")),
    h(
      "ol",
      { class: "week" },
      Array.from({ length: 7 }, (_, i) => today() - 6 + i).map((day) => {
        const ready = days.includes(day),
          name = names.format(day * 86_400_000);
        return h(
          "li",
          { class: (ready ? "ready" : "") + (day === today() ? " today" : "") },
          h("span", { "aria-hidden": "true" }, ready ? "✓" : "–"),
          h("b", null, name),
          ready && h("span", { class: "sr" }, t("puzzle-solved")),
        );
      }),
    ),
    h(
      "p",
      { class: "facts" },
      h("span", { id: "streak" }, t("puzzle-streak", { n: streak })),
      h("span", null, t("puzzle-longest", { n: longest })),
      h("span", null, t("puzzle-count", { n: progress().solved.length })),
    ),
  );
}

function overview() {
  document.title = t("puzzles") + " · Signalbox";
  fillTexts();
  put($("#ltitle"), t("puzzles"));
  put(
    $("#topnav"),
    switches(overview, loadTexts).map((e) => e),
  );
  $("#main").className = "lobby riddles";
  put(
    $("#main"),
    h("div", { class: "daybox" }, dailyCard(titleName), week()),
    h(
      "section",
      { class: "panel pad", "aria-labelledby": "all-h" },
      h("h2", { id: "all-h" }, t("puzzles-all")),
      h("p", { class: "muted" }, t("puzzles-why")),
      h(
        "div",
        { class: "filters" },
        filter(
          "title",
          known.titles.map((x) => [x.id, titleName(x.id)]),
        ),
        filter(
          "kind",
          KINDS.map((kind) => [kind, t("puzzle-kind-" + kind)]),
        ),
        filter(
          "grade",
          ["1", "2", "3", "4"].map((g) => [g, t("puzzle-grade-" + g)]),
        ),
      ),
      h("p", { class: "muted", role: "status" }, t("puzzles-found", { n: count })),
      h("ul", { class: "stations" }, list.map(row)),
      next !== null &&
        h(
          "button",
          {
            class: "btn",
            id: "more",
            type: "button",
            on: {
              click: async () => {
                await load(next ?? 0);
                overview();
              },
            },
          },
          t("archive-more"),
        ),
    ),
  );
  put($("#foot"), foot());
}

async function start() {
  const id = decodeURIComponent(location.pathname.split("/")[2] || "");
  const [titles, day] = await Promise.all([
    /** @type {Promise<Titles>} */ (get("/api/titles")),
    loadDaily(),
    loadTexts(),
    id ? null : load(0),
  ]);
  known = titles;
  if (id) await (await import("./puzzle.js")).open(id, known, day?.puzzle.id === id);
  else overview();
}

await start();
