// @ts-check
// The rules of a title as a book: contents, search, figures, a link for each statement; it prints.
import { get, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { FIGURES } from "./figures.js";
import { bySection, ruleEntry, rulesOf } from "./rules.js";
import { reconstructed, sheetsOf } from "./sheets.js";
import { foot } from "./foot.js";
import { accountButton, switches } from "./shell.js";
import { fillTexts, lang, loadTexts, t } from "./text.js";

/**
 * @import { Named } from "./sheets.js"
 * @import { Lesson, Lessons, Rule, RulingsJson, SessionJson, Title, Titles, UserJson } from "./types.d.ts"
 */

const id = location.pathname.split("/")[2] || "18cz";
/** @type {Title[]} */ let titles = [];
/** @type {UserJson|null} */ let user = null;
/** @type {Rule[]} */ let rules = [];
/** @type {Lesson[]} */ let lessons = [];
/** What is printed, where reconstructed data is listed. @type {Named[]} */ let sheets = [];
/** IDs of hard cases that designer or publisher settled. @type {Set<string>} */ let settled = new Set();
let wanted = "";

/** Whether only what was decided or reconstructed is shown, so that owners can check their box. */
const rulings = new URLSearchParams(location.search).get("only") === "rulings";
/** Hard cases begin with this word where designer or publisher settled them. */
const SETTLED = "*ruling* ";

/** A heading without its key word: "SR — stock rounds" is about stock rounds. @param {string} section */
function heading(section) {
  const words = (section.split(" — ").pop() || section).replace(/ \[.*\]$/, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Place of a chapter within the page, the same in all languages. @param {Rule} first */
const anchor = (first) => "chapter-" + first.id.split("-").slice(0, 2).join("-");

/** The picture after a statement. @param {string} rule */
function figure(rule) {
  const found = FIGURES[rule];
  if (!found) return null;
  const image = (/** @type {string} */ name, /** @type {Record<string, string>} */ query) =>
    `/api/titles/${id}/${name}?${new URLSearchParams({ theme: "auto", ...query })}`;
  if ("tiles" in found) {
    const tiles = found.tiles.map((tile, i) => [
      i > 0 && h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
      h("img", { src: image("tile.svg", { tile }), alt: tile, loading: "lazy", width: 96, height: 110 }),
    ]);
    const caption = t("figure-tiles", { tiles: found.tiles.join(" → ") });
    return h("figure", null, h("div", { class: "fig tiles" }, tiles), h("figcaption", null, caption));
  }
  const caption = t("figure-" + found.picture);
  const picture = h("img", { src: image(found.picture, found.query || {}), alt: caption, loading: "lazy" });
  return h("figure", null, h("div", { class: "fig" }, picture), h("figcaption", null, caption));
}

/** What can be opened at a statement: a worked example as a position, a lesson. @param {string} rule */
function tryOut(rule) {
  const own = lessons.filter((l) => l.title === id);
  const found = own.filter(
    (l) => l.example === rule || (!l.example && l.steps.some((s) => s.rules.includes(rule))),
  );
  if (!found.length) return null;
  return h(
    "p",
    { class: "tryout" },
    found.map((l) => h("a", { href: "/learn/" + l.id }, t(l.example ? "rule-example" : "rule-lesson"))),
  );
}

/** What owners of a box should compare: rulings, statements that rest on them, hard cases. @returns {Promise<Rule[]>} */
async function toCompare() {
  /** @type {RulingsJson} */ const told = await get(`/api/titles/${id}/rulings`, { lang: lang() });
  settled = new Set(told.cases.filter((c) => c.text.startsWith(SETTLED)).map((c) => c.id));
  const cases = told.cases.map((c) => ({
    ...c,
    section: t("rules-cases"),
    text: settled.has(c.id) ? c.text.slice(SETTLED.length) : c.text,
  }));
  return [...told.rulings, ...told.rules, ...cases];
}

/** Words below a heading, where it needs some. @param {Rule} first */
const about = (first) => first.id.startsWith("HARD-") && h("p", { class: "about" }, t("rules-cases-why"));

/** The titles, and paper. */
function bar() {
  $("#bookbar").setAttribute("aria-label", t("rules-title"));
  put(
    $("#bookbar"),
    h(
      "div",
      { class: "seg" },
      titles.map((x) =>
        h(
          "a",
          { href: "/rules/" + x.id, class: x.id === id ? "on" : "", "aria-current": x.id === id && "page" },
          x.name,
        ),
      ),
    ),
    h(
      "a",
      { class: "btn", id: "rulings", href: `/rules/${id}${rulings ? "" : "?only=rulings"}` },
      t(rulings ? "rules-everything" : "rules-rulings"),
    ),
    h("button", { class: "btn", type: "button", id: "print", on: { click: () => print() } }, t("print")),
  );
}

/** What was found: a link for each statement. */
function hits() {
  if (!wanted.trim()) return null;
  const found = bySection(rules, wanted).flatMap(([, list]) => list);
  if (!found.length) return h("p", null, t("rules-none"));
  return [
    h("p", null, t("rules-found", { n: found.length })),
    h(
      "ol",
      null,
      found.map((r) =>
        h(
          "li",
          null,
          h(
            "a",
            { href: "#rule-" + r.id },
            h("b", null, r.id),
            " ",
            h("span", { lang: r.language }, r.text.slice(0, 70)),
          ),
        ),
      ),
    ),
  ];
}

function contents() {
  const found = h("div", { class: "found", "aria-live": "polite" }, hits());
  const search = h("input", {
    type: "search",
    id: "search",
    placeholder: t("search-rules"),
    "aria-label": t("search-rules"),
    value: wanted,
    on: {
      input: (e) => {
        wanted = e.target.value;
        put(found, hits());
        mark();
      },
    },
  });
  const chapters = bySection(rules, "").map(([section, list]) =>
    h(
      "li",
      null,
      h(
        "a",
        { href: "#" + anchor(list[0]), lang: list[0].language },
        h("span", null, heading(section)),
        h("small", null, list.length),
      ),
    ),
  );
  if (rulings)
    chapters.push(h("li", null, h("a", { href: "#reconstructed" }, h("span", null, t("reconstructed")))));
  put(
    $("#contents"),
    search,
    found,
    h("h2", null, t("rules-contents")),
    h("ol", { class: "chapters" }, chapters),
  );
  $("#contents").setAttribute("aria-label", t("rules-contents"));
}

/** Statements that were searched for stand out; the one that the address names, too. */
function mark() {
  const words = wanted.trim()
    ? new Set(bySection(rules, wanted).flatMap(([, l]) => l.map((r) => r.id)))
    : null;
  for (const row of document.querySelectorAll("#main .rules dl > div"))
    row.classList.toggle("found", !!words?.has(row.id.slice(5)));
}

function text() {
  const title = titles.find((x) => x.id === id);
  put(
    $("#main"),
    h("h1", null, t("rules-of", { title: title?.name || id })),
    h("p", { class: "lead" }, t(rulings ? "rules-rulings-lead" : "rules-book-lead")),
    bySection(rules, "").map(([section, list]) =>
      h(
        "section",
        { class: "rules", id: anchor(list[0]) },
        h(
          "h2",
          { lang: list[0].language },
          heading(section),
          list[0].language !== lang() && h("small", null, " ", t("rules-english")),
        ),
        about(list[0]),
        h(
          "dl",
          null,
          list.map((r) =>
            ruleEntry(r, location.hash.slice(6), [
              settled.has(r.id) && h("p", { class: "settled" }, t("rules-settled")),
              figure(r.id),
              tryOut(r.id),
            ]),
          ),
        ),
      ),
    ),
    rulings &&
      h("section", { id: "reconstructed" }, h("h2", null, t("reconstructed")), reconstructed(sheets, true)),
  );
}

/** Goes to the statement that the address names. */
function show() {
  const place = location.hash && document.getElementById(location.hash.slice(1));
  for (const row of document.querySelectorAll("#main .hit")) row.classList.remove("hit");
  if (!place) return;
  if (place.id.startsWith("rule-")) place.classList.add("hit");
  place.scrollIntoView({ block: place.id.startsWith("rule-") ? "center" : "start" });
}

/** The chapter that is read is marked in the contents. */
function follow() {
  const seen = new IntersectionObserver(
    (entries) => {
      for (const e of entries)
        if (e.isIntersecting)
          for (const a of document.querySelectorAll(".chapters a"))
            a.classList.toggle("on", a.getAttribute("href") === "#" + e.target.id);
    },
    { rootMargin: "0px 0px -75% 0px" },
  );
  for (const chapter of document.querySelectorAll("#main section")) seen.observe(chapter);
}

async function start() {
  const at = [...document.querySelectorAll("#main section")].find(
    (s) => s.getBoundingClientRect().bottom > 120,
  )?.id;
  /** @type {SessionJson} */ const session = await get("/api/session");
  user = session.user ?? null;
  ({ titles } = /** @type {Titles} */ (await get("/api/titles")));
  const title = titles.find((x) => x.id === id);
  if (!title) return location.replace("/");
  rules = await (rulings ? toCompare() : rulesOf(id));
  if (rulings) sheets = await sheetsOf(title);
  ({ lessons } = /** @type {Lessons} */ (await get("/api/lessons")));
  fillTexts();
  document.title = `${t("rules-of", { title: title.name })} · Signalbox`;
  put(
    $("#topnav"),
    h("a", { href: "/" }, t("play")),
    // The bar below has the whole name.
    h("a", { href: "/title/" + id }, title.name.split(":")[0]),
    switches(start, loadTexts),
    accountButton(user, post, start),
  );
  put($("#foot"), foot());
  bar();
  contents();
  text();
  mark();
  follow();
  // Another language, the same place.
  if (at) document.getElementById(at)?.scrollIntoView();
  else show();
}

await loadTexts();
await start();
addEventListener("hashchange", show);
addEventListener("keydown", (e) => {
  if (e.key !== "/" || e.target instanceof HTMLInputElement) return;
  e.preventDefault();
  $("#search").focus();
});
