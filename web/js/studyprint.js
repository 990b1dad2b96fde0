// @ts-check
// A study on paper: every chapter with its words, its position and its lines.
import { get, getText, invite } from "./api.js";
import { $, h, put, svgOf } from "./dom.js";
import { trouble } from "./studies.js";
import { paint } from "./studydraw.js";
import { lines } from "./studytree.js";
import { Table } from "./table.js";
import { fillTexts, num, person, t } from "./text.js";

/**
 * @import { Board } from "./board.js"
 * @import { Sheet, State, StudyChapter, StudyNews, StudyShown } from "./types.d.ts"
 */

/** The map at a node with what is drawn on it. @param {Table} table @param {StudyChapter["tree"][number]} node */
async function picture(table, node) {
  const svg = svgOf(await getText(table.api("map.svg"), { theme: "page" }));
  const hit = (/** @type {string} */ cell) => $(`#map-hits [data-cell="${CSS.escape(cell)}"]`, svg);
  paint(/** @type {Board} */ (/** @type {unknown} */ ({ svg, hit })), node, null);
  return h("div", { class: "picture" }, svg);
}

/** @param {string} study @param {StudyChapter} chapter @param {number} i */
async function printed(study, chapter, i) {
  const table = new Table(`study-${study}-${chapter.id}-root`);
  table.sheet = /** @type {Sheet} */ (await get(table.api("sheet")));
  const { game, view } = /** @type {State} */ (await get(table.api("state")));
  Object.assign(table, { game, view });
  const map = await picture(table, chapter.tree[0]);
  return h(
    "section",
    null,
    h("h2", null, `${i + 1} · ${chapter.title || t("an-untitled")}`),
    h("p", { class: "muted" }, `${table.sheet.name} · ${t("an-start", { n: num(chapter.moves) })}`),
    chapter.text && h("p", { class: "words" }, chapter.text),
    map,
    chapter.tree[0].comment && h("p", { class: "words" }, chapter.tree[0].comment),
    h(
      "div",
      { class: "moves" },
      lines(table, chapter.tree, chapter.moves, (_, name, number) =>
        h("span", { class: "mv" }, h("span", { class: "n" }, num(number)), " ", name, " "),
      ),
    ),
  );
}

/** Shows a study as it is printed. @param {string} id */
export async function open(id) {
  fillTexts();
  $("#main").className = "lobby studyprint";
  try {
    const news = /** @type {StudyNews} */ (await get(`/api/studies/${id}`));
    const study = /** @type {StudyShown} */ (news.study);
    const title = study.title || t("an-untitled");
    document.title = title + " · Signalbox";
    put($("#ltitle"), title);
    put(
      $("#topnav"),
      h(
        "a",
        {
          class: "btn quiet",
          href: `/study/${id}` + (invite ? "?invite=" + encodeURIComponent(invite) : ""),
        },
        t("an-to-board"),
      ),
      h("button", { class: "btn primary", type: "button", on: { click: () => print() } }, t("an-print")),
    );
    const chapters = await Promise.all(study.chapters.map((c, i) => printed(id, c, i)));
    const people = [study.owner, ...study.authors].filter(Boolean).map((name) => person(name));
    put(
      $("#main"),
      h("p", { class: "muted" }, people.join(", ")),
      study.text && h("p", { class: "words" }, study.text),
      chapters,
    );
  } catch (e) {
    put($("#main"), h("p", null, trouble(e)));
  }
}
