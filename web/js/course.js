// @ts-check
// The course as data: lessons in order, their texts, and which comes next.
import { get } from "./api.js";
import { h } from "./dom.js";
import { done, stopped } from "./progress.js";
import { lang, loadTexts } from "./text.js";

/**
 * @import { Lesson, Lessons } from "./types.d.ts"
 * @typedef {{text: string, task?: string, hint?: string, right?: string, wrong?: string[]}} StepTexts
 * @typedef {Record<string, {title: string, steps: StepTexts[]}>} LessonTexts texts of all lessons
 */

/** Every lesson, worked examples among them. @type {Lesson[]} */ let every = [];
/** @type {LessonTexts} */ let texts = {};

/** The title for which one learns. */
export const chosen = new URLSearchParams(location.search).get("title");
/** The same, for the end of an address. */
export const query = chosen ? "?title=" + encodeURIComponent(chosen) : "";

/** Fetches the list of lessons. */
export async function loadLessons() {
  every = /** @type {Lessons} */ (await get("/api/lessons")).lessons;
}

/** Texts of the page and of the lessons. @param {string} [code] */
export async function loadAll(code) {
  await loadTexts(code);
  texts = await get(`/lessons/${lang()}.json`).catch(() => ({}));
}

/** A lesson or a worked example. @param {string} id */
export const lessonOf = (id) => every.find((l) => l.id === id);

/** Lessons, without worked examples. */
export const lessons = () => every.filter((l) => !l.example);

/** Texts of a lesson. @param {string} id */
export const textsOf = (id) => texts[id] ?? { title: id, steps: [] };

/** Lessons for who learns a title: those about railways as such come first. @param {string|null} title */
export const ofTitle = (title) =>
  lessons().filter((l) => !title || l.chapter === "railway" || l.title === title);

/** The lesson that comes next for who learns a title. @param {string|null} title */
export function nextLesson(title) {
  const list = ofTitle(title),
    at = stopped();
  const open = list.find((l) => l.id === at.lesson && !done().includes(l.id));
  return open ?? list.find((l) => !done().includes(l.id)) ?? null;
}

/** Text with **bold** words. @param {string} text */
export const words = (text) => text.split("**").map((part, i) => (i % 2 ? h("b", null, part) : part));

/** Where the guided game of a title begins. @param {string|null} title */
export const guidedPath = (title) => "/?guided=" + encodeURIComponent(title ?? "18cz");
