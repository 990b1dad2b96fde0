//! A company's turn: steps in order, and what was done in it.

use crate::{Company, Offers};
use serde::{Deserialize, Serialize};

/// Steps of a plain turn, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Step {
    /// A tile.
    Track,
    /// A station.
    Station,
    /// Trains run.
    Run,
    /// Pay out or withhold.
    Dividend,
    /// Trains are bought.
    Trains,
    /// Last chance to buy papers.
    Papers,
}

impl Step {
    /// All of them.
    pub const ALL: [Step; 6] =
        [Step::Track, Step::Station, Step::Run, Step::Dividend, Step::Trains, Step::Papers];

    /// Key for texts.
    pub const fn key(self) -> &'static str {
        match self {
            Step::Track => "track",
            Step::Station => "station",
            Step::Run => "run",
            Step::Dividend => "dividend",
            Step::Trains => "trains",
            Step::Papers => "papers",
        }
    }
}

/// A company's turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Whose.
    pub company: Company,
    /// Step.
    pub step: Step,
    /// The company has done something.
    pub begun: bool,
    /// The tile of the turn has been laid.
    pub laid: bool,
    /// Income of the run.
    pub revenue: i32,
    /// Offers made in this turn.
    pub offers: Offers,
    sold: u16,
}

impl Turn {
    /// The start of a turn.
    pub fn new(company: Company) -> Turn {
        Turn {
            company,
            step: Step::Track,
            begun: false,
            laid: false,
            revenue: 0,
            offers: Offers::default(),
            sold: 0,
        }
    }

    /// A turn that goes on at a step, after a run that brought so much.
    pub fn at(company: Company, step: Step, revenue: i32) -> Turn {
        Turn { step, revenue, begun: step != Step::Track, ..Turn::new(company) }
    }

    /// The director has sold shares of a company for a train.
    pub const fn sell(&mut self, company: Company) {
        self.sold |= 1 << company.0;
    }

    /// Whether the director has sold shares of a company for a train.
    pub const fn has_sold(&self, company: Company) -> bool {
        self.sold & (1 << company.0) != 0
    }

    /// Whether the director has sold any shares for a train.
    pub const fn raising(&self) -> bool {
        self.sold != 0
    }
}
