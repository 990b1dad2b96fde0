// @ts-check
// The time of a table, in words.
import { num, t } from "./text.js";

/** @import { Pace } from "./types.d.ts" */

const MINUTE = 60,
  HOUR = 3600,
  DAY = 86400;

/** A length of time in one or two words. @param {number} seconds */
export function long(seconds) {
  const [unit, size] =
    seconds >= DAY && seconds % DAY === 0
      ? ["pace-days", DAY]
      : seconds >= HOUR && seconds % HOUR === 0
        ? ["pace-hours", HOUR]
        : seconds >= MINUTE && seconds % MINUTE === 0
          ? ["pace-minutes", MINUTE]
          : ["pace-seconds", 1];
  return t(String(unit), { n: seconds / Number(size) });
}

/** The time of a table in one line. @param {Pace} pace */
export const paceText = (pace) =>
  t(pace.reserve ? (pace.each ? "pace-both" : "pace-reserve-only") : "pace-each-only", {
    each: long(pace.each),
    reserve: long(pace.reserve),
  });

/** Everything about the time of a table. @param {Pace} pace */
export const paceWhole = (pace) =>
  [paceText(pace), t("pace-out-" + pace.out), pace.pauses && t("pace-pauses")].filter(Boolean).join(" · ");

const two = (/** @type {number} */ n) => String(n).padStart(2, "0");

/** What a clock shows. @param {number} ms */
export function shown(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s >= DAY) return t("clock-days", { d: num(Math.floor(s / DAY)), h: num(Math.floor((s % DAY) / HOUR)) });
  if (s >= 2 * HOUR)
    return t("clock-hours", { h: num(Math.floor(s / HOUR)), m: num(Math.floor((s % HOUR) / MINUTE)) });
  if (s >= HOUR) return `${Math.floor(s / HOUR)}:${two(Math.floor((s % HOUR) / MINUTE))}:${two(s % MINUTE)}`;
  return `${Math.floor(s / MINUTE)}:${two(s % MINUTE)}`;
}
