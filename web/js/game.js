// @ts-check
// The game page: fetches, listens, and draws every part.
import { Fault, get, getText, insist, invite, key, listen, post, session } from "./api.js";
import { Board } from "./board.js";
import { D, clear, deciding, draw as drawDecision, fault, table, whyCell } from "./decide.js";
import { $, $$, h, icon, narrow, put, say, toast } from "./dom.js";
import { drawer, refresh } from "./drawers.js";
import { logText } from "./events.js";
import { guide } from "./guide.js";
import { slider } from "./history.js";
import { companies, log, matrix, players, process, trains } from "./panels.js";
import { ran } from "./run.js";
import { switches, tell } from "./shell.js";
import { cards, market } from "./stock.js";
import { T, cellName, coins, myTurn, priceless, roundName, seatName, stepName } from "./table.js";
import { fillTexts, has, loadTexts, num, t } from "./text.js";
import { cells, mark, pickCell, turn } from "./track.js";

T.id = location.pathname.split("/")[2] || "";
let wantedAt = new URLSearchParams(location.search).get("at");
let mapKey = "",
  userMode = "",
  lastStep = "";
/** @type {any[]} */ let lines = [];

/** Texts and sheet, without which nothing is drawn. @type {Promise<any>|null} */ let ready = null;
/** @type {Promise<void>|null} */ let running = null;
let again = false,
  wait = 0;

/** Fetches the game as it stands, or as it stood, and draws it. Calls while one is under way become one more round, so nothing is missed. @returns {Promise<void>} */
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
        fault(e);
        return;
      }
      setTimeout(soon, (wait = Math.min(8000, wait * 2 || 250)));
    },
  );
}

async function fetchAll() {
  const at = wantedAt === null ? undefined : Number(wantedAt);
  const state = await get(`/api/games/${T.id}/state`, { at, choices: true });
  const moved = state.at !== T.at || state.length !== T.length;
  T.state = state;
  T.game = state.game;
  T.view = state.view;
  T.at = state.at;
  T.length = state.length;
  T.live = state.live ?? state.at === state.length;
  T.choices = state.choices;
  lines = state.log;
  if (T.live && wantedAt !== null) {
    wantedAt = null;
    history.replaceState(null, "", `/game/${T.id}${invite ? "?invite=" + invite : ""}`);
  }
  if (moved || D.after !== T.at) {
    clear();
    D.after = T.at;
    D.previews.clear();
    D.routes = null;
    D.own = null;
  }
  await Promise.all([
    map(),
    moved || !T.marks.length
      ? get(`/api/games/${T.id}/history`).then((x) => {
          T.marks = x.marks;
        })
      : null,
    ready,
  ]);
  draw();
}

/** Fetches the map if anything on it changed. */
async function map() {
  const name = JSON.stringify([
    T.view.board,
    T.view.phase,
    T.view.companies.map((c) => [c.stations, c.flags.includes("home"), c.flags.includes("closed")]),
    T.state.last?.number,
  ]);
  if (name === mapKey && T.board.svg) return;
  const text = await getText(`/api/games/${T.id}/map.svg`, { at: T.at, theme: "page", marked: true });
  mapKey = name;
  T.board.draw(text);
}

/** Which part the middle shows by itself. */
function natural() {
  const step = T.view.decision?.step,
    kinds = (T.choices?.groups || []).map((g) => g.kind);
  if (kinds.some((k) => ["lay_tile", "place_station", "lift_station", "run"].includes(k))) return "map";
  return T.view.round.kind === "stock" ||
    step === "stock" ||
    kinds.some((k) => k === "start" || k === "buy_share" || k === "sell_shares")
    ? "stock"
    : "map";
}

