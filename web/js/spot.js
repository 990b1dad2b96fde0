// @ts-check
// What a lesson speaks of is lit, the rest is dimmed but stays readable and can be used.
import { $, $$, s } from "./dom.js";

/**
 * @import { Point } from "./types.d.ts"
 * @import { Table } from "./table.js"
 */

/** Parts of the table by their names in lessons. */
const PANELS = {
  map: "#mapbox",
  market: "#marketbox",
  companies: "#companies",
  players: "#players",
  trains: "#trains",
  log: "#log",
  process: "#process",
};

/** Cells among the things pointed at. @param {Point[]} points */
export const cellsOf = (points) => points.flatMap((p) => ("cell" in p ? [p.cell] : []));

/** Whether the stock market has to be seen for it. @param {Point[]} points */
export const onMarket = (points) =>
  points.some((p) => "company" in p || ("panel" in p && (p.panel === "market" || p.panel === "companies")));

/** Dims the map around cells. @param {Table} table @param {string[]} cells */
function dimMap(table, cells) {
  const { svg, full } = table.board;
  $("#map-dim", svg)?.remove();
  const hits = $("#map-hits", svg);
  if (!svg || !hits) return;
  const shapes = cells.map((cell) => table.board.hit(cell)?.getAttribute("d") ?? "");
  const wide = full.w * 2,
    high = full.h * 2;
  const around = `M${full.x - wide} ${full.y - high}h${wide * 3}v${high * 3}h${-wide * 3}z`;
  const dim = s(
    "g",
    { id: "map-dim", "aria-hidden": "true" },
    s("path", { class: "shade", "fill-rule": "evenodd", d: around + shapes.join("") }),
    shapes.map((d) => s("path", { class: "rim", d })),
  );
  hits.before(dim);
}

/** What is pointed at now; cards are drawn anew when their prices arrive. @type {Point[]} */ let now = [];

/** Cards of companies: those that are spoken of are lit. */
export function lightCards() {
  const all = now.some((p) => "panel" in p && p.panel === "companies");
  for (const card of $$("#cards .card")) {
    const lit = all || now.some((p) => "company" in p && p.company === card.dataset.company);
    card.classList.add("dimmable");
    card.classList.toggle("lit", lit);
  }
}

/** Lights what is pointed at; nothing pointed at: everything is as always. @param {Table} table @param {Point[]} points */
export function light(table, points) {
  const cells = cellsOf(points);
  now = points;
  for (const lit of $$(".lit")) lit.classList.remove("lit");
  $("#main").classList.toggle("dimming", points.length > 0);
  $("#map-dim", table.board.svg)?.remove();
  if (!points.length) return;
  const panels = points.flatMap((p) => ("panel" in p ? [p.panel] : []));
  for (const panel of panels) for (const e of $$(PANELS[panel])) e.classList.add("lit");
  lightCards();
  if (!panels.includes("map")) dimMap(table, cells);
  if (cells.length) {
    $("#mapbox").classList.add("lit");
    table.board.focus(cells);
  }
}
