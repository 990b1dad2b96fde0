//! Games played on at random.

use engine::{Choice, Move, Position, Rng};
use rayon::prelude::*;
use routing::Budget;
use serde::Serialize;

/// Most moves of a playout.
const MOST_MOVES: u32 = 6000;
/// Nodes of a search for routes within a playout.
const NODES: u64 = 2_000;

/// A legal move at random: any choice, any amount of it, the best routes that a short search finds.
pub(crate) fn any(position: &dyn Position, choices: &[Choice], rng: &mut Rng) -> Move {
    let choice = &choices[rng.below(choices.len() as u32) as usize];
    position.routed_within(choice.pick(rng), Budget::nodes(NODES))
}

/// A legal move of whoever must decide, at random; passing where nobody does.
pub fn any_move(position: &dyn Position, rng: &mut Rng) -> Move {
    match position.choices().as_slice() {
        [] => Move::Pass,
        choices => any(position, choices, rng),
    }
}

/// Plays a position to its end with random moves. Returns moves played and what every seat is worth then.
pub fn playout(position: &dyn Position, seed: u64) -> (u32, Vec<i32>) {
    let mut at = position.boxed();
    at.reroll(seed);
    let mut rng = Rng::new(seed);
    let mut events = Vec::new();
    let mut moves = 0;
    while moves < MOST_MOVES && at.decision().is_some() {
        let choices = at.choices();
        if choices.is_empty() {
            break;
        }
        let mv = any(at.as_ref(), &choices, &mut rng);
        events.clear();
        // Every listed choice is accepted; routes that a short search found are too.
        if at.play(&mv, &mut events).is_err() {
            break;
        }
        moves += 1;
    }
    let values = at.outcome().map_or_else(|| at.values(), |outcome| outcome.values);
    (moves, values)
}

/// What many playouts came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Playouts {
    /// How many.
    pub count: u32,
    /// Moves of all of them.
    pub moves: u64,
    /// Mean worth of every seat at the end.
    pub values: Vec<f64>,
    /// Part of the playouts that every seat won; a tie is shared.
    pub wins: Vec<f64>,
}

/// Many playouts, on all cores. The same seed gives the same result.
pub fn playouts(position: &dyn Position, count: u32, seed: u64) -> Playouts {
    let all: Vec<(u32, Vec<i32>)> = (0..count)
        .into_par_iter()
        .map(|n| playout(position, seed.wrapping_add(u64::from(n))))
        .collect();
    let seats = usize::from(position.core().seats);
    let (mut values, mut wins, mut moves) = (vec![0.0; seats], vec![0.0; seats], 0);
    for (played, worth) in &all {
        moves += u64::from(*played);
        let most = worth.iter().copied().max().unwrap_or(0);
        let ties = worth.iter().filter(|w| **w == most).count() as f64;
        for (seat, worth) in worth.iter().enumerate().take(seats) {
            values[seat] += f64::from(*worth) / f64::from(count.max(1));
            if *worth == most {
                wins[seat] += 1.0 / ties / f64::from(count.max(1));
            }
        }
    }
    Playouts { count, moves, values, wins }
}
