// @ts-check
// Curves over rounds: both axes named, values under the pointer, and the same as a table.
import { get } from "./api.js";
import { h, put, s } from "./dom.js";
import { num, t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { Beginning, Charts, IncomeShown } from "./types.d.ts"
 * @typedef {{name: string, colour: string, dash?: string, values: (number|null)[]}} Curve
 * @typedef {{label: string, until: number}} Stretch a round, and the last move in it
 * @typedef {{rounds: Stretch[], players: (number|null)[][], prices: Record<string, (number|null)[]>,
 *   incomes: IncomeShown[]}} ByRound
 */

const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 4", "12 3", "1 3"];
const INKS = [
  "var(--curve-0)",
  "var(--curve-1)",
  "var(--curve-2)",
  "var(--curve-3)",
  "var(--r4)",
  "var(--ink)",
];

/** How the curve of a player looks. @param {number} seat */
export const stroke = (seat) => ({ colour: INKS[seat % INKS.length], dash: DASHES[seat % DASHES.length] });

/** How the curve of a company looks. @param {Table} table @param {string} id @param {number} i */
export const strokeOf = (table, id, i) => ({
  colour: table.companyDef(id).colour,
  dash: DASHES[i % DASHES.length],
});

/** Rounds in order, each with its last move. @param {Table} table @param {Beginning[]} marks @param {number} length */
function stretches(table, marks, length) {
  /** @type {Stretch[]} */ const rounds = [];
  for (const m of marks) {
    const label = table.roundShort(m.round);
    if (m.round.kind === "over") continue;
    if (rounds.at(-1)?.label !== label) rounds.push({ label, until: length });
    if (rounds.length > 1 && rounds.at(-2)?.until === length)
      Object.assign(rounds.at(-2) ?? {}, { until: m.number });
  }
  return rounds;
}

/** The values at the end of each round. @param {Table} table @returns {Promise<ByRound>} */
export async function byRound(table) {
  /** @type {Charts} */ const series = await get(table.api("series"));
  const rounds = stretches(table, table.marks, table.length);
  const at = rounds.map((r) => series.moves.findLastIndex((m) => m <= r.until));
  const pick = (/** @type {(number|null)[]} */ values) => at.map((i) => (i < 0 ? null : values[i]));
  return {
    rounds,
    players: series.players.map(pick),
    prices: Object.fromEntries(Object.entries(series.prices).map(([id, v]) => [id, pick(v)])),
    incomes: series.incomes,
  };
}

/** A round step of an axis for values up to so much. @param {number} span */
const stepOf = (span) => [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((k) => span / k <= 5) || 10000;

/**
 * Curves over rounds.
 * @param {{title: string, what: string, lines: Curve[], labels: string[], small?: boolean, wide?: boolean,
 *   write?: (value: number) => string}} about
 */
export function graph({ title, what, lines, labels, small = false, wide = false, write = num }) {
  const W = small ? 350 : innerWidth < 720 ? 380 : wide && innerWidth > 1200 ? 980 : 680,
    H = small ? 120 : wide && innerWidth > 1200 ? 340 : 270,
    left = small ? 34 : 52,
    right = small ? 12 : 84,
    top = small ? 8 : 18,
    base = H - (small ? 20 : 42);
  const all = lines.flatMap((l) => l.values.filter((v) => v !== null)),
    most = Math.max(10, ...all),
    low = small ? Math.max(0, Math.min(...all, most) * 0.85) : Math.min(0, ...all);
  const gap = stepOf(most - low);
  const x = (/** @type {number} */ i) => left + ((W - left - right) * i) / Math.max(1, labels.length - 1);
  const y = (/** @type {number} */ v) => base - ((base - top) * (v - low)) / (most - low || 1);
  const grid = Array.from({ length: 8 }, (_, i) => Math.ceil(low / gap) * gap + i * gap).filter(
    (v) => v <= most,
  );
  const every = Math.ceil(labels.length / (small ? 6 : W / 52));
  const ends = lines
    .map((l) => ({ l, at: l.values.findLastIndex((v) => v !== null) }))
    .filter((e) => e.at >= 0)
    .map((e) => ({ ...e, y: y(/** @type {number} */ (e.l.values[e.at])) }))
    .sort((a, b) => a.y - b.y);
  for (let i = 1; i < ends.length; i++) ends[i].y = Math.max(ends[i].y, ends[i - 1].y + 13);
  const rod = s("path", { class: "rod" });
  const reading = h("p", { class: "reading", "aria-live": "polite" });
  const show = (/** @type {number} */ i) => {
    const at = Math.min(labels.length - 1, Math.max(0, i));
    rod.setAttribute("d", `M${x(at)} ${top}V${base}`);
    put(
      reading,
      h("b", null, labels[at]),
      lines.map(
        (l) =>
          l.values[at] !== null &&
          h(
            "span",
            null,
            h("i", { css: { background: l.colour } }),
            l.name,
            " ",
            h("b", null, write(/** @type {number} */ (l.values[at]))),
          ),
      ),
    );
    return at;
  };
  let at = labels.length - 1;
  const svg = s(
    "svg",
    {
      viewBox: `0 0 ${W} ${H}`,
      role: "img",
      tabindex: "0",
      "aria-label": `${title}. ${t("graph-keys")}`,
      on: {
        pointermove: (e) => {
          const r = svg.getBoundingClientRect(),
            px = ((e.clientX - r.left) / r.width) * W;
          at = show(Math.round(((px - left) / (W - left - right)) * (labels.length - 1)));
        },
        keydown: (e) => {
          if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
          e.preventDefault();
          at = show(at + (e.key === "ArrowLeft" ? -1 : 1));
        },
      },
    },
    grid.map((v) => [
      s("path", { class: "cg", d: `M${left} ${y(v)}H${W - right + 4}` }),
      s("text", { class: "ct", x: left - 6, y: y(v) + 4, "text-anchor": "end" }, num(v)),
    ]),
    labels.map(
      (label, i) =>
        i % every === 0 && s("text", { class: "ct", x: x(i), y: base + 15, "text-anchor": "middle" }, label),
    ),
    !small && [
      s(
        "text",
        { class: "ca", x: (left + W - right) / 2, y: H - 6, "text-anchor": "middle" },
        t("axis-rounds"),
      ),
      s("text", { class: "ca", x: 4, y: 11 }, what),
    ],
    lines.map((l) => {
      let pen = false;
      return s("path", {
        class: "cl",
        stroke: l.colour,
        "stroke-dasharray": l.dash || null,
        d: l.values
          .map((v, i) => {
            if (v === null) {
              pen = false;
              return "";
            }
            const c = (pen ? "L" : "M") + x(i).toFixed(1) + " " + y(v).toFixed(1);
            pen = true;
            return c;
          })
          .join(""),
      });
    }),
    ends.map((e) => [
      s("circle", {
        class: "cd",
        cx: x(e.at),
        cy: y(/** @type {number} */ (e.l.values[e.at])),
        r: 3,
        fill: e.l.colour,
      }),
      !small && s("text", { class: "cn", x: W - right + 10, y: e.y + 4 }, e.l.name),
    ]),
    rod,
  );
  return h(
    "figure",
    { class: "chart" + (small ? " small" : "") },
    !small && h("figcaption", null, title),
    svg,
    reading,
    !small && tableOf(title, lines, labels),
  );
}

/** The same as a table. @param {string} title @param {Curve[]} lines @param {string[]} labels */
const tableOf = (title, lines, labels) =>
  h(
    "details",
    { class: "asnumbers" },
    h("summary", null, t("as-table")),
    h(
      "div",
      { class: "scrollx", tabindex: "0", role: "region", "aria-label": title },
      h(
        "table",
        { class: "t" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", null, t("round")),
            lines.map((l) => h("th", { class: "num" }, l.name)),
          ),
        ),
        h(
          "tbody",
          null,
          labels.map((label, i) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, label),
              lines.map((l) => {
                const value = l.values[i] ?? null;
                return h("td", { class: "num" }, value === null ? "–" : num(value));
              }),
            ),
          ),
        ),
      ),
    ),
  );
