// @ts-check
// A route on the page: the colour of its line, and where it calls.
import { h, s } from "./dom.js";
import { num } from "./text.js";

/** @import { Route } from "./types.d.ts" */

/** The line of a train's colour. @param {number} i */
export const keyLine = (i) =>
  s(
    "svg",
    { class: "key pic", viewBox: "0 0 34 10", "aria-hidden": "true" },
    s("g", { class: `r${(i % 4) + 1}` }, s("path", { class: "rl", d: "M0 5H34" })),
  );

/** Stops with what they bring. @param {Route} route */
export const called = (route) =>
  h(
    "div",
    { class: "stops" },
    route.calls.map((c) =>
      h(
        "span",
        { class: c.counted ? "" : "skip" },
        c.name || c.cell,
        " ",
        h("em", null, num(c.value + c.subsidy + (c.bonus || 0))),
      ),
    ),
  );
