// @ts-check
// The game page: fetches, listens, and draws every part.
import { Fault, get, getText, insist, invite, key, listen, post, session } from "./api.js";
import { actName } from "./acts.js";
import { Board } from "./board.js";
import { clear, fault, kept, whyCell } from "./choosing.js";
import { draw as drawDecision } from "./decide.js";
import { $, $$, h, icon, narrow, phone, put, say, toast, upright } from "./dom.js";
import { logText, sentence } from "./events.js";
import { slider } from "./history.js";
import { deciding, follow } from "./keys.js";
import { find, log } from "./log.js";
import { card, drawer, ended, heard, opens, picks, renew, rings, talk } from "./opens.js";
import { companies, matrix, players, process, trains } from "./panels.js";
import { calm } from "./pace.js";
import { ran } from "./run.js";
import { switches, tell } from "./shell.js";
import { cards, market } from "./stock.js";
import { toldText } from "./happened.js";
import { Table } from "./table.js";
import { fillTexts, has, loadTexts, num, person, t } from "./text.js";
import { cells, mark, paperLaid, pickCell, turn } from "./track.js";
import { marked } from "./unread.js";

/** @import { History, Line, Sheet, State, Titles, Undone } from "./types.d.ts" */

const table = new Table(location.pathname.split("/")[2] || "");
let wantedAt = new URLSearchParams(location.search).get("at");
/** Moves that were shown. */ let seen = 0;
let mapKey = "",
  lastStep = "-",
  wasOver = false;
/** @type {Line[]} */ let lines = [];
/** Tips, where the game is the guided one. */
const tips = () => (localStorage.getItem("guide:" + table.id) ? import("./guide.js") : null);

/** Texts and sheet, without which nothing is drawn. @type {Promise<unknown>|null} */ let ready = null;
/** @type {Promise<void>|null} */ let running = null;
let again = false,
  wait = 0;

/**
 * Fetches the game as it stands, or as it stood, and draws it.
 * Calls while one is under way become one more round, so nothing is missed.
 * @returns {Promise<void>}
 */
function load() {
  again = true;
  return (running ??= (async () => {
    try {
      while (again) {
        again = false;
        await fetchAll();
      }
    } finally {
      running = null;
    }
  })());
}

/** The same in the background: tried again until it succeeds. */
function soon() {
  load().then(
    () => {
      wait = 0;
    },
    (e) => {
      if (e instanceof Fault && e.status < 500 && e.status !== 429) {
        fault(table, e);
        return;
      }
      setTimeout(soon, (wait = Math.min(8000, wait * 2 || 250)));
    },
  );
}

async function fetchAll() {
  const at = wantedAt === null ? undefined : Number(wantedAt);
  /** @type {State} */ const state = await get(table.api("state"), { at, choices: true });
  // Who reads a tip sees afterwards what the others did.
  if ($("#guide") && !table.busy && table.live && state.live && state.length > table.length) return;
  const moved = state.at !== table.at || state.length !== table.length;
  // Lines that came while one looked on.
  const news = table.view && state.live ? state.log.filter((l) => l.number > seen) : [];
  seen = state.length;
  const chooseAgain = kept(table);
  table.state = state;
  import("./luck.js").then((m) => m.promised(table));
  table.game = state.game;
  table.view = state.view;
  table.at = state.at;
  table.length = state.length;
  table.live = state.live;
  table.choices = state.choices ?? null;
  lines = state.log;
  if (table.live && wantedAt !== null) {
    wantedAt = null;
    history.replaceState(null, "", `/game/${table.id}${invite ? "?invite=" + invite : ""}`);
  }
  if (moved || table.chosen.after !== table.at) {
    clear(table);
    table.chosen.begin(table.at);
    chooseAgain();
  }
  await Promise.all([
    map(),
    moved || !table.marks.length
      ? get(table.api("history")).then((/** @type {History} */ x) => (table.marks = x.marks))
      : null,
    ready,
  ]);
  draw();
  await happened(news);
}

