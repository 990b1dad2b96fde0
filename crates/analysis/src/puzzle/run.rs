//! What a company's routes bring.

use engine::{Company, Position, Problem};
use routing::{Budget, Certificate, Train};
use std::cmp::Reverse;

/// Most work for one set of routes; where it does not suffice, there is no puzzle.
const NODES: u64 = 3_000_000;

/// The best routes, if it is proved that nothing is better.
pub fn proved(problem: &Problem) -> Option<Certificate> {
    let best = problem.best(Budget::nodes(NODES));
    best.proved.then_some(best)
}

/// What the best routes of a company bring as the board is; nothing if that is not proved.
pub fn brings(position: &dyn Position, company: Company) -> Option<i32> {
    let Some(problem) = position.problem(company).filter(|p| !p.trains.is_empty()) else {
        return Some(0);
    };
    proved(&problem).map(|best| best.totals.primary as i32)
}

/// What somebody gets who does not look at all trains together: the train that earns most alone takes its best route, the
/// next the best of what is left.
pub fn hasty(problem: &Problem) -> i32 {
    let mut network = problem.network.clone();
    let alone = |train: &Train| {
        let one = std::slice::from_ref(train);
        let best = routing::solve(&network, one, &problem.rules, Budget::nodes(NODES));
        best.totals.primary
    };
    let mut trains: Vec<(i64, &Train)> = problem.trains.iter().map(|t| (alone(t), t)).collect();
    trains.sort_by_key(|t| Reverse(t.0));
    let mut total = 0;
    for (_, train) in trains {
        let one = std::slice::from_ref(train);
        let best = routing::solve(&network, one, &problem.rules, Budget::nodes(NODES));
        total += best.totals.primary as i32;
        for route in &best.routes {
            let used: Vec<_> = route.pieces.iter().map(|&p| network.pieces[p as usize]).collect();
            let border = |end: &routing::End| match end {
                routing::End::Border(border) => Some(*border),
                routing::End::Stop(_) => None,
            };
            let taken: Vec<_> =
                used.iter().flat_map(|p| p.ends.iter().filter_map(border)).collect();
            // Mines name pieces by number.
            network.mines.clear();
            network.pieces.retain(|piece| {
                !used.contains(piece)
                    && !piece.ends.iter().filter_map(border).any(|b| taken.contains(&b))
            });
        }
    }
    total
}
