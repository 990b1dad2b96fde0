//! Why something is not allowed, in words of no title.

use super::Misfit;
use crate::{Company, Paper, Refusal, Value};
use board::Cell;
use routing::Violation;

/// Why something is not allowed, with the values involved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The variants say what is meant; their fields say what they hold.
pub enum Forbidden {
    /// The move does not belong here.
    NotNow,
    /// Another company's turn.
    OtherCompany { company: Company },
    /// More than there is in the purse.
    TooDear { price: i32, has: i32 },
    /// The price is fixed.
    WrongPrice { price: i32 },
    /// The price is not in the range.
    PriceOutOfRange { least: i32, most: i32 },
    /// A bid below the least one.
    BidTooLow { least: i32 },
    /// A bid above what the bidder can pay.
    BidTooHigh { most: i32 },
    /// Nothing like that is for sale here.
    NoSuchLot,
    /// The seller has fewer shares.
    NotEnoughShares { company: Company, held: u8 },
    /// Sold in this round: not bought again in it.
    SoldThisRound { company: Company },
    /// Sold in this turn: one block of each company.
    SoldThisTurn { company: Company },
    /// Nothing is sold in the first rounds.
    NoSalesYet,
    /// Sales come before the purchase.
    SellBeforeBuying,
    /// One purchase a turn.
    BoughtAlready,
    /// Nothing but sales while above the limit.
    MustSell,
    /// Nobody could take over the director's certificate.
    NobodyTakesOver { company: Company },
    /// The pool takes no more shares.
    PoolFull { company: Company, limit: u8 },
    /// No such share is left.
    NoShareLeft { company: Company },
    /// What is left is kept for an exchange.
    Reserved { company: Company },
    /// Its director's certificate comes first.
    NotStarted { company: Company },
    /// It has been started.
    Started { company: Company },
    /// It cannot be started yet, or any more.
    NotAvailable { company: Company },
    /// It is out of the game.
    Closed { company: Company },
    /// No cell where it may start.
    NoStartingPrice { company: Company },
    /// A player may hold no more of it.
    HoldingLimit { company: Company },
    /// A player may hold no more certificates.
    CertificateLimit { limit: u8 },
    /// The paper is not for sale.
    PaperNotForSale { paper: Paper },
    /// The paper was sold in this round.
    PaperSoldThisRound { paper: Paper },
    /// Somebody else owns the paper.
    NotYourPaper { paper: Paper },
    /// No room for another train.
    TrainLimit { limit: u8 },
    /// The train is not for sale there.
    TrainNotForSale,
    /// A train has to be bought.
    MustBuyTrain,
    /// The company does not own the train.
    NotItsTrain { company: Company },
    /// An offer that was refused, or one too many.
    OfferedAlready { price: i32 },
    /// No more offers in this turn.
    NoMoreOffers { limit: u8 },
    /// No copy of the tile is left.
    NoTileLeft { cell: Cell },
    /// The colour cannot be laid in this phase.
    ColourNotYet { cell: Cell },
    /// The tile does not fit.
    Misfit { cell: Cell, why: Misfit },
    /// The company's track does not reach it.
    NotConnected { cell: Cell },
    /// The upgrade brings the company nothing.
    NoUse { cell: Cell },
    /// No city with places for stations.
    NoCity { cell: Cell },
    /// The company has a station there.
    StationThere { cell: Cell },
    /// All places are taken.
    NoFreeSlot { cell: Cell },
    /// What is free is kept for a home.
    SlotKept { cell: Cell },
    /// No marker left on the charter.
    NoMarkerLeft { company: Company },
    /// The tile of the turn has been laid.
    BuildUsed,
    /// A private paper keeps the cell free.
    CellBlocked { cell: Cell },
    /// The tile comes only by right of a paper.
    ByRightOnly { cell: Cell },
    /// No money of the director for this.
    NoHelp { price: i32, has: i32 },
    /// With money of the director only the cheapest train.
    OnlyCheapest { price: i32 },
    /// Money is there without a sale.
    NoNeedToSell,
    /// Fewer shares would bring enough.
    MoreThanNeeded { company: Company },
    /// The sale would change a director.
    DirectorChanges { company: Company },
    /// Enough can be raised.
    NotBankrupt,
    /// A company with a route runs.
    MustRun,
    /// The route names track that is not there.
    NoSuchRoute,
    /// The route breaks a rule.
    BadRoute { why: Violation },
    /// Revenue is not taken from a record here.
    NotRecorded,
    /// A train above the limit has to be given up.
    ReturnTrain,
    /// An offer has to be answered.
    AnswerOffer,
    /// The tile of a paper just sold is laid now or never.
    LayTileOrPass,
}

