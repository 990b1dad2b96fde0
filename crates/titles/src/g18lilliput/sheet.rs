//! The printed game, from the data sheet: built in, or an owner's corrected one.

use super::landscape;
use super::options::Options;
use super::printed::{Ability, ActionCard, Character, Charter, PhaseFacts, Printed, Side};
use super::reading::{Faults, Look};
use super::tiles::{self, Named, colour_phase};
use board::{Colour, Map, TileId};
use engine::{
    CompanyDef, Course, Directors, Face, IpoPrice, Joined, MarketCell, MarketDef, Offering,
    PhaseDef, ProcessBox, Range, Rounding, Sheet, SoldTo, Terms, TrainKind, TurnOrder,
};
use serde_json::Value as Json;
use smallvec::{SmallVec, smallvec};
use std::sync::{Arc, OnceLock};

/// The data sheet that comes with the program.
pub const DATA: &str = include_str!("../../data/18lilliput.json");

/// The built-in sheet as JSON.
pub fn built_in() -> &'static Json {
    static SHEET: OnceLock<Json> = OnceLock::new();
    SHEET.get_or_init(|| serde_json::from_str(DATA).expect("the built-in sheet is JSON"))
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
) -> Result<Printed, Vec<String>> {
    let faults = Faults::default();
    let printed = read(&Look::new(data, &faults), seats, options, land, &faults);
    let list = faults.into_list();
    if list.is_empty() {
        Ok(printed)
    } else {
        Err(list)
    }
}

/// Checks a sheet for all numbers of players and all variants that options let be played; all faults at once.
pub fn check(data: &Json, options: Options) -> Result<(), Vec<String>> {
    let faults = Faults::default();
    let look = Look::new(data, &faults);
    let plain = Options {
        allenbeck: false,
        laputa: false,
        brobdingnag: false,
        ..options
    };
    let variants = [
        plain,
        Options {
            allenbeck: true,
            ..plain
        },
        Options {
            laputa: true,
            ..plain
        },
        Options {
            brobdingnag: true,
            ..plain
        },
    ];
    for seats in 1..=4 {
        for options in variants {
            read(&look, seats, options, Landscape::None, &faults);
        }
    }
    if options.variants_combine {
        for (allenbeck, laputa, brobdingnag) in [
            (true, true, false),
            (true, false, true),
            (false, true, true),
            (true, true, true),
        ] {
            let together = Options {
                allenbeck,
                laputa,
                brobdingnag,
                ..plain
            };
            read(&look, 4, together, Landscape::None, &faults);
        }
    }
    for scenario in 0..look.key("scenarios").list().len() {
        read(&look, 4, plain, Landscape::Scenario(scenario), &faults);
    }
    totals(&look);
    let list = faults.into_list();
    if list.is_empty() { Ok(()) } else { Err(list) }
}

// The totals that the rules print, as a check of the sheet against itself.
fn totals(look: &Look) {
    let tiles = look.key("tiles").list();
    let count = |wanted: &dyn Fn(&Look) -> bool| -> i64 {
        tiles
            .iter()
            .filter(|t| wanted(t))
            .map(|t| t.key("count").number(1..=250))
            .sum()
    };
    let table = look.key("table5");
    for set in ["base", "brobdingnag"] {
        for kind in ["metropolis", "city", "plain"] {
            let Some(row) = table.key(set).maybe(kind) else {
                continue;
            };
            for colour in ["yellow", "green", "brown"] {
                let wanted = row.key(colour);
                let found = count(&|t| {
                    t.key("set").is(set) && t.key("kind").is(kind) && t.key("colour").is(colour)
                });
                if wanted.number(0..=100_000) != found {
                    wanted.fault(&format!("the tiles of the sheet count {found}"));
                }
            }
        }
    }
    for set in ["allenbeck", "laputa", "scenario"] {
        let found = count(&|t| t.key("set").is(set));
        if table.key(set).number(0..=100_000) != found {
            table
                .key(set)
                .fault(&format!("the tiles of the sheet count {found}"));
        }
    }
    let found = count(&|_| true);
    if table.key("total").number(0..=100_000) != found {
        table
            .key("total")
            .fault(&format!("the tiles of the sheet count {found}"));
    }
}

