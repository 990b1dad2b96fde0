//! What happened, for logs, pages and bots.

use crate::{
    Card, Company, Flag, Holder, Lot, Paper, Player, Purse, RoundName, ShareSource, Slot, TrainFrom,
};
use board::{Cell, TileId};
use serde::{Deserialize, Serialize};

/// Reason of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaidFor))]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Income of a private paper.
    PaperIncome,
    /// Dividend.
    Dividend,
    /// Revenue kept.
    Withheld,
    /// Halts, mines and other money beside revenue.
    Subsidy,
    /// Share of a company taken over.
    TakeOver,
    /// Treasury of a company taken over.
    Treasury,
    /// Money of the director for a train.
    DirectorHelp,
    /// Something of the title.
    Bonus,
}

/// Something that happened. Purses, prices and cards are as after the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs)] // The variants and fields say what they hold; texts for people are in the page's language files.
pub enum Event {
    RoundBegan {
        round: RoundName,
    },
    TurnBegan {
        company: Company,
    },
    PhaseBegan {
        phase: u8,
    },
    Paid {
        from: Purse,
        to: Purse,
        amount: i32,
        why: Why,
    },
    LotTaken {
        player: Player,
        lot: Lot,
        price: i32,
    },
    BidMade {
        player: Player,
        lot: Option<Lot>,
        amount: i32,
    },
    Passed {
        player: Player,
    },
    PaperBought {
        paper: Paper,
        by: Holder,
        from: Holder,
        price: i32,
    },
    PaperSold {
        paper: Paper,
        by: Holder,
        price: i32,
    },
    PaperExchanged {
        paper: Paper,
        player: Player,
        company: Company,
    },
    PaperClosed {
        paper: Paper,
    },
    PowerUsed {
        paper: Paper,
        company: Company,
    },
    Started {
        company: Company,
        player: Player,
        price: i32,
    },
    ShareBought {
        player: Player,
        company: Company,
        from: ShareSource,
        price: i32,
    },
    /// A block of shares is sold.
    SharesSold {
        player: Player,
        company: Company,
        shares: u8,
        /// Of one share.
        price: i32,
        /// What the seller is paid.
        total: i32,
    },
    DirectorChanged {
        company: Company,
        from: Option<Player>,
        to: Option<Player>,
    },
    Floated {
        company: Company,
        capital: i32,
    },
    PriceMoved {
        company: Company,
        from: i32,
        to: i32,
    },
    TileLaid {
        company: Company,
        cell: Cell,
        tile: TileId,
        rotation: u8,
        cost: i32,
    },
    /// A player laid a tile by right of a paper.
    PaperTileLaid {
        player: Player,
        paper: Paper,
        cell: Cell,
        tile: TileId,
        rotation: u8,
    },
    StationPlaced {
        company: Company,
        cell: Cell,
        stop: u8,
        cost: i32,
    },
    StationWaits {
        company: Company,
        cell: Cell,
    },
    StationReturned {
        company: Company,
        cell: Cell,
    },
    Ran {
        company: Company,
        revenue: i32,
        subsidy: i32,
    },
    PaidOut {
        company: Company,
        revenue: i32,
    },
    Kept {
        company: Company,
        revenue: i32,
    },
    TrainBought {
        company: Company,
        card: Card,
        face: u8,
        price: i32,
        from: TrainFrom,
    },
    /// A train is bought for less and one given in exchange.
    TrainTraded {
        company: Company,
        card: Card,
        given: Card,
        price: i32,
    },
    /// A player gave up.
    WentBankrupt {
        player: Player,
    },
    TrainReceived {
        company: Company,
        card: Card,
        face: u8,
    },
    TrainScrapped {
        card: Card,
        face: u8,
        owner: Option<Company>,
    },
    TrainExported {
        card: Card,
    },
    TrainReturned {
        company: Company,
        card: Card,
    },
    TrainTurned {
        company: Company,
        card: Card,
        face: u8,
        price: i32,
    },
    TrainObsolete {
        card: Card,
        owner: Option<Company>,
    },
    TrainLeased {
        company: Company,
        card: Card,
    },
    Acquired {
        company: Company,
        target: Company,
        price: i32,
    },
    Offered {
        from: Company,
        to: Player,
    },
    Answered {
        player: Player,
        accept: bool,
    },
    LoanTaken {
        player: Player,
        amount: i32,
    },
    Repaid {
        player: Player,
        amount: i32,
    },
    OrderChanged {
        order: Vec<Player>,
    },
    PriorityPassed {
        player: Player,
    },
    StatusChanged {
        company: Company,
        flag: Flag,
        on: bool,
    },
    CardPlayed {
        player: Player,
        slot: Slot,
        side: u8,
        copy: bool,
    },
    RightUsed {
        player: Player,
        slot: Slot,
    },
    Drawn {
        what: String,
        of: u32,
        index: u32,
        result: String,
    },
    /// A step of an automatic player: the rule it follows and what it found.
    Procedure {
        step: String,
        rule: String,
        found: String,
    },
    GameEnded {
        reason: String,
    },
}

impl Event {
    /// Revenue and subsidy of a company's run, if it ran.
    pub fn paid(events: &[Event], company: Company) -> Option<(i32, i32)> {
        events.iter().find_map(|event| match event {
            Event::Ran { company: c, revenue, subsidy } if *c == company => {
                Some((*revenue, *subsidy))
            }
            _ => None,
        })
    }
}
