// @ts-check
// What is loaded only when it is wanted: cards, drawers, the talk beside the game, what comes after its end.
// Whatever names a thing opens its card: `data-card="company:BN"`.
import { $$ } from "./dom.js";
import { lang } from "./text.js";
import { marked } from "./unread.js";

/** @import { Table } from "./table.js" */

/** What acts by itself: a thing named within it does not open. */
const ACTS = "button, a, label, summary, select, [role=button], [role=radio]";

/** Where things can be reached by keyboard too; trains stand on the card of their company. */
const LISTS = ["#companies", "#players", "#trains", "#process", "#cards"];

/** @type {typeof import("./card.js")|null} */ let cards = null;

/** Opens a card. @param {Table} table @param {string} what @param {HTMLElement} from */
export async function card(table, what, from) {
  cards ??= await import("./card.js");
  beside?.close();
  await cards.open(table, what, from);
}

/** An open card follows the game. @param {Table} table */
export const renew = (table) => cards?.again(table);

/** Opens a drawer. @param {Table} table @param {string} name @param {string} [what] */
export const drawer = async (table, name, what) => (await import("./drawers.js")).drawer(table, name, what);

/** @type {typeof import("./talk.js")|null} */ let beside = null;

/** Opens or closes what is said and noted beside the game; it stands where cards do. @param {Table} table */
export async function talk(table) {
  beside ??= await import("./talk.js");
  cards?.close();
  beside.toggle(table);
}

/** Something was said at the table. @param {Table} table */
export function heard(table) {
  marked(table);
  beside?.heard(table);
}

/** @type {typeof import("./result.js")|null} */ let last = null;

/** Shows what comes after the end, or takes it away again. @param {Table} table */
export async function ended(table) {
  const over = table.live && !!table.view.outcome;
  if (over) last ??= await import("./result.js");
  if (over) last?.result(table, lang());
  else last?.away(table);
}

/** Tiles chosen on the map, for who wants that. @param {Table} table */
export async function picks(table) {
  if (localStorage.getItem("picker") === "map") (await import("./picker.js")).picker(table);
}

/** The move at which the sound was heard. */
let rung = -1;

/** A sound when it has become one's turn, for who switched it on. @param {Table} table */
export function rings(table) {
  const mine = table.myTurn(),
    first = rung < 0;
  if (mine && !first && rung !== table.length && localStorage.getItem("sound") === "on" && !table.busy)
    import("./sound.js").then((sound) => sound.chime());
  if (mine || first) rung = table.length;
}

/** What was pressed, if it opens a card. @param {Event} e @returns {HTMLElement|null} */
function named(e) {
  const at = /** @type {Element} */ (e.target),
    found = /** @type {HTMLElement|null} */ (at.closest?.("[data-card]"));
  const acts = at.closest?.(ACTS);
  return found && (!acts || acts === found) ? found : null;
}

/** Listens for presses, and makes what lies in lists reachable by keyboard. @param {Table} table */
export function opens(table) {
  document.addEventListener("click", (e) => {
    const found = named(e);
    if (found) card(table, found.dataset.card || "", found);
  });
  document.addEventListener("keydown", (e) => {
    const at = /** @type {HTMLElement} */ (e.target);
    if ((e.key !== "Enter" && e.key !== " ") || at.tagName === "BUTTON" || !at.dataset?.card) return;
    e.preventDefault();
    e.stopPropagation();
    card(table, at.dataset.card, at);
  });
  const reach = () => {
    for (const list of LISTS)
      for (const e of $$(`${list} [data-card]:not([tabindex], .trn)`))
        if (!e.closest(ACTS) && !e.closest("[aria-hidden=true]")) {
          e.tabIndex = 0;
          e.setAttribute("role", "button");
          e.setAttribute("aria-haspopup", "dialog");
        }
  };
  let asked = false;
  new MutationObserver(() => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      reach();
    });
  }).observe(document.body, { childList: true, subtree: true });
}
