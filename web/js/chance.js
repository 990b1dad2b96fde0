// @ts-check
// What every seat could expect through a game, as a graph over its moves: chances as areas, wealth as lines.
import { h, narrow, put, s } from "./dom.js";
import { stroke } from "./graph.js";
import { num, t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { JudgementJson } from "./types.d.ts"
 * @typedef {import("./judgement.js").Moment} Moment
 * @typedef {import("./judgement.js").Seen} Seen
 */

/** The shape of a mark under the graph. @param {string} mark @param {number} x @param {number} y */
const shape = (mark, x, y) =>
  mark === "mistake"
    ? s("path", { class: "jm mistake", d: `M${x - 4} ${y - 4}h8v8h-8z` })
    : mark === "doubtful"
      ? s("path", { class: "jm doubtful", d: `M${x} ${y - 5}l5 5l-5 5l-5-5z` })
      : s("circle", { class: "jm luck", cx: x, cy: y, r: 3 });

/** @param {JudgementJson} all @param {"chance"|"wealth"} what @returns {number[][]} */
function series(all, what) {
  const seats = all.begun?.[what].length ?? 0;
  return Array.from({ length: seats }, (_, seat) => [
    all.begun?.[what][seat] ?? 0,
    ...all.moves.map((m) => m.after[what][seat] ?? 0),
  ]);
}

/**
 * The graph.
 * @param {Table} table @param {JudgementJson} all @param {Moment[]} moments @param {Seen} seen
 * @param {(number: number) => void} go
 */
export function course(table, all, moments, seen, go) {
  const small = narrow(),
    W = small ? 380 : 980,
    H = small ? 250 : 300,
    left = 46,
    right = small ? 10 : 84,
    top = 26,
    base = H - 50;
  const length = Math.max(1, all.length);
  const x = (/** @type {number} */ n) => left + ((W - left - right) * n) / length;
  const box = h("figure", { class: "chart jchart" });
  const draw = (/** @type {"chance"|"wealth"} */ what) => {
    seen.what = what;
    const lines = series(all, what);
    const at = (/** @type {number} */ i) => (i === 0 ? 0 : all.moves[i - 1].number);
    const most = what === "chance" ? 1000 : Math.max(10, ...lines.flat()) * 1.05,
      low = what === "chance" ? 0 : Math.min(0, ...lines.flat());
    const y = (/** @type {number} */ v) => base - ((base - top) * (v - low)) / (most - low);
    const path = (/** @type {number[]} */ values) =>
      values.map((v, i) => `${i ? "L" : "M"}${x(at(i)).toFixed(1)} ${y(v).toFixed(1)}`).join("");
    const write = (/** @type {number} */ v) =>
      what === "chance" ? `${num(Math.round(v / 10))} %` : table.cash(v);
    const grid = what === "chance" ? [0, 250, 500, 750, 1000] : [0.25, 0.5, 0.75, 1].map((p) => p * most);
    let below = lines[0]?.map(() => 0) ?? [];
    const body = lines.map((values, seat) => {
      if (what === "wealth")
        return s("path", {
          class: "cl",
          stroke: stroke(seat).colour,
          "stroke-dasharray": stroke(seat).dash || null,
          d: path(values),
        });
      const above = values.map((v, i) => v + below[i]);
      const back = below.map((v, i) => ({ v, i })).reverse();
      const d =
        path(above) + back.map(({ v, i }) => `L${x(at(i)).toFixed(1)} ${y(v).toFixed(1)}`).join("") + "Z";
      const last = above.length - 1,
        middle = (above[last] + below[last]) / 2;
      below = above;
      return [
        s("path", { class: `jarea p${seat % 7}`, d }),
        s("path", { class: "cl", stroke: stroke(seat).colour, d: path(above) }),
        !small &&
          values[last] >= 60 &&
          s("text", { class: "cn", x: W - right + 8, y: y(middle) + 4 }, table.seatName(seat)),
      ];
    });
    const rod = s("path", { class: "rod" });
    const reading = h("p", { class: "reading", "aria-live": "polite" });
    let here = lines[0] ? lines[0].length - 1 : 0;
    const show = (/** @type {number} */ i) => {
      here = Math.min((lines[0]?.length ?? 1) - 1, Math.max(0, i));
      rod.setAttribute("d", `M${x(at(here))} ${top}V${base}`);
      put(
        reading,
        h("b", null, t("move-n", { n: at(here) })),
        lines.map((values, seat) =>
          h(
            "span",
            null,
            h("i", { css: { background: stroke(seat).colour } }),
            table.seatName(seat),
            " ",
            h("b", null, write(values[here])),
          ),
        ),
        here > 0 && all.moves[here - 1].luck && h("span", { class: "jluck" }, t("judge-luck")),
      );
    };
    const nearest = (/** @type {number} */ px) => {
      const n = ((px - left) / (W - left - right)) * length;
      const i = all.moves.findIndex((m) => m.number >= n);
      return n < 0.5 ? 0 : i < 0 ? all.moves.length : i + 1;
    };
    const svg = s(
      "svg",
      {
        viewBox: `0 0 ${W} ${H}`,
        role: "img",
        tabindex: "0",
        "aria-label": `${t("judge-graph")}. ${t("judge-graph-keys")}`,
        on: {
          pointermove: (e) => {
            const r = svg.getBoundingClientRect();
            show(nearest(((e.clientX - r.left) / r.width) * W));
          },
          click: () => go(Math.max(1, at(here))),
          keydown: (e) => {
            if (e.key === "Enter") go(Math.max(1, at(here)));
            if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
            e.preventDefault();
            show(here + (e.key === "ArrowLeft" ? -1 : 1));
          },
        },
      },
      grid.map((v) => [
        s("path", { class: "cg", d: `M${left} ${y(v)}H${W - right}` }),
        s(
          "text",
          { class: "ct", x: left - 6, y: y(v) + 4, "text-anchor": "end" },
          what === "chance" ? write(v) : num(Math.round(v)),
        ),
      ]),
      body,
      ticks(table, length, x, W / (small ? 60 : 56)).map(({ label, n }) =>
        s("text", { class: "ct", x: x(n), y: base + 32 }, label),
      ),
      all.moves.map((m) => {
        const mark = m.verdict?.mark ?? "";
        if (m.luck) return shape("luck", x(m.number), base + 12);
        return (mark === "mistake" || mark === "doubtful") && shape(mark, x(m.number), base + 12);
      }),
      moments.map(({ move }, i) =>
        s(
          "g",
          { class: "jmoment" },
          s("path", { class: "rod", d: `M${x(move.number)} ${top}V${base}` }),
          s("circle", { cx: x(move.number), cy: top - 12, r: 10 }),
          s("text", { x: x(move.number), y: top - 8, "text-anchor": "middle" }, String(i + 1)),
        ),
      ),
      rod,
    );
    const pick = (/** @type {"chance"|"wealth"} */ other) =>
      h(
        "button",
        {
          class: "btn sm",
          type: "button",
          "aria-pressed": String(other === what),
          on: { click: () => draw(other) },
        },
        t("judge-" + other),
      );
    put(
      box,
      h(
        "figcaption",
        null,
        h("span", null, t("judge-graph")),
        h(
          "span",
          { class: "jpick", role: "group", "aria-label": t("judge-graph") },
          pick("chance"),
          pick("wealth"),
        ),
      ),
      svg,
      reading,
    );
    show(here);
  };
  draw(seen.what);
  return box;
}

/**
 * Names of rounds under the graph, as many as there is room for.
 * @param {Table} table @param {number} length @param {(n: number) => number} x @param {number} most
 */
function ticks(table, length, x, most) {
  /** @type {{label: string, n: number}[]} */ const found = [];
  const room = (x(length) - x(0)) / most;
  for (const m of table.marks) {
    const label = table.roundShort(m.round);
    if (m.round.kind === "over" || m.number > length) continue;
    const last = found.at(-1);
    if (last && (last.label === label || x(m.number) - x(last.n) < room)) continue;
    found.push({ label, n: m.number });
  }
  return found;
}
