// @ts-check
// What was missed besides routes: tiles, stations, trains and subsidies, each with its picture and the way there.
import { Fault, get, getText } from "./api.js";
import { actName } from "./acts.js";
import { h, put, svgOf } from "./dom.js";
import { said, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Table } from "./table.js"
 * @import { MissedItem, MissedMoves } from "./types.d.ts"
 */

/** The tile as it would lie, or the sign of what it is about. @param {Table} table @param {MissedItem} item @returns {Child} */
function picture(table, item) {
  const { move } = item;
  if (move.move === "buy_train" || move.move === "trade_train")
    return h("span", { class: "trn" }, move.card.replace(/-\d+$/, ""));
  if (move.move !== "lay_tile") return table.chip(item.company, "l");
  const at = h("span", { class: "tilebox", "aria-hidden": "true" });
  const query = { tile: move.tile, rotation: move.rotation, theme: "page", width: 56, at: item.number };
  getText(table.api("tile.svg"), query).then(
    (text) => put(at, svgOf(text)),
    () => {},
  );
  return at;
}

/** @param {Table} table @param {MissedItem} item */
function row(table, item) {
  const more = item.kind === "subsidy" ? table.coins(item.more) : table.cash(item.more);
  return h(
    "li",
    null,
    picture(table, item),
    h(
      "span",
      null,
      h("b", null, actName(table, item.move), "cell" in item.move && ` · ${item.move.cell}`),
      h(
        "small",
        null,
        table.chip(item.company, "s"),
        " ",
        table.seatName(item.seat),
        " · ",
        h("a", { href: `?at=${item.number - 1}` }, t("missed-at", { number: String(item.number) })),
        " ",
        table.roundName(item.round),
      ),
    ),
    h(
      "span",
      { class: "num" },
      h("b", { class: "bad" }, item.proved ? "+" + more : t("missed-least", { amount: more })),
      h(
        "small",
        null,
        t(item.kind === "subsidy" ? "missed-subsidy" : item.next_run ? "missed-next" : "missed-this"),
        item.cost > 0 && " · " + t("missed-cost", { amount: table.coins(item.cost) }),
      ),
    ),
  );
}

/** Fills the place with what was missed, part by part. @param {Table} table @param {HTMLElement} box @param {() => boolean} wanted */
export async function missedMoves(table, box, wanted) {
  // Rows stay, so that their pictures are fetched once.
  const list = h("ul", { class: "missedlist" });
  let cut = 0;
  /** @type {number|null} */ let from = 0;
  const draw = (/** @type {Child} */ fault) =>
    put(
      box,
      h("h3", null, t("missed-title")),
      h("p", { class: "muted" }, t("missed-why")),
      fault,
      !fault &&
        h("p", { role: "status" }, t("missed-sum", { n: list.childElementCount }), from !== null && " …"),
      cut > 0 && h("p", { class: "muted" }, t("missed-cut", { n: cut })),
      list.childElementCount > 0 && list,
    );
  while (from !== null && wanted()) {
    try {
      /** @type {MissedMoves} */ const answer = await get(table.api("missed"), { from });
      list.append(...answer.items.map((item) => row(table, item)));
      cut += answer.cut;
      from = answer.next;
      draw(null);
    } catch (e) {
      if (!(e instanceof Fault)) throw e;
      draw(h("p", null, said(e.message)));
      return;
    }
  }
}
