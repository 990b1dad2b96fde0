// @ts-check
// A data sheet of one's own: the title's, corrected.
import { h } from "./dom.js";
import { t } from "./text.js";

/** @import { Wish } from "./setup.js" */
/** A sheet and the name of its file. @typedef {{name: string, data: object}} Own */

/** No sheet needs more; the server says so too. */
const LONGEST = 1 << 20;

/** Whether the last file was no sheet at all. */
let refused = false;

/** @param {File} file @returns {Promise<Own|null>} */
async function read(file) {
  if (file.size > LONGEST) return null;
  try {
    const data = JSON.parse(await file.text());
    return data && typeof data === "object" && !Array.isArray(data) ? { name: file.name, data } : null;
  } catch {
    return null;
  }
}

/**
 * Fetches the sheet of the title, and takes a corrected one.
 * @param {Wish} w @param {(act: () => void) => void} set
 */
export const ownSheet = (w, set) =>
  h(
    "fieldset",
    { class: "field ownsheet" },
    h("legend", null, t("own-sheet")),
    h(
      "p",
      { class: "muted", id: "own-sheet-why" },
      t("own-sheet-why"),
      " ",
      h("a", { href: `/api/titles/${w.title}/data`, download: `${w.title}.json` }, t("own-sheet-fetch")),
    ),
    refused && !w.own && h("p", { class: "bad", role: "alert" }, t("own-sheet-no")),
    w.own
      ? h(
          "p",
          null,
          h("b", null, w.own.name),
          " ",
          h(
            "button",
            {
              class: "btn quiet",
              type: "button",
              id: "own-sheet-end",
              on: { click: () => set(() => (w.own = null)) },
            },
            t("own-sheet-end"),
          ),
        )
      : h("input", {
          type: "file",
          id: "own-sheet",
          accept: ".json,application/json",
          "aria-label": t("own-sheet"),
          "aria-describedby": "own-sheet-why",
          on: {
            change: async (e) => {
              const file = e.target.files?.[0];
              if (!file) return;
              const own = await read(file);
              set(() => {
                w.own = own;
                refused = !own;
              });
            },
          },
        }),
  );
