//! What claimed routes are worth: a person names the track, the stops are chosen for the most.

use crate::certificate::{Route, Totals};
use crate::check::check_routes;
use crate::constraints::Constraints;
use crate::line::trace;
use crate::network::{Network, PieceId, StopId};
use crate::terms::Terms;
use crate::train::{Reach, Train};
use crate::violation::Violation;
use serde::{Deserialize, Serialize};

/// A route as a player claims it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Claim {
    /// Index of the train.
    pub train: usize,
    /// The pieces of track, in order from end to end.
    pub pieces: Vec<PieceId>,
    /// Serve exactly so many halts; `None` leaves the choice to the objective.
    pub halts: Option<u8>,
}

impl From<&Route> for Claim {
    /// The track of a route; its stops are chosen anew.
    fn from(route: &Route) -> Claim {
        Claim {
            train: route.train,
            pieces: route.pieces.clone(),
            halts: None,
        }
    }
}

/// Claimed routes with all amounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluation {
    /// One route for each claim, in the same order.
    pub routes: Vec<Route>,
    /// Their sums.
    pub totals: Totals,
}

/// Chooses the best stops on each claimed line and checks all routes together.
pub fn evaluate(
    net: &Network,
    trains: &[Train],
    rules: &Constraints,
    claims: &[Claim],
) -> Result<Evaluation, Violation> {
    let mut routes = Vec::with_capacity(claims.len());
    for (i, claim) in claims.iter().enumerate() {
        let train = trains.get(claim.train).ok_or(Violation::NoSuchTrain {
            route: i,
            train: claim.train,
        })?;
        let line = trace(net, i, &claim.pieces)?;
        let terms = Terms::new(net, rules, train);
        let Some(counted) = terms.choose(net, rules, &line, claim.halts) else {
            return Err(why_not(net, rules, &terms, i, &line, claim));
        };
        routes.push(terms.route(net, rules, claim.train, &line, &claim.pieces, &counted));
    }
    let totals = check_routes(net, trains, rules, &routes)?;
    Ok(Evaluation { routes, totals })
}

/// Why the train cannot run this line at all.
fn why_not(
    net: &Network,
    rules: &Constraints,
    terms: &Terms,
    route: usize,
    line: &[StopId],
    claim: &Claim,
) -> Violation {
    if let Some(asked) = claim.halts
        && terms.choose(net, rules, line, Some(0)).is_some()
    {
        return Violation::HaltCount {
            route,
            asked: u32::from(asked),
        };
    }
    let charges = || line.iter().map(|&s| terms.charges[s as usize]);
    let majors = charges().map(|c| u32::from(c.major)).sum::<u32>();
    let forced = charges()
        .filter(|c| !c.optional)
        .map(|c| u32::from(c.range))
        .sum::<u32>();
    if majors > u32::from(terms.major) {
        // For plain trains the first capacity is the range itself.
        return if matches!(terms.train.reach, Reach::Plain { .. }) {
            Violation::BeyondRange {
                route,
                counted: majors,
                allowed: u32::from(terms.major),
            }
        } else {
            Violation::TooManyMajor {
                route,
                counted: majors,
                allowed: u32::from(terms.major),
            }
        };
    }
    if forced > u32::from(terms.range) {
        return Violation::BeyondRange {
            route,
            counted: forced,
            allowed: u32::from(terms.range),
        };
    }
    match [line[0], line[line.len() - 1]]
        .iter()
        .find(|&&s| terms.ends_count && terms.charges[s as usize].optional)
    {
        Some(&stop) => Violation::EndNotCounted { route, stop },
        None => Violation::TooFewStops { route },
    }
}
