// After a game, beside it, and away from it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
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

/** A short game played to its end. */
async function over(page, extra = {}) {
  const game = await makeGame(page, t.url, {
    title: "18cz",
    variant: "introductory",
    seats: seats("Anna", "Ben"),
    hot_seat: true,
    start: true,
    listed: true,
    ...extra,
  });
  await advance(page, game.id, "false", 3000).catch((e) => {
    throw e;
  });
  assert.equal((await state(page, game.id)).game.state, "finished");
  return game;
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844, touch: true },
])
  test(`the end tells who won and by what, and leads on, at ${size.width} px`, async () => {
    const page = await t.person(size);
    const game = await over(page);
    await sit(page, t.url, game);
    await page.waitForSelector("#result .rbars");
    await page.waitForSelector("#aftergame #rematch");
    const { view } = await state(page, game.id);
    const best = Math.max(...view.outcome.values);
    assert.ok((await page.textContent("#result .rsum")).replace(/\D/g, "").includes(String(best)));
    assert.match(await page.textContent("#result .rchart"), /end of the round/);
    assert.equal(await page.getAttribute("#lesson", "href"), "/rules/18cz");
    await accessible(page, "end");
    await noSidewaysScroll(page, "end");
    // The map is one press away, and the result comes back.
    if (size.width > 720) {
      await page.click(".modes button:has-text('Map')");
      await page.waitForSelector("#result", { state: "hidden" });
      assert.ok(await page.isVisible("#mapbox"));
    }
    await page.click("#rematch");
    await page.waitForURL((url) => !url.pathname.includes(game.id));
    const again = await state(page, new URL(page.url()).pathname.split("/")[2]);
    assert.equal(again.game.state, "playing");
    assert.deepEqual(again.game.seats.map((s) => s.name).sort(), ["Anna", "Ben"]);
    await page.context().close();
  });

test("the game is removed from one's list after a question", async () => {
  const page = await t.person();
  const game = await over(page);
  await sit(page, t.url, game);
  await page.click("#goodbye");
  assert.match(await page.textContent("#aftergame"), /deleted/);
  await page.click("#goodbye-yes");
  await page.waitForSelector("#play");
  assert.equal((await api(page, `/api/games/${game.id}`)).status, 404);
  await page.context().close();
});

test("the front page deletes a game of one's own", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, {
    title: "1889",
    variant: "standard",
    seats: seats("Anna", "Ben"),
    hot_seat: true,
    start: true,
  });
  await page.reload();
  await page.waitForSelector(`#games [data-game="${game.id}"]`);
  await page.click(`#games [data-game="${game.id}"] .bye`);
  await accessible(page, "asked before deleting");
  await page.click(`#games [data-game="${game.id}"] .bye-no`);
  assert.equal((await api(page, `/api/games/${game.id}`)).status, 200);
  await page.click(`#games [data-game="${game.id}"] .bye`);
  await page.click(`#games [data-game="${game.id}"] .bye-yes`);
  await page.waitForFunction((id) => !document.querySelector(`[data-game="${id}"]`), game.id);
  assert.equal((await api(page, `/api/games/${game.id}`)).status, 404);
  await page.context().close();
});

/** Two people at a table of 1889. */
async function two(size) {
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
  await sit(anna, t.url, game);
  await sit(ben, t.url, game);
  return { id: game.id, anna, ben };
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844, touch: true },
])
  test(`the chat stands beside the game and counts what is new, at ${size.width} px`, async () => {
    const { id, anna, ben } = await two(size);
    await api(ben, `/api/games/${id}/chat`, { text: "Good luck" });
    await anna.waitForSelector("#chat .unread");
    assert.equal(await anna.getAttribute("#chat", "aria-label"), "Chat, 1 new message");
    await anna.click("#chat");
    await anna.waitForSelector("#talk .newline");
    assert.equal(await anna.$("#chat .unread"), null);
    assert.equal(await anna.$("dialog[open]"), null, "it is not modal");
    await accessible(anna, "chat");
    await noSidewaysScroll(anna, "chat");
    await anna.fill("#chatline", "You too");
    // What others say does not take away what is being typed.
    await api(ben, `/api/games/${id}/chat`, { text: "Ready?" });
    await anna.waitForSelector(".chatlog :text('Ready?')");
    assert.equal(await anna.inputValue("#chatline"), "You too");
    assert.equal(await anna.evaluate(() => document.activeElement.id), "chatline");
    await anna.keyboard.press("Enter");
    await anna.waitForSelector(".chatlog :text('You too')");
    if (size.width > 720) {
      const covered = await anna.evaluate(() => {
        const a = document.querySelector("#talk").getBoundingClientRect(),
          b = document.querySelector("#decide").getBoundingClientRect();
        return a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1;
      });
      assert.equal(covered, false, "the decision is covered");
    }
    await anna.keyboard.press("Escape");
    await anna.waitForSelector("#talk", { state: "hidden" });
    // What was read is read after loading again too.
    await anna.reload();
    await anna.waitForSelector("#dtitle");
    assert.equal(await anna.$("#chat .unread"), null);
    await anna.context().close();
    await ben.context().close();
  });

