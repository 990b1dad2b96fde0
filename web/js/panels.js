// @ts-check
// What lies around the board: companies, players, trains, process, holdings, log.
import { $, h, put, upright } from "./dom.js";
import { clockAt } from "./clocks.js";
import { slotName } from "./table.js";
import { has, num, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Table } from "./table.js"
 * @import { Company, ProcessBox } from "./types.d.ts"
 */

/** Trains of a company that the next card of the stack would scrap. @param {Table} table */
const atRisk = (table) => new Set(nextKind(table)?.faces.flatMap((f) => f.scraps));

/** The kind on top of the stack. @param {Table} table */
function nextKind(table) {
  const top = table.view.stack.find((s) => s[2] === null || s[2] > 0);
  return top && table.sheet.trains.find((k) => k.name === top[0]);
}

/** Bar of holders. @param {Table} table @param {Company} c @param {boolean} [wide] */
export function holders(table, c, wide) {
  const parts = table.view.players.flatMap((p) =>
    p.shares.filter((s) => s[0] === c.id).map((s) => ({ seat: p.seat, percent: s[2], director: s[3] })),
  );
  parts.sort((a, b) => Number(b.director) - Number(a.director) || b.percent - a.percent);
  const others = table.automaticOf(c);
  const text = (/** @type {typeof parts[0]} */ p) => {
    if (!wide) return table.initial(p.seat) + (p.director ? "★" : "");
    const name = p.percent >= 25 ? table.seatName(p.seat) : table.initial(p.seat);
    return `${name}${p.director ? " ★" : ""} ${p.percent}`;
  };
  return [
    parts.map((p) =>
      h(
        "i",
        {
          class: `p${p.seat % 7}`,
          css: { flex: p.percent },
          title: `${table.seatName(p.seat)} ${p.percent} %${p.director ? " ★" : ""}`,
        },
        text(p),
      ),
    ),
    others > 0 &&
      h(
        "i",
        { class: "p6", css: { flex: others }, title: `${table.seatName(99)} ${others} %` },
        wide ? `${table.seatName(99)} ${others}` : "",
      ),
    c.pool > 0 &&
      h(
        "i",
        { class: "bank pool", css: { flex: c.pool }, title: `${t(table.own("share-pool"))} ${c.pool} %` },
        wide ? `${t(table.own("share-pool"))} ${c.pool}` : "",
      ),
    c.ipo > 0 &&
      h(
        "i",
        { class: "bank", css: { flex: c.ipo }, title: `${t("bank")} ${c.ipo} %` },
        wide ? `${t("bank")} ${c.ipo}` : "",
      ),
  ];
}

/** @param {Company} c */
export const stationsLeft = (c) => t("stations-left", { n: c.markers.length });

/** Companies in operating order. @param {Table} table @param {HTMLElement} box */
export function companies(table, box) {
  const risk = atRisk(table),
    now = table.view.decision?.company;
  const list = table.inOrder().filter(table.acts),
    waiting = table.inOrder().filter((c) => !table.acts(c)),
    free = table.priceless();
  put(
    box,
    h("h2", { class: "ph" }, t("companies-order"), h("span", { class: "r muted" }, "★ ", t("director"))),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t("companies") },
      h(
        "table",
        { class: "cot" },
        h(
          "thead",
          null,
          h(
            "tr",
            { class: "cohead" },
            h("th", null, h("span", { class: "sr" }, t("company"))),
            !free && h("th", { class: "num" }, t("price")),
            h(
              "th",
              { class: "num" },
              table.sheet.company_money
                ? h("span", { "data-card": "money" }, t("treasury-short"))
                : t("treasury-short"),
            ),
            h("th", null, t("trains")),
            h("th", null, t("stations")),
            h("th", null, t(free ? "director" : "shares")),
          ),
        ),
        h(
          "tbody",
          null,
          list.map((c) =>
            h(
              "tr",
              { class: c.id === now ? "now" : "" },
              h("td", null, table.chip(c.id, "m")),
              !free && h("td", { class: "num" }, h("b", null, c.price === null ? "–" : num(c.price))),
              h("td", { class: "num" }, c.treasury === null ? "–" : num(c.treasury)),
              h(
                "td",
                null,
                c.trains.map((x) =>
                  h(
                    "span",
                    {
                      class: "trn" + (risk.has(x.name) || x.obsolete ? " risk" : ""),
                      "data-card": "train:" + x.name,
                      title: x.obsolete
                        ? t("obsolete")
                        : risk.has(x.name)
                          ? t(table.own("scrapped-next"))
                          : null,
                    },
                    x.name,
                  ),
                ),
                c.papers.map((p) => h("span", { class: "pap", "data-card": "paper:" + p }, p)),
                c.flags
                  .filter((f) => f === "insolvent" || f === "bankrupt")
                  .map((f) => h("span", { class: "badge warn" }, t("status-" + f))),
              ),
              h(
                "td",
                null,
                h(
                  "span",
                  {
                    class: "stl",
                    role: "img",
                    "aria-label": stationsLeft(c),
                    title: stationsLeft(c) + (c.markers.length ? ` · ${table.coins(c.markers[0])}` : ""),
                  },
                  c.markers.length ? c.markers.map(() => h("i")) : "–",
                ),
              ),
              h("td", null, h("div", { class: "hold" }, holders(table, c))),
            ),
          ),
        ),
      ),
      waiting.length > 0 &&
        h(
          "p",
          { class: "notyet" },
          t(free ? "not-played" : "not-started"),
          ": ",
          waiting.map((c) => table.chip(c.id, "s")),
        ),
    ),
  );
  // Who acts is in sight, with its trains.
  const scroll = $(".scroll", box),
    row = $("tr.now", box);
  if (row && row.offsetTop + row.offsetHeight > scroll.clientHeight)
    scroll.scrollTop = row.offsetTop - (scroll.clientHeight - row.offsetHeight) / 2;
}

