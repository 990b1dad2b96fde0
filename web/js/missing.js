// @ts-check
import { $, put } from "./dom.js";
import { foot } from "./foot.js";
import { fillTexts, loadTexts, t } from "./text.js";
await loadTexts();
fillTexts();
put($("#foot"), foot());
document.title = t("missing") + " · Signalbox";
