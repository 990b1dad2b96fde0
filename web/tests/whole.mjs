// Plays a whole game by clicks against bots: npm run whole -- TITLE VARIANT LEVEL [PLAYERS [SEED]]
// Not one of the tests, because strong bots think for long. Ends with what the page shows at the end of the game.
import assert from "node:assert/strict";
import { decide } from "./clicker.mjs";
import { makeGame, noSidewaysScroll, sit, table } from "./harness.mjs";

const [title, variant, level, players = "2", seed] = process.argv.slice(2);
if (!level) {
  console.error("npm run whole -- TITLE VARIANT LEVEL [PLAYERS [SEED]]");
  process.exit(2);
}
const t = await table();
try {
  const page = await t.person();
  const bots = Array.from({ length: Number(players) - 1 }, () => ({ kind: "bot", level }));
  const game = await makeGame(page, t.url, {
    title,
    variant,
    seed,
    start: true,
    bot_pause: 0,
    seats: [{ kind: "me", name: "Anna" }, ...bots],
  });
  await sit(page, t.url, game);
  let decisions = 0;
  // A turn of several strong bots takes minutes.
  for (let waited = 0; waited < 6000; ) {
    const done = await decide(page, { rows: decisions % 3 !== 2 });
    if (done === "over") break;
    if (done === null) {
      waited += 1;
      await page.waitForTimeout(250);
      continue;
    }
    waited = 0;
    decisions += 1;
    if (decisions % 25 === 0)
      console.log(`${decisions} decisions, at ${await page.getAttribute("#slider", "max")}`);
  }
  assert.ok(await page.$(".reck"), "the game is over");
  await noSidewaysScroll(page, "end");
  assert.deepEqual(t.faults, []);
  console.log(`${title} ${variant} against ${level}: ${decisions} decisions by clicks, to the end`);
  console.log(await page.innerText(".reck"));
} finally {
  await t.close();
}
