// @ts-check
// A question about routes: a title, what lies on its map, a company, its trains. It travels in an address.

/**
 * @import { Station, Tile } from "./types.d.ts"
 * @typedef {{tile: string, rotation: number}} Laid a tile on a cell
 * @typedef {{company: string, cell: string, stop: number, waiting?: boolean}} Placed a station
 * @typedef {{title: string, variant: string, players?: number, options: Record<string, string>, phase: string,
 *   company: string, trains: string[], obsolete: string[], tiles: Record<string, Laid>, stations: Placed[],
 *   circumstances: string[], bankrupt: string[]}} Question `obsolete` are trains too
 */

/** Things of a list, and parts of a thing: no name has such a sign, and addresses keep them. */
const NEXT = "!",
  PART = "*";

/** @param {string} title @param {string} [variant] @returns {Question} */
export const blank = (title, variant = "") => ({
  title,
  variant,
  options: {},
  phase: "",
  company: "",
  trains: [],
  obsolete: [],
  tiles: {},
  stations: [],
  circumstances: [],
  bankrupt: [],
});

/** A question as a short text. @param {Question} q */
export function written(q) {
  const parts = {
    title: q.title,
    variant: q.variant,
    options: Object.entries(q.options)
      .map((o) => o.join(PART))
      .join(NEXT),
    phase: q.phase,
    company: q.company,
    trains: q.trains.join(NEXT),
    obsolete: q.obsolete.join(NEXT),
    tiles: Object.entries(q.tiles)
      .map(([cell, { tile, rotation }]) => [cell, tile, rotation].join(PART))
      .join(NEXT),
    stations: q.stations.map((x) => [x.company, x.cell, x.stop].join(PART)).join(NEXT),
    so: q.circumstances.join(NEXT),
    bankrupt: q.bankrupt.join(NEXT),
  };
  return Object.entries(parts)
    .filter(([, text]) => text)
    .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
    .join("&");
}

/** The question of a text; what is missing in it is empty. @param {string} text @returns {Question|null} */
export function read(text) {
  const parts = new URLSearchParams(text.replace(/^#/, "").replaceAll("+", "%2B"));
  const title = parts.get("title");
  if (!title) return null;
  const list = (/** @type {string} */ name) => (parts.get(name) || "").split(NEXT).filter(Boolean);
  const things = (/** @type {string} */ name) => list(name).map((x) => x.split(PART));
  const number = (/** @type {string|undefined} */ x) => Math.trunc(Number(x)) || 0;
  return {
    title,
    variant: parts.get("variant") || "",
    options: Object.fromEntries(things("options").map(([name, value]) => [name, value ?? ""])),
    phase: parts.get("phase") || "",
    company: parts.get("company") || "",
    trains: list("trains"),
    obsolete: list("obsolete"),
    tiles: Object.fromEntries(
      things("tiles").map(([cell, tile, rotation]) => [
        cell,
        { tile: tile ?? "", rotation: number(rotation) },
      ]),
    ),
    stations: things("stations").map(([company, cell, stop]) => ({
      company,
      cell: cell ?? "",
      stop: number(stop),
    })),
    circumstances: list("so"),
    bankrupt: list("bankrupt"),
  };
}

/** What the server is asked. @param {Question} q */
export const asked = (q) => ({
  phase: q.phase || null,
  tiles: q.tiles,
  stations: q.stations,
  company: q.company || null,
  // One that is obsolete has run before, as those of which nothing is told.
  trains: [...q.trains, ...q.obsolete.map((train) => ({ train, obsolete: true, runs: 1 }))],
  circumstances: q.circumstances,
  bankrupt: q.bankrupt,
});

/** Which map. @param {Question} q */
export const printed = (q) => ({
  variant: q.variant || null,
  players: q.players ?? null,
  options: Object.keys(q.options).length ? JSON.stringify(q.options) : null,
});
