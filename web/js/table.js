// @ts-check
// A table: what the page knows about the game it shows, and how it names things.
import { insist, key, post } from "./api.js";
import { Chosen } from "./chosen.js";
import { h } from "./dom.js";
import { automatic, has, money, num, person, t } from "./text.js";

/**
 * @import { Board } from "./board.js"
 * @import { Child } from "./dom.js"
 * @import { Beginning, Charter, Choice, Choices, Company, Decision, GameJson, Given } from "./types.d.ts"
 * @import { Lot, Move, PrintedPaper, RefusalJson, Round, Sheet, SlotName, State } from "./types.d.ts"
 * @import { Told, UserJson, View } from "./types.d.ts"
 */

/**
 * What a title tells beside what all titles have.
 * @typedef {{paper?: string|null, bid?: number, bidder?: number|null,
 *   lots?: (Lot & {price: number})[]}} Auction
 * @typedef {{cash: number, worth: number, companies: string[]}} Gulliver
 * @typedef {{auction?: Auction, cards?: string[], cards_used?: string[], copy_cards?: number[],
 *   characters?: {id: string, holder: number|null}[], gulliver?: Gulliver, nationalisation?: boolean,
 *   southern?: boolean, building_closed?: boolean, ending?: string, round?: number, rounds?: number}} Facts
 */

/** Stands where something is filled in before anything is drawn. */
const LATER = /** @type {never} */ (undefined);

/** Name of a card or character of the title. @param {SlotName} id */
export const slotName = (id) => (has("slot-" + id) ? t("slot-" + id) : String(id));

/** The game shown. The page's first script makes it, fills it, and hands it on to every part. */
export class Table {
  /** @type {UserJson|null} */ user = null;
  /** Accounts that the player blocked, once they are known. @type {Set<string>|undefined} */ blocked;
  /** Levels of bots. @type {string[]} */ levels = [];
  /** @type {GameJson} */ game = LATER;
  /** @type {Sheet} */ sheet = LATER;
  /** @type {State} */ state = LATER;
  /** @type {View} */ view = LATER;
  /** What may be chosen; nothing if it is not one's turn. @type {Choices|null} */ choices = null;
  /** Where rounds and phases began. @type {Beginning[]} */ marks = [];
  /** Moves shown, moves made. */
  at = 0;
  length = 0;
  live = true;
  online = true;
  /** @type {Board} */ board = LATER;
  /** What is being chosen. */ chosen = new Chosen();
  /** Which part the middle shows: `map` or `stock`. */
  mode = "map";
  busy = false;
  /** Whether it shows a lesson or a puzzle, in which best routes are not given away. */
  learns = false;
  /** What stands in the place of the decision for now. @type {(() => Child)|null} */ instead = null;

  /** @param {string} id of the game */
  constructor(id) {
    this.id = id;
  }

  /**
   * Makes a move; a lesson looks at it instead.
   * @param {Move} move @returns {Promise<unknown>}
   */
  make(move) {
    const body = { after: this.length, key: key(), move };
    return insist(() => post(this.api("moves"), body), 4);
  }

  /** Fetches everything again. @returns {Promise<void>} */
  async reload() {}

  /** Draws what shows the choice, the panel of the decision apart. */
  redraw() {}

  /** Draws everything in another language. */
  restyle() {}

  /** Shows `map` or `stock` in the middle, or what fits the decision, and draws everything. @param {string} _mode */
  look(_mode) {}

  /** Address of something of this game. @param {string} [path] */
  api = (path = "") => `/api/games/${this.id}/${path}`;

  /** The decision, where there is one. */
  decision = () => /** @type {Decision} */ (this.view.decision);

  /** Facts of the title by name. @returns {Facts} */
  facts = () => Object.fromEntries(this.view?.facts || []);

  /** All choices there are. */
  allChoices = () => (this.choices?.groups || []).flatMap((g) => g.choices);

