// @ts-check
// Everything that is not chosen on the map: offers, trains, papers, bids, cards, treasuries.
// Each has the form that fits it.
import { actName } from "./acts.js";
import { choicesOf, choose, foresee, mustSell, same, send, weigh } from "./choosing.js";
import { consequences } from "./consequences.js";
import { draw } from "./decide.js";
import { $, h, narrow } from "./dom.js";
import { sentence } from "./events.js";
import { prices } from "./stock.js";
import { slotName } from "./table.js";
import { has, num, t } from "./text.js";
import { layPaper, paperLaid } from "./track.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Auction, Table } from "./table.js"
 * @import { ChoiceOf, Parts } from "./choosing.js"
 * @import { Choice, Move, Range, SlotName } from "./types.d.ts"
 * @typedef {{mark: Child, title: Child, sub: Child, side: Child}} Face an option as it is shown
 */

/** Kinds that have their place elsewhere: on the map, in the run panel, as the pass button. */
const ELSEWHERE = new Set(["pass", "lay_tile", "place_station", "lift_station", "run"]);
const STOCK = new Set(["start", "buy_share", "sell_shares"]);

/** What a train can do, in words. @param {Range|undefined} range */
export function rangeText(range) {
  if (!range) return "";
  return t("range-" + (range.times === 1 ? "plain" : range.kind), {
    n: range.stops ?? range.count ?? range.large ?? range.cities,
    total: range.total ?? range.small ?? "",
    cities: range.cities ?? "",
    times: range.times ?? "",
  });
}

/** Why one would want a card or character. @param {SlotName} slot */
const slotWhy = (slot) => (has(`slot-${slot}-why`) ? t(`slot-${slot}-why`) : "");

/** All that a lot brings; what not every one does stands out. @param {Table} table @param {SlotName} id */
const brings = (table, id) => {
  const lines = table.brings(id);
  return lines.length
    ? lines.map((line, i) => [i ? " · " : "", line.special ? h("strong", null, line.text) : line.text])
    : null;
};

