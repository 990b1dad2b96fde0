// @ts-check
// What a move would change, before it is made.
import { h } from "./dom.js";
import { sentence } from "./events.js";
import { num, ruleLink, t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { Changed, Preview, Quantity, RefusalJson } from "./types.d.ts"
 */

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
  const what = t("what-" + c.what),
    d = table.view.decision;
  // An offer is about two companies: each is named.
  if (c.of === "company") return c.id === d?.company && d.step !== "offer" ? what : `${c.id}: ${what}`;
  if (c.of === "player") return c.id === d?.player ? what : `${table.seatName(Number(c.id))}: ${what}`;
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