/** Players. @param {Table} table @param {HTMLElement} box */
export function players(table, box) {
  const order = table.view.order.length ? table.view.order : table.view.players.map((p) => p.seat);
  const free = table.priceless(),
    present = new Set((table.state.presence || []).flatMap((p) => p.seats));
  put(
    box,
    h("h2", { class: "ph" }, t("players"), h("span", { class: "r muted" }, t("in-order"))),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t("players") },
      h(
        "table",
        { class: "t" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", null, t("name")),
            !free && [
              h("th", { class: "num", title: t("what-cash") }, t("what-cash")),
              h("th", { title: t("certificates") }, t("certificates")),
            ],
            h("th", { class: "num", title: t("what-value") }, t("what-value")),
          ),
        ),
        h(
          "tbody",
          null,
          order.map((seat) => {
            const p = table.view.players[seat],
              s = table.game.seats[seat];
            if (!p) return null;
            const full = p.limit && p.certificates >= p.limit;
            return h(
              "tr",
              { class: table.view.decision?.player === seat ? "now" : "" },
              h(
                "td",
                null,
                h(
                  "span",
                  { class: "seatline" },
                  table.dot(seat),
                  h("b", { "data-card": "player:" + seat }, table.seatName(seat)),
                  s &&
                    !s.bot &&
                    present.has(seat) &&
                    h("span", {
                      class: "here",
                      title: t("is-here"),
                      role: "img",
                      "aria-label": t("is-here"),
                    }),
                  table.view.decision?.player === seat && h("span", { class: "sr" }, " ", t("decides-short")),
                  clockAt(table, seat),
                  p.papers.length > 0 &&
                    h(
                      "small",
                      { class: "paps", title: p.papers.map(table.paperName).join("\n") },
                      p.papers.map((x) => [h("span", { "data-card": "paper:" + x }, x), " "]),
                    ),
                ),
              ),
              !free && [
                h(
                  "td",
                  { class: "num" },
                  num(p.cash),
                  p.debt > 0 && h("small", { class: "bad" }, " −" + num(p.debt)),
                ),
                h(
                  "td",
                  null,
                  p.limit
                    ? [
                        h(
                          "span",
                          { class: "cert" + (full ? " full" : ""), "aria-hidden": "true" },
                          h("i", { css: { width: Math.min(100, (100 * p.certificates) / p.limit) + "%" } }),
                        ),
                        `${p.certificates}/${p.limit}`,
                      ]
                    : num(p.certificates),
                ),
              ],
              h("td", { class: "num" }, h("b", null, num(p.value))),
            );
          }),
          gulliver(table),
        ),
      ),
    ),
  );
}

/** The automatic player competes where he has money of his own. @param {Table} table */
function gulliver(table) {
  const { gulliver } = table.facts(),
    seat = table.game.seats.length;
  if (!gulliver) return null;
  return h(
    "tr",
    { class: "his" },
    h(
      "td",
      null,
      h("span", { class: "pdot p6", "aria-hidden": "true" }, table.initial(seat)),
      h("b", null, table.seatName(seat)),
    ),
    h("td", { class: "num" }, num(gulliver.cash)),
    h("td", null, gulliver.companies.join(" ")),
    h("td", { class: "num" }, h("b", null, num(gulliver.worth))),
  );
}

