//! The reader on a tiny made-up game.

use super::*;
use crate::{Course, Range};
use ::board::{Colour, Paid};
use serde_json::{Value as Json, json};
use std::sync::Arc;

// Two hexes north and south of each other, a third south-east; two companies; two kinds of trains.
fn toy() -> Json {
    json!({
        "form": 1,
        "title": "toy",
        "name": "Toy",
        "money": { "players": "$#" },
        "bank": 500,
        "players": { "2": { "cash": 100, "certificates": 8 }, "3": { "cash": 70 } },
        "sizes": ["light", "heavy"],
        "grid": { "layout": "flat_top", "names": "column_row" },
        "companies": [
            {
                "id": "N", "name": "North", "size": "heavy", "shares": [40, 20, 20, 20], "most": 60, "float": 50,
                "capital": 5, "stations": [0, 40], "homes": [{ "cell": "A1", "stop": 0 }],
                "colour": "#112233", "text_colour": "#ffffff", "own": { "lucky": true }
            },
            {
                "id": "S", "name": "South", "shares": [50, 50], "most": 100, "float": 100, "capital": 2,
                "stations": [0], "homes": ["A3"], "colour": "#445566", "text_colour": "#000000",
                "reconstructed": ["name"]
            }
        ],
        "papers": [
            { "id": "P", "name": "Pier", "income": 5, "price": 20, "company": "S", "resale": 10 },
            { "id": "Q", "name": "Quay", "income": 10, "price": 30, "in_play": [3] }
        ],
        "market": {
            "zones": ["shaded"],
            "rows": [
                [60, 70, { "price": 80, "start": ["heavy"] }],
                [50, { "price": 60, "start": true }],
                [null, { "price": 40, "zone": "shaded" }]
            ]
        },
        "process": [{ "label": "SR" }, { "label": "OR", "number": 2, "value": 30, "export": true }],
        "phases": [
            { "id": "1", "colours": ["yellow"], "train_limit": 4, "rounds": 1 },
            {
                "id": "2", "colours": ["yellow", "green"], "column": "yellow",
                "train_limit": { "light": 2, "heavy": 3 }, "rounds": 2, "events": ["dawn"]
            }
        ],
        "trains": [
            { "id": "2", "count": { "2": 4, "3": 5 }, "phase": "1", "price": 80, "range": 2, "scrapped_by": ["4"] },
            {
                "id": "x", "group": "late", "count": "unlimited", "cards": 3, "phase": "2",
                "faces": [
                    { "name": "4", "price": 200, "range": 4 },
                    { "name": "4+1", "size": "heavy", "price": 250, "range": { "cities": 4, "total": 5 } }
                ]
            }
        ],
        "tiles": [
            { "id": "line", "colour": "yellow", "count": 3, "segments": [["e0", "e3"]], "upgrades": ["cross", "bend"] },
            {
                "id": "city", "colour": "yellow", "count": 1,
                "stops": [{ "kind": "city", "revenue": 20, "slots": 1 }], "segments": [["e0", "s0"], ["e3", "s0"]]
            },
            {
                "id": "cross", "colour": "green", "count": "unlimited", "segments": [["e0", "e3"], ["e1", "e4"]]
            }
        ],
        "cells": [
            { "id": "A1", "name": "Top", "stops": [{ "kind": "city", "slots": 1 }], "closed": [0] },
            { "id": "A3", "terrain": { "kind": "hill", "cost": 40 }, "reserved": "S" },
            {
                "id": "B4", "name": "Far", "colour": "red", "segments": [["e2", "s0"]],
                "stops": [{
                    "kind": "red", "terminus": true,
                    "revenue": { "yellow": 10, "green": 20, "brown": 30, "grey": 40 }
                }]
            }
        ],
        "variants": {
            "bends": {
                "tiles": {
                    "add": [{ "id": "bend", "colour": "green", "count": 1, "segments": [["e0", "e3"], ["e0", "e2"]] }],
                    "before": "city"
                }
            },
            "short": {
                "companies": { "change": [{ "id": "S", "in_play": false, "homes": ["Z9"] }] },
                "cells": { "remove": ["B4"] },
                "trains": { "keep": ["2"], "change": [{ "id": "2", "scrapped_by": null, "count": 9 }] },
                "bank": null
            }
        }
    })
}

