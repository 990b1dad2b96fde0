//! Many problems at once: what a bot or an audit asks.

use crate::budget::Budget;
use crate::certificate::Certificate;
use crate::constraints::Constraints;
use crate::network::Network;
use crate::solve::solve;
use crate::train::Train;
use serde::{Deserialize, Serialize};

/// One company's question.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Problem {
    /// The track.
    pub net: Network,
    /// The trains.
    pub trains: Vec<Train>,
    /// The rules.
    pub rules: Constraints,
}

impl Problem {
    fn solve(&self, nodes: Option<u64>) -> Certificate {
        solve(
            &self.net,
            &self.trains,
            &self.rules,
            Budget {
                nodes,
                cancel: None,
            },
        )
    }
}

/// Solves each problem with its own budget of nodes; on all cores with the feature `parallel`. The answers do not depend on
/// the number of cores.
pub fn solve_many(problems: &[Problem], nodes: Option<u64>) -> Vec<Certificate> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        problems
            .par_iter()
            .map(|problem| problem.solve(nodes))
            .collect()
    }
    #[cfg(not(feature = "parallel"))]
    {
        problems
            .iter()
            .map(|problem| problem.solve(nodes))
            .collect()
    }
}
