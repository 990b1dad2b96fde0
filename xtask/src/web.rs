//! The pages in a real browser.

use crate::run::{command, exists, program, root, succeed};
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

/// What the machine lacks for browser tests.
pub fn missing() -> Option<String> {
    let lacks: Vec<&str> = ["node", "npm"].into_iter().filter(|p| !exists(p)).collect();
    if !lacks.is_empty() {
        return Some(format!("pages in a browser (no {})", lacks.join(", ")));
    }
    if !exists("chromium") && std::env::var_os("SIGNALBOX_CHROMIUM").is_none() {
        return Some(
            "pages in a browser (no chromium; SIGNALBOX_CHROMIUM may name one)".to_owned(),
        );
    }
    None
}

fn npm(words: &[&str]) -> Command {
    let mut npm = command("npm", words);
    npm.current_dir(root().join("web"));
    npm
}

// The program that the pages come from.
fn prepare() -> Result<PathBuf> {
    let program = program()?;
    succeed(&mut npm(&["ci", "--no-audit", "--no-fund"]))?;
    Ok(program)
}

/// Type check and browser tests.
pub fn test() -> Result<()> {
    let program = prepare()?;
    succeed(&mut npm(&["run", "check"]))?;
    succeed(npm(&["test"]).env("SIGNALBOX_BIN", program))
}

/// Reference pictures.
pub fn pictures() -> Result<()> {
    let program = prepare()?;
    succeed(npm(&["run", "pictures"]).env("SIGNALBOX_BIN", program))
}
