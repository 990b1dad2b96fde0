//! Moves as they travel.

use super::{Names, WireError};
use crate::{Pay, ShareSource};
use board::Spot;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

/// A card or character: its name, or its number where it has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(untagged)]
pub enum SlotName {
    /// Its number.
    Number(u8),
    /// Its name.
    Name(String),
}

/// What is bid for or taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Lot {
    /// A private paper.
    Paper(String),
    /// A company.
    Company(String),
    /// A card or character.
    Slot(SlotName),
}

/// On what ground a tile is laid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum LayBy {
    /// The regular build.
    Build,
    /// The home tile of a company.
    Home,
    /// A paper's right to a special tile.
    Power {
        /// The paper.
        paper: String,
    },
    /// A regular build with a paper waiving the terrain.
    Waiver {
        /// The paper.
        paper: String,
    },
    /// The right of a card or character.
    Right {
        /// Which one.
        slot: SlotName,
    },
}

/// Where a train comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TrainFrom {
    /// The stack.
    Deck,
    /// The train pool.
    Pool,
    /// Another company.
    Company {
        /// The seller.
        company: String,
    },
}

/// A piece of track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct RouteStep {
    /// The cell.
    pub cell: String,
    /// Number of the segment on the tile that lies there.
    pub segment: u8,
}

/// A stop on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema), schema(as = RouteStop))]
pub struct Stop {
    /// The cell.
    pub cell: String,
    /// Stop of the tile that lies there.
    pub stop: u8,
}

/// The route of a train.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct RouteClaim {
    /// The train.
    pub card: String,
    /// Its track in order.
    pub path: Vec<RouteStep>,
    /// Halts that it serves, where that is a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub halts: Option<u8>,
    /// Stops that it passes on purpose, where that is a choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes: Vec<Stop>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(tag = "move", rename_all = "snake_case")]
#[allow(missing_docs)] // Each means what the engine's move of the same name means.
pub enum Move {
    Pass,
    Answer {
        accept: bool,
    },
    Take {
        lot: Lot,
    },
    Bid {
        lot: Option<Lot>,
        amount: i32,
    },
    Start {
        company: String,
        price: u8,
    },
    BuyShare {
        company: String,
        from: ShareSource,
    },
    SellShares {
        company: String,
        shares: u8,
    },
    BuyPaper {
        paper: String,
        amount: i32,
    },
    SellPaper {
        paper: String,
    },
    Exchange {
        paper: String,
    },
    Repay {
        amount: i32,
    },
    LayTile {
        company: String,
        cell: String,
        tile: String,
        rotation: u8,
        by: LayBy,
    },
    LayPaperTile {
        paper: String,
        cell: String,
        tile: String,
        rotation: u8,
    },
    PlaceStation {
        company: String,
        cell: String,
        stop: u8,
    },
    LiftStation {
        company: String,
        cell: String,
        stop: u8,
    },
    Run {
        company: String,
        routes: Vec<RouteClaim>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        recorded: Option<(i32, i32)>,
    },
    Dividend {
        pay: Pay,
    },
    Acquire {
        target: String,
        amount: i32,
    },
    TurnTrain {
        card: String,
        face: u8,
    },
    ScrapTrain {
        card: String,
    },
    BuyTrain {
        company: String,
        card: String,
        face: u8,
        amount: i32,
        from: TrainFrom,
    },
    TradeTrain {
        company: String,
        card: String,
        given: String,
        amount: i32,
    },
    Bankrupt,
    ReturnTrain {
        company: String,
        card: String,
    },
    AssignTrain {
        card: String,
        company: String,
    },
    RefitTrain {
        card: String,
    },
    PlayCard {
        slot: SlotName,
        side: u8,
        copy: bool,
    },
    Use {
        slot: SlotName,
    },
    Allot {
        company: String,
        amount: i32,
    },
}

/// Kinds of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // Each is the kind of the move of the same name.
pub enum MoveKind {
    Pass,
    Answer,
    Take,
    Bid,
    Start,
    BuyShare,
    SellShares,
    BuyPaper,
    SellPaper,
    Exchange,
    Repay,
    LayTile,
    PlaceStation,
    LiftStation,
    Run,
    Dividend,
    Acquire,
    TurnTrain,
    ScrapTrain,
    BuyTrain,
    TradeTrain,
    Bankrupt,
    LayPaperTile,
    ReturnTrain,
    AssignTrain,
    RefitTrain,
    PlayCard,
    Use,
    Allot,
}

