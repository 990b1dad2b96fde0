// @ts-check
// The decision panel: who decides what and why, the choice, its consequences, one button that names the act.
import { Fault, get, insist, key, post } from "./api.js";
import { hints, programs } from "./ahead.js";
import { $, h, put, say, toast } from "./dom.js";
import { sentence } from "./events.js";
import { options } from "./options.js";
import { runPanel } from "./run.js";
import {
  T,
  cash,
  chip,
  coins,
  companyView,
  dot,
  facts,
  initial,
  myTurn,
  priceless,
  refusalText,
  roundName,
  seatName,
  slotName,
  stepName,
  trainName,
  decision,
} from "./table.js";
import { has, num, rich, ruleLink, said, t } from "./text.js";
import { trackPanel } from "./track.js";

/** What is being chosen. */
export const D = {
  /** @type {any} */ move: null,
  /** @type {any} */ preview: null,
  /** @type {string|null} */ cell: null,
  /** Number of the position that the choice belongs to. */
  after: -1,
  /** @type {any} own routes, see run.js */ own: null,
  /** @type {any} */ routes: null,
  /** @type {any} */ refusal: null,
  /** @type {Map<string, any>} */ previews: new Map(),
  /** The phone's sheet: peek, half, full. */
  sheet: "half",
};

/** Called by game.js: fetches everything again. @type {{reload: () => Promise<void>, redraw: () => void}} */
export const table = { reload: async () => {}, redraw: () => {} };

/** Choices of a kind. @param {...string} kinds @returns {import("./table.js").Choice[]} */
export const choicesOf = (...kinds) =>
  (T.choices?.groups || []).filter((g) => kinds.includes(g.kind)).flatMap((g) => g.choices);

/** Two moves mean the same, amounts apart. @param {any} a @param {any} b */
export function same(a, b) {
  const plain = (/** @type {any} */ m) => JSON.stringify({ ...m, amount: 0 });
  return !!a && !!b && plain(a) === plain(b);
}

/** Nothing is chosen any more. */
export function clear() {
  D.move = null;
  D.preview = null;
  D.cell = null;
  D.refusal = null;
  T.board?.preview(null);
  T.board?.pick(null);
}

let asked = 0;
/** Chooses a move and asks what it would bring. @param {any} move @param {boolean} [quiet] */
export async function choose(move, quiet) {
  D.move = move;
  D.refusal = null;
  const known = move && D.previews.get(JSON.stringify(move));
  D.preview = known || null;
  if (!quiet) draw();
  table.redraw();
  if (!move || known) return;
  const mine = ++asked;
  try {
    const answer = await post(`/api/games/${T.id}/preview`, { after: T.at, moves: [move], view: false });
    if (mine !== asked) return;
    D.preview = answer.previews[0];
    D.previews.set(JSON.stringify(move), D.preview);
    draw();
    table.redraw();
  } catch (e) {
    await fault(e);
  }
}

/** Asks for the consequences of several moves at once. @param {any[]} moves */
export async function foresee(moves) {
  const unknown = moves.filter((m) => !D.previews.has(JSON.stringify(m)));
  for (let i = 0; i < unknown.length; i += 60) {
    const some = unknown.slice(i, i + 60);
    const at = T.at;
    const answer = await post(`/api/games/${T.id}/preview`, { after: at, moves: some, view: false });
    if (at !== T.at) return;
    some.forEach((m, k) => D.previews.set(JSON.stringify(m), answer.previews[k]));
  }
}

/** @param {any} move */
export const foreseen = (move) => D.previews.get(JSON.stringify(move));

/** Why something is not possible: asks for its preview and shows the rule. @param {any} move */
export async function why(move) {
  try {
    const answer = await post(`/api/games/${T.id}/preview`, { after: T.at, moves: [move], view: false });
    const found = answer.previews[0];
    D.refusal = found.ok ? null : found.refusal;
    if (found.ok) choose(move);
    else {
      draw();
      say(refusalText(D.refusal));
    }
  } catch (e) {
    await fault(e);
  }
}

