//! Companies that own more trains than they may. CZ-PHASE-15

use super::position::{CzPosition, Events};
use super::refusals::of_company;
use super::trains::is_guest;
use engine::{Allowed, Card, Choice, Company, Flag, MAX_COMPANIES, Move, Refusal, Whereabouts};

impl CzPosition {
    /// The first company above its limit.
    pub fn excess(&self) -> Option<Company> {
        if self.state.unseen {
            return None;
        }
        self.above_limit().next()
    }

    // Asked before every decision: the cards are counted once for all companies.
    fn above_limit(&self) -> impl Iterator<Item = Company> {
        let mut owned = [0; MAX_COMPANIES];
        for card in self.state.core.trains.cards.iter() {
            if let Whereabouts::Company(company) = card.place
                && !is_guest(card)
            {
                owned[company.at()] += 1;
            }
        }
        self.sheet().company_ids().filter(move |&c| {
            owned[c.at()] > self.most_trains(c)
                && !self.state.core.is(c, Flag::Closed)
                && !self.state.is_vaclavs(c)
        })
    }

    fn may_return(&self, first: Company, company: Company, card: Card) -> Allowed {
        let due = company == first
            || self.returns_in_any_order() && self.above_limit().any(|c| c == company);
        if !due || !self.owned(company).any(|c| c == card) {
            return Err(of_company("CZ-PHASE-15", "return-a-train", first));
        }
        // CZ-TRAIN-6: one other train than the one it had to buy. Otherwise its director chooses freely (CZ-PHASE-15).
        let turn = &self.state.turn;
        let just_bought = turn.company == Some(company) && turn.bought == Some(card);
        let own = self.printed.own_face(company);
        let only_runnable =
            self.state.core.trains.get(card).face == own && !self.has_runnable(company, Some(card));
        let must_run = self.printed.options.limit_exception_must_be_runnable;
        if just_bought && only_runnable && must_run {
            return Err(Refusal::new("CZ-TRAIN-6", "return-another-train"));
        }
        Ok(())
    }

    /// Trains that may be returned.
    pub fn list_returns(&self, first: Company, all: &mut Vec<Choice>) {
        for company in self.above_limit() {
            let cards = self.owned(company);
            let cards = cards.filter(|&card| self.may_return(first, company, card).is_ok());
            all.extend(cards.map(|card| Choice::one(Move::ReturnTrain { company, card })));
        }
    }

    /// A company returns a train to the pool.
    pub fn give_back(&mut self, first: Company, mv: &Move, events: &mut Events) -> Allowed {
        let Move::ReturnTrain { company, card } = *mv else {
            return Err(of_company("CZ-PHASE-15", "return-a-train", first));
        };
        self.may_return(first, company, card)?;
        self.acts(events).return_train(company, card);
        Ok(())
    }
}
