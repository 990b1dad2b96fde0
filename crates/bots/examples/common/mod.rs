//! What the examples share.

use bots::{Book, Level, Net, Weights, Who};
use engine::{Game, Setup};

/// A game that begins.
pub fn start(title: &str, variant: &str, preset: &str, players: usize, seed: u64) -> Game {
    let known = titles::by_id(title).expect("a title");
    let setup = Setup {
        title: title.to_owned(),
        variant: variant.to_owned(),
        preset: preset.to_owned(),
        options: Default::default(),
        players: (0..players).map(|i| format!("P{i}")).collect(),
        seed,
        luck: None,
        rules: known.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    Game::start(known, setup).expect("a legal setup")
}

/// Weights of a level read from a text, kept to the end.
pub fn weights(text: &str, variant: &str, players: usize, level: Level) -> &'static Weights {
    let book: &Book = Box::leak(Box::new(Book::read(text).expect("sound weights")));
    book.of(variant, Who::plain(players as u8, level))
}

/// The text of the file that `WEIGHTS` names.
pub fn named() -> Option<String> {
    let file = std::env::var("WEIGHTS").ok()?;
    Some(std::fs::read_to_string(file).expect("a file of weights"))
}

fn read(name: &str, shape: bots::Shape) -> Option<&'static Net> {
    let file = std::env::var(name).ok()?;
    let text = std::fs::read_to_string(file).expect("a file of a network");
    Some(Box::leak(Box::new(Net::read(&text, shape).expect("a sound network"))))
}

/// The network for the end of playouts in the file that `NET` names, kept to the end.
#[allow(dead_code)]
pub fn net() -> Option<&'static Net> {
    read("NET", bots::LEAF)
}

/// The network that scores moves in the file that `POLICY` names.
#[allow(dead_code)]
pub fn policy() -> Option<&'static Net> {
    read("POLICY", bots::POLICY)
}
