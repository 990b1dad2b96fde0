//! The answer: routes with everything that is needed to check them.

use crate::network::{PieceId, StopId};
use serde::{Deserialize, Serialize};

/// A stop on the line of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Call {
    /// Which stop.
    pub stop: StopId,
    /// The train stops here: it uses range and is paid. `false`: passed without a stop.
    pub counted: bool,
    /// The plain value paid here (lease: the amount per stop); 0 at halts and where it does not stop.
    pub value: i32,
    /// The bonus paid here.
    pub bonus: i32,
    /// The subsidy paid here.
    pub subsidy: i32,
}

/// The route of one train.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Route {
    /// Index of the train in the list given.
    pub train: usize,
    /// All stops on the line, in order.
    pub calls: Vec<Call>,
    /// All pieces of track, in order.
    pub pieces: Vec<PieceId>,
    /// Bonus for named cities.
    pub named_bonus: i32,
    /// What the train earns, bonuses included (lease: its pay).
    pub revenue: i32,
    /// Halt subsidy.
    pub subsidy: i32,
    /// Mine income.
    pub mines: i32,
}

impl Route {
    /// The stops on the line.
    pub fn stops(&self) -> impl Iterator<Item = StopId> + '_ {
        self.calls.iter().map(|call| call.stop)
    }

    /// The stops that count.
    pub fn counted(&self) -> impl Iterator<Item = StopId> + '_ {
        (self.calls.iter()).filter(|call| call.counted).map(|call| call.stop)
    }
}

/// Sums over all routes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Totals {
    /// What the objective maximises first: revenue, or revenue and subsidy.
    pub primary: i64,
    /// What decides between equals: subsidy and mine income.
    pub secondary: i64,
    /// Revenue of all trains.
    pub revenue: i64,
    /// Halt subsidy of all trains.
    pub subsidy: i64,
    /// Mine income of all trains.
    pub mines: i64,
    /// Counted stops of all trains; fewer is better between equals.
    pub stops: u32,
}

/// The best routes found, and how good they can be at most.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Certificate {
    /// One route for each train that runs, by index of the train.
    pub routes: Vec<Route>,
    /// Their sums.
    pub totals: Totals,
    /// No legal set of routes has a higher primary total than this.
    pub bound: i64,
    /// `bound` equals the primary total.
    pub proved: bool,
    /// The order among equals (secondary income, then fewer stops) is proved too.
    pub ties_proved: bool,
    /// Nodes of the search used.
    pub nodes: u64,
}
