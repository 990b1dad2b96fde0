// @ts-check
// How fast bots move: changed at any time by who made the table, or all their moves brought at once.
import { post } from "./api.js";
import { fault } from "./choosing.js";
import { h } from "./dom.js";
import { t } from "./text.js";

/** @import { Table } from "./table.js" */

/** Milliseconds before a bot moves. */
export const PACES = [0, 500, 1500];

/** The pace to return to once it is one's turn again. @param {Table} table */
const kept = (table) => "pace:" + table.id;

/** @param {Table} table @param {number} pause */
async function set(table, pause) {
  try {
    await post(table.api("settings"), { bot_pause: pause });
    await table.reload();
  } catch (e) {
    await fault(table, e);
  }
}

/** The bots move at once until somebody else must decide. @param {Table} table */
function hurry(table) {
  localStorage.setItem(kept(table), String(table.game.bot_pause));
  return set(table, 0);
}

/** Somebody decides again: the bots return to their pace. @param {Table} table */
export function calm(table) {
  const before = localStorage.getItem(kept(table));
  const person = !table.game.seats[table.view.decision?.player ?? -1]?.bot;
  if (before === null || !person || !table.live) return;
  localStorage.removeItem(kept(table));
  set(table, Number(before));
}

/** Shown while a bot thinks. @param {Table} table */
export function pace(table) {
  if (table.game.role !== "owner" || table.game.state !== "playing") return null;
  const hurried = localStorage.getItem(kept(table)) !== null;
  return h(
    "div",
    { class: "pace" },
    h("span", { class: "muted", id: "pace-h" }, t("pace")),
    h(
      "div",
      { class: "seg", role: "group", "aria-labelledby": "pace-h" },
      PACES.map((pause) => {
        const on = !hurried && table.game.bot_pause === pause;
        return h(
          "button",
          {
            type: "button",
            id: "pace-" + pause,
            class: on ? "on" : "",
            "aria-pressed": String(on),
            on: {
              click: () => {
                localStorage.removeItem(kept(table));
                set(table, pause);
              },
            },
          },
          t("pace-" + pause),
        );
      }),
    ),
    !hurried &&
      table.game.bot_pause > 0 &&
      h(
        "button",
        { class: "btn", type: "button", id: "hurry", on: { click: () => hurry(table) } },
        t("all-bots-now"),
      ),
  );
}
