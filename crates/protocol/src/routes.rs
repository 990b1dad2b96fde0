//! Routes of a company: the best ones with their proof, and the sets of routes that have an index.

use crate::Fault;
use crate::actions::Candidate;
use crate::space::{Part, RUNS, Space, cell_at};
use engine::{Company, Move, Names, Position, Problem, RouteClaim, wire};
use routing::{Budget, Claim, Patience, StopId};
use serde::Serialize;

/// Nodes of a search for the best routes, if nothing else is said.
pub(crate) const NODES: u64 = 400_000;
/// How long to look for a line through given stops.
const PATIENCE: Patience = Patience { lines: 300, steps: 20_000, pieces: 120 };

/// The best routes of a company.
#[derive(Clone, Debug, Serialize)]
pub struct Best {
    /// The company.
    pub company: String,
    /// Whether nothing better exists.
    pub proved: bool,
    /// No set of routes is worth more than this.
    pub bound: i64,
    /// Revenue and subsidy that are paid for them.
    pub pays: (i32, i32),
    /// The move.
    pub r#move: wire::Move,
    /// The routes with most subsidy instead, where that is a choice and a difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_subsidy: Option<wire::Move>,
    /// Nodes of the search.
    pub nodes: u64,
}

fn problem_of(position: &dyn Position, company: Company) -> Result<Problem, Fault> {
    position
        .problem(company)
        .ok_or_else(|| Fault::NotHere("this company runs no trains now".to_owned()))
}

fn run(company: Company, routes: Vec<RouteClaim>) -> Move {
    Move::Run { company, routes, recorded: None }
}

/// The best routes of a company within so many nodes.
///
/// # Errors
/// When there is no such company, or it runs no trains.
pub fn best_routes(position: &dyn Position, company: &str, nodes: u64) -> Result<Best, Fault> {
    let names = Names::of(position);
    let id = names.read_company(company)?;
    let problem = problem_of(position, id)?;
    let best = problem.best(Budget::nodes(nodes));
    let pays = position.best_pays(id, &problem, &best);
    let other = subsidised(position, id, &problem, nodes).filter(|(_, subsidy)| *subsidy > pays.1);
    Ok(Best {
        company: company.to_owned(),
        proved: best.proved,
        bound: best.bound,
        pays,
        r#move: names.write_move(&run(id, problem.routes(&best.routes))),
        most_subsidy: other.map(|(routes, _)| names.write_move(&run(id, routes))),
        nodes: best.nodes,
    })
}

fn subsidised(
    position: &dyn Position,
    company: Company,
    problem: &Problem,
    nodes: u64,
) -> Option<(Vec<RouteClaim>, i32)> {
    if position.must_maximise(company).is_some() {
        return None;
    }
    let (routes, _) = problem.most_subsidy(Budget::nodes(nodes))?;
    let pays = position.would_pay(company, routes.clone()).ok()?;
    Some((routes, pays.1))
}

/// The sets of routes that have a name: name and move.
///
/// # Errors
/// When there is no such company.
pub fn route_options(
    position: &dyn Position,
    company: &str,
) -> Result<Vec<(&'static str, wire::Move)>, Fault> {
    let names = Names::of(position);
    let all = kinds(position, names.read_company(company)?, false);
    let told = all.iter().filter_map(|(kind, candidate)| match candidate {
        Candidate::One(mv) => Some((RUNS[*kind], names.write_move(mv))),
        _ => None,
    });
    Ok(told.collect())
}

