// The page as an app, in frames of others, and as links show it.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { LIVELY, accessible, advance, makeGame, noSidewaysScroll, seats, sit, table } from "./harness.mjs";

let t, site, host;
before(async () => {
  // A page of somebody else, with whatever frame is asked for.
  site = createServer((request, answer) => {
    const src = new URL(request.url, "http://x").searchParams.get("src");
    answer.setHeader("content-type", "text/html");
    answer.end(
      `<!doctype html><title>Club</title><iframe title="game" width="900" height="560" src="${src}"></iframe>`,
    );
  });
  await new Promise((done) => site.listen(0, "127.0.0.1", done));
  host = `http://localhost:${site.address().port}`;
  t = await table("--embed", host);
});
after(async () => {
  await t.close();
  site.close();
  assert.deepEqual(
    t.faults.filter((x) => !/frame-ancestors|X-Frame-Options|Refused to (frame|display)/.test(x)),
    [],
  );
});

const game = (page, extra = {}) =>
  makeGame(page, t.url, {
    title: "18cz",
    variant: "standard",
    seats: seats("Anna", "Ben", "Cora"),
    hot_seat: true,
    start: true,
    listed: true,
    ...extra,
  });

test("the last position is shown without a connection, and nothing can be decided", async () => {
  const page = await t.person({ worker: true });
  const { id } = await game(page);
  await advance(page, id, "length > 5", 60, LIVELY);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  // The worker sees what is loaded once it is there.
  await sit(page, t.url, id);
  await page.waitForFunction(() => !!navigator.serviceWorker.controller);
  await sit(page, t.url, id);
  await page.waitForFunction(
    async (id) => !!(await (await caches.open("game:" + id)).match(`/api/games/${id}/map.svg`)),
    id,
  );
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector("#mapbox svg path", { state: "attached" });
  await page.waitForSelector("#online.off");
  assert.match(await page.textContent("#gtitle"), /Anna, Ben, Cora|18CZ/);
  assert.equal((await page.$$("#map-hits .can")).length, 0);
  await page.context().setOffline(false);
  await page.waitForSelector("#online:not(.off)");
  await page.context().close();
});

test("games that are kept are few, and go when somebody logs in or out", async () => {
  const page = await t.person({ worker: true });
  const ids = [];
  for (let i = 0; i < 6; i++) ids.push((await game(page)).id);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await page.waitForFunction(() => !!navigator.serviceWorker.controller);
  for (const id of ids) await sit(page, t.url, id);
  const kept = () => page.evaluate(async () => (await caches.keys()).filter((k) => k.startsWith("game:")));
  await page.waitForFunction(
    async () => (await caches.keys()).filter((k) => k.startsWith("game:")).length === 4,
  );
  assert.ok((await kept()).includes("game:" + ids.at(-1)));
  await page.evaluate(() =>
    fetch("/api/logout", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }),
  );
  assert.deepEqual(await kept(), []);
  await page.context().close();
});

test("the page can be installed", async () => {
  const page = await t.person();
  await page.goto(t.url + "/");
  const href = await page.getAttribute("link[rel=manifest]", "href");
  const answer = await fetch(t.url + href);
  assert.match(answer.headers.get("content-type"), /manifest\+json/);
  const manifest = await answer.json();
  assert.equal(manifest.display, "standalone");
  for (const icon of manifest.icons.filter((i) => i.type === "image/png")) {
    const picture = Buffer.from(await (await fetch(t.url + icon.src)).arrayBuffer());
    assert.equal(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, icon.sizes, icon.src);
  }
  await page.context().close();
});

test("a game stands in a frame of an allowed site, follows, and offers nothing to press", async () => {
  const page = await t.person(),
    owner = await t.person();
  const { id } = await game(owner);
  await page.goto(`${host}/?src=${encodeURIComponent(`${t.url}/embed/${id}`)}`);
  const frame = page.frameLocator("iframe");
  await frame.locator("#map svg").waitFor();
  assert.match(await frame.locator("#players").textContent(), /Anna.*Ben.*Cora/);
  assert.equal(await frame.locator("button, input, select").count(), 0);
  const before = await frame.locator("#where").textContent();
  await advance(owner, id, "length > 2", 20, LIVELY);
  await page.waitForFunction(() => true);
  for (let i = 0; (await frame.locator("#where").textContent()) === before; i++) {
    assert.ok(i < 200, "the frame follows");
    await page.waitForTimeout(50);
  }
  await page.goto(`${t.url}/embed/${id}`);
  await page.waitForSelector("#map svg");
  await accessible(page, "frame");
  await noSidewaysScroll(page, "frame");
  await page.context().close();
  await owner.context().close();
});

test("the table itself stands in no frame, and another site shows nothing", async () => {
  const page = await t.person();
  const { id } = await game(page);
  for (const src of [`${t.url}/game/${id}`, `${t.url}/account`]) {
    await page.goto(`${host}/?src=${encodeURIComponent(src)}`);
    await page.waitForTimeout(600);
    assert.equal(await page.frameLocator("iframe").locator("#table, #main").count(), 0, src);
  }
  await page.goto(
    `${host.replace("localhost", "127.0.0.1")}/?src=${encodeURIComponent(`${t.url}/embed/${id}`)}`,
  );
  await page.waitForTimeout(600);
  assert.equal(await page.frameLocator("iframe").locator("#map").count(), 0, "not allowed");
  await page.context().close();
});

test("a link tells title and picture", async () => {
  const page = await t.person();
  const { id } = await game(page, { name: "Friday" });
  await page.goto(`${t.url}/game/${id}`);
  const tag = (name) => page.getAttribute(`meta[property="${name}"]`, "content");
  assert.equal(await tag("og:title"), "18CZ · Friday");
  const picture = await fetch(await tag("og:image"));
  assert.equal(picture.headers.get("content-type"), "image/png");
  await page.context().close();
});
