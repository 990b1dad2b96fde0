//! An operating round: companies in a fixed order, steps in a fixed order.

use crate::{Company, MAX_COMPANIES, NONE};
use serde::{Deserialize, Serialize};

/// Companies that operate in a round, in order, and how many have begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lineup {
    order: [u8; MAX_COMPANIES],
    begun: u8,
}

impl Lineup {
    /// Nobody.
    pub const NOBODY: Lineup = Lineup { order: [NONE; MAX_COMPANIES], begun: 0 };

    /// These companies; none has begun.
    pub fn new(companies: impl IntoIterator<Item = Company>) -> Lineup {
        let mut lineup = Lineup::NOBODY;
        for (place, company) in lineup.order.iter_mut().zip(companies) {
            *place = company.0;
        }
        lineup
    }

    /// These companies; one of them is the last that has begun.
    pub fn begun(companies: Vec<Company>, last: Company) -> Lineup {
        let begun = companies.iter().position(|&c| c == last).map_or(0, |at| at + 1);
        Lineup { begun: begun as u8, ..Lineup::new(companies) }
    }

    /// All companies of the round, in order.
    pub fn companies(&self) -> impl Iterator<Item = Company> + '_ {
        self.order.iter().take_while(|&&c| c != NONE).map(|&c| Company(c))
    }

    /// The company that began last.
    pub fn current(&self) -> Option<Company> {
        let at = usize::from(self.begun).checked_sub(1)?;
        self.companies().nth(at)
    }

    /// Puts companies that have not begun in another order.
    pub fn reorder(&mut self, order: impl FnOnce(Vec<Company>) -> Vec<Company>) {
        let begun = usize::from(self.begun);
        let rest = order(self.companies().skip(begun).collect());
        for (place, company) in self.order[begun..].iter_mut().zip(rest) {
            *place = company.0;
        }
    }

    /// The last company that began has not.
    pub const fn back(&mut self) {
        self.begun = self.begun.saturating_sub(1);
    }

    /// The next company begins; none if all have.
    pub fn advance(&mut self) -> Option<Company> {
        let next = self.companies().nth(usize::from(self.begun))?;
        self.begun += 1;
        Some(next)
    }
}

/// The step after another in a title's list of steps.
pub fn step_after<S: Copy + PartialEq>(steps: &[S], step: S) -> Option<S> {
    let at = steps.iter().position(|&s| s == step)?;
    steps.get(at + 1).copied()
}
