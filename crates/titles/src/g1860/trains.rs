//! Buying, returning and rusting trains.

use super::options::Offer as Sale;
use super::position::{Events, IowPosition};
use super::state::{Offer, Stage};
use engine::{
    Amount, Card, Choice, Company, Event, Flag, Move, Place, Purse, Refusal, TrainFrom, Value,
    Whereabouts,
};

impl IowPosition {
    /// Most trains a company may own (IOW-TRAIN-6, IOW-OPTION-15).
    pub(super) fn trains_allowed(&self) -> u8 {
        if self.printed.options.no_train_limit {
            return u8::MAX;
        }
        self.printed.sheet.phases[self.core().phase as usize].train_limit[0]
    }

    /// Printed price of a card.
    pub fn printed_price(&self, card: Card) -> i32 {
        let state = self.core().trains.get(card);
        // IOW-LOCO-32: the pool sells a refitted card at its printed price too.
        self.printed.sheet.face(state.kind, 0).price
    }

    /// Trains on sale from the bank: the top of the deck (or its whole group), and the pool (IOW-TRAIN-2, IOW-TRAIN-3).
    pub fn bank_trains(&self) -> impl Iterator<Item = (Card, TrainFrom)> + '_ {
        let trains = &self.core().trains;
        let top = trains.top();
        let group = top.map(|t| self.phase_of(t));
        let whole =
            self.printed.options.locomotives && self.printed.options.offer == Sale::WholeGroup;
        let deck = trains
            .at(Whereabouts::Deck)
            .take_while(move |&c| Some(c) == top || whole && Some(self.phase_of(c)) == group);
        deck.map(|c| (c, TrainFrom::Deck))
            .chain(trains.at(Whereabouts::Pool).map(|c| (c, TrainFrom::Pool)))
    }

    fn phase_of(&self, card: Card) -> u8 {
        self.printed.sheet.trains[self.core().trains.get(card).kind as usize].phase
    }

    fn has_train_room(&self, company: Company) -> bool {
        self.train_count(company) < usize::from(self.trains_allowed())
    }

    /// Whether a company without a train has to buy one (IOW-TRAIN-10; J-13: the public platform lets it off at the exact
    /// sum).
    pub(super) fn must_buy(&self, company: Company) -> bool {
        let credits = self.core().money.company(company);
        let cheapest = self.cheapest_train();
        self.train_count(company) == 0
            && if self.printed.options.public {
                credits > cheapest
            } else {
                credits >= cheapest
            }
    }

    // Whether another company may sell a train to the buyer at all (IOW-TRAIN-5, IOW-TRAIN-13, IOW-NATIONAL-9).
    fn check_seller(&self, buyer: Company, seller: Company) -> Result<(), Refusal> {
        let refuse =
            |rule, key| Err(Refusal::new(rule, key).with("company", Value::Company(seller)));
        if seller == buyer {
            return refuse("IOW-TRAIN-4", "own-train");
        }
        if self.state.british {
            return refuse("IOW-NATIONAL-9", "bank-only");
        }
        if self.core().is(seller, Flag::Bankrupt) {
            return refuse("IOW-BANKRUPT-17", "seller-bankrupt");
        }
        if self.in_receivership(seller) || self.core().stock[seller.at()].director().is_none() {
            return refuse("IOW-TRAIN-13", "seller-in-receivership");
        }
        if self.in_receivership(buyer) {
            return refuse("IOW-RECEIVER-5", "bank-only");
        }
        if self.train_count(seller) == 1 && self.train_count(buyer) > 0 {
            return refuse("IOW-TRAIN-5", "last-train");
        }
        Ok(())
    }

    fn check_train(
        &self,
        company: Company,
        card: Card,
        face: u8,
        amount: i32,
        from: TrainFrom,
    ) -> Result<(), Refusal> {
        self.must_be_current(company)?;
        if !self.has_train_room(company) {
            let limit = i32::from(self.trains_allowed());
            return Err(
                Refusal::new("IOW-TRAIN-7", "train-limit").with("limit", Value::Number(limit))
            );
        }
        let Some(state) = self.core().trains.cards.get(card.at()) else {
            return Err(Refusal::new("IOW-TRAIN-1", "no-such-train"));
        };
        if face != state.face {
            return Err(Refusal::new("IOW-TRAIN-2", "no-such-face"));
        }
        let credits = self.core().money.company(company);
        match from {
            TrainFrom::Deck | TrainFrom::Pool => {
                if !self.bank_trains().any(|(c, f)| c == card && f == from) {
                    let rule = if from == TrainFrom::Deck {
                        "IOW-TRAIN-2"
                    } else {
                        "IOW-TRAIN-3"
                    };
                    return Err(Refusal::new(rule, "not-on-sale"));
                }
                let price = self.printed_price(card);
                if amount != price {
                    return Err(Refusal::new("IOW-TRAIN-2", "wrong-price")
                        .with("price", Value::Money(price)));
                }
            }
            TrainFrom::Company { company: seller } => {
                if state.place != Whereabouts::Company(seller) {
                    return Err(Refusal::new("IOW-TRAIN-4", "not-the-seller"));
                }
                self.check_seller(company, seller)?;
                let (least, step) = self.printed.trade;
                if amount < least || amount % step != 0 {
                    return Err(Refusal::new("IOW-TRAIN-4", "wrong-price")
                        .with("least", Value::Money(least)));
                }
            }
        }
        if amount > credits {
            return Err(
                Refusal::new("IOW-MONEY-4", "too-dear").with("credits", Value::Money(credits))
            );
        }
        Ok(())
    }

    /// Prices at which the company may buy a card of another one.
    fn trade_range(&self, company: Company) -> Option<Amount> {
        let (least, step) = self.printed.trade;
        let most = self.core().money.company(company) / step * step;
        (most >= least).then_some(Amount {
            min: least,
            max: most,
            step,
        })
    }

    pub(super) fn train_choices(&self) -> Vec<Choice> {
        let company = self.current();
        let credits = self.core().money.company(company);
        let mut choices = Vec::new();
        if self.has_train_room(company) {
            for (card, from) in self.bank_trains() {
                let price = self.printed_price(card);
                if price <= credits {
                    let face = self.core().trains.get(card).face;
                    let mv = Move::BuyTrain {
                        company,
                        card,
                        face,
                        amount: price,
                        from,
                    };
                    choices.push(Choice {
                        mv,
                        amount: Some(Amount::whole(price, price)),
                        cost: price,
                    });
                }
            }
            if let Some(range) = self.trade_range(company) {
                for seller in self.printed.sheet.company_ids() {
                    if self.check_seller(company, seller).is_err() {
                        continue;
                    }
                    for card in self.core().trains.of(seller) {
                        let face = self.core().trains.get(card).face;
                        let from = TrainFrom::Company { company: seller };
                        let mv = Move::BuyTrain {
                            company,
                            card,
                            face,
                            amount: range.min,
                            from,
                        };
                        choices.push(Choice::range(mv, range));
                    }
                }
            }
        }
        choices.extend(self.refit_choices(company));
        if !self.must_buy(company) {
            choices.push(Choice::one(Move::Pass));
        }
        choices
    }

    /// The train step begins.
    pub(super) fn enter_trains(&mut self, events: &mut Events) {
        let company = self.current();
        if self.in_receivership(company) && !self.printed.options.public {
            self.receiver_buys(company, events);
            return self.end_turn(events);
        }
        self.stay_in_trains(events);
    }

    // Stays in the step while something can be bought.
    fn stay_in_trains(&mut self, events: &mut Events) {
        let company = self.current();
        if self.must_buy(company) || self.anything_to_buy(company) {
            self.state.stage = Stage::Trains;
        } else {
            self.end_turn(events);
        }
    }

    fn anything_to_buy(&self, company: Company) -> bool {
        let credits = self.core().money.company(company);
        // IOW-PUB-11: a company in receivership buys only while it has no train.
        if self.in_receivership(company) && self.train_count(company) > 0 {
            return false;
        }
        if self.refit_choices(company).next().is_some() {
            return true;
        }
        if !self.has_train_room(company) {
            return false;
        }
        credits >= self.cheapest_train()
            || self.trade_range(company).is_some()
                && self.printed.sheet.company_ids().any(|seller| {
                    self.check_seller(company, seller).is_ok() && self.train_count(seller) > 0
                })
    }

    pub(super) fn pass_trains(&mut self, events: &mut Events) -> Result<(), Refusal> {
        if self.must_buy(self.current()) {
            return Err(Refusal::new("IOW-TRAIN-10", "must-buy"));
        }
        self.end_turn(events);
        Ok(())
    }

    pub(super) fn buy_train(
        &mut self,
        company: Company,
        card: Card,
        face: u8,
        amount: i32,
        from: TrainFrom,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        self.check_train(company, card, face, amount, from)?;
        // IOW-TRAIN-4, IOW-TRAIN-16: another director has to agree.
        if let TrainFrom::Company { company: seller } = from
            && !self.printed.options.public
            && self.decider(seller) != self.decider(company)
        {
            self.state.offer = Offer {
                card: card.0,
                seller: seller.0,
                price: amount,
            };
            self.state.stage = Stage::Offer;
            events.push(Event::Offered {
                from: company,
                to: self.decider(seller),
            });
            return Ok(());
        }
        self.complete_purchase(company, card, amount, from, events);
        self.stay_in_trains(events);
        Ok(())
    }

    pub(super) fn answer_offer(
        &mut self,
        accept: bool,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        let Offer {
            card,
            seller,
            price,
        } = self.state.offer;
        let company = self.current();
        events.push(Event::Answered {
            player: self.decider(Company(seller)),
            accept,
        });
        self.state.stage = Stage::Trains;
        if accept {
            let from = TrainFrom::Company {
                company: Company(seller),
            };
            self.complete_purchase(company, Card(card), price, from, events);
            self.stay_in_trains(events);
        }
        Ok(())
    }

    /// Hands over a train and the money for it, and whatever follows.
    pub(super) fn complete_purchase(
        &mut self,
        company: Company,
        card: Card,
        price: i32,
        from: TrainFrom,
        events: &mut Events,
    ) {
        let to = match from {
            TrainFrom::Company { company } => Purse::Company(company),
            _ => Purse::Bank,
        };
        self.state.core.pay(Purse::Company(company), to, price);
        let state = self.state.core.trains.get_mut(card);
        state.place = Whereabouts::Company(company);
        let face = state.face;
        events.push(Event::TrainBought {
            company,
            card,
            face,
            price,
            from,
        });
        // IOW-INSOLVENT-5; the public platform takes the card away at the end of the turn.
        if !self.printed.options.public {
            self.set_insolvent(company, false, events);
        }
        if from == TrainFrom::Deck {
            self.state.core.trains.replenish(&self.printed.sheet);
            let phase = self.phase_of(card);
            while self.core().phase < phase {
                self.begin_phase(self.core().phase + 1, events);
            }
        }
    }

    // IOW-PHASE-1..8: rust, colours, events, at once.
    #[doc(hidden)]
    pub fn begin_phase(&mut self, phase: u8, events: &mut Events) {
        self.state.core.phase = phase;
        events.push(Event::PhaseBegan { phase });
        let step = self.printed.steps[phase as usize];
        if step.fishbourne {
            let paper = self.printed.fishbourne;
            self.state.core.papers[paper.at()].place = Place::Bank;
        }
        if step.southern {
            self.state.southern = true;
        }
        self.rust_trains(phase, events);
    }

    pub(super) fn surplus_choices(&self) -> Vec<Choice> {
        let company = self.current();
        self.core()
            .trains
            .of(company)
            .map(|card| Choice::one(Move::ReturnTrain { company, card }))
            .collect()
    }

    pub(super) fn return_train(
        &mut self,
        company: Company,
        card: Card,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        self.must_be_current(company)?;
        if self.core().trains.cards.get(card.at()).map(|c| c.place)
            != Some(Whereabouts::Company(company))
        {
            return Err(Refusal::new("IOW-TRAIN-8", "not-your-train"));
        }
        self.give_up(company, card, events);
        if self.train_count(company) <= usize::from(self.trains_allowed()) {
            self.enter_track(events);
        }
        Ok(())
    }

    /// A train goes back to the bank pool (IOW-TRAIN-8).
    #[doc(hidden)]
    pub fn give_up(&mut self, company: Company, card: Card, events: &mut Events) {
        self.state.core.trains.get_mut(card).place = Whereabouts::Pool;
        events.push(Event::TrainReturned { company, card });
        self.rust_in_pool(card, events);
    }
}
