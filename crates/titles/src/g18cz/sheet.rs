//! From the data sheet to the tables of a game. All faults of a sheet are reported at once.

use super::options::Options;
use super::printed::{BoxKind, PaperKind, Printed, ProcessStep, Variant, terms};
use board::{Colour, Kind, TileSet};
use engine::sheet::{BuiltIn, Faults, Look, Wanted, patched, read};
use engine::{Company, Course, Face, Rise, SetupError, Sheet};
use serde_json::Value as Json;
use smallvec::SmallVec;
use std::sync::Arc;

/// The data sheet that comes with the program.
pub static SHEET: BuiltIn =
    BuiltIn::new(include_str!("../../data/18cz.json"), Some(older::g18cz::converted));

const OWN: &[&str] = &[
    "dividend_steps",
    "local_railways",
    "home_bonus",
    "vaclav",
    "bid_step",
    "companies_removed_at_random",
    "companies_by_players",
    "homes_at_the_start",
];

/// Name of a variant in files.
pub fn variant_id(variant: Variant) -> &'static str {
    match variant {
        Variant::Standard => "standard",
        Variant::Bohemia => "bohemia",
        Variant::Moravia => "moravia",
        Variant::Introductory => "introductory",
    }
}

/// The patch of a variant.
pub fn patches(variant: Variant) -> Vec<&'static str> {
    match variant {
        Variant::Standard => Vec::new(),
        other => vec![variant_id(other)],
    }
}

// CZ-INTRO-11: a turn of the introductory game ends with trains; there are no dividends and no take-overs.
fn course(introductory: bool) -> Course {
    let mut steps = vec!["track", "station", "run", "dividend", "acquire", "trains"];
    if introductory {
        steps.retain(|step| !matches!(*step, "dividend" | "acquire"));
    }
    Course { steps, sets: !introductory, routes: true, automatic: Some("Václav") }
}

/// What is printed, for a variant, a number of players and options.
pub fn printed(
    data: &Json,
    variant: Variant,
    players: usize,
    options: Options,
) -> Result<Printed, SetupError> {
    let faults = Faults::default();
    let introductory = variant == Variant::Introductory;
    let mut patches = patches(variant);
    // CZ-INTRO-18, option.
    if introductory && options.intro_five_scraps_three {
        patches.push("intro_five_scraps_three");
    }
    let patched = patched(data, &patches, &faults);
    let look = Look::new(&patched, &faults);
    let mut sheet = read(
        &look,
        &Wanted {
            title: "18cz",
            variant: variant_id(variant),
            players,
            course: course(introductory),
            whole: data,
        },
    );
    if !options.double_town_to_single_purple_town {
        keep_both_towns(&mut sheet.tiles);
    }
    let own = look.key("own");
    own.only(OWN);
    let companies: Vec<String> = sheet.companies.iter().map(|c| c.id.clone()).collect();
    let named = |list: Look| -> Vec<Company> {
        let all = list.list();
        let found = all.iter().filter_map(|c| c.named(&companies, "company"));
        found.map(|i| Company(i as u8)).collect()
    };
    // CZ-INCOME-7, CZ-INTRO-22
    let steps = by_size(&sheet, &own.key("dividend_steps"), &|s| s.count());
    sheet.market.rise = Rise::BySize(steps.to_vec());
    sheet.must_own_train = !introductory;
    if introductory {
        // Sizes mean nothing there.
        sheet.companies.iter_mut().for_each(|c| c.size = 0);
    }
    let by_size = |look: &Look, what: &dyn Fn(&Look) -> u8| by_size(&sheet, look, what);
    let powers = own.key("local_railways");
    let vaclav = own.key("vaclav");
    let lowest =
        |key: &'static str| by_size(&vaclav, &|v| u8::from(v.key(key).flag())).map(|n| n == 1);
    let (track, stations) =
        (lowest("lowest_card_lays_track"), lowest("lowest_card_places_stations"));
    let percent = by_size(&vaclav, &|v| v.key("percent").number(1..=100) as u8);
    let price = size_names(&sheet).map(|s| vaclav.key(s).key("price").price());
    let waives = size_names(&sheet).map(|s| powers.key(s).texts("waives"));
    let purple = by_size(&powers, &|p| {
        let colours = p.key("purple").list().into_iter();
        colours
            .filter_map(|c| c.word(&["yellow", "green", "brown", "grey"]))
            .max()
            .map_or(0, |c| c as u8 + Colour::Yellow as u8)
    });
    let faces = Faces::of(&sheet, &look);
    let red_tile = look
        .key("companies")
        .list()
        .iter()
        .map(|c| {
            let id = c.maybe("own")?.maybe("red_tile")?;
            let tile = sheet.tiles.by_name(id.text());
            // CZ-INTRO-2
            if tile.is_none() && !introductory {
                id.fault("no tile is called that");
            }
            tile
        })
        .collect();
    let markers = look
        .key("companies")
        .list()
        .iter()
        .map(|c| c.maybe("own")?.maybe("markers").map(|m| m.count()))
        .collect();
    let seats = sheet.seats(players).copied();
    let drawn = own.maybe("companies_removed_at_random");
    let removed_at_random = drawn.map_or(0, |d| {
        let drawn = d.for_players(players).count();
        let there = sheet.companies.iter().filter(|c| c.in_play).count();
        if usize::from(drawn) >= there {
            d.fault("no company would be left");
        }
        drawn
    });
    let printed = Printed {
        variant,
        cash: seats.map_or(0, |s| s.cash),
        certificate_limit: seats.and_then(|s| s.certificates),
        waives,
        purple,
        red_tile,
        markers,
        home_bonus: own.key("home_bonus").money(),
        sizes: look.key("phases").list().iter().map(|p| sizes_of(&p.key("own"), &sheet)).collect(),
        papers_from: sheet.phase_of_event("companies_buy_papers").unwrap_or(u8::MAX),
        trade_from: match variant {
            Variant::Moravia | Variant::Introductory => {
                sheet.phase_of_event("companies_trade_trains").unwrap_or(0)
            }
            _ => sheet.phase_by_name(options.trade_trains_from_phase).unwrap_or(0),
        },
        process: process(&sheet, &look),
        face_number: faces.number,
        face_names: faces.names,
        scraps: faces.scraps,
        bonus_faces: faces.bonus,
        papers_close: sheet.phase_of_event("papers_close"),
        paper_kinds: look.key("papers").list().iter().map(paper_kind).collect(),
        bid_step: own.maybe("bid_step").map_or(0, |b| b.money()),
        vaclav: [0, 1, 2].map(|s| (percent[s], price[s])),
        vaclav_deciders: [0, 1, 2].map(|s| (track[s], stations[s])),
        removed_at_random,
        intro_companies: own
            .maybe("companies_by_players")
            .map(|c| named(c.for_players(players)))
            .unwrap_or_default(),
        intro_homes: own.maybe("homes_at_the_start").map(named).unwrap_or_default(),
        terms: terms(&options),
        options,
        sheet: Arc::new(sheet),
    };
    faults.sound(printed)
}

