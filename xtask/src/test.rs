//! The tests, in three sizes, and a plain word about what could not run.

use crate::run::{exists, root};
use crate::select::{self, Part};
use crate::steps::Steps;
use crate::{programs, properties, python, web};
use std::path::Path;

/// Set for tests that would otherwise skip what the machine lacks: they fail instead.
const NO_SKIP: &str = "SIGNALBOX_NO_SKIP";
/// Tells tests how much to try: `quick`, `ci` or `whole`.
const SIZE: &str = "SIGNALBOX_TESTS";

/// `cargo xtask test`.
pub fn run(words: &[String]) -> Result<(), String> {
    let (flags, words): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|w| w.starts_with("--"));
    let words: Vec<String> = words.into_iter().cloned().collect();
    let (mut size, mut no_skip) = ("quick", false);
    for flag in flags {
        match flag.as_str() {
            "--ci" => size = "ci",
            "--whole" => size = "whole",
            "--no-skip" => no_skip = true,
            other => {
                return Err(format!("test knows --ci, --whole and --no-skip, not {other}"));
            }
        }
    }
    let mut settings = vec![(SIZE, size)];
    if no_skip {
        settings.push((NO_SKIP, "1"));
    }
    match words.as_slice() {
        [] => all(no_skip, &settings),
        words => some(&select::part(words, &packages(), &titles())?, &settings),
    }
}

/// The packages of the workspace.
fn packages() -> Vec<String> {
    let mut found = names_in("crates");
    found.push("xtask".to_owned());
    found.sort();
    found
}

// The folders of the titles: `g18cz`, `g1860`.
fn titles() -> Vec<String> {
    let mut found = names_in("crates/titles/src");
    found.retain(|name| name.starts_with('g') && !name.ends_with(".rs"));
    found.sort();
    found
}

fn names_in(folder: &str) -> Vec<String> {
    std::fs::read_dir(root().join(folder))
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

fn size<'a>(settings: &[(&str, &'a str)]) -> &'a str {
    settings.iter().find(|(name, _)| *name == SIZE).map_or("quick", |(_, size)| *size)
}

/// One part, and nothing around it.
fn some(part: &Part, settings: &[(&str, &str)]) -> Result<(), String> {
    match part {
        Part::Rust { package, filter } => {
            let filters: Vec<String> = filter.iter().cloned().collect();
            for program in programs::build(&[package])? {
                println!("\n{}", program.name);
                program.run(&filters, settings)?;
            }
            Ok(())
        }
        Part::Pages { file } => {
            let program = web::prepare()?;
            web::test(&program, file.as_deref())
        }
        Part::Requests => properties::test(&crate::run::program()?, size(settings)),
        Part::Python { filter } => {
            python::test(&crate::run::program()?, filter.as_deref(), settings)
        }
    }
}

/// Everything. With `no_skip` nothing may be left out.
fn all(no_skip: bool, settings: &[(&str, &str)]) -> Result<(), String> {
    let mut missing = Vec::new();
    if !root().join("../shared/corpus/INDEX.json").is_file() {
        missing.push("recorded games (no ../shared/corpus)".to_owned());
    }
    if !has_postgres() {
        missing.push("PostgreSQL (no initdb found)".to_owned());
    }
    let browser = web::missing();
    missing.extend(browser.clone());
    let no_python = properties::missing();
    missing.extend(no_python.clone());
    for program in ["curl", "openssl", "nginx", "caddy", "systemd-analyze"] {
        if !exists(program) && !Path::new("/usr/sbin").join(program).is_file() {
            missing.push(format!("a part of docs/operating.md (no {program})"));
        }
    }
    if no_skip && !missing.is_empty() {
        return Err(format!("may not be skipped: {}", missing.join("; ")));
    }
    // The tools are fetched only when nothing may be left out.
    let requests = no_skip || (no_python.is_none() && properties::is_ready());
    if !requests && no_python.is_none() {
        let why = "property-based requests (`--no-skip` fetches what they need from PyPI)";
        missing.push(why.to_owned());
    }
    let package = no_skip || (no_python.is_none() && python::is_ready());
    if !package && no_python.is_none() {
        let why = "the Python package (`--no-skip` fetches what it needs from PyPI)";
        missing.push(why.to_owned());
    }
    let pages = browser.is_none();
    let with_program = [pages, requests, package].into_iter().filter(|p| *p).count();
    let mut steps = Steps::new(2 + with_program + usize::from(with_program > 0));
    let programs = steps.step("building the tests", || programs::build(&[]))?;
    steps.more(programs.len());
    for program in &programs {
        steps.attempt(&program.name, || program.run(&[], settings));
    }
    steps.attempt("examples in the documentation", programs::doc_tests);
    if with_program > 0 {
        let program = steps.step("building the program as people get it", crate::run::program)?;
        if pages {
            steps.attempt("pages in a real browser", || {
                web::install()?;
                web::test(&program, None)
            });
        }
        if requests {
            steps.attempt("requests made from the description", || {
                properties::test(&program, size(settings))
            });
        }
        if package {
            steps.attempt("the Python package", || python::test(&program, None, settings));
        }
    }
    steps.times();
    match missing.as_slice() {
        [] => println!("\neverything ran"),
        missing => println!("\nnot run: {}", missing.join("; ")),
    }
    steps.result()
}

fn has_postgres() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    exists("initdb") || versions.map(|v| v.path().join("bin/initdb")).any(|p| p.is_file())
}
