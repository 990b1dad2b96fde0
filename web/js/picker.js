// @ts-check
// Tiles chosen on the map itself: a row beside the place, with turning and laying. It presses what stands in the panel.
import { $, $$, h, put } from "./dom.js";
import { t } from "./text.js";

/** @import { Table } from "./table.js" */

/** Whether tiles are chosen on the map. */
export const isPicker = () => localStorage.getItem("picker") === "map";

/** @param {boolean} on */
export function setPicker(on) {
  if (on) localStorage.setItem("picker", "map");
  else localStorage.removeItem("picker");
}

/** A button that presses another. @param {string} id @param {string} selector @param {string} label @param {string} sign */
function stands(id, selector, label, sign) {
  const of = $(selector);
  return (
    of &&
    h(
      "button",
      {
        class: "btn",
        type: "button",
        id,
        "aria-label": label,
        title: label,
        disabled: of.hasAttribute("disabled"),
        on: { click: () => $(selector)?.click() },
      },
      sign,
    )
  );
}

/** The tiles that the panel offers, as pictures. */
const tiles = () =>
  $$("#decide .tiles button").map((of) => {
    const picture = $(".tilebox svg", of)?.cloneNode(true);
    return h(
      "button",
      {
        class: "ptile",
        type: "button",
        "aria-pressed": String(of.getAttribute("aria-checked") === "true"),
        "aria-label": of.getAttribute("aria-label"),
        on: { click: () => document.getElementById(of.id)?.click() },
      },
      picture,
    );
  });

/** Above or below its place, within the map. @param {Table} table @param {HTMLElement} box */
function place(table, box) {
  const cell = table.board.hit(table.chosen.cell ?? "")?.getBoundingClientRect(),
    map = $("#mapbox").getBoundingClientRect();
  if (!cell) return;
  const { width, height } = box.getBoundingClientRect(),
    above = cell.top - height - 8,
    x = cell.left + cell.width / 2 - width / 2,
    y = above > map.top + 4 ? above : cell.bottom + 8;
  box.style.left = Math.max(8, Math.min(map.width - width - 8, x - map.left)) + "px";
  box.style.top = Math.max(8, Math.min(map.height - height - 8, y - map.top)) + "px";
}

/** Draws the row as the panel stands. @param {Table} table */
function draw(table) {
  const on = isPicker() && table.chosen.cell && table.mode === "map" && $("#decide .tiles button");
  const old = $("#picker");
  if (!on) {
    old?.remove();
    return;
  }
  const box =
    old ||
    $("#mapbox").appendChild(
      h("div", { id: "picker", class: "picker over panel", role: "group", "aria-label": t("legal-tiles") }),
    );
  const at = box.contains(document.activeElement)
    ? [...$$("button", box)].indexOf(/** @type {HTMLElement} */ (document.activeElement))
    : -1;
  put(
    box,
    h("div", { class: "ptiles" }, tiles()),
    h(
      "div",
      { class: "pacts" },
      stands("pick-left", "#rot-left", t("rotate-left"), "↺"),
      stands("pick-right", "#rot-right", t("rotate-right"), "↻"),
      stands("pick-lay", "#confirm", $("#confirm")?.textContent?.trim() || t("step-track"), "✓"),
      h(
        "button",
        {
          class: "btn quiet",
          type: "button",
          "aria-label": t("cancel"),
          title: t("cancel"),
          on: {
            click: () =>
              document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
          },
        },
        "✕",
      ),
    ),
  );
  place(table, box);
  if (at >= 0) $$("button", box)[at]?.focus({ preventScroll: true });
}

let watched = false;

/** Follows the panel and the map from now on. @param {Table} table */
export function picker(table) {
  draw(table);
  if (watched) return;
  watched = true;
  let asked = false;
  const soon = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw(table);
    });
  };
  new MutationObserver(soon).observe($("#decide"), { childList: true, subtree: true, attributes: true });
  const move = () => {
    const box = $("#picker");
    if (box) place(table, box);
  };
  new MutationObserver(move).observe($("#mapbox"), {
    subtree: true,
    attributes: true,
    attributeFilter: ["viewBox"],
  });
  $("#mapbox").addEventListener("pointerdown", (e) => {
    if (/** @type {Element} */ (e.target).closest("#picker")) e.stopPropagation();
  });
}
