// @ts-check
// Everything that is not chosen on the map: offers, trains, papers, bids, cards, treasuries, each in the form that fits it.
import {
  D,
  actName,
  choicesOf,
  choose,
  consequences,
  draw,
  foresee,
  foreseen,
  same,
  send,
  table,
} from "./decide.js";
import { $, debounce, h, narrow } from "./dom.js";
import { prices } from "./stock.js";
import {
  T,
  cash,
  chip,
  coins,
  companyDef,
  companyView,
  facts,
  paperDef,
  paperName,
  refusalText,
  seatName,
  slotName,
  trainName,
  decision,
} from "./table.js";
import { has, num, ruleLink, t } from "./text.js";

/** Kinds that have their place elsewhere: on the map, in the run panel, as the pass button. */
const ELSEWHERE = new Set(["pass", "lay_tile", "place_station", "lift_station", "run"]);
const STOCK = new Set(["start", "buy_share", "sell_shares"]);

/** @param {any} from */
const sellerOf = (from) =>
  typeof from === "object" && from ? (from.company?.company ?? from.company) : null;

/** @param {string} card */
const kindOf = (card) => T.sheet.trains.find((k) => k.name === card.slice(0, card.lastIndexOf("-")));

/** What a train can do, in words. @param {any} range */
export function rangeText(range) {
  if (!range) return "";
  return t("range-" + (range.times === 1 ? "plain" : range.kind), {
    n: range.stops ?? range.count ?? range.large ?? range.cities,
    total: range.total ?? range.small ?? "",
    cities: range.cities ?? "",
    times: range.times ?? "",
  });
}

/** Title, second line and mark of an option. @param {any} m @param {any} c @returns {{mark: any, title: any, sub: any, side: any}} */
function face(m, c) {
  const range =
    c.amount && c.amount.max > c.amount.min
      ? t("from-to", { min: num(c.amount.min), max: num(c.amount.max) })
      : null;
  switch (m.move) {
    case "take":
    case "bid": {
      const lot = m.lot;
      if (lot?.paper !== undefined) {
        const def = paperDef(lot.paper);
        return {
          mark: h("span", { class: "pap l" }, lot.paper),
          title: def?.name || lot.paper,
          sub: t("paper-income", { amount: cash(def?.income ?? 0) }),
          side: m.move === "bid" ? range : cash(def?.price ?? 0),
        };
      }
      if (lot?.company !== undefined)
        return {
          mark: chip(lot.company, "m"),
          title: companyDef(lot.company)?.name,
          sub: t("company-lot"),
          side: range,
        };
      if (lot?.slot !== undefined)
        return {
          mark: h("span", { class: "pap l" }, "♟"),
          title: slotName(lot.slot),
          sub: has("slot-" + lot.slot + "-why") ? t("slot-" + lot.slot + "-why") : "",
          side: range,
        };
      return { mark: null, title: t("bid"), sub: null, side: range };
    }
    case "buy_paper":
    case "sell_paper":
    case "exchange": {
      const def = paperDef(m.paper),
        owner = T.view.papers.find((p) => p.id === m.paper)?.owner;
      const from = owner?.startsWith("player:") ? seatName(Number(owner.slice(7))) : null;
      return {
        mark: h("span", { class: "pap l" }, m.paper),
        title: def?.name || m.paper,
        sub: [t("paper-income", { amount: cash(def?.income ?? 0) }), from && ` · ${from}`],
        side:
          m.move === "buy_paper"
            ? range || cash(m.amount)
            : t(m.move === "exchange" ? "exchange-short" : "sell-short"),
      };
    }
    case "buy_train":
    case "turn_train": {
      const def = kindOf(m.card)?.faces[m.face],
        seller = sellerOf(m.from);
      return {
        mark: h("span", { class: "tcard mini" }, def?.name || m.card),
        title: seller
          ? t("from-company", { company: seller })
          : m.from === "pool"
            ? t("from-pool")
            : m.move === "turn_train"
              ? t("turn-to")
              : t("from-deck"),
        sub: rangeText(def?.range),
        side: c.amount && c.amount.max > c.amount.min ? range : coins(m.amount ?? c.cost ?? 0),
      };
    }
    case "scrap_train":
    case "return_train":
    case "refit_train":
    case "assign_train":
      return {
        mark: h("span", { class: "tcard mini" }, trainName(m.card)),
        title: t("short-" + m.move),
        sub: m.company && m.move === "assign_train" ? companyDef(m.company)?.name : null,
        side: m.company ? chip(m.company, "s") : null,
      };
    case "acquire": {
      const def = companyDef(m.target),
        view = companyView(m.target);
      return {
        mark: chip(m.target, "m"),
        title: def?.name,
        sub: [
          t("treasury"),
          " ",
          coins(view?.treasury ?? 0),
          " · ",
          t("trains"),
          " ",
          (view?.trains || []).map((x) => x.name).join(" ") || "–",
        ],
        side: range || cash(m.amount),
      };
    }
    case "allot":
      return {
        mark: chip(m.company, "m"),
        title: companyDef(m.company)?.name,
        sub: t("into-treasury"),
        side: range,
      };
    case "repay":
      return { mark: null, title: t("repay"), sub: null, side: range };
    case "use":
      return {
        mark: h("span", { class: "pap l" }, "♟"),
        title: slotName(m.slot),
        sub: has("slot-" + m.slot + "-why") ? t("slot-" + m.slot + "-why") : "",
        side: null,
      };
    case "buy_share":
      return {
        mark: chip(m.company, "m"),
        title: t("buy-share-of", { company: companyDef(m.company)?.name }),
        sub: t("source-" + m.from),
        side: cash(companyView(m.company)?.price ?? 0),
      };
    case "sell_shares":
      return {
        mark: chip(m.company, "m"),
        title: t("sell-n-of", { n: m.shares, company: companyDef(m.company)?.name }),
        sub: null,
        side: cash((companyView(m.company)?.price ?? 0) * m.shares),
      };
    default:
      return { mark: null, title: actName(m), sub: null, side: null };
  }
}

