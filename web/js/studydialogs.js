// @ts-check
// Dialogs of a study: who may read it, chapters and words, playing on.
import { get, invite, post } from "./api.js";
import { $, h, put, toast } from "./dom.js";
import { sendFile, trouble, ways } from "./studies.js";
import { fillTexts, person, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Study } from "./studyboard.js"
 * @import { GameJson, Played, StudyShown } from "./types.d.ts"
 */

/** @param {string} heading @param {...Child} body */
function dialog(heading, ...body) {
  const box =
    /** @type {HTMLDialogElement|null} */ (document.querySelector("#an-dialog")) ??
    document.body.appendChild(
      h("dialog", { id: "an-dialog", class: "dialog", "aria-labelledby": "an-dialog-h" }),
    );
  put(
    box,
    h(
      "div",
      { class: "form" },
      h("h2", { id: "an-dialog-h" }, heading),
      body,
      h(
        "div",
        { class: "act" },
        h("button", { class: "btn quiet", type: "button", on: { click: () => box.close() } }, t("close")),
      ),
    ),
  );
  if (!box.open) box.showModal();
  return box;
}

/** Does something; says what went wrong. @param {() => Promise<unknown>} act */
const tried = (act) => async () => {
  try {
    await act();
  } catch (e) {
    toast(trouble(e), "bad");
  }
};

/** @param {string} id @param {string} text @param {() => Promise<unknown>} act @param {string} [kind] */
const does = (id, text, act, kind = "") =>
  h("button", { class: "btn " + kind, type: "button", id, on: { click: tried(act) } }, text);

/** @param {Study} study */
function share(study) {
  const { shown } = study;
  const link = `${location.origin}/study/${study.id}` + (shown.word ? `?invite=${shown.word}` : "");
  const frame = `<iframe src="${link.replace("/study/", "/embed/study/")}" width="800" height="600"></iframe>`;
  /** @param {Promise<StudyShown>} answer */
  const seen = async (answer) => {
    await study.see(await answer);
    share(study);
  };
  const name = h("input", { class: "sel", id: "an-author", maxlength: 40, autocomplete: "off" });
  dialog(
    t("an-share"),
    shown.owns && [
      h("label", { for: "an-sight" }, t("an-who-reads")),
      h(
        "select",
        {
          class: "sel",
          id: "an-sight",
          on: { change: (e) => tried(() => seen(post(study.api("/settings"), { sight: e.target.value })))() },
        },
        ["private", "link", "listed"].map((sight) =>
          h("option", { value: sight, selected: sight === shown.sight }, t("an-sight-" + sight)),
        ),
      ),
    ],
    shown.sight !== "private" && [
      h("label", { for: "an-link" }, t("an-link")),
      h("input", { class: "sel", id: "an-link", readonly: true, value: link }),
      shown.owns &&
        shown.sight === "link" &&
        does("an-renew", t("an-renew"), () =>
          seen(post(study.api("/settings"), { sight: "link", renew: true })),
        ),
      shown.embed && [
        h("label", { for: "an-frame" }, t("an-embed")),
        h("input", { class: "sel", id: "an-frame", readonly: true, value: frame }),
      ],
    ],
    h(
      "p",
      null,
      t("an-authors"),
      " ",
      [person(shown.owner), ...shown.authors.map((a) => person(a))].join(", "),
    ),
    shown.owns && [
      h("label", { for: "an-author" }, t("an-add-author")),
      h(
        "div",
        { class: "act" },
        name,
        does("an-invite", t("an-invite"), () => seen(post(study.api("/authors"), { name: name.value }))),
      ),
      shown.authors.map((author) =>
        does("", t("an-dismiss", { name: author }), async () => {
          await post(study.api("/authors/remove"), { name: author });
          shown.authors = shown.authors.filter((a) => a !== author);
          share(study);
        }),
      ),
    ],
  );
}

