// @ts-check
// Clocks at the seats. They go on from what the server said, by the time that went by here since then; what the clock of
// this machine shows does not matter.
import { $$, h, icon } from "./dom.js";
import { paceWhole, shown } from "./pacing.js";
import { lang, t } from "./text.js";

/**
 * @import { Table } from "./table.js"
 * @import { ClockJson, SeatTime } from "./types.d.ts"
 */

const DIAL = "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v5l3 2",
  MOON = "M19 14a8 8 0 1 1-9-9 6 6 0 0 0 9 9z";

/** When what is shown was heard, by a clock that nobody sets. */
let heard = 0;
/** @type {ClockJson|null} */ let last = null;
let ticking = 0;

/** What a seat has left now. @param {ClockJson} clock @param {SeatTime} seat */
function left(clock, seat) {
  const gone = seat.runs && !seat.out && !clock.paused ? performance.now() - heard : 0;
  const own = Math.max(0, seat.left - gone);
  return { own, reserve: Math.max(0, seat.reserve - Math.max(0, gone - seat.left)) };
}

/** A moment, for people. @param {number} time */
const moment = (time) =>
  new Intl.DateTimeFormat(lang(), { weekday: "short", hour: "2-digit", minute: "2-digit" }).format(time);

/** @param {ClockJson} clock @param {SeatTime} seat */
function text(clock, seat) {
  const { own, reserve } = left(clock, seat);
  if (seat.out) return t("clock-out");
  if (seat.runs && own > 0) return reserve > 0 ? `${shown(own)} + ${shown(reserve)}` : shown(own);
  return shown(reserve);
}

/** @param {ClockJson} clock @param {SeatTime} seat */
function title(clock, seat) {
  const parts = [];
  if (seat.runs && clock.paused) parts.push(t("clock-paused", { time: moment(clock.paused) }));
  else if (seat.runs && clock.end) parts.push(t("clock-until", { time: moment(clock.end) }));
  if (seat.outs) parts.push(t("clock-outs", { n: seat.outs }));
  return parts.join(" · ");
}

/** The clock of a seat, if the table has clocks. @param {Table} table @param {number} seat */
export function clockAt(table, seat) {
  const clock = table.live ? table.state.clock : null,
    own = clock?.seats.find((s) => s.seat === seat),
    place = table.game.seats[seat];
  if (!clock || !own || !place || (place.bot && !place.may_return)) return null;
  if (clock !== last) {
    last = clock;
    heard = performance.now();
  }
  if (!ticking) ticking = window.setInterval(tick, 500);
  const { own: first, reserve } = left(clock, own);
  const low = own.runs && first + reserve < (table.game.pace?.kind === "live" ? 60e3 : 6 * 3600e3);
  return h(
    "small",
    {
      class:
        "clock" +
        (own.runs ? " runs" : "") +
        (own.runs && clock.paused ? " paused" : "") +
        (own.out || low ? " low" : ""),
      "data-clock": seat,
      role: "timer",
      "aria-live": "off",
      title: title(clock, own) || (table.game.pace ? paceWhole(table.game.pace) : ""),
    },
    icon(own.runs && clock.paused ? MOON : DIAL),
    h("span", null, text(clock, own)),
    own.outs > 0 && h("em", { title: t("clock-outs", { n: own.outs }) }, "!".repeat(Math.min(3, own.outs))),
  );
}

function tick() {
  if (!last) return;
  for (const box of $$("[data-clock]")) {
    const own = last.seats.find((s) => s.seat === Number(/** @type {HTMLElement} */ (box).dataset.clock));
    const span = box.querySelector("span");
    if (own?.runs && span) {
      const now = text(last, own);
      if (span.textContent !== now) span.textContent = now;
    }
  }
}
