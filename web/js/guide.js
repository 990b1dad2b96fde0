// @ts-check
// The guided first game: one tip for every new kind of decision, said once.
import { $, h, put } from "./dom.js";

import { t } from "./text.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table */
const seen = (table) =>
  /** @type {string[]} */ (JSON.parse(localStorage.getItem("guide:" + table.id) || "null"));

/** Whether this game is the guided one; claims the next game made by "learn". @param {Table} table */
export function guided(table) {
  if (
    localStorage.getItem("guide") === "next" &&
    table.length === 0 &&
    table.game.variant === "introductory"
  ) {
    localStorage.removeItem("guide");
    localStorage.setItem("guide:" + table.id, "[]");
  }
  return Array.isArray(seen(table));
}

/** Steps that have a tip, in the order in which they are counted. */
export const TIPS = ["welcome", "track", "trains", "station", "run", "offer", "end"];

/** Shows the tip for what is to be decided now. @param {Table} table */
export function guide(table) {
  if (!guided(table)) return;
  const done = seen(table);
  const step = table.view.outcome
    ? "end"
    : !done.includes("welcome")
      ? "welcome"
      : table.myTurn()
        ? table.view.decision?.step
        : null;
  const old = $("#guide");
  if (!step || done.includes(step) || !TIPS.includes(step)) {
    if (old && old.dataset.step !== step) old.remove();
    return;
  }
  if (old?.dataset.step === step) return;
  old?.remove();
  const close = (/** @type {boolean} */ all) => () => {
    if (all) localStorage.removeItem("guide:" + table.id);
    else localStorage.setItem("guide:" + table.id, JSON.stringify([...seen(table), step]));
    $("#guide")?.remove();
    if (!all) guide(table);
  };
  const box = h(
    "aside",
    { id: "guide", class: "guide panel", role: "dialog", "aria-labelledby": "guide-h", "data-step": step },
    h("p", { class: "muted" }, t("guide-count", { i: done.length + 1, n: TIPS.length })),
    h("h2", { id: "guide-h" }, t("guide-" + step + "-h")),
    h("p", null, t("guide-" + step)),
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
