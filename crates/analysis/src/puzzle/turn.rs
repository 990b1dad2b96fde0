//! A company's turn, followed to its end: all that its director can still do about trains.

use crate::puzzle::run::brings;
use engine::{Choice, Company, Decision, Move, Player, Position};

/// Most moves that are tried in all lines of a turn together.
const MOST: u32 = 1_500;

/// A turn being followed.
pub struct Turn {
    company: Company,
    player: Player,
    left: u32,
}

impl Turn {
    /// The turn of who decides for a company.
    pub const fn new(company: Company, player: Player) -> Turn {
        Turn { company, player, left: MOST }
    }

    /// What the company's routes bring behind a move, if its director goes on as well as he can. Nothing if that hangs on
    /// somebody else or on a draw, or takes too long.
    pub fn behind(&mut self, position: &dyn Position, mv: &Move) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        let mut after = position.boxed();
        after.foresee(mv, &mut Vec::new()).ok()?;
        self.result(after.as_ref())
    }

    // Steps in which trains come and go.
    fn goes_on(&self, decision: Decision) -> bool {
        decision.company == Some(self.company)
            && matches!(decision.step, "trains" | "papers" | "acquire" | "excess" | "refit")
    }

    fn result(&mut self, position: &dyn Position) -> Option<i32> {
        if position.outcome().is_some() {
            return Some(0);
        }
        let decision = position.decision()?;
        if !self.goes_on(decision) {
            // An answer of somebody else in the same turn: nobody knows what he will say.
            let open = decision.company == Some(self.company) && decision.player != self.player;
            return if open { None } else { brings(position, self.company) };
        }
        if decision.player != self.player {
            return None;
        }
        let moves = moves(&position.choices());
        // Papers change no train.
        if decision.step == "papers" && moves.contains(&Move::Pass) {
            return self.behind(position, &Move::Pass);
        }
        let mut best = None;
        for mv in moves {
            best = best.max(Some(self.behind(position, &mv)?));
        }
        best
    }
}

/// Choices as moves. Of prices the lowest: it leaves the company most.
pub fn moves(choices: &[Choice]) -> Vec<Move> {
    choices.iter().map(|c| c.mv.clone()).collect()
}
