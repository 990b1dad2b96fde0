//! The state of a game: the engine's ledgers and whose turn it is for what.

use engine::{Core, MAX_COMPANIES, NONE};
use serde::{Deserialize, Serialize};

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Opening auction: bid or pass.
    Bid,
    /// Opening auction: the winner takes a lot.
    Pick,
    /// A player's turn in a stock round.
    Stock,
    /// The director of a launched company lays its home tile.
    Home,
    /// Trains above the limit go back.
    Surplus,
    /// Track.
    Track,
    /// A base.
    Base,
    /// Routes.
    Run,
    /// Pay out or withhold.
    Dividend,
    /// Trains.
    Trains,
    /// A director answers an offer for a train.
    Offer,
    /// The game is over.
    Over,
}

/// The opening auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Auction {
    /// Bit i: lot i of the sheet is still there.
    pub lots: u8,
    /// Bit p: player p has passed in the current auction.
    pub out: u8,
    /// The first player who passed in it.
    pub first_out: u8,
    /// The highest bid.
    pub high: i32,
    /// Who made it.
    pub high_by: u8,
    /// Whose turn it is.
    pub acting: u8,
}

/// A stock round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockRound {
    /// Whose turn it is.
    pub acting: u8,
    /// Passes in a row.
    pub passes: u8,
    /// The last player who bought or sold.
    pub last: u8,
    /// Companies that each player sold in this round, as bits.
    pub sold: [u16; 4],
    /// Private companies that each player sold in this round, as bits.
    pub sold_papers: [u8; 4],
    /// Companies sold in this turn, as bits.
    pub sold_now: u16,
    /// Something was sold in this turn.
    pub acted: bool,
    /// The purchase of this turn has been made.
    pub bought: bool,
}

impl StockRound {
    /// A new round.
    pub const fn new(first: u8) -> StockRound {
        StockRound {
            acting: first,
            passes: 0,
            last: NONE,
            sold: [0; 4],
            sold_papers: [0; 4],
            sold_now: 0,
            acted: false,
            bought: false,
        }
    }
}

/// A set of operating rounds and the turn in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operating {
    /// Rounds of this set.
    pub rounds: u8,
    /// Companies in order.
    pub order: [u8; MAX_COMPANIES],
    /// How many.
    pub count: u8,
    /// Whose turn it is.
    pub at: u8,
    /// Yellow tiles laid in this turn.
    pub laid: u8,
    /// No more track in this turn.
    pub track_done: bool,
    /// Income of this turn.
    pub revenue: i32,
    /// Halt credits of this turn.
    pub subsidy: i32,
    /// Destination credits of this turn.
    pub bonus: i32,
    /// The leased card.
    pub lease: u8,
    /// Dividends paid by each company in this round.
    pub paid: [i32; MAX_COMPANIES],
}

/// An offer for another company's train.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The card.
    pub card: u8,
    /// The seller.
    pub seller: u8,
    /// The price.
    pub price: i32,
}

/// Why the game will end, or has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// The bank ran out of pounds.
    Bank,
    /// A price reached the top of the chart.
    StockMarket,
    /// The last companies were nationalised.
    Nationalisation,
}

impl Ending {
    /// Key for texts, and name in files of the public platform.
    pub const fn key(self) -> &'static str {
        match self {
            Ending::Bank => "bank",
            Ending::StockMarket => "stock_market",
            Ending::Nationalisation => "nationalization",
        }
    }
}

/// Everything that changes in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The engine's part.
    pub core: Core,
    /// What is being decided.
    pub stage: Stage,
    /// The opening auction.
    pub auction: Auction,
    /// The stock round.
    pub stock: StockRound,
    /// The operating rounds.
    pub or: Operating,
    /// The company that gets its home tile.
    pub home: u8,
    /// The offer that waits for an answer.
    pub offer: Offer,
    /// Groups that may be started.
    pub groups: u8,
    /// Southern Railway has been founded.
    pub southern: bool,
    /// No more track, bases and halts.
    pub closed: bool,
    /// The stock round that closed them is still on.
    pub last_building: bool,
    /// British Rail has been formed.
    pub british: bool,
    /// The bank has run out of pounds.
    pub broken: bool,
    /// The end has been triggered.
    pub ending: Option<Ending>,
    /// Destinations reached, as bits, by company.
    pub reached: [u8; MAX_COMPANIES],
}
