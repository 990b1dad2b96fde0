//! How fast recorded games are played: moves with all checks, copies of positions, choices of a late track step.
//!
//! Reads `../shared/corpus`; says so and measures nothing when it is absent.

use divan::Bencher;
use divan::counter::ItemsCount;
use engine::{Game, Move, Position};
use std::path::{Path, PathBuf};

/// The longest recorded game of each title.
const LONGEST: [&str; 2] = ["gen_18CZ_5p_5101", "gen_1860_2p_52011"];

fn main() {
    if !corpus().is_dir() {
        println!("not measured: ../shared/corpus is absent");
        return;
    }
    divan::main();
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus")
}

fn game(name: &str) -> Game {
    let text = std::fs::read_to_string(corpus().join(format!("{name}.game.json")))
        .expect("a recorded game");
    interop::import(&text)
        .expect("a recorded game is legal")
        .into_game()
}

fn start(game: &Game) -> Box<dyn Position> {
    game.at(0)
}

/// The position at `percent` of the game.
fn along(game: &Game, percent: usize) -> Box<dyn Position> {
    game.at(game.moves().len() * percent / 100)
}

/// All moves of the game, each checked.
#[divan::bench(args = LONGEST)]
fn replay_with_all_checks(bencher: Bencher, name: &str) {
    let game = game(name);
    let moves: Vec<Move> = game.moves().to_vec();
    bencher
        .counter(ItemsCount::new(moves.len()))
        .with_inputs(|| start(&game))
        .bench_values(|mut position| {
            let mut events = Vec::new();
            for mv in &moves {
                events.clear();
                position
                    .play(mv, &mut events)
                    .expect("a recorded move is legal");
            }
            position
        });
}

/// A copy of a position in the middle of the game.
#[divan::bench(args = LONGEST)]
fn clone_mid_game(bencher: Bencher, name: &str) {
    let position = along(&game(name), 50);
    bencher
        .counter(ItemsCount::new(1usize))
        .bench(|| position.boxed());
}

/// All choices at the last track step of the game.
#[divan::bench(args = LONGEST)]
fn late_track_choices(bencher: Bencher, name: &str) {
    let game = game(name);
    let last = (0..game.moves().len())
        .rev()
        .find(|&n| {
            let position = game.at(n);
            position.decision().is_some_and(|d| d.step == "track") && position.choices().len() > 20
        })
        .expect("a late track step with choices");
    bencher
        .with_inputs(|| game.at(last))
        .bench_values(|position| position.choices());
}
