//! Moves, copies and playouts a second, on one core and on all: `cargo run --release -p protocol --example throughput`.
//!
//! A random move is everything that a random player does: all choices are listed, one is picked, routes are found, and it is
//! played. A given move is checked and played.

use engine::Rng;
use protocol::{Begin, Bounds, Line, Session, any_move, playouts};
use std::hint::black_box;
use std::time::{Duration, Instant};

const LONG: Duration = Duration::from_secs(3);

/// How often something can be done in a second; it says how much it did.
fn rate(mut work: impl FnMut(u64) -> u64) -> f64 {
    let (begun, mut done, mut n) = (Instant::now(), 0, 0);
    while begun.elapsed() < LONG {
        done += work(n);
        n += 1;
    }
    done as f64 / begun.elapsed().as_secs_f64()
}

fn begun(title: &str, players: usize, seed: u64) -> Line {
    let setup = Begin::of(title, players, seed).setup().expect("a setup");
    Line::start(setup).expect("a game")
}

fn main() {
    for (title, players) in [("18cz", 3), ("1860", 2), ("18lilliput", 2), ("1889", 3)] {
        let moves = rate(|seed| {
            let mut line = begun(title, players, seed);
            let mut rng = Rng::new(seed);
            let mut events = Vec::new();
            while line.position().decision().is_some() && line.count() < 1000 {
                let mv = any_move(line.position(), &mut rng);
                events.clear();
                line.play(&mv, &mut events).expect("a listed move");
            }
            line.count() as u64
        });
        let mut known = begun(title, players, 1);
        let mut rng = Rng::new(1);
        while known.position().decision().is_some() && known.count() < 1000 {
            let mv = any_move(known.position(), &mut rng);
            known.play(&mv, &mut Vec::new()).expect("a listed move");
        }
        let (given, start) = (known.moves(), begun(title, players, 1));
        let again = rate(|_| {
            let mut line = start.clone();
            let mut events = Vec::new();
            for mv in &given {
                events.clear();
                line.play(mv, &mut events).expect("a move that was played");
            }
            given.len() as u64
        });
        let mut middle = begun(title, players, 1);
        let mut rng = Rng::new(1);
        for _ in 0..60 {
            let mv = any_move(middle.position(), &mut rng);
            middle.play(&mv, &mut Vec::new()).expect("a listed move");
        }
        let clones = rate(|_| {
            for _ in 0..1000 {
                black_box(middle.clone());
            }
            1000
        });
        let first = begun(title, players, 1);
        let all = rate(|seed| u64::from(playouts(first.position(), 16, seed * 16).count));
        let mut session = Session::new(Bounds::default(), bots::Level::Easy, Box::new(|| 0.0));
        let new = format!("{{\"do\": \"new\", \"title\": \"{title}\", \"players\": {players}}}");
        session.answer(&new).expect("an answer");
        let batch = vec!["{\"do\": \"play\", \"game\": 1, \"random\": true}"; 40];
        let line = format!("[{},{{\"do\": \"undo\", \"game\": 1, \"to\": 0}}]", batch.join(","));
        let told = rate(|_| {
            black_box(session.answer(&line).expect("an answer"));
            40
        });
        let copied = rate(|_| {
            let ask = "[{\"do\": \"clone\", \"game\": 1}]";
            let answer = session.answer(ask).expect("an answer");
            let at = answer.find("\"game\":").expect("a handle") + 7;
            let end = answer[at..].find(',').expect("an end") + at;
            let close = format!("{{\"do\": \"close\", \"game\": {}}}", &answer[at..end]);
            session.answer(&close);
            1
        });
        println!(
            "{title}, {players} players: {moves:.0} random moves, {again:.0} given moves, {clones:.0} copies a second on one core; \
             {all:.0} playouts a second on all cores; \
             lines of the protocol: {told:.0} moves in batches of 40, {copied:.0} copies and closings"
        );
    }
}
