// @ts-check
// A title: what it is, its variants and options, what was reconstructed, its rules.
import { address, get, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { openings } from "./openings.js";
import { rulesOf } from "./rules.js";
import { said } from "./setup.js";
import { reconstructed, sheetsOf } from "./sheets.js";
import { foot } from "./foot.js";
import { accountButton, switches } from "./shell.js";
import { fillTexts, loadTexts, t, variantName } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Named } from "./sheets.js"
 * @import { OptionDef, Rule, SessionJson, Setting, Title, TitleOpenings, Titles, UserJson } from "./types.d.ts"
 */

const id = location.pathname.split("/")[2] || "";
/** @type {UserJson|null} */ let user = null;
/** @type {Title} */ let title;
/** What is printed: the usual sheet, and what other variants and options have of their own. */
/** @type {Named[]} */ let sheets = [];
/** @type {Rule[]} */ let rules = [];
/** @type {TitleOpenings} */ let opened;

/**
 * A picture of the map of a variant with options.
 * @param {string} variant @param {Record<string, Setting>} [options]
 */
const map = (variant, options) =>
  h("img", {
    src: address(`/api/titles/${id}/map.svg`, {
      variant,
      theme: "auto",
      options: options && JSON.stringify(options),
    }),
    alt: "",
    loading: "lazy",
  });

/** A card with a picture. @param {Child} picture @param {...Child} rest */
const pictured = (picture, ...rest) =>
  h("li", { class: "panel vcard" }, h("div", { class: "pic" }, picture), h("div", { class: "tx" }, rest));

function variants() {
  const one = title.variants.length === 1;
  // Sides of the board and landscapes are best explained by showing them.
  const sides = title.variants[0].options.filter((o) => o.id === "map" || o.id === "scenario");
  return h(
    "section",
    null,
    h("h2", null, t(one ? "boards" : "variants")),
    h(
      "ul",
      { class: "vcards" },
      one
        ? sides.flatMap((o) =>
            o.words.map((word) =>
              pictured(
                map(title.variants[0].id, { [o.id]: word }),
                h(
                  "h3",
                  null,
                  o.id === "scenario" && word === "none"
                    ? t("variant-" + id + "-standard")
                    : said(o.id, word),
                ),
              ),
            ),
          )
        : title.variants.map((v) =>
            pictured(
              map(v.id),
              h("h3", null, variantName(id, v.id)),
              h("p", null, t(`variant-${id}-${v.id}-why`)),
              h(
                "p",
                { class: "facts" },
                h(
                  "span",
                  null,
                  v.min_players === v.max_players
                    ? t("players-n", { n: v.min_players })
                    : t("players-range", { least: v.min_players, most: v.max_players }),
                ),
                h("a", { href: `/?title=${id}&variant=${v.id}` }, t("play")),
              ),
            ),
          ),
    ),
  );
}

function options() {
  /** @type {Map<string, OptionDef & {of: string[]}>} */ const all = new Map();
  for (const v of title.variants)
    for (const o of v.options) all.set(o.id, { ...o, of: [...(all.get(o.id)?.of || []), v.id] });
  const two = title.presets.length > 1;
  return h(
    "section",
    { class: "panel pad" },
    h("h2", null, t("options")),
    h("p", { class: "muted" }, t(two ? "options-why" : "options-free")),
    h(
      "div",
      { class: "scrollx", tabindex: "0", role: "region", "aria-label": t("options") },
      h(
        "table",
        { class: "t opts" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", null, t("option")),
            title.presets.map((p) => h("th", null, t("preset-" + p))),
            h("th", null, t("rule")),
          ),
        ),
        h(
          "tbody",
          null,
          [...all.values()].map((o) =>
            h(
              "tr",
              null,
              h(
                "td",
                null,
                h("b", null, t("option-" + o.id)),
                h(
                  "small",
                  null,
                  t(`option-${o.id}-why`),
                  o.of.length * 2 < title.variants.length &&
                    h("i", null, " ", o.of.map((v) => variantName(id, v)).join(", ")),
                ),
              ),
              o.presets.map((v, i) =>
                h(
                  "td",
                  {
                    "data-l": t("preset-" + title.presets[i]),
                    class: i && v !== o.presets[0] ? "differs" : "",
                  },
                  said(o.id, v),
                ),
              ),
              h("td", null, h("a", { class: "rule", href: `/rules/${id}#rule-${o.rule}` }, o.rule)),
            ),
          ),
        ),
      ),
    ),
  );
}