/** Asks why nothing may be done on a cell. @param {string} cell */
export async function whyCell(cell) {
  if (!["track", "station", "home"].includes(T.view.decision?.step || "")) return;
  try {
    const { after, refusal } = await get(`/api/games/${T.id}/why`, { cell, at: T.at });
    if (after !== T.at || !refusal) return;
    clear();
    D.refusal = refusal;
    draw();
    say(refusalText(refusal));
  } catch (e) {
    await fault(e);
  }
}

/** @param {any} e */
export async function fault(e) {
  if (e instanceof Fault && e.code === "refused") {
    D.refusal = e.detail;
    draw();
    say(refusalText(e.detail));
  } else if (e instanceof Fault && e.code === "stale") {
    toast(t("fault-stale"));
    clear();
    await table.reload();
  } else if (e instanceof Fault) toast(said(e.message), "bad");
  else {
    toast(t("fault-offline"), "bad");
    console.error(e);
  }
}

/** Makes a move. @param {any} move */
export async function send(move) {
  if (T.busy || !move) return;
  T.busy = true;
  document.body.classList.add("busy");
  try {
    const body = { after: T.length, key: key(), move };
    await insist(() => post(`/api/games/${T.id}/moves`, body), 4);
    clear();
    await table.reload();
  } catch (e) {
    await fault(e);
  } finally {
    T.busy = false;
    document.body.classList.remove("busy");
  }
}

// ---- texts of moves ----

/** The button's name for a move. @param {any} m @returns {string} */
export function actName(m) {
  if (m.move === "pass") return passName();
  const key =
    m.move === "answer"
      ? m.accept
        ? "accept"
        : "decline"
      : m.move === "dividend"
        ? m.pay === "out"
          ? "pay-out"
          : "withhold"
        : m.copy
          ? "copy_card"
          : m.move;
  const amount = (m.move === "buy_train" || m.move === "allot" ? coins : cash)(m.amount ?? 0),
    price = cash(T.sheet.market[m.price]?.price ?? 0);
  return t("do-" + key, {
    lot: m.lot && (m.lot.paper ?? m.lot.company ?? slotName(m.lot.slot)),
    company: m.target ?? m.company,
    price,
    amount,
    paper: m.paper,
    n: m.shares,
    tile: m.tile,
    train: m.card && trainName(m.card, m.face),
    card: m.slot,
    right: slotName(m.slot),
  });
}

export function passName() {
  const d = decision(),
    last = T.state.last?.move,
    step =
      d.step +
      (d.step === "track" && (last?.move !== "lay_tile" || (d.company && last.company !== d.company))
        ? "-0"
        : "");
  return has("pass-" + step) ? t("pass-" + step) : t("pass");
}

// ---- consequences ----

const ORDER = [
  "cash",
  "treasury",
  "price",
  "director",
  "certificates",
  "trains",
  "stations_left",
  "phase",
  "debt",
  "value",
  "round",
];

/** Rows "before → after". @param {any} preview @param {{skip?: string[], most?: number}} [how] */
export function consequences(preview, how = {}) {
  if (!preview) return h("p", { class: "why wait" }, "…");
  if (!preview.ok) return refused(preview.refusal);
  const decider = T.view.decision?.player,
    company = T.view.decision?.company;
  const rank = (/** @type {any} */ c) =>
    ORDER.indexOf(c.what) + (c.id === decider || c.id === company ? 0 : 20);
  const rows = preview.changes
    .filter(
      (/** @type {any} */ c) =>
        c.of !== "bank" &&
        !(how.skip || []).includes(c.what) &&
        !(c.what === "value" && c.id !== decider) &&
        !(c.what === "stations_left" && c.id !== company),
    )
    .sort((/** @type {any} */ a, /** @type {any} */ b) => rank(a) - rank(b));
  const most = how.most ?? 9;
  const cells = rows
    .slice(0, most)
    .flatMap((/** @type {any} */ c) => [
      h("dt", null, label(c)),
      h("dd", null, shown(c, c.from), " → ", h("b", null, shown(c, c.to))),
    ]);
  const loud = preview.events
    .filter((/** @type {any} */ e) =>
      [
        "train_scrapped",
        "phase_began",
        "train_exported",
        "floated",
        "paper_closed",
        "train_obsolete",
        "status_changed",
        "game_ended",
        "acquired",
      ].includes(e.event),
    )
    .slice(0, 6)
    .map((/** @type {any} */ e) => sentence(e))
    .filter(Boolean);
  return [
    cells.length > 0 && h("dl", { class: "c2" }, cells),
    loud.length > 0 &&
      h(
        "ul",
        { class: "loud" },
        loud.map((/** @type {any} */ x) => h("li", null, x)),
      ),
  ];
}

