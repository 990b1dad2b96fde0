//! The battery of the engine over players, variants and scenarios of 18Lilliput.

use engine::conformance::{Effort, random_game};
use engine::{OptionValue, Setup};
use titles::lilliput::TITLE;

fn setup(players: usize, seed: u64, options: &[(&str, &str)]) -> Setup {
    Setup {
        title: "18lilliput".to_owned(),
        variant: "standard".to_owned(),
        preset: "rulebook".to_owned(),
        options: options
            .iter()
            .map(|&(name, value)| {
                let value = match value {
                    "on" => OptionValue::Switch(true),
                    word => OptionValue::Word(word.to_owned()),
                };
                (name.to_owned(), value)
            })
            .collect(),
        players: (0..players).map(|i| format!("Player {i}")).collect(),
        seed,
        rules: 1,
        data: None,
        extra: None,
    }
}

fn battery(players: std::ops::RangeInclusive<usize>, seeds: std::ops::Range<u64>, options: &[(&str, &str)]) {
    for n in players {
        for seed in seeds.clone() {
            let played = random_game(&TITLE, &setup(n, seed, options), Effort { try_all_every: 29, ..Effort::default() });
            assert!(played.finished, "{n} players, seed {seed}, {options:?}: not finished after {}", played.moves);
        }
    }
}

#[test]
fn the_base_game_passes_the_battery() {
    // LIL-ROUND-1, LIL-END-1
    battery(1..=4, 0..4, &[]);
}

#[test]
fn two_characters_pass_the_battery() {
    // LIL-P2-7
    battery(2..=2, 10..13, &[("two_characters", "on")]);
}

#[test]
fn every_variant_passes_the_battery() {
    // LIL-ADV-4
    for option in ["advanced", "allenbeck", "laputa", "brobdingnag"] {
        battery(1..=4, 20..21, &[(option, "on")]);
    }
    for option in ["allenbeck", "laputa", "brobdingnag"] {
        battery(2..=2, 30..31, &[(option, "on"), ("advanced", "on"), ("two_characters", "on"), ("scenario", "1")]);
    }
}

#[test]
fn every_scenario_passes_the_battery() {
    // LIL-SCENARIO-13
    for scenario in ["1", "2", "3", "4"] {
        battery(1..=4, 40..41, &[("scenario", scenario)]);
    }
}