test("notes are kept by the server for their writer alone", async () => {
  const { id, anna, ben } = await two();
  await anna.click("#chat");
  await anna.click("#talk-notes");
  await anna.fill("#note", "Ben saves for a 3E");
  await anna.waitForSelector("#talk :text('Kept')");
  await anna.reload();
  await anna.waitForSelector("#dtitle");
  await anna.click("#chat");
  await anna.click("#talk-notes");
  await anna.waitForFunction(() => document.querySelector("#note")?.value === "Ben saves for a 3E");
  await accessible(anna, "notes");
  assert.equal((await api(ben, `/api/games/${id}/notes`)).body.text, "");
  await anna.context().close();
  await ben.context().close();
});

test("a maximum bid is set on the page and carried out", async () => {
  // IOW-AUCTION-5
  const anna = await t.person(),
    ben = await t.person();
  const game = await makeGame(anna, t.url, {
    title: "1860",
    variant: "standard",
    seats: [{ kind: "me", name: "Anna" }, { kind: "open" }],
    listed: true,
  });
  await ben.goto(t.url + "/");
  await ben.waitForSelector("#play");
  await api(ben, `/api/games/${game.id}/join`, { name: "Ben" });
  await api(anna, `/api/games/${game.id}/start`, {});
  await sit(ben, t.url, game);
  await ben.click("summary:has-text('Bid for me')");
  await ben.fill("#most-amount", "33");
  await accessible(ben, "maximum bid");
  await ben.click("#most-start");
  await ben.waitForSelector(".auto:has-text('£33')");
  const bid = async (amount) => {
    const { length } = await state(anna, game.id);
    await api(anna, `/api/games/${game.id}/moves`, { after: length, move: { move: "bid", amount } });
  };
  await bid(20);
  await ben.waitForFunction(() => document.querySelector("#slider").max === "2");
  assert.equal((await state(ben, game.id)).log.at(-1).move.amount, 25);
  await bid(30);
  await ben.waitForSelector(".auto:has-text('somebody bids more')");
  await anna.context().close();
  await ben.context().close();
});

test("charts go by rounds, tell their values and stand as a table too", async () => {
  const page = await t.person();
  const game = await over(page);
  await sit(page, t.url, game);
  await page.click(".modes button:has-text('Map')").catch(() => {});
  await page.click("#menu");
  await page.click("#menu-drawer-charts");
  await page.waitForSelector("#drawer .chart svg");
  await page.focus("#drawer .chart svg");
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector("#drawer .chart .reading b");
  const told = await page.textContent("#drawer .chart .reading");
  assert.match(told, /Anna .*Ben /);
  await page.hover("#drawer .chart svg", { position: { x: 80, y: 60 } });
  assert.notEqual(await page.textContent("#drawer .chart .reading"), told);
  await page.click("#drawer .asnumbers summary");
  const rows = await page.$$eval("#drawer .asnumbers:first-of-type tbody tr", (r) => r.length);
  assert.ok(rows > 2, `${rows} rounds`);
  await accessible(page, "charts");
  await page.context().close();
});

test("the sound of one's turn is off at first, and is switched on in the menu", async () => {
  const { anna, ben } = await two();
  await anna.evaluate(() => {
    globalThis.played = 0;
    globalThis.AudioContext = class {
      constructor() {
        globalThis.played++;
        throw new Error("silent");
      }
    };
  });
  await anna.click("#menu");
  assert.equal(await anna.isChecked("#sound"), false);
  await anna.check("#sound");
  assert.equal(await anna.evaluate(() => globalThis.played), 1, "one hears what one switches on");
  await anna.click("#drawer-close");
  // Anna passes, Ben passes, and it is her turn again.
  const pass = async (page) => {
    await page.waitForSelector("#pass");
    await page.click("#pass");
  };
  await pass(anna);
  // What comes while her own move is still on its way makes no sound.
  await anna.waitForSelector("body:not(.busy) #decide.idle");
  await pass(ben);
  await anna.waitForFunction(() => globalThis.played === 2);
  await anna.context().close();
  await ben.context().close();
});
