// @ts-check
// The stock round in the middle of the page: the market and a card for every company.
import { getText } from "./api.js";
import { choicesOf, choose, clear, foresee, same, why } from "./choosing.js";
import { draw } from "./decide.js";
import { $, $$, h, put, s, svgOf, upright } from "./dom.js";
import { holders, stationsLeft } from "./panels.js";

import { has, lang, num, ruleLink, sizeMarks, t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { ChoiceOf, MoveOf } from "./choosing.js"
 * @import { Charter, Company, Standing } from "./types.d.ts"
 * @typedef {MoveOf<"buy_share"|"sell_shares">} Deal
 */

let marketKey = "";

/** The market, drawn anew only when a marker moved. @param {Table} table */
export async function market(table, /** @type {HTMLElement} */ box) {
  const key = table.id + lang() + JSON.stringify(table.view.companies.map((c) => [c.cell, c.depth]));
  if (key !== marketKey || !box.firstElementChild) {
    marketKey = key;
    const svg = svgOf(await getText(table.api("market.svg"), { at: table.at, theme: "page" }));
    sizeMarks(svg);
    svg.setAttribute("aria-label", t("market"));
    svg.setAttribute("role", "group");
    for (const rect of $$("rect[data-chart]", svg))
      rect.addEventListener("click", () => pickPrice(table, Number(rect.dataset.chart)));
    put(box, svg);
    const tall = table.sheet.market.some((m) => m.row >= 3);
    box.closest(".stockmain")?.classList.toggle("tall", tall);
    if (tall) svg.setAttribute("preserveAspectRatio", "xMidYMin meet");
  }
  marks(table, box);
}

/** @param {Table} table @param {HTMLElement} box */
function marks(table, box) {
  const starts = table.myTurn() ? choicesOf(table, "start") : [];
  const company = table.chosen.move?.move === "start" ? table.chosen.move.company : null;
  const legal = new Map(
    starts.filter((c) => !company || c.move.company === company).map((c) => [c.move.price, c]),
  );
  for (const old of $$(".ghosttok", box)) old.remove();
  for (const rect of $$("rect[data-chart]", box)) {
    const cell = Number(rect.dataset.chart),
      can = legal.has(cell),
      on = table.chosen.move?.move === "start" && table.chosen.move.price === cell,
      asked = table.chosen.price === cell && !table.chosen.move;
    rect.classList.toggle("can", can);
    rect.classList.toggle("chosen", on || asked);
    if (can) {
      const price = table.cash(table.sheet.market[cell].price);
      rect.setAttribute("tabindex", "0");
      rect.setAttribute("role", "button");
      rect.setAttribute("aria-label", company ? t("do-start", { company, price }) : t("start-at", { price }));
      rect.onkeydown = (e) => {
        // Enter on the chosen price confirms; the page sees to that.
        if ((e.key === "Enter" && !rect.classList.contains("chosen")) || e.key === " ") {
          e.preventDefault();
          pickPrice(table, cell);
        }
      };
    } else {
      rect.removeAttribute("tabindex");
      rect.removeAttribute("role");
    }
    if (on) {
      const def = table.companyDef(company),
        x = Number(rect.getAttribute("x")) + Number(rect.getAttribute("width")) / 2,
        y = Number(rect.getAttribute("y")) + Number(rect.parentElement?.dataset.marker);
      rect.parentElement?.append(
        s(
          "g",
          { class: "ghosttok tok", transform: `translate(${x} ${y})` },
          s("circle", { r: 12.5, fill: def.colour }),
          s("text", { y: 3.6, "font-size": def.id.length > 2 ? 9 : 10.6, fill: def.text_colour }, def.id),
        ),
      );
    }
  }
}

/** @param {Table} table @param {number} cell */
function pickPrice(table, cell) {
  const company = table.chosen.move?.move === "start" ? table.chosen.move.company : null;
  const found = choicesOf(table, "start").filter(
    (c) => c.move.price === cell && (!company || c.move.company === company),
  );
  if (!found.length || !table.myTurn()) return;
  if (found.length === 1) choose(table, found[0].move);
  else {
    // Which company is for the player to say.
    clear(table);
    table.chosen.price = cell;
    draw(table);
    table.redraw();
  }
}

/**
 * The moves a card offers, legal or not: what would be bought, what sold.
 * @param {Table} table @param {Company} c
 */
function offers(table, c) {
  const legal = choicesOf(table, "buy_share").filter((x) => x.move.company === c.id);
  /** @type {Deal} */ const buy = { move: "buy_share", company: c.id, from: c.ipo > 0 ? "ipo" : "pool" };
  /** @type {Deal} */ const sell = { move: "sell_shares", company: c.id, shares: 1 };
  const sales = choicesOf(table, "sell_shares")
    .filter((x) => x.move.company === c.id)
    .map((x) => x.move)
    .sort((a, b) => a.shares - b.shares);
  return {
    buys: legal.length ? legal.map((x) => x.move) : c.price === null ? [] : [buy],
    sales: sales.length ? sales : [sell],
    canBuy: legal.length > 0,
    canSell: sales.length > 0,
  };
}

/** What a foreseen move says under its button. @param {Table} table @param {Deal} move */
function brief(table, move) {
  const p = table.chosen.foreseen(move);
  if (!p) return "";
  if (!p.ok) return p.refusal && [table.refusalText(p.refusal), " ", ruleLink(p.refusal.rule)];
  const seat = table.view.decision?.player,
    out = [];
  const purse = table.view.players[seat ?? -1]?.cash,
    brought = dealt(table, move),
    own = p.changes?.filter((c) => c.of === "company" && c.id === move.company),
    price = own?.find((c) => c.what === "price"),
    director = own?.find((c) => c.what === "director");
  if (purse !== undefined && brought !== null)
    out.push(`${t("what-cash")} ${num(purse)} → ${num(purse + brought)}`);
  if (price) out.push(`${t("price")} ${num(Number(price.from))} → ${num(Number(price.to))}`);
  if (director)
    out.push(`★ ${director.to === null ? t("nobody") : table.game.seats[Number(director.to)]?.name}`);
  if (p.events?.some((e) => e.event === "floated" && e.company === move.company)) out.push(t("floats"));
  return out.join(" · ");
}

/**
 * Money that a foreseen deal itself brings or costs. What follows it, such as the income of the next round, does not
 * count.
 * @param {Table} table @param {Deal} move @returns {number|null}
 */
function dealt(table, move) {
  for (const e of table.chosen.foreseen(move)?.events || []) {
    if (e.event === "share_bought" && e.company === move.company) return -e.price;
    if (e.event === "shares_sold" && e.company === move.company) return e.total;
  }
  return null;
}

/** The same on a button. @param {Table} table @param {Deal} move */
function costOf(table, move) {
  const amount = dealt(table, move);
  return amount === null ? "" : " · " + table.cash(Math.abs(amount));
}

/** @param {Table} table @param {ChoiceOf<"start">} start */
const priceOf = (table, start) => table.sheet.market[start.move.price].price;

/**
 * Prices at which a company may start, on its card or in the panel.
 * @param {Table} table @param {ChoiceOf<"start">[]} starts
 * @param {string} [place] beginning of the buttons' ids
 */
export const prices = (table, starts, place = "start") =>
  h(
    "div",
    { class: "par", role: "radiogroup", "aria-label": t("starting-price") },
    starts
      .sort((a, b) => priceOf(table, a) - priceOf(table, b))
      .map((x) =>
        h(
          "button",
          {
            class: "btn sm" + (same(table.chosen.move, x.move) ? " on" : ""),
            type: "button",
            role: "radio",
            "aria-checked": String(same(table.chosen.move, x.move)),
            id: `${place}-${x.move.company}-${x.move.price}`,
            on: { click: () => choose(table, x.move) },
          },
          num(priceOf(table, x)),
        ),
      ),
  );

/** Whether a deal is chosen, for whatever number of shares. @param {Table} table @param {Deal} m */
function isChosen({ chosen: { move } }, m) {
  if (move?.move === "sell_shares" && m.move === "sell_shares") return move.company === m.company;
  return same(move, m);
}

/** @param {Table} table @param {Company} c */
function card(table, c) {
  const def = table.companyDef(c.id),
    mine = table.myTurn();
  const started = c.price !== null,
    bankrupt = !started && c.flags.includes("bankrupt"),
    on = !!table.chosen.move && "company" in table.chosen.move && table.chosen.move.company === c.id;
  const starts = choicesOf(table, "start").filter((x) => x.move.company === c.id);
  const o = offers(table, c);
  const stock =
    table.view.decision?.step === "stock" || choicesOf(table, "buy_share", "sell_shares", "start").length > 0;
  const button = (/** @type {Deal[]} */ moves, /** @type {boolean} */ can, /** @type {string} */ kind) => {
    if (!moves.length) return h("div", null);
    return h(
      "div",
      null,
      moves.slice(0, kind === "sell" ? 1 : 2).map((m) =>
        h(
          "button",
          {
            class: "btn sm" + (can ? "" : " off") + (isChosen(table, m) ? " on" : ""),
            type: "button",
            "aria-disabled": can ? null : "true",
            id: `${kind}-${c.id}${m.move === "buy_share" ? "-" + m.from : ""}`,
            on: { click: () => (can ? choose(table, m) : why(table, m)) },
          },
          !can && upright.matches
            ? t("why-not")
            : kind === "sell"
              ? t("sell-short")
              : m.move === "buy_share" && m.from === "pool" && moves.length > 1
                ? t(table.own("buy-pool"))
                : t("buy-short"),
          can && ` ${num(def.unit_percent * (m.move === "sell_shares" ? m.shares : 1))}\u00a0%`,
          can && costOf(table, m),
        ),
      ),
      h("p", null, brief(table, moves[0])),
    );
  };
  return h(
    "article",
    {
      class: "panel card" + (on ? " sel" : "") + (c.flags.includes("closed") ? " closed" : ""),
      "aria-label": def.name,
      "data-company": c.id,
    },
    table.chip(c.id, "l"),
    h("h3", null, c.id, h("small", null, def.name)),
    h(
      "div",
      { class: "price" },
      c.price !== null ? num(c.price) : "–",
      h("small", null, started ? sizeName(table, def.size) : t(bankrupt ? "status-bankrupt" : "not-started")),
    ),
    h(
      "div",
      { class: "fx" },
      started || bankrupt
        ? [
            h(
              "span",
              { class: "tre" },
              h("em", null, t("treasury"), " "),
              h("b", null, table.coins(c.treasury)),
            ),
            c.trains.length > 0 &&
              h(
                "span",
                { class: "trs" },
                c.trains.map((x) => h("i", { class: "trn" + (x.obsolete ? " risk" : "") }, x.name)),
              ),
            c.last_revenue > 0 && h("span", null, t("last-run"), " ", h("b", null, num(c.last_revenue))),
            bankrupt &&
              c.stations.length > 0 &&
              h("span", null, t("stations"), " ", c.stations.map(([cell]) => cell).join(", ")),
            h("span", null, stationsLeft(c)),
            status(c),
          ]
        : [
            sizeName(table, def.size) && h("span", null, sizeName(table, def.size)),
            def.homes.length > 0 && h("span", null, t("home"), " ", def.homes.join(", ")),
            h("span", null, t("float-at", { n: def.float_units * def.unit_percent })),
          ],
    ),
    h("div", { class: "hold" }, holders(table, c, true)),
    mine && stock && starts.length > 0 && prices(table, starts),
    mine &&
      stock &&
      started &&
      h("div", { class: "two" }, button(o.buys, o.canBuy, "buy"), button(o.sales, o.canSell, "sell")),
    mine &&
      stock &&
      !started &&
      !starts.length &&
      h(
        "button",
        {
          class: "btn quiet sm whynot",
          type: "button",
          on: { click: () => why(table, { move: "start", company: c.id, price: parCell(table, def) }) },
        },
        t("why-not"),
      ),
  );
}

/** A cell of the chart where the company's size may start. @param {Table} table @param {Charter} def */
const parCell = (table, def) =>
  Math.max(
    0,
    table.sheet.market.findIndex((m) => m.start & (1 << def.size)),
  );

/** @type {Standing[]} */ const BAD = ["insolvent", "receivership", "bankrupt", "ceased", "closed"];

/** @param {Company} c */
export const status = (c) =>
  BAD.filter((f) => c.flags.includes(f)).map((f) => h("span", { class: "badge warn" }, t("status-" + f)));

/** @param {Table} table @param {number} size */
export const sizeName = (table, size) =>
  has(`size-${table.sheet.title}-${size}`) ? t(`size-${table.sheet.title}-${size}`) : "";

/** Cards of all companies. @param {Table} table @param {HTMLElement} box */
export function cards(table, box) {
  const list = table.inOrder();
  const fill = () =>
    put(
      box,
      list.map((c) => card(table, c)),
    );
  fill();
  if (!table.myTurn() || !choicesOf(table, "buy_share", "sell_shares", "start").length) return;
  const moves = list
    .filter((c) => c.price !== null)
    .flatMap((c) => {
      const o = offers(table, c);
      return [...o.buys.slice(0, 1), ...o.sales.slice(0, 1)];
    });
  if (moves.some((m) => !table.chosen.foreseen(m))) foresee(table, moves).then(fill, () => {});
}
