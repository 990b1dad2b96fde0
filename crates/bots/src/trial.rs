//! A game to try things on.

use engine::{Game, Setup};

/// A standard game by the rule book.
pub fn game(title: &str, players: usize, seed: u64) -> Game {
    let found = titles::by_id(title).expect("a title");
    let setup = Setup {
        title: title.to_owned(),
        variant: "standard".to_owned(),
        preset: "rulebook".to_owned(),
        options: Default::default(),
        players: (1..=players).map(|n| format!("P{n}")).collect(),
        seed,
        luck: None,
        rules: found.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    Game::start(found, setup).expect("a legal setup")
}
