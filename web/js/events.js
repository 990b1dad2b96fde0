// @ts-check
// What happened, in sentences.
import { actName } from "./acts.js";
import { h } from "./dom.js";
import { slotName } from "./table.js";
import { has, heard, rich, ruleLink, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Table } from "./table.js"
 * @import { GameEvent, Holder, Line, Move, Why } from "./types.d.ts"
 * @typedef {GameEvent["event"]} Kind
 */
/** @template {Kind} K @typedef {Extract<GameEvent, {event: K}>} Told an event of a kind */

/** Who holds or pays: a player, a company, the bank. @param {Table} table @param {Holder} one */
function holder(table, one) {
  if (one === "bank") return t("bank");
  return "player" in one ? table.who(one.player) : table.chip(one.company);
}

/** @param {string} text */
const strong = (text) => h("b", null, text);
/** @param {Table} table @param {string} id */
const paper = (table, id) =>
  h("span", { class: "pap", title: table.paperName(id), "data-card": "paper:" + id }, id);
/** @param {{train: string, card: string}} e */
const train = (e) => h("span", { class: "trn", "data-card": "train:" + e.train }, e.train || e.card);

/** What was drawn by lot: its name without the step of the automatic player. @param {string} what */
const drawnText = (what) => {
  const key = "drawn-" + what.replace(/^[A-E]\d? /, "").replace(/ /g, "-");
  return has(key) ? t(key) : what;
};

/** A side of a square, or a turn, that the engine counts clockwise from north. */
const NUMBERED = /(?:^|side )([0-3])$/;

/** The lot that came: a seat, a company, a side, a turn, a place. @param {Table} table @param {Told<"drawn">} e */
function resultText(table, e) {
  const result = e.result.split(" of ")[0] ?? "",
    seat = /^seat (\d+)$/.exec(result)?.[1],
    number = NUMBERED.exec(result)?.[1];
  if (seat) return table.seatName(Number(seat) - 1);
  if (number && /(turn|rotation)/.test(e.what)) return `${Number(number) * 90}°`;
  if (number) return result.replace(NUMBERED, t("compass-" + number));
  return result;
}

/** What an automatic player found, in the reader's language. @param {Table} table @param {string} found @returns {Child} */
export function foundText(table, found) {
  const known = heard("found:", found);
  if (!known) return found;
  const { cash, price, company, ...args } = known.args;
  return rich(known.key, {
    ...args,
    cash: cash && table.cash(Number(cash)),
    price: price && table.cash(Number(price)),
    company: company && table.chip(company),
  });
}

