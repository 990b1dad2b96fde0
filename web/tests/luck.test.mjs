// Luck on the page: a commitment from the beginning, seed and salt at the end.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, api, makeGame, sit, state, table } from "./harness.mjs";

/** @type {any} */ let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t?.close();
});
const quiet = () => assert.deepEqual(t.faults.splice(0), [], "no error in the console");
const solo = {
  title: "18lilliput",
  seats: [{ kind: "me", name: "Anna" }],
  hot_seat: true,
  start: true,
  listed: false,
};
// A game that is over has no decision to wait for.
const look = async (page, game) => {
  await page.goto(`${t.url}/game/${game.id}`);
  await page.waitForSelector("#mapbox svg", { state: "attached" });
};
const menu = async (page) => {
  await page.click("#menu");
  await page.waitForSelector(".menulist .luck");
  return page.$$eval(".menulist .luck dd", (all) => all.map((x) => x.textContent));
};

test("the table shows a commitment, and at the end that it was kept", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, solo);
  await sit(page, t.url, game);
  const during = await menu(page);
  const { luck } = await state(page, game.id);
  assert.deepEqual(during, [luck.commitment], "nothing but the commitment");
  assert.match(luck.commitment, /^[0-9a-f]{64}$/);
  await accessible(page, "menu with a commitment");
  await api(page, `/api/games/${game.id}/abandon`, {});
  await look(page, game);
  const shown = await menu(page);
  const open = (await state(page, game.id)).luck;
  assert.deepEqual(shown, [luck.commitment, open.seed, open.salt]);
  await page.waitForFunction(() =>
    /^✓ Seed and salt make the commitment/.test(document.querySelector("#luck-verdict").textContent),
  );
  // A commitment that differs from the first one seen is no commitment.
  await page.evaluate((id) => localStorage.setItem("luck-" + id, "0".repeat(64)), game.id);
  await look(page, game);
  await menu(page);
  await page.waitForFunction(() => document.querySelector("#luck-verdict.bad")?.textContent.startsWith("✕"));
  quiet();
});

test("a seed is offered only where nobody else plays", async () => {
  const page = await t.person();
  await page.goto(t.url + "/");
  for (const [box, count] of [
    ["play", 1],
    ["friends", 0],
  ]) {
    await page.click(`#${box}-options`);
    await page.waitForSelector("#options-done");
    assert.equal(await page.locator("#seed").count(), count, box);
    await page.click("#options-done");
    await page.waitForSelector("#drawer:not([open])", { state: "attached" });
  }
  quiet();
});
