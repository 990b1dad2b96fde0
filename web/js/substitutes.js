// @ts-check
// Playing for somebody else: what the table is asked, and who shall play.
import { Fault, post } from "./api.js";
import { fault } from "./choosing.js";
import { $, h, put, toast } from "./dom.js";
import { names } from "./happened.js";
import { has, lang, person, said, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Table } from "./table.js"
 * @import { Asked, TableTold } from "./types.d.ts"
 */

/** Without a clock somebody is silent after so long. */
const SILENT = 3 * 86400e3;

/** What the table is asked. @param {Table} table @param {Asked} asked */
function question(table, asked) {
  const by = asked.by === undefined || asked.by === null ? "" : table.seatName(asked.by);
  const seat = asked.seat === undefined || asked.seat === null ? "" : table.seatName(asked.seat);
  switch (asked.kind) {
    case "undo":
      return t("undo-asked", { name: by, n: table.length - (asked.to ?? 0) });
    case "replace":
      return t(`ask-replace-${asked.with}`, { name: seat, person: asked.name ?? "" });
    case "return":
      return t("ask-return", { name: person(asked.name ?? ""), seat });
    default:
      return t("ask-" + asked.kind);
  }
}

/** The question with its answers. @param {Table} table @param {Asked} asked */
function askedBox(table, asked) {
  const mine = table.game.seats.filter((s) => s.mine).map((s) => s.seat);
  const waiting = asked.waiting.filter((s) => mine.includes(s));
  const answer = (/** @type {boolean} */ agree) => async () => {
    try {
      await post(table.api("undo/answer"), { agree, seat: waiting[0] });
      await table.reload();
    } catch (e) {
      await fault(table, e);
    }
  };
  return h(
    "div",
    { class: "ask", role: "alertdialog", "aria-label": t("ask-title-" + asked.kind) },
    h("p", null, question(table, asked)),
    (asked.kind === "replace" || asked.kind === "end") &&
      h("p", { class: "muted" }, t("ask-why-" + asked.kind)),
    asked.refused.length > 0 &&
      h("p", { class: "muted" }, t("ask-refused", { names: names(table, asked.refused) })),
    waiting.length
      ? h(
          "div",
          { class: "act" },
          h(
            "button",
            { class: "btn primary", type: "button", id: "undo-yes", on: { click: answer(true) } },
            t("agree"),
          ),
          h(
            "button",
            { class: "btn", type: "button", id: "undo-no", on: { click: answer(false) } },
            t("refuse"),
          ),
        )
      : h("p", { class: "muted" }, t("undo-waits", { names: names(table, asked.waiting) })),
  );
}

/** Whether somebody keeps the others waiting for too long. @param {Table} table @returns {number|null} the seat */
export function silent(table) {
  const turn = table.game.turn;
  const place = turn && table.game.seats[turn.seat];
  const sits = table.game.seats.some((s) => s.mine);
  if (!turn || !place || place.bot || place.mine || !sits || table.game.state !== "playing") return null;
  const clock = table.state.clock;
  const long = clock
    ? clock.seats.some((s) => s.seat === turn.seat && s.out)
    : Date.now() - turn.since >= SILENT;
  return long ? turn.seat : null;
}

/**
 * Who shall play: a bot, a person, or whoever comes.
 * @param {Table} table @param {string} id @param {string} label
 * @param {(who: object) => Promise<unknown>} act @param {...Child} more further buttons
 */
export function whoPlays(table, id, label, act, ...more) {
  const kinds = ["bot", "person", ...(table.game.listed ? ["offer"] : [])];
  const trouble = h("p", { class: "bad", role: "alert" });
  const name = h("input", {
    id: id + "-name",
    class: "sel",
    maxlength: 40,
    autocomplete: "off",
    placeholder: t("who-name"),
    "aria-label": t("who-name"),
    hidden: true,
  });
  let kind = "bot";
  return h(
    "form",
    {
      class: "who",
      on: {
        submit: async (e) => {
          e.preventDefault();
          put(trouble);
          const with_ =
            kind === "person"
              ? { kind, name: /** @type {HTMLInputElement} */ (name).value.trim() }
              : { kind };
          try {
            await act(with_);
          } catch (x) {
            put(trouble, x instanceof Fault ? said(x.message) : t("fault-offline"));
          }
        },
      },
    },
    h(
      "fieldset",
      { class: "field" },
      h("legend", null, t("who-plays")),
      kinds.map((value) =>
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "radio",
            name: id + "-with",
            id: `${id}-${value}`,
            checked: value === kind,
            on: {
              change: () => {
                kind = value;
                name.hidden = kind !== "person";
                if (!name.hidden) name.focus();
              },
            },
          }),
          t("who-" + value),
        ),
      ),
      name,
    ),
    trouble,
    h("div", { class: "act in" }, h("button", { class: "btn primary", id: id + "-yes" }, t(label)), more),
  );
}

