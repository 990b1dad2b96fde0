// @ts-check
// The log: newest first, back to the first move, with a search and filters.
import { get } from "./api.js";
import { $, h, icon, put } from "./dom.js";
import { actName } from "./acts.js";
import { logText, reasonText, sentence } from "./events.js";
import { toldLine, toldText } from "./happened.js";
import { lang, rich, t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { GameEvent, Line, LogJson, TableTold } from "./types.d.ts"
 * @typedef {(number: number) => void} Go shows the game as it stood after so many moves
 */

/** Lines known, by number of the move. @type {Map<number, Line>} */ const known = new Map();
/** What is shown: a kind of events, a player or company, a text; and how many lines at most. */
const wish = { kind: "all", who: "", text: "", most: 60, open: false };
/** Lines that are put into the page at once, and fetched at once. */
const STEP = 60,
  FETCHED = 400;
let fetching = false;

/** Events by what one looks for. @type {Record<string, string[]>} */
const KINDS = {
  money: [
    "paid,lot_taken,bid_made,paper_bought,paper_sold,started,share_bought,shares_sold,floated,price_moved",
    "ran,paid_out,kept,train_bought,train_traded,acquired,offered,loan_taken,repaid",
  ].flatMap((x) => x.split(",")),
  track: ["tile_laid", "paper_tile_laid", "station_placed", "station_waits", "station_returned"],
};

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

/**
 * What a line tells, in order. A pass comes first: what follows it is not the reason's.
 * @param {Table} table @param {Line} line
 */
function told(table, line) {
  const all = line.events.map((e) => ({ e, text: sentence(table, e, line.move) })).filter((x) => x.text);
  const passes = line.move?.move === "pass" && !line.events.some((e) => e.event === "passed");
  /** @type {GameEvent} */ const pass = { event: "passed", player: line.seat };
  return passes ? [{ e: pass, text: rich("event-passed", { player: table.who(line.seat) }) }, ...all] : all;
}

/** A line of the log. @param {Table} table @param {Line} line @param {Go} go */
export function logLine(table, line, go) {
  const list = told(table, line);
  if (!list.length) return null;
  // What was done is said already; of a bot's reason only the reason.
  const why = line.reason && reasonText(line.reason).replace(/^[^:]*(: |$)/, "");
  return h(
    "li",
    { class: "ll", "data-move": line.number },
    h(
      "button",
      { class: "no", type: "button", title: t("show-move"), on: { click: () => go(line.number) } },
      String(line.number),
    ),
    h(
      "div",
      null,
      list.map((x, i) => [
        h("p", { class: (LOUD.has(x.e.event) ? "loud " : "") + "ev-" + x.e.event }, x.text),
        !i && why && h("p", { class: "muted reason" }, why),
      ]),
    ),
  );
}

/** Whether a value stands somewhere within, under a name that fits. @param {unknown} x @param {RegExp} name @param {unknown} value @returns {boolean} */
const holds = (x, name, value) =>
  !!x &&
  typeof x === "object" &&
  Object.entries(x).some(([k, v]) => (name.test(k) && v === value) || holds(v, name, value));

/** Whether a line is looked for. @param {Table} table @param {Line} line */
function fits(table, line) {
  const { kind, who, text } = wish,
    all = [line.move, line.events.filter((e) => sentence(table, e, line.move))];
  if (kind !== "all" && !line.events.some((e) => KINDS[kind].includes(e.event))) return false;
  if (who.startsWith("c:") && !holds(all, /^(company|target|owner|from|to|seller)$/, who.slice(2)))
    return false;
  if (who.startsWith("p:")) {
    const seat = Number(who.slice(2));
    if (line.seat !== seat && !holds(all, /^(player|to|seat)$/, seat)) return false;
  }
  return !text || `${line.number} ${logText(table, line)}`.toLowerCase().includes(text);
}

const isWide = () => wish.kind === "all" && !wish.who && !wish.text;

/** Takes in what the state told. Lines that were taken back are forgotten. @param {Table} table @param {Line[]} lines */
function learn(table, lines) {
  const old = lines[0] && known.get(lines[0].number);
  if (old && old.at !== lines[0].at) known.clear();
  for (const number of known.keys()) if (number > table.length) known.delete(number);
  for (const line of lines) known.set(line.number, line);
}

/** The first of the lines that are known without a gap back from a move. @param {number} from */
function first(from) {
  let at = from;
  while (at > 1 && known.has(at - 1)) at--;
  return at;
}

/**
 * The log, newest first.
 * @param {Table} table @param {HTMLElement} box @param {Go} go @param {Line[]} lines
 */
export function log(table, box, go, lines) {
  learn(table, lines);
  const key = lang() + table.id + JSON.stringify(table.game.seats.map((s) => s.name));
  if (box.dataset.key !== key) {
    box.dataset.key = key;
    frame(table, box, go);
  }
  fill(table, box, go);
}

/** Heading, filters, the list itself. @param {Table} table @param {HTMLElement} box @param {Go} go */
function frame(table, box, go) {
  const again = (/** @type {Partial<typeof wish>} */ change) => {
    Object.assign(wish, change, { most: STEP });
    tools();
    $(".scroll", box).scrollTop = 0;
    fill(table, box, go);
  };
  const search = h("input", {
    type: "search",
    id: "log-search",
    value: wish.text,
    placeholder: t("log-search"),
    "aria-label": t("log-search"),
    on: {
      input: (e) => again({ text: e.target.value.trim().toLowerCase() }),
      keydown: (e) => e.key === "Escape" && find(table, box, go),
    },
  });
  const option = (/** @type {string} */ value, /** @type {string} */ name) =>
    h("option", { value, selected: value === wish.who }, name);
  const who = h(
    "select",
    {
      class: "sel",
      id: "log-who",
      "aria-label": t("log-who"),
      on: { change: (e) => again({ who: e.target.value }) },
    },
    option("", t("log-everybody")),
    table.view.players.map((p) => option("p:" + p.seat, table.seatName(p.seat))),
    table.view.companies.map((c) => option("c:" + c.id, c.id)),
  );
  const row = h("div", { class: "logfind" }, search, who);
  const head = h("div", { class: "loghead" });
  const tools = () => {
    row.hidden = !wish.open;
    put(
      head,
      h("h2", { class: "ph" }, t("log")),
      h(
        "div",
        { class: "seg", role: "group", "aria-label": t("log-filter") },
        ["all", ...Object.keys(KINDS)].map((kind) =>
          h(
            "button",
            {
              type: "button",
              id: "log-" + kind,
              class: kind === wish.kind ? "on" : "",
              "aria-pressed": String(kind === wish.kind),
              on: { click: () => again({ kind }) },
            },
            t("log-" + kind),
          ),
        ),
      ),
      h(
        "button",
        {
          class: "btn quiet ic",
          type: "button",
          id: "log-find",
          "aria-expanded": String(wish.open),
          "aria-label": t("log-search"),
          title: t("log-search"),
          on: { click: () => find(table, box, go) },
        },
        icon("M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5"),
      ),
    );
  };
  box.addEventListener("tools", tools);
  tools();
  put(
    box,
    head,
    row,
    h(
      "div",
      {
        class: "scroll",
        tabindex: "0",
        role: "region",
        "aria-label": t("log"),
        on: {
          scroll: (e) => {
            const { scrollTop, clientHeight, scrollHeight } = e.target;
            if (scrollTop + clientHeight > scrollHeight - 200) more(table, box, go);
          },
        },
      },
      h("ol", { class: "log" }),
    ),
  );
}

/** Opens the search, or closes it and shows everything again. @param {Table} table @param {HTMLElement} box @param {Go} go */
export function find(table, box, go) {
  wish.open = !wish.open;
  const search = /** @type {HTMLInputElement} */ ($("#log-search", box));
  if (!wish.open) {
    Object.assign(wish, { text: "", who: "" });
    search.value = "";
    /** @type {HTMLSelectElement} */ ($("#log-who", box)).value = "";
  }
  box.dispatchEvent(new Event("tools"));
  fill(table, box, go);
  (wish.open ? search : $("#log-find", box)).focus();
}

/** What happened at the table besides moves, newest first, as far as it is looked for. @param {Table} table */
function tellings(table) {
  if (!table.live || wish.kind !== "all") return [];
  const seat = wish.who.startsWith("p:") ? Number(wish.who.slice(2)) : null;
  if (wish.who && seat === null) return [];
  return (table.state.told || [])
    .filter((x) => seat === null || x.seat === seat || x.seats?.includes(seat) || x.by === seat)
    .filter((x) => !wish.text || (toldText(table, x) ?? "").toLowerCase().includes(wish.text))
    .reverse();
}

/** @param {Table} table @param {TableTold|undefined} told @returns {HTMLElement[]} */
function spoken(table, told) {
  const row = told && toldLine(table, told);
  return row ? [row] : [];
}

/** @param {Table} table @param {HTMLElement} box @param {Go} go */
function fill(table, box, go) {
  const scroll = $(".scroll", box),
    list = /** @type {HTMLElement} */ ($(".log", box));
  // What is being read stays where it is.
  const top = scroll.scrollTop,
    read = /** @type {HTMLElement[]} */ ([...list.children]).find((e) => e.offsetTop + e.offsetHeight > top),
    under = read && top > 0 ? read.offsetTop - top : 0;
  const from = first(table.at);
  /** @type {HTMLElement[]} */ const rows = [];
  const told = tellings(table);
  for (let n = table.at; n >= from && n > 0 && rows.length < wish.most; n--) {
    const line = known.get(n);
    while (line && told.length && told[0].at >= line.at) rows.push(...spoken(table, told.shift()));
    const row = line && fits(table, line) && logLine(table, line, go);
    if (row) rows.push(row);
  }
  if (from <= 1) for (const one of told) rows.push(...spoken(table, one));
  put(list, rows);
  if (!isWide() && from > 1) more(table, box, go);
  else if (!rows.length) put(list, h("li", { class: "muted" }, t(table.at ? "log-none" : "log-begin")));
  const again = read && top > 0 && $(`[data-move="${read.dataset.move}"]`, list);
  if (again) scroll.scrollTop = again.offsetTop - under;
}

/** More lines: those known, then earlier ones. @param {Table} table @param {HTMLElement} box @param {Go} go */
async function more(table, box, go) {
  const at = table.at,
    from = first(at),
    shown = $(".log", box).children.length;
  if (shown >= wish.most) {
    wish.most += STEP;
    fill(table, box, go);
  } else if (from > 1 && !fetching) {
    fetching = true;
    try {
      /** @type {LogJson} */ const earlier = await get(table.api("log"), { before: from, limit: FETCHED });
      if (table.at !== at && !known.has(from)) return;
      for (const line of earlier.lines) known.set(line.number, line);
      if (isWide()) wish.most += STEP;
    } catch {
      // The next scroll asks again.
      return;
    } finally {
      fetching = false;
    }
    fill(table, box, go);
  }
}
