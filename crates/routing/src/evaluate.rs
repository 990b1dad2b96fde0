//! What claimed routes are worth: a person names the track, the stops are chosen for the most.

use crate::certificate::{Route, Totals};
use crate::check::check_routes;
use crate::constraints::Constraints;
use crate::line::trace;
use crate::network::{Network, PieceId, StopId, StopKind};
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
    /// Stops on the line that it passes on purpose.
    pub passes: Vec<StopId>,
}

impl Claim {
    /// A line with the best choice of stops on it.
    pub fn best(train: usize, pieces: Vec<PieceId>) -> Claim {
        Claim { train, pieces, halts: None, passes: Vec::new() }
    }
}

impl From<&Route> for Claim {
    /// The track of a route; its stops are chosen anew.
    fn from(route: &Route) -> Claim {
        Claim::best(route.train, route.pieces.clone())
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
        let train = trains
            .get(claim.train)
            .ok_or(Violation::NoSuchTrain { route: i, train: claim.train })?;
        let line = trace(net, i, &claim.pieces)?;
        may_pass(net, rules, train, i, &line, claim)?;
        let terms = Terms::new(net, rules, train);
        let Some(counted) = terms.choose(net, rules, &line, claim.halts, &claim.passes) else {
            return Err(why_not(net, rules, &terms, i, &line, claim));
        };
        routes.push(terms.route(net, rules, claim.train, &line, &claim.pieces, &counted));
    }
    let totals = check_routes(net, trains, rules, &routes)?;
    Ok(Evaluation { routes, totals })
}

/// Whether the stops passed on purpose lie on the line and may be passed.
fn may_pass(
    net: &Network,
    rules: &Constraints,
    train: &Train,
    route: usize,
    line: &[StopId],
    claim: &Claim,
) -> Result<(), Violation> {
    for &stop in &claim.passes {
        if !line.contains(&stop) {
            return Err(Violation::StopsDiffer { route });
        }
        let kind = net.stops[stop as usize].kind;
        let free = rules.may_decline
            && matches!(train.reach, Reach::Mixed { .. })
            && !kind.is_major()
            && !(rules.stop_at_every_town && kind == StopKind::Town);
        if !free {
            return Err(Violation::MayNotSkip { route, stop });
        }
        if !rules.ends_may_be_skipped && [line.first(), line.last()].contains(&Some(&stop)) {
            return Err(Violation::EndNotCounted { route, stop });
        }
    }
    Ok(())
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
        && terms.choose(net, rules, line, Some(0), &claim.passes).is_some()
    {
        return Violation::HaltCount { route, asked: u32::from(asked) };
    }
    let charges = || line.iter().map(|&s| terms.charges[s as usize]);
    let majors = charges().map(|c| u32::from(c.major)).sum::<u32>();
    let forced = charges().filter(|c| !c.optional).map(|c| u32::from(c.range)).sum::<u32>();
    if majors > u32::from(terms.major) {
        // For plain trains the first capacity is the range itself.
        return if matches!(terms.train.reach, Reach::Plain { .. }) {
            Violation::BeyondRange { route, counted: majors, allowed: u32::from(terms.major) }
        } else {
            Violation::TooManyMajor { route, counted: majors, allowed: u32::from(terms.major) }
        };
    }
    if forced > u32::from(terms.range) {
        return Violation::BeyondRange { route, counted: forced, allowed: u32::from(terms.range) };
    }
    match [line[0], line[line.len() - 1]]
        .iter()
        .find(|&&s| terms.ends_count && terms.charges[s as usize].optional)
    {
        Some(&stop) => Violation::EndNotCounted { route, stop },
        None => Violation::TooFewStops { route },
    }
}
