// What players reported of the table, second part: each was wrong once.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { decide } from "./clicker.mjs";
import { LIVELY, advance, api, makeGame, seats, sit, state, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
afterEach(() => assert.deepEqual(t.faults.splice(0), []));
after(() => t.close());

const hot = (title, extra = {}) => ({
  title,
  variant: "standard",
  seats: seats("Anna", "Ben", "Ilse"),
  hot_seat: true,
  start: true,
  listed: true,
  seed: "7",
  bot_pause: 0,
  ...extra,
});

/** A game at one screen, opened at the first position that fits. */
async function at(title, until, { person = {}, prefer = LIVELY, most = 400, ...extra } = {}) {
  const page = await t.person(person);
  const { id } = await makeGame(page, t.url, hot(title, extra));
  const length = await advance(page, id, until, most, prefer);
  await sit(page, t.url, id);
  return { page, id, length };
}

/** Two people at two screens, in a game that runs. */
async function two(title, extra = {}) {
  const anna = await t.person(),
    ben = await t.person();
  const { id } = await makeGame(anna, t.url, {
    title,
    variant: "standard",
    seats: [{ kind: "me", name: "Anna" }, { kind: "open" }],
    listed: true,
    ...extra,
  });
  await ben.goto(t.url + "/");
  await ben.waitForSelector("#play");
  await api(ben, `/api/games/${id}/join`, { name: "Ben" });
  await api(anna, `/api/games/${id}/start`, {});
  /** Each plays in turn until a position is reached. */
  const on = async (until) => {
    for (let i = 0; i < 300; i++) {
      const { view } = await state(anna, id);
      if (new Function("view", "return " + until)(view)) return;
      const seat = view.decision.player;
      const stop = `view.decision.player !== ${seat} || (${until})`;
      await advance(seat ? ben : anna, id, stop, 200, LIVELY);
    }
    assert.fail(`not reached: ${until}`);
  };
  return { anna, ben, id, on };
}

const shows = (page, n) => page.waitForFunction((n) => Number(document.querySelector("#slider").max) >= n, n);

test("the end of the introductory game tells of treasuries and of companies that played", async () => {
  const { page } = await at("18cz", "false", {
    variant: "introductory",
    seats: seats("Anna", "Ben"),
    most: 900,
  });
  await page.waitForSelector(".reck");
  assert.match(await page.textContent(".reck thead"), /Treasury/);
  assert.ok(!/Shares|Cash/.test(await page.textContent(".reck thead")));
  assert.equal(await page.locator("#companies .cot tbody tr").count(), 2, "both companies are listed");
  assert.ok(!/not started/.test(await page.textContent("#companies")));
  assert.deepEqual(
    await page.locator(".top .modes button").allTextContents(),
    ["Map", "Result"],
    "no view of shares",
  );
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await page.locator("#tab-market").count(), 0);
  await page.context().close();
});

test("the last tip of the guided game is the last", async () => {
  const { page, id } = await at("18cz", "false", {
    variant: "introductory",
    seats: seats("Anna", "Ben"),
    most: 900,
  });
  await page.evaluate(
    (id) =>
      localStorage.setItem("guide:" + id, JSON.stringify(["welcome", "track", "trains", "station", "run"])),
    id,
  );
  await page.reload();
  await page.waitForSelector("#guide");
  const [i, n] = (await page.textContent("#guide .muted")).match(/\d+/g);
  assert.equal(i, n);
  await page.context().close();
});

