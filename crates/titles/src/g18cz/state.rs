//! The changing part of a game of 18CZ, and what it can wait for.

use super::printed::{BoxKind, Printed, ProcessStep};
use board::Cell;
use engine::{
    Bidding, Card, Company, Core, Lineup, Offer, Offers, Paper, Player, StockRound, step_after,
};
use serde::{Deserialize, Serialize};

/// Steps of a company's turn, in order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
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
    #[default]
    Done,
}

impl Step {
    /// All of them, in order.
    pub const ALL: [Step; 9] = [
        Step::Home,
        Step::Track,
        Step::Station,
        Step::Run,
        Step::Dividend,
        Step::Acquire,
        Step::Trains,
        Step::Papers,
        Step::Done,
    ];

    /// The step after this one.
    pub fn next(self) -> Step {
        step_after(&Step::ALL, self).unwrap_or(Step::Done)
    }

    /// Its name in decisions.
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 9] = [
            "home", "track", "station", "run", "dividend", "acquire", "trains", "papers", "papers",
        ];
        NAMES[self as usize]
    }
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// An answer to an offer.
    Answer(Offer),
    /// A city for a marker.
    City(CityChoice),
    /// One of a company's two stations in a hex has to go.
    Lift(Company),
    /// Trains of a company taken over are turned or scrapped.
    Taken(Company),
    /// A company has too many trains.
    Excess(Company),
    /// A step of a company's turn.
    Step(Company, Step),
    /// A turn in the draft.
    Draft(Player),
    /// A turn in the auction of Moravia-Silesia.
    Auction(Player),
    /// MW's owner may build.
    Westbahn(Player),
    /// A turn in a stock round.
    Stock(Player),
}

impl Wait {
    /// The company that may trade and use papers beside what is waited for. CZ-OR-6
    pub fn trades_papers(self) -> Option<Company> {
        match self {
            Wait::Lift(company) | Wait::Taken(company) => Some(company),
            Wait::Step(company, step) if step != Step::Home => Some(company),
            _ => None,
        }
    }
}

/// A company's turn in an operating round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// The company; none between turns.
    pub company: Option<Company>,
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
    pub merging: Option<Company>,
    /// Last train bought.
    pub bought: Option<Card>,
    /// Trains bought this turn.
    pub purchases: u8,
}

/// A marker that needs a city: ATE's home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CityChoice {
    /// Owner of the marker.
    pub marker: Company,
    /// The cell.
    pub cell: Cell,
    /// Who decides: the director of this company.
    pub chooser: Company,
}

/// The auction of Moravia-Silesia's private papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Auction {
    /// Who opens this auction.
    pub opener: Player,
    /// Paper under the hammer, none before it is chosen.
    pub paper: Option<Paper>,
    /// Its bids.
    pub bidding: Bidding,
    /// Openings in a row without a bid.
    pub idle: u8,
    /// A paper was sold.
    pub any_sold: bool,
}

impl Auction {
    /// Before the first opening.
    pub const fn new(opener: Player) -> Auction {
        Auction { opener, paper: None, bidding: Bidding::new(opener), idle: 0, any_sold: false }
    }
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
    /// Turns taken in the draft.
    pub pick: u16,
    /// Bit by seat: passed in the draft since the last purchase.
    pub passed: u8,
    /// The auction, where there is one instead.
    pub auction: Option<Auction>,
    /// The stock round, or the last one.
    pub stock: StockRound,
    /// Companies of the operating round, or of the last one.
    pub lineup: Lineup,
    /// Companies that still have the larger first build, bit by company.
    pub fresh: u16,
    /// The company's turn.
    pub turn: Turn,
    /// Offers of this turn.
    pub offers: Offers,
    /// A marker that waits for a city.
    pub city: Option<CityChoice>,
    /// Václav's companies by size.
    pub vaclav: [Option<Company>; 3],
    /// State of the public platform's generator, for Václav's draws in its games.
    pub draws: u32,
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
    /// Before the first move.
    pub fn new(core: Core, seed: u64) -> State {
        State {
            at: 0,
            scrapped: 0,
            pick: 0,
            passed: 0,
            auction: None,
            stock: StockRound::new(Player(core.order[0])),
            lineup: Lineup::NOBODY,
            fresh: 0,
            turn: Turn::default(),
            offers: Offers::default(),
            city: None,
            vaclav: [None; 3],
            draws: super::practice::first_draw(seed),
            westbahn: false,
            unseen: false,
            last_round: false,
            over: false,
            core,
        }
    }

    /// The current box of the process track.
    pub fn process<'a>(&self, printed: &'a Printed) -> &'a ProcessStep {
        &printed.process[usize::from(self.at)]
    }

    /// Current value of a local railway; none before the first operating round. CZ-LOCAL-4
    pub fn local_value(&self, printed: &Printed) -> Option<i32> {
        let so_far = &printed.process[..=usize::from(self.at)];
        let last = so_far.iter().rfind(|b| b.kind == BoxKind::Operating);
        last.map(|b| b.value)
    }

    /// The automatic shareholder.
    pub fn automatic(&self) -> Option<Player> {
        (self.core.holders > self.core.seats).then_some(Player(self.core.seats))
    }

    /// Whether a company is Václav's.
    pub fn is_vaclavs(&self, company: Company) -> bool {
        self.automatic().is_some() && self.core.stock[company.at()].director() == self.automatic()
    }

    /// Whether a company still has its larger first build. CZ-TRACK-2
    pub const fn is_fresh(&self, company: Company) -> bool {
        self.fresh & (1 << company.0) != 0
    }
}
