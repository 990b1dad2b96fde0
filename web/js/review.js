// @ts-check
// What happened in a round of the guided game, and what a bot would have done instead.
import { post } from "./api.js";
import { actName } from "./acts.js";
import { same } from "./choosing.js";
import { reasonText } from "./events.js";
import { logLine } from "./log.js";
import { num, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Table } from "./table.js"
 * @import { Hints, HintShown, Line } from "./types.d.ts"
 */

/** What the standard bot would do at own decisions, by the number of moves before them. @type {Map<number, HintShown[]>} */
const judged = new Map();
/** The round that was last reviewed, and where it began. */
let last = "",
  from = 0;

/** Lines worth telling after a round. */
const TOLD = [
  "run",
  "dividend",
  "buy_train",
  "place_station",
  "start",
  "buy_share",
  "sell_shares",
  "acquire",
];

/** Asks once for each own decision what the standard bot would do. @param {Table} table */
export function watch(table) {
  if (!table.myTurn() || judged.has(table.at) || (table.choices?.count ?? 0) < 2) return;
  judged.set(table.at, []);
  const at = table.at,
    level = table.levels.includes("standard") ? "standard" : table.levels.at(-1);
  post(table.api("hint"), { level }).then(
    (/** @type {Hints} */ found) => found.after === at && judged.set(at, found.hints),
    () => {},
  );
}

/**
 * The own move that cost most by the bot's judgement, in words.
 * @param {Table} table @param {Line[]} lines @returns {Child}
 */
function better(table, lines) {
  let most = 0;
  /** @type {Child} */ let told = null;
  for (const line of lines) {
    const seat = table.game.seats[line.seat],
      hints = judged.get(line.number - 1) ?? [];
    if (!seat?.mine || seat.bot || !hints.length) continue;
    const [best] = hints,
      own = hints.find((x) => same(x.move, line.move)) ?? hints[hints.length - 1];
    if (same(best.move, line.move) || best.value - own.value <= most) continue;
    most = best.value - own.value;
    told = [
      t("guide-better", {
        number: String(line.number),
        act: actName(table, best.move),
        value: num(Math.round(most)),
      }),
      best.reason ? " " + reasonText(best.reason) : "",
    ];
  }
  return told;
}

/**
 * The round that has just ended, once.
 * @param {Table} table @returns {{round: string, lines: Child[], better: Child}|null}
 */
export function roundReview(table) {
  const now = JSON.stringify(table.view.round);
  if (now === last) return null;
  const before = last ? JSON.parse(last) : null,
    began = from;
  last = now;
  from = table.at;
  if (!before || !table.live) return null;
  const lines = table.state.log.filter((line) => line.number > began);
  const worth = lines.filter((line) => TOLD.includes(line.move.move)).slice(-12);
  if (!worth.length) return null;
  return {
    round: table.roundName(before),
    lines: worth.map((line) => logLine(table, line, () => {})),
    better: better(table, lines),
  };
}
