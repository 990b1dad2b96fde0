//! Parts of moves that checks and acts take: a lay, a purchase, a station. Each is read from a move and written as one.

use crate::{Company, Lay, LayBy, Move, Purchase};
use board::Spot;

impl Lay<'_> {
    /// The move that lays the tile on this ground.
    pub const fn by(&self, by: LayBy) -> Move {
        Move::LayTile {
            company: self.company,
            cell: self.cell,
            tile: self.tile,
            rotation: self.rotation,
            by,
        }
    }
}

impl Purchase {
    /// The move that buys the train.
    pub const fn as_move(&self) -> Move {
        Move::BuyTrain {
            company: self.company,
            card: self.card,
            face: self.face,
            amount: self.price,
            from: self.from,
        }
    }
}

impl Move {
    /// A company places a station.
    pub const fn place(company: Company, Spot { cell, stop }: Spot) -> Move {
        Move::PlaceStation {
            company,
            cell,
            stop,
        }
    }

    /// A company takes back a station.
    pub const fn lift(company: Company, Spot { cell, stop }: Spot) -> Move {
        Move::LiftStation {
            company,
            cell,
            stop,
        }
    }

    /// The tile that the move lays, its cost and old stops not yet known, and on what ground.
    pub const fn as_lay(&self) -> Option<(Lay<'static>, LayBy)> {
        let &Move::LayTile {
            company,
            cell,
            tile,
            rotation,
            by,
        } = self
        else {
            return None;
        };
        let lay = Lay {
            company,
            cell,
            tile,
            rotation,
            stops: &[],
            cost: 0,
        };
        Some((lay, by))
    }

    /// The station that the move places.
    pub const fn as_station(&self) -> Option<(Company, Spot)> {
        match *self {
            Move::PlaceStation {
                company,
                cell,
                stop,
            } => Some((company, Spot { cell, stop })),
            _ => None,
        }
    }

    /// The station that the move takes back.
    pub const fn as_lift(&self) -> Option<(Company, Spot)> {
        match *self {
            Move::LiftStation {
                company,
                cell,
                stop,
            } => Some((company, Spot { cell, stop })),
            _ => None,
        }
    }

    /// The train that the move buys.
    pub const fn as_purchase(&self) -> Option<Purchase> {
        match *self {
            Move::BuyTrain {
                company,
                card,
                face,
                amount,
                from,
            } => Some(Purchase {
                company,
                card,
                face,
                price: amount,
                from,
            }),
            _ => None,
        }
    }
}
