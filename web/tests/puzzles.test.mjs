// Puzzles: found, solved by clicks with wrong and right answers, on a desk and on a phone, in four languages.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, api as ask, noSidewaysScroll, table } from "./harness.mjs";

/** @type {any} */ let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t?.close();
});

const api = async (page, path, body) => (await ask(page, path, body)).body;

/** The puzzles of a kind, and their answers, asked for by somebody else. */
async function some(kind) {
  const page = await t.person();
  await page.goto(t.url + "/puzzles");
  await page.waitForSelector(".stations li");
  const { puzzles } = await api(page, "/api/puzzles?kind=" + kind);
  const answer = (id) => api(page, `/api/puzzles/${id}/solution`, {});
  return { puzzles, answer, page };
}

/** Opens a puzzle and waits for its panel. */
async function open(page, puzzle) {
  await page.goto(`${t.url}/puzzles/${puzzle.id}`);
  await page.waitForSelector("#lesson .task");
  await page.waitForSelector("#decide:not([hidden])");
}

/** Lays a tile by clicks; the rotation is turned to the one wanted. */
async function lay(page, puzzle, move) {
  const hit = `#map-hits [data-cell="${move.cell}"]`;
  await page.waitForSelector(hit + ".can");
  await page.evaluate((s) => {
    document.querySelector(s)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }, hit);
  await page
    .locator("#tile-" + move.tile)
    .first()
    .click();
  const { choices } = await api(page, `/api/games/${puzzle.game}/state?at=${puzzle.at}&choices=true`);
  const turned = choices.groups
    .flatMap((g) => g.choices.map((c) => c.move))
    .filter((m) => m.cell === move.cell && m.tile === move.tile)
    .map((m) => m.rotation);
  const wanted = [...new Set(turned)].indexOf(move.rotation);
  for (let i = 0; i < 6; i++) {
    const on = await page.evaluate(
      (id) =>
        [...document.querySelectorAll(`#${CSS.escape(id)} .rotc i`)].findIndex((e) =>
          e.classList.contains("on"),
        ),
      "tile-" + move.tile,
    );
    if (on === wanted || on < 0) break;
    await page.locator("#rot-right").first().click();
  }
  await page.waitForSelector("#confirm:not([disabled])");
  await page.click("#confirm");
}

for (const [name, view] of [
  ["on a desk", { width: 1280, height: 900 }],
  ["on a phone", { width: 390, height: 844, touch: true }],
]) {
  test(`a tile is answered wrong and right ${name}`, async () => {
    const { puzzles, answer } = await some("tile");
    const found = puzzles.find((p) => p.at === 0) ?? puzzles[0];
    const [move] = (await answer(found.id)).moves;
    const page = await t.person(view);
    await open(page, found);
    await noSidewaysScroll(page, found.id);
    await page.click("#pass");
    await page.waitForSelector(".verdict.bad");
    assert.match(await page.locator(".verdict.bad").innerText(), /bring.*more to be had/s);
    await lay(page, found, move);
    await page.waitForSelector(".verdict.good");
    assert.match(await page.locator(".verdict.good").innerText(), /next best/);
    await noSidewaysScroll(page, found.id);
    // What was solved is marked in the list, here and in a browser that forgot everything.
    await page.evaluate(() => localStorage.removeItem("puzzles"));
    await page.goto(t.url + "/puzzles");
    await page.waitForSelector(`[data-puzzle="${found.id}"].ready`);
    await noSidewaysScroll(page, "/puzzles");
    assert.deepEqual(t.faults, []);
  });
}

