// Every text exists in every language:
// what the pages ask for, what the engine can say, what the titles refuse.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url)),
  root = join(web, "..");
const LANGUAGES = ["en", "cs", "ru", "de"];
const read = (...path) => readFileSync(join(...path), "utf8");
const texts = Object.fromEntries(LANGUAGES.map((l) => [l, JSON.parse(read(web, "lang", l + ".json"))]));
const sources = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile() && f.name.endsWith(".rs") && !/tests/.test(f.parentPath))
    .map((f) => read(f.parentPath, f.name))
    .join("\n");
const titles = sources(join(root, "crates/titles/src")),
  engine = sources(join(root, "crates/engine/src"));
const holes = (text) =>
  [...String(typeof text === "string" ? text : Object.values(text).join(" ")).matchAll(/\{(\w+)\}/g)].map(
    (m) => m[1],
  );

const missing = (keys) => keys.filter((k) => !(k in texts.en));

test("all languages have the same keys", () => {
  const keys = Object.keys(texts.en).sort();
  for (const l of LANGUAGES) assert.deepEqual(Object.keys(texts[l]).sort(), keys, l);
});

test("no text is empty and none names a value that the English text does not have", () => {
  for (const [key, english] of Object.entries(texts.en))
    for (const l of LANGUAGES) {
      const text = texts[l][key];
      assert.ok(text && (typeof text === "object" || text.trim()), `${l}: ${key} is empty`);
      for (const hole of holes(text)) assert.ok(holes(english).includes(hole), `${l}: ${key} has {${hole}}`);
      for (const hole of new Set(holes(english)))
        assert.ok(holes(text).includes(hole), `${l}: ${key} lacks {${hole}}`);
    }
});

const forms = {
  en: ["one", "other"],
  de: ["one", "other"],
  cs: ["few", "many", "one", "other"],
  ru: ["few", "many", "one", "other"],
};

test("plural forms are those of the language, chosen by a value of the text", () => {
  for (const l of LANGUAGES)
    for (const [key, text] of Object.entries(texts[l])) {
      if (typeof text === "string") continue;
      const { by = "n", ...own } = text;
      assert.deepEqual(Object.keys(own).sort(), forms[l], `${l}: ${key}`);
      assert.ok(holes(own.other).includes(by), `${l}: ${key} has no {${by}}`);
      // In Russian `one` is also 21.
      if (l === "ru") assert.ok(holes(own.one).includes(by), `${l}: ${key} has no {${by}} in its form for 1`);
    }
});

