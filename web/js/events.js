// @ts-check
// What happened, in sentences.
import { h } from "./dom.js";
import {
  cash,
  cellName,
  co,
  coins,
  companyDef,
  lotName,
  paperName,
  roundName,
  seatName,
  seatOf,
  slotName,
  who,
} from "./table.js";
import { has, rich, ruleLink, t } from "./text.js";

/** Who holds or pays: a player, a company, the bank. @param {any} holder @returns {any} */
function holder(holder) {
  if (holder === null || holder === undefined || holder === "bank") return t("bank");
  if (typeof holder === "object") {
    if (holder.player !== undefined) return who(holder.player);
    if (holder.company !== undefined)
      return co(typeof holder.company === "object" ? holder.company.company : holder.company);
  }
  return String(holder);
}

const strong = (/** @type {any} */ text) => h("b", null, text);
const paper = (/** @type {any} */ id) => h("span", { class: "pap", title: paperName(id) }, id);
const train = (/** @type {any} */ e) => h("span", { class: "trn" }, e.train || e.card);

/** @type {Record<string, (e: any) => any>} */
const SENTENCES = {
  round_began: (e) => rich("event-round_began", { round: strong(roundName(e.round)) }),
  turn_began: () => null,
  phase_began: (e) => rich("event-phase_began", { phase: strong(e.phase) }),
  paid: (e) =>
    e.why === "withheld" || (e.why === "dividend" && e.to === "bank")
      ? null
      : rich("event-paid-" + e.why, {
          from: holder(e.from),
          to: holder(e.to),
          amount: e.to?.company !== undefined ? coins(e.amount) : cash(e.amount),
        }),
  lot_taken: (e) =>
    rich("event-lot_taken", { player: who(e.player), lot: lotName(e.lot), price: cash(e.price) }),
  bid_made: (e) =>
    rich(e.lot ? "event-bid_made-lot" : "event-bid_made", {
      player: who(e.player),
      lot: lotName(e.lot),
      amount: cash(e.amount),
    }),
  passed: (e) => rich("event-passed", { player: who(e.player) }),
  paper_bought: (e) =>
    rich("event-paper_bought", {
      paper: paper(e.paper),
      by: holder(e.by),
      from: holder(e.from),
      price: cash(e.price),
    }),
  paper_sold: (e) =>
    rich("event-paper_sold", { paper: paper(e.paper), by: holder(e.by), price: cash(e.price) }),
  paper_exchanged: (e) =>
    rich("event-paper_exchanged", { paper: paper(e.paper), player: who(e.player), company: co(e.company) }),
  paper_closed: (e) => rich("event-paper_closed", { paper: paper(e.paper) }),
  power_used: (e) => rich("event-power_used", { paper: paper(e.paper), company: co(e.company) }),
  started: (e) =>
    rich("event-started", { company: co(e.company), player: who(e.player), price: cash(e.price) }),
  share_bought: (e) =>
    rich("event-share_bought-" + e.from, {
      player: who(e.player),
      company: co(e.company),
      price: cash(e.price),
    }),
  shares_sold: (e) =>
    rich("event-shares_sold", {
      player: who(e.player),
      company: co(e.company),
      price: cash(e.price),
      n: e.shares,
    }),
  director_changed: (e) =>
    rich(e.to === null ? "event-director_lost" : "event-director_changed", {
      company: co(e.company),
      player: e.to === null ? "" : who(e.to),
    }),
  floated: (e) => rich("event-floated", { company: co(e.company), capital: coins(e.capital) }),
  price_moved: (e) =>
    rich("event-price_moved", {
      company: co(e.company),
      from: cash(e.from),
      to: h("b", { class: e.to >= e.from ? "good" : "bad" }, cash(e.to)),
    }),
  tile_laid: (e) =>
    rich(e.cost ? "event-tile_laid-cost" : "event-tile_laid", {
      company: co(e.company),
      cell: strong(cellName(e.cell)),
      tile: e.tile,
      cost: coins(e.cost),
    }),
  station_placed: (e) =>
    rich(e.cost ? "event-station_placed-cost" : "event-station_placed", {
      company: co(e.company),
      cell: strong(cellName(e.cell)),
      cost: coins(e.cost),
    }),
  station_waits: (e) =>
    rich("event-station_waits", { company: co(e.company), cell: strong(cellName(e.cell)) }),
  station_returned: (e) =>
    rich("event-station_returned", { company: co(e.company), cell: strong(cellName(e.cell)) }),
  ran: (e) =>
    rich(e.subsidy ? "event-ran-subsidy" : "event-ran", {
      company: co(e.company),
      revenue: strong(cash(e.revenue)),
      subsidy: coins(e.subsidy),
    }),
  paid_out: (e) => rich("event-paid_out", { company: co(e.company), revenue: cash(e.revenue) }),
  kept: (e) =>
    rich(e.revenue ? "event-kept" : "event-no_income", { company: co(e.company), revenue: coins(e.revenue) }),
  train_bought: (e) =>
    rich("event-train_bought-" + (typeof e.from === "string" ? e.from : "company"), {
      company: co(e.company),
      train: train(e),
      price: coins(e.price),
      seller: typeof e.from === "string" ? "" : holder(e.from),
    }),
  train_received: (e) => rich("event-train_received", { company: co(e.company), train: train(e) }),
  train_scrapped: (e) =>
    rich(e.owner === null ? "event-train_scrapped-free" : "event-train_scrapped", {
      train: train(e),
      company: e.owner === null ? "" : co(e.owner),
    }),
  train_exported: (e) => rich("event-train_exported", { train: train(e) }),
  train_returned: (e) => rich("event-train_returned", { company: co(e.company), train: train(e) }),
  train_turned: (e) =>
    rich("event-train_turned", { company: co(e.company), train: train(e), price: coins(e.price) }),
  train_obsolete: (e) =>
    rich(e.owner === null ? "event-train_obsolete-free" : "event-train_obsolete", {
      train: train(e),
      company: e.owner === null ? "" : co(e.owner),
    }),
  train_leased: (e) => rich("event-train_leased", { company: co(e.company), train: train(e) }),
  acquired: (e) =>
    rich("event-acquired", { company: co(e.company), target: co(e.target), price: cash(e.price) }),
  offered: (e) => rich("event-offered", { company: co(e.from), player: who(e.to) }),
  answered: (e) => rich(e.accept ? "event-answered-yes" : "event-answered-no", { player: who(e.player) }),
  loan_taken: (e) => rich("event-loan_taken", { player: who(e.player), amount: cash(e.amount) }),
  repaid: (e) => rich("event-repaid", { player: who(e.player), amount: cash(e.amount) }),
  order_changed: (e) =>
    rich("event-order_changed", {
      players: e.order.map((/** @type {any} */ p) => seatName(seatOf(p))).join(", "),
    }),
  priority_passed: (e) => rich("event-priority_passed", { player: who(e.player) }),
  status_changed: (e) =>
    has(`flag-${e.flag}-${e.on ? "on" : "off"}`)
      ? rich(`flag-${e.flag}-${e.on ? "on" : "off"}`, { company: co(e.company) })
      : null,
  card_played: (e) =>
    rich(e.copy ? "event-card_played-copy" : "event-card_played", {
      player: who(e.player),
      card: slotName(e.slot),
      side: has(`side-${e.slot}-${e.side}`) ? t(`side-${e.slot}-${e.side}`) : "",
    }),
  right_used: (e) => rich("event-right_used", { player: who(e.player), right: slotName(e.slot) }),
  drawn: (e) =>
    rich("event-drawn", { what: e.what, result: companyDef(e.result) ? co(e.result) : e.result, of: e.of }),
  procedure: (e) => [
    ...rich("event-procedure", { step: strong(e.step), found: e.found }),
    " ",
    ruleLink(e.rule),
  ],
  game_ended: (e) =>
    rich("event-game_ended", { reason: has("ending-" + e.reason) ? t("ending-" + e.reason) : e.reason }),
};

