// @ts-check
// A title: what it is, its variants and options, its tiles and rules.
import { get, post, session } from "./api.js";
import { $, h, put } from "./dom.js";
import { accountButton, switches } from "./shell.js";
import { fillTexts, has, loadTexts, ruleLink, ruleList, t } from "./text.js";

const id = location.pathname.split("/")[2] || "18cz";
/** @type {any} */ let user = null;
/** @type {any} */ let title = null;
/** @type {any} */ let sheet = null;
/** @type {any[]} */ let rules = [];
let wanted = "";

/** @param {any} value */
const said = (value) => (value === true ? t("yes") : value === false ? t("no") : has("word-" + value) ? t("word-" + value) : String(value));

function options() {
  /** @type {Map<string, any>} */ const all = new Map();
  for (const variant of title.variants) for (const option of variant.options) all.set(option.id, { ...option, variants: [...(all.get(option.id)?.variants || []), variant.id] });
  return h("section", { class: "panel pad" }, h("h2", null, t("options")), h("p", { class: "muted" }, t("options-why")),
    h("div", { class: "scrollx", tabindex: "0", role: "region", "aria-label": t("options") }, h("table", { class: "t opts" },
      h("thead", null, h("tr", null, h("th", null, t("option")), title.presets.map((/** @type {string} */ p) => h("th", null, t("preset-" + p))), h("th", null, t("rule")))),
      h("tbody", null, [...all.values()].map((o) => h("tr", null, h("td", null, t("option-" + o.id)), o.presets.map((/** @type {any} */ v) => h("td", null, said(v))), h("td", null, ruleLink(o.rule))))))));
}

const list = () => h("div", { class: "rules" }, ruleList(rules, wanted));

function draw() {
  fillTexts();
  document.title = `${title.name} · Signalbox`;
  put($("#topnav"), h("a", { href: "/" }, t("play")), switches(draw, loadTexts), accountButton(user, post, start));
  const search = h("input", { type: "search", placeholder: t("search-rules"), "aria-label": t("search-rules"), value: wanted, on: { input: (e) => { wanted = e.target.value; put($("#rules"), list()); } } });
  put($("#main"),
    h("section", { class: "panel pad about" }, h("div", null, h("h1", null, title.name), h("p", null, t(`about-${id}`)), h("p", null, t(`more-${id}`)),
      h("p", { class: "facts" }, h("span", null, t(`length-${id}`)))), h("img", { src: `/api/titles/${id}/map.svg?theme=auto`, alt: t("map") })),
    h("section", { class: "panel pad" }, h("h2", null, t("variants")), h("ul", { class: "variants" }, title.variants.map((/** @type {any} */ v) =>
      h("li", null, h("h3", null, t(`variant-${id}-${v.id}`)), h("p", null, t(`variant-${id}-${v.id}-why`)), h("p", { class: "muted" }, t("players-range", { least: v.min_players, most: v.max_players })))))),
    options(),
    sheet.reconstructed.length > 0 && h("section", { class: "panel pad" }, h("h2", null, t("reconstructed")), h("p", { class: "muted" }, t("reconstructed-why")), h("ul", { class: "dots" }, sheet.reconstructed.map((/** @type {string} */ r) => h("li", { lang: "en" }, r)))),
    h("section", { class: "panel pad" }, h("h2", null, t("print")), h("p", { class: "facts" },
      ["map", "market", "tiles"].map((what) => h("a", { href: `/api/titles/${id}/${what}.svg` }, t("print-" + what))))),
    h("section", { class: "panel pad" }, h("h2", null, t("rules")), h("p", { class: "muted" }, t("rules-language")), search, h("div", { id: "rules", lang: "en" }, list())));
}

async function start() {
  user = (await get("/api/session")).user;
  const all = await get("/api/titles");
  title = all.titles.find((/** @type {any} */ x) => x.id === id);
  if (!title) { location.replace("/"); return; }
  [sheet, rules] = await Promise.all([get(`/api/titles/${id}/sheet`), get(`/api/titles/${id}/rules`).then((r) => r.rules)]);
  draw();
}

await loadTexts();
await start();
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
