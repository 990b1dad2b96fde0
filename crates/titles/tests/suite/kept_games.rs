//! Games that earlier programs played, with what they showed after every move. This program must show the same.
//!
//! `golden/rules-1` was played by the last program that knew only one rules version (`crates/bots/examples/golden.rs`).
//! These files are never written anew: a difference is a fault of the program.

use crate::size::by_size;
use engine::golden::Golden;
use engine::{Game, GameFile};
use flate2::read::GzDecoder;
use std::io::Read;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/rules-1")
}

/// Names of the games of a title, or of all.
pub fn kept(title: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder()).expect("kept games").flatten();
    let mut names: Vec<String> = files
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with(title))
        .collect();
    names.sort();
    names
}

/// A kept game.
pub fn read(name: &str) -> Golden {
    let file = std::fs::File::open(folder().join(name)).expect("a kept game");
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("a kept game");
    serde_json::from_str(&text).expect("a kept game")
}

/// The data sheet of the earlier form that a kept game of a title carries.
pub fn carried_sheet(title: &str) -> serde_json::Value {
    let own = format!("{title}-own-sheet");
    let mut names = kept(title).into_iter();
    let name = names.find(|name| name.starts_with(&own)).expect("a game");
    read(&name).game.setup.data.expect("a sheet of its own")
}

/// Every game of a title; of four games one when tests are quick.
fn same_again(title: &str) {
    let names = kept(title);
    assert!(names.len() > 15, "only {} games of {title} are kept", names.len());
    let mut faults = Vec::new();
    for name in names.iter().step_by(by_size(4, 1, 1)) {
        let golden = read(name);
        assert_eq!(golden.game.setup.title, title, "{name}");
        let title = titles::by_id(title).expect("a title");
        if let Err(why) = golden.check(title, by_size(3, 3, 1)) {
            faults.push(format!("{name}: {}", why.chars().take(600).collect::<String>()));
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), names.len(), faults.join("\n"));
}

#[test]
fn kept_games_of_18cz_show_the_same_again() {
    same_again("18cz");
}

#[test]
fn kept_games_of_1860_show_the_same_again() {
    same_again("1860");
}

#[test]
fn kept_games_of_18lilliput_show_the_same_again() {
    same_again("18lilliput");
}

#[test]
fn undo_in_a_kept_game_goes_back_to_what_was_shown() {
    for name in kept("").iter().step_by(by_size(33, 11, 3)) {
        let golden = read(name);
        let title = titles::by_id(&golden.game.setup.title).expect("a title");
        let mut game = Game::replay(title, &golden.game).expect("a kept game");
        let end = game.position().hash();
        let taken = game.undo_to(golden.game.moves.len() / 3);
        let half = GameFile {
            moves: golden.game.moves[..game.moves().len()].to_vec(),
            hash: None,
            ..golden.game.clone()
        };
        let again = Game::replay(title, &half).expect("its first third");
        assert_eq!(game.position().hash(), again.position().hash(), "{name}");
        for n in [0, game.moves().len() / 2, game.moves().len()] {
            assert_eq!(game.at(n).hash(), again.at(n).hash(), "{name} after {n} moves");
        }
        for mv in &taken {
            game.play(mv, &mut Vec::new()).expect("a move made again");
        }
        assert_eq!(game.position().hash(), end, "{name}");
    }
}

#[test]
fn a_difference_is_found_and_named() {
    let mut golden = read(&kept("")[0]);
    let title = titles::by_id(&golden.game.setup.title).expect("a title");
    let last = golden.marks.len() - 1;
    golden.marks[last] = "00000000 . . . . . . . .".to_owned();
    let fault = golden.check(title, 3).expect_err("a wrong mark");
    assert!(fault.contains("other money"), "{fault}");
}
