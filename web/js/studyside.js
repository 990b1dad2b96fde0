// @ts-check
// Beside the board of a study: words of the chapter, the tree, what is said of the position, tools.
import { $, h, put } from "./dom.js";
import { COLOURS } from "./studydraw.js";
import { lines } from "./studytree.js";
import { num, t } from "./text.js";

/** @import { Study } from "./studyboard.js" */

/** @param {string} id @param {string} key @param {string} sign @param {(() => unknown)|null} act @param {boolean} [on] */
const tool = (id, key, sign, act, on) =>
  h(
    "button",
    {
      class: "btn sm" + (on ? " held" : ""),
      type: "button",
      id,
      title: t(key),
      "aria-label": t(key),
      "aria-pressed": on === undefined ? null : String(on),
      disabled: !act,
      on: { click: () => act?.() },
    },
    sign,
  );

/** Colours, and cells by name for who has no mouse. @param {Study} study @param {() => void} again */
function pencils(study, again) {
  const [from, to] = ["an-from", "an-to"].map((id) =>
    h("input", { class: "sel", id, maxlength: 16, "aria-label": t(id), placeholder: t(id), size: 6 }),
  );
  return h(
    "div",
    { class: "pencils" },
    h("p", { class: "muted" }, t("an-draw-how")),
    h(
      "div",
      { class: "seg", role: "group", "aria-label": t("an-colour") },
      COLOURS.map((colour) =>
        h(
          "button",
          {
            class: `btn sm pencil ${colour}` + (study.colour === colour ? " held" : ""),
            type: "button",
            "aria-pressed": String(study.colour === colour),
            on: {
              click: () => {
                study.colour = colour;
                again();
              },
            },
          },
          h("i", { "aria-hidden": "true" }),
          t("an-" + colour),
        ),
      ),
    ),
    h(
      "form",
      {
        class: "cells",
        on: {
          submit: (e) => {
            e.preventDefault();
            if (from.value) study.sketch(from.value.trim(), to.value.trim() || from.value.trim());
          },
        },
      },
      from,
      to,
      h("button", { class: "btn sm", type: "submit" }, t("an-draw")),
    ),
  );
}

/** What is said of the position, to be read or written. @param {Study} study */
function words(study) {
  const node = study.node();
  if (!node) return null;
  const where = { chapter: study.chapterId, node: node.id };
  if (!study.writes()) return null;
  const root = !node.parent;
  return h(
    "div",
    { class: "about" },
    !root &&
      h("input", {
        class: "sel",
        id: "an-name",
        maxlength: 100,
        value: node.name ?? "",
        "aria-label": t("an-line-name"),
        placeholder: t("an-line-name"),
        on: { change: (e) => study.edit({ edit: "name", ...where, name: e.target.value }) },
      }),
    h("textarea", {
      class: "sel",
      id: "an-comment",
      rows: 2,
      maxlength: 4000,
      value: node.comment ?? "",
      "aria-label": t("an-comment"),
      placeholder: t("an-comment"),
      on: {
        change: (e) => study.edit({ edit: "comment", ...where, text: e.target.value }),
        keydown: (e) => {
          if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) e.target.blur();
        },
      },
    }),
  );
}

/** @param {Study} study @param {() => void} again */
function tools(study, again) {
  const node = study.node(),
    beside = study.tree().filter((n) => n.parent && n.parent === node?.parent),
    place = beside.findIndex((n) => n.id === node?.id);
  const where = { chapter: study.chapterId, node: study.nodeId };
  const first = study.tree().some((n) => n.parent === study.nodeId);
  return h(
    "div",
    { class: "tools", role: "toolbar", "aria-label": t("an-tools") },
    tool("an-first", "an-first", "«", node?.parent ? () => study.go("root") : null),
    tool("an-back", "an-back", "◀", node?.parent ? () => study.walk("back") : null),
    tool("an-on", "an-on", "▶", first ? () => study.walk("on") : null),
    study.writes() && [
      tool("an-undo", "an-undo", "↶", study.backs.length ? () => study.undo(false) : null),
      tool("an-redo", "an-redo", "↷", study.agains.length ? () => study.undo(true) : null),
      tool(
        "an-pencil",
        "an-draw",
        "✎",
        () => {
          study.draws = !study.draws;
          study.begun = null;
          again();
        },
        study.draws,
      ),
      tool(
        "an-promote",
        "an-promote",
        "↑",
        place > 0 ? () => study.edit({ edit: "place", ...where, place: place - 1 }) : null,
      ),
      tool(
        "an-delete",
        "an-delete-line",
        "✕",
        node?.parent ? () => study.edit({ edit: "delete", ...where }) : null,
      ),
    ],
    !study.table.priceless() &&
      h(
        "button",
        {
          class: "btn sm",
          type: "button",
          id: "an-look",
          on: { click: () => study.table.look(study.table.mode === "map" ? "stock" : "map") },
        },
        t(study.table.mode === "map" ? "market" : "map"),
      ),
    !study.framed &&
      h(
        "button",
        {
          class: "btn sm",
          type: "button",
          id: "an-play",
          on: { click: async () => (await import("./studydialogs.js")).open(study, "play") },
        },
        t("play-on-from-here"),
      ),
  );
}

/** Draws the panel. @param {Study} study @param {HTMLElement} box @param {() => void} again */
export function panel(study, box, again) {
  const chapter = study.chapter();
  if (!chapter) return;
  // What somebody writes just now stays as it is.
  const writing = document.activeElement,
    kept = writing instanceof HTMLTextAreaElement && writing.id === "an-comment" ? writing : null;
  const moves = lines(study.table, chapter.tree, chapter.moves, (node, name, number) =>
    h(
      "button",
      {
        class: "mv" + (node.id === study.nodeId ? " now" : ""),
        type: "button",
        "aria-current": node.id === study.nodeId ? "step" : null,
        "data-node": node.id,
        on: { click: () => study.go(node.id) },
      },
      h("span", { class: "n" }, num(number)),
      " ",
      name,
      (node.arrows?.length || node.marks?.length) && " ✎",
    ),
  );
  const root = chapter.tree[0];
  const top = $(".moves", box)?.scrollTop ?? 0;
  put(
    box,
    h("h2", { class: "ph", id: "tree-h" }, chapter.title || t("an-untitled")),
    tools(study, again),
    study.draws && pencils(study, again),
    words(study),
    h(
      "div",
      { class: "moves scroll", tabindex: "0", role: "region", "aria-label": t("an-moves") },
      chapter.text && h("p", { class: "chaptertext" }, chapter.text),
      h(
        "button",
        {
          class: "mv" + (study.nodeId === "root" ? " now" : ""),
          type: "button",
          "aria-current": study.nodeId === "root" ? "step" : null,
          "data-node": "root",
          on: { click: () => study.go("root") },
        },
        t("an-start", { n: num(chapter.moves) }),
      ),
      root.comment && h("p", { class: "words" }, root.comment),
      moves ?? h("p", { class: "muted" }, t(study.writes() ? "an-try" : "an-empty")),
    ),
  );
  const now = $(".mv.now", box),
    list = $(".moves", box);
  list.scrollTop = top;
  if (now.offsetTop < list.scrollTop || now.offsetTop > list.scrollTop + list.clientHeight - 40)
    list.scrollTop = now.offsetTop - list.clientHeight / 2;
  if (kept) {
    const field = /** @type {HTMLTextAreaElement} */ (/** @type {unknown} */ ($("#an-comment")));
    field.value = kept.value;
    field.focus();
  }
}
