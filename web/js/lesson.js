// @ts-check
// A lesson on the table: words that point at something, a task, an answer that the server checks, what happened.
import { Fault, get, insist, post, session } from "./api.js";
import { choose, clear, fault } from "./choosing.js";
import {
  chosen,
  guidedPath,
  lessons,
  loadAll,
  nextLesson,
  ofTitle,
  query,
  textsOf,
  words,
} from "./course.js";
import { draw as drawDecision } from "./decide.js";
import { $, h, narrow, put, say } from "./dom.js";
import { deciding } from "./keys.js";
import { done, finish, reach, stopped } from "./progress.js";
import { showBest } from "./run.js";
import { around, fetchAt, frame, middle } from "./scene.js";
import { switches } from "./shell.js";
import { cellsOf, light, lightCards, onMarket } from "./spot.js";
import { Table } from "./table.js";
import { fillTexts, num, ruleLink, t } from "./text.js";
import { mark, pickMove, turn } from "./track.js";

/** @import { Answered, Lesson, LessonStep, Sheet, Solution, Titles } from "./types.d.ts" */

/** @type {Lesson} */ let lesson;
/** @type {Table} */ let table;
/** Number of the step, from 0. */
let at = 0;
/** Wrong answers to this step. */
let tries = 0;
/** What was said to the last answer. @type {Answered|null} */ let said = null;
/** Whether the step is answered. */
let solved = false;

/** @returns {LessonStep} */
const step = () => lesson.steps[at];
const texts = () => textsOf(lesson.id).steps[at] ?? { text: "" };

/** Whether a move is asked for now. */
const asked = () => !solved && (step().asks === "move" || step().asks === "run");

/** Lessons as stations of a line. */
function track() {
  const list = lesson.example ? [lesson] : ofTitle(chosen).filter((l) => l.chapter === lesson.chapter);
  put(
    $("#track"),
    h(
      "ol",
      { "aria-label": t("learn-chapter") },
      list.map((l, i) => {
        const now = l.id === lesson.id,
          ready = done().includes(l.id);
        return h(
          "li",
          { class: now ? "now" : ready ? "past" : "" },
          h(
            "a",
            { href: `/learn/${l.id}${query}`, "aria-current": now ? "page" : null },
            ready && !now ? "✓ " : `${i + 1} · `,
            textsOf(l.id).title,
          ),
        );
      }),
    ),
  );
  const line = $("#track"),
    now = $(".now", line);
  if (now) line.scrollLeft = now.offsetLeft - (line.clientWidth - now.offsetWidth) / 2;
}

function head() {
  put($("#ltitle"), textsOf(lesson.id).title, h("span", null, table.sheet.name));
  put(
    $("#topnav"),
    h("a", { class: "btn quiet", href: "/learn" + query }, t("learn-all")),
    h("a", { class: "btn quiet wide", href: "/rules/" + lesson.title }, t("drawer-rules")),
    ...switches(draw, loadAll).map((e) => {
      e.classList.add("wide");
      return e;
    }),
  );
}

/** The number that is asked for. */
const numberField = () =>
  h(
    "form",
    {
      class: "number",
      on: {
        submit: (e) => {
          e.preventDefault();
          const field = $("#number");
          if (field.value !== "") check({ number: Number(field.value) });
        },
      },
    },
    h(
      "label",
      null,
      h("span", null, t("learn-number")),
      h("input", {
        id: "number",
        type: "number",
        inputmode: "numeric",
        step: "1",
        min: "0",
        max: "99999",
        required: true,
      }),
    ),
    h("button", { class: "btn primary", type: "submit", id: "check" }, t("learn-check")),
  );

/** What is said to a wrong answer. */
function mistake() {
  if (!said || said.right) return null;
  const own = said.wrong === null ? undefined : texts().wrong?.[said.wrong];
  const refused = said.refusal && [table.refusalText(said.refusal), " ", ruleLink(said.refusal.rule)];
  const counted =
    said.run !== null && said.best !== null && t("learn-run-short", { amount: table.cash(said.run) });
  return h(
    "div",
    { class: "verdict bad", role: "alert" },
    h("b", null, t("learn-wrong")),
    h("p", null, refused ?? own ?? counted ?? ""),
    h("p", null, words(texts().hint ?? "")),
  );
}

