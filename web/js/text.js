// @ts-check
// Texts in the reader's language, numbers, money.
import { h } from "./dom.js";

/**
 * @import { Child } from "./dom.js"
 * @typedef {Record<string, Child>} Args values of a text by name
 */

export const LANGUAGES = ["en", "cs", "ru", "de"];
export const LANGUAGE_NAMES = { en: "English", cs: "Čeština", ru: "Русский", de: "Deutsch" };

/** A text, or one for each plural form. @type {Record<string, string|Record<string, string>>} */ let texts =
  {};
let language = "en";
/** @type {Intl.PluralRules} */ let plurals = new Intl.PluralRules("en");
/** @type {Intl.NumberFormat} */ let numbers = new Intl.NumberFormat("en");

/** The language in use. */
export const lang = () => language;

/**
 * Spaces at which no line may break: before a sign, and after a word of one letter.
 * @param {string} text
 */
const bound = (text) =>
  text.replace(/ (?=[%—…×])/g, "\u00a0").replace(/(^|[\s(„«])([aikosuvzаивкосу]) /gi, "$1$2\u00a0");

/** @param {string} code */
async function file(code) {
  const answer = await fetch(`/lang/${code}.json`);
  if (!answer.ok) return {};
  const bind = code !== "en";
  return JSON.parse(await answer.text(), (_, v) => (bind && typeof v === "string" ? bound(v) : v));
}

/** The language chosen before. In a frame on another's page the browser may deny what it keeps. */
function remembered() {
  try {
    return localStorage.getItem("lang");
  } catch {
    return null;
  }
}

/**
 * Loads the language that was asked for, chosen before, or that the browser prefers.
 * @param {string} [code]
 */
export async function loadTexts(code) {
  const asked = code || new URLSearchParams(location.search).get("lang") || remembered();
  const wanted = [asked, ...navigator.languages.map((l) => l.slice(0, 2))].find(
    (l) => l && LANGUAGES.includes(l),
  );
  language = wanted || "en";
  texts = await file(language);
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(language, { useGrouping: "min2" });
  document.documentElement.lang = language;
}

/** @param {string} key */
export const has = (key) => key in texts;

/** The name of a variant. @param {string} title @param {string} id */
export const variantName = (title, id) => (has(`variant-${title}-${id}`) ? t(`variant-${title}-${id}`) : id);

/**
 * The form of a text for its count: the value called `n`, or the one that the text names under `by`.
 * @param {string} key @param {Args} [args] @returns {string}
 */
function pattern(key, args) {
  const found = texts[key] ?? key;
  if (typeof found === "string") return found;
  return found[plurals.select(Number(args?.[found.by ?? "n"] ?? 0))] ?? found.other ?? key;
}

/** A text. @param {string} key @param {Args} [args] @returns {string} */
export function t(key, args) {
  return pattern(key, args).replace(/\{(\w+)\}/g, (all, name) => {
    const value = args?.[name];
    if (value === undefined || value === null) return args ? "" : all;
    return value instanceof Node
      ? value.textContent || ""
      : typeof value === "number"
        ? num(value)
        : String(value);
  });
}

/** A text whose values may be elements. @param {string} key @param {Args} [args] @returns {Child[]} */
export function rich(key, args = {}) {
  return pattern(key, args)
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (!name) return part;
      const value = args[name];
      return typeof value === "number" ? num(value) : (value ?? "");
    });
}

/**
 * Finds an English sentence among the keys with a prefix; what stands in their holes are the values.
 * @param {string} prefix @param {string} text @returns {{key: string, args: Record<string, string>}|null}
 */
export function heard(prefix, text) {
  for (const key in texts) {
    if (!key.startsWith(prefix)) continue;
    /** @type {string[]} */ const names = [];
    const form = key
      .slice(prefix.length)
      .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
      .replace(/\{(\w+)\}/g, (_, name) => {
        names.push(name);
        return "(.*?)";
      });
    const found = new RegExp(`^${form}$`).exec(text);
    if (found) return { key, args: Object.fromEntries(names.map((name, i) => [name, found[i + 1] ?? ""])) };
  }
  return null;
}

