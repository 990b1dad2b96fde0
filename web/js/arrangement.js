// @ts-check
// A position that is set up by hand, as docs/position.md describes it. The map of it is a question, as for the calculator.
import { factsOf } from "./facts.js";

/**
 * @import { Laid, Placed, Question } from "./question.js"
 * @import { Charter, Sheet, Title, TrainFace, TrainKind } from "./types.d.ts"
 */
/**
 * Parts may hold more than the form shows: it stays as it is.
 * @typedef {{train: string, face?: string, obsolete?: boolean, runs?: number, marks?: number}} TrainCard
 * @typedef {{cash?: number, shares: Record<string, number>, papers: string[]}} Seat
 * @typedef {{started?: boolean, price?: number, cell?: number, cash?: number, pool?: number, floated?: boolean, operated?: boolean,
 *   standing?: string[], trains: (string|TrainCard)[], papers: string[]}} Firm what is told of a company
 * @typedef {{turn: {player: number}|{company: string}, set: number, number: number, step?: string,
 *   revenue?: number, players: Seat[], companies: Record<string, Firm>,
 *   papers: Record<string, {lies?: string, used?: boolean}>, pool?: (string|TrainCard)[],
 *   aside?: (string|TrainCard)[], gone?: (string|TrainCard)[]}} Told
 * @typedef {{q: Question, names: string[], told: Told}} Arranged a position, and who plays it
 * @typedef {{kind: TrainKind, face: TrainFace, name: string}} Side a side of a train that a company can own
 */

/** @returns {Seat} */
const seat = () => ({ shares: {}, papers: [] });

/** Nothing is told yet. @param {number} players @returns {Told} */
export const nothing = (players) => ({
  turn: { player: 0 },
  set: 1,
  number: 1,
  players: Array.from({ length: players }, seat),
  companies: {},
  papers: {},
});

/** Units that players and the pool hold of a company. @param {Told} told @param {string} id */
export const sold = (told, id) =>
  told.players.reduce((sum, p) => sum + (p.shares[id] ?? 0), told.companies[id]?.pool ?? 0);

/** Prices of the market, each once. @param {Sheet} sheet */
export const prices = (sheet) =>
  [...new Set(sheet.market.map((c) => c.price))].filter((p) => p > 0).sort((a, b) => a - b);

/** A starting price in the middle of those of a company. @param {Sheet} sheet @param {Charter} def */
function startingPrice(sheet, def) {
  const all = sheet.market.filter((c) => c.start & (1 << def.size)).map((c) => c.price);
  all.sort((a, b) => a - b);
  return all[all.length >> 1];
}

/**
 * A company that has just floated: whoever directs fewest holds enough of it.
 * @param {Told} told @param {Sheet} sheet @param {string} id
 */
export function start(told, sheet, id) {
  const def = sheet.companies.find((c) => c.id === id);
  if (!def || told.companies[id]) return;
  const [first] = [...told.players].sort((a, b) => size(a.shares) - size(b.shares));
  const needed = Math.max(def.director_units, def.float_units),
    most = Math.min(needed, def.max_units);
  told.companies[id] = { price: startingPrice(sheet, def), trains: [], papers: [] };
  if (!first) return;
  first.shares[id] = most;
  const second = told.players.find((p) => p !== first);
  if (needed > most && second) second.shares[id] = needed - most;
}

/** @param {object} things */
const size = (things) => Object.keys(things).length;

/** Takes a company out, with all that is told of it. @param {Arranged} all @param {string} id */
export function stop({ q, told }, id) {
  delete told.companies[id];
  for (const p of told.players) delete p.shares[id];
  q.stations = q.stations.filter((x) => x.company !== id);
  if ("company" in told.turn && told.turn.company === id) {
    told.turn = { player: 0 };
    delete told.step;
  }
}

/** As many players; who leaves the table takes everything along. @param {Arranged} all @param {number} n */
export function seats({ q, names, told }, n) {
  q.players = n;
  names.length = Math.min(names.length, n);
  told.players.length = Math.min(told.players.length, n);
  while (told.players.length < n) told.players.push(seat());
  if ("player" in told.turn && told.turn.player >= n) told.turn = { player: 0 };
}

/**
 * The position of a question about routes: its companies have floated, and who runs is about to run.
 * @param {Question} q @param {Sheet} sheet @param {number} players @returns {Arranged}
 */
