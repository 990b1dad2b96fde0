// Reference pictures of the main states, into docs/pictures. Run by `cargo xtask pictures`.
// Bots play a game of each title;
// its file, with people's names, is opened again, and positions of it are set up at this screen.
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { api, makeGame, sit, table } from "./harness.mjs";

const out = process.env.PICTURES || fileURLToPath(new URL("../../docs/pictures", import.meta.url));
mkdirSync(out, { recursive: true });
const only = process.argv.slice(2);
const MOST = 200 * 1000;
const begun = Date.now();
const t = await table();

async function shot(page, name) {
  if (only.length && !only.includes(name)) return;
  await page.waitForFunction(() => [...document.images].every((i) => i.complete));
  await page.waitForTimeout(500);
  const path = join(out, name + ".jpg");
  for (let quality = 82; quality > 30; quality -= 8) {
    await page.screenshot({ path, type: "jpeg", quality });
    if (statSync(path).size < MOST) break;
  }
  console.log(
    `${name}.jpg ${Math.round(statSync(path).size / 1000)} kB, ${Math.round((Date.now() - begun) / 1000)} s`,
  );
}

/** A game played by bots, opened from its file under people's names. `enough` moves will do. */
async function played(page, title, variant, names, enough = 9999, level = "easy") {
  const game = await makeGame(page, t.url, {
    title,
    variant,
    seats: names.map(() => ({ kind: "bot", level })),
    start: true,
    listed: false,
    seed: "7",
    bot_pause: 0,
  });
  for (let last = -1, still = 0; ; await page.waitForTimeout(500)) {
    const { body } = await api(page, `/api/games/${game.id}`);
    if (body.state === "finished" || body.length >= enough) break;
    still = body.length === last ? still + 1 : 0;
    last = body.length;
    if (still > 120) throw new Error(`the bots stopped at move ${last} of ${title}`);
  }
  const { body: file } = await api(page, `/api/games/${game.id}/file?format=signalbox`);
  file.setup.players = names;
  delete file.hash;
  const opened = await api(page, "/api/import", file);
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  return { id: opened.body.id, moves: file.moves };
}

/**
 * Sits down at the first position of this step, not earlier than `from` (a part of the game), before a move
 * that fits.
 */
async function at(page, game, from, step, fits = () => true) {
  for (let at = Math.floor(game.moves.length * from); at < game.moves.length; at++) {
    if (!fits(game.moves[at])) continue;
    const { body } = await api(page, `/api/games/${game.id}/state?at=${at}`);
    if (body.view.decision?.step !== step) continue;
    const copy = await api(page, `/api/games/${game.id}/copy`, { at, bots: [] });
    if (copy.status > 201) throw new Error(JSON.stringify(copy.body));
    await sit(page, t.url, copy.body);
    return copy.body;
  }
  throw new Error(`no ${step} after ${from} of the game`);
}
const is =
  (...kinds) =>
  (m) =>
    kinds.includes(m.move);
/** Picks a place that may be built on, near the middle of the map, and waits for the tiles. */
async function pick(page) {
  await page.waitForSelector("#map-hits .can", { state: "attached" });
  await page.evaluate(() => {
    const all = [...document.querySelectorAll("#map-hits .can")];
    all[Math.floor(all.length / 2)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  await page.waitForSelector("#confirm:not([disabled])");
}
const wanted = (...names) => !only.length || names.some((n) => only.includes(n));

const states = {
  async cz() {
    if (
      !wanted(
        "draft",
        "stock",
        "track",
        "track-dark",
        "track-phone",
        "run",
        "dividend",
        "trains",
        "end",
        "charts",
        "lobby",
        "print",
        "rules",
      )
    )
      return;
    const page = await t.person();
    const game = await played(page, "18cz", "standard", ["Anna", "Marek", "Ilse"]);
    await at(page, game, 0.01, "draft");
    await shot(page, "draft");
    await at(page, game, 0.45, "stock", is("buy_share", "start", "sell_shares"));
    await page.waitForSelector("#cards .card .two p");
    await shot(page, "stock");
    await at(page, game, 0.5, "trains", is("buy_train"));
    await shot(page, "trains");
    await at(page, game, 0.62, "run", (m) => m.move === "run" && m.routes.length > 1);
    await page.waitForSelector(".total .num");
    await shot(page, "run");
    await at(page, game, 0.62, "dividend", is("dividend"));
    await shot(page, "dividend");
    const track = await at(page, game, 0.66, "track", is("lay_tile"));
    await pick(page);
    await shot(page, "track");
    await page.emulateMedia({ colorScheme: "dark" });
    await shot(page, "track-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 390, height: 844 });
    await sit(page, t.url, track);
    await pick(page);
    await shot(page, "track-phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await sit(page, t.url, game);
    await shot(page, "end");
    for (const drawer of ["charts", "rules"]) {
      await page.click("#menu");
      await page.click(`.menulist button >> nth=${drawer === "charts" ? 0 : 2}`);
      await page.waitForSelector(drawer === "charts" ? ".chart svg" : ".rules dl");
      await shot(page, drawer);
      await page.click("#drawer-close");
    }
    await page.goto(`${t.url}/print/${game.id}`);
    await page.waitForSelector(".charter");
    await page.setViewportSize({ width: 1200, height: 900 });
    await shot(page, "print");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(t.url + "/");
    await page.waitForSelector(".game img");
    await shot(page, "lobby");
    await page.context().close();
  },
  async pages() {
    if (!wanted("title", "options")) return;
    const page = await t.person();
    await page.goto(t.url + "/title/18cz");
    await page.waitForSelector("#start");
    await shot(page, "title");
    await page.goto(t.url + "/?title=18lilliput");
    await page.click("#play-options");
    await page.selectOption("#opt-scenario", "3");
    await page.waitForTimeout(600);
    await shot(page, "options");
    await page.context().close();
  },
  async lilliput() {
    if (!wanted("18lilliput")) return;
    const page = await t.person();
    await at(page, await played(page, "18lilliput", "standard", ["Anna", "Ben", "Ilse"]), 0.6, "card");
    await shot(page, "18lilliput");
    await page.context().close();
  },
  async iow() {
    if (!wanted("1860", "1860-auction")) return;
    const page = await t.person();
    const game = await played(page, "1860", "standard", ["Anna", "Marek", "Ilse"], 420, "standard");
    await at(page, game, 0.01, "auction");
    await shot(page, "1860-auction");
    await at(page, game, 0.8, "track", is("lay_tile"));
    await pick(page);
    await shot(page, "1860");
    await page.context().close();
  },
};
for (const [name, make] of Object.entries(states))
  await make().catch((e) => {
    console.error(`${name}: ${e.stack || e}`);
    process.exitCode = 1;
  });
if (t.faults.length) {
  console.error(t.faults.join("\n"));
  process.exitCode = 1;
}
await t.close();
