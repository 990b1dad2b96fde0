//! The conformance battery for every game of 18CZ.

use crate::size::by_size;
use crate::table;
use engine::conformance::{Effort, random_game};
use engine::{OptionDef, OptionValue, Setup, Title};
use titles::g18cz::TITLE;

fn setup(variant: &str, preset: &str, players: usize, seed: u64) -> Setup {
    Setup {
        variant: variant.to_owned(),
        preset: preset.to_owned(),
        seed,
        ..table::setup(&TITLE, players)
    }
}

fn battery(variant: &str, preset: &str, players: std::ops::RangeInclusive<usize>, seeds: u64) {
    for n in players {
        for seed in 0..by_size(1, seeds, 4 * seeds) {
            let played = random_game(&TITLE, &setup(variant, preset, n, seed), Effort::default());
            assert!(played.finished, "{variant} {preset} {n} players seed {seed}: {played:?}");
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

#[test]
fn games_of_rules_version_1() {
    for (variant, preset, players) in [
        ("standard", "rulebook", 3),
        ("standard", "public18xx", 4),
        ("bohemia", "rulebook", 2),
        ("moravia", "rulebook", 3),
        ("introductory", "rulebook", 4),
    ] {
        let setup = Setup { rules: 1, ..setup(variant, preset, players, 17) };
        let played = random_game(&TITLE, &setup, Effort::default());
        assert!(played.finished, "{variant} {preset}: {played:?}");
    }
}

/// Every value of an option but the one it has in a preset.
fn others(option: &OptionDef, preset: usize) -> Vec<OptionValue> {
    let all = match option.words.as_slice() {
        [] => vec![OptionValue::Switch(false), OptionValue::Switch(true)],
        words => words.iter().cloned().map(OptionValue::Word).collect(),
    };
    all.into_iter().filter(|v| *v != option.presets[preset]).collect()
}

/// Whole games with one option after another flipped, the number of players changing from game to game; of three games
/// one is played when tests are quick.
fn each_option_flipped(variant: &str, presets: &[usize]) {
    let effort = Effort { try_all_every: 113, strangers: 1, ..Effort::default() };
    let variants = TITLE.variants();
    let def = variants.iter().find(|v| v.id == variant).expect("a variant");
    let seats: Vec<u8> = (def.min_players..=def.max_players).collect();
    let mut games = 0;
    for &preset in presets {
        for option in &def.options {
            for value in others(option, preset) {
                let players = usize::from(seats[games % seats.len()]);
                let name = TITLE.presets()[preset];
                let mut setup = setup(variant, name, players, 300 + games as u64);
                setup.options.insert(option.id.clone(), value.clone());
                games += 1;
                let again = if games % 3 == 1 { 1 } else { 0 };
                for more in 0..by_size(again, 1, 3) {
                    setup.seed += 1000 * more;
                    let played = random_game(&TITLE, &setup, effort);
                    assert!(
                        played.finished,
                        "{variant} {name}, {players} players, seed {}, {} {value:?}: {played:?}",
                        setup.seed, option.id
                    );
                }
            }
        }
    }
    assert!(
        games >= def.options.len() * presets.len(),
        "{games} games: an option has no other value"
    );
}

#[test]
fn the_standard_game_with_each_option_flipped() {
    each_option_flipped("standard", &[0]);
}

#[test]
fn the_public_standard_game_with_each_option_flipped() {
    each_option_flipped("standard", &[1]);
}

#[test]
fn bohemia_with_each_option_flipped() {
    each_option_flipped("bohemia", &[0, 1]);
}

#[test]
fn moravia_silesia_with_each_option_flipped() {
    each_option_flipped("moravia", &[0]);
}

#[test]
fn the_introductory_game_with_each_option_flipped() {
    each_option_flipped("introductory", &[0]);
}
