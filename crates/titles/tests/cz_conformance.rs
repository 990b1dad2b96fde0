//! The conformance battery for every game of 18CZ.

use engine::conformance::{Effort, random_game};
use engine::{Setup, Title};
use titles::cz::TITLE;

fn setup(variant: &str, preset: &str, players: usize, seed: u64) -> Setup {
    Setup {
        title: "18cz".to_owned(),
        variant: variant.to_owned(),
        preset: preset.to_owned(),
        options: Default::default(),
        players: (1..=players).map(|n| format!("P{n}")).collect(),
        seed,
        rules: TITLE.rules_version(),
        data: None,
        extra: None,
    }
}

fn battery(variant: &str, preset: &str, players: std::ops::RangeInclusive<usize>, seeds: u64) {
    for n in players {
        for seed in 0..seeds {
            let played = random_game(&TITLE, &setup(variant, preset, n, seed), Effort::default());
            assert!(
                played.finished,
                "{variant} {preset} {n} players seed {seed}: {played:?}"
            );
        }
    }
}

#[test]
fn standard_game_by_the_book() {
    // CZ-SETUP-1
    battery("standard", "rulebook", 3..=6, 2);
}

#[test]
fn standard_game_as_on_the_public_platform() {
    battery("standard", "public18xx", 3..=6, 2);
}

#[test]
fn introductory_game() {
    battery("introductory", "rulebook", 2..=5, 2);
}

#[test]
fn bohemia() {
    battery("bohemia", "rulebook", 2..=2, 4);
    battery("bohemia", "public18xx", 2..=2, 2);
}

#[test]
fn moravia_silesia() {
    battery("moravia", "rulebook", 2..=3, 3);
}
