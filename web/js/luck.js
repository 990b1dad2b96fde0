// @ts-check
// The luck of a game: a commitment from the beginning, seed and salt at the end, and whether they fit.
import { h, put } from "./dom.js";
import { t } from "./text.js";

/** @import { Table } from "./table.js" */

/** The SHA-256 of a text; null where the browser offers none. @param {string} text */
async function sha256(text) {
  if (!globalThis.crypto?.subtle) return null;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** The commitment that this browser saw first: a server cannot change it afterwards. @param {Table} table */
export function promised(table) {
  const now = table.state.luck.commitment,
    key = "luck-" + table.id;
  try {
    const first = localStorage.getItem(key);
    if (first || !now) return first;
    localStorage.setItem(key, now);
  } catch {
    // Nothing is kept here: then it is the one of now.
  }
  return now;
}

/** Whether seed and salt make the commitment; null if that cannot be said here. @param {Table} table */
async function kept(table) {
  const { seed, salt, commitment } = table.state.luck;
  const made = await sha256(`${seed} ${salt}`);
  return made && made === commitment && made === promised(table) ? true : made && false;
}

/** What may be known of it. @param {Table} table */
export function luck(table) {
  const { seed, salt, commitment, chosen } = table.state.luck;
  if (!commitment) return h("p", { class: "why" }, t("luck-none"));
  const row = (/** @type {string} */ name, /** @type {string} */ value) => [
    h("dt", null, t(name)),
    h("dd", null, h("code", null, value)),
  ];
  const verdict = h("p", { class: "why", id: "luck-verdict" }, "…");
  const open = seed !== null && salt !== null;
  if (open)
    kept(table).then((so) => {
      const key = so === null ? "luck-unchecked" : so ? "luck-kept" : "luck-broken";
      verdict.className = so === false ? "why bad" : "why";
      put(verdict, so ? "✓ " : so === false ? "✕ " : "", t(key));
    });
  return [
    open ? verdict : h("p", { class: "why" }, t("luck-promised")),
    chosen && h("p", { class: "why" }, t("luck-chosen")),
    h(
      "dl",
      { class: "luck" },
      row("luck-commitment", commitment),
      open && [row("seed", seed), row("luck-salt", salt)],
    ),
  ];
}
