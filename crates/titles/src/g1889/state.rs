//! Everything that changes in a game of 1889, and what it can wait for.

use engine::{Company, Core, Lineup, Paper, Player, Step, StockRound, Turn, Waterfall};
use serde::{Deserialize, Serialize};

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A turn in the opening auction.
    Auction(Player),
    /// A turn in a stock round.
    Stock(Player),
    /// An answer to an offer of a company.
    Answer(Player, Company),
    /// The seller of a private company lays its tile or not.
    Sold(Player, Paper),
    /// A company above its limit gives up a train.
    Excess(Company),
    /// A step of a company's turn.
    Step(Company, Step),
}

/// Why the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// The bank broke.
    Bank,
    /// A player went bankrupt.
    Bankrupt(Player),
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
    /// The private company just sold whose tile may be laid, and its seller.
    pub parting: Option<(Paper, Player)>,
    /// The bank has broken.
    pub broken: bool,
    /// The end.
    pub over: Option<Ending>,
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
            parting: None,
            broken: false,
            over: None,
        }
    }
}
