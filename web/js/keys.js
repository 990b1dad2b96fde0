// @ts-check
// Deciding by keyboard.
import { cancel } from "./choosing.js";
import { $, $$ } from "./dom.js";

/** @import { Table } from "./table.js" */

/** What one chooses from by keyboard: arrows go up and down. */
const CHOICES =
  "#decide .optrow, #decide .opt, #decide .aside:not([disabled]), #decide .par .btn, #decide .pills .btn," +
  " #decide .tiles button, #cards .par .btn, #cards .two .btn:not(.off)";

/** Whether a control stands for what is chosen already: Enter on it confirms. @param {Table} table @param {HTMLElement} at */
const isChosen = (table, at) =>
  !!table.chosen.move &&
  (at.dataset.cell
    ? at.dataset.cell === table.chosen.cell
    : at.matches(CHOICES + ",#market .mc") && at.matches(".on,.chosen,[aria-checked=true]"));

/** Whether the reader decides here: then the focus goes on to the next decision. */
let follows = false;

/** From now on the focus goes to the next decision. */
export function goOn() {
  follows = true;
}

/**
 * After a decision the focus would be lost with its button: it goes to what can be chosen next.
 * It is never taken away from anything. @param {Table} table
 */
export function follow(table) {
  const at = document.activeElement;
  if (!follows || table.busy || (at && at !== document.body && at !== $("#decide"))) return;
  toChoices(table);
}

const choices = () => $$(CHOICES).filter((x) => x.offsetParent);

/** To what is chosen, or can be chosen: on the map, then in lists. @param {Table} table */
function toChoices(table) {
  const root = $("#decide"),
    all = table.myTurn() ? choices() : [];
  const next =
    all.find((x) => isChosen(table, x)) ||
    (table.myTurn() && table.mode === "map" && $("#map-hits .can[tabindex='0']")) ||
    all[0] ||
    (table.myTurn() && $(".act .btn", root)) ||
    root;
  next.focus({ preventScroll: true });
}

/** To the panel of the decision: its lists, or its button. */
const toPanel = () =>
  (choices().find((x) => x.closest("#decide")) || $("#decide .act .btn") || $("#decide")).focus();

/** To the places on the map that can be chosen. @param {Table} table */
function toMap(table) {
  if (table.mode !== "map") table.look("map");
  $("#map-hits .can[tabindex='0']")?.focus();
}

/** Enter, Escape, arrows, P. @param {Table} table @param {KeyboardEvent} e */
export function deciding(table, e) {
  const at = /** @type {HTMLElement} */ (e.target);
  const field = /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName),
    acts = /^(BUTTON|A|SUMMARY)$/.test(at.tagName) || at.getAttribute("role") === "button";
  if (field && at.getAttribute("type") !== "radio" && e.key !== "Enter") return;
  if (at.tagName === "TEXTAREA" || (at.tagName === "INPUT" && at.closest(".chatform,.form"))) return;
  if (e.key === "Enter" && acts && !isChosen(table, at)) return;
  if (e.key === "Enter" && !e.repeat && (table.myTurn() || table.chosen.move)) {
    const button = $("#confirm") || $(".act .primary", $("#decide"));
    if (button && !button.hasAttribute("disabled")) {
      e.preventDefault();
      button.click();
    }
  } else if (/^Arrow(Up|Down)$/.test(e.key) && at.matches(CHOICES)) {
    const all = choices();
    e.preventDefault();
    all.at((all.indexOf(at) + (e.key === "ArrowDown" ? 1 : -1)) % all.length)?.focus();
  } else if (/^Arrow(Up|Down)$/.test(e.key) && (at === document.body || at.id === "decide")) {
    e.preventDefault();
    toChoices(table);
  } else if (e.key === "d" && !field) toPanel();
  else if (e.key === "g" && !field) toMap(table);
  else if (e.key === "p" && !field && table.myTurn()) $("#pass")?.click();
  else if (e.key === "Escape" && (table.chosen.move || table.chosen.cell || table.chosen.paper))
    cancel(table);
}
