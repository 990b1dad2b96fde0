//! Track made ready for several questions: the best routes of some trains, or at most what a train can earn.

use crate::bound::{Prices, Table};
use crate::budget::Budget;
use crate::certificate::Certificate;
use crate::constraints::Constraints;
use crate::graph::{Graph, Pass};
use crate::network::{Network, StopId};
use crate::score::{NOTHING, Score, primary_at_most};
use crate::solve::{Tuning, solve_on};
use crate::terms::Terms;
use crate::train::Train;

/// A network whose graph is made once.
///
/// ```
/// use routing::{Budget, Constraints, End, Ground, Network, Stop, StopKind, Train};
/// let mut net = Network::default();
/// let a = net.add_stop(Stop { own_station: true, ..Stop::new(0, 0, StopKind::City, 30) });
/// let b = net.add_stop(Stop::new(1, 0, StopKind::Town, 10));
/// let side = net.add_border();
/// net.add_piece(0, End::Stop(a), End::Border(side));
/// net.add_piece(1, End::Border(side), End::Stop(b));
/// let ground = Ground::new(net, Constraints::cz());
/// let best = ground.solve(&[Train::plain(2)], Budget::unlimited());
/// assert_eq!((best.totals.revenue, ground.at_most(&Train::plain(2))), (40, 40));
/// ```
#[derive(Debug)]
pub struct Ground {
    net: Network,
    rules: Constraints,
    graph: Graph,
}

impl Ground {
    /// Makes the graph of a network.
    pub fn new(net: Network, rules: Constraints) -> Ground {
        let graph = Graph::new(&net, &rules, Tuning::default().most_links);
        Ground { net, rules, graph }
    }

    /// The best routes for these trains, as [`crate::solve`] finds them.
    pub fn solve(&self, trains: &[Train], budget: Budget<'_>) -> Certificate {
        solve_on(&self.net, trains, &self.rules, &self.graph, budget, Tuning::default())
    }

    /// A bound on what a train alone can earn (primary income), without walking a single line.
    ///
    /// It is never below the best. It is above it where only a line that meets a stop or a piece of track twice would earn
    /// so much: such lines are left in. The bound for several trains is the sum of theirs.
    pub fn at_most(&self, train: &Train) -> i64 {
        let terms = Terms::new(&self.net, &self.rules, train).within(&self.net);
        if !Table::fits(&self.graph, &terms) || self.graph.roots.is_empty() {
            return self.stops_alone(&terms);
        }
        let prices = Prices::free(&self.graph);
        let table = Table::new(&self.graph, &terms, &prices, None);
        let through = self.graph.roots.iter().map(|&root| self.best_of_root(&terms, &table, root));
        let best = through.max().unwrap_or(0).max(0);
        primary_at_most(best + terms.extra).min(self.stops_alone(&terms)).max(0)
    }

    // The most that a line through a root can add.
    fn best_of_root(&self, terms: &Terms, table: &Table, root: StopId) -> Score {
        let charge = &terms.charges[root as usize];
        let (major, range) = (usize::from(charge.major), usize::from(charge.range));
        let arm = table.best_of(&self.graph.out[root as usize]);
        let through = self.graph.may_pass[root as usize] != Pass::Never;
        let with = |range: usize, gain: Score| {
            let a = usize::from(terms.major).checked_sub(major);
            let b = usize::from(terms.range).checked_sub(range);
            match (a, b) {
                (Some(a), Some(b)) => gain + table.most_within(&arm, (a, b), through),
                _ => NOTHING,
            }
        };
        let counted = with(range, charge.gain);
        if charge.optional { counted.max(with(0, 0)) } else { counted }
    }

    // The dearest stops, whether a line holds them all or not.
    fn stops_alone(&self, terms: &Terms) -> i64 {
        let charges = terms.charges.iter().enumerate();
        let mut gains: Vec<Score> = charges
            .filter(|(stop, _)| !self.graph.out[*stop].is_empty())
            .map(|(_, charge)| charge.gain.max(0))
            .collect();
        gains.sort_unstable_by_key(|gain| std::cmp::Reverse(*gain));
        let sum: Score = gains.iter().take(usize::from(terms.range)).sum();
        primary_at_most(sum + terms.extra).max(0)
    }
}
