// @ts-check
// The guided first game: one tip for every new kind of decision, said once; what happened after every round. While one reads,
// the table stands still.
import { $, h } from "./dom.js";
import { roundReview, watch } from "./review.js";
import { has, t } from "./text.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table */
const seen = (table) =>
  /** @type {string[]} */ (JSON.parse(localStorage.getItem("guide:" + table.id) || "null"));

/** Whether this game is a guided one: the front page notes it when it makes one. @param {Table} table */
export const guided = (table) => Array.isArray(seen(table));

/** Steps that have a tip, in the order in which they are counted. */
export const TIPS = [
  "welcome",
  "auction",
  "draft",
  "card",
  "stock",
  "track",
  "trains",
  "station",
  "run",
  "dividend",
].concat(["offer", "end"]);

/** Tips that a game can show: some steps do not exist in every title. @param {Table} table */
const tips = (table) =>
  TIPS.filter(
    (step) =>
      ["welcome", "end", "trains", "offer"].includes(step) ||
      table.sheet.course.steps.includes(step) ||
      (step === "stock" && !table.priceless()) ||
      step === table.view.decision?.step,
  );

/** Key of a tip in the words of the title or of the variant, if there are some. @param {Table} table @param {string} step */
const keyOf = (table, step) =>
  [`guide-${step}-${table.game.variant}`, `guide-${step}-${table.sheet.title}`].find(has) ?? "guide-" + step;

/** Shows the tip for what is to be decided now. @param {Table} table */
export function guide(table) {
  if (!guided(table)) return;
  const done = seen(table);
  watch(table);
  const step = table.view.outcome
    ? "end"
    : !done.includes("welcome")
      ? "welcome"
      : table.myTurn()
        ? table.view.decision?.step
        : null;
  const old = $("#guide");
  if (!step || done.includes(step) || !TIPS.includes(step)) {
    if (old && old.dataset.step !== step && old.dataset.step !== "round") old.remove();
    if (!$("#guide")) review(table);
    return;
  }
  if (old?.dataset.step === step) return;
  old?.remove();
  const close = (/** @type {boolean} */ all) => () => {
    if (all) localStorage.removeItem("guide:" + table.id);
    else localStorage.setItem("guide:" + table.id, JSON.stringify([...seen(table), step]));
    $("#guide")?.remove();
    document.dispatchEvent(new CustomEvent("read"));
    if (!all) guide(table);
  };
  const box = h(
    "aside",
    { id: "guide", class: "guide panel", role: "dialog", "aria-labelledby": "guide-h", "data-step": step },
    h(
      "p",
      { class: "muted" },
      t("guide-count", {
        i: done.length + 1,
        n: step === "end" ? done.length + 1 : Math.max(done.length + 1, tips(table).length),
      }),
    ),
    h("h2", { id: "guide-h" }, t("guide-" + step + "-h")),
    h("p", null, t(keyOf(table, step))),
    step === "end" &&
      h("p", null, h("a", { class: "btn", href: "/learn?title=" + table.sheet.title }, t("learn-all"))),
    h(
      "div",
      { class: "act" },
      h(
        "button",
        { class: "btn primary", type: "button", id: "guide-ok", on: { click: close(false) } },
        t("guide-ok"),
      ),
      h("button", { class: "btn quiet", type: "button", on: { click: close(true) } }, t("guide-off")),
    ),
  );
  document.body.append(box);
}

/** After a round: what happened, and what would have been better. @param {Table} table */
function review(table) {
  const told = roundReview(table);
  if (!told) return;
  const close = () => {
    $("#guide")?.remove();
    document.dispatchEvent(new CustomEvent("read"));
  };
  document.body.append(
    h(
      "aside",
      {
        id: "guide",
        class: "guide panel",
        role: "dialog",
        "aria-labelledby": "guide-h",
        "data-step": "round",
      },
      h("h2", { id: "guide-h" }, t("guide-round-h", { round: told.round })),
      h("p", null, t("guide-round")),
      h("ul", { class: "happened" }, told.lines),
      told.better && h("p", { class: "better" }, told.better),
      h(
        "div",
        { class: "act" },
        h(
          "button",
          { class: "btn primary", type: "button", id: "guide-ok", on: { click: close } },
          t("guide-ok"),
        ),
      ),
    ),
  );
}
