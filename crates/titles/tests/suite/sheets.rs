//! Data sheets: those of the earlier form are read as ever.

use crate::kept_games::carried_sheet;
use crate::table;
use engine::{Setup, Title};
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
