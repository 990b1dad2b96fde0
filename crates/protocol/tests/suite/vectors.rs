//! The test vectors of `docs/game-file.md`.

use engine::{FORMAT, GameFile, Names, VERSION};
use protocol::Line;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/vectors")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn index() -> Vec<Json> {
    serde_json::from_str(&read("index.json")).expect("a list")
}

#[test]
fn vectors_are_read_as_they_say() {
    for vector in index() {
        let name = vector["file"].as_str().expect("a name");
        let line = Line::read(&read(name));
        if vector["game"] == false {
            let fault = line.err().unwrap_or_else(|| panic!("{name} is read")).to_string();
            let says = vector["says"].as_str().expect("a message");
            assert!(fault.contains(says), "{name}: {fault}");
            continue;
        }
        let line = line.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let position = line.position();
        let decision = position.decision().map(|d| Names::of(position).write_decision(&d));
        assert_eq!(line.count(), vector["moves"], "{name}");
        assert_eq!(json!(decision), vector["decision"], "{name}");
        assert_eq!(json!(position.values()), vector["values"], "{name}");
        assert_eq!(format!("{:016x}", position.open_hash()), vector["hash"], "{name}");
    }
}

#[test]
fn every_vector_is_listed() {
    let listed: BTreeSet<String> =
        index().iter().map(|v| v["file"].as_str().unwrap_or_default().to_owned()).collect();
    let there: BTreeSet<String> = std::fs::read_dir(folder())
        .expect("vectors")
        .flatten()
        .map(|f| f.file_name().to_string_lossy().into_owned())
        .filter(|name| name != "index.json")
        .collect();
    assert_eq!(listed, there);
    assert!(listed.len() > 12);
}

#[test]
fn the_example_in_the_description_is_a_game() {
    let text = include_str!("../../../../docs/game-file.md");
    let example = text.split("```json").nth(1).and_then(|rest| rest.split("```").next());
    let file = GameFile::read(example.expect("an example")).expect("a file");
    assert_eq!((file.format.as_str(), file.version), (FORMAT, VERSION));
    let line = Line::load(&file).expect("a game");
    assert_eq!(line.count(), 2);
}
