// A whole game by keyboard alone, and the list of keys.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { makeGame, sit, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t.close();
  assert.deepEqual(t.faults, []);
});

/** What somebody who uses keys alone sees. */
const seen = (page) =>
  page.evaluate(() => {
    const is = (s) => !!document.querySelector(s + ":not([disabled])");
    const focus = document.activeElement;
    return {
      over: is(".reck"),
      idle: document.querySelector("#decide").classList.contains("idle"),
      busy: document.body.classList.contains("busy") || !!document.querySelector("#decide .wait"),
      confirm: is("#confirm"),
      pass: is("#pass"),
      accept: is("#accept"),
      cells: document.querySelectorAll("#map-hits .can").length,
      rows: document.querySelectorAll("#decide .optrow").length,
      step: document.querySelector(".steps .on")?.textContent ?? "",
      moves: Number(document.querySelector("#slider").max),
      focus: focus === document.body ? "" : focus.id || focus.dataset.cell || focus.className,
      chosen: focus.matches?.(".on, .chosen, [aria-checked=true]") || false,
    };
  });

test("the introductory game of 18CZ is played to its end by keyboard, with few keys", async () => {
  const page = await t.person();
  const { id } = await makeGame(page, t.url, {
    title: "18cz",
    variant: "introductory",
    seats: [
      { kind: "me", name: "Anna" },
      { kind: "bot", level: "easy" },
    ],
    start: true,
    seed: "7",
    bot_pause: 0,
  });
  await sit(page, t.url, id);
  let keys = 0,
    decisions = 0,
    undone = false,
    bought = -1;
  const press = async (key) => {
    keys++;
    await page.keyboard.press(key);
  };
  const ready = () => page.waitForSelector("#confirm:not([disabled])");
  const lost = [];
  for (;;) {
    const s = await seen(page);
    if (s.over) break;
    if (s.idle || s.busy) {
      await page.waitForTimeout(60);
      continue;
    }
    if (decisions > 0 && !s.focus) lost.push(`after ${decisions} decisions, ${s.step}`);
    assert.ok(decisions < 120, "the game ends");
    decisions++;
    if (s.confirm) await press("Enter");
    else if (s.accept) {
      await press("d");
      await press("Enter");
    } else if (s.cells) {
      // To the map, the next place, its tile turned, laid.
      await press("g");
      if (s.cells > 1) await press("ArrowRight");
      await press("Enter");
      await ready();
      await press("r");
      await ready();
      await press("Enter");
    } else if (s.rows && s.moves > bought) {
      // One purchase a turn, or one offer and its answer.
      bought = s.moves + 2;
      await press("d");
      await press("Enter");
      await ready();
      await press("Enter");
    } else await press("p");
    await page.waitForFunction(
      (n) => Number(document.querySelector("#slider").max) > n || document.querySelector(".reck"),
      s.moves,
    );
    if (!undone && decisions === 3) {
      undone = true;
      await page.waitForFunction(
        () =>
          !document.querySelector("#decide").classList.contains("idle") &&
          !document.body.classList.contains("busy"),
      );
      const { moves } = await seen(page);
      await press("u");
      await page.waitForFunction((n) => Number(document.querySelector("#slider").max) < n, moves);
    }
  }
  console.log(`${decisions} decisions, ${keys} keys`);
  assert.deepEqual(lost, [], "the focus is never lost");
  assert.ok(keys / decisions <= 4, `${keys} keys for ${decisions} decisions`);
  assert.ok(decisions >= 15, "a whole game");
  await page.context().close();
});

test("every key of the list does what it says", async () => {
  const page = await t.person();
  const { id } = await makeGame(page, t.url, {
    title: "18cz",
    variant: "introductory",
    seats: [
      { kind: "me", name: "Anna" },
      { kind: "name", name: "Ben" },
    ],
    hot_seat: true,
    start: true,
    seed: "7",
  });
  await sit(page, t.url, id);
  await page.keyboard.press("?");
  await page.waitForSelector("#drawer[open] .keys dt");
  const listed = await page.$$eval("#drawer .keys kbd", (all) => all.map((e) => e.textContent));
  for (const key of ["Enter", "Esc", "P", "U", "M", "S", "G", "D", "L", "[ ]", "?"])
    assert.ok(listed.includes(key), `${key} is listed: ${listed}`);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#drawer:not([open])", { state: "attached" });
  await page.waitForSelector("#map-hits .can", { state: "attached" });
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.activeElement.matches("#map-hits .can"));
  await page.keyboard.press("d");
  await page.waitForFunction(() => !!document.activeElement.closest("#decide"));
  await page.keyboard.press("g");
  await page.waitForFunction(() => document.activeElement.matches("#map-hits .can"));
  await page.keyboard.press("l");
  assert.equal(await page.evaluate(() => document.activeElement.id), "log-search");
  await page.keyboard.press("Escape");
  assert.ok(!(await page.isVisible("#log-search")), "Escape closes the search");
  await page.context().close();
});
