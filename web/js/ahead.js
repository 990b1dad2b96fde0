// @ts-check
// What others would do here, and what is left to the server: hints, and programs for stock rounds.
import { post } from "./api.js";
import { actName } from "./acts.js";
import { choicesOf, choose, fault } from "./choosing.js";
import { draw } from "./decide.js";
import { h, put, svgOf } from "./dom.js";
import { reasonText } from "./events.js";
import { has, num, t } from "./text.js";
import { pickMove, picture } from "./track.js";

/**
 * @import { Table } from "./table.js"
 * @import { AutomationBody, HintShown, Hints, Move, Program, SeatAutomation, Worry } from "./types.d.ts"
 */

// ---- hints ----

/** @type {{for: string, list: HintShown[]|null}} */ let hint = { for: "", list: null };
/** @param {Table} table */
const here = (table) => `${table.id}@${table.at}`;

/** Hints are for tables without other people. @param {Table} table */
const alone = (table) => table.game.seats.every((s) => s.mine || s.bot);

/** @param {Table} table */
async function ask(table) {
  /** @type {typeof hint} */ const mine = { for: here(table), list: null };
  hint = mine;
  draw(table);
  try {
    const level = table.levels.includes("strong") ? "strong" : table.levels.at(-1);
    /** @type {Hints} */ const found = await post(table.api("hint"), { level });
    mine.list = found.hints;
  } catch (e) {
    hint = { for: "", list: null };
    await fault(table, e);
  }
  draw(table);
}

/** Which tile, which company, where. @param {Table} table @param {Move} move */
function where(table, move) {
  const box = move.move === "lay_tile" && h("span", { class: "hintpic", "aria-hidden": "true" });
  if (box)
    picture(table, move.tile, move.rotation).then(
      (text) => put(box, svgOf(text)),
      () => {},
    );
  return [
    box,
    "company" in move && !["run", "lay_tile"].includes(move.move) && [" ", table.chip(move.company, "s")],
    "cell" in move && " " + table.cellName(move.cell),
  ];
}

/** The button, or what was answered. @param {Table} table */
export function hints(table) {
  if (!table.myTurn() || !alone(table) || (table.choices?.count ?? 0) < 2) return null;
  if (hint.for !== here(table))
    return h(
      "div",
      { class: "ahead" },
      h(
        "button",
        { class: "btn quiet sm", type: "button", id: "hint", on: { click: () => ask(table) } },
        t("hint-ask"),
      ),
    );
  if (!hint.list) return h("p", { class: "why wait" }, t("hint-waits"));
  return h(
    "section",
    { class: "ahead", "aria-label": t("hint-title") },
    h("h3", { class: "og" }, t("hint-title")),
    hint.list.length
      ? h(
          "ol",
          { class: "hints" },
          hint.list.map((x) =>
            h(
              "li",
              null,
              h(
                "button",
                {
                  class: "btn sm",
                  type: "button",
                  on: {
                    click: () => {
                      if (!pickMove(table, x.move)) choose(table, x.move);
                    },
                  },
                },
                actName(table, x.move),
                where(table, x.move),
              ),
              h(
                "span",
                { class: "num", title: t("hint-value"), "aria-label": t("hint-value") + " " + num(x.value) },
                "≈ " + num(x.value),
              ),
              x.reason && h("small", null, reasonText(x.reason)),
            ),
          ),
        )
      : h("p", null, t("hint-none")),
  );
}

// ---- programs ----

/** What stops passing. @type {Worry[]} */
const WORRIES = ["start", "sale", "director", "price"];
const most = { open: false, paper: "", amount: "50" };
const wish = { open: false, unless: new Set(WORRIES), company: "", percent: 60 };

/** @param {Table} table @param {number} seat @param {Partial<AutomationBody>} change */
async function set(table, seat, change) {
  const now = of(table, seat);
  try {
    await post(table.api("automation"), { seat, forced: now.forced, program: now.program, ...change });
    await table.reload();
  } catch (e) {
    await fault(table, e);
  }
}

/** @param {Table} table @param {number} seat @returns {Partial<SeatAutomation>} */
const of = (table, seat) =>
  (table.state.you?.automation || []).find((a) => a.seat === seat) ||
  table.state.you?.automation?.[table.state.you.seats.indexOf(seat)] || {
    forced: true,
    program: null,
    stopped: null,
  };

/** @param {Table} table @param {Program} program */
function told(table, program) {
  if (program.kind === "pass") return t("auto-passing");
  if (program.kind === "bid")
    return t(program.paper ? "auto-bidding-for" : "auto-bidding", {
      paper: program.paper && table.paperName(program.paper),
      amount: table.cash(program.most),
    });
  return "percent" in program.until
    ? t("auto-buying", { company: program.company, n: num(program.until.percent) })
    : t("auto-buying-float", { company: program.company });
}

