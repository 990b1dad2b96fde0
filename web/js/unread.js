// @ts-check
// Which lines of the chat were read, and the mark that counts the others.
import { $, h, icon, put } from "./dom.js";
import { t } from "./text.js";

/** @import { Table } from "./table.js" */

const BUBBLE = "M4 5h16v11H9l-5 4z";

/** Up to which entry the chat was read here; all of it for who only looks and never opened it. @param {Table} table */
export function readUntil(table) {
  const kept = localStorage.getItem("chat:" + table.id);
  if (kept !== null) return Number(kept);
  return table.game.role === "spectator" ? Infinity : 0;
}

/** How many lines of others are new. @param {Table} table */
const unread = (table) =>
  (table.state.chat || []).filter((l) => l.seq > readUntil(table) && l.user !== table.user?.id).length;

/** Everything said so far was read. @param {Table} table */
export function markRead(table) {
  localStorage.setItem("chat:" + table.id, String(table.state.chat?.at(-1)?.seq ?? 0));
  marked(table);
}

/** Draws the mark on the button. @param {Table} table */
export function marked(table) {
  const button = $("#chat"),
    n = table.state ? unread(table) : 0;
  if (!button) return;
  put(
    button,
    icon(BUBBLE),
    h("span", { class: "wide" }, t("drawer-chat")),
    n > 0 && h("b", { class: "unread", "aria-hidden": "true" }, n > 99 ? "99+" : String(n)),
  );
  button.setAttribute("aria-label", n ? t("chat-unread", { n }) : t("drawer-chat"));
}