impl Move {
    /// Its kind.
    pub const fn kind(&self) -> MoveKind {
        match self {
            Move::Pass => MoveKind::Pass,
            Move::Answer { .. } => MoveKind::Answer,
            Move::Take { .. } => MoveKind::Take,
            Move::Bid { .. } => MoveKind::Bid,
            Move::Start { .. } => MoveKind::Start,
            Move::BuyShare { .. } => MoveKind::BuyShare,
            Move::SellShares { .. } => MoveKind::SellShares,
            Move::BuyPaper { .. } => MoveKind::BuyPaper,
            Move::SellPaper { .. } => MoveKind::SellPaper,
            Move::Exchange { .. } => MoveKind::Exchange,
            Move::Repay { .. } => MoveKind::Repay,
            Move::LayTile { .. } => MoveKind::LayTile,
            Move::PlaceStation { .. } => MoveKind::PlaceStation,
            Move::LiftStation { .. } => MoveKind::LiftStation,
            Move::Run { .. } => MoveKind::Run,
            Move::Dividend { .. } => MoveKind::Dividend,
            Move::Acquire { .. } => MoveKind::Acquire,
            Move::TurnTrain { .. } => MoveKind::TurnTrain,
            Move::ScrapTrain { .. } => MoveKind::ScrapTrain,
            Move::BuyTrain { .. } => MoveKind::BuyTrain,
            Move::TradeTrain { .. } => MoveKind::TradeTrain,
            Move::Bankrupt => MoveKind::Bankrupt,
            Move::LayPaperTile { .. } => MoveKind::LayPaperTile,
            Move::ReturnTrain { .. } => MoveKind::ReturnTrain,
            Move::AssignTrain { .. } => MoveKind::AssignTrain,
            Move::RefitTrain { .. } => MoveKind::RefitTrain,
            Move::PlayCard { .. } => MoveKind::PlayCard,
            Move::Use { .. } => MoveKind::Use,
            Move::Allot { .. } => MoveKind::Allot,
        }
    }
}

