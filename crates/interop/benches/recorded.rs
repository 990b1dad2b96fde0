//! How fast recorded games are played: moves with all checks, copies of positions, choices of a late track step.
//!
//! Recorded games carry what a run has paid, and the preset `public18xx` takes that as it is, so a replay is measured
//! three times: as recorded; with every run's routes checked and counted from the track; and with the proof, in
//! addition, of the most that the trains could have earned.
//!
//! Reads `../shared/corpus` and `../shared/corpus-1889`; says so and measures nothing when one of them is absent.

use divan::Bencher;
use divan::counter::ItemsCount;
use engine::{Event, Game, Move, Position};
use routing::{Budget, solve};
use std::path::{Path, PathBuf};

/// The longest recorded games of 18CZ and 1860, and the game of 1889 whose time on the public platform is known.
const GAMES: [&str; 3] =
    ["corpus/gen_18CZ_5p_5101", "corpus/gen_1860_2p_52011", "corpus-1889/fixture_1889_962"];

fn main() {
    for name in GAMES {
        let path = file(name);
        if !path.is_file() {
            println!("not measured: {} is absent", path.display());
            return;
        }
    }
    divan::main();
}

fn file(name: &str) -> PathBuf {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    shared.join(format!("{name}.game.json"))
}

fn game(name: &str) -> Game {
    let text = std::fs::read_to_string(file(name)).expect("a recorded game");
    interop::import(&text).expect("a recorded game is legal").into_game()
}

fn start(game: &Game) -> Box<dyn Position> {
    game.at(0)
}

/// The position at `percent` of the game.
fn along(game: &Game, percent: usize) -> Box<dyn Position> {
    game.at(game.moves().len() * percent / 100)
}

/// All moves of the game; runs pay what is recorded.
#[divan::bench(args = GAMES)]
fn replay_as_recorded(bencher: Bencher, name: &str) {
    let game = game(name);
    replay(bencher, &game, game.moves(), false);
}

/// All moves of the game, each checked, the routes of runs included.
#[divan::bench(args = GAMES)]
fn replay_with_all_checks(bencher: Bencher, name: &str) {
    let game = game(name);
    replay(bencher, &game, &claimed(&game), false);
}

/// All moves of the game, each checked, and for every run the proof of its maximum.
#[divan::bench(args = GAMES, sample_count = 10)]
fn replay_with_maxima_proved(bencher: Bencher, name: &str) {
    let game = game(name);
    replay(bencher, &game, &claimed(&game), true);
}

/// The moves of a game with runs that are counted from their routes, wherever that pays what is recorded.
fn claimed(game: &Game) -> Vec<Move> {
    let mut position = start(game);
    let (mut runs, mut counted) = (0, 0);
    let moves = game
        .moves()
        .iter()
        .map(|mv| {
            let mut claim = mv.clone();
            if let Move::Run { recorded, .. } = &mut claim {
                *recorded = None;
                runs += 1;
                if paid(&mut position.boxed(), &claim) == paid(&mut position.boxed(), mv) {
                    counted += 1;
                } else {
                    claim = mv.clone();
                }
            }
            let _ = paid(&mut position, mv);
            claim
        })
        .collect();
    assert!(counted * 10 >= runs * 9, "{counted} of {runs} runs can be counted");
    moves
}

/// Plays a move; what a run has paid, `None` if the move is refused.
fn paid(position: &mut Box<dyn Position>, mv: &Move) -> Option<Vec<Event>> {
    let mut events = Vec::new();
    position.play(mv, &mut events).ok()?;
    events.retain(|e| matches!(e, Event::Ran { .. }));
    Some(events)
}

fn replay(bencher: Bencher, game: &Game, moves: &[Move], prove: bool) {
    bencher.counter(ItemsCount::new(moves.len())).with_inputs(|| start(game)).bench_local_values(
        |mut position| {
            let mut events = Vec::new();
            for mv in moves {
                if let Move::Run { company, .. } = mv
                    && prove
                    && let Some(p) = position.problem(*company)
                {
                    divan::black_box(solve(&p.network, &p.trains, &p.rules, Budget::default()));
                }
                events.clear();
                position.play(mv, &mut events).expect("a recorded move is legal");
            }
            position
        },
    );
}

/// A copy of a position in the middle of the game.
#[divan::bench(args = GAMES)]
fn clone_mid_game(bencher: Bencher, name: &str) {
    let position = along(&game(name), 50);
    bencher.counter(ItemsCount::new(1usize)).bench(|| position.boxed());
}

/// The last position of the game in which a company has a choice of track.
fn late_track(game: &Game) -> Box<dyn Position> {
    (0..game.moves().len())
        .rev()
        .map(|n| game.at(n))
        .find(|position| {
            position.decision().is_some_and(|d| d.step == "track") && position.choices().len() > 20
        })
        .expect("a late track step with choices")
}

/// All choices at the last track step of the game, in play.
#[divan::bench(args = GAMES)]
fn late_track_choices(bencher: Bencher, name: &str) {
    let position = late_track(&game(name));
    bencher.with_inputs(|| position.boxed()).bench_local_values(|position| position.choices());
}

/// The same in a position just loaded, which has to work out first what the company reaches.
#[divan::bench(args = GAMES)]
fn late_track_choices_after_loading(bencher: Bencher, name: &str) {
    let game = game(name);
    let saved = late_track(&game).save();
    let title = titles::by_id(&game.setup().title).expect("a title");
    bencher
        .with_inputs(|| title.load(game.setup(), &saved).expect("a saved position"))
        .bench_local_values(|position| position.choices());
}