export function fromQuestion(q, sheet, players) {
  const told = nothing(players);
  const runs = q.trains.length + q.obsolete.length > 0 ? [q.company] : [];
  for (const id of q.bankrupt)
    told.companies[id] = { started: false, standing: ["bankrupt"], trains: [], papers: [] };
  for (const id of new Set([...runs, ...q.stations.map((x) => x.company)])) start(told, sheet, id);
  const def = sheet.companies.find((c) => c.id === q.company);
  if (def && told.companies[def.id]) {
    told.turn = { company: def.id };
    told.step = "run";
    for (const name of [...q.trains, ...q.obsolete]) {
      const side = sides(sheet, def).find((s) => s.face.name === name && left(told, s.kind) > 0);
      if (side) addTrain(told, def.id, side);
    }
  }
  return { q: { ...q, players, phase: q.phase || sheet.phases[0].name }, names: [], told };
}

/** Sides of trains that a company can own. @param {Sheet} sheet @param {Charter} def @returns {Side[]} */
export function sides(sheet, def) {
  const all = sheet.trains.flatMap((kind) => kind.faces.map((face) => ({ kind, face })));
  const own = all.filter(({ face }) => face.size === def.size);
  const sized = all.some(({ face }) => face.size) && own.length ? own : all;
  return sized.map(({ kind, face }) => ({
    kind,
    face,
    name: kind.name === face.name ? face.name : `${face.name} (${kind.name})`,
  }));
}

/** @param {string|TrainCard} card */
const nameOf = (card) => (typeof card === "string" ? card : card.train);

/** @param {string|TrainCard} card */
const kindOf = (card) => nameOf(card).replace(/-\d+$/, "");

/** All trains that are told of. @param {Told} told */
const cards = (told) => [
  ...Object.values(told.companies).flatMap((c) => c.trains),
  ...(told.pool ?? []),
  ...(told.aside ?? []),
  ...(told.gone ?? []),
];

/** Trains of a kind that nobody has yet. @param {Told} told @param {TrainKind} kind */
export const left = (told, kind) =>
  (kind.unlimited ? 99 : kind.count) - cards(told).filter((c) => kindOf(c) === kind.name).length;

/** Whether a train shows a side. @param {string|TrainCard} card @param {Side} side */
const shows = (card, { kind, face }) =>
  kindOf(card) === kind.name &&
  face.name === ((typeof card === "string" ? null : card.face) ?? kind.faces[0].name);

/** How many trains of a side a company has. @param {Firm} firm @param {Side} side */
export const owns = (firm, side) => firm.trains.filter((c) => shows(c, side)).length;

/** @param {Told} told @param {string} id @param {Side} side */
export function addTrain(told, id, { kind, face }) {
  const taken = new Set(cards(told).map(nameOf));
  let copy = 0;
  while (taken.has(`${kind.name}-${copy}`)) copy++;
  const train = `${kind.name}-${copy}`;
  told.companies[id].trains.push(face === kind.faces[0] ? train : { train, face: face.name });
}

/** @param {Firm} firm @param {Side} side */
export function dropTrain(firm, side) {
  const at = firm.trains.findLastIndex((c) => shows(c, side));
  if (at >= 0) firm.trains.splice(at, 1);
}

/** Where a paper is: `player:0`, `company:AR`, `bank`, `gone` or `aside`. @param {Told} told @param {string} id */
export function placeOf(told, id) {
  const at = told.players.findIndex((p) => p.papers.includes(id));
  if (at >= 0) return "player:" + at;
  const owner = Object.keys(told.companies).find((c) => told.companies[c].papers.includes(id));
  return owner ? "company:" + owner : (told.papers[id]?.lies ?? "aside");
}

/** Gives a paper to somebody, or lays it somewhere. @param {Told} told @param {string} id @param {string} place */
export function give(told, id, place) {
  for (const x of [...told.players, ...Object.values(told.companies)])
    x.papers = x.papers.filter((p) => p !== id);
  const { lies: _, ...note } = told.papers[id] ?? {};
  delete told.papers[id];
  const [kind, whose] = place.split(/:(.*)/);
  if (kind === "player") told.players[Number(whose)]?.papers.push(id);
  else if (kind === "company") told.companies[whose]?.papers.push(id);
  else if (kind !== "aside") told.papers[id] = { ...note, lies: kind };
  if (size(note) && !told.papers[id]) told.papers[id] = note;
}

/** Without what says nothing. @template {object} T @param {T} thing @returns {T} */
const bare = (thing) =>
  /** @type {T} */ (
    Object.fromEntries(
      Object.entries(thing).filter(
        ([, v]) => v !== undefined && v !== null && v !== "" && !(typeof v === "object" && !size(v)),
      ),
    )
  );

