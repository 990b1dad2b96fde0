// @ts-check
// How one comes in here besides name and password: a code, the login of a provider, the way for a lost password.
import { get } from "./api.js";
import { h } from "./dom.js";
import { t } from "./text.js";

/** @import { DoorJson } from "./types.d.ts" */

/** What is asked of who comes in here, or nothing where it cannot be told. @returns {Promise<DoorJson|null>} */
export const door = () => get("/api/door").catch(() => null);

/** The part of the account's dialog that depends on the house. @param {DoorJson|null} door */
export function ways(door) {
  if (!door) return [];
  const code = h("input", { id: "ac-code", maxlength: 40, autocomplete: "off", spellcheck: "false" });
  const way = () => {
    const typed = code.value.trim();
    return "/api/oidc/login" + (typed ? "?code=" + encodeURIComponent(typed) : "");
  };
  return [
    door.registration === "closed" && h("p", { class: "muted" }, t("door-closed")),
    door.registration === "invited" && [h("label", { for: "ac-code" }, t("door-code")), code],
    door.provider &&
      h(
        "a",
        {
          class: "btn",
          id: "ac-provider",
          href: "/api/oidc/login",
          on: {
            click: (e) => {
              e.preventDefault();
              location.href = way();
            },
          },
        },
        t("door-provider", { name: door.provider }),
      ),
    h("p", null, h("a", { href: "/recover", id: "ac-lost" }, t("door-lost"))),
  ];
}
