// @ts-check
// The archive: games that are over, found again; what they show about a title; who is how strong.
import { Fault, get, post, session } from "./api.js";
import { $, h, put, toast } from "./dom.js";
import { look, titled } from "./due.js";
import { day, ended } from "./gone.js";
import { said as valueName, shortName } from "./setup.js";
import { foot } from "./foot.js";
import { accountButton, switches } from "./shell.js";
import { fillTexts, has, lang, loadTexts, num, person, said, t, variantName } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { ArchiveJson, EndedGame, FigureJson, Ranking, Statistics, TableJson, Titles, UserJson } from "./types.d.ts"
 */

/** What can be asked for, in the order of the form. */
const ASKED = [
  "title",
  "variant",
  "player",
  "result",
  "reason",
  "option",
  "players",
  "bots",
  "shortest",
  "longest",
  "since",
  "until",
];
/** @type {Record<string, string>} */ const asked = Object.fromEntries(
  [...new URLSearchParams(location.search)].filter(([k]) => ASKED.includes(k)),
);
/** @type {Titles} */ let known;
/** @type {UserJson|null} */ let user = null;
/** @type {EndedGame[]} */ let games = [];
/** @type {string|null} */ let next = null;
/** Whether an answer is there. */ let found = false;
/** @type {Statistics|null} */ let statistics = null;
let pool = "people";
/** @type {Ranking|null} */ let ranking = null;

const title = () => known.titles.find((x) => x.id === asked.title);

/** A day of the form as a time; `until` counts the whole day. @param {string} text @param {number} [more] */
const time = (text, more = 0) => {
  const at = new Date(text + "T00:00:00").getTime();
  return Number.isNaN(at) ? "" : String(at + more * 86_400_000);
};

/** What the server is asked. */
function query() {
  const { since, until, ...rest } = asked;
  return { ...rest, ...(since ? { since: time(since) } : {}), ...(until ? { until: time(until, 1) } : {}) };
}

/** @param {string} id @param {string} label @param {Child} control */
const field = (id, label, control) => h("label", { class: "field", for: id }, t(label), control);

/** @param {string} id @param {[string, string][]} options value and name */
const select = (id, options) =>
  h(
    "select",
    { class: "sel", id: "f-" + id, name: id, on: { change: (e) => set(id, e.target.value) } },
    h("option", { value: "" }, t("archive-any")),
    options.map(([value, name]) => h("option", { value, selected: asked[id] === value }, name)),
  );

/** @param {string} id @param {string} type @param {object} [more] */
const input = (id, type, more = {}) =>
  h("input", {
    class: "sel",
    id: "f-" + id,
    name: id,
    type,
    value: asked[id] ?? "",
    on: { change: (e) => set(id, e.target.value) },
    ...more,
  });

/** One thing that is asked for changes. @param {string} id @param {string} value */
function set(id, value) {
  if (value) asked[id] = value;
  else delete asked[id];
  if (id === "title") for (const of of ["variant", "option"]) delete asked[of];
  if (id === "player" && !value) delete asked.result;
  const text = new URLSearchParams(asked).toString();
  history.replaceState(null, "", "/archive" + (text ? "?" + text : ""));
  draw();
  Promise.all([search(), id === "title" ? about() : null]).catch(fault);
}

/** Reasons of an end that have a sentence. */
const REASONS = ["bank", "bankrupt", "fixed_round", "nationalization", "no_train", "rounds", "stock_market"];

