//! The pre-stock round: a snake draft of local railways.

use super::position::CzPosition;
use super::refusals::{Matter, refused};
use engine::{Choice, Event, Forbidden, Lot, Move, Paper, Place, Player, Refusal, snake};

impl CzPosition {
    /// The player on turn in the draft. CZ-PRE-1
    pub fn drafter(&self) -> Player {
        snake(&self.state.core, self.state.draft.pick)
    }

    fn may_take(&self, player: Player, paper: Paper) -> Result<i32, Forbidden> {
        if self.state.core.papers[paper.at()].place != Place::Bank {
            return Err(Forbidden::PaperNotForSale { paper });
        }
        let price = self.sheet().papers[paper.at()].price;
        self.checks().player_pays(player, price)?;
        Ok(price)
    }

    /// Papers that a player can take.
    pub fn list_draft(&self, player: Player, all: &mut Vec<Choice>) {
        for paper in self.state.core.papers_at(Place::Bank) {
            if let Ok(price) = self.may_take(player, paper) {
                let lot = Lot::Paper(paper);
                all.push(Choice::costing(Move::Take { lot }, price));
            }
        }
        all.push(Choice::one(Move::Pass));
    }

    /// A player takes a paper or passes.
    pub fn play_draft(
        &mut self,
        player: Player,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        match *mv {
            Move::Pass => {
                events.push(Event::Passed { player });
                self.state.draft.passed |= 1 << player.0;
            }
            Move::Take {
                lot: Lot::Paper(paper),
            } => {
                let price = self.may_take(player, paper);
                let price = price.map_err(refused(Matter::Draft))?;
                self.acts(events).take_paper(player, paper, price);
                self.state.draft.passed = 0;
            }
            _ => return Err(Refusal::new("CZ-PRE-2", "draft-takes-or-passes")),
        }
        self.state.draft.pick += 1;
        Ok(())
    }

    /// Goes on to the next player who can do something, or to the first stock round. Returns whether it waits.
    pub fn advance_draft(&mut self, events: &mut Vec<Event>) -> bool {
        let everybody = (1 << self.state.core.seats) - 1;
        let mut skipped = false;
        loop {
            let left = || self.state.core.papers_at(Place::Bank);
            // CZ-PRE-4
            if self.state.draft.passed == everybody || left().next().is_none() {
                self.end_opening(events);
                return false;
            }
            let player = self.drafter();
            // CZ-PRE-5
            if left().any(|p| self.may_take(player, p).is_ok()) {
                return true;
            }
            if self.ends_draft(skipped) {
                self.begin_rounds(events);
                return false;
            }
            skipped = true;
            self.state.draft.passed |= 1 << player.0;
            self.state.draft.pick += 1;
        }
    }

    /// Unsold papers leave the game, and the first stock round begins. CZ-LOCAL-21
    pub fn end_opening(&mut self, events: &mut Vec<Event>) {
        let papers = self.state.core.papers.iter_mut();
        for paper in papers.filter(|p| p.place == Place::Bank) {
            paper.place = Place::Aside;
        }
        self.begin_rounds(events);
    }

    // CZ-PRE-6, CZ-PRE-7
    fn begin_rounds(&mut self, events: &mut Vec<Event>) {
        self.state.auction = None;
        self.acts(events).order_by_cash(false);
        self.next_box(events);
    }
}
