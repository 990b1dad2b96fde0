// @ts-check
// What one does about others at the table: block them, report them, or a line of chat, or the game.
import { get, invite, post } from "./api.js";
import { $, h, put, toast } from "./dom.js";
import { person, said, t } from "./text.js";

/**
 * @import { BlocksJson, ChatLine } from "./types.d.ts"
 * @import { Table } from "./table.js"
 */

/** Whom one has blocked. @type {Promise<Set<string>>|null} */ let known = null;

/** @param {BlocksJson} list */
const accounts = (list) => new Set(list.blocks.map((b) => b.user));

/** Accounts that one has blocked; asked for once. @returns {Promise<Set<string>>} */
export const blocked = () =>
  (known ??= /** @type {Promise<BlocksJson>} */ (get("/api/blocks")).then(accounts, () => new Set()));

/** Does something and says how it went. @param {() => Promise<string>} act */
async function attempt(act) {
  try {
    toast(await act());
    return true;
  } catch (e) {
    toast(said(e instanceof Error ? e.message : String(e)), "bad");
    return false;
  }
}

/** Blocks somebody, or not any more. @param {string} user @param {string} name @param {boolean} on */
const block = (user, name, on) =>
  attempt(async () => {
    /** @type {BlocksJson} */ const list = on
      ? await post("/api/blocks", { user })
      : await post(`/api/blocks/${user}/lift`);
    known = Promise.resolve(accounts(list));
    return t(on ? "blocked-now" : "unblocked-now", { name });
  });

/** A dialog of its own, above the drawers. */
function dialog() {
  const found = /** @type {HTMLDialogElement|null} */ (document.getElementById("neighbours"));
  return (
    found ??
    document.body.appendChild(
      h("dialog", { id: "neighbours", class: "dialog", "aria-labelledby": "neighbours-h" }),
    )
  );
}

/**
 * Asks why, and reports.
 * @param {Table} table @param {string} what what is reported, for the reader
 * @param {object} body kind, and the line or the account
 */
function report(table, what, body) {
  const box = dialog();
  const why = h("textarea", { id: "report-why", maxlength: 500, rows: 3, required: true });
  put(
    box,
    h(
      "form",
      {
        class: "form",
        on: {
          submit: async (e) => {
            e.preventDefault();
            const word = invite ? { invite } : {};
            const sent = await attempt(async () => {
              await post("/api/reports", { ...body, ...word, game: table.id, why: why.value });
              return t("reported");
            });
            if (sent) box.close();
          },
        },
      },
      h("h2", { id: "neighbours-h" }, t("report")),
      h("p", null, what),
      h("label", { for: "report-why" }, t("report-why")),
      why,
      h(
        "div",
        { class: "act" },
        h("button", { class: "btn primary", id: "report-send" }, t("report-send")),
        h("button", { class: "btn quiet", type: "button", on: { click: () => box.close() } }, t("close")),
      ),
    ),
  );
  if (!box.open) box.showModal();
  why.focus();
}

/**
 * What can be done about a line of chat and who said it.
 * @param {Table} table @param {ChatLine} line @param {() => void} again draws the chat anew
 */
export async function about(table, line, again) {
  const box = dialog(),
    name = person(line.name),
    user = line.user,
    is = !!user && (await blocked()).has(user);
  put(
    box,
    h("h2", { id: "neighbours-h" }, name),
    h("p", null, line.text),
    h(
      "div",
      { class: "act" },
      user &&
        h(
          "button",
          {
            class: "btn",
            id: "block",
            on: {
              click: async () => {
                if (!(await block(user, name, !is))) return;
                box.close();
                again();
              },
            },
          },
          t(is ? "unblock" : "block"),
        ),
      h(
        "button",
        {
          class: "btn",
          id: "report-line",
          on: { click: () => report(table, `${name}: ${line.text}`, { kind: "chat", line: line.seq }) },
        },
        t("report"),
      ),
      h("button", { class: "btn quiet", on: { click: () => box.close() } }, t("close")),
    ),
  );
  box.showModal();
}

/** Everybody at the table, and the game. @param {Table} table @param {HTMLElement} body */
export async function neighbours(table, body) {
  const out = await blocked();
  /** @type {Map<string, string>} */ const others = new Map();
  for (const seat of table.game.seats)
    if (seat.user && !seat.mine) others.set(seat.user, person(seat.name, seat.bot));
  put(
    body,
    h("p", { class: "muted" }, t("neighbours-why")),
    [...others].map(([user, name]) =>
      h(
        "div",
        { class: "act neighbour" },
        h("b", null, h("a", { href: "/player/" + user }, name)),
        h(
          "button",
          {
            class: "btn",
            on: {
              click: async () => {
                if (await block(user, name, !out.has(user))) neighbours(table, body);
              },
            },
          },
          t(out.has(user) ? "unblock" : "block"),
        ),
        h(
          "button",
          { class: "btn", on: { click: () => report(table, name, { kind: "player", user }) } },
          t("report"),
        ),
      ),
    ),
    !others.size && h("p", null, t("neighbours-none")),
    h(
      "div",
      { class: "act" },
      h(
        "button",
        {
          class: "btn",
          id: "report-game",
          on: { click: () => report(table, table.game.name || t("this-game"), { kind: "game" }) },
        },
        t("report-game"),
      ),
    ),
  );
}
