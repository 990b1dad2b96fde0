// @ts-check
// After a game: who won and by what, what decided it, and where to go from here.
import { get, getText, invite, key, post } from "./api.js";
import { $, h, icon, put, svgOf, toast } from "./dom.js";
import { byRound, graph, stroke } from "./graph.js";
import { has, num, rich, t } from "./text.js";
import { trouble } from "./trouble.js";

/**
 * @import { Child } from "./dom.js"
 * @import { ByRound } from "./graph.js"
 * @import { Table } from "./table.js"
 * @import { GameJson, Goodbye, Line, LogJson, Outcome } from "./types.d.ts"
 * @typedef {{dividends: number, papers: number, help: number, by: Record<string, number>}} Sources
 */

/** What came in, by seat. @param {Line[]} lines @param {number} seats @returns {Sources[]} */
function sources(lines, seats) {
  /** @type {Sources[]} */ const all = Array.from({ length: seats }, () => ({
    dividends: 0,
    papers: 0,
    help: 0,
    by: {},
  }));
  let paying = "";
  for (const { events } of lines)
    for (const e of events) {
      if (e.event === "paid_out" || e.event === "ran") paying = e.company;
      if (e.event !== "paid") continue;
      const to = typeof e.to === "object" && "player" in e.to ? all[e.to.player] : null,
        from = typeof e.from === "object" && "player" in e.from ? all[e.from.player] : null;
      if (to && e.why === "dividend") {
        to.dividends += e.amount;
        to.by[paying] = (to.by[paying] ?? 0) + e.amount;
      } else if (to && e.why === "paper_income") to.papers += e.amount;
      else if (from && e.why === "director_help") from.help += e.amount;
    }
  return all;
}

/** @param {Table} table */
async function wholeLog(table) {
  /** @type {Line[]} */ const lines = [];
  for (let from = 0; from < table.length; from += 1000) {
    /** @type {LogJson} */ const page = await get(table.api("log"), {
      from,
      to: Math.min(table.length, from + 1000),
      limit: 1000,
    });
    if (!page.lines.length) break;
    lines.push(...page.lines);
  }
  return lines;
}

/** A place in the game that one can go to. @param {number} move */
const toMove = (move) =>
  h(
    "button",
    {
      class: "btn quiet sm",
      type: "button",
      on: { click: () => document.dispatchEvent(new CustomEvent("go", { detail: move })) },
    },
    t("move-n", { n: move }),
  );

/** What each one's worth is made of, as a bar. @param {Table} table @param {Outcome} outcome */
function bars(table, outcome) {
  const most = Math.max(1, ...outcome.values);
  const list = outcome.values.map((value, seat) => ({ value, seat })).sort((a, b) => b.value - a.value);
  const best = list[0].value;
  return h(
    "ol",
    { class: "rbars" },
    list.map(({ value, seat }, place) => {
      const p = table.view.players[seat],
        shares = (p?.shares ?? []).reduce((a, [c, n]) => a + n * (table.companyView(c)?.price ?? 0), 0),
        cash = p?.cash ?? 0,
        rest = p ? value - cash - shares : 0;
      const piece = (/** @type {string} */ kind, /** @type {string} */ label, /** @type {number} */ n) =>
        n > 0 &&
        h(
          "i",
          { class: kind, css: { width: `${(100 * n) / most}%` }, title: `${label} ${table.cash(n)}` },
          n > most / 9 && `${label} ${num(n)}`,
        );
      return h(
        "li",
        null,
        h("span", { class: "rank" }, String(place + 1)),
        h("span", { class: `pdot big p${seat % 7}`, "data-card": "player:" + seat }, table.initial(seat)),
        h(
          "span",
          { class: "rname" },
          h("b", null, table.seatName(seat)),
          outcome.winners.includes(seat) && h("small", { class: "good" }, "★ ", t("result-winner")),
        ),
        h(
          "span",
          { class: `rbar p${seat % 7}` },
          p
            ? [
                piece("cash", t("what-cash").toLowerCase(), cash),
                piece("stock", t("shares").toLowerCase(), shares),
                piece("other", t("card-papers").toLowerCase(), rest),
              ]
            : piece("cash", t("what-value").toLowerCase(), value),
        ),
        h("b", { class: "rsum" }, table.cash(value)),
        h("span", { class: "rgap" }, place ? "−" + num(best - value) : ""),
      );
    }),
  );
}

