//! A position: what it waits for, what is legal, and what a move does.

use super::arranged::Own;
use super::printed::Printed;
use super::state::{Ending, State, Wait};
use engine::arrange::Beyond;
use engine::{
    Choice, Company, Decision, Event, Move, Outcome, Player, Position, Problem, Refusal,
};
use std::sync::Arc;

/// A position.
#[derive(Clone, Debug)]
pub struct NewPosition {
    /// What does not change.
    pub printed: Arc<Printed>,
    /// What does.
    pub state: State,
}

impl NewPosition {
    engine::ledgers!();

    /// Who has to answer an offer, and whose it is.
    pub(super) fn asked(&self) -> Option<(Player, Company)> {
        let offer = self.state.turn.as_ref()?.offers.waiting?;
        Some((offer.deal.asked(&self.state.core)?, offer.buyer))
    }

    /// What the game waits for; nothing when it is over.
    pub fn waits_for(&self) -> Option<Wait> {
        let state = &self.state;
        if state.over.is_some() {
            return None;
        }
        if let Some((player, company)) = self.asked() {
            return Some(Wait::Answer(player, company));
        }
        let Some(turn) = &state.turn else {
            return Some(Wait::Stock(state.stock.player()));
        };
        Some(match self.checks().excess() {
            Some(company) => Wait::Excess(company),
            None => Wait::Step(turn.company, turn.step),
        })
    }
}

impl Position for NewPosition {
    engine::stands_on_the_floor!(lineup);

    fn decision(&self) -> Option<Decision> {
        let director = |company| self.checks().director(company);
        let (player, company, step) = match self.waits_for()? {
            Wait::Stock(player) => (player, None, "stock"),
            Wait::Answer(player, company) => (player, Some(company), "offer"),
            Wait::Excess(company) => (director(company), Some(company), "excess"),
            Wait::Step(company, step) => (director(company), Some(company), step.key()),
        };
        Some(Decision { player, company, step })
    }

    fn choices(&self) -> Vec<Choice> {
        let (checks, state) = (self.checks(), &self.state);
        match self.waits_for() {
            None => Vec::new(),
            Some(Wait::Answer(..)) => {
                [true, false].map(|accept| Choice::one(Move::Answer { accept })).to_vec()
            }
            Some(Wait::Excess(company)) => checks.excess_choices(company),
            Some(Wait::Stock(_)) => checks.stock_choices(&state.stock, self.printed.limit),
            Some(Wait::Step(..)) => {
                state.turn.iter().flat_map(|t| checks.turn_choices(t)).collect()
            }
        }
    }

    fn play(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        match self.waits_for() {
            None => return Err(Refusal::new("NEW-END-1", "game-over")),
            Some(Wait::Answer(..)) => self.answer(mv, events)?,
            Some(Wait::Excess(company)) => self.give_up(company, mv, events)?,
            Some(Wait::Stock(_)) => self.play_stock(mv, events)?,
            Some(Wait::Step(..)) => self.play_step(mv, events)?,
        }
        self.watch_bank();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = match self.state.over? {
            Ending::Bank => "bank",
            Ending::Bankrupt => "bankrupt",
        };
        Some(Outcome::richest(self.checks().worths(), reason))
    }

    fn values(&self) -> Vec<i32> {
        self.checks().worths()
    }

    fn share_value(&self, company: Company) -> i32 {
        self.checks().share_worth(company)
    }

    fn problem(&self, company: Company) -> Option<Problem> {
        Some(self.checks().route_problem(company))
    }

    fn beyond(&self) -> Beyond {
        let State { stock, rounds, broken, .. } = self.state;
        let own = Own { operating_rounds: Some(rounds), bank_broken: broken };
        Beyond::new(stock, self.state.turn.as_ref().map_or(0, |t| t.revenue), own)
    }

    fn certificates(&self, player: Player) -> (u8, Option<u8>) {
        (self.checks().certificates(player), self.printed.limit)
    }

    fn train_limit(&self, company: Company) -> u8 {
        self.checks().train_limit(company)
    }
}
