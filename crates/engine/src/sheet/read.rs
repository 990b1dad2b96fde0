//! From a data sheet to the printed game.

use super::look::Look;
use super::{board, market, trains};
use crate::{
    Company, CompanyDef, Course, MAX_COMPANIES, MAX_HOLDERS, MAX_PAPERS, OptionValue, PaperDef,
    PlayersDef, ProcessBox, Sheet,
};
use ::board::Cell;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The form of data sheets that this program reads.
pub const FORM: i64 = 1;

const SHEET: &[&str] = &[
    "$schema",
    "form",
    "title",
    "name",
    "money",
    "bank",
    "players",
    "sizes",
    "classes",
    "grid",
    "companies",
    "papers",
    "market",
    "process",
    "phases",
    "trains",
    "tiles",
    "cells",
    "options",
    "variants",
    "reconstructed",
    "own",
];
const MONEY: &[&str] = &["players", "companies"];
const PLAYERS: &[&str] = &["cash", "certificates", "own"];
const COMPANY: &[&str] = &[
    "id",
    "public",
    "name",
    "size",
    "shares",
    "most",
    "float",
    "capital",
    "stations",
    "homes",
    "colour",
    "text_colour",
    "in_play",
    "reconstructed",
    "own",
];
const HOME: &[&str] = &["cell", "stop"];
const PAPER: &[&str] = &[
    "id",
    "name",
    "size",
    "income",
    "price",
    "company",
    "resale",
    "in_play",
    "reconstructed",
    "own",
];
const PROCESS: &[&str] = &["label", "set", "number", "value", "export"];
const OPTION: &[&str] = &["id", "rule", "presets"];

/// The keys of every kind of object of a sheet, by the name that its JSON Schema gives it.
pub const KEYS: &[(&str, &[&str])] = &[
    ("sheet", SHEET),
    ("money", MONEY),
    ("players", PLAYERS),
    ("company", COMPANY),
    ("home", HOME),
    ("paper", PAPER),
    ("market", market::MARKET),
    ("market_cell", market::CELL),
    ("process_box", PROCESS),
    ("phase", trains::PHASE),
    ("train", trains::TRAIN),
    ("face", trains::FACE),
    ("grid", board::GRID),
    ("tile", board::TILE),
    ("stop", board::STOP),
    ("upgrade", board::UPGRADE),
    ("private", board::PRIVATE),
    ("cell", board::CELL),
    ("terrain", board::TERRAIN),
    ("option", OPTION),
];

/// Which game is read from a sheet.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// The title.
    pub title: &'a str,
    /// Name of the variant.
    pub variant: &'a str,
    /// Number of players.
    pub players: usize,
    /// How it goes.
    pub course: Course,
    /// The sheet before it was patched.
    pub whole: &'a Json,
}

/// Names that other parts of a sheet refer to.
pub(super) struct Names {
    pub companies: Vec<String>,
    pub sizes: Vec<String>,
    pub classes: Vec<String>,
}

impl Names {
    /// Bit s: size s is named. `true` names all of them.
    pub fn sizes_in(&self, look: &Look) -> u8 {
        let all = (1u16 << self.sizes.len().max(1)) - 1;
        if look.json().is_boolean() {
            return if look.flag() { all as u8 } else { 0 };
        }
        let named = look.list().into_iter();
        named.fold(0, |mask, s| mask | s.named(&self.sizes, "size").map_or(0, |i| 1 << i))
    }

    /// The size of a thing; the first where none is written.
    pub fn size_of(&self, look: &Look) -> u8 {
        let size = look.maybe("size");
        size.and_then(|s| s.named(&self.sizes, "size")).unwrap_or(0) as u8
    }
}

/// Whether a sheet is of an earlier form: such sheets did not name it.
pub fn is_older(data: &Json) -> bool {
    data.get("form").is_none() && data.get("companies").is_some()
}

/// Identifiers of a list; two alike are a fault.
pub(super) fn ids(list: &[Look]) -> Vec<String> {
    let mut all: Vec<String> = Vec::with_capacity(list.len());
    for look in list {
        let id = look.key("id").text();
        if !id.is_empty() && all.iter().any(|other| other == id) {
            look.fault("another one has the same id");
        }
        all.push(id.to_owned());
    }
    all
}