/** @param {any} c */
function label(c) {
  const what = t("what-" + c.what);
  if (c.of === "company") return c.id === T.view.decision?.company ? what : `${c.id}: ${what}`;
  if (c.of === "player") return c.id === T.view.decision?.player ? what : `${seatName(c.id)}: ${what}`;
  return what;
}

/** @param {any} c @param {any} value @returns {string} */
function shown(c, value) {
  if (value === null || value === undefined) return "–";
  if (c.what === "director") return seatName(value);
  if (c.what === "treasury") return coins(value);
  if (c.what === "cash" || c.what === "value" || c.what === "price" || c.what === "debt") return cash(value);
  if (c.what === "round") return roundName(value);
  if (Array.isArray(value)) return value.length ? value.join(" ") : "–";
  return typeof value === "number" ? num(value) : String(value);
}

/** @param {any} refusal */
export const refused = (refusal) =>
  h(
    "p",
    { class: "why refusal", role: "alert" },
    h("b", { class: "bad" }, "✕ "),
    refusalText(refusal),
    " ",
    ruleLink(refusal.rule),
  );

// ---- the panel ----

const TURN_STEPS = ["home", "track", "station", "run", "dividend", "acquire", "trains", "papers"];

function head() {
  const d = decision(),
    company = d.company && companyView(d.company),
    player = T.view.players[d.player];
  const mine = myTurn();
  const name = seatName(d.player),
    what = stepName(d.step);
  const title = d.company
    ? t("decides-company", { name, what, company: d.company })
    : t("decides", { name, what });
  const sub = company
    ? [
        t("treasury"),
        " ",
        h("b", null, coins(company.treasury)),
        company.price !== null && [" · ", t("price"), " ", h("b", null, cash(company.price))],
      ]
    : [
        t("cash"),
        " ",
        h("b", null, cash(player?.cash ?? 0)),
        player?.limit && [" · ", t("certs-of", { have: player.certificates, limit: player.limit })],
      ];
  return h(
    "div",
    { class: "dhead" },
    company ? chip(company.id, "l") : h("span", { class: `pdot big p${d.player}` }, initial(d.player)),
    h("div", null, h("h2", { id: "dtitle" }, title), h("p", null, sub)),
    !mine && T.live && h("span", { class: "spin", role: "img", "aria-label": t("waiting") }),
  );
}

function steps() {
  const d = decision();
  if (
    !d.company ||
    !TURN_STEPS.includes(d.step) ||
    T.view.round.kind !== "operating" ||
    T.sheet.title === "18lilliput"
  )
    return null;
  const list = [
    "track",
    "station",
    "run",
    ...(priceless() ? [] : ["dividend", ...(T.sheet.title === "18cz" ? ["acquire"] : [])]),
    "trains",
  ];
  const at = list.indexOf(d.step);
  return h(
    "ol",
    { class: "steps", "aria-label": t("turn-steps") },
    list.map((step, i) =>
      h(
        "li",
        {
          class: i === at ? "on" : at >= 0 && i < at ? "done" : "",
          "aria-current": i === at ? "step" : null,
        },
        t("short-" + step),
      ),
    ),
  );
}

/** A sentence about what is asked. */
function whySentence() {
  const d = decision();
  const key = `why-${T.sheet.title}-${d.step}`,
    text = has(key) ? key : has("why-" + d.step) ? "why-" + d.step : null;
  return text && h("p", { class: "why" }, rich(text, { company: d.company || "", ...auctionArgs() }));
}

function auctionArgs() {
  const a = facts().auction;
  return a
    ? {
        paper: a.paper || "",
        bid: cash(a.bid || 0),
        bidder: a.bidder === null || a.bidder === undefined ? t("nobody") : seatName(a.bidder),
      }
    : {};
}

