//! Everything that changes, and what the game can wait for.

use super::printed::Printed;
use engine::{Company, Core, Lineup, NONE, Offer, Offers, Player, StockRound};
use serde::{Deserialize, Serialize};

/// Where the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Companies and characters are chosen.
    Draft,
    /// The home tile of a company just chosen.
    Home(Company),
    /// A round begins.
    RoundStart,
    /// The judge's income is due.
    Favour,
    /// A player's turn.
    Turn,
    /// All players have had their turns.
    TurnsOver,
    /// Trains are about to run.
    RunStart,
    /// Trains run.
    Running,
    /// The income of a company is paid or kept.
    Dividend(Company),
    /// Bureaucracy after the depot has its train.
    RoundEnd,
    /// The end.
    Over,
}

/// What is left of the action of this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// No card has been taken yet.
    Open,
    /// Tiles to lay.
    Tiles {
        /// Yellow ones.
        yellow: u8,
        /// Green ones.
        green: u8,
        /// Of any colour.
        any: u8,
    },
    /// Shares to trade: what has been sold, and how many certificates may be bought.
    Shares(StockRound, u8),
    /// So many trains to buy.
    Trains(u8),
    /// So many stations to place.
    Station(u8),
    /// So much money for treasuries.
    Treasury(i32),
    /// Nothing.
    Spent,
}

impl Act {
    /// What is left after one train or station.
    pub(super) const fn one_less(self) -> Act {
        match self {
            Act::Trains(left @ 2..) => Act::Trains(left - 1),
            Act::Station(left @ 2..) => Act::Station(left - 1),
            _ => Act::Spent,
        }
    }
}

/// What a company may do before the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Due {
    /// Just founded: its home station.
    Home(Company),
    /// A train from the depot.
    Depot(Company),
}

/// What the game waits for, and who decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A company or a character of the draft.
    Draft(Player),
    /// The home tile of a company just chosen.
    HomeTile(Player, Company),
    /// The judge's income.
    Favour(Player),
    /// A card, the action of the card, or what else a turn allows.
    Turn(Player, Act),
    /// An answer to an offer for a train.
    Answer(Player, Offer),
    /// A company has too many trains.
    Excess(Player, Company),
    /// The home station of a company just founded.
    HomeStation(Player, Company),
    /// A company at the depot.
    Depot(Player, Company),
    /// The income of a company.
    Dividend(Player, Company),
}

/// A result of chance before the first move, told with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningDraw {
    /// What was drawn.
    pub what: String,
    /// Among how many.
    pub of: u32,
    /// Which.
    pub index: u32,
    /// The result.
    pub result: String,
}

/// No cell.
pub const NOWHERE: u16 = u16::MAX;

/// Everything that changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The engine's part.
    pub core: Core,
    /// Where the game is.
    pub stage: Stage,
    /// Number of the pick in the draft, or of the turn in the round.
    pub turn: u8,
    /// What is left of the action.
    pub act: Act,
    /// The card of this turn.
    pub card: u8,
    /// Action cards used this round, as a mask.
    pub used: u16,
    /// Copy cards by seat.
    pub copies: [u8; 4],
    /// Holder of each character, or [`NONE`].
    pub holders: [u8; 8],
    /// Home cell of each company, `NOWHERE` for none.
    pub homes: [u16; 8],
    /// Companies in running order.
    pub lineup: Lineup,
    /// Income of the company that runs.
    pub income: i32,
    /// What comes before anything else.
    pub due: Option<Due>,
    /// The offer that waits for its answer, and those of this turn.
    pub offers: Offers,
    /// Gulliver's companies, or [`NONE`].
    pub gulliver: [u8; 2],
    /// 10 % certificates that Gulliver has bought.
    pub bought: u8,
    /// Chance before the first move, until it has been told.
    pub opening: Vec<OpeningDraw>,
}

impl State {
    /// Before anything has been chosen.
    pub fn new(printed: &Printed, core: Core) -> State {
        let mut copies = [0; 4];
        copies[..usize::from(printed.seats)].fill(printed.copies);
        State {
            core,
            stage: Stage::Draft,
            turn: 0,
            act: Act::Open,
            card: NONE,
            used: 0,
            copies,
            holders: [NONE; 8],
            homes: [NOWHERE; 8],
            lineup: Lineup::NOBODY,
            income: 0,
            due: None,
            offers: Offers::default(),
            gulliver: [NONE; 2],
            bought: 0,
            opening: Vec::new(),
        }
    }
}
