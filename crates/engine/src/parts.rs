//! Parts of moves that checks and acts take: a lay, a purchase, a station. Each is read from a move and written as one.

use crate::{Company, Lay, LayBy, Move, Purchase, RouteClaim};
use board::{Cell, Spot, TileId};

/// A run as it is claimed.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// Who runs.
    pub company: Company,
    /// Its routes.
    pub routes: &'a [RouteClaim],
    /// Revenue and subsidy as another platform recorded them.
    pub recorded: Option<(i32, i32)>,
}

impl Lay<'_> {
    /// A tile at each of these rotations (bit by rotation), cost and old stops not yet known.
    pub fn turned(
        company: Company,
        cell: Cell,
        tile: TileId,
        rotations: u8,
    ) -> impl Iterator<Item = Lay<'static>> {
        let rotations = (0..8).filter(move |r| rotations & (1 << r) != 0);
        rotations.map(move |rotation| Lay::free(company, cell, tile, rotation))
    }

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
    /// A company runs, with any legal set of routes.
    pub const fn run(company: Company) -> Move {
        Move::Run { company, routes: Vec::new(), recorded: None }
    }

    /// A company places a station.
    pub const fn place(company: Company, Spot { cell, stop }: Spot) -> Move {
        Move::PlaceStation { company, cell, stop }
    }

    /// A company takes back a station.
    pub const fn lift(company: Company, Spot { cell, stop }: Spot) -> Move {
        Move::LiftStation { company, cell, stop }
    }

    /// The tile that the move lays, its cost and old stops not yet known, and on what ground.
    pub const fn as_lay(&self) -> Option<(Lay<'static>, LayBy)> {
        let &Move::LayTile { company, cell, tile, rotation, by } = self else {
            return None;
        };
        Some((Lay::free(company, cell, tile, rotation), by))
    }

    /// The station that the move places.
    pub const fn as_station(&self) -> Option<(Company, Spot)> {
        match *self {
            Move::PlaceStation { company, cell, stop } => Some((company, Spot { cell, stop })),
            _ => None,
        }
    }

    /// The station that the move takes back.
    pub const fn as_lift(&self) -> Option<(Company, Spot)> {
        match *self {
            Move::LiftStation { company, cell, stop } => Some((company, Spot { cell, stop })),
            _ => None,
        }
    }

    /// The run that the move claims.
    pub fn as_run(&self) -> Option<Run<'_>> {
        match self {
            Move::Run { company, routes, recorded } => {
                Some(Run { company: *company, routes, recorded: *recorded })
            }
            _ => None,
        }
    }

    /// The train that the move buys.
    pub const fn as_purchase(&self) -> Option<Purchase> {
        match *self {
            Move::BuyTrain { company, card, face, amount, from } => {
                Some(Purchase { company, card, face, price: amount, from })
            }
            _ => None,
        }
    }
}
