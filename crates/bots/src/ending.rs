//! The end of a game, played out in thought to its last move.
//!
//! Where few moves are left nothing has to be judged: every line is followed to the result. Everybody takes what leaves him
//! richest beside the richest other. Offers to others are left out, as in all thought of bots. A line that meets a draw, or
//! too many lines, and nothing is said at all.

use engine::{Choice, Move, Player, Position};
use std::collections::HashMap;

/// A move and what every seat is worth at the end behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// The move.
    pub mv: Move,
    /// Final wealth by seat.
    pub values: Vec<i32>,
    /// What it leaves the player beside the richest other.
    pub margin: i32,
}

/// What a run counts for beside other moves: its routes have to be found.
const RUN: u32 = 15;
/// Most amounts of a range that are tried.
const AMOUNTS: i32 = 3;

/// What remains to a player beside the richest other.
pub fn margin(values: &[i32], player: Player) -> i32 {
    let own = values.get(player.at()).copied().unwrap_or(0);
    let others = values.iter().enumerate().filter(|(seat, _)| *seat != player.at());
    own - others.map(|(_, v)| *v).max().unwrap_or(0)
}

/// All moves of a position with their results, best first, if at most so many moves are left in all lines together.
pub fn ending(position: &dyn Position, most: u32) -> Option<Vec<Ended>> {
    let player = position.decision()?.player;
    let mut lines = Lines { left: most, known: HashMap::new() };
    let mut all = Vec::new();
    for mv in moves(position, &position.choices()) {
        if let Some(values) = lines.behind(position, &mv)? {
            let margin = margin(&values, player);
            all.push(Ended { mv, values, margin });
        }
    }
    // Of equals, what brings more, and then what does nothing.
    let own = |e: &Ended| e.values.get(player.at()).copied().unwrap_or(0);
    all.sort_by_key(|e| std::cmp::Reverse((e.margin, own(e), e.mv == Move::Pass)));
    (!all.is_empty()).then_some(all)
}

// Choices as moves: routes are the best ones, of a range its ends and its middle are tried.
fn moves(position: &dyn Position, choices: &[Choice]) -> Vec<Move> {
    let mut all = Vec::new();
    for choice in choices {
        match choice.amount {
            None => all.push(position.routed(choice.mv.clone())),
            Some(range) => {
                let steps = (range.max - range.min) / range.step.max(1);
                let tried = steps.clamp(1, AMOUNTS - 1);
                let mut amounts: Vec<i32> =
                    (0..=tried).map(|i| range.min + steps * i / tried * range.step).collect();
                amounts.dedup();
                all.extend(amounts.into_iter().map(|a| choice.mv.with_amount(a)));
            }
        }
    }
    all
}

struct Lines {
    left: u32,
    // Results of positions that other lines led to as well.
    known: HashMap<u64, Vec<i32>>,
}

impl Lines {
    // The result behind a move; nothing in it if the move is refused after all, or asks somebody else. Nothing at all if it
    // cannot be told.
    #[allow(clippy::option_option)]
    fn behind(&mut self, position: &dyn Position, mv: &Move) -> Option<Option<Vec<i32>>> {
        let cost = if matches!(mv, Move::Run { .. }) { RUN } else { 1 };
        self.left = self.left.checked_sub(cost)?;
        let mut after = position.boxed();
        if after.foresee(mv, &mut Vec::new()).is_err() {
            return Some(None);
        }
        let before = position.decision().map(|d| d.player);
        if after.decision().is_some_and(|d| d.step == "offer" && Some(d.player) != before) {
            return Some(None);
        }
        self.result(after.as_ref()).map(Some)
    }

    fn result(&mut self, position: &dyn Position) -> Option<Vec<i32>> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.values);
        }
        let player = position.decision()?.player;
        let hash = position.hash();
        if let Some(known) = self.known.get(&hash) {
            return Some(known.clone());
        }
        let choices = position.choices();
        // What cannot be looked at in full need not be begun.
        self.left.checked_sub(choices.len() as u32)?;
        let mut best: Option<(i32, Vec<i32>)> = None;
        for mv in moves(position, &choices) {
            if let Some(values) = self.behind(position, &mv)? {
                let margin = margin(&values, player);
                if best.as_ref().is_none_or(|b| margin > b.0) {
                    best = Some((margin, values));
                }
            }
        }
        let (_, values) = best?;
        self.known.insert(hash, values.clone());
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Limits, choose};

    // The last decisions of a game of easy bots, from the end backwards.
    fn last(title: &str, players: usize, seed: u64, count: usize) -> Vec<Box<dyn Position>> {
        let mut game = crate::trial::game(title, players, seed);
        let mut all = Vec::new();
        let mut events = Vec::new();
        while let Some(decision) = choose(game.position(), Level::Easy, 1, Limits::default()) {
            all.push(game.position().boxed());
            events.clear();
            game.play(&decision.mv, &mut events).expect("a legal move");
        }
        all.into_iter().rev().take(count).collect()
    }

    #[test]
    fn the_last_moves_are_seen_to_the_end_and_nothing_better_is_possible() {
        let mut told = 0;
        // Where the last company has money for trains of others, too much is left.
        let games = [(3, 5), (4, 5)];
        for position in games.into_iter().flat_map(|(n, seed)| last("18cz", n, seed, 40)) {
            let Some(all) = ending(position.as_ref(), 4_000) else { continue };
            told += 1;
            assert!(all.is_sorted_by(|a, b| a.margin >= b.margin));
            // Whoever plays on at random from another move ends no better if nobody else decides.
            let player = position.decision().expect("somebody decides").player;
            for ended in &all {
                let mut copy = position.boxed();
                copy.play(&ended.mv, &mut Vec::new()).expect("legal");
                while copy.decision().is_some_and(|d| d.player == player) {
                    let choice = copy.choices().into_iter().next().expect("a choice");
                    let mv = copy.routed(choice.mv);
                    copy.play(&mv, &mut Vec::new()).expect("legal");
                }
                if let Some(outcome) = copy.outcome() {
                    assert!(margin(&outcome.values, player) <= ended.margin);
                }
            }
        }
        assert!(told > 2, "{told}");
    }

    #[test]
    fn nothing_is_said_where_too_much_is_left() {
        let game = crate::trial::game("18cz", 3, 5);
        assert_eq!(ending(game.position(), 2_000), None);
    }
}
