// @ts-check
// Cards: all about one thing. A sheet on the left, or beside its place on the map; never over the decision.
import { get } from "./api.js";
import { $, $$, h, narrow, put, svgOf } from "./dom.js";
import { statements, statementsOfPaper } from "./explain.js";
import { byRound, graph, stroke, strokeOf } from "./graph.js";
import { holders } from "./panels.js";
import { rulesOf, statementLine } from "./rules.js";
import { sizeName, status } from "./stock.js";
import { slotName } from "./table.js";
import { has, lang, manner, num, ruleLink, t } from "./text.js";
import { picture } from "./track.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Topic } from "./explain.js"
 * @import { ByRound } from "./graph.js"
 * @import { Table } from "./table.js"
 * @import { BestRoutes, CellCard, Rule, StopShown, TileCard, TrainFace, TrainKind } from "./types.d.ts"
 * @typedef {{mark?: Child, name: string, about?: Child, parts: Child[]}} Card
 */

/** What is open: the last is shown, those before are a step back. @type {string[]} */ let path = [];
/** What opened the first of them. @type {HTMLElement|null} */ let opener = null;

// ---- parts of a card ----

/** A part with its heading. @param {string} title @param {...Child} children */
const part = (title, ...children) => h("section", { class: "cpart" }, h("h3", null, title), children);

/** Names and values side by side. @param {(readonly [string, Child]|false|null)[]} pairs */
const facts = (...pairs) =>
  h(
    "dl",
    { class: "cfacts" },
    pairs.map((pair) => pair && h("div", null, h("dt", null, pair[0]), h("dd", null, pair[1] ?? "–"))),
  );

/** A button to another card. @param {string} what @param {...Child} children */
const to = (what, ...children) =>
  h("button", { class: "tocard", type: "button", "data-card": what }, children);

/** @type {Map<string, Promise<Rule[]>>} */ const books = new Map();

/**
 * Statements of the rules in the reader's language; only those that name something, if any does.
 * @param {Table} table @param {string[]} ids @param {RegExp} [naming]
 */
async function quoted(table, ids, naming) {
  if (!ids.length) return null;
  const name = table.sheet.title + lang();
  let book = books.get(name);
  if (!book) books.set(name, (book = rulesOf(table.sheet.title)));
  const rules = await book.catch(() => {
    books.delete(name);
    return /** @type {Rule[]} */ ([]);
  });
  const all = ids.map((id) => rules.find((r) => r.id === id)).filter((r) => !!r),
    named = naming ? all.filter((r) => naming.test(r.text)) : all,
    found = named.length ? named : all;
  return h(
    "ul",
    { class: "quoted" },
    found.map((r) =>
      h(
        "li",
        { lang: r.language },
        r.text.split("\n").map((line) => [statementLine(line), " "]),
        ruleLink(r.id),
      ),
    ),
  );
}

/** What the rules say of a letter on the map. @param {Table} table @param {string} letter */
async function letter(table, letter) {
  const list = await quoted(
    table,
    statements(table.sheet.title, "letter"),
    new RegExp(`(?<!\\p{L})${letter}(?!\\p{L})`, "u"),
  );
  return list && part(t("card-letter", { letter }), list);
}

/** What the rules say of a topic, under a heading. @param {Table} table @param {Topic} topic @param {string} [title] */
async function explained(table, topic, title = t("card-rules")) {
  const list = await quoted(table, statements(table.sheet.title, topic));
  return list && part(title, list);
}

/** @param {Table} table @param {string} tile @param {number} [rotation] */
function tilePicture(table, tile, rotation = 0) {
  const box = h("span", { class: "tpic", "aria-hidden": "true" });
  picture(table, tile, rotation).then(
    (text) => put(box, svgOf(text)),
    () => {},
  );
  return box;
}

// ---- what lies behind the figures ----

/** @type {{of: string, found: Promise<ByRound>}} */ let rounds = {
  of: "",
  found: Promise.reject(new Error()),
};
rounds.found.catch(() => {});

/** Values by rounds, asked once for a position. @param {Table} table */
function history(table) {
  const of = `${table.id}@${table.length}`;
  if (rounds.of !== of) rounds = { of, found: byRound(table) };
  return rounds.found.catch(() => null);
}

/** @type {Map<string, Promise<BestRoutes|null>>} */ const runs = new Map();

