// @ts-check
// What moves are called, and the buttons that make them.
import { cancel, choicesOf, isAside, send } from "./choosing.js";
import { h } from "./dom.js";
import { slotName } from "./table.js";
import { has, t } from "./text.js";

/**
 * @import { Parts } from "./choosing.js"
 * @import { Table } from "./table.js"
 * @import { Lot, Move } from "./types.d.ts"
 */

/** The button's name for a move. @param {Table} table @param {Move} m */
export function actName(table, m) {
  if (m.move === "pass") return passName(table);
  /** @type {Parts} */ const p = m;
  /** @type {string} */ let key = p.copy ? "copy_card" : m.move;
  if (m.move === "answer") key = m.accept ? "accept" : "decline";
  if (m.move === "dividend") key = m.pay === "out" ? "pay-out" : "withhold";
  const seller = m.move === "buy_train" && typeof m.from === "object" ? m.from.company.company : "";
  if (seller) key += "-from";
  return t("do-" + key, {
    seller,
    lot: p.lot && lotShort(p.lot),
    company: p.target ?? p.company,
    price: table.cash(table.sheet.market[p.price ?? -1]?.price ?? 0),
    amount: (m.move === "buy_train" || m.move === "allot" ? table.coins : table.cash)(p.amount ?? 0),
    paper: p.paper,
    n: m.move === "buy_share" ? table.companyDef(m.company)?.unit_percent : p.shares,
    tile: p.tile,
    train: p.card && table.trainName(p.card, p.face),
    card: p.slot,
    right: slotName(p.slot ?? ""),
  });
}

/** Money that a deal in shares itself brings or costs, once it is known. @param {Table} table @param {Move} m */
function dealt(table, m) {
  for (const e of table.chosen.foreseen(m)?.events || []) {
    if (m.move === "buy_share" && e.event === "share_bought") return " · " + table.cash(e.price);
    if (m.move === "sell_shares" && e.event === "shares_sold") return " · " + table.cash(e.total);
  }
  return "";
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
    step = d?.step + (d?.step === "track" && !hasLaid(table) ? "-0" : "");
  return t(has("pass-" + step) ? "pass-" + step : "pass");
}

/** The last row: confirm, cancel, pass. @param {Table} table */
export function acts(table) {
  const pass = table.myTurn() ? choicesOf(table, "pass")[0] : undefined;
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
        dealt(table, table.chosen.move),
        " ",
        table.chosen.preview?.ok && h("kbd", null, "Enter"),
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
