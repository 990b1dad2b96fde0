//! Moves by the names in the rules.

use super::{Ledgers, Table, Where};
use engine::{Card, LayBy, Move, ShareSource, TrainFrom};

impl<P: Ledgers> Table<P> {
    /// The start of a company at a price.
    pub fn start_at(&self, company: &str, price: i32) -> Move {
        Move::Start { company: self.company(company), price: self.cell_of_price(price) }
    }

    /// A share that was never sold.
    pub fn share(&self, company: &str) -> Move {
        self.buy(company, ShareSource::Ipo)
    }

    pub fn buy(&self, company: &str, from: ShareSource) -> Move {
        Move::BuyShare { company: self.company(company), from }
    }

    pub fn sell(&self, company: &str, shares: u8) -> Move {
        Move::SellShares { company: self.company(company), shares }
    }

    pub fn lay(&self, company: &str, hex: impl Where, tile: &str, rotation: u8) -> Move {
        self.lay_by(company, hex, tile, rotation, LayBy::Build)
    }

    pub fn lay_by(
        &self,
        company: &str,
        hex: impl Where,
        tile: &str,
        rotation: u8,
        by: LayBy,
    ) -> Move {
        Move::LayTile {
            company: self.company(company),
            cell: self.hex(hex),
            tile: self.tile_id(tile),
            rotation,
            by,
        }
    }

    /// A station for a company.
    pub fn place(&self, company: &str, hex: impl Where, stop: u8) -> Move {
        Move::PlaceStation { company: self.company(company), cell: self.hex(hex), stop }
    }

    /// A card as a face that it has, at a price.
    pub fn buy_card(
        &self,
        company: &str,
        card: Card,
        face: u8,
        amount: i32,
        from: TrainFrom,
    ) -> Move {
        Move::BuyTrain { company: self.company(company), card, face, amount, from }
    }

    /// The top card, front up.
    pub fn buy_top_for(&self, company: &str, amount: i32) -> Move {
        let card = self.at.core().trains.top().expect("a card");
        self.buy_card(company, card, 0, amount, TrainFrom::Deck)
    }

    /// A train of another company.
    pub fn buy_from(&self, company: &str, seller: &str, face: &str, amount: i32) -> Move {
        self.buy_card_from(company, seller, self.card(seller, face), amount)
    }

    /// A certain card of another company.
    pub fn buy_card_from(&self, company: &str, seller: &str, card: Card, amount: i32) -> Move {
        let face = self.at.core().trains.get(card).face;
        let from = TrainFrom::Company { company: self.company(seller) };
        self.buy_card(company, card, face, amount, from)
    }

    pub fn give_back(&self, company: &str, card: Card) -> Move {
        Move::ReturnTrain { company: self.company(company), card }
    }

    /// The best run that the route finder knows.
    pub fn best_run(&self, company: &str) -> Move {
        let run = Move::Run { company: self.company(company), routes: Vec::new(), recorded: None };
        self.at.routed(run)
    }
}