function form() {
  const of = title(),
    variant = of?.variants.find((v) => v.id === asked.variant) ?? of?.variants[0],
    least = Math.min(...(of ? [of] : known.titles).flatMap((x) => x.variants.map((v) => v.min_players))),
    most = Math.max(...(of ? [of] : known.titles).flatMap((x) => x.variants.map((v) => v.max_players)));
  const sizes = Array.from({ length: most - least + 1 }, (_, i) => String(least + i));
  return h(
    "form",
    { class: "panel search", id: "search", role: "search", on: { submit: (e) => e.preventDefault() } },
    h("h2", null, t("archive-search")),
    h(
      "div",
      { class: "fields" },
      field(
        "f-title",
        "title",
        select(
          "title",
          known.titles.map((x) => [x.id, shortName(known, x.id)]),
        ),
      ),
      of &&
        of.variants.length > 1 &&
        field(
          "f-variant",
          "variant",
          select(
            "variant",
            of.variants.map((v) => [v.id, variantName(of.id, v.id)]),
          ),
        ),
      variant &&
        variant.options.length > 0 &&
        field(
          "f-option",
          "archive-option",
          select(
            "option",
            variant.options.flatMap((o) =>
              (o.words.length ? o.words : [true]).map(
                (word) =>
                  /** @type {[string, string]} */ ([
                    `${o.id}=${word}`,
                    has("option-" + o.id)
                      ? `${t("option-" + o.id)}: ${valueName(o.id, word)}`
                      : `${o.id}: ${word}`,
                  ]),
              ),
            ),
          ),
        ),
      field("f-player", "player", input("player", "search", { maxlength: 40, autocomplete: "off" })),
      asked.player &&
        field(
          "f-result",
          "archive-result",
          select("result", [
            ["won", t("archive-won")],
            ["lost", t("archive-lost")],
          ]),
        ),
      field(
        "f-players",
        "archive-players",
        select(
          "players",
          sizes.map((n) => [n, n]),
        ),
      ),
      field(
        "f-bots",
        "bots",
        select("bots", [
          ["true", t("archive-with-bots")],
          ["false", t("archive-without-bots")],
        ]),
      ),
      field(
        "f-reason",
        "archive-reason",
        select(
          "reason",
          REASONS.map((r) => [r, t("ending-" + r)]),
        ),
      ),
      field("f-shortest", "archive-shortest", input("shortest", "number", { min: 0, inputmode: "numeric" })),
      field("f-longest", "archive-longest", input("longest", "number", { min: 0, inputmode: "numeric" })),
      field("f-since", "archive-since", input("since", "date")),
      field("f-until", "archive-until", input("until", "date")),
    ),
    Object.keys(asked).length > 0 &&
      h(
        "button",
        {
          class: "btn quiet",
          type: "button",
          id: "clear",
          on: {
            click: () => {
              for (const key of Object.keys(asked)) delete asked[key];
              set("title", "");
            },
          },
        },
        t("archive-clear"),
      ),
  );
}

function list() {
  return h(
    "section",
    { id: "found", "aria-labelledby": "found-h", "aria-busy": String(!found) },
    h("h2", { id: "found-h" }, t("archive-found")),
    games.length > 0 &&
      h(
        "ul",
        { class: "overs" },
        games.map((g) => ended(known, g)),
      ),
    found && !games.length && h("p", { class: "muted empty" }, t("archive-none")),
    next &&
      h(
        "button",
        { class: "btn", type: "button", id: "more", on: { click: () => search(true).catch(fault) } },
        t("archive-more"),
      ),
  );
}

/** A head or a row of statistics in the reader's language. @param {string} kind @param {string} text */
function word(kind, text) {
  const [, number] = /^(?:seat|phase) (.+)$/.exec(text) ?? [];
  if (text.startsWith("seat ")) return t("study-seat", { n: Number(number) });
  if (text.startsWith("phase ")) return t("study-phase", { name: number ?? "" });
  const key = `${kind}-${text.toLowerCase().replaceAll(" ", "-")}`;
  return has(key) ? t(key) : has("ending-" + text) ? t("ending-" + text) : text;
}

/** Columns that are shares of games. */
const SHARES = ["wins", "wins of its founder", "games that reach it", "share of games"];

/** A figure as a bar from nothing to the largest. @param {FigureJson} f @param {number} most @param {boolean} share */
function bar(f, most, share) {
  const write = (/** @type {number} */ x) =>
    share
      ? new Intl.NumberFormat(lang(), { style: "percent", maximumFractionDigits: 0 }).format(x)
      : num(Math.round(x * 10) / 10);
  return h(
    "td",
    { title: t("study-from", { n: f.count }) },
    h(
      "span",
      { class: "figure" },
      h("i", { css: { "--share": most > 0 ? Math.max(0, f.mean) / most : 0 } }),
      h(
        "span",
        { class: "num" },
        f.count ? write(f.mean) : "–",
        f.count > 1 && f.margin > 0 && h("small", null, " ± ", write(f.margin)),
      ),
    ),
  );
}