/** The last row: confirm, cancel, pass. */
function acts() {
  const pass = choicesOf("pass")[0];
  const ready = D.move && D.preview?.ok;
  const only = !D.move && pass && T.choices.count === 1;
  return h(
    "div",
    { class: "act" },
    D.move &&
      h(
        "button",
        {
          class: "btn primary",
          id: "confirm",
          type: "button",
          disabled: D.preview && !D.preview.ok,
          on: { click: () => send(D.move) },
        },
        actName(D.move),
        " ",
        ready && h("kbd", null, "Enter"),
      ),
    D.move &&
      D.move.move !== "dividend" &&
      T.choices.count > (pass ? 2 : 1) &&
      h(
        "button",
        {
          class: "btn",
          type: "button",
          id: "cancel",
          on: {
            click: () => {
              clear();
              draw();
              table.redraw();
            },
          },
        },
        t("cancel"),
      ),
    pass &&
      h(
        "button",
        {
          class: `btn ${only ? "primary" : D.move ? "quiet" : ""}`,
          id: "pass",
          type: "button",
          on: { click: () => send(pass.move) },
        },
        passName(),
        " ",
        only && h("kbd", null, "Enter"),
      ),
  );
}

/** Draws the panel. */
export function draw() {
  const root = $("#decide");
  if (!root || !T.view) return;
  const focus = document.activeElement?.id;
  const scroll = $(".dbody", root)?.scrollTop || 0;
  root.className = "panel decide" + (myTurn() ? "" : " idle");
  root.dataset.sheet = D.sheet;
  put(root, h("button", { class: "grip", type: "button", "aria-label": t("sheet-size") }), body());
  const inner = $(".dbody", root);
  if (inner) inner.scrollTop = scroll;
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  root.dispatchEvent(new CustomEvent("drawn", { bubbles: true }));
}

function body() {
  if (!T.live) return backToNow();
  if (T.game.state === "open") return null;
  if (!T.view.decision || T.game.state === "finished") return reckoning();
  if (T.game.state === "abandoned") return h("p", { class: "why" }, t("state-abandoned"));
  const mine = myTurn();
  const kinds = new Set((T.choices?.groups || []).map((g) => g.kind));
  const asked = T.state.undo;
  return [
    head(),
    steps(),
    h(
      "div",
      { class: "dbody" },
      asked && undoAsked(asked),
      !T.online && h("p", { class: "why warn", role: "alert" }, t("offline-why")),
      whySentence(),
      !mine &&
        T.online &&
        h(
          "p",
          { class: "why muted" },
          t(
            T.game.seats[decision().player]?.bot
              ? "bot-thinks"
              : T.game.seats.some((s) => s.mine)
                ? "wait-others"
                : "you-watch",
            { name: seatName(decision().player) },
          ),
        ),
      mine &&
        T.choices && [
          kinds.has("run") && runPanel(),
          (kinds.has("lay_tile") ||
            kinds.has("place_station") ||
            kinds.has("lift_station") ||
            decision().step === "track") &&
            trackPanel(),
          options(),
          D.refusal && refused(D.refusal),
          D.move && D.move.move !== "run" && D.move.move !== "dividend" && consequences(D.preview),
          hints(),
        ],
      programs(),
    ),
    mine && T.choices && acts(),
  ];
}

/** @param {any} undo */
function undoAsked(undo) {
  const mine = T.game.seats.filter((s) => s.mine).map((s) => s.seat);
  const waiting = undo.waiting.filter((/** @type {any} */ s) => mine.includes(s));
  const answer = (/** @type {any} */ agree) => async () => {
    try {
      for (const seat of waiting) await post(`/api/games/${T.id}/undo/answer`, { agree, seat });
      await table.reload();
    } catch (e) {
      await fault(e);
    }
  };
  return h(
    "div",
    { class: "ask", role: "alertdialog", "aria-label": t("undo") },
    h("p", null, t("undo-asked", { name: seatName(undo.by), n: T.length - undo.to })),
    waiting.length
      ? h(
          "div",
          { class: "act" },
          h(
            "button",
            { class: "btn primary", type: "button", id: "undo-yes", on: { click: answer(true) } },
            t("agree"),
          ),
          h(
            "button",
            { class: "btn", type: "button", id: "undo-no", on: { click: answer(false) } },
            t("refuse"),
          ),
        )
      : h("p", { class: "muted" }, t("undo-waits", { names: undo.waiting.map(seatName).join(", ") })),
  );
}

