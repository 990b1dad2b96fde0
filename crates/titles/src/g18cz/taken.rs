//! Trains of a company taken over: they are turned, scrapped or kept. CZ-ACQUIRE-10

use super::position::CzPosition;
use super::refusals::{Matter, refused};
use engine::{Card, Choice, Company, Event, Move, Purse, Refusal};

impl CzPosition {
    fn undecided(&self) -> impl Iterator<Item = Card> {
        let mask = self.state.turn.taken;
        (0..64)
            .map(Card)
            .filter(move |card| mask & (1 << card.0) != 0)
    }

    /// Nothing is left to decide about a train.
    pub fn decided_on(&mut self, card: Card) {
        let bit = 1u64.checked_shl(u32::from(card.0)).unwrap_or(0);
        self.state.turn.taken &= !bit;
    }

    // Whether a train may be turned to a face, and what it costs. CZ-ACQUIRE-11, 13, 14
    fn may_turn(&self, company: Company, card: Card, face: u8) -> Result<i32, Refusal> {
        let printed = &self.printed;
        let state = self.state.core.trains.get(card);
        let faces = &printed.sheet.trains[usize::from(state.kind)].faces;
        let refuse = |rule, key| Err(Refusal::new(rule, key));
        if usize::from(face) >= faces.len() || face <= state.face || !printed.may_own(company, face)
        {
            return refuse("CZ-ACQUIRE-13", "face-not-larger");
        }
        let own = face == printed.own_face(company);
        if !own && !printed.options.conversion_any_larger_face {
            return refuse("CZ-ACQUIRE-13", "only-own-class");
        }
        if printed.face_in(state.kind, face, self.state.scrapped) {
            return refuse("CZ-ACQUIRE-14", "face-scrapped");
        }
        let price = |face: u8| faces[usize::from(face)].price;
        let cost = (price(face) - price(state.face)).max(0);
        let paid = self.checks().company_pays(company, cost);
        paid.map_err(refused(Matter::Turn))?;
        let decided = self.owned(company).count() - (self.undecided().count() - 1);
        if self.turns_within_limit() && decided > usize::from(self.most_trains(company)) {
            return refuse("CZ-ACQUIRE-11", "over-the-limit");
        }
        if !own {
            self.may_fill_up(company, decided)?;
        }
        Ok(cost)
    }

    // A take-over does not bring the acquirer to its limit without a train it can run. CZ-ACQUIRE-18, CZ-TRAIN-16
    fn may_fill_up(&self, company: Company, owned: usize) -> Result<(), Refusal> {
        let options = &self.printed.options;
        if options.limit_exception_only_after_phase_change
            && owned >= usize::from(self.most_trains(company))
            && !self.has_runnable(company, None)
        {
            return Err(Refusal::new("CZ-ACQUIRE-18", "last-place-must-be-runnable"));
        }
        Ok(())
    }

    fn may_keep_all(&self, company: Company) -> Result<(), Refusal> {
        let owned = self.owned(company).count();
        if owned > usize::from(self.most_trains(company)) {
            return Err(Refusal::new("CZ-ACQUIRE-11", "over-the-limit"));
        }
        self.may_fill_up(company, owned)
    }

    /// What can be done with trains taken over.
    pub fn list_taken(&self, company: Company, all: &mut Vec<Choice>) {
        for card in self.undecided() {
            for face in 0..3 {
                if let Ok(cost) = self.may_turn(company, card, face) {
                    all.push(Choice::costing(Move::TurnTrain { card, face }, cost));
                }
            }
            all.push(Choice::one(Move::ScrapTrain { card }));
        }
        if self.may_keep_all(company).is_ok() {
            all.push(Choice::one(Move::Pass));
        }
    }

    /// Turns, scraps or keeps trains taken over.
    pub fn decide_taken(
        &mut self,
        company: Company,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        if let Move::TurnTrain { card, .. } | Move::ScrapTrain { card } = *mv
            && !self.undecided().any(|c| c == card)
        {
            return Err(Refusal::new("CZ-ACQUIRE-12", "not-taken-over"));
        }
        match *mv {
            Move::TurnTrain { card, face } => {
                let price = self.may_turn(company, card, face)?;
                self.turn_train(company, card, face, price, events);
            }
            Move::ScrapTrain { card } => self.scrap(card, events),
            Move::Pass => {
                self.may_keep_all(company)?;
                self.state.turn.taken = 0;
            }
            _ => return Err(Refusal::new("CZ-ACQUIRE-10", "decide-on-trains-first")),
        }
        Ok(())
    }

    fn turn_train(
        &mut self,
        company: Company,
        card: Card,
        face: u8,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        let core = &mut self.state.core;
        core.pay(Purse::Company(company), Purse::Bank, price);
        let state = core.trains.get_mut(card);
        state.face = face;
        let kind = usize::from(state.kind);
        self.decided_on(card);
        events.push(Event::TrainTurned {
            company,
            card,
            face,
            price,
        });
        if self.printed.options.conversion_scraps_trains {
            let number = self.printed.face_number[kind][usize::from(face)];
            self.scrap_faces(self.printed.scraps[usize::from(number)], events);
        }
    }
}
