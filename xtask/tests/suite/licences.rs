//! What the program is built from, beside what `deny.toml` allows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

fn read(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    std::fs::read_to_string(root.join(name)).unwrap()
}

/// The words in quotation marks of a list in `deny.toml`; of tables in it those behind `crate`.
fn list(deny: &str, key: &str) -> BTreeSet<String> {
    let begin = format!("\n{key} = [\n");
    let (_, rest) = deny.split_once(&begin).unwrap_or_else(|| panic!("no list {key}"));
    let (list, _) = rest.split_once("\n]").unwrap();
    let lines = list.lines().map(|l| l.trim().trim_start_matches("{ crate = "));
    lines.filter_map(|l| l.strip_prefix('"')?.split('"').next()).map(str::to_owned).collect()
}

/// Packages of others in the lock file with their versions, and where they come from.
fn locked() -> Vec<(String, String, String)> {
    let lock = read("Cargo.lock");
    let field = |part: &str, key: &str| {
        let line = part.lines().find_map(|l| l.strip_prefix(key)?.strip_prefix(" = \""));
        line.map(|l| l.trim_end_matches('"').to_owned())
    };
    lock.split("[[package]]")
        .skip(1)
        .filter_map(|part| {
            Some((field(part, "name")?, field(part, "version")?, field(part, "source")?))
        })
        .collect()
}

/// Lines about all packages that the workspace is built from.
fn tree(format: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--workspace", "--edges", "normal,build", "--prefix", "none"])
        .args(["--format", format])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(|l| l.trim_end_matches(" (*)").to_owned()).filter(|l| !l.is_empty()).collect()
}

/// Whether one side of each choice is allowed.
fn allowed(licence: &str, allow: &BTreeSet<String>) -> bool {
    let licence = licence.trim();
    let inner = licence.strip_prefix('(').and_then(|l| l.strip_suffix(')'));
    if let Some(inner) = inner.filter(|l| !l.contains(['(', ')'])) {
        return allowed(inner, allow);
    }
    if let Some((one, other)) = licence.split_once(" AND ") {
        return allowed(one, allow) && allowed(other, allow);
    }
    if licence.contains(" OR ") || licence.contains('/') {
        return licence.split(" OR ").flat_map(|l| l.split('/')).any(|l| allowed(l, allow));
    }
    allow.contains(licence)
}

#[test]
fn expressions_of_licences_are_understood() {
    let allow = BTreeSet::from(["MIT".to_owned(), "ISC".to_owned()]);
    for good in ["MIT", "MIT OR GPL-3.0", "GPL-3.0/MIT", "MIT AND ISC", "(MIT OR GPL-3.0) AND ISC"]
    {
        assert!(allowed(good, &allow), "{good}");
    }
    for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(GPL-2.0 OR GPL-3.0) AND ISC"] {
        assert!(!allowed(bad, &allow), "{bad}");
    }
}

#[test]
fn every_licence_is_one_that_is_allowed() {
    let allow = list(&read("deny.toml"), "allow");
    let packages = tree("{p}|{l}");
    assert!(packages.len() > 200, "{}", packages.len());
    let wrong: Vec<&String> = packages
        .iter()
        .filter(|line| {
            let licence = line.rsplit('|').next().unwrap_or_default();
            !allowed(licence, &allow)
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn nothing_banned_is_used_and_nothing_twice_without_a_reason() {
    let deny = read("deny.toml");
    let (banned, skipped) = (list(&deny, "deny"), list(&deny, "skip"));
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in tree("{p}") {
        let mut words = line.split(' ');
        let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
        versions.entry(name.to_owned()).or_default().insert(version.to_owned());
    }
    let used: Vec<&String> = versions.keys().filter(|name| banned.contains(*name)).collect();
    assert!(used.is_empty(), "banned: {used:?}");
    let twice: BTreeSet<String> =
        versions.iter().filter(|(_, v)| v.len() > 1).map(|(name, _)| name.clone()).collect();
    let new: Vec<&String> = twice.difference(&skipped).collect();
    assert!(new.is_empty(), "in two versions: {new:?}");
    let gone: Vec<&String> = skipped.difference(&twice).collect();
    assert!(gone.is_empty(), "no longer in two versions; take it out of deny.toml: {gone:?}");
}

#[test]
fn every_package_comes_from_the_public_registry() {
    let packages = locked();
    assert!(packages.len() > 200, "{}", packages.len());
    for (name, version, source) in packages {
        let public = "registry+https://github.com/rust-lang/crates.io-index";
        assert_eq!(source, public, "{name} {version}");
    }
}
