//! Playing. Whatever is tried, what is listed and what is accepted must be the same.

use super::{Ledgers, Table};
use engine::{Move, Pay, Refusal};
use std::borrow::Borrow;

impl<P: Ledgers> Table<P> {
    /// Plays whatever comes. A refused move changes nothing.
    #[track_caller]
    pub fn try_play(&mut self, mv: impl Borrow<Move>) -> Result<(), Refusal> {
        let mv = mv.borrow();
        let (before, listed) = (self.at.save(), self.offers(mv));
        self.events.clear();
        let result = self.at.play(mv, &mut self.events);
        match &result {
            Ok(()) => assert!(listed, "accepted but not listed: {mv:?}"),
            Err(refusal) => {
                assert_eq!(self.at.save(), before, "a refused move changes nothing");
                assert!(self.events.is_empty(), "nothing happens on a refusal");
                // The list says that a company runs, not with which routes.
                let run = matches!(mv, Move::Run { .. });
                assert!(run || !listed, "listed but refused: {mv:?}: {refusal}");
            }
        }
        result
    }

    /// Plays a move that must be legal.
    #[track_caller]
    pub fn play(&mut self, mv: impl Borrow<Move>) -> &mut Self {
        let mv = mv.borrow();
        if let Err(refusal) = self.try_play(mv) {
            panic!("refused: {mv:?} in {:?}: {refusal}", self.at.decision());
        }
        self
    }

    /// The rule that forbids a move.
    #[track_caller]
    pub fn refused(&self, mv: impl Borrow<Move>) -> &'static str {
        let refusal = self.clone().try_play(mv.borrow());
        refusal.expect_err("accepted though forbidden").rule
    }

    #[track_caller]
    pub fn pass(&mut self) -> &mut Self {
        self.play(Move::Pass)
    }

    #[track_caller]
    pub fn dividend(&mut self, pay: Pay) -> &mut Self {
        self.play(Move::Dividend { pay })
    }

    #[track_caller]
    pub fn pay_out(&mut self) -> &mut Self {
        self.dividend(Pay::Out)
    }

    #[track_caller]
    pub fn withhold(&mut self) -> &mut Self {
        self.dividend(Pay::Withhold)
    }
}
