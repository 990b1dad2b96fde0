// @ts-check
// Which statements of the rules explain what: cards and signs quote them in the reader's language.
// The list is data (`pages/statements.json`): a title brings its own part of it.

/**
 * What can be explained: signs of the map, of the course and of money, and things of a kind.
 * @typedef {"company"|"paper"|"train"|"tile"|"town"|"city"|"halt"|"red"|"mine"|"barrier"|"letter"|"terrain"
 *   |"reserved"|"special"|"process"|"phase"|"money"|"station"|"player"} Topic
 * @typedef {{topics: Record<string, Partial<Record<Topic, string[]>>>,
 *   papers: Record<string, Record<string, string[]>>}} Statements by title
 */

/** @type {Statements} */ const known = await fetch("/statements.json").then(
  (answer) => answer.json(),
  () => ({ topics: {}, papers: {} }),
);

/** IDs of statements, the telling ones first. @param {string} title @param {Topic} topic */
export const statements = (title, topic) => known.topics[title]?.[topic] ?? [];

/** Those about one paper, then those about all. @param {string} title @param {string} paper */
export const statementsOfPaper = (title, paper) => [
  ...(known.papers[title]?.[paper] ?? []),
  ...statements(title, "paper"),
];
