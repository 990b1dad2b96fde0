// @ts-check
// What stands in the place of the decision where there is none: a look into the past, and the end.
import { post } from "./api.js";
import { fault } from "./choosing.js";
import { h } from "./dom.js";
import { has, t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { GameJson } from "./types.d.ts"
 */

/** @param {Table} table */
export function backToNow(table) {
  return [
    h(
      "div",
      { class: "dhead past" },
      h(
        "div",
        null,
        h("h2", { id: "dtitle" }, t("history-at", { n: table.at })),
        h("p", null, table.roundName(table.view.round)),
      ),
    ),
    h("p", { class: "why" }, t("history-why")),
    h(
      "div",
      { class: "act" },
      h(
        "button",
        {
          class: "btn primary",
          type: "button",
          id: "tonow",
          on: { click: () => document.dispatchEvent(new CustomEvent("go", { detail: null })) },
        },
        t("back-to-now"),
      ),
      h(
        "button",
        { class: "btn", type: "button", on: { click: () => copyHere(table) } },
        t("play-on-from-here"),
      ),
      analyse(table),
    ),
  ];
}

/** The way to the analysis board, where the game allows it. @param {Table} table */
function analyse(table) {
  const over = table.game.state === "finished" || table.game.state === "abandoned";
  if (!over && !table.game.seats.every((s) => s.mine || s.bot)) return null;
  return h(
    "button",
    {
      class: "btn",
      type: "button",
      id: "analyse",
      on: { click: async () => (await import("./analyse.js")).study(table) },
    },
    t("an-analyse"),
  );
}

/** @param {Table} table */
async function copyHere(table) {
  try {
    /** @type {GameJson} */ const copy = await post(table.api("copy"), { at: table.at });
    location.href = "/game/" + copy.id;
  } catch (e) {
    await fault(table, e);
  }
}

/** @param {Table} table */
export function reckoning(table) {
  const outcome = table.view.outcome || table.game.outcome;
  if (!outcome)
    return [
      h("p", { class: "why" }, t("state-" + table.game.state)),
      table.game.state === "abandoned" && h("div", { class: "act" }, analyse(table)),
    ];
  const { winners } = outcome,
    // Where nobody has shares, the treasury of one's company counts.
    free = table.priceless();
  const list = outcome.values.map((value, seat) => ({ value, seat })).sort((a, b) => b.value - a.value);
  return [
    h(
      "div",
      { class: "dhead" },
      h("span", { class: "pdot big p" + winners[0] }, "★"),
      h(
        "div",
        null,
        h("h2", { id: "dtitle" }, t("winner", { name: winners.map(table.seatName).join(", ") })),
        h("p", null, has("ending-" + outcome.reason) ? t("ending-" + outcome.reason) : outcome.reason),
      ),
    ),
    h(
      "table",
      { class: "t reck" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", null, t("player")),
          !free && h("th", { class: "num" }, t("what-cash")),
          h("th", { class: "num" }, t(free ? "treasury" : "shares")),
          !free && h("th", { class: "num" }, t("what-value")),
        ),
      ),
      h(
        "tbody",
        null,
        list.map((row) => {
          const p = table.view.players[row.seat];
          return h(
            "tr",
            null,
            h(
              "td",
              null,
              table.dot(row.seat),
              h("b", null, table.seatName(row.seat)),
              winners.includes(row.seat) && " ★",
            ),
            !free && [
              h("td", { class: "num" }, p ? table.cash(p.cash) : ""),
              h("td", { class: "num" }, p ? table.cash(row.value - p.cash) : ""),
            ],
            h("td", { class: "num" }, h("b", null, table.cash(row.value))),
          );
        }),
      ),
    ),
    h("p", { id: "next-game" }),
    h(
      "div",
      { class: "act" },
      h("a", { class: "btn", href: "/" }, t("to-lobby")),
      table.game.state === "finished" && analyse(table),
    ),
  ];
}