// Names of the three sizes.
fn size_names(sheet: &Sheet) -> [&str; 3] {
    [0, 1, 2].map(|s| sheet.sizes.get(s).map_or("", String::as_str))
}

fn by_size(sheet: &Sheet, look: &Look, what: &dyn Fn(&Look) -> u8) -> [u8; 3] {
    size_names(sheet).map(|s| what(&look.key(s)))
}

fn sizes_of(own: &Look, sheet: &Sheet) -> u8 {
    own.only(&["sizes"]);
    let sizes = own.key("sizes").list().into_iter();
    sizes.fold(0, |mask, s| mask | s.named(&sheet.sizes, "size").map_or(0, |i| 1 << i))
}

fn paper_kind(look: &Look) -> PaperKind {
    let Some(own) = look.maybe("own") else {
        return PaperKind::Local;
    };
    own.only(&["kind"]);
    match own.key("kind").word(&["local", "westbahn", "train"]) {
        Some(1) => PaperKind::Westbahn,
        Some(2) => PaperKind::Train,
        _ => PaperKind::Local,
    }
}

fn process(sheet: &Sheet, look: &Look) -> Vec<ProcessStep> {
    let labels = look.key("process").list();
    let steps: Vec<ProcessStep> = sheet
        .process
        .iter()
        .zip(labels)
        .map(|(b, look)| ProcessStep {
            kind: match look.key("label").word(&["PRE", "SR", "OR"]) {
                Some(0) => BoxKind::Pre,
                Some(1) => BoxKind::Stock,
                _ => BoxKind::Operating,
            },
            set: b.set,
            number: b.number,
            // The introductory game has no local railways; its boxes show the number of the round.
            value: if sheet.papers.is_empty() { 0 } else { b.value },
            export: b.export,
        })
        .collect();
    if steps.is_empty() {
        look.key("process").fault("at least one box is needed");
    }
    steps
}

// CZ-UPGRADE-13, option: a two-town tile does not become one town.
fn keep_both_towns(tiles: &mut TileSet) {
    let one_stop: Vec<bool> = tiles.tiles.iter().map(|t| t.stops.len() == 1).collect();
    for tile in &mut tiles.tiles {
        if tile.stops.len() == 2 && tile.stops[0].kind == Kind::Town {
            tile.upgrades.retain(|next| !one_stop[next.tile.0 as usize]);
        }
    }
}

/// Faces by number: those of one name are scrapped together.
struct Faces {
    number: Vec<SmallVec<[u8; 3]>>,
    names: Vec<String>,
    scraps: Vec<u32>,
    bonus: u32,
}

impl Faces {
    fn of(sheet: &Sheet, look: &Look) -> Faces {
        let mut names: Vec<String> = Vec::new();
        for face in sheet.trains.iter().flat_map(|k| &k.faces) {
            if !names.contains(&face.name) {
                names.push(face.name.clone());
            }
        }
        if names.len() > 32 {
            look.key("trains").fault("at most 32 faces are possible");
            names.truncate(32);
        }
        let number = |name: &str| names.iter().position(|n| n == name).unwrap_or(0) as u8;
        let mask = |all: &[String]| all.iter().fold(0, |m, n| m | 1 << number(n));
        let mut scraps = vec![0u32; names.len()];
        let mut bonus = 0;
        for (kind, look) in sheet.trains.iter().zip(look.key("trains").list()) {
            let own = look.maybe("own");
            if let Some(own) = &own {
                own.only(&["red_tile_bonus"]);
            }
            for face in &kind.faces {
                scraps[usize::from(number(&face.name))] |= mask(&face.scraps);
                if own.as_ref().is_some_and(|o| o.maybe_flag("red_tile_bonus")) {
                    bonus |= 1 << number(&face.name);
                }
            }
        }
        let numbers = |faces: &Vec<Face>| faces.iter().map(|f| number(&f.name)).collect();
        Faces {
            number: sheet.trains.iter().map(|k| numbers(&k.faces)).collect(),
            names,
            scraps,
            bonus,
        }
    }
}
