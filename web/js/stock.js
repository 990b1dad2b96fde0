// @ts-check
// The stock round in the middle of the page: the market and a card for every company.
import { getText } from "./api.js";
import { D, choicesOf, choose, foresee, foreseen, same, why } from "./decide.js";
import { $, $$, h, put, s, svgOf } from "./dom.js";
import { holders, stationsLeft } from "./panels.js";
import { T, cash, chip, coins, companyDef, inOrder, myTurn, refusalText } from "./table.js";
import { has, num, ruleLink, t } from "./text.js";

let marketKey = "";

/** The market, drawn anew only when a marker moved. */
export async function market(/** @type {HTMLElement} */ box) {
  const key = T.id + JSON.stringify(T.view.companies.map((c) => [c.cell, c.depth]));
  if (key !== marketKey || !box.firstElementChild) {
    marketKey = key;
    const svg = svgOf(await getText(`/api/games/${T.id}/market.svg`, { at: T.at, theme: "page" }));
    svg.setAttribute("aria-label", t("market"));
    svg.setAttribute("role", "group");
    for (const rect of $$("rect[data-chart]", svg))
      rect.addEventListener("click", () => pickPrice(Number(rect.dataset.chart)));
    put(box, svg);
  }
  marks(box);
}

/** @param {HTMLElement} box */
function marks(box) {
  const starts = myTurn() ? choicesOf("start") : [];
  const company = D.move?.move === "start" ? D.move.company : null;
  const legal = new Map(
    starts.filter((c) => !company || c.move.company === company).map((c) => [c.move.price, c]),
  );
  for (const old of $$(".ghosttok", box)) old.remove();
  for (const rect of $$("rect[data-chart]", box)) {
    const cell = Number(rect.dataset.chart),
      can = legal.has(cell),
      on = D.move?.move === "start" && D.move.price === cell;
    rect.classList.toggle("can", can);
    rect.classList.toggle("sel", on);
    if (can && company) {
      rect.setAttribute("tabindex", "0");
      rect.setAttribute("role", "button");
      rect.setAttribute("aria-label", t("do-start", { company, price: cash(T.sheet.market[cell].price) }));
      rect.onkeydown = (/** @type {KeyboardEvent} */ e) => {
        if (e.key === "Enter" || e.key === " ") {
          e.preventDefault();
          pickPrice(cell);
        }
      };
    } else {
      rect.removeAttribute("tabindex");
      rect.removeAttribute("role");
    }
    if (on) {
      const def = companyDef(company),
        x = Number(rect.getAttribute("x")) + Number(rect.getAttribute("width")) / 2,
        y = Number(rect.getAttribute("y")) + 40;
      rect.parentNode.append(
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

/** @param {number} cell */
function pickPrice(cell) {
  const company = D.move?.move === "start" ? D.move.company : null;
  const found = choicesOf("start").filter(
    (c) => c.move.price === cell && (!company || c.move.company === company),
  );
  if (found.length && myTurn()) choose(found[0].move);
}

/** The moves a card offers, legal or not: what would be bought, what sold. @param {any} c */
function offers(c) {
  const legal = choicesOf("buy_share").filter((x) => x.move.company === c.id);
  const buys = legal.length
    ? legal.map((x) => x.move)
    : c.price === null
      ? []
      : [{ move: "buy_share", company: c.id, from: c.ipo > 0 ? "ipo" : "pool" }];
  const sales = choicesOf("sell_shares")
    .filter((x) => x.move.company === c.id)
    .map((x) => x.move)
    .sort((a, b) => /** @type {number} */ (a.shares) - /** @type {number} */ (b.shares));
  return {
    buys,
    sales: sales.length ? sales : [{ move: "sell_shares", company: c.id, shares: 1 }],
    canBuy: legal.length > 0,
    canSell: sales.length > 0,
  };
}

/** What a foreseen move says under its button. @param {any} move */
function brief(move) {
  const p = foreseen(move);
  if (!p) return "";
  if (!p.ok) return [refusalText(p.refusal), " ", ruleLink(p.refusal.rule)];
  const seat = T.view.decision?.player,
    out = [];
  const find = (/** @type {any} */ of, /** @type {any} */ id, /** @type {any} */ what) =>
    p.changes.find((/** @type {any} */ c) => c.of === of && c.id === id && c.what === what);
  const purse = find("player", seat, "cash"),
    price = find("company", move.company, "price"),
    director = find("company", move.company, "director");
  if (purse) out.push(`${t("what-cash")} ${num(purse.from)} → ${num(purse.to)}`);
  if (price) out.push(`${t("price")} ${num(price.from)} → ${num(price.to)}`);
  if (director) out.push(`★ ${director.to === null ? t("nobody") : T.game.seats[director.to]?.name}`);
  if (p.events.some((/** @type {any} */ e) => e.event === "floated" && e.company === move.company))
    out.push(t("floats"));
  return out.join(" · ");
}

/** Money that a foreseen move costs or brings. @param {any} move */
function costOf(move) {
  const purse = foreseen(move)?.changes?.find(
    (/** @type {any} */ c) => c.of === "player" && c.id === T.view.decision?.player && c.what === "cash",
  );
  return purse ? " · " + cash(Math.abs(purse.to - purse.from)) : "";
}

/** Prices at which a company may start. @param {any[]} starts @param {string} [place] where they stand: on the card or in the panel */
export const prices = (starts, place = "start") =>
  h(
    "div",
    { class: "par", role: "radiogroup", "aria-label": t("starting-price") },
    starts
      .sort((a, b) => T.sheet.market[a.move.price].price - T.sheet.market[b.move.price].price)
      .map((x) =>
        h(
          "button",
          {
            class: "btn sm" + (same(D.move, x.move) ? " on" : ""),
            type: "button",
            role: "radio",
            "aria-checked": String(same(D.move, x.move)),
            id: `${place}-${x.move.company}-${x.move.price}`,
            on: { click: () => choose(x.move) },
          },
          num(T.sheet.market[x.move.price].price),
        ),
      ),
  );

/** @param {any} c */
function card(c) {
  const def = companyDef(c.id),
    mine = myTurn();
  const started = c.price !== null,
    on = D.move?.company === c.id;
  const starts = choicesOf("start").filter((x) => x.move.company === c.id);
  const o = offers(c);
  const stock =
    T.view.decision?.step === "stock" || choicesOf("buy_share", "sell_shares", "start").length > 0;
  const button = (/** @type {any} */ moves, /** @type {any} */ can, /** @type {any} */ kind) => {
    if (!moves.length) return h("div", null);
    return h(
      "div",
      null,
      moves.slice(0, kind === "sell" ? 1 : 2).map((/** @type {any} */ m) =>
        h(
          "button",
          {
            class:
              "btn sm" +
              (can ? "" : " off") +
              (D.move && same({ ...D.move, shares: 0 }, { ...m, shares: 0 }) ? " on" : ""),
            type: "button",
            "aria-disabled": can ? null : "true",
            id: `${kind}-${c.id}${m.from ? "-" + m.from : ""}`,
            on: { click: () => (can ? choose(m) : why(m)) },
          },
          kind === "sell"
            ? t("sell-short")
            : m.from === "pool" && moves.length > 1
              ? t("buy-pool")
              : t("buy-short"),
          can && ` ${num(def.unit_percent * (m.shares || 1))} %`,
          can && costOf(m),
        ),
      ),
      h("p", null, brief(moves[0])),
    );
  };
  return h(
    "article",
    {
      class: "panel card" + (on ? " sel" : "") + (c.flags.includes("closed") ? " closed" : ""),
      "aria-label": def.name,
    },
    chip(c.id, "l"),
    h("h3", null, c.id, h("small", null, def.name)),
    h(
      "div",
      { class: "price" },
      started ? num(c.price) : "–",
      h("small", null, started ? sizeName(def.size) : t("not-started")),
    ),
    h(
      "div",
      { class: "fx" },
      started
        ? [
            h("span", null, t("treasury"), " ", h("b", null, coins(c.treasury))),
            c.trains.length > 0 &&
              h(
                "span",
                null,
                c.trains.map((/** @type {any} */ x) =>
                  h("i", { class: "trn" + (x.obsolete ? " risk" : "") }, x.name),
                ),
              ),
            c.last_revenue > 0 && h("span", null, t("last-run"), " ", h("b", null, num(c.last_revenue))),
            h("span", null, stationsLeft(c)),
            status(c),
          ]
        : [
            sizeName(def.size) && h("span", null, sizeName(def.size)),
            def.homes.length > 0 && h("span", null, t("home"), " ", def.homes.join(", ")),
            h("span", null, t("float-at", { n: def.float_units * def.unit_percent })),
          ],
    ),
    h("div", { class: "hold" }, holders(c, true)),
    mine && stock && starts.length > 0 && prices(starts),
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
          on: { click: () => why({ move: "start", company: c.id, price: parCell(def) }) },
        },
        t("why-not"),
      ),
  );
}

/** A cell of the chart where the company's size may start. @param {any} def */
const parCell = (def) =>
  Math.max(
    0,
    T.sheet.market.findIndex((m) => m.start & (1 << def.size)),
  );

/** @param {any} c */
export const status = (c) =>
  ["insolvent", "receivership", "bankrupt", "ceased", "closed"]
    .filter((f) => c.flags.includes(f))
    .map((f) => h("span", { class: "badge warn" }, t("status-" + f)));

/** @param {number} size */
export const sizeName = (size) =>
  has(`size-${T.sheet.title}-${size}`) ? t(`size-${T.sheet.title}-${size}`) : "";

/** Cards of all companies. @param {HTMLElement} box */
export function cards(box) {
  const list = inOrder();
  const fill = () => put(box, list.map(card));
  fill();
  if (!myTurn() || !choicesOf("buy_share", "sell_shares", "start").length) return;
  const moves = list
    .filter((c) => c.price !== null)
    .flatMap((c) => {
      const o = offers(c);
      return [...o.buys.slice(0, 1), ...o.sales.slice(0, 1)];
    });
  if (moves.some((m) => !foreseen(m))) foresee(moves).then(fill, () => {});
}
