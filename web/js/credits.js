// @ts-check
// Who made the games.
import { $, h, put } from "./dom.js";
import { foot } from "./foot.js";
import { switches } from "./shell.js";
import { fillTexts, loadTexts, t } from "./text.js";

/** Each game with its designer and its publishers. */
const GAMES = [
  { id: "18cz", name: "18CZ", designer: "Leonhard Orgler", publishers: ["Fox in the Box, 2017"] },
  {
    id: "1860",
    name: "1860: Railways on the Isle of Wight",
    designer: "Mike Hutton",
    publishers: ["JKLM Games, 2004"],
  },
  { id: "18lilliput", name: "18Lilliput", designer: "Leonhard Orgler", publishers: ["Fox in the Box, 2018"] },
  {
    id: "1889",
    name: "1889: History of Shikoku Railways",
    designer: "Yasutaka Ikeda",
    publishers: ["2004", "Grand Trunk Games (Shikoku 1889)"],
  },
];

function draw() {
  document.title = t("credits") + " · Signalbox";
  fillTexts();
  put($("#topnav"), switches(draw, loadTexts));
  put(
    $("#main"),
    h(
      "section",
      { class: "panel pad credits" },
      h("h1", null, t("credits")),
      h("p", null, t("credits-why")),
      h(
        "div",
        { class: "scrollx", tabindex: "0", role: "region", "aria-label": t("credits") },
        h(
          "table",
          { class: "t" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              ["credits-game", "credits-designer", "credits-publisher"].map((key) => h("th", null, t(key))),
            ),
          ),
          h(
            "tbody",
            null,
            GAMES.map((game) =>
              h(
                "tr",
                null,
                h("td", null, h("a", { href: "/title/" + game.id }, game.name)),
                h("td", null, game.designer),
                h("td", null, game.publishers.join("; ")),
              ),
            ),
          ),
        ),
      ),
      h("p", null, t("credits-facts")),
      h("p", null, t("credits-owners")),
      h("p", null, h("a", { class: "btn", href: "/" }, t("to-lobby"))),
    ),
  );
  put($("#foot"), foot());
}

await loadTexts();
draw();
