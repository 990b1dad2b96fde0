//! The data sheet: built in, corrected by an owner, with all faults at once.

use super::table::{setup, start};
use serde_json::json;
use titles::g18lilliput::Options;
use titles::g18lilliput::sheet::{built_in, check};

#[test]
fn the_built_in_sheet_has_no_faults() {
    // LIL-SETUP-3, LIL-MARKET-1
    assert_eq!(check(built_in(), Options::default()), Ok(()));
}

#[test]
fn all_faults_of_a_sheet_are_reported_at_once() {
    // LIL-UPGRADE-2, LIL-UPGRADE-3, LIL-SETUP-12
    let mut sheet = built_in().clone();
    sheet["companies"][0]["shares"] = json!([50, 10, 10, 7]);
    sheet["companies"][1]["tokens"] = json!(4);
    sheet["market"]["cells"][3]["right"] = json!("U99");
    sheet["trains"][2]["price"] = json!("much");
    sheet["tiles"][1]["segments"] = json!([["e0", "s0"], ["e7", "s9"]]);
    sheet["tiles"][3]["upgrades"] = json!(["C-G-T"]);
    sheet["tiles"][6]["count"] = json!(5);
    sheet["own"]["characters"][1]["ability"]["over"] = json!("half");
    sheet["own"]["action_cards"][2]["players"] = json!([3, 4]);
    let faults = check(&sheet, Options::default()).unwrap_err();
    for wanted in [
        "companies.MR.shares",
        "companies.SR.tokens: unknown",
        "market.cells.U4.right",
        "trains.4.price",
        "tiles.C-Y-S.segments.1",
        "tiles.M-Y-S.upgrades.0: C-G-T is of another kind",
        "own.totals.plain.yellow",
        "own.characters.LIMNOC.ability.over",
        "players.2.own.action_cards",
    ] {
        assert!(
            faults.iter().any(|f| f.contains(wanted)),
            "{wanted} is missing in {faults:#?}"
        );
    }
}

#[test]
fn an_upgrade_that_loses_track_is_a_fault() {
    // LIL-UPGRADE-2, LIL-UPGRADE-7
    let mut sheet = built_in().clone();
    let tiles = sheet["tiles"].as_array_mut().unwrap();
    let green = tiles.iter_mut().find(|t| t["id"] == "C-G-T").unwrap();
    green["segments"] = json!([["e0", "s0"]]);
    let brown = tiles.iter_mut().find(|t| t["id"] == "M-B-X").unwrap();
    brown["stops"][0]["slots"] = json!(1);
    let faults = check(&sheet, Options::default()).unwrap_err();
    assert!(
        faults
            .iter()
            .any(|f| f.contains("C-G-T keeps the track of C-Y-S at no rotation")),
        "{faults:#?}"
    );
    assert!(
        faults
            .iter()
            .any(|f| f.contains("M-B-X has fewer station slots than M-G-T")),
        "{faults:#?}"
    );
}

#[test]
fn a_corrected_sheet_is_played_without_touching_code() {
    // LIL-INCOME-6, LIL-TRAINBUY-2
    let mut sheet = built_in().clone();
    let tiles = sheet["tiles"].as_array_mut().unwrap();
    let city = tiles.iter_mut().find(|t| t["id"] == "C-Y-S").unwrap();
    city["stops"][0]["revenue"] = json!(70);
    sheet["trains"][0]["price"] = json!(90);
    let mut s = setup(4, &[]);
    s.data = Some(sheet);
    let t = start(&s).unwrap();
    assert_eq!(
        t.at.printed.sheet.tiles.get(t.tile_id("C-Y-S")).stops[0]
            .paid
            .in_column(0),
        70
    );
    assert_eq!(t.at.printed.sheet.trains[0].faces[0].price, 90);
    s.data = Some(json!({}));
    assert!(
        start(&s).err().unwrap().faults.len() > 10,
        "every missing part is named"
    );
}

#[test]
fn reconstructed_values_are_listed() {
    // LIL-MARKET-1, LIL-SCENARIO-13
    let t = start(&setup(4, &[("scenario", "2")])).unwrap();
    let list = &t.at.printed.sheet.reconstructed;
    for wanted in [
        "share price index: values between 55 and 150, number of columns",
        "company TR: name, colour",
        "tile C-B-X: value, slots, segments",
        "scenario Mountain range",
    ] {
        assert!(
            list.iter().any(|r| r == wanted),
            "{wanted} is missing in {list:#?}"
        );
    }
    let facts = engine::Position::facts(&t.at);
    assert!(facts.iter().any(|(key, value)| key == "reconstructed"
        && value.as_array().is_some_and(|a| a.len() == list.len())));
}

#[test]
fn a_setup_is_refused_with_all_its_faults() {
    // LIL-SETUP-9
    let mut s = setup(
        5,
        &[("scenario", "7"), ("nonsense", "on"), ("advanced", "word")],
    );
    s.variant = "odd".to_owned();
    s.preset = "none".to_owned();
    s.rules = 9;
    let faults = start(&s).err().unwrap().faults;
    assert_eq!(faults.len(), 7, "{faults:#?}");
}
