// @ts-check
// What a new game is made of: title, variant, players, bots, and every option.
import { Fault, address, get, post } from "./api.js";
import { $, debounce, h, put } from "./dom.js";
import { landscape, ofLand } from "./landscape.js";
import { ownSheet } from "./own.js";
import { has, said as told, t, variantName } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Entry } from "./landscape.js"
 * @import { Own } from "./own.js"
 * @import { OptionDef, Pace, Setting, Sheet, Title, Titles, TrainKind, Variant } from "./types.d.ts"
 */
/** @typedef {Record<string, Setting>} Options */
/**
 * What somebody wishes to play. `known` are all titles and levels of bots; `box` is where it is set.
 * @typedef {{known: Titles, box: string, title: string, variant: string, players: number, bots: number,
 *   level: string, levels: string[], character: string, preset: string, options: Options, cards: string[], seed: string,
 *   name: string, listed: boolean, pause: number, names: string[], land: Entry[]|null, own: Own|null,
 *   faults: string[], pace: Pace|null}} Wish
 */

/** The first title as it is usually played. @param {Titles} known @param {string} box @returns {Wish} */
export const wish = (known, box) => ({
  known,
  box,
  title: known.titles[0].id,
  variant: "standard",
  players: 3,
  bots: 0,
  level: "standard",
  levels: [],
  character: "plain",
  preset: "",
  options: {},
  cards: [],
  seed: "",
  name: "",
  listed: false,
  pause: 500,
  names: [],
  land: null,
  own: null,
  faults: [],
  pace: null,
});

/** @param {Wish} w @returns {Title} */
export const titleOf = ({ known, title }) => known.titles.find((x) => x.id === title) || known.titles[0];

/** @param {Wish} w @returns {Variant} */
export const variantOf = (w) => titleOf(w).variants.find((v) => v.id === w.variant) || titleOf(w).variants[0];

/** The name of a title without its subtitle. @param {Titles} known @param {string} id */
export const shortName = (known, id) => (known.titles.find((x) => x.id === id)?.name || id).split(":")[0];

/** Levels worth offering: chance alone only where there is nothing else. @param {Titles} known */
export const offered = ({ levels }) => (levels.length > 1 ? levels.filter((l) => l !== "random") : levels);

/** What a value of an option is called. @param {string} option @param {Setting} value */
export function said(option, value) {
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  const key = [`word-${option}-${value}`, "word-" + value].find(has);
  return key ? t(key) : value;
}

/** Everything fits the variant: players, bots, preset, options. @param {Wish} w */
export function fit(w) {
  const variant = variantOf(w),
    presets = titleOf(w).presets;
  w.variant = variant.id;
  w.players = Math.min(Math.max(w.players, variant.min_players), variant.max_players);
  if (!presets.includes(w.preset)) w.preset = presets[0];
  w.options = Object.fromEntries(
    Object.entries(w.options).filter(([id, value]) =>
      variant.options.some((o) => o.id === id && value !== o.presets[presets.indexOf(w.preset)]),
    ),
  );
  if (w.level !== "mixed" && !w.known.levels.includes(w.level))
    w.level = w.known.levels.includes("standard") ? "standard" : offered(w.known)[0];
}

/** Level of the i-th bot. @param {Wish} w @param {number} i */
export const levelOf = (w, i) => (w.level === "mixed" ? w.levels[i] || "standard" : w.level);

/** The i-th bot, as the server knows it: level and character. @param {Wish} w @param {number} i */
export function botOf(w, i) {
  const all = w.known.characters,
    own = w.character === "each" ? all[i % all.length] : w.character,
    level = levelOf(w, i);
  return all.includes(own) && level !== "random" ? `${level}-${own}` : level;
}

/** The part of the request that does not name seats. @param {Wish} w */
export const settings = (w) => ({
  title: w.title,
  variant: w.variant,
  preset: w.preset,
  options: w.options,
  name: w.name,
  listed: w.listed,
  bot_pause: w.pause,
  ...(w.pace ? { pace: w.pace } : {}),
  ...(w.seed && w.box !== "friends" ? { seed: w.seed } : {}),
  ...(w.options.locomotive_order === "chosen"
    ? { extra: { locomotives: w.cards } }
    : w.land
      ? { extra: w.land }
      : {}),
  ...(w.own ? { data: w.own.data } : {}),
});

/**
 * A row of buttons of which one is on.
 * @template {string|number|boolean} V
 * @param {string} id @param {string} label @param {{value: V, text: string}[]} options @param {V} value
 * @param {(value: V) => void} act
 */
