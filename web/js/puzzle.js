// @ts-check
// A puzzle on the table: the question, an answer that the server checks, what it brings.
import { Fault, get, insist, post, session } from "./api.js";
import { choose, clear, fault } from "./choosing.js";
import { draw as drawDecision } from "./decide.js";
import { $, h, narrow, put, say } from "./dom.js";
import { deciding } from "./keys.js";
import { gradeMark, isSolved, question, solve } from "./riddles.js";
import { showBest } from "./run.js";
import { around, fetchAt, frame, middle } from "./scene.js";
import { switches } from "./shell.js";
import { Table } from "./table.js";
import { fillTexts, has, loadTexts, num, ruleLink, t } from "./text.js";
import { mark, pickMove, turn } from "./track.js";

/** @import { Puzzle, PuzzleAnswered, Puzzles, PuzzleSolution, Sheet, Titles } from "./types.d.ts" */

/** @type {Puzzle} */ let puzzle;
/** @type {Table} */ let table;
/** Whether it is the puzzle of today. */
let daily = false;
/** What was said to the last answer. @type {PuzzleAnswered|null} */ let said = null;
/** The answer, once it was shown. @type {PuzzleSolution|null} */ let shown = null;
/** A puzzle that is not solved yet. @type {Puzzle|null} */ let after = null;

const solved = () => !!said?.right;
const asked = () => !solved();

/** An amount in words: what routes bring, or how far one ends ahead. @param {number} value */
function amount(value) {
  if (puzzle.kind !== "stock") return t("puzzle-brings", { amount: table.cash(value) });
  if (value === 0) return t("puzzle-level");
  return t(value > 0 ? "puzzle-ahead" : "puzzle-behind", { amount: table.cash(Math.abs(value)) });
}

/** What is said to an answer. */
function verdict() {
  if (!said) return null;
  if (said.right)
    return h(
      "div",
      { class: "verdict good", role: "status" },
      h("b", null, "✓ ", t("learn-right")),
      said.brings !== null && h("p", null, amount(said.brings)),
      said.second !== null &&
        h("p", null, t(puzzle.kind === "route" ? "puzzle-hasty" : "puzzle-second"), " ", amount(said.second)),
      shown && h("p", null, t("puzzle-was-shown")),
    );
  return h(
    "div",
    { class: "verdict bad", role: "alert" },
    h("b", null, t("learn-wrong")),
    said.refusal
      ? h("p", null, table.refusalText(said.refusal), " ", ruleLink(said.refusal.rule))
      : h(
          "p",
          null,
          said.brings === null ? t("puzzle-no-answer") : [amount(said.brings), " ", t("puzzle-more")],
        ),
  );
}

/** Where the position comes from. */
function source() {
  const { level, seed, moves } = puzzle.source;
  return level
    ? t("puzzle-from-bots", {
        level: has("level-" + level) ? t("level-" + level) : level,
        seed: num(seed ?? 0),
        move: num(moves + 1),
      })
    : t("puzzle-from-game", { move: num(moves + 1) });
}

function panel() {
  const decides = table.view.decision;
  put(
    $("#lesson"),
    h(
      "header",
      null,
      h(
        "div",
        null,
        h("h2", { id: "lesson-h" }, t("puzzle-kind-" + puzzle.kind)),
        h(
          "p",
          null,
          puzzle.company && table.chip(puzzle.company),
          decides && " " + t("learn-you-are", { name: table.seatName(decides.player) }),
        ),
      ),
      gradeMark(puzzle),
    ),
    h(
      "div",
      { class: "body" },
      h("div", { class: "task" }, h("b", null, t("learn-task")), h("p", null, question(puzzle))),
      h("p", { class: "muted" }, t("puzzle-terms-" + puzzle.kind), !puzzle.proved && [" ", t("puzzle-part")]),
      verdict(),
      shown &&
        !solved() &&
        h(
          "div",
          { class: "verdict", role: "status" },
          h("b", null, t("puzzle-answer")),
          h("p", null, amount(shown.best)),
        ),
      h("p", { class: "muted rules" }, source()),
    ),
    h(
      "div",
      { class: "act" },
      solved() &&
        (after
          ? h("a", { class: "btn primary", id: "next", href: "/puzzles/" + after.id }, t("puzzle-next"))
          : h("a", { class: "btn primary", id: "next", href: "/puzzles" }, t("puzzles-all"))),
      asked() &&
        !shown &&
        h("button", { class: "btn", type: "button", id: "show", on: { click: show } }, t("puzzle-give-up")),
      solved() &&
        h("button", { class: "btn", type: "button", id: "again", on: { click: again } }, t("learn-again")),
    ),
  );
}

