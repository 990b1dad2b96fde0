// @ts-check
// The part of the account's page about time: zone, nights, weekends, days off.
import { Fault, get, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { lang, said, t } from "./text.js";

/**
 * @import { HoursJson, TimeJson, VacationJson } from "./types.d.ts"
 */

const own = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Time zones that this browser knows, with the one that is set. @param {string} set */
function zones(set) {
  const known = /** @type {{ supportedValuesOf?: (key: string) => string[] }} */ (
    /** @type {unknown} */ (Intl)
  ).supportedValuesOf?.("timeZone");
  return [...new Set([set, own(), "UTC", ...(known ?? [])])].sort();
}

const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
/** A minute of the day as a field shows it. @param {number} minute */
const clock = (minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
/** What such a field says. @param {string} id */
const minute = (id) => {
  const [hours, minutes] = typed(id).split(":").map(Number);
  return hours * 60 + minutes;
};
/** What stands in a field. @param {string} id */
const typed = (id) => /** @type {HTMLInputElement} */ ($("#" + id)).value;
const ticked = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ ($("#" + id)).checked;

/** First and last day of days off, where one lives. @param {VacationJson} off @param {string} zone */
function span(off, zone) {
  const day = new Intl.DateTimeFormat(lang(), { dateStyle: "medium", timeZone: zone });
  return { from: day.format(off.from), to: day.format(off.to - 1) };
}

/** @param {HTMLElement} box @param {TimeJson} now @param {string} [news] */
function draw(box, now, news) {
  /** @type {HoursJson} */ const hours = now.hours ?? { zone: own(), night: null, weekends: false };
  const night = hours.night ?? { from: 22 * 60, to: 7 * 60 };
  const fault = h("p", { class: "fault bad", role: "alert" });
  /** @param {() => Promise<TimeJson>} act @param {string} [well] */
  const attempt = async (act, well) => {
    put(fault);
    try {
      draw(box, await act(), well);
    } catch (x) {
      put(fault, x instanceof Fault ? said(x.message) : t("fault-offline"));
    }
  };
  /** @param {() => Promise<TimeJson>} act @param {string|undefined} well @param {...import("./dom.js").Child} children */
  const form = (act, well, ...children) =>
    h(
      "form",
      {
        class: "form",
        on: {
          submit: (e) => {
            e.preventDefault();
            attempt(act, well);
          },
        },
      },
      children,
    );
  const check = (/** @type {string} */ id, /** @type {string} */ label, /** @type {boolean} */ checked) =>
    h("label", { class: "check", for: id }, h("input", { type: "checkbox", id, checked }), t(label));
  /** @param {string} id @param {string} label @param {object} props */
  const field = (id, label, props) =>
    h("div", null, h("label", { for: id }, t(label)), h("input", { id, required: true, ...props }));
  const to_come = now.vacations.filter((off) => off.to > Date.now());
  put(
    box,
    h("h2", { id: "hours-h" }, t("hours")),
    h(
      "div",
      null,
      h("p", { class: "muted" }, t("hours-why")),
      form(
        () =>
          post("/api/account/time", {
            zone: typed("hours-zone"),
            night: ticked("hours-night") ? { from: minute("hours-from"), to: minute("hours-to") } : null,
            weekends: ticked("hours-weekends"),
          }),
        "hours-saved",
        h("label", { for: "hours-zone" }, t("hours-zone")),
        h(
          "select",
          { id: "hours-zone", class: "sel" },
          zones(hours.zone).map((zone) =>
            h("option", { value: zone, selected: zone === hours.zone }, zone.replaceAll("_", " ")),
          ),
        ),
        check("hours-night", "hours-night", now.hours === null || hours.night !== null),
        h(
          "div",
          { class: "pair" },
          field("hours-from", "hours-from", { type: "time", value: clock(night.from) }),
          field("hours-to", "hours-to", { type: "time", value: clock(night.to) }),
        ),
        check("hours-weekends", "hours-weekends", !!hours.weekends),
        h("div", { class: "btns" }, h("button", { class: "btn", id: "save-hours" }, t("hours-save"))),
      ),
      h("p", { class: "well", role: "status" }, news && t(news)),
      fault,
      h("h3", null, t("hours-off")),
      h("p", { id: "hours-left" }, t("hours-left", { n: now.days_left, days: now.days })),
      to_come.length > 0 &&
        h(
          "ul",
          { class: "plain offs" },
          to_come.map((off) =>
            h(
              "li",
              null,
              h("span", null, t("hours-span", span(off, hours.zone))),
              h(
                "button",
                {
                  class: "btn sm",
                  type: "button",
                  "aria-label": t("hours-end-this", span(off, hours.zone)),
                  on: { click: () => attempt(() => post("/api/account/vacation/" + off.id, {}, "DELETE")) },
                },
                t("hours-end"),
              ),
            ),
          ),
        ),
      form(
        () => post("/api/account/vacation", { from: typed("off-first"), to: typed("off-last") }),
        undefined,
        h(
          "div",
          { class: "pair" },
          field("off-first", "hours-first", { type: "date" }),
          field("off-last", "hours-last", { type: "date" }),
        ),
        h("div", { class: "btns" }, h("button", { class: "btn", id: "take-off" }, t("hours-take"))),
      ),
    ),
  );
}

/** The part of the page. */
export async function hours() {
  const box = h("section", { class: "panel", id: "hours", "aria-labelledby": "hours-h" });
  draw(box, await get("/api/account/time"));
  return box;
}
