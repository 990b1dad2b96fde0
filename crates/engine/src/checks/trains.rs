//! Trains on sale, and room for them.

use super::{Checks, Deed, Forbidden, Matter, Objection};
use crate::{
    Amount, AtLimit, Card, Choice, Company, Deal, MAX_COMPANIES, Move, Offer, Purchase, TrainFrom,
    Turn, Whereabouts,
};

impl<'a> Checks<'a> {
    /// Cards on sale from the bank: the top of the stack, a kind beside it if the terms say so, then the pool.
    pub fn bank_trains(&self) -> impl Iterator<Item = (Card, TrainFrom)> + use<'a> {
        let trains = &self.core.trains;
        let top = trains.top();
        let beside = self.terms.beside.filter(|b| self.core.phase >= b.phase);
        let beside = beside.and_then(|b| {
            let mut deck = trains.at(Whereabouts::Deck);
            deck.find(|&c| trains.get(c).kind == b.kind && Some(c) != top)
        });
        let deck = top.into_iter().chain(beside);
        deck.map(|c| (c, TrainFrom::Deck))
            .chain(trains.at(Whereabouts::Pool).map(|c| (c, TrainFrom::Pool)))
    }

    /// Most trains that a company may own in this phase.
    pub fn train_limit(&self, company: Company) -> u8 {
        let limits = &self.sheet.phases[usize::from(self.core.phase)].train_limit;
        let size = usize::from(self.sheet.company(company).size);
        limits.get(size).or(limits.first()).copied().unwrap_or(u8::MAX)
    }

    /// The first company above its limit.
    pub fn excess(&self) -> Option<Company> {
        let mut owned = [0; MAX_COMPANIES];
        for card in self.core.trains.cards.iter() {
            if let Whereabouts::Company(company) = card.place {
                owned[company.at()] += 1;
            }
        }
        let above = |c: &Company| owned[c.at()] > 0 && owned[c.at()] > self.train_limit(*c);
        self.sheet.company_ids().find(above)
    }

    /// Trains that a company above its limit may give up.
    pub fn excess_choices(&self, company: Company) -> Vec<Choice> {
        let cards = self.core.trains.of(company);
        cards.map(|card| Choice::one(Move::ReturnTrain { company, card })).collect()
    }

    /// Whether a company above its limit gives up a train of its own: which.
    pub fn may_return(&self, above: Company, mv: &Move) -> Result<Card, Forbidden> {
        match *mv {
            Move::ReturnTrain { company, card }
                if company == above && self.owns_train(company, card).is_ok() =>
            {
                Ok(card)
            }
            _ => Err(Forbidden::ReturnTrain),
        }
    }

    // Whether the company on turn may buy a train of the bank, with help if need be: its price.
    fn bank_price(&self, turn: &Turn, card: Card, from: TrainFrom) -> Result<i32, Objection> {
        let (no, company) = (Matter::Train.forbids(), turn.company);
        if !self.bank_trains().any(|offer| offer == (card, from)) {
            return Err(no(Forbidden::TrainNotForSale));
        }
        self.may_own_more(company).map_err(no)?;
        let price = self.printed_price(card);
        let dearer = turn.raising() && Some(price) > self.cheapest_train();
        if dearer || price > self.core.money.company(company) {
            self.may_help(turn, price).map_err(Matter::Help.forbids())?;
        }
        Ok(price)
    }

    // What the company on turn may pay for a train of another company.
    fn trade_range(&self, turn: &Turn, seller: Company, card: Card) -> Result<Amount, Forbidden> {
        self.owns_train(seller, card)?;
        if seller == turn.company || turn.raising() {
            return Err(Forbidden::TrainNotForSale);
        }
        self.may_own_more(turn.company)?;
        self.company_pays(turn.company, 1)?;
        let range = Amount::whole(1, self.core.money.company(turn.company));
        self.open_range(turn, Deal::Train { card, seller }, range)
    }

    // Room for one more train, or a trade-in at hand where that is enough.
    fn may_own_more(&self, company: Company) -> Result<(), Forbidden> {
        let trades = || {
            let mut offers = self.bank_trains().flat_map(|(card, _)| {
                let own = self.core.trains.of(company);
                own.map(move |given| self.trade_in_price(company, card, given))
            });
            offers.any(|price| price.is_ok())
        };
        match self.train_room(company, self.train_limit(company)) {
            Err(_) if self.terms.at_limit == AtLimit::Recorded && trades() => Ok(()),
            room => room,
        }
    }

    // What a train of the bank costs in exchange for one of the company.
    fn trade_in_price(&self, company: Company, card: Card, given: Card) -> Result<i32, Forbidden> {
        let terms = self.terms.trade_in.ok_or(Forbidden::TrainNotForSale)?;
        self.owns_train(company, given)?;
        let kind = |c: Card| self.core.trains.get(c).kind;
        let on_sale = self.bank_trains().any(|offer| offer == (card, TrainFrom::Deck));
        if !on_sale || kind(card) != terms.kind || terms.takes & (1 << kind(given)) == 0 {
            return Err(Forbidden::TrainNotForSale);
        }
        self.company_pays(company, terms.price)?;
        Ok(terms.price)
    }

    /// Trains that the company on turn may buy, from the bank, in exchange, from others.
    pub fn train_choices(&self, turn: &Turn) -> impl Iterator<Item = Choice> {
        let (company, trains) = (turn.company, &self.core.trains);
        let of_the_bank = self.bank_trains().flat_map(move |(card, from)| {
            let bought = self.bank_price(turn, card, from).ok().map(|amount| {
                let face = trains.get(card).face;
                let mv = Move::BuyTrain { company, card, face, amount, from };
                Choice::costing(mv, amount)
            });
            let traded = trains.of(company).filter_map(move |given| {
                let amount = self.trade_in_price(company, card, given).ok()?;
                let mv = Move::TradeTrain { company, card, given, amount };
                Some(Choice::costing(mv, amount))
            });
            bought.into_iter().chain(traded)
        });
        let of_others = self.sheet.company_ids().flat_map(move |seller| {
            trains.of(seller).filter_map(move |card| {
                let range = self.trade_range(turn, seller, card).ok()?;
                let (amount, face) = (range.min, trains.get(card).face);
                let from = TrainFrom::Company { company: seller };
                let mv = Move::BuyTrain { company, card, face, amount, from };
                Some(Choice::range(mv, range))
            })
        });
        of_the_bank.chain(of_others)
    }

    // Whether the company on turn may make a move of the train step, and what that does.
    pub(super) fn may_deal_train(&self, turn: &Turn, mv: &Move) -> Result<Deed, Objection> {
        match *mv {
            Move::BuyTrain { company, card, face, amount: price, from } => {
                let bought = Purchase { company, card, face, price, from };
                match from {
                    TrainFrom::Company { company: seller } => {
                        self.may_trade(turn, bought, seller).map_err(Matter::Trade.forbids())
                    }
                    TrainFrom::Deck | TrainFrom::Pool => {
                        let due = self.bank_price(turn, card, from)?;
                        self.exact(bought, due).map_err(Matter::Train.forbids())?;
                        Ok(Deed::Buy(bought))
                    }
                }
            }
            Move::TradeTrain { company, card, given, amount } => {
                let no = Matter::TradeIn.forbids();
                match self.trade_in_price(company, card, given).map_err(&no)? {
                    price if price == amount => Ok(Deed::TradeIn { card, given, price }),
                    price => Err(no(Forbidden::WrongPrice { price })),
                }
            }
            Move::SellShares { company, shares } => {
                let sale = self.may_raise(turn, company, shares);
                sale.map_err(Matter::Raise.forbids())?;
                Ok(Deed::Sell { company, shares })
            }
            _ => Err(Matter::Turn.forbids()(Forbidden::NotNow)),
        }
    }

    // A train is bought as it lies, at its price.
    fn exact(&self, bought: Purchase, price: i32) -> Result<(), Forbidden> {
        match self.core.trains.get(bought.card).face == bought.face {
            false => Err(Forbidden::TrainNotForSale),
            true if bought.price != price => Err(Forbidden::WrongPrice { price }),
            true => Ok(()),
        }
    }

    fn may_trade(&self, turn: &Turn, bought: Purchase, seller: Company) -> Result<Deed, Forbidden> {
        let Purchase { card, price, company: buyer, .. } = bought;
        self.in_range(self.trade_range(turn, seller, card)?, price)?;
        self.exact(bought, price)?;
        let deal = Deal::Train { card, seller };
        Ok(match self.asks(buyer, deal) {
            true => Deed::Ask(Offer { deal, buyer, price }),
            false => Deed::Buy(bought),
        })
    }

    /// Price printed on a card, as it lies.
    pub fn printed_price(&self, card: Card) -> i32 {
        let state = self.core.trains.get(card);
        self.sheet.face(state.kind, state.face).price
    }

    /// Whether a company may own one more train.
    pub fn train_room(&self, company: Company, limit: u8) -> Result<(), Forbidden> {
        if self.core.trains.of(company).count() >= usize::from(limit) {
            Err(Forbidden::TrainLimit { limit })
        } else {
            Ok(())
        }
    }

    /// Whether a company owns a card. A number that names no card is nobody's.
    pub fn owns_train(&self, company: Company, card: Card) -> Result<(), Forbidden> {
        let state = self.core.trains.cards.get(card.at());
        match state {
            Some(state) if state.place == Whereabouts::Company(company) => Ok(()),
            _ => Err(Forbidden::NotItsTrain { company }),
        }
    }

    /// Whether the bank sells a card there at its printed price.
    pub fn bank_sells(
        &self,
        card: Card,
        face: u8,
        amount: i32,
        from: TrainFrom,
    ) -> Result<(), Forbidden> {
        let on_sale = self.bank_trains().any(|offer| offer == (card, from));
        if !on_sale || self.core.trains.get(card).face != face {
            return Err(Forbidden::TrainNotForSale);
        }
        match self.printed_price(card) {
            price if price == amount => Ok(()),
            price => Err(Forbidden::WrongPrice { price }),
        }
    }
}
