// @ts-check
// The puzzle of the day as a card: its board and its question.
import { get } from "./api.js";
import { h } from "./dom.js";
import { gradeMark, isSolved, loadRiddles, progress, question } from "./riddles.js";
import { t } from "./text.js";

/** @import { Today } from "./types.d.ts" */

/** The puzzle of today, once it is known. @type {Today|null} */ let day = null;

/** Fetches it. @returns {Promise<Today|null>} */
export async function loadDaily() {
  [day] = await Promise.all([
    /** @type {Promise<Today|null>} */ (get("/api/puzzles/today").catch(() => null)),
    loadRiddles(),
  ]);
  return day;
}

/** The card; nothing where there are no puzzles. @param {(title: string) => string} name of a title */
export function dailyCard(name) {
  if (!day) return h("section", { id: "daily", hidden: true });
  const { puzzle } = day,
    ready = isSolved(puzzle.id),
    { streak } = progress();
  return h(
    "section",
    { id: "daily", class: "panel daily", "aria-labelledby": "daily-h" },
    h(
      "div",
      { class: "pic" },
      h("img", {
        src: `/api/games/${puzzle.game}/map.svg?theme=auto&at=${puzzle.at}`,
        alt: "",
        loading: "lazy",
      }),
    ),
    h(
      "div",
      { class: "tx" },
      h("h2", { id: "daily-h" }, t("puzzle-today")),
      h(
        "p",
        { class: "facts" },
        h("span", null, name(puzzle.title)),
        h("span", null, t("puzzle-kind-" + puzzle.kind)),
        gradeMark(puzzle),
        ready && h("span", { class: "done" }, "✓ " + t("puzzle-solved")),
        streak > 1 && h("span", null, t("puzzle-streak", { n: streak })),
      ),
      h("p", { class: "ask" }, question(puzzle)),
      h(
        "div",
        { class: "btns" },
        h("a", { class: "btn primary", id: "daily-go", href: "/puzzles/" + puzzle.id }, t("puzzle-go")),
        h("a", { class: "btn ghost", id: "puzzles", href: "/puzzles" }, t("puzzles-all")),
      ),
    ),
  );
}
