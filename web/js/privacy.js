// @ts-check
// What one keeps back, whom one likes to meet, and one's results as files: a part of the page of one's account.
import { Fault, get, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { person, said, t } from "./text.js";

/** @import { FriendsJson, Privacy, UserJson } from "./types.d.ts" */

/** @param {string} id @param {...import("./dom.js").Child} children */
const section = (id, ...children) =>
  h(
    "section",
    { class: "panel", id, "aria-labelledby": id + "-h" },
    h("h2", { id: id + "-h" }, t("account-" + id)),
    h(
      "div",
      null,
      children,
      h("p", { class: "fault bad", role: "alert" }),
      h("p", { class: "well", role: "status" }),
    ),
  );

/** @param {string} id @param {() => Promise<unknown>} act */
async function attempt(id, act) {
  put($(`#${id} .fault`));
  put($(`#${id} .well`));
  try {
    await act();
    put($(`#${id} .well`), t("account-saved"));
  } catch (e) {
    put($(`#${id} .fault`), e instanceof Fault ? said(e.message) : t("fault-offline"));
  }
}

/** @param {Privacy} privacy @param {keyof Privacy} key */
const box = (privacy, key) =>
  h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox",
      id: key,
      checked: privacy[key],
      on: {
        change: (e) =>
          attempt("privacy", async () => {
            privacy[key] = e.target.checked;
            Object.assign(privacy, await post("/api/account/privacy", privacy));
          }),
      },
    }),
    t("privacy-" + key),
  );

/** @param {FriendsJson} list */
function friends(list) {
  const part = section(
    "friends",
    h("p", { class: "muted" }, t("friends-why")),
    list.friends.length
      ? h(
          "ul",
          { class: "plain friends" },
          list.friends.map((f) =>
            h(
              "li",
              null,
              h("a", { href: "/player/" + f.user }, person(f.name)),
              h(
                "button",
                {
                  class: "btn sm",
                  type: "button",
                  "aria-label": `${t("player-unfriend")}: ${person(f.name)}`,
                  on: {
                    click: () =>
                      attempt("friends", async () => {
                        const left = await post(`/api/friends/${f.user}/lift`);
                        part.replaceWith(friends(left));
                      }),
                  },
                },
                t("player-unfriend"),
              ),
            ),
          ),
        )
      : h("p", null, t("friends-none")),
  );
  return part;
}

/** All of it. @param {UserJson} user */
export async function privacy(user) {
  /** @type {[Privacy, FriendsJson]} */
  const [kept, list] = await Promise.all([get("/api/account/privacy"), get("/api/friends")]);
  const parts = [
    section(
      "privacy",
      h(
        "p",
        { class: "muted" },
        t("privacy-why"),
        " ",
        h("a", { href: "/player/" + user.id }, t("player-mine")),
      ),
      box(kept, "hide_page"),
      box(kept, "hide_name"),
    ),
    friends(list),
    section(
      "results",
      h("p", { class: "muted" }, t("takeout-why")),
      h(
        "div",
        { class: "btns" },
        h("a", { class: "btn", id: "csv", href: "/api/account/results.csv", download: "" }, t("takeout-csv")),
        h(
          "a",
          { class: "btn", id: "studies-file", href: "/api/account/studies.json", download: "" },
          t("an-takeout"),
        ),
        h(
          "a",
          { class: "btn", id: "bgstats", href: "/api/account/bgstats.json", download: "" },
          t("takeout-bgstats"),
        ),
        h(
          "a",
          { class: "btn", id: "puzzles-csv", href: "/api/account/puzzles.csv", download: "" },
          t("takeout-puzzles"),
        ),
      ),
    ),
  ];
  return parts;
}
