//! What happened in the lobby.

use crate::database::{Store, StoreError};
use serde::{Deserialize, Serialize};
use sqlx::Row;

/// A change of a listed game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LobbyEntry {
    /// Number, from 1.
    pub seq: i64,
    /// When.
    pub at: i64,
    /// Which game.
    pub game: String,
    /// What happened.
    pub what: String,
}

impl Store {
    /// Lobby entries of listed games after one, in order.
    pub async fn lobby(&self, after: i64, limit: i64) -> Result<Vec<LobbyEntry>, StoreError> {
        sqlx::query(
            "SELECT l.seq, l.at, l.game_id, l.what FROM lobby l JOIN games g ON g.id = l.game_id \
             WHERE l.seq > $1 AND g.listed = 1 ORDER BY l.seq LIMIT $2",
        )
        .bind(after)
        .bind(limit)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| {
            Ok(LobbyEntry {
                seq: row.try_get("seq")?,
                at: row.try_get("at")?,
                game: row.try_get("game_id")?,
                what: row.try_get("what")?,
            })
        })
        .collect()
    }

    /// Number of the last lobby entry.
    pub async fn lobby_seq(&self) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT value FROM counters WHERE name = 'lobby'")
            .fetch_one(self.reads())
            .await?;
        Ok(row.try_get("value")?)
    }
}
