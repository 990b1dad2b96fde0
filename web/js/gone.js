// @ts-check
// Games that are over, in lists: of a player, of the archive.
import { h } from "./dom.js";
import { shortName } from "./setup.js";
import { has, lang, num, person, t, variantName } from "./text.js";

/** @import { EndedGame, EndedSeat, Titles } from "./types.d.ts" */

/** A day in the reader's language. @param {number} time */
export const day = (time) => new Intl.DateTimeFormat(lang(), { dateStyle: "medium" }).format(time);

/** A share in percent. @param {number} part @param {number} whole */
export const percent = (part, whole) =>
  new Intl.NumberFormat(lang(), { style: "percent", maximumFractionDigits: 0 }).format(
    whole ? part / whole : 0,
  );

/** A span of time, roughly. @param {number} ms */
export function lasting(ms) {
  const units = /** @type {[number, string][]} */ ([
    [86_400_000, "day"],
    [3_600_000, "hour"],
    [60_000, "minute"],
    [1000, "second"],
  ]);
  const [size, unit] = units.find(([size]) => ms >= 1.5 * size) ?? [1000, "second"];
  return new Intl.NumberFormat(lang(), {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits: ms / size < 10 ? 1 : 0,
  }).format(ms / size);
}

/** Who sat there, with a way to his page. @param {EndedSeat} seat */
export function who(seat) {
  const name = seat.name ? person(seat.name, seat.bot) : t("archive-nameless");
  return seat.player ? h("a", { href: "/player/" + encodeURIComponent(seat.player) }, name) : name;
}

/** One game. @param {Titles} known @param {EndedGame} game */
export function ended(known, game) {
  const seats = [...game.seats].sort((a, b) => a.place - b.place || a.seat - b.seat);
  return h(
    "li",
    { class: "panel over", "data-game": game.id },
    h(
      "div",
      { class: "what" },
      h(
        "h3",
        null,
        h("a", { href: "/game/" + game.id }, shortName(known, game.title), game.name && " · ", game.name),
      ),
      h(
        "p",
        { class: "facts" },
        h("span", null, day(game.ended)),
        h("span", null, variantName(game.title, game.variant)),
        h("span", null, t("moves-n", { n: game.length })),
        !game.listed && h("span", null, t("archive-private")),
        game.pool && h("span", null, t("archive-rated")),
      ),
      has("ending-" + game.reason) && h("p", { class: "muted" }, t("ending-" + game.reason)),
    ),
    h(
      "ol",
      { class: "ranks" },
      seats.map((seat) =>
        h(
          "li",
          { class: (seat.mine ? "me" : "") + (seat.won ? " won" : "") },
          h("span", { class: "num" }, t("place-n", { n: seat.place })),
          h("span", { class: "name" }, who(seat)),
          h("b", { class: "num" }, num(seat.value)),
        ),
      ),
    ),
  );
}