/** @param {any} c */
function row(c) {
  const m = c.move,
    on = same(D.move, m);
  const f = face(m, c);
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
        id: "o-" + idOf(m),
        on: { click: () => choose({ ...m }) },
      },
      f.mark && h("span", { class: "om" }, f.mark),
      h("span", { class: "ot" }, h("b", null, f.title), f.sub && h("small", null, f.sub)),
      f.side && h("span", { class: "os" }, f.side),
    ),
  );
}

/** Companies that may be started, each with its prices. @param {any[]} list */
const starts = (list) =>
  h(
    "ul",
    { class: "opts" },
    [...new Set(list.map((c) => c.move.company))].map((id) =>
      h(
        "li",
        { class: "startrow" },
        chip(id, "m"),
        h("b", null, companyDef(id).name),
        prices(
          list.filter((c) => c.move.company === id),
          "o-start",
        ),
      ),
    ),
  );

/** @param {any} m */
const idOf = (m) =>
  Object.values({ ...m, amount: "" })
    .map((v) => (typeof v === "object" ? JSON.stringify(v) : v))
    .join("-")
    .replace(/[^\w+-]/g, "");

const later = debounce((move) => choose(move), 250);

/** Stepper and slider for an amount. */
function amount() {
  const c = (T.choices.groups || []).flatMap((g) => g.choices).find((x) => x.amount && same(x.move, D.move));
  if (!c?.amount || c.amount.max <= c.amount.min) return null;
  const { min, max, step } = c.amount;
  const set = (/** @type {any} */ value, /** @type {any} */ now) => {
    const v = Math.min(max, Math.max(min, min + Math.round((value - min) / step) * step));
    D.move = { ...D.move, amount: v };
    const field = $("#amount"),
      slide = $("#slide");
    if (field) field.value = String(v);
    if (slide) slide.value = String(v);
    const confirm = $("#confirm");
    if (confirm?.firstChild) confirm.firstChild.textContent = actName(D.move);
    if (now) choose(D.move);
    else later(D.move);
  };
  const value = D.move.amount;
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
        on: { click: () => set(D.move.amount - step, true) },
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
      value: String(value),
      on: { change: (e) => set(Number(e.target.value), true) },
    }),
    h(
      "button",
      {
        class: "btn",
        type: "button",
        id: "more",
        "aria-label": t("more"),
        on: { click: () => set(D.move.amount + step, true) },
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
      on: { input: (e) => set(Number(e.target.value), false) },
    }),
    h("small", { class: "muted" }, t("from-to", { min: num(min), max: num(max) })),
  );
}