/** Tells what the others did meanwhile: bots and people in cards, an automatic player step by step. @param {Line[]} news */
async function happened(news) {
  calm(table);
  if (lines.some((l) => !table.game.seats[l.seat]?.mine || table.game.seats[l.seat]?.bot)) {
    const { since } = await import("./since.js");
    await since(table, lines);
  }
  const line = news.findLast((l) => l.events.some((e) => e.event === "procedure" || e.event === "drawn"));
  if (!line) return;
  const { follow, isAutomatic } = await import("./automatic.js");
  if (isAutomatic(line)) follow(table, line, () => drawDecision(table));
}

/** Fetches the map if anything on it changed. */
async function map() {
  const name = JSON.stringify([
    table.view.board,
    table.view.phase,
    table.view.companies.map((c) => [c.stations, c.flags.includes("home"), c.flags.includes("closed")]),
    table.state.last?.number,
  ]);
  if (name === mapKey && table.board.svg) return;
  const text = await getText(table.api("map.svg"), { at: table.at, theme: "page", marked: true });
  mapKey = name;
  table.board.draw(text);
}

/** Which part of the middle fits what is to be decided. */
function natural() {
  const step = table.view.decision?.step,
    kinds = (table.choices?.groups || []).map((g) => g.kind);
  if (kinds.some((k) => ["lay_tile", "place_station", "lift_station", "run"].includes(k)) || paperLaid(table))
    return "map";
  return table.view.round.kind === "stock" ||
    step === "stock" ||
    kinds.some((k) => k === "start" || k === "buy_share" || k === "sell_shares")
    ? "stock"
    : "map";
}

function draw() {
  // While others decide, the view stays as it is.
  const { decision, round } = table.view;
  const here = table.myTurn() ? `${decision?.step}/${decision?.company}/${round.kind}` : "";
  const fresh = here !== lastStep && (here !== "" || lastStep === "-");
  lastStep = here;
  if (fresh) table.mode = natural();
  // The end has a view of its own, until one looks elsewhere.
  const over = table.live && !!table.view.outcome;
  if (over !== wasOver) table.mode = over ? "result" : natural();
  wasOver = over;
  const root = $("#table");
  root.dataset.mode = table.mode;
  $("#mapbox").hidden = table.mode === "stock";
  $("#stockmain").hidden = table.mode !== "stock";
  $("#strip").hidden = table.mode === "stock";
  head();
  process(table, $("#process"));
  players(table, $("#players"));
  trains(table, $("#trains"));
  const side = $("#companies");
  if (table.mode === "stock") matrix(table, side);
  else companies(table, side);
  log(table, $("#log"), go, lines);
  slider(table, $("#history"), go);
  tabs();
  desk();
  drawDecision(table);
  middle();
  mark(table);
  if (fresh && narrow() && table.myTurn()) table.board.focus(cells(table));
  if (table.board.svg && !table.chosen.routesFor) table.board.routes(null);
  ran(table).catch(() => {});
  legend();
  renew(table);
  ended(table);
  picks(table);
  tips()?.then((m) => m.guide(table));
  lobby();
  const step = table.view.decision ? table.stepName(table.view.decision.step) : t("state-finished");
  const named = (table.myTurn() ? "● " : "") + `${table.sheet.name} · ${step} · Signalbox`;
  title(named);
  tell(table.myTurn(), table.length, named);
  rings(table);
  follow(table);
}

/** Moves made when it was last asked which games wait. */ let asked = -1;

/** The title of the tab, with the number of games that wait. @param {string} named */
async function title(named) {
  const due = await import("./due.js");
  due.titled(named);
  if (asked === table.length || !table.user) return;
  asked = table.length;
  due.lookSoon();
}

function middle() {
  if (table.mode !== "stock" && !narrow()) {
    put($("#cards"));
    return;
  }
  market(table, $("#market")).catch(() => {});
  cards(table, $("#cards"));
}