/** Title, second line and mark of an option. @param {Table} table @param {Choice} c @returns {Face} */
function face(table, c) {
  const m = c.move;
  const range =
    c.amount && c.amount.max > c.amount.min
      ? t("from-to", { min: num(c.amount.min), max: num(c.amount.max) })
      : null;
  switch (m.move) {
    case "take":
    case "bid": {
      const lot = m.lot;
      if (!lot) return { mark: null, title: t("bid"), sub: null, side: range };
      if ("paper" in lot) {
        const def = table.paperDef(lot.paper);
        return {
          mark: h("span", { class: "pap l" }, lot.paper),
          title: def?.name || lot.paper,
          sub: t("paper-income", { amount: table.cash(def?.income ?? 0) }),
          side: m.move === "bid" ? range : table.cash(def?.price ?? 0),
        };
      }
      if ("company" in lot)
        return {
          mark: table.chip(lot.company, "m"),
          title: table.companyDef(lot.company)?.name,
          sub: brings(table, lot.company) ?? t("company-lot"),
          side: range,
        };
      return {
        mark: h("span", { class: "pap l" }, "♟"),
        title: slotName(lot.slot),
        sub: brings(table, lot.slot) ?? slotWhy(lot.slot),
        side: range,
      };
    }
    case "buy_paper":
    case "sell_paper":
    case "exchange": {
      const def = table.paperDef(m.paper),
        owner = table.view.papers.find((p) => p.id === m.paper)?.owner;
      const from = owner?.startsWith("player:") ? table.seatName(Number(owner.slice(7))) : null;
      return {
        mark: h("span", { class: "pap l" }, m.paper),
        title: def?.name || m.paper,
        sub: [t("paper-income", { amount: table.cash(def?.income ?? 0) }), from && ` · ${from}`],
        side:
          m.move === "buy_paper"
            ? range || table.cash(m.amount)
            : t(m.move === "exchange" ? "exchange-short" : "sell-short"),
      };
    }
    case "buy_train":
    case "turn_train": {
      const def = table.trainKind(m.card)?.faces[m.face],
        from = m.move === "buy_train" && m.from;
      return {
        mark: h("span", { class: "tcard mini" }, def?.name || m.card),
        title:
          typeof from === "object"
            ? t("from-company", { company: from.company.company })
            : t(from ? table.own("from-" + from) : "turn-to"),
        sub: rangeText(def?.range),
        side: range ?? table.coins(m.move === "buy_train" ? m.amount : c.cost),
      };
    }
    case "trade_train":
      return {
        mark: h("span", { class: "tcard mini" }, table.trainName(m.card)),
        title: t("do-trade_train", { given: table.trainName(m.given), train: table.trainName(m.card) }),
        sub: null,
        side: table.coins(m.amount),
      };
    case "bankrupt":
      return { mark: h("span", { class: "pap l" }, "✗"), title: t("do-bankrupt"), sub: null, side: null };
    case "lay_paper_tile":
      return {
        mark: h("span", { class: "pap l" }, m.paper),
        title: t("do-lay_paper_tile", { paper: table.paperDef(m.paper)?.name ?? m.paper }),
        sub: null,
        side: null,
      };
    case "scrap_train":
    case "return_train":
    case "refit_train":
    case "assign_train":
      return {
        mark: h("span", { class: "tcard mini" }, table.trainName(m.card)),
        title: t("short-" + m.move),
        sub: m.move === "assign_train" ? table.companyDef(m.company)?.name : null,
        side: "company" in m ? table.chip(m.company, "s") : null,
      };
    case "acquire": {
      const def = table.companyDef(m.target),
        view = table.companyView(m.target);
      return {
        mark: table.chip(m.target, "m"),
        title: def?.name,
        sub: [
          t("treasury"),
          " ",
          table.coins(view?.treasury ?? null),
          " · ",
          t("trains"),
          " ",
          (view?.trains || []).map((x) => x.name).join(" ") || "–",
        ],
        side: range || table.cash(m.amount),
      };
    }
    case "allot":
      return {
        mark: table.chip(m.company, "m"),
        title: table.companyDef(m.company)?.name,
        sub: t("into-treasury"),
        side: range,
      };
    case "repay":
      return { mark: null, title: t("repay"), sub: null, side: range };
    case "use":
      return {
        mark: h("span", { class: "pap l" }, "♟"),
        title: slotName(m.slot),
        sub: slotWhy(m.slot),
        side: null,
      };
    case "buy_share":
      return {
        mark: table.chip(m.company, "m"),
        title: t("buy-share-of", { company: table.companyDef(m.company)?.name }),
        sub: t(table.own("source-" + m.from)),
        side: table.cash(table.companyView(m.company)?.price ?? 0),
      };
    case "sell_shares":
      return {
        mark: table.chip(m.company, "m"),
        title: t("sell-n-of", { n: m.shares, company: table.companyDef(m.company)?.name }),
        sub: null,
        side: table.cash((table.companyView(m.company)?.price ?? 0) * m.shares),
      };
    default:
      return { mark: null, title: actName(table, m), sub: null, side: null };
  }
}

/** @param {Table} table @param {Choice} c */
function row(table, c) {
  const m = c.move,
    paper = m.move === "lay_paper_tile" && m.paper,
    on = paper ? paper === table.chosen.paper : same(table.chosen.move, m);
  const f = face(table, c);
  return h(
    "li",
    { role: "none" },
    h(
      "button",
      {
        class: "optrow",
        type: "button",
        role: "radio",
        "aria-checked": String(on),
        id: "o-" + (paper ? "tile-" + paper : idOf(m)),
        on: { click: () => (paper ? layPaper(table, paper) : choose(table, { ...m })) },
      },
      f.mark && h("span", { class: "om" }, f.mark),
      h("span", { class: "ot" }, h("b", null, f.title), f.sub && h("small", null, f.sub)),
      f.side && h("span", { class: "os" }, f.side),
    ),
  );
}

/**
 * Companies that may be started, each with its prices.
 * @param {Table} table @param {ChoiceOf<"start">[]} list
 */
