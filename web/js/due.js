// @ts-check
// Games that wait for one's decision: their number in the title of the tab, and the way to the next one.
import { get } from "./api.js";
import { $, debounce, h, put } from "./dom.js";
import { person, t } from "./text.js";

/** @import { GameJson, Waiting } from "./types.d.ts" */

let text = "Signalbox",
  count = 0;
/** The longest waiting first. @type {GameJson[]} */ let games = [];

const show = () => (document.title = (count ? `(${count}) ` : "") + text);

/** Gives the tab its title, with the number of games that wait before it. @param {string} title */
export function titled(title) {
  text = title;
  show();
}

/** Asks which games wait. Without an answer, what was known stays. @returns {Promise<GameJson[]>} */
export async function look() {
  try {
    /** @type {Waiting} */ const found = await get("/api/waiting");
    ({ count, games } = found);
    show();
    offer();
  } catch {
    // It is asked again soon.
  }
  return games;
}

/** The same a moment later: several moves at once need one question. */
export const lookSoon = debounce(look, 700);

/** The game that one is at. */
const here = () => location.pathname.split("/")[2] || "";

/** Where the table has nothing for one to do, the next game that has. */
function offer() {
  const place = $("#next-game"),
    next = games.find((g) => g.id !== here());
  if (!place) return;
  put(
    place,
    next &&
      h(
        "a",
        { class: "btn primary", id: "go-next", href: "/game/" + next.id },
        t("due-next", { name: next.name || next.seats.map((s) => person(s.name, s.bot)).join(", ") }),
      ),
    next &&
      count > 1 &&
      h("span", { class: "muted" }, t("due-n", { n: games.filter((g) => g.id !== here()).length })),
  );
}

document.addEventListener("drawn", offer);
document.addEventListener("visibilitychange", () => !document.hidden && lookSoon());
setInterval(look, 60_000);