function legend() {
  $("#legend")?.remove();
  const open = cells(table);
  const marked = $("#map-marks", table.board.svg)?.childElementCount;
  $("#mapbox").append(
    h(
      "div",
      { class: "legend over", id: "legend" },
      open.length > 0 && h("span", null, h("i"), t("cells-open", { n: open.length })),
      marked > 0 && h("span", null, h("i", { class: "l2" }), t("last-change")),
    ),
  );
}

function head() {
  const names = table.game.seats.map((s) => (s.open ? "…" : person(s.name, s.bot))).join(", ");
  const variant = has(`variant-${table.game.title}-${table.game.variant}`)
    ? t(`variant-${table.game.title}-${table.game.variant}`)
    : table.game.variant;
  put(
    $("#gtitle"),
    table.sheet.name,
    h(
      "span",
      null,
      names,
      " · ",
      variant,
      table.game.preset === "public18xx" ? " · " + t("preset-public18xx") : "",
    ),
  );
  const press = (/** @type {string} */ label, /** @type {() => unknown} */ act, extra = {}) =>
    h("button", { class: "btn quiet", type: "button", on: { click: act }, ...extra }, t(label));
  const mode = (/** @type {string} */ name) =>
    h(
      "button",
      {
        type: "button",
        class: table.mode === name ? "on" : "",
        "aria-pressed": String(table.mode === name),
        on: {
          click: () => table.look(name),
        },
      },
      t("mode-" + name),
    );
  const modes = ["map"];
  if (!table.priceless()) modes.push("stock");
  if (table.live && table.view.outcome) modes.push("result");
  const seats = table.game.seats.some((s) => s.mine);
  put(
    $("#topnav"),
    h(
      "span",
      { class: "live" + (table.online ? "" : " off"), id: "online", role: "status" },
      t(table.online ? "live" : "offline"),
    ),
    // Without prices there is only the map to see, until there is a result.
    modes.length > 1 &&
      h("div", { class: "seg modes", role: "group", "aria-label": t("view") }, ...modes.map(mode)),
    seats &&
      table.game.state === "playing" &&
      table.live &&
      press("undo", undo, {
        id: "undo",
        disabled: table.length === 0 || table.state.you?.may_undo === false,
        "aria-keyshortcuts": "u",
      }),
    seats && table.live && table.state.undone > 0 && press("redo", redo, { id: "redo" }),
    press("drawer-charts", () => drawer(table, "charts"), { class: "btn quiet wide" }),
    press("drawer-supply", () => drawer(table, "supply"), { class: "btn quiet wide" }),
    press("drawer-rules", () => drawer(table, "rules"), { class: "btn quiet wide" }),
    h("button", {
      class: "btn quiet chatbtn",
      type: "button",
      id: "chat",
      "aria-keyshortcuts": "c",
      on: { click: () => talk(table) },
    }),
    ...switches(table.restyle, loadTexts).map((e) => {
      e.classList.add("wide");
      return e;
    }),
    h(
      "button",
      {
        class: "btn quiet menu",
        id: "menu",
        type: "button",
        "aria-label": t("drawer-menu"),
        title: t("drawer-menu"),
        on: { click: () => drawer(table, "menu") },
      },
      "☰",
    ),
  );
  marked(table);
}

async function undo() {
  try {
    /** @type {Undone} */ const answer = await post(table.api("undo"), { after: table.length, key: key() });
    if (!answer.done) toast(t("undo-sent"));
    await load();
  } catch (e) {
    await fault(table, e);
  }
}

async function redo() {
  try {
    await post(table.api("redo"), { after: table.length, count: 1, key: key() });
    await load();
  } catch (e) {
    await fault(table, e);
  }
}

