// @ts-check
// The course: all lessons with how far one is, or one of them on the table.
import { get } from "./api.js";
import {
  chosen,
  guidedPath,
  lessonOf,
  lessons,
  loadAll,
  loadLessons,
  nextLesson,
  ofTitle,
  query,
  textsOf,
} from "./course.js";
import { $, h, put } from "./dom.js";
import { done, loadProgress, stopped } from "./progress.js";
import { foot } from "./foot.js";
import { switches } from "./shell.js";
import { fillTexts, has, t } from "./text.js";

/** @import { Lesson, Titles } from "./types.d.ts" */

/** @type {Titles} */ let known;

/** @param {string} title */
const titleName = (title) => (known.titles.find((x) => x.id === title)?.name ?? title).split(":")[0];

/** @param {string} chapter */
const chapterName = (chapter) => (has("chapter-" + chapter) ? t("chapter-" + chapter) : chapter);

/** @param {Lesson} lesson @param {number} i */
function row(lesson, i) {
  const ready = done().includes(lesson.id),
    next = nextLesson(chosen)?.id === lesson.id;
  return h(
    "li",
    { class: ready ? "ready" : next ? "next" : "" },
    h(
      "a",
      { href: "/learn/" + lesson.id + query },
      h("span", { class: "mark", "aria-hidden": "true" }, ready ? "✓" : String(i + 1)),
      h("span", null, textsOf(lesson.id).title),
      ready && h("span", { class: "sr" }, " " + t("learn-ready")),
    ),
  );
}

function overview() {
  document.title = t("learn") + " · Signalbox";
  fillTexts();
  put($("#ltitle"), t("learn"));
  put($("#topnav"), switches(overview, loadAll));
  $("#main").className = "lobby course";
  const list = ofTitle(chosen),
    next = nextLesson(chosen),
    ready = list.filter((l) => done().includes(l.id)).length;
  const chapters = [...new Set(list.map((l) => l.chapter))];
  const titles = [...new Set(lessons().map((l) => l.title))];
  put(
    $("#main"),
    h(
      "section",
      { class: "panel pad lead" },
      h("h2", null, t("learn-lead-h")),
      h("p", null, t("learn-lead")),
      h(
        "div",
        { class: "seg", role: "group", "aria-label": t("learn-for") },
        [null, ...titles].map((title) =>
          h(
            "a",
            {
              class: title === chosen ? "on" : "",
              "aria-current": title === chosen ? "true" : null,
              href: "/learn" + (title ? "?title=" + title : ""),
            },
            title ? titleName(title) : t("learn-everything"),
          ),
        ),
      ),
      h("progress", { max: list.length, value: ready, "aria-label": t("learn-how-far") }),
      h("p", { class: "muted" }, t("learn-count", { n: ready, all: list.length })),
      h(
        "div",
        { class: "act in" },
        next
          ? h(
              "a",
              {
                class: "btn primary",
                id: "go-on",
                href: "/learn/" + next.id + query,
              },
              t(ready || stopped().lesson ? "learn-go-on" : "learn-begin", {
                lesson: textsOf(next.id).title,
              }),
            )
          : h("a", { class: "btn primary", id: "go-on", href: guidedPath(chosen) }, t("learn-guided")),
        next && h("a", { class: "btn", id: "guided", href: guidedPath(chosen) }, t("learn-guided")),
      ),
    ),
    chapters.map((chapter) =>
      h(
        "section",
        { class: "panel pad chapter" },
        h("h2", null, chapterName(chapter)),
        h("p", { class: "muted" }, t("chapter-" + chapter + "-why")),
        h(
          "ol",
          { class: "stations" },
          list.filter((l) => l.chapter === chapter).map((l, i) => row(l, i)),
        ),
      ),
    ),
  );
  put($("#foot"), foot());
}

async function start() {
  const [titles] = await Promise.all([
    /** @type {Promise<Titles>} */ (get("/api/titles")),
    loadLessons(),
    loadAll(),
    loadProgress(),
  ]);
  known = titles;
  const lesson = lessonOf(decodeURIComponent(location.pathname.split("/")[2] || ""));
  if (lesson) await (await import("./lesson.js")).open(lesson, known);
  else overview();
}

await start();
