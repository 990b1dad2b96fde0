// @ts-check
// What is being chosen: a move, what it would bring, and what belongs to it on the map.

/**
 * @import { BestRoutes, Clicked, Move, Preview, RefusalJson, Route, RouteClaim, Stop } from "./types.d.ts"
 * @typedef {{train: number, clicked: Stop[][], halts: (number|null)[], passes: Clicked[][],
 *   routes: (Route|null)[], claims: (RouteClaim|null)[], problem: string|null}} Own routes drawn by hand: for
 *   each train the stops clicked, the halts it serves, the stops it passes, and what came of them
 */

export class Chosen {
  /** @type {Move|null} */ move = null;
  /** @type {Preview|null} */ preview = null;
  /** What stands in the field of the amount while it is none that may be named. @type {string|null} */ typed =
    null;
  /** @type {string|null} */ cell = null;
  /** A cell of the chart where a company is to start, before it is said which. @type {number|null} */ price =
    null;
  /** A private paper whose tile is being laid. @type {string|null} */ paper = null;
  /** Number of the position that the choice belongs to. */
  after = -1;
  /** @type {Own|null} */ own = null;
  /** The best routes, and for which company and position they were asked. @type {BestRoutes|null} */
  routes = null;
  routesFor = "";
  /** Which of the routes proposed: 0 the best, then the alternatives. */
  plan = 0;
  /** @type {RefusalJson|null} */ refusal = null;
  /** What moves would bring, by the move. @type {Map<string, Preview>} */ previews = new Map();
  /** The phone's sheet: peek, half, full. */
  sheet = "half";

  /** What a move would bring, if it was asked before. @param {Move} move */
  foreseen(move) {
    return this.previews.get(JSON.stringify(move));
  }

  /** @param {Move} move @param {Preview} preview */
  foresee(move, preview) {
    this.previews.set(JSON.stringify(move), preview);
  }

  /** No move and no cell. */
  clear() {
    this.move = this.preview = this.typed = this.cell = this.price = this.paper = this.refusal = null;
  }

  /** Nothing, for the position after so many moves. @param {number} after */
  begin(after) {
    this.after = after;
    this.previews.clear();
    this.routes = this.own = null;
    this.routesFor = "";
    this.plan = 0;
  }
}
