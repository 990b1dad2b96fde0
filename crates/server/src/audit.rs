//! What was missed: every run of a game beside the best that was possible.

use crate::app::App;
use crate::extract::{Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::hold::read_stored;
use crate::limit::Kind;
use crate::routes::solve;
use crate::shapes::{Audit, AuditItem};
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use engine::{Company, Event, Move, Position, Problem};
use routing::Certificate;
use serde::Deserialize;
use std::time::{Duration, Instant};
use store::StoredMove;
use utoipa::IntoParams;

// One answer takes at most so long; a single run at most so many nodes.
const LONGEST: Duration = Duration::from_millis(2500);
const NODES: u64 = 300_000;

/// Where to go on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// After so many moves.
    pub from: Option<i64>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

// The best run that was possible, and what it would have paid.
struct BestRun {
    company: Company,
    problem: Problem,
    certificate: Certificate,
    pays: (i32, i32),
}

fn best_run(position: &dyn Position, company: Company, until: Instant) -> Option<BestRun> {
    let problem = position.problem(company)?;
    let certificate = solve(&problem, NODES, until);
    let pays = position.best_pays(company, &problem, &certificate);
    Some(BestRun { company, problem, certificate, pays })
}

fn audit_from(mut position: Box<dyn Position>, moves: &[StoredMove]) -> Result<Audit, Fault> {
    let until = Instant::now() + LONGEST;
    let (mut items, mut events) = (Vec::new(), Vec::new());
    for mv in moves {
        if Instant::now() >= until {
            let next = Some(mv.number - 1);
            return Ok(Audit { items, next });
        }
        let played = read_stored(position.as_ref(), mv).map_err(|_| Fault::Unavailable)?;
        let best = match &played {
            Move::Run { company, .. } => best_run(position.as_ref(), *company, until + LONGEST),
            _ => None,
        };
        let round = position.core().round;
        events.clear();
        position.play(&played, &mut events).map_err(|_| Fault::Unavailable)?;
        if let Some(best) = best
            && let Some(claimed) = Event::paid(&events, best.company)
        {
            let missed = best.problem.primary(best.pays) - best.problem.primary(claimed);
            items.push(AuditItem {
                number: mv.number,
                company: position.sheet().company(best.company).id.clone(),
                seat: mv.seat,
                round,
                claimed: claimed.0.into(),
                claimed_subsidy: claimed.1.into(),
                best: best.pays.0.into(),
                best_subsidy: best.pays.1.into(),
                bound: best.certificate.bound,
                proved: best.certificate.proved,
                missed: missed.max(0),
            });
        }
    }
    Ok(Audit { items, next: None })
}

/// The routes of a game beside the best ones.
#[utoipa::path(get, path = "/api/games/{id}/audit", tag = "analysis", params(("id" = String, Path), AuditQuery),
    responses((status = 200, body = Audit), (status = "4XX", body = FaultBody)))]
pub async fn audit(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<AuditQuery>,
) -> Result<Json<Audit>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let (loaded, from, position) =
        app.look(&id, &visitor, query.invite.as_deref(), Some(query.from.unwrap_or(0))).await?;
    let moves = app.moves(&loaded, from, loaded.game.length).await?;
    let audit =
        app.workshop.work(visitor.whom(), move || audit_from(position.boxed(), &moves)).await??;
    Ok(Json(audit))
}