/** The best run of a company, asked once for a position. @param {Table} table @param {string} id */
function bestRun(table, id) {
  const name = `${table.id}@${table.at}/${id}`;
  let found = runs.get(name);
  if (!found) {
    if (runs.size > 40) runs.clear();
    runs.set(name, (found = get(table.api("routes/" + id), { at: table.at }).catch(() => null)));
  }
  return found;
}

/** Kinds of trains by the name of a side. @param {Table} table @param {string} name */
const kindOf = (table, name) =>
  /** @type {TrainKind|undefined} */ (
    table.sheet.trains.find((k) => k.faces.some((f) => f.name === name)) ??
      table.sheet.trains.find((k) => k.name === name)
  );

/** The train whose first sale takes this one away. @param {Table} table @param {string} name */
const goesWith = (table, name) =>
  table.sheet.trains.flatMap((k) => k.faces).find((f) => f.scraps.includes(name))?.name;

/** @param {Table} table @param {string} name */
const fate = (table, name) => {
  const by = goesWith(table, name);
  return by ? t(table.own("card-rusts"), { train: by }) : t(table.own("card-never-rusts"));
};

/** @param {TrainFace} face */
function rangeText({ range: r }) {
  if (r.kind === "plus") return t("range-plus", { cities: r.cities ?? 0, total: r.total ?? 0 });
  if (r.kind === "stations") return t("range-stations", { n: r.large ?? 0, total: r.small ?? "∞" });
  if (r.kind === "cities") return t("range-cities", { n: r.count ?? 0, times: r.times ?? 1 });
  return t("range-" + r.kind, { n: r.stops ?? 0 });
}

// ---- companies ----

/** The last runs of a company as bars; dashed where nothing was paid out. @param {Table} table @param {ByRound} all @param {string} id */
function lastRuns(table, all, id) {
  const last = all.incomes.filter((i) => i.company === id).slice(-6);
  if (!last.length) return "–";
  const most = Math.max(1, ...last.map((i) => i.revenue));
  return h(
    "ol",
    { class: "runbars" },
    last.map((i) =>
      h(
        "li",
        { title: i.paid ? null : t("kept-short") },
        h("b", null, i.revenue ? num(i.revenue) : "–"),
        h("i", {
          class: i.paid ? "" : "kept",
          css: { height: `${Math.max(2, (36 * i.revenue) / most)}px` },
        }),
        h("span", null, table.roundNumber(i.round)),
        !i.paid && h("span", { class: "sr" }, t("kept-short")),
      ),
    ),
  );
}