function backToNow() {
  return [
    h(
      "div",
      { class: "dhead past" },
      h(
        "div",
        null,
        h("h2", { id: "dtitle" }, t("history-at", { n: T.at })),
        h("p", null, roundName(T.view.round)),
      ),
    ),
    h("p", { class: "why" }, t("history-why")),
    h(
      "div",
      { class: "act" },
      h(
        "button",
        {
          class: "btn primary",
          type: "button",
          id: "tonow",
          on: { click: () => document.dispatchEvent(new CustomEvent("go", { detail: null })) },
        },
        t("back-to-now"),
      ),
      h("button", { class: "btn", type: "button", on: { click: copyHere } }, t("play-on-from-here")),
    ),
  ];
}

async function copyHere() {
  try {
    location.href = "/game/" + (await post(`/api/games/${T.id}/copy`, { at: T.at })).id;
  } catch (e) {
    await fault(e);
  }
}

function reckoning() {
  const outcome = T.view.outcome || T.game.outcome;
  if (!outcome) return h("p", { class: "why" }, t("state-" + T.game.state));
  const winners = outcome.winners.map((/** @type {any} */ w) =>
    typeof w === "object" ? (w.player ?? w.seat) : w,
  );
  const list = outcome.values
    .map((/** @type {any} */ value, /** @type {any} */ seat) => ({ value, seat }))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => b.value - a.value);
  return [
    h(
      "div",
      { class: "dhead" },
      h("span", { class: "pdot big p" + winners[0] }, "★"),
      h(
        "div",
        null,
        h("h2", { id: "dtitle" }, t("winner", { name: winners.map(seatName).join(", ") })),
        h("p", null, has("ending-" + outcome.reason) ? t("ending-" + outcome.reason) : outcome.reason),
      ),
    ),
    h(
      "table",
      { class: "t reck" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", null, t("player")),
          h("th", { class: "num" }, t("what-cash")),
          h("th", { class: "num" }, t("shares")),
          h("th", { class: "num" }, t("what-value")),
        ),
      ),
      h(
        "tbody",
        null,
        list.map((/** @type {any} */ row) => {
          const p = T.view.players[row.seat];
          return h(
            "tr",
            null,
            h(
              "td",
              null,
              dot(row.seat),
              h("b", null, seatName(row.seat)),
              winners.includes(row.seat) && " ★",
            ),
            h("td", { class: "num" }, p ? cash(p.cash) : ""),
            h("td", { class: "num" }, p ? cash(row.value - p.cash) : ""),
            h("td", { class: "num" }, h("b", null, cash(row.value))),
          );
        }),
      ),
    ),
    h("div", { class: "act" }, h("a", { class: "btn", href: "/" }, t("to-lobby"))),
  ];
}

/** Enter, Escape, R. @param {KeyboardEvent} e */
export function deciding(e) {
  const at = /** @type {HTMLElement} */ (e.target);
  if (
    /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) &&
    /** @type {any} */ (at).type !== "radio" &&
    e.key !== "Enter"
  )
    return;
  if (at.tagName === "TEXTAREA" || (at.tagName === "INPUT" && at.closest(".chatform,.form"))) return;
  if (
    e.key === "Enter" &&
    (at.tagName === "BUTTON" || at.tagName === "A" || at.getAttribute("role") === "button")
  )
    return;
  if (e.key === "Enter" && myTurn()) {
    const button = $("#confirm") || $(".act .primary", $("#decide"));
    if (button && !button.disabled) {
      e.preventDefault();
      button.click();
    }
  } else if (e.key === "Escape" && (D.move || D.cell)) {
    clear();
    draw();
    table.redraw();
  }
}
