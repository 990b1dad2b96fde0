//! Buying trains: from the bank, from other companies, in exchange; the limit; phases. S89-TRAIN, S89-PHASE, S89-RUST

use super::position::ShikokuPosition;
use super::refusals::{Matter, refused};
use engine::{
    Amount, Card, Choice, Company, Deal, Event, Forbidden, Move, Purchase, Refusal, TrainFrom,
    Whereabouts,
};

impl ShikokuPosition {
    /// Most trains a company may own. S89-TRAIN-5
    pub(super) fn trains_allowed(&self) -> u8 {
        self.printed.sheet.phases[usize::from(self.state.core.phase)].train_limit[0]
    }

    /// Trains of the bank: the top of the stack, the last kind beside it from some phase on, the pool. S89-TRAIN-3
    pub(super) fn bank_trains(&self) -> impl Iterator<Item = (Card, TrainFrom)> + '_ {
        let trains = &self.state.core.trains;
        let (kind, phase) = self.printed.beside;
        let top = trains.top();
        let beside = trains
            .at(Whereabouts::Deck)
            .find(|&c| trains.get(c).kind == kind)
            .filter(|&c| self.state.core.phase >= phase && Some(c) != top);
        let deck = top.into_iter().chain(beside).map(|c| (c, TrainFrom::Deck));
        deck.chain(trains.at(Whereabouts::Pool).map(|c| (c, TrainFrom::Pool)))
    }

    pub(super) fn cheapest(&self) -> i32 {
        let prices = self
            .bank_trains()
            .map(|(c, _)| self.checks().printed_price(c));
        prices.min().unwrap_or(i32::MAX)
    }

    /// Whether a company has to buy a train. S89-TRAIN-12
    pub(super) fn must_buy(&self, company: Company) -> bool {
        self.state.core.trains.of(company).next().is_none() && self.has_route(company)
    }

    // S89-TRAIN-6, S89-EMERGENCY-1..5
    fn check_bank_train(
        &self,
        company: Company,
        card: Card,
        from: TrainFrom,
    ) -> Result<i32, Refusal> {
        let checks = self.checks();
        if !self.bank_trains().any(|offer| offer == (card, from)) {
            return Err(refused(Matter::Train)(Forbidden::TrainNotForSale));
        }
        let room = checks.train_room(company, self.trains_allowed());
        room.map_err(refused(Matter::Train))?;
        let price = checks.printed_price(card);
        let treasury = self.state.core.money.company(company);
        if price <= treasury && !(self.raising() && price > self.cheapest()) {
            return Ok(price);
        }
        self.check_help(company, price)?;
        Ok(price)
    }

    // S89-TRAIN-9, S89-TRAIN-10, S89-EMERGENCY-11
    fn check_trade(
        &self,
        company: Company,
        seller: Company,
        card: Card,
    ) -> Result<Amount, Refusal> {
        let no = refused(Matter::Trade);
        let checks = self.checks();
        checks.owns_train(seller, card).map_err(&no)?;
        if seller == company || self.raising() {
            return Err(no(Forbidden::TrainNotForSale));
        }
        let room = checks.train_room(company, self.trains_allowed());
        room.map_err(&no)?;
        let has = self.state.core.money.company(company);
        if has < 1 {
            return Err(no(Forbidden::TooDear { price: 1, has }));
        }
        let range = Amount::whole(1, has);
        let deal = Deal::Train { card, seller };
        if !self.asks_consent(company, deal.asked(&self.state.core)) {
            return Ok(range);
        }
        let open = self
            .state
            .offers
            .open(self.printed.terms.offering, deal, range);
        open.first()
            .copied()
            .ok_or_else(|| no(Forbidden::OfferedAlready { price: has }))
    }

    // S89-TRAIN-7
    fn check_exchange(&self, company: Company, card: Card, given: Card) -> Result<i32, Refusal> {
        let (price, kinds) = &self.printed.trade;
        let trains = &self.state.core.trains;
        let checks = self.checks();
        checks
            .owns_train(company, given)
            .map_err(refused(Matter::Train))?;
        let on_sale = self
            .bank_trains()
            .any(|offer| offer == (card, TrainFrom::Deck));
        let taken = kinds.contains(&trains.get(given).kind);
        if !on_sale || trains.get(card).kind != self.printed.beside.0 || !taken {
            return Err(Refusal::new("S89-TRAIN-7", "train-not-for-sale"));
        }
        checks
            .company_pays(company, *price)
            .map_err(refused(Matter::Train))?;
        Ok(*price)
    }

    pub(super) fn train_choices(&self, company: Company) -> Vec<Choice> {
        let trains = &self.state.core.trains;
        let mut all = Vec::new();
        for (card, from) in self.bank_trains() {
            if let Ok(amount) = self.check_bank_train(company, card, from) {
                let mv = Move::BuyTrain {
                    company,
                    card,
                    face: 0,
                    amount,
                    from,
                };
                all.push(Choice::costing(mv, amount));
            }
            for given in trains.of(company) {
                if let Ok(amount) = self.check_exchange(company, card, given) {
                    let mv = Move::TradeTrain {
                        company,
                        card,
                        given,
                        amount,
                    };
                    all.push(Choice::costing(mv, amount));
                }
            }
        }
        for seller in self.printed.sheet.company_ids() {
            for card in trains.of(seller) {
                if let Ok(range) = self.check_trade(company, seller, card) {
                    let from = TrainFrom::Company { company: seller };
                    let amount = range.min;
                    let mv = Move::BuyTrain {
                        company,
                        card,
                        face: 0,
                        amount,
                        from,
                    };
                    all.push(Choice::range(mv, range));
                }
            }
        }
        all.extend(self.emergency_choices(company));
        all
    }

    /// S89-PUB-18
    pub(super) fn waits_for_trains(&self, company: Company) -> bool {
        self.must_buy(company) || !self.train_choices(company).is_empty()
    }

    pub(super) fn buy_train(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let Move::BuyTrain {
            company,
            card,
            face,
            amount,
            from,
        } = *mv
        else {
            return Err(Refusal::new("S89-OR-5", "not-now"));
        };
        if self.on_turn() != Some(company) || face != 0 {
            return Err(Refusal::new("S89-OR-5", "not-this-company"));
        }
        if let TrainFrom::Company { company: seller } = from {
            let range = self.check_trade(company, seller, card)?;
            if !range.contains(amount) {
                let Amount {
                    min: least,
                    max: most,
                    ..
                } = range;
                return Err(refused(Matter::Trade)(Forbidden::PriceOutOfRange {
                    least,
                    most,
                }));
            }
            let deal = Deal::Train { card, seller };
            if self.asks_consent(company, deal.asked(&self.state.core)) {
                self.offer(deal, company, amount, events);
                return Ok(());
            }
        } else {
            let price = self.check_bank_train(company, card, from)?;
            if amount != price {
                return Err(refused(Matter::Train)(Forbidden::WrongPrice { price }));
            }
            let director = self.director(company);
            self.acts(events).help(company, director, price);
        }
        self.complete(
            Purchase {
                company,
                card,
                face,
                price: amount,
                from,
            },
            events,
        );
        Ok(())
    }

    /// A train changes hands, and what follows from it.
    pub(super) fn complete(&mut self, purchase: Purchase, events: &mut Vec<Event>) {
        self.acts(events).buy_train(purchase);
        if purchase.from == TrainFrom::Deck {
            self.left_the_stack(purchase.card, events);
        }
    }

    pub(super) fn exchange_train(
        &mut self,
        company: Company,
        card: Card,
        given: Card,
        amount: i32,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        if self.on_turn() != Some(company) {
            return Err(Refusal::new("S89-OR-5", "not-this-company"));
        }
        let price = self.check_exchange(company, card, given)?;
        if amount != price {
            return Err(refused(Matter::Train)(Forbidden::WrongPrice { price }));
        }
        self.acts(events).trade_train(company, card, given, price);
        self.left_the_stack(card, events);
        Ok(())
    }

    // S89-PHASE-1..5, S89-RUST-1..4
    fn left_the_stack(&mut self, card: Card, events: &mut Vec<Event>) {
        while let Some(phase) = self.acts(events).next_phase(card) {
            self.acts(events).rust(phase);
            if phase == self.printed.closing {
                self.close_papers(events);
            }
        }
    }

    /// The first company above its limit. S89-TRAIN-14, S89-PUB-21
    pub(super) fn excess(&self) -> Option<Company> {
        let limit = usize::from(self.trains_allowed());
        let count = |c: Company| self.state.core.trains.of(c).count();
        self.printed.sheet.company_ids().find(|&c| count(c) > limit)
    }

    pub(super) fn excess_choices(&self, company: Company) -> Vec<Choice> {
        let cards = self.state.core.trains.of(company);
        cards
            .map(|card| Choice::one(Move::ReturnTrain { company, card }))
            .collect()
    }

    pub(super) fn give_up(
        &mut self,
        due: Company,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        match *mv {
            Move::ReturnTrain { company, card }
                if company == due && self.checks().owns_train(company, card).is_ok() =>
            {
                self.acts(events).return_train(company, card);
                Ok(())
            }
            _ => Err(Refusal::new("S89-TRAIN-14", "return-a-train")),
        }
    }
}