  /**
   * What seats of who looks may do although somebody else decides.
   * @returns {(Choice & {seat: number})[]}
   */
  asides = () =>
    this.live && this.online
      ? (this.choices?.asides || []).flatMap(({ seat, groups }) =>
          groups.flatMap((g) => g.choices.map((c) => ({ ...c, seat }))),
        )
      : [];

  /** A company as printed. @param {number|string|null|undefined} id */
  companyDef = (id) =>
    /** @type {Charter} */ (
      typeof id === "number" ? this.sheet.companies[id] : this.sheet.companies.find((c) => c.id === id)
    );

  /** A company as it stands. @param {string|null|undefined} id */
  companyView = (id) => /** @type {Company} */ (this.view.companies.find((c) => c.id === id));

  /** A paper as printed. @param {string|null|undefined} id */
  paperDef = (id) => /** @type {PrintedPaper} */ (this.sheet.papers.find((p) => p.id === id));

  /** Name of a seat; the automatic player sits after the last. @param {number} seat */
  seatName = (seat) =>
    person(this.game.seats[seat]?.name ?? "", this.game.seats[seat]?.bot) ||
    (this.game.seats[seat] ? t("seat-open") : automatic(this.sheet.title, this.sheet.course.automatic));

  /** Key of a text in the words of this title, if it has its own. @param {string} key */
  own = (key) => [`${key}-${this.sheet.title}`, key].find(has) ?? key;

  /** Money of players. @param {number} value */
  cash = (value) => money(value, this.sheet.money);

  /** Money of companies; a treasury may be hidden. @param {number|null} value */
  coins = (value) => (value === null ? "–" : money(value, this.sheet.company_money || this.sheet.money));

  /** A company's token. @param {string|number} id @param {string} [size] */
  chip(id, size = "s") {
    const def = this.companyDef(id);
    if (!def) return h("span", null, String(id));
    const long = def.id.length > 3 ? " long" : "";
    return h(
      "span",
      {
        class: `chip ${size}${long}`,
        title: def.name,
        "data-card": "company:" + def.id,
        css: { "--c": def.colour, "--ct": def.text_colour },
      },
      def.id,
    );
  }

  /** A player's letter. @param {number} seat @param {string} [extra] */
  dot(seat, extra = "") {
    return h(
      "span",
      { class: `pdot p${seat % 7} ${extra}`, "aria-hidden": "true", "data-card": "player:" + seat },
      this.initial(seat),
    );
  }

  /** Shortest beginning of the name that no other player shares, at most two letters. @param {number} seat */
  initial(seat) {
    const name = this.seatName(seat),
      seats = this.game.seats;
    const bots = seats.filter((s) => s.bot);
    if (seats[seat]?.bot && bots.length > 1) return "B" + (bots.indexOf(seats[seat]) + 1);
    const same = seats.filter((s) => s.name[0]?.toUpperCase() === name[0]?.toUpperCase()).length > 1;
    if (!same) return (name[0] || "?").toUpperCase();
    return (name[0] + (name.match(/\d+/)?.[0]?.slice(-1) || name[1] || "")).slice(0, 2);
  }

  /** A player in a sentence. @param {number} seat */
  who(seat) {
    return h("b", { class: "who", "data-card": "player:" + seat }, this.seatName(seat));
  }

  /** A place in a sentence. @param {string} cell */
  place(cell) {
    return h("b", { "data-card": "cell:" + cell }, this.cellName(cell));
  }

  /** A cell with the name of its place. @param {string} cell */
  cellName = (cell) => {
    const def = this.sheet.cells.find((c) => c.cell === cell);
    return def?.name ? `${cell} ${def.name}` : cell;
  };

  /** A private paper: short name and name. @param {string} id */
  paperName = (id) => {
    const def = this.paperDef(id);
    return def && def.name !== id ? `${id} ${def.name}` : id;
  };

  /** @param {Lot|null|undefined} lot */
  lotName(lot) {
    if (!lot) return "";
    if ("paper" in lot) return this.paperName(lot.paper);
    return "slot" in lot ? slotName(lot.slot) : this.companyDef(lot.company)?.name || lot.company;
  }

