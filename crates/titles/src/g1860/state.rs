//! The state of a game: the engine's ledgers, the rounds, and what the game waits for.

use engine::{Bidding, Card, Company, Core, Lineup, MAX_COMPANIES, Player, Purchase, StockRound};
use serde::{Deserialize, Serialize};

/// What the game can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wait {
    /// Opening auction: a bid or a pass.
    Bid,
    /// Opening auction: the winner takes a lot.
    Pick(Player),
    /// A player's turn in a stock round.
    Stock,
    /// The home tile of a launched company.
    Home(Company),
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
    Offer {
        /// The seller.
        seller: Company,
        /// What is offered.
        purchase: Purchase,
    },
    /// Trains, after an offer was refused. Nothing is forbidden by that; bots take no as an answer.
    Refused,
}

/// The opening auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Bit i: lot i of the sheet is still there.
    pub lots: u8,
    /// Bids for the right to choose the next lot.
    pub bidding: Bidding,
}

/// A set of operating rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operating {
    /// Rounds of this set.
    pub rounds: u8,
    /// Companies of this round in order.
    pub lineup: Lineup,
    /// Dividends paid by each company in this round.
    pub paid: [i32; MAX_COMPANIES],
}

/// The turn of a company.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Tiles laid.
    pub laid: u8,
    /// Income.
    pub revenue: i32,
    /// Halt credits.
    pub subsidy: i32,
    /// Destination credits.
    pub bonus: i32,
    /// The leased card.
    pub lease: Option<Card>,
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
    /// What the game waits for; nothing once it is over.
    pub wait: Option<Wait>,
    /// The opening auction.
    pub opening: Opening,
    /// The stock round.
    pub stock: StockRound,
    /// The operating rounds.
    pub or: Operating,
    /// The turn of the company that operates.
    pub turn: Turn,
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

impl State {
    /// A game before its first bid.
    pub(super) fn new(core: Core, lots: u8, rounds: u8) -> State {
        let first = Player(core.order[0]);
        State {
            core,
            wait: Some(Wait::Bid),
            opening: Opening { lots, bidding: Bidding::new(first) },
            stock: StockRound::new(first),
            or: Operating { rounds, lineup: Lineup::NOBODY, paid: [0; MAX_COMPANIES] },
            turn: Turn::default(),
            groups: 1,
            southern: false,
            closed: false,
            last_building: false,
            british: false,
            broken: false,
            ending: None,
            reached: [0; MAX_COMPANIES],
        }
    }
}