/** Somebody answered an offer of one's own: that is told. @param {Line[]} news */
function answered(news) {
  for (const line of news)
    for (const e of line.events)
      if (e.event === "answered" && !table.game.seats[e.player]?.mine) {
        const asked = table.state.last;
        toast([
          sentence(table, e),
          " ",
          asked && table.game.seats[asked.seat]?.mine ? actName(table, asked.move) : "",
        ]);
      }
}

/** Goes to a moment, or to now. @param {number|null} at */
function go(at) {
  wantedAt = at === null || at >= table.length ? null : String(at);
  const query = new URLSearchParams({
    ...(wantedAt !== null ? { at: wantedAt } : {}),
    ...(invite ? { invite } : {}),
  }).toString();
  history.replaceState(null, "", `/game/${table.id}${query ? "?" + query : ""}`);
  load().catch((e) => fault(table, e));
}

/** Tabs of the phone. */
function tabs() {
  const root = $("#table");
  const icons = /** @type {Record<string, string>} */ ({
    map: "M12 3l8 4.5v9L12 21l-8-4.5v-9z",
    companies: "M4 20V10l8-6 8 6v10zM10 20v-6h4v6",
    players: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 20c0-8 12-8 12 0M16 5a3 3 0 0 1 0 6M18 14q4 2 3 6",
    market: "M4 20h16M7 20v-6M12 20V5M17 20V10",
    log: "M5 6h14M5 12h9M5 18h12",
  });
  put(
    $("#tabs"),
    Object.keys(icons)
      .filter((name) => name !== "market" || !table.priceless())
      .map((name) =>
        h(
          "button",
          {
            type: "button",
            class: root.dataset.tab === name ? "on" : "",
            "aria-pressed": String(root.dataset.tab === name),
            id: "tab-" + name,
            on: {
              click: () => {
                root.dataset.tab = name;
                tabs();
                middle();
                table.board.show();
              },
            },
          },
          icon(icons[name]),
          t("tab-" + name),
        ),
      ),
  );
}

/** What stands beside the log on a tablet held upright. */
function desk() {
  const root = $("#table");
  root.dataset.desk ||= "players";
  put(
    $("#desktabs"),
    ["players", "companies", "trains"].map((name) =>
      h(
        "button",
        {
          type: "button",
          class: root.dataset.desk === name ? "on" : "",
          "aria-pressed": String(root.dataset.desk === name),
          on: {
            click: () => {
              root.dataset.desk = name;
              desk();
            },
          },
        },
        t(name),
      ),
    ),
  );
}

/** A table that waits for people. */
async function lobby() {
  $("#waiting")?.remove();
  if (table.game.state !== "open") return;
  const { waiting } = await import("./waiting.js");
  if (table.game.state === "open" && !$("#waiting")) $("#decide").append(waiting(table));
}

/** Details of a cell. @param {string|null} cell @param {MouseEvent} [e] */
function hexcard(cell, e) {
  const box = $("#hexcard");
  if (!cell || !table.view) {
    box.hidden = true;
    return;
  }
  const laid = table.view.board.find((b) => b.cell === cell),
    def = table.sheet.cells.find((c) => c.cell === cell);
  const tokens = laid ? laid.stations.flat().filter(Boolean) : [];
  const homes = table.sheet.companies.filter((c) => c.homes.includes(cell)).map((c) => c.id);
  put(
    box,
    h("b", null, table.cellName(cell)),
    laid?.tile && h("span", null, t("tile"), " ", laid.tile),
    !laid &&
      def?.terrain &&
      h("span", null, t("terrain-" + def.terrain.kind), " ", table.coins(def.terrain.cost)),
    tokens.length > 0 && h("span", null, t("stations"), ": ", tokens.join(", ")),
    homes.length > 0 && h("span", null, t("home"), ": ", homes.join(", ")),
  );
  box.hidden = false;
  const hit = table.board.hit(cell)?.getBoundingClientRect();
  if (hit) {
    box.style.left = Math.max(8, Math.min(innerWidth - 220, hit.right + 6)) + "px";
    box.style.top = Math.max(8, Math.min(innerHeight - 90, hit.top)) + "px";
  }
}