/** @param {Table} table @param {string} id @returns {Promise<Card>} */
async function company(table, id) {
  const def = table.companyDef(id),
    c = table.companyView(id),
    all = await history(table);
  const price = all?.prices[id]?.some((v) => v !== null) ? all.prices[id] : null;
  const from = price ? price.findIndex((v) => v !== null) : 0;
  const run = h("dd", null, "…");
  if (c.trains.length && c.stations.length)
    bestRun(table, id).then((best) =>
      put(
        run,
        best
          ? [
              h("b", null, table.cash(best.total.revenue)),
              " ",
              h(
                "small",
                null,
                best.proved ? t("card-proved") : t("at-most", { amount: table.cash(best.bound) }),
              ),
            ]
          : "–",
      ),
    );
  else put(run, "–");
  const names = [...new Set(c.trains.map((x) => x.name))];
  const papers = await Promise.all(
    c.papers.map(async (p) => [
      to("paper:" + p, h("span", { class: "pap" }, p), " ", table.paperDef(p)?.name),
      await quoted(table, statementsOfPaper(table.sheet.title, p).slice(1, 5)),
    ]),
  );
  const brought = table.brings(id);
  return {
    mark: table.chip(id, "l"),
    name: def.name,
    about: [
      [id, sizeName(table, def.size)].filter(Boolean).join(" · "),
      c.director !== null && [
        " · ",
        table.dot(c.director),
        t("card-directs", { name: table.seatName(c.director) }),
      ],
      " ",
      status(c),
    ],
    parts: [
      c.price !== null &&
        part(
          t("price"),
          h(
            "div",
            { class: "bigprice" },
            h("b", null, table.cash(c.price)),
            c.next_prices &&
              h(
                "span",
                null,
                t("card-pays"),
                " → ",
                h("b", { class: "good" }, num(c.next_prices[0])),
                h("br"),
                t("card-withholds"),
                " → ",
                h("b", { class: "bad" }, num(c.next_prices[1])),
              ),
          ),
          price &&
            all &&
            price.length - from > 2 &&
            graph({
              title: `${t("price")} ${id}`,
              what: t("price"),
              lines: [{ name: id, colour: "var(--ink-2)", values: price.slice(from) }],
              labels: all.rounds.slice(from).map((r) => r.label),
              small: true,
            }),
        ),
      h(
        "section",
        { class: "cpart" },
        h(
          "dl",
          { class: "cfacts" },
          h(
            "div",
            null,
            h("dt", null, t("treasury")),
            h(
              "dd",
              null,
              h("b", null, table.coins(c.treasury)),
              table.sheet.company_money && [" ", to("money", t("card-what-is", { what: unit(table) }))],
            ),
          ),
          h(
            "div",
            null,
            h(
              "dt",
              null,
              t("trains"),
              " ",
              h("small", null, t("n-of-n", { i: c.trains.length, n: c.train_limit })),
            ),
            h(
              "dd",
              null,
              c.trains.map((x) => to("train:" + x.name, h("span", { class: "trn" }, x.name))),
              !c.trains.length && "–",
              names.map((n) => h("small", null, names.length > 1 && `${n}: `, fate(table, n))),
            ),
          ),
          h("div", null, h("dt", null, t("card-best-run")), run),
        ),
      ),
      part(
        t("shares"),
        h("p", { class: "muted" }, t("card-each", { n: def.unit_percent })),
        h("div", { class: "hold wide" }, holders(table, c, true)),
        h(
          "p",
          { class: "muted" },
          t("card-structure", {
            director: def.director_units * def.unit_percent,
            float: def.float_units * def.unit_percent,
          }),
        ),
      ),
      part(t("card-last-runs"), all ? lastRuns(table, all, id) : "–"),
      part(
        t("stations"),
        h(
          "ul",
          { class: "clist" },
          c.stations.map(([cell]) =>
            h(
              "li",
              null,
              to("cell:" + cell, table.chip(id, "s"), " ", table.cellName(cell)),
              def.homes.includes(cell) && h("small", null, " ", t("home")),
            ),
          ),
          c.markers.length > 0 &&
            h(
              "li",
              null,
              h("span", { class: "pdot none" }, "○"),
              t("card-left", { n: c.markers.length }),
              " ",
              h("small", null, c.markers.map((m) => table.coins(m)).join(", ")),
            ),
          !c.stations.length && !c.markers.length && h("li", null, "–"),
        ),
      ),
      (c.papers.length > 0 || table.sheet.papers.length > 0) &&
        part(t("card-papers"), papers.length ? papers : "–"),
      brought.length > 0 &&
        part(
          t("card-brings"),
          h(
            "ul",
            { class: "clist" },
            brought.map((b) => h("li", null, b.text)),
          ),
        ),
      await explained(table, "company"),
    ],
  };
}

/** How the money of companies is written. @param {Table} table */
const unit = (table) => (table.sheet.company_money || "").replace("#", "").trim();

// ---- players ----