fn wanted(whole: &Json, players: usize) -> Wanted<'_> {
    Wanted {
        title: "toy",
        variant: "standard",
        players,
        course: Course { steps: Vec::new(), sets: false, routes: true, automatic: None },
        whole,
    }
}

fn tried(data: &Json, patches: &[&str], players: usize) -> (Sheet, Vec<String>) {
    let faults = Faults::default();
    let patched = patched(data, patches, &faults);
    let sheet = read(&Look::new(&patched, &faults), &wanted(data, players));
    (sheet, faults.into_list())
}

fn sound(patches: &[&str], players: usize) -> Sheet {
    let (sheet, faults) = tried(&toy(), patches, players);
    assert_eq!(faults, [""; 0]);
    sheet
}

// The faults of the toy after a change.
fn faults(change: impl FnOnce(&mut Json)) -> Vec<String> {
    let mut data = toy();
    change(&mut data);
    tried(&data, &[], 2).1
}

#[test]
fn a_sheet_becomes_the_printed_game() {
    let sheet = sound(&[], 2);
    assert_eq!((sheet.name.as_str(), sheet.bank), ("Toy", Some(500)));
    let seats = sheet.seats(2).expect("two can play");
    assert_eq!((seats.cash, seats.certificates), (100, Some(8)));
    assert_eq!(sheet.seats(3).expect("three can play").certificates, None);
    let north = &sheet.companies[0];
    assert_eq!((north.size, north.unit_percent, north.units), (1, 20, 5));
    assert_eq!((north.director_units, north.max_units), (2, 3));
    assert_eq!(north.float_units, 3, "50 % are three shares of 20 %");
    assert_eq!(sheet.papers[0].company, sheet.company_by_id("S"));
    assert_eq!(sheet.papers[0].resale, Some(10));
    assert_eq!(sheet.process[1].number, 2);
    assert_eq!(sheet.reconstructed, ["company S: name"]);
    assert_eq!(sheet.phase_of_event("dawn"), Some(1));
}

#[test]
fn phases_say_colour_column_and_limits() {
    let sheet = sound(&[], 2);
    let [first, second] = &sheet.phases[..] else { panic!("two phases") };
    assert_eq!((first.colour, first.column), (Colour::Yellow as u8, 0));
    assert_eq!((second.colour, second.column), (Colour::Green as u8, 0));
    assert_eq!(first.train_limit[..], [4, 4]);
    assert_eq!(second.train_limit[..], [2, 3]);
    assert_eq!((first.rounds, second.rounds), (1, 2));
}

#[test]
fn a_card_says_what_ends_it_and_a_sale_looks_it_up() {
    let sheet = sound(&[], 3);
    assert_eq!((sheet.trains[0].count, sheet.trains[0].phase), (5, 0));
    assert_eq!((sheet.trains[1].count, sheet.trains[1].unlimited), (3, true));
    assert_eq!(sheet.face(1, 0).scraps, ["2"], "the face of that name");
    assert!(sheet.face(1, 1).scraps.is_empty());
    assert_eq!(sheet.face(1, 1).range, Range::Plus { cities: 4, total: 5 });
    for (by, scrapping) in [("x", 2), ("late", 2), ("4+1", 1)] {
        let mut data = toy();
        data["trains"][0]["obsolete_by"] = json!([by]);
        let (sheet, faults) = tried(&data, &[], 2);
        assert_eq!(faults, [""; 0]);
        let ends = sheet.trains[1].faces.iter().filter(|f| f.obsoletes == ["2"]);
        assert_eq!(ends.count(), scrapping, "{by}");
    }
}

#[test]
fn markers_move_by_rows_and_columns() {
    let sheet = sound(&[], 2);
    let to = |cell: usize| sheet.market.cells[cell].to;
    // Right, left, sale, sold out. Cells are counted row by row, holes left out.
    assert_eq!(to(0), [1, 3, 3, 0]);
    assert_eq!(to(2), [2, 1, 2, 2], "the row below is too short");
    assert_eq!(to(4), [1, 3, 5, 1], "at the end of a row it goes up");
    assert_eq!(to(5), [4, 5, 5, 4], "below the hole there is nothing");
    let starts: Vec<u8> = sheet.market.cells.iter().map(|c| c.start).collect();
    assert_eq!(starts, [0, 0, 0b10, 0, 0b11, 0]);
    assert_eq!(sheet.market.cells[5].zone, 1);
}

