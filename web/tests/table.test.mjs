// The table, end to end, in a real browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decide } from "./clicker.mjs";
import { LIVELY, advance, api, makeGame, noSidewaysScroll, seats, sit, state, table } from "./harness.mjs";

/** @type {any} */ let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t?.close();
});
const quiet = () => assert.deepEqual(t.faults.splice(0), [], "no error in the console");

const hot = (title, names, extra = {}) => ({
  title,
  variant: "standard",
  seats: seats(...names),
  hot_seat: true,
  start: true,
  listed: false,
  seed: "7",
  bot_pause: 0,
  ...extra,
});

test("two clicks lead from a cold start into a game against bots", async () => {
  const page = await t.person();
  await page.goto(t.url + "/");
  await page.click("#play");
  await page.waitForURL(/\/game\//);
  await page.waitForSelector("#mapbox svg");
  await page.waitForSelector("#dtitle");
  quiet();
});

test("a hot-seat game of 18CZ goes by clicks from the draft through an operating turn", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await sit(page, t.url, game);
  const steps = new Set();
  for (let i = 0; i < 140; i++) {
    const { view } = await state(page, game.id);
    if (!view.decision) break;
    steps.add(view.decision.step);
    if (["track", "station", "run", "dividend", "trains"].every((s) => steps.has(s)) && i > 60) break;
    await page.waitForFunction(
      (n) => document.querySelector("#slider").max === String(n) && !document.body.classList.contains("busy"),
      (await state(page, game.id)).length,
    );
    await decide(page, { rows: view.decision.step !== "papers" && view.decision.step !== "acquire" });
  }
  for (const step of ["draft", "stock", "track", "run", "dividend", "trains"])
    assert.ok(steps.has(step), `${step} was decided; seen: ${[...steps]}`);
  quiet();
});

test("picking a hex shows its tiles, R turns through the legal rotations only, Escape cancels", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await advance(page, game.id, "view.decision && view.decision.step === 'track'");
  await sit(page, t.url, game);
  const choices = (await api(page, `/api/games/${game.id}/choices`)).body.groups.find(
    (g) => g.kind === "lay_tile",
  ).choices;
  const rotations = (cell, tile) =>
    new Set(
      choices
        .filter((c) => c.move.cell === cell && c.move.tile === tile && c.move.by === choices[0].move.by)
        .map((c) => c.move.rotation),
    );
  const found = choices.find((c) => rotations(c.move.cell, c.move.tile).size > 1);
  const { cell, tile } = found.move;
  assert.equal(
    await page.locator("#map-hits .can").count(),
    new Set(choices.map((c) => c.move.cell)).size,
    "exactly the legal cells glow",
  );
  await page.evaluate(
    (cell) =>
      document
        .querySelector(`#map-hits [data-cell="${cell}"]`)
        .dispatchEvent(new MouseEvent("click", { bubbles: true })),
    cell,
  );
  await page.click(`#tile-${tile}`).catch(() => {});
  await page.waitForSelector(".picked");
  const seen = new Set();
  for (let i = 0; i < rotations(cell, tile).size * 2; i++) {
    seen.add(
      await page
        .locator(`#tile-${tile} .rotc i`)
        .evaluateAll((dots) => dots.findIndex((d) => d.className === "on")),
    );
    await page.keyboard.press("r");
  }
  assert.equal(seen.size, rotations(cell, tile).size, "every legal rotation, no other");
  await page.waitForSelector("#map-preview .preview");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#map-preview .preview", { state: "detached" });
  assert.equal((await state(page, game.id)).view.decision.step, "track", "nothing was done");
  quiet();
});

test("best routes are drawn and accepted at once; own routes say what is missing", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  const runs = [
    "view.decision?.step === 'run'",
    "choices.groups.some(g => g.kind === 'run')",
    "view.companies.find(c => c.id === view.decision.company).trains.length > 0",
  ].join(" && ");
  await advance(page, game.id, runs, 300, LIVELY);
  await sit(page, t.url, game);
  await page.waitForSelector(".total .num");
  await page.click("#own");
  await page.waitForSelector(".stopdot");
  await page.click(".stopdot >> nth=0");
  await page.waitForSelector('.stopdot[aria-pressed="true"]');
  assert.match(await page.locator(".badge").first().textContent(), /short|good/);
  await page.click("#own");
  await page.click("#confirm");
  await page.waitForFunction(
    (n) => Number(document.querySelector("#slider").max) > n,
    (await state(page, game.id)).length - 1,
  );
  assert.notEqual((await state(page, game.id)).view.decision.step, "run");
  quiet();
});

