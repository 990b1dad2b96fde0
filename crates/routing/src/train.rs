//! What a train can do: how far it reaches and what it is paid.

use serde::{Deserialize, Serialize};

/// How far a train reaches. "Major" stops are cities and red tiles (1860: large stations).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reach {
    /// At most `stops` stops that use range; none on the way may be left out.
    Plain {
        /// The range.
        stops: u8,
    },
    /// At most `total` stops of which at most `major` major ones; none may be left out.
    Plus {
        /// Most cities and red tiles.
        major: u8,
        /// Most stops of all kinds.
        total: u8,
    },
    /// At most `stops` counted stops; major stops always count, others may be left out.
    Express {
        /// The range.
        stops: u8,
    },
    /// The public platform's express train: at most `stops` major stops on the way, any number of
    /// others; paid are the `stops` best values among them, at most `towns` of them not major.
    BestOf {
        /// Most major stops on the way and most paid stops.
        stops: u8,
        /// Most paid stops that are not major.
        towns: u8,
    },
    /// 1860's m+n train: at most `large` major stops, which are never left out; at most `small` others plus the
    /// unused part of `large`. `small: None` is an x train: others without limit. `small: Some(0)` is a
    /// leased or nationalised train: at most `large` stops in all.
    Mixed {
        /// The first number.
        large: u8,
        /// The second number, or no limit.
        small: Option<u8>,
    },
}

/// What a stop of the train brings.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum Pay {
    /// The values of the counted stops.
    #[default]
    Values,
    /// A leased train: `base` and `per_stop` for each counted stop, halts included; no subsidy.
    Lease {
        /// Paid for the run.
        base: i32,
        /// Paid for each stop.
        per_stop: i32,
    },
}

/// One train of the company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Train {
    /// How far it reaches.
    pub reach: Reach,
    /// What it is paid.
    pub pay: Pay,
    /// Every value is multiplied by this: 2 for a D-train, 0 for a run without income.
    pub multiplier: u8,
    /// The sum of the values is halved and rounded down to tens.
    pub obsolete: bool,
    /// Gets the bonus of the stops it counts (after multiplication and halving).
    pub takes_bonus: bool,
    /// May use track that other trains of the company use.
    pub shares_track: bool,
}

impl Train {
    /// An ordinary train of this reach, paid by values, with bonuses.
    pub fn new(reach: Reach) -> Self {
        Train {
            reach,
            pay: Pay::Values,
            multiplier: 1,
            obsolete: false,
            takes_bonus: true,
            shares_track: false,
        }
    }

    /// A plain n-train.
    pub fn plain(stops: u8) -> Self {
        Train::new(Reach::Plain { stops })
    }

    /// An n+n train.
    pub fn plus(n: u8) -> Self {
        Train::new(Reach::Plus { major: n, total: 2 * n })
    }

    /// An nE train.
    pub fn express(stops: u8) -> Self {
        Train::new(Reach::Express { stops })
    }

    /// An nE train as the public platform counts it.
    pub fn best_of(stops: u8) -> Self {
        Train::new(Reach::BestOf { stops, towns: 3 })
    }

    /// An m+n train of 1860.
    pub fn mixed(large: u8, small: u8) -> Self {
        Train::new(Reach::Mixed { large, small: Some(small) })
    }

    /// An x train of 1860.
    pub fn unlimited(large: u8) -> Self {
        Train::new(Reach::Mixed { large, small: None })
    }

    /// A leased train of 1860: 40 and 20 a stop, at most `stops` stops.
    pub fn leased(stops: u8) -> Self {
        Train {
            pay: Pay::Lease { base: 40, per_stop: 20 },
            ..Train::new(Reach::Mixed { large: stops, small: Some(0) })
        }
    }

    /// A nD train.
    pub fn doubled(stops: u8) -> Self {
        Train { multiplier: 2, ..Train::plain(stops) }
    }

    /// The same train, obsolete.
    pub fn into_obsolete(self) -> Self {
        Train { obsolete: true, ..self }
    }

    /// The sum of values as paid: multiplied, and halved and rounded down to tens if obsolete.
    pub(crate) fn scale(&self, sum: i64) -> i64 {
        let sum = sum * i64::from(self.multiplier);
        if self.obsolete { sum.div_euclid(20) * 10 } else { sum }
    }
}