/** The stack of trains and what the next card brings. @param {Table} table @param {HTMLElement} box */
export function trains(table, box) {
  const left = table.view.stack.filter((s) => s[2] === null || s[2] > 0);
  const next = nextKind(table);
  /** @type {HTMLElement[]} */ const lines = [];
  if (next)
    for (const f of next.faces)
      if (f.scraps.length) {
        const owners = table.view.companies.flatMap((c) =>
          c.trains.filter((x) => f.scraps.includes(x.name)).map((x) => ({ c: c.id, train: x.name })),
        );
        if (owners.length)
          lines.push(
            h(
              "span",
              null,
              h("b", null, f.name),
              ": ",
              owners.map((o) => [h("span", { class: "trn risk" }, o.train), table.chip(o.c, "s"), " "]),
            ),
          );
      }
  const phase = next && table.sheet.phases[next.phase];
  put(
    box,
    h(
      "h2",
      { class: "ph" },
      t("train-stack"),
      table.view.bank > 0 && h("span", { class: "r muted" }, t("bank"), " ", table.cash(table.view.bank)),
    ),
    h(
      "div",
      { class: "stack scroll", tabindex: "0", role: "region", "aria-label": t("train-stack") },
      h(
        "div",
        { class: "tcards" },
        left.slice(0, table.facts().characters || lines.length ? 2 : 4).map((s, i) =>
          h(
            "div",
            { class: "tcard" + (i ? "" : " next"), "data-card": "train:" + s[1][0][0] },
            h("h3", null, s[0], h("em", null, s[2] === null ? "∞" : t("left-n", { n: s[2] }))),
            s[1].map((f) =>
              h(
                "div",
                { class: "l" },
                h("b", null, s[1].length === 1 && f[0] === s[0] ? "" : f[0]),
                h("span", null, num(f[1])),
              ),
            ),
          ),
        ),
      ),
      characters(table),
      h(
        "div",
        { class: "scrap" + (lines.length ? " beside" : "") },
        lines.length > 0 && [h("b", { class: "bad" }, t(table.own("next-scraps"))), lines],
        phase &&
          phase.name !== table.view.phase &&
          h(
            "p",
            null,
            t("starts-phase", { phase: phase.name }),
            " ",
            phase.colour && t("tiles-" + phase.colour),
          ),
        table.view.pool.length > 0 &&
          h(
            "p",
            null,
            t(table.own("pool")),
            ": ",
            table.view.pool.map((x) => h("span", { class: "trn" }, x.name)),
          ),
      ),
    ),
  );
}

/** The track of rounds and the phase. @param {Table} table @param {HTMLElement} box */
export function process(table, box) {
  const boxes = table.sheet.process,
    now = table.view.process,
    over = table.view.round.kind === "over";
  const label = (/** @type {ProcessBox} */ b, /** @type {boolean} */ current) => {
    if (current) return table.roundShort(table.view.round);
    if (/^OR/i.test(b.label) && b.value) return String(b.value);
    if (b.label === "PRE") return t("pre");
    return /^SR/.test(b.label) ? t("short-stock", { n: "" }) : b.label;
  };
  // On a tablet held upright rounds long past are a number.
  const gone = upright.matches && boxes.length > 12 ? Math.max(0, now - 3) : 0;
  const phase = table.sheet.phases.find((p) => p.name === table.view.phase);
  const colours = ["yellow", "green", "brown", "grey"],
    column = phase ? colours.indexOf(phase.colour || "") : -1;
  put(
    box,
    boxes.length > 1
      ? h(
          "ol",
          { class: "line", "aria-label": t("process") },
          gone > 0 && h("li", { class: "gone", title: t("rounds-gone", { n: gone }) }, `‹ ${num(gone)}`),
          boxes.map(
            (b, i) =>
              i >= gone &&
              h(
                "li",
                {
                  class: [
                    over || i < now ? "past" : i === now ? "now" : "next",
                    /^SR/i.test(b.label) ? "sr_" : "or_",
                    b.export ? "exp" : "",
                  ].join(" "),
                  "aria-current": i === now && !over ? "step" : null,
                  title: b.export ? t("export-after") : b.label,
                },
                h("span", { class: "st", "data-card": "process:" + i }, label(b, i === now && !over)),
                b.export && h("span", { class: "xp", "aria-hidden": "true" }, "⇥"),
              ),
          ),
          h("li", { class: over ? "now" : "next" }, h("span", { class: "st" }, t("end"))),
        )
      : h(
          "p",
          { class: "line" },
          h("b", { class: "st1" }, table.roundName(table.view.round)),
          optionsOf(table),
        ),
    h(
      "div",
      { class: "phase" },
      h("b", { class: "phone-only" }, table.roundName(table.view.round)),
      h("span", { "data-card": "phase" }, h("b", null, t("phase-n", { phase: table.view.phase }))),
      h(
        "span",
        { role: "img", "aria-label": t("tiles-" + (colours[column] || "yellow")) },
        colours.map((c, i) => h("i", { class: `sw ${c}` + (i > column ? " no" : "") })),
      ),
      phase &&
        phase.train_limit.length > 0 &&
        h(
          "span",
          { class: "wide desk", title: t("train-limit") },
          t("trains"),
          " ",
          [...new Set(phase.train_limit)].length === 1 ? phase.train_limit[0] : phase.train_limit.join(" · "),
        ),
    ),
  );
}