fn read(look: &Look, seats: u8, options: Options, land: Landscape, faults: &Faults) -> Printed {
    if !look.key("schema").is("lilliput-facts/1") {
        look.key("schema").fault("lilliput-facts/1 is needed");
    }
    let mut reconstructed = Vec::new();
    let ids = |list: &str| -> Vec<String> {
        look.key(list)
            .list()
            .iter()
            .map(|e| e.key("id").text().to_owned())
            .collect()
    };
    let (company_ids, character_ids, card_ids) =
        (ids("companies"), ids("characters"), ids("action_cards"));
    let wanted = match land {
        Landscape::None => None,
        Landscape::Own(json) => Some(Look::new(json, faults)),
        Landscape::Scenario(i) => look.key("scenarios").list().into_iter().nth(i).map(|s| {
            s.reconstructed(
                &mut reconstructed,
                &format!("scenario {}", s.key("name").text()),
            );
            s.key("placements")
        }),
    };
    let named = Named {
        companies: &company_ids,
        characters: &character_ids,
    };
    let mountains = wanted.as_ref().is_some_and(|list| {
        let mountain = |id: &str| {
            look.key("tiles")
                .list()
                .iter()
                .any(|t| t.key("id").is(id) && t.key("kind").is("mountain"))
        };
        list.list().iter().any(|p| mountain(p.key("tile").text()))
    });
    let cards = tiles::read(look, &options, &named, mountains);
    for t in look.key("tiles").list() {
        let id = t.key("id").text();
        if cards.ids.contains_key(id) {
            t.reconstructed(&mut reconstructed, &format!("tile {id}"));
        }
    }
    let beside_mildendo = options.land_beside_mildendo;
    let landscape = wanted
        .as_ref()
        .map(|list| landscape::read(list, &cards, beside_mildendo))
        .unwrap_or_default();
    let start = cards.start().unwrap_or_else(|| {
        look.key("tiles").fault("no start tile");
        TileId(0)
    });
    look.key("market")
        .reconstructed(&mut reconstructed, "share price index");
    let market = market(&look.key("market"));
    let players = look.key("players");
    let mine = players.key(&seats.to_string());
    let rounds = mine.key("rounds").number(1..=30) as u8;
    let kinds: Vec<String> = look
        .key("trains")
        .list()
        .iter()
        .map(|t| t.key("type").text().to_owned())
        .collect();
    let (trains, deck) = trains(look, seats, &kinds);
    let (phases, phase_facts) = phases(look, &kinds);
    for kind in &trains {
        if kind.phase as usize >= phases.len() {
            look.key("trains")
                .fault(&format!("the phase of the {} does not exist", kind.name));
        }
    }
    let (companies, charters) = companies(look, &market, &kinds, &mut reconstructed);
    if let Some(list) = wanted.as_ref().filter(|_| beside_mildendo) {
        landscape::keep_homes(list, &cards, &landscape, &charters, seats);
    }
    let sheet = Sheet {
        title: look.key("game").key("id").text().to_owned(),
        variant: "standard".to_owned(),
        name: look.key("game").key("title").text().to_owned(),
        money: "£#".to_owned(),
        company_money: None,
        // Players take turns here, not companies, and trains run by themselves.
        course: Course {
            steps: Vec::new(),
            sets: false,
            routes: false,
            automatic: Some("Gulliver"),
        },
        map: Map::unbounded(TileId(0)),
        tiles: cards.set,
        market,
        companies,
        papers: Vec::new(),
        trains,
        phases,
        process: (1..=rounds)
            .map(|n| ProcessBox {
                label: format!("R{n}"),
                value: i32::from(n),
                export: n < rounds,
            })
            .collect(),
        slots: card_ids.iter().chain(&character_ids).cloned().collect(),
        reconstructed,
    };
    let used = |cards: &[ActionCard]| cards.iter().filter(|c| c.in_use).count() as i64;
    let cards_read = action_cards(look, seats);
    if used(&cards_read) != mine.key("action_cards").number(0..=100) {
        mine.key("action_cards").fault(&format!(
            "{} cards are marked for {seats} players",
            used(&cards_read)
        ));
    }
    if cards_read.len() > 16 {
        look.key("action_cards")
            .fault("at most 16 cards are possible");
    }
    if used(&cards_read) < 2 * i64::from(seats) {
        look.key("action_cards")
            .fault(&format!("two cards for each of {seats} players are needed"));
    }
    let characters = characters(look, &cards.ids, options.brobdingnag);
    if characters.len() > 8 || characters.len() < seats as usize {
        look.key("characters")
            .fault("one for each player and at most 8 are needed");
    }
    let express = options.allenbeck.then(|| {
        let v = look.key("variants").key("allenbeck");
        (v.key("needed").count(), v.key("bonus").money())
    });
    let copy = look.key("copy_card");
    let founding = look.key("founding");
    Printed {
        seats,
        options,
        terms: terms(options),
        rounds,
        cash: players.key("private_cash").money(),
        directors: players.key("director_limit").count(),
        certificates: players.key("share_limit").count(),
        copies: mine.key("copy_cards").count(),
        copy_value: copy.key("end_value").money(),
        founding_cost: founding.key("cost_factor").money(),
        founding_treasury: founding.key("treasury_factor").money(),
        cards: cards_read,
        characters,
        tiles: cards.facts,
        start,
        charters,
        phases: phase_facts,
        deck,
        express,
        landscape,
        sheet: Arc::new(sheet),
    }
}

