//! The other end of the trade between revenue and subsidy: most subsidy first, then most revenue.

use crate::budget::Budget;
use crate::constraints::{Constraints, Objective};
use crate::evaluate::{Claim, Evaluation, evaluate};
use crate::network::{Network, StopKind};
use crate::solve::solve;
use crate::train::{Pay, Reach, Train};

/// One halt weighs more than all revenue, and all halts together stay within the room of a score.
const WEIGHT: i32 = 1000;

/// Whether some train can choose between halts and other stops.
pub fn halts_are_a_choice(net: &Network, trains: &[Train], rules: &Constraints) -> bool {
    let chooses =
        |t: &Train| matches!(t.reach, Reach::Mixed { .. }) && matches!(t.pay, Pay::Values);
    !rules.halts_closed
        && rules.halt_subsidy > 0
        && trains.iter().any(chooses)
        && net.stops.iter().any(|s| s.kind == StopKind::Halt)
}

/// The routes with most subsidy, and among them most revenue; claimed with the number of halts that each serves. `None`
/// where halts are no choice.
pub fn most_subsidy(
    net: &Network,
    trains: &[Train],
    rules: &Constraints,
    budget: Budget<'_>,
) -> Option<(Vec<Claim>, Evaluation)> {
    if !halts_are_a_choice(net, trains, rules) {
        return None;
    }
    let heavy = Constraints {
        halt_subsidy: rules.halt_subsidy * WEIGHT,
        objective: Objective::RevenueAndSubsidy,
        ..*rules
    };
    let found = solve(net, trains, &heavy, budget);
    let is_halt = |stop: u16| net.stops[stop as usize].kind == StopKind::Halt;
    let claims: Vec<Claim> = (found.routes.iter())
        .map(|route| Claim {
            halts: Some(route.counted().filter(|&s| is_halt(s)).count() as u8),
            ..Claim::from(route)
        })
        .collect();
    let worth = evaluate(net, trains, rules, &claims).ok()?;
    Some((claims, worth))
}
