// @ts-check
// A position out of a file on the table: the frame of a lesson or a puzzle around it.
import { get, getText } from "./api.js";
import { Board } from "./board.js";
import { clear, whyCell } from "./choosing.js";
import { $, h, put } from "./dom.js";
import { log } from "./log.js";
import { companies, players, process, trains } from "./panels.js";
import { cards, market } from "./stock.js";
import { t } from "./text.js";
import { pickCell, turn } from "./track.js";

/**
 * @import { Table } from "./table.js"
 * @import { State } from "./types.d.ts"
 */

/**
 * Shows a position of a line.
 * @param {Table} table @param {number} number moves made @param {boolean} marked whether the last move is marked
 */
export async function fetchAt(table, number, marked) {
  /** @type {State} */ const state = await get(table.api("state"), { at: number, choices: true });
  for (const seat of state.game.seats) Object.assign(seat, { mine: true, open: false });
  Object.assign(table, {
    state,
    game: state.game,
    view: state.view,
    at: state.at,
    length: state.at,
    live: true,
    choices: state.choices ?? null,
  });
  clear(table);
  table.chosen.begin(table.at);
  const picture = await getText(table.api("map.svg"), { at: number, theme: "page", marked });
  table.board.draw(picture);
}

/** The board with everything that stands around it. */
export const stage = () => [
  h("section", { class: "track", id: "track" }),
  h(
    "div",
    { class: "scene" },
    h("div", { class: "mapbox", id: "mapbox" }),
    h(
      "div",
      { class: "stockmain", id: "stockmain", hidden: true },
      h(
        "section",
        { class: "panel market dimmable", id: "marketbox" },
        h("h2", { class: "ph", "data-t": "market" }),
        h("div", { id: "market", class: "scrollx" }),
      ),
      h("div", { class: "cards", id: "cards" }),
    ),
    h(
      "div",
      { class: "shelf" },
      h("section", { class: "panel dimmable", id: "companies" }),
      h("section", { class: "panel dimmable", id: "players" }),
      h("section", { class: "panel dimmable", id: "trains" }),
      h("section", { class: "panel dimmable logp", id: "log" }),
    ),
    h("section", { class: "proc dimmable", id: "process", "aria-label": t("process") }),
  ),
];

/** The table, and who speaks beside it. @param {Table} table @param {() => boolean} asked whether a move is asked for */
export function frame(table, asked) {
  $("#main").className = "learning";
  put(
    $("#main"),
    ...stage(),
    h(
      "aside",
      { class: "teacher" },
      h("section", { class: "panel said", id: "lesson", "aria-labelledby": "lesson-h" }),
      h("section", { class: "panel decide", id: "decide", tabindex: "-1", "aria-labelledby": "dtitle" }),
    ),
  );
  $("#foot").hidden = true;
  table.board = new Board($("#mapbox"), {
    pick: (cell) => {
      if (!pickCell(table, cell) && asked()) whyCell(table, cell);
    },
    hover: () => {},
    wheel: (cell, steps) => cell === table.chosen.cell && turn(table, steps),
    describe: table.cellName,
    isChosen: (cell) => cell === table.chosen.cell && !!table.chosen.move,
  });
  $("#mapbox").append(table.board.buttons());
}

/** Draws what lies around the panel. @param {Table} table @param {boolean} stock market and cards in place of the map */
export function around(table, stock) {
  table.mode = stock ? "stock" : "map";
  $("#mapbox").hidden = stock;
  $("#stockmain").hidden = !stock;
  $("#main").dataset.mode = table.mode;
  process(table, $("#process"));
  players(table, $("#players"));
  trains(table, $("#trains"));
  companies(table, $("#companies"));
  log(table, $("#log"), () => {}, table.state.log);
  middle(table);
}

/** Market and cards. @param {Table} table */
export function middle(table) {
  if (table.mode !== "stock") return;
  market(table, $("#market")).catch(() => {});
  cards(table, $("#cards"));
}
