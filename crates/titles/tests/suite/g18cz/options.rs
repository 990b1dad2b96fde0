//! Named options, presets and rules versions.

use super::table::{Table, setup, start};
use crate::kept_games::carried_sheet;
use engine::{OptionValue, Setup, Title};
use serde_json::{Value, json};
use titles::g18cz::TITLE;

const EXCEPTION: &str = "limit_exception_only_after_phase_change";

fn sheet() -> Value {
    serde_json::from_str(include_str!("../../../data/18cz.json")).expect("the data sheet")
}

fn version(rules: u32, preset: &str) -> Setup {
    Setup { rules, ..setup(3, preset, 1) }
}

fn exception(table: &Table) -> bool {
    let options = &table.at.printed.options;
    options.limit_exception_only_after_phase_change
}

#[test]
fn new_games_are_of_version_2_and_games_of_version_1_keep_its_row() {
    // CZ-TRAIN-6, CZ-SR-22, D22, D42: asked for in turn, so that what is shared between games cannot mix them up
    assert_eq!(TITLE.rules_version(), 2);
    for _ in 0..2 {
        for (rules, preset, only_after) in [
            (1, "rulebook", false),
            (2, "rulebook", true),
            (1, "public18xx", false),
            (2, "public18xx", false),
        ] {
            let t = start(&version(rules, preset));
            assert_eq!(exception(&t), only_after, "version {rules}, {preset}");
            assert!(!t.at.printed.options.one_price_step_per_company_and_turn);
            let again = TITLE.load(&version(rules, preset), &engine::Position::save(&t.at));
            assert!(again.is_ok(), "version {rules}, {preset}");
        }
    }
}

#[test]
fn other_versions_are_refused() {
    for rules in [0, 3, 99] {
        let refused = TITLE.start(&version(rules, "rulebook")).err();
        let faults = refused.expect("no such version").faults;
        assert!(faults[0].contains("knows 1 to 2"), "{faults:?}");
    }
}

#[test]
fn what_was_chosen_counts_in_every_version() {
    // CZ-TRAIN-6
    for rules in 1..=2 {
        for on in [false, true] {
            let mut chosen = version(rules, "rulebook");
            chosen.options.insert(EXCEPTION.to_owned(), OptionValue::Switch(on));
            assert_eq!(exception(&start(&chosen)), on, "version {rules}");
        }
    }
}

#[test]
fn when_the_red_tile_is_laid_is_no_option_any_more_but_setups_that_name_it_load() {
    // CZ-TRACK-18, D9
    for variant in TITLE.variants() {
        assert!(variant.options.iter().all(|o| o.id != "red_tile_lay"));
    }
    for rules in 1..=2 {
        let mut named = version(rules, "rulebook");
        let word = OptionValue::Word("mandatory_first_turn".to_owned());
        named.options.insert("red_tile_lay".to_owned(), word);
        start(&named);
        let other = OptionValue::Word("whenever".to_owned());
        named.options.insert("red_tile_lay".to_owned(), other);
        assert!(TITLE.start(&named).is_err());
    }
}

#[test]
fn a_sheet_that_a_game_carries_sets_options_in_version_1_only() {
    // Such sheets are of the earlier form.
    let mut own = carried_sheet("18cz");
    own["options"] = json!([
        {"id": "pool_card_any_face", "rulebook": false, "public18xx": true, "rule": "CZ-TRAIN-14"},
        {"id": "trade_trains_from_phase", "rulebook": "a", "public18xx": "b", "rule": "CZ-TRAIN-8"},
        {"id": EXCEPTION, "rulebook": true, "public18xx": true, "rule": "CZ-TRAIN-6"},
        {"id": "of_its_own", "rulebook": true, "public18xx": null, "rule": "CZ-TRAIN-1"},
    ]);
    let carries = |rules: u32, preset: &str, data: &Value| {
        start(&Setup { data: Some(data.clone()), ..version(rules, preset) })
    };
    let first = carries(1, "rulebook", &own);
    let options = &first.at.printed.options;
    assert!(!options.pool_card_any_face);
    assert_eq!(options.trade_trains_from_phase, "a");
    assert!(!options.praha_yellow_is_a_yellow_lay, "what it left out was off");
    assert!(!exception(&first), "what a version means is not in a sheet");
    let public = carries(1, "public18xx", &own);
    assert!(public.at.printed.options.pool_card_any_face);
    assert_eq!(public.at.printed.options.trade_trains_from_phase, "b");
    let second = carries(2, "rulebook", &own);
    let printed = start(&version(2, "rulebook"));
    assert_eq!(second.at.printed.options, printed.at.printed.options);
    // A sheet without options is as good.
    own.as_object_mut().expect("a sheet").remove("options");
    for rules in 1..=2 {
        let printed = start(&version(rules, "rulebook"));
        let bare = carries(rules, "rulebook", &own);
        assert_eq!(bare.at.printed.options, printed.at.printed.options);
    }
}

#[test]
fn the_data_sheet_tells_readers_what_the_program_does() {
    let listed = sheet()["options"].as_array().expect("options").clone();
    let mut offered: Vec<engine::OptionDef> = Vec::new();
    for variant in TITLE.variants() {
        for option in variant.options {
            if offered.iter().all(|o| o.id != option.id) {
                offered.push(option);
            }
        }
    }
    assert_eq!(offered.len(), listed.len());
    for raw in &listed {
        let id = raw["id"].as_str().expect("a name");
        let option = offered.iter().find(|o| o.id == id);
        let option = option.unwrap_or_else(|| panic!("{id} is not offered"));
        assert_eq!(raw["rule"], json!(option.rule), "{id}");
        let value = |preset: usize| match &option.presets[preset] {
            OptionValue::Switch(on) => json!(on),
            OptionValue::Word(word) => json!(word),
        };
        assert_eq!(raw["presets"]["rulebook"], value(0), "{id}");
        assert_eq!(raw["presets"]["public18xx"], value(1), "{id}");
    }
}
