// @ts-check
// The turn of an automatic player, told step by step at a pace one can follow.
import { $, h } from "./dom.js";
import { foundText, sentence } from "./events.js";
import { num, ruleLink, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Table } from "./table.js"
 * @import { GameEvent, Line } from "./types.d.ts"
 * @typedef {{mark: string, name: string, rules: string[], events: GameEvent[]}} Step
 */

/** Milliseconds between steps; without a number the reader goes on. @type {Record<string, number|null>} */
const PACES = { step: null, slow: 2000, fast: 600, once: 0 };
/** Names of his steps. */
const LETTERS = ["A", "B", "C", "D", "E"];
/** Events that belong to nobody's step: they come after it. */
const AFTER = /^(round_began|turn_began|ran|paid_out|kept|price_moved|order_changed|priority_passed)$/;

const pace = () => {
  const kept = localStorage.getItem("automatic") ?? "slow";
  return kept in PACES ? kept : "slow";
};

/**
 * His steps within what came of a move: those with a letter of their own, or the companies he was given.
 * @param {Table} table @param {Line} line @returns {Step[]}
 */
function stepsOf(table, line) {
  /** @type {Step[]} */ const steps = [];
  for (const e of line.events) {
    const last = steps.at(-1);
    if (e.event === "procedure") {
      const mark = e.step[0];
      if (last?.mark === mark) {
        last.events.push(e);
        last.rules.push(e.rule);
      } else steps.push({ mark, name: t("automatic-step-" + mark), rules: [e.rule], events: [e] });
    } else if (e.event === "drawn" && e.what.startsWith("vaclav"))
      steps.push({
        mark: num(steps.length + 1),
        name: table.companyDef(e.result)?.name ?? "",
        rules: [],
        events: [e],
      });
    else if (e.event === "drawn" && /^[A-E]/.test(e.what) && last?.mark !== e.what[0])
      // The draw comes before what it decides.
      steps.push({ mark: e.what[0], name: t("automatic-step-" + e.what[0]), rules: [], events: [e] });
    else if (last && AFTER.test(e.event)) break;
    else last?.events.push(e);
  }
  if (!steps.some((s) => LETTERS.includes(s.mark))) return steps;
  // Steps that he skipped stay, grey.
  return LETTERS.map(
    (mark) =>
      steps.find((s) => s.mark === mark) ?? {
        mark,
        name: t("automatic-step-" + mark),
        rules: [],
        events: [],
      },
  );
}

/** Whether a move made an automatic player act. @param {Line} line */
export const isAutomatic = (line) =>
  line.events.some((e) => e.event === "procedure" || (e.event === "drawn" && e.what.startsWith("vaclav")));

/** @param {Step} step */
const cellsOf = (step) => [...new Set(step.events.flatMap((e) => ("cell" in e ? [e.cell] : [])))];

/**
 * Shows his turn in the place of the decision.
 * @param {Table} table @param {Line} line @param {() => void} draw
 */
export function follow(table, line, draw) {
  const steps = stepsOf(table, line),
    seat = table.game.seats.length;
  let at = 0,
    timer = 0;
  if (!steps.length || pace() === "once") return;
  const end = () => {
    clearTimeout(timer);
    document.removeEventListener("keydown", keys, true);
    table.instead = null;
    table.board.notes([]);
    draw();
  };
  const go = (/** @type {number} */ to) => {
    if (to >= steps.length) {
      end();
      return;
    }
    at = Math.max(0, to);
    draw();
    marks();
    wait();
  };
  const wait = () => {
    clearTimeout(timer);
    const pause = PACES[pace()];
    if (pause === 0) end();
    else if (pause) timer = setTimeout(() => go(at + 1), pause);
  };
  const marks = () =>
    table.board.notes(
      steps
        .slice(0, at + 1)
        .flatMap((s, i) => cellsOf(s).map((cell) => ({ cell, mark: s.mark, on: i === at }))),
    );
  const keys = (/** @type {KeyboardEvent} */ e) => {
    if (
      e.key !== " " ||
      /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test(/** @type {HTMLElement} */ (e.target).tagName)
    )
      return;
    e.preventDefault();
    e.stopPropagation();
    go(at + 1);
  };
  document.addEventListener("keydown", keys, true);
  const next = () =>
    at + 1 < steps.length
      ? t("automatic-next", { step: steps[at + 1].name })
      : t("automatic-on", {
          what: table.view.decision ? table.stepName(table.view.decision.step) : t("end"),
        });
  table.instead = () => [
    h(
      "div",
      { class: "dhead his" },
      h("span", { class: "pdot big p6" }, table.initial(seat)),
      h(
        "div",
        null,
        h("h2", { id: "dtitle" }, t("automatic-turn", { name: table.seatName(seat) })),
        h("p", null, t("automatic-why")),
      ),
      h("b", null, t("n-of-n", { i: at + 1, n: steps.length })),
    ),
    h(
      "ol",
      { class: "dbody autosteps", "aria-live": "polite" },
      steps.slice(0, at + 1).map((step, i) => stepRow(table, step, i === at)),
    ),
    h(
      "div",
      { class: "foot" },
      h(
        "div",
        { class: "pace" },
        h("span", { class: "muted", id: "auto-pace" }, t("automatic-pace")),
        h(
          "div",
          { class: "seg", role: "group", "aria-labelledby": "auto-pace" },
          Object.keys(PACES).map((name) =>
            h(
              "button",
              {
                type: "button",
                id: "auto-" + name,
                class: name === pace() ? "on" : "",
                "aria-pressed": String(name === pace()),
                on: {
                  click: () => {
                    localStorage.setItem("automatic", name);
                    draw();
                    wait();
                  },
                },
              },
              t("automatic-" + name),
            ),
          ),
        ),
      ),
      h(
        "div",
        { class: "act" },
        h(
          "button",
          {
            class: "btn",
            type: "button",
            id: "auto-back",
            "aria-label": t("back-move"),
            disabled: at === 0,
            on: { click: () => go(at - 1) },
          },
          "◀",
        ),
        h(
          "button",
          { class: "btn primary", type: "button", id: "auto-next", on: { click: () => go(at + 1) } },
          next(),
          " ",
          h("kbd", null, t("key-space")),
        ),
      ),
    ),
  ];
  go(0);
}

/** @param {Table} table @param {Step} step @param {boolean} now */
function stepRow(table, step, now) {
  /** @type {Child[]} */ const told = step.events
    .map((e) => (e.event === "procedure" ? foundText(table, e.found) : sentence(table, e)))
    .filter(Boolean);
  return h(
    "li",
    { class: "autostep" + (now ? " now" : "") + (told.length ? "" : " none") },
    h("i", { class: "mark" }, told.length ? step.mark : "–"),
    h(
      "div",
      null,
      h(
        "h3",
        null,
        `${step.mark} · ${step.name}`,
        " ",
        [...new Set(step.rules)].map((r) => ruleLink(r)),
      ),
      told.length ? told.map((x) => h("p", null, x)) : h("p", { class: "muted" }, t("automatic-none")),
    ),
  );
}
