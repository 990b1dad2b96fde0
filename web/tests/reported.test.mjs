// What players reported: each was wrong once.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { LIVELY, advance, api, makeGame, seats, sit, state, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
afterEach(() => assert.deepEqual(t.faults.splice(0), []));
after(() => t.close());

const hot = (title, names = ["Anna", "Ben", "Ilse"]) => ({
  title,
  variant: "standard",
  seats: seats(...names),
  hot_seat: true,
  start: true,
  listed: true,
  seed: "7",
  bot_pause: 0,
});

/** A game at one screen, opened at the first position that fits. */
async function at(title, until, person = {}, prefer = LIVELY) {
  const page = await t.person(person);
  const { id } = await makeGame(page, t.url, hot(title));
  const length = await advance(page, id, until, 400, prefer);
  await sit(page, t.url, id);
  return { page, id, length };
}

const moved = (page, length) =>
  page.waitForFunction((n) => Number(document.querySelector("#slider").max) > n, length);
const focused = (page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.dataset.cell || "");

test("a typed amount is what is bid", async () => {
  const { page, id, length } = await at("1889", "view.decision.step === 'auction'");
  await page.click("[id^=o-bid] >> nth=0");
  await page.waitForSelector("#amount");
  await page.click("#amount", { clickCount: 3 });
  await page.keyboard.type("3");
  await page.waitForSelector("#confirm[disabled]");
  await page.keyboard.type("00", { delay: 300 });
  await page.waitForSelector("#confirm:not([disabled])");
  assert.match(await page.textContent("#confirm"), /300/);
  assert.equal(await page.inputValue("#slide"), "300");
  await page.keyboard.press("Enter");
  await moved(page, length);
  assert.equal((await state(page, id)).log.at(-1).move.amount, 300);
  await page.context().close();
});

test("Enter confirms what Enter chose, and the focus goes on to the next decision", async () => {
  const { page, id, length } = await at("1889", "view.decision.step === 'stock'");
  await page.focus("#cards .par .btn >> nth=0");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#confirm:not([disabled]) kbd");
  await page.keyboard.press("Enter");
  await moved(page, length);
  assert.equal((await state(page, id)).log.at(-1).move.move, "start");
  await page.waitForFunction(() => document.activeElement?.closest("#cards, #decide"));
  const from = await focused(page);
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await focused(page), from, "arrows go through the choices");
  await page.keyboard.press("p");
  await moved(page, length + 1);
  assert.equal((await state(page, id)).log.at(-1).move.move, "pass");
  await page.context().close();
});

test("a tile is laid by keyboard with few keys, one after the other", async () => {
  const { page, id, length } = await at("1889", "view.decision.step === 'track'");
  await page.focus("#map-hits .can[tabindex='0']");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#confirm:not([disabled]) kbd");
  await page.keyboard.press("r");
  await page.waitForSelector("#confirm:not([disabled]) kbd");
  await page.keyboard.press("Enter");
  await moved(page, length);
  assert.equal((await state(page, id)).log.at(-1).move.move, "lay_tile");
  await page.waitForFunction(() => document.activeElement !== document.body);
  await page.context().close();
});

test("a list of keys opens by ?", async () => {
  const { page } = await at("1889", "true");
  await page.keyboard.press("?");
  await page.waitForSelector("#drawer[open] .keys");
  assert.ok((await page.$$("#drawer .keys dt")).length >= 10);
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  assert.equal(await page.getAttribute("#table", "data-mode"), "map");
  await page.keyboard.press("s");
  assert.equal(await page.getAttribute("#table", "data-mode"), "stock");
  await page.context().close();
});

test("a purchase that ends a round shows its own price", async () => {
  // Nobody can do anything after it: the round ends, and private companies pay at once.
  const { page, id } = await at("1889", "length >= 11");
  const move = { move: "buy_share", company: "AR", from: "ipo" };
  const { previews } = (await api(page, `/api/games/${id}/preview`, { moves: [move] })).body;
  const [{ changes, events }] = previews,
    { decision } = (await state(page, id)).view;
  const { price } = events.find((e) => e.event === "share_bought");
  const purse = changes.find((c) => c.of === "player" && c.id === decision.player && c.what === "cash");
  assert.notEqual(purse.from - purse.to, price, "something is paid at once");
  await page.waitForFunction(() => document.querySelector("#buy-AR-ipo")?.textContent.includes("·"));
  assert.match(await page.textContent("#buy-AR-ipo"), new RegExp(`· ¥${price}$`));
  assert.match(
    await page.textContent("#buy-AR-ipo + p"),
    new RegExp(`${purse.from} → ${purse.from - price}`),
  );
  await page.context().close();
});
