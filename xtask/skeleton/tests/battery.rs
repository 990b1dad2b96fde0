//! The conformance battery over all numbers of players.

use crate::table;
use engine::conformance::{Effort, random_game};
use engine::{Setup, Title};
use titles::gnew::TITLE;

#[test]
fn random_games_keep_to_the_rules() {
    // NEW-SETUP-1, NEW-STOCK-1, NEW-OR-1, NEW-TRACK-1, NEW-TOKEN-1, NEW-RUN-1, NEW-TRAIN-1, NEW-END-1
    let effort = Effort { moves: 1500, ..Effort::default() };
    let mut ends = 0;
    for variant in TITLE.variants() {
        for players in variant.min_players..=variant.max_players {
            let seed = u64::from(players);
            let setup = Setup { seed, ..table::setup(&TITLE, players.into()) };
            let played = random_game(&TITLE, &setup, effort);
            assert!(played.moves > 50, "{players} players: {played:?}");
            ends += usize::from(played.finished);
        }
    }
    assert!(ends > 0, "no game came to its end");
}

#[test]
fn the_catalogue_holds_rules() {
    assert!(TITLE.catalogue().rules("en").iter().any(|rule| rule.id == "NEW-SETUP-1"));
}
