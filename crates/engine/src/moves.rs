//! Moves: everything anyone can decide in any title.

use crate::{Card, Company, Paper, Slot};
use board::{Cell, TileId};
use serde::{Deserialize, Serialize};

/// What is bid for or taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lot {
    /// A private paper.
    Paper(Paper),
    /// A company (its director's certificate).
    Company(Company),
    /// Something of the title's own list (a character).
    Slot(Slot),
}

/// Where a share is bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ShareSource {
    /// Never sold before.
    Ipo,
    /// Sold to the bank.
    Pool,
}

/// On what ground a tile is laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayBy {
    /// The regular build.
    Build,
    /// The home tile of a company.
    Home,
    /// A paper's right to a special tile.
    Power {
        /// The paper.
        paper: Paper,
    },
    /// A regular build with a paper waiving the terrain.
    Waiver {
        /// The paper.
        paper: Paper,
    },
    /// The right of a card or character of the title.
    Right {
        /// Which one.
        slot: Slot,
    },
}

/// What happens with revenue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Pay {
    /// To the shareholders.
    Out,
    /// Into the treasury.
    Withhold,
}

/// Where a train comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrainFrom {
    /// The stack.
    Deck,
    /// The train pool.
    Pool,
    /// Another company.
    Company {
        /// The seller.
        company: Company,
    },
}

/// One track segment of a route: a cell and the number of the segment on the tile that lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RouteStep {
    /// The cell.
    pub cell: Cell,
    /// Number of the segment in the tile's list.
    pub segment: u8,
}

/// A claimed route: the train and its track in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RouteClaim {
    /// The train.
    pub card: Card,
    /// The track, segment by segment from one end to the other.
    pub path: Vec<RouteStep>,
    /// How many halts it serves, where that is a choice; `None` for the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub halts: Option<u8>,
    /// Stops that it passes on purpose, where that is a choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes: Vec<board::Spot>,
}

impl RouteClaim {
    /// A train over its track, with the best choice of stops.
    pub fn best(card: Card, path: Vec<RouteStep>) -> RouteClaim {
        RouteClaim { card, path, halts: None, passes: Vec::new() }
    }
}

