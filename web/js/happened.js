// @ts-check
// What the log says of what happened at the table itself.
import { h } from "./dom.js";
import { has, lang, person, t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { TableTold } from "./types.d.ts"
 */

/** Names of seats. @param {Table} table @param {number[]} seats */
export const names = (table, seats) => seats.map(table.seatName).join(", ");

/** What the log says of something that happened at the table; none if it says nothing. @param {Table} table @param {TableTold} told */
export function toldText(table, told) {
  const key = told.what === "seat_offered" ? `told-seat_offered-${told.with}` : "told-" + told.what;
  if (!has(key)) return null;
  const seats = told.seats?.length
    ? told.seats
    : told.seat === undefined || told.seat === null
      ? []
      : [told.seat];
  return t(key, {
    names: names(table, seats),
    name: told.name ? person(told.name) : names(table, seats),
    by: told.by === undefined || told.by === null ? "" : table.seatName(told.by),
  });
}

/** A line of the log. @param {Table} table @param {TableTold} told */
export function toldLine(table, told) {
  const text = toldText(table, told);
  if (!text) return null;
  const when = new Intl.DateTimeFormat(lang(), { dateStyle: "short", timeStyle: "short" }).format(told.at);
  return h(
    "li",
    { class: "ll told", "data-told": told.seq },
    h("span", { class: "no", "aria-hidden": "true" }, "•"),
    h("div", null, h("p", { title: when }, text)),
  );
}
