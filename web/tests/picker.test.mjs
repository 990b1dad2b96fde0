// Tiles chosen on the map, landscapes with pictures, cards that bring nothing.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  LIVELY,
  accessible,
  advance,
  api,
  makeGame,
  noSidewaysScroll,
  seats,
  sit,
  state,
  table,
} from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t.close();
  assert.deepEqual(t.faults, []);
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844, touch: true },
])
  test(`a tile is chosen, turned and laid beside its place on the map, at ${size.width} px`, async () => {
    const page = await t.person(size);
    const { id } = await makeGame(page, t.url, {
      title: "18cz",
      variant: "standard",
      seats: seats("Anna", "Ben", "Cora"),
      hot_seat: true,
      start: true,
      listed: true,
    });
    await advance(page, id, "view.decision.step === 'track'", 200, LIVELY);
    await sit(page, t.url, id);
    const glows = () => page.$$eval("#map-hits .can", (all) => all.length);
    assert.ok((await glows()) > 0);
    assert.equal(await page.$("#picker"), null, "it is for who wants it");
    await page.click("#menu");
    await page.check("#picker-on");
    await page.click("#drawer-close");
    await page.evaluate(() =>
      document.querySelector("#map-hits .can").dispatchEvent(new MouseEvent("click", { bubbles: true })),
    );
    await page.waitForSelector("#picker .ptile svg");
    await page.waitForSelector("#pick-lay:not([disabled])");
    await page.waitForSelector("#map-preview .preview", { state: "attached" });
    const apart = await page.evaluate(() => {
      const box = (s) => document.querySelector(s).getBoundingClientRect();
      const cell = document.querySelector("#map-preview .preview")?.dataset.cell,
        a = box("#picker"),
        b = cell ? box(`#map-hits [data-cell="${cell}"]`) : a,
        m = box("#mapbox");
      return {
        clear:
          a.bottom <= b.top + 2 || a.top >= b.bottom - 2 || a.right <= b.left + 2 || a.left >= b.right - 2,
        within: a.left >= m.left - 1 && a.right <= m.right + 1,
      };
    });
    assert.deepEqual(apart, { clear: true, within: true });
    await accessible(page, "picker");
    await noSidewaysScroll(page, "picker");
    if (await page.$("#pick-right")) {
      const turned = () => page.getAttribute("#map-preview .preview", "data-rotation").catch(() => null);
      const before = await page.textContent(".rb span");
      await page.click("#pick-right");
      await page.waitForFunction((b) => document.querySelector(".rb span").textContent !== b, before);
      await turned();
    }
    const made = (await state(page, id)).length;
    await page.waitForSelector("#pick-lay:not([disabled])");
    await page.click("#pick-lay");
    await page.waitForFunction((n) => Number(document.querySelector("#slider").max) > n, made);
    assert.equal((await state(page, id)).log.at(-1).move.move, "lay_tile");
    await page.context().close();
  });

test("the editor of landscapes shows pictures, counts and coordinates", async () => {
  const page = await t.person();
  await page.goto(t.url + "/?title=18lilliput");
  await page.waitForSelector("#play-options");
  await page.click("#play-options");
  await page.click("#land-begin");
  await page.waitForSelector(".landtool .landpic svg");
  await page.waitForFunction(() => /\d+ of \d+/.test(document.querySelector(".landtools").textContent));
  const left = () => page.$eval("label:has(#land-S-RIVER) small", (e) => Number(e.textContent.split(" ")[0]));
  const all = await left();
  assert.ok(all > 0);
  await page.click('[id="land2,1"]');
  await page.waitForFunction(
    (n) => document.querySelector("label:has(#land-S-RIVER) small").textContent.startsWith(String(n - 1)),
    all,
  );
  assert.equal(await page.getAttribute('[id="land2,1"]', "aria-label"), "Cell 2, 1 River");
  assert.deepEqual(
    (await page.$$eval(".landaxis", (x) => x.map((e) => e.textContent))).filter((x) => x === "-2").length,
    2,
  );
  await accessible(page, "landscape editor");
  await page.context().close();
});

test("a side of a card that would bring nothing is marked", async () => {
  // LIL-ACTION-1
  const page = await t.person();
  const { id } = await makeGame(page, t.url, {
    title: "18lilliput",
    variant: "standard",
    seats: seats("Anna", "Ben"),
    hot_seat: true,
    start: true,
    listed: true,
  });
  let found = null;
  await advance(page, id, "view.decision.step === 'card'", 100);
  for (let i = 0; i < 40 && !found; i++) {
    const { body } = await api(page, `/api/games/${id}/choices`);
    const moves = body.groups
      .flatMap((g) => g.choices.map((c) => c.move))
      .filter((m) => m.move === "play_card");
    if (moves.length) {
      const { previews } = (await api(page, `/api/games/${id}/preview`, { moves, view: false })).body;
      found = moves.find((_, k) => previews[k].idle) || null;
      if (found) break;
    }
    await advance(page, id, `length > ${body.after}`, 3);
    await advance(page, id, "view.decision.step === 'card'", 30).catch(() => {});
  }
  assert.ok(found, "some side brings nothing");
  await sit(page, t.url, id);
  await page.waitForSelector(`[id="card-${found.slot}-${found.side}"].idle`);
  assert.match(await page.textContent(`[id="card-${found.slot}-${found.side}"]`), /Brings nothing now/);
  await accessible(page, "cards that bring nothing");
  await page.context().close();
});