/**
 * A sentence of the server in the reader's language: its English form, with holes for values, is the key.
 * Rules become links.
 * @param {string} text @param {(id: string) => Child} [link] @returns {Child[]}
 */
export function said(text, link = ruleLink) {
  const found = heard("said:", text);
  if (found) {
    const { args } = found;
    // Lists are counted from 1 by people.
    if (args.i) args.i = String(Number(args.i) + 1);
    if (has("state-" + args.word)) args.word = t("state-" + args.word);
  }
  const told = found ? t(found.key, found.args) : text;
  return told.split(RULE).map((part, i) => (i % 2 ? link(part) : part));
}

/**
 * A name as the reader says it: the server names guests and bots in English.
 * @param {string} name @param {string|null} [bot] level of a bot, with its character if it has one
 */
export function person(name, bot) {
  const [, word = "", n = ""] = /^(\w+) (\d+)$/.exec(name) ?? [];
  if (word === "Guest") return t("guest-n", { n });
  const called = bot?.split("-").at(-1);
  return called && word.toLowerCase() === called ? t("bot-named-" + called, { n }) : name;
}

/** How a bot plays: its level, and its character if it has one. @param {string} bot */
export const manner = (bot) =>
  bot
    .split("-")
    .map((word, i) => t((i ? "style-" : "level-") + word))
    .join(", ");

/** The automatic player of a title. @param {string} title @param {string|null} [name] */
export const automatic = (title, name) =>
  has("automatic-" + title) ? t("automatic-" + title) : (name ?? t("nobody"));

/** Marks of sizes on a market in the reader's language. @param {Element} svg */
export function sizeMarks(svg) {
  for (const mark of svg.querySelectorAll(".mpar text")) {
    const key = "size-mark-" + mark.textContent;
    if (has(key)) mark.textContent = t(key);
  }
}

/** A number. @param {number} value */
export const num = (value) => numbers.format(value);

/** Money as the sheet writes it (`# K`, `£#`). @param {number} value @param {string|null} [form] */
export function money(value, form) {
  const text = num(Math.abs(value));
  const written = (form || "#").replace("#", text).replace(/^(\S+) (\S+)$/, "$1\u00a0$2");
  return value < 0 ? "−" + written : written;
}

/** How long ago, roughly. @param {number} time */
export function ago(time) {
  const minutes = Math.round((Date.now() - time) / 60000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  if (minutes < 60) return format.format(-minutes, "minute");
  if (minutes < 60 * 48) return format.format(-Math.round(minutes / 60), "hour");
  return format.format(-Math.round(minutes / 1440), "day");
}

/** @param {number} time */
export const clock = (time) =>
  new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(time);

/**
 * Fills elements that name their text: `data-t="key"`, `data-t-label` (shown on hover too), `data-t-aria`.
 * @param {ParentNode} [root]
 */
export function fillTexts(root = document) {
  for (const e of root.querySelectorAll("[data-t]"))
    e.textContent = t(/** @type {HTMLElement} */ (e).dataset.t || "");
  for (const e of root.querySelectorAll("[data-t-aria]"))
    e.setAttribute("aria-label", t(/** @type {HTMLElement} */ (e).dataset.tAria || ""));
  for (const e of root.querySelectorAll("[data-t-label]")) {
    const text = t(/** @type {HTMLElement} */ (e).dataset.tLabel || "");
    e.setAttribute("aria-label", text);
    e.setAttribute("title", text);
  }
}

/** IDs of rules within a text. */
export const RULE = /\b([A-Z][A-Z0-9]+-[A-Z]+-\d+[a-z]?)\b/;

/** A link to a rule. @param {string} id */
export const ruleLink = (id) => h("a", { class: "rule", href: "#rule-" + id, "data-rule": id }, id);
