// @ts-check
// Judgement of every decision of a game that is over: asked for, followed while it is worked out, and shown.
import { Fault, get, invite, post } from "./api.js";
import { actName } from "./acts.js";
import { $, h, put } from "./dom.js";
import { reasonText } from "./events.js";
import { course } from "./chance.js";
import { has, num, t } from "./text.js";
import { trouble } from "./trouble.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Table } from "./table.js"
 * @import { JudgedMove, JudgementJson, Move, Verdict } from "./types.d.ts"
 * @typedef {{seat: number|null, mark: string, what: "chance"|"wealth"}} Seen what was chosen to be seen
 * @typedef {{move: JudgedMove, swing: number, winner: number}} Moment
 */

/** Marks, the worst first, each with its sign. */
export const MARKS = /** @type {const} */ (["mistake", "doubtful", "good", "best"]);
const SIGNS = { mistake: "?", doubtful: "?!", good: "✓", best: "★" };
/** Decisions listed at first, and shown more at once. */
const SOME = 30;
/** How often the server is asked how far it is, and what was found, in milliseconds. */
const EVERY = 1500,
  SELDOM = 4000;
/** Moments that decided the game: at most so many, so many moves apart, of so many thousandths at least. */
const MOMENTS = 5,
  APART = 6,
  LEAST = 50;

/** Goes to the position before a move. @param {number} number */
const go = (number) => document.dispatchEvent(new CustomEvent("go", { detail: number - 1 }));

/** The sign of a mark. @param {string} mark */
const sign = (mark) =>
  h("i", { class: "jsign " + mark, "aria-hidden": "true" }, SIGNS[/** @type {keyof SIGNS} */ (mark)]);

/** What a move is called. @param {Table} table @param {Move} m @param {string} step */
function named(table, m, step) {
  if (m.move === "pass") return has("pass-" + step) ? t("pass-" + step) : t("pass");
  const name = actName(table, m);
  return "cell" in m ? `${name} · ${m.cell}` : name;
}

/** All pages of the answer. @param {Table} table @returns {Promise<JudgementJson>} */
async function whole(table) {
  /** @type {JudgementJson} */ const all = await get(table.api("judgement"), { from: 1 });
  for (let from = all.next; from; ) {
    /** @type {JudgementJson} */ const more = await get(table.api("judgement"), { from });
    all.moves.push(...more.moves);
    from = more.next;
  }
  return all;
}

/** Where chances changed most, in the order of the game. @param {JudgementJson} all @returns {Moment[]} */
function moments(all) {
  /** @type {Moment[]} */ const found = [];
  let before = all.begun?.chance ?? [];
  for (const move of all.moves) {
    const change = move.after.chance.map((c, seat) => c - (before[seat] ?? c));
    const swing = Math.max(0, ...change);
    found.push({ move, swing, winner: change.indexOf(swing) });
    before = move.after.chance;
  }
  /** @type {Moment[]} */ const kept = [];
  for (const m of found.filter((x) => x.swing >= LEAST).sort((a, b) => b.swing - a.swing))
    if (kept.length < MOMENTS && kept.every((k) => Math.abs(k.move.number - m.move.number) >= APART))
      kept.push(m);
  return kept.sort((a, b) => a.move.number - b.move.number);
}

/** @param {Table} table @param {Moment[]} list */
const momentList = (table, list) =>
  list.length > 0 &&
  h(
    "ol",
    { class: "jmoments", "aria-label": t("judge-moments") },
    list.map(({ move, swing, winner }, i) =>
      h(
        "li",
        null,
        h(
          "button",
          { class: "btn quiet sm", type: "button", on: { click: () => go(move.number) } },
          h("b", { class: "jno" }, String(i + 1)),
          h(
            "span",
            null,
            t("move-n", { n: move.number }),
            ": ",
            move.luck
              ? h("em", { class: "jluck" }, t("judge-luck"))
              : `${table.seatName(move.seat)}, ${named(table, move.move, move.step)}`,
          ),
          h("b", { class: "good" }, `${table.seatName(winner)} +${num(Math.round(swing / 10))} %`),
        ),
      ),
    ),
  );