export const segments = (id, label, options, value, act) =>
  h(
    "fieldset",
    { class: "field" },
    h("legend", null, label),
    h(
      "div",
      { class: "seg" },
      options.map((o) =>
        h(
          "label",
          { class: o.value === value ? "on" : "" },
          h("input", {
            type: "radio",
            name: id,
            id: `${id}-${o.value}`,
            class: "sr",
            checked: o.value === value,
            on: { change: () => act(o.value) },
          }),
          o.text,
        ),
      ),
    ),
  );

/**
 * A list of which one is chosen.
 * @param {string} id @param {string} label @param {{value: string, text: string}[]} options
 * @param {string} value @param {(value: string) => void} act
 */
export const select = (id, label, options, value, act) =>
  h(
    "label",
    { class: "field", for: id },
    label,
    h(
      "select",
      { id, class: "sel", on: { change: (e) => act(e.target.value) } },
      options.map((o) => h("option", { value: o.value, selected: o.value === value }, o.text)),
    ),
  );

/** @param {number} from @param {number} to */
const numbers = (from, to) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => ({ value: from + i, text: String(from + i) }));

/** Title and variant. @param {Wish} w @param {() => void} draw */
export function which(w, draw) {
  fit(w);
  const title = titleOf(w);
  return [
    segments(
      w.box + "-title",
      t("title"),
      w.known.titles.map((x) => ({ value: x.id, text: shortName(w.known, x.id) })),
      w.title,
      (v) => {
        w.title = v;
        w.variant = "";
        w.options = {};
        w.land = null;
        w.own = null;
        w.faults = [];
        draw();
      },
    ),
    title.variants.length > 1 &&
      select(
        w.box + "-variant",
        t("variant"),
        title.variants.map((v) => ({ value: v.id, text: variantName(title.id, v.id) })),
        w.variant,
        (v) => {
          w.variant = v;
          w.faults = [];
          draw();
        },
      ),
  ];
}

/** Number of players. @param {Wish} w @param {() => void} draw */
export const howMany = (w, draw) =>
  segments(
    w.box + "-players",
    t("players"),
    numbers(variantOf(w).min_players, variantOf(w).max_players),
    w.players,
    (v) => {
      w.players = v;
      draw();
    },
  );

/** Number of bots. @param {Wish} w @param {number} most @param {() => void} draw */
export function howManyBots(w, most, draw) {
  w.bots = Math.min(w.bots, most);
  return (
    most > 0 &&
    segments(w.box + "-bots", t("bots"), numbers(0, most), w.bots, (v) => {
      w.bots = v;
      draw();
    })
  );
}

/** How well each bot plays. @param {Wish} w @param {number} count @param {() => void} draw */
export function howWell(w, count, draw) {
  const texts = offered(w.known).map((l) => ({ value: l, text: t("level-" + l) }));
  return (
    count > 0 && [
      segments(
        w.box + "-level",
        t("level"),
        count > 1 ? [...texts, { value: "mixed", text: t("level-mixed") }] : texts,
        count > 1 ? w.level : levelOf(w, 0),
        (v) => {
          w.level = v;
          draw();
        },
      ),
      count > 1 &&
        w.level === "mixed" &&
        h(
          "div",
          { class: "mixed" },
          Array.from({ length: count }, (_, i) =>
            select(`${w.box}-bot-${i}`, t("bot-n", { n: i + 1 }), texts, levelOf(w, i), (v) => {
              w.levels[i] = v;
            }),
          ),
        ),
      w.known.characters.length > 0 &&
        select(
          w.box + "-character",
          t("style"),
          ["plain", ...w.known.characters, ...(count > 1 ? ["each"] : [])].map((value) => ({
            value,
            text: t("style-" + value),
          })),
          w.character === "each" && count < 2 ? "plain" : w.character,
          (v) => {
            w.character = v;
          },
        ),
    ]
  );
}

/** Opens the options; the line says what is set. @param {Wish} w @param {() => void} draw */
export function optionsButton(w, draw) {
  const n = Object.keys(w.options).length;
  return h(
    "button",
    {
      class: "btn quiet optbtn",
      type: "button",
      id: w.box + "-options",
      "aria-haspopup": "dialog",
      on: { click: () => openOptions(w, draw) },
    },
    h("span", null, t("options")),
    h(
      "small",
      null,
      titleOf(w).presets.length > 1 && t("preset-" + w.preset),
      n > 0 && [titleOf(w).presets.length > 1 && " · ", t("changed-n", { n })],
    ),
    h("i", { "aria-hidden": "true" }, "›"),
  );
}

