// Rights of private companies, used although somebody else must decide.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decide } from "./clicker.mjs";
import { LIVELY, accessible, advance, api, makeGame, seats, sit, state, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t.close();
  assert.deepEqual(t.faults, []);
});

/** Makes the first listed move that fits. */
async function play(page, id, fits) {
  const { body } = await api(page, `/api/games/${id}/choices`);
  const move = body.groups.flatMap((g) => g.choices.map((c) => c.move)).find(fits);
  assert.ok(move, JSON.stringify(body.groups.map((g) => g.kind)));
  const answer = await api(page, `/api/games/${id}/moves`, { after: body.after, move });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

/** A stock round of 1889 for two: Anna owns the swap, Ben the port; Anna decides. */
async function stockRound(size) {
  const anna = await t.person(size),
    ben = await t.person(size);
  const game = await makeGame(anna, t.url, {
    title: "1889",
    variant: "standard",
    seats: [{ kind: "me", name: "Anna" }, { kind: "open" }],
    listed: true,
  });
  await ben.goto(t.url + "/");
  await ben.waitForSelector("#play");
  await api(ben, `/api/games/${game.id}/join`, { name: "Ben" });
  await api(anna, `/api/games/${game.id}/start`, {});
  for (;;) {
    const { decision } = (await state(anna, game.id)).view;
    if (decision.step === "auction")
      await play(decision.player ? ben : anna, game.id, (m) => m.move === "take");
    else if (decision.player) await play(ben, game.id, (m) => m.move === "pass");
    else break;
  }
  return { id: game.id, anna, ben };
}

const opened = async (page, id) => {
  await page.click(`#${id} summary`);
  assert.ok(await page.getAttribute(`#${id}`, "open").then((x) => x !== null));
};

test("a private company is swapped in another player's turn", async () => {
  // S89-PRIVATE-24
  const { id, anna, ben } = await stockRound();
  await play(anna, id, (m) => m.move === "pass");
  await sit(anna, t.url, id);
  await sit(ben, t.url, id);
  assert.equal(await ben.$("#aside-0"), null, "another's right is not offered");
  assert.equal(await anna.$("#pass"), null);
  await opened(anna, "aside-0");
  await anna.click("[id^=o-exchange-DR]");
  await anna.waitForSelector("#confirm:not([disabled])");
  await accessible(anna, "out of turn");
  await anna.click("#confirm");
  await anna.waitForSelector("#aside-0", { state: "detached" });
  const { view, log } = await state(anna, id);
  assert.equal(log.at(-1).seat, 0);
  assert.equal(view.decision.player, 1, "it is still Ben's turn");
  assert.equal(view.papers.find((p) => p.id === "DR").owner, "gone");
  await anna.context().close();
  await ben.context().close();
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844, touch: true },
])
  test(`the tile of a private company is laid on the map, at ${size.width} px`, async () => {
    // S89-PRIVATE-15
    const { id, anna, ben } = await stockRound(size);
    await sit(ben, t.url, id);
    await opened(ben, "aside-1");
    await ben.click("#o-tile-MF");
    await ben.waitForSelector("#mapbox #map-hits .can", { state: "attached" });
    const cells = await ben.$$eval("#map-hits .can", (all) => all.map((e) => e.dataset.cell).sort());
    assert.deepEqual(cells, ["B11", "G10", "I12", "J9"]);
    // Another's move does not take the choice away.
    const made = Number(await ben.getAttribute("#slider", "max"));
    const moved = (n) =>
      ben.waitForFunction((n) => document.querySelector("#slider").max === String(n), made + n);
    await play(anna, id, (m) => m.move === "start");
    await moved(1);
    await ben.evaluate(() =>
      document
        .querySelector('#map-hits [data-cell="B11"]')
        .dispatchEvent(new MouseEvent("click", { bubbles: true })),
    );
    await ben.waitForSelector("#map-preview .preview", { state: "attached" });
    await ben.waitForSelector("#tile-437[aria-checked=true]");
    await ben.click("#confirm");
    await moved(2);
    const { view, log } = await state(ben, id);
    assert.equal(view.board.find((b) => b.cell === "B11").tile, "437");
    assert.equal(log.at(-1).seat, 1);
    await anna.context().close();
    await ben.context().close();
  });

test("the decider lays it on the map too, and may think better of it", async () => {
  // S89-PRIVATE-15
  const { id, anna, ben } = await stockRound();
  await play(anna, id, (m) => m.move === "pass");
  await sit(ben, t.url, id);
  assert.equal(await ben.isVisible("#mapbox"), false, "a stock round shows shares");
  const group = ben.locator("details.optgroup", { has: ben.locator("#o-tile-MF") });
  await group.locator("summary").click();
  await ben.click("#o-tile-MF");
  await ben.waitForSelector("#mapbox", { state: "visible" });
  assert.equal((await ben.$$("#map-hits .can")).length, 4);
  await ben.keyboard.press("Escape");
  await ben.waitForSelector("#mapbox", { state: "hidden" });
  assert.equal((await ben.$$("#map-hits .can")).length, 0);
  await anna.context().close();
  await ben.context().close();
});

test("the seller of a private company lays its tile on the map, like any other", async () => {
  // S89-PRIVATE-19
  const page = await t.person();
  const { id } = await makeGame(page, t.url, {
    title: "1889",
    variant: "standard",
    seats: seats("Anna", "Ben", "Cora"),
    hot_seat: true,
    start: true,
    listed: true,
  });
  const sale = "choices.find(c => c.move.move === 'buy_paper' && c.move.paper === 'ER')";
  await advance(page, id, "view.decision.step === 'paper_tile'", 400, `${sale} || ${LIVELY}`);
  await sit(page, t.url, id);
  assert.ok(await page.isVisible("#mapbox"));
  const made = Number(await page.getAttribute("#slider", "max"));
  assert.equal(await decide(page), "chosen");
  await page.waitForFunction((n) => Number(document.querySelector("#slider").max) > n, made);
  assert.equal((await state(page, id)).log.at(-1).move.move, "lay_paper_tile");
  await page.context().close();
});
