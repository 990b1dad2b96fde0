// @ts-check
// How far a reader is in the course: kept in the browser, and in the account of who has one.
import { get, post } from "./api.js";

/** @import { Progress } from "./types.d.ts" */

/** Lessons done, and the lesson and step at which the reader stopped. @type {Progress} */
let kept = { done: [], lesson: null, step: 0 };

/** Lessons that are done. */
export const done = () => kept.done;

/** Where the reader stopped. @returns {{lesson: string|null, step: number}} */
export const stopped = () => ({ lesson: kept.lesson ?? null, step: kept.step });

/** What this browser remembers. @returns {Progress} */
function here() {
  try {
    const read = JSON.parse(localStorage.getItem("course") || "null");
    return Array.isArray(read?.done) ? { lesson: null, step: 0, ...read } : kept;
  } catch {
    return kept;
  }
}

/** Reads both places; what is done in one of them is done. */
export async function loadProgress() {
  kept = here();
  const account = await get("/api/progress").catch(() => null);
  if (!account) return;
  const known = account.done.length + (account.lesson ? 1 : 0) > 0;
  const all = [...new Set([...account.done, ...kept.done])];
  const last = kept.lesson || !known ? kept : account;
  const more = all.length > account.done.length || last.lesson !== account.lesson;
  kept = { done: all, lesson: last.lesson, step: last.step };
  if (more) await write();
}

async function write() {
  localStorage.setItem("course", JSON.stringify(kept));
  // A guest's account is that of this browser; where it cannot be written, the browser remembers.
  await post("/api/progress", kept, "PUT").catch(() => {});
}

/** Notes where the reader is. @param {string} lesson @param {number} step */
export function reach(lesson, step) {
  if (kept.lesson === lesson && kept.step === step) return;
  kept = { ...kept, lesson, step };
  write();
}

/** Notes that a lesson is done. @param {string} lesson */
export function finish(lesson) {
  kept = { done: [...new Set([...kept.done, lesson])], lesson, step: 0 };
  write();
}
