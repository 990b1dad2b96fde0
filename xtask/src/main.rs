//! Housekeeping commands of the workspace: `cargo xtask test`, `check`, `pictures`, …

mod check;
mod run;
mod test;
mod web;

use anyhow::{Result, bail};

const HELP: &str = "\
cargo xtask COMMAND

  test [--no-skip]   every test: Rust, then the pages in a real browser; says in one line what could not run
  check              formatting, clippy and documentation, all without warnings
  pictures           makes the reference pictures in docs/pictures anew
  help               this text
";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => test::all(false),
        ["test", "--no-skip"] => test::all(true),
        ["check"] => check::all(),
        ["pictures"] => web::pictures(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!("no such command: {}\n\n{HELP}", other.join(" ")),
    }
}
