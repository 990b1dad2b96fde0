//! Everything that changes in a game of 1889, and what it can wait for.

use engine::{Company, Core, Lineup, NONE, Offers, Paper, Player, StockRound, Waterfall};
use serde::{Deserialize, Serialize};

/// Steps of a company's turn, in order. S89-OR-5
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// A tile.
    Track,
    /// A station.
    Station,
    /// Trains run.
    Run,
    /// Pay out or withhold.
    Dividend,
    /// Trains are bought.
    Trains,
    /// Last chance to buy private companies.
    Papers,
}

/// The steps in order.
pub const STEPS: [Step; 6] = [
    Step::Track,
    Step::Station,
    Step::Run,
    Step::Dividend,
    Step::Trains,
    Step::Papers,
];

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A turn in the opening auction.
    Auction,
    /// A turn in a stock round.
    Stock,
    /// An answer to an offer.
    Answer,
    /// The seller of a private company lays its tile or not.
    Sold(Paper),
    /// A company above its limit gives up a train.
    Excess(Company),
    /// A step of a company's turn.
    Step(Company, Step),
}

/// A company's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Step.
    pub step: Step,
    /// Something was done in this turn.
    pub begun: bool,
    /// The tile of the turn has been laid.
    pub laid: bool,
    /// Income of the run.
    pub revenue: i32,
    /// Companies whose shares the director sold for a train, bit by company.
    pub sold: u16,
}

impl Turn {
    /// The start of a turn.
    pub const NEW: Turn = Turn {
        step: Step::Track,
        begun: false,
        laid: false,
        revenue: 0,
        sold: 0,
    };
}

/// Why the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// The bank broke.
    Bank,
    /// A player went bankrupt.
    Bankrupt,
}

/// The state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Ledgers, papers, board.
    pub core: Core,
    /// The opening auction, while it lasts.
    pub auction: Option<Waterfall>,
    /// The stock round.
    pub stock: StockRound,
    /// Operating rounds of this set.
    pub rounds: u8,
    /// Companies of the operating round.
    pub lineup: Lineup,
    /// The company's turn; none between rounds.
    pub turn: Option<Turn>,
    /// Offers.
    pub offers: Offers,
    /// The private company just sold whose tile may be laid, and its seller.
    pub parting: Option<(Paper, Player)>,
    /// The bank has broken.
    pub broken: bool,
    /// The end.
    pub over: Option<Ending>,
    /// Who went bankrupt.
    pub bankrupt: u8,
}

impl State {
    /// Before the first move.
    pub fn new(core: Core, auction: Option<Waterfall>) -> State {
        State {
            core,
            auction,
            stock: StockRound::new(Player(0)),
            rounds: 1,
            lineup: Lineup::NOBODY,
            turn: None,
            offers: Offers::default(),
            parting: None,
            broken: false,
            over: None,
            bankrupt: NONE,
        }
    }
}