test("a text that counts things has all plural forms of its language", () => {
  // Values that count; what follows them is counted, unless it only joins.
  const counts = "n|limit|total|have|missed|cities|max|seats|scrapped|shares|count";
  const joins = /^(of|to|or|and|at|in|z|ze|až|a|nebo|do|из|до|и|или|от|von|bis|und|oder|kB|кБ)$/;
  const things =
    "(?:(?:free|more|new|large|small) )?(?:players|moves|shares|stations|trains|tiles|seats|rounds|companies|cards|" +
    "certificates|stops|halts|cities|towns|runs|rules|games|offers|bots|days|hours|minutes|points|credits)";
  // "{least}–{most} players" and "{min} to {max} characters" are always several; "left" and "can" are not counted.
  const plain = [
    "left-n",
    "lift-here",
    "players-range",
    "said:a password has {least} to {most} characters",
    "said:{seats} players; {min} to {max} play (IOW-SETUP-1)",
    "said:{variant} takes {min} to {max} players, not {seats} (CZ-SETUP-1)",
  ];
  const bare = [];
  for (const l of LANGUAGES)
    for (const [key, text] of Object.entries(texts[l])) {
      if (typeof text !== "string" || plain.includes(key)) continue;
      const after = [...text.matchAll(new RegExp(`\\{(?:${counts})\\} (\\p{L}+)`, "gu"))].map((m) => m[1]);
      const thing = new RegExp(`\\{\\w+\\} ${things}\\b`).test(text);
      const verb = /(?<!\p{L})(zbývá|zbývají|осталось|осталась|остался) \{/u.test(text);
      if (after.some((word) => !joins.test(word)) || verb || (l === "en" && thing))
        bare.push(`${l}: ${key}: ${text}`);
    }
  assert.deepEqual(bare, []);
});

test("words that the glossary does not use do not occur", () => {
  const chapter = read(web, "lang", "GLOSSARY.md").split("## Words that are not used")[1];
  const cells = (row) => row.split("|").map((cell) => cell.trim());
  const quoted = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map((m) => m[1]);
  const form = (words, star) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("\\*", star);
  const word = (words) => new RegExp(`(?<![\\p{L}\\p{N}])${form(words, "[^ ]*")}(?![\\p{L}\\p{N}])`, "giu");
  const rows = chapter.split("\n").filter((row) => /^\| (en|cs|ru|de) \|/.test(row));
  assert.ok(rows.length > 90, `${rows.length} rows`);
  const found = [];
  for (const row of rows) {
    const [, l, not, write, may] = cells(row);
    const allowed = quoted(may).map(word),
      exempt = quoted(may).map((key) => new RegExp(`^${form(key, ".*")}$`));
    for (const [key, text] of Object.entries(texts[l])) {
      if (exempt.some((e) => e.test(key))) continue;
      const told = Object.values(typeof text === "string" ? { text } : { ...text, by: "" })
        .map((x) => allowed.reduce((left, phrase) => left.replace(phrase, "·"), x))
        .join(" / ");
      for (const words of quoted(not))
        if (word(words).test(words.includes("{") ? told : told.replace(/\{\w+\}/g, "{}")))
          found.push(`${l}: ${key} says "${words}", write ${write}: ${told}`);
    }
  }
  assert.deepEqual(found, []);
});

test("quotation marks, dashes and dots are those of the language", () => {
  const marks = { en: /["„«»]| …/, cs: /["«»”]| …| - /, ru: /["„“”]| …| - /, de: /["«»”]|[^ ]…| - / };
  const wrong = LANGUAGES.flatMap((l) =>
    Object.entries(texts[l]).flatMap(([key, text]) =>
      Object.values(typeof text === "string" ? { text } : text)
        .filter((x) => marks[l].test(x) || /\u00a0| {2}|^ | $/.test(x))
        .map((x) => `${l}: ${key}: ${x}`),
    ),
  );
  assert.deepEqual(wrong, []);
});

test("whatever Gulliver finds or draws has its words", () => {
  const source = ["gulliver", "opening"]
      .map((f) => read(root, `crates/titles/src/g18lilliput/${f}.rs`))
      .join("\n"),
    literals = (before) =>
      [
        ...source.matchAll(new RegExp(`${before}\\(?\\s*(?:format!\\(\\s*)?"((?:[^"\\\\]|\\\\.)*)"`, "g")),
      ].map((m) => m[1]);
  const found = [...literals("found ="), ...literals("note\\((?:step|buys|founds|\\([^)]*\\)),")];
  assert.ok(found.length >= 12, `${found}`);
  const known = Object.keys(texts.en)
    .filter((k) => k.startsWith("found:"))
    .map((k) => k.slice(6).replace(/\{\w+\}/g, "{}"));
  // Reasons and the name of a leg are put in as they are.
  const shapes = found
    .flatMap((x) =>
      x.includes("{why}")
        ? ["qualifies", "does not qualify"].map((y) => x.replace("{why}", `the home tile ${y}`))
        : [x],
    )
    .map((x) => x.replace(/^\{name\} from \{\}$/, "{} side {} from {}").replace(/\{\w*\}/g, "{}"));
  assert.deepEqual(
    shapes.filter((x) => !known.includes(x)),
    [],
  );
  const drawn = [...literals("draw\\(&?"), "vaclav-company"].map((x) =>
    x.replace(/^(?:\{[^}]*\}|[A-E]) /, "").replace(/ /g, "-"),
  );
  assert.ok(drawn.length >= 14, `${drawn}`);
  assert.deepEqual(missing([...new Set(drawn)].map((x) => "drawn-" + x)), []);
});

test("translations are translations", () => {
  for (const l of ["cs", "ru", "de"]) {
    const same = Object.keys(texts.en).filter(
      (k) => typeof texts.en[k] === "string" && texts.en[k].length > 24 && texts.en[k] === texts[l][k],
    );
    assert.deepEqual(same, [], l);
  }
});

