// @ts-check
// Laying tiles and placing stations: cells glow, the chosen cell shows its tiles at the map's scale.
import { getText } from "./api.js";
import { D, choicesOf, choose, draw, table } from "./decide.js";
import { h, narrow, put, svgOf } from "./dom.js";
import { T, cellName, coins, paperName, slotName } from "./table.js";
import { num, t } from "./text.js";

/** @type {Map<string, Promise<string>>} */ const pictures = new Map();
const KINDS = ["lay_tile", "place_station", "lift_station"];

/** A tile's picture, fetched once. @param {string} tile @param {number} rotation @returns {Promise<string>} */
export function picture(tile, rotation) {
  const name = tile + "/" + rotation;
  let found = pictures.get(name);
  if (!found)
    pictures.set(
      name,
      (found = getText(`/api/games/${T.id}/tile.svg`, { tile, rotation, theme: "page", width: 90 })),
    );
  return found;
}

/** All choices on the map. */
export const onMap = () => choicesOf(...KINDS);

/** Cells that may be chosen. @returns {string[]} */
export const cells = () => [...new Set(onMap().map((c) => /** @type {string} */ (c.move.cell)))];

/** Choices on the chosen cell. */
const here = () => onMap().filter((c) => c.move.cell === D.cell);

/** @param {any} by */
export function byName(by) {
  if (by === "build" || by === "home") return t("by-" + by);
  const [[kind, what]] = Object.entries(by);
  return t("by-" + kind, {
    paper: what.paper ? paperName(what.paper) : "",
    right: what.slot ? slotName(what.slot) : "",
  });
}

/** The reader clicked a cell. @param {string} cell */
export function pickCell(cell) {
  if (!cells().includes(cell)) return false;
  if (D.cell === cell && D.move?.move === "lay_tile") {
    turn(1);
    return true;
  }
  D.cell = cell;
  if (narrow() && T.board.scale < 0.6) T.board.focus([cell]);
  const first = here()[0];
  const keep = D.move?.move === "lay_tile" && here().find((c) => c.move.tile === D.move.tile);
  take((keep || first).move);
  return true;
}

/** @param {any} move */
function take(move) {
  D.cell = move.cell;
  show(move);
  choose(move);
}

/** Chooses a move if it is one on the map. @param {any} move */
export function pickMove(move) {
  if (!KINDS.includes(move.move)) return false;
  take(move);
  return true;
}

/** Shows a choice on the map. @param {any} move */
export async function show(move) {
  const choice = onMap().find((c) => JSON.stringify(c.move) === JSON.stringify(move));
  const flag = choice?.cost ? "−" + coins(choice.cost) : "";
  if (move.move !== "lay_tile") {
    T.board.preview(null);
    T.board.pick(move.cell, flag);
    return;
  }
  T.board.pick(move.cell);
  const group = await getText(`/api/games/${T.id}/preview.svg`, {
    at: T.at,
    cell: move.cell,
    tile: move.tile,
    rotation: move.rotation,
    theme: "page",
  });
  if (D.move && JSON.stringify(D.move) === JSON.stringify(move)) {
    T.board.pick(move.cell, flag);
    T.board.preview(group);
  }
}

/** Turns to the next legal rotation. @param {number} by @returns {boolean} */
export function turn(by) {
  const move = D.move;
  if (move?.move !== "lay_tile") return false;
  const all = here()
    .filter((c) => c.move.tile === move.tile && JSON.stringify(c.move.by) === JSON.stringify(move.by))
    .sort((a, b) => /** @type {number} */ (a.move.rotation) - /** @type {number} */ (b.move.rotation));
  if (all.length < 2) return false;
  const at = all.findIndex((c) => c.move.rotation === move.rotation);
  take(all[(at + by + all.length) % all.length].move);
  return true;
}

/** @param {string} tile */
function left(tile) {
  const found = T.view.tiles.find((x) => x[0] === tile);
  return found ? found[1] : null;
}

