//! Buying and returning trains, and phases.

use super::position::{Allowed, Events, IowPosition};
use super::refusals::{Matter, of_company, refused};
use super::state::Wait;
use engine::{
    Amount, Card, Choice, Company, Event, Flag, Forbidden, Move, Place, Purchase, TrainFrom,
    Whereabouts,
};

impl IowPosition {
    /// Most trains a company may own (IOW-TRAIN-6, IOW-OPTION-15).
    pub(super) fn trains_allowed(&self) -> u8 {
        if self.printed.options.no_train_limit {
            return u8::MAX;
        }
        self.printed.sheet.phases[usize::from(self.core().phase)].train_limit[0]
    }

    /// Printed price of a card. The pool sells a refitted card at its printed price too (IOW-LOCO-32).
    pub fn printed_price(&self, card: Card) -> i32 {
        let kind = self.core().trains.get(card).kind;
        self.printed.sheet.face(kind, 0).price
    }

    /// Trains on sale from the bank: the top of the deck (or its whole group), and the pool (IOW-TRAIN-2, IOW-TRAIN-3).
    pub fn bank_trains(&self) -> impl Iterator<Item = (Card, TrainFrom)> + '_ {
        let trains = &self.core().trains;
        let phase_of = |card| {
            let kind = trains.get(card).kind;
            self.printed.sheet.trains[usize::from(kind)].phase
        };
        let top = trains.top();
        let options = &self.printed.options;
        let whole = options.locomotives && options.locomotive_order == "whole_group_on_sale";
        let group = top.map(phase_of).filter(|_| whole);
        let deck = trains
            .at(Whereabouts::Deck)
            .take_while(move |&c| Some(c) == top || group == Some(phase_of(c)));
        let pool = trains.at(Whereabouts::Pool);
        deck.map(|c| (c, TrainFrom::Deck)).chain(pool.map(|c| (c, TrainFrom::Pool)))
    }

    /// Credits that the cheapest train of the bank costs.
    pub(super) fn cheapest_train(&self) -> i32 {
        let prices = self.bank_trains().map(|(card, _)| self.printed_price(card));
        prices.min().unwrap_or(i32::MAX)
    }

    // Whether a company without a train has to buy one (IOW-TRAIN-10).
    fn must_buy(&self, company: Company) -> bool {
        let credits = self.credits(company);
        self.train_count(company) == 0 && self.forces_purchase(credits, self.cheapest_train())
    }

    // Whether another company may sell a train to the buyer at all (IOW-TRAIN-5, IOW-TRAIN-13, IOW-NATIONAL-9).
    fn may_deal(&self, buyer: Company, seller: Company) -> Allowed {
        let refuse = |rule, key| Err(of_company(rule, key, seller));
        let director = self.stock(seller).director();
        match () {
            () if seller == buyer => refuse("IOW-TRAIN-4", "own-train"),
            () if self.state.british => refuse("IOW-NATIONAL-9", "bank-only"),
            () if self.core().is(seller, Flag::Bankrupt) => {
                refuse("IOW-BANKRUPT-17", "seller-bankrupt")
            }
            () if self.in_receivership(seller) || director.is_none() => {
                refuse("IOW-TRAIN-13", "seller-in-receivership")
            }
            () if self.in_receivership(buyer) => refuse("IOW-RECEIVER-5", "bank-only"),
            () if self.train_count(seller) == 1 && self.train_count(buyer) > 0 => {
                refuse("IOW-TRAIN-5", "last-train")
            }
            () => Ok(()),
        }
    }

    // Prices at which a company may buy a train of another one.
    fn trade_range(&self, company: Company) -> Amount {
        let (min, step) = self.printed.trade;
        let max = self.credits(company) / step * step;
        Amount { min, max, step }
    }

    fn may_buy_train(&self, purchase: &Purchase) -> Allowed {
        let &Purchase { company, card, price, from, .. } = purchase;
        let refuse = refused(Matter::Train);
        let room = self.checks().train_room(company, self.trains_allowed());
        room.map_err(&refuse)?;
        match from {
            TrainFrom::Company { company: seller } => {
                let owns = self.checks().owns_train(seller, card);
                owns.map_err(|why| why.under("IOW-TRAIN-4"))?;
                self.may_deal(company, seller)?;
                let Amount { min, max, step } = self.trade_range(company);
                if price < min || price % step != 0 {
                    let (least, most) = (min, max);
                    return Err(refuse(Forbidden::PriceOutOfRange { least, most }));
                }
            }
            _ if !self.bank_trains().any(|offer| offer == (card, from)) => {
                let rule = match from {
                    TrainFrom::Deck => "IOW-TRAIN-2",
                    _ => "IOW-TRAIN-3",
                };
                return Err(Forbidden::TrainNotForSale.under(rule));
            }
            _ => match self.printed_price(card) {
                printed if printed == price => {}
                price => return Err(refuse(Forbidden::WrongPrice { price })),
            },
        }
        self.checks().company_pays(company, price).map_err(refuse)
    }

    fn purchase(&self, company: Company, card: Card, from: TrainFrom, price: i32) -> Purchase {
        Purchase { company, card, face: self.core().trains.get(card).face, price, from }
    }

    // Trains that a company may buy now, and rebuild.
    fn purchases(&self, company: Company) -> impl Iterator<Item = Choice> + '_ {
        let bank = self.bank_trains().map(move |(card, from)| {
            let price = self.printed_price(card);
            (self.purchase(company, card, from, price), None)
        });
        let range = self.trade_range(company);
        let others = self.sheet_ref().company_ids().flat_map(move |seller| {
            let from = TrainFrom::Company { company: seller };
            let cards = self.core().trains.of(seller);
            cards.map(move |card| (self.purchase(company, card, from, range.min), Some(range)))
        });
        let allowed = |(purchase, _): &(Purchase, _)| self.may_buy_train(purchase).is_ok();
        let bought = bank.chain(others).filter(allowed);
        bought.map(|(purchase, range)| purchase.choice(range)).chain(self.refits(company))
    }

    pub(super) fn train_choices(&self) -> Vec<Choice> {
        let company = self.current();
        let mut choices: Vec<Choice> = self.purchases(company).collect();
        if !self.must_buy(company) {
            choices.push(Choice::one(Move::Pass));
        }
        choices
    }

    /// The train step begins.
    pub(super) fn enter_trains(&mut self, events: &mut Events) {
        let company = self.current();
        if self.in_receivership(company) && !self.asks_without_choice() {
            self.receiver_buys(company, events);
            return self.end_turn(events);
        }
        self.stay_in_trains(events);
    }

    // Stays in the step while something can be bought. A company in receivership buys only while it has no train
    // (IOW-PUB-11).
    fn stay_in_trains(&mut self, events: &mut Events) {
        let company = self.current();
        let served = self.in_receivership(company) && self.train_count(company) > 0;
        if self.must_buy(company) || !served && self.purchases(company).next().is_some() {
            self.state.wait = Some(Wait::Trains);
        } else {
            self.end_turn(events);
        }
    }

    pub(super) fn pass_trains(&mut self, events: &mut Events) -> Allowed {
        if self.must_buy(self.current()) {
            return Err(refused(Matter::Train)(Forbidden::MustBuyTrain));
        }
        self.end_turn(events);
        Ok(())
    }

    pub(super) fn buy_train(&mut self, purchase: Purchase, events: &mut Events) -> Allowed {
        let Purchase { company, card, .. } = purchase;
        self.must_be_current(company)?;
        let state = self.core().trains.cards.get(card.at());
        if state.is_none_or(|s| s.face != purchase.face) {
            return Err(refused(Matter::Train)(Forbidden::TrainNotForSale));
        }
        self.may_buy_train(&purchase)?;
        // IOW-TRAIN-4, IOW-TRAIN-16: another director has to agree.
        if let TrainFrom::Company { company: seller } = purchase.from
            && self.asks_consent()
            && self.decider(seller) != self.decider(company)
        {
            self.state.wait = Some(Wait::Offer { seller, purchase });
            events.push(Event::Offered { from: company, to: self.decider(seller) });
            return Ok(());
        }
        self.take_train(purchase, events);
        self.stay_in_trains(events);
        Ok(())
    }

    pub(super) fn answer_choices(&self) -> Vec<Choice> {
        [true, false].map(|accept| Choice::one(Move::Answer { accept })).to_vec()
    }

    pub(super) fn answer_offer(
        &mut self,
        seller: Company,
        purchase: Purchase,
        accept: bool,
        events: &mut Events,
    ) {
        let player = self.decider(seller);
        events.push(Event::Answered { player, accept });
        if !accept {
            self.state.wait = Some(Wait::Refused);
            return;
        }
        self.take_train(purchase, events);
        self.stay_in_trains(events);
    }

    // Hands over a train and the money for it, and whatever follows.
    fn take_train(&mut self, purchase: Purchase, events: &mut Events) {
        self.acts(events).buy_train(purchase);
        if self.purchase_ends_insolvency() {
            self.set_insolvent(purchase.company, false, events);
        }
        if purchase.from == TrainFrom::Deck {
            while self.acts(events).next_phase(purchase.card).is_some() {
                self.phase_began(events);
            }
        }
    }

    /// Buys the cheapest train of the bank for a company without director that has none (IOW-RECEIVER-5,
    /// IOW-RECEIVER-6).
    fn receiver_buys(&mut self, company: Company, events: &mut Events) {
        let cheapest = self.bank_trains().min_by_key(|&(card, _)| {
            let (large, small, price, kind) = self.length(card);
            (price, large, small, kind)
        });
        let Some((card, from)) = cheapest.filter(|_| self.train_count(company) == 0) else {
            return;
        };
        let price = self.printed_price(card);
        if price <= self.credits(company) {
            self.take_train(self.purchase(company, card, from, price), events);
        }
    }

    /// What the new phase brings at once: rust and events (IOW-PHASE-1..8).
    #[doc(hidden)]
    pub fn phase_began(&mut self, events: &mut Events) {
        let step = self.printed.steps[usize::from(self.core().phase)];
        if step.fishbourne {
            let paper = self.printed.fishbourne;
            self.state.core.papers[paper.at()].place = Place::Bank;
        }
        self.state.southern |= step.southern;
        self.rust_trains(events);
    }

    pub(super) fn surplus_choices(&self) -> Vec<Choice> {
        let company = self.current();
        let cards = self.core().trains.of(company);
        cards.map(|card| Choice::one(Move::ReturnTrain { company, card })).collect()
    }

    pub(super) fn return_train(
        &mut self,
        company: Company,
        card: Card,
        events: &mut Events,
    ) -> Allowed {
        self.must_be_current(company)?;
        let owns = self.checks().owns_train(company, card);
        owns.map_err(refused(Matter::Train))?;
        self.give_up(company, card, events);
        if self.train_count(company) <= usize::from(self.trains_allowed()) {
            self.enter_track(events);
        }
        Ok(())
    }

    /// A train goes back to the bank pool (IOW-TRAIN-8), where a waiting card rusts at once (IOW-LOCO-31).
    #[doc(hidden)]
    pub fn give_up(&mut self, company: Company, card: Card, events: &mut Events) {
        self.acts(events).return_train(company, card);
        if self.is_waiting(card) {
            self.scrap(card, events);
        }
    }
}
