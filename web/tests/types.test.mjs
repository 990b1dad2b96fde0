// The scripts' types are those of the server, and its answers are what the description says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { LIVELY, advance, api, makeGame, seats, table } from "./harness.mjs";
import { FILE, misfits, typescript } from "./types.mjs";

let t, described;
before(async () => {
  t = await table();
  described = await (await fetch(t.url + "/api/openapi.json")).json();
});
after(async () => {
  await t.close();
});

const body = (path, method = "get") =>
  described.paths[path][method].responses["200"].content["application/json"].schema;
const fits = (schema, value, name) =>
  assert.deepEqual([...new Set(misfits(described, schema, value))].slice(0, 10), [], name);

test("types.d.ts is what the server describes", () => {
  assert.equal(readFileSync(FILE, "utf8"), typescript(described), "run `npm run types` in web/");
});

test("titles and sheets are as described", async () => {
  const titles = await (await fetch(t.url + "/api/titles")).json();
  fits(body("/api/titles"), titles, "titles");
  for (const title of titles.titles)
    for (const v of title.variants)
      fits(
        body("/api/titles/{title}/sheet"),
        await (await fetch(`${t.url}/api/titles/${title.id}/sheet?variant=${v.id}`)).json(),
        `${title.id} ${v.id}`,
      );
});

for (const [title, until, most] of [
  ["18cz", "view.decision.step === 'run'", 300],
  ["1860", "view.decision.step === 'track'", 300],
  ["18lilliput", "view.board.length > 6", 200],
])
  test(`states, choices and previews of ${title} are as described`, async () => {
    const page = await t.person();
    const game = await makeGame(page, t.url, {
      title,
      variant: "standard",
      seats: seats("Anna", "Ben", "Ilse"),
      hot_seat: true,
      start: true,
      listed: false,
      seed: "7",
      bot_pause: 0,
    });
    for (const goal of ["length > 2", until]) {
      await advance(page, game.id, goal, most, LIVELY);
      const state = (await api(page, `/api/games/${game.id}/state?choices=true`)).body;
      fits(body("/api/games/{id}/state"), state, "state");
      fits(
        body("/api/games/{id}/choices"),
        (await api(page, `/api/games/${game.id}/choices`)).body,
        "choices",
      );
      const moves = state.choices.groups.map((g) => g.choices[0].move);
      fits(
        body("/api/games/{id}/preview", "post"),
        (
          await api(page, `/api/games/${game.id}/preview`, {
            after: state.length,
            moves: [...moves, { move: "start", company: state.view.companies[0].id, price: 0 }],
          })
        ).body,
        "previews",
      );
    }
    const at = `/api/games/${game.id}`,
      described = "/api/games/{id}";
    for (const path of ["/series", "/history", "/audit", "/log"])
      fits(body(described + path), (await api(page, at + path)).body, path);
    fits(body(described + "/hint", "post"), (await api(page, at + "/hint", { level: "easy" })).body, "hint");
    fits(
      body(described + "/automation", "post"),
      (await api(page, at + "/automation", { seat: 0, forced: true })).body,
      "automation",
    );
    fits(body(described + "/chat", "post"), (await api(page, at + "/chat", { text: "Hello" })).body, "chat");
    const { view } = (await api(page, at + "/state")).body,
      company = view.decision.company;
    fits(body(described + "/why"), (await api(page, `${at}/why?cell=${view.board[0].cell}`)).body, "why");
    if (view.decision.step === "run") {
      const best = (await api(page, `${at}/routes/${company}`)).body,
        claims = best.move.routes;
      fits(body(described + "/routes/{company}"), best, "best routes");
      assert.ok(best.stops.length > 1, "there is something to run to");
      fits(
        body(described + "/routes/{company}/evaluate", "post"),
        (await api(page, `${at}/routes/${company}/evaluate`, { routes: claims })).body,
        "evaluated",
      );
      fits(
        body(described + "/routes/{company}/complete", "post"),
        (
          await api(page, `${at}/routes/${company}/complete`, {
            card: best.trains[0].card,
            stops: best.stops.slice(0, 2).map(({ cell, stop }) => ({ cell, stop })),
          })
        ).body,
        "completed",
      );
      fits(
        body(described + "/drawing", "post"),
        (await api(page, at + "/drawing", { company, routes: claims })).body,
        "drawing",
      );
    }
    await page.context().close();
  });