test("the log goes back to the first move, is searched and filtered", async () => {
  const { page, id, length } = await at("1889", "length >= 150", { most: 200 });
  assert.ok(length > 100);
  const numbers = () => page.$$eval("#log .ll", (all) => all.map((e) => Number(e.dataset.move)));
  const end = async () => page.$eval("#log .scroll", (e) => (e.scrollTop = e.scrollHeight));
  for (let i = 0; i < 40 && !(await numbers()).includes(1); i++) {
    await end();
    await page.waitForTimeout(80);
  }
  assert.ok((await numbers()).includes(1), "the first move is there");
  // What is read stays in its place while a line is added.
  const place = () =>
    page.evaluate(() => {
      const box = document.querySelector("#log .scroll"),
        top = box.getBoundingClientRect().top;
      const line = [...box.querySelectorAll(".ll")].find((e) => e.getBoundingClientRect().bottom > top + 1);
      return `${line.dataset.move} ${Math.round(line.getBoundingClientRect().top - top)}`;
    });
  await page.$eval("#log .scroll", (e) => (e.scrollTop = e.scrollHeight / 2));
  const before = await place();
  await advance(page, id, `length > ${length}`, 2, LIVELY);
  await shows(page, length + 1);
  assert.equal(await place(), before);
  await page.click("#log-find");
  await page.selectOption("#log-who", "c:AR");
  await page.waitForFunction(() => document.querySelectorAll("#log .ll").length > 0);
  for (const text of await page.$$eval("#log .ll", (all) => all.map((e) => e.textContent)))
    assert.match(text, /AR/);
  await page.selectOption("#log-who", "");
  await page.click("#log-track");
  await page.waitForSelector("#log .ev-tile_laid");
  assert.equal(await page.locator("#log .ll:not(:has(.ev-tile_laid, .ev-station_placed))").count(), 0);
  await page.click("#log-money");
  await page.waitForFunction(() => !document.querySelector("#log .ll:only-child .ev-tile_laid"));
  await page.click("#log-all");
  await page.fill("#log-search", "begins");
  await page.waitForFunction(() =>
    [...document.querySelectorAll("#log .ll")].every((e) => /begins/.test(e.textContent)),
  );
  assert.ok((await numbers()).length > 1);
  await page.fill("#log-search", "no such words");
  await page.waitForFunction(() => /No line/.test(document.querySelector("#log .log").textContent));
  await page.context().close();
});

test("a bot's reason stands with what it explains, and calls worth worth", async () => {
  const page = await t.person();
  const { id } = await makeGame(page, t.url, hot("1889"));
  await advance(page, id, "length >= 2", 4);
  const { body: now } = await api(page, `/api/games/${id}/state?choices=true`);
  const line = (number, move, reason, events) => ({
    number,
    seat: 1,
    by: null,
    automatic: false,
    reason,
    at: 1,
    move,
    events,
  });
  // A pass after which something else happens by itself.
  const log = [
    line(1, { move: "pass" }, { key: "bot-pass-track", args: {}, text: "" }, [
      { event: "station_placed", company: "AR", cell: "K8", cost: 0 },
    ]),
    line(
      2,
      { move: "lay_tile", company: "AR", cell: "K8", tile: "57", rotation: 0, by: "build" },
      { key: "bot-lay", args: { tile: "57", cell: "K8", company: "AR", gain: "149" }, text: "" },
      [{ event: "tile_laid", company: "AR", cell: "K8", tile: "57", rotation: 0, cost: 0 }],
    ),
  ];
  await page.route(/\/state\?/, (route) => route.fulfill({ json: { ...now, log, last: log[1] } }));
  await sit(page, t.url, id);
  await page.waitForSelector("#log .ll:not(.told) >> nth=1");
  const texts = await page.$$eval("#log .ll:not(.told)", (all) =>
    all.map((e) => [...e.querySelectorAll("p")].map((p) => p.textContent.trim())),
  );
  const [lay, pass] = texts;
  assert.match(pass[0], /passes/);
  assert.match(pass[1], /no tile is worth its cost/);
  assert.match(pass[2], /station/);
  assert.match(lay[1], /worth at the end/);
  assert.ok(!texts.flat().some((x) => /a round$/.test(x)));
  await page.context().close();
});

test("the automatic player is among players and holdings, and has his name in the lobby", async () => {
  const page = await t.person();
  const solo = await makeGame(page, t.url, hot("18lilliput", { seats: seats("Anna"), hot_seat: false }));
  await sit(page, t.url, solo.id);
  await page.waitForFunction(() => /Gulliver/.test(document.querySelector("#players").textContent));
  const company = (await state(page, solo.id)).view.facts.find(([k]) => k === "gulliver")[1].companies[0];
  assert.ok(company, "he has a company");
  await page.keyboard.press("s");
  await page.waitForSelector("#companies .matrix");
  assert.match(await page.textContent("#companies .matrix thead"), /Gulliver/);
  const held = page.locator("#companies .matrix tbody tr", { hasText: company }).locator("td").nth(2);
  assert.match(await held.textContent(), /^\d+$/);
  await page.goto(t.url + "/");
  await page.waitForSelector(".game");
  assert.match(await page.textContent("#main"), /Anna, Gulliver/);
  const bohemia = await at("18cz", "view.companies.some(c => c.director === 2)", {
    variant: "bohemia",
    seats: seats("Anna", "Ben"),
  });
  await bohemia.page.keyboard.press("s");
  await bohemia.page.waitForSelector("#companies .matrix");
  assert.match(await bohemia.page.textContent("#companies .matrix thead"), /Václav/);
  await bohemia.page.context().close();
  await page.context().close();
});

