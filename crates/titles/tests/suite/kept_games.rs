//! Games that earlier programs played, with what they showed after every move. This program must show the same.
//!
//! `golden/rules-1` was played by the last program that knew only one rules version (`crates/bots/examples/golden.rs`).
//! These files are never written anew: a difference is a fault of the program.

use engine::golden::Golden;
use engine::{Game, GameFile};
use flate2::read::GzDecoder;
use std::io::Read;
use std::path::Path;

fn kept() -> Vec<(String, Golden)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/rules-1");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("kept games").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let file = std::fs::File::open(entry.path()).expect("a kept game");
        let mut text = String::new();
        GzDecoder::new(file)
            .read_to_string(&mut text)
            .expect("a kept game");
        all.push((name, serde_json::from_str(&text).expect("a kept game")));
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

fn same_again(title: &str) {
    let (mut games, mut faults) = (0, Vec::new());
    for (name, golden) in kept().iter().filter(|(_, g)| g.game.setup.title == title) {
        let title = titles::by_id(title).expect("a title");
        games += 1;
        if let Err(why) = golden.check(title, 3) {
            faults.push(format!(
                "{name}: {}",
                why.chars().take(600).collect::<String>()
            ));
        }
    }
    assert!(games > 15, "only {games} games of {title} are kept");
    assert!(
        faults.is_empty(),
        "{} of {games}:\n{}",
        faults.len(),
        faults.join("\n")
    );
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
    for (name, golden) in kept().into_iter().step_by(11) {
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
        for mv in &taken {
            game.play(mv, &mut Vec::new()).expect("a move made again");
        }
        assert_eq!(game.position().hash(), end, "{name}");
    }
}

#[test]
fn a_difference_is_found_and_named() {
    let (_, mut golden) = kept().swap_remove(0);
    let title = titles::by_id(&golden.game.setup.title).expect("a title");
    let last = golden.marks.len() - 1;
    golden.marks[last] = "00000000 . . . . . . . .".to_owned();
    let fault = golden.check(title, 3).expect_err("a wrong mark");
    assert!(fault.contains("other money"), "{fault}");
}
