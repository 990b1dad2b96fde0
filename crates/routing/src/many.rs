//! Many problems at once: what a bot or an audit asks.

use crate::budget::Budget;
use crate::certificate::Certificate;
use crate::constraints::Constraints;
use crate::network::Network;
use crate::solve::solve;
use crate::train::Train;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicUsize, Ordering};

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
        solve(&self.net, &self.trains, &self.rules, Budget { nodes, cancel: None })
    }
}

/// Solves each problem with its own budget of nodes, on so many threads. The answers do not depend on their number.
pub fn solve_many(problems: &[Problem], nodes: Option<u64>, threads: usize) -> Vec<Certificate> {
    if threads <= 1 || problems.len() <= 1 {
        return problems.iter().map(|p| p.solve(nodes)).collect();
    }
    // Whoever is free takes the next problem: some take a thousand times as long as others.
    let next = AtomicUsize::new(0);
    let work = || {
        let mut solved = Vec::new();
        while let Some((n, problem)) = {
            let n = next.fetch_add(1, Ordering::Relaxed);
            problems.get(n).map(|problem| (n, problem))
        } {
            solved.push((n, problem.solve(nodes)));
        }
        solved
    };
    let mut solved: Vec<(usize, Certificate)> = std::thread::scope(|scope| {
        let crew: Vec<_> = (0..threads.min(problems.len())).map(|_| scope.spawn(work)).collect();
        (crew.into_iter())
            .flat_map(|thread| match thread.join() {
                Ok(solved) => solved,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    });
    solved.sort_by_key(|&(n, _)| n);
    solved.into_iter().map(|(_, answer)| answer).collect()
}
