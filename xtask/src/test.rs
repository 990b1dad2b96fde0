//! Every test, and a plain word about what could not run.

use crate::run::{cargo, exists, root, succeed};
use crate::{properties, web};
use anyhow::{Result, bail};

/// Set for tests that would otherwise skip what the machine lacks: they fail instead.
pub const NO_SKIP: &str = "SIGNALBOX_NO_SKIP";

/// Runs all tests. With `no_skip` nothing may be left out.
pub fn all(no_skip: bool) -> Result<()> {
    let mut missing = Vec::new();
    if !root().join("../shared/corpus/INDEX.json").is_file() {
        missing.push("recorded games (no ../shared/corpus)".to_owned());
    }
    if !has_postgres() {
        missing.push("PostgreSQL (no initdb found)".to_owned());
    }
    let browser = web::missing();
    missing.extend(browser.clone());
    let python = properties::missing();
    missing.extend(python.clone());
    if no_skip && !missing.is_empty() {
        bail!("may not be skipped: {}", missing.join("; "));
    }
    let mut rust = cargo(&["test", "--workspace"]);
    if no_skip {
        rust.env(NO_SKIP, "1");
    }
    succeed(&mut rust)?;
    if browser.is_none() {
        web::test()?;
    }
    // The tools are fetched only when nothing may be left out.
    if no_skip || (python.is_none() && properties::is_ready()) {
        properties::test()?;
    } else if python.is_none() {
        missing.push(
            "property-based requests (`--no-skip` fetches what they need from PyPI)".to_owned(),
        );
    }
    if missing.is_empty() {
        println!("everything ran");
    } else {
        println!("not run: {}", missing.join("; "));
    }
    Ok(())
}

fn has_postgres() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    exists("initdb")
        || versions
            .map(|v| v.path().join("bin/initdb"))
            .any(|p| p.is_file())
}
