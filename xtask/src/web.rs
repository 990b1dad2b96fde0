//! The pages in a real browser.

use crate::run::{command, exists, program, root, succeed};
use std::path::{Path, PathBuf};
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

/// Fetches what the pages' tests and checks need.
pub fn install() -> Result<(), String> {
    succeed(&mut npm(&["ci", "--no-audit", "--no-fund"]))
}

/// The program that the pages come from, and what tests them.
pub fn prepare() -> Result<PathBuf, String> {
    let program = program()?;
    install()?;
    Ok(program)
}

/// Formatting and types of scripts and styles.
pub fn check() -> Result<(), String> {
    install()?;
    succeed(&mut npm(&["run", "format:check"]))?;
    succeed(&mut npm(&["run", "check"]))
}

/// Browser tests: all, or one file.
pub fn test(program: &Path, file: Option<&str>) -> Result<(), String> {
    let mut npm = match file {
        None => npm(&["test"]),
        Some(file) => {
            let path = format!("tests/{file}.test.mjs");
            if !root().join("web").join(&path).is_file() {
                return Err(format!("there is no web/{path}"));
            }
            let mut node = command("node", &["--test", &path]);
            node.current_dir(root().join("web"));
            node
        }
    };
    succeed(npm.env("SIGNALBOX_BIN", program))
}

/// Reference pictures.
pub fn pictures() -> Result<(), String> {
    let program = prepare()?;
    succeed(npm(&["run", "pictures"]).env("SIGNALBOX_BIN", program))
}