test("every text that a page names exists", () => {
  const scripts = readdirSync(join(web, "js"))
      .map((f) => read(web, "js", f))
      .join("\n"),
    pages = readdirSync(join(web, "pages"))
      .filter((f) => f.endsWith(".html"))
      .map((f) => read(web, "pages", f))
      .join("\n");
  const keys = [...scripts.matchAll(/\b(?:t|rich|press|link|button)\(\s*"([a-z][\w-]*[a-z0-9])"/g)]
    .map((m) => m[1])
    .concat([...pages.matchAll(/data-t(?:-label)?="([^"]+)"/g)].map((m) => m[1]));
  assert.ok(keys.length > 200);
  assert.deepEqual(missing([...new Set(keys)]), []);
});

test("every event of the engine has a sentence", () => {
  const body = engine.slice(engine.indexOf("pub enum Event {"));
  const names = [...body.slice(0, body.indexOf("\n}\n")).matchAll(/^    ([A-Z]\w+) \{/gm)].map((m) =>
    m[1].replace(/(?<!^)[A-Z]/g, (c) => "_" + c).toLowerCase(),
  );
  assert.ok(names.length > 40, "events found");
  const script = read(web, "js/events.js");
  for (const name of names) assert.ok(new RegExp(`^  ${name}:`, "m").test(script), `${name} has no sentence`);
  const told = names.filter((n) => !["turn_began", "status_changed"].includes(n));
  assert.deepEqual(
    told.filter(
      (n) =>
        !Object.keys(texts.en).some(
          (k) =>
            k === "event-" + n ||
            k.startsWith(`event-${n}-`) ||
            (n === "director_changed" && k === "event-director_lost"),
        ),
    ),
    [],
  );
});

test("every refusal of the titles and of the engine has a sentence", () => {
  // A rule and, beside it, the key of a sentence.
  const own = [
      ...titles.matchAll(/"[A-Z][A-Z0-9]*-[A-Z]+-\d+",\s*"([a-z][a-z0-9-]+)"/g),
      ...titles.matchAll(/Refusal::new\(\s*[^,]+,\s*"([a-z][a-z0-9-]+)"/g),
    ],
    shared = [...read(root, "crates/engine/src/checks/forbidden.rs").matchAll(/=>\s*\{?\s*"([a-z-]+)"/g)];
  assert.ok(own.length > 80 && shared.length > 40, "refusals found");
  const keys = [...own, ...shared].map((m) => m[1]);
  assert.deepEqual(missing([...new Set(keys)].map((k) => "refusal-" + k)), []);
});

test("every part of a bot's reason has its word", () => {
  const seats = read(root, "crates/bots/src/seats.rs"),
    parts = seats.match(/enum Part \{([^}]*)\}/)[1].match(/^ +\w+,$/gm),
    words = [...seats.matchAll(/Part::\w+ => "(\w+)"/g)].map((m) => m[1]);
  assert.equal(words.length, parts.length, "parts found");
  assert.deepEqual(missing(words.map((word) => "part-" + word)), []);
});

test("every reason of a bot has its sentence", () => {
  const keys = ["reason", "choose"].flatMap((f) =>
    [...read(root, `crates/bots/src/${f}.rs`).matchAll(/"(bot-[a-z-]+)"/g)].map((m) => m[1]),
  );
  assert.ok(keys.length > 25, "reasons found");
  assert.deepEqual(missing([...new Set(keys)]), []);
});

test("every step that can be decided has a name and a reason", () => {
  const steps = [
    "offer",
    "city",
    "lift",
    "taken",
    "excess",
    "home",
    "track",
    "station",
    "run",
    "dividend",
    "acquire",
    "trains",
    "papers",
    "draft",
    "auction",
    "westbahn",
    "stock",
    "lot",
    "surplus",
    "limit",
    "depot",
    "favour",
    "card",
    "treasury",
    "extras",
  ];
  for (const step of steps) assert.ok(titles.includes(`"${step}"`), `${step} is a step of some title`);
  assert.deepEqual(missing(steps.flatMap((s) => ["step-" + s, "why-" + s])), []);
});

test("every character of 18Lilliput has its text", () => {
  const sheet = JSON.parse(read(root, "crates/titles/data/18lilliput.json"));
  assert.deepEqual(missing(sheet.own.characters.flatMap((c) => [`slot-${c.id}`, `slot-${c.id}-why`])), []);
});

test("everything that a lot can bring has a sentence", () => {
  const keys = [...titles.matchAll(/Brings::new\(\s*"([a-z-]+)"/g)].map((m) => m[1]);
  assert.ok(keys.length > 15, "sentences found");
  assert.deepEqual(missing([...new Set(keys)].map((k) => "brings-" + k)), []);
});

test("every page fetches all its modules at once, and styles that exist", () => {
  for (const page of ["game", "index", "title", "print", "routes", "404"]) {
    const html = read(web, "pages", page + ".html"),
      root = /type="module" src="\/js\/(\w+\.js)"/.exec(html)[1];
    const needed = new Set(),
      visit = (file) => {
        for (const [, next] of read(web, "js", file).matchAll(/from "\.\/(\w+\.js)";/g))
          if (!needed.has(next)) {
            needed.add(next);
            visit(next);
          }
      };
    visit(root);
    needed.delete(root);
    assert.deepEqual(
      [...html.matchAll(/rel="modulepreload" href="\/js\/(\w+\.js)"/g)].map((m) => m[1]).sort(),
      [...needed].sort(),
      page,
    );
    for (const [, sheet] of html.matchAll(/href="\/(css\/\w+\.css)"/g)) assert.ok(read(web, sheet), sheet);
  }
});

test("every sentence with which the server refuses a person is translated", () => {
  const server = sources(join(root, "crates/server/src"));
  const shape = (text) => text.replace(/\{[^}]*\}/g, "{}");
  const known = new Set(
    Object.keys(texts.en)
      .filter((k) => k.startsWith("said:"))
      .map((k) => shape(k.slice(5))),
  );
  // Only programs can be told these: the page never asks for such things.
  const programs = [
    "a key has 1 to 64 bytes and no control characters",
    "a seat is a bot, a name or open",
    "an id has letters, digits and dashes",
    "at most {} moves at once",
    "extra data is not JSON: {}",
    "format is signalbox or public",
    "list is open, running, finished, mine or offered",
    "no such title",
    "no such variant",
    "not routes",
    "options are not what they should be: {}",
    "requests of other sites are refused",
    "taken",
    "the key was used for something else",
    "theme is light, dark, auto or page",
    "too many tokens; revoke one",
    "which cell?",
    "which tile?",
  ];
  const common = [
    ...read(root, "crates/server/src/fault.rs").matchAll(/^ {16}"([a-z][a-z, ]* [a-z ]+)"\.into\(\),$/gm),
  ].map((m) => m[1]);
  assert.ok(common.length > 4, `${common}`);
  assert.deepEqual(
    common.filter((x) => !known.has(x)),
    [],
  );
  const fault = "Fault::(?:bad|conflict|Conflict|Forbidden|TooMany|BadRequest)|\\bconflict|\\bbad";
  const quoted = '"((?:[^"\\\\]|\\\\.)*)"';
  const said = [
    ...server.matchAll(new RegExp(`(?:${fault})\\(\\s*(?:\\d+,\\s*)?(?:format!\\(\\s*)?${quoted}`, "g")),
  ].map((m) => shape(m[1]));
  assert.ok(said.length > 50, `${said.length} sentences`);
  assert.deepEqual(
    [...new Set(said)].filter((x) => !known.has(x) && !programs.includes(x)),
    [],
  );
});

test("every fault of a position that is set up is translated, and found among the others", () => {
  const list = /SENTENCES[^=]*= \[([\s\S]*?)\n\];/.exec(read(root, "crates/engine/src/arrange/fault.rs"))[1];
  const sentences = [...list.matchAll(/\("[\w-]+", "([^"]+)"\)/g)].map((m) => m[1]);
  assert.ok(sentences.length > 40, `${sentences.length} sentences`);
  const rounds = ["round", "operating round", "stock round"];
  const all = sentences.flatMap((x) =>
    x.includes("{round}") ? rounds.map((r) => x.replace("{round}", r)) : [x],
  );
  // The page takes the first form that fits: it must be the sentence's own, whatever its values are called.
  const shape = (text) => text.replace(/\{\w+\}/g, "{}");
  const forms = Object.keys(texts.en)
    .filter((k) => k.startsWith("said:"))
    .map((k) => k.slice(5))
    .map((k) => [
      shape(k),
      new RegExp(`^${k.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".*?")}$`),
    ]);
  const told = all.map((x) => forms.find(([, form]) => form.test(x.replace(/\{\w+\}/g, "7")))?.[0]);
  assert.deepEqual(told, all.map(shape));
});

test("every fault of a landscape is translated, and every tile of landscapes can be laid", () => {
  const known = Object.keys(texts.en)
    .filter((k) => k.startsWith("said:"))
    .map(
      (k) =>
        new RegExp(
          "^" +
            k
              .slice(5)
              .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
              .replace(/\{\w+\}/g, ".*?") +
            "$",
        ),
    );
  const faults = [
    ...read(root, "crates/titles/src/g18lilliput/landscape.rs").matchAll(
      /(look|list)\.fault(?:_of_all)?\(\s*&?(?:format!\(\s*)?"((?:[^"\\]|\\.)*)"/g,
    ),
  ].map(
    (m) =>
      (m[1] === "look" ? "0: " : "") +
      m[2].replace("x + y is {}", "x + y is odd, cities only").replace(/\{\w*\}/g, "7"),
  );
  assert.ok(faults.length > 6);
  assert.deepEqual(
    faults.filter((f) => !known.some((k) => k.test(f))),
    [],
  );
  const sheet = JSON.parse(read(root, "crates/titles/data/18lilliput.json"));
  const tiles = JSON.stringify(sheet)
    .match(/"S-[A-Z0-9-]+"/g)
    .map((x) => x.slice(1, -1))
    .filter((x) => !/TUNNEL/.test(x));
  const list = /LAND = \[([^\]]*)\]/.exec(read(web, "js/landscape.js"))[1];
  const laid = list.match(/[\w-]+/g);
  assert.deepEqual([...laid].sort(), [...new Set(tiles)].sort());
  assert.deepEqual(missing(laid.map((x) => "land-" + x)), []);
});