/** @param {Table} table @param {string} id @returns {Promise<Card>} */
async function player(table, id) {
  const seat = Number(id),
    p = table.view.players[seat],
    s = table.game.seats[seat],
    all = await history(table);
  const gulliver = table.facts().gulliver;
  if (!p)
    return {
      mark: h("span", { class: "pdot big p6" }, table.seatName(seat)[0]),
      name: table.seatName(seat),
      about: t("card-automatic"),
      parts: [
        gulliver &&
          facts(
            [t("what-cash"), table.cash(gulliver.cash)],
            [t("what-value"), table.cash(gulliver.worth)],
            [t("companies"), gulliver.companies.map((c) => table.chip(c))],
          ),
        part(
          t("shares"),
          h(
            "ul",
            { class: "clist" },
            table.view.companies.map((c) => {
              const def = table.companyDef(c.id),
                others = table.view.players
                  .flatMap((q) => q.shares.filter((x) => x[0] === c.id))
                  .reduce((a, x) => a + x[2], 0),
                rest = def.units * def.unit_percent - others - c.ipo - c.pool;
              return rest > 0 && c.price !== null && h("li", null, table.chip(c.id), " ", num(rest), " %");
            }),
          ),
        ),
      ],
    };
  const worth = all?.players[seat];
  const chars = (table.facts().characters || []).filter((c) => c.holder === seat);
  return {
    mark: h("span", { class: `pdot big p${seat % 7}` }, table.initial(seat)),
    name: table.seatName(seat),
    about: s?.bot ? t("card-bot", { level: manner(s.bot) }) : s?.mine ? t("card-you") : "",
    parts: [
      h(
        "section",
        { class: "cpart" },
        facts(
          [t("what-cash"), h("b", null, table.cash(p.cash))],
          [t("what-value"), h("b", null, table.cash(p.value))],
          [t("certificates"), p.limit ? t("n-of-n", { i: p.certificates, n: p.limit }) : num(p.certificates)],
          p.debt > 0 && [t("what-debt"), h("b", { class: "bad" }, table.cash(p.debt))],
        ),
      ),
      worth &&
        part(
          t("card-worth-by-round"),
          graph({
            title: t("card-worth-by-round"),
            what: t("what-value"),
            lines: [{ name: table.seatName(seat), ...stroke(seat), dash: "", values: worth }],
            labels: all?.rounds.map((r) => r.label) ?? [],
            small: true,
          }),
        ),
      part(
        t("shares"),
        p.shares.length
          ? h(
              "table",
              { class: "t" },
              h(
                "tbody",
                null,
                p.shares.map(([c, units, percent, director]) => {
                  const price = table.companyView(c)?.price ?? null;
                  return h(
                    "tr",
                    null,
                    h("td", null, to("company:" + c, table.chip(c), " ", table.companyDef(c).name)),
                    h("td", { class: "num" }, num(percent), " %", director && " ★"),
                    h("td", { class: "num" }, price === null ? "–" : table.cash(price * units)),
                  );
                }),
              ),
            )
          : "–",
      ),
      table.sheet.papers.length > 0 &&
        part(
          t("card-papers"),
          p.papers.length
            ? h(
                "ul",
                { class: "clist" },
                p.papers.map((x) => {
                  const now = table.view.papers.find((y) => y.id === x);
                  return h(
                    "li",
                    null,
                    to("paper:" + x, h("span", { class: "pap" }, x), " ", table.paperDef(x)?.name),
                    now && h("small", null, " ", t("paper-income", { amount: table.cash(now.income) })),
                  );
                }),
              )
            : "–",
        ),
      chars.length > 0 &&
        part(
          t("characters"),
          h(
            "ul",
            { class: "clist" },
            chars.map((c) => h("li", null, to("slot:" + c.id, slotName(c.id)))),
          ),
        ),
      await explained(table, "player"),
    ],
  };
}

// ---- papers, cards, characters ----

/** Who has a paper. @param {Table} table @param {string} owner */
function ownerOf(table, owner) {
  const [kind, id] = owner.split(":");
  if (kind === "player") return to("player:" + id, table.dot(Number(id)), table.seatName(Number(id)));
  if (kind === "company") return to("company:" + id, table.chip(id), " ", id);
  return t("card-place-" + kind);
}

/** @param {Table} table @param {string} id @returns {Promise<Card>} */
async function paper(table, id) {
  const def = table.paperDef(id),
    now = table.view.papers.find((p) => p.id === id);
  const box = table.sheet.process[table.view.process],
    sized = new Set(table.sheet.papers.map((p) => p.size)).size > 1;
  return {
    mark: h("span", { class: "pap l" }, id),
    name: def.name,
    about: [def.name !== id && id, sized && sizeName(table, def.size)].filter(Boolean).join(" · "),
    parts: [
      h(
        "section",
        { class: "cpart" },
        facts(
          [t("card-owner"), now ? ownerOf(table, now.owner) : "–"],
          [t("price"), table.cash(now?.price ?? def.price)],
          [t("card-income"), table.cash(now?.income ?? def.income)],
          !!box?.value && [t("card-price-now"), table.cash(box.value)],
          !!def.company && [
            t("card-linked"),
            to("company:" + def.company, table.chip(def.company), " ", def.company),
          ],
          !!now?.used && [t("card-power"), t("card-used")],
        ),
      ),
      part(t("card-does"), await quoted(table, statementsOfPaper(table.sheet.title, id))),
    ],
  };
}