/** @param {TableJson} table */
function chart(table) {
  // How long games last stands beside how they end, and is no share of them.
  const rows = table.rows.filter((r) => r.name !== "moves"),
    moves = table.rows.find((r) => r.name === "moves")?.values[0];
  // A title may know nothing of what a column counts.
  const columns = table.heads.map((_, i) => i).filter((i) => rows.some((r) => r.values[i]?.mean));
  return h(
    "article",
    { class: "panel chart" },
    h("h3", null, word("study", table.title)),
    moves &&
      h(
        "p",
        { class: "muted" },
        t("study-length", { n: Math.round(moves.mean), margin: Math.round(moves.margin) }),
      ),
    h(
      "div",
      { class: "scrollx" },
      h(
        "table",
        { class: "t" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", null, h("span", { class: "sr" }, word("study", table.title))),
            columns.map((i) => h("th", null, word("study", table.heads[i] ?? ""))),
          ),
        ),
        h(
          "tbody",
          null,
          rows.map((row) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, word("study", row.name)),
              columns.map((i) => {
                const f = row.values[i],
                  head = table.heads[i] ?? "",
                  share = SHARES.includes(head);
                const most = share ? 1 : Math.max(...rows.map((r) => r.values[i]?.mean ?? 0));
                return f ? bar(f, most, share) : h("td");
              }),
            ),
          ),
        ),
      ),
    ),
  );
}

function study() {
  const of = title();
  if (!of) return h("section", { id: "study" }, h("p", { class: "muted" }, t("study-choose")));
  return h(
    "section",
    { id: "study", "aria-labelledby": "study-h" },
    h("h2", { id: "study-h" }, t("study-of", { title: shortName(known, of.id) })),
    ranks(),
    statistics?.at
      ? [
          h("p", { class: "muted" }, t("study-why", { n: statistics.games, day: day(statistics.at) })),
          h("div", { class: "charts" }, statistics.tables.map(chart)),
          h("p", null, h("a", { href: `/title/${of.id}#openings`, id: "to-openings" }, t("openings-more"))),
        ]
      : h("p", { class: "muted" }, t("study-few")),
  );
}

function ranks() {
  return h(
    "article",
    { class: "panel chart", id: "ranking" },
    h(
      "div",
      { class: "lh" },
      h("h3", null, t("ratings")),
      h(
        "div",
        { class: "seg", role: "group", "aria-label": t("ratings") },
        ["people", "bots"].map((of) =>
          h(
            "button",
            {
              type: "button",
              id: "pool-" + of,
              class: of === pool ? "on" : "",
              "aria-pressed": String(of === pool),
              on: {
                click: () => {
                  pool = of;
                  about().catch(fault);
                },
              },
            },
            t("pool-" + of),
          ),
        ),
      ),
    ),
    ranking?.ranked.length
      ? h(
          "ol",
          { class: "ranks" },
          ranking.ranked.map((r, i) => {
            const name = r.bot
              ? t("player-bot", { level: has("level-" + r.bot) ? t("level-" + r.bot) : r.bot })
              : person(r.name ?? "");
            return h(
              "li",
              null,
              h("span", { class: "num" }, t("place-n", { n: i + 1 })),
              h("span", { class: "name" }, r.player ? h("a", { href: "/player/" + r.player }, name) : name),
              h("b", { class: "num" }, num(r.rating.points), h("small", null, " ± ", num(r.rating.margin))),
            );
          }),
        )
      : h("p", { class: "muted" }, t("ratings-none")),
    h("p", { class: "muted" }, t("ratings-why")),
  );
}

function draw() {
  const focus = document.activeElement?.id;
  fillTexts();
  titled(t("archive") + " · Signalbox");
  put(
    $("#topnav"),
    h("a", { href: "/" }, t("games")),
    user && !user.guest && h("a", { class: "wide", href: "/player/" + user.id }, t("player-mine")),
    switches(draw, loadTexts),
    accountButton(user, post, load),
  );
  put($("#main"), h("h1", null, t("archive")), form(), h("div", { class: "both" }, list(), study()));
  put($("#foot"), foot());
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

/** @param {unknown} e */
function fault(e) {
  toast(e instanceof Fault ? said(e.message) : t("fault-offline"), "bad");
}

/** Asks for games; the answer to an older question is left. */
let asking = 0;
/** @param {boolean} [more] */
async function search(more = false) {
  const mine = ++asking;
  /** @type {ArchiveJson} */ const page = await get("/api/archive", {
    ...query(),
    ...(more ? { after: next } : {}),
  });
  if (mine !== asking) return;
  games = more ? [...games, ...page.games] : page.games;
  next = page.next ?? null;
  found = true;
  $("#found")?.replaceWith(list());
}

async function about() {
  const of = title()?.id;
  [statistics, ranking] = of
    ? await Promise.all([get(`/api/titles/${of}/statistics`), get("/api/ratings", { title: of, pool })])
    : [null, null];
  const focus = document.activeElement?.id;
  $("#study")?.replaceWith(study());
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

async function load() {
  [user, known] = await Promise.all([session(), get("/api/titles")]);
  draw();
  await Promise.all([search(), about(), look()]);
}

await loadTexts();
await load().catch(fault);
