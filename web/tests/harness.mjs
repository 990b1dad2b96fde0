// A server and a browser for the tests. SIGNALBOX_URL names a running server;
// otherwise the binary is started on a fresh database.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const axe = readFileSync(
  fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url)),
  "utf8",
);

const freePort = () =>
  new Promise((done) => {
    const s = createServer().listen(0, "127.0.0.1", () => {
      const { port } = s.address();
      s.close(() => done(port));
    });
  });

async function serve(flags) {
  if (process.env.SIGNALBOX_URL) return { url: process.env.SIGNALBOX_URL, stop: () => {} };
  const binary =
    process.env.SIGNALBOX_BIN ||
    ["debug", "release"]
      .map((p) => join(process.env.CARGO_TARGET_DIR || join(root, "target"), p, "signalbox"))
      .find(existsSync);
  assert.ok(binary, "build the binary first: cargo build -p signalbox");
  const port = await freePort(),
    folder = mkdtempSync(join(tmpdir(), "signalbox-"));
  const child = spawn(
    binary,
    [
      "serve",
      "--address",
      `127.0.0.1:${port}`,
      "--database",
      join(folder, "test.sqlite"),
      "--rate-factor",
      "0",
      "--log",
      "warn",
      ...flags,
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  child.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; ; i++) {
    try {
      if ((await fetch(url + "/readyz")).ok) break;
    } catch {
      /* not yet */
    }
    assert.ok(i < 100 && child.exitCode === null, "the server starts");
    await new Promise((r) => setTimeout(r, 100));
  }
  // The operator's commands on the database of this server.
  const admin = (...args) =>
    execFileSync(binary, ["admin", ...args, "--database", join(folder, "test.sqlite")], { encoding: "utf8" });
  return { url, admin, stop: () => child.kill("SIGTERM") };
}

/** Starts both, the server with these flags; every page fails the test on an error in the console. */
export async function table(...flags) {
  const executablePath =
    process.env.CHROMIUM ||
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  assert.ok(executablePath, "a Chromium is needed; these tests are never skipped");
  const server = await serve(flags);
  const browser = await chromium.launch({
    executablePath,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const faults = [];
  return {
    url: server.url,
    stop: server.stop,
    admin: server.admin,
    faults,
    async person({
      width = 1440,
      height = 900,
      lang = "en",
      theme = "light",
      touch = false,
      scale = 1,
      worker = false,
    } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        hasTouch: touch,
        isMobile: touch,
        deviceScaleFactor: scale,
        locale: lang,
        colorScheme: theme,
        reducedMotion: "reduce",
        serviceWorkers: worker ? "allow" : "block",
      });
      const page = await context.newPage();
      page.setDefaultTimeout(Number(process.env.SLOW || 60000));
      page.on("pageerror", (e) => faults.push(String(e.stack || e)));
      page.on("console", (m) => {
        if (
          m.type() === "error" &&
          !/status of (4|5)\d\d|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/.test(m.text())
        )
          faults.push(m.text());
      });
      // The page's policy forbids what Playwright's own waiting evaluates; asking again and again is allowed.
      page.waitForFunction = async (holds, arg, { timeout = Number(process.env.SLOW || 60000) } = {}) => {
        for (const end = Date.now() + timeout; ; await page.waitForTimeout(40)) {
          if (await page.evaluate(holds, arg).catch(() => false)) return;
          assert.ok(Date.now() < end, `waited in vain for ${holds}`);
        }
      };
      return page;
    },
    async close() {
      await browser.close();
      server.stop();
    },
  };
}

/** Makes a game through the interface, as the page's own session. */
export async function makeGame(page, url, body) {
  // Once the lobby is drawn its session is there; a second one asked for meanwhile would be another guest.
  if (!page.url().startsWith(url)) {
    await page.goto(url + "/");
    await page.waitForSelector("#play");
  }
  return page.evaluate(async (body) => {
    const answer = await fetch("/api/games", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const game = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(game));
    return game;
  }, body);
}

/** Seats at one screen. */
export const seats = (...names) => names.map((name, i) => ({ kind: i ? "name" : "me", name }));

/** A request of the page's own session. */
export const api = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const answer = await fetch(
        path,
        body === undefined
          ? {}
          : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
      );
      return { status: answer.status, body: await answer.json().catch(() => null) };
    },
    [path, body],
  );

/** Somebody with an account: the guest's session comes first, or it would take the place of the account's. */
export async function register(page, url, name) {
  await page.goto(url + "/");
  await page.waitForSelector("#play");
  const made = await api(page, "/api/account", { name, password: "correct horse" });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return page;
}

/** Opens the table and waits until it is drawn. */
export async function sit(page, url, game, query = "") {
  await page.goto(`${url}/game/${game.id || game}${query}`);
  await page.waitForSelector("#dtitle");
  await page.waitForSelector("#mapbox svg", { state: "attached" });
}

export const state = async (page, id) => (await api(page, `/api/games/${id}/state`)).body;

/**
 * Plays through the interface until `until` holds: the first choice that is liked, the best routes for a run.
 * Not by clicks; for reaching a position.
 */
export async function advance(page, id, until, most = 400, prefer = null) {
  return page.evaluate(
    async ([id, until, most, prefer]) => {
      const get = async (p) => (await fetch(`/api/games/${id}/${p}`)).json();
      const stop = new Function("view", "choices", "length", "return " + until),
        pick = prefer ? new Function("choices", "view", "return " + prefer) : null;
      for (let i = 0; i < most; i++) {
        const s = await get("state?choices=true"),
          c = s.choices;
        if (!c?.decision || stop(s.view, c, s.length)) return s.length;
        const all = c.groups.flatMap((g) => g.choices);
        let choice = (pick && pick(all, s.view)) || all[0];
        let move = { ...choice.move };
        if (move.move === "run") move = (await get(`routes/${move.company}`)).move;
        const answer = await fetch(`/api/games/${id}/moves`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ after: s.length, key: crypto.randomUUID(), move }),
        });
        if (!answer.ok) throw new Error(JSON.stringify([move, await answer.json()]));
      }
      throw new Error("the position was not reached");
    },
    [id, until, most, prefer],
  );
}

const first = (what) => `choices.find(c => ${what})`;
const kind = (name) => `c.move.move === '${name}'`;

/** A taste for `advance`: companies are founded, built and given trains; a lively position comes about. */
export const LIVELY = [
  first(`${kind("buy_train")} && typeof c.move.from === 'string'`),
  first(kind("start")),
  first(kind("buy_share")),
  first(`${kind("dividend")} && c.move.pay === 'out'`),
  `choices.filter(c => ${kind("lay_tile")}).at(-1)`,
  first(kind("take")),
  first(kind("pass")),
  "choices[0]",
].join(" || ");

/** Accessibility rules; no violation may remain. */
export async function accessible(page, name) {
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    globalThis.axe.run(document, {
      resultTypes: ["violations"],
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
    }),
  );
  assert.deepEqual(
    found.violations.map(
      (v) =>
        `${name}: ${v.id}: ${v.nodes
          .slice(0, 3)
          .map((n) => n.target.join(" ") + " " + (n.any[0]?.message || ""))
          .join(" | ")}`,
    ),
    [],
  );
}

/** Nothing sticks out sideways. */
export async function noSidewaysScroll(page, name) {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window, `${name}: ${wide} px wide in a window of ${window}`);
}
