//! How hard a puzzle is: which bots solve it; of routes, how much there is to look at.

use crate::puzzle::Kind;
use crate::puzzle::posed::Posed;
use bots::{Level, Limits, choose};

/// Seeds with which each level tries.
pub const SEEDS: u64 = 3;

/// How often each level found a right answer, out of [`SEEDS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    /// The easy level.
    pub easy: u64,
    /// The standard level.
    pub standard: u64,
    /// The strong level.
    pub strong: u64,
}

/// The grade, and how the bots did; for routes nobody plays.
pub fn grade(posed: &Posed, nodes: Option<u32>) -> (u8, Option<Tries>) {
    if posed.puzzle.kind == Kind::Route {
        return (of_routes(posed), None);
    }
    let right = |level: Level| {
        let limits = Limits { nodes, ..Limits::default() };
        let found = (1..=SEEDS).filter(|&seed| {
            let chosen = choose(posed.position.as_ref(), level, seed, limits);
            chosen.is_some_and(|d| posed.judge(&d.mv).right)
        });
        found.count() as u64
    };
    let tries = Tries {
        easy: right(Level::Easy),
        standard: right(Level::Standard),
        strong: right(Level::Strong),
    };
    let most = |n: u64| n * 2 > SEEDS;
    let grade = match tries {
        t if most(t.easy) => 1,
        t if most(t.standard) => 2,
        t if most(t.strong) => 3,
        _ => 4,
    };
    (grade, Some(tries))
}

/// Bots always know the best routes, so they say nothing of them. Trains, stops on the best lines, and what haste costs do.
pub fn of_routes(posed: &Posed) -> u8 {
    let position = posed.position.as_ref();
    let Some(problem) = posed.company.and_then(|c| position.problem(c)) else { return 1 };
    let stops = problem.best(routing::Budget::unlimited()).totals.stops;
    let puzzle = &posed.puzzle;
    let short = (puzzle.best - puzzle.second) * 100 / puzzle.best.max(1);
    let points = u32::from(problem.trains.len() > 2)
        + u32::from(stops > 6)
        + u32::from(stops > 10)
        + u32::from(short < 12);
    (1 + points).min(4) as u8
}