/** The sheet of the phone goes peek, half, full. */
function sheet() {
  const order = ["peek", "half", "full"];
  $("#decide").addEventListener("click", (e) => {
    if (/** @type {HTMLElement} */ (e.target).classList.contains("grip")) {
      table.chosen.sheet = order[(order.indexOf(table.chosen.sheet) + 1) % 3];
      drawDecision(table);
    }
  });
  let from = 0;
  $("#decide").addEventListener(
    "touchstart",
    (/** @type {TouchEvent} */ e) => {
      if (/** @type {HTMLElement} */ (e.target).closest(".grip,.dhead")) from = e.touches[0].clientY;
      else from = 0;
    },
    { passive: true },
  );
  $("#decide").addEventListener(
    "touchend",
    (/** @type {TouchEvent} */ e) => {
      const by = from ? e.changedTouches[0].clientY - from : 0;
      if (Math.abs(by) > 30) {
        table.chosen.sheet =
          order[Math.min(2, Math.max(0, order.indexOf(table.chosen.sheet) + (by < 0 ? 1 : -1)))];
        drawDecision(table);
      }
    },
    { passive: true },
  );
}

async function start() {
  const texts = loadTexts().then(() => fillTexts());
  table.board = new Board($("#mapbox"), {
    pick: (cell) => {
      hexcard(null);
      if (pickCell(table, cell)) return;
      const hit = table.board.hit(cell);
      if (hit) card(table, "cell:" + cell, hit);
      if (table.myTurn()) whyCell(table, cell);
    },
    hover: (cell) => hexcard(cell),
    wheel: (cell, steps) => cell === table.chosen.cell && turn(table, steps),
    describe: table.cellName,
    isChosen: (cell) => cell === table.chosen.cell && !!table.chosen.move,
  });
  table.reload = load;
  table.redraw = () => {
    if (table.mode === "stock") middle();
  };
  table.restyle = () => {
    fillTexts();
    mapKey = "";
    draw();
  };
  table.look = (mode) => {
    table.mode = mode || natural();
    if (mode) $("#table").dataset.tab = "map";
    draw();
  };
  sheet();
  opens(table);
  // A place that can be chosen is chosen by a press; its card is one press of the other button away.
  $("#mapbox").addEventListener("contextmenu", (e) => {
    const at = /** @type {HTMLElement} */ (e.target);
    if (!at.dataset?.cell) return;
    e.preventDefault();
    card(table, "cell:" + at.dataset.cell, at);
  });
  try {
    table.user = await insist(session);
    ready = Promise.all([
      texts,
      tips(),
      insist(() => get(table.api("sheet"))).then((/** @type {Sheet} */ x) => (table.sheet = x)),
      insist(() => get("/api/titles")).then((/** @type {Titles} */ x) => (table.levels = x.levels)),
    ]);
    await Promise.all([ready, insist(load, 20)]);
  } catch (e) {
    await texts;
    $("#table").className = "lobby";
    put(
      $("#table"),
      h(
        "main",
        { class: "panel pad" },
        h("h2", null, t("missing")),
        h("p", null, e instanceof Fault ? t("fault-" + e.code) : t("fault-offline")),
        h("a", { class: "btn", href: "/" }, t("to-lobby")),
      ),
    );
    return;
  }
  $("#mapbox").append(table.board.buttons());
  listen(
    table.api("stream"),
    {
      hello: (x) => {
        if (x.length !== table.length) soon();
      },
      moves: (x) => {
        if (x.length > table.length && !$("#guide")) {
          if (!table.busy) for (const l of x.lines.slice(-3)) say(logText(table, l));
          answered(x.lines);
          soon();
        }
      },
      undone: (x) => {
        toast(t("undone-by", { name: x.by === null || x.by === undefined ? "" : table.seatName(x.by) }));
        soon();
      },
      redone: soon,
      game: (x) => {
        // Others hear of it; who did it sees it.
        if (x.what === "undo_refused" && !table.game.seats[x.by ?? -1]?.mine)
          toast(t("undo-refused", { name: x.by === null || x.by === undefined ? "" : table.seatName(x.by) }));
        const seats = [...(x.seats || []), ...(typeof x.seat === "number" ? [x.seat] : [])];
        const own = seats.some((s) => table.game.seats[s]?.mine || table.game.seats[s]?.may_return);
        if (x.what !== "undo_refused" && !own) {
          const told = x.what && toldText(table, { ...x, what: x.what });
          if (told) toast(told);
        }
        soon();
      },
      chat: async (x) => {
        table.state.chat = [...(table.state.chat || []).filter((c) => c.seq !== x.seq), x];
        table.blocked ??= await import("./neighbours.js").then((n) => n.blocked());
        if (!$("#talk:not([hidden])") && x.user !== table.user?.id && !table.blocked?.has(x.user ?? ""))
          toast([h("b", null, person(x.name)), " ", x.text.startsWith("/game/") ? t("rematch") : x.text]);
        heard(table);
      },
      presence: (x) => {
        // Who came has a seat if the game says so.
        table.state.presence = x.present.map((p) => ({
          ...p,
          seats: table.game.seats.filter((s) => s.user === p.user).map((s) => s.seat),
        }));
        players(table, $("#players"));
      },
    },
    (on) => {
      const before = table.online;
      table.online = on;
      head();
      if (before !== on) {
        drawDecision(table);
        mark(table);
        if (on && !before) soon();
      }
    },
  );
}

