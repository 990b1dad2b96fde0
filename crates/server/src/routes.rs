//! Best routes with their proof, what claimed routes are worth, and routes through stops that were clicked.

use crate::app::App;
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::limit::Kind;
use crate::shapes::{
    Alternative, BestRoutes, Call, Completed, Evaluated, Route, Runner, Stop, Total,
};
use crate::table::explained;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use engine::{Company, Move, Names, Position, Problem, RouteClaim, Title, wire};
use routing::{Budget, Certificate, Patience, StopId, StopKind, Totals, Violation};
use serde::Deserialize;
use std::time::{Duration, Instant};
use utoipa::{IntoParams, ToSchema};

const USUAL_NODES: u64 = 400_000;
const MOST_NODES: u64 = 20_000_000;
/// Longest search for one answer.
pub const LONGEST: Duration = Duration::from_millis(2500);

/// A moment and how long to search.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RouteQuery {
    /// After so many moves; all if missing.
    pub at: Option<i64>,
    /// Most nodes of the search.
    pub nodes: Option<u64>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

/// Claimed routes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EvaluateBody {
    /// After so many moves; all if missing.
    pub at: Option<i64>,
    /// The routes: card, path of cells and segments, halts.
    pub routes: Vec<wire::RouteClaim>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

/// A stop that was clicked.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Clicked {
    /// Cell.
    pub cell: String,
    /// Stop on the tile there.
    #[serde(default)]
    pub stop: u8,
}

/// Stops that were clicked, in order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CompleteBody {
    /// After so many moves; all if missing.
    pub at: Option<i64>,
    /// The train.
    pub card: String,
    /// The stops.
    pub stops: Vec<Clicked>,
    /// How many halts it serves; missing: the best choice.
    pub halts: Option<u8>,
    /// Stops that it passes on purpose.
    #[serde(default)]
    pub passes: Vec<Clicked>,
    /// Routes of other trains, whose track is taken.
    #[serde(default)]
    pub others: Vec<wire::RouteClaim>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

/// Solves within limits of nodes and time.
pub fn solve(problem: &Problem, nodes: u64, until: Instant) -> Certificate {
    let late = move || Instant::now() >= until;
    let budget = Budget { nodes: Some(nodes), cancel: Some(&late) };
    problem.best(budget)
}

fn runner(position: &dyn Position, problem: &Problem, train: usize) -> Runner {
    let (names, card) = (Names::of(position), problem.cards[train]);
    Runner { card: names.card(card), train: names.face(card, None) }
}

fn stop_name(
    position: &dyn Position,
    problem: &Problem,
    stop: u16,
) -> (String, u8, Option<String>) {
    let (sheet, stop) = (position.sheet(), &problem.network.stops[stop as usize]);
    let cell = board::Cell(stop.cell);
    let laid = position.core().board().at(cell).map(|l| l.tile);
    let on_tile = laid.and_then(|t| {
        let tile = sheet.tiles.get(t);
        tile.stops
            .get(stop.index as usize)
            .and_then(|s| s.name.clone())
            .or_else(|| tile.place.clone())
    });
    let place = if sheet.map.is_unbounded() { None } else { sheet.map.def(cell).place.clone() };
    (sheet.map.name(cell), stop.index, on_tile.or(place))
}

/// A route with names.
pub fn route_of(position: &dyn Position, problem: &Problem, route: &routing::Route) -> Route {
    let Runner { card, train } = runner(position, problem, route.train);
    let calls = route.calls.iter().map(|call| {
        let (cell, stop, name) = stop_name(position, problem, call.stop);
        Call {
            cell,
            stop,
            name,
            counted: call.counted,
            optional: problem.is_optional(route, call.stop),
            value: call.value,
            bonus: call.bonus,
            subsidy: call.subsidy,
        }
    });
    let (halts, most_halts) = problem.halts(route);
    Route {
        card,
        train,
        path: Names::of(position).write_route(&problem.route(route)).path,
        calls: calls.collect(),
        revenue: route.revenue,
        subsidy: route.subsidy,
        mines: route.mines,
        named_bonus: route.named_bonus,
        halts,
        most_halts,
    }
}

fn routes_of(position: &dyn Position, problem: &Problem, routes: &[routing::Route]) -> Vec<Route> {
    let shown = routes.iter().map(|r| route_of(position, problem, r));
    shown.collect()
}

fn total(totals: &Totals) -> Total {
    Total {
        revenue: totals.revenue,
        subsidy: totals.subsidy,
        mines: totals.mines,
        primary: totals.primary,
    }
}

fn company(position: &dyn Position, name: &str) -> Result<(Company, Problem), Fault> {
    let company = position.sheet().company_by_id(name).ok_or(Fault::NotFound)?;
    let problem = position
        .problem(company)
        .ok_or_else(|| Fault::conflict("this company runs no trains now"))?;
    Ok((company, problem))
}

