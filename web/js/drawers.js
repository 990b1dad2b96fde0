// @ts-check
// Drawers: charts, tiles left, rules, what was missed, and the menu of the game. Loaded when the first is opened.
import { Fault, address, get, getText, invite, post } from "./api.js";
import { fault } from "./choosing.js";
import { $, h, put, svgOf, toast } from "./dom.js";
import { luck } from "./luck.js";
import { isPicker, picker, setPicker } from "./picker.js";

import { switches } from "./shell.js";
import { chime, isSound, setSound } from "./sound.js";
import { lang, loadTexts, num, person, t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { Audit, AuditItem, Rule } from "./types.d.ts"
 */

let open = "";

/** Where a table tells whose turn it is; fetched when the menu is opened. @param {string} game */
function tableNotices(game) {
  const box = h("div");
  import("./notices.js")
    .then((part) => part.tableWays(game))
    .then(
      (part) => put(box, part),
      () => {},
    );
  return box;
}

/** Opens a drawer. @param {Table} table @param {string} name @param {string} [what] */
export async function drawer(table, name, what) {
  const box = $("#drawer");
  open = name;
  box.className =
    "drawer" +
    (name === "supply" ? " wide" : ["menu", "keys", "leave", "neighbours"].includes(name) ? " slim" : "");
  const body = h("div", { class: "drawbody" }, h("p", { class: "muted" }, "…"));
  put(
    box,
    h(
      "header",
      null,
      h("h2", { id: "drawer-h" }, t("drawer-" + name)),
      h(
        "button",
        {
          class: "btn quiet ic",
          type: "button",
          id: "drawer-close",
          "aria-label": t("close"),
          on: { click: () => box.close() },
        },
        "✕",
      ),
    ),
    body,
  );
  if (!box.open) box.showModal();
  try {
    await DRAWERS[name](table, body, what);
  } catch (e) {
    put(body, h("p", { class: "bad" }, e instanceof Fault ? t("fault-" + e.code) : t("fault-offline")));
  }
}

/** @type {Record<string, (table: Table, body: HTMLElement, what?: string) => unknown>} */
const DRAWERS = { charts, supply, rules, audit, menu, keys, leave, neighbours };

// ---- keys ----

const KEYS = [
  ["Enter", "confirm"],
  ["Esc", "cancel"],
  ["↑ ↓", "choose"],
  ["G", "to-map"],
  ["D", "to-panel"],
  ["← → ↑ ↓", "cells"],
  ["I", "card"],
  ["R, Shift R", "turn"],
  ["P", "pass"],
  ["U", "undo"],
  ["M", "map"],
  ["S", "shares"],
  ["C", "chat"],
  ["L, /", "log"],
  ["[ ]", "since"],
  ["← →", "history"],
  ["+ − 0", "zoom"],
  ["?", "list"],
];

/** @param {Table} _table @param {HTMLElement} body */
function keys(_table, body) {
  put(
    body,
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, what]) => [
        h(
          "dt",
          null,
          key.split(", ").map((k, i) => [i ? ", " : "", h("kbd", null, k)]),
        ),
        h("dd", null, t("key-" + what)),
      ]),
    ),
  );
}

// ---- charts ----

/** @param {Table} table @param {HTMLElement} body */
async function charts(table, body) {
  const { byRound, graph, stroke, strokeOf } = await import("./graph.js");
  const all = await byRound(table),
    labels = all.rounds.map((r) => r.label);
  const companies = Object.entries(all.prices).filter(([, v]) => v.some((x) => x !== null));
  const rounds = [...new Set(all.incomes.map((i) => table.roundName(i.round)))],
    ran = [...new Set(all.incomes.map((i) => i.company))];
  put(
    body,
    graph({
      title: t("chart-values"),
      what: t("what-value"),
      lines: all.players.map((values, seat) => ({ name: table.seatName(seat), ...stroke(seat), values })),
      labels,
      write: table.cash,
    }),
    companies.length > 0 &&
      graph({
        title: t("chart-prices"),
        what: t("price"),
        lines: companies.map(([id, values], i) => ({ name: id, ...strokeOf(table, id, i), values })),
        labels,
        write: table.cash,
      }),
    h("h3", null, t("incomes")),
    h(
      "div",
      { class: "scrollx", tabindex: "0", role: "region", "aria-label": t("incomes") },
      h(
        "table",
        { class: "t" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", null, t("round")),
            ran.map((c) => h("th", { class: "num" }, table.chip(c, "s"))),
          ),
        ),
        h(
          "tbody",
          null,
          rounds.map((r) =>
            h(
              "tr",
              null,
              h("td", null, r),
              ran.map((c) => {
                const found = all.incomes.filter((i) => table.roundName(i.round) === r && i.company === c);
                return h(
                  "td",
                  { class: "num" },
                  found.map((i) => num(i.revenue) + (i.paid ? "" : "◦")).join(" "),
                );
              }),
            ),
          ),
        ),
      ),
      h("p", { class: "muted" }, "◦ " + t("kept-short")),
    ),
  );
}

