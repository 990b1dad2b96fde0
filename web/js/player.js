// @ts-check
// A player: games, results by title and seat, bots that were met, pace, ratings.
import { Fault, get, post, session } from "./api.js";
import { $, h, put, toast } from "./dom.js";
import { look, titled } from "./due.js";
import { day, ended, lasting, percent } from "./gone.js";
import { shortName } from "./setup.js";
import { foot } from "./foot.js";
import { accountButton, switches } from "./shell.js";
import { fillTexts, has, loadTexts, num, person, said, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { OwnRating, PlayerPage, SeatScore, Titles, UserJson } from "./types.d.ts"
 */

const name = decodeURIComponent(location.pathname.split("/")[2] || "");
/** @type {Titles} */ let known;
/** @type {UserJson|null} */ let user = null;
/** @type {PlayerPage|null} */ let page = null;

/** A part of the page. @param {string} id @param {...Child} children */
const section = (id, ...children) =>
  h(
    "section",
    { class: "panel", id, "aria-labelledby": id + "-h" },
    h("h2", { id: id + "-h" }, t("player-" + id)),
    children,
  );

/** Does something and says how it went. @param {() => Promise<unknown>} act @param {string} well */
const attempt = (act, well) => async () => {
  try {
    await act();
    await load();
    toast(t(well, { name: person(page?.name ?? name) }));
  } catch (e) {
    toast(e instanceof Fault ? said(e.message) : t("fault-offline"), "bad");
  }
};

/** Asks why, and reports. @param {PlayerPage} p */
function report(p) {
  const why = h("textarea", { id: "report-why", maxlength: 500, rows: 3, required: true });
  /** @type {HTMLDialogElement} */ const box = h(
    "dialog",
    { id: "reporting", class: "dialog", "aria-labelledby": "reporting-h" },
    h(
      "form",
      {
        class: "form",
        on: {
          submit: async (e) => {
            e.preventDefault();
            try {
              await post("/api/reports", { kind: "player", user: p.id, why: why.value });
              box.remove();
              toast(t("reported"));
            } catch (fault) {
              toast(fault instanceof Fault ? said(fault.message) : t("fault-offline"), "bad");
            }
          },
        },
      },
      h("h2", { id: "reporting-h" }, t("report")),
      h("p", null, person(p.name)),
      h("label", { for: "report-why" }, t("report-why")),
      why,
      h(
        "div",
        { class: "act" },
        h("button", { class: "btn primary", id: "report-send" }, t("report-send")),
        h("button", { class: "btn quiet", type: "button", on: { click: () => box.remove() } }, t("close")),
      ),
    ),
  );
  document.body.append(box);
  box.showModal();
  why.focus();
}

/** What one can do about somebody. @param {PlayerPage} p */
function acts(p) {
  if (p.me)
    return h(
      "p",
      { class: "btns" },
      h("a", { class: "btn", href: "/account#privacy" }, t("player-settings")),
    );
  if (!user) return null;
  return h(
    "div",
    { class: "btns" },
    h(
      "button",
      {
        class: "btn" + (p.friend ? "" : " primary"),
        type: "button",
        id: "befriend",
        on: {
          click: p.friend
            ? attempt(() => post(`/api/friends/${p.id}/lift`), "player-unfriended")
            : attempt(() => post("/api/friends", { user: p.id }), "player-befriended"),
        },
      },
      t(p.friend ? "player-unfriend" : "player-befriend"),
    ),
    h(
      "button",
      {
        class: "btn",
        type: "button",
        id: "block",
        on: {
          click: p.blocked
            ? attempt(() => post(`/api/blocks/${p.id}/lift`), "unblocked-now")
            : attempt(() => post("/api/blocks", { user: p.id }), "blocked-now"),
        },
      },
      t(p.blocked ? "unblock" : "block"),
    ),
    h(
      "button",
      { class: "btn quiet", type: "button", id: "report", on: { click: () => report(p) } },
      t("report"),
    ),
  );
}

/** A rating with how sure it is. @param {OwnRating} own */
const rating = (own) =>
  h(
    "div",
    { class: "rating" },
    h("span", { class: "muted" }, t("pool-" + own.pool)),
    h(
      "b",
      { class: own.rating.provisional ? "soft" : "" },
      num(own.rating.points),
      h("small", null, " ± ", num(own.rating.margin)),
    ),
    h(
      "span",
      { class: "muted" },
      t("games-n", { n: own.rating.games }),
      own.rating.provisional && [" · ", t("rating-provisional")],
    ),
  );

/** A share of wins as a bar with its numbers. @param {number} won @param {number} games */
const share = (won, games) =>
  h(
    "span",
    { class: "share" },
    h("i", { css: { "--share": games ? won / games : 0 } }),
    h("span", null, t("won-of", { won, games }), " · ", percent(won, games)),
  );

/** Results of a title. @param {PlayerPage} p @param {string} title */
function results(p, title) {
  const rows = p.scores.filter((s) => s.title === title),
    // People first.
    ratings = p.ratings.filter((r) => r.title === title).sort((a, b) => b.pool.localeCompare(a.pool)),
    bots = p.bots.filter((b) => b.title === title);
  const sum = (/** @type {(s: SeatScore) => number} */ f) => rows.reduce((n, s) => n + f(s), 0);
  const games = sum((s) => s.games);
  /** Seats of tables of one size, with bots or without. @type {Map<string, {games: number, won: number}>} */
  const seats = new Map();
  for (const s of rows) {
    const key = `${s.players}-${s.seat}`,
      so = seats.get(key) ?? { games: 0, won: 0 };
    seats.set(key, { games: so.games + s.games, won: so.won + s.won });
  }
  return h(
    "article",
    { class: "panel title-results", "data-title": title },
    h(
      "header",
      null,
      h("h3", null, h("a", { href: "/archive?title=" + title }, shortName(known, title))),
      h(
        "p",
        { class: "muted" },
        t("place-mean", { place: num(Math.round((10 * sum((s) => s.place * s.games)) / games) / 10) }),
      ),
      share(
        sum((s) => s.won),
        games,
      ),
    ),
    ratings.length > 0 && h("div", { class: "ratings" }, ratings.map(rating)),
    h(
      "div",
      { class: "scrollx" },
      h(
        "table",
        { class: "t" },
        h("thead", null, h("tr", null, h("th", null, t("player-at-seat")), h("th", null, t("player-wins")))),
        h(
          "tbody",
          null,
          [...seats].map(([key, s]) => {
            const [players, seat] = key.split("-").map(Number);
            return h(
              "tr",
              null,
              h("td", null, t("seat-of", { seat: (seat ?? 0) + 1, players: players ?? 0 })),
              h("td", null, share(s.won, s.games)),
            );
          }),
          bots.map((b) =>
            h(
              "tr",
              null,
              h(
                "td",
                null,
                t("player-against", { level: has("level-" + b.level) ? t("level-" + b.level) : b.level }),
              ),
              h("td", null, share(b.beaten, b.met)),
            ),
          ),
        ),
      ),
    ),
  );
}

function draw() {
  fillTexts();
  put(
    $("#topnav"),
    h("a", { href: "/" }, t("games")),
    h("a", { href: "/archive" }, t("archive")),
    switches(draw, loadTexts),
    accountButton(user, post, load),
  );
  put($("#foot"), foot());
  const p = page;
  if (!p) {
    titled(t("player-none") + " · Signalbox");
    put(
      $("#main"),
      h("h1", null, t("player-none")),
      h("p", { class: "muted" }, t("player-none-why")),
      h("p", null, h("a", { class: "btn", href: "/archive" }, t("archive"))),
    );
    return;
  }
  titled(person(p.name) + " · Signalbox");
  const titles = [...new Set(p.scores.map((s) => s.title))];
  put(
    $("#main"),
    h(
      "header",
      { class: "whois" },
      h("span", { class: "pdot big p0", "aria-hidden": "true" }, (p.name[0] || "?").toUpperCase()),
      h(
        "div",
        null,
        h("h1", null, person(p.name)),
        h(
          "p",
          { class: "muted facts" },
          h("span", null, t("player-since", { day: day(p.since) })),
          p.pace.moves > 0 && h("span", { id: "pace" }, t("player-pace", { time: lasting(p.pace.mean) })),
          p.privacy?.hide_page && h("span", { class: "badge warn" }, t("player-hidden")),
        ),
      ),
      acts(p),
    ),
    section(
      "results",
      titles.length
        ? h(
            "div",
            { class: "results" },
            titles.map((title) => results(p, title)),
          )
        : h("p", { class: "muted empty" }, t("player-no-results")),
    ),
    section(
      "games",
      p.games.length
        ? [
            h(
              "ul",
              { class: "overs" },
              p.games.map((g) => ended(known, g)),
            ),
            h(
              "p",
              null,
              h(
                "a",
                { class: "btn", href: "/archive?player=" + encodeURIComponent(p.name) },
                t("player-more-games"),
              ),
            ),
          ]
        : h("p", { class: "muted empty" }, t("player-no-games")),
    ),
  );
}

async function load() {
  [user, known] = await Promise.all([session(), get("/api/titles")]);
  try {
    page = await get("/api/players/" + encodeURIComponent(name));
  } catch (e) {
    if (!(e instanceof Fault) || e.status >= 500) throw e;
    page = null;
  }
  draw();
}

await loadTexts();
try {
  await load();
  look();
} catch (e) {
  put(
    $("#main"),
    h("p", { class: "bad", role: "alert" }, t("fault-" + (e instanceof Fault ? e.code : "offline"))),
  );
}
