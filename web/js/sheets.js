// @ts-check
// What is printed in a title, of each variant; and which of it no rule text prints.
import { get } from "./api.js";
import { h } from "./dom.js";
import { t, variantName } from "./text.js";

/**
 * @import { Query } from "./api.js"
 * @import { Sheet, Title } from "./types.d.ts"
 * @typedef {Sheet & {of: string}} Named
 */

/** The sheets of a title: the usual one first, then what variants and options have of their own. @param {Title} title */
export async function sheetsOf(title) {
  /** @param {string} of @param {Query} query @returns {Promise<Named>} */
  const sheet = async (of, query) => ({ ...(await get(`/api/titles/${title.id}/sheet`, query)), of });
  const more = title.variants[0].options.filter((o) => o.id === "locomotives");
  return Promise.all([
    ...title.variants.map((v) => sheet(variantName(title.id, v.id), { variant: v.id })),
    ...more.map((o) => sheet(t("option-" + o.id), { options: JSON.stringify({ [o.id]: true }) })),
  ]);
}

/** What was reconstructed, by variant. @param {Named[]} sheets @param {boolean} [open] */
export function reconstructed(sheets, open = false) {
  const all = sheets.filter((s) => s.reconstructed.length);
  return [
    h("p", { class: "muted" }, t(all.length ? "reconstructed-why" : "reconstructed-none")),
    all.map((s) =>
      h(
        "details",
        { class: "recon", open },
        h("summary", null, s.of, " · ", t("values-n", { n: s.reconstructed.length })),
        h(
          "ul",
          { class: "dots", lang: "en" },
          s.reconstructed.map((r) => h("li", null, r)),
        ),
      ),
    ),
  ];
}