/** What others may do about a silent player. @param {Table} table */
function silentBox(table) {
  const seat = silent(table);
  if (seat === null || table.state.undo) return null;
  return h(
    "details",
    { class: "ask", id: "silent" },
    h("summary", null, t("silent", { name: table.seatName(seat) })),
    whoPlays(table, "replace", "ask-others", async (with_) => {
      await post(table.api("replace"), { seat, with: with_ });
      await table.reload();
    }),
  );
}

/** A seat that one may take over. @param {Table} table */
function offeredBox(table) {
  const seat = table.game.seats.find((s) => s.offered);
  if (!seat || table.game.state !== "playing" || table.game.seats.some((s) => s.mine)) return null;
  const act = async () => {
    try {
      await post(table.api("take"), { seat: seat.seat });
      await table.reload();
    } catch (e) {
      await fault(table, e);
    }
  };
  return h(
    "div",
    { class: "ask" },
    h("p", null, t("offered", { name: person(seat.name, seat.bot) })),
    h(
      "div",
      { class: "act" },
      h(
        "button",
        { class: "btn primary", type: "button", id: "take-seat", on: { click: act } },
        t("take-seat"),
      ),
    ),
  );
}

/** The way back to a chair that one left. @param {Table} table */
function comeBack(table) {
  const left = table.game.seats.filter((s) => s.may_return);
  if (!left.length || table.game.state !== "playing") return null;
  const asks = left.every((s) => s.user || s.fate === "resigned" || s.fate === "replaced");
  if (asks && table.state.undo?.kind === "return") return null;
  const act = async () => {
    try {
      await post(table.api("return"), {});
      if (asks) toast(t("undo-sent"));
      await table.reload();
    } catch (e) {
      await fault(table, e);
    }
  };
  const key = left.some((s) => s.user) ? "other-plays-for" : "bot-plays-for";
  return h(
    "div",
    { class: "ask" },
    h(
      "p",
      null,
      t(key, {
        names: names(
          table,
          left.map((s) => s.seat),
        ),
      }),
    ),
    h(
      "div",
      { class: "act" },
      h(
        "button",
        { class: "btn", type: "button", id: "come-back", on: { click: act } },
        t(asks ? "come-back-ask" : "come-back"),
      ),
    ),
  );
}

/** The drawer about leaving. @param {Table} table @param {HTMLElement} body */
export function leaveDrawer(table, body) {
  const mine = table.game.seats.filter((x) => x.mine && !x.bot);
  const close = () => /** @type {HTMLDialogElement} */ ($("#drawer")).close();
  const done = async () => {
    close();
    await table.reload();
  };
  const press = (
    /** @type {string} */ id,
    /** @type {string} */ label,
    /** @type {() => Promise<unknown>} */ act,
  ) =>
    h(
      "button",
      {
        class: "btn",
        type: "button",
        id,
        on: { click: () => act().then(done, (x) => fault(table, x)) },
      },
      t(label),
    );
  const others = new Set(table.game.seats.filter((s) => s.user && !s.mine).map((s) => s.user)).size;
  put(
    body,
    h("p", null, t("leave-ask", { names: mine.map((s) => person(s.name, s.bot)).join(", ") })),
    whoPlays(
      table,
      "leave",
      "leave-do",
      async (with_) => {
        await post(table.api("leave"), { with: with_ });
        await done();
      },
      h("button", { class: "btn", type: "button", id: "leave-no", on: { click: close } }, t("leave-stay")),
    ),
    h("h3", null, t("resign")),
    h("p", { class: "muted" }, t("resign-why")),
    h(
      "div",
      { class: "act in" },
      press("resign", "resign-do", () => post(table.api("resign"), {})),
    ),
    h("h3", null, t("end-now")),
    h("p", { class: "muted" }, t(others ? "end-why" : "end-why-alone")),
    h(
      "div",
      { class: "act in" },
      press("end-now", others ? "end-ask" : "end-do", () => post(table.api("end"), {})),
      press("abandon", others ? "abandon-ask" : "abandon", () => post(table.api("abandon"), {})),
    ),
  );
}

/** Whatever the table is asked or offered now. @param {Table} table */
export const asks = (table) => [
  table.state.undo && askedBox(table, table.state.undo),
  offeredBox(table),
  silentBox(table),
  comeBack(table),
];
