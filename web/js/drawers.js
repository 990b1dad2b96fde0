// @ts-check
// Drawers: charts, tiles left, rules, chat, what was missed, and the menu of the game.
import { Fault, address, get, getText, invite, key, post } from "./api.js";
import { fault } from "./decide.js";
import { $, h, put, s, svgOf, toast } from "./dom.js";
import { luck } from "./luck.js";

import { switches } from "./shell.js";
import { clock, lang, loadTexts, num, person, t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { Audit, AuditItem, Charts, Rule } from "./types.d.ts"
 * @typedef {{name: string, colour: string, dash?: string, values: (number|null)[]}} Curve
 */

let open = "";

/** Opens a drawer. @param {Table} table @param {string} name @param {string} [what] */
export async function drawer(table, name, what) {
  const box = $("#drawer");
  open = name;
  box.className =
    "drawer" +
    (name === "supply" ? " wide" : ["menu", "chat", "keys", "leave"].includes(name) ? " slim" : "");
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

/** Draws an open drawer again after something happened. @param {Table} table @param {string} name */
export const refresh = (table, name) => {
  if ($("#drawer")?.open && open === name) DRAWERS[name](table, $(".drawbody"));
};

/** @type {Record<string, (table: Table, body: HTMLElement, what?: string) => unknown>} */
const DRAWERS = { charts, supply, rules, chat, audit, menu, keys, leave };

// ---- keys ----

const KEYS = [
  ["Enter", "confirm"],
  ["Esc", "cancel"],
  ["↑ ↓", "choose"],
  ["← → ↑ ↓", "cells"],
  ["R, Shift R", "turn"],
  ["P", "pass"],
  ["U", "undo"],
  ["M", "map"],
  ["S", "shares"],
  ["C", "chat"],
  ["[ ]", "history"],
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

/** Lines over moves. @param {string} title @param {Curve[]} lines @param {number[]} moves */
function chart(title, lines, moves) {
  const W = innerWidth < 720 ? 380 : 640,
    H = 240,
    left = 44,
    base = H - 26;
  const all = lines.flatMap((l) => l.values.filter((v) => v !== null)),
    top = Math.max(10, ...all),
    low = Math.min(0, ...all);
  const x = (/** @type {number} */ i) =>
    left + ((W - left - 70) * (moves[i] ?? i)) / Math.max(1, moves[moves.length - 1] ?? 1);
  const y = (/** @type {number} */ v) => base - ((base - 12) * (v - low)) / (top - low || 1);
  const step = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((k) => top / k <= 5) || 10000;
  const grid = Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step);
  const ends = lines
    .map((l) => ({ l, at: l.values.findLastIndex((v) => v !== null) }))
    .filter((e) => e.at >= 0)
    .map((e) => ({ ...e, y: y(/** @type {number} */ (e.l.values[e.at])) }))
    .sort((a, b) => a.y - b.y);
  for (let i = 1; i < ends.length; i++) ends[i].y = Math.max(ends[i].y, ends[i - 1].y + 12);
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", null, title),
    s(
      "svg",
      { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": title },
      grid.map((v) => [
        s("path", { class: "cg", d: `M${left} ${y(v)}H${W - 66}` }),
        s("text", { class: "ct", x: left - 6, y: y(v) + 4, "text-anchor": "end" }, num(v)),
      ]),
      lines.map((l) => {
        let pen = false;
        return s("path", {
          class: "cl",
          stroke: l.colour,
          "stroke-dasharray": l.dash || null,
          d: l.values
            .map((v, i) => {
              if (v === null) {
                pen = false;
                return "";
              }
              const c = (pen ? "L" : "M") + x(i).toFixed(1) + " " + y(v).toFixed(1);
              pen = true;
              return c;
            })
            .join(""),
        });
      }),
      ends.map((e) => s("text", { class: "cn", x: W - 62, y: e.y + 4 }, e.l.name)),
    ),
  );
}

const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 4", "12 3", "1 3"];
const INKS = [
  "var(--r2)",
  "var(--warn)",
  "var(--good)",
  "var(--r1)",
  "var(--r4)",
  "var(--ink)",
  "var(--ink-3)",
];

/** @param {Table} table @param {HTMLElement} body */
async function charts(table, body) {
  /** @type {Charts} */ const series = await get(table.api("series"));
  const companies = Object.entries(series.prices).filter(([, v]) => v.some((x) => x !== null));
  const rounds = [...new Set(series.incomes.map((i) => table.roundName(i.round)))],
    ran = [...new Set(series.incomes.map((i) => i.company))];
  put(
    body,
    chart(
      t("chart-values"),
      series.players.map((values, seat) => ({
        name: table.seatName(seat),
        colour: INKS[seat % 7],
        dash: DASHES[seat % 7],
        values,
      })),
      series.moves,
    ),
    chart(
      t("chart-prices"),
      companies.map(([id, values], i) => ({
        name: id,
        colour: table.companyDef(id).colour,
        dash: DASHES[i % 7],
        values,
      })),
      series.moves,
    ),
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
                const found = series.incomes.filter((i) => table.roundName(i.round) === r && i.company === c);
                return h(
                  "td",
                  { class: "num" },
                  found
                    .map((i) => [num(i.revenue), i.paid ? "" : "◦"])
                    .flat()
                    .join(" "),
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

// ---- chat ----

/** What is typed and not yet said. */
let draft = "";

/** @param {Table} table @param {HTMLElement} body */
function chat(table, body) {
  const lines = table.state.chat || [];
  const field = h("input", {
    id: "chatline",
    maxlength: 500,
    autocomplete: "off",
    "aria-label": t("chat-say"),
    placeholder: t("chat-say"),
    value: draft,
    on: { input: (e) => (draft = e.target.value) },
  });
  const speaks = table.game.role !== "spectator" || !!invite;
  const list = h(
    "ol",
    { class: "chatlog", "aria-live": "polite", "aria-label": t("drawer-chat") },
    lines.map((l) =>
      h("li", null, h("time", null, clock(l.at)), h("b", null, person(l.name)), " ", h("span", null, l.text)),
    ),
    !lines.length && h("li", { class: "muted" }, t("chat-empty")),
  );
  put(
    body,
    list,
    speaks
      ? h(
          "form",
          {
            class: "chatform",
            on: {
              submit: async (e) => {
                e.preventDefault();
                const text = field.value.trim();
                if (!text) return;
                try {
                  await post(table.api("chat"), { text, key: key() });
                  draft = "";
                  field.value = "";
                } catch (x) {
                  await fault(table, x);
                }
              },
            },
          },
          field,
          h("button", { class: "btn primary" }, t("chat-send")),
        )
      : h("p", { class: "muted" }, t("chat-members")),
  );
  list.scrollTop = list.scrollHeight;
  if (speaks) field.focus();
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
}

// ---- leaving ----

/** Asks before a bot takes over. @param {Table} table @param {HTMLElement} body */
function leave(table, body) {
  const mine = table.game.seats.filter((x) => x.mine && !x.bot);
  const act = async () => {
    try {
      await post(table.api("leave"), {
        bot: table.levels.includes("standard") ? "standard" : table.levels[0],
      });
      $("#drawer").close();
      await table.reload();
    } catch (x) {
      await fault(table, x);
    }
  };
  put(
    body,
    h("p", null, t("leave-ask", { names: mine.map((s) => person(s.name, s.bot)).join(", ") })),
    h(
      "div",
      { class: "act in" },
      h(
        "button",
        { class: "btn primary", type: "button", id: "leave-yes", on: { click: act } },
        t("leave-to-bot"),
      ),
      h(
        "button",
        { class: "btn", type: "button", id: "leave-no", on: { click: () => $("#drawer").close() } },
        t("leave-stay"),
      ),
    ),
  );
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
      press("drawer-charts", go("charts")),
      press("drawer-supply", go("supply")),
      press("drawer-rules", go("rules")),
      press("drawer-chat", go("chat")),
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
        table.game.state === "playing" && press("leave-to-bot", go("leave")),
      ],
    ),
  );
}
