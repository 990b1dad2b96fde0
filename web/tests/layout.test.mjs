// Every step of every title, on every size of screen: nothing covers what can be pressed, nothing sticks out sideways,
// and the button never stands without its consequences.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { LIVELY, advance, api, makeGame, noSidewaysScroll, seats, sit, state, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
afterEach(() => assert.deepEqual(t.faults.splice(0), []));
after(() => t.close());

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];

const hot = (title, extra = {}) => ({
  title,
  variant: "standard",
  seats: seats("Anna", "Marek", "Ilse"),
  hot_seat: true,
  start: true,
  listed: false,
  seed: "7",
  bot_pause: 0,
  ...extra,
});

/** What can be pressed but is not what a press in its middle would meet. The hexes of the map lie edge to edge. */
const covered = (page) =>
  page.evaluate(() => {
    const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const all = [
      ...document.querySelectorAll("button, a[href], input, select, summary, [role=button], [role=radio]"),
    ].filter((e) => e.checkVisibility() && !e.closest("#mapbox > svg, .skip") && !e.matches(".skip"));
    const faults = [];
    for (const e of all) {
      const r = e.getBoundingClientRect();
      const seen = { left: r.left, top: r.top, right: r.right, bottom: r.bottom };
      const cut = (by) => {
        for (const side of ["left", "top"]) seen[side] = Math.max(seen[side], by[side]);
        for (const side of ["right", "bottom"]) seen[side] = Math.min(seen[side], by[side]);
      };
      cut(window_);
      for (let up = e.parentElement; up; up = up.parentElement)
        if (getComputedStyle(up).overflow !== "visible" && up.tagName !== "svg")
          cut(up.getBoundingClientRect());
      const area = Math.max(0, seen.right - seen.left) * Math.max(0, seen.bottom - seen.top);
      // Scrolled out of sight, for the most part.
      if (area < 0.6 * r.width * r.height || area < 1) continue;
      const hit = document.elementFromPoint((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2);
      if (hit && (e.contains(hit) || hit.contains(e) || hit.closest("label")?.contains(e))) continue;
      // The head of a list stays while its rows are scrolled away below it.
      const head = hit?.closest("th");
      if (head && getComputedStyle(head).position === "sticky" && head.closest("table")?.contains(e))
        continue;
      const name = (x) =>
        x && `${x.tagName}#${x.id}.${x.getAttribute("class")} "${x.textContent.slice(0, 30)}"`;
      faults.push(`${name(e)} lies under ${name(hit)}`);
    }
    return faults;
  });

/** The button and all that it brings are in the window, and nothing of it is cut off. */
const inSight = (page) =>
  page.evaluate(() => {
    const foot = document.querySelector("#decide .foot"),
      panel = document.querySelector("#decide").getBoundingClientRect();
    if (!foot?.checkVisibility()) return [];
    return [...foot.querySelectorAll("#confirm, #pass, #after, #amount, .total, .refusal")]
      .filter((e) => e.checkVisibility())
      .filter((e) => {
        const r = e.getBoundingClientRect();
        return r.bottom > Math.min(innerHeight, panel.bottom) + 1 || r.top < panel.top - 1;
      })
      .map((e) => e.id || e.className);
  });

/** Buttons and lines that are too small for a thumb. */
const small = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#decide button, #cards button, #history button, .top button, .ll")]
      .filter((e) => e.checkVisibility() && !e.matches(".grip, .pass"))
      .map((e) => [e.getBoundingClientRect(), e])
      .filter(([r]) => r.height < 39.5 || r.width < 39.5)
      .map(([r, e]) => `${e.id || e.className} "${e.textContent.slice(0, 20)}" ${r.width}x${r.height}`),
  );

/** The first thing that can be chosen here is chosen. */
const choose = (page) =>
  page.evaluate(() => {
    if (document.querySelector("#confirm")) return;
    const first = (s) => [...document.querySelectorAll(s)].find((e) => e.checkVisibility());
    const what =
      first("#decide .optrow, #decide .aside:not([disabled])") ||
      first("#map-hits .can") ||
      first('#cards [id^="buy-"]:not(.off)') ||
      first(".par .btn");
    what?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });

for (const [title, extra, most] of [
  ["18cz", {}, 220],
  ["18cz", { variant: "introductory", seats: seats("Anna", "Marek") }, 60],
  ["1860", {}, 160],
  ["1889", {}, 160],
  ["18lilliput", {}, 120],
])
  test(`the steps of ${title} ${extra.variant ?? "standard"} fit every screen`, async () => {
    const page = await t.person();
    const { id } = await makeGame(page, t.url, hot(title, extra));
    const seen = new Set();
    for (;;) {
      const { view, length } = await state(page, id);
      if (!view.decision || length >= most) break;
      const { step } = view.decision;
      if (!seen.has(step)) {
        seen.add(step);
        await page.setViewportSize(SIZES[0]);
        await sit(page, t.url, id);
        for (const chosen of [false, true])
          for (const size of SIZES) {
            const name = `${title}, ${step}${chosen ? ", chosen" : ""}, ${size.width} px`;
            await page.setViewportSize(size);
            await page.waitForTimeout(120);
            if (chosen) {
              await choose(page);
              await page.waitForFunction(() => !document.querySelector("#decide .wait"));
            }
            await noSidewaysScroll(page, name);
            assert.deepEqual(await covered(page), [], name);
            assert.deepEqual(await inSight(page), [], `${name}: below the fold`);
            if (size.width === 820) assert.deepEqual(await small(page), [], `${name}: small targets`);
          }
      }
      await advance(
        page,
        id,
        `length >= ${most} || !${JSON.stringify([...seen])}.includes(view.decision.step)`,
        most + 1,
        LIVELY,
      ).catch((e) => {
        if (!/not reached/.test(e.message)) throw e;
      });
    }
    assert.ok(seen.size >= 4, `steps seen: ${[...seen]}`);
    await page.context().close();
  });

test("on a tablet held upright a player passes, and the lots of 1860 leave the panel free", async () => {
  const page = await t.person({ width: 820, height: 1180, touch: true });
  const { id } = await makeGame(page, t.url, hot("18cz"));
  const length = await advance(page, id, "view.decision.step === 'stock'", 80);
  await sit(page, t.url, id);
  assert.ok(await page.isVisible("#log .ll"), "the log is there");
  await page.tap("#pass");
  await page.waitForFunction((n) => Number(document.querySelector("#slider").max) > n, length);
  const lots = await makeGame(page, t.url, hot("1860"));
  await sit(page, t.url, lots.id);
  await page.tap("#pass");
  await page.waitForFunction(() => Number(document.querySelector("#slider").max) > 0);
  await page.context().close();
});

test("on others' turns the view stays as it is", async () => {
  const [anna, ben] = [await t.person(), await t.person()];
  const { id } = await makeGame(anna, t.url, {
    ...hot("1889"),
    seed: undefined,
    hot_seat: false,
    start: false,
    listed: true,
    seats: [{ kind: "me", name: "Anna" }, { kind: "open" }],
  });
  await ben.goto(t.url + "/");
  await ben.waitForSelector("#play");
  await api(ben, `/api/games/${id}/join`, { name: "Ben" });
  await api(anna, `/api/games/${id}/start`, {});
  const player = async () => (await state(anna, id)).view.decision.player;
  const on = async (until) => {
    for (;;) {
      const [page, seat] = (await player()) ? [ben, 1] : [anna, 0];
      await advance(page, id, `view.decision.player !== ${seat} || (${until})`, 200, LIVELY);
      const { view } = await state(anna, id);
      if (new Function("view", "return " + until)(view)) return;
    }
  };
  // Anna looks at the map in Ben's turn of the stock round; his turn, and the rounds after it, do not change that.
  await on("view.decision.step === 'stock' && view.decision.player === 1");
  await sit(anna, t.url, id);
  assert.equal(await anna.getAttribute("#table", "data-mode"), "stock");
  await anna.keyboard.press("m");
  const made = (await state(anna, id)).length;
  await advance(ben, id, "view.decision.player === 0", 20, LIVELY);
  await anna.waitForFunction((n) => Number(document.querySelector("#slider").max) > n, made);
  assert.equal(
    await anna.getAttribute("#table", "data-mode"),
    "stock",
    "in her own turn she sees the shares",
  );
  await on("view.decision.step === 'track' && view.decision.player === 1");
  const shows = async (n) =>
    anna.waitForFunction((n) => Number(document.querySelector("#slider").max) === n, n);
  const { length } = await state(anna, id);
  await shows(length);
  await anna.keyboard.press("s");
  const next = await advance(ben, id, "view.decision.step !== 'track'", 20, LIVELY);
  await shows(next);
  assert.equal(await anna.getAttribute("#table", "data-mode"), "stock", "his steps do not show her the map");
  await anna.context().close();
  await ben.context().close();
});