/** What comes after this step: a step, a lesson, or the game. */
function onward() {
  if (at + 1 < lesson.steps.length)
    return h(
      "button",
      { class: "btn primary", type: "button", id: "next", on: { click: () => go(at + 1) } },
      [t("learn-next"), " ", h("kbd", null, "Enter")],
    );
  if (lesson.example)
    return h(
      "a",
      { class: "btn primary", id: "next", href: `/rules/${lesson.title}#rule-${lesson.example}` },
      t("learn-to-rule"),
    );
  const list = ofTitle(chosen);
  const after = list[list.findIndex((l) => l.id === lesson.id) + 1] ?? nextLesson(chosen);
  const open = after && after.id !== lesson.id && !done().includes(after.id) ? after : nextLesson(chosen);
  return open && open.id !== lesson.id
    ? h(
        "a",
        { class: "btn primary", id: "next", href: `/learn/${open.id}${query}` },
        t("learn-next-lesson", { lesson: textsOf(open.id).title }),
      )
    : h("a", { class: "btn primary", id: "next", href: guidedPath(chosen) }, t("learn-guided"));
}

function panel() {
  const { text, task, right } = texts(),
    open = !solved && step().asks !== "nothing",
    last = at + 1 === lesson.steps.length;
  const rules = step().rules;
  const deciding = table.view.decision;
  put(
    $("#lesson"),
    h(
      "header",
      null,
      h(
        "div",
        null,
        h("h2", { id: "lesson-h" }, textsOf(lesson.id).title),
        h(
          "p",
          null,
          deciding?.company && table.chip(deciding.company),
          deciding && " " + t("learn-you-are", { name: table.seatName(deciding.player) }),
        ),
      ),
      h(
        "ol",
        { class: "dots", "aria-label": t("learn-step", { i: at + 1, n: lesson.steps.length }) },
        lesson.steps.map((_, i) =>
          h("li", { class: i < at || (i === at && solved) ? "past" : i === at ? "now" : "" }),
        ),
      ),
    ),
    h(
      "div",
      { class: "body" },
      h("p", { class: "text" }, words(text)),
      rules.length > 0 &&
        h(
          "p",
          { class: "muted rules" },
          t("learn-rules"),
          " ",
          rules.map((id, i) => [i > 0 && " ", h("a", { href: `/rules/${lesson.title}#rule-${id}` }, id)]),
        ),
      task && h("div", { class: "task" }, h("b", null, t("learn-task")), h("p", null, words(task))),
      open && step().asks === "number" && numberField(),
      mistake(),
      solved &&
        right &&
        h(
          "div",
          { class: "verdict good", role: "status" },
          h("b", null, "✓ ", t("learn-right")),
          h("p", null, words(right)),
        ),
      solved && last && !lesson.example && h("p", { class: "muted" }, t("learn-finished")),
    ),
    h(
      "div",
      { class: "act" },
      !open && onward(),
      open &&
        tries > 1 &&
        h("button", { class: "btn", type: "button", id: "show", on: { click: show } }, t("learn-show")),
      at > 0 &&
        h("button", { class: "btn quiet", type: "button", id: "back", on: { click: () => go(at - 1) } }, [
          t("learn-back"),
        ]),
      solved &&
        step().asks !== "nothing" &&
        h(
          "button",
          { class: "btn", type: "button", id: "again", on: { click: () => go(at) } },
          t("learn-again"),
        ),
    ),
  );
}

function draw() {
  fillTexts();
  head();
  track();
  const points = step().point;
  around(table, (table.view.decision?.step === "stock" && !cellsOf(points).length) || onMarket(points));
  panel();
  $("#decide").hidden = !asked();
  if (asked()) {
    drawDecision(table);
    mark(table);
  } else table.board.legal([], "");
  light(table, points);
  document.title = `${textsOf(lesson.id).title} · Signalbox`;
}