/// A decision. Fields hold small numbers; [`crate::move_to_json`] writes names instead.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "move", rename_all = "snake_case")]
pub enum Move {
    /// Nothing, or nothing more.
    Pass,
    /// Answer to an offer.
    Answer {
        /// Yes or no.
        accept: bool,
    },
    /// Take a lot at its price.
    Take {
        /// The lot.
        lot: Lot,
    },
    /// A bid.
    Bid {
        /// The lot, where the bid names one.
        lot: Option<Lot>,
        /// Money.
        amount: i32,
    },
    /// Buy the director's certificate and set the starting price.
    Start {
        /// The company.
        company: Company,
        /// Cell of the chart.
        price: u8,
    },
    /// Buy a share.
    BuyShare {
        /// The company.
        company: Company,
        /// From where.
        from: ShareSource,
    },
    /// Sell shares of one company together.
    SellShares {
        /// The company.
        company: Company,
        /// How many.
        shares: u8,
    },
    /// Buy a paper: a player from the bank, a company from a player.
    BuyPaper {
        /// The paper.
        paper: Paper,
        /// Price.
        amount: i32,
    },
    /// Sell a paper to the bank.
    SellPaper {
        /// The paper.
        paper: Paper,
    },
    /// Exchange a paper for a share.
    Exchange {
        /// The paper.
        paper: Paper,
    },
    /// Pay back a loan.
    Repay {
        /// How much.
        amount: i32,
    },
    /// Lay or upgrade a tile.
    LayTile {
        /// Who lays.
        company: Company,
        /// Where.
        cell: Cell,
        /// What.
        tile: TileId,
        /// Steps clockwise.
        rotation: u8,
        /// By what right.
        by: LayBy,
    },
    /// A player lays a tile by right of a private paper, for no company.
    LayPaperTile {
        /// The paper.
        paper: Paper,
        /// Where.
        cell: Cell,
        /// What.
        tile: TileId,
        /// Steps clockwise.
        rotation: u8,
    },
    /// Place a station.
    PlaceStation {
        /// Whose.
        company: Company,
        /// Where.
        cell: Cell,
        /// Stop on the tile there.
        stop: u8,
    },
    /// Take back one of two stations in one cell.
    LiftStation {
        /// Whose.
        company: Company,
        /// Where.
        cell: Cell,
        /// Stop on the tile there.
        stop: u8,
    },
    /// Run trains.
    Run {
        /// The company.
        company: Company,
        /// Its routes.
        routes: Vec<RouteClaim>,
        /// Revenue and subsidy as another platform recorded them; only where its games are replayed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        recorded: Option<(i32, i32)>,
    },
    /// Pay out or keep.
    Dividend {
        /// Which.
        pay: Pay,
    },
    /// Take over another company.
    Acquire {
        /// The company taken over.
        target: Company,
        /// Price of one share.
        amount: i32,
    },
    /// Turn a train taken over to another face.
    TurnTrain {
        /// The card.
        card: Card,
        /// The new face.
        face: u8,
    },
    /// Scrap a train taken over.
    ScrapTrain {
        /// The card.
        card: Card,
    },
    /// Buy a train.
    BuyTrain {
        /// The buyer.
        company: Company,
        /// The card.
        card: Card,
        /// The face it is bought as.
        face: u8,
        /// Price.
        amount: i32,
        /// From where.
        from: TrainFrom,
    },
    /// Buy a train from the bank for less, giving one in exchange.
    TradeTrain {
        /// The buyer.
        company: Company,
        /// The card.
        card: Card,
        /// The card given for it.
        given: Card,
        /// Price.
        amount: i32,
    },
    /// A player who cannot pay for what must be bought gives up.
    Bankrupt,
    /// Give up a train.
    ReturnTrain {
        /// The company.
        company: Company,
        /// The card.
        card: Card,
    },
    /// Give a train kept aside to a company.
    AssignTrain {
        /// The card.
        card: Card,
        /// The company.
        company: Company,
    },
    /// Pay to rebuild a train.
    RefitTrain {
        /// The card.
        card: Card,
    },
    /// Take an action card and one of its sides.
    PlayCard {
        /// The card.
        slot: Slot,
        /// 0 first, 1 second option.
        side: u8,
        /// By handing in a copy card.
        copy: bool,
    },
    /// Use a right of the title's own list.
    Use {
        /// Which.
        slot: Slot,
    },
    /// Put money into a treasury.
    Allot {
        /// Whose.
        company: Company,
        /// How much.
        amount: i32,
    },
}

impl Move {
    /// All cells that it names.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Move::LayTile { cell, .. }
            | Move::LayPaperTile { cell, .. }
            | Move::PlaceStation { cell, .. }
            | Move::LiftStation { cell, .. } => vec![*cell],
            Move::Run { routes, .. } => (routes.iter())
                .flat_map(|r| {
                    let passed = r.passes.iter().map(|s| s.cell);
                    r.path.iter().map(|s| s.cell).chain(passed)
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The company that acts by the move, where it names one.
    pub fn actor(&self) -> Option<Company> {
        match *self {
            Move::LayTile { company, .. }
            | Move::PlaceStation { company, .. }
            | Move::LiftStation { company, .. }
            | Move::Run { company, .. }
            | Move::BuyTrain { company, .. }
            | Move::TradeTrain { company, .. }
            | Move::ReturnTrain { company, .. } => Some(company),
            _ => None,
        }
    }

    /// The amount that may vary within a range, if the move has one.
    pub fn amount(&self) -> Option<i32> {
        match self {
            Move::Bid { amount, .. }
            | Move::BuyPaper { amount, .. }
            | Move::Repay { amount }
            | Move::Acquire { amount, .. }
            | Move::BuyTrain { amount, .. }
            | Move::Allot { amount, .. } => Some(*amount),
            _ => None,
        }
    }

    /// The same move with another amount.
    #[must_use]
    pub fn with_amount(&self, value: i32) -> Move {
        let mut mv = self.clone();
        match &mut mv {
            Move::Bid { amount, .. }
            | Move::BuyPaper { amount, .. }
            | Move::Repay { amount }
            | Move::Acquire { amount, .. }
            | Move::BuyTrain { amount, .. }
            | Move::Allot { amount, .. } => *amount = value,
            _ => {}
        }
        mv
    }
}
