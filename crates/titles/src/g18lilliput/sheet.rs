//! The printed game, from the data sheet: built in, or an owner's corrected one.

use super::landscape;
use super::old_sheet;
use super::options::Options;
use super::printed::{Ability, ActionCard, Character, Charter, PhaseFacts, Printed, Side};
use super::tiles::Cards;
use board::TileId;
use engine::sheet::{Faults, Look, Wanted, is_older, patched, read as read_sheet};
use engine::{Course, ProcessBox, SetupError, Sheet};
use serde_json::Value as Json;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// The data sheet that comes with the program.
pub const DATA: &str = include_str!("../../data/18lilliput.json");

const OWN: &[&str] = &[
    "director_limit",
    "copy_card_value",
    "founding",
    "action_cards",
    "characters",
    "scenarios",
    "totals",
    "express",
];

/// The built-in sheet as JSON.
pub fn built_in() -> &'static Json {
    static SHEET: OnceLock<Json> = OnceLock::new();
    SHEET.get_or_init(|| serde_json::from_str(DATA).expect("the built-in sheet is JSON"))
}

/// A sheet in the form of today.
pub fn in_form(data: &Json) -> Cow<'_, Json> {
    if is_older(data) {
        Cow::Owned(old_sheet::converted(data))
    } else {
        Cow::Borrowed(data)
    }
}

/// Where the tiles of a game lie before the draft.
#[derive(Clone, Copy, Debug)]
pub enum Landscape<'a> {
    /// Nothing but Mildendo.
    None,
    /// A scenario of the sheet, by its place in the list.
    Scenario(usize),
    /// The players' own, as data.
    Own(&'a Json),
}

/// Reads a sheet for a number of players and options; all faults at once.
pub fn printed(
    data: &Json,
    seats: u8,
    options: Options,
    land: Landscape,
) -> Result<Printed, SetupError> {
    let faults = Faults::default();
    let printed = read(&in_form(data), seats, options, land, &faults);
    faults.sound(printed)
}

/// Checks a sheet for all numbers of players and all variants that options let be played; all faults at once.
pub fn check(data: &Json, options: Options) -> Result<(), Vec<String>> {
    let faults = Faults::default();
    let data = in_form(data);
    let with = |allenbeck, laputa, brobdingnag| Options {
        allenbeck,
        laputa,
        brobdingnag,
        ..options
    };
    let plain = with(false, false, false);
    for seats in 1..=4 {
        for options in [
            plain,
            with(true, false, false),
            with(false, true, false),
            with(false, false, true),
        ] {
            read(&data, seats, options, Landscape::None, &faults);
        }
    }
    if options.variants_combine {
        for together in [
            with(true, true, false),
            with(true, false, true),
            with(false, true, true),
            with(true, true, true),
        ] {
            read(&data, 4, together, Landscape::None, &faults);
        }
    }
    let scenarios = data["own"]["scenarios"].as_array().map_or(0, Vec::len);
    for scenario in 0..scenarios {
        read(&data, 4, plain, Landscape::Scenario(scenario), &faults);
    }
    let list = faults.into_list();
    if list.is_empty() { Ok(()) } else { Err(list) }
}

// Players take turns here, not companies, and trains run by themselves.
fn course() -> Course {
    Course {
        steps: Vec::new(),
        sets: false,
        routes: false,
        automatic: Some("Gulliver"),
    }
}

fn patches(options: &Options) -> Vec<&'static str> {
    let brob = options.brobdingnag;
    [
        (brob, "brobdingnag"),
        (options.allenbeck, "allenbeck"),
        (options.laputa, "laputa"),
        (brob && options.allenbeck, "allenbeck_in_brobdingnag"),
        (brob && options.laputa, "laputa_in_brobdingnag"),
    ]
    .into_iter()
    .filter_map(|(on, patch)| on.then_some(patch))
    .collect()
}

