//! Housekeeping commands of the workspace: `cargo xtask test`, `check`, `new-title`, …
//!
//! It depends on nothing: `cargo xtask help` answers a few seconds after a fresh clone. What needs the product builds and
//! starts it.

mod check;
mod new_title;
mod programs;
mod properties;
mod python;
mod release;
mod rules;
mod run;
mod select;
mod steps;
mod test;
mod web;

use run::{cargo, succeed};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  test [WHAT...] [--ci | --whole] [--no-skip]
        every test: Rust, the pages in a real browser, requests made from the description of the interface, Python;
        says at the end in one line what could not run. --ci plays more games, --whole far more; with --no-skip nothing
        may be left out. WHAT picks some:
            cargo xtask test cz stock         tests of 18CZ whose name has \"stock\" (18cz, 1860, lilliput, or a package)
            cargo xtask test pages lobby      one file of browser tests
            cargo xtask test requests         requests made from the description
            cargo xtask test python routes    tests of the Python package whose name has \"routes\"
  check              formatting, clippy and documentation, all without warnings
  rules              what is missing, orphaned or older than the English text in the translated rules
  rules accept LANGUAGE [ID...]
                     these translations (or all) fit the English text of today
  new-title NAME     makes the skeleton of a title, which compiles and is played at random
  release-of COMMIT  builds the program of an earlier commit in a folder beside, for a match against today's;
                     says its path at the end
  pictures           makes the reference pictures in docs/pictures anew
  crash [--kills 20] [--games 6] [--database sqlite|postgres|both]
                     players move at full speed while the server is killed; everything acknowledged must be there
  load [--games 500] [--listeners 1000] [--moves 20000] [--clients 64] [--seconds 120] [--database sqlite|postgres|both]
                     moves per second, latencies and memory, beside what the bare database does
  attack [--seconds 10] [--database sqlite|postgres|both]
                     somebody plays while another address attacks in seven ways; fails if the player's p99 more than doubles
                     (below 20 ms nobody notices) or the server takes more than 400 MB
  open [--title 18cz] [--moves 800] [--jumps 300] [--database sqlite|postgres|both]
                     how long a page waits for a long game, and for any moment of it
  help               this text
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rest = words.get(1..).unwrap_or_default();
    let done = match words.first().map_or("help", String::as_str) {
        "test" => test::run(rest),
        "check" => check::all(),
        "rules" => rules::run(rest),
        "pictures" => web::pictures(),
        "new-title" => new_title::make(rest),
        "release-of" => release::build(rest),
        // Figures are taken with the build that people use.
        "attack" | "crash" | "load" | "open" => trial(&words),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("no such command: {other}\n\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// A trial of a server has a package of its own, which only it builds.
fn trial(words: &[String]) -> Result<(), String> {
    let program = run::program()?;
    let mut command = cargo(&["run", "--release", "--quiet", "--package", "trials", "--"]);
    succeed(command.args(words).env("SIGNALBOX_BIN", program))
}