test("routes are drawn by clicks, and the answer is shown to who gives up", async () => {
  const { puzzles } = await some("route");
  const page = await t.person();
  const [found] = puzzles;
  await open(page, found);
  await page.waitForSelector("#map-dots .stopdot");
  // One train alone is not enough.
  const best = await api(page, `/api/games/${found.game}/routes/${found.company}?at=${found.at}`);
  const route = best.routes[0];
  const card = best.trains.findIndex((x) => x.card === route.card);
  await page.locator("#decide .run.own h3 .btn[aria-pressed]").nth(card).click();
  for (const call of route.calls) {
    const cells = [...new Set(best.stops.map((x) => x.cell))];
    const dots = cells.flatMap((cell) => best.stops.filter((x) => x.cell === cell));
    const n = dots.findIndex((x) => x.cell === call.cell && x.stop === call.stop);
    await page.locator("#map-dots .stopdot").nth(n).press("Enter");
    await page.waitForFunction(
      (n) => document.querySelectorAll("#map-dots .stopdot")[n]?.classList.contains("on"),
      n,
    );
  }
  await page.waitForFunction(
    (n) => !/–$/.test(document.querySelectorAll("#decide .run.own .num")[n]?.textContent ?? "–"),
    card,
  );
  await page.click("#confirm");
  await page.waitForSelector(".verdict.bad");
  await page.click("#show");
  await page.waitForSelector("#decide .run:not(.own)");
  await page.click("#confirm");
  await page.waitForSelector(".verdict.good");
  assert.match(await page.locator(".verdict.good").innerText(), /does not count/);
  await page.goto(t.url + "/puzzles");
  await page.waitForSelector(`[data-puzzle="${found.id}"]:not(.ready)`);
  assert.deepEqual(t.faults, []);
});

for (const kind of ["train", "stock"]) {
  test(`the answer to a puzzle of the kind ${kind} is chosen and confirmed`, async () => {
    const { puzzles } = await some(kind);
    const page = await t.person();
    for (const found of puzzles.slice(0, 3)) {
      await open(page, found);
      await page.click("#show");
      const confirm = page.locator("#confirm:not([disabled]), #pass").first();
      await confirm.waitFor();
      await page.waitForTimeout(400);
      const ready = await page.locator("#confirm:not([disabled])").count();
      await page.click(ready ? "#confirm" : "#pass");
      await page.waitForSelector(".verdict.good");
    }
    assert.deepEqual(t.faults, []);
  });
}

test("the puzzle of the day stands on the front page and counts for the streak", async () => {
  const page = await t.person();
  await page.goto(t.url + "/");
  await page.waitForSelector("#daily-go");
  const id = (await page.locator("#daily-go").getAttribute("href"))?.split("/").pop();
  const other = await t.person();
  await other.goto(t.url + "/puzzles");
  await other.waitForSelector("#daily-go");
  const { moves } = await api(other, `/api/puzzles/${id}/solution`, {});
  await api(page, `/api/puzzles/${id}/answer`, { move: moves[0] });
  await page.goto(t.url + "/puzzles");
  await page.waitForSelector("#streak");
  assert.match(await page.locator("#streak").innerText(), /^1 day/);
  assert.match(await page.locator("#daily").innerText(), /solved/);
  assert.deepEqual(t.faults, []);
});

test("the list is narrowed by title, kind and grade", async () => {
  const page = await t.person();
  await page.goto(t.url + "/puzzles");
  await page.waitForSelector(".stations li");
  const all = await page.locator(".stations li").count();
  await page.selectOption("#by-title", "1889");
  await page.waitForFunction((n) => document.querySelectorAll(".stations li").length < n, all);
  await page.selectOption("#by-kind", "route");
  await page.waitForURL(/title=1889&kind=route/);
  await page.reload();
  await page.waitForSelector(".stations li");
  assert.equal(await page.locator("#by-kind").inputValue(), "route");
  for (const text of await page.locator(".stations li").allInnerTexts()) assert.match(text, /Best routes/);
});

test("puzzles are accessible in light and dark", async () => {
  const { puzzles } = await some("tile");
  for (const theme of ["light", "dark"]) {
    const page = await t.person({ theme });
    await page.goto(t.url + "/puzzles");
    await page.waitForSelector(".stations li");
    await accessible(page, "/puzzles " + theme);
    await open(page, puzzles[0]);
    await accessible(page, "a puzzle " + theme);
  }
});

test("puzzles speak every language", async () => {
  const { puzzles } = await some("tile");
  const heads = new Set();
  for (const lang of ["en", "cs", "ru", "de"]) {
    const page = await t.person({ lang, width: 390, height: 844, touch: true });
    await page.goto(t.url + "/puzzles");
    await page.waitForSelector(".stations li");
    await noSidewaysScroll(page, lang);
    await open(page, puzzles[0]);
    const text = await page.locator("#lesson").innerText();
    assert.doesNotMatch(text, /puzzle-|learn-/, lang);
    heads.add(await page.locator("#lesson-h").innerText());
    await noSidewaysScroll(page, lang);
  }
  assert.equal(heads.size, 4);
});
