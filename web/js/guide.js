// @ts-check
// The guided first game: one tip for every new kind of decision, said once.
import { $, h, put } from "./dom.js";
import { T, myTurn } from "./table.js";
import { t } from "./text.js";

const seen = () => /** @type {string[]} */ (JSON.parse(localStorage.getItem("guide:" + T.id) || "null"));

/** Whether this game is the guided one; claims the next game made by "learn". */
export function guided() {
  if (localStorage.getItem("guide") === "next" && T.length === 0 && T.game.variant === "introductory") {
    localStorage.removeItem("guide");
    localStorage.setItem("guide:" + T.id, "[]");
  }
  return Array.isArray(seen());
}

/** Steps that have a tip, in the order in which they are counted. */
export const TIPS = ["welcome", "track", "trains", "station", "run", "offer", "end"];

/** Shows the tip for what is to be decided now. */
export function guide() {
  if (!guided()) return;
  const done = seen();
  const step = T.view.outcome
    ? "end"
    : !done.includes("welcome")
      ? "welcome"
      : myTurn()
        ? T.view.decision?.step
        : null;
  const old = $("#guide");
  if (!step || done.includes(step) || !TIPS.includes(step)) {
    if (old && old.dataset.step !== step) old.remove();
    return;
  }
  if (old?.dataset.step === step) return;
  old?.remove();
  const close = (/** @type {any} */ all) => () => {
    if (all) localStorage.removeItem("guide:" + T.id);
    else localStorage.setItem("guide:" + T.id, JSON.stringify([...seen(), step]));
    $("#guide")?.remove();
    if (!all) guide();
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