fn read(data: &Json, seats: u8, options: Options, land: Landscape, faults: &Faults) -> Printed {
    let patched = patched(data, &patches(&options), faults);
    let look = Look::new(&patched, faults);
    let mut sheet = read_sheet(
        &look,
        &Wanted {
            title: "18lilliput",
            variant: "standard",
            players: seats.into(),
            course: course(),
            whole: data,
        },
    );
    if !sheet.map.is_unbounded() {
        look.key("grid").fault("an unbounded one is needed");
    }
    let own = look.key("own");
    own.only(OWN);
    let (cards, characters) = (
        own.key("action_cards").up_to(16),
        own.key("characters").up_to(8),
    );
    let names = |list: &[Look]| -> Vec<String> {
        let id = |e: &Look| e.key("id").text().to_owned();
        list.iter().map(id).collect()
    };
    let character_ids = names(&characters);
    sheet.slots = names(&cards);
    sheet.slots.extend(character_ids.iter().cloned());
    let wanted = match land {
        Landscape::None => None,
        Landscape::Own(json) => Some(Look::new(json, faults)),
        Landscape::Scenario(i) => own.key("scenarios").list().into_iter().nth(i).map(|s| {
            let what = format!("scenario {}", s.key("name").text());
            s.reconstructed(&mut sheet.reconstructed, &what);
            s.key("placements")
        }),
    };
    let tiles = std::mem::replace(&mut sheet.tiles, board::TileSet::new(board::Shape::Square));
    let mut box_of_tiles = Cards::read(&look, tiles, &character_ids);
    if options.city_variants() < 2 {
        box_of_tiles.check_totals(&own.key("totals"));
    }
    if !wanted
        .as_ref()
        .is_some_and(|list| box_of_tiles.mountains(list))
    {
        box_of_tiles.leave_out_tunnels();
    }
    let beside_mildendo = options.land_beside_mildendo;
    let landscape = wanted
        .as_ref()
        .map(|list| landscape::read(list, &box_of_tiles, beside_mildendo))
        .unwrap_or_default();
    let start = box_of_tiles.start().unwrap_or_else(|| {
        look.key("tiles").fault("no start tile");
        TileId(0)
    });
    let charters: Vec<Charter> = look
        .key("companies")
        .up_to(8)
        .iter()
        .map(|c| charter(c, &sheet))
        .collect();
    if let Some(list) = wanted.as_ref().filter(|_| beside_mildendo) {
        landscape::keep_homes(list, &box_of_tiles, &landscape, &charters, seats);
    }
    let mine = look.key("players").key(&seats.to_string()).key("own");
    mine.only(&["rounds", "action_cards", "copy_cards"]);
    let rounds = mine.key("rounds").number(1..=30) as u8;
    sheet.process = (1..=rounds)
        .map(|n| ProcessBox {
            label: format!("R{n}"),
            set: n,
            number: 1,
            value: i32::from(n),
            export: n < rounds,
        })
        .collect();
    let action_cards: Vec<ActionCard> = cards.iter().map(|c| action_card(c, seats)).collect();
    let used = action_cards.iter().filter(|c| c.in_use).count() as i64;
    if used != mine.key("action_cards").number(0..=100) {
        mine.key("action_cards")
            .fault(&format!("{used} cards are marked for {seats} players"));
    }
    if used < 2 * i64::from(seats) {
        own.key("action_cards")
            .fault(&format!("two cards for each of {seats} players are needed"));
    }
    if characters.len() < seats as usize {
        own.key("characters").fault("one for each player is needed");
    }
    let founding = own.key("founding");
    founding.only(&["cost", "treasury"]);
    let money = sheet.seats(seats.into()).copied();
    let (phases, deck) = (phase_facts(&sheet), deck(&look, &sheet, seats));
    let characters = characters.iter().map(|c| character(c, &box_of_tiles));
    let characters = characters.collect();
    sheet.tiles = box_of_tiles.set;
    Printed {
        seats,
        options,
        rounds,
        cash: money.map_or(0, |m| m.cash),
        directors: own.key("director_limit").count(),
        certificates: money.and_then(|m| m.certificates).unwrap_or(u8::MAX),
        copies: mine.key("copy_cards").count(),
        copy_value: own.key("copy_card_value").money(),
        founding_cost: founding.key("cost").money(),
        founding_treasury: founding.key("treasury").money(),
        cards: action_cards,
        characters,
        tiles: box_of_tiles.facts,
        start,
        charters,
        phases,
        deck,
        express: own.maybe("express").map(|e| {
            e.only(&["needed", "bonus"]);
            (e.key("needed").count(), e.key("bonus").money())
        }),
        landscape,
        sheet: Arc::new(sheet),
    }
}

// Cards of each kind that stay in the deck after the draft; `None` without limit.
fn deck(look: &Look, sheet: &Sheet, seats: u8) -> Vec<Option<u8>> {
    if !sheet.trains.last().is_some_and(|t| t.unlimited) {
        look.key("trains")
            .fault("the last train must be without limit");
    }
    let kinds = sheet.trains.iter().zip(look.key("trains").list());
    kinds
        .map(|(kind, look)| {
            let left = look.maybe("own").map(|own| {
                own.only(&["deck"]);
                own.key("deck").for_players(seats.into()).count()
            });
            (!kind.unlimited).then(|| left.unwrap_or(kind.count))
        })
        .collect()
}

