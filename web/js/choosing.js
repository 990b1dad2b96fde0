// @ts-check
// Choosing: a move, what it would bring, why it is not possible, and making it.
import { Fault, get, post } from "./api.js";
import { draw, drawAfter } from "./decide.js";
import { say, toast } from "./dom.js";
import { follow, goOn } from "./keys.js";
import { said, t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { Choice, Move, MoveKind, Previews, RefusalJson, WhyNot } from "./types.d.ts"
 */
/** @template {MoveKind} K @typedef {Extract<Move, {move: K}>} MoveOf a move of a kind */
/** @template {MoveKind} K @typedef {Choice & {move: MoveOf<K>}} ChoiceOf a choice of a kind */
/** @template U @typedef {U extends unknown ? keyof U : never} Fields */
/** @template U, F @typedef {U extends unknown ? (F extends keyof U ? U[F] : never) : never} Field */
/** @typedef {{[F in Fields<Move>]?: Field<Move, F>}} Parts what a move may have, whatever its kind */

/** Choices of some kinds. @template {MoveKind} K @param {Table} table @param {...K} kinds */
export const choicesOf = (table, ...kinds) => table.allChoices().filter((c) => isOf(c, kinds));

/** Whoever holds too much may only sell. @param {Table} table */
export const mustSell = (table) =>
  table.view.decision?.step === "stock" &&
  choicesOf(table, "sell_shares").length > 0 &&
  table.allChoices().every((c) => c.move.move === "sell_shares");

/** @template {MoveKind} K @param {Choice} c @param {readonly K[]} kinds @returns {c is ChoiceOf<K>} */
const isOf = (c, kinds) => kinds.some((kind) => kind === c.move.move);

/** Two moves mean the same, amounts apart. @param {Move|null|undefined} a @param {Move|null|undefined} b */
export function same(a, b) {
  const plain = (/** @type {Move} */ m) => JSON.stringify({ ...m, amount: 0 });
  return !!a && !!b && plain(a) === plain(b);
}

/** Nothing is chosen any more. @param {Table} table */
export function clear(table) {
  asked++;
  table.chosen.clear();
  table.board?.preview(null);
  table.board?.pick(null);
}

/** The choice is taken back. @param {Table} table */
export function cancel(table) {
  const { paper } = table.chosen;
  clear(table);
  if (paper) {
    table.look("");
    return;
  }
  draw(table);
  table.redraw();
}

/** What moves would bring here. @param {Table} table @param {Move[]} moves @returns {Promise<Previews>} */
const preview = (table, moves) => post(table.api("preview"), { after: table.at, moves, view: false });

/** Whether a move would be made out of turn. @param {Table} table @param {Move|null} move */
export const isAside = (table, move) => table.asides().some((c) => same(c.move, move));

/**
 * What is chosen out of turn stays chosen while others go on: says how to choose it again in another position.
 * @param {Table} table
 */
export function kept(table) {
  const { move, cell, paper } = table.chosen;
  const fits = (/** @type {Choice} */ c) =>
    move ? same(c.move, move) : "paper" in c.move && c.move.paper === paper;
  const was = (move || paper) && !table.busy && table.asides().some(fits);
  return () => {
    const now = [...table.asides(), ...(table.myTurn() ? table.allChoices() : [])];
    if (!was || !now.some(fits)) return;
    Object.assign(table.chosen, { cell, paper });
    if (move) choose(table, move);
  };
}

/** What was asked last: an answer to anything before it comes too late. */ let asked = 0;
/**
 * Chooses a move and asks what it would bring.
 * @param {Table} table @param {Move} move @param {boolean} [quiet]
 */
export async function choose(table, move, quiet) {
  const { chosen } = table;
  const mine = ++asked;
  chosen.move = move;
  chosen.refusal = chosen.typed = null;
  chosen.preview = chosen.foreseen(move) || null;
  if (!quiet) draw(table);
  table.redraw();
  if (chosen.preview) return;
  try {
    const [found] = (await preview(table, [move])).previews;
    if (mine !== asked) return;
    chosen.preview = found;
    chosen.foresee(move, found);
    draw(table);
    table.redraw();
  } catch (e) {
    await fault(table, e);
  }
}

/**
 * Another amount of the chosen move, while it is typed or dragged; null while there is none that may be named.
 * @param {Table} table @param {Move|null} move
 */
export async function weigh(table, move) {
  const { chosen } = table;
  const mine = ++asked;
  chosen.refusal = null;
  if (!move) {
    chosen.preview = { ok: false };
    drawAfter(table);
    return;
  }
  chosen.move = move;
  chosen.preview = chosen.foreseen(move) || null;
  drawAfter(table);
  if (chosen.preview) return;
  await new Promise((done) => setTimeout(done, 200));
  if (mine !== asked) return;
  try {
    const [found] = (await preview(table, [move])).previews;
    if (mine !== asked) return;
    chosen.foresee(move, found);
    chosen.preview = found;
    drawAfter(table);
  } catch (e) {
    await fault(table, e);
  }
}

/** Asks for the consequences of several moves at once. @param {Table} table @param {Move[]} moves */
export async function foresee(table, moves) {
  const unknown = moves.filter((m) => !table.chosen.foreseen(m));
  for (let i = 0; i < unknown.length; i += 60) {
    const some = unknown.slice(i, i + 60);
    const at = table.at;
    const { previews } = await preview(table, some);
    if (at !== table.at) return;
    some.forEach((m, k) => table.chosen.foresee(m, previews[k]));
  }
}

/**
 * Why something is not possible: asks for its preview and shows the rule.
 * @param {Table} table @param {Move} move
 */
export async function why(table, move) {
  try {
    const [found] = (await preview(table, [move])).previews;
    table.chosen.refusal = (!found.ok && found.refusal) || null;
    if (found.ok) choose(table, move);
    else {
      draw(table);
      say(table.refusalText(table.chosen.refusal));
    }
  } catch (e) {
    await fault(table, e);
  }
}

/** Asks why nothing may be done on a cell. @param {Table} table @param {string} cell */
export async function whyCell(table, cell) {
  if (table.chosen.paper || !["track", "station", "home"].includes(table.view.decision?.step || "")) return;
  try {
    /** @type {WhyNot} */ const { after, refusal } = await get(table.api("why"), { cell, at: table.at });
    if (after !== table.at || !refusal) return;
    clear(table);
    table.chosen.refusal = refusal;
    draw(table);
    say(table.refusalText(refusal));
  } catch (e) {
    await fault(table, e);
  }
}

/** Says what went wrong. @param {Table} table @param {unknown} e */
export async function fault(table, e) {
  if (e instanceof Fault && e.code === "refused") {
    table.chosen.refusal = /** @type {RefusalJson} */ (e.detail);
    draw(table);
    say(table.refusalText(table.chosen.refusal));
  } else if (e instanceof Fault && e.code === "stale") {
    toast(t("fault-stale"));
    clear(table);
    await table.reload();
  } else if (e instanceof Fault) toast(said(e.message), "bad");
  else {
    toast(t("fault-offline"), "bad");
    console.error(e);
  }
}

/** Makes a move. @param {Table} table @param {Move|null} move */
export async function send(table, move) {
  if (table.busy || !move) return;
  table.busy = true;
  document.body.classList.add("busy");
  try {
    await table.make(move);
    goOn();
    clear(table);
    await table.reload();
  } catch (e) {
    await fault(table, e);
  } finally {
    table.busy = false;
    document.body.classList.remove("busy");
    follow(table);
  }
}