#[test]
fn a_chart_may_say_every_move() {
    let mut data = toy();
    data["market"] = json!({ "cells": [
        { "id": "a", "price": 10, "row": 0, "column": 0, "right": "b", "left": 0, "sale": 0, "sold_out": 1 },
        { "id": "b", "price": 20, "row": 1, "column": 1, "right": 1, "left": "a", "sale": "a", "sold_out": "b" },
    ] });
    let (sheet, faults) = tried(&data, &[], 2);
    assert_eq!(faults, [""; 0]);
    assert_eq!(sheet.market.cells[0].to, [1, 0, 0, 1]);
    assert_eq!(sheet.market.cells[1].to, [1, 0, 0, 1]);
}

#[test]
fn sides_are_closed_from_both_sides_and_at_the_edge_of_the_map() {
    let sheet = sound(&[], 2);
    let closed = |name: &str| sheet.map.def(sheet.map.by_name(name).expect("a cell")).closed;
    assert_eq!(closed("A1"), 0b11_1111, "nothing but A3 lies beside it, behind a closed side");
    assert_eq!(closed("A3"), 0b01_1111, "open to B4 only");
    assert_eq!(closed("B4"), 0b11_1011, "open to A3 only");
}

#[test]
fn homes_stand_on_their_cells_but_not_where_a_cell_is_reserved() {
    let sheet = sound(&[], 2);
    let homes = |name: &str| &sheet.map.def(sheet.map.by_name(name).expect("a cell")).homes;
    assert_eq!((homes("A1")[0].company, homes("A1")[0].stop), (0, Some(0)));
    assert!(homes("A3").is_empty());
    assert_eq!(sheet.companies[1].homes.len(), 1);
}

#[test]
fn bare_cells_take_yellow_tiles_with_the_same_stops() {
    let sheet = sound(&[], 2);
    let first = |name: &str| -> Vec<&str> {
        let cell = sheet.map.by_name(name).expect("a cell");
        let bare = sheet.tiles.get(sheet.map.def(cell).printed);
        let next = bare.upgrades.iter();
        next.map(|u| sheet.tiles.get(u.tile).name.as_str()).collect()
    };
    assert_eq!(first("A1"), ["city"]);
    assert_eq!(first("A3"), ["line"]);
    assert!(first("B4").is_empty());
    let far = sheet.tiles.get(sheet.map.cells[2].printed);
    assert_eq!(far.stops[0].paid, Paid::ByColumn([10, 20, 30, 40]));
}

#[test]
fn where_there_are_classes_they_decide() {
    let mut data = toy();
    data["classes"] = json!(["rough", "smooth"]);
    data["tiles"][0]["class"] = json!("rough");
    data["tiles"][1]["class"] = json!("smooth");
    data["cells"][1]["class"] = json!("smooth");
    let (sheet, faults) = tried(&data, &[], 2);
    assert_eq!(faults, [""; 0]);
    let bare = sheet.tiles.by_name("bare smooth").expect("a printed tile");
    let next = &sheet.tiles.get(bare).upgrades;
    assert_eq!(next.len(), 1);
    assert_eq!(sheet.tiles.get(next[0].tile).name, "city");
}

#[test]
fn a_variant_adds_and_what_is_not_there_is_passed_over() {
    let upgrades = |sheet: &Sheet| {
        let line = sheet.tiles.by_name("line").expect("a tile");
        sheet.tiles.get(line).upgrades.len()
    };
    let (plain, bends) = (sound(&[], 2), sound(&["bends"], 2));
    assert_eq!((upgrades(&plain), upgrades(&bends)), (1, 2));
    let names = bends.tiles.tiles.iter().map(|t| t.name.as_str());
    assert_eq!(names.take(3).collect::<Vec<_>>(), ["line", "bend", "city"]);
}

#[test]
fn a_variant_keeps_removes_and_changes() {
    let sheet = sound(&["short"], 2);
    assert_eq!(sheet.bank, None, "null takes away");
    assert_eq!(sheet.map.cells.len(), 2);
    assert_eq!(sheet.trains.len(), 1);
    assert_eq!((sheet.trains[0].count, sheet.trains[0].faces[0].price), (9, 80));
    assert!(!sheet.companies[1].in_play);
    assert!(sheet.companies[1].homes.is_empty(), "its home is elsewhere");
    assert!(sheet.companies[0].in_play);
}