for (const lang of ["en", "cs"])
  test(`Gulliver's turn is shown step by step, at a pace one sets (${lang})`, async () => {
    const page = await t.person({ lang });
    const { id } = await makeGame(page, t.url, hot("18lilliput", { seats: seats("Anna"), hot_seat: false }));
    await sit(page, t.url, id);
    await page.evaluate(() => localStorage.setItem("automatic", "step"));
    for (let i = 0; i < 30 && !(await page.$(".autosteps")); i++) {
      await decide(page, {});
      await page.waitForTimeout(250);
    }
    await page.waitForSelector(".autosteps");
    assert.equal(await page.locator(".autostep").count(), 1, "one step at first");
    if (lang === "cs") assert.match(await page.textContent("#dtitle"), /Na tahu: Gulliver/);
    assert.ok(!/Step [A-E]|legs|qualif/.test(await page.textContent("#decide")), "no jargon");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelectorAll(".autostep").length === 2);
    for (const mark of await page.$$eval("#map-notes .nt", (all) => all.map((e) => e.textContent)))
      assert.match(mark, /^[A-E]$/);
    await page.click("#auto-fast");
    await page.waitForSelector(".autosteps", { state: "detached" });
    assert.equal(await page.evaluate(() => localStorage.getItem("automatic")), "fast");
    await page.context().close();
  });

test("why not here? is answered in 18Lilliput for track and stations", async () => {
  const page = await t.person();
  const { id } = await makeGame(page, t.url, hot("18lilliput"));
  for (const step of ["track", "station"]) {
    const wanted = step === "track" ? /yellow|green/i : /station/i;
    const { body: sheet } = await api(page, `/api/games/${id}/sheet`);
    assert.ok(sheet.brings && wanted);
    await advance(
      page,
      id,
      `view.decision.step === '${step}'`,
      200,
      `choices.filter(c => c.move.move === 'play_card')[(view.round.set + view.board.length + choices.length) % ` +
        `Math.max(1, choices.filter(c => c.move.move === 'play_card').length)] || ${LIVELY}`,
    );
    await sit(page, t.url, id);
    const cell = await page.$eval("#map-hits [data-cell]:not(.can)", (e) => e.dataset.cell);
    await page.evaluate(
      (cell) =>
        document
          .querySelector(`#map-hits [data-cell="${cell}"]`)
          .dispatchEvent(new MouseEvent("click", { bubbles: true })),
      cell,
    );
    await page.waitForSelector("#decide .refusal .rule");
    assert.match(await page.textContent("#decide .refusal .rule"), /^LIL-/);
  }
  await page.context().close();
});

test("who is at the table stays marked when somebody arrives", async () => {
  const { anna, ben, id } = await two("1889");
  await sit(anna, t.url, id);
  await anna.waitForFunction(() => document.querySelectorAll("#players .here").length === 1);
  await sit(ben, t.url, id);
  await anna.waitForFunction(() => document.querySelectorAll("#players .here").length === 2);
  await anna.context().close();
  await ben.context().close();
});

test("a refused undo is told to who asked", async () => {
  const { anna, ben, id, on } = await two("1889");
  // Ben has moved since: he is asked.
  await on("view.decision.step === 'stock' && view.decision.player === 1");
  await on("view.decision.player === 0");
  await sit(anna, t.url, id);
  await sit(ben, t.url, id);
  await anna.click("#undo");
  await ben.click("#undo-no");
  await anna.waitForFunction(() => /Ben does not agree/.test(document.querySelector("#toasts")?.textContent));
  await anna.context().close();
  await ben.context().close();
});

