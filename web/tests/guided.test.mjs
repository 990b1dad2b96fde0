// A whole introductory game of 18CZ by clicks, with the tips of the guided first game, to the final
// reckoning.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decide } from "./clicker.mjs";
import { state, table } from "./harness.mjs";

/** @type {any} */ let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t?.close();
});

/** Reads the tip that is shown, if there is one, and says which it was. */
async function read(page) {
  const tip = await page.evaluate(() => document.querySelector("#guide")?.dataset.step ?? null);
  if (tip) await page.click("#guide-ok");
  return tip;
}

test("a newcomer plays the introductory game to its end by clicks", { timeout: 1_500_000 }, async () => {
  const page = await t.person();
  await page.goto(t.url + "/learn?title=18cz");
  await page.click("#guided");
  await page.waitForURL(/\/game\//);
  const id = page.url().split("/")[4].split("?")[0];
  await page.waitForSelector("#guide");
  const tips = new Set(),
    met = new Set();
  let moves = 0,
    turn = "",
    tries = 0;
  // The clock of the test ends what does not come to its end.
  for (;;) {
    const s = await state(page, id);
    // The page may be a moment behind the server while the others move:
    // look again until it shows this decision.
    const ready = await page.evaluate(
      (n) =>
        Number(document.querySelector("#slider").max) >= n &&
        !document.body.classList.contains("busy") &&
        !document.querySelector("#decide").classList.contains("idle"),
      s.length,
    );
    // What shows the decision shows its tip too.
    const tip = await read(page);
    if (tip) {
      tips.add(tip);
      continue;
    }
    if (!s.view.decision) break;
    if (!s.game.turn?.mine || !ready) {
      await page.waitForTimeout(100);
      continue;
    }
    met.add(s.view.decision.step);
    // Somebody who was refused twice does not go on offering a little more.
    const { step, company } = s.view.decision;
    tries = turn === `${step} ${company}` ? tries + 1 : 0;
    turn = `${step} ${company}`;
    await decide(page, {
      rows: !["papers", "acquire"].includes(step) && (step !== "trains" || tries < 3),
      start: moves < 40,
      buy: moves < 60,
    });
    moves++;
  }
  await page.waitForSelector(".reck");
  assert.match(await page.locator("#dtitle").textContent(), /wins/);
  // Whether there is a route to run depends on what the others build; each step that came had its tip.
  const wanted = [
    "welcome",
    "track",
    "trains",
    "round",
    ...["run", "station"].filter((step) => met.has(step)),
  ];
  assert.deepEqual(
    wanted.filter((tip) => !tips.has(tip)),
    [],
    `tips were shown: ${[...tips]}`,
  );
  assert.deepEqual(t.faults, []);
});

test("every title has a guided first game, and the table stands still while one reads", async () => {
  for (const title of ["1860", "18lilliput", "1889"]) {
    const page = await t.person();
    await page.goto(`${t.url}/learn?title=${title}`);
    await page.click("#guided");
    await page.waitForURL(/\/game\//);
    await page.waitForSelector("#guide[data-step=welcome]");
    const id = page.url().split("/")[4].split("?")[0];
    const shown = () => page.evaluate(() => Number(document.querySelector("#slider")?.max ?? 0));
    const before = await shown();
    await page.waitForTimeout(1500);
    assert.equal(await shown(), before, `${title} stands still`);
    await page.click("#guide-ok");
    // Then it catches up with what the others did.
    const { length } = await state(page, id);
    await page.waitForFunction((n) => Number(document.querySelector("#slider")?.max ?? 0) >= n, length);
    await page.context().close();
  }
  assert.deepEqual(t.faults, []);
});
