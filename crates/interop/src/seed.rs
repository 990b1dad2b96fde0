//! A seed for the public platform: it draws there what was drawn here, and says nothing of what is still to come.

use crate::Dialect;
use engine::{Drawn, Game, Position, Setup, Title};

// So many are tried.
const TRIES: u64 = 1_000_000;

/// Numbers of the platform's generator.
pub(crate) fn numbers(seed: u64) -> impl Iterator<Item = u64> {
    let next = |state: &u64| Some((1_103_515_245 * state + 12_345) % (1 << 31));
    std::iter::successors(Some(seed % (1 << 31)), next).skip(1)
}

/// The seed that a game is written with. A game whose chance is the platform's, and is open, has its own.
pub(crate) fn seed(dialect: &dyn Dialect, game: &Game) -> Result<u64, String> {
    let setup = game.setup();
    if setup.luck.is_none() {
        return Ok(setup.seed);
    }
    let title = titles::by_id(&setup.title).ok_or("no such title")?;
    let drawn = replayed(title, setup.listening(), game)?.core().rng.heard().to_vec();
    let found = (0..TRIES).find(|&seed| dialect.draws(setup, seed, &drawn));
    let found = found.ok_or("the public platform has no seed that draws what was drawn here")?;
    let there = Setup { seed: found, luck: None, ..setup.clone() };
    let reached = replayed(title, there, game)?;
    match reached.open_hash() == game.position().open_hash() {
        true => Ok(found),
        false => Err("the public platform draws in another way".to_owned()),
    }
}

fn replayed(title: &dyn Title, setup: Setup, game: &Game) -> Result<Box<dyn Position>, String> {
    let mut position = title.start(&setup).map_err(|e| e.to_string())?;
    let mut events = Vec::new();
    for mv in game.moves() {
        events.clear();
        position.play(mv, &mut events).map_err(|e| e.to_string())?;
    }
    Ok(position)
}

/// The order that a shuffle with these outcomes makes.
pub(crate) fn shuffled(drawn: &[Drawn]) -> Vec<usize> {
    let mut list: Vec<usize> = (0..=drawn.len()).collect();
    for (i, drawn) in (1..list.len()).rev().zip(drawn) {
        list.swap(i, (drawn.index as usize).min(i));
    }
    list
}