/** Facts of the title worth a line. @param {Table} table */
function optionsOf(table) {
  const f = table.facts(),
    out = [];
  if (f.nationalisation) out.push(t("fact-nationalisation"));
  if (f.southern) out.push(t("fact-southern"));
  if (f.building_closed) out.push(t("fact-building_closed"));
  if (f.ending) out.push(has("ending-" + f.ending) ? t("ending-" + f.ending) : f.ending);
  if (f.rounds) out.push(t("fact-round", { n: f.round, of: f.rounds }));
  return out.map((x) => h("span", { class: "badge warn" }, x));
}

/** Characters, where a title has them. @param {Table} table */
function characters(table) {
  const f = table.facts();
  if (!f.characters) return null;
  return h(
    "ul",
    { class: "chars", "aria-label": t("characters") },
    f.characters.map((c) =>
      h(
        "li",
        { title: has(`slot-${c.id}-why`) ? t(`slot-${c.id}-why`) : null },
        c.holder === null || c.holder === undefined
          ? h("span", { class: "pdot none" }, "–")
          : table.dot(c.holder),
        h("span", { "data-card": "slot:" + c.id }, slotName(c.id)),
      ),
    ),
    f.copy_cards &&
      h(
        "li",
        null,
        h("span", { class: "pdot none" }, "⧉"),
        h(
          "span",
          null,
          h("b", null, t("copy-cards")),
          h("small", null, f.copy_cards.map((n, seat) => `${table.seatName(seat)} ${Number(n)}`).join(" · ")),
        ),
      ),
  );
}

/** Holdings in percent. @param {Table} table @param {HTMLElement} box */
export function matrix(table, box) {
  const list = table.inOrder().filter(table.acts),
    seats = table.view.players,
    decider = table.view.decision?.player,
    // Who plays by rules alone has a column of his own.
    auto = table.view.companies.some((c) => table.automaticOf(c) > 0) && seats.length,
    { gulliver } = table.facts();
  const his = (/** @type {Child} */ what) => auto && h("td", null, what);
  put(
    box,
    h("h2", { class: "ph" }, t("holdings"), h("span", { class: "r muted" }, t("director-underlined"))),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t("holdings") },
      h(
        "table",
        { class: "t matrix" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", null, h("span", { class: "sr" }, t("company"))),
            seats.map((p) =>
              h("th", null, table.dot(p.seat), h("span", { class: "sr" }, table.seatName(p.seat))),
            ),
            auto && h("th", null, table.dot(auto, "p6"), h("span", { class: "sr" }, table.seatName(auto))),
            h("th", null, t("bank")),
          ),
        ),
        h(
          "tbody",
          null,
          list.map((c) =>
            h(
              "tr",
              null,
              h("td", null, table.chip(c.id, "s")),
              seats.map((p) => {
                const share = p.shares.find((s) => s[0] === c.id);
                return h(
                  "td",
                  { class: p.seat === decider ? "me" : "" },
                  share
                    ? h("b", { class: share[3] ? "d" : "" }, num(share[2]))
                    : h("span", { class: "z" }, "·"),
                );
              }),
              his(
                table.automaticOf(c)
                  ? h("b", { class: c.director === auto ? "d" : "" }, num(table.automaticOf(c)))
                  : h("span", { class: "z" }, "·"),
              ),
              h("td", null, c.ipo + c.pool ? num(c.ipo + c.pool) : h("span", { class: "z" }, "·")),
            ),
          ),
          /** @type {["cash", "value"]} */ (["cash", "value"]).map((field) =>
            h(
              "tr",
              null,
              h("td", { class: "muted" }, t("what-" + field)),
              seats.map((p) =>
                h("td", { class: p.seat === decider ? "me" : "" }, h("b", null, num(p[field]))),
              ),
              his(gulliver && h("b", null, num(gulliver[field === "cash" ? "cash" : "worth"]))),
              h("td"),
            ),
          ),
          h(
            "tr",
            null,
            h("td", { class: "muted" }, t("certificates")),
            seats.map((p) =>
              h(
                "td",
                { class: p.seat === decider ? "me" : "" },
                p.limit ? `${p.certificates}/${p.limit}` : num(p.certificates),
              ),
            ),
            his(""),
            h("td"),
          ),
        ),
      ),
    ),
  );
}
