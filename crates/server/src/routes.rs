//! Best routes with their proof, what claimed routes are worth, and routes through stops that were clicked.

use crate::app::App;
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::limit::Kind;
use crate::table::explained;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use engine::{
    Company, Move, Position, Problem, RouteClaim, Title, move_from_json, move_to_json,
    to_named_json,
};
use routing::{Budget, Certificate, Patience, Route, StopId, StopKind, Totals, Violation};
use serde::Deserialize;
use serde_json::{Value, json};
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
    #[schema(value_type = Vec<crate::shapes::RouteClaim>)]
    pub routes: Vec<Value>,
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
    #[schema(value_type = Vec<crate::shapes::RouteClaim>)]
    pub others: Vec<Value>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

/// Solves within limits of nodes and time.
pub fn solve(problem: &Problem, nodes: u64, until: Instant) -> Certificate {
    let late = move || Instant::now() >= until;
    let budget = Budget {
        nodes: Some(nodes),
        cancel: Some(&late),
    };
    problem.best(budget)
}

fn card_name(position: &dyn Position, problem: &Problem, train: usize) -> (Value, Value) {
    let named = to_named_json(position, &json!({"card": problem.cards[train]}));
    let state = position.core().trains.get(problem.cards[train]);
    (
        named["card"].clone(),
        position
            .sheet()
            .face(state.kind, state.face)
            .name
            .clone()
            .into(),
    )
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
    let place = if sheet.map.is_unbounded() {
        None
    } else {
        sheet.map.def(cell).place.clone()
    };
    (sheet.map.name(cell), stop.index, on_tile.or(place))
}

/// A route with names.
pub fn route_json(position: &dyn Position, problem: &Problem, route: &Route) -> Value {
    let (card, train) = card_name(position, problem, route.train);
    let calls: Vec<Value> = route
        .calls
        .iter()
        .map(|call| {
            let (cell, stop, name) = stop_name(position, problem, call.stop);
            json!({
                "cell": cell, "stop": stop, "name": name, "counted": call.counted, "value": call.value,
                "bonus": call.bonus, "subsidy": call.subsidy, "optional": problem.is_optional(route, call.stop),
            })
        })
        .collect();
    let claim = to_named_json(position, &problem.route(route));
    let (halts, most_halts) = problem.halts(route);
    json!({
        "card": card, "train": train, "path": claim["path"], "calls": calls, "revenue": route.revenue,
        "subsidy": route.subsidy, "mines": route.mines, "named_bonus": route.named_bonus,
        "halts": halts, "most_halts": most_halts,
    })
}

fn totals_json(totals: &Totals) -> Value {
    json!({
        "revenue": totals.revenue, "subsidy": totals.subsidy, "mines": totals.mines, "primary": totals.primary,
    })
}

fn company(position: &dyn Position, name: &str) -> Result<(Company, Problem), Fault> {
    let company = position
        .sheet()
        .company_by_id(name)
        .ok_or(Fault::NotFound)?;
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
) -> Vec<Value> {
    let until = Instant::now() + LONGEST;
    let late = move || Instant::now() >= until;
    let budget = Budget {
        nodes: Some(nodes),
        cancel: Some(&late),
    };
    let found = problem.most_subsidy(budget);
    let Some((claims, worth)) = found.filter(|(_, w)| w.totals.subsidy > best.subsidy) else {
        return Vec::new();
    };
    let run = Move::Run {
        company,
        routes: claims,
        recorded: None,
    };
    let refused = position.choices().iter().any(|c| c.contains(&run))
        && position.boxed().play(&run, &mut Vec::new()).is_err();
    if refused {
        return Vec::new();
    }
    let routes: Vec<Value> = (worth.routes.iter())
        .map(|r| route_json(position, problem, r))
        .collect();
    vec![json!({
        "most": "subsidy", "total": totals_json(&worth.totals), "routes": routes,
        "move": move_to_json(position, &run),
    })]
}

