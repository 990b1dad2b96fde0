//! The engine for other programs, from outside.
#![allow(missing_docs)]

mod actions;
mod agree;
mod bad_input;
mod lines;
mod schemas;
mod transcript;
mod vectors;

use protocol::{Begin, Bounds, Line, Session};
use serde_json::Value as Json;

/// A session whose clock stands still.
fn session() -> Session {
    Session::new(Bounds::default(), bots::Level::Easy, Box::new(|| 0.0))
}

fn ask(session: &mut Session, request: Json) -> Json {
    let answer = session.answer(&request.to_string()).expect("an answer");
    serde_json::from_str(&answer).expect("JSON")
}

fn ok(session: &mut Session, request: Json) -> Json {
    let answer = ask(session, request.clone());
    assert!(answer.get("error").is_none(), "{request}: {answer}");
    answer["ok"].clone()
}

fn game(title: &str, players: usize, seed: u64) -> Line {
    Line::start(Begin::of(title, players, seed).setup().expect("a setup")).expect("a game")
}

/// How much is tried.
fn by_size<T>(quick: T, ci: T, whole: T) -> T {
    match std::env::var("SIGNALBOX_TESTS").as_deref() {
        Ok("whole") => whole,
        Ok("ci") => ci,
        _ => quick,
    }
}
