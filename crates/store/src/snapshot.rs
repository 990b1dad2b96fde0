//! States of a game at intervals, to start from when a move is looked at.
//!
//! The bytes mean something only to the build that wrote them; another build ignores them and writes its own.

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
        Ok(row
            .map(|r| Ok::<_, sqlx::Error>((r.try_get("number")?, r.try_get("state")?)))
            .transpose()?)
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
