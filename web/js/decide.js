// @ts-check
// The decision panel: who decides what and why, the choice, its consequences, one button that names the act.
import { Fault, get, insist, key, post } from "./api.js";
import { hints, programs } from "./ahead.js";
import { $, $$, h, put, say, toast } from "./dom.js";
import { sentence } from "./events.js";
import { asides, options } from "./options.js";
import { runPanel } from "./run.js";
import { slotName } from "./table.js";
import { has, num, rich, ruleLink, said, t } from "./text.js";
import { paperLaid, trackPanel } from "./track.js";

/**
 * @import { Table } from "./table.js"
 * @import { Asked, Changed, Choice, GameJson, Lot, Move, MoveKind, Preview, Previews } from "./types.d.ts"
 * @import { Quantity, RefusalJson, WhyNot } from "./types.d.ts"
 */
/** @template {MoveKind} K @typedef {Extract<Move, {move: K}>} MoveOf a move of a kind */
/** @template {MoveKind} K @typedef {Choice & {move: MoveOf<K>}} ChoiceOf a choice of a kind */
/** @template U @typedef {U extends unknown ? keyof U : never} Fields */
/** @template U, F @typedef {U extends unknown ? (F extends keyof U ? U[F] : never) : never} Field */
/** @typedef {{[F in Fields<Move>]?: Field<Move, F>}} Parts what a move may have, whatever its kind */

/** Choices of some kinds. @template {MoveKind} K @param {Table} table @param {...K} kinds */
export const choicesOf = (table, ...kinds) => table.allChoices().filter((c) => isOf(c, kinds));

/** @template {MoveKind} K @param {Choice} c @param {readonly K[]} kinds @returns {c is ChoiceOf<K>} */
const isOf = (c, kinds) => kinds.some((kind) => kind === c.move.move);

/** Two moves mean the same, amounts apart. @param {Move|null|undefined} a @param {Move|null|undefined} b */
export function same(a, b) {
  const plain = (/** @type {Move} */ m) => JSON.stringify({ ...m, amount: 0 });
  return !!a && !!b && plain(a) === plain(b);
}

/** Nothing is chosen any more. @param {Table} table */
export function clear(table) {
  table.chosen.clear();
  table.board?.preview(null);
  table.board?.pick(null);
}

/** The choice is taken back. @param {Table} table */
function cancel(table) {
  const { paper } = table.chosen;
  clear(table);
  if (paper) {
    table.look("");
    return;
  }
  draw(table);
  table.redraw();
}

/** What moves would bring here. @param {Table} table @param {Move[]} moves @returns {Promise<Previews>} */
const preview = (table, moves) => post(table.api("preview"), { after: table.at, moves, view: false });

/** Whether a move would be made out of turn. @param {Table} table @param {Move|null} move */
const isAside = (table, move) => table.asides().some((c) => same(c.move, move));

/**
 * What is chosen out of turn stays chosen while others go on: says how to choose it again in another position.
 * @param {Table} table
 */
export function kept(table) {
  const { move, cell, paper } = table.chosen;
  const fits = (/** @type {Choice} */ c) =>
    move ? same(c.move, move) : "paper" in c.move && c.move.paper === paper;
  const was = (move || paper) && !table.busy && table.asides().some(fits);
  return () => {
    const now = [...table.asides(), ...(table.myTurn() ? table.allChoices() : [])];
    if (!was || !now.some(fits)) return;
    Object.assign(table.chosen, { cell, paper });
    if (move) choose(table, move);
  };
}

let asked = 0;
/**
 * Chooses a move and asks what it would bring.
 * @param {Table} table @param {Move} move @param {boolean} [quiet]
 */
export async function choose(table, move, quiet) {
  const { chosen } = table;
  chosen.move = move;
  chosen.refusal = null;
  chosen.preview = chosen.foreseen(move) || null;
  if (!quiet) draw(table);
  table.redraw();
  if (chosen.preview) return;
  const mine = ++asked;
  try {
    const [found] = (await preview(table, [move])).previews;
    if (mine !== asked) return;
    chosen.preview = found;
    chosen.foresee(move, found);
    draw(table);
    table.redraw();
  } catch (e) {
    await fault(table, e);
  }
}

