// @ts-check
// A landscape of one's own for 18Lilliput: laid on a grid, or taken from a file.
import { get, getText } from "./api.js";
import { h, put, s, svgOf } from "./dom.js";
import { ruleOf } from "./setup.js";
import { said, t } from "./text.js";

/**
 * @import { Query } from "./api.js"
 * @import { Wish } from "./setup.js"
 * @typedef {{tile: string, x: number, y: number, rotation: number}} Entry a tile of a landscape
 */

/** Tiles of landscapes, the common ones first. */
export const LAND = [
  "S-RIVER",
  "S-HILLS",
  "S-MOUNT",
  "S-SEA",
  "S-MINE10",
  "S-MINE20",
  "S-BLEFUSCU",
  "S-GREYCITY-A",
  "S-GREYCITY-B",
  "S-GREYTRACK-A",
  "S-GREYTRACK-B",
];
let tool = LAND[0];
/** The last picture that could be drawn, and of which tiles. */
let drawn = "",
  drawnOf = "";

/** Faults of the list or of an entry. @param {string} fault */
export const ofLand = (fault) => /^\d+(\.\w+)?: |^track of |free sides of Mildendo/.test(fault);

/** @param {string} text @returns {Entry[]|null} */
function read(text) {
  try {
    const list = JSON.parse(text || "[]");
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** How many of each tile are in the box. @type {Map<string, number|null>} */ const box = new Map();
/** @type {Map<string, Promise<string>>} */ const pictures = new Map();

/** A picture of a tile, fetched once. @param {string} title @param {string} tile */
function picture(title, tile) {
  const at = h("span", { class: "landpic", "aria-hidden": "true" });
  let found = pictures.get(tile);
  if (!found)
    pictures.set(
      tile,
      (found = getText(`/api/titles/${title}/tile.svg`, { tile, theme: "page", width: 60 })),
    );
  found.then(
    (text) => put(at, svgOf(text)),
    () => pictures.delete(tile),
  );
  return at;
}

/** The tiles that can be laid: each with its picture and how many are left. @param {Wish} w @param {Entry[]} list @param {(act: () => void) => void} set */
function tools(w, list, set) {
  /** @type {Map<string, HTMLElement>} */ const counts = new Map();
  const count = () => {
    for (const [tile, at] of counts) {
      const all = box.get(tile);
      if (all === undefined) continue;
      const left = (all ?? Infinity) - list.filter((e) => e.tile === tile).length;
      put(at, all === null ? "∞" : t("land-left", { n: left, of: all }));
      at.classList.toggle("bad", left < 0);
    }
  };
  if (!box.size)
    get(`/api/titles/${w.title}/data`).then(
      (/** @type {{tiles: {id: string, count?: number}[]}} */ data) => {
        for (const x of data.tiles) box.set(x.id, x.count ?? null);
        count();
      },
      () => {},
    );
  const choice = (/** @type {string} */ value) => {
    const at = h("small");
    if (value) counts.set(value, at);
    return h(
      "label",
      { class: "landtool" + (value === tool ? " on" : "") },
      h("input", {
        type: "radio",
        name: "land",
        id: "land-" + value,
        class: "sr",
        checked: value === tool,
        on: {
          change: () =>
            set(() => {
              tool = value;
            }),
        },
      }),
      value ? picture(w.title, value) : h("span", { class: "landpic", "aria-hidden": "true" }, "✕"),
      h("span", null, t(value ? "land-" + value : "land-remove")),
      at,
    );
  };
  const all = h(
    "fieldset",
    { class: "field" },
    h("legend", null, t("land-tool")),
    h("div", { class: "landtools" }, [...LAND, ""].map(choice)),
  );
  count();
  return all;
}

/**
 * The button that begins, or the grid, the tiles and the text.
 * @param {Wish} w @param {() => Query} query what is drawn
 * @param {(act: () => void) => void} set changes and draws anew
 */
export function landscape(w, query, set) {
  const list = w.land;
  if (!list)
    return h(
      "button",
      {
        class: "btn sm",
        type: "button",
        id: "land-begin",
        on: {
          click: () =>
            set(() => {
              w.land = [];
              delete w.options.scenario;
            }),
        },
      },
      t("land-begin"),
    );
  const index = (/** @type {number} */ x, /** @type {number} */ y) =>
    list.findIndex((e) => e.x === x && e.y === y);
  const press = (/** @type {number} */ x, /** @type {number} */ y) =>
    set(() => {
      const i = index(x, y),
        fresh = { tile: tool, x, y, rotation: 0 };
      if (i < 0) {
        if (tool) list.push(fresh);
      } else if (!tool) list.splice(i, 1);
      else if (list[i].tile === tool) list[i].rotation = ((list[i].rotation || 0) + 1) % 4;
      else list[i] = fresh;
    });
  const grid = h("div", { class: "landmap" });
  const show = () => {
    const svg = svgOf(drawn || '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const far = Math.min(
        8,
        Math.max(3, ...list.flatMap((e) => [Math.abs(e.x) + 1 || 0, Math.abs(e.y) + 1 || 0])),
      ),
      edge = 90 * far + 45 + 26;
    svg.setAttribute("viewBox", `${-edge} ${-edge} ${2 * edge} ${2 * edge}`);
    for (let n = -far; n <= far; n++)
      svg.append(
        s("text", { class: "landaxis", x: 90 * n, y: 12 - edge }, String(n)),
        s("text", { class: "landaxis", x: 12 - edge, y: 90 * n + 5 }, String(n)),
      );
    for (let y = -far; y <= far; y++)
      for (let x = -far; x <= far; x++) {
        const i = index(x, y),
          name = i < 0 ? "" : " " + t("land-" + list[i].tile),
          go = () => press(x, y);
        // While a fault keeps it from being drawn, a tile has its name.
        if (i >= 0 && drawnOf !== JSON.stringify(list))
          svg.append(s("text", { class: "landname", x: 90 * x, y: 90 * y + 5 }, name));
        if (x || y)
          svg.append(
            s("rect", {
              class: "landcell" + (w.faults.some((f) => f.split(/[.:]/)[0] === String(i)) ? " bad" : ""),
              x: 90 * x - 43,
              y: 90 * y - 43,
              width: 86,
              height: 86,
              id: `land${x},${y}`,
              tabindex: 0,
              role: "button",
              "aria-label": t("land-cell", { x: String(x), y: String(y) }) + name,
              on: {
                click: go,
                keydown: (e) => {
                  if (e.key === "Enter" || e.key === " ") {
                    e.preventDefault();
                    go();
                  }
                },
              },
            }),
          );
      }
    svg.setAttribute("role", "group");
    put(grid, svg);
  };
  show();
  getText(`/api/titles/${w.title}/map.svg`, { ...query(), theme: "page" }).then(
    (text) => {
      drawn = text;
      drawnOf = JSON.stringify(list);
      if (grid.isConnected) {
        const at = document.activeElement?.id;
        show();
        if (at?.startsWith("land")) document.getElementById(at)?.focus();
      }
    },
    () => {},
  );
  const take = (/** @type {string} */ text) =>
    set(() => {
      const found = read(text);
      if (found) w.land = found;
      else w.faults = [t("land-not-list")];
    });
  return h(
    "div",
    { class: "land" },
    tools(w, list, set),
    h("p", { class: "muted" }, t("land-help")),
    grid,
    w.faults.filter(ofLand).map((f) =>
      h(
        "p",
        { class: "bad", role: "alert" },
        said(f, (id) => ruleOf(w.title, id)),
      ),
    ),
    h(
      "label",
      { class: "field", for: "land-text" },
      t("land-text"),
      h("textarea", {
        id: "land-text",
        rows: 4,
        spellcheck: "false",
        value: list.length ? "[\n" + list.map((e) => " " + JSON.stringify(e)).join(",\n") + "\n]" : "",
        on: {
          change: (e) => take(e.target.value),
          drop: async (e) => {
            const file = e.dataTransfer?.files[0];
            if (file) {
              e.preventDefault();
              e.stopPropagation();
              take(await file.text());
            }
          },
        },
      }),
    ),
    h(
      "button",
      {
        class: "btn quiet sm",
        type: "button",
        id: "land-end",
        on: {
          click: () =>
            set(() => {
              w.land = null;
            }),
        },
      },
      t("land-end"),
    ),
  );
}