/** @param {Table} table @param {string} id @returns {Promise<Card>} */
async function slot(table, id) {
  const holder = table.facts().characters?.find((c) => c.id === id)?.holder;
  const lines = table.brings(id);
  return {
    mark: h("span", { class: "pap l" }, slotName(id)[0]),
    name: slotName(id),
    about: holder === null || holder === undefined ? "" : [table.dot(holder), table.seatName(holder)],
    parts: [
      has(`slot-${id}-why`) && h("p", { class: "lead" }, t(`slot-${id}-why`)),
      lines.length > 0 &&
        part(
          t("card-does"),
          h(
            "ul",
            { class: "clist" },
            lines.map((b) => h("li", null, b.text)),
          ),
        ),
    ],
  };
}

// ---- trains ----

/** @param {Table} table @param {string} name @returns {Promise<Card>} */
async function train(table, name) {
  const kind = kindOf(table, name);
  if (!kind) return { name, parts: [] };
  const left = table.view.stack.find((x) => x[0] === kind.name);
  const owners = table.view.companies.flatMap((c) =>
    c.trains.filter((x) => kind.faces.some((f) => f.name === x.name)).map((x) => ({ c: c.id, x })),
  );
  const phase = table.sheet.phases[kind.phase];
  return {
    mark: h("span", { class: "trn l" }, name),
    name: t("card-train", { train: name }),
    about: kind.name !== name ? t("card-of-card", { card: kind.name }) : "",
    parts: [
      part(
        t("card-sides"),
        h(
          "table",
          { class: "t" },
          h(
            "tbody",
            null,
            kind.faces.map((f) =>
              h(
                "tr",
                null,
                h(
                  "td",
                  null,
                  h("span", { class: "trn" }, f.name),
                  kind.faces.length > 1 && h("small", null, " ", sizeName(table, f.size)),
                ),
                h("td", null, rangeText(f)),
                h("td", { class: "num" }, table.coins(f.price)),
              ),
            ),
          ),
        ),
      ),
      h(
        "section",
        { class: "cpart" },
        facts(
          [t("card-in-stack"), kind.unlimited ? "∞" : t("n-of-n", { i: left?.[2] ?? 0, n: kind.count })],
          [t("card-owned-by"), owners.length ? owners.map((o) => [table.chip(o.c), " "]) : "–"],
          !!phase && [t("phase"), phase.name],
        ),
      ),
      part(
        t("card-fate"),
        h(
          "ul",
          { class: "clist" },
          kind.faces.map((f) => [
            h("li", null, h("span", { class: "trn" }, f.name), " ", fate(table, f.name)),
            f.scraps.length > 0 &&
              h(
                "li",
                null,
                h("span", { class: "trn" }, f.name),
                " ",
                t(table.own("card-takes-away"), { trains: f.scraps.join(", ") }),
              ),
          ]),
        ),
      ),
      await explained(table, "train"),
    ],
  };
}

// ---- tiles and places ----

/** @param {Table} table @param {StopShown} stop */
function stopText(table, stop) {
  const values =
    stop.values.length > 1
      ? stop.values.map((v, i) => h("b", { class: `val c${i}` + (v === stop.value ? " on" : "") }, num(v)))
      : stop.kind === "halt"
        ? null
        : h("b", null, table.cash(stop.value));
  return h(
    "li",
    null,
    t("card-stop-" + stop.kind),
    stop.name && ` ${stop.name}`,
    values && [" · ", t("card-pays-n"), " ", values],
    stop.with_station !== null && ` (${t("card-with-station", { amount: table.cash(stop.with_station) })})`,
    stop.slots > 0 && [" · ", t("card-slots", { n: stop.slots })],
  );
}

/** Tiles that may follow; what may be laid now comes first. @param {Table} table @param {TileCard} tile @param {string} [cell] */
function followers(table, tile, cell) {
  if (!tile.followers.length) return part(t("card-upgrades"), h("p", null, t("card-no-upgrade")));
  const may = new Set(
    cell
      ? table
          .allChoices()
          .filter(
            (c) => (c.move.move === "lay_tile" || c.move.move === "lay_paper_tile") && c.move.cell === cell,
          )
          .map((c) => /** @type {{tile: string}} */ (c.move).tile)
      : [],
  );
  const list = [...tile.followers].sort((a, b) => Number(may.has(b.tile)) - Number(may.has(a.tile)));
  return part(
    may.size ? t("card-upgrades-now") : t(tile.colour === "bare" ? "card-first-tiles" : "card-upgrades"),
    h(
      "ul",
      { class: "ctiles" },
      list.map((f) =>
        h(
          "li",
          { class: (f.left === 0 ? "none " : "") + (may.has(f.tile) ? "may" : "") },
          to("tile:" + f.tile, tilePicture(table, f.tile), h("b", null, f.tile)),
          h(
            "small",
            { class: f.left === 1 ? "warn" : "" },
            f.left === null ? "∞" : t("left-n", { n: f.left }),
          ),
          may.has(f.tile) && h("small", { class: "good" }, t("card-now")),
        ),
      ),
    ),
    list.some((f) => f.special) && h("p", { class: "muted" }, t("card-special")),
  );
}

