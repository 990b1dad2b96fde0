//! A position of 1889: what it waits for, what is legal, and what a move does.

use super::arranged::Own;
use super::printed::Printed;
use super::state::{State, Wait};
use engine::arrange::Beyond;
use engine::{Choice, Company, Decision, Event, Move, Outcome, Player, Position, Problem, Refusal};
use std::sync::Arc;

/// A position.
#[derive(Clone, Debug)]
pub struct ShikokuPosition {
    /// What does not change.
    pub printed: Arc<Printed>,
    /// What does.
    pub state: State,
}

impl ShikokuPosition {
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
        if let Some((paper, seller)) = state.parting {
            return Some(Wait::Sold(seller, paper));
        }
        if let Some(auction) = state.auction {
            return Some(Wait::Auction(auction.player()));
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

impl Position for ShikokuPosition {
    engine::stands_on_the_floor!(lineup);

    fn decision(&self) -> Option<Decision> {
        let director = |company| self.checks().director(company);
        let (player, company, step) = match self.waits_for()? {
            Wait::Auction(player) => (player, None, "auction"),
            Wait::Stock(player) => (player, None, "stock"),
            Wait::Answer(player, company) => (player, Some(company), "offer"),
            Wait::Sold(player, _) => (player, None, "paper_tile"),
            Wait::Excess(company) => (director(company), Some(company), "excess"),
            Wait::Step(company, step) => (director(company), Some(company), step.key()),
        };
        Some(Decision { player, company, step })
    }

    fn was_refused(&self) -> bool {
        self.state.turn.as_ref().is_some_and(|turn| turn.offers.was_answered())
    }

    fn choices(&self) -> Vec<Choice> {
        let (checks, state) = (self.checks(), &self.state);
        let Some(wait) = self.waits_for() else {
            return Vec::new();
        };
        match wait {
            Wait::Answer(..) => {
                [true, false].map(|accept| Choice::one(Move::Answer { accept })).to_vec()
            }
            Wait::Sold(_, paper) => {
                let mut all = checks.parting_tiles(paper);
                all.push(Choice::one(Move::Pass));
                all
            }
            Wait::Excess(company) => checks.excess_choices(company),
            Wait::Auction(_) => {
                let (lots, auction) = (self.printed.for_auction(), &state.auction);
                auction.iter().flat_map(|a| a.choices(lots, &state.core)).collect()
            }
            Wait::Stock(player) => {
                let mut all = checks.stock_choices(&state.stock, self.printed.limit);
                all.extend(self.rights_of(player));
                all
            }
            Wait::Step(company, _) => {
                let mut all: Vec<Choice> =
                    state.turn.iter().flat_map(|t| checks.turn_choices(t)).collect();
                all.extend(self.rights_of(checks.director(company)));
                all
            }
        }
    }

    fn asides(&self) -> Vec<(Player, Choice)> {
        if !matches!(self.waits_for(), Some(Wait::Stock(_) | Wait::Step(..))) {
            return Vec::new();
        }
        let decider = self.decision().map(|d| d.player);
        let others = self.state.core.players().filter(|p| Some(*p) != decider);
        let rights = |p: Player| self.rights_of(p).into_iter().map(move |right| (p, right));
        others.flat_map(rights).collect()
    }

    fn play(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let Some(wait) = self.waits_for() else {
            return Err(Refusal::new("S89-END-5", "game-over"));
        };
        if !self.play_right(wait, mv, events)? {
            match wait {
                Wait::Answer(..) => self.answer(mv, events)?,
                Wait::Sold(..) => self.play_parting(mv, events)?,
                Wait::Excess(company) => self.give_up(company, mv, events)?,
                Wait::Auction(_) => self.play_auction(mv, events)?,
                Wait::Stock(_) => self.play_stock(mv, events)?,
                Wait::Step(..) => self.play_step(mv, events)?,
            }
        }
        self.watch_bank();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
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

    fn facts(&self) -> Vec<(String, serde_json::Value)> {
        vec![
            ("auction".to_owned(), self.auction_json().into()),
            ("bank_broken".to_owned(), self.state.broken.into()),
            ("operating_rounds".to_owned(), self.state.rounds.into()),
        ]
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
