//! Data sheets: those of the earlier form are read as ever.

use crate::kept_games::carried_sheet;
use crate::size::by_size;
use crate::table;
use engine::{OptionValue, Rng, Setup, Title};
use serde_json::{Value as Json, json};

// All numbers of players in all variants, with the built-in sheet and with one that the game carries.
fn setups(title: &dyn Title, carried: &Json) -> Vec<(Setup, Setup)> {
    let mut all = Vec::new();
    for variant in title.variants() {
        for players in variant.min_players..=variant.max_players {
            let built_in =
                Setup { variant: variant.id.clone(), ..table::setup(title, players.into()) };
            let own = Setup { data: Some(carried.clone()), ..built_in.clone() };
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

// Every place of a sheet.
fn places(value: &Json, path: String, all: &mut Vec<String>) {
    let inner: Vec<(String, &Json)> = match value {
        Json::Array(list) => (0..).map(|i: usize| i.to_string()).zip(list).collect(),
        Json::Object(fields) => fields.iter().map(|(k, v)| (k.clone(), v)).collect(),
        _ => Vec::new(),
    };
    for (key, value) in inner {
        let key = key.replace('~', "~0").replace('/', "~1");
        places(value, format!("{path}/{key}"), all);
    }
    all.push(path);
}

// How many sheets are refused of those in which one place holds something odd.
fn refused(title: &dyn Title, sound: &Json, tries: u32) -> u32 {
    let odd = [
        json!(null),
        json!(0),
        json!(255),
        json!(-1),
        json!(i64::MAX),
        json!(1e300),
        json!(""),
        json!("é0"),
        json!(true),
        json!([]),
        json!({}),
        json!([[]]),
        json!({ "change": [] }),
    ];
    let mut all = Vec::new();
    places(sound, String::new(), &mut all);
    let mut rng = Rng::new(1);
    let mut refused = 0;
    for _ in 0..tries {
        let mut sheet = sound.clone();
        let place = &all[rng.below(all.len() as u32) as usize];
        let value = &odd[rng.below(odd.len() as u32) as usize];
        *sheet.pointer_mut(place).expect("a place") = value.clone();
        let variants = title.variants();
        let variant = &variants[rng.below(variants.len() as u32) as usize];
        let setup = Setup {
            variant: variant.id.clone(),
            data: Some(sheet),
            ..table::setup(title, variant.max_players.into())
        };
        refused += u32::from(title.start(&setup).is_err());
    }
    refused
}

#[test]
fn whatever_stands_in_a_sheet_it_is_played_or_refused() {
    let tries = by_size(20, 200, 2000);
    for (title, sheet) in [
        (titles::by_id("18cz"), &titles::g18cz::sheet::SHEET),
        (titles::by_id("1860"), &titles::g1860::sheet::SHEET),
        (titles::by_id("18lilliput"), &titles::g18lilliput::sheet::SHEET),
    ] {
        let title = title.expect("a title");
        let strictly = refused(title, sheet.json(), tries);
        assert!(strictly > tries / 4, "{}: {strictly}", title.id());
        // The earlier form held much that nobody read.
        assert!(refused(title, &carried_sheet(title.id()), tries) < tries);
    }
}