/// Defaults of options that a sheet writes down for a preset.
pub fn options_of(data: &Json, preset: &str) -> BTreeMap<String, OptionValue> {
    let listed = data.get("options").and_then(Json::as_array);
    let row = |option: &Json| {
        let id = option.get("id")?.as_str()?.to_owned();
        let value = serde_json::from_value(option.get("presets")?.get(preset)?.clone());
        Some((id, value.ok()?))
    };
    listed.into_iter().flatten().filter_map(row).collect()
}

/// Reads a sheet, patched for its variant. Whatever is wrong is noted in the look's faults.
pub fn read(look: &Look, wanted: &Wanted) -> Sheet {
    look.only(SHEET);
    if look.key("form").number(0..=1000) != FORM {
        look.key("form").fault(&format!("{FORM} is needed"));
    }
    if !look.key("title").is(wanted.title) {
        let what = format!("{} is needed", wanted.title);
        look.key("title").fault(&what);
    }
    for variant in look.maybe("variants").map(|v| v.fields()).unwrap_or_default() {
        variant.1.only(SHEET);
    }
    for option in look.maybe_list("options") {
        option.only(OPTION);
    }
    let list = |key: &str, most: usize| look.maybe(key).map(|l| l.up_to(most)).unwrap_or_default();
    let companies = look.key("companies").up_to(MAX_COMPANIES);
    let papers = list("papers", MAX_PAPERS);
    let names = Names {
        companies: ids(&companies),
        sizes: look.texts("sizes"),
        classes: look.texts("classes"),
    };
    if names.sizes.len() > 8 {
        look.key("sizes").fault("at most 8 are possible");
    }
    ids(&papers);
    let mut reconstructed = look.texts("reconstructed");
    let phases = trains::phases(look, &names);
    let (mut map, tiles) = board::read(look, &names, wanted.whole);
    let company_defs: Vec<CompanyDef> =
        companies.iter().map(|c| company(c, &names, &map, wanted.players)).collect();
    board::put_homes(&mut map, &tiles, &companies, &company_defs);
    let money = look.key("money");
    money.only(MONEY);
    let sheet = Sheet {
        title: wanted.title.to_owned(),
        variant: wanted.variant.to_owned(),
        name: look.key("name").text().to_owned(),
        money: money.key("players").text().to_owned(),
        company_money: money.maybe("companies").map(|m| m.text().to_owned()),
        course: wanted.course.clone(),
        players: players(look, wanted.players),
        bank: look.maybe("bank").filter(|b| !b.is("unlimited")).map(|b| b.money()),
        market: market::read(&look.key("market"), &names),
        companies: company_defs,
        papers: papers.iter().map(|p| paper(p, &names, wanted.players)).collect(),
        trains: trains::trains(look, &names, &phases, wanted.players),
        phases,
        process: list("process", 100).iter().map(process_box).collect(),
        slots: Vec::new(),
        bonus: None,
        sizes: names.sizes,
        map,
        tiles,
        reconstructed: Vec::new(),
        must_own_train: true,
    };
    for (key, what) in [
        ("tiles", "tile"),
        ("cells", "cell"),
        ("phases", "phase"),
        ("trains", "train"),
        ("companies", "company"),
        ("papers", "paper"),
    ] {
        for element in list(key, 1000) {
            let name = element.maybe("id").map_or("", |id| id.text());
            // A card is known by what its front says.
            let front = element.maybe_list("faces").first().map(|f| f.key("name").text());
            let front = front.map_or(String::new(), |f| format!(" {f}"));
            element.reconstructed(&mut reconstructed, &format!("{what} {name}{front}"));
        }
    }
    Sheet { reconstructed, ..sheet }
}

fn players(look: &Look, wanted: usize) -> Vec<PlayersDef> {
    let mut all = Vec::new();
    for (number, seats) in look.key("players").fields() {
        seats.only(PLAYERS);
        match number.parse::<u8>() {
            Ok(n) if (1..=MAX_HOLDERS as u8).contains(&n) => all.push(PlayersDef {
                number: n,
                cash: seats.key("cash").money(),
                certificates: seats.maybe("certificates").map(|c| c.count()),
            }),
            _ => seats.fault(&format!("1 to {MAX_HOLDERS} players can play")),
        }
    }
    all.sort_by_key(|p| p.number);
    if all.iter().all(|p| usize::from(p.number) != wanted) {
        look.key("players").fault(&format!("none for {wanted} players"));
    }
    all
}

