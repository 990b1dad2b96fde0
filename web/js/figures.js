// @ts-check
// Figures of the rules: which picture stands after which statement.

/**
 * A row of tiles, or one picture of the title, drawn as the table draws it.
 * @typedef {{tiles: string[]} | {picture: string, query?: Record<string, string>}} Figure
 */

/** @type {Record<string, Figure>} */
export const FIGURES = {
  "CZ-UPGRADE-3": { tiles: ["57", "14", "611", "595p"] },
  "CZ-MARKET-1": { picture: "market.svg" },
  "CZ-OR-1": { picture: "process.svg" },
  "CZ-TRACK-1": { picture: "map.svg" },
  "CZ-INTRO-1": { picture: "map.svg", query: { variant: "introductory" } },
  "CZ-BOHEMIA-1": { picture: "map.svg", query: { variant: "bohemia" } },
  "CZ-MORAVIA-1": { picture: "map.svg", query: { variant: "moravia" } },
  "IOW-MARKET-1": { picture: "market.svg" },
  "IOW-TRACK-1": { picture: "map.svg" },
  "LIL-MARKET-1": { picture: "market.svg" },
  "LIL-UPGRADE-1": { picture: "tiles.svg" },
  "S89-UPGRADE-1": { tiles: ["57", "14", "611"] },
  "S89-MARKET-1": { picture: "market.svg" },
  "S89-TRACK-1": { picture: "map.svg" },
};