#[test]
fn what_is_in_play_may_depend_on_the_number_of_players() {
    let in_play = |players| -> Vec<bool> {
        let sheet = sound(&[], players);
        sheet.papers.iter().map(|p| p.in_play).collect()
    };
    assert_eq!(in_play(2), [true, false]);
    assert_eq!(in_play(3), [true, true]);
}

#[test]
fn all_faults_are_told_at_once_and_where_they_are() {
    let found = faults(|data| {
        data["money"] = json!({ "players": 7 });
        data["colour"] = json!("blue");
        data["players"]["2"]["cash"] = json!("much");
        data["companies"][0]["shares"] = json!([50, 30, 20]);
        data["companies"][0]["homes"] = json!(["Z9"]);
        data["companies"][1]["tokens"] = json!(3);
        data["companies"][1]["colour"] = json!("blue");
        data["papers"][0]["company"] = json!("W");
        data["market"]["rows"][0][0] = json!("high");
        data["phases"][0]["colours"] = json!(["pink"]);
        data["trains"][0]["phase"] = json!("9");
        data["trains"][0]["scrapped_by"] = json!(["7"]);
        data["tiles"][0]["segments"] = json!([["e0", "e9"], ["e1", "e1"], ["e2"]]);
        data["tiles"][0]["upgrades"] = json!(["nowhere"]);
        data["tiles"][1]["id"] = json!("line");
        data["cells"][1]["terrain"]["cost"] = json!(-1);
        data["cells"][1]["reserved"] = json!("W");
        data["cells"][2]["id"] = json!("4B");
    });
    for wanted in [
        "money.players: a text is needed",
        "colour: unknown",
        "players.2.cash: a whole number",
        "companies.N.shares: shares are multiples",
        "companies.N.homes.0: no cell",
        "companies.S.tokens: unknown",
        "companies.S.colour: a colour such as",
        "papers.P.company: no company is called W",
        "market.rows.0.0",
        "phases.1.colours.0: one of yellow",
        "trains.2.phase: no phase is called 9",
        "trains.2.scrapped_by.0: no train",
        "tiles.line.segments.0.1: an edge",
        "tiles.line.segments.1: track joins two different",
        "tiles.line.segments.2: track joins two ends",
        "tiles.line.upgrades.0: no tile",
        "tiles.line: another one has the same id",
        "cells.A3.terrain.cost: a whole number from 0",
        "cells.A3.reserved: no company is called W",
        "cells.4B.id: letters and a number",
    ] {
        assert!(found.iter().any(|f| f.contains(wanted)), "{wanted} is missing in {found:#?}");
    }
}

#[test]
fn an_upgrade_keeps_the_track_at_the_rotations_it_names() {
    let named = |rotations: Json| {
        faults(|data| {
            data["tiles"][0]["upgrades"] = json!([{ "tile": "cross", "rotations": rotations }]);
        })
    };
    assert_eq!(named(json!([0, 3])), [""; 0]);
    assert!(named(json!([0, 1]))[0].contains("does not keep the track"));
    let lost = faults(|data| data["tiles"][2]["segments"] = json!([["e0", "e2"]]));
    assert!(lost[0].contains("cross keeps the track of line at no rotation"));
}

#[test]
fn patches_have_faults_too() {
    let patched_faults = |patch: Json| {
        let mut data = toy();
        data["variants"]["odd"] = patch;
        tried(&data, &["odd"], 2).1
    };
    for (patch, wanted) in [
        (json!({ "cells": { "remove": ["Z1"] } }), "variants.odd.cells.remove.0"),
        (json!({ "cells": { "change": [{ "id": "Z1" }] } }), "variants.odd.cells.change.Z1"),
        (json!({ "cells": { "alter": [] } }), "variants.odd.cells.alter: unknown"),
        (json!({ "tiles": { "add": [], "before": "Z" } }), "variants.odd.tiles.before"),
        (json!({ "towns": [] }), "variants.odd.towns: unknown"),
        (json!({ "variants": {} }), "a variant has no variants"),
    ] {
        let found = patched_faults(patch);
        assert!(found.iter().any(|f| f.contains(wanted)), "{wanted} is missing in {found:#?}");
    }
    assert_eq!(tried(&toy(), &["none"], 2).1, ["variants: none is missing"]);
    assert_eq!(
        tried(&toy(), &[], 4).1,
        ["players: none for 4 players", "trains.2.count: 4 is missing"]
    );
}