/** One decision. @param {Table} table @param {JudgedMove} move @param {Verdict} v */
const decision = (table, move, v) =>
  h(
    "li",
    { class: "jrow " + v.mark, "data-move": move.number },
    h(
      "button",
      { class: "jgo", type: "button", on: { click: () => go(move.number) } },
      sign(v.mark),
      h(
        "span",
        { class: "jwhat" },
        h(
          "small",
          null,
          `${t("move-n", { n: move.number })} · ${table.roundShort(move.round)} · ${table.seatName(move.seat)}`,
          move.company && " · " + move.company,
        ),
        h("b", null, named(table, move.move, move.step)),
      ),
      h(
        "span",
        { class: "jcost" },
        v.amount > 0 && h("b", { class: v.mark === "good" ? "" : "bad" }, "−" + table.cash(v.amount)),
        h("small", null, `${t("judge-mark-" + v.mark)} · ${t("judge-" + v.sure)}`),
      ),
    ),
    v.better &&
      h(
        "p",
        { class: "jbetter" },
        h("b", { class: "good" }, t("judge-better")),
        " ",
        h("b", null, named(table, v.better, move.step)),
        " · ",
        h("span", { class: "muted" }, reasonText(v.reason)),
      ),
    move.luck && h("p", { class: "jluck" }, t("judge-luck-after")),
  );

/** Decisions of a seat and a mark. @param {JudgementJson} all @param {{seat: number|null, mark: string}} filter */
const listed = (all, filter) =>
  all.moves.filter(
    (m) =>
      m.verdict &&
      (filter.seat === null || m.seat === filter.seat) &&
      (!filter.mark || m.verdict.mark === filter.mark),
  );

/**
 * Buttons of which one is pressed.
 * @template V
 * @param {string} label @param {{value: V, name: Child}[]} list @param {V} now @param {(value: V) => void} act
 */
const choose = (label, list, now, act) =>
  h(
    "div",
    { class: "jpick", role: "group", "aria-label": label },
    list.map(({ value, name }) =>
      h(
        "button",
        {
          class: "btn sm",
          type: "button",
          "aria-pressed": String(value === now),
          on: { click: () => act(value) },
        },
        name,
      ),
    ),
  );

/** The list with its filters. @param {Table} table @param {JudgementJson} all @param {HTMLElement} box @param {Seen} filter @param {number} [most] */
function list(table, all, box, filter, most = SOME) {
  const change = (/** @type {Partial<Seen>} */ x) => list(table, all, box, Object.assign(filter, x));
  const seats = [...new Set(all.moves.map((m) => m.seat))].sort();
  const found = listed(all, filter),
    count = (/** @type {string} */ mark) => listed(all, { seat: filter.seat, mark }).length;
  put(
    box,
    h(
      "div",
      { class: "jfilters" },
      seats.length > 1 &&
        choose(
          t("judge-whose"),
          [
            { value: /** @type {number|null} */ (null), name: t("judge-everybody") },
            ...seats.map((s) => ({ value: /** @type {number|null} */ (s), name: table.seatName(s) })),
          ],
          filter.seat,
          (seat) => change({ seat }),
        ),
      choose(
        t("judge-which"),
        MARKS.map((mark) => ({
          value: /** @type {string} */ (mark),
          name: [sign(mark), " ", t("judge-mark-" + mark), " ", h("b", null, num(count(mark)))],
        })),
        filter.mark,
        (mark) => change({ mark }),
      ),
    ),
    found.length
      ? h(
          "ol",
          { class: "jlist" },
          found.slice(0, most).map((m) => m.verdict && decision(table, m, m.verdict)),
        )
      : h("p", { class: "muted jnone" }, t("judge-none")),
    found.length > most &&
      h(
        "button",
        { class: "btn", type: "button", on: { click: () => list(table, all, box, filter, most + SOME) } },
        t("judge-more", { n: found.length - most }),
      ),
  );
}

/** What was found, as far as it is known. @param {Table} table @param {HTMLElement} box @param {JudgementJson} all @param {Seen} seen */
function found(table, box, all, seen) {
  if (!all.begun || all.moves.length < 2) return;
  const told = moments(all);
  const decisions = h("div", { class: "jdecisions" });
  put(box, course(table, all, told, seen, go), momentList(table, told), decisions);
  list(table, all, decisions, seen);
}

/** How far it is, with what one can do about it. @param {JudgementJson} now @param {Child} acts */
const progress = (now, acts) =>
  h(
    "div",
    { class: "jprogress", role: "status" },
    h("progress", { max: Math.max(1, now.length), value: now.done, "aria-label": t("judge-progress-label") }),
    h(
      "span",
      null,
      now.state === "waiting" && now.ahead > 0
        ? t("judge-ahead", { n: now.ahead })
        : t("judge-progress", { done: now.done, all: now.length }),
    ),
    acts,
  );