test("an offer says what is asked for how much, and a refusal is told to who asked", async () => {
  const { anna, ben, id, on } = await two("1889");
  // A company of Anna's asks for a private company of Ben's.
  await on("view.decision.player === 0 && view.decision.step === 'track' && view.phase !== '2'").catch(() =>
    on(
      "view.decision.player === 0 && view.decision.company && view.companies.some(c => c.trains.length > 1)",
    ),
  );
  const asks = async () => {
    for (let i = 0; i < 60; i++) {
      const { body } = await api(anna, `/api/games/${id}/state?choices=true`);
      const seat = body.view.decision.player,
        page = seat ? ben : anna;
      const { body: mine } = await api(page, `/api/games/${id}/choices`);
      const offer = mine.groups
        .flatMap((g) => g.choices)
        .find(
          (c) =>
            c.move.move === "buy_paper" || (c.move.move === "buy_train" && typeof c.move.from === "object"),
        );
      const paper = offer && body.view.papers.find((p) => p.id === offer.move.paper);
      if (offer && (!paper || paper.owner !== `player:${seat}`)) {
        await sit(anna, t.url, id);
        await sit(ben, t.url, id);
        const made = await api(page, `/api/games/${id}/moves`, { after: mine.after, move: offer.move });
        assert.equal(made.status, 200, JSON.stringify(made.body));
        if ((await state(anna, id)).view.decision.step === "offer") return [page, page === anna ? ben : anna];
      }
      const { length } = await state(anna, id);
      await advance(page, id, `length > ${length} || view.decision.player !== ${seat}`, 1, LIVELY).catch(
        () => {},
      );
    }
    return assert.fail("nobody could ask");
  };
  const [asker, asked] = await asks();
  await asked.waitForSelector("#decline");
  assert.match(await asked.textContent("#log .ev-offered"), /asks .+: Buy .+ · ¥\d+/);
  await asked.click("#decline");
  await asker.waitForFunction(() => /declines/.test(document.querySelector("#toasts")?.textContent));
  await anna.context().close();
  await ben.context().close();
});

test("the whole hex is the target of a stop, each city of it is marked where it is, by its own name", async () => {
  const runs =
    "view.decision?.step === 'run' && view.companies.find(c => c.id === view.decision.company).trains.length > 0";
  const { page } = await at("18cz", runs);
  await page.waitForSelector(".total .num");
  await page.click("#own");
  await page.waitForSelector(".stopdot");
  const names = await page.$$eval(".stopdot", (all) => all.map((e) => e.getAttribute("aria-label")));
  assert.equal(new Set(names).size, names.length, `names: ${names}`);
  // Each mark lies on its stop.
  const off = await page.evaluate(() => {
    const far = [];
    for (const dot of document.querySelectorAll(".stopdot")) {
      const d = dot.getBoundingClientRect(),
        x = d.left + d.width / 2,
        y = d.top + d.height / 2;
      const drawn = [...document.querySelectorAll("#map-stops .stop")].some((s) => {
        const r = s.getBoundingClientRect();
        return Math.hypot(r.left + r.width / 2 - x, r.top + r.height / 2 - y) < 3;
      });
      if (!drawn) far.push(dot.getAttribute("aria-label"));
    }
    return far;
  });
  assert.deepEqual(off, []);
  // A press at the edge of the hex is a press on its stop.
  const edge = await page.evaluate(() => {
    const dot = document.querySelector(".stopdot"),
      hex = dot.previousElementSibling.getBoundingClientRect();
    return { x: hex.left + hex.width / 2, y: hex.bottom - 6 };
  });
  await page.mouse.click(edge.x, edge.y);
  await page.waitForSelector('.stopdot[aria-pressed="true"]');
  await page.context().close();
});

test("at Praha the finger gets the map nearer first, then one city", async () => {
  const runs =
    "view.decision?.step === 'run' && view.companies.find(c => c.id === view.decision.company).trains.length > 0";
  const page = await t.person({ width: 390, height: 844, touch: true });
  const { id } = await makeGame(page, t.url, hot("18cz"));
  await advance(page, id, runs, 400, LIVELY);
  // Praha is not in reach yet: its cities are added to the stops that are.
  const cell = "E11";
  await page.route(/\/routes\/\w+\?/, async (route) => {
    const answer = await route.fetch();
    const best = await answer.json();
    const city = (stop) => ({ ...best.stops[0], cell, stop, name: "Praha", value: 20 });
    await route.fulfill({ json: { ...best, stops: [...best.stops, city(0), city(1)] } });
  });
  await sit(page, t.url, id);
  await page.waitForSelector(".total .num");
  await page.click("#own");
  await page.waitForSelector(`.stophex[data-cell="${cell}"] + .stopdot + .stopdot`, { state: "attached" });
  await page.click(".mapctl .btn >> nth=2");
  const press = () =>
    page.evaluate((cell) => {
      const hex = document.querySelector(`.stophex[data-cell="${cell}"]`),
        r = hex.nextElementSibling.getBoundingClientRect();
      const at = { clientX: r.left + r.width / 2, clientY: r.top + r.height / 2, bubbles: true };
      hex.dispatchEvent(new MouseEvent("click", at));
      return Math.min(r.width, r.height);
    }, cell);
  await press();
  assert.equal(await page.locator('.stopdot[aria-pressed="true"]').count(), 0, "nothing is picked by chance");
  await page.waitForTimeout(100);
  assert.ok((await press()) >= 30, "large enough for a finger now");
  await page.waitForSelector('.stopdot[aria-pressed="true"]', { state: "attached" });
  await page.context().close();
});