/** Pay out or keep, side by side with what each brings. */
function dividends() {
  const list = choicesOf("dividend");
  if (!list.length) return null;
  const moves = list.map((c) => c.move);
  if (moves.some((m) => !foreseen(m))) foresee(moves).then(draw);
  D.move ||= moves[0];
  D.preview ||= foreseen(D.move) || null;
  return h(
    "div",
    { class: "choice", role: "radiogroup", "aria-label": t("step-dividend") },
    list.map((c) => {
      const on = same(D.move, c.move),
        p = foreseen(c.move),
        company = decision().company;
      const price =
        p?.ok &&
        p.changes.find(
          (/** @type {any} */ x) => x.of === "company" && x.id === company && x.what === "price",
        );
      const lines = p?.ok
        ? p.changes.filter(
            (/** @type {any} */ x) =>
              (x.what === "cash" && x.of === "player") || (x.what === "treasury" && x.id === company),
          )
        : [];
      return h(
        "button",
        {
          class: "opt",
          type: "button",
          role: "radio",
          id: "pay-" + c.move.pay,
          "aria-checked": String(on),
          on: { click: () => choose(c.move) },
        },
        h(
          "h3",
          null,
          actName(c.move),
          price &&
            h(
              "span",
              { class: price.to >= price.from ? "good" : "bad" },
              `${num(price.from)} → ${num(price.to)}`,
            ),
        ),
        lines.map((/** @type {any} */ x) =>
          h(
            "div",
            { class: "l" },
            h("span", null, x.of === "player" ? seatName(x.id) : t("treasury")),
            h(
              "b",
              null,
              x.of === "player"
                ? (x.to >= x.from ? "+" : "−") + cash(Math.abs(x.to - x.from))
                : `${num(x.from)} → ${coins(x.to)}`,
            ),
          ),
        ),
        p?.ok && !lines.length && h("div", { class: "l" }, h("span", null, t("nothing-paid"))),
      );
    }),
  );
}

/** Action cards as cards: taken ones grey, each side a button. */
function cards() {
  const list = choicesOf("play_card");
  if (!list.length) return null;
  const all = [
    ...new Set([...(facts().cards || []), ...(facts().cards_used || []), ...list.map((c) => c.move.slot)]),
  ];
  all.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return h(
    "ul",
    { class: "acards" },
    all.map((slot) => {
      const mine = list.filter((c) => c.move.slot === slot);
      return h(
        "li",
        { class: "acard" + (mine.length ? "" : " gone") },
        h("b", { class: "an" }, slot),
        [0, 1].map((side) => {
          const c =
            mine.find((x) => x.move.side === side && !x.move.copy) || mine.find((x) => x.move.side === side);
          const text = has(`side-${slot}-${side}`) ? t(`side-${slot}-${side}`) : t("side", { n: side + 1 });
          return h(
            "button",
            {
              class: "aside",
              type: "button",
              role: "radio",
              "aria-checked": String(!!c && same(D.move, c.move)),
              disabled: !c,
              id: `card-${slot}-${side}`,
              on: { click: () => c && choose(c.move) },
            },
            text,
            c?.move.copy && h("small", null, t("by-copy")),
          );
        }),
      );
    }),
  );
}

/** Accept or decline. */
function answers() {
  const list = choicesOf("answer");
  if (!list.length) return null;
  const moves = list.map((c) => c.move);
  if (moves.some((m) => !foreseen(m))) foresee(moves).then(draw);
  const yes = moves.find((m) => m.accept),
    p = yes && foreseen(yes),
    asked = T.state.last?.move;
  return [
    asked &&
      h("div", { class: "picked" }, asked.company && chip(asked.company, "m"), h("h3", null, actName(asked))),
    p && consequences(p),
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
            on: { click: () => send(m) },
          },
          actName(m),
        ),
      ),
    ),
  ];
}

