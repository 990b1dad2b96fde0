// @ts-check
// What pages must know of a title that its sheet does not tell.

/**
 * Steps in which a game can go on, of a player's turn and of a company's; whether markers of companies may be turned over;
 * trains that become obsolete, by name.
 * @typedef {{player: string, company: string[], bankrupt?: boolean, obsolete?: string[]}} Facts
 */

/** docs/position.md has the same table of steps. @type {Record<string, Facts>} */
const FACTS = {
  1889: { player: "stock", company: ["track", "station", "run", "dividend", "trains", "papers"] },
  1860: { player: "stock", company: ["track", "station", "run", "dividend", "trains"], bankrupt: true },
  "18cz": {
    player: "stock",
    company: ["home", "track", "station", "run", "dividend", "acquire", "trains", "papers"],
  },
  "18lilliput": { player: "card", company: ["run", "dividend"], obsolete: ["2", "3", "4"] },
};

/** A title that is not known goes on where most do. @param {string} title @returns {Facts} */
export const factsOf = (title) =>
  FACTS[title] ?? { player: "stock", company: ["track", "station", "run", "dividend", "trains"] };
