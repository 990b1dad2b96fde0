// @ts-check
// A game in a frame: the map, the players, and whose turn it is. It follows the game; nothing can be done here.
import { Fault, get, getText, invite, listen } from "./api.js";
import { $, h, put, svgOf } from "./dom.js";
import { loadTexts, money, person, t } from "./text.js";

/** @import { Sheet, State } from "./types.d.ts" */

const id = location.pathname.split("/")[2] || "";
const api = (/** @type {string} */ path) => `/api/games/${id}/${path}`;
/** @type {Sheet|null} */ let sheet = null;

async function draw() {
  /** @type {State} */ const { view, game, at } = await get(api("state"));
  sheet ??= await get(api("sheet"));
  const printed = /** @type {Sheet} */ (sheet),
    round = view.round,
    n =
      round.kind === "operating" && printed.course.sets ? `${round.set}.${round.number}` : String(round.set);
  const name = game.name || game.seats.map((s) => person(s.name, s.bot)).join(", ");
  document.title = `${printed.name} · ${name}`;
  put($("#name"), `${printed.name} · ${name}`);
  put($("#where"), t("round-" + round.kind, { n }), " · ", t("move-n", { n: at }));
  put($("#map"), svgOf(await getText(api("map.svg"), { at, theme: "page", marked: true })));
  $("#map svg").setAttribute("role", "img");
  $("#map svg").setAttribute("aria-label", t("map"));
  put(
    $("#players"),
    view.players.map((p) =>
      h(
        "span",
        { class: view.decision?.player === p.seat ? "now" : "" },
        h(
          "span",
          { class: `pdot p${p.seat % 7}`, "aria-hidden": "true" },
          (game.seats[p.seat]?.name[0] || "?").toUpperCase(),
        ),
        person(game.seats[p.seat]?.name ?? "", game.seats[p.seat]?.bot),
        " ",
        h("b", null, money(p.value, printed.money)),
      ),
    ),
  );
}

await loadTexts();
const link = /** @type {HTMLAnchorElement} */ ($("#open"));
link.href = `/game/${id}${invite ? "?invite=" + invite : ""}`;
link.setAttribute("aria-label", t("embed-open"));
link.title = t("embed-open");
try {
  await draw();
  const again = () => draw().catch(() => {});
  listen(api("stream"), { moves: again, undone: again, redone: again, game: again }, () => {});
} catch (e) {
  put($("#map"), h("p", { role: "alert" }, t(e instanceof Fault ? "fault-" + e.code : "fault-offline")));
}
