// @ts-check
// What became of openings: in games here and in games of bots, by first company, its price, private and seat.
import { h } from "./dom.js";
import { segments, select } from "./setup.js";
import { has, lang, num, t, variantName } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Named } from "./sheets.js"
 * @import { OpeningRow, OpeningShare, Openings, OpeningsMade, TitleOpenings } from "./types.d.ts"
 */

/** Whose games are shown, and which of their kinds: variant and number of players. */
const chosen = { of: "", kind: "" };

const kindOf = (/** @type {Openings} */ o) => `${o.variant} ${o.players}`;
const percent = (/** @type {number} */ x) =>
  new Intl.NumberFormat(lang(), { style: "percent", maximumFractionDigits: 0 }).format(x);
const round = (/** @type {number} */ x) => Math.round(x * 100);

/** The interval as a bar with a tick at the mean and a line where all seats would be equal. */
/** @param {OpeningShare} wins @param {number} fair @param {number} most */
const bar = (wins, fair, most) => {
  const at = (/** @type {number} */ x) => Math.min(1, x / most);
  return h("i", {
    class: "span",
    css: { "--low": at(wins.low), "--mean": at(wins.mean), "--high": at(wins.high), "--fair": at(fair) },
  });
};

/** @param {OpeningRow} row @param {Child} name @param {number} fair @param {number} most */
const line = (row, name, fair, most) =>
  h(
    "tr",
    { class: row.few ? "few" : "" },
    h("th", { scope: "row" }, row.name ? name : h("span", { class: "muted" }, t("openings-none"))),
    h(
      "td",
      { class: "wins" },
      bar(row.wins, fair, most),
      h("b", { class: "num" }, percent(row.wins.mean)),
      " ",
      h("small", null, row.few ? t("openings-few") : `${round(row.wins.low)}–${percent(row.wins.high)}`),
    ),
    h("td", { class: "num" }, percent(row.wealth.mean)),
    h("td", { class: "num" }, num(row.games)),
  );

/** What a private or a character is called. @param {Named[]} sheets @param {string} id */
function paper(sheets, id) {
  const def = sheets.flatMap((s) => s.papers).find((p) => p.id === id);
  return def ? (def.name === id ? id : `${id} ${def.name}`) : has("slot-" + id) ? t("slot-" + id) : id;
}

/** @param {Named[]} sheets @param {string} id */
function company(sheets, id) {
  const def = sheets.flatMap((s) => s.companies).find((c) => c.id === id);
  return def
    ? h(
        "span",
        { class: "conm" },
        h(
          "span",
          {
            class: "chip s" + (id.length > 2 ? " long" : ""),
            "aria-hidden": "true",
            css: { "--c": def.colour, "--ct": def.text_colour },
          },
          id,
        ),
        h("span", null, def.name),
      )
    : id;
}

/** @param {Openings} o @param {Named[]} sheets */
function tables(o, sheets) {
  const fair = 1 / o.players,
    all = [...o.companies, ...o.prices, ...o.papers, ...o.seats];
  // All bars have one scale. What few games show does not stretch it.
  const most = Math.min(1, Math.max(2 * fair, ...all.filter((r) => !r.few).map((r) => r.wins.high)));
  const people = o.papers.some((r) => has("slot-" + r.name));
  /** @type {[string, OpeningRow[], (name: string) => Child][]} */ const kinds = [
    ["openings-company", o.companies, (name) => company(sheets, name)],
    ["openings-price", o.prices, (name) => num(Number(name))],
    [people ? "openings-character" : "openings-paper", o.papers, (name) => paper(sheets, name)],
    ["openings-seat", o.seats, (name) => t("study-seat", { n: Number(name) })],
  ];
  return h(
    "div",
    { class: "otables" },
    kinds
      .filter(([, rows]) => rows.length)
      .map(([key, rows, name]) =>
        h(
          "table",
          { class: "t otable" },
          h("caption", null, t(key)),
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", null, h("span", { class: "sr" }, t(key))),
              ["study-wins", "study-wealth", "openings-games"].map((head) => h("th", null, t(head))),
            ),
          ),
          h(
            "tbody",
            null,
            rows.map((row) => line(row, name(row.name), fair, most)),
          ),
        ),
      ),
  );
}

/** Where the figures come from. @param {OpeningsMade} made */
const source = (made) =>
  h(
    "details",
    { class: "recon" },
    h("summary", null, t("openings-made")),
    h(
      "p",
      { class: "muted" },
      t("openings-bots-of", {
        level: has("level-" + made.level) ? t("level-" + made.level) : made.level,
        program: made.program,
      }),
    ),
    h("code", null, made.command),
  );

/**
 * The openings of a title.
 * @param {string} title @param {TitleOpenings} told @param {Named[]} sheets
 */
export function openings(title, told, sheets) {
  /** @type {HTMLElement} */ let box;
  const again = () => {
    const focus = document.activeElement?.id,
      old = box;
    box = draw();
    old.replaceWith(box);
    if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  };
  const draw = () => {
    const of = chosen.of || (told.here.length || !told.bots.length ? "here" : "bots");
    /** @type {{openings: Openings, made?: OpeningsMade}[]} */
    const all = of === "here" ? told.here.map((o) => ({ openings: o })) : told.bots;
    const shown = all.find((x) => kindOf(x.openings) === chosen.kind) ?? all[0];
    return h(
      "section",
      { class: "panel pad", id: "openings" },
      h("h2", null, t("openings")),
      h("p", { class: "muted" }, t("openings-why")),
      h(
        "div",
        { class: "ochoice" },
        segments(
          "openings-of",
          t("openings-whose"),
          ["here", "bots"].map((value) => ({ value, text: t("openings-" + value) })),
          of,
          (value) => {
            chosen.of = value;
            again();
          },
        ),
        all.length > 0 &&
          select(
            "openings-kind",
            t("variant"),
            all.map(({ openings: o }) => ({
              value: kindOf(o),
              text: [
                variantName(title, o.variant),
                t("players-n", { n: o.players }),
                t("games-n", { n: o.games }),
              ].join(" · "),
            })),
            kindOf(shown.openings),
            (value) => {
              chosen.kind = value;
              again();
            },
          ),
      ),
      shown
        ? [tables(shown.openings, sheets), shown.made && source(shown.made)]
        : h("p", { class: "muted empty" }, t(of === "here" ? "study-few" : "openings-no-bots")),
    );
  };
  box = draw();
  return box;
}