/** What the winner of a bid may choose from. */
const lots = () =>
  h(
    "div",
    { class: "optgroup" },
    h("h3", { class: "og" }, t("lots")),
    h(
      "ul",
      { class: "opts lots" },
      facts().auction.lots.map((/** @type {any} */ lot) =>
        h(
          "li",
          null,
          lot.paper ? h("span", { class: "pap" }, lot.paper) : chip(lot.company, "m"),
          h(
            "span",
            null,
            (paperDef(lot.paper) || companyDef(lot.company)).name,
            " ",
            h(
              "small",
              { class: "muted" },
              lot.paper ? t("paper-income", { amount: cash(paperDef(lot.paper).income) }) : t("company-lot"),
            ),
          ),
          h("b", null, cash(lot.price)),
        ),
      ),
    ),
  );

/** Several shares at once. */
function sale() {
  if (D.move?.move !== "sell_shares") return null;
  const all = choicesOf("sell_shares")
    .filter((c) => c.move.company === D.move.company)
    .map((c) => /** @type {number} */ (c.move.shares))
    .sort((a, b) => a - b);
  if (all.length < 2) return null;
  const at = all.indexOf(D.move.shares);
  const set = (/** @type {any} */ i) =>
    choose({ ...D.move, shares: all[Math.min(all.length - 1, Math.max(0, i))] });
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
    h("output", { "aria-live": "polite" }, num(D.move.shares)),
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
const aside = new Set(["buy_paper", "sell_paper", "exchange", "repay", "use"]);
/** @type {Set<string>} */ const opened = new Set();

/** The part of the decision panel that lists things. */
export function options() {
  const groups = (T.choices.groups || []).filter(
    (g) => !ELSEWHERE.has(g.kind) && !["dividend", "play_card", "answer"].includes(g.kind),
  );
  const small = narrow();
  const parts = [answers(), dividends(), cards()];
  const main = (T.choices.groups || []).some((g) => g.kind !== "pass" && !aside.has(g.kind));
  for (const group of groups) {
    const stock = STOCK.has(group.kind);
    if (stock && !small && T.mode === "stock") continue;
    /** @type {import("./table.js").Choice[]} */ let list = group.choices;
    // Of each company the chosen number of shares, or the fewest.
    if (group.kind === "sell_shares")
      list = [
        ...new Map(
          [...list]
            .sort((a, b) => /** @type {number} */ (b.move.shares) - /** @type {number} */ (a.move.shares))
            .map((c) => [
              c.move.company,
              list.find((x) => same(x.move, D.move) && x.move.company === c.move.company) || c,
            ]),
        ).values(),
      ];
    // Trains that are alike are one choice.
    if (/_train$/.test(group.kind))
      list = [
        ...new Map(
          [...list].reverse().map((c) => [
            JSON.stringify({
              ...c.move,
              card: trainName(
                /** @type {string} */ (c.move.card),
                /** @type {number | undefined} */ (c.move.face),
              ),
            }),
            c,
          ]),
        ).values(),
      ].reverse();
    if (
      list.length === 1 &&
      groups.length === 1 &&
      (group.kind === "bid" || !choicesOf("pass").length) &&
      !D.move &&
      !D.cell &&
      !choicesOf("lay_tile", "place_station", "run", "play_card").length
    )
      choose({ ...list[0].move }, true);
    const rows =
      group.kind === "start"
        ? starts(list)
        : h(
            "ul",
            { class: "opts", role: "radiogroup", "aria-label": t("group-" + group.kind) },
            list.map(row),
          );
    const chosen = list.some((c) => same(c.move, D.move));
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
  if (facts().auction?.lots && groups[0]?.kind === "bid") parts.unshift(lots());
  if (T.mode === "stock" && !small && !D.move && groups.some((g) => STOCK.has(g.kind)))
    parts.push(h("p", { class: "hint" }, t(choicesOf("take").length ? "pick-lot" : "pick-on-cards")));
  if (D.move && STOCK.has(D.move.move) && T.mode === "stock" && !small)
    parts.push(h("div", { class: "picked" }, h("h3", null, actName(D.move))));
  return [parts, sale(), amount()];
}
