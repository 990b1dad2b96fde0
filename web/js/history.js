// @ts-check
// The slider through the whole game.
import { h, put } from "./dom.js";
import { T, roundShort } from "./table.js";
import { num, t } from "./text.js";

/** @param {HTMLElement} box @param {(at: number|null) => void} go */
export function slider(box, go) {
  const most = Math.max(1, T.length),
    part = (/** @type {any} */ n) => `${(100 * n) / most}%`;
  const range = h("input", {
    type: "range",
    id: "slider",
    min: 0,
    max: T.length,
    value: String(T.at),
    "aria-label": t("history"),
    "aria-valuetext": t("move-n", { n: T.at }),
    on: {
      input: (e) => {
        where.textContent = t("move-n", { n: Number(e.target.value) });
      },
      change: (e) => {
        const n = Number(e.target.value);
        go(n >= T.length ? null : n);
      },
    },
  });
  let last = -20;
  const marks = T.marks
    .filter((m, i) => i === 0 || roundShort(m.round) !== roundShort(T.marks[i - 1].round))
    .map((m) => {
      const at = (100 * m.number) / most,
        roomy = at - last > 5.5 && at < 97;
      if (roomy) last = at;
      const stock = m.round.kind === "stock";
      return [
        h("span", { class: "tick" + (stock ? " s" : ""), css: { left: part(m.number) } }),
        roomy && h("span", { class: "tl", css: { left: part(m.number) } }, roundShort(m.round)),
      ];
    });
  const where = h("span", null, t("move-n", { n: T.at }));
  const button = (
    /** @type {any} */ label,
    /** @type {any} */ sign,
    /** @type {number|null} */ to,
    /** @type {any} */ off,
    /** @type {any} */ id,
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
    button("first-move", "⇤", 0, T.at === 0, "h-first"),
    button("back-move", "◀", Math.max(0, T.at - 1), T.at === 0, "h-back"),
    h(
      "div",
      { class: "rail" },
      h("div", { class: "bar", "aria-hidden": "true" }, h("i", { css: { width: part(T.at) } })),
      marks,
      range,
    ),
    button("next-move", "▶", T.at + 1 >= T.length ? null : T.at + 1, T.live, "h-next"),
    button("last-move", "⇥", null, T.live, "h-last"),
    h(
      "div",
      { class: "where" },
      where,
      " ",
      h("span", { class: "muted" }, T.live ? t("now") : t("of-n", { n: num(T.length) })),
    ),
  );
}