/// The sets of routes that have an index, each with its place in [`RUNS`].
pub(crate) fn kinds(
    position: &dyn Position,
    company: Company,
    through: bool,
) -> Vec<(usize, Candidate)> {
    let Some(problem) = position.problem(company) else {
        return vec![(0, Candidate::One(run(company, Vec::new())))];
    };
    let best = problem.best(Budget::nodes(NODES));
    let routes = problem.routes(&best.routes);
    let mut all = vec![(0, Candidate::One(run(company, routes.clone())))];
    if position.must_maximise(company).is_some() || problem.trains.is_empty() {
        return all;
    }
    let mut seen = vec![routes.clone()];
    let mut offer = |kind: usize, routes: Vec<RouteClaim>| {
        if !seen.contains(&routes) && position.would_pay(company, routes.clone()).is_ok() {
            seen.push(routes.clone());
            all.push((kind, Candidate::One(run(company, routes))));
        }
    };
    if let Some((most, _)) = subsidised(position, company, &problem, NODES) {
        offer(1, most);
    }
    offer(2, Vec::new());
    if problem.halts_are_a_choice() {
        for most in 0..4_u8 {
            let fewer = best.routes.iter().zip(&routes).map(|(route, claim)| {
                let (served, _) = problem.halts(route);
                match served > most {
                    true => RouteClaim { halts: Some(most), ..claim.clone() },
                    false => claim.clone(),
                }
            });
            offer(3 + usize::from(most), fewer.collect());
        }
    }
    if through && !best.routes.is_empty() {
        all.push((7, Candidate::Through(Through::new(company))));
    }
    all
}

/// What comes after a step of a route.
pub(crate) enum Next {
    /// Another step.
    Stop,
    /// All trains have their routes.
    Run(Move),
    /// Given up: one of the other sets is taken.
    Back,
}

/// Routes through given stops, one train after the other.
#[derive(Clone, Debug)]
pub(crate) struct Through {
    company: Company,
    train: usize,
    stops: Vec<StopId>,
    claims: Vec<Claim>,
}

impl Through {
    const fn new(company: Company) -> Through {
        Through { company, train: 0, stops: Vec::new(), claims: Vec::new() }
    }

    // The claims with that of the present train; a train without stops stays where it is.
    fn finished(&self, position: &dyn Position, problem: &Problem) -> Option<Vec<Claim>> {
        let mut claims = self.claims.clone();
        if !self.stops.is_empty() {
            let beside = problem.beside(self.train, &claims);
            claims.push(Claim::from(&beside.through(&self.stops, PATIENCE).ok()?));
        }
        let last = self.train + 1 >= problem.trains.len();
        let legal = !last || position.would_pay(self.company, self.told(problem, &claims)).is_ok();
        legal.then_some(claims)
    }

    fn told(&self, problem: &Problem, claims: &[Claim]) -> Vec<RouteClaim> {
        let one = |claim: &Claim| {
            let path = claim.pieces.iter().map(|&p| problem.steps[p as usize]).collect();
            RouteClaim { halts: claim.halts, ..RouteClaim::best(problem.cards[claim.train], path) }
        };
        claims.iter().map(one).collect()
    }

    fn stop_index(&self, space: &Space, position: &dyn Position, p: &Problem, id: StopId) -> usize {
        let stop = &p.network.stops[id as usize];
        let cell = cell_at(position.sheet(), board::Cell(stop.cell));
        space.index(Part::Stop, &[cell, stop.index as usize])
    }

    fn open_stops(&self, problem: &Problem) -> Vec<StopId> {
        let all = 0..problem.network.stops.len() as StopId;
        all.filter(|id| !self.stops.contains(id)).collect()
    }

    /// What may be chosen: a further stop, the next train, or to give up.
    pub fn indices(&self, space: &Space, position: &dyn Position) -> Vec<usize> {
        let mut all = vec![space.index(Part::Which, &[1])];
        if let Some(problem) = position.problem(self.company) {
            let stops = self.open_stops(&problem);
            all.extend(stops.iter().map(|&id| self.stop_index(space, position, &problem, id)));
            if self.finished(position, &problem).is_some() {
                all.push(space.index(Part::Which, &[0]));
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Takes one of them.
    pub fn choose(&mut self, space: &Space, position: &dyn Position, index: usize) -> Next {
        let Some(problem) = position.problem(self.company) else {
            return Next::Back;
        };
        if index == space.index(Part::Which, &[0])
            && let Some(claims) = self.finished(position, &problem)
        {
            (self.claims, self.train) = (claims, self.train + 1);
            self.stops.clear();
            if self.train < problem.trains.len() {
                return Next::Stop;
            }
            return Next::Run(run(self.company, self.told(&problem, &self.claims)));
        }
        let open = self.open_stops(&problem);
        let found =
            open.into_iter().find(|&id| self.stop_index(space, position, &problem, id) == index);
        match found {
            Some(stop) => {
                self.stops.push(stop);
                Next::Stop
            }
            None => Next::Back,
        }
    }
}