/**
 * The round in which the lead over the second grew most.
 * @param {ByRound} all @param {number} first @param {number} second
 */
function swing(all, first, second) {
  let at = 0,
    most = 0;
  for (let i = 1; i < all.rounds.length; i++) {
    const lead = (/** @type {number} */ j) =>
      (all.players[first]?.[j] ?? 0) - (all.players[second]?.[j] ?? 0);
    if (lead(i) - lead(i - 1) > most) {
      most = lead(i) - lead(i - 1);
      at = i;
    }
  }
  return at ? { at, most } : null;
}

/** What decided it, in two or three sentences. @param {Table} table @param {Outcome} outcome @param {ByRound} all @param {Sources[]} got */
function decided(table, outcome, all, got) {
  const [first, second] = outcome.values
    .map((value, seat) => ({ value, seat }))
    .sort((a, b) => b.value - a.value)
    .map((x) => x.seat);
  /** @type {{title: Child, move?: number, text: Child}[]} */ const told = [];
  const turn = second === undefined || first >= all.players.length ? null : swing(all, first, second);
  if (turn) {
    const gained = (/** @type {number} */ seat) =>
      (all.players[seat]?.[turn.at] ?? 0) - (all.players[seat]?.[turn.at - 1] ?? 0);
    told.push({
      title: t("result-swing", { round: all.rounds[turn.at].label }),
      move: all.rounds[turn.at - 1].until,
      text: rich("result-swing-why", {
        first: table.who(first),
        gained: h("b", { class: "good" }, table.cash(gained(first))),
        second: table.who(second),
        other: h("b", null, table.cash(gained(second))),
      }),
    });
  }
  const best = Object.entries(got[first]?.by ?? {}).sort((a, b) => b[1] - a[1])[0];
  if (best)
    told.push({
      title: rich("result-best", { company: table.chip(best[0]) }),
      text: rich("result-best-why", {
        company: table.companyDef(best[0])?.name ?? best[0],
        player: table.who(first),
        amount: h("b", { class: "good" }, table.cash(best[1])),
      }),
    });
  const helped = got.map((x, seat) => ({ seat, help: x.help })).sort((a, b) => b.help - a.help)[0];
  if (helped?.help > 0)
    told.push({
      title: t("result-help"),
      text: rich("result-help-why", {
        player: table.who(helped.seat),
        amount: h("b", { class: "bad" }, table.cash(helped.help)),
      }),
    });
  return told;
}

/** @param {Table} table @param {Outcome} outcome @param {ByRound} all @param {Sources[]} got */
function whence(table, outcome, all, got) {
  const row = (/** @type {string} */ label, /** @type {(x: Sources, seat: number) => number} */ of) => {
    const values = got.map(of),
      most = Math.max(...values);
    return (
      values.some((v) => v) &&
      h(
        "tr",
        null,
        h("th", { scope: "row" }, t(label)),
        values.map((v) =>
          h(
            "td",
            { class: "num" + (v < 0 ? " bad" : "") },
            v === most && v > 0 ? h("b", null, num(v)) : num(v),
          ),
        ),
      )
    );
  };
  return h(
    "table",
    { class: "t" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", null, h("span", { class: "sr" }, t("result-whence"))),
        got.map((_, seat) => h("th", { class: "num" }, table.seatName(seat))),
      ),
    ),
    h(
      "tbody",
      null,
      row("result-dividends", (x) => x.dividends),
      row("result-papers", (x) => x.papers),
      row("result-own-money", (x) => -x.help),
      row("result-shares", (_, seat) =>
        (table.view.players[seat]?.shares ?? []).reduce(
          (a, [c, n]) => a + n * (table.companyView(c)?.price ?? 0),
          0,
        ),
      ),
    ),
  );
}