function companies() {
  return h(
    "section",
    { class: "panel pad" },
    h("h2", null, t("companies")),
    h(
      "ul",
      { class: "cochips" },
      sheets[0].companies.map((c) =>
        h(
          "li",
          null,
          h(
            "span",
            {
              class: "chip" + (c.id.length > 2 ? " long" : ""),
              css: { "--c": c.colour, "--ct": c.text_colour },
            },
            c.id,
          ),
          h(
            "span",
            null,
            h("b", null, c.name),
            h(
              "small",
              null,
              t("share-structure", {
                director: c.director_units * c.unit_percent,
                n: c.units - c.director_units,
                percent: c.unit_percent,
              }),
              c.homes.length > 0 && ` · ${t("home")} ${c.homes.join(", ")}`,
            ),
          ),
        ),
      ),
    ),
  );
}

function draw() {
  fillTexts();
  document.title = `${title.name} · Signalbox`;
  put(
    $("#topnav"),
    h("a", { href: "/" }, t("play")),
    switches(start, loadTexts),
    accountButton(user, post, start),
  );
  const least = Math.min(...title.variants.map((v) => v.min_players)),
    most = Math.max(...title.variants.map((v) => v.max_players));
  put(
    $("#main"),
    h(
      "section",
      { class: "panel about" },
      h(
        "div",
        null,
        h("h1", null, title.name),
        h("p", null, t(`about-${id}`)),
        h("p", null, t(`more-${id}`)),
        h(
          "p",
          { class: "facts" },
          h("span", null, t("players-range", { least, most })),
          h("span", null, t(`length-${id}`)),
          title.variants.length > 1 && h("span", null, t("variants-n", { n: title.variants.length })),
          h("span", null, t("rules-n", { n: rules.length })),
        ),
        h(
          "p",
          { class: "btns" },
          h("a", { class: "btn primary", id: "start", href: "/?title=" + id }, t("play")),
          h("a", { class: "btn", href: "/rules/" + id, id: "rules" }, t("rules")),
          h("a", { class: "btn", href: "/print/" + id }, t("print")),
          h("a", { class: "btn", href: "/routes?title=" + id, id: "calc" }, t("calc")),
        ),
      ),
      h("div", { class: "pic" }, h("img", { src: `/api/titles/${id}/map.svg?theme=auto`, alt: t("map") })),
    ),
    variants(),
    options(),
    companies(),
    openings(id, opened, sheets),
    h("section", { class: "panel pad" }, h("h2", null, t("reconstructed")), reconstructed(sheets)),
  );
  put($("#foot"), foot());
}

async function start() {
  /** @type {SessionJson} */ const session = await get("/api/session");
  user = session.user ?? null;
  /** @type {Titles} */ const { titles } = await get("/api/titles");
  const found = titles.find((x) => x.id === id);
  if (!found) {
    location.replace("/");
    return;
  }
  title = found;
  [rules, sheets, opened] = await Promise.all([
    rulesOf(id),
    sheetsOf(title),
    get(`/api/titles/${id}/openings`),
  ]);
  draw();
}

// Rules stood here once; links to them still lead there.
if (location.hash.startsWith("#rule-")) location.replace(`/rules/${id}${location.hash}`);
await loadTexts();
await start();
// What a link leads to was not there when the page came.
if (location.hash === "#openings") $("#openings").scrollIntoView();
