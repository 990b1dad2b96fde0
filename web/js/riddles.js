// @ts-check
// Puzzles that a reader solved: kept in the account, and in the browser for who has none.
import { get } from "./api.js";
import { h } from "./dom.js";
import { t } from "./text.js";

/** @import { Puzzle, PuzzleProgress } from "./types.d.ts" */

/** What this browser remembers: puzzles, and days whose puzzle was solved, counted from 1970. @typedef {{solved: string[], days: number[]}} Here */

/** A day in milliseconds. */
const DAY = 86_400_000;
/** Days that the browser remembers. */
const MOST_DAYS = 400;

/** @type {PuzzleProgress} */
let kept = { solved: [], shown: [], streak: 0, longest: 0, days: [] };

/** Today, as the server counts days. */
export const today = () => Math.floor(Date.now() / DAY);

/** How far the reader is. */
export const progress = () => kept;

/** Whether a puzzle is solved. @param {string} id */
export const isSolved = (id) => kept.solved.includes(id);

/** @returns {Here} */
function here() {
  try {
    const read = JSON.parse(localStorage.getItem("puzzles") || "null");
    if (Array.isArray(read?.solved) && Array.isArray(read.days)) return read;
  } catch {
    // What cannot be read is as good as nothing.
  }
  return { solved: [], days: [] };
}

/** Days in a row up to today or yesterday, and the most there were. @param {number[]} days */
function streaks(days) {
  let now = 0,
    longest = 0,
    last = -1;
  for (const day of [...days].sort((a, b) => a - b)) {
    now = day === last + 1 ? now + 1 : 1;
    last = day;
    longest = Math.max(longest, now);
  }
  return { streak: last >= today() - 1 ? now : 0, longest };
}

/** Reads how far the reader is. */
export async function loadRiddles() {
  const { solved, days } = here(),
    alone = streaks(days);
  const account = /** @type {PuzzleProgress|null} */ (await get("/api/puzzles/progress").catch(() => null));
  kept = {
    solved: [...new Set([...(account?.solved ?? []), ...solved])],
    shown: account?.shown ?? [],
    streak: Math.max(account?.streak ?? 0, alone.streak),
    longest: Math.max(account?.longest ?? 0, alone.longest),
    days: [...new Set([...(account?.days ?? []), ...days.filter((d) => d > today() - 7)])],
  };
}

/** Notes that a puzzle is solved. @param {string} id @param {boolean} daily whether it is today's */
export function solve(id, daily) {
  const { solved, days } = here();
  const all = {
    solved: [...new Set([...solved, id])],
    days: [...new Set([...days, ...(daily ? [today()] : [])])].slice(-MOST_DAYS),
  };
  localStorage.setItem("puzzles", JSON.stringify(all));
  return loadRiddles();
}

/** How hard a puzzle is. @param {Puzzle} puzzle */
export const gradeMark = (puzzle) =>
  puzzle.grade &&
  h(
    "span",
    { class: "grade", title: t("puzzle-grade-" + puzzle.grade) },
    h(
      "span",
      { "aria-hidden": "true" },
      "●".repeat(puzzle.grade),
      h("i", null, "●".repeat(4 - puzzle.grade)),
    ),
    h("span", { class: "sr" }, t("puzzle-grade-" + puzzle.grade)),
  );

/** What is asked. @param {Puzzle} puzzle */
export const question = (puzzle) => t("puzzle-ask-" + puzzle.kind, { company: puzzle.company ?? "" });
