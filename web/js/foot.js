// @ts-check
// The foot of a page: the ways to the others. The table has none.
import { h } from "./dom.js";
import { t } from "./text.js";

/** The foot of a page. */
export const foot = () =>
  h(
    "footer",
    { class: "muted foot" },
    t("foot"),
    " ",
    h("a", { href: "/puzzles" }, t("puzzles")),
    " · ",
    h("a", { href: "/archive" }, t("archive")),
    " · ",
    h("a", { href: "/study" }, t("an-studies")),
    " · ",
    h("a", { href: "/routes" }, t("calc")),
    " · ",
    h("a", { href: "/credits" }, t("credits")),
    " · ",
    h("a", { href: "/api" }, "API"),
  );