/** What the signs of a tile mean. @param {Table} table @param {TileCard} tile */
const signs = (table, tile) =>
  Promise.all([
    tile.label && letter(table, tile.label),
    ...["halt", "town", "city", "red"].map(
      (kind) =>
        tile.stops.some((s) => s.kind === kind) &&
        explained(table, /** @type {Topic} */ (kind), t("card-about-" + kind)),
    ),
    tile.mine > 0 && explained(table, "mine", t("card-mine", { amount: table.coins(tile.mine) })),
    tile.special && explained(table, "special", t("card-special")),
  ]);

/** @param {Table} table @param {string} id @returns {Promise<Card>} */
async function tile(table, id) {
  /** @type {TileCard} */ const card = await get(table.api("tiles/" + encodeURIComponent(id)), {
    at: table.at,
  });
  const on = table.view.board.filter((b) => b.tile === id).map((b) => b.cell);
  return {
    mark: tilePicture(table, id),
    name: has("tile-" + id) ? t("tile-" + id) : t("card-tile", { tile: id }),
    about: t("card-colour-" + card.colour),
    parts: [
      h(
        "section",
        { class: "cpart" },
        facts(
          !card.printed && [
            t("card-in-supply"),
            card.left === null ? "∞" : t("n-of-n", { i: card.left, n: card.count ?? 0 }),
          ],
          card.cost > 0 && [t("card-cost"), table.coins(card.cost)],
          !!card.label && [t("card-sign"), h("b", null, card.label)],
        ),
      ),
      card.stops.length > 0 &&
        part(
          t("card-stops"),
          h(
            "ul",
            { class: "clist" },
            card.stops.map((s) => stopText(table, s)),
          ),
        ),
      on.length > 0 &&
        part(
          t("card-lies-on"),
          h(
            "p",
            { class: "pills" },
            on.map((c) => to("cell:" + c, table.cellName(c))),
          ),
        ),
      followers(table, card),
      await signs(table, card),
      await explained(table, "tile"),
    ],
  };
}

/** @param {Table} table @param {string} id @returns {Promise<Card>} */
async function cell(table, id) {
  /** @type {CellCard} */ const card = await get(table.api("cells/" + encodeURIComponent(id)), {
    at: table.at,
  });
  const lies = card.tile;
  const kind = lies?.stops[0]?.kind;
  const value = lies?.stops.find((s) => s.value > 0)?.value;
  const stations = (table.view.board.find((b) => b.cell === id)?.stations ?? [])
    .flat()
    .filter((x) => x !== null);
  return {
    name: card.name ? `${id} ${card.name}` : id,
    about: [
      kind && t("card-stop-" + kind),
      lies &&
        (card.laid
          ? to("tile:" + lies.tile, t("card-tile", { tile: lies.tile }))
          : t("card-colour-" + lies.colour)),
      value && t("card-pays-amount", { amount: table.cash(value) }),
    ]
      .filter(Boolean)
      .map((x, i) => [i > 0 && " · ", x]),
    parts: [
      lies &&
        lies.stops.length > 1 &&
        part(
          t("card-stops"),
          h(
            "ul",
            { class: "clist" },
            lies.stops.map((s) => stopText(table, s)),
          ),
        ),
      card.terrain &&
        part(
          t("card-terrain"),
          h(
            "p",
            null,
            t("card-first-costs", {
              terrain: t("terrain-" + card.terrain.kind),
              cost: table.coins(card.terrain.cost),
            }),
          ),
          await quoted(table, statements(table.sheet.title, "terrain").slice(0, 2)),
        ),
      card.barred.length > 0 &&
        part(
          t("card-barrier"),
          h("p", null, t("card-barred", { cells: card.barred.join(", ") })),
          await quoted(table, statements(table.sheet.title, "barrier")),
        ),
      card.reserved_for &&
        part(
          t("card-reserved", { company: card.reserved_for }),
          await quoted(table, statements(table.sheet.title, "reserved")),
        ),
      lies && followers(table, lies, id),
      (stations.length > 0 || card.homes.length > 0) &&
        part(
          t("stations"),
          h(
            "ul",
            { class: "clist" },
            [...new Set([...stations, ...card.homes])].map((c) =>
              h(
                "li",
                null,
                to("company:" + c, table.chip(c), " ", table.companyDef(c).name),
                card.homes.includes(c) && h("small", null, " ", t("home")),
                !stations.includes(c) && h("small", null, " ", t("not-started")),
              ),
            ),
          ),
        ),
      part(
        t("card-reached-by"),
        card.reached_by.length
          ? h(
              "p",
              { class: "chips" },
              card.reached_by.map((c) => table.chip(c, "m")),
            )
          : h("p", null, t("card-nobody-reaches")),
      ),
      lies && (await signs(table, lies)),
    ],
  };
}

