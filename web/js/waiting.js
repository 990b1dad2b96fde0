// @ts-check
// A table that waits for people.
import { invite, post } from "./api.js";
import { fault } from "./choosing.js";
import { h, toast } from "./dom.js";
import { paceWhole } from "./pacing.js";
import { person, t } from "./text.js";

/** @import { Table } from "./table.js" */

/** What stands in the place of the decision: the invitation, who sits where, the start. @param {Table} table */
export function waiting(table) {
  const link = `${location.origin}/game/${table.id}?invite=${table.game.invite || invite || ""}`;
  const act = (/** @type {string} */ path, /** @type {object} */ body) => async () => {
    try {
      await post(table.api(path), body);
      await table.reload();
    } catch (e) {
      await fault(table, e);
    }
  };
  const mine = table.game.seats.some((s) => s.mine),
    owner = table.game.role === "owner";
  const full = table.game.seats.every((s) => !s.open);
  const name = h("input", {
    id: "joinname",
    maxlength: 30,
    value: table.user && !table.user.guest ? table.user.name : "",
    placeholder: t("name"),
    "aria-label": t("name"),
  });
  return h(
    "div",
    { id: "waiting", class: "waiting" },
    h("h2", { id: "dtitle" }, t("waiting-room")),
    h("p", { class: "why" }, t("waiting-room-why")),
    table.game.pace && h("p", { id: "waiting-pace" }, t("pace"), ": ", paceWhole(table.game.pace)),
    table.game.invite && h("p", { class: "linkbox" }, h("code", null, link)),
    table.game.invite &&
      h(
        "button",
        {
          class: "btn",
          type: "button",
          on: {
            click: async () => {
              await navigator.clipboard?.writeText(link).catch(() => {});
              toast(t("copied"));
            },
          },
        },
        t("copy-link"),
      ),
    h(
      "ul",
      { class: "seatlist" },
      table.game.seats.map((s) =>
        h(
          "li",
          null,
          h("span", { class: "pdot p" + s.seat }, s.open ? "?" : (s.name[0] || "?").toUpperCase()),
          h("b", null, s.open ? t("seat-open") : person(s.name, s.bot)),
          s.open &&
            owner &&
            h(
              "button",
              {
                class: "btn sm",
                type: "button",
                on: {
                  click: act("seats", {
                    seat: s.seat,
                    bot: table.levels.includes("standard") ? "standard" : table.levels[0],
                  }),
                },
              },
              t("seat-bot"),
            ),
          s.bot &&
            owner &&
            h(
              "button",
              {
                class: "btn sm",
                type: "button",
                on: { click: act("seats", { seat: s.seat, open: true }) },
              },
              t("seat-free"),
            ),
        ),
      ),
    ),
    !mine &&
      !full &&
      h(
        "div",
        { class: "act" },
        name,
        h(
          "button",
          {
            class: "btn primary",
            id: "join",
            type: "button",
            on: {
              click: () =>
                act("join", { invite: invite || undefined, name: name.value.trim() || undefined })(),
            },
          },
          t("join"),
        ),
      ),
    h(
      "div",
      { class: "act" },
      owner &&
        h(
          "button",
          {
            class: "btn primary",
            id: "start",
            type: "button",
            disabled: !full,
            on: { click: act("start", {}) },
          },
          t("start-game"),
        ),
      mine &&
        !owner &&
        h("button", { class: "btn", type: "button", on: { click: act("leave", {}) } }, t("leave")),
      owner &&
        h("button", { class: "btn quiet", type: "button", on: { click: act("abandon", {}) } }, t("abandon")),
    ),
  );
}
