// @ts-check
// The decision panel: who decides what and why, the choice, its consequences, one button that names the act.
import { acts } from "./acts.js";
import { hints, programs } from "./ahead.js";
import { mustSell } from "./choosing.js";
import { clockAt } from "./clocks.js";
import { consequences, refused } from "./consequences.js";
import { $, anew, h, put } from "./dom.js";
import { amounts, answers, asides, options } from "./options.js";
import { pace } from "./pace.js";
import { runFoot, runPanel } from "./run.js";
import { has, rich, t } from "./text.js";
import { paperLaid, trackPanel } from "./track.js";

/**
 * @import { Table } from "./table.js"
 * @import { Company, MoveKind } from "./types.d.ts"
 */

/** Steps of a company's turn that stand beside its list. */
const BESIDE = ["home", "papers"];

/** The trains of the company that acts, and how many more it may have. @param {Table} table @param {Company} company */
function holds(table, company) {
  const room = company.train_limit - company.trains.length;
  return [
    company.trains.length > 0 && [
      " · ",
      t("holds"),
      " ",
      company.trains.map((x) => h("span", { class: "trn" + (x.obsolete ? " risk" : "") }, x.name)),
    ],
    table.view.decision?.step === "trains" && room > 0 && [" · ", t("room-for", { n: room })],
  ];
}

/** @param {Table} table */
function head(table) {
  // A person answers an offer; it is about two companies, or none.
  const d = table.decision(),
    company = d.step !== "offer" && d.company && table.companyView(d.company),
    player = table.view.players[d.player];
  const mine = table.myTurn();
  const title = t(company ? "decides-company" : "decides", {
    name: table.seatName(d.player),
    what: table.stepName(mustSell(table) ? "sale" : d.step),
    company: d.company,
  });
  const sub = company
    ? [
        t("treasury"),
        " ",
        h("b", null, table.coins(company.treasury)),
        company.price !== null && [" · ", t("price"), " ", h("b", null, table.cash(company.price))],
        holds(table, company),
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
    h("div", null, h("h2", { id: "dtitle" }, title), h("p", null, sub, clockAt(table, d.player))),
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
          class: i === at ? "on" : i < at ? "done" : "",
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

/** Draws what follows from the choice, and the buttons; what is being typed or dragged stays as it is. @param {Table} table */
export function drawAfter(table) {
  const { move, preview } = table.chosen;
  const after = $("#after"),
    buttons = $("#acts");
  if (after && move) put(after, consequences(table, preview));
  if (buttons) anew(buttons, () => buttons.replaceWith(acts(table)));
}

/** Draws the panel. @param {Table} table */
export function draw(table) {
  const root = $("#decide");
  if (root && table.view) anew(root, () => panel(table, root));
}

/** @param {Table} table @param {HTMLElement} root */
function panel(table, root) {
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

/**
 * What most turns do not need is loaded when it is first shown; then the panel is drawn again.
 * @template T @param {() => Promise<(table: Table) => T>} load @returns {(table: Table) => T|null}
 */
function late(load) {
  /** @type {((table: Table) => T)|null} */ let show = null;
  return (table) => {
    if (show) return show(table);
    load().then(
      (loaded) => {
        show = loaded;
        draw(table);
      },
      () => {},
    );
    return null;
  };
}
const asks = late(() => import("./substitutes.js").then((m) => m.asks));
const backToNow = late(() => import("./ended.js").then((m) => m.backToNow));
const reckoning = late(() => import("./ended.js").then((m) => m.reckoning));

/** Questions to the table and seats on offer, where there may be some. @param {Table} table */
function asking(table) {
  const { seats } = table.game;
  if (!table.state.undo && table.myTurn() && !seats.some((s) => s.offered || s.may_return)) return null;
  return h("div", { class: "asks" }, asks(table));
}

/** @param {Table} table */
function body(table) {
  if (table.instead && table.live) return table.instead();
  if (!table.live) return backToNow(table);
  if (table.game.state === "open") return null;
  if (!table.view.decision || /^(finished|abandoned)$/.test(table.game.state)) return reckoning(table);
  const mine = table.myTurn();
  const kinds = new Set((table.choices?.groups || []).map((g) => g.kind));
  return [
    head(table),
    steps(table),
    h(
      "div",
      { class: "dbody" },
      asking(table),
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
      !mine && h("p", { id: "next-game" }),
      !mine && table.game.seats[table.decision().player]?.bot && pace(table),
      mine && table.choices && kinds.has("run") && runPanel(table),
      (paperLaid(table) || (mine && table.choices && isOnTrack(table, kinds))) && trackPanel(table),
      mine && table.choices && options(table),
      asides(table),
      mine && table.choices && hints(table),
      programs(table),
    ),
    foot(table, kinds),
  ];
}

/**
 * What follows from the choice, and the button that makes it: one block outside what scrolls.
 * @param {Table} table @param {Set<MoveKind>} kinds
 */
function foot(table, kinds) {
  const { move, preview, refusal, paper } = table.chosen,
    mine = table.myTurn() && !!table.choices;
  return h(
    "div",
    { class: "foot" },
    mine && kinds.has("run") && runFoot(table),
    mine && answers(table),
    amounts(table),
    refusal && refused(table, refusal),
    move &&
      move.move !== "run" &&
      move.move !== "dividend" &&
      h("div", { id: "after" }, consequences(table, preview)),
    (mine || move || paper) && acts(table),
  );
}