document.addEventListener("read", () => soon());
document.addEventListener("go", (e) => go(/** @type {CustomEvent} */ (e).detail));
document.addEventListener("keydown", (e) => {
  const at = /** @type {HTMLElement} */ (e.target);
  if ($("#drawer").open || e.ctrlKey || e.metaKey || e.altKey) return;
  if (!/^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName)) {
    if (e.key === "r" || e.key === "R") {
      if (turn(table, e.shiftKey ? -1 : 1)) {
        e.preventDefault();
        return;
      }
    } else if (e.key === "u") $("#undo")?.click();
    else if (e.key === "[" || e.key === "]") {
      const by = e.key === "]" ? 1 : -1,
        turn = $(by > 0 ? "#since-next" : "#since-back");
      // What happened since one's last turn, if it is told; otherwise move by move.
      if (turn && !$("#since").hidden) turn.click();
      else go(Math.max(0, table.at + by));
    } else if (e.key === "ArrowLeft" && at === document.body) go(Math.max(0, table.at - 1));
    else if (e.key === "ArrowRight" && at === document.body) go(table.at + 1);
    else if (e.key === "/" || e.key === "l") {
      e.preventDefault();
      $("#table").dataset.tab = "log";
      find(table, $("#log"), go);
    } else if ((e.key === "m" || e.key === "s") && !table.priceless()) {
      table.look(e.key === "m" ? "map" : "stock");
    } else if (e.key === "c") {
      e.preventDefault();
      talk(table);
    } else if (e.key === "i" && at.dataset.cell) card(table, "cell:" + at.dataset.cell, at);
    else if (e.key === "?") drawer(table, "keys");
  }
  deciding(table, e);
});
document.addEventListener("click", (e) => {
  const rule = /** @type {HTMLElement} */ (e.target).closest?.("[data-rule]");
  if (rule) {
    e.preventDefault();
    drawer(table, "rules", /** @type {HTMLElement} */ (rule).dataset.rule);
  }
  if (!(/** @type {HTMLElement} */ (e.target).closest?.("#mapbox,#hexcard"))) hexcard(null);
});
for (const size of [phone, upright]) size.addEventListener("change", () => table.view && draw());
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && table.view) soon();
});
await start();