function draw() {
  const step = `${T.view.decision?.step}/${T.view.decision?.company}/${T.view.round.kind}`;
  const fresh = step !== lastStep;
  if (fresh) {
    userMode = "";
    lastStep = step;
  }
  T.mode = userMode || natural();
  const root = $("#table");
  root.dataset.mode = T.mode;
  root.dataset.title = T.sheet.title;
  $("#mapbox").hidden = T.mode === "stock";
  $("#stockmain").hidden = T.mode !== "stock";
  $("#strip").hidden = T.mode === "stock";
  head();
  process($("#process"));
  players($("#players"));
  trains($("#trains"));
  const side = $("#companies");
  if (T.mode === "stock") matrix(side, go, lines);
  else companies(side);
  log($("#log"), go, lines);
  slider($("#history"), go);
  tabs();
  drawDecision();
  middle();
  mark(myTurn() && !!T.choices);
  if (fresh && narrow() && myTurn()) T.board.focus(cells());
  if (T.board.svg && D.routes === null) T.board.routes(null);
  ran().catch(() => {});
  legend();
  refresh("chat");
  guide();
  lobby();
  document.title =
    (myTurn() ? "● " : "") +
    `${T.sheet.name} · ${T.view.decision ? stepName(T.view.decision.step) : t("state-finished")} · Signalbox`;
  tell(myTurn(), T.length, document.title);
}

function middle() {
  if (T.mode !== "stock" && !narrow()) {
    put($("#cards"));
    return;
  }
  market($("#market")).catch(() => {});
  cards($("#cards"));
}

function legend() {
  $("#legend")?.remove();
  const open = myTurn() && T.choices ? cells() : [];
  const marked = $("#map-marks", T.board.svg)?.childElementCount;
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
  const names = T.game.seats.map((s) => (s.open ? "…" : s.name)).join(", ");
  const variant = has(`variant-${T.game.title}-${T.game.variant}`)
    ? t(`variant-${T.game.title}-${T.game.variant}`)
    : T.game.variant;
  put(
    $("#gtitle"),
    T.sheet.name,
    h(
      "span",
      null,
      names,
      " · ",
      variant,
      T.game.preset === "public18xx" ? " · " + t("preset-public18xx") : "",
    ),
  );
  const press = (/** @type {any} */ label, /** @type {() => any} */ act, /** @type {any} */ extra = {}) =>
    h("button", { class: "btn quiet", type: "button", on: { click: act }, ...extra }, t(label));
  const mode = (/** @type {any} */ name) =>
    h(
      "button",
      {
        type: "button",
        class: T.mode === name ? "on" : "",
        "aria-pressed": String(T.mode === name),
        on: {
          click: () => {
            userMode = name;
            draw();
          },
        },
      },
      t("mode-" + name),
    );
  const seats = T.game.seats.some((s) => s.mine);
  put(
    $("#topnav"),
    h(
      "span",
      { class: "live" + (T.online ? "" : " off"), id: "online", role: "status" },
      t(T.online ? "live" : "offline"),
    ),
    !priceless() &&
      h("div", { class: "seg modes", role: "group", "aria-label": t("view") }, mode("map"), mode("stock")),
    seats &&
      T.game.state === "playing" &&
      T.live &&
      press("undo", undo, {
        id: "undo",
        disabled: T.length === 0 || T.state.you?.may_undo === false,
        "aria-keyshortcuts": "u",
      }),
    seats && T.live && T.state.undone > 0 && press("redo", redo, { id: "redo" }),
    press("drawer-charts", () => drawer("charts"), { class: "btn quiet wide" }),
    press("drawer-supply", () => drawer("supply"), { class: "btn quiet wide" }),
    press("drawer-rules", () => drawer("rules"), { class: "btn quiet wide" }),
    press("drawer-chat", () => drawer("chat"), { class: "btn quiet wide", id: "chat" }),
    ...switches(() => {
      fillTexts();
      mapKey = "";
      draw();
    }, loadTexts).map((e) => {
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
        on: { click: () => drawer("menu") },
      },
      "☰",
    ),
  );
}

async function undo() {
  try {
    const answer = await post(`/api/games/${T.id}/undo`, { after: T.length, key: key() });
    if (!answer.done) toast(t("undo-sent"));
    await load();
  } catch (e) {
    await fault(e);
  }
}

async function redo() {
  try {
    await post(`/api/games/${T.id}/redo`, { after: T.length, count: 1, key: key() });
    await load();
  } catch (e) {
    await fault(e);
  }
}

/** Goes to a moment, or to now. @param {number|null} at */
function go(at) {
  wantedAt = at === null || at >= T.length ? null : String(at);
  const query = new URLSearchParams({
    ...(wantedAt !== null ? { at: wantedAt } : {}),
    ...(invite ? { invite } : {}),
  }).toString();
  history.replaceState(null, "", `/game/${T.id}${query ? "?" + query : ""}`);
  load().catch(fault);
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
    Object.keys(icons).map((name) =>
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
              T.board.show();
            },
          },
        },
        icon(icons[name]),
        t("tab-" + name),
      ),
    ),
  );
}