// LIL-SHARE-1 to LIL-SHARE-5, LIL-TRACK-3, LIL-TRAINBUY-11: how 18Lilliput varies what all titles have.
fn terms(options: Options) -> Terms {
    Terms {
        sold_to: SoldTo::Ipo,
        directors: Directors::Founder,
        ipo_price: IpoPrice::Chart,
        turn_order: TurnOrder::SellThenBuy,
        one_block: true,
        rounding: Rounding::Down,
        joined: Joined::Touches,
        offering: match options.offers_limited {
            true => Offering::Limited(3),
            false => Offering::Anything,
        },
        ..Terms::PLAIN
    }
}

fn market(look: &Look) -> MarketDef {
    let cells = look.key("cells").list();
    let ids: Vec<String> = cells
        .iter()
        .map(|c| c.key("id").text().to_owned())
        .collect();
    let target = |look: Look| match ids.iter().position(|id| look.is(id)) {
        Some(i) => i as u8,
        None => {
            look.fault("no cell of the index");
            0
        }
    };
    if cells.is_empty() || cells.len() > 120 {
        look.fault("1 to 120 cells are needed");
    }
    let cells = cells
        .iter()
        .enumerate()
        .map(|(i, c)| MarketCell {
            price: c.key("value").number(1..=1000) as u16,
            row: if c.key("row").is("upper") { 0 } else { 1 },
            column: (c.key("column").number(1..=60) as u8 - 1) * 2,
            start: u8::from(c.key("founding_price").flag()),
            zone: 0,
            to: [
                target(c.key("dividend_to")),
                target(c.key("withhold_to")),
                target(c.key("sale_to")),
                i as u8,
            ],
        })
        .collect();
    MarketDef { cells }
}

fn trains(look: &Look, seats: u8, kinds: &[String]) -> (Vec<TrainKind>, Vec<Option<u8>>) {
    let mut deck = Vec::new();
    let list = look
        .key("trains")
        .list()
        .iter()
        .map(|t| {
            let counts = t.key("counts").key(&seats.to_string());
            let unlimited = counts.is("unlimited");
            let (count, left) = if unlimited {
                (t.key("cards").count(), None)
            } else if let Some(start) = counts.maybe("start_max") {
                let left = counts.key("deck").count();
                (start.count() + left, Some(left))
            } else {
                (counts.count(), Some(counts.count()))
            };
            deck.push(left);
            let name = t.key("type").text().to_owned();
            let range = Range::Cities {
                count: t.key("range").number(1..=20) as u8,
                times: t.key("multiplier").number(1..=4) as u8,
            };
            let scraps: Vec<String> = t
                .key("rusts")
                .list()
                .iter()
                .map(|r| r.text().to_owned())
                .collect();
            for scrap in &scraps {
                if !kinds.contains(scrap) {
                    t.key("rusts").fault(&format!("no train {scrap}"));
                }
            }
            TrainKind {
                faces: vec![Face {
                    name: name.clone(),
                    price: t.key("price").number(1..=10_000) as i32,
                    size: 0,
                    range,
                    scraps,
                }],
                name,
                count,
                unlimited,
                phase: t.key("phase").number(1..=20) as u8 - 1,
            }
        })
        .collect::<Vec<_>>();
    if list.is_empty() || !list.last().is_some_and(|t| t.unlimited) {
        look.key("trains")
            .fault("the last train must be without limit");
    }
    (list, deck)
}