/** Names of all events, for the test of the language files. */
export const EVENTS = Object.keys(SENTENCES);

/** A sentence, or nothing for events that say nothing new. @param {any} event */
export const sentence = (event) => (SENTENCES[event.event] ? SENTENCES[event.event](event) : null);

const LOUD = new Set([
  "round_began",
  "phase_began",
  "train_scrapped",
  "train_exported",
  "director_changed",
  "floated",
  "acquired",
  "game_ended",
  "status_changed",
  "started",
]);

/** A line of the log. @param {any} line @param {(number: number) => void} go */
export function logLine(line, go) {
  const told = line.events
    .map((/** @type {any} */ e) => ({ e, text: sentence(e) }))
    .filter((/** @type {any} */ x) => x.text);
  if (!told.length && line.move?.move === "pass" && line.seat !== null && line.seat !== undefined)
    told.push({ e: { event: "passed" }, text: rich("event-passed", { player: who(line.seat) }) });
  if (!told.length) return null;
  // What was done is said already; of a bot's reason only the reason.
  const why = line.reason && reasonText(line.reason).replace(/^[^:]*(: |$)/, "");
  return h(
    "li",
    { class: "ll" },
    h(
      "button",
      { class: "no", type: "button", title: t("show-move"), on: { click: () => go(line.number) } },
      String(line.number),
    ),
    h(
      "div",
      null,
      told.map((/** @type {any} */ x, /** @type {number} */ i) => [
        h("p", { class: (LOUD.has(x.e.event) ? "loud " : "") + "ev-" + x.e.event }, x.text),
        !i && why && h("p", { class: "muted" }, why),
      ]),
    ),
  );
}

/** A bot's reason in the reader's language. @param {any} why */
export const reasonText = (why) => (has(why.key) ? t(why.key, why.args) : why.text);

/** The same as plain text, for the live region. @param {any} line */
export const logText = (line) =>
  line.events
    .map((/** @type {any} */ e) => sentence(e))
    .filter(Boolean)
    .map((/** @type {any} */ parts) => h("p", null, parts).textContent)
    .join(". ");
