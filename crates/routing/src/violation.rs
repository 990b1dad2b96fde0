//! What can be wrong with routes; the caller maps each case to a rule of its title.

use crate::network::{BorderId, CellId, PieceId, StopId};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A broken rule. `route` is the index in the list of routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are what the names say")]
pub enum Violation {
    /// No such train in the list.
    NoSuchTrain { route: usize, train: usize },
    /// Two routes for one train.
    TrainRunsTwice { train: usize },
    /// No such piece of track.
    NoSuchPiece { route: usize, piece: PieceId },
    /// The pieces do not make one unbroken line from stop to stop (reversing at a junction included).
    BrokenLine { route: usize, at: usize },
    /// The stops named are not those on the line.
    StopsDiffer { route: usize },
    /// A location is visited twice.
    LocationTwice { route: usize, stop: StopId },
    /// Fewer than two stops.
    TooFewStops { route: usize },
    /// No station of the company on the line.
    NoOwnStation { route: usize },
    /// The line ends at a halt.
    EndsAtHalt { route: usize, stop: StopId },
    /// The train does not stop at an end of its line.
    EndNotCounted { route: usize, stop: StopId },
    /// A stop that may only be an end is passed.
    PassesTerminus { route: usize, stop: StopId },
    /// A full city is passed.
    PassesFullCity { route: usize, stop: StopId },
    /// A full city is passed although the one exception is used up.
    SecondBypass { route: usize, stop: StopId },
    /// A cell is entered twice by one route.
    CellTwice { route: usize, cell: CellId },
    /// A border is crossed twice by the company.
    BorderTwice { route: usize, border: BorderId },
    /// A piece of track is used twice by the company.
    PieceTwice { route: usize, piece: PieceId },
    /// More counted stops than the train reaches.
    BeyondRange { route: usize, counted: u32, allowed: u32 },
    /// More major stops than the train may make.
    TooManyMajor { route: usize, counted: u32, allowed: u32 },
    /// More paid towns than the train may make.
    TooManyTowns { route: usize, counted: u32, allowed: u32 },
    /// A stop is left out that the train must make.
    MayNotSkip { route: usize, stop: StopId },
    /// A halt counts although halts are closed.
    HaltClosed { route: usize, stop: StopId },
    /// The number of halts asked for cannot be served.
    HaltCount { route: usize, asked: u32 },
    /// No route holds the headquarters.
    NoHeadquarters,
    /// A route meets no other one of those joined to the headquarters.
    NotConnected { route: usize },
    /// An amount on a route is not what the rules give.
    WrongAmount { route: usize, claimed: i64, correct: i64 },
    /// The totals are not the sums of the routes.
    WrongTotals,
    /// The bound lies below the total, or the proof flag does not fit the bound.
    WrongBound,
}

impl Violation {
    /// Its name in texts.
    pub const fn name(&self) -> &'static str {
        match self {
            Violation::NoSuchTrain { .. } => "no_such_train",
            Violation::TrainRunsTwice { .. } => "train_runs_twice",
            Violation::NoSuchPiece { .. } => "no_such_piece",
            Violation::BrokenLine { .. } => "broken_line",
            Violation::StopsDiffer { .. } => "stops_differ",
            Violation::LocationTwice { .. } => "location_twice",
            Violation::TooFewStops { .. } => "too_few_stops",
            Violation::NoOwnStation { .. } => "no_own_station",
            Violation::EndsAtHalt { .. } => "ends_at_halt",
            Violation::EndNotCounted { .. } => "end_not_counted",
            Violation::PassesTerminus { .. } => "passes_terminus",
            Violation::PassesFullCity { .. } => "passes_full_city",
            Violation::SecondBypass { .. } => "second_bypass",
            Violation::CellTwice { .. } => "cell_twice",
            Violation::BorderTwice { .. } => "border_twice",
            Violation::PieceTwice { .. } => "piece_twice",
            Violation::BeyondRange { .. } => "beyond_range",
            Violation::TooManyMajor { .. } => "too_many_major",
            Violation::TooManyTowns { .. } => "too_many_towns",
            Violation::MayNotSkip { .. } => "may_not_skip",
            Violation::HaltClosed { .. } => "halt_closed",
            Violation::HaltCount { .. } => "halt_count",
            Violation::NoHeadquarters => "no_headquarters",
            Violation::NotConnected { .. } => "not_connected",
            Violation::WrongAmount { .. } => "wrong_amount",
            Violation::WrongTotals => "wrong_totals",
            Violation::WrongBound => "wrong_bound",
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Violation {}