test("a disabled purchase answers why, with its rule and the rule's text", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await advance(
    page,
    game.id,
    "view.decision && view.decision.step === 'stock' && view.companies.some(c => c.price !== null)",
    60,
    "choices.find(c => c.move.move === 'start')",
  );
  await sit(page, t.url, game);
  await page.waitForSelector("#cards .btn.off");
  await page.locator("#cards .btn.off").first().click({ force: true });
  await page.waitForSelector("#decide .refusal .rule");
  const rule = await page.locator("#decide .refusal .rule").textContent();
  await page.click("#decide .refusal .rule");
  await page.waitForSelector(`#drawer[open] .rules .hit`);
  assert.match(await page.locator(".rules .hit dt").textContent(), new RegExp(rule));
  quiet();
});

test("an 1860 auction is won by bids", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("1860", ["Anna", "Ben"]));
  await sit(page, t.url, game);
  // IOW-AUCTION-1: four private companies and two director's certificates; a bid is ready to be made.
  assert.equal(await page.locator(".lots li").count(), 6);
  assert.match(await page.textContent("#confirm"), /Bid £5/);
  for (let i = 0; i < 30; i++) {
    const { view, length } = await state(page, game.id);
    if (view.round.kind !== "opening") break;
    await page.waitForFunction(
      (n) => document.querySelector("#slider").max === String(n) && !document.body.classList.contains("busy"),
      length,
    );
    await decide(page, { rows: i % 3 !== 2 });
  }
  const { view } = await state(page, game.id);
  assert.ok(
    view.papers.some((p) => p.owner.startsWith("player:")) || view.companies.some((c) => c.director !== null),
    "something was won",
  );
  quiet();
});

test("a round of 18Lilliput is played with its cards", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18lilliput", ["Anna", "Ben"]));
  await sit(page, t.url, game);
  let cards = 0;
  for (let i = 0; i < 60 && cards < 4; i++) {
    const { view, length } = await state(page, game.id);
    if (!view.decision) break;
    await page.waitForFunction(
      (n) => document.querySelector("#slider").max === String(n) && !document.body.classList.contains("busy"),
      length,
    );
    if (view.decision.step === "card") cards++;
    await decide(page, { card: cards % 3 });
  }
  assert.ok(cards >= 2, "action cards were taken");
  quiet();
});

test("alone one plays 18Lilliput against Gulliver, whose steps are told with their rules", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, { ...hot("18lilliput", ["Anna"]), hot_seat: false });
  await sit(page, t.url, game);
  for (let i = 0; i < 40; i++) {
    const { view, length, log } = await state(page, game.id);
    if (log.some((l) => l.events.some((e) => e.event === "procedure"))) break;
    await page.waitForFunction(
      (n) => document.querySelector("#slider").max === String(n) && !document.body.classList.contains("busy"),
      length,
    );
    await decide(page, {});
  }
  await page.waitForSelector(".ev-procedure .rule");
  quiet();
});

test("an offer says who asks and for which companies, and its buttons stay in view", async () => {
  const page = await t.person({ width: 1366, height: 768 });
  const game = await makeGame(page, t.url, hot("1889", ["Anna", "Ben", "Cora"]));
  const ask = "choices.find(c => c.move.move === 'buy_train' && typeof c.move.from === 'object')";
  await advance(page, game.id, "view.decision.step === 'offer'", 400, `${ask} || ${LIVELY}`);
  const { last, view } = await state(page, game.id);
  const { company: buyer, from } = last.move;
  await page.setViewportSize({ width: 1366, height: 560 });
  await sit(page, t.url, game);
  await page.waitForSelector("#decide dl.c2");
  const text = await page.innerText("#decide");
  const names = [last.seat, view.decision.player].map((seat) => ["Anna", "Ben", "Cora"][seat]);
  for (const part of [`${names[0]} · ${buyer} asks ${names[1]}: Buy a`, `from ${from.company.company}`])
    assert.ok(text.replace(/\s+/g, " ").includes(part), `${part}: ${text}`);
  for (const company of [buyer, from.company.company]) assert.match(text, new RegExp(`${company}: Treasury`));
  for (const id of ["accept", "decline"])
    assert.ok(
      await page.evaluate((id) => {
        const { left, bottom } = document.getElementById(id).getBoundingClientRect();
        return document.elementFromPoint(left + 9, bottom - 3)?.id === id;
      }, id),
      `${id} is in view`,
    );
  await page.click("#decline");
  await page.waitForSelector("#decide:has(#accept)", { state: "detached" });
  quiet();
});

