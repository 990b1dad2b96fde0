// @ts-check
// The lists of studies, and the ways to a new one.
import { Fault, get, post, session } from "./api.js";
import { $, h, put, toast } from "./dom.js";
import { foot } from "./foot.js";
import { accountButton, switches } from "./shell.js";
import { fillTexts, lang, loadTexts, person, said, t, variantName } from "./text.js";

/** @import { StudyHead, StudyLists, StudyShown, Titles, UserJson } from "./types.d.ts" */

/** @type {Titles} */ let known;
/** @type {StudyLists} */ let lists;
/** @type {UserJson|null} */ let user = null;

/** What the server says is wrong, in words. @param {unknown} e */
export const trouble = (e) =>
  !(e instanceof Fault)
    ? t("fault-offline")
    : e.faults.length > 0
      ? h(
          "ul",
          null,
          e.faults.map((f) => h("li", null, said(f))),
        )
      : said(e.message);

/** @param {string} id */
const titleName = (id) => (known.titles.find((x) => x.id === id)?.name ?? id).split(":")[0];

/** @param {StudyHead} study */
const row = (study) =>
  h(
    "li",
    null,
    h(
      "a",
      { href: "/study/" + study.id },
      h("b", null, study.title || t("an-untitled")),
      h(
        "span",
        { class: "muted" },
        [
          study.games.map(titleName).join(", "),
          t("an-chapters", { n: study.chapters }),
          study.owner && person(study.owner),
          t("an-sight-" + study.sight),
          new Date(study.updated).toLocaleDateString(lang()),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
  );

/** @param {string} key @param {StudyHead[]} studies */
const section = (key, studies) =>
  h(
    "section",
    { class: "panel pad", id: key },
    h("h2", null, t(key)),
    studies.length
      ? h("ul", { class: "studies" }, studies.map(row))
      : h("p", { class: "muted" }, t(key + "-none")),
  );

/**
 * Sends a file; it becomes a study, or chapters of one.
 * @param {File} file @param {Record<string, string>} query @returns {Promise<StudyShown>}
 */
export async function sendFile(file, query) {
  const answer = await fetch("/api/studies/file?" + new URLSearchParams(query), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: file,
  });
  if (!answer.ok) throw new Fault(answer.status, await answer.json().catch(() => null));
  return answer.json();
}

/**
 * The way to a position that is set up by hand: what is played is chosen here, the rest on a page of its own.
 * @param {Titles} titles @param {string} [study] the study that gets the chapter
 */
function byHand(titles, study) {
  const variant = h("select", { class: "sel", id: "arr-variant", name: "variant" }),
    players = h("select", { class: "sel", id: "arr-players", name: "players" });
  const kinds = h("label", { class: "field", for: "arr-variant" }, t("variant"), variant);
  const title = h(
    "select",
    { class: "sel", id: "arr-game", name: "set-up", on: { change: fit } },
    titles.titles.map((x) => h("option", { value: x.id }, x.name.split(":")[0])),
  );
  const variants = () => titles.titles.find((x) => x.id === title.value)?.variants ?? [];
  function fit() {
    put(
      variant,
      variants().map((v) => h("option", { value: v.id }, variantName(title.value, v.id))),
    );
    kinds.hidden = variants().length < 2;
    sit();
  }
  /** As many as may play. */
  function sit() {
    const { min_players: least = 2, max_players: most = 2 } =
      variants().find((v) => v.id === variant.value) ?? {};
    const usual = Math.max(least, Math.min(3, most));
    put(
      players,
      Array.from({ length: most - least + 1 }, (_, i) =>
        h("option", { value: least + i, selected: least + i === usual }, least + i),
      ),
    );
  }
  variant.addEventListener("change", sit);
  fit();
  return h(
    "form",
    { class: "ways", action: "/study" },
    h("label", { class: "field", for: "arr-game" }, t("arr-by-hand"), title),
    kinds,
    h("label", { class: "field", for: "arr-players" }, t("players"), players),
    study && h("input", { type: "hidden", name: "study", value: study }),
    h("button", { class: "btn", id: "arr-open", type: "submit" }, t("arr-open")),
  );
}

/**
 * The ways to a chapter: the beginning of a title, a position set up by hand, or a file.
 * @param {Titles} titles
 * @param {(from: {title?: {kind: "title", title: string, players: number}, file?: File, at?: string}) => Promise<void>} make
 * @param {string} [word] what the first button says @param {string} [study] the study that gets the chapter
 */
export function ways(titles, make, word = t("an-begin"), study = undefined) {
  const title = h(
    "select",
    { class: "sel", id: "an-game" },
    titles.titles.map((x) => h("option", { value: x.id }, x.name.split(":")[0])),
  );
  const players = h("input", {
    class: "sel",
    id: "an-players",
    type: "number",
    min: 2,
    max: 7,
    value: 3,
    required: true,
  });
  const file = h("input", { id: "an-file", type: "file", accept: ".json,application/json", required: true });
  const at = h("input", {
    class: "sel",
    id: "an-at",
    type: "number",
    min: 0,
    max: 20000,
    value: 0,
    required: true,
  });
  const told = h("div", { class: "fault bad", role: "alert" });
  /** @param {() => Promise<void>} act */
  const tried = (act) => async (/** @type {Event} */ e) => {
    e.preventDefault();
    put(told);
    try {
      await act();
    } catch (error) {
      put(told, trouble(error));
    }
  };
  return [
    h(
      "form",
      {
        class: "ways",
        on: {
          submit: tried(() =>
            make({ title: { kind: "title", title: title.value, players: Number(players.value) } }),
          ),
        },
      },
      h("label", { class: "field", for: "an-game" }, t("an-from-title"), title),
      h("label", { class: "field", for: "an-players" }, t("players"), players),
      h("button", { class: "btn primary", id: "an-make", type: "submit" }, word),
    ),
    byHand(titles, study),
    h(
      "form",
      {
        class: "ways",
        on: {
          submit: tried(async () => {
            const [chosen] = file.files ?? [];
            if (chosen) await make({ file: chosen, at: at.value });
          }),
        },
      },
      h("label", { class: "field", for: "an-file" }, t("an-from-file"), file),
      h("label", { class: "field", for: "an-at" }, t("an-after-move"), at),
      h("button", { class: "btn", id: "an-open", type: "submit" }, t("an-open-file")),
    ),
    h("p", { class: "muted" }, t("an-files")),
    told,
  ];
}

function draw() {
  fillTexts();
  document.title = t("an-studies") + " · Signalbox";
  put($("#ltitle"), t("an-studies"));
  put(
    $("#topnav"),
    accountButton(user, post, () => location.reload()),
    ...switches(draw, loadTexts),
  );
  $("#main").className = "lobby studypage";
  put(
    $("#main"),
    h(
      "section",
      { class: "panel pad" },
      h("h2", null, t("an-new")),
      h("p", null, t("an-lead")),
      ways(known, async ({ title, file, at }) => {
        const made = /** @type {StudyShown} */ (
          title
            ? await post("/api/studies", { title: titleName(title.title), from: title })
            : await sendFile(/** @type {File} */ (file), { at: at ?? "0" })
        );
        location.href = "/study/" + made.id;
      }),
    ),
    section("an-mine", lists.mine),
    lists.shared.length > 0 && section("an-shared", lists.shared),
    section("an-listed", lists.listed),
  );
  put($("#foot"), foot());
}

/** Shows the lists. @param {Titles} titles */
export async function open(titles) {
  known = titles;
  try {
    user = await session();
    lists = /** @type {StudyLists} */ (await get("/api/studies"));
    draw();
  } catch (e) {
    fillTexts();
    toast(trouble(e), "bad");
  }
}