const starts = (table, list) =>
  h(
    "ul",
    { class: "opts" },
    [...new Set(list.map((c) => c.move.company))].map((id) =>
      h(
        "li",
        { class: "startrow" },
        table.chip(id, "m"),
        h("b", null, table.companyDef(id).name),
        prices(
          table,
          list.filter((c) => c.move.company === id),
          "o-start",
        ),
      ),
    ),
  );

/** Companies that may start at a price of the chart. @param {Table} table @param {number} cell */
const startsAt = (table, cell) =>
  h(
    "div",
    { class: "optgroup" },
    h("h3", { class: "og" }, t("start-at", { price: table.cash(table.sheet.market[cell].price) })),
    h(
      "div",
      { class: "pills", id: "start-at" },
      choicesOf(table, "start")
        .filter((c) => c.move.price === cell)
        .map((c) =>
          h(
            "button",
            { class: "btn sm", type: "button", on: { click: () => choose(table, c.move) } },
            table.chip(c.move.company, "s"),
            " ",
            table.companyDef(c.move.company).name,
          ),
        ),
    ),
  );

/** @param {Move} m */
const idOf = (m) =>
  Object.values({ ...m, amount: "" })
    .map((v) => (typeof v === "object" ? JSON.stringify(v) : v))
    .join("-")
    .replace(/[^\w+-]/g, "");

/** Stepper and slider for an amount. @param {Table} table */
function amount(table) {
  const move = table.chosen.move;
  const c = table.allChoices().find((x) => x.amount && same(x.move, move));
  if (!move || !("amount" in move) || !c?.amount || c.amount.max <= c.amount.min) return null;
  const { min, max, step } = c.amount;
  const now = () => {
    const { move } = table.chosen;
    return move && "amount" in move ? move.amount : min;
  };
  const fits = (/** @type {number} */ v) => v >= min && v <= max && (v - min) % step === 0;
  /** Every control shows the amount; the one in use is left alone. */
  const set = (/** @type {number} */ v, /** @type {Element|null} */ by = null) => {
    const field = $("#amount"),
      slide = $("#slide"),
      ok = fits(v);
    if (field !== by && ok) field.value = String(v);
    if (slide !== by && ok) slide.value = String(v);
    field.setAttribute("aria-invalid", String(!ok));
    table.chosen.typed = ok ? null : field.value;
    weigh(table, ok ? { ...move, amount: v } : null);
  };
  const near = (/** @type {number} */ v) =>
    Math.min(max, Math.max(min, min + Math.round((v - min) / step) * step)) || min;
  const value = now();
  return h(
    "div",
    { class: "stepper" },
    h("label", { for: "amount" }, t("amount")),
    h(
      "button",
      {
        class: "btn",
        type: "button",
        id: "less",
        "aria-label": t("less"),
        on: { click: () => set(near(now() - step)) },
      },
      "−",
    ),
    h("input", {
      id: "amount",
      type: "number",
      inputmode: "numeric",
      min,
      max,
      step,
      value: table.chosen.typed ?? String(value),
      on: {
        input: (e) => set(e.target.valueAsNumber, e.target),
        // Said already while it was typed: the button stays under the pointer that goes to it.
        // A field that is only drawn anew was not left.
        change: ({ target }) =>
          queueMicrotask(() => {
            const v = near(target.valueAsNumber);
            if (target.isConnected && v !== target.valueAsNumber) set(v);
          }),
      },
    }),
    h(
      "button",
      {
        class: "btn",
        type: "button",
        id: "more",
        "aria-label": t("more"),
        on: { click: () => set(near(now() + step)) },
      },
      "+",
    ),
    h("input", {
      id: "slide",
      type: "range",
      min,
      max,
      step,
      value: String(value),
      "aria-label": t("amount"),
      on: { input: (e) => set(Number(e.target.value), e.target) },
    }),
    h("small", { class: "muted range" }, t("from-to", { min: num(min), max: num(max) })),
  );
}