/** Whether the income of a run matters in a step. @param {string} title @param {string} [step] */
export const hasRun = (title, step) => {
  const steps = factsOf(title).company;
  return !!step && steps.indexOf(step) >= steps.indexOf("dividend");
};

/** The position as it is written down. @param {Arranged} all */
export function written({ q, told }) {
  const { turn, set, number, step, revenue, players, companies, papers, ...rest } = told;
  const runs = "company" in turn;
  return {
    phase: q.phase,
    set,
    number,
    turn,
    ...bare({
      step: runs ? step : undefined,
      revenue: (runs && hasRun(q.title, step) && revenue) || undefined,
      ...rest,
    }),
    players: players.map((p) => bare({ ...p, shares: held(p.shares) })),
    ...bare({
      companies: Object.fromEntries(Object.entries(companies).map(([id, c]) => [id, bare(c)])),
      papers,
      tiles: q.tiles,
      stations: q.stations,
    }),
  };
}

/** @param {Record<string, number>} shares */
const held = (shares) => Object.fromEntries(Object.entries(shares).filter(([, n]) => n > 0));

/** A game that begins with the position, as a file. @param {Arranged} all @param {Title} title @param {unknown[]} [moves] */
export const file = (all, title, moves = []) => ({
  format: "signalbox-game",
  version: 2,
  wire: 1,
  setup: {
    title: title.id,
    variant: all.q.variant,
    preset: title.presets[0] ?? "",
    options: all.q.options,
    players: all.names,
    seed: crypto.getRandomValues(new Uint32Array(1))[0],
    rules: title.rules_version,
    arrangement: written(all),
  },
  moves,
});

/** @param {unknown} x @returns {x is Record<string, unknown>} */
const isThing = (x) => typeof x === "object" && x !== null && !Array.isArray(x);
/** @param {unknown} x @returns {Record<string, Record<string, unknown>>} */
const things = (x) =>
  isThing(x)
    ? Object.fromEntries(Object.entries(x).map(([id, thing]) => [id, isThing(thing) ? thing : {}]))
    : {};
/** @param {unknown} x @returns {never[]} */
const list = (x) => /** @type {never[]} */ (Array.isArray(x) ? x : []);

/**
 * What somebody wrote down, alone or in a file of a game; nothing if it is no position.
 * Whether it could be is for the server to say.
 * @param {unknown} value @param {Question} q @returns {{q: Question, told: Told, names: string[]}|null}
 */
export function read(value, q) {
  const setup = isThing(value) && isThing(value.setup) ? value.setup : null;
  const told = setup ? setup.arrangement : value;
  if (!isThing(told) || !isThing(told.turn)) return null;
  const { phase, tiles, stations, turn, players, companies, papers, ...rest } = told;
  const { company, player } = turn;
  const seats = list(players).map((p) => {
    /** @type {Record<string, unknown>} */ const one = isThing(p) ? p : {};
    const shares = /** @type {Record<string, number>} */ (isThing(one.shares) ? one.shares : {});
    return /** @type {Seat} */ ({ ...one, shares, papers: list(one.papers) });
  });
  const names = list(setup?.players).map(String);
  const n = seats.length || names.length || q.players || 2;
  while (seats.length < n) seats.push(seat());
  const firms = Object.entries(things(companies)).map(([id, c]) => [
    id,
    { ...c, trains: list(c.trains), papers: list(c.papers) },
  ]);
  return {
    q: {
      ...q,
      ...(setup
        ? {
            title: String(setup.title ?? q.title),
            variant: String(setup.variant ?? ""),
            options: /** @type {Record<string, string>} */ (isThing(setup.options) ? setup.options : {}),
          }
        : {}),
      // One more than sit there may be an automatic shareholder.
      players: names.length || (q.players && n === q.players + 1 ? q.players : n),
      phase: String(phase ?? ""),
      tiles: /** @type {Record<string, Laid>} */ (/** @type {unknown} */ (things(tiles))),
      stations: list(stations).map((/** @type {Placed} */ x) => ({ ...x, stop: x.stop ?? 0 })),
    },
    names,
    told: /** @type {Told} */ ({
      set: 1,
      number: 1,
      ...rest,
      turn: typeof company === "string" ? { company } : { player: Number(player ?? 0) },
      players: seats,
      companies: Object.fromEntries(firms),
      papers: things(papers),
    }),
  };
}

/** What the form does not show, by name. @param {Told} told */
export const beyond = (told) =>
  Object.keys(told).filter(
    (key) => !["turn", "set", "number", "step", "revenue", "players", "companies", "papers"].includes(key),
  );
