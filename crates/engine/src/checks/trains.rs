//! Trains on sale, and room for them.

use super::{Checks, Forbidden};
use crate::{Card, Company, TrainFrom, Whereabouts};

impl<'a> Checks<'a> {
    /// Cards on sale from the bank: the top of the stack, then the pool.
    pub fn bank_trains(&self) -> impl Iterator<Item = (Card, TrainFrom)> + use<'a> {
        let trains = &self.core.trains;
        let top = trains.top().map(|c| (c, TrainFrom::Deck));
        top.into_iter().chain(trains.at(Whereabouts::Pool).map(|c| (c, TrainFrom::Pool)))
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
