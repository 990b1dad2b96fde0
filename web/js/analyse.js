// @ts-check
// From a game to the analysis board.
import { invite, post } from "./api.js";
import { fault } from "./choosing.js";

/**
 * @import { Table } from "./table.js"
 * @import { StudyShown } from "./types.d.ts"
 */

/** Makes a study of the moment that is shown, and opens it. @param {Table} table */
export async function study(table) {
  try {
    const from = { kind: "game", game: table.id, at: table.at, invite };
    const title = table.game.name || table.sheet.name;
    const made = /** @type {StudyShown} */ (await post("/api/studies", { title, from }));
    location.href = "/study/" + made.id;
  } catch (e) {
    await fault(table, e);
  }
}