// ---- the course of the game ----

/** @param {Table} table @param {string} id @returns {Promise<Card>} */
async function process(table, id) {
  const box = table.sheet.process[Number(id)];
  return {
    name: t("process"),
    about: box?.label,
    parts: [
      h("p", { class: "lead" }, t("card-process")),
      table.sheet.process.some((b) => b.export) &&
        h("p", null, h("b", { class: "bad" }, "⇥ "), t("export-after")),
      !!box?.value && h("p", null, t("card-process-value", { amount: table.cash(box.value) })),
      await explained(table, "process"),
    ],
  };
}

/** @param {Table} table @returns {Promise<Card>} */
async function phase(table) {
  return {
    name: t("phase-n", { phase: table.view.phase }),
    parts: [
      part(
        t("train-limit"),
        h(
          "table",
          { class: "t" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", null, t("phase")),
              h("th", null, t("tiles-col")),
              h("th", { class: "num" }, t("limit-col")),
            ),
          ),
          h(
            "tbody",
            null,
            table.sheet.phases.map((p) =>
              h(
                "tr",
                { class: p.name === table.view.phase ? "now" : "" },
                h("td", null, h("b", null, p.name)),
                h("td", null, p.colour && t("tiles-" + p.colour)),
                h(
                  "td",
                  { class: "num" },
                  [...new Set(p.train_limit)].length === 1
                    ? num(p.train_limit[0])
                    : p.train_limit.join(" · "),
                ),
              ),
            ),
          ),
        ),
      ),
      await explained(table, "phase"),
    ],
  };
}

/** @param {Table} table @returns {Promise<Card>} */
async function money(table) {
  return {
    name: t("card-money"),
    about: t("card-money-two", { players: table.cash(100), companies: table.coins(100) }),
    parts: [await explained(table, "money")],
  };
}

/** @type {Record<string, (table: Table, id: string) => Promise<Card>>} */
const KINDS = { company, player, paper, slot, train, tile, cell, process, phase, money };

// ---- where a card stands ----

/** @param {HTMLElement} box @param {Card} card @param {Table} table */
function fill(box, card, table) {
  const back = path.length > 1;
  put(
    box,
    h(
      "header",
      null,
      back &&
        h(
          "button",
          {
            class: "btn quiet ic",
            type: "button",
            id: "card-back",
            "aria-label": t("card-back"),
            title: t("card-back"),
            on: { click: () => step(table) },
          },
          "‹",
        ),
      card.mark,
      h(
        "div",
        null,
        h("h2", { id: "card-h", tabindex: "-1" }, card.name),
        card.about && h("p", null, card.about),
      ),
      h(
        "button",
        {
          class: "btn quiet ic",
          type: "button",
          id: "card-close",
          "aria-label": t("close"),
          on: { click: close },
        },
        "✕",
      ),
    ),
    h("div", { class: "cardbody", tabindex: "0", role: "region", "aria-labelledby": "card-h" }, card.parts),
    h(
      "footer",
      { class: "cardfoot" },
      h("b", null, $("#dtitle")?.textContent ?? ""),
      h(
        "button",
        { class: "btn primary", type: "button", on: { click: close } },
        t(table.myTurn() ? "card-decide" : "close"),
      ),
    ),
  );
}

/** The box of the card. */
function boxOf() {
  return (
    $("#card") ||
    $("#table").appendChild(
      h("aside", { id: "card", class: "about panel", "aria-labelledby": "card-h", hidden: true }),
    )
  );
}

