// @ts-check
// The rules of a title as a book: contents, search, figures, a link for each statement; it prints.
import { get, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { FIGURES } from "./figures.js";
import { bySection, ruleEntry, rulesOf } from "./rules.js";
import { accountButton, foot, switches } from "./shell.js";
import { fillTexts, lang, loadTexts, t } from "./text.js";

/**
 * @import { Rule, SessionJson, Title, Titles, UserJson } from "./types.d.ts"
 */

const id = location.pathname.split("/")[2] || "18cz";
/** @type {Title[]} */ let titles = [];
/** @type {UserJson|null} */ let user = null;
/** @type {Rule[]} */ let rules = [];
let wanted = "";

/** A heading without its key word: "SR — stock rounds" is about stock rounds. @param {string} section */
function heading(section) {
  const words = (section.split(" — ").pop() || section).replace(/ \[.*\]$/, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Place of a chapter within the page, the same in all languages. @param {Rule} first */
const anchor = (first) => "chapter-" + first.id.split("-").slice(0, 2).join("-");

/** The picture after a statement. @param {string} rule */
function figure(rule) {
  const found = FIGURES[rule];
  if (!found) return null;
  const image = (/** @type {string} */ name, /** @type {Record<string, string>} */ query) =>
    `/api/titles/${id}/${name}?${new URLSearchParams({ theme: "auto", ...query })}`;
  if ("tiles" in found) {
    const tiles = found.tiles.map((tile, i) => [
      i > 0 && h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
      h("img", { src: image("tile.svg", { tile }), alt: tile, loading: "lazy", width: 96, height: 110 }),
    ]);
    const caption = t("figure-tiles", { tiles: found.tiles.join(" → ") });
    return h("figure", null, h("div", { class: "fig tiles" }, tiles), h("figcaption", null, caption));
  }
  const caption = t("figure-" + found.picture);
  const picture = h("img", { src: image(found.picture, found.query || {}), alt: caption, loading: "lazy" });
  return h("figure", null, h("div", { class: "fig" }, picture), h("figcaption", null, caption));
}

/** The titles, and paper. */
function bar() {
  put(
    $("#bookbar"),
    h(
      "nav",
      { class: "seg", "aria-label": t("rules-title") },
      titles.map((x) =>
        h(
          "a",
          { href: "/rules/" + x.id, class: x.id === id ? "on" : "", "aria-current": x.id === id && "page" },
          x.name,
        ),
      ),
    ),
    h("button", { class: "btn", type: "button", id: "print", on: { click: () => print() } }, t("print")),
  );
}

/** What was found: a link for each statement. */
function hits() {
  if (!wanted.trim()) return null;
  const found = bySection(rules, wanted).flatMap(([, list]) => list);
  if (!found.length) return h("p", null, t("rules-none"));
  return [
    h("p", null, t("rules-found", { n: found.length })),
    h(
      "ol",
      null,
      found.map((r) =>
        h(
          "li",
          null,
          h(
            "a",
            { href: "#rule-" + r.id },
            h("b", null, r.id),
            " ",
            h("span", { lang: r.language }, r.text.slice(0, 70)),
          ),
        ),
      ),
    ),
  ];
}

function contents() {
  const found = h("div", { class: "found", "aria-live": "polite" }, hits());
  const search = h("input", {
    type: "search",
    id: "search",
    placeholder: t("search-rules"),
    "aria-label": t("search-rules"),
    value: wanted,
    on: {
      input: (e) => {
        wanted = e.target.value;
        put(found, hits());
        mark();
      },
    },
  });
  const chapters = bySection(rules, "").map(([section, list]) =>
    h(
      "li",
      null,
      h(
        "a",
        { href: "#" + anchor(list[0]), lang: list[0].language },
        h("span", null, heading(section)),
        h("small", null, list.length),
      ),
    ),
  );
  put(
    $("#contents"),
    search,
    found,
    h("h2", null, t("rules-contents")),
    h("ol", { class: "chapters" }, chapters),
  );
  $("#contents").setAttribute("aria-label", t("rules-contents"));
}

/** Statements that were searched for stand out; the one that the address names, too. */
function mark() {
  const words = wanted.trim()
    ? new Set(bySection(rules, wanted).flatMap(([, l]) => l.map((r) => r.id)))
    : null;
  for (const row of document.querySelectorAll("#main .rules dl > div"))
    row.classList.toggle("found", !!words?.has(row.id.slice(5)));
}

function text() {
  const title = titles.find((x) => x.id === id);
  put(
    $("#main"),
    h("h1", null, t("rules-of", { title: title?.name || id })),
    h("p", { class: "lead" }, t("rules-book-lead")),
    bySection(rules, "").map(([section, list]) =>
      h(
        "section",
        { class: "rules", id: anchor(list[0]) },
        h(
          "h2",
          { lang: list[0].language },
          heading(section),
          list[0].language !== lang() && h("small", null, " ", t("rules-english")),
        ),
        h(
          "dl",
          null,
          list.map((r) => ruleEntry(r, location.hash.slice(6), figure(r.id))),
        ),
      ),
    ),
  );
}

/** Goes to the statement that the address names. */
function show() {
  const place = location.hash && document.getElementById(location.hash.slice(1));
  for (const row of document.querySelectorAll("#main .hit")) row.classList.remove("hit");
  if (!place) return;
  if (place.id.startsWith("rule-")) place.classList.add("hit");
  place.scrollIntoView({ block: place.id.startsWith("rule-") ? "center" : "start" });
}

/** The chapter that is read is marked in the contents. */
function follow() {
  const seen = new IntersectionObserver(
    (entries) => {
      for (const e of entries)
        if (e.isIntersecting)
          for (const a of document.querySelectorAll(".chapters a"))
            a.classList.toggle("on", a.getAttribute("href") === "#" + e.target.id);
    },
    { rootMargin: "0px 0px -75% 0px" },
  );
  for (const chapter of document.querySelectorAll("#main section")) seen.observe(chapter);
}

async function start() {
  const at = [...document.querySelectorAll("#main section")].find(
    (s) => s.getBoundingClientRect().bottom > 120,
  )?.id;
  /** @type {SessionJson} */ const session = await get("/api/session");
  user = session.user ?? null;
  ({ titles } = /** @type {Titles} */ (await get("/api/titles")));
  if (!titles.some((x) => x.id === id)) return location.replace("/");
  rules = await rulesOf(id);
  fillTexts();
  document.title = `${t("rules-of", { title: titles.find((x) => x.id === id)?.name || id })} · Signalbox`;
  put(
    $("#topnav"),
    h("a", { href: "/" }, t("play")),
    h("a", { href: "/title/" + id }, titles.find((x) => x.id === id)?.name || id),
    switches(start, loadTexts),
    accountButton(user, post, start),
  );
  put($("#foot"), foot());
  bar();
  contents();
  text();
  mark();
  follow();
  // Another language, the same place.
  if (at) document.getElementById(at)?.scrollIntoView();
  else show();
}

await loadTexts();
await start();
addEventListener("hashchange", show);
addEventListener("keydown", (e) => {
  if (e.key !== "/" || e.target instanceof HTMLInputElement) return;
  e.preventDefault();
  $("#search").focus();
});
