//! Trials of a running server: killed under load, measured under load, attacked, opened with long games.
//!
//! `cargo xtask crash`, `load`, `attack` and `open` build the program and this one, and say where the program is.

mod attack;
mod child;
#[path = "../../crates/server/tests/suite/support/client.rs"]
#[allow(dead_code, missing_docs)]
mod client;
mod crash;
mod flags;
mod lean;
mod load;
mod open;
#[path = "../../crates/server/tests/suite/support/postgres.rs"]
#[allow(dead_code, missing_docs)]
mod postgres;
mod told;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rest = words.get(1..).unwrap_or_default();
    let done = match words.first().map(String::as_str) {
        Some("attack") => attack::run(rest),
        Some("crash") => crash::run(rest),
        Some("load") => load::run(rest),
        Some("open") => open::run(rest),
        _ => Err("attack, crash, load or open; see cargo xtask help".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