// ---- tiles ----

/** @param {Table} table @param {HTMLElement} body */
async function supply(table, body) {
  const svg = svgOf(await getText(table.api("tiles.svg"), { at: table.at, theme: "page" }));
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  put(
    body,
    h("div", { class: "scrollx", tabindex: "0", role: "region", "aria-label": t("drawer-supply") }, svg),
  );
}

// ---- rules ----

/** @type {Rule[]} */ let catalogue = [];
let catalogueIn = "";
/** @param {Table} table @param {HTMLElement} body @param {string} [id] */
async function rules(table, body, id) {
  const { ruleList, rulesOf } = await import("./rules.js");
  if (catalogueIn !== lang()) {
    catalogue = await rulesOf(table.sheet.title);
    catalogueIn = lang();
  }
  const list = h("div", { class: "rules" });
  const show = (/** @type {string} */ text) => put(list, ruleList(catalogue, text, id));
  const search = h("input", {
    type: "search",
    placeholder: t("search-rules"),
    "aria-label": t("search-rules"),
    on: { input: (e) => show(e.target.value) },
  });
  const book = h(
    "a",
    { class: "btn quiet", href: "/rules/" + table.sheet.title, target: "_blank" },
    t("rules-book"),
  );
  put(body, h("p", { class: "btns" }, search, book), list);
  show("");
  if (id) document.getElementById("rule-" + id)?.scrollIntoView({ block: "center" });
}

/** What one does about others. @param {Table} table @param {HTMLElement} body */
async function neighbours(table, body) {
  const others = await import("./neighbours.js");
  await others.neighbours(table, body);
}

// ---- audit ----

/** @param {Table} table @param {HTMLElement} body */
async function audit(table, body) {
  /** @type {AuditItem[]} */ const items = [];
  let from = 0,
    more = true;
  const draw = () => {
    const missed = items.filter((i) => i.missed > 0);
    if (!more && !items.length && !table.sheet.course.routes) {
      put(
        body,
        h("p", null, t("audit-by-itself")),
        h(
          "button",
          { class: "btn", type: "button", on: { click: () => drawer(table, "charts") } },
          t("drawer-charts"),
        ),
      );
      return;
    }
    put(
      body,
      h(
        "p",
        null,
        t("audit-sum", {
          n: items.length,
          missed: missed.length,
          amount: table.cash(missed.reduce((a, i) => a + i.missed, 0)),
        }),
        more && " …",
      ),
      missed.length > 0 &&
        h(
          "table",
          { class: "t" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", null, t("move")),
              h("th", null, t("company")),
              h("th", { class: "num" }, t("claimed")),
              h("th", { class: "num" }, t("best")),
              h("th", { class: "num" }, t("missed")),
            ),
          ),
          h(
            "tbody",
            null,
            missed.map((i) =>
              h(
                "tr",
                null,
                h(
                  "td",
                  null,
                  h("a", { href: `?at=${i.number}` }, num(i.number)),
                  " ",
                  h("span", { class: "muted" }, table.roundName(i.round)),
                ),
                h("td", null, table.chip(i.company, "s"), " ", table.seatName(i.seat)),
                h("td", { class: "num" }, num(i.claimed)),
                h("td", { class: "num" }, num(i.best), i.proved ? "" : "+"),
                h("td", { class: "num bad" }, num(i.missed)),
              ),
            ),
          ),
        ),
    );
  };
  while (more && open === "audit" && $("#drawer").open) {
    /** @type {Audit} */ const answer = await get(table.api("audit"), { from });
    items.push(...answer.items);
    more = answer.next !== null;
    from = answer.next ?? from;
    draw();
  }
  if (!table.sheet.course.routes) return;
  const { missedMoves } = await import("./missed.js");
  const rest = body.appendChild(h("section", { id: "missed" }));
  await missedMoves(table, rest, () => open === "audit" && $("#drawer").open);
}

// ---- leaving ----

/** Asks before somebody else takes over. @param {Table} table @param {HTMLElement} body */
async function leave(table, body) {
  const { leaveDrawer } = await import("./substitutes.js");
  leaveDrawer(table, body);
}

// ---- menu ----