// What the first train of a phase ends.
fn phase_facts(sheet: &Sheet) -> Vec<PhaseFacts> {
    let phase = |(p, def): (usize, &engine::PhaseDef)| {
        let starters = || {
            let kinds = sheet
                .trains
                .iter()
                .filter(move |k| usize::from(k.phase) == p);
            kinds.flat_map(|k| &k.faces)
        };
        let kinds = |ends: &dyn Fn(&engine::Face, &String) -> bool| -> Vec<u8> {
            let ended = |name: &String| starters().any(|f| ends(f, name));
            let all = sheet.trains.iter().enumerate();
            all.filter(|(_, k)| ended(&k.name))
                .map(|(i, _)| i as u8)
                .collect()
        };
        PhaseFacts {
            stage: usize::from(def.column),
            obsoletes: kinds(&|f, name| f.obsoletes.contains(name)),
            rusts: kinds(&|f, name| f.scraps.contains(name)),
        }
    };
    sheet.phases.iter().enumerate().map(phase).collect()
}

fn charter(look: &Look, sheet: &Sheet) -> Charter {
    let Some(own) = look.maybe("own") else {
        return Charter::default();
    };
    own.only(&["start"]);
    let start = own.key("start");
    start.only(&["price", "treasury", "trains", "home", "director_cash"]);
    let price = start.key("price").price();
    let cell = sheet.market.cells.iter().position(|m| m.price == price);
    if cell.is_none() {
        start
            .key("price")
            .fault("no cell of the index has this price");
    }
    let kinds: Vec<String> = sheet.trains.iter().map(|t| t.name.clone()).collect();
    let trains = start.key("trains").up_to(10);
    let trains = trains.iter().filter_map(|t| t.named(&kinds, "train"));
    Charter {
        starting: true,
        cell: cell.unwrap_or(0) as u8,
        treasury: start.key("treasury").money(),
        trains: trains.map(|k| k as u8).collect(),
        metropolis: start.key("home").word(&["city", "metropolis"]) == Some(1),
        director_cash: start.key("director_cash").money(),
    }
}

fn action_card(look: &Look, seats: u8) -> ActionCard {
    look.only(&["id", "players", "sides"]);
    let players = look.key("players").list();
    let sides = look.key("sides").up_to(2);
    if sides.len() != 2 {
        look.key("sides").fault("two are needed");
    }
    let side = |i: usize| sides.get(i).map_or(Side::Cash { amount: 0 }, side);
    ActionCard {
        in_use: players.iter().any(|n| n.number(1..=4) == i64::from(seats)),
        sides: [side(0), side(1)],
    }
}

fn side(look: &Look) -> Side {
    let has = |key: &str| look.maybe(key);
    if let Some(tiles) = has("tiles") {
        look.only(&["tiles"]);
        tiles.only(&["yellow", "green", "any"]);
        let of = |colour: &str| tiles.maybe(colour).map_or(0, |n| n.count());
        return Side::Tiles {
            yellow: of("yellow"),
            green: of("green"),
            any: of("any"),
        };
    }
    if let Some(buy) = has("shares") {
        look.only(&["shares"]);
        return Side::Shares { buy: buy.count() };
    }
    if let Some(most) = has("trains") {
        look.only(&["trains"]);
        return Side::Trains { most: most.count() };
    }
    if let Some(most) = has("stations") {
        look.only(&["stations"]);
        return Side::Station { most: most.count() };
    }
    if let Some(amounts) = has("treasury") {
        look.only(&["treasury", "over"]);
        return Side::Treasury {
            amounts: ["yellow", "green", "brown"].map(|c| amounts.key(c).money()),
            over: look.key("over").count(),
        };
    }
    look.only(&["cash"]);
    Side::Cash {
        amount: look.key("cash").money(),
    }
}

fn character(look: &Look, cards: &Cards) -> Character {
    look.only(&["id", "name", "tiles", "ability"]);
    let tile = |t: &Look| {
        let found = cards.ids.get(t.text()).copied();
        if found.is_none() {
            t.fault("no tile of this game");
        }
        found
    };
    Character {
        ability: ability(&look.key("ability")),
        tiles: look.key("tiles").list().iter().filter_map(tile).collect(),
    }
}

fn ability(look: &Look) -> Ability {
    let kinds = [
        "free_metropolis",
        "stations",
        "round_income",
        "train_discount",
        "exchange",
    ];
    let positive = |key: &str| look.key(key).number(1..=100) as i32;
    match look.key("type").word(&kinds) {
        Some(1) => {
            look.only(&["type", "times", "over"]);
            Ability::Stations {
                times: look.key("times").money(),
                over: positive("over"),
            }
        }
        Some(2) => {
            look.only(&["type", "cash", "treasury"]);
            Ability::RoundIncome {
                cash: look.key("cash").money(),
                treasury: look.key("treasury").money(),
            }
        }
        Some(3) => {
            look.only(&["type", "percent"]);
            Ability::Discount {
                percent: look.key("percent").number(0..=100) as i32,
            }
        }
        Some(4) => {
            look.only(&["type", "factor"]);
            Ability::Exchange {
                factor: positive("factor"),
            }
        }
        _ => {
            look.only(&["type"]);
            Ability::FreeMetropolis
        }
    }
}
