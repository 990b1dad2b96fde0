//! States of a game at intervals, to start from when a move is looked at.
//!
//! The bytes mean something only to the build that wrote them; another build ignores them and writes its own. They are
//! worked out from the moves: one that cannot be read is dropped.

use crate::database::{Store, StoreError};
use sqlx::Row;

impl Store {
    /// The last state at or before a move.
    pub async fn snapshot(
        &self,
        game: &str,
        build: &str,
        at: i64,
    ) -> Result<Option<(i64, Vec<u8>)>, StoreError> {
        let row = sqlx::query(
            "SELECT number, state FROM snapshots WHERE game_id = $1 AND build = $2 AND number <= $3 \
             ORDER BY number DESC LIMIT 1",
        )
        .bind(game)
        .bind(build)
        .bind(at)
        .fetch_optional(self.reads())
        .await?;
        let Some(row) = row else { return Ok(None) };
        // What is not even bytes counts as bytes that say nothing.
        Ok(Some((row.try_get("number")?, row.try_get("state").unwrap_or_default())))
    }

    /// Drops the states of a game.
    pub async fn drop_snapshots(&self, game: &str, build: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM snapshots WHERE game_id = $1 AND build = $2")
            .bind(game)
            .bind(build)
            .execute(self.writes())
            .await?;
        Ok(())
    }

    /// Writes states that were worked out while loading. `on` guards against an undo in between.
    pub async fn add_snapshots(
        &self,
        game: &str,
        build: &str,
        on: i64,
        states: &[(i64, Vec<u8>)],
    ) -> Result<(), StoreError> {
        let mut tx = self.writes().begin().await?;
        for (number, state) in states {
            sqlx::query(
                "INSERT INTO snapshots (game_id, number, build, state) SELECT id, $2, $3, $4 FROM games \
                 WHERE id = $1 AND seq = $5 ON CONFLICT (game_id, build, number) DO NOTHING",
            )
            .bind(game)
            .bind(*number)
            .bind(build)
            .bind(state.as_slice())
            .bind(on)
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }
}