/** A maximum bid: the server bids as little as it takes. @param {Table} table @param {number} seat */
function maximum(table, seat) {
  const { lots = [], paper } = /** @type {NonNullable<ReturnType<Table["facts"]>["auction"]>} */ (
    table.facts().auction
  );
  // Where papers wait for their auctions one says for which; elsewhere for what is bid for now.
  const papers = lots.some((l) => "bids" in l) ? lots.flatMap((l) => ("paper" in l ? [l.paper] : [])) : [];
  if (!papers.length && paper === null) return null;
  if (!papers.includes(most.paper)) most.paper = papers[0] ?? "";
  const begin = () =>
    set(table, seat, {
      program: { kind: "bid", most: Number(most.amount), ...(papers.length ? { paper: most.paper } : {}) },
    });
  return h(
    "details",
    {
      class: "optgroup ahead",
      open: most.open,
      on: {
        toggle: (e) => {
          most.open = e.target.open;
        },
      },
    },
    h("summary", { class: "og" }, t("auto-bid-title")),
    h(
      "div",
      { class: "autobox autobuy" },
      papers.length > 0 &&
        h(
          "label",
          null,
          t("auto-bid-paper"),
          " ",
          h(
            "select",
            { id: "most-paper", on: { change: (e) => (most.paper = e.target.value) } },
            papers.map((p) => h("option", { value: p, selected: p === most.paper }, table.paperName(p))),
          ),
        ),
      h(
        "label",
        null,
        t("auto-bid"),
        " ",
        h("input", {
          type: "number",
          id: "most-amount",
          min: 1,
          max: table.view.players[seat].cash,
          step: 5,
          value: most.amount,
          on: { input: (e) => (most.amount = e.target.value) },
        }),
      ),
      h("button", { class: "btn", type: "button", id: "most-start", on: { click: begin } }, t("auto-begin")),
    ),
  );
}

/** Running programs of one's chairs, and in stock rounds the means to set one. @param {Table} table */
export function programs(table) {
  const mine = table.game.seats.filter((s) => s.mine && !s.bot);
  if (!table.live || table.game.state !== "playing" || !mine.length) return null;
  const seat =
    table.view.decision && mine.some((s) => s.seat === table.decision().player)
      ? table.decision().player
      : mine.length === 1
        ? mine[0].seat
        : null;
  // Passing ends with its round, though the server may notice it later.
  const program = (/** @type {number} */ seat) => {
    const { program } = of(table, seat);
    const over =
      program?.kind === "pass" &&
      program.round &&
      table.roundName(program.round) !== table.roundName(table.view.round);
    return over ? null : program;
  };
  const running = mine
    .map((s) => ({ s, a: { ...of(table, s.seat), program: program(s.seat) } }))
    .filter((x) => x.a.program || x.a.stopped);
  const shown = running.map((x) =>
    h(
      "p",
      { class: "ahead auto", role: "status" },
      mine.length > 1 && h("b", null, x.s.name, ": "),
      x.a.program
        ? told(table, x.a.program)
        : t("auto-stopped", {
            why: has("auto-stop-" + x.a.stopped) ? t("auto-stop-" + x.a.stopped) : x.a.stopped,
          }),
      " ",
      h(
        "button",
        {
          class: "btn quiet sm",
          type: "button",
          id: "auto-off",
          on: { click: () => set(table, x.s.seat, { program: null }) },
        },
        t(x.a.program ? "auto-off" : "close"),
      ),
    ),
  );
  if (seat !== null && !program(seat) && table.facts().auction) return [shown, maximum(table, seat)];
  if (seat === null || table.view.round.kind !== "stock" || program(seat)) return shown;
  const companies = [...new Set(choicesOf(table, "buy_share").map((c) => c.move.company))];
  if (!companies.includes(wish.company)) wish.company = companies[0] || "";
  return [
    shown,
    h(
      "details",
      {
        class: "optgroup ahead",
        open: wish.open,
        on: {
          toggle: (e) => {
            wish.open = e.target.open;
          },
        },
      },
      h("summary", { class: "og" }, t("auto-title")),
      h(
        "div",
        { class: "autobox" },
        h(
          "button",
          {
            class: "btn",
            type: "button",
            id: "auto-pass",
            on: { click: () => set(table, seat, { program: { kind: "pass", unless: [...wish.unless] } }) },
          },
          t("auto-pass"),
        ),
        h(
          "fieldset",
          { class: "field" },
          h("legend", null, t("auto-unless")),
          WORRIES.map((w) =>
            h(
              "label",
              { class: "check" },
              h("input", {
                type: "checkbox",
                checked: wish.unless.has(w),
                on: {
                  change: (e) => {
                    if (e.target.checked) wish.unless.add(w);
                    else wish.unless.delete(w);
                  },
                },
              }),
              t("auto-unless-" + w),
            ),
          ),
        ),
        companies.length > 0 &&
          h(
            "div",
            { class: "autobuy" },
            h(
              "label",
              null,
              t("auto-buy"),
              " ",
              h(
                "select",
                {
                  id: "auto-company",
                  on: {
                    change: (e) => {
                      wish.company = e.target.value;
                    },
                  },
                },
                companies.map((c) => h("option", { value: c, selected: c === wish.company }, c)),
              ),
            ),
            h(
              "label",
              null,
              t("auto-until"),
              " ",
              h("input", {
                type: "number",
                min: 10,
                max: 100,
                step: 10,
                value: wish.percent,
                id: "auto-percent",
                on: {
                  change: (e) => {
                    wish.percent = Number(e.target.value);
                  },
                },
              }),
              " %",
            ),
            h(
              "button",
              {
                class: "btn",
                type: "button",
                id: "auto-start",
                on: {
                  click: () =>
                    set(table, seat, {
                      program: {
                        kind: "buy",
                        company: wish.company,
                        from: "any",
                        until: { percent: wish.percent },
                      },
                    }),
                },
              },
              t("auto-begin"),
            ),
          ),
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            checked: of(table, seat).forced,
            on: { change: (e) => set(table, seat, { forced: e.target.checked }) },
          }),
          t("auto-forced"),
        ),
      ),
    ),
  ];
}
