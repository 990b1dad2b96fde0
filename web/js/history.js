// @ts-check
// The slider through the whole game.
import { h, put } from "./dom.js";
import { num, t } from "./text.js";

/** @import { Table } from "./table.js" */

/** @param {Table} table @param {HTMLElement} box @param {(at: number|null) => void} go */
export function slider(table, box, go) {
  const most = Math.max(1, table.length),
    part = (/** @type {number} */ n) => `${(100 * n) / most}%`;
  const range = h("input", {
    type: "range",
    id: "slider",
    min: 0,
    max: table.length,
    value: String(table.at),
    "aria-label": t("history"),
    "aria-valuetext": t("move-n", { n: table.at }),
    on: {
      input: (e) => {
        where.textContent = t("move-n", { n: Number(e.target.value) });
      },
      change: (e) => {
        const n = Number(e.target.value);
        go(n >= table.length ? null : n);
      },
    },
  });
  let last = -20;
  const marks = table.marks
    .filter((m, i) => i === 0 || table.roundShort(m.round) !== table.roundShort(table.marks[i - 1].round))
    .map((m) => {
      const at = (100 * m.number) / most,
        roomy = at - last > 5.5 && at < 97;
      if (roomy) last = at;
      const stock = m.round.kind === "stock";
      return [
        h("span", { class: "tick" + (stock ? " s" : ""), css: { left: part(m.number) } }),
        roomy && h("span", { class: "tl", css: { left: part(m.number) } }, table.roundShort(m.round)),
      ];
    });
  const where = h("span", null, t("move-n", { n: table.at }));
  const button = (
    /** @type {string} */ label,
    /** @type {string} */ sign,
    /** @type {number|null} */ to,
    /** @type {boolean} */ off,
    /** @type {string} */ id,
  ) =>
    h(
      "button",
      {
        class: "btn",
        type: "button",
        id,
        "aria-label": t(label),
        title: t(label),
        disabled: off,
        on: { click: () => go(to) },
      },
      sign,
    );
  put(
    box,
    button("first-move", "⇤", 0, table.at === 0, "h-first"),
    button("back-move", "◀", Math.max(0, table.at - 1), table.at === 0, "h-back"),
    h(
      "div",
      { class: "rail" },
      h("div", { class: "bar", "aria-hidden": "true" }, h("i", { css: { width: part(table.at) } })),
      marks,
      range,
    ),
    button("next-move", "▶", table.at + 1 >= table.length ? null : table.at + 1, table.live, "h-next"),
    button("last-move", "⇥", null, table.live, "h-last"),
    h(
      "div",
      { class: "where" },
      where,
      " ",
      h("span", { class: "muted" }, table.live ? t("now") : t("of-n", { n: num(table.length) })),
    ),
  );
}
