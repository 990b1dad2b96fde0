//! What is printed, beside the engine's sheet: constants and lists that only 1860 knows.

use super::options::Options;
use board::Cell;
use engine::{Lot, Paper, Sheet};
use std::sync::Arc;

/// A place that option 7 rewards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// Its hex.
    pub cell: Cell,
    /// The station of this name; any large station of the hex without one.
    pub station: Option<String>,
    /// What is paid.
    pub credits: i32,
}

/// What a company has beside the engine's definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charter {
    /// Group, from 0.
    pub group: u8,
    /// Cells of the chart where it may start.
    pub par_cells: Vec<u8>,
    /// Cells where it may start again after a bankruptcy.
    pub relaunch_cells: Vec<u8>,
    /// The private company that one of its certificates is reserved for.
    pub reserved_for: Option<Paper>,
    /// The hex and stop of its headquarters.
    pub home: board::Spot,
    /// Destinations of option 7.
    pub destinations: Vec<Destination>,
}

/// What a phase has beside the engine's definition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Operating rounds after a stock round.
    pub rounds: u8,
    /// Fishbourne goes on sale.
    pub fishbourne: bool,
    /// No certificate limit from now on.
    pub no_limit: bool,
    /// Sales lower no price from now on.
    pub sales_keep_prices: bool,
    /// Southern Railway is founded.
    pub southern: bool,
}

/// What a train card can do beside running.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Phase (index) at whose start each face rusts.
    pub rusts: Vec<Option<u8>>,
    /// Runs that it makes before it rusts.
    pub min_runs: u8,
    /// Paid to the owner when it rusts.
    pub compensation: i32,
    /// Price of turning it to its second face.
    pub refit: Option<i32>,
    /// Its first run brings no income.
    pub first_run_free: bool,
    /// Draws another card at the deal.
    pub surplus: bool,
}

/// Everything printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The engine's part.
    pub sheet: Arc<Sheet>,
    /// Options in force.
    pub options: Options,
    /// Least raise of a bid.
    pub min_raise: i32,
    /// Lots of the opening auction.
    pub lots: Vec<Lot>,
    /// Companies.
    pub charters: Vec<Charter>,
    /// Phases.
    pub steps: Vec<Step>,
    /// Kinds of trains.
    pub traits: Vec<Traits>,
    /// Cards dealt of each group; all of them if there is no number.
    pub deal: Vec<Option<u8>>,
    /// The private company that is no lot of the opening.
    pub fishbourne: Paper,
    /// A stop at a halt.
    pub halt: i32,
    /// A lease, and each stop of a leased train.
    pub lease: (i32, i32),
    /// What the flat lease pays, by the first number of the train.
    pub flat_lease: Vec<i32>,
    /// Least price between companies, and its step.
    pub trade: (i32, i32),
    /// Yellow tiles a turn.
    pub yellows: u8,
    /// Whether one train may pass one full city.
    pub bypass: bool,
    /// Companies that cease after each round of nationalisation.
    pub ceasing: u8,
    /// Points of a turn without dividend.
    pub falls: i32,
    /// Points of a dividend of at least 0, 1, 2, 3 and 4 times the price.
    pub rises: [i32; 5],
}

/// Zone of the chart where the first share of a block lowers no price.
pub const GREEN: u8 = 1;
