//! Moves per second in random games of every title: listing and playing, and playing alone with all checks.
//!
//! Runs are the best ones of the route finder, found before the clock starts. In the preset `rulebook` of 18CZ the rules
//! demand the maximum, so playing such a run proves it anew; `public18xx` checks the claimed routes only.

use divan::Bencher;
use divan::counter::ItemsCount;
use engine::{Move, Position, Rng, Setup};

/// Title, variant, preset, players.
const GAMES: [&str; 7] = [
    "18cz standard rulebook 4",
    "18cz standard public18xx 4",
    "18cz introductory rulebook 3",
    "18cz bohemia rulebook 2",
    "18cz moravia rulebook 3",
    "1860 standard rulebook 3",
    "18lilliput standard rulebook 4",
];

/// Most moves of a game.
const MOST: usize = 2_000;

fn main() {
    divan::main();
}

fn start(game: &str) -> Box<dyn Position> {
    let words: Vec<&str> = game.split(' ').collect();
    let [title, variant, preset, players] = words[..] else {
        panic!("four words describe a game: {game}");
    };
    let players: usize = players.parse().expect("a number of players");
    let known = titles::by_id(title).expect("a title");
    let setup = Setup {
        title: title.to_owned(),
        variant: variant.to_owned(),
        preset: preset.to_owned(),
        options: Default::default(),
        players: (0..players).map(|n| format!("P{n}")).collect(),
        seed: 7,
        luck: None,
        rules: known.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    known.start(&setup).expect("a legal setup")
}

/// The moves of a random game.
fn random_game(mut position: Box<dyn Position>) -> Vec<Move> {
    let mut rng = Rng::new(18);
    let mut events = Vec::new();
    let mut moves = Vec::new();
    while position.decision().is_some() && moves.len() < MOST {
        let choices = position.choices();
        let choice = &choices[rng.below(choices.len() as u32) as usize];
        let mv = position.routed(choice.pick(&mut rng));
        events.clear();
        position.play(&mv, &mut events).expect("a listed move");
        moves.push(mv);
    }
    moves
}

/// Every move of a random game, each checked.
#[divan::bench(args = GAMES, sample_count = 20)]
fn checked_moves(bencher: Bencher, game: &str) {
    bench(bencher, game, false);
}

/// The same, with all choices listed before every move.
#[divan::bench(args = GAMES, sample_count = 20)]
fn listed_and_checked_moves(bencher: Bencher, game: &str) {
    bench(bencher, game, true);
}

fn bench(bencher: Bencher, game: &str, list: bool) {
    let first = start(game);
    let moves = random_game(first.boxed());
    bencher.counter(ItemsCount::new(moves.len())).with_inputs(|| first.boxed()).bench_local_values(
        |mut position| {
            let mut events = Vec::new();
            for mv in &moves {
                if list {
                    divan::black_box(position.choices());
                }
                events.clear();
                position.play(mv, &mut events).expect("a legal move");
            }
            position
        },
    );
}
