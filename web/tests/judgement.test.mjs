// Judgement of every decision: asked for at the end of a game, followed, listed, and each leads to its move.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, advance, makeGame, noSidewaysScroll, seats, sit, state, table } from "./harness.mjs";

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
  { width: 390, height: 844, touch: true, lang: "cs", theme: "dark" },
])
  test(`every decision is judged, listed, and leads to its move, at ${size.width} px`, async () => {
    const page = await t.person(size);
    const game = await makeGame(page, t.url, {
      title: "18cz",
      variant: "introductory",
      seats: seats("Anna", "Ben"),
      hot_seat: true,
      start: true,
      listed: true,
    });
    await advance(page, game.id, "false", 3000);
    assert.equal((await state(page, game.id)).game.state, "finished");
    await sit(page, t.url, game);
    await page.click("#judge");
    await page.waitForSelector("#judgement progress");
    await page.waitForSelector("#judgement[data-state=done]", { timeout: 300000 });
    await page.waitForSelector("#judgement .jchart svg");
    assert.ok((await page.$$("#judgement .jarea")).length === 2, "an area for each seat");
    await accessible(page, "judgement");
    await noSidewaysScroll(page, "judgement");
    // The other way to look at it.
    await page.click("#judgement figcaption button:last-child");
    assert.equal((await page.$$("#judgement .jarea")).length, 0);
    // Marks and seats choose what is listed; every mark that is counted is listed so often.
    for (let i = 0; i < 4; i++) {
      const pick = page.locator("#judgement .jfilters .jpick:last-child button").nth(i);
      const wanted = Number((await pick.textContent()).match(/\d+$/)[0]);
      await pick.click();
      assert.equal((await page.$$("#judgement .jrow")).length, Math.min(30, wanted));
    }
    await page.click("#judgement .jfilters .jpick:last-child button:last-child");
    const row = page.locator("#judgement .jrow").first();
    const number = Number(await row.getAttribute("data-move"));
    await row.locator(".jgo").click();
    await page.waitForFunction(
      (n) => new RegExp(`\\b${n}\\b`).test(document.querySelector("#dtitle")?.textContent ?? ""),
      number - 1,
    );
    await page.context().close();
  });