function tiles() {
  const names = [
    ...new Set(
      here()
        .filter((c) => c.move.move === "lay_tile")
        .map((c) => /** @type {string} */ (c.move.tile)),
    ),
  ];
  if (!names.length) return null;
  const width = Math.round(Math.min(104, Math.max(56, T.board.scale * 90)));
  return h(
    "ul",
    {
      class: "tiles",
      role: "radiogroup",
      "aria-label": t("legal-tiles"),
      on: {
        wheel: (/** @type {WheelEvent} */ e) => {
          if (turn(Math.sign(e.deltaY))) e.preventDefault();
        },
      },
    },
    names.map((tile) => {
      const rotations = [
        ...new Set(
          here()
            .filter((c) => c.move.tile === tile)
            .map((c) => /** @type {number} */ (c.move.rotation)),
        ),
      ].sort((a, b) => a - b);
      const on = D.move?.tile === tile,
        rotation = on ? D.move.rotation : rotations[0];
      const box = h("span", { class: "tilebox", css: { width: width + "px" } });
      picture(tile, rotation).then(
        (text) => put(box, svgOf(text)),
        () => put(box, tile),
      );
      const n = left(tile);
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
              click: () =>
                on ? turn(1) || null : take((here().find((c) => c.move.tile === tile) || here()[0]).move),
            },
          },
          box,
          h(
            "span",
            { class: "rotc", "aria-hidden": "true" },
            rotations.map((r) => h("i", { class: on && r === D.move.rotation ? "on" : "" })),
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

function grounds() {
  if (D.move?.move !== "lay_tile") return null;
  const all = here().filter((c) => c.move.tile === D.move.tile && c.move.rotation === D.move.rotation);
  if (all.length < 2)
    return all[0] && all[0].move.by !== "build" && all[0].move.by !== "home"
      ? h("p", { class: "why" }, byName(all[0].move.by))
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
          "aria-checked": String(JSON.stringify(c.move.by) === JSON.stringify(D.move.by)),
          on: { click: () => take(c.move) },
        },
        byName(c.move.by),
        c.cost > 0 && " · " + coins(c.cost),
      ),
    ),
  );
}

function stations() {
  const all = here().filter((c) => c.move.move !== "lay_tile");
  if (all.length < 2 && !here().some((c) => c.move.move === "lay_tile")) return null;
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
          "aria-checked": String(JSON.stringify(c.move) === JSON.stringify(D.move)),
          on: { click: () => take(c.move) },
        },
        t(c.move.move === "lift_station" ? "lift-here" : "station-stop", {
          n: /** @type {number} */ (c.move.stop) + 1,
        }),
        c.cost > 0 && " · " + coins(c.cost),
      ),
    ),
  );
}

/** The part of the decision panel about the map. */
export function trackPanel() {
  const open = cells();
  if (!D.cell || !open.includes(D.cell)) {
    return h(
      "div",
      { class: "hint" },
      h(
        "p",
        null,
        [...new Set(onMap().map((c) => c.move.by?.right && byName(c.move.by)))]
          .filter(Boolean)
          .map((x) => x + ": "),
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
              { class: "btn sm", type: "button", on: { click: () => pickCell(cell) } },
              cellName(cell),
            ),
          ),
        ),
    );
  }
  const move = D.move;
  const rotations =
    move?.move === "lay_tile"
      ? [
          ...new Set(
            here()
              .filter(
                (c) => c.move.tile === move.tile && JSON.stringify(c.move.by) === JSON.stringify(move.by),
              )
              .map((c) => /** @type {number} */ (c.move.rotation)),
          ),
        ].sort((a, b) => a - b)
      : [];
  const terrain = T.sheet.cells.find((c) => c.cell === D.cell)?.terrain;
  return [
    h(
      "div",
      { class: "picked" },
      h("h3", null, cellName(D.cell)),
      terrain && h("span", null, t("terrain-" + terrain.kind)),
      rotations.length > 1 &&
        h(
          "span",
          { class: "rb" },
          h(
            "span",
            null,
            t("n-of-n", { i: num(rotations.indexOf(move.rotation) + 1), n: num(rotations.length) }),
          ),
          h(
            "button",
            {
              class: "btn",
              id: "rot-left",
              type: "button",
              "aria-label": t("rotate-left"),
              on: { click: () => turn(-1) },
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
              on: { click: () => turn(1) },
            },
            "↻",
          ),
          h("kbd", null, "R"),
        ),
    ),
    tiles(),
    grounds(),
    stations(),
  ];
}

/** Marks legal cells and the chosen one on a map that was just drawn. */
export function mark(/** @type {boolean} */ mine) {
  if (!T.board?.svg) return;
  T.board.legal(mine ? cells() : [], t("may-choose"));
  if (mine && D.move && KINDS.includes(D.move.move)) show(D.move);
}
