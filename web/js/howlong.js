// @ts-check
// The time of a table is chosen when it is made.
import { h } from "./dom.js";
import { long } from "./pacing.js";
import { segments, select } from "./setup.js";
import { t } from "./text.js";

/** @import { Pace } from "./types.d.ts" */
/** @import { Wish } from "./setup.js" */

const MINUTE = 60,
  HOUR = 3600,
  DAY = 86400;

/** What is offered, in seconds: time of each decision, and the reserve. */
const OFFERED = {
  live: { each: [0, 15, 30, 60, 120], reserve: [10, 20, 30, 45, 60, 90].map((m) => m * MINUTE) },
  correspondence: {
    each: [8 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY],
    reserve: [0, DAY, 3 * DAY, 7 * DAY, 14 * DAY],
  },
};

/** The usual time of a kind of table. @param {string} kind @returns {Pace|null} */
function usual(kind) {
  if (kind === "live") return { kind: "live", each: 30, reserve: 30 * MINUTE, pauses: false, out: "bot" };
  if (kind === "correspondence")
    return { kind: "correspondence", each: DAY, reserve: 3 * DAY, pauses: true, out: "ask" };
  return null;
}

/** The choice when a table is made. @param {Wish} w @param {() => void} draw */
export function howLong(w, draw) {
  const pace = w.pace,
    id = w.box + "-pace";
  const kinds = ["none", "live", "correspondence"].map((value) => ({ value, text: t("pace-" + value) }));
  const lengths = (/** @type {"each"|"reserve"} */ what) =>
    pace &&
    select(
      `${id}-${what}`,
      t("pace-" + what),
      OFFERED[pace.kind][what].map((s) => ({ value: String(s), text: s ? long(s) : t("pace-no") })),
      String(pace[what]),
      (v) => {
        pace[what] = Number(v);
        draw();
      },
    );
  return [
    segments(id, t("pace"), kinds, pace?.kind ?? "none", (kind) => {
      w.pace = usual(kind);
      draw();
    }),
    pace &&
      h(
        "div",
        { class: "pacing" },
        h("div", { class: "mixed" }, lengths("each"), lengths("reserve")),
        select(
          id + "-out",
          t("pace-out"),
          ["bot", "ask", "mark"].map((value) => ({ value, text: t("pace-out-" + value) })),
          pace.out,
          (v) => {
            pace.out = /** @type {Pace["out"]} */ (v);
          },
        ),
        pace.kind === "correspondence" &&
          h(
            "label",
            { class: "check" },
            h("input", {
              type: "checkbox",
              id: id + "-pauses",
              checked: !!pace.pauses,
              on: { change: (e) => (pace.pauses = e.target.checked) },
            }),
            t("pace-pauses"),
          ),
        h("p", { class: "muted small" }, t("pace-why-" + pace.kind, { each: long(pace.each) })),
      ),
  ];
}