fn company(look: &Look, names: &Names, map: &::board::Map, players: usize) -> CompanyDef {
    look.only(COMPANY);
    let shares: Vec<u8> =
        look.key("shares").up_to(20).iter().map(|s| s.number(1..=100) as u8).collect();
    let unit = shares.last().copied().unwrap_or(100);
    let total: u32 = shares.iter().map(|&s| u32::from(s)).sum();
    if shares.iter().any(|s| s % unit != 0) || total > 100 {
        look.key("shares").fault("shares are multiples of the last one and at most 100 % together");
    }
    let units = |percent: i64| (percent as u8).div_ceil(unit);
    let in_play = in_play(look, players);
    let homes = homes(look, map, in_play);
    let stations = look.key("stations").up_to(4);
    let colour = |key: &str| {
        let look = look.key(key);
        let text = look.text();
        let digits = text.strip_prefix('#').unwrap_or_default();
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            look.fault("a colour such as #c4312f is needed");
        }
        text.to_owned()
    };
    let id = look.key("id").text().to_owned();
    CompanyDef {
        public_id: look.maybe("public").map_or_else(|| id.clone(), |p| p.text().to_owned()),
        id,
        name: look.key("name").text().to_owned(),
        size: names.size_of(look),
        unit_percent: unit,
        units: (total.min(100) as u8) / unit,
        director_units: shares.first().map_or(0, |s| s / unit),
        max_units: look.key("most").number(1..=100) as u8 / unit,
        float_units: units(look.key("float").number(1..=100)),
        capital: look.key("capital").count(),
        station_costs: stations.iter().map(Look::price).collect(),
        homes: homes.into_iter().map(|(cell, _)| cell).collect(),
        colour: colour("colour"),
        text_colour: colour("text_colour"),
        in_play,
    }
}

/// Homes of a company and their stops. What is not in play may have a home that is not on the map.
pub(super) fn homes(look: &Look, map: &::board::Map, in_play: bool) -> Vec<(Cell, Option<u8>)> {
    let mut found = Vec::new();
    for home in look.maybe("homes").map(|h| h.up_to(4)).unwrap_or_default() {
        let (name, stop) = if home.json().is_object() {
            home.only(HOME);
            let stop = home.maybe("stop").map(|s| s.number(0..=7) as u8);
            (home.key("cell"), stop)
        } else {
            (home.clone(), None)
        };
        match map.by_name(name.text()) {
            Some(cell) => found.push((cell, stop)),
            None if in_play => home.fault("no cell of the map"),
            None => {}
        }
    }
    found
}

// Whether it takes part: always, never, or with the numbers of players that are listed.
fn in_play(look: &Look, players: usize) -> bool {
    look.maybe("in_play").is_none_or(|written| {
        if written.json().is_boolean() {
            return written.flag();
        }
        let numbers = written.list();
        let most = MAX_HOLDERS as i64;
        numbers.iter().any(|n| n.number(1..=most) == players as i64)
    })
}

fn paper(look: &Look, names: &Names, players: usize) -> PaperDef {
    look.only(PAPER);
    let company = look.maybe("company");
    PaperDef {
        id: look.key("id").text().to_owned(),
        name: look.key("name").text().to_owned(),
        size: names.size_of(look),
        income: look.key("income").money(),
        price: look.key("price").money(),
        company: company
            .and_then(|c| c.named(&names.companies, "company"))
            .map(|i| Company(i as u8)),
        resale: look.maybe("resale").map(|r| r.money()),
        in_play: in_play(look, players),
        blocks: None,
        sale: None,
        right: None,
    }
}

fn process_box(look: &Look) -> ProcessBox {
    look.only(PROCESS);
    ProcessBox {
        label: look.key("label").text().to_owned(),
        set: look.maybe("set").map_or(1, |s| s.count()),
        number: look.maybe("number").map_or(1, |n| n.count()),
        value: look.maybe("value").map_or(0, |v| v.money()),
        export: look.maybe_flag("export"),
    }
}