/** Pay out or keep, side by side with what each brings. @param {Table} table */
function dividends(table) {
  const list = choicesOf(table, "dividend");
  if (!list.length) return null;
  const moves = list.map((c) => c.move);
  if (moves.some((m) => !table.chosen.foreseen(m))) foresee(table, moves).then(() => draw(table));
  const now = (table.chosen.move ||= moves[0]);
  table.chosen.preview ||= table.chosen.foreseen(now) || null;
  return h(
    "div",
    { class: "choice", role: "radiogroup", "aria-label": t("step-dividend") },
    list.map((c) => {
      const on = same(table.chosen.move, c.move),
        p = table.chosen.foreseen(c.move),
        company = table.decision().company;
      const changes = ((p?.ok && p.changes) || []).map((x) => ({
        ...x,
        from: Number(x.from),
        to: Number(x.to),
      }));
      const price = changes.find((x) => x.of === "company" && x.id === company && x.what === "price");
      const lines = changes.filter(
        (x) => (x.what === "cash" && x.of === "player") || (x.what === "treasury" && x.id === company),
      );
      return h(
        "button",
        {
          class: "opt",
          type: "button",
          role: "radio",
          id: "pay-" + c.move.pay,
          "aria-checked": String(on),
          on: { click: () => choose(table, c.move) },
        },
        h(
          "h3",
          null,
          actName(table, c.move),
          price &&
            h(
              "span",
              { class: price.to >= price.from ? "good" : "bad" },
              `${num(price.from)} → ${num(price.to)}`,
            ),
        ),
        lines.map((x) =>
          h(
            "div",
            { class: "l" },
            h("span", null, x.of === "player" ? table.seatName(Number(x.id)) : t("treasury")),
            h(
              "b",
              null,
              x.of === "player"
                ? (x.to >= x.from ? "+" : "−") + table.cash(Math.abs(x.to - x.from))
                : `${num(x.from)} → ${table.coins(x.to)}`,
            ),
          ),
        ),
        p?.ok && !lines.length && h("div", { class: "l" }, h("span", null, t("nothing-paid"))),
      );
    }),
  );
}

/** Action cards as cards: taken ones grey, each side a button. @param {Table} table */
function cards(table) {
  const list = choicesOf(table, "play_card");
  if (!list.length) return null;
  const all = [
    ...new Set([
      ...(table.facts().cards || []),
      ...(table.facts().cards_used || []),
      ...list.map((c) => String(c.move.slot)),
    ]),
  ];
  all.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const moves = list.map((c) => c.move);
  if (moves.some((m) => !table.chosen.foreseen(m)))
    foresee(table, moves).then(
      () => draw(table),
      () => {},
    );
  return h(
    "ul",
    { class: "acards" },
    all.map((slot) => {
      const mine = list.filter((c) => String(c.move.slot) === slot);
      return h(
        "li",
        { class: "acard" + (mine.length ? "" : " gone") },
        h("b", { class: "an" }, slot),
        [0, 1].map((side) => {
          const c =
            mine.find((x) => x.move.side === side && !x.move.copy) || mine.find((x) => x.move.side === side);
          const text = table.brings(slot)[side]?.text ?? t("side", { n: side + 1 }),
            idle = c && table.chosen.foreseen(c.move)?.idle;
          return h(
            "button",
            {
              class: "aside" + (idle ? " idle" : ""),
              type: "button",
              role: "radio",
              "aria-checked": String(!!c && same(table.chosen.move, c.move)),
              disabled: !c,
              id: `card-${slot}-${side}`,
              on: { click: () => c && choose(table, c.move) },
            },
            text,
            c?.move.copy && h("small", null, t("by-copy")),
            idle && h("small", { class: "warn" }, t("side-idle")),
          );
        }),
      );
    }),
  );
}

