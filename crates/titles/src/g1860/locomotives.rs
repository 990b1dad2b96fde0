//! Rust, and the abilities of the Locomotives on the Isle of Wight.

use super::position::{Allowed, Events, IowPosition};
use super::printed::Traits;
use super::refusals::{Matter, refused};
use engine::{
    Card, Choice, Company, Event, Move, Problem, Purse, Refusal, Value, Whereabouts, Why,
};
use routing::{Claim, Route};
use smallvec::SmallVec;

/// Mark of a card whose rust event came before its guaranteed runs were made. It runs for its full income, so it is not
/// what the engine calls obsolete.
pub const WAITING: u8 = 1;

// Most lines that are tried for a card that waits.
const MOST_LINES: usize = 5000;

impl IowPosition {
    fn traits(&self, card: Card) -> &Traits {
        let kind = self.core().trains.get(card).kind;
        &self.printed.traits[usize::from(kind)]
    }

    // Whether a card has made the runs that it is good for.
    fn has_run_out(&self, card: Card) -> bool {
        self.core().trains.get(card).runs >= self.traits(card).min_runs
    }

    /// Trains whose time has come leave the game (IOW-PHASE-9, IOW-PHASE-10, IOW-LOCO-14..16).
    pub(super) fn rust_trains(&mut self, events: &mut Events) {
        for i in 0..self.core().trains.cards.len() {
            let card = Card(i as u8);
            let state = *self.core().trains.get(card);
            let owned = match state.place {
                Whereabouts::Company(_) => true,
                Whereabouts::Pool => false,
                _ => continue,
            };
            if self.traits(card).rusts[usize::from(state.face)] != Some(self.core().phase) {
                continue;
            }
            if owned && !self.has_run_out(card) {
                self.state.core.trains.get_mut(card).marks |= WAITING;
                let owner = self.core().trains.owner(card);
                events.push(Event::TrainObsolete { card, owner });
            } else {
                self.scrap(card, events);
            }
        }
    }

    /// A card rusts. The owner may be paid for it; the pool gets nothing (IOW-LOCO-24).
    pub(super) fn scrap(&mut self, card: Card, events: &mut Events) {
        let owner = self.core().trains.owner(card);
        let compensation = self.traits(card).compensation;
        let mut acts = self.acts(events);
        acts.scrap(card);
        if let Some(company) = owner {
            let to = Purse::Company(company);
            acts.pay(Purse::Bank, to, compensation, Why::Bonus);
        }
    }

    /// Whether the rust event of a card came before its guaranteed runs were made.
    pub(super) fn is_waiting(&self, card: Card) -> bool {
        self.core().trains.get(card).marks & WAITING != 0
    }

    /// At the end of the dividend step, cards that have made their last guaranteed run rust (IOW-LOCO-16).
    pub(super) fn rust_after_run(&mut self, company: Company, events: &mut Events) {
        let cards = self.core().trains.of(company);
        let done: SmallVec<[Card; 4]> =
            cards.filter(|&card| self.is_waiting(card) && self.has_run_out(card)).collect();
        for card in done {
            self.scrap(card, events);
        }
    }

    /// Whether a card's first run is still to come and brings no income (IOW-LOCO-21).
    pub(super) fn first_run_brings_nothing(&self, card: Card) -> bool {
        self.traits(card).first_run_free && self.core().trains.get(card).runs == 0
    }

    /// A card that waits for its last run has to be run where it can be (IOW-LOCO-31): it may not be left out when the
    /// trains that run and it together could do so.
    pub(super) fn check_waiting_cards(
        &self,
        company: Company,
        problem: &Problem,
        routes: &[Route],
    ) -> Allowed {
        let claims: Vec<Claim> = routes.iter().map(Claim::from).collect();
        for (train, &card) in problem.cards.iter().enumerate() {
            let idle = self.core().trains.owner(card) == Some(company)
                && self.is_waiting(card)
                && routes.iter().all(|r| r.train != train);
            if idle && problem.beside(train, &claims).could_run(MOST_LINES) {
                return Err(Refusal::new("IOW-LOCO-31", "waiting-train-must-run")
                    .with("card", Value::Number(card.0.into())));
            }
        }
        Ok(())
    }

    fn may_refit(&self, company: Company, card: Card) -> Result<i32, Refusal> {
        let refuse = refused(Matter::Refit);
        self.checks().owns_train(company, card).map_err(&refuse)?;
        let own = |key| Refusal::new("IOW-LOCO-20", key);
        let price = self.traits(card).refit.ok_or_else(|| own("no-refit"))?;
        if self.core().trains.get(card).face != 0 || self.is_waiting(card) {
            return Err(own("refitted-already"));
        }
        self.checks().company_pays(company, price).map_err(refuse)?;
        Ok(price)
    }

    /// Cards that a company may rebuild.
    pub(super) fn refits(&self, company: Company) -> impl Iterator<Item = Choice> + '_ {
        self.core().trains.of(company).filter_map(move |card| {
            let price = self.may_refit(company, card).ok()?;
            Some(Choice::costing(Move::RefitTrain { card }, price))
        })
    }

    /// Rebuilds a card to its second face (IOW-LOCO-20).
    pub(super) fn refit_train(&mut self, card: Card, events: &mut Events) -> Allowed {
        let company = self.current();
        let price = self.may_refit(company, card)?;
        let core = &mut self.state.core;
        core.pay(Purse::Company(company), Purse::Bank, price);
        core.trains.get_mut(card).face = 1;
        events.push(Event::TrainTurned { company, card, face: 1, price });
        Ok(())
    }
}
