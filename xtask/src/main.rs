//! Housekeeping commands of the workspace: `cargo xtask test`, `check`, `pictures`, …

mod check;
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
mod properties;
mod run;
mod test;
mod web;

use anyhow::{Result, bail};

// As in the program that people run.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const HELP: &str = "\
cargo xtask COMMAND

  test [--no-skip]   every test: Rust, then the pages in a real browser, then requests made from the description of the
                     interface; says in one line what could not run
  check              formatting, clippy and documentation, all without warnings
  pictures           makes the reference pictures in docs/pictures anew
  crash [--kills 20] [--games 6] [--database sqlite|postgres|both]
                     players move at full speed while the server is killed; everything acknowledged must be there
  load [--games 500] [--listeners 1000] [--moves 20000] [--clients 64] [--seconds 120] [--database sqlite|postgres|both]
                     moves per second, latencies and memory, beside what the bare database does
  open [--title 18cz] [--moves 800] [--jumps 300] [--database sqlite|postgres|both]
                     how long a page waits for a long game, and for any moment of it
  help               this text
";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rest = words.get(1..).unwrap_or_default().to_vec();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => test::all(false),
        ["test", "--no-skip"] => test::all(true),
        ["check"] => check::all(),
        ["pictures"] => web::pictures(),
        ["crash", ..] => crash::run(&rest).map_err(anyhow::Error::msg),
        // Figures are taken with the build that people use.
        ["open" | "load", ..] if cfg!(debug_assertions) => {
            let mut again = vec!["run", "--release", "--quiet", "--package", "xtask", "--"];
            again.extend(&words);
            run::succeed(&mut run::cargo(&again))
        }
        ["open", ..] => open::run(&rest).map_err(anyhow::Error::msg),
        ["load", ..] => load::run(&rest).map_err(anyhow::Error::msg),
        // A server in a process of its own, for the commands above.
        ["serve-for-test", ..] => child::serve(&rest).map_err(anyhow::Error::msg),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!("no such command: {}\n\n{HELP}", other.join(" ")),
    }
}
