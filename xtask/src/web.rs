//! The pages in a real browser.

use crate::run::{cargo, command, exists, root, succeed};
use anyhow::Result;
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
    // The binary that `prepare` built, not one that lies about from another day.
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), std::path::PathBuf::from);
    npm.env("SIGNALBOX_BIN", target.join("release").join("signalbox"));
    npm
}

fn prepare() -> Result<()> {
    succeed(&mut cargo(&[
        "build",
        "--release",
        "--package",
        "signalbox",
    ]))?;
    succeed(&mut npm(&["ci", "--no-audit", "--no-fund"]))
}

/// Type check and browser tests.
pub fn test() -> Result<()> {
    prepare()?;
    succeed(&mut npm(&["run", "check"]))?;
    succeed(&mut npm(&["test"]))
}

/// Reference pictures.
pub fn pictures() -> Result<()> {
    prepare()?;
    succeed(&mut npm(&["run", "pictures"]))
}