fn phases(look: &Look, kinds: &[String]) -> (Vec<PhaseDef>, Vec<PhaseFacts>) {
    let kind = |look: &Look| match kinds.iter().position(|k| look.is(k)) {
        Some(i) => i as u8,
        None => {
            look.fault("no train of this game");
            0
        }
    };
    let mut facts = Vec::new();
    let list = look
        .key("phases")
        .list()
        .iter()
        .map(|p| {
            let colour = colour_phase(&p.key("colour_phase"));
            let stage = match colour {
                Colour::Green => 1,
                Colour::Brown => 2,
                _ => 0,
            };
            let named = |key: &str| {
                p.maybe(key)
                    .map_or(Vec::new(), |l| l.list().iter().map(kind).collect())
            };
            facts.push(PhaseFacts {
                stage,
                obsoletes: named("obsolete"),
                rusts: named("rust"),
            });
            PhaseDef {
                name: p.key("phase").number(1..=20).to_string(),
                colour: colour as u8,
                column: stage as u8,
                train_limit: smallvec![p.key("train_limit").number(1..=10) as u8],
            }
        })
        .collect::<Vec<_>>();
    if list.is_empty() {
        look.key("phases").fault("at least one phase is needed");
    }
    (list, facts)
}

// How a colour named in the sheet is drawn, and the colour of text on it.
fn drawn(colour: &str) -> (&'static str, &'static str) {
    match colour {
        "red" => ("#c4312f", "#ffffff"),
        "blue" => ("#2f6db5", "#ffffff"),
        "green" => ("#3a8f4d", "#ffffff"),
        "yellow" => ("#e9c53d", "#000000"),
        "purple" => ("#7d4a9e", "#ffffff"),
        "orange" => ("#e07b27", "#000000"),
        "white" => ("#f4f1e8", "#000000"),
        "black" => ("#2b2b2b", "#ffffff"),
        _ => ("#808080", "#ffffff"),
    }
}

fn companies(
    look: &Look,
    market: &MarketDef,
    kinds: &[String],
    reconstructed: &mut Vec<String>,
) -> (Vec<CompanyDef>, Vec<Charter>) {
    let costs = look.key("station_costs");
    let station_costs: SmallVec<[u16; 4]> = smallvec![
        costs.key("home").number(0..=1000) as u16,
        costs.key("first_extra").number(0..=1000) as u16,
        costs.key("second_extra").number(0..=1000) as u16,
    ];
    let shares = look.key("shares");
    let director = shares.key("director_percent").number(10..=100) as u8 / 10;
    let singles = shares.key("ten_percent_certificates").number(1..=9) as u8;
    let mut charters = Vec::new();
    let list = look.key("companies").list();
    if list.len() > 8 {
        look.key("companies").fault("at most 8 are possible");
    }
    let defs = list
        .iter()
        .map(|c| {
            let id = c.key("id").text().to_owned();
            c.reconstructed(reconstructed, &format!("company {id}"));
            let certificates: Vec<i64> = c
                .key("certificates")
                .list()
                .iter()
                .map(|p| p.number(1..=100))
                .collect();
            let wanted: i64 = i64::from(director + singles) * 10;
            if certificates.iter().sum::<i64>() != wanted
                || certificates.len() != singles as usize + 1
            {
                c.key("certificates").fault(&format!(
                    "one director certificate and {singles} others, {wanted} %"
                ));
            }
            if c.key("station_tokens").number(0..=10) as usize != station_costs.len() {
                c.key("station_tokens")
                    .fault(&format!("{} have a cost", station_costs.len()));
            }
            charters.push(charter(c, market, kinds));
            let colour = c.key("colour").text();
            CompanyDef {
                public_id: id.clone(),
                id,
                name: c.key("name").text().to_owned(),
                size: 0,
                unit_percent: 10,
                units: director + singles,
                director_units: director,
                max_units: director + singles,
                float_units: director,
                capital: 10,
                station_costs: station_costs.clone(),
                homes: SmallVec::new(),
                colour: drawn(colour).0.to_owned(),
                text_colour: drawn(colour).1.to_owned(),
            }
        })
        .collect();
    (defs, charters)
}

fn charter(c: &Look, market: &MarketDef, kinds: &[String]) -> Charter {
    if !c.key("starting_company").flag() {
        return Charter::default();
    }
    let price = c.key("start_price").number(1..=1000);
    let cell = market
        .cells
        .iter()
        .position(|m| i64::from(m.price) == price)
        .unwrap_or_else(|| {
            c.key("start_price")
                .fault("no cell of the index has this price");
            0
        });
    let trains = c
        .key("start_trains")
        .list()
        .iter()
        .map(|t| {
            kinds.iter().position(|k| t.is(k)).unwrap_or_else(|| {
                t.fault("no train of this game");
                0
            }) as u8
        })
        .collect();
    Charter {
        starting: true,
        cell: cell as u8,
        treasury: c.key("treasury").money(),
        trains,
        metropolis: c.key("home_tile_kind").is("metropolis"),
        director_cash: c.key("director_cash").money(),
    }
}