/// Most subsidy instead of most revenue, where a director may choose and it makes a difference.
fn alternatives(
    position: &dyn Position,
    company: Company,
    problem: &Problem,
    best: &Totals,
    nodes: u64,
) -> Vec<Alternative> {
    let until = Instant::now() + LONGEST;
    let late = move || Instant::now() >= until;
    let budget = Budget { nodes: Some(nodes), cancel: Some(&late) };
    let found = problem.most_subsidy(budget);
    let Some((claims, worth)) = found.filter(|(_, w)| w.totals.subsidy > best.subsidy) else {
        return Vec::new();
    };
    let run = Move::Run { company, routes: claims, recorded: None };
    let refused = position.choices().iter().any(|c| c.contains(&run))
        && position.boxed().play(&run, &mut Vec::new()).is_err();
    if refused {
        return Vec::new();
    }
    vec![Alternative {
        most: "subsidy",
        total: total(&worth.totals),
        routes: routes_of(position, problem, &worth.routes),
        r#move: Names::of(position).write_move(&run),
    }]
}

fn stop_of(position: &dyn Position, problem: &Problem, id: u16) -> Stop {
    let stop = &problem.network.stops[usize::from(id)];
    let (cell, index, name) = stop_name(position, problem, id);
    Stop {
        cell,
        stop: index,
        name,
        kind: match stop.kind {
            StopKind::City => "city",
            StopKind::Town => "town",
            StopKind::Halt => "halt",
            StopKind::Red => "red",
        },
        value: stop.value,
        bonus: stop.bonus,
        own: stop.own_station,
        passable: stop.passable,
        terminus: stop.terminus,
    }
}

/// The best routes of a company, with names and as they are claimed.
pub fn best_for(
    position: &dyn Position,
    company: Company,
    problem: &Problem,
    at: i64,
    nodes: u64,
) -> (BestRoutes, Vec<RouteClaim>) {
    let best = solve(problem, nodes, Instant::now() + LONGEST);
    let routes = problem.routes(&best.routes);
    let run = Move::Run { company, routes: routes.clone(), recorded: None };
    let alternatives = match position.must_maximise(company) {
        None => alternatives(position, company, problem, &best.totals, nodes),
        Some(_) => Vec::new(),
    };
    let stops = 0..problem.network.stops.len() as u16;
    let trains = 0..problem.trains.len();
    let told = BestRoutes {
        company: position.sheet().company(company).id.clone(),
        at,
        proved: best.proved,
        bound: best.bound,
        total: total(&best.totals),
        routes: routes_of(position, problem, &best.routes),
        alternatives,
        must_maximise: position.must_maximise(company),
        trains: trains.map(|i| runner(position, problem, i)).collect(),
        stops: stops.map(|id| stop_of(position, problem, id)).collect(),
        nodes: best.nodes,
        r#move: Names::of(position).write_move(&run),
    };
    (told, routes)
}

fn best_of(position: &dyn Position, name: &str, at: i64, nodes: u64) -> Result<BestRoutes, Fault> {
    let (company, problem) = company(position, name)?;
    Ok(best_for(position, company, &problem, at, nodes).0)
}

/// The best routes of a company, proved or with an honest bound.
#[utoipa::path(get, path = "/api/games/{id}/routes/{company}", tag = "analysis",
    params(("id" = String, Path), ("company" = String, Path), RouteQuery),
    responses((status = 200, body = BestRoutes), (status = "4XX", body = FaultBody)))]
pub async fn best(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, company)): Path<(String, String)>,
    Query(query): Query<RouteQuery>,
) -> Result<Json<BestRoutes>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let (_, at, position) = app.look(&id, &visitor, query.invite.as_deref(), query.at).await?;
    let nodes = query.nodes.unwrap_or(USUAL_NODES).clamp(1, MOST_NODES);
    let answer = app
        .workshop
        .work(visitor.whom(), move || best_of(position.as_ref(), &company, at, nodes))
        .await??;
    Ok(Json(answer))
}

/// Claimed routes as the engine knows them.
pub fn read_claims(
    position: &dyn Position,
    claims: &[wire::RouteClaim],
) -> Result<Vec<engine::RouteClaim>, Fault> {
    let names = Names::of(position);
    let read = claims.iter().map(|c| names.read_route(c));
    read.collect::<Result<_, _>>().map_err(|error| Fault::bad(error.to_string()))
}

