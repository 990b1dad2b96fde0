//! Games that share their past.

use crate::{game, ok, session};
use engine::{GameFile, Rng};
use protocol::Line;
use serde_json::json;

fn on(line: &mut Line, moves: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    for _ in 0..moves {
        let choices = line.position().choices();
        if choices.is_empty() {
            return;
        }
        let choice = &choices[rng.below(choices.len() as u32) as usize];
        let mv = line.position().routed(choice.pick(&mut rng));
        line.play(&mv, &mut Vec::new()).expect("a listed move");
    }
}

#[test]
fn a_copy_goes_its_own_way_and_undo_finds_back() {
    let mut line = game("18lilliput", 2, 4);
    let mut hashes = vec![line.position().hash()];
    for n in 0..200 {
        on(&mut line, 1, n);
        hashes.push(line.position().hash());
    }
    let played = line.count();
    let mut copy = line.clone();
    copy.undo_to(played / 2);
    assert_eq!(copy.position().hash(), hashes[played / 2]);
    on(&mut copy, 30, 77);
    assert_eq!(line.position().hash(), hashes[played], "the original stays");
    for n in [0, 1, 63, 64, 65, 127, 128, played] {
        assert_eq!(line.at(n).hash(), hashes[n.min(played)], "after {n} moves");
    }
    copy.undo_to(0);
    assert_eq!((copy.count(), copy.position().hash()), (0, hashes[0]));
}

#[test]
fn a_saved_game_is_loaded_as_the_same() {
    for title in ["18cz", "1860", "18lilliput", "1889"] {
        let mut line = game(title, 2, 9);
        on(&mut line, 250, 3);
        let text = line.file().write();
        let again = Line::load(&GameFile::read(&text).expect("a file")).expect("the same game");
        assert_eq!(again.position().hash(), line.position().hash(), "{title}");
        assert_eq!(again.count(), line.count());
    }
}

#[test]
fn a_game_with_secret_luck_is_saved_with_what_was_drawn() {
    let mut line = game("18lilliput", 2, 9);
    let listening = line.setup().listening();
    line = Line::start(listening).expect("a game");
    on(&mut line, 60, 3);
    let drawn = line.position().core().rng.heard().to_vec();
    assert!(!drawn.is_empty(), "this game draws");
    let secret = line.setup().without_luck(drawn);
    let file = GameFile::of(secret, line.file().moves, Some(line.position()));
    let mut other = Line::load(&file).expect("a running game");
    on(&mut other, 60, 5);
    let again = Line::load(&other.file()).expect("the same, later");
    assert_eq!(again.position().open_hash(), other.position().open_hash());
}

#[test]
fn many_moves_at_once_are_all_played_or_none() {
    let mut s = session();
    let begun = ok(&mut s, json!({"do": "new", "title": "1889", "players": 3}));
    let game = begun["game"].clone();
    let before = ok(&mut s, json!({"do": "state", "game": game}));
    let refused = crate::ask(
        &mut s,
        json!({"do": "play", "game": game, "moves": [{"move": "pass"}, {"move": "bankrupt"}]}),
    );
    assert_eq!(refused["error"]["kind"], "refused", "{refused}");
    assert_eq!(ok(&mut s, json!({"do": "state", "game": game})), before);
}

#[test]
fn playouts_of_a_seed_come_to_the_same() {
    let line = game("18lilliput", 2, 1);
    let a = protocol::playouts(line.position(), 6, 3);
    let b = protocol::playouts(line.position(), 6, 3);
    assert_eq!(a, b);
    assert!(a.moves > 6 * 20, "{a:?}");
    assert!((a.wins.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{a:?}");
    assert_ne!(a, protocol::playouts(line.position(), 6, 300));
}