impl Names<'_> {
    /// A lot with its name.
    pub fn write_lot(&self, lot: crate::Lot) -> Lot {
        match lot {
            crate::Lot::Paper(p) => Lot::Paper(self.paper(p)),
            crate::Lot::Company(c) => Lot::Company(self.company(c)),
            crate::Lot::Slot(s) => Lot::Slot(self.slot(s)),
        }
    }

    fn read_lot(&self, lot: &Lot) -> Result<crate::Lot, WireError> {
        Ok(match lot {
            Lot::Paper(p) => crate::Lot::Paper(self.read_paper(p)?),
            Lot::Company(c) => crate::Lot::Company(self.read_company(c)?),
            Lot::Slot(s) => crate::Lot::Slot(self.read_slot(s)?),
        })
    }

    /// Where a train comes from.
    pub fn write_from(&self, from: crate::TrainFrom) -> TrainFrom {
        match from {
            crate::TrainFrom::Deck => TrainFrom::Deck,
            crate::TrainFrom::Pool => TrainFrom::Pool,
            crate::TrainFrom::Company { company } => {
                TrainFrom::Company { company: self.company(company) }
            }
        }
    }

    /// A route.
    pub fn write_route(&self, route: &crate::RouteClaim) -> RouteClaim {
        let step = |s: &crate::RouteStep| RouteStep { cell: self.cell(s.cell), segment: s.segment };
        let stop = |s: &Spot| Stop { cell: self.cell(s.cell), stop: s.stop };
        RouteClaim {
            card: self.card(route.card),
            path: route.path.iter().map(step).collect(),
            halts: route.halts,
            passes: route.passes.iter().map(stop).collect(),
        }
    }

    /// A route that was named.
    pub fn read_route(&self, route: &RouteClaim) -> Result<crate::RouteClaim, WireError> {
        let step = |s: &RouteStep| {
            self.read_cell(&s.cell).map(|cell| crate::RouteStep { cell, segment: s.segment })
        };
        let stop = |s: &Stop| self.read_cell(&s.cell).map(|cell| Spot { cell, stop: s.stop });
        Ok(crate::RouteClaim {
            card: self.read_card(&route.card)?,
            path: route.path.iter().map(step).collect::<Result<_, _>>()?,
            halts: route.halts,
            passes: route.passes.iter().map(stop).collect::<Result<_, _>>()?,
        })
    }

    /// A move as it travels.
    pub fn write_move(&self, mv: &crate::Move) -> Move {
        use crate::Move as M;
        let company = |c: &crate::Company| self.company(*c);
        match mv {
            M::Pass => Move::Pass,
            M::Answer { accept } => Move::Answer { accept: *accept },
            M::Take { lot } => Move::Take { lot: self.write_lot(*lot) },
            M::Bid { lot, amount } => {
                Move::Bid { lot: lot.map(|l| self.write_lot(l)), amount: *amount }
            }
            M::Start { company: c, price } => Move::Start { company: company(c), price: *price },
            M::BuyShare { company: c, from } => Move::BuyShare { company: company(c), from: *from },
            M::SellShares { company: c, shares } => {
                Move::SellShares { company: company(c), shares: *shares }
            }
            M::BuyPaper { paper, amount } => {
                Move::BuyPaper { paper: self.paper(*paper), amount: *amount }
            }
            M::SellPaper { paper } => Move::SellPaper { paper: self.paper(*paper) },
            M::Exchange { paper } => Move::Exchange { paper: self.paper(*paper) },
            M::Repay { amount } => Move::Repay { amount: *amount },
            M::LayTile { company: c, cell, tile, rotation, by } => Move::LayTile {
                company: company(c),
                cell: self.cell(*cell),
                tile: self.tile(*tile),
                rotation: *rotation,
                by: match by {
                    crate::LayBy::Build => LayBy::Build,
                    crate::LayBy::Home => LayBy::Home,
                    crate::LayBy::Power { paper } => LayBy::Power { paper: self.paper(*paper) },
                    crate::LayBy::Waiver { paper } => LayBy::Waiver { paper: self.paper(*paper) },
                    crate::LayBy::Right { slot } => LayBy::Right { slot: self.slot(*slot) },
                },
            },
            M::PlaceStation { company: c, cell, stop } => {
                Move::PlaceStation { company: company(c), cell: self.cell(*cell), stop: *stop }
            }
            M::LiftStation { company: c, cell, stop } => {
                Move::LiftStation { company: company(c), cell: self.cell(*cell), stop: *stop }
            }
            M::Run { company: c, routes, recorded } => Move::Run {
                company: company(c),
                routes: routes.iter().map(|r| self.write_route(r)).collect(),
                recorded: *recorded,
            },
            M::Dividend { pay } => Move::Dividend { pay: *pay },
            M::Acquire { target, amount } => {
                Move::Acquire { target: company(target), amount: *amount }
            }
            M::TurnTrain { card, face } => Move::TurnTrain { card: self.card(*card), face: *face },
            M::ScrapTrain { card } => Move::ScrapTrain { card: self.card(*card) },
            M::BuyTrain { company: c, card, face, amount, from } => Move::BuyTrain {
                company: company(c),
                card: self.card(*card),
                face: *face,
                amount: *amount,
                from: self.write_from(*from),
            },
            M::TradeTrain { company: c, card, given, amount } => Move::TradeTrain {
                company: company(c),
                card: self.card(*card),
                given: self.card(*given),
                amount: *amount,
            },
            M::Bankrupt => Move::Bankrupt,
            M::LayPaperTile { paper, cell, tile, rotation } => Move::LayPaperTile {
                paper: self.paper(*paper),
                cell: self.cell(*cell),
                tile: self.tile(*tile),
                rotation: *rotation,
            },
            M::ReturnTrain { company: c, card } => {
                Move::ReturnTrain { company: company(c), card: self.card(*card) }
            }
            M::AssignTrain { card, company: c } => {
                Move::AssignTrain { card: self.card(*card), company: company(c) }
            }
            M::RefitTrain { card } => Move::RefitTrain { card: self.card(*card) },
            M::PlayCard { slot, side, copy } => {
                Move::PlayCard { slot: self.slot(*slot), side: *side, copy: *copy }
            }
            M::Use { slot } => Move::Use { slot: self.slot(*slot) },
            M::Allot { company: c, amount } => Move::Allot { company: company(c), amount: *amount },
        }
    }

    /// A move that travelled. Everything that it names is there.
    pub fn read_move(&self, mv: &Move) -> Result<crate::Move, WireError> {
        use crate::Move as M;
        let company = |name: &String| self.read_company(name);
        Ok(match mv {
            Move::Pass => M::Pass,
            Move::Answer { accept } => M::Answer { accept: *accept },
            Move::Take { lot } => M::Take { lot: self.read_lot(lot)? },
            Move::Bid { lot, amount } => {
                M::Bid { lot: lot.as_ref().map(|l| self.read_lot(l)).transpose()?, amount: *amount }
            }
            Move::Start { company: c, price } => M::Start { company: company(c)?, price: *price },
            Move::BuyShare { company: c, from } => {
                M::BuyShare { company: company(c)?, from: *from }
            }
            Move::SellShares { company: c, shares } => {
                M::SellShares { company: company(c)?, shares: *shares }
            }
            Move::BuyPaper { paper, amount } => {
                M::BuyPaper { paper: self.read_paper(paper)?, amount: *amount }
            }
            Move::SellPaper { paper } => M::SellPaper { paper: self.read_paper(paper)? },
            Move::Exchange { paper } => M::Exchange { paper: self.read_paper(paper)? },
            Move::Repay { amount } => M::Repay { amount: *amount },
            Move::LayTile { company: c, cell, tile, rotation, by } => M::LayTile {
                company: company(c)?,
                cell: self.read_cell(cell)?,
                tile: self.read_tile(tile)?,
                rotation: *rotation,
                by: match by {
                    LayBy::Build => crate::LayBy::Build,
                    LayBy::Home => crate::LayBy::Home,
                    LayBy::Power { paper } => {
                        crate::LayBy::Power { paper: self.read_paper(paper)? }
                    }
                    LayBy::Waiver { paper } => {
                        crate::LayBy::Waiver { paper: self.read_paper(paper)? }
                    }
                    LayBy::Right { slot } => crate::LayBy::Right { slot: self.read_slot(slot)? },
                },
            },
            Move::PlaceStation { company: c, cell, stop } => {
                M::PlaceStation { company: company(c)?, cell: self.read_cell(cell)?, stop: *stop }
            }
            Move::LiftStation { company: c, cell, stop } => {
                M::LiftStation { company: company(c)?, cell: self.read_cell(cell)?, stop: *stop }
            }
            Move::Run { company: c, routes, recorded } => M::Run {
                company: company(c)?,
                routes: routes.iter().map(|r| self.read_route(r)).collect::<Result<_, _>>()?,
                recorded: *recorded,
            },
            Move::Dividend { pay } => M::Dividend { pay: *pay },
            Move::Acquire { target, amount } => {
                M::Acquire { target: company(target)?, amount: *amount }
            }
            Move::TurnTrain { card, face } => {
                M::TurnTrain { card: self.read_card(card)?, face: *face }
            }
            Move::ScrapTrain { card } => M::ScrapTrain { card: self.read_card(card)? },
            Move::BuyTrain { company: c, card, face, amount, from } => M::BuyTrain {
                company: company(c)?,
                card: self.read_card(card)?,
                face: *face,
                amount: *amount,
                from: match from {
                    TrainFrom::Deck => crate::TrainFrom::Deck,
                    TrainFrom::Pool => crate::TrainFrom::Pool,
                    TrainFrom::Company { company: seller } => {
                        crate::TrainFrom::Company { company: company(seller)? }
                    }
                },
            },
            Move::TradeTrain { company: c, card, given, amount } => M::TradeTrain {
                company: company(c)?,
                card: self.read_card(card)?,
                given: self.read_card(given)?,
                amount: *amount,
            },
            Move::Bankrupt => M::Bankrupt,
            Move::LayPaperTile { paper, cell, tile, rotation } => M::LayPaperTile {
                paper: self.read_paper(paper)?,
                cell: self.read_cell(cell)?,
                tile: self.read_tile(tile)?,
                rotation: *rotation,
            },
            Move::ReturnTrain { company: c, card } => {
                M::ReturnTrain { company: company(c)?, card: self.read_card(card)? }
            }
            Move::AssignTrain { card, company: c } => {
                M::AssignTrain { card: self.read_card(card)?, company: company(c)? }
            }
            Move::RefitTrain { card } => M::RefitTrain { card: self.read_card(card)? },
            Move::PlayCard { slot, side, copy } => {
                M::PlayCard { slot: self.read_slot(slot)?, side: *side, copy: *copy }
            }
            Move::Use { slot } => M::Use { slot: self.read_slot(slot)? },
            Move::Allot { company: c, amount } => {
                M::Allot { company: company(c)?, amount: *amount }
            }
        })
    }
}
