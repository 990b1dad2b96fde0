// @ts-check
// Arrows and marked cells on the map of a study.
import { s } from "./dom.js";

/**
 * @import { Board } from "./board.js"
 * @import { StudyNode } from "./types.d.ts"
 */

/** Colours to draw with, in order. */
export const COLOURS = /** @type {const} */ (["green", "red", "blue", "yellow"]);

/** @param {Board} board @param {string} cell */
function middle(board, cell) {
  const hit = board.hit(cell);
  return hit && { x: Number(hit.dataset.x), y: Number(hit.dataset.y), hit };
}

/** Draws what belongs to a node, and the cell at which an arrow begins. @param {Board} board @param {StudyNode|undefined} node @param {string|null} begun */
export function paint(board, node, begun) {
  const { svg } = board;
  if (!svg) return;
  svg.querySelector("#map-drawn")?.remove();
  const layer = s("g", { id: "map-drawn", "aria-hidden": "true" });
  const ring = (/** @type {string} */ cell, /** @type {string} */ kind) => {
    const at = middle(board, cell);
    if (!at) return;
    const d = at.hit.getAttribute("d");
    const turn = `translate(${at.x} ${at.y}) scale(0.9) translate(${-at.x} ${-at.y})`;
    layer.append(s("path", { class: "drawn " + kind, d, transform: turn }));
  };
  for (const { cell, colour } of node?.marks ?? []) ring(cell, "mark " + colour);
  for (const { from, to, colour } of node?.arrows ?? []) {
    const a = middle(board, from),
      b = middle(board, to);
    if (!a || !b) continue;
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1,
      [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    // The head ends in the middle of its cell; the shaft ends where the head begins.
    const [hx, hy] = [b.x - ux * 26, b.y - uy * 26];
    layer.append(
      s("path", { class: "drawn arrow " + colour, d: `M${a.x} ${a.y}L${hx} ${hy}` }),
      s("path", {
        class: "drawn head " + colour,
        d: `M${b.x} ${b.y}L${hx - uy * 15} ${hy + ux * 15}L${hx + uy * 15} ${hy - ux * 15}Z`,
      }),
    );
  }
  if (begun) ring(begun, "begun");
  svg.append(layer);
}