fn action_cards(look: &Look, seats: u8) -> Vec<ActionCard> {
    look.key("action_cards")
        .list()
        .iter()
        .map(|c| ActionCard {
            in_use: c.key("players").key(&seats.to_string()).flag(),
            sides: [side(&c.key("action")), side(&c.key("alternative"))],
        })
        .collect()
}

fn side(look: &Look) -> Side {
    match look.key("type").text() {
        "lay_tiles" => match look.maybe("each_at_most") {
            Some(each) => {
                let of = |colour: &str| each.maybe(colour).map_or(0, |n| n.count());
                Side::Tiles {
                    yellow: of("yellow"),
                    green: of("green"),
                    any: 0,
                }
            }
            None => {
                let options = look.key("options").list();
                let any = options.first().map_or(0, |o| o.list().len() as u8);
                Side::Tiles {
                    yellow: 0,
                    green: 0,
                    any,
                }
            }
        },
        "shares" => Side::Shares {
            buy: look.key("then_buy_at_most").count(),
        },
        "buy_trains" => Side::Trains {
            most: look.key("at_most").count(),
        },
        "station" => Side::Station {
            most: look.key("at_most").count(),
        },
        "treasury" => {
            let by = look.key("amount_by_colour_phase");
            Side::Treasury {
                amounts: ["yellow", "green", "brown"].map(|c| by.key(c).money()),
                over: look.key("split_over_at_most").count(),
            }
        }
        "private_cash" => Side::Cash {
            amount: look.key("amount").money(),
        },
        _ => {
            look.key("type").fault("no action of this game");
            Side::Cash { amount: 0 }
        }
    }
}

fn characters(
    look: &Look,
    ids: &std::collections::BTreeMap<String, TileId>,
    brobdingnag: bool,
) -> Vec<Character> {
    let replaced = |id: &str| -> Option<TileId> {
        look.key("tiles")
            .list()
            .iter()
            .filter(|t| {
                t.key("set").is("brobdingnag") && t.maybe("replaces").is_some_and(|r| r.is(id))
            })
            .find_map(|t| ids.get(t.key("id").text()).copied())
    };
    look.key("characters")
        .list()
        .iter()
        .map(|c| {
            let tiles = c
                .key("tiles")
                .list()
                .iter()
                .filter_map(|t| {
                    let found = ids.get(t.text()).copied().or_else(|| {
                        if brobdingnag {
                            replaced(t.text())
                        } else {
                            None
                        }
                    });
                    if found.is_none() {
                        t.fault("no tile of this game");
                    }
                    found
                })
                .collect();
            Character {
                ability: ability(&c.key("ability")),
                tiles,
            }
        })
        .collect()
}

fn ability(look: &Look) -> Ability {
    match look.key("type").text() {
        "free_yellow_y" => Ability::FreeMetropolis,
        "station_cost_factor" => {
            let factor = look.key("factor");
            let parts: Vec<i32> = factor
                .text()
                .split('/')
                .filter_map(|p| p.trim().parse().ok())
                .collect();
            match parts[..] {
                [times, over] if times >= 0 && over > 0 => Ability::Stations { times, over },
                _ => {
                    factor.fault("a fraction such as 1/2 is needed");
                    Ability::Stations { times: 1, over: 1 }
                }
            }
        }
        "round_start_income" => Ability::RoundIncome {
            cash: look.key("private").money(),
            treasury: look.key("treasury").money(),
        },
        "bank_train_discount_percent" => Ability::Discount {
            percent: look.key("percent").number(0..=100) as i32,
        },
        "exchange_for_cash" => {
            let amount = look.key("amount");
            let factor = amount
                .text()
                .split_whitespace()
                .next()
                .and_then(|n| n.parse().ok())
                .unwrap_or_else(|| {
                    amount.fault("an amount such as '10 x round number' is needed");
                    0
                });
            Ability::Exchange { factor }
        }
        _ => {
            look.key("type").fault("no ability of this game");
            Ability::FreeMetropolis
        }
    }
}