impl Forbidden {
    /// Key of the sentence for people.
    pub const fn key(&self) -> &'static str {
        match self {
            Forbidden::NotNow => "not-now",
            Forbidden::OtherCompany { .. } => "not-this-company",
            Forbidden::TooDear { .. } => "not-enough-money",
            Forbidden::WrongPrice { .. } => "wrong-price",
            Forbidden::PriceOutOfRange { .. } => "price-out-of-range",
            Forbidden::BidTooLow { .. } => "bid-too-low",
            Forbidden::BidTooHigh { .. } => "bid-too-high",
            Forbidden::NoSuchLot => "no-such-lot",
            Forbidden::NotEnoughShares { .. } => "not-enough-shares",
            Forbidden::SoldThisRound { .. } | Forbidden::PaperSoldThisRound { .. } => {
                "sold-this-round"
            }
            Forbidden::SoldThisTurn { .. } => "sold-this-turn",
            Forbidden::NoSalesYet => "no-sale-in-first-round",
            Forbidden::SellBeforeBuying => "sell-before-buying",
            Forbidden::BoughtAlready => "bought-already",
            Forbidden::MustSell => "must-sell",
            Forbidden::NobodyTakesOver { .. } => "nobody-can-take-over",
            Forbidden::PoolFull { .. } => "pool-full",
            Forbidden::NoShareLeft { .. } => "no-share-left",
            Forbidden::Reserved { .. } => "reserved",
            Forbidden::NotStarted { .. } => "not-started",
            Forbidden::Started { .. } => "already-started",
            Forbidden::NotAvailable { .. } => "not-available",
            Forbidden::Closed { .. } => "company-closed",
            Forbidden::NoStartingPrice { .. } => "no-starting-price",
            Forbidden::HoldingLimit { .. } => "holding-limit",
            Forbidden::CertificateLimit { .. } => "certificate-limit",
            Forbidden::PaperNotForSale { .. } => "paper-not-for-sale",
            Forbidden::NotYourPaper { .. } => "paper-not-owned",
            Forbidden::TrainLimit { .. } => "train-limit",
            Forbidden::TrainNotForSale => "train-not-for-sale",
            Forbidden::MustBuyTrain => "must-buy",
            Forbidden::NotItsTrain { .. } => "not-a-train-of-the-company",
            Forbidden::OfferedAlready { .. } => "offer-already-made",
            Forbidden::NoMoreOffers { .. } => "no-more-offers",
            Forbidden::NoTileLeft { .. } => "no-tile-left",
            Forbidden::ColourNotYet { .. } => "colour-not-yet",
            Forbidden::Misfit { .. } => "tile-does-not-fit",
            Forbidden::NotConnected { .. } => "not-connected",
            Forbidden::NoUse { .. } => "no-use",
            Forbidden::NoCity { .. } => "no-city",
            Forbidden::StationThere { .. } => "station-there",
            Forbidden::NoFreeSlot { .. } => "no-free-slot",
            Forbidden::SlotKept { .. } => "slot-kept",
            Forbidden::NoMarkerLeft { .. } => "no-marker-left",
            Forbidden::BuildUsed => "build-used-up",
            Forbidden::CellBlocked { .. } => "hex-blocked",
            Forbidden::ByRightOnly { .. } => "tile-by-power-only",
            Forbidden::NoHelp { .. } => "no-help",
            Forbidden::OnlyCheapest { .. } => "only-the-cheapest",
            Forbidden::NoNeedToSell => "no-need-to-sell",
            Forbidden::MoreThanNeeded { .. } => "more-than-needed",
            Forbidden::DirectorChanges { .. } => "director-would-change",
            Forbidden::NotBankrupt => "not-bankrupt",
            Forbidden::MustRun => "must-run",
            Forbidden::NoSuchRoute => "no-such-route",
            Forbidden::BadRoute { .. } => "route-not-legal",
            Forbidden::NotRecorded => "recorded-revenue-not-here",
            Forbidden::ReturnTrain => "return-a-train",
            Forbidden::AnswerOffer => "answer-the-offer",
            Forbidden::LayTileOrPass => "lay-the-tile-or-pass",
        }
    }

    /// The refusal under a rule of a title.
    pub fn under(self, rule: &'static str) -> Refusal {
        let refusal = Refusal::new(rule, self.key());
        match self {
            Forbidden::TooDear { price, has } | Forbidden::NoHelp { price, has } => {
                refusal.with("price", Value::Money(price)).with("cash", Value::Money(has))
            }
            Forbidden::WrongPrice { price }
            | Forbidden::OfferedAlready { price }
            | Forbidden::OnlyCheapest { price } => refusal.with("price", Value::Money(price)),
            Forbidden::PriceOutOfRange { least, most } => {
                refusal.with("least", Value::Money(least)).with("most", Value::Money(most))
            }
            Forbidden::BidTooLow { least } => refusal.with("least", Value::Money(least)),
            Forbidden::BidTooHigh { most } => refusal.with("most", Value::Money(most)),
            Forbidden::NotEnoughShares { company, held } => refusal
                .with("company", Value::Company(company))
                .with("held", Value::Number(held.into())),
            Forbidden::PoolFull { company, limit } => refusal
                .with("company", Value::Company(company))
                .with("limit", Value::Number(limit.into())),
            Forbidden::OtherCompany { company }
            | Forbidden::SoldThisRound { company }
            | Forbidden::SoldThisTurn { company }
            | Forbidden::NobodyTakesOver { company }
            | Forbidden::NoShareLeft { company }
            | Forbidden::Reserved { company }
            | Forbidden::NotStarted { company }
            | Forbidden::Started { company }
            | Forbidden::NotAvailable { company }
            | Forbidden::Closed { company }
            | Forbidden::NoStartingPrice { company }
            | Forbidden::HoldingLimit { company }
            | Forbidden::NotItsTrain { company }
            | Forbidden::MoreThanNeeded { company }
            | Forbidden::DirectorChanges { company }
            | Forbidden::NoMarkerLeft { company } => {
                refusal.with("company", Value::Company(company))
            }
            Forbidden::CertificateLimit { limit }
            | Forbidden::TrainLimit { limit }
            | Forbidden::NoMoreOffers { limit } => {
                refusal.with("limit", Value::Number(limit.into()))
            }
            Forbidden::PaperNotForSale { paper }
            | Forbidden::PaperSoldThisRound { paper }
            | Forbidden::NotYourPaper { paper } => refusal.with("paper", Value::Paper(paper)),
            Forbidden::NoTileLeft { cell }
            | Forbidden::ColourNotYet { cell }
            | Forbidden::Misfit { cell, .. }
            | Forbidden::NotConnected { cell }
            | Forbidden::NoUse { cell }
            | Forbidden::NoCity { cell }
            | Forbidden::StationThere { cell }
            | Forbidden::NoFreeSlot { cell }
            | Forbidden::CellBlocked { cell }
            | Forbidden::ByRightOnly { cell }
            | Forbidden::SlotKept { cell } => refusal.with("cell", Value::Cell(cell)),
            Forbidden::NotNow
            | Forbidden::NoSuchLot
            | Forbidden::NoSalesYet
            | Forbidden::SellBeforeBuying
            | Forbidden::BoughtAlready
            | Forbidden::MustSell
            | Forbidden::TrainNotForSale
            | Forbidden::MustBuyTrain
            | Forbidden::BuildUsed
            | Forbidden::NoNeedToSell
            | Forbidden::NotBankrupt
            | Forbidden::MustRun
            | Forbidden::NoSuchRoute
            | Forbidden::BadRoute { .. }
            | Forbidden::NotRecorded
            | Forbidden::ReturnTrain
            | Forbidden::AnswerOffer
            | Forbidden::LayTileOrPass => refusal,
        }
    }
}

/// What somebody tries. Together with a [`Forbidden`] it tells a title which of its rules forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// A bid or purchase in an auction.
    Bid,
    /// A share.
    Buy,
    /// A sale of shares.
    Sell,
    /// A director's certificate.
    Start,
    /// A step of a company's turn.
    Turn,
    /// A tile.
    Lay,
    /// A station.
    Station,
    /// A run.
    Run,
    /// A train of the bank.
    Train,
    /// A train of another company.
    Trade,
    /// A train of the bank in exchange for another.
    TradeIn,
    /// Money of the director for a train.
    Help,
    /// A sale of shares for a train.
    Raise,
    /// A paper that a company buys.
    Paper,
    /// A paper in exchange for a share.
    Swap,
    /// A tile by right of a paper.
    PaperTile,
}

/// Why something is not allowed, and what that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objection {
    /// What is tried.
    pub matter: Matter,
    /// Why not.
    pub why: Forbidden,
}

impl Matter {
    /// An objection in this matter.
    pub fn forbids(self) -> impl Fn(Forbidden) -> Objection {
        move |why| Objection { matter: self, why }
    }
}