fn best_json(position: &dyn Position, name: &str, at: i64, nodes: u64) -> Result<Value, Fault> {
    let (company, problem) = company(position, name)?;
    let best = solve(&problem, nodes, Instant::now() + LONGEST);
    let routes: Vec<Value> = best
        .routes
        .iter()
        .map(|r| route_json(position, &problem, r))
        .collect();
    let run = Move::Run {
        company,
        routes: problem.routes(&best.routes),
        recorded: None,
    };
    let alternatives = match position.must_maximise(company) {
        None => alternatives(position, company, &problem, &best.totals, nodes),
        Some(_) => Vec::new(),
    };
    let stops: Vec<Value> = (0..problem.network.stops.len() as u16)
        .map(|id| {
            let stop = &problem.network.stops[id as usize];
            let (cell, index, place) = stop_name(position, &problem, id);
            let kind = match stop.kind {
                StopKind::City => "city",
                StopKind::Town => "town",
                StopKind::Halt => "halt",
                StopKind::Red => "red",
            };
            json!({
                "cell": cell, "stop": index, "name": place, "kind": kind, "value": stop.value, "bonus": stop.bonus,
                "own": stop.own_station, "passable": stop.passable, "terminus": stop.terminus,
            })
        })
        .collect();
    let trains: Vec<Value> = (0..problem.trains.len())
        .map(|i| {
            let (card, train) = card_name(position, &problem, i);
            json!({"card": card, "train": train})
        })
        .collect();
    Ok(json!({
        "company": name, "at": at, "proved": best.proved, "bound": best.bound, "total": totals_json(&best.totals),
        "routes": routes, "alternatives": alternatives, "must_maximise": position.must_maximise(company),
        "trains": trains, "stops": stops,
        "nodes": best.nodes, "move": move_to_json(position, &run),
    }))
}

/// The best routes of a company, proved or with an honest bound.
#[utoipa::path(get, path = "/api/games/{id}/routes/{company}", tag = "analysis",
    params(("id" = String, Path), ("company" = String, Path), RouteQuery),
    responses((status = 200, body = crate::shapes::BestRoutes), (status = "4XX", body = FaultBody)))]
pub async fn best(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, company)): Path<(String, String)>,
    Query(query): Query<RouteQuery>,
) -> Result<Json<Value>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let (_, at, position) = app
        .look(&id, &visitor, query.invite.as_deref(), query.at)
        .await?;
    let nodes = query.nodes.unwrap_or(USUAL_NODES).clamp(1, MOST_NODES);
    let answer = app
        .workshop
        .work(visitor.whom(), move || {
            best_json(position.as_ref(), &company, at, nodes)
        })
        .await??;
    Ok(Json(answer))
}

// Claims are read as part of a run, so that names mean the same as in moves.
fn read_claims(
    position: &dyn Position,
    name: &str,
    claims: &[Value],
) -> Result<Vec<RouteClaim>, Fault> {
    let json = json!({"move": "run", "company": name, "routes": claims});
    match move_from_json(position, &json) {
        Ok(Move::Run { routes, .. }) => Ok(routes),
        Ok(_) => Err(Fault::bad("not routes")),
        Err(error) => Err(Fault::bad(error.to_string())),
    }
}

fn violation_json(violation: &Violation) -> Value {
    let value = serde_json::to_value(violation).unwrap_or_default();
    let name = match &value {
        Value::String(name) => name.clone(),
        Value::Object(map) => map.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    };
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake.into()
}