const AGAIN = "M20 12a8 8 0 1 1-2.3-5.7M18 3v4h-4",
  EYE = "M2 12q10-14 20 0q-10 14-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  SHARE = "M8 11l8-5M8 13l8 5M6 12a2 2 0 1 1-.1 0M18 5a2 2 0 1 1-.1 0M18 19a2 2 0 1 1-.1 0";

/** Where everybody who has the link sees the end. @param {Table} table */
function address(table) {
  const word = table.game.listed ? null : table.game.invite || invite;
  return `${location.origin}/game/${table.id}${word ? "?invite=" + word : ""}`;
}

/** @param {Table} table */
async function share(table) {
  const url = address(table);
  try {
    if (navigator.share) {
      await navigator.share({ title: document.title, url });
      return;
    }
    await navigator.clipboard.writeText(url);
  } catch {
    // Without leave to copy, the address is shown to be copied by hand.
  }
  toast([t("copied"), " ", h("code", null, url)]);
}

/** The same players once more; others hear of it in the chat. @param {Table} table */
async function rematch(table) {
  try {
    /** @type {GameJson} */ const game = await post(table.api("rematch"), {});
    if (game.state === "open")
      await post(table.api("chat"), { text: `/game/${game.id}?invite=${game.invite}`, key: key() }).catch(
        () => {},
      );
    location.href = "/game/" + game.id;
  } catch (e) {
    trouble(e);
  }
}

/** Asks, and then takes the game away from one's list. @param {Table} table @param {HTMLElement} box */
function goodbye(table, box) {
  const others = table.game.seats.some((s) => s.user && !s.mine);
  const act = async () => {
    try {
      /** @type {Goodbye} */ const done = await post(`/api/games/${table.id}`, {}, "DELETE");
      location.href = done.deleted ? "/?deleted" : "/";
    } catch (e) {
      trouble(e);
    }
  };
  put(
    box,
    h("p", null, t(others ? "goodbye-others" : "goodbye-own")),
    h(
      "div",
      { class: "btns" },
      h(
        "button",
        { class: "btn", type: "button", id: "goodbye-yes", on: { click: act } },
        t(others ? "goodbye-leave" : "goodbye-delete"),
      ),
      h(
        "button",
        { class: "btn quiet", type: "button", on: { click: () => actions(table) } },
        t("goodbye-keep"),
      ),
    ),
  );
  $("#goodbye-yes").focus();
}

/** What one can do now. @param {Table} table */
function actions(table) {
  const box =
    $("#aftergame") ||
    h("section", { id: "aftergame", class: "panel aftergame", "aria-label": t("result-next") });
  if (!box.isConnected) $("#decide").after(box);
  const sat = table.game.seats.some((s) => s.mine || s.may_return),
    open = (/** @type {string} */ name) => import("./drawers.js").then((d) => d.drawer(table, name), trouble);
  const picture = h("span", { class: "lpic", "aria-hidden": "true" });
  put(
    box,
    sat &&
      h(
        "button",
        { class: "btn primary again", type: "button", id: "rematch", on: { click: () => rematch(table) } },
        icon(AGAIN),
        h("b", null, t("rematch")),
        h("span", null, t("rematch-why")),
      ),
    h(
      "div",
      { class: "btns" },
      h(
        "button",
        { class: "btn", type: "button", id: "review", on: { click: () => open("audit") } },
        icon(EYE),
        t("review"),
      ),
      h(
        "button",
        { class: "btn", type: "button", id: "share", on: { click: () => share(table) } },
        icon(SHARE),
        t("share"),
      ),
    ),
    h(
      "a",
      { class: "lesson", href: "/rules/" + table.sheet.title, id: "lesson" },
      picture,
      h(
        "span",
        null,
        h("b", null, t("next-lesson")),
        h("small", null, t("next-lesson-why", { title: table.sheet.name })),
      ),
      h("i", { "aria-hidden": "true" }, "›"),
    ),
    h(
      "div",
      { class: "btns" },
      h("a", { class: "btn quiet", href: "/" }, t("to-lobby")),
      (sat || table.game.role === "owner") &&
        h(
          "button",
          { class: "btn quiet", type: "button", id: "goodbye", on: { click: () => goodbye(table, box) } },
          t("goodbye"),
        ),
    ),
  );
  getText(table.api("map.svg"), { at: table.at, theme: "page", id: "lesson" }).then(
    (text) => put(picture, svgOf(text)),
    () => {},
  );
}

