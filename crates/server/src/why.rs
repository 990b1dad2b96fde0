//! Why nothing may be done on a cell: every tile, or station, is tried there, and the refusal of the one that came furthest is told.

use crate::accounts::{hidden, may_try};
use crate::app::App;
use crate::extract::{Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::limit::Kind;
use crate::shapes::WhyNot;
use crate::table::explained;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use board::{Cell, TileId};
use engine::{Company, Decision, LayBy, Move, Position, Refusal};
use serde::Deserialize;
use utoipa::IntoParams;

/// A cell of the map.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhyQuery {
    /// Its name.
    pub cell: String,
    /// After so many moves; all if missing.
    pub at: Option<i64>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

const MOST_STOPS: u8 = 4;

/// The company that acts, or those that a player may choose from: all that are directed.
fn for_whom(position: &dyn Position, decision: Decision) -> Vec<Company> {
    let directs = |c: &Company| position.core().stock[c.at()].director() == Some(decision.player);
    match decision.company {
        Some(company) => vec![company],
        None => position.sheet().company_ids().filter(directs).collect(),
    }
}

/// All moves on a cell that might be meant at this step.
fn attempts(position: &dyn Position, company: Company, step: &str, cell: Cell) -> Vec<Move> {
    if step == "station" {
        let place = |stop| Move::PlaceStation { company, cell, stop };
        return (0..MOST_STOPS).map(place).collect();
    }
    let tiles = (0..).map(TileId).zip(&position.sheet().tiles.tiles);
    tiles
        .filter(|(_, tile)| tile.count > 0)
        .flat_map(|(id, tile)| {
            (0..tile.period).map(move |rotation| Move::LayTile {
                company,
                cell,
                tile: id,
                rotation,
                by: LayBy::Build,
            })
        })
        .collect()
}

/// The refusal met by the fewest attempts: rules that look at the tile alone turn most of them away, the rule that
/// stops the tile that fits is the one worth telling.
fn rarest(position: &dyn Position, attempts: &[Move]) -> Option<Refusal> {
    let mut met: Vec<(Refusal, usize)> = Vec::new();
    for mv in attempts {
        match position.boxed().play(mv, &mut Vec::new()) {
            Ok(()) => return None,
            Err(refusal) => {
                match met.iter_mut().find(|(r, _)| r.rule == refusal.rule && r.key == refusal.key) {
                    Some((_, times)) => *times += 1,
                    None => met.push((refusal, 1)),
                }
            }
        }
    }
    met.into_iter().min_by_key(|(_, times)| *times).map(|(refusal, _)| refusal)
}

/// Why nothing may be laid or placed on a cell; `refusal` is null when something may.
#[utoipa::path(get, path = "/api/games/{id}/why", tag = "table", params(("id" = String, Path), WhyQuery),
    responses((status = 200, body = WhyNot), (status = "4XX", body = FaultBody)))]
pub async fn why(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<WhyQuery>,
) -> Result<Json<WhyNot>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let (loaded, at, position) = app.look(&id, &visitor, query.invite.as_deref(), query.at).await?;
    let hidden = hidden(&loaded, position.as_ref(), visitor.id());
    may_try(position.as_ref(), &hidden)?;
    let title = loaded.title;
    let refusal = app
        .workshop
        .work(visitor.whom(), move || {
            let position = position.as_ref();
            let decision = position.decision()?;
            let cell = position.sheet().map.by_name(&query.cell)?;
            let tried: Vec<Move> = for_whom(position, decision)
                .into_iter()
                .flat_map(|company| attempts(position, company, decision.step, cell))
                .collect();
            rarest(position, &tried).map(|refusal| explained(title, position, &refusal))
        })
        .await?;
    Ok(Json(WhyNot { after: at, refusal }))
}