/** Shows a step. @param {number} to */
async function go(to) {
  at = Math.max(0, Math.min(lesson.steps.length - 1, to));
  tries = 0;
  said = null;
  solved = step().asks === "nothing";
  if (!lesson.example) {
    // Whoever only reads the last step has done it.
    if (solved && at + 1 === lesson.steps.length) finish(lesson.id);
    else reach(lesson.id, at);
  }
  try {
    await insist(() => fetchAt(table, step().at, solved));
    draw();
    $("#lesson").scrollIntoView({ block: "nearest" });
    if (narrow()) scrollTo(0, 0);
  } catch (e) {
    await fault(table, e);
  }
}

/** Sends an answer. @param {{move?: object, number?: number}} given */
async function check(given) {
  try {
    said = /** @type {Answered} */ (
      await insist(() => post(`/api/lessons/${lesson.id}/answer`, { step: at, ...given }))
    );
  } catch (e) {
    // A move that means nothing here is a wrong answer, not trouble.
    if (!(e instanceof Fault) || e.status !== 400) throw e;
    said = { right: false, wrong: null, refusal: null, run: null, best: null };
  }
  if (said.right) {
    solved = true;
    if (at + 1 === lesson.steps.length && !lesson.example) finish(lesson.id);
    await fetchAt(table, step().after, solved);
    draw();
    say(t("learn-right"));
    $("#next")?.focus({ preventScroll: narrow() });
    if (narrow()) $(".verdict")?.scrollIntoView({ block: "center" });
  } else {
    tries++;
    clear(table);
    draw();
    if (narrow()) $(".verdict")?.scrollIntoView({ block: "center" });
  }
}

/** Shows the answer: it is chosen, the reader presses the button. */
async function show() {
  try {
    const found = /** @type {Solution} */ (await get(`/api/lessons/${lesson.id}/solution`, { step: at }));
    if (found.number !== null) {
      $("#number").value = String(found.number);
      $("#number").focus();
    } else if (step().asks === "run") showBest(table);
    else if (found.move && "cell" in found.move && "tile" in found.move) pickMove(table, found.move);
    else if (found.move) await choose(table, found.move);
    say(num(at + 1));
  } catch (e) {
    await fault(table, e);
  }
}

/** @param {KeyboardEvent} e */
function keys(e) {
  const on = /** @type {HTMLElement} */ (e.target);
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const free = !/^(INPUT|TEXTAREA|SELECT|BUTTON|A)$/.test(on.tagName) && on.getAttribute("role") !== "button";
  if (e.key === "Enter" && free && $("#next")) {
    e.preventDefault();
    $("#next").click();
  } else if (e.key === "ArrowLeft" && free && at > 0 && !on.closest("#mapbox")) go(at - 1);
  else if (e.key === "?" && on.tagName !== "INPUT") $("#show")?.click();
  else if ((e.key === "r" || e.key === "R") && on.tagName !== "INPUT") {
    if (turn(table, e.shiftKey ? -1 : 1)) e.preventDefault();
  } else if (asked()) deciding(table, e);
}

/** Opens a lesson. @param {Lesson} wanted @param {Titles} known */
export async function open(wanted, known) {
  lesson = wanted;
  table = new Table(lesson.game);
  table.learns = true;
  table.levels = known.levels;
  table.make = (move) => check({ move });
  // The lesson draws itself when it is answered.
  table.reload = async () => {};
  table.redraw = () => middle(table);
  table.restyle = draw;
  table.look = () => draw();
  frame(table, asked);
  new MutationObserver(lightCards).observe($("#cards"), { childList: true });
  try {
    table.user = await insist(session);
    table.sheet = /** @type {Sheet} */ (await insist(() => get(table.api("sheet"))));
  } catch (e) {
    put($("#main"), h("p", null, e instanceof Fault ? t("fault-" + e.code) : t("fault-offline")));
    return;
  }
  document.addEventListener("keydown", keys);
  const before = stopped();
  const first = before.lesson === lesson.id && before.step < lesson.steps.length ? before.step : 0;
  await go(lessons().includes(lesson) ? first : 0);
}