test("what happened since one's last turn is told, turn by turn, and numbered on the map", async () => {
  const { anna, ben, id, on } = await two("1889");
  await on("view.decision.step === 'track' && view.decision.player === 1");
  await sit(anna, t.url, id);
  await on("view.decision.player === 0");
  await shows(anna, (await state(anna, id)).length);
  await anna.waitForSelector("#since .turn");
  assert.match(await anna.textContent("#since"), /Since your last turn/);
  const turns = await anna.locator("#since .turn").count();
  assert.ok(turns >= 1);
  assert.match(await anna.textContent("#since .turn"), /lays tile|buys|passes|starts/);
  const mode = await anna.getAttribute("#table", "data-mode");
  await anna.keyboard.press("]");
  assert.equal(await anna.getAttribute("#table", "data-mode"), mode, "nothing flips");
  assert.equal(await anna.inputValue("#slider"), await anna.getAttribute("#slider", "max"));
  await anna.waitForSelector("#map-notes .note", { state: "attached" });
  // After the first move of one's own it is a line.
  await decide(anna, { rows: false });
  await anna.waitForSelector("#since.folded");
  await anna.click("#since-close");
  assert.ok(!(await anna.isVisible("#since")));
  await anna.context().close();
  await ben.context().close();
});

test("the pace of bots is changed during a game, and all their moves are brought at once", async () => {
  const page = await t.person();
  const { id } = await makeGame(page, t.url, {
    ...hot("18cz"),
    hot_seat: false,
    seats: [
      { kind: "me", name: "Anna" },
      { kind: "bot", level: "random" },
      { kind: "bot", level: "random" },
    ],
    bot_pause: 10000,
  });
  await sit(page, t.url, id);
  const mine = () =>
    page.waitForFunction(() => !document.querySelector("#decide").classList.contains("idle"), null, {
      timeout: 9000,
    });
  if (await page.$("#decide.idle #hurry")) await page.click("#hurry");
  await mine();
  for (let i = 0; i < 9 && !(await page.$("#decide.idle")); i++) await decide(page, {});
  await page.waitForSelector("#decide.idle #pace-0");
  await page.click("#pace-1500");
  await page.waitForSelector("#pace-1500.on");
  assert.equal((await state(page, id)).game.bot_pause, 1500);
  await page.click("#hurry");
  await mine();
  await page.waitForFunction(
    async (id) => (await (await fetch(`/api/games/${id}/state`)).json()).game.bot_pause === 1500,
    id,
  );
  await page.context().close();
});

test("names of players are whole at 1440 px, and a train is named with its seller", async () => {
  const trade =
    "choices.groups.some(g => g.kind === 'buy_train' && g.choices.some(c => typeof c.move.from === 'object'))";
  const { page } = await at("18cz", trade, { most: 600, seats: seats("Standard 1", "Maximilian", "Ilse") });
  const cut = await page.$$eval("#players td:first-child b", (all) =>
    all
      .filter((e) => e.getBoundingClientRect().right > e.closest("td").getBoundingClientRect().right)
      .map((e) => e.textContent),
  );
  assert.deepEqual(cut, []);
  await page.click("[id^=o-buy_train]:has-text('From') >> nth=-1");
  await page.waitForSelector("#confirm:not([disabled])");
  assert.match(await page.textContent("#confirm"), /^Buy a .+-train · \d+\sK from [A-Za-z]+/);
  assert.match(await page.textContent("#decide .dhead"), /holds|room for/);
  await page.context().close();
});