/** A fault of the server with the names that the page uses. @param {string} title @param {string} text */
const inWords = (title, text) =>
  told(text, (id) => ruleOf(title, id)).map((part) =>
    typeof part === "string"
      ? part.replace(/\b[a-z]\w+\b/g, (word) => (has("option-" + word) ? `“${t("option-" + word)}”` : word))
      : part,
  );

/** @param {string} title @param {string} id */
export const ruleOf = (title, id) =>
  h("a", { class: "rule", href: `/title/${title}#rule-${id}`, target: "_blank" }, id);

/** Whether a fault names the option or its rule. @param {OptionDef} o @param {string} fault */
const about = (o, fault) => new RegExp(`\\b(${o.id}|${o.rule})\\b`).test(fault);

/** @param {Wish} w @param {() => void} draw */
export function openOptions(w, draw) {
  const box =
    $("#drawer") ||
    document.body.appendChild(h("dialog", { id: "drawer", class: "drawer", "aria-labelledby": "drawer-h" }));
  const title = titleOf(w),
    variant = variantOf(w);
  /** @type {(TrainKind & {of?: string})[]} */ let cards = [];
  const printed = () => ({
    variant: w.variant,
    players: w.players,
    options: JSON.stringify(
      w.options.locomotive_order === "chosen" ? { ...w.options, locomotive_order: "sorted" } : w.options,
    ),
    extra: w.land && JSON.stringify(w.land),
  });
  // The server knows what goes together; its answer is shown where the options stand.
  let asked = 0;
  const check = debounce(async () => {
    const mine = ++asked;
    const shown = () => JSON.stringify([w.faults, w.options.locomotive_order === "chosen" && cards.length]),
      before = shown();
    try {
      // Only of a chosen set all cards are printed.
      // Other sheets hold the trains of the box or a drawn selection.
      const all = w.options.locomotives && w.options.locomotive_order === "chosen";
      const path = `/api/titles/${w.title}/sheet`;
      /** @type {Sheet} */ const sheet = w.own
        ? await post(address(path, printed()), { data: w.own.data })
        : await get(path, printed());
      if (mine !== asked) return;
      cards = all ? sheet.trains.filter((k) => k.count > 0 || k.unlimited) : [];
      for (const k of cards) k.of = sheet.phases[k.phase]?.name;
      w.faults = [];
    } catch (e) {
      if (mine !== asked) return;
      if (e instanceof Fault) w.faults = e.faults.length ? e.faults : [e.message];
    }
    // A list that is open just now stays open.
    if (before === shown()) return;
    // Who is writing a list is not disturbed.
    const writes = document.activeElement;
    if (writes instanceof HTMLTextAreaElement) writes.addEventListener("blur", show, { once: true });
    else show();
  }, 150);
  const set = (/** @type {() => void} */ act) => {
    act();
    fit(w);
    show();
    check();
  };
  const value = (/** @type {OptionDef} */ o) => w.options[o.id] ?? o.presets[title.presets.indexOf(w.preset)];

  /** @param {OptionDef} o */
  const row = (o) => {
    const changed = o.id in w.options,
      faults = w.faults.filter((f) => about(o, f)),
      id = "opt-" + o.id;
    const why = h("small", { id: id + "-why" }, t(`option-${o.id}-why`), " ", ruleOf(w.title, o.rule));
    const fault = faults.map((f) => h("em", { class: "bad", role: "alert" }, inWords(w.title, f)));
    if (!o.words.length)
      return h(
        "div",
        { class: "oprow" + (changed ? " changed" : "") },
        h("input", {
          type: "checkbox",
          id,
          checked: value(o) === true,
          "aria-describedby": id + "-why",
          "aria-invalid": faults.length ? "true" : null,
          on: { change: (e) => set(() => (w.options[o.id] = e.target.checked)) },
        }),
        h("div", null, h("label", { for: id }, t("option-" + o.id)), why, fault),
      );
    return h(
      "div",
      { class: "oprow words" + (changed ? " changed" : "") },
      h(
        "div",
        null,
        o.words.length > 1
          ? select(
              id,
              t("option-" + o.id),
              o.words.map((word) => ({ value: word, text: said(o.id, word) })),
              String(value(o)),
              (v) => set(() => (w.options[o.id] = v)),
            )
          : [h("b", null, t("option-" + o.id)), ": ", said(o.id, value(o))],
        why,
        fault,
        o.id === "locomotive_order" && value(o) === "chosen" && chosen(),
        o.id === "scenario" && landscape(w, printed, set),
      ),
    );
  };
  const chosen = () => {
    if (!w.cards.length) w.cards = cards.map((k) => k.name);
    return h(
      "div",
      { class: "locos" },
      cards.map((k) =>
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            id: "loco-" + k.name,
            checked: w.cards.includes(k.name),
            on: {
              change: (e) => {
                w.cards = e.target.checked ? [...w.cards, k.name] : w.cards.filter((c) => c !== k.name);
              },
            },
          }),
          h(
            "span",
            null,
            h("b", null, k.of),
            " ",
            k.name,
            " ",
            h("small", null, k.faces[0]?.name !== k.name && k.faces[0]?.name, " ", k.faces[0]?.price),
          ),
        ),
      ),
    );
  };
  const field = (
    /** @type {string} */ id,
    /** @type {string} */ label,
    /** @type {"seed"|"name"} */ what,
    /** @type {object} */ extra,
  ) =>
    h(
      "label",
      { class: "field", for: id },
      label,
      h("input", {
        id,
        class: "sel",
        value: w[what],
        on: { input: (e) => (w[what] = e.target.value.trim()) },
        ...extra,
      }),
    );

  function show() {
    const focus = document.activeElement?.id,
      top = $(".drawbody", box)?.scrollTop || 0;
    const loose = w.faults.filter((f) => !ofLand(f) && !variant.options.some((o) => about(o, f)));
    put(
      box,
      h(
        "header",
        { role: "none" },
        h(
          "h2",
          { id: "drawer-h" },
          t("options"),
          " · ",
          shortName(w.known, w.title),
          title.variants.length > 1 && ", " + variantName(w.title, w.variant),
        ),
        h(
          "button",
          {
            class: "btn quiet ic",
            type: "button",
            "aria-label": t("close"),
            on: { click: () => box.close() },
          },
          "✕",
        ),
      ),
      h(
        "div",
        { class: "drawbody setup", tabindex: "0", role: "region", "aria-labelledby": "drawer-h" },
        loose.map((f) => h("p", { class: "bad", role: "alert" }, inWords(w.title, f))),
        !w.land &&
          !w.own &&
          h("img", {
            class: "preview-map",
            alt: t("map"),
            src: address(`/api/titles/${w.title}/map.svg`, { ...printed(), theme: "auto" }),
            on: { error: (e) => e.target.remove() },
          }),
        title.presets.length > 1 && [
          segments(
            "preset",
            t("preset"),
            title.presets.map((p) => ({ value: p, text: t("preset-" + p) })),
            w.preset,
            (v) =>
              set(() => {
                w.preset = v;
                w.options = {};
              }),
          ),
          h("p", { class: "muted" }, t(`preset-${w.preset}-why`)),
        ],
        h("div", { class: "oprows" }, variant.options.map(row)),
        h(
          "div",
          { class: "fields" },
          segments(
            "pause",
            t("pace"),
            [0, 500, 1500].map((p) => ({ value: p, text: t("pace-" + p) })),
            w.pause,
            (v) => {
              w.pause = v;
              show();
            },
          ),
          field("game-name", t("game-name"), "name", { maxlength: 60 }),
          w.box !== "friends" &&
            field("seed", t("seed"), "seed", {
              inputmode: "numeric",
              pattern: "[0-9]*",
              maxlength: 20,
              placeholder: t("seed-random"),
            }),
        ),
        w.box !== "friends" && h("p", { class: "muted" }, t("seed-why")),
        ownSheet(w, set),
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            id: "listed",
            checked: w.listed,
            on: { change: (e) => (w.listed = e.target.checked) },
          }),
          h("span", null, t(w.box === "friends" ? "list-publicly" : "list-watch")),
        ),
      ),
      h(
        "div",
        { class: "act drawact" },
        h(
          "button",
          { class: "btn primary", type: "button", id: "options-done", on: { click: () => box.close() } },
          t("done"),
        ),
        h(
          "button",
          {
            class: "btn quiet",
            type: "button",
            disabled: !Object.keys(w.options).length,
            on: { click: () => set(() => (w.options = {})) },
          },
          t("reset"),
        ),
      ),
    );
    $(".drawbody", box).scrollTop = top;
    if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  }
  show();
  box.onclose = () => {
    draw();
    document.getElementById(w.box + "-options")?.focus();
  };
  if (!box.open) box.showModal();
  check();
}