/** Draws what follows from the choice, and the buttons; what is being typed or dragged stays as it is. @param {Table} table */
function drawAfter(table) {
  const { move, preview } = table.chosen;
  const after = $("#after"),
    buttons = $("#acts");
  if (after && move) put(after, consequences(table, preview));
  buttons?.replaceWith(acts(table));
}

let weighed = 0;
/**
 * Another amount of the chosen move, while it is typed or dragged; null while there is none that may be named.
 * @param {Table} table @param {Move|null} move
 */
export async function weigh(table, move) {
  const { chosen } = table;
  const mine = ++weighed;
  chosen.refusal = null;
  if (!move) {
    chosen.preview = { ok: false };
    drawAfter(table);
    return;
  }
  chosen.move = move;
  chosen.preview = chosen.foreseen(move) || null;
  drawAfter(table);
  if (chosen.preview) return;
  await new Promise((done) => setTimeout(done, 200));
  if (mine !== weighed || chosen.move !== move) return;
  try {
    const [found] = (await preview(table, [move])).previews;
    chosen.foresee(move, found);
    if (chosen.move !== move) return;
    chosen.preview = found;
    drawAfter(table);
  } catch (e) {
    await fault(table, e);
  }
}

/** Asks for the consequences of several moves at once. @param {Table} table @param {Move[]} moves */
export async function foresee(table, moves) {
  const unknown = moves.filter((m) => !table.chosen.foreseen(m));
  for (let i = 0; i < unknown.length; i += 60) {
    const some = unknown.slice(i, i + 60);
    const at = table.at;
    const { previews } = await preview(table, some);
    if (at !== table.at) return;
    some.forEach((m, k) => table.chosen.foresee(m, previews[k]));
  }
}

/**
 * Why something is not possible: asks for its preview and shows the rule.
 * @param {Table} table @param {Move} move
 */
export async function why(table, move) {
  try {
    const [found] = (await preview(table, [move])).previews;
    table.chosen.refusal = (!found.ok && found.refusal) || null;
    if (found.ok) choose(table, move);
    else {
      draw(table);
      say(table.refusalText(table.chosen.refusal));
    }
  } catch (e) {
    await fault(table, e);
  }
}

/** Asks why nothing may be done on a cell. @param {Table} table @param {string} cell */
export async function whyCell(table, cell) {
  if (table.chosen.paper || !["track", "station", "home"].includes(table.view.decision?.step || "")) return;
  try {
    /** @type {WhyNot} */ const { after, refusal } = await get(table.api("why"), { cell, at: table.at });
    if (after !== table.at || !refusal) return;
    clear(table);
    table.chosen.refusal = refusal;
    draw(table);
    say(table.refusalText(refusal));
  } catch (e) {
    await fault(table, e);
  }
}

/** Says what went wrong. @param {Table} table @param {unknown} e */
export async function fault(table, e) {
  if (e instanceof Fault && e.code === "refused") {
    table.chosen.refusal = /** @type {RefusalJson} */ (e.detail);
    draw(table);
    say(table.refusalText(table.chosen.refusal));
  } else if (e instanceof Fault && e.code === "stale") {
    toast(t("fault-stale"));
    clear(table);
    await table.reload();
  } else if (e instanceof Fault) toast(said(e.message), "bad");
  else {
    toast(t("fault-offline"), "bad");
    console.error(e);
  }
}

/** Makes a move. @param {Table} table @param {Move|null} move */
export async function send(table, move) {
  if (table.busy || !move) return;
  table.busy = true;
  document.body.classList.add("busy");
  try {
    const body = { after: table.length, key: key(), move };
    await insist(() => post(table.api("moves"), body), 4);
    follows = true;
    clear(table);
    await table.reload();
  } catch (e) {
    await fault(table, e);
  } finally {
    table.busy = false;
    document.body.classList.remove("busy");
    follow(table);
  }
}

// ---- texts of moves ----

