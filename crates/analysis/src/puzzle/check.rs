//! Whether an answer is right, and whether a puzzle is.

use crate::puzzle::posed::Posed;
use crate::puzzle::solve::{solve, worth};
use crate::puzzle::{Kind, Solved};
use engine::{Move, Names, Refusal, wire};

/// What is to be said to an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// It is right.
    pub right: bool,
    /// The rule that forbids it.
    pub refusal: Option<Refusal>,
    /// What it brings, where that can be told.
    pub brings: Option<i32>,
}

impl Posed {
    /// Whether an answer is right, by what it brings.
    ///
    /// # Errors
    /// It is no move of this game.
    pub fn check(&self, given: &wire::Move) -> Result<Verdict, String> {
        let position = self.position.as_ref();
        let mv = Names::of(position).read_move(given).map_err(|e| e.to_string())?;
        Ok(self.judge(&mv))
    }

    /// The same for a move that was read.
    pub fn judge(&self, mv: &Move) -> Verdict {
        let position = self.position.as_ref();
        if let Err(refusal) = position.boxed().foresee(mv, &mut Vec::new()) {
            return Verdict { refusal: Some(refusal), ..Verdict::default() };
        }
        let is_asked = matches!(mv, Move::Run { .. }) == (self.puzzle.kind == Kind::Route);
        // What is out of turn is no answer.
        let is_listed = position.choices().iter().any(|c| c.contains(mv));
        if !is_asked || !is_listed {
            return Verdict::default();
        }
        let brings = worth(position, self.puzzle.kind, self.company, mv);
        Verdict { right: brings.is_some_and(|v| v >= self.puzzle.best), refusal: None, brings }
    }

    /// Solves the puzzle again from nothing and compares.
    ///
    /// # Errors
    /// All that the file says otherwise.
    pub fn prove(&self) -> Result<Solved, Vec<String>> {
        let (puzzle, position) = (&self.puzzle, self.position.as_ref());
        let Some(solved) = solve(position, puzzle.kind, self.company) else {
            return Err(vec![format!("{}: it cannot be solved", puzzle.id)]);
        };
        let mut faults = Vec::new();
        let mut fault = |what: String| faults.push(format!("{}: {what}", puzzle.id));
        if (solved.best, solved.second) != (puzzle.best, puzzle.second) {
            let told = (puzzle.best, puzzle.second);
            fault(format!("it brings {}, then {}; not {told:?}", solved.best, solved.second));
        }
        if puzzle.proved && !solved.proved {
            fault("it cannot be proved".to_owned());
        }
        let names = Names::of(position);
        let found: Vec<wire::Move> = solved.answers().map(|mv| names.write_move(mv)).collect();
        for answer in &puzzle.answers {
            if !self.check(answer).is_ok_and(|v| v.right) {
                fault("an answer that it tells is wrong".to_owned());
            }
        }
        if puzzle.kind != Kind::Route && found.iter().any(|mv| !puzzle.answers.contains(mv)) {
            fault("an answer is as good and not told".to_owned());
        }
        if faults.is_empty() { Ok(solved) } else { Err(faults) }
    }
}
