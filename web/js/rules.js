// @ts-check
// The statements of the rules: found, marked, linked. Loaded where they are read.
import { get } from "./api.js";
import { h } from "./dom.js";
import { RULE, lang, ruleLink, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Rule, RulesJson } from "./types.d.ts"
 */

/** What a mark at the end of a statement can name: where it comes from. */
const SOURCES = /\b(PUB|EN|RU|CS|ruling|R|P|G|J-\d+|D\d+)\b/g;

/** A mark: in brackets somewhere, or letters in parentheses at the end. */
const MARK = /\s*(\[[^[\]]*\b(?:PUB|EN|RU|CS|ruling)\b[^[\]]*\]|\((?:[RPG]|J-\d+)(?:, (?:[PG]|J-\d+))*\)$)/;

/** Rules of a title in the reader's language. @param {string} title @returns {Promise<Rule[]>} */
export const rulesOf = (title) =>
  get(`/api/titles/${title}/rules`, { lang: lang() }).then((/** @type {RulesJson} */ r) => r.rules);

/** Whether this rule has all these words. @param {Rule} rule @param {string[]} words */
const tells = (rule, words) => {
  const all = `${rule.id} ${rule.section} ${rule.text}`.toLowerCase();
  return words.every((w) => all.includes(w));
};

/** Rules with all these words under their headings. @param {Rule[]} rules @param {string} words */
export function bySection(rules, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {Map<string, Rule[]>} */ const sections = new Map();
  for (const r of rules)
    if (tells(r, wanted)) sections.set(r.section, [...(sections.get(r.section) || []), r]);
  return [...sections];
}

/** Rules within a text become links. @param {string} text @returns {Child[]} */
const linked = (text) => text.split(RULE).map((part, i) => (i % 2 ? ruleLink(part) : part));

/** In the book, rulings that a mark names: links to where they stand. @param {string} mark */
const rulingsNamed = (mark) =>
  location.pathname.startsWith("/rules/") &&
  (mark.match(/\b(J-|D)\d+\b/g) || []).map((id) => [
    " ",
    h("a", { href: `${location.pathname}?only=rulings#rule-${id}` }, id),
  ]);

/** What the mark at the end of a statement says; nothing where it is simply printed. @param {string} mark */
function source(mark) {
  const named = (mark.match(SOURCES) || []).map((m) => m.replace(/^(J-|D)\d+$/, "ruling"));
  if (named.includes("R") && !named.includes("ruling")) return null;
  const words = mark.replace(SOURCES, "").replace(/[\s,;:()[\].-]/g, "");
  return h(
    "details",
    { class: "source" },
    h("summary", { "aria-label": t("source") }, "※"),
    h(
      "span",
      null,
      words && [linked(mark), " · "],
      [...new Set(named)].filter((m) => m !== "R").map((m, i) => [i ? " " : "", t("source-" + m)]),
      rulingsNamed(mark),
    ),
  );
}

/** A line of a statement: marks are signs, names of options are set apart. @param {string} line @returns {Child[]} */
export const statementLine = (line) =>
  line
    .split(MARK)
    .map((piece, j) =>
      j % 2
        ? source(piece.slice(1, -1))
        : piece.split(/`([^`]+)`/).map((part, i) => (i % 2 ? h("code", null, part) : linked(part))),
    );

/** A statement of the rules. @param {Rule} rule @param {Child} [figure] below it */
function statement(rule, figure) {
  const [first, ...more] = rule.text.split("\n");
  return h(
    "dd",
    { lang: rule.language },
    statementLine(first),
    more.length > 0 &&
      h(
        "ul",
        null,
        more.map((line) => h("li", null, statementLine(line.replace(/^[-*] /, "")))),
      ),
    figure,
  );
}

/**
 * A rule with its ID, which is a link to it.
 * @param {Rule} r @param {string} [mark] the one to show @param {Child} [figure] below it
 */
export const ruleEntry = (r, mark, figure) =>
  h(
    "div",
    { class: r.id === mark ? "hit" : "", id: "rule-" + r.id },
    h("dt", null, h("a", { href: "#rule-" + r.id }, r.id)),
    statement(r, figure),
  );

/**
 * Rules under their headings.
 * @param {Rule[]} rules @param {string} words @param {string} [mark] the one to show
 */
export const ruleList = (rules, words, mark) =>
  bySection(rules, words).map(([section, list]) => [
    h("h3", { lang: list[0].language }, section),
    h(
      "dl",
      null,
      list.map((r) => ruleEntry(r, mark)),
    ),
  ]);
