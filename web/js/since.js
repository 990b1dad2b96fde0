// @ts-check
// What happened since one's last turn: a card for every turn of the others, numbered on the map.
import { get } from "./api.js";
import { $, $$, h, narrow, put } from "./dom.js";
import { sentence } from "./events.js";
import { t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { GameEvent, Line, LogJson } from "./types.d.ts"
 * @typedef {{seat: number, company: string|null, lines: Line[]}} Turn what somebody did in one go
 */

/** Moves of a company's turn. The others are made by players for themselves. */
const OPERATES = /^(lay_tile|place_station|lift_station|run|dividend|\w+_train|acquire|buy_paper)$/;
/** What a card tells, the most telling first. */
const TOLD = [
  "ran,paid_out,kept,started,share_bought,shares_sold,lot_taken,bid_made,card_played,acquired,train_bought",
  "train_traded,train_received,tile_laid,paper_tile_laid,station_placed,floated,paper_bought,went_bankrupt",
]
  .join(",")
  .split(",");
/** Lines of a card. */
const MOST = 3;

/** What is told now: turns, what one received, which of them is looked at. */
const told = {
  /** Moves made before the first turn told. */ from: -1,
  to: -1,
  /** @type {Turn[]} */ turns: [],
  received: 0,
  at: 0,
  folded: false,
};
/** The last summary that was closed. */
let closed = -1;

/** @param {Line} line @param {string|null} before the company that acted until then */
function companyOf(line, before) {
  const { move } = line;
  if ("company" in move && OPERATES.test(move.move)) return move.company;
  const run = line.events.find((e) => e.event === "paid_out" || e.event === "kept");
  return move.move === "dividend" || move.move === "pass" ? (run?.company ?? before) : null;
}

/** Lines in turns. @param {Line[]} lines @returns {Turn[]} */
function turnsOf(lines) {
  /** @type {Turn[]} */ const turns = [];
  for (const line of lines) {
    const last = turns.at(-1),
      company = companyOf(line, last && last.seat === line.seat ? last.company : null);
    if (last && last.seat === line.seat && last.company === company) last.lines.push(line);
    else turns.push({ seat: line.seat, company, lines: [line] });
  }
  return turns;
}

/** Lines of others after one's own last one. @param {Table} table @param {Line[]} lines */
async function others(table, lines) {
  const mine = (/** @type {Line} */ l) => table.game.seats[l.seat]?.mine && !table.game.seats[l.seat]?.bot;
  let all = lines;
  if (all.length && !all.some(mine) && all[0].number > 1) {
    /** @type {LogJson} */ const more = await get(table.api("log"), { before: all[0].number, limit: 400 });
    all = [...more.lines, ...all];
  }
  return all.slice(all.findLastIndex(mine) + 1);
}

/** Money that came to one's seats, less what they paid. @param {Table} table @param {Turn[]} turns */
function receivedBy(table, turns) {
  const is = (/** @type {unknown} */ x) =>
    !!x && typeof x === "object" && "player" in x && !!table.game.seats[Number(x.player)]?.mine;
  let sum = 0;
  for (const e of turns.flatMap((x) => x.lines.flatMap((l) => l.events)))
    if (e.event === "paid") sum += (is(e.to) ? e.amount : 0) - (is(e.from) ? e.amount : 0);
  return sum;
}

/** Cells that a turn changed. @param {Turn} turn */
const cellsOf = (turn) => [
  ...new Set(turn.lines.flatMap((l) => l.events.flatMap((e) => ("cell" in e ? [e.cell] : [])))),
];

/** Works out what to tell, and draws it. @param {Table} table @param {Line[]} lines */
export async function since(table, lines) {
  const box = $("#since");
  const seats = table.game.seats,
    alone = !seats.some((s) => s.mine && !s.bot) || seats.every((s) => s.mine && !s.bot);
  if (alone || !table.live || table.game.state === "open") {
    box.hidden = true;
    return;
  }
  const list = await others(table, lines);
  const from = list[0] ? list[0].number - 1 : -1;
  if (list.length && (told.from !== from || told.to !== table.length)) {
    const turns = turnsOf(list);
    Object.assign(told, {
      turns,
      received: receivedBy(table, turns),
      // What one looks at stays, while more turns are added.
      at: told.from === from ? Math.min(told.at, turns.length - 1) : 0,
      from,
      to: table.length,
      // A phone shows it when asked.
      folded: narrow(),
    });
  } else if (!list.length && told.turns.length) told.folded = true;
  draw(table, box);
}

/** @param {Table} table @param {HTMLElement} box */
function draw(table, box) {
  const { turns, at, folded } = told;
  box.hidden = !turns.length || closed === told.from;
  if (box.hidden) {
    table.board.notes([]);
    return;
  }
  const go = (/** @type {number} */ i) => {
    Object.assign(told, { at: (i + turns.length) % turns.length, folded: false });
    draw(table, box);
    $$(".turn", box)[told.at]?.scrollIntoView({ block: "nearest", inline: "center" });
  };
  const close = () => {
    closed = told.from;
    draw(table, box);
  };
  const arrow = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {number} */ to) =>
    h("button", { class: "btn", type: "button", id, "aria-label": t(id), on: { click: () => go(to) } }, sign);
  box.classList.toggle("folded", folded);
  put(
    box,
    h(
      "div",
      { class: "sincehead" },
      h("h2", null, t("since")),
      h(
        "p",
        { class: "muted" },
        t("turns-n", { n: turns.length }),
        told.received !== 0 && [
          " · ",
          t(told.received > 0 ? "you-got" : "you-paid", { amount: table.cash(Math.abs(told.received)) }),
        ],
      ),
      h(
        "div",
        { class: "sinceacts" },
        arrow("since-back", "◀", at - 1),
        h("span", null, t("n-of-n", { i: at + 1, n: turns.length })),
        arrow("since-next", "▶", at + 1),
        h(
          "button",
          {
            class: "btn quiet ic",
            type: "button",
            id: "since-close",
            "aria-label": t("close"),
            on: { click: close },
          },
          "✕",
        ),
      ),
    ),
    !folded &&
      h(
        "ol",
        { class: "turns scrollx", tabindex: "0", "aria-label": t("since") },
        turns.map((turn, i) => card(table, turn, i, () => go(i))),
      ),
  );
  table.board.notes(
    folded
      ? []
      : turns.flatMap((turn, i) =>
          cellsOf(turn).map((cell) => ({ cell, mark: String(i + 1), on: i === at })),
        ),
  );
}

