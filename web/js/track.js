// @ts-check
// Laying tiles and placing stations: cells glow, the chosen cell shows its tiles at the map's scale.
import { getText } from "./api.js";
import { choicesOf, choose, clear } from "./choosing.js";
import { h, narrow, put, svgOf } from "./dom.js";
import { slotName } from "./table.js";
import { num, t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { MoveOf } from "./choosing.js"
 * @import { Choice, LayBy, Move } from "./types.d.ts"
 * @typedef {MoveOf<"lay_tile"|"lay_paper_tile">} Lay
 * @typedef {Lay|MoveOf<"place_station"|"lift_station">} OnMap
 */

/** @type {Map<string, Promise<string>>} */ const pictures = new Map();

/** A tile's picture, fetched once. @param {Table} table @param {string} tile @param {number} rotation */
export function picture(table, tile, rotation) {
  const name = tile + "/" + rotation;
  let found = pictures.get(name);
  if (!found)
    pictures.set(
      name,
      (found = getText(table.api("tile.svg"), { tile, rotation, theme: "page", width: 90 })),
    );
  return found;
}

/** @param {Choice} c @returns {c is Choice & {move: MoveOf<"lay_paper_tile">}} */
const isOfPaper = (c) => c.move.move === "lay_paper_tile";

/** The private paper whose tile is being laid: the chosen one, or the one that the decision is about. @param {Table} table */
export function paperLaid(table) {
  if (table.chosen.paper) return table.chosen.paper;
  const all = table.myTurn() ? table.allChoices().filter((c) => c.move.move !== "pass") : [];
  return all.length && all.every(isOfPaper) ? all[0].move.paper : null;
}

/**
 * All choices on the map. While the tile of a private paper is laid, only its places.
 * @param {Table} table @returns {(Choice & {move: OnMap})[]}
 */
export function onMap(table) {
  const paper = paperLaid(table),
    own = table.myTurn();
  if (paper)
    return [...(own ? table.allChoices() : []), ...table.asides()]
      .filter(isOfPaper)
      .filter((c) => c.move.paper === paper);
  return own ? choicesOf(table, "lay_tile", "place_station", "lift_station") : [];
}

/** Begins to lay the tile of a private paper. @param {Table} table @param {string} paper */
export function layPaper(table, paper) {
  clear(table);
  table.chosen.paper = paper;
  table.look("map");
}

/** Cells that may be chosen. @param {Table} table @returns {string[]} */
export const cells = (table) => [...new Set(onMap(table).map((c) => c.move.cell))];

/** Choices on the chosen cell. @param {Table} table */
const here = (table) => onMap(table).filter((c) => c.move.cell === table.chosen.cell);

/** @param {Move} move @returns {move is Lay} */
const isLay = (move) => move.move === "lay_tile" || move.move === "lay_paper_tile";

/** Tiles that may be laid on the chosen cell. @param {Table} table */
const lays = (table) => here(table).filter(/** @returns {c is Choice & {move: Lay}} */ (c) => isLay(c.move));

/** The tile that is chosen. @param {Table} table */
const laid = ({ chosen: { move } }) => (move && isLay(move) ? move : null);

/** By what a tile is laid. @param {Lay} move @returns {LayBy} */
const byOf = (move) => (move.move === "lay_tile" ? move.by : { power: { paper: move.paper } });

/** @param {Lay} a @param {Lay} b */
const sameGround = (a, b) => JSON.stringify(byOf(a)) === JSON.stringify(byOf(b));

/**
 * The same tile on the same ground, turned each way.
 * @param {Table} table @param {Lay} move
 */
const turned = (table, move) =>
  lays(table)
    .filter((c) => c.move.tile === move.tile && sameGround(c.move, move))
    .sort((a, b) => a.move.rotation - b.move.rotation);

/** Whether a card or character gives the right. @param {LayBy} by */
const isRight = (by) => typeof by === "object" && "right" in by;

/** By what a tile is laid. @param {Table} table @param {LayBy} by */
export function byName(table, by) {
  if (typeof by === "string") return t("by-" + by);
  if ("right" in by) return t("by-right", { right: slotName(by.right.slot) });
  return "power" in by
    ? t("by-power", { paper: table.paperName(by.power.paper) })
    : t("by-waiver", { paper: table.paperName(by.waiver.paper) });
}

/** The reader clicked a cell. @param {Table} table @param {string} cell */
export function pickCell(table, cell) {
  if (!cells(table).includes(cell)) return false;
  if (table.chosen.cell === cell && laid(table)) {
    turn(table, 1);
    return true;
  }
  table.chosen.cell = cell;
  if (narrow() && table.board.scale < 0.6) table.board.focus([cell]);
  const keep = lays(table).find((c) => c.move.tile === laid(table)?.tile);
  take(table, (keep || here(table)[0]).move);
  return true;
}

/** @param {Table} table @param {OnMap} move */
function take(table, move) {
  table.chosen.cell = move.cell;
  show(table, move);
  choose(table, move);
}

/** Whether a move is made on the map. @param {Move} move @returns {move is OnMap} */
const isOnMap = (move) => "cell" in move;

/** Chooses a move if it is one on the map. @param {Table} table @param {Move} move */
export function pickMove(table, move) {
  if (!isOnMap(move)) return false;
  if (move.move === "lay_paper_tile") layPaper(table, move.paper);
  take(table, move);
  return true;
}

/** Shows a choice on the map. @param {Table} table @param {OnMap} move */
export async function show(table, move) {
  const choice = onMap(table).find((c) => JSON.stringify(c.move) === JSON.stringify(move));
  const flag = choice?.cost ? "−" + table.coins(choice.cost) : "";
  if (!isLay(move)) {
    table.board.preview(null);
    table.board.pick(move.cell, flag);
    return;
  }
  table.board.pick(move.cell);
  const group = await getText(table.api("preview.svg"), {
    at: table.at,
    cell: move.cell,
    tile: move.tile,
    rotation: move.rotation,
    theme: "page",
  });
  if (table.chosen.move && JSON.stringify(table.chosen.move) === JSON.stringify(move)) {
    table.board.pick(move.cell, flag);
    table.board.preview(group);
  }
}

/** Turns to the next legal rotation. @param {Table} table @param {number} by @returns {boolean} */
export function turn(table, by) {
  const move = laid(table);
  if (!move) return false;
  const all = turned(table, move);
  if (all.length < 2) return false;
  const at = all.findIndex((c) => c.move.rotation === move.rotation);
  take(table, all[(at + by + all.length) % all.length].move);
  return true;
}

/** @param {Table} table @param {string} tile */
function left(table, tile) {
  const found = table.view.tiles.find((x) => x[0] === tile);
  return found ? found[1] : null;
}

/** @param {Table} table */
function tiles(table) {
  const names = [...new Set(lays(table).map((c) => c.move.tile))];
  if (!names.length) return null;
  const width = Math.round(Math.min(104, Math.max(56, table.board.scale * 90)));
  return h(
    "ul",
    {
      class: "tiles",
      role: "radiogroup",
      "aria-label": t("legal-tiles"),
      on: {
        wheel: (/** @type {WheelEvent} */ e) => {
          if (turn(table, Math.sign(e.deltaY))) e.preventDefault();
        },
      },
    },
    names.map((tile) => {
      const ways = lays(table).filter((c) => c.move.tile === tile);
      const rotations = [...new Set(ways.map((c) => c.move.rotation))].sort((a, b) => a - b);
      const move = laid(table),
        on = move?.tile === tile,
        rotation = on ? move.rotation : rotations[0];
      const box = h("span", { class: "tilebox", css: { width: width + "px" } });
      picture(table, tile, rotation).then(
        (text) => put(box, svgOf(text)),
        () => put(box, tile),
      );
      const n = left(table, tile);
      return h(
        "li",
        { role: "none" },
        h(
          "button",
          {
            type: "button",
            role: "radio",
            id: "tile-" + tile,
            "aria-checked": String(on),
            "aria-label": t("tile-n", { tile, n: rotations.length }),
            on: {
              click: () => (on ? turn(table, 1) || null : take(table, ways[0].move)),
            },
          },
          box,
          h(
            "span",
            { class: "rotc", "aria-hidden": "true" },
            rotations.map((r) => h("i", { class: on && r === rotation ? "on" : "" })),
          ),
          h(
            "small",
            null,
            h("b", null, tile),
            n !== null && n < 200 && [" · ", h("span", { class: n <= 1 ? "one" : "" }, t("left-n", { n }))],
          ),
        ),
      );
    }),
  );
}

/** @param {Table} table */
function grounds(table) {
  const move = laid(table);
  if (!move) return null;
  const all = lays(table).filter((c) => c.move.tile === move.tile && c.move.rotation === move.rotation);
  if (all.length < 2)
    return all[0] && !["build", "home"].includes(/** @type {string} */ (byOf(all[0].move)))
      ? h("p", { class: "why" }, byName(table, byOf(all[0].move)))
      : null;
  return h(
    "div",
    { class: "pills", role: "radiogroup", "aria-label": t("on-what-ground") },
    all.map((c) =>
      h(
        "button",
        {
          class: "btn sm",
          type: "button",
          role: "radio",
          "aria-checked": String(sameGround(c.move, move)),
          on: { click: () => take(table, c.move) },
        },
        byName(table, byOf(c.move)),
        c.cost > 0 && " · " + table.coins(c.cost),
      ),
    ),
  );
}

/** @param {Table} table */
function stations(table) {
  const all = here(table).flatMap((c) => (isLay(c.move) ? [] : [{ ...c, move: c.move }]));
  if (all.length < 2 && !lays(table).length) return null;
  return h(
    "div",
    { class: "pills", role: "radiogroup", "aria-label": t("station") },
    all.map((c) =>
      h(
        "button",
        {
          class: "btn sm",
          type: "button",
          role: "radio",
          "aria-checked": String(JSON.stringify(c.move) === JSON.stringify(table.chosen.move)),
          on: { click: () => take(table, c.move) },
        },
        t(c.move.move === "lift_station" ? "lift-here" : "station-stop", {
          n: c.move.stop + 1,
        }),
        c.cost > 0 && " · " + table.coins(c.cost),
      ),
    ),
  );
}

/** The part of the decision panel about the map. @param {Table} table */
export function trackPanel(table) {
  const open = cells(table);
  if (!table.chosen.cell || !open.includes(table.chosen.cell)) {
    return h(
      "div",
      { class: "hint" },
      h(
        "p",
        null,
        [
          ...new Set(
            onMap(table).flatMap(({ move }) =>
              isLay(move) && (isRight(byOf(move)) || paperLaid(table)) ? byName(table, byOf(move)) : [],
            ),
          ),
        ].map((x) => x + ": "),
        t(open.length ? "pick-a-cell" : "no-cell", { n: open.length }),
      ),
      open.length > 0 &&
        open.length <= 8 &&
        h(
          "div",
          { class: "pills" },
          open.map((cell) =>
            h(
              "button",
              { class: "btn sm", type: "button", on: { click: () => pickCell(table, cell) } },
              table.cellName(cell),
            ),
          ),
        ),
    );
  }
  const move = laid(table);
  const rotations = move ? turned(table, move).map((c) => c.move.rotation) : [];
  const terrain = table.sheet.cells.find((c) => c.cell === table.chosen.cell)?.terrain;
  return [
    h(
      "div",
      { class: "picked" },
      h("h3", { "data-card": "cell:" + table.chosen.cell }, table.cellName(table.chosen.cell)),
      terrain && h("span", null, t("terrain-" + terrain.kind)),
      rotations.length > 1 &&
        h(
          "span",
          { class: "rb" },
          h(
            "span",
            null,
            t("n-of-n", { i: num(rotations.indexOf(move?.rotation ?? 0) + 1), n: num(rotations.length) }),
          ),
          h(
            "button",
            {
              class: "btn",
              id: "rot-left",
              type: "button",
              "aria-label": t("rotate-left"),
              on: { click: () => turn(table, -1) },
            },
            "↺",
          ),
          h(
            "button",
            {
              class: "btn",
              id: "rot-right",
              type: "button",
              "aria-label": t("rotate-right"),
              on: { click: () => turn(table, 1) },
            },
            "↻",
          ),
          h("kbd", null, "R"),
        ),
    ),
    tiles(table),
    grounds(table),
    stations(table),
  ];
}

/** Marks legal cells and the chosen one on a map that was just drawn. @param {Table} table */
export function mark(table) {
  if (!table.board?.svg) return;
  const open = cells(table);
  table.board.legal(open, t("may-choose"));
  const { move } = table.chosen;
  if (move && isOnMap(move) && open.includes(move.cell)) show(table, move);
}
