// @ts-check
// What others would do here, and what is left to the server: hints, and programs for stock rounds.
import { post } from "./api.js";
import { actName, choicesOf, choose, draw, fault, table } from "./decide.js";
import { h, put, svgOf } from "./dom.js";
import { reasonText } from "./events.js";
import { T, cellName, chip, myTurn, decision } from "./table.js";
import { has, num, t } from "./text.js";
import { pickMove, picture } from "./track.js";

const base = () => `/api/games/${T.id}/`;

// ---- hints ----

/** @type {{for: string, list: any[]|null}} */ let hint = { for: "", list: null };
const here = () => `${T.id}@${T.at}`;

/** Hints are for tables without other people. */
const alone = () => T.game.seats.every((s) => s.mine || s.bot);

async function ask() {
  const mine = (hint = { for: here(), list: null });
  draw();
  try {
    mine.list = (
      await post(base() + "hint", {
        level: T.levels.includes("strong") ? "strong" : T.levels[T.levels.length - 1],
      })
    ).hints;
  } catch (e) {
    hint = { for: "", list: null };
    await fault(e);
  }
  draw();
}

/** Which tile, which company, where. @param {any} move */
function where(move) {
  const box = move.move === "lay_tile" && h("span", { class: "hintpic", "aria-hidden": "true" });
  if (box)
    picture(move.tile, move.rotation).then(
      (text) => put(box, svgOf(text)),
      () => {},
    );
  return [
    box,
    move.company && !["run", "lay_tile"].includes(move.move) && [" ", chip(move.company, "s")],
    move.cell && " " + cellName(move.cell),
  ];
}

/** The button, or what was answered. */
export function hints() {
  if (!myTurn() || !alone() || T.choices.count < 2) return null;
  if (hint.for !== here())
    return h(
      "div",
      { class: "ahead" },
      h("button", { class: "btn quiet sm", type: "button", id: "hint", on: { click: ask } }, t("hint-ask")),
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
                      if (!pickMove(x.move)) choose(x.move);
                    },
                  },
                },
                actName(x.move),
                where(x.move),
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

const WORRIES = ["start", "sale", "director", "price"];
const wish = { open: false, unless: new Set(WORRIES), company: "", percent: 60 };

/** @param {any} seat @param {any} change */
async function set(seat, change) {
  const now = of(seat);
  try {
    await post(base() + "automation", { seat, forced: now.forced, program: now.program, ...change });
    await table.reload();
  } catch (e) {
    await fault(e);
  }
}

/** @param {number} seat */
const of = (seat) =>
  (T.state.you?.automation || []).find((a) => a.seat === seat) ||
  T.state.you?.automation?.[T.state.you.seats.indexOf(seat)] || {
    forced: true,
    program: null,
    stopped: null,
  };

/** @param {any} program */
function told(program) {
  if (program.kind === "pass") return t("auto-passing");
  return program.until.percent !== undefined
    ? t("auto-buying", { company: program.company, n: num(program.until.percent) })
    : t("auto-buying-float", { company: program.company });
}

/** Running programs of one's chairs, and in stock rounds the means to set one. */
export function programs() {
  const mine = T.game.seats.filter((s) => s.mine && !s.bot);
  if (!T.live || T.game.state !== "playing" || !mine.length) return null;
  const seat =
    T.view.decision && mine.some((s) => s.seat === decision().player)
      ? decision().player
      : mine.length === 1
        ? mine[0].seat
        : null;
  const running = mine.map((s) => ({ s, a: of(s.seat) })).filter((x) => x.a.program || x.a.stopped);
  const shown = running.map((x) =>
    h(
      "p",
      { class: "ahead auto", role: "status" },
      mine.length > 1 && h("b", null, x.s.name, ": "),
      x.a.program
        ? told(x.a.program)
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
          on: { click: () => set(x.s.seat, { program: null }) },
        },
        t(x.a.program ? "auto-off" : "close"),
      ),
    ),
  );
  if (seat === null || T.view.round.kind !== "stock" || of(seat).program) return shown;
  const companies = [...new Set(choicesOf("buy_share").map((c) => c.move.company))];
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
            on: { click: () => set(seat, { program: { kind: "pass", unless: [...wish.unless] } }) },
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
                    set(seat, {
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
            checked: of(seat).forced,
            on: { change: (e) => set(seat, { forced: e.target.checked }) },
          }),
          t("auto-forced"),
        ),
      ),
    ),
  ];
}
