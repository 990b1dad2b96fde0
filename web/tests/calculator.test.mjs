// The route calculator: tiles and stations laid by clicks, trains named, the best routes drawn.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { accessible, noSidewaysScroll, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
afterEach(() => assert.deepEqual(t.faults.splice(0), []));
after(() => t.close());

/** Waits until the routes bring so much together. */
const shows = (page, revenue) =>
  page.waitForFunction(
    (n) => Number(document.querySelector("#calc-total")?.textContent.replace(/\D/g, "")) === n,
    revenue,
  );
const settled = (page, holds, arg) => page.waitForFunction(holds, arg);

/** Picks a cell, as a press on it does. */
async function pick(page, cell) {
  await page.locator(`#map-hits [data-cell="${cell}"]`).first().dispatchEvent("click");
  await page.waitForFunction(
    (cell) => document.querySelector("#cell h2")?.textContent.startsWith(cell),
    cell,
  );
}

/** Lays a tile on the picked cell and turns it until it lies as wanted. */
async function lay(page, cell, tile, rotation) {
  await pick(page, cell);
  for (let i = 0; i < 7; i++) {
    const lies = await page.evaluate(
      (cell) =>
        new URLSearchParams(location.hash.slice(1))
          .get("tiles")
          ?.split("!")
          .find((x) => x.startsWith(cell + "*")),
      cell,
    );
    if (lies === `${cell}*${tile}*${rotation}`) return;
    await page.click(`[id="tile-${tile}"]`);
    await page.waitForFunction(
      ([cell, lies]) =>
        new URLSearchParams(location.hash.slice(1))
          .get("tiles")
          ?.split("!")
          .find((x) => x.startsWith(cell + "*")) !== lies,
      [cell, lies],
    );
    await page.waitForFunction(() => !document.querySelector("#result[aria-busy]"));
  }
  assert.fail(`${tile} never lies as ${rotation} on ${cell}`);
}

test("two tiles, a station and a train: the best routes are drawn, and kept in the link", async () => {
  const page = await t.person({ width: 1280, height: 900 });
  await page.goto(t.url + "/routes?title=1889");
  await page.waitForSelector("#calc-company");
  await page.waitForSelector("#map-hits [data-cell]", { state: "attached" });
  assert.equal(await page.$("#calc-total"), null, "nobody runs yet");
  await lay(page, "K8", "5", 3);
  await page.selectOption("#station-0-0", "AR");
  await settled(page, () => document.querySelector("#calc-company")?.value === "AR");
  await page.click('[id="train-2"]');
  // What this brings, and a tile beside it that brings more.
  const { alone, joined } = await page.evaluate(async () => {
    const body = {
      company: "AR",
      trains: ["2"],
      tiles: { K8: { tile: "5", rotation: 3 } },
      stations: [{ company: "AR", cell: "K8", stop: 0 }],
    };
    const post = async (path, body) =>
      (
        await fetch("/api/titles/1889/" + path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        })
      ).json();
    const alone = (await post("routes", body)).best.total.revenue;
    for (const cell of ["J9", "J7", "I8", "K6", "L7", "J5", "L9", "J11"]) {
      const at = await post("cell", { cell, question: body });
      for (const x of at.tiles ?? [])
        for (const rotation of x.rotations) {
          const tiles = { ...body.tiles, [cell]: { tile: x.tile, rotation } };
          const { best } = await post("routes", { ...body, tiles });
          if (best.total.revenue > alone)
            return { alone, joined: { cell, tile: x.tile, rotation, revenue: best.total.revenue } };
        }
    }
    return { alone, joined: null };
  });
  await shows(page, alone);
  assert.ok(joined, "some tile beside joins a line");
  await lay(page, joined.cell, joined.tile, joined.rotation);
  await shows(page, joined.revenue);
  assert.match(await page.textContent("#proved"), /Proved best/);
  assert.ok(await page.$("#map-routes *"), "the route is drawn");
  await accessible(page, "route calculator");
  await noSidewaysScroll(page, "route calculator");
  // The link holds all of it.
  const link = page.url();
  const other = await t.person({ width: 390, height: 844, touch: true, lang: "de" });
  await other.goto(link);
  await shows(other, joined.revenue);
  await noSidewaysScroll(other, "route calculator on a phone");
  await accessible(other, "route calculator on a phone");
  await other.context().close();
  // So does the browser.
  await page.goto(t.url + "/routes");
  await shows(page, joined.revenue);
  // What was laid can be taken away again.
  await pick(page, joined.cell);
  await page.click("#calc-remove");
  await shows(page, alone);
  await page.context().close();
});