fn evaluated(
    title: &dyn Title,
    position: &dyn Position,
    name: &str,
    claims: &[wire::RouteClaim],
) -> Result<Evaluated, Fault> {
    let (company, problem) = company(position, name)?;
    let claims = read_claims(position, claims)?;
    let known: Option<Vec<_>> = claims.iter().map(|c| problem.claim(c)).collect();
    let run = Move::Run { company, routes: claims, recorded: None };
    // What the rules of the title say, if it is this company's turn to run.
    let listed = position.choices().iter().any(|c| c.contains(&run));
    let refused = listed.then(|| position.boxed().play(&run, &mut Vec::new()).err());
    let refusal = refused.flatten().map(|r| explained(title, position, &r));
    let wrong = |violation, refusal| Evaluated {
        violation: Some(violation),
        refusal,
        ..Evaluated::default()
    };
    let Some(known) = known else {
        return Ok(wrong("no_such_track", refusal));
    };
    match routing::evaluate(&problem.network, &problem.trains, &problem.rules, &known) {
        Err(violation) => Ok(wrong(violation.name(), refusal)),
        Ok(found) => {
            let best = solve(&problem, USUAL_NODES, Instant::now() + LONGEST);
            Ok(Evaluated {
                ok: refusal.is_none(),
                violation: None,
                refusal,
                total: Some(total(&found.totals)),
                routes: Some(routes_of(position, &problem, &found.routes)),
                best: Some(best.totals.primary),
                bound: Some(best.bound),
                proved: Some(best.proved),
                short_of_best: Some(best.totals.primary - found.totals.primary),
                must_maximise: position.must_maximise(company),
                r#move: Some(Names::of(position).write_move(&run)),
            })
        }
    }
}

/// What claimed routes are worth.
#[utoipa::path(post, path = "/api/games/{id}/routes/{company}/evaluate", tag = "analysis",
    params(("id" = String, Path), ("company" = String, Path)), request_body = EvaluateBody,
    responses((status = 200, body = Evaluated), (status = "4XX", body = FaultBody)))]
pub async fn evaluate(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, company)): Path<(String, String)>,
    Body(body): Body<EvaluateBody>,
) -> Result<Json<Evaluated>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let (loaded, _, position) = app.look(&id, &visitor, body.invite.as_deref(), body.at).await?;
    let title = loaded.title;
    let answer = app
        .workshop
        .work(visitor.whom(), move || evaluated(title, position.as_ref(), &company, &body.routes))
        .await??;
    Ok(Json(answer))
}

fn completed(position: &dyn Position, name: &str, body: &CompleteBody) -> Result<Completed, Fault> {
    let (_, problem) = company(position, name)?;
    let names = Names::of(position);
    let train = (problem.cards.iter())
        .position(|&card| names.card(card) == body.card)
        .ok_or_else(|| Fault::bad("this company does not run that train"))?;
    let others = read_claims(position, &body.others)?;
    let Some(others) = others.iter().map(|c| problem.claim(c)).collect::<Option<Vec<_>>>() else {
        return Err(Fault::bad("the other routes use track that is not there"));
    };
    let known = |clicked: &[Clicked]| {
        (clicked.iter())
            .map(|s| {
                let cell = position.sheet().map.by_name(&s.cell)?;
                problem.network.stop_at(cell.0, s.stop)
            })
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| Fault::bad("one of the stops cannot be reached by this company"))
    };
    let (stops, passes) = (known(&body.stops)?, known(&body.passes)?);
    if stops.len() < 2 || stops.len() > 60 {
        return Err(Fault::bad("name two to sixty stops"));
    }
    let beside = problem.beside(train, &others).with(body.halts, &passes);
    match beside.through(&stops, Patience::default()) {
        Ok(route) => {
            let spot = |&id: &StopId| {
                let stop = &problem.network.stops[id as usize];
                board::Spot { cell: board::Cell(stop.cell), stop: stop.index }
            };
            let claim = engine::RouteClaim {
                halts: body.halts,
                passes: passes.iter().map(spot).collect(),
                ..problem.route(&route)
            };
            Ok(Completed {
                ok: true,
                violation: None,
                route: Some(route_of(position, &problem, &route)),
                claim: Some(names.write_route(&claim)),
            })
        }
        Err(violation) => Ok(Completed {
            violation: violation.as_ref().map(Violation::name),
            ..Completed::default()
        }),
    }
}

/// The best line through clicked stops.
#[utoipa::path(post, path = "/api/games/{id}/routes/{company}/complete", tag = "analysis",
    params(("id" = String, Path), ("company" = String, Path)), request_body = CompleteBody,
    responses((status = 200, body = Completed), (status = "4XX", body = FaultBody)))]
pub async fn complete(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, company)): Path<(String, String)>,
    Body(body): Body<CompleteBody>,
) -> Result<Json<Completed>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let (_, _, position) = app.look(&id, &visitor, body.invite.as_deref(), body.at).await?;
    let answer = app
        .workshop
        .work(visitor.whom(), move || completed(position.as_ref(), &company, &body))
        .await??;
    Ok(Json(answer))
}
