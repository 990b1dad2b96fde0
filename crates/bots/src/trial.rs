//! Games to try things on.

use crate::arena::{Plan, Played};
use crate::contender::Contender;
use crate::level::Level;
use engine::{Game, Rng, Setup};
use std::collections::BTreeMap;

/// A standard game by the rule book.
pub fn game(title: &str, players: usize, seed: u64) -> Game {
    game_of(title, "standard", players, seed)
}

/// A game of a variant by the rule book.
pub fn game_of(title: &str, variant: &str, players: usize, seed: u64) -> Game {
    let found = titles::by_id(title).expect("a title");
    let setup = Setup {
        title: title.to_owned(),
        variant: variant.to_owned(),
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

/// A plan for these seats.
pub fn plan<const N: usize>(levels: [Level; N]) -> Plan {
    Plan {
        title: "18cz".to_owned(),
        variant: "bohemia".to_owned(),
        preset: "rulebook".to_owned(),
        options: BTreeMap::new(),
        seats: levels.map(Contender::from).to_vec(),
        seed: 1,
        nodes: None,
        ms: None,
        opening: 0,
    }
}

/// A game of two that ended so.
pub fn played(levels: [Level; 2], values: [i32; 2]) -> Played {
    Played {
        game: 0,
        levels: levels.map(Contender::from).to_vec(),
        values: values.to_vec(),
        winners: vec![u8::from(values[1] > values[0])],
        moves: 1,
        seconds: 1.0,
        reason: String::new(),
        fault: None,
        companies: Vec::new(),
        phases: Vec::new(),
        openings: Vec::new(),
        thinking: BTreeMap::new(),
        faults: BTreeMap::new(),
    }
}

/// A number from 0 to 1.
pub fn chance(rng: &mut Rng) -> f64 {
    f64::from(rng.below(1 << 30)) / f64::from(1 << 30)
}
