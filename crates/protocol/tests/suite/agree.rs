//! The protocol and Rust agree on every position of kept and recorded games.

use crate::{by_size, ok, session};
use engine::golden::Golden;
use engine::{Game, GameFile, Names, Position, wire};
use flate2::read::GzDecoder;
use interop::{PublicFile, Replay};
use serde_json::{Value as Json, json};
use std::io::Read;
use std::path::{Path, PathBuf};

fn kept() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../titles/tests/golden/rules-1");
    let files = std::fs::read_dir(folder).expect("kept games").flatten();
    let mut all: Vec<PathBuf> = files.map(|f| f.path()).collect();
    all.sort();
    assert!(all.len() > 100, "{} kept games", all.len());
    all
}

fn read(path: &Path) -> GameFile {
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("a kept game");
    GzDecoder::new(file).read_to_string(&mut text).expect("a kept game");
    serde_json::from_str::<Golden>(&text).expect("a kept game").game
}

fn same(position: &dyn Position, session: &mut protocol::Session, game: &Json, at: &str) {
    let hash = format!("{:016x}", position.open_hash());
    assert_eq!(ok(session, json!({"do": "state", "game": game}))["hash"], hash, "{at}");
    let choices = ok(session, json!({"do": "choices", "game": game}));
    let names = Names::of(position);
    let here: Vec<Json> = position
        .choices()
        .iter()
        .map(|c| serde_json::to_value(names.write_move(&c.mv)).expect("JSON"))
        .collect();
    let there = choices["choices"].as_array().expect("a list");
    let there: Vec<Json> = there.iter().map(|c| c["move"].clone()).collect();
    assert_eq!(here, there, "{at}");
    let values = ok(session, json!({"do": "values", "game": game}));
    assert_eq!(values["values"], json!(position.values()), "{at}");
    let outcome = ok(session, json!({"do": "outcome", "game": game}));
    assert_eq!(outcome["outcome"], json!(position.outcome().map(wire::Outcome::from)), "{at}");
}

fn agree(file: &GameFile, name: &str) {
    let title = titles::by_id(&file.setup.title).expect("a title");
    let game = Game::replay(title, file).expect("a game that was played");
    let mut s = session();
    let begun = GameFile { moves: Vec::new(), hash: None, ..file.clone() };
    let handle = ok(&mut s, json!({"do": "load", "file": begun}))["game"].clone();
    same(game.at(0).as_ref(), &mut s, &handle, name);
    for (n, mv) in file.moves.iter().enumerate() {
        ok(&mut s, json!({"do": "play", "game": handle, "move": mv}));
        let at = format!("{name}, move {}", n + 1);
        match n % by_size(5, 2, 1) {
            0 => same(game.at(n + 1).as_ref(), &mut s, &handle, &at),
            _ => {
                let hash = format!("{:016x}", game.at(n + 1).open_hash());
                assert_eq!(
                    ok(&mut s, json!({"do": "state", "game": handle}))["hash"],
                    hash,
                    "{at}"
                );
            }
        }
    }
    let saved = ok(&mut s, json!({"do": "save", "game": handle}));
    assert_eq!(saved["file"]["moves"], json!(file.moves), "{name}");
}

#[test]
fn the_protocol_agrees_with_rust_on_kept_games() {
    for path in kept().iter().step_by(by_size(23, 4, 1)) {
        agree(&read(path), &path.display().to_string());
    }
}

#[test]
fn the_protocol_agrees_with_rust_on_recorded_games() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folders = ["corpus", "corpus-1889"].map(|name| std::fs::read_dir(root.join(name)));
    let files = folders.into_iter().flatten().flatten().flatten().map(|f| f.path());
    let mut games: Vec<PathBuf> =
        files.filter(|path| path.to_string_lossy().ends_with(".game.json")).collect();
    games.sort();
    if games.is_empty() {
        assert!(std::env::var_os("SIGNALBOX_NO_SKIP").is_none(), "no recorded games");
        eprintln!("SKIPPED: no recorded games here");
        return;
    }
    for path in games.iter().step_by(by_size(30, 6, 1)) {
        let text = std::fs::read_to_string(path).expect("a recorded game");
        let mut replay = Replay::start(PublicFile::read(&text).expect("a file")).expect("a game");
        replay.run_to(usize::MAX).expect("legal moves");
        let played = replay.into_game();
        let name = path.display().to_string();
        let mut s = session();
        let public: Json = serde_json::from_str(&text).expect("JSON");
        let handle = ok(&mut s, json!({"do": "load", "file": public}))["game"].clone();
        same(played.position(), &mut s, &handle, &name);
        agree(&played.file(), &name);
    }
}
