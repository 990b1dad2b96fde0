// @ts-check
// Beside the game: what is said at the table, and what one notes for oneself. Not in the way of anything.
import { get, invite, key, post } from "./api.js";
import { $, debounce, h, put } from "./dom.js";
import { clock, person, t } from "./text.js";
import { trouble } from "./trouble.js";
import { markRead, readUntil } from "./unread.js";

/**
 * @import { Table } from "./table.js"
 * @import { ChatLine, NoteJson } from "./types.d.ts"
 */

/** What is typed and not yet said. */
let draft = "";
/** Which part is shown: `chat` or `notes`. */
let shown = "chat";
/** The first line that was not read when the panel was opened. */
let from = 0;

/** A line that leads to another table of this house. */
const PLACE = /^\/game\/(g[\w-]+)\?invite=([\w-]+)$/;

/** Whether who looks may say something. @param {Table} table */
const speaks = (table) => table.game.role !== "spectator" || !!invite;

/** @param {ChatLine} line */
function words(line) {
  if (line.removed) return h("i", { class: "muted" }, t("chat-removed"));
  return PLACE.test(line.text)
    ? h("a", { class: "btn sm", href: line.text }, t("chat-rematch"))
    : h("span", null, line.text);
}

/** Asks whom one has blocked, and draws again what they said. @param {Table} table */
async function others(table) {
  const { blocked } = await import("./neighbours.js");
  table.blocked = await blocked();
  heard(table);
}

/** What somebody said; that of a blocked person is folded away. @param {Table} table @param {ChatLine} line */
function said(table, line) {
  const name = h("b", null, person(line.name));
  if (line.user === table.user?.id || line.removed) return [name, " ", words(line)];
  const more = h(
    "button",
    {
      class: "btn quiet sm",
      type: "button",
      "aria-label": t("about-line", { name: person(line.name) }),
      on: {
        click: async () => {
          const { about } = await import("./neighbours.js");
          await about(table, line, () => others(table));
        },
      },
    },
    "⋯",
  );
  return line.user && table.blocked?.has(line.user)
    ? h("details", null, h("summary", null, name, " ", t("chat-folded")), words(line), " ", more)
    : [name, " ", words(line), " ", more];
}

/** The lines, with a mark above the first that is new. @param {Table} table */
function lines(table) {
  const all = table.state.chat || [];
  const fresh = all.find((l) => l.seq > from && l.user !== table.user?.id);
  return [
    all.map((l) => [
      l === fresh && h("li", { class: "newline" }, t("chat-new")),
      h("li", null, h("time", null, clock(l.at)), said(table, l)),
    ]),
    !all.length && h("li", { class: "muted" }, t("chat-empty")),
  ];
}

/** @param {Table} table @param {HTMLElement} body */
function chat(table, body) {
  const field = h("input", {
    id: "chatline",
    maxlength: 500,
    autocomplete: "off",
    "aria-label": t("chat-say"),
    placeholder: t("chat-say"),
    value: draft,
    on: { input: (e) => (draft = e.target.value) },
  });
  const say = async (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    try {
      await post(table.api("chat"), { text, key: key() });
      draft = "";
      field.value = "";
    } catch (x) {
      trouble(x);
    }
  };
  put(
    body,
    h(
      "ol",
      { class: "chatlog", tabindex: "0", "aria-live": "polite", "aria-label": t("drawer-chat") },
      lines(table),
    ),
    speaks(table)
      ? h(
          "form",
          { class: "chatform", on: { submit: say } },
          field,
          h("button", { class: "btn primary" }, t("chat-send")),
        )
      : h("p", { class: "muted" }, t("chat-members")),
  );
  const list = $(".chatlog", body);
  list.scrollTop = list.scrollHeight;
  // Who was blocked is known a little later than what was said.
  if (!table.blocked) others(table).catch(() => {});
}

/** @param {Table} table @param {HTMLElement} body */
async function notes(table, body) {
  put(body, h("p", { class: "muted" }, "…"));
  /** @type {NoteJson} */ let note;
  try {
    note = await get(table.api("notes"));
  } catch (e) {
    trouble(e);
    return;
  }
  if (shown !== "notes") return;
  const told = h("p", { class: "muted", role: "status" }, t("notes-why"));
  const save = debounce(async () => {
    try {
      await post(table.api("notes"), { text: field.value });
      put(told, t("notes-kept"));
    } catch (e) {
      trouble(e);
    }
  }, 600);
  const field = h("textarea", {
    id: "note",
    rows: 14,
    maxlength: 4000,
    "aria-label": t("notes"),
    value: note.text,
    on: {
      input: () => {
        put(told, "…");
        save();
      },
    },
  });
  put(body, field, told);
  field.focus();
}

/** @param {Table} table */
function draw(table) {
  const box = $("#talk"),
    body = h("div", { class: "talkbody" });
  const tab = (/** @type {string} */ name, /** @type {string} */ label) =>
    h(
      "button",
      {
        type: "button",
        id: "talk-" + name,
        class: shown === name ? "on" : "",
        "aria-pressed": String(shown === name),
        on: {
          click: () => {
            shown = name;
            draw(table);
            $("#talk-" + name).focus();
          },
        },
      },
      t(label),
    );
  put(
    box,
    h(
      "header",
      null,
      h(
        "div",
        null,
        h("h2", { id: "talk-h", class: "sr" }, t(shown === "chat" ? "drawer-chat" : "notes")),
        h(
          "div",
          { class: "seg", role: "group", "aria-label": t("drawer-chat") },
          tab("chat", "drawer-chat"),
          table.game.role !== "spectator" && tab("notes", "notes"),
        ),
      ),
      h(
        "button",
        {
          class: "btn quiet ic",
          type: "button",
          id: "talk-close",
          "aria-label": t("close"),
          on: { click: close },
        },
        "✕",
      ),
    ),
    body,
  );
  if (shown === "notes") notes(table, body);
  else chat(table, body);
}

/** Something was said. @param {Table} table */
export function heard(table) {
  const list = $("#talk:not([hidden]) .chatlog");
  if (!list) return;
  const low = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  put(list, lines(table));
  if (low) list.scrollTop = list.scrollHeight;
  markRead(table);
}

/** Opens the panel; open already, it closes. @param {Table} table */
export function toggle(table) {
  const box =
    $("#talk") ||
    $("#table").appendChild(
      h("aside", { id: "talk", class: "about panel talk", "aria-labelledby": "talk-h", hidden: true }),
    );
  if (!box.hidden) {
    close();
    return;
  }
  from = readUntil(table);
  box.hidden = false;
  $("#table").classList.add("with-card");
  draw(table);
  markRead(table);
  ($("#chatline") ?? $("#note") ?? $("#talk-close"))?.focus();
}

/** Closes it; the focus goes back to its button. */
export function close() {
  const box = $("#talk");
  if (!box || box.hidden) return;
  box.hidden = true;
  if (!$("#card:not([hidden]):not(.pop)")) $("#table").classList.remove("with-card");
  $("#chat")?.focus();
}

addEventListener(
  "keydown",
  (e) => {
    if (e.key !== "Escape" || !(/** @type {Element} */ (e.target).closest?.("#talk"))) return;
    e.stopPropagation();
    close();
  },
  true,
);