#[test]
fn what_is_too_much_is_refused() {
    let many = |n: usize, what: &Json| json!(vec![what.clone(); n]);
    let found = faults(|data| {
        data["companies"] = many(17, &data["companies"][0]);
        data["trains"][0]["count"] = json!(100);
        data["trains"][1]["count"] = json!(100);
        data["trains"] = json!([data["trains"][0], data["trains"][1], data["trains"][0]]);
        data["tiles"][0]["stops"] =
            json!([{ "kind": "city", "slots": 3 }, { "kind": "city", "slots": 2 }]);
        data["name"] = json!("x".repeat(400));
    });
    for wanted in [
        "companies: at most 16",
        "trains: at most 250 cards",
        "tiles.line.stops: at most four",
        "name: more than 300 letters",
    ] {
        assert!(found.iter().any(|f| f.contains(wanted)), "{wanted} is missing in {found:#?}");
    }
}

#[test]
fn an_empty_sheet_names_everything_that_is_missing() {
    let (_, found) = tried(&json!({}), &[], 2);
    for key in
        ["form", "title", "name", "money", "players", "grid", "market", "phases", "trains", "tiles"]
    {
        let wanted = format!("the sheet: {key} is missing");
        assert!(found.contains(&wanted), "{wanted} is missing in {found:#?}");
    }
    assert!(!is_older(&json!({})) && !is_older(&toy()));
    assert!(is_older(&json!({ "companies": [] })), "earlier sheets named no form");
}

#[test]
fn a_sheet_may_carry_defaults_of_options() {
    let mut data = toy();
    data["options"] = json!([
        { "id": "fog", "rule": "T-1", "presets": { "book": true, "club": false } },
        { "id": "side", "presets": { "book": "left" } },
    ]);
    assert_eq!(tried(&data, &[], 2).1, [""; 0]);
    let book = options_of(&data, "book");
    assert_eq!(book["fog"], crate::OptionValue::Switch(true));
    assert_eq!(book["side"], crate::OptionValue::Word("left".to_owned()));
    assert_eq!(options_of(&data, "club").len(), 1);
}

#[test]
fn what_was_read_is_shared() {
    let shared: Shared<u32> = Shared::new();
    let first = shared.get("a".to_owned(), || Ok::<_, ()>(1));
    let again = shared.get("a".to_owned(), || Err(()));
    let (first, again) = (first.expect("read"), again.expect("shared"));
    assert!(Arc::ptr_eq(&first, &again));
    assert!(shared.get("b".to_owned(), || Err(())).is_err());
}

#[test]
fn a_note_may_stand_everywhere() {
    let found = faults(|data| {
        data["note"] = json!("for readers");
        data["tiles"][0]["note"] = json!("for readers");
        data["cells"][1]["terrain"]["note"] = json!("for readers");
        data["variants"]["short"]["note"] = json!("for readers");
    });
    assert_eq!(found, [""; 0]);
    assert_eq!(tried(&toy(), &["short"], 2).1, [""; 0]);
}

#[test]
fn the_schema_for_editors_knows_the_same_keys() {
    let text = include_str!("../../../../docs/data-sheet.schema.json");
    let schema: Json = serde_json::from_str(text).expect("JSON");
    for (name, keys) in KEYS {
        let described = match *name {
            "sheet" => &schema,
            name => &schema["$defs"][name],
        };
        let properties = described["properties"].as_object();
        let properties = properties.unwrap_or_else(|| panic!("{name} is not described"));
        let mut known: Vec<&str> = keys.to_vec();
        known.push("note");
        known.sort_unstable();
        // JSON objects are sorted here.
        let described: Vec<&str> = properties.keys().map(String::as_str).collect();
        assert_eq!(known, described, "{name}");
    }
    assert_eq!(schema["properties"]["form"]["const"], json!(FORM));
}