/** The button's name for a move. @param {Table} table @param {Move} m */
export function actName(table, m) {
  if (m.move === "pass") return passName(table);
  /** @type {Parts} */ const p = m;
  /** @type {string} */ let key = p.copy ? "copy_card" : m.move;
  if (m.move === "answer") key = m.accept ? "accept" : "decline";
  if (m.move === "dividend") key = m.pay === "out" ? "pay-out" : "withhold";
  return t("do-" + key, {
    lot: p.lot && lotShort(p.lot),
    company: p.target ?? p.company,
    price: table.cash(table.sheet.market[p.price ?? -1]?.price ?? 0),
    amount: (m.move === "buy_train" || m.move === "allot" ? table.coins : table.cash)(p.amount ?? 0),
    paper: p.paper,
    n: p.shares,
    tile: p.tile,
    train: p.card && table.trainName(p.card, p.face),
    card: p.slot,
    right: slotName(p.slot ?? ""),
  });
}

/** @param {Lot} lot */
const lotShort = (lot) => ("slot" in lot ? slotName(lot.slot) : "paper" in lot ? lot.paper : lot.company);

/** Whether the company laid a tile in this turn. @param {Table} table */
function hasLaid(table) {
  const { company } = table.decision();
  for (const { move } of [...table.state.log].reverse()) {
    if (move.move === "lay_tile") return !company || move.company === company;
    // What begins or ends a turn, or belongs to another company.
    if (["pass", "dividend", "buy_train", "buy_share"].includes(move.move)) return false;
    if ("company" in move && move.company !== company) return false;
  }
  return false;
}