/** Accept or decline. @param {Table} table */
export function answers(table) {
  const list = choicesOf(table, "answer");
  if (!list.length) return null;
  const moves = list.map((c) => c.move);
  if (moves.some((m) => !table.chosen.foreseen(m))) foresee(table, moves).then(() => draw(table));
  const asked = table.state.last;
  return [
    asked &&
      h("p", { class: "why" }, table.who(asked.seat), " · ", sentence(table, asked.events[0], asked.move)),
    // What accepting brings: it comes first.
    consequences(table, table.chosen.foreseen(moves[0])),
    h(
      "div",
      { class: "act in" },
      moves.map((m) =>
        h(
          "button",
          {
            class: "btn " + (m.accept ? "primary" : ""),
            type: "button",
            id: m.accept ? "accept" : "decline",
            on: { click: () => send(table, m) },
          },
          actName(table, m),
        ),
      ),
    ),
  ];
}

/** What the winner of a bid may choose from. @param {Table} table @param {Auction["lots"]} lots */
const onOffer = (table, lots = []) =>
  h(
    "div",
    { class: "optgroup" },
    h("h3", { class: "og" }, t("lots")),
    h(
      "ul",
      { class: "opts lots" },
      lots.map((lot) =>
        h(
          "li",
          null,
          "paper" in lot
            ? h("span", { class: "pap" }, lot.paper)
            : "company" in lot && table.chip(lot.company, "m"),
          h(
            "span",
            null,
            "paper" in lot ? table.paperDef(lot.paper).name : table.lotName(lot),
            " ",
            h(
              "small",
              { class: "muted" },
              "paper" in lot
                ? t("paper-income", { amount: table.cash(table.paperDef(lot.paper).income) })
                : t("company-lot"),
            ),
          ),
          h("b", null, table.cash(lot.price)),
        ),
      ),
    ),
  );

/** Several shares at once. @param {Table} table */
function sale(table) {
  const move = table.chosen.move;
  if (move?.move !== "sell_shares") return null;
  const all = choicesOf(table, "sell_shares")
    .filter((c) => c.move.company === move.company)
    .map((c) => c.move.shares)
    .sort((a, b) => a - b);
  if (all.length < 2) return null;
  const at = all.indexOf(move.shares);
  const set = (/** @type {number} */ i) =>
    choose(table, { ...move, shares: all[Math.min(all.length - 1, Math.max(0, i))] });
  return h(
    "div",
    { class: "stepper" },
    h("span", null, t("shares")),
    h(
      "button",
      {
        class: "btn",
        type: "button",
        id: "less",
        "aria-label": t("less"),
        disabled: at <= 0,
        on: { click: () => set(at - 1) },
      },
      "−",
    ),
    h("output", { "aria-live": "polite" }, num(move.shares)),
    h(
      "button",
      {
        class: "btn",
        type: "button",
        id: "more",
        "aria-label": t("more"),
        disabled: at >= all.length - 1,
        on: { click: () => set(at + 1) },
      },
      "+",
    ),
  );
}

/** Things that may be done beside what the step is about: folded until wanted. */
const aside = new Set(["buy_paper", "sell_paper", "exchange", "repay", "use", "lay_paper_tile"]);
/** @type {Set<string>} */ const opened = new Set();

/** Of the tiles of a private paper one: the place is chosen on the map. @template {Choice} C @param {C[]} list */
const onePaper = (list) => [
  ...new Map(list.map((c) => [c.move.move === "lay_paper_tile" ? c.move.paper : c, c])).values(),
];

/** What seats of who looks may do out of turn: folded until wanted. @param {Table} table */
export function asides(table) {
  const all = onePaper(table.asides());
  return [...new Set(all.map((c) => c.seat))].map((seat) => {
    const own = all.filter((c) => c.seat === seat),
      name = "aside-" + seat;
    const chosen = own.some(
      (c) => same(c.move, table.chosen.move) || ("paper" in c.move && c.move.paper === table.chosen.paper),
    );
    return h(
      "details",
      {
        class: "optgroup",
        id: name,
        open: chosen || opened.has(name),
        on: { toggle: (e) => (e.target.open ? opened.add(name) : opened.delete(name)) },
      },
      h("summary", { class: "og" }, t("out-of-turn", { name: table.seatName(seat) })),
      h(
        "ul",
        { class: "opts", role: "radiogroup", "aria-label": t("out-of-turn", { name: table.seatName(seat) }) },
        own.map((c) => row(table, c)),
      ),
    );
  });
}

