//! The last moves of a game, all lines followed to the result.
//!
//! Everybody runs for the most and takes what leaves him furthest ahead of the richest other. A draw or too many lines, and
//! nothing is said. Of a price to be named the lowest and the highest are tried; then nothing is proved.

use crate::puzzle::run::proved;
use engine::{Move, Player, Position};
use std::collections::HashMap;

/// Most moves that are tried in all lines together.
pub const MOST: u32 = 12_000;
/// What a run counts for beside other moves: its routes have to be found.
const RUN: u32 = 8;

/// Lines being followed.
pub struct Lines {
    left: u32,
    /// A price was to be named on some line.
    pub part: bool,
    // Results of positions that other lines led to as well.
    known: HashMap<u64, Vec<i32>>,
}

/// How far a player is ahead of the richest other.
pub fn lead(values: &[i32], player: Player) -> i32 {
    let own = values.get(player.at()).copied().unwrap_or(0);
    let others = values.iter().enumerate().filter(|(seat, _)| *seat != player.at());
    own - others.map(|(_, v)| *v).max().unwrap_or(0)
}

/// The moves of whoever decides, and whether they are a part of what is legal; nothing where routes are not proved.
pub fn moves(position: &dyn Position) -> Option<(Vec<Move>, bool)> {
    let (mut all, mut part) = (Vec::new(), false);
    for choice in position.choices() {
        match (choice.mv, choice.amount) {
            (Move::Run { company, routes, recorded }, _) if routes.is_empty() => {
                let problem = position.problem(company)?;
                let best = proved(&problem)?;
                all.push(Move::Run { company, routes: problem.routes(&best.routes), recorded });
            }
            (mv, Some(range)) if range.max > range.min => {
                part = true;
                let last = range.max - (range.max - range.min) % range.step.max(1);
                all.extend([range.min, last].map(|amount| mv.with_amount(amount)));
            }
            (mv, _) => all.push(mv),
        }
    }
    Some((all, part))
}

impl Lines {
    /// All lines, within what a puzzle may take.
    pub fn new() -> Lines {
        Lines { left: MOST, part: false, known: HashMap::new() }
    }

    /// The result behind a move by seat; nothing if it cannot be told.
    pub fn behind(&mut self, position: &dyn Position, mv: &Move) -> Option<Vec<i32>> {
        let cost = if matches!(mv, Move::Run { .. }) { RUN } else { 1 };
        self.left = self.left.checked_sub(cost)?;
        let mut after = position.boxed();
        after.foresee(mv, &mut Vec::new()).ok()?;
        self.result(after.as_ref())
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
        let (moves, part) = moves(position)?;
        self.part |= part;
        // What cannot be looked at in full need not be begun.
        self.left.checked_sub(moves.len() as u32)?;
        let mut best: Option<Vec<i32>> = None;
        for mv in moves {
            let values = self.behind(position, &mv)?;
            if best.as_ref().is_none_or(|b| lead(&values, player) > lead(b, player)) {
                best = Some(values);
            }
        }
        self.known.insert(hash, best.clone()?);
        best
    }
}