/** @param {Table} table @param {Turn} turn @param {number} i @param {() => void} go */
function card(table, turn, i, go) {
  const events = turn.lines.flatMap((l) => l.events.map((e) => ({ e, move: l.move })));
  const rank = (/** @type {GameEvent} */ e) => TOLD.indexOf(e.event);
  const shown = events
    .filter((x) => rank(x.e) >= 0)
    .sort((a, b) => rank(a.e) - rank(b.e))
    .map((x) => sentence(table, x.e, x.move))
    .filter(Boolean);
  const prices = events.flatMap(({ e }) =>
    e.event === "price_moved" && (!turn.company || e.company === turn.company) ? [e] : [],
  );
  const [first, last] = [prices[0], prices.at(-1)];
  return h(
    "li",
    null,
    h(
      "button",
      {
        class: "turn" + (i === told.at ? " on" : ""),
        type: "button",
        "aria-pressed": String(i === told.at),
        on: { click: go },
      },
      h(
        "span",
        { class: "turnhead" },
        h("i", { class: "mark" }, String(i + 1)),
        turn.company && table.chip(turn.company, "s"),
        table.dot(turn.seat),
        !turn.company && h("b", null, table.seatName(turn.seat)),
        turn.company &&
          first &&
          last &&
          h("span", { class: last.to >= first.from ? "good" : "bad" }, `${first.from} → ${last.to}`),
      ),
      (shown.length ? shown : [t("event-passed", { player: table.seatName(turn.seat) })])
        .slice(0, MOST)
        .map((x) => h("span", { class: "did" }, x)),
      shown.length > MOST && h("span", { class: "did muted" }, t("and-more", { n: shown.length - MOST })),
    ),
  );
}
