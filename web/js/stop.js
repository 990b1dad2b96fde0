// @ts-check
// Stops one way of being told: the link that stands in every message leads here.
import { Fault, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { foot } from "./foot.js";
import { switches } from "./shell.js";
import { fillTexts, loadTexts, said, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { StoppedJson } from "./types.d.ts"
 */

/** The word stands behind the #: whoever only looks at the link stops nothing. */
const key = encodeURIComponent(location.hash.slice(1));
/** @type {StoppedJson|null} */ let way = null;
/** @type {Child} */ let fault = null;

/** @param {"stop"|"again"} what */
async function turn(what) {
  fault = null;
  try {
    way = await post(`/api/notices/${what}?key=${key}`, {});
  } catch (x) {
    fault = x instanceof Fault ? (x.status === 404 ? t("stop-wrong") : said(x.message)) : t("fault-offline");
  }
  draw();
}

function draw() {
  document.title = t("stop") + " · Signalbox";
  fillTexts();
  put($("#topnav"), h("a", { href: "/" }, t("games")), switches(draw, loadTexts));
  put(
    $("#main"),
    h(
      "section",
      { class: "panel pad", id: "stop", "aria-labelledby": "stop-h" },
      h("h1", { id: "stop-h" }, way ? t("notices-" + way.kind) : t("stop")),
      way?.label && h("p", { class: "muted" }, way.label),
      fault && h("p", { class: "bad", role: "alert" }, fault),
      h("p", { role: "status", id: "stop-said" }, way && !fault && t(way.on ? "stop-on" : "stop-done")),
      h(
        "div",
        { class: "btns" },
        way &&
          h(
            "button",
            {
              class: "btn",
              type: "button",
              id: "turn",
              on: { click: () => turn(way?.on ? "stop" : "again") },
            },
            t(way.on ? "notices-stop" : "stop-again"),
          ),
        h("a", { class: "btn", href: "/account#notices" }, t("stop-settings")),
      ),
    ),
  );
  put($("#foot"), foot());
}

await loadTexts();
await turn("stop");
