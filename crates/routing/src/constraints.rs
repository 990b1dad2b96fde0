//! Rules that hold for all routes of a company together.

use serde::{Deserialize, Serialize};

/// What counts as the primary objective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Objective {
    /// Revenue; secondary income decides only between equals.
    #[default]
    Revenue,
    /// Revenue and subsidy together (1860's receivership).
    RevenueAndSubsidy,
}

/// A bonus for a train whose route holds several named cities; never multiplied nor halved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NamedBonus {
    /// How many named stops are needed.
    pub at_least: u8,
    /// What is paid, once per train.
    pub amount: i32,
}

/// The company's rules. Always in force: a route has an own station and at least two stops, visits
/// no location twice, ends in stops, passes no terminus and no full city; no border and no piece of track is used
/// twice by all routes together (trains that share track excepted).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Constraints {
    /// A route may enter each cell only once.
    pub cell_once: bool,
    /// One train may pass through one full city.
    pub one_bypass: bool,
    /// One route holds the headquarters, and every further one meets an earlier one in a stop.
    pub connected_to_hq: bool,
    /// [`crate::Reach::Mixed`] trains stop at every small station.
    pub stop_at_every_town: bool,
    /// [`crate::Reach::Mixed`] trains may end at a small station that they do not count.
    pub ends_may_be_skipped: bool,
    /// [`crate::Reach::Mixed`] trains may pass stops on purpose although they could make them.
    pub may_decline: bool,
    /// If anything can run, something does, even for nothing.
    pub must_run: bool,
    /// Halts are no stops; they stay meeting points.
    pub halts_closed: bool,
    /// What a stop at a halt pays.
    pub halt_subsidy: i32,
    /// Bonus for named cities.
    pub named_bonus: Option<NamedBonus>,
    /// What is maximised.
    pub objective: Objective,
}

impl Constraints {
    /// 18CZ: nothing beyond what always holds.
    pub fn cz() -> Self {
        Constraints::default()
    }

    /// 1860 by the book.
    pub fn iow() -> Self {
        Constraints {
            cell_once: true,
            one_bypass: true,
            connected_to_hq: true,
            halt_subsidy: 10,
            ..Constraints::default()
        }
    }

    /// 18Lilliput with the Allenbeck bonus, which needs named stops to pay.
    pub fn lilliput() -> Self {
        Constraints {
            named_bonus: Some(NamedBonus { at_least: 3, amount: 20 }),
            ..Constraints::default()
        }
    }
}