test("two browsers see each other's moves, and of two simultaneous clicks one wins", async () => {
  const [a, b] = [await t.person(), await t.person()];
  const game = await makeGame(a, t.url, {
    title: "18cz",
    variant: "standard",
    seats: [{ kind: "me", name: "Anna" }, { kind: "open" }, { kind: "bot", level: "random" }],
    start: false,
    listed: false,
    bot_pause: 0,
  });
  await sit(a, t.url, game);
  await b.goto(`${t.url}/game/${game.id}?invite=${game.invite}`);
  await b.waitForSelector("#join");
  await b.fill("#joinname", "Ben");
  await b.click("#join");
  await a.waitForSelector("#start:not([disabled])");
  await a.click("#start");
  await b.waitForFunction(() => document.querySelector("#dtitle") && !document.querySelector("#waiting"));
  await a.waitForFunction(() => !document.querySelector("#waiting"));
  const mine = await a.evaluate(() => !document.querySelector("#decide").classList.contains("idle"));
  const [first, second] = mine ? [a, b] : [b, a];
  await first.waitForFunction(() => !document.querySelector("#decide").classList.contains("idle"));
  const length = (await state(first, game.id)).length;
  await decide(first);
  await second.waitForFunction((n) => Number(document.querySelector("#slider").max) > n, length);
  // The same move sent twice at once: one is made, the other is told that the game moved on.
  const { body: choices } = await api(first, `/api/games/${game.id}/choices`);
  if (choices?.mine && choices.groups.length) {
    const move = choices.groups[0].choices[0].move;
    const answers = await Promise.all(
      [1, 2].map((i) =>
        api(first, `/api/games/${game.id}/moves`, { after: choices.after, key: "k" + i, move }),
      ),
    );
    assert.deepEqual(answers.map((x) => x.status).sort(), [200, 409]);
  }
  quiet();
});

test("undo among people needs consent, asked and given on the page", async () => {
  const [a, b] = [await t.person(), await t.person()];
  const game = await makeGame(a, t.url, {
    title: "18lilliput",
    variant: "standard",
    seats: [{ kind: "me", name: "Anna" }, { kind: "open" }],
    start: false,
    listed: false,
  });
  await sit(a, t.url, game);
  await b.goto(`${t.url}/game/${game.id}?invite=${game.invite}`);
  await b.waitForSelector("#join");
  await b.fill("#joinname", "Ben");
  await b.click("#join");
  await a.waitForSelector("#start:not([disabled])");
  await a.click("#start");
  const pages = [a, b];
  const moved = async () => {
    const s = await state(a, game.id),
      page = pages[s.view.decision.player];
    await page.waitForFunction(
      (n) =>
        document.querySelector("#slider").max === String(n) &&
        !document.querySelector("#decide").classList.contains("idle"),
      s.length,
    );
    await decide(page);
    return page;
  };
  await b.waitForFunction(() => !document.querySelector("#waiting"));
  const first = await moved();
  let last = first;
  for (let i = 0; i < 6 && last === first; i++) last = await moved();
  assert.notEqual(last, first, "both have moved");
  const length = (await state(a, game.id)).length;
  const other = first === a ? b : a;
  await first.waitForFunction((n) => document.querySelector("#slider").max === String(n), length);
  await first.click("#undo");
  await other.waitForSelector("#undo-yes");
  await other.click("#undo-yes");
  await first.waitForFunction((n) => Number(document.querySelector("#slider").max) < n, length);
  quiet();
});

