// The lobby: every option of every title can be chosen.
// What the server says about a combination stands at the option.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, api, noSidewaysScroll, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t.close();
  assert.deepEqual(t.faults, []);
});

const lobby = async (page, query = "") => {
  await page.goto(`${t.url}/${query}`);
  await page.waitForSelector("#play");
};
const options = async (page, box) => {
  await page.click(`#${box}-options`);
  await page.waitForSelector("#drawer[open] #options-done");
};
const made = async (page) => {
  await page.waitForURL(/\/game\//);
  return (await api(page, "/api/games/" + page.url().split("/game/")[1])).body;
};

test("options chosen against bots are the game's", async () => {
  const page = await t.person();
  await lobby(page);
  await page.click("label:has(#play-title-1860)");
  await options(page, "play");
  await page.click("#opt-opt6_reenter_hexes");
  await page.selectOption("#opt-map", "first_edition");
  await page.fill("#seed", "4711");
  await page.fill("#game-name", "Sunday");
  await page.click("label:has(#pause-0)");
  await page.click("#options-done");
  await page.waitForSelector("#drawer:not([open])", { state: "attached" });
  assert.match(await page.textContent("#play-options"), /2 options changed/);
  await page.click("label:has(#play-level-mixed)").catch(() => {});
  await page.click("#play");
  const game = await made(page);
  assert.deepEqual(game.options, { map: "first_edition", opt6_reenter_hexes: true });
  assert.deepEqual([game.title, game.name, game.bot_pause, game.players], ["1860", "Sunday", 0, 3]);
  await page.context().close();
});

test("each bot has a strength of its own", async () => {
  const page = await t.person();
  await lobby(page);
  await page.click("label:has(#play-players-4)");
  await page.click("label:has(#play-level-mixed)");
  await page.selectOption("#play-bot-0", "easy");
  await page.selectOption("#play-bot-2", "strong");
  await page.click("#play");
  assert.deepEqual(
    (await made(page)).seats.map((s) => s.bot),
    [null, "easy", "standard", "strong"],
  );
  await page.context().close();
});

test("bots have a style, each another one if wished", async () => {
  const page = await t.person();
  await lobby(page);
  await page.click("label:has(#play-players-4)");
  await page.selectOption("#play-character", "each");
  await page.click("label:has(#play-level-easy)");
  assert.equal(await page.inputValue("#play-character"), "each", "the choice outlives another strength");
  await page.click("#play");
  const { seats } = await made(page);
  assert.deepEqual(
    seats.map((s) => s.bot),
    [null, "easy-cautious", "easy-builder", "easy-shark"],
  );
  assert.deepEqual(
    seats.slice(1).map((s) => s.name),
    ["Cautious 2", "Builder 3", "Shark 4"],
  );
  await page.context().close();
});

test("bots sit at one screen beside people", async () => {
  const page = await t.person();
  await lobby(page);
  await page.fill("#screen-name-0", "Anna");
  assert.ok(await page.isDisabled("#screen"), "one player is too few");
  await page.click("label:has(#screen-bots-2)");
  await page.click("label:has(#screen-level-easy)");
  await page.click("#screen");
  const game = await made(page);
  assert.deepEqual(
    game.seats.map((s) => s.bot || s.name),
    ["Anna", "easy", "easy"],
  );
  await page.context().close();
});

test("what cannot be combined is said at the option, in the server's words", async () => {
  const page = await t.person();
  await lobby(page, "?title=18lilliput");
  await options(page, "play");
  await page.click("#opt-variants_combine");
  await page.click("#opt-allenbeck");
  await page.click("#opt-laputa");
  await page.waitForSelector(".oprow:has(#opt-laputa) em.bad");
  assert.match(await page.textContent(".oprow:has(#opt-laputa) em.bad"), /LIL-ADV-4/);
  await accessible(page, "options with a fault");
  await page.click("#opt-allenbeck");
  await page.waitForSelector(".oprow:has(#opt-laputa) em.bad", { state: "detached" });
  // Two characters need two players: that is a fault too, until the number fits.
  await page.click("#opt-two_characters");
  await page.waitForSelector(".oprow:has(#opt-two_characters) em.bad");
  await page.click("#options-done");
  await page.click("#play");
  await page.waitForSelector("#drawer[open] .oprow:has(#opt-two_characters) em.bad");
  await page.click("#options-done");
  await page.click("label:has(#play-players-2)");
  await page.click("#play");
  assert.deepEqual((await made(page)).options, {
    laputa: true,
    two_characters: true,
    variants_combine: false,
  });
  await page.context().close();
});

test("a corrected data sheet is taken with a new game, its faults come all at once", async () => {
  const page = await t.person();
  await lobby(page);
  const { body: data } = await api(page, "/api/titles/18cz/data");
  const file = (sheet) => ({
    name: "mine.json",
    mimeType: "application/json",
    buffer: Buffer.from(typeof sheet === "string" ? sheet : JSON.stringify(sheet)),
  });
  await options(page, "play");
  await page.setInputFiles("#own-sheet", file("no sheet"));
  await page.waitForSelector(".ownsheet .bad");
  assert.ok(await page.isVisible("#own-sheet"), "what is no sheet is not taken");
  await page.setInputFiles("#own-sheet", file({ ...data, junk: 1, bank: "much" }));
  await page.waitForSelector("#own-sheet-end");
  await page.waitForFunction(() => document.querySelectorAll("#drawer p.bad").length >= 2);
  const faults = await page.$$eval("#drawer p.bad", (all) => all.map((p) => p.textContent).join(" "));
  assert.match(faults, /junk/);
  assert.match(faults, /bank/);
  await accessible(page, "a data sheet with faults");
  await page.click("#own-sheet-end");
  await page.waitForSelector("#drawer p.bad", { state: "detached" });
  data.companies[0].name = "Corrected Railway";
  await page.setInputFiles("#own-sheet", file(data));
  await page.waitForSelector("#own-sheet-end");
  await page.click("#options-done");
  await page.click("#play");
  const game = await made(page);
  const sheet = await api(page, `/api/games/${game.id}/sheet`);
  assert.equal(sheet.body.companies[0].name, "Corrected Railway");
  await page.context().close();
});

test("a landscape is laid on the grid or pasted, faults name tile and rule, the game has it", async () => {
  const page = await t.person({ lang: "de" });
  await lobby(page, "?title=18lilliput");
  await options(page, "play");
  await page.click("#opt-land_beside_mildendo");
  await page.click("#land-begin");
  await page.click('[id="land1,1"]');
  await page.click('[id="land1,1"]');
  assert.match(await page.inputValue("#land-text"), /"tile":"S-RIVER","x":1,"y":1,"rotation":1/);
  // LIL-SCENARIO-14
  await page.click('[id="land1,0"]');
  await page.waitForSelector(".land .bad[role=alert]");
  assert.match(
    await page.textContent(".land .bad[role=alert]"),
    /Plättchen 2: Die Felder neben Mildendo bleiben frei \(LIL-SCENARIO-14\)/,
  );
  assert.equal(await page.locator(".landcell.bad").getAttribute("id"), "land1,0");
  await accessible(page, "a landscape with a fault");
  await page.click("label:has(#land-)");
  await page.click('[id="land1,0"]');
  await page.waitForSelector(".land .bad[role=alert]", { state: "detached" });
  await page.fill("#land-text", "no list");
  await page.locator("#land-text").blur();
  await page.waitForSelector("#drawer .bad[role=alert]");
  const list = [
    { tile: "S-SEA", x: 2, y: 1, rotation: 0 },
    { tile: "S-BLEFUSCU", x: 0, y: 3, rotation: 0 },
  ];
  await page.fill("#land-text", JSON.stringify(list));
  await page.locator("#land-text").blur();
  await page.waitForSelector('[id="land0,3"][aria-label*="Blefuscu"]');
  await noSidewaysScroll(page, "a landscape");
  await page.click("#options-done");
  await page.click("#play");
  const game = await made(page);
  const { view } = (await api(page, `/api/games/${game.id}/state?at=0`)).body;
  assert.deepEqual(
    list.map((e) => view.board.find((b) => b.cell === `${e.x},${e.y}`)?.tile),
    ["S-SEA", "S-BLEFUSCU"],
  );
  await page.context().close();
});

test("the cards of Locomotives can be chosen one by one", async () => {
  const page = await t.person();
  await lobby(page, "?title=1860");
  await options(page, "play");
  await page.click("#opt-locomotives");
  await page.selectOption("#opt-locomotive_order", "chosen");
  await page.waitForSelector(".locos input");
  const cards = await page.$$(".locos input");
  assert.ok(cards.length > 40, `${cards.length} cards to choose from`);
  for (const card of cards) await card.check();
  await page.click("#options-done");
  await page.click("#play");
  assert.deepEqual((await made(page)).options, { locomotive_order: "chosen", locomotives: true });
  await page.context().close();
});

test("the other set of rules changes every option to its value there", async () => {
  const page = await t.person({ lang: "cs" });
  await lobby(page);
  await options(page, "friends");
  assert.equal(await page.isChecked("#opt-conversion_scraps_trains"), false);
  await page.click("label:has(#preset-public18xx)");
  assert.equal(await page.isChecked("#opt-conversion_scraps_trains"), true);
  await page.click("#options-done");
  await page.click("#friends");
  const game = await made(page);
  assert.deepEqual([game.preset, game.options, game.state], ["public18xx", {}, "open"]);
  await page.context().close();
});

for (const title of ["18cz", "1860", "18lilliput"])
  test(`the options of ${title} fit a phone and the accessibility rules`, async () => {
    const page = await t.person({ width: 390, height: 844, touch: true, lang: "de", theme: "dark" });
    await lobby(page, "?title=" + title);
    await options(page, "friends");
    await accessible(page, "options");
    await noSidewaysScroll(page, "options");
    await page.context().close();
  });
