//! Games that wait for one's decision.

use crate::app::App;
use crate::fault::{Fault, FaultBody};
use crate::game_json::game_json;
use crate::shapes::GameJson;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

const MOST: i64 = 30;

/// Games that wait for somebody.
#[derive(Debug, Serialize, ToSchema)]
pub struct Waiting {
    /// How many.
    pub count: i64,
    /// The longest waiting first; no more than 30.
    pub games: Vec<GameJson>,
}

/// Games in which who asks must decide.
#[utoipa::path(get, path = "/api/waiting", tag = "lobby",
    responses((status = 200, body = Waiting), (status = "4XX", body = FaultBody)))]
pub async fn waiting(State(app): State<App>, visitor: Visitor) -> Result<Json<Waiting>, Fault> {
    let Some(user) = visitor.id() else {
        return Ok(Json(Waiting { count: 0, games: Vec::new() }));
    };
    let (games, count) = app.store.games_waiting(user, MOST).await?;
    let games = games.iter().map(|(game, seats)| game_json(game, seats, Some(user))).collect();
    Ok(Json(Waiting { count, games }))
}
