// @ts-check
// What the page knows about the game it shows, and how it names things.
import { h } from "./dom.js";
import { has, money, num, t } from "./text.js";

/**
 * @import { Charter, Choices, Company, Decision, GameJson, Line, Move, SeatJson, Sheet, State, UserJson, View } from "./types.d.ts"
 * @typedef {import("./types.d.ts").SeatJson} Seat
 * @typedef {Omit<import("./types.d.ts").Choice, "move"> & {move: any}} Choice a move has what its kind needs
 */

/** The game shown. Filled by `game.js`. */
export const T = {
  id: "",
  /** @type {UserJson} */ user: /** @type {any} */ (null),
  /** @type {string[]} */ levels: [],
  /** @type {GameJson} */ game: /** @type {any} */ (null),
  /** @type {Sheet} */ sheet: /** @type {any} */ (null),
  /** @type {State} */ state: /** @type {any} */ (null),
  /** @type {View} */ view: /** @type {any} */ (null),
  /** @type {Choices} */ choices: /** @type {any} */ (null),
  /** @type {any[]} */ marks: [],
  /** Moves shown, moves made. */
  at: 0,
  length: 0,
  live: true,
  online: true,
  /** @type {any} */ board: null,
  /** Which part the middle shows: `map` or `stock`. */
  mode: "map",
  busy: false,
};

/** The decision, where there is one. */
export const decision = () => /** @type {Decision} */ (T.view.decision);

/** Facts of the title by name. @returns {Record<string, any>} */
export const facts = () => Object.fromEntries(T.view?.facts || []);

/** @param {number|string} id @returns {Charter} */
export const companyDef = (id) =>
  /** @type {Charter} */ (
    typeof id === "number" ? T.sheet.companies[id] : T.sheet.companies.find((c) => c.id === id)
  );
/** @param {string} id @returns {Company} */
export const companyView = (id) => /** @type {Company} */ (T.view.companies.find((c) => c.id === id));
/** @param {string} id @returns {any} */
export const paperDef = (id) => T.sheet.papers.find((p) => p.id === id);

/** Name of a seat; the automatic shareholder sits after the last. @param {number} seat */
export const seatName = (seat) =>
  T.game.seats[seat]?.name ||
  (T.game.seats[seat] ? t("seat-open") : T.sheet.title === "18lilliput" ? "Gulliver" : "Václav");

/** @param {any} seat */
export const seatOf = (seat) =>
  typeof seat === "object" && seat !== null ? (seat.player ?? seat.seat) : seat;

/** Money of players. @param {number} value */
export const cash = (value) => money(value, T.sheet.money);
/** Money of companies. @param {number} value */
export const coins = (value) => money(value, T.sheet.company_money || T.sheet.money);

/** A company's token. @param {string|number} id @param {string} [size] */
export function chip(id, size = "s") {
  const def = companyDef(id);
  if (!def) return h("span", null, String(id));
  const long = def.id.length > 3 ? " long" : "";
  return h(
    "span",
    { class: `chip ${size}${long}`, title: def.name, css: { "--c": def.colour, "--ct": def.text_colour } },
    def.id,
  );
}

/** A player's letter. @param {number} seat @param {string} [extra] */
export const dot = (seat, extra = "") =>
  h("span", { class: `pdot p${seat % 7} ${extra}`, "aria-hidden": "true" }, initial(seat));

/** Shortest beginning of the name that no other player shares, at most two letters. @param {number} seat */
export function initial(seat) {
  const name = seatName(seat),
    seats = T.game.seats;
  const bots = seats.filter((s) => s.bot);
  if (seats[seat]?.bot && bots.length > 1) return "B" + (bots.indexOf(seats[seat]) + 1);
  const same = seats.filter((s) => s.name[0]?.toUpperCase() === name[0]?.toUpperCase()).length > 1;
  return same
    ? (name[0] + (name.match(/\d+/)?.[0]?.slice(-1) || name[1] || "")).slice(0, 2)
    : (name[0] || "?").toUpperCase();
}

/** A player in a sentence. @param {number} seat */
export const who = (seat) => h("b", { class: "who" }, seatName(seat));