  /** Kind of a train card such as `b-1`. @param {string} card */
  trainKind(card) {
    return this.sheet.trains.find((k) => k.name === card.slice(0, card.lastIndexOf("-")));
  }

  /** Face of a train card. @param {string} card @param {number|null} [face] */
  trainName(card, face) {
    const kind = this.trainKind(card);
    if (!kind) return card;
    const trains = [...this.view.companies.flatMap((c) => c.trains), ...this.view.pool];
    const known = (face ?? null) === null && trains.find((train) => train.id === card);
    return known ? known.name : kind.faces[face ?? 0]?.name || kind.name;
  }

  /** @param {Round} round */
  roundNumber(round) {
    const within = round.kind === "operating" && this.sheet.course.sets;
    return within ? `${round.set}.${round.number}` : String(round.set);
  }

  /** @param {Round|null|undefined} round */
  roundName(round) {
    return round ? t("round-" + round.kind, { n: this.roundNumber(round) }) : "";
  }

  /** Short form for tracks and sliders. @param {Round} round */
  roundShort(round) {
    return t("short-" + round.kind, { n: this.roundNumber(round) });
  }

  /** What a step is called. @param {string} step */
  stepName = (step) =>
    [`step-${this.sheet.title}-${step}`, "step-" + step].filter(has).map((k) => t(k))[0] || step;

  /** A refusal as a sentence. @param {RefusalJson|null|undefined} refusal */
  refusalText(refusal) {
    if (!refusal) return "";
    const args = Object.entries(refusal.args || {}).map(([name, value]) => [name, this.argText(value)]);
    const key = "refusal-" + refusal.key;
    return has(key) ? t(key, Object.fromEntries(args)) : refusal.text || refusal.key;
  }

  /** What a company, card or character brings: a sentence each. @param {SlotName} id */
  brings(id) {
    return (this.sheet.brings[id] ?? []).map(({ key, args, special }) => {
      const told = Object.entries(args).map(([name, value]) => [name, this.argText(value)]);
      return { text: t("brings-" + key, Object.fromEntries(told)), special };
    });
  }

  /** @param {Given|Told} value */
  argText(value) {
    if ("number" in value) return num(value.number);
    if ("money" in value) return this.cash(value.money);
    if ("player" in value) return this.seatName(value.player);
    const names = /** @type {string} */ (Object.values(value)[0]).split(", ");
    return names.map((x) => (has("tile-" + x) ? t("tile-" + x) : x)).join(", ");
  }

  /** Whether a seat of who looks must decide. */
  myTurn() {
    const seat = this.game.seats[this.view.decision?.player ?? -1];
    return this.live && this.online && this.game.state === "playing" && !!seat?.mine && !seat.bot;
  }

  /** Companies that take turns come first, in the order in which they act; then those that did, then those to come. */
  inOrder() {
    const at = (/** @type {Company} */ c) =>
      this.view.acting.includes(c.id) ? this.view.acting.indexOf(c.id) : this.acts(c) ? 98 : 99;
    return this.view.companies.filter((c) => !c.flags.includes("closed")).sort((a, b) => at(a) - at(b));
  }

  /** Whether a company takes part, or did until the end. @param {Company} c */
  acts = (c) =>
    this.view.acting.includes(c.id) ||
    c.flags.includes("bankrupt") ||
    (this.view.round.kind === "over" && c.flags.includes("floated"));

  /** Whether companies have no prices: the introductory game. */
  priceless = () =>
    this.view.companies.some((c) => c.flags.includes("floated")) &&
    this.view.companies.every((c) => c.price === null);

  /** Percent of a company in the hands of the automatic player. @param {Company} c */
  automaticOf = (c) => {
    const { units, unit_percent } = this.companyDef(c.id);
    const held = this.view.players.flatMap((p) => p.shares.filter((s) => s[0] === c.id).map((s) => s[2]));
    return units * unit_percent - held.reduce((a, b) => a + b, c.ipo + c.pool);
  };
}
