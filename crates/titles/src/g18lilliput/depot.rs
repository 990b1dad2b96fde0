//! The train depot: who may buy there, and when.

use super::position::LilliputPosition;
use engine::{
    Card, Choice, Company, Event, Move, NONE, Player, Purse, Refusal, TrainFrom, Value, Whereabouts,
};

// Mark of a train that the company returned on this very occasion: it may not buy it back (LIL-RULING-26).
const RETURNED: u8 = 1;

impl LilliputPosition {
    // The company that may buy, and its director.
    fn depot_customer(&self) -> Result<(Player, Company), Refusal> {
        let company = Company(self.state.depot_due);
        let known = self.state.depot_due != NONE;
        match known
            .then(|| self.state.core.stock[company.at()].director())
            .flatten()
        {
            Some(director) => Ok((director, company)),
            None => Err(Refusal::new("LIL-DEPOT-2", "not-at-the-depot")),
        }
    }

    fn on_sale(&self) -> impl Iterator<Item = Card> + '_ {
        self.state
            .core
            .trains
            .at(Whereabouts::Pool)
            .filter(|&c| self.state.core.trains.get(c).marks & RETURNED == 0)
    }

    /// Whether the company whose occasion it is can do anything at the depot.
    pub(super) fn depot_open(&self) -> bool {
        self.depot_choices(&mut |_| true)
    }

    /// The occasion is over.
    pub(super) fn close_depot(&mut self) {
        self.state.depot_due = NONE;
        for card in &mut self.state.core.trains.cards {
            card.marks &= !RETURNED;
        }
    }

    fn can_buy_depot(
        &self,
        company: Company,
        card: Card,
        face: u8,
        amount: i32,
    ) -> Result<Player, Refusal> {
        let (director, customer) = self.depot_customer()?;
        if company != customer {
            return Err(Refusal::new("LIL-DEPOT-2", "not-at-the-depot")
                .with("company", Value::Company(company)));
        }
        let state = self.state.core.trains.cards.get(card.at());
        let state = match state {
            Some(state) if state.place == Whereabouts::Pool && face == 0 => state,
            _ => return Err(Refusal::new("LIL-DEPOT-3", "not-in-the-depot")),
        };
        if state.marks & RETURNED != 0 {
            return Err(Refusal::new("LIL-DEPOT-3", "just-returned"));
        }
        let price = self.card_price(card);
        if amount != price {
            return Err(Refusal::new("LIL-DEPOT-3", "the-price-is-fixed")
                .with("price", Value::Money(price)));
        }
        self.has_room(company).map_err(|r| Refusal {
            rule: "LIL-DEPOT-4",
            ..r
        })?;
        self.can_afford_train(director, company, price)?;
        Ok(director)
    }

    // LIL-LIMIT-3: an obsolete train makes room for a purchase that the company could then pay.
    fn can_make_room(&self, company: Company, card: Card) -> Result<(), Refusal> {
        let (director, customer) = self.depot_customer()?;
        if company != customer {
            return Err(Refusal::new("LIL-DEPOT-2", "not-at-the-depot")
                .with("company", Value::Company(company)));
        }
        self.can_return(director, company, card)?;
        let mut others = self.state.core.trains.of(company);
        let all_obsolete = others.all(|c| self.state.core.trains.get(c).obsolete);
        let help = if all_obsolete {
            self.state.core.money.player(director)
        } else {
            0
        };
        let most = self.state.core.money.company(company) + help;
        if !self.on_sale().any(|c| self.card_price(c) <= most) {
            return Err(Refusal::new("LIL-LIMIT-3", "no-purchase-to-make-room-for"));
        }
        Ok(())
    }

    pub(super) fn depot_choices(&self, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        let Ok((_, company)) = self.depot_customer() else {
            return false;
        };
        for card in self.state.core.trains.at(Whereabouts::Pool) {
            let amount = self.card_price(card);
            if self.can_buy_depot(company, card, 0, amount).is_ok() {
                let mv = Move::BuyTrain {
                    company,
                    card,
                    face: 0,
                    amount,
                    from: TrainFrom::Pool,
                };
                if f(Choice::costing(mv, amount)) {
                    return true;
                }
            }
        }
        let mut own = self.state.core.trains.of(company);
        own.any(|card| {
            self.can_make_room(company, card).is_ok()
                && f(Choice::one(Move::ReturnTrain { company, card }))
        })
    }

    pub(super) fn perform_depot(
        &mut self,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        match *mv {
            Move::Pass => self.close_depot(),
            Move::BuyTrain {
                company,
                card,
                face,
                amount,
                from: TrainFrom::Pool,
            } => {
                let director = self.can_buy_depot(company, card, face, amount)?;
                self.pay_for_train((director, company), Purse::Bank, amount, events);
                self.state.core.trains.get_mut(card).place = Whereabouts::Company(company);
                let from = TrainFrom::Pool;
                events.push(Event::TrainBought {
                    company,
                    card,
                    face,
                    price: amount,
                    from,
                });
                self.close_depot();
            }
            Move::ReturnTrain { company, card } => {
                self.can_make_room(company, card)?;
                self.put_in_depot(company, card, events);
                self.state.core.trains.get_mut(card).marks |= RETURNED;
            }
            _ => return Err(Refusal::new("LIL-DEPOT-2", "buy-from-the-depot-or-pass")),
        }
        Ok(())
    }
}