/** A company in a sentence. @param {string|number} id */
export const co = (id) => chip(id, "s");

/** A cell with the name of its place. @param {string} cell */
export function cellName(cell) {
  const def = T.sheet.cells.find((c) => c.cell === cell);
  return def?.name ? `${cell} ${def.name}` : cell;
}

/** A private paper: short name and name. @param {string} id */
export function paperName(id) {
  const def = paperDef(id);
  return def && def.name !== id ? `${id} ${def.name}` : id;
}

/** Name of a card or character of the title. @param {string} id */
export const slotName = (id) => (has("slot-" + id) ? t("slot-" + id) : id);

/** @param {any} lot */
export function lotName(lot) {
  if (!lot) return "";
  if (lot.paper !== undefined) return paperName(lot.paper);
  if (lot.company !== undefined) return companyDef(lot.company)?.name || lot.company;
  return slotName(lot.slot);
}

/** Kind and face of a train card such as `b-1`. @param {string} card @param {number} [face] */
export function trainName(card, face) {
  const kind = T.sheet.trains.find((k) => k.name === card.slice(0, card.lastIndexOf("-")));
  if (!kind) return card;
  if (face === undefined) {
    for (const c of T.view.companies) for (const train of c.trains) if (train.id === card) return train.name;
    for (const train of T.view.pool) if (train.id === card) return train.name;
  }
  return kind.faces[face ?? 0]?.name || kind.name;
}

/** @param {any} round */
const roundNumber = (round) =>
  round.kind === "operating" && !priceless() && T.sheet.title !== "18lilliput"
    ? `${round.set}.${round.number}`
    : String(round.set);

/** @param {any} round */
export function roundName(round) {
  if (!round) return "";
  return t("round-" + round.kind, { n: roundNumber(round) });
}

/** Short form for tracks and sliders. @param {any} round */
export const roundShort = (round) => t("short-" + round.kind, { n: roundNumber(round) });

/** What a step is called. @param {string} step */
export const stepName = (step) =>
  [`step-${T.sheet.title}-${step}`, "step-" + step].filter(has).map((k) => t(k))[0] || step;

/** A refusal as a sentence. @param {any} refusal */
export function refusalText(refusal) {
  if (!refusal) return "";
  const args = Object.fromEntries(
    Object.entries(refusal.args || {}).map(([name, value]) => [name, argText(value)]),
  );
  return has("refusal-" + refusal.key) ? t("refusal-" + refusal.key, args) : refusal.text || refusal.key;
}

/** @param {any} value */
function argText(value) {
  if (value === null || typeof value !== "object") return typeof value === "number" ? num(value) : value;
  const [[kind, inner]] = Object.entries(value);
  if (kind === "money") return cash(/** @type {number} */ (inner));
  if (kind === "player") return seatName(/** @type {number} */ (inner));
  if (kind === "company") return companyDef(/** @type {any} */ (inner))?.id || inner;
  if (kind === "paper") return typeof inner === "number" ? T.sheet.papers[inner]?.id : inner;
  return typeof inner === "number" ? num(inner) : inner;
}

/** Whether a seat of who looks must decide. */
export const myTurn = () =>
  T.live &&
  T.online &&
  T.game.state === "playing" &&
  !!T.view.decision &&
  !!T.game.seats[T.view.decision.player]?.mine &&
  !T.game.seats[T.view.decision.player]?.bot;

/** Companies that take turns come first, in the order in which they act; then those to come. @returns {import("./types.d.ts").Company[]} */
export function inOrder() {
  const at = (/** @type {Company} */ c) => (acts(c) ? T.view.acting.indexOf(c.id) : 99);
  return T.view.companies.filter((c) => !c.flags.includes("closed")).sort((a, b) => at(a) - at(b));
}

/** Whether a company takes part already. @param {Company} c */
export const acts = (c) => T.view.acting.includes(c.id);

/** Whether companies have no prices: the introductory game. */
export const priceless = () => T.view.acting.length > 0 && T.view.companies.every((c) => c.price === null);
