// @ts-check
import { fillTexts, loadTexts, t } from "./text.js";
await loadTexts();
fillTexts();
document.title = t("missing") + " · Signalbox";