test("a board that grows takes cards beside those that lie there", async () => {
  const page = await t.person({ width: 1280, height: 900 });
  await page.goto(t.url + "/routes?title=18lilliput");
  await page.waitForSelector("#map-hits [data-cell]", { state: "attached" });
  const cells = () => page.$$eval("#map-hits [data-cell]", (list) => list.map((e) => e.dataset.cell));
  const before = await cells();
  const beside = await page.evaluate(async (cells) => {
    for (const cell of cells) {
      const answer = await fetch("/api/titles/18lilliput/cell", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ cell, question: {} }),
      });
      if (!(await answer.json()).tile) return cell;
    }
    return null;
  }, before);
  assert.ok(beside, "an empty place beside the cards");
  await pick(page, beside);
  await page.click("#cell .tiles button");
  await page.waitForFunction(
    (n) => document.querySelectorAll("#map-hits [data-cell]").length > n,
    before.length,
  );
  await page.context().close();
});

test("a train that is obsolete runs as such, where trains become obsolete", async () => {
  const page = await t.person();
  const asked = [];
  page.on("request", (r) => r.url().includes("/routes") && r.method() === "POST" && asked.push(r.postData()));
  await page.goto(t.url + "/routes#title=1889&company=AR");
  await page.waitForSelector('[id="train-2"]');
  assert.equal(await page.locator("[id^=old-]").count(), 0, "1889 has none");
  await page.goto(t.url + "/routes#title=18lilliput&company=MR");
  await page.reload();
  await page.waitForSelector('[id="old-2"]');
  assert.equal(await page.locator('[id="old-4D"]').count(), 0, "the last ones never do");
  await page.click('[id="old-2"]');
  await page.waitForSelector('[id="old-less-2"]');
  assert.deepEqual(JSON.parse(asked.at(-1)).trains, [{ train: "2", obsolete: true, runs: 1 }]);
  assert.match(page.url(), /obsolete=2/);
  await accessible(page, "obsolete trains");
  await page.click('[id="old-less-2"]');
  await page.waitForFunction(() => !document.querySelector('[id="old-less-2"]'));
  await page.context().close();
});

test("companies on the map can be bankrupt, where a title knows it", async () => {
  const page = await t.person({ width: 390, height: 844, touch: true, lang: "ru", theme: "dark" });
  const asked = [];
  page.on("request", (r) => r.url().includes("/routes") && r.method() === "POST" && asked.push(r.postData()));
  await page.goto(t.url + "/routes#title=1860&company=IOW&trains=2%2B1&stations=IOW*G7*0!FYN*G5*0");
  await page.waitForSelector("#bankrupt-FYN");
  assert.equal(await page.locator("#bankrupt-IOW").count(), 0, "who runs is not bankrupt");
  await page.check("#bankrupt-FYN");
  await page.waitForFunction(() => location.hash.includes("bankrupt=FYN"));
  assert.deepEqual(JSON.parse(asked.at(-1)).bankrupt, ["FYN"]);
  await noSidewaysScroll(page, "bankrupt");
  await accessible(page, "bankrupt");
  await page.context().close();
});

test("a wrong link is explained and loses nothing", async () => {
  const page = await t.person({ lang: "cs" });
  await page.goto(t.url + "/routes#title=1889&company=AR&trains=ghost&tiles=Z99*57*0");
  await page.waitForSelector("#result [role=alert]");
  const told = await page.textContent("#result");
  assert.match(told, /Z99/);
  assert.match(told, /ghost/);
  assert.ok(page.url().includes("ghost"));
  await page.click("#calc-clear");
  await page.waitForFunction(() => !document.querySelector("#result [role=alert]"));
  await page.context().close();
});
