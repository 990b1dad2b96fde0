//! Everything that changes, and what the game can wait for.

use engine::{Company, Core, Lineup, Player, Step, StockRound, Turn};
use serde::{Deserialize, Serialize};

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A turn in a stock round.
    Stock(Player),
    /// An answer to an offer of a company.
    Answer(Player, Company),
    /// A company above its limit gives up a train.
    Excess(Company),
    /// A step of a company's turn.
    Step(Company, Step),
}

/// Why the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The stock round.
    pub stock: StockRound,
    /// Operating rounds of this set.
    pub rounds: u8,
    /// Companies of the operating round.
    pub lineup: Lineup,
    /// The company's turn; none between rounds.
    pub turn: Option<Turn>,
    /// The bank has broken.
    pub broken: bool,
    /// The end.
    pub over: Option<Ending>,
}

impl State {
    /// Before the first move.
    pub fn new(core: Core) -> State {
        State {
            stock: StockRound::new(Player(core.order[0])),
            rounds: 1,
            lineup: Lineup::NOBODY,
            turn: None,
            broken: false,
            over: None,
            core,
        }
    }
}