/** @type {{[K in Kind]: (table: Table, e: Told<K>, move?: Move) => Child}} */
const SENTENCES = {
  round_began: (table, e) => rich("event-round_began", { round: strong(table.roundName(e.round)) }),
  turn_began: () => null,
  phase_began: (table, e) => rich("event-phase_began", { phase: strong(e.phase) }),
  paid: (table, e) =>
    e.why === "withheld" || (e.why === "dividend" && e.to === "bank")
      ? null
      : rich("event-paid-" + e.why, {
          from: holder(table, e.from),
          to: holder(table, e.to),
          amount:
            typeof e.to === "object" && "company" in e.to ? table.coins(e.amount) : table.cash(e.amount),
        }),
  lot_taken: (table, e) =>
    rich("event-lot_taken", {
      player: table.who(e.player),
      lot: table.lotName(e.lot),
      price: table.cash(e.price),
    }),
  bid_made: (table, e) =>
    rich(e.lot ? "event-bid_made-lot" : "event-bid_made", {
      player: table.who(e.player),
      lot: table.lotName(e.lot),
      amount: table.cash(e.amount),
    }),
  passed: (table, e) => rich("event-passed", { player: table.who(e.player) }),
  paper_bought: (table, e) =>
    rich("event-paper_bought", {
      paper: paper(table, e.paper),
      by: holder(table, e.by),
      from: holder(table, e.from),
      price: table.cash(e.price),
    }),
  paper_sold: (table, e) =>
    rich("event-paper_sold", {
      paper: paper(table, e.paper),
      by: holder(table, e.by),
      price: table.cash(e.price),
    }),
  paper_exchanged: (table, e) =>
    rich("event-paper_exchanged", {
      paper: paper(table, e.paper),
      player: table.who(e.player),
      company: table.chip(e.company),
    }),
  paper_closed: (table, e) => rich("event-paper_closed", { paper: paper(table, e.paper) }),
  power_used: (table, e) =>
    rich("event-power_used", { paper: paper(table, e.paper), company: table.chip(e.company) }),
  started: (table, e) =>
    rich("event-started", {
      company: table.chip(e.company),
      player: table.who(e.player),
      price: table.cash(e.price),
    }),
  share_bought: (table, e) =>
    rich(table.own("event-share_bought-" + e.from), {
      player: table.who(e.player),
      company: table.chip(e.company),
      price: table.cash(e.price),
    }),
  shares_sold: (table, e) =>
    rich("event-shares_sold", {
      player: table.who(e.player),
      company: table.chip(e.company),
      price: table.cash(e.total),
      n: e.shares,
    }),
  director_changed: (table, e) =>
    rich(e.to === null ? "event-director_lost" : "event-director_changed", {
      company: table.chip(e.company),
      player: e.to === null ? "" : table.who(e.to),
    }),
  floated: (table, e) =>
    rich("event-floated", { company: table.chip(e.company), capital: table.coins(e.capital) }),
  price_moved: (table, e) =>
    rich("event-price_moved", {
      company: table.chip(e.company),
      from: table.cash(e.from),
      to: h("b", { class: e.to >= e.from ? "good" : "bad" }, table.cash(e.to)),
    }),
  tile_laid: (table, e) =>
    rich(e.cost ? "event-tile_laid-cost" : "event-tile_laid", {
      company: table.chip(e.company),
      cell: table.place(e.cell),
      tile: h("span", { "data-card": "tile:" + e.tile }, e.tile),
      cost: table.coins(e.cost),
    }),
  paper_tile_laid: (table, e) =>
    rich("event-paper_tile_laid", {
      player: table.who(e.player),
      paper: paper(table, e.paper),
      cell: table.place(e.cell),
      tile: h("span", { "data-card": "tile:" + e.tile }, e.tile),
    }),
  station_placed: (table, e) =>
    rich(e.cost ? "event-station_placed-cost" : "event-station_placed", {
      company: table.chip(e.company),
      cell: table.place(e.cell),
      cost: table.coins(e.cost),
    }),
  station_waits: (table, e) =>
    rich("event-station_waits", { company: table.chip(e.company), cell: table.place(e.cell) }),
  station_returned: (table, e) =>
    rich("event-station_returned", { company: table.chip(e.company), cell: table.place(e.cell) }),
  ran: (table, e) =>
    rich(e.subsidy ? "event-ran-subsidy" : "event-ran", {
      company: table.chip(e.company),
      revenue: strong(table.cash(e.revenue)),
      subsidy: table.coins(e.subsidy),
    }),
  paid_out: (table, e) =>
    rich("event-paid_out", { company: table.chip(e.company), revenue: table.cash(e.revenue) }),
  kept: (table, e) =>
    rich(e.revenue ? "event-kept" : "event-no_income", {
      company: table.chip(e.company),
      revenue: table.coins(e.revenue),
    }),
  train_bought: (table, e) =>
    rich(table.own("event-train_bought-" + (typeof e.from === "string" ? e.from : "company")), {
      company: table.chip(e.company),
      train: train(e),
      price: table.coins(e.price),
      seller: typeof e.from === "string" ? "" : table.chip(e.from.company.company),
    }),
  train_traded: (table, e) =>
    rich("event-train_traded", {
      company: table.chip(e.company),
      train: train(e),
      given: strong(e.given),
      price: table.coins(e.price),
    }),
  went_bankrupt: (table, e) => rich("event-went_bankrupt", { player: table.who(e.player) }),
  train_received: (table, e) =>
    rich("event-train_received", { company: table.chip(e.company), train: train(e) }),
  train_scrapped: (table, e) =>
    rich(table.own(e.owner === null ? "event-train_scrapped-free" : "event-train_scrapped"), {
      train: train(e),
      company: e.owner === null ? "" : table.chip(e.owner),
    }),
  train_exported: (table, e) => rich("event-train_exported", { train: train(e) }),
  train_returned: (table, e) =>
    rich("event-train_returned", { company: table.chip(e.company), train: train(e) }),
  train_turned: (table, e) =>
    rich("event-train_turned", {
      company: table.chip(e.company),
      train: train(e),
      price: table.coins(e.price),
    }),
  train_obsolete: (table, e) =>
    rich(e.owner === null ? "event-train_obsolete-free" : "event-train_obsolete", {
      train: train(e),
      company: e.owner === null ? "" : table.chip(e.owner),
    }),
  train_leased: (table, e) => rich("event-train_leased", { company: table.chip(e.company), train: train(e) }),
  acquired: (table, e) =>
    rich("event-acquired", {
      company: table.chip(e.company),
      target: table.chip(e.target),
      price: table.cash(e.price),
    }),
  offered: (table, e, move) =>
    rich(move ? "event-offered-what" : "event-offered", {
      company: table.chip(e.from),
      player: table.who(e.to),
      what: strong(move ? actName(table, move) : ""),
    }),
  answered: (table, e) =>
    rich(e.accept ? "event-answered-yes" : "event-answered-no", { player: table.who(e.player) }),
  loan_taken: (table, e) =>
    rich("event-loan_taken", { player: table.who(e.player), amount: table.cash(e.amount) }),
  repaid: (table, e) => rich("event-repaid", { player: table.who(e.player), amount: table.cash(e.amount) }),
  order_changed: (table, e) =>
    rich("event-order_changed", {
      players: e.order.map((p) => table.seatName(p)).join(", "),
    }),
  priority_passed: (table, e) => rich("event-priority_passed", { player: table.who(e.player) }),
  status_changed: (table, e) =>
    has(`flag-${e.flag}-${e.on ? "on" : "off"}`)
      ? rich(`flag-${e.flag}-${e.on ? "on" : "off"}`, { company: table.chip(e.company) })
      : null,
  card_played: (table, e) =>
    rich(e.copy ? "event-card_played-copy" : "event-card_played", {
      player: table.who(e.player),
      card: slotName(e.slot),
      side: table.brings(e.slot)[e.side]?.text ?? "",
    }),
  right_used: (table, e) =>
    rich("event-right_used", { player: table.who(e.player), right: slotName(e.slot) }),
  drawn: (table, e) =>
    rich("event-drawn", {
      what: drawnText(e.what),
      result: table.companyDef(e.result) ? table.chip(e.result) : strong(resultText(table, e)),
    }),
  procedure: (table, e) => [
    ...rich("event-procedure", {
      name: table.who(99),
      step: strong(e.step),
      found: foundText(table, e.found),
    }),
    " ",
    ruleLink(e.rule),
  ],
  game_ended: (table, e) =>
    rich("event-game_ended", { reason: has("ending-" + e.reason) ? t("ending-" + e.reason) : e.reason }),
};

/** Names of all events, for the test of the language files. */
export const EVENTS = Object.keys(SENTENCES);

/**
 * A sentence, or nothing for events that say nothing new, or that only an earlier program knew.
 * @template {Kind} K @param {Table} table @param {Told<K>} event @param {Move} [move] that it came of
 * @returns {Child}
 */
export const sentence = (table, event, move) => SENTENCES[event.event]?.(table, event, move) ?? null;

/** A bot's reason in the reader's language, with what made the difference. @param {Why} why */
export const reasonText = (why) =>
  (has(why.key) ? t(why.key, why.args) : why.text) +
  (why.parts?.map((p) => `; ${t("part-" + p.of)} ${p.amount > 0 ? "+" : ""}${p.amount}`).join("") || "");

/** The same as plain text, for the live region. @param {Table} table @param {Line} line */
export const logText = (table, line) =>
  line.events
    .map((e) => sentence(table, e, line.move))
    .filter(Boolean)
    .map((parts) => h("p", null, parts).textContent)
    .join(". ");