/** The part of the decision panel that lists things. @param {Table} table */
export function options(table) {
  const all = table.choices?.groups || [];
  const groups = all.filter(
    (g) => !ELSEWHERE.has(g.kind) && !["dividend", "play_card", "answer"].includes(g.kind),
  );
  const small = narrow();
  /** @type {Child[]} */ const parts = [dividends(table), cards(table)];
  const main = all.some((g) => g.kind !== "pass" && !aside.has(g.kind));
  for (const group of groups) {
    const stock = STOCK.has(group.kind);
    if (stock && !small && table.mode === "stock") continue;
    // The decision is about this tile: it is on the map already.
    if (group.kind === "lay_paper_tile" && !table.chosen.paper && paperLaid(table)) continue;
    let list = onePaper(group.choices);
    // Of each company the chosen number of shares, or the fewest.
    if (group.kind === "sell_shares") {
      const sales = choicesOf(table, "sell_shares").sort((a, b) => b.move.shares - a.move.shares);
      const chosen = sales.find((c) => same(c.move, table.chosen.move));
      list = [...new Map([...sales, ...(chosen ? [chosen] : [])].map((c) => [c.move.company, c])).values()];
    }
    // Trains that are alike are one choice.
    if (/_train$/.test(group.kind))
      list = [
        ...new Map(
          [...list].reverse().map((c) => {
            /** @type {Parts} */ const { card, face } = c.move;
            return [JSON.stringify({ ...c.move, card: table.trainName(card ?? "", face) }), c];
          }),
        ).values(),
      ].reverse();
    if (
      list.length === 1 &&
      groups.length === 1 &&
      (group.kind === "bid" || !choicesOf(table, "pass").length) &&
      !table.chosen.move &&
      !table.chosen.cell &&
      !choicesOf(table, "lay_tile", "lay_paper_tile", "place_station", "run", "play_card").length
    )
      choose(table, { ...list[0].move }, true);
    const rows =
      group.kind === "start"
        ? starts(table, choicesOf(table, "start"))
        : h(
            "ul",
            { class: "opts", role: "radiogroup", "aria-label": t("group-" + group.kind) },
            list.map((c) => row(table, c)),
          );
    const chosen = list.some((c) => same(c.move, table.chosen.move));
    parts.push(
      aside.has(group.kind) && main
        ? h(
            "details",
            {
              class: "optgroup",
              open: chosen || opened.has(group.kind),
              on: { toggle: (e) => (e.target.open ? opened.add(group.kind) : opened.delete(group.kind)) },
            },
            h(
              "summary",
              { class: "og" },
              t("group-" + group.kind),
              " ",
              h("span", { class: "muted" }, num(list.length)),
            ),
            rows,
          )
        : h("div", { class: "optgroup" }, h("h3", { class: "og" }, t("group-" + group.kind)), rows),
    );
  }
  if (table.chosen.price !== null && !table.chosen.move) parts.push(startsAt(table, table.chosen.price));
  const lots = table.facts().auction?.lots;
  if (lots && groups[0]?.kind === "bid") parts.unshift(onOffer(table, lots));
  if (table.mode === "stock" && !small && !table.chosen.move && groups.some((g) => STOCK.has(g.kind)))
    parts.push(h("p", { class: "hint" }, t(hintOf(table))));
  if (table.chosen.move && STOCK.has(table.chosen.move.move) && table.mode === "stock" && !small)
    parts.push(h("div", { class: "picked" }, h("h3", null, actName(table, table.chosen.move))));
  return parts;
}

/** Where to press when nothing is chosen yet. @param {Table} table */
const hintOf = (table) =>
  choicesOf(table, "take").length ? "pick-lot" : mustSell(table) ? "pick-sale" : "pick-on-cards";

/** How much, or how many, of what is chosen. @param {Table} table */
export const amounts = (table) => [sale(table), amount(table)];