test("the history shows any moment, links lead to it, and nothing can be decided there", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  const length = await advance(page, game.id, "view.decision && view.decision.step === 'track'");
  await sit(page, t.url, game, "?at=3");
  await page.waitForSelector("#tonow");
  assert.equal(await page.locator("#slider").inputValue(), "3");
  assert.equal(await page.locator("#confirm").count(), 0);
  await page.keyboard.press("]");
  await page.waitForFunction(() => document.querySelector("#slider").value === "4");
  assert.match(page.url(), /at=4/);
  await page.click("#tonow");
  await page.waitForFunction((n) => document.querySelector("#slider").value === String(n), length);
  quiet();
});

test("the page says that it is offline, offers nothing then, and comes back by itself", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await advance(page, game.id, "view.decision && view.decision.step === 'track'");
  await sit(page, t.url, game);
  await page.waitForSelector("#map-hits .can");
  await page.context().setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  await page.waitForSelector("#online.off");
  // No choice is shown as possible any more.
  await page.waitForFunction(() => document.querySelectorAll("#map-hits .can").length === 0);
  await page.context().setOffline(false);
  await page.reload();
  await page.waitForSelector("#map-hits .can");
  assert.equal(await page.locator("#online.off").count(), 0);
  quiet();
});

test("by keyboard alone a tile is chosen, turned and laid", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  const length = await advance(page, game.id, "view.decision && view.decision.step === 'track'");
  await sit(page, t.url, game);
  await page.waitForSelector("#map-hits .can");
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.classList.contains("can"))) break;
  }
  assert.ok(
    await page.evaluate(() => document.activeElement.classList.contains("can")),
    "a legal hex has the focus",
  );
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /can be chosen/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#confirm:not([disabled])");
  await page.keyboard.press("r");
  await page.waitForSelector("#confirm:not([disabled])");
  await page.focus("#confirm");
  await page.keyboard.press("Enter");
  await page.waitForFunction((n) => Number(document.querySelector("#slider").max) > n, length);
  quiet();
});

test("on a phone a tile is laid by touch and nothing scrolls sideways", async () => {
  const page = await t.person({ width: 390, height: 844, touch: true });
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await noSidewaysScroll(page, "lobby");
  const length = await advance(page, game.id, "view.decision && view.decision.step === 'track'");
  await sit(page, t.url, game);
  await page.waitForSelector("#map-hits .can");
  const spot = await page.evaluate(() => {
    const map = document.querySelector("#mapbox").getBoundingClientRect(),
      sheet = document.querySelector("#decide").getBoundingClientRect();
    for (const hit of document.querySelectorAll("#map-hits .can")) {
      const r = hit.getBoundingClientRect(),
        x = r.left + r.width / 2,
        y = r.top + r.height / 2;
      if (x > 60 && x < 320 && y > map.top + 10 && y < sheet.top - 20) return { x, y };
    }
    return null;
  });
  assert.ok(spot, "a legal hex is in reach");
  await page.touchscreen.tap(spot.x, spot.y);
  await page.waitForSelector("#confirm:not([disabled])");
  await page.tap("#confirm");
  await page.waitForFunction((n) => Number(document.querySelector("#slider").max) > n, length);
  for (const tab of ["companies", "players", "market", "log", "map"]) {
    await page.tap("#tab-" + tab);
    await noSidewaysScroll(page, tab);
  }
  quiet();
});

test("each language is complete on the page and switches at once", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await sit(page, t.url, game);
  const titles = new Set();
  for (const lang of ["cs", "ru", "de", "en"]) {
    await page.goto(`${t.url}/`);
    await page.waitForSelector(".game");
    await page.selectOption(".langsel", lang);
    await page.waitForFunction((l) => document.documentElement.lang === l, lang);
    titles.add(await page.locator("#play").textContent());
    await sit(page, t.url, game);
    assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
    const raw = await page.evaluate(() =>
      document.body.innerText.match(/\b(?:event|step|why|refusal|what|do)-[a-z_]+/g),
    );
    assert.equal(raw, null, `${lang}: a key is shown instead of a text`);
  }
  assert.equal(titles.size, 4);
  quiet();
});