/**
 * Beside its place on the map: where it covers fewest places that can be chosen, and never its own.
 * @param {Table} table @param {HTMLElement} box @param {string} id
 */
function beside(table, box, id) {
  const place = table.board.hit(id)?.getBoundingClientRect(),
    map = $("#mapbox").getBoundingClientRect();
  box.style.cssText = "";
  if (!place) return;
  const w = Math.min(330, map.width - 16),
    hgt = Math.min(box.scrollHeight + 2, map.height - 16, 400);
  const middle = place.top + place.height / 2 - hgt / 2,
    centre = place.left + place.width / 2 - w / 2;
  const spots = [
    [place.right + 8, middle],
    [place.left - w - 8, middle],
    [centre, place.top - hgt - 8],
    [centre, place.bottom + 8],
    [place.right + 8, map.top + 8],
    [place.left - w - 8, map.top + 8],
    [map.left, map.top],
    [map.left, map.bottom],
    [map.right, map.top],
    [map.right, map.bottom],
  ].map(([x, y]) => ({
    x: Math.min(map.right - w - 8, Math.max(map.left + 8, x)),
    y: Math.min(map.bottom - hgt - 8, Math.max(map.top + 8, y)),
  }));
  const covers = (/** @type {{x: number, y: number}} */ at, /** @type {DOMRect} */ r) =>
    at.x < r.right - 4 && at.x + w > r.left + 4 && at.y < r.bottom - 4 && at.y + hgt > r.top + 4;
  const open = $$("#map-hits .can", table.board.svg).map((e) => e.getBoundingClientRect());
  const price = (/** @type {{x: number, y: number}} */ at) =>
    open.filter((r) => covers(at, r)).length + (covers(at, place) ? 100 : 0);
  const best = spots.reduce((a, b) => (price(b) < price(a) ? b : a));
  Object.assign(box.style, {
    left: best.x + "px",
    top: best.y + "px",
    width: w + "px",
    maxHeight: hgt + "px",
  });
}

let asked = 0;

/** Draws what is open. @param {Table} table @param {boolean} [fresh] the card was opened just now */
async function show(table, fresh) {
  const what = path.at(-1) ?? "",
    at = what.indexOf(":"),
    kind = at < 0 ? what : what.slice(0, at),
    id = at < 0 ? "" : what.slice(at + 1);
  const mine = ++asked,
    box = boxOf();
  const popped = kind === "cell" && !narrow() && table.mode !== "stock";
  try {
    const card = await KINDS[kind](table, id);
    if (mine !== asked) return;
    const top = fresh ? 0 : ($(".cardbody", box)?.scrollTop ?? 0),
      focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
    box.classList.toggle("pop", popped);
    box.hidden = false;
    $("#table").classList.toggle("with-card", !popped);
    fill(box, card, table);
    if (popped) beside(table, box, id);
    else box.style.cssText = "";
    $(".cardbody", box).scrollTop = top;
    if (fresh) $("#card-h", box).focus({ preventScroll: true });
    else if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  } catch {
    if (mine === asked) close();
  }
}

/** Opens a card: `company:BN`, `cell:E11`, `phase`. @param {Table} table @param {string} what @param {HTMLElement} from */
export function open(table, what, from) {
  const inside = from.closest("#card");
  if (!inside) {
    path = [];
    opener = from;
  }
  if (path.at(-1) !== what) path.push(what);
  path = path.slice(-12);
  return show(table, true);
}

/** One card back. @param {Table} table */
function step(table) {
  path.pop();
  show(table, true);
}

/** Closes the card; the focus goes back to where it came from. */
export function close() {
  const box = $("#card"),
    [what] = path;
  asked++;
  path = [];
  if (!box || box.hidden) return;
  box.hidden = true;
  $("#table").classList.remove("with-card");
  const home = opener?.isConnected
    ? opener
    : $$(`[data-card="${CSS.escape(what ?? "")}"][tabindex]`).find((e) => e.offsetParent);
  home?.focus({ preventScroll: true });
  if (document.activeElement === document.body) $("#main").focus({ preventScroll: true });
}

/** Something happened: the card tells how it is now. @param {Table} table */
export const again = (table) => path.length > 0 && show(table);

addEventListener(
  "keydown",
  (e) => {
    if (e.key !== "Escape" || !path.length || $("dialog[open]")) return;
    e.preventDefault();
    e.stopPropagation();
    close();
  },
  true,
);