/** A table that waits for people. */
function lobby() {
  $("#waiting")?.remove();
  if (T.game.state !== "open") return;
  const link = `${location.origin}/game/${T.id}?invite=${T.game.invite || invite || ""}`;
  const base = `/api/games/${T.id}/`;
  const act = (/** @type {any} */ path, /** @type {any} */ body) => async () => {
    try {
      await post(base + path, body);
      await load();
    } catch (e) {
      await fault(e);
    }
  };
  const mine = T.game.seats.some((s) => s.mine),
    owner = T.game.role === "owner";
  const full = T.game.seats.every((s) => !s.open);
  const name = h("input", {
    id: "joinname",
    maxlength: 30,
    value: T.user && !T.user.guest ? T.user.name : "",
    placeholder: t("name"),
    "aria-label": t("name"),
  });
  $("#decide").append(
    h(
      "div",
      { id: "waiting", class: "waiting" },
      h("h2", { id: "dtitle" }, t("waiting-room")),
      h("p", { class: "why" }, t("waiting-room-why")),
      T.game.invite && h("p", { class: "linkbox" }, h("code", null, link)),
      T.game.invite &&
        h(
          "button",
          {
            class: "btn",
            type: "button",
            on: {
              click: async () => {
                await navigator.clipboard?.writeText(link).catch(() => {});
                toast(t("copied"));
              },
            },
          },
          t("copy-link"),
        ),
      h(
        "ul",
        { class: "seatlist" },
        T.game.seats.map((s) =>
          h(
            "li",
            null,
            h("span", { class: "pdot p" + s.seat }, s.open ? "?" : (s.name[0] || "?").toUpperCase()),
            h("b", null, s.open ? t("seat-open") : s.name),
            s.open &&
              owner &&
              h(
                "button",
                {
                  class: "btn sm",
                  type: "button",
                  on: {
                    click: act("seats", {
                      seat: s.seat,
                      bot: T.levels.includes("standard") ? "standard" : T.levels[0],
                    }),
                  },
                },
                t("seat-bot"),
              ),
            s.bot &&
              owner &&
              h(
                "button",
                {
                  class: "btn sm",
                  type: "button",
                  on: { click: act("seats", { seat: s.seat, open: true }) },
                },
                t("seat-free"),
              ),
          ),
        ),
      ),
      !mine &&
        !full &&
        h(
          "div",
          { class: "act" },
          name,
          h(
            "button",
            {
              class: "btn primary",
              id: "join",
              type: "button",
              on: {
                click: () =>
                  act("join", { invite: invite || undefined, name: name.value.trim() || undefined })(),
              },
            },
            t("join"),
          ),
        ),
      h(
        "div",
        { class: "act" },
        owner &&
          h(
            "button",
            {
              class: "btn primary",
              id: "start",
              type: "button",
              disabled: !full,
              on: { click: act("start", {}) },
            },
            t("start-game"),
          ),
        mine &&
          !owner &&
          h("button", { class: "btn", type: "button", on: { click: act("leave", {}) } }, t("leave")),
        owner &&
          h(
            "button",
            { class: "btn quiet", type: "button", on: { click: act("abandon", {}) } },
            t("abandon"),
          ),
      ),
    ),
  );
}

/** Details of a cell. @param {string|null} cell @param {MouseEvent} [e] */
function hexcard(cell, e) {
  const box = $("#hexcard");
  if (!cell || !T.view) {
    box.hidden = true;
    return;
  }
  const laid = T.view.board.find((b) => b.cell === cell),
    def = T.sheet.cells.find((c) => c.cell === cell);
  const tokens = laid ? laid.stations.flat().filter(Boolean) : [];
  const homes = T.sheet.companies.filter((c) => c.homes.includes(cell)).map((c) => c.id);
  put(
    box,
    h("b", null, cellName(cell)),
    laid?.tile && h("span", null, t("tile"), " ", laid.tile),
    !laid && def?.terrain && h("span", null, t("terrain-" + def.terrain.kind), " ", coins(def.terrain.cost)),
    tokens.length > 0 && h("span", null, t("stations"), ": ", tokens.join(", ")),
    homes.length > 0 && h("span", null, t("home"), ": ", homes.join(", ")),
  );
  box.hidden = false;
  const hit = T.board.hit(cell)?.getBoundingClientRect();
  if (hit) {
    box.style.left = Math.max(8, Math.min(innerWidth - 220, hit.right + 6)) + "px";
    box.style.top = Math.max(8, Math.min(innerHeight - 90, hit.top)) + "px";
  }
}