function head() {
  put($("#ltitle"), t("puzzle-kind-" + puzzle.kind), h("span", null, table.sheet.name));
  put(
    $("#topnav"),
    h("a", { class: "btn quiet", href: "/puzzles" }, t("puzzles-all")),
    h("a", { class: "btn quiet wide", href: "/rules/" + puzzle.title }, t("drawer-rules")),
    ...switches(draw, loadTexts).map((e) => {
      e.classList.add("wide");
      return e;
    }),
  );
}

function draw() {
  fillTexts();
  head();
  around(table, table.view.decision?.step === "stock");
  panel();
  $("#decide").hidden = !asked();
  if (asked()) {
    drawDecision(table);
    mark(table);
  } else table.board.legal([], "");
  document.title = `${t("puzzle-kind-" + puzzle.kind)} · Signalbox`;
}

/** From the beginning. */
async function again() {
  said = null;
  try {
    await insist(() => fetchAt(table, puzzle.at, false));
    draw();
    if (narrow()) scrollTo(0, 0);
  } catch (e) {
    await fault(table, e);
  }
}

/** A puzzle that is still open: of the same kind first. */
async function further() {
  const open = (/** @type {Puzzles} */ found) =>
    found.puzzles.find((p) => p.id !== puzzle.id && !isSolved(p.id)) ?? null;
  const alike = await get("/api/puzzles", { title: puzzle.title, kind: puzzle.kind });
  after = open(alike) ?? open(await get("/api/puzzles"));
}

/** Sends an answer. @param {object} move */
async function check(move) {
  try {
    said = /** @type {PuzzleAnswered} */ (
      await insist(() => post(`/api/puzzles/${puzzle.id}/answer`, { move }))
    );
  } catch (e) {
    // A move that means nothing here is a wrong answer, not trouble.
    if (!(e instanceof Fault) || e.status !== 400) throw e;
    said = { right: false, refusal: null, brings: null, second: null };
  }
  if (said.right) {
    if (!shown) await solve(puzzle.id, daily);
    await further().catch(() => {});
    say(t("learn-right"));
  }
  // What was chosen stays on the map when it is right.
  if (!said.right) clear(table);
  draw();
  if (said.right) $("#next")?.focus({ preventScroll: narrow() });
  if (narrow()) $(".verdict")?.scrollIntoView({ block: "center" });
}

/** Shows the answer: it is chosen, the reader presses the button. */
async function show() {
  try {
    shown = /** @type {PuzzleSolution} */ (await post(`/api/puzzles/${puzzle.id}/solution`));
    said = null;
    draw();
    const [move] = shown.moves;
    if (puzzle.kind === "route") showBest(table);
    else if ("cell" in move && "tile" in move) pickMove(table, move);
    else await choose(table, move);
    if (narrow()) $("#decide").scrollIntoView({ block: "nearest" });
  } catch (e) {
    await fault(table, e);
  }
}

/** @param {KeyboardEvent} e */
function keys(e) {
  const on = /** @type {HTMLElement} */ (e.target);
  if (e.ctrlKey || e.metaKey || e.altKey || on.tagName === "INPUT") return;
  const free = !/^(TEXTAREA|SELECT|BUTTON|A)$/.test(on.tagName) && on.getAttribute("role") !== "button";
  if (e.key === "Enter" && free && $("#next")) {
    e.preventDefault();
    $("#next").click();
  } else if (e.key === "r" || e.key === "R") {
    if (turn(table, e.shiftKey ? -1 : 1)) e.preventDefault();
  } else if (asked()) deciding(table, e);
}

/** Opens a puzzle. @param {string} id @param {Titles} known @param {boolean} today whether it is the puzzle of today */
export async function open(id, known, today) {
  daily = today;
  try {
    puzzle = /** @type {Puzzle} */ (await insist(() => get("/api/puzzles/" + encodeURIComponent(id))));
    table = new Table(puzzle.game);
    table.learns = true;
    table.levels = known.levels;
    table.make = check;
    // The puzzle draws itself when it is answered.
    table.reload = async () => {};
    table.redraw = () => middle(table);
    table.restyle = draw;
    table.look = () => draw();
    frame(table, asked);
    table.user = await insist(session);
    table.sheet = /** @type {Sheet} */ (await insist(() => get(table.api("sheet"))));
  } catch (e) {
    put(
      $("#main"),
      h("p", { class: "panel pad" }, e instanceof Fault ? t("fault-" + e.code) : t("fault-offline")),
    );
    return;
  }
  document.addEventListener("keydown", keys);
  $("#track").hidden = true;
  await again();
}
