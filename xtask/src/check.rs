//! Formatting, clippy, documentation.

use crate::run::{cargo, exists, succeed};
use crate::steps::Steps;
use crate::web;

/// All checks that are no tests.
pub fn all() -> Result<(), String> {
    let scripts = exists("npm");
    let deny = exists("cargo-deny");
    let mut steps = Steps::new(3 + usize::from(scripts) + usize::from(deny));
    steps.step("formatting", || {
        succeed(&mut cargo(&["fmt", "--all", "--check"]))?;
        succeed(&mut cargo(&["fmt", "--manifest-path", "python/Cargo.toml", "--check"]))
    })?;
    if scripts {
        steps.step("scripts and styles", web::check)?;
    }
    steps.step("clippy", || {
        let words = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
        succeed(&mut cargo(&words))
    })?;
    steps.step("documentation", || {
        let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
        succeed(doc.env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    if deny {
        steps.step("licences, bans, duplicates, sources", || {
            succeed(&mut cargo(&["deny", "check", "licenses", "bans", "sources"]))
        })?;
    }
    if !scripts {
        println!("not checked: scripts and styles (no npm)");
    }
    Ok(())
}
