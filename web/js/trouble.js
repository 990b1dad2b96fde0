// @ts-check
// Something went wrong beside the game: it is said, and nothing is lost.
import { Fault } from "./api.js";
import { toast } from "./dom.js";
import { said, t } from "./text.js";

/** @param {unknown} e */
export function trouble(e) {
  if (e instanceof Fault) toast(said(e.message), "bad");
  else {
    toast(t("fault-offline"), "bad");
    console.error(e);
  }
}
