//! Data sheets: those of the earlier form are read as ever.

use crate::kept_games::carried_sheet;
use crate::table;
use engine::{OptionValue, Setup, Title};
use serde_json::{Value as Json, json};

// All numbers of players in all variants, with the built-in sheet and with one that the game carries.
fn setups(title: &dyn Title, carried: &Json) -> Vec<(Setup, Setup)> {
    let mut all = Vec::new();
    for variant in title.variants() {
        for players in variant.min_players..=variant.max_players {
            let built_in = Setup {
                variant: variant.id.clone(),
                ..table::setup(title, players.into())
            };
            let own = Setup {
                data: Some(carried.clone()),
                ..built_in.clone()
            };
            all.push((built_in, own));
        }
    }
    all
}

#[test]
fn a_sheet_of_18cz_of_the_earlier_form_reads_like_the_built_in_one() {
    let mut old = carried_sheet("18cz");
    assert_eq!(old["trains"][0]["faces"][0]["price"], 75, "its correction");
    old["trains"][0]["faces"][0]["price"] = json!(70);
    for (built_in, own) in setups(&titles::g18cz::TITLE, &old) {
        let [a, b] = [built_in, own].map(|s| crate::g18cz::table::start(&s).at.printed);
        assert_eq!(format!("{a:?}"), format!("{b:?}"), "{}", a.sheet.variant);
    }
}

#[test]
fn a_sheet_of_1860_of_the_earlier_form_reads_like_the_built_in_one() {
    let mut old = carried_sheet("1860");
    assert_eq!(old["trains"][0]["price_credits"], 260, "its correction");
    old["trains"][0]["price_credits"] = json!(250);
    let title = &titles::g1860::TITLE;
    for (mut built_in, mut own) in setups(title, &old) {
        for option in ["opt1_first_edition", "locomotives", "second_7_train"] {
            let on = OptionValue::Switch(true);
            built_in.options.insert(option.to_owned(), on.clone());
            own.options.insert(option.to_owned(), on);
            let [a, b] = [&built_in, &own].map(|s| title.begin(s).expect("a setup").printed);
            assert_eq!(format!("{a:?}"), format!("{b:?}"), "{option}");
        }
    }
}

#[test]
fn a_sheet_of_18lilliput_of_the_earlier_form_reads_like_the_built_in_one() {
    let mut old = carried_sheet("18lilliput");
    assert_eq!(old["trains"][1]["price"], 160, "its correction");
    assert_eq!(old["copy_card"]["end_value"], 25, "its correction");
    old["trains"][1]["price"] = json!(150);
    old["copy_card"]["end_value"] = json!(20);
    for (built_in, own) in setups(&titles::g18lilliput::TITLE, &old) {
        for chosen in ["advanced", "allenbeck", "laputa", "brobdingnag"] {
            let [a, b] = [&built_in, &own].map(|setup| {
                let mut setup = setup.clone();
                let on = OptionValue::Switch(true);
                setup.options.insert(chosen.to_owned(), on);
                let table = crate::g18lilliput::table::start(&setup);
                table.unwrap_or_else(|e| panic!("{chosen}: {e}")).at.printed
            });
            assert_eq!(format!("{a:?}"), format!("{b:?}"), "{chosen}");
        }
    }
}