fn evaluate_json(
    title: &dyn Title,
    position: &dyn Position,
    name: &str,
    claims: &[Value],
) -> Result<Value, Fault> {
    let (company, problem) = company(position, name)?;
    let claims = read_claims(position, name, claims)?;
    let run = Move::Run {
        company,
        routes: claims.clone(),
        recorded: None,
    };
    // What the rules of the title say, if it is this company's turn to run.
    let listed = position.choices().iter().any(|c| c.contains(&run));
    let refusal = if listed {
        let mut copy = position.boxed();
        copy.play(&run, &mut Vec::new())
            .err()
            .map(|r| explained(title, position, &r))
    } else {
        None
    };
    let Some(known) = claims
        .iter()
        .map(|c| problem.claim(c))
        .collect::<Option<Vec<_>>>()
    else {
        return Ok(json!({"ok": false, "violation": "no_such_track", "refusal": refusal}));
    };
    match routing::evaluate(&problem.network, &problem.trains, &problem.rules, &known) {
        Err(violation) => {
            Ok(json!({"ok": false, "violation": violation_json(&violation), "refusal": refusal}))
        }
        Ok(found) => {
            let best = solve(&problem, USUAL_NODES, Instant::now() + LONGEST);
            let routes: Vec<Value> = found
                .routes
                .iter()
                .map(|r| route_json(position, &problem, r))
                .collect();
            Ok(json!({
                "ok": refusal.is_none(), "total": totals_json(&found.totals), "routes": routes,
                "best": best.totals.primary, "bound": best.bound, "proved": best.proved,
                "short_of_best": best.totals.primary - found.totals.primary,
                "must_maximise": position.must_maximise(company), "refusal": refusal,
                "move": move_to_json(position, &run),
            }))
        }
    }
}

/// What claimed routes are worth.
#[utoipa::path(post, path = "/api/games/{id}/routes/{company}/evaluate", tag = "analysis",
    params(("id" = String, Path), ("company" = String, Path)), request_body = EvaluateBody,
    responses((status = 200, body = crate::shapes::Evaluated), (status = "4XX", body = FaultBody)))]
pub async fn evaluate(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, company)): Path<(String, String)>,
    Body(body): Body<EvaluateBody>,
) -> Result<Json<Value>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let (loaded, _, position) = app
        .look(&id, &visitor, body.invite.as_deref(), body.at)
        .await?;
    let title = loaded.title;
    let answer = app
        .workshop
        .work(visitor.whom(), move || {
            evaluate_json(title, position.as_ref(), &company, &body.routes)
        })
        .await??;
    Ok(Json(answer))
}

fn complete_json(position: &dyn Position, name: &str, body: &CompleteBody) -> Result<Value, Fault> {
    let (_, problem) = company(position, name)?;
    let card = to_named_json(
        position,
        &json!({"cards": problem.cards.iter().map(|c| json!({"card": c})).collect::<Vec<_>>()}),
    );
    let train = (0..problem.cards.len())
        .find(|&i| card["cards"][i]["card"].as_str() == Some(&body.card))
        .ok_or_else(|| Fault::bad("this company does not run that train"))?;
    let others = read_claims(position, name, &body.others)?;
    let Some(others) = others
        .iter()
        .map(|c| problem.claim(c))
        .collect::<Option<Vec<_>>>()
    else {
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
    match problem
        .beside(train, &others)
        .with(body.halts, &passes)
        .through(&stops, Patience::default())
    {
        Ok(route) => {
            let spot = |&id: &StopId| {
                let stop = &problem.network.stops[id as usize];
                board::Spot {
                    cell: board::Cell(stop.cell),
                    stop: stop.index,
                }
            };
            let claim = RouteClaim {
                halts: body.halts,
                passes: passes.iter().map(spot).collect(),
                ..problem.route(&route)
            };
            Ok(json!({
                "ok": true, "route": route_json(position, &problem, &route),
                "claim": to_named_json(position, &claim),
            }))
        }
        Err(violation) => {
            Ok(json!({"ok": false, "violation": violation.as_ref().map(violation_json)}))
        }
    }
}

/// The best line through clicked stops.
#[utoipa::path(post, path = "/api/games/{id}/routes/{company}/complete", tag = "analysis",
    params(("id" = String, Path), ("company" = String, Path)), request_body = CompleteBody,
    responses((status = 200, body = crate::shapes::Completed), (status = "4XX", body = FaultBody)))]
pub async fn complete(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, company)): Path<(String, String)>,
    Body(body): Body<CompleteBody>,
) -> Result<Json<Value>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let (_, _, position) = app
        .look(&id, &visitor, body.invite.as_deref(), body.at)
        .await?;
    let answer = app
        .workshop
        .work(visitor.whom(), move || {
            complete_json(position.as_ref(), &company, &body)
        })
        .await??;
    Ok(Json(answer))
}
