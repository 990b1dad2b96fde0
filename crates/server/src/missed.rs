//! What was missed besides routes: tiles, stations, trains, subsidies.

use crate::app::App;
use crate::audit::AuditQuery;
use crate::extract::{Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::hold::read_stored;
use crate::limit::Kind;
use crate::shapes::{MissedItem, MissedKind, MissedMoves};
use crate::visitor::Visitor;
use analysis::missed::{Kind as Found, Missed, Patience, look};
use axum::Json;
use axum::extract::State;
use engine::{Names, Position};
use std::time::{Duration, Instant};
use store::{GameState, StoredMove};

// One answer begins no further turn after so long, and leaves a turn after twice that. One search has so many nodes.
const LONGEST: Duration = Duration::from_millis(2500);
const NODES: u64 = 20_000;

fn missed_from(begun: &dyn Position, stored: &[StoredMove]) -> Result<MissedMoves, Fault> {
    let (mut position, mut moves) = (begun.boxed(), Vec::with_capacity(stored.len()));
    for mv in stored {
        let read = read_stored(position.as_ref(), mv).map_err(|_| Fault::Unavailable)?;
        position.play(&read, &mut Vec::new()).map_err(|_| Fault::Unavailable)?;
        moves.push(read);
    }
    let began = Instant::now();
    let late = || began.elapsed() >= LONGEST;
    let over = || began.elapsed() >= 2 * LONGEST;
    let looked = look(begun, &moves, &Patience { nodes: NODES, late: &late, over: &over });
    // Names of cards and tiles never change in a game; a card of an endless stack comes later.
    let names = Names::of(position.as_ref());
    let item = |m: &Missed| MissedItem {
        number: stored[m.at].number,
        company: position.sheet().company(m.company).id.clone(),
        seat: m.player.0,
        round: m.round,
        kind: match m.kind {
            Found::Tile => MissedKind::Tile,
            Found::Station => MissedKind::Station,
            Found::Train => MissedKind::Train,
            Found::Subsidy => MissedKind::Subsidy,
        },
        r#move: names.write_move(&m.mv),
        had: m.had,
        could: m.could,
        more: m.more(),
        cost: m.cost,
        proved: m.proved,
        next_run: m.next,
    };
    Ok(MissedMoves {
        items: looked.missed.iter().map(item).collect(),
        turns: looked.turns,
        cut: looked.cut,
        next: stored.get(looked.done).map(|mv| mv.number - 1),
    })
}

/// Tiles, stations, trains and subsidies with which a company would have run for more in the same turn.
#[utoipa::path(get, path = "/api/games/{id}/missed", tag = "analysis", params(("id" = String, Path), AuditQuery),
    responses((status = 200, body = MissedMoves), (status = "4XX", body = FaultBody)))]
pub async fn missed(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<AuditQuery>,
) -> Result<Json<MissedMoves>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let (loaded, from, position) =
        app.look(&id, &visitor, query.invite.as_deref(), Some(query.from.unwrap_or(0))).await?;
    // The tile of the last turn is still good in the next one.
    if loaded.game.state == GameState::Playing && !loaded.is_solo() {
        return Err(Fault::Forbidden("what was missed is told after the game"));
    }
    let moves = app.moves(&loaded, from, loaded.game.length).await?;
    let work = move || missed_from(position.as_ref(), &moves);
    Ok(Json(app.workshop.work(visitor.whom(), work).await??))
}