/** What was found last, and how it was looked at: it is there again when one comes back from a move. */
/** @type {{id: string, all: JudgementJson|null, seen: Seen}} */
let kept = { id: "", all: null, seen: { seat: null, mark: "mistake", what: "chance" } };

/** A game with its moves. @param {Table} table */
const whichGame = (table) => `${table.id}@${table.length}`;

/** The judgement of the move that comes next, beside a look into the past. @param {Table} table */
export function beside(table) {
  $("#judged")?.remove();
  const { id, all, seen } = kept;
  if (table.live || id !== whichGame(table) || !all) return;
  const move = all.moves.find((m) => m.number === table.at + 1);
  const others = listed(all, seen);
  const step = (
    /** @type {string} */ id,
    /** @type {string} */ name,
    /** @type {JudgedMove|undefined} */ to,
  ) =>
    h(
      "button",
      { class: "btn sm", type: "button", id, disabled: !to, on: { click: () => to && go(to.number) } },
      name,
    );
  const panel = h(
    "section",
    { id: "judged", class: "panel jpanel", "aria-label": t("judge-title") },
    move?.verdict
      ? h("ul", { class: "jlist" }, decision(table, move, move.verdict))
      : h("p", { class: "muted" }, t("judge-nothing")),
    h(
      "div",
      { class: "btns" },
      step(
        "judged-before",
        t("judge-before"),
        others.findLast((m) => m.number <= table.at),
      ),
      step(
        "judged-next",
        t("judge-next"),
        others.find((m) => m.number > table.at + 1),
      ),
    ),
  );
  $("#decide").after(panel);
}

/** Fills the part of the page about judgement. @param {Table} table @param {HTMLElement} box */
export async function judgement(table, box) {
  const head = h("h2", { class: "ph" }, t("judge-title"));
  const status = h("div", { class: "jstatus" }),
    results = h("div", { class: "jresults" });
  put(box, head, status, results);
  const word = invite ? "?invite=" + encodeURIComponent(invite) : "";
  const send = async (/** @type {string} */ method) => {
    try {
      show(await post(table.api("judgement") + word, {}, method));
      follow();
    } catch (e) {
      trouble(e);
    }
  };
  $("#judged")?.remove();
  if (kept.id !== whichGame(table))
    kept = { id: whichGame(table), all: null, seen: { seat: null, mark: "mistake", what: "chance" } };
  let drawn = 0,
    following = false;
  const acting = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ method) =>
    h(
      "button",
      {
        class: method === "POST" ? "btn primary" : "btn quiet sm",
        type: "button",
        id,
        on: { click: () => send(method) },
      },
      name,
    );
  const show = (/** @type {JudgementJson} */ now) => {
    const busy = now.state === "waiting" || now.state === "working";
    box.dataset.state = now.state;
    if (busy) put(status, progress(now, now.mine && acting("judge-cancel", t("cancel"), "DELETE")));
    else if (now.state === "done") put(status, h("p", { class: "muted" }, t("judge-about")));
    else
      put(
        status,
        h("p", { class: "muted" }, t(now.state === "failed" ? "judge-failed" : "judge-offer")),
        acting("judge", t(now.state === "cancelled" ? "judge-go-on" : "judge-every"), "POST"),
      );
    return busy;
  };
  /** Asks until it is done, or the page shows something else. */
  const follow = async () => {
    if (following) return;
    following = true;
    try {
      for (;;) {
        /** @type {JudgementJson} */ const now = await get(table.api("judgement"));
        const busy = show(now);
        // While it grows, all of it is fetched now and then only.
        if (now.state !== "none" && (!busy || Date.now() - drawn > SELDOM)) {
          drawn = Date.now();
          if (kept.all?.state !== "done") kept.all = await whole(table);
          found(table, results, kept.all, kept.seen);
        }
        if (!busy || !box.isConnected) break;
        await new Promise((done) => setTimeout(done, EVERY));
      }
    } catch (e) {
      // A game that goes on again is not judged.
      if (e instanceof Fault && e.status === 409) box.remove();
      else trouble(e);
    } finally {
      following = false;
    }
  };
  await follow();
}
