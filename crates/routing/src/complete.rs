//! Completes a partly drawn route.

use crate::bound::Prices;
use crate::budget::{Budget, Meter};
use crate::certificate::Route;
use crate::constraints::Constraints;
use crate::graph::Graph;
use crate::network::{Network, StopId};
use crate::terms::Terms;
use crate::train::Train;
use crate::walk::Walk;
use serde::{Deserialize, Serialize};

/// The best route through given stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completion {
    /// The route; its train is number 0.
    pub route: Route,
    /// Nothing better exists (the budget did not run out).
    pub proved: bool,
}

/// The best route of one train that visits the clicked stops in this order (or all in reverse); between them and beyond both
/// ends it may visit others. Other trains, and whether routes are joined to the headquarters, are left aside. `None`
/// if there is no such route.
pub fn complete(
    net: &Network,
    train: &Train,
    rules: &Constraints,
    clicked: &[StopId],
    budget: Budget<'_>,
) -> Option<Completion> {
    let &first = clicked.first()?;
    if clicked.iter().any(|&s| s as usize >= net.stops.len()) {
        return None;
    }
    // The track has to be known around the clicked stop, so it counts as a starting point.
    let mut seen = net.clone();
    seen.stops[first as usize].own_station = true;
    let rules = Constraints {
        connected_to_hq: false,
        ..*rules
    };
    let graph = Graph::new(&seen, &rules, 1200);
    let terms = Terms::new(net, &rules, train);
    let prices = Prices::free(&graph);
    let roots = [first];
    let walk = Walk {
        net,
        rules: &rules,
        graph: &graph,
        terms: &terms,
        prices: &prices,
        roots: &roots,
        drop_idle_ends: false,
    };
    let mut best = None;
    let mut bar = crate::score::NOTHING;
    let proved = walk.run(bar, &mut Meter::new(budget), &mut |line| {
        let own = line
            .stops
            .iter()
            .any(|&s| net.stops[s as usize].own_station);
        if own && line.score >= bar && in_order(line.stops, clicked) {
            bar = line.score + 1;
            best = Some(graph.line(line.root, line.arms));
        }
        bar
    });
    let (line, pieces) = best?;
    let counted = terms.choose(net, &rules, &line, None)?;
    Some(Completion {
        route: terms.route(net, &rules, 0, &line, &pieces, &counted),
        proved,
    })
}

/// The clicked stops lie on the line in this order, in one of its two directions.
fn in_order(line: &[StopId], clicked: &[StopId]) -> bool {
    let mut forth = line.iter();
    let mut back = line.iter().rev();
    clicked.iter().all(|c| forth.any(|s| s == c)) || clicked.iter().all(|c| back.any(|s| s == c))
}
