// @ts-check
// Studies: the lists of them, one of them on the board or on paper, or a position that is set up for one.
import { get } from "./api.js";
import { loadTexts } from "./text.js";

/** @import { Titles } from "./types.d.ts" */

await loadTexts();
const [, id] = location.pathname.replace(/^\/embed/, "").match(/^\/study\/([\w-]+)/) ?? [];
const known = /** @type {Titles} */ (await get("/api/titles"));
const query = new URLSearchParams(location.search);
if (!id && query.has("set-up")) (await import("./arranging.js")).open(known, query);
else if (!id) (await import("./studies.js")).open(known);
else if (query.has("print")) (await import("./studyprint.js")).open(id);
else (await import("./studyboard.js")).open(id, known);
