//! Does the better move really end better? Both are played on from by bots to the end, in the same luck.

use crate::choose::{Limits, choose};
use crate::judgement::relative;
use crate::level::Level;
use engine::{Move, Player, Position};

// No game goes on for longer.
const LONGEST: usize = 5_000;

/// What every seat is worth at the end, if standard plays on from a move. Nothing if the move is refused or no end is reached.
pub fn played_on(
    position: &dyn Position,
    mv: &Move,
    seed: u64,
    limits: Limits<'_>,
) -> Option<Vec<f64>> {
    let mut game = position.boxed();
    game.reroll(seed);
    let mut events = Vec::new();
    game.play(mv, &mut events).ok()?;
    for _ in 0..LONGEST {
        if limits.cancel.is_some_and(|cancel| cancel()) {
            return None;
        }
        let Some(decision) = choose(game.as_ref(), Level::Standard, seed, limits) else {
            break;
        };
        events.clear();
        game.play(&decision.mv, &mut events).ok()?;
    }
    let outcome = game.outcome()?;
    Some(outcome.values.into_iter().map(f64::from).collect())
}

/// How much better a player stands beside the others at the end, with one move instead of another, in the luck of a seed.
pub fn gain(
    position: &dyn Position,
    player: Player,
    [better, played]: [&Move; 2],
    seed: u64,
    limits: Limits<'_>,
) -> Option<f64> {
    let end = |mv| Some(relative(&played_on(position, mv, seed, limits)?, player));
    Some(end(better)? - end(played)?)
}