/** Saves the file of the public platform, or says why there is none. @param {Table} table */
async function save(table) {
  try {
    const text = await getText(table.api("file"), { format: "public" });
    const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    h("a", { href, download: `${table.sheet.title}-${table.id}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  } catch (e) {
    await fault(table, e);
  }
}

/** Address of the position. A game that is not listed opens by its word. @param {Table} table */
function placeOf(table) {
  const word = table.game.listed ? null : table.game.invite || invite;
  return `${location.origin}/game/${table.id}?at=${table.at}${word ? "&invite=" + word : ""}`;
}

/** @param {Table} table @param {HTMLElement} body */
function menu(table, body) {
  const go = (/** @type {string} */ name) => () => drawer(table, name);
  const link = (/** @type {string} */ label, /** @type {string} */ href, extra = {}) =>
    h("div", null, h("a", { href, ...extra }, t(label)));
  const press = (/** @type {string} */ label, /** @type {() => unknown} */ act) =>
    h(
      "div",
      null,
      h("button", { class: "btn quiet", type: "button", id: "menu-" + label, on: { click: act } }, t(label)),
    );
  const mine = table.game.seats.filter((x) => x.mine && !x.bot);
  const copy = async (/** @type {string} */ text) => {
    await navigator.clipboard?.writeText(text).catch(() => {});
    toast([t("copied"), " ", h("code", null, text)]);
  };
  put(
    body,
    h(
      "div",
      { class: "menulist" },
      h("h3", null, t("menu-look")),
      h(
        "div",
        { class: "switches" },
        switches(() => {
          table.restyle();
          drawer(table, "menu");
        }, loadTexts),
      ),
      table.sheet.course.steps.includes("track") || table.sheet.unbounded
        ? h(
            "div",
            null,
            h(
              "label",
              { class: "check" },
              h("input", {
                type: "checkbox",
                id: "picker-on",
                checked: isPicker(),
                on: {
                  change: (e) => {
                    setPicker(e.target.checked);
                    picker(table);
                  },
                },
              }),
              t("picker"),
            ),
          )
        : null,
      press("drawer-charts", go("charts")),
      press("drawer-supply", go("supply")),
      press("drawer-rules", go("rules")),
      press("drawer-chat", () => {
        $("#drawer").close();
        $("#chat").click();
      }),
      press("drawer-neighbours", go("neighbours")),
      press("drawer-audit", go("audit")),
      press("drawer-keys", go("keys")),
      h("h3", null, t("menu-share")),
      press("share-position", () => copy(placeOf(table))),
      table.game.invite &&
        press("share-invite", () => copy(`${location.origin}/game/${table.id}?invite=${table.game.invite}`)),
      link("file-ours", address(table.api("file"), { format: "signalbox" }), { download: "" }),
      press("file-public", () => save(table)),
      link("picture", address(table.api("map.png"), { at: table.at, width: 2400 }), { target: "_blank" }),
      h("h3", null, t("luck")),
      luck(table),
      h("h3", null, t("print")),
      link("print", `/print/${table.id}?at=${table.at}`),
      link("credits", "/credits"),
      mine.length > 0 && [
        h("h3", null, t("menu-seat")),
        h(
          "div",
          null,
          h(
            "label",
            { class: "check" },
            h("input", {
              type: "checkbox",
              id: "sound",
              checked: isSound(),
              on: {
                change: (e) => {
                  setSound(e.target.checked);
                  if (e.target.checked) chime();
                },
              },
            }),
            t("sound"),
          ),
        ),
        "Notification" in self &&
          Notification.permission !== "granted" &&
          press("notify", async () =>
            toast(t((await Notification.requestPermission()) === "granted" ? "notify-on" : "notify-off")),
          ),
        mine.map((seat) =>
          h(
            "div",
            null,
            h(
              "label",
              { class: "check" },
              h("input", {
                type: "checkbox",
                checked: seat.always_agree,
                on: {
                  change: async (e) => {
                    try {
                      await post(table.api("agree"), { seat: seat.seat, always: e.target.checked });
                    } catch (x) {
                      await fault(table, x);
                    }
                  },
                },
              }),
              t("always-agree", { name: person(seat.name, seat.bot) }),
            ),
          ),
        ),
        table.game.state === "playing" && press("leave-table", go("leave")),
      ],
      // Who made the table may let it tell a channel of all players.
      table.game.owner &&
        table.game.owner === table.user?.id &&
        !table.user.guest && [
          h("h3", null, t("notices-table")),
          h("p", { class: "muted" }, t("notices-table-why")),
          tableNotices(table.id),
        ],
    ),
  );
}