/** @type {typeof import("./judgement.js")|null} */ let judging = null;

/** For which position the page was drawn, and in which language. */
let drawn = "";

/** @param {Table} table @param {Outcome} outcome @param {HTMLElement} box */
async function page(table, outcome, box) {
  const [all, lines] = await Promise.all([byRound(table), wholeLog(table)]);
  const got = sources(lines, table.view.players.length);
  const values = [...outcome.values].sort((a, b) => b - a);
  const name = outcome.winners.map(table.seatName).join(", "),
    by = values.length > 1 ? values[0] - values[1] : 0;
  const told = decided(table, outcome, all, got);
  const judged = h("section", { class: "panel rjudge", id: "judgement" });
  judging ??= await import("./judgement.js");
  judging.judgement(table, judged);
  put(
    box,
    h(
      "section",
      { class: "panel rhead" },
      h(
        "h2",
        null,
        by > 0 ? t("result-by", { name, amount: table.cash(by) }) : t("winner", { name }),
        h("small", null, has("ending-" + outcome.reason) ? t("ending-" + outcome.reason) : outcome.reason),
      ),
      bars(table, outcome),
    ),
    h(
      "section",
      { class: "panel rchart" },
      graph({
        title: t("card-worth-by-round"),
        what: t("what-value"),
        lines: all.players.map((v, seat) => ({ name: table.seatName(seat), ...stroke(seat), values: v })),
        labels: all.rounds.map((r) => r.label),
        wide: true,
        write: table.cash,
      }),
    ),
    told.length > 0 &&
      h(
        "section",
        { class: "panel rwhy" },
        h("h2", { class: "ph" }, t("result-decided")),
        h(
          "ol",
          null,
          told.map((x) =>
            h(
              "li",
              null,
              h("h3", null, h("span", null, x.title), x.move && toMove(x.move)),
              h("p", null, x.text),
            ),
          ),
        ),
      ),
    judged,
    got.some((x) => x.dividends || x.papers) &&
      h(
        "section",
        { class: "panel" },
        h("h2", { class: "ph" }, t("result-whence")),
        h(
          "div",
          { class: "scrollx", tabindex: "0", role: "region", "aria-label": t("result-whence") },
          whence(table, outcome, all, got),
        ),
      ),
    h(
      "p",
      { class: "phone-only tomap" },
      h("button", { class: "btn", type: "button", on: { click: () => table.look("map") } }, t("mode-map")),
    ),
  );
}

/** Draws what comes after the end. @param {Table} table @param {string} lang */
export async function result(table, lang) {
  const outcome = table.view.outcome || table.game.outcome;
  if (!outcome) return;
  actions(table);
  const box =
    $("#result") ||
    $("#main").appendChild(
      h("div", { id: "result", class: "result", tabindex: "-1" }, h("p", { class: "muted" }, "…")),
    );
  const name = `${table.id}@${table.length}/${lang}`;
  if (drawn === name) return;
  drawn = name;
  try {
    await page(table, outcome, box);
  } catch (e) {
    drawn = "";
    trouble(e);
  }
}

/** The game goes on, or one looks back: what came after the end goes. @param {Table} table */
export function away(table) {
  for (const id of ["#result", "#aftergame"]) $(id)?.remove();
  drawn = "";
  judging?.beside(table);
}
