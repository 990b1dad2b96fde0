//! The changing part of a game of 18CZ.

use super::printed::{BoxKind, Printed};
use engine::{Card, Company, Core, MAX_HOLDERS, NONE, Paper, Player};
use serde::{Deserialize, Serialize};

/// Steps of a company's turn, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Step {
    /// A large company lays its red tile.
    Home,
    /// Track.
    Track,
    /// Station.
    Station,
    /// Trains run.
    Run,
    /// Payout or not.
    Dividend,
    /// Smaller companies are taken over.
    Acquire,
    /// Trains are bought.
    Trains,
    /// Last chance to trade local railways.
    Papers,
    /// The turn is over.
    Done,
}

impl Step {
    /// The step after this one.
    pub fn next(self) -> Step {
        match self {
            Step::Home => Step::Track,
            Step::Track => Step::Station,
            Step::Station => Step::Run,
            Step::Run => Step::Dividend,
            Step::Dividend => Step::Acquire,
            Step::Acquire => Step::Trains,
            Step::Trains => Step::Papers,
            Step::Papers | Step::Done => Step::Done,
        }
    }
}

/// A company's turn in an operating round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// The company; [`NONE`] between turns.
    pub company: u8,
    /// Step.
    pub step: Step,
    /// Regular tiles laid.
    pub lays: u8,
    /// An upgrade was among them.
    pub upgraded: bool,
    /// A station was placed.
    pub stationed: bool,
    /// Revenue of the run.
    pub revenue: i32,
    /// Trains of a company just taken over that wait for a decision, bit by card.
    pub taken: u64,
    /// A company taken over whose stations are not yet merged.
    pub merging: u8,
    /// Last train bought.
    pub bought: u8,
    /// Trains bought this turn.
    pub purchases: u8,
    /// Offers refused this turn: what and at which price.
    pub refused: [(u8, u8, i32); 4],
}

impl Turn {
    /// No turn.
    pub const NONE: Turn = Turn {
        company: NONE,
        step: Step::Done,
        lays: 0,
        upgraded: false,
        stationed: false,
        revenue: 0,
        taken: 0,
        merging: NONE,
        bought: NONE,
        purchases: 0,
        refused: [(0, 0, 0); 4],
    };

    /// The start of a company's turn.
    pub const fn of(company: Company) -> Turn {
        Turn {
            company: company.0,
            step: Step::Home,
            ..Turn::NONE
        }
    }

    /// The company on turn.
    pub fn company(&self) -> Option<Company> {
        (self.company != NONE).then_some(Company(self.company))
    }
}

/// What waits for the answer of somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Offer {
    /// The company on turn wants to buy a train.
    Train {
        card: Card,
        seller: Company,
        amount: i32,
    },
    /// The company on turn wants to buy a local railway.
    Paper { paper: Paper, amount: i32 },
    /// The company on turn wants to take over another.
    Acquire { target: Company, amount: i32 },
}

impl Offer {
    /// Kind and number, to remember refusals.
    pub fn key(self) -> (u8, u8, i32) {
        match self {
            Offer::Train { card, amount, .. } => (1, card.0, amount),
            Offer::Paper { paper, amount } => (2, paper.0, amount),
            Offer::Acquire { target, amount } => (3, target.0, amount),
        }
    }
}

/// A marker that needs a city: ATE's home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CityChoice {
    /// Owner of the marker.
    pub marker: Company,
    /// The cell.
    pub cell: board::Cell,
    /// Who decides: the director of this company.
    pub chooser: Company,
}

/// The auction of Moravia-Silesia's private papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Auction {
    /// Seat that opens the next auction.
    pub opener: u8,
    /// Paper under the hammer, [`NONE`] before it is chosen.
    pub paper: u8,
    /// Highest bid.
    pub bid: i32,
    /// Highest bidder.
    pub bidder: u8,
    /// Bit by seat: out of this auction.
    pub out: u8,
    /// Openings in a row without a bid.
    pub idle: u8,
    /// A paper was sold.
    pub any_sold: bool,
}

/// The state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Ledgers, papers, board.
    pub core: Core,
    /// Box of the process track.
    pub at: u8,
    /// Faces that have been scrapped, by number.
    pub scrapped: u32,
    /// Companies each player sold this stock round, bit by company.
    pub sold: [u16; MAX_HOLDERS],
    /// Player on turn in opening and stock rounds.
    pub actor: u8,
    /// Turns taken in the draft.
    pub draft: u16,
    /// Who passed since the last purchase (draft: bit by seat; stock: number in a row).
    pub passes: u8,
    /// Companies the player on turn sold in this turn, bit by company.
    pub sold_now: u16,
    /// Companies that operate in this round, in order.
    pub queue: [u8; 16],
    /// How many of them have begun.
    pub begun: u8,
    /// Companies that still have the larger first build, bit by company.
    pub fresh: u16,
    /// The company's turn.
    pub turn: Turn,
    /// An offer that waits for an answer.
    pub offer: Option<Offer>,
    /// A marker that waits for a city.
    pub city: Option<CityChoice>,
    /// Václav's companies by size.
    pub vaclav: [u8; 3],
    /// State of the public platform's generator, for Václav's draws in its games.
    pub draws: u32,
    /// The auction.
    pub auction: Option<Auction>,
    /// MW may build before it pays (Moravia-Silesia).
    pub westbahn: bool,
    /// The public platform has not noticed yet that companies own too many trains.
    pub unseen: bool,
    /// The introductory game ends with this round.
    pub last_round: bool,
    /// The game is over.
    pub over: bool,
}

impl State {
    /// Kind of the current box.
    pub fn box_kind(&self, printed: &Printed) -> BoxKind {
        printed.process[self.at as usize].kind
    }

    /// Current value of a local railway; none before the first operating round. CZ-LOCAL-4
    pub fn local_value(&self, printed: &Printed) -> Option<i32> {
        printed.process[..=self.at as usize]
            .iter()
            .rev()
            .find(|b| b.kind == BoxKind::Operating)
            .map(|b| b.value)
    }

    /// The automatic shareholder.
    pub fn automatic(&self) -> Option<Player> {
        (self.core.holders > self.core.seats).then_some(Player(self.core.seats))
    }

    /// Whether a company is Václav's.
    pub fn is_vaclavs(&self, company: Company) -> bool {
        self.automatic().is_some() && self.core.stock[company.at()].director() == self.automatic()
    }
}
