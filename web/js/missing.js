// @ts-check
import { $, h, put } from "./dom.js";
import { fillTexts, loadTexts, t } from "./text.js";
await loadTexts();
fillTexts();
document.title = t("missing") + " · Signalbox";
put($("#main"), h("section", { class: "panel pad" }, h("h1", null, t("missing")), h("p", null, t("missing-why")), h("p", null, h("a", { class: "btn", href: "/" }, t("to-lobby")))));
