//! How values, prices and incomes went, for charts, and where rounds and phases began, for the slider.

use crate::app::App;
use crate::chart::Series;
use crate::extract::{Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::hold::read_stored;
use crate::lobby::Invited;
use crate::room::{Loaded, Room};
use crate::shapes::{Charts, History};
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use std::sync::Arc;

impl App {
    // The series of a game up to now, extended from what is known.
    async fn series(&self, room: &Arc<Room>, loaded: &Loaded) -> Result<Series, Fault> {
        let mut series = room.series.lock().unwrap_or_else(|e| e.into_inner()).clone();
        series.truncate(loaded.game.length);
        let mut known = series.values.len() as i64 - 1;
        let mut position = self.position_at(loaded, known.max(0)).await?;
        if known >= 0 && position.hash() != series.hash {
            // Moves were taken back and others made.
            series = Series::default();
            known = -1;
            position = self.position_at(loaded, 0).await?;
        }
        let moves = self.moves(loaded, known.max(0), loaded.game.length).await?;
        let series = tokio::task::spawn_blocking(move || {
            if known < 0 {
                series.add(position.as_ref(), 0, &[]);
            }
            let mut position = position.boxed();
            let mut events = Vec::new();
            for mv in &moves {
                let played = read_stored(position.as_ref(), mv).map_err(|_| Fault::Unavailable)?;
                events.clear();
                position.play(&played, &mut events).map_err(|_| Fault::Unavailable)?;
                series.add(position.as_ref(), mv.number, &events);
            }
            Ok::<_, Fault>(series)
        })
        .await??;
        *room.series.lock().unwrap_or_else(|e| e.into_inner()) = series.clone();
        Ok(series)
    }
}

/// Values, prices and incomes by move.
#[utoipa::path(get, path = "/api/games/{id}/series", tag = "analysis", params(("id" = String, Path), Invited),
    responses((status = 200, body = Charts), (status = "4XX", body = FaultBody)))]
pub async fn series(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<Invited>,
) -> Result<Json<Charts>, Fault> {
    let held = app.see(&id, visitor.id(), query.invite.as_deref()).await?;
    let (room, loaded) = (held.room.clone(), held.look());
    drop(held);
    let all = app.series(&room, &loaded).await?;
    let last = all.values.len() - 1;
    let kept: Vec<usize> = (0..all.values.len())
        .filter(|&i| {
            i == 0
                || i == last
                || all.values[i] != all.values[i - 1]
                || all.prices[i] != all.prices[i - 1]
        })
        .collect();
    let seats = all.values.first().map_or(0, Vec::len);
    let players: Vec<Vec<i32>> =
        (0..seats).map(|s| kept.iter().map(|&i| all.values[i][s]).collect()).collect();
    let sheet = loaded.position.sheet().clone();
    let price = |c: engine::Company| kept.iter().map(|&i| all.prices[i][c.at()]).collect();
    let companies = sheet.company_ids();
    let prices = companies.map(|c| (sheet.company(c).id.clone(), price(c)));
    let rounds = kept.iter().map(|&i| {
        let mark = all.marks.iter().rev().find(|m| m.number <= i as i64);
        mark.map(|m| m.round)
    });
    Ok(Json(Charts {
        rounds: rounds.collect(),
        players,
        prices: prices.collect(),
        moves: kept,
        incomes: all.incomes,
    }))
}

/// Where rounds and phases began.
#[utoipa::path(get, path = "/api/games/{id}/history", tag = "analysis", params(("id" = String, Path), Invited),
    responses((status = 200, body = History), (status = "4XX", body = FaultBody)))]
pub async fn history(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<Invited>,
) -> Result<Json<History>, Fault> {
    let held = app.see(&id, visitor.id(), query.invite.as_deref()).await?;
    let (room, loaded) = (held.room.clone(), held.look());
    drop(held);
    let all = app.series(&room, &loaded).await?;
    Ok(Json(History { length: loaded.game.length, marks: all.marks }))
}