/** @param {Study} study */
function more(study) {
  const { shown } = study,
    chapter = study.chapter(),
    place = shown.chapters.findIndex((c) => c.id === chapter?.id);
  const word = invite ? "?invite=" + encodeURIComponent(invite) : "";
  /** @param {string} id @param {string} label @param {string} value @param {number} most @param {(text: string) => Promise<unknown>} act @param {boolean} [long] */
  const field = (id, label, value, most, act, long) => [
    h("label", { for: id }, label),
    h(long ? "textarea" : "input", {
      class: "sel",
      id,
      value,
      maxlength: most,
      rows: long ? 3 : null,
      on: { change: (/** @type {Event} */ e) => act(/** @type {HTMLInputElement} */ (e.target).value) },
    }),
  ];
  /** @param {Promise<boolean>} done */
  const again = async (done) => (await done) && more(study);
  dialog(
    shown.title || t("an-untitled"),
    h(
      "div",
      { class: "act" },
      h("a", { class: "btn", id: "an-export", href: study.api("/file") + word }, t("an-export")),
      h(
        "a",
        { class: "btn", id: "an-print", href: `/study/${study.id}?print${word.replace("?", "&")}` },
        t("an-print"),
      ),
      does("an-copy", t("an-copy"), async () => {
        const copy = /** @type {StudyShown} */ (await post(study.api("/copy"), study.word()));
        location.href = "/study/" + copy.id;
      }),
    ),
    shown.text && !study.writes() && h("p", { class: "words" }, shown.text),
    study.writes() && [
      field("an-title", t("an-title"), shown.title, 100, (title) => study.edit({ edit: "title", title })),
      field("an-text", t("an-text"), shown.text, 20000, (text) => study.edit({ edit: "text", text }), true),
      chapter && [
        h("h3", null, t("an-this-chapter")),
        field("an-ctitle", t("an-title"), chapter.title, 100, (title) =>
          study.edit({ edit: "chapter_title", chapter: chapter.id, title }),
        ),
        field(
          "an-ctext",
          t("an-text"),
          chapter.text,
          20000,
          (text) => study.edit({ edit: "chapter_text", chapter: chapter.id, text }),
          true,
        ),
        h(
          "div",
          { class: "act" },
          place > 0 &&
            does("an-earlier", t("an-earlier"), () =>
              again(study.edit({ edit: "move_chapter", chapter: chapter.id, place: place - 1 })),
            ),
          shown.chapters.length > 1 &&
            does("an-delete-chapter", t("an-delete-chapter"), async () => {
              if (!confirm(t("an-delete-chapter-sure"))) return;
              await again(study.edit({ edit: "delete_chapter", chapter: chapter.id }));
            }),
        ),
      ],
      h("h3", null, t("an-new-chapter")),
      ways(
        study.titles,
        async ({ title, file, at }) => {
          const answer = /** @type {StudyShown} */ (
            title
              ? await post(study.api("/chapters"), { title: title.title, from: title })
              : await sendFile(/** @type {File} */ (file), { study: study.id, at: at ?? "0" })
          );
          await study.see(answer);
          const last = answer.chapters.at(-1);
          if (last) await study.go("root", last.id);
          $("#an-dialog").remove();
        },
        t("an-add-chapter"),
        study.id,
      ),
    ],
    shown.owns &&
      does("an-delete-study", t("an-delete-study"), async () => {
        if (!confirm(t("an-delete-study-sure"))) return;
        await post(study.api(), {}, "DELETE");
        location.href = "/study";
      }),
    !shown.owns &&
      study.table.user?.operator &&
      does("an-remove-study", t("an-remove-study"), async () => {
        const why = prompt(t("an-remove-why"));
        if (!why) return;
        await post(`/api/operator/studies/${study.id}/remove`, { why });
        location.href = "/study";
      }),
  );
}

/** @param {Study} study */
async function play(study) {
  const { table } = study;
  const seat = h(
    "select",
    { class: "sel", id: "an-seat" },
    table.game.seats.map((_, i) => h("option", { value: String(i) }, table.seatName(i))),
  );
  const level = h(
    "select",
    { class: "sel", id: "an-level" },
    table.levels.map((l) => h("option", { value: l, selected: l === "standard" }, t("level-" + l))),
  );
  /** @param {(string|null)[]} bots */
  const copy = async (bots) => {
    /** @type {GameJson} */ const made = await post(table.api("copy"), { bots, ...study.word() });
    location.href = "/game/" + made.id;
  };
  const all = /** @type {{games: GameJson[]}} */ (await get("/api/games", { list: "mine" })).games;
  const own = all.filter(
    (g) => g.state === "playing" && g.title === table.sheet.title && g.seats.every((s) => s.mine && !s.bot),
  );
  const game = h(
    "select",
    { class: "sel", id: "an-hotseat" },
    own.map((g) => h("option", { value: g.id }, g.name || g.seats.map((s) => person(s.name)).join(", "))),
  );
  dialog(
    t("play-on-from-here"),
    h("label", { for: "an-seat" }, t("an-your-seat")),
    seat,
    h("label", { for: "an-level" }, t("an-bots")),
    level,
    h(
      "div",
      { class: "act" },
      does(
        "go-bots",
        t("an-against-bots"),
        () => copy(table.game.seats.map((_, i) => (String(i) === seat.value ? null : level.value))),
        "primary",
      ),
      does("go-screen", t("an-at-screen"), () => copy(table.game.seats.map(() => null))),
    ),
    own.length > 0 && [
      h("label", { for: "an-hotseat" }, t("an-into")),
      game,
      h(
        "div",
        { class: "act" },
        does("an-into-go", t("an-into-go"), async () => {
          const line = { chapter: study.chapterId, node: study.nodeId };
          const done = /** @type {Played} */ (
            await post(study.api("/play"), { ...line, game: game.value, ...study.word() })
          );
          if (done.left > 0) toast(t("an-left", { n: done.left }));
          location.href = "/game/" + done.game;
        }),
      ),
    ],
  );
}

/** Opens a dialog. @param {Study} study @param {string} name */
export async function open(study, name) {
  fillTexts();
  try {
    if (name === "share") share(study);
    else if (name === "more") more(study);
    else await play(study);
  } catch (e) {
    toast(trouble(e), "bad");
  }
}
