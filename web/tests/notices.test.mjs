// Being told with the page closed: the account's settings, the page that stops, the worker that shows a notice.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { accessible, api, noSidewaysScroll, register, table } from "./harness.mjs";

/** What arrived at a real receiver. @type {any[]} */
const arrived = [];
const receiver = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    arrived.push({ path: request.url, body: JSON.parse(body) });
    response.writeHead(request.url.startsWith("/gone") ? 410 : 204).end();
  });
});
let t, hooks;
before(async () => {
  await new Promise((done) => receiver.listen(0, "127.0.0.1", () => done()));
  hooks = `http://127.0.0.1:${receiver.address().port}`;
  t = await table("--notice-hosts", "127.0.0.1");
});
after(async () => {
  await t.close();
  receiver.close();
  assert.deepEqual(t.faults, []);
});

async function until(holds) {
  for (const end = Date.now() + 30000; Date.now() < end; await new Promise((r) => setTimeout(r, 50)))
    if (holds()) return;
  assert.fail(`waited in vain for ${holds}`);
}

async function registered(name, size) {
  const page = await t.person(size);
  await register(page, t.url, name);
  await page.goto(t.url + "/account#notices");
  await page.waitForSelector("#notices #notices-save");
  return page;
}

async function another(page, kind, path) {
  await page.click("#notices .another summary");
  await page.selectOption("#way-kind", kind);
  await page.fill("#way-url", hooks + path);
  if (kind === "telegram") await page.fill("#way-chat", "-1001");
  await page.click("#way-add");
  await page.waitForSelector(`#notices .way[data-kind=${kind}]`);
}

test("a way is added, tried, stopped by the link of its message, and used again", async () => {
  const page = await registered("Noemi");
  await another(page, "discord", "/one");
  await page.click("#notices .way .acts button >> nth=0");
  await page.waitForFunction(() =>
    document.querySelector("#notices .well")?.textContent.includes("under way"),
  );
  await until(() => arrived.some((a) => a.path === "/one"));
  const said = arrived.find((a) => a.path === "/one").body.content;
  assert.match(said, /It works/);
  const link = /\S+\/stop#\S+/.exec(said)[0];
  const stranger = await t.person();
  await stranger.goto(t.url + new URL(link).pathname + new URL(link).hash);
  await stranger.waitForFunction(() =>
    document.querySelector("#stop-said")?.textContent.includes("not told there any more"),
  );
  await accessible(stranger, "the page that stops");
  const state = async () => (await api(page, "/api/notices")).body.channels[0].state;
  assert.equal(await state(), "stopped");
  await stranger.click("#turn");
  await stranger.waitForFunction(() => document.querySelector("#stop-said")?.textContent.includes("again"));
  assert.equal(await state(), "on");
  await stranger.goto(t.url + "/stop#nothing");
  await stranger.reload();
  await stranger.waitForSelector("#stop .bad");
  await page.reload();
  await page.waitForSelector("#notices .way.on");
  await page.selectOption("#notices .way select", "60");
  await page.waitForFunction(
    async () => (await (await fetch("/api/notices")).json()).channels[0].gather === 60,
  );
  await page.click("#notices .way .acts button >> nth=-1");
  await page.waitForFunction(() => !document.querySelector("#notices .way"));
  await stranger.context().close();
  await page.context().close();
});

test("the secret of a program is shown once, and what does not arrive is said", async () => {
  const page = await registered("Olga");
  await another(page, "json", "/program");
  assert.match(await page.textContent("#way-secret"), /^whsec_/);
  await another(page, "slack", "/gone");
  assert.equal(await page.$("#way-secret"), null);
  await page.click("#notices .way[data-kind=slack] .acts button >> nth=0");
  await until(() => arrived.some((a) => a.path === "/gone"));
  await page.waitForFunction(
    async () => (await (await fetch("/api/notices")).json()).channels[1].state === "failed",
  );
  await page.reload();
  await page.waitForSelector("#notices .way.failed");
  assert.match(await page.textContent("#notices .way.failed"), /nothing arrives there \(status 410\)/);
  await page.click("#notices .another summary");
  await page.fill("#way-url", "https://10.0.0.1/x");
  await page.click("#way-add");
  await page.waitForFunction(() =>
    document.querySelector("#notices .fault")?.textContent.includes("open internet"),
  );
  await page.context().close();
});

test("what is wanted and quiet hours are kept, with a zone", async () => {
  const page = await registered("Pavla");
  await page.uncheck("#told-began");
  await page.check("#quiet");
  await page.fill("#quiet-from", "21:30");
  await page.fill("#quiet-until", "06:15");
  await page.click("#notices-save");
  await page.waitForFunction(() => document.querySelector("#notices .well")?.textContent.includes("Saved"));
  const { habits } = (await api(page, "/api/notices")).body;
  assert.deepEqual(habits, { off: ["began"], quiet: { from: 1290, until: 375 } });
  assert.ok((await api(page, "/api/account/time")).body.hours.zone);
  await page.reload();
  await page.waitForSelector("#notices-save");
  assert.equal(await page.isChecked("#told-began"), false);
  assert.equal(await page.inputValue("#quiet-from"), "21:30");
  await accessible(page, "the account with notices");
  await page.context().close();
});

for (const [lang, theme, width, height] of [
  ["de", "dark", 390, 844],
  ["cs", "light", 820, 1180],
  ["ru", "light", 390, 844],
  ["en", "dark", 1440, 900],
])
  test(`the part fits and can be used by everybody: ${lang}, ${theme}, ${width}`, async () => {
    const page = await registered("Quido " + lang, { lang, theme, width, height, touch: width < 500 });
    await another(page, "telegram", "/fits");
    await noSidewaysScroll(page, `${lang} ${width}`);
    await accessible(page, `${lang} ${theme} ${width}`);
    if (process.env.SHOTS) {
      await page.locator("#notices").scrollIntoViewIfNeeded();
      await page
        .locator("#notices")
        .screenshot({ path: `${process.env.SHOTS}/${lang}-${theme}-${width}.png` });
    }
    await page.context().close();
  });

test("the worker shows a notice that leads to the position, and none where the page is in front", async () => {
  const page = await t.person({ worker: true });
  await page.context().grantPermissions(["notifications"], { origin: t.url });
  await page.goto(t.url + "/account");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const devtools = await page.context().newCDPSession(page);
  const registration = new Promise((done) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) done(registrations[0].registrationId);
    }),
  );
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registration;
  const push = (data) =>
    devtools.send("ServiceWorker.deliverPushMessage", {
      origin: t.url,
      registrationId,
      data: JSON.stringify(data),
    });
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map((n) => ({
        title: n.title,
        tag: n.tag,
        path: n.data.path,
      })),
    );
  const notice = (game) => ({
    title: "Your turn: " + game,
    body: "",
    link: `${t.url}/game/${game}`,
    tag: game,
    stop: "x",
    stop_text: "Stop",
    lang: "en",
  });
  await push(notice("g1"));
  await push(notice("g1"));
  await page.waitForFunction(
    async () => (await (await navigator.serviceWorker.ready).getNotifications()).length === 1,
  );
  assert.deepEqual(await shown(), [{ title: "Your turn: g1", tag: "g1", path: "/game/g1" }]);
  await page.bringToFront();
  await push({ ...notice("g2"), link: t.url + "/account" });
  await page.waitForTimeout(500);
  const now = (await shown()).map((n) => n.tag);
  if (await page.evaluate(() => document.hasFocus())) assert.deepEqual(now, ["g1"]);
  await page.context().close();
});