/** @param {Table} table */
export function passName(table) {
  const d = table.decision(),
    step = d.step + (d.step === "track" && !hasLaid(table) ? "-0" : "");
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

/** Events worth a line before they happen. */
const LOUD = [
  "train_scrapped",
  "phase_began",
  "train_exported",
  "floated",
  "paper_closed",
  "train_obsolete",
  "status_changed",
  "game_ended",
  "acquired",
];

/** Rows "before → after". @param {Table} table @param {Preview|null|undefined} preview */
export function consequences(table, preview) {
  if (!preview) return h("p", { class: "why wait" }, "…");
  if (!preview.ok) return preview.refusal && refused(table, preview.refusal);
  const decider = table.view.decision?.player,
    company = table.view.decision?.company;
  const rank = (/** @type {Changed} */ c) =>
    ORDER.indexOf(c.what) + (c.id === decider || c.id === company ? 0 : 20);
  const rows = (preview.changes || [])
    .filter(
      (c) =>
        c.of !== "bank" &&
        !(c.what === "value" && c.id !== decider) &&
        !(c.what === "stations_left" && c.id !== company),
    )
    .sort((a, b) => rank(a) - rank(b));
  const cells = rows
    .slice(0, 9)
    .flatMap((c) => [
      h("dt", null, label(table, c)),
      h("dd", null, shown(table, c, c.from), " → ", h("b", null, shown(table, c, c.to))),
    ]);
  const loud = (preview.events || [])
    .filter((e) => LOUD.includes(e.event))
    .slice(0, 6)
    .map((e) => sentence(table, e))
    .filter(Boolean);
  return [
    cells.length > 0 && h("dl", { class: "c2" }, cells),
    loud.length > 0 &&
      h(
        "ul",
        { class: "loud" },
        loud.map((x) => h("li", null, x)),
      ),
    preview.unseen && h("p", { class: "why unseen" }, t("unseen")),
  ];
}

/** @param {Table} table @param {Changed} c */
function label(table, c) {
  const what = t("what-" + c.what);
  if (c.of === "company") return c.id === table.view.decision?.company ? what : `${c.id}: ${what}`;
  if (c.of === "player")
    return c.id === table.view.decision?.player ? what : `${table.seatName(Number(c.id))}: ${what}`;
  return what;
}

/** @param {Table} table @param {Changed} c @param {Quantity|null} value */
function shown(table, c, value) {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.length ? value.join(" ") : "–";
  if (typeof value === "object") return table.roundName(value);
  if (typeof value === "string") return value;
  if (c.what === "director") return table.seatName(value);
  if (c.what === "treasury") return table.coins(value);
  return ["cash", "value", "price", "debt"].includes(c.what) ? table.cash(value) : num(value);
}

/** @param {Table} table @param {RefusalJson} refusal */
export const refused = (table, refusal) =>
  h(
    "p",
    { class: "why refusal", role: "alert" },
    h("b", { class: "bad" }, "✕ "),
    table.refusalText(refusal),
    " ",
    ruleLink(refusal.rule),
  );

// ---- the panel ----

/** Steps of a company's turn that stand beside its list. */
const BESIDE = ["home", "papers"];

/** @param {Table} table */
function head(table) {
  const d = table.decision(),
    company = d.company && table.companyView(d.company),
    player = table.view.players[d.player];
  const mine = table.myTurn();
  const name = table.seatName(d.player),
    what = table.stepName(d.step);
  const title = d.company
    ? t("decides-company", { name, what, company: d.company })
    : t("decides", { name, what });
  const sub = company
    ? [
        t("treasury"),
        " ",
        h("b", null, table.coins(company.treasury)),
        company.price !== null && [" · ", t("price"), " ", h("b", null, table.cash(company.price))],
      ]
    : [
        t("cash"),
        " ",
        h("b", null, table.cash(player?.cash ?? 0)),
        player?.limit && [" · ", t("certs-of", { have: player.certificates, limit: player.limit })],
      ];
  return h(
    "div",
    { class: "dhead" },
    company
      ? table.chip(company.id, "l")
      : h("span", { class: `pdot big p${d.player}` }, table.initial(d.player)),
    h("div", null, h("h2", { id: "dtitle" }, title), h("p", null, sub)),
    !mine && table.live && h("span", { class: "spin", role: "img", "aria-label": t("waiting") }),
  );
}

/** @param {Table} table */
function steps(table) {
  const d = table.decision(),
    list = table.sheet.course.steps;
  if (!d.company || !list.length || table.view.round.kind !== "operating") return null;
  if (![...list, ...BESIDE].includes(d.step)) return null;
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

/** A sentence about what is asked. @param {Table} table */
function whySentence(table) {
  const d = table.decision();
  const key = `why-${table.sheet.title}-${d.step}`,
    text = has(key) ? key : has("why-" + d.step) ? "why-" + d.step : null;
  return text && h("p", { class: "why" }, rich(text, { company: d.company || "", ...auctionArgs(table) }));
}

/** @param {Table} table */
function auctionArgs(table) {
  const a = table.facts().auction;
  return a
    ? {
        paper: a.paper || "",
        bid: table.cash(a.bid || 0),
        bidder: a.bidder === null || a.bidder === undefined ? t("nobody") : table.seatName(a.bidder),
      }
    : {};
}

/** The last row: confirm, cancel, pass. @param {Table} table */
function acts(table) {
  const pass = table.myTurn() ? choicesOf(table, "pass")[0] : undefined;
  const ready = table.chosen.move && table.chosen.preview?.ok;
  const only = !table.chosen.move && pass && table.choices?.count === 1;
  return h(
    "div",
    { class: "act", id: "acts" },
    table.chosen.move &&
      h(
        "button",
        {
          class: "btn primary",
          id: "confirm",
          type: "button",
          disabled: table.chosen.preview && !table.chosen.preview.ok,
          on: { click: () => send(table, table.chosen.move) },
        },
        actName(table, table.chosen.move),
        " ",
        ready && h("kbd", null, "Enter"),
      ),
    (table.chosen.move || table.chosen.paper) &&
      table.chosen.move?.move !== "dividend" &&
      ((table.choices?.count ?? 0) > (pass ? 2 : 1) || isAside(table, table.chosen.move)) &&
      h(
        "button",
        {
          class: "btn",
          type: "button",
          id: "cancel",
          on: {
            click: () => cancel(table),
          },
        },
        t("cancel"),
      ),
    pass &&
      h(
        "button",
        {
          class: `btn ${only ? "primary" : table.chosen.move ? "quiet" : ""}`,
          id: "pass",
          type: "button",
          on: { click: () => send(table, pass.move) },
        },
        passName(table),
        " ",
        only && h("kbd", null, "Enter"),
      ),
  );
}

/** Draws the panel. @param {Table} table */
export function draw(table) {
  const root = $("#decide");
  if (!root || !table.view) return;
  const focus = document.activeElement?.id;
  const scroll = $(".dbody", root)?.scrollTop || 0;
  root.className = "panel decide" + (table.myTurn() ? "" : " idle");
  root.dataset.sheet = table.chosen.sheet;
  put(root, h("button", { class: "grip", type: "button", "aria-label": t("sheet-size") }), body(table));
  const inner = $(".dbody", root);
  if (inner) inner.scrollTop = scroll;
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  root.dispatchEvent(new CustomEvent("drawn", { bubbles: true }));
}

/** Whether the decision is made on the map. @param {Table} table @param {Set<MoveKind>} kinds */
const isOnTrack = (table, kinds) =>
  kinds.has("lay_tile") ||
  kinds.has("place_station") ||
  kinds.has("lift_station") ||
  table.decision().step === "track";

/** @param {Table} table */
function body(table) {
  if (!table.live) return backToNow(table);
  if (table.game.state === "open") return null;
  if (!table.view.decision || table.game.state === "finished") return reckoning(table);
  if (table.game.state === "abandoned") return h("p", { class: "why" }, t("state-abandoned"));
  const mine = table.myTurn();
  const kinds = new Set((table.choices?.groups || []).map((g) => g.kind));
  const asked = table.state.undo;
  return [
    head(table),
    steps(table),
    h(
      "div",
      { class: "dbody" },
      asked && undoAsked(table, asked),
      comeBack(table),
      !table.online && h("p", { class: "why warn", role: "alert" }, t("offline-why")),
      whySentence(table),
      !mine &&
        table.online &&
        h(
          "p",
          { class: "why muted" },
          t(
            table.game.seats[table.decision().player]?.bot
              ? "bot-thinks"
              : table.game.seats.some((s) => s.mine)
                ? "wait-others"
                : "you-watch",
            { name: table.seatName(table.decision().player) },
          ),
        ),
      mine && table.choices && kinds.has("run") && runPanel(table),
      (paperLaid(table) || (mine && table.choices && isOnTrack(table, kinds))) && trackPanel(table),
      mine && table.choices && options(table),
      asides(table),
      table.chosen.refusal && refused(table, table.chosen.refusal),
      table.chosen.move &&
        table.chosen.move.move !== "run" &&
        table.chosen.move.move !== "dividend" &&
        h("div", { id: "after" }, consequences(table, table.chosen.preview)),
      mine && table.choices && hints(table),
      programs(table),
    ),
    ((mine && table.choices) || table.chosen.move || table.chosen.paper) && acts(table),
  ];
}

/** The way back to a chair that one left to a bot. @param {Table} table */
function comeBack(table) {
  const left = table.game.seats.filter((s) => s.may_return);
  if (!left.length) return null;
  const act = async () => {
    try {
      await post(table.api("return"), {});
      await table.reload();
    } catch (e) {
      await fault(table, e);
    }
  };
  return h(
    "div",
    { class: "ask" },
    h("p", null, t("bot-plays-for", { names: left.map((s) => table.seatName(s.seat)).join(", ") })),
    h(
      "div",
      { class: "act" },
      h("button", { class: "btn", type: "button", id: "come-back", on: { click: act } }, t("come-back")),
    ),
  );
}

/** @param {Table} table @param {Asked} undo */
function undoAsked(table, undo) {
  const mine = table.game.seats.filter((s) => s.mine).map((s) => s.seat);
  const waiting = undo.waiting.filter((s) => mine.includes(s));
  const answer = (/** @type {boolean} */ agree) => async () => {
    try {
      for (const seat of waiting) await post(table.api("undo/answer"), { agree, seat });
      await table.reload();
    } catch (e) {
      await fault(table, e);
    }
  };
  return h(
    "div",
    { class: "ask", role: "alertdialog", "aria-label": t("undo") },
    h("p", null, t("undo-asked", { name: table.seatName(undo.by ?? -1), n: table.length - (undo.to ?? 0) })),
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
      : h("p", { class: "muted" }, t("undo-waits", { names: undo.waiting.map(table.seatName).join(", ") })),
  );
}

/** @param {Table} table */
function backToNow(table) {
  return [
    h(
      "div",
      { class: "dhead past" },
      h(
        "div",
        null,
        h("h2", { id: "dtitle" }, t("history-at", { n: table.at })),
        h("p", null, table.roundName(table.view.round)),
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
      h(
        "button",
        { class: "btn", type: "button", on: { click: () => copyHere(table) } },
        t("play-on-from-here"),
      ),
    ),
  ];
}

/** @param {Table} table */
async function copyHere(table) {
  try {
    /** @type {GameJson} */ const copy = await post(table.api("copy"), { at: table.at });
    location.href = "/game/" + copy.id;
  } catch (e) {
    await fault(table, e);
  }
}

/** @param {Table} table */
function reckoning(table) {
  const outcome = table.view.outcome || table.game.outcome;
  if (!outcome) return h("p", { class: "why" }, t("state-" + table.game.state));
  const { winners } = outcome;
  const list = outcome.values.map((value, seat) => ({ value, seat })).sort((a, b) => b.value - a.value);
  return [
    h(
      "div",
      { class: "dhead" },
      h("span", { class: "pdot big p" + winners[0] }, "★"),
      h(
        "div",
        null,
        h("h2", { id: "dtitle" }, t("winner", { name: winners.map(table.seatName).join(", ") })),
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
        list.map((row) => {
          const p = table.view.players[row.seat];
          return h(
            "tr",
            null,
            h(
              "td",
              null,
              table.dot(row.seat),
              h("b", null, table.seatName(row.seat)),
              winners.includes(row.seat) && " ★",
            ),
            h("td", { class: "num" }, p ? table.cash(p.cash) : ""),
            h("td", { class: "num" }, p ? table.cash(row.value - p.cash) : ""),
            h("td", { class: "num" }, h("b", null, table.cash(row.value))),
          );
        }),
      ),
    ),
    h("div", { class: "act" }, h("a", { class: "btn", href: "/" }, t("to-lobby"))),
  ];
}

/** What one chooses from by keyboard: arrows go up and down. */
const CHOICES =
  "#decide .optrow, #decide .opt, #decide .aside:not([disabled]), #decide .par .btn, #decide .pills .btn," +
  " #decide .tiles button, #cards .par .btn, #cards .two .btn:not(.off)";

/** Whether a control stands for what is chosen already: Enter on it confirms. @param {Table} table @param {HTMLElement} at */
const isChosen = (table, at) =>
  !!table.chosen.move &&
  (at.dataset.cell
    ? at.dataset.cell === table.chosen.cell
    : at.matches(CHOICES + ",#market .mc") && at.matches(".on,.chosen,[aria-checked=true]"));

/** Whether the reader decides here: then the focus goes on to the next decision. */
let follows = false;

/**
 * After a decision the focus would be lost with its button: it goes to what can be chosen next.
 * It is never taken away from anything. @param {Table} table
 */
export function follow(table) {
  const at = document.activeElement,
    root = $("#decide");
  if (!follows || table.busy || (at && at !== document.body && at !== root)) return;
  const all = table.myTurn() ? $$(CHOICES).filter((x) => x.offsetParent) : [];
  const next =
    all.find((x) => isChosen(table, x)) ||
    (table.myTurn() && table.mode === "map" && $("#map-hits .can[tabindex='0']")) ||
    all[0] ||
    (table.myTurn() && $(".act .btn", root)) ||
    root;
  next.focus({ preventScroll: true });
}

/** Enter, Escape, arrows, P. @param {Table} table @param {KeyboardEvent} e */
export function deciding(table, e) {
  const at = /** @type {HTMLElement} */ (e.target);
  const field = /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName),
    acts = /^(BUTTON|A|SUMMARY)$/.test(at.tagName) || at.getAttribute("role") === "button";
  if (field && at.getAttribute("type") !== "radio" && e.key !== "Enter") return;
  if (at.tagName === "TEXTAREA" || (at.tagName === "INPUT" && at.closest(".chatform,.form"))) return;
  if (e.key === "Enter" && acts && !isChosen(table, at)) return;
  if (e.key === "Enter" && !e.repeat && (table.myTurn() || table.chosen.move)) {
    const button = $("#confirm") || $(".act .primary", $("#decide"));
    if (button && !button.hasAttribute("disabled")) {
      e.preventDefault();
      button.click();
    }
  } else if (/^Arrow(Up|Down)$/.test(e.key) && at.matches(CHOICES)) {
    const all = $$(CHOICES).filter((x) => x.offsetParent);
    e.preventDefault();
    all.at((all.indexOf(at) + (e.key === "ArrowDown" ? 1 : -1)) % all.length)?.focus();
  } else if (e.key === "p" && !field && table.myTurn()) $("#pass")?.click();
  else if (e.key === "Escape" && (table.chosen.move || table.chosen.cell || table.chosen.paper))
    cancel(table);
}