/** The sheet of the phone goes peek, half, full. */
function sheet() {
  const order = ["peek", "half", "full"];
  $("#decide").addEventListener("click", (/** @type {any} */ e) => {
    if (e.target.classList.contains("grip")) {
      D.sheet = order[(order.indexOf(D.sheet) + 1) % 3];
      drawDecision();
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
        D.sheet = order[Math.min(2, Math.max(0, order.indexOf(D.sheet) + (by < 0 ? 1 : -1)))];
        drawDecision();
      }
    },
    { passive: true },
  );
}

async function start() {
  const texts = loadTexts().then(() => fillTexts());
  T.board = new Board($("#mapbox"), {
    pick: (cell) => {
      hexcard(null);
      if (myTurn() && pickCell(cell)) return;
      hexcard(cell);
      if (myTurn()) whyCell(cell);
    },
    hover: (cell) => hexcard(cell),
    wheel: (cell, steps) => cell === D.cell && turn(steps),
    describe: cellName,
  });
  table.reload = load;
  table.redraw = () => {
    if (T.mode === "stock") middle();
  };
  sheet();
  try {
    T.user = await insist(session);
    ready = Promise.all([
      texts,
      insist(() => get(`/api/games/${T.id}/sheet`)).then((x) => {
        T.sheet = x;
      }),
      insist(() => get("/api/titles")).then((x) => {
        T.levels = x.levels;
      }),
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
  $("#mapbox").append(T.board.buttons());
  listen(
    `/api/games/${T.id}/stream`,
    {
      hello: (x) => {
        if (x.length !== T.length) soon();
      },
      moves: (x) => {
        if (x.length > T.length) {
          if (!T.busy) for (const l of x.lines.slice(-3)) say(logText(l));
          soon();
        }
      },
      undone: (x) => {
        toast(t("undone-by", { name: x.by === null || x.by === undefined ? "" : seatName(x.by) }));
        soon();
      },
      redone: soon,
      game: soon,
      chat: (x) => {
        T.state.chat = [...(T.state.chat || []).filter((c) => c.seq !== x.seq), x];
        if (!$("#drawer").open) {
          toast([h("b", null, x.name), " ", x.text]);
        }
        refresh("chat");
      },
      presence: (x) => {
        T.state.presence = x.present;
        players($("#players"));
      },
    },
    (on) => {
      const before = T.online;
      T.online = on;
      head();
      if (before !== on) {
        drawDecision();
        mark(myTurn() && !!T.choices);
        if (on && !before) soon();
      }
    },
  );
}

document.addEventListener("go", (e) => go(/** @type {CustomEvent} */ (e).detail));
document.addEventListener("keydown", (e) => {
  const at = /** @type {HTMLElement} */ (e.target);
  if ($("#drawer").open || e.ctrlKey || e.metaKey || e.altKey) return;
  if (!/^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName)) {
    if (e.key === "r" || e.key === "R") {
      if (turn(e.shiftKey ? -1 : 1)) {
        e.preventDefault();
        return;
      }
    } else if (e.key === "u") $("#undo")?.click();
    else if (e.key === "[") go(Math.max(0, T.at - 1));
    else if (e.key === "]") go(T.at + 1);
    else if (e.key === "m" && !priceless()) {
      userMode = T.mode === "map" ? "stock" : "map";
      draw();
    } else if (e.key === "?") drawer("menu");
  }
  deciding(e);
});
document.addEventListener("click", (e) => {
  const rule = /** @type {HTMLElement} */ (e.target).closest?.("[data-rule]");
  if (rule) {
    e.preventDefault();
    drawer("rules", /** @type {HTMLElement} */ (rule).dataset.rule);
  }
  if (!(/** @type {HTMLElement} */ (e.target).closest?.("#mapbox,#hexcard"))) hexcard(null);
});
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && T.view) soon();
});
await start();
