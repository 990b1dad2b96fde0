//! Bot turns. The games themselves are the queue: a game in which a bot must move has a due time.

use crate::database::{Dialect, Store, StoreError};
use sqlx::Row;

/// A game in which a bot must move now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotTurn {
    /// The game.
    pub game: String,
    /// Its last journal entry when it was claimed.
    pub seq: i64,
}

// Nothing waits for longer. A later time was written by a clock that has been set back since: it is due.
const LONGEST: i64 = 600_000;

/// Whether a bot's turn is due.
pub fn is_due(due: i64, now: i64) -> bool {
    due <= now || due > now + LONGEST
}

impl Store {
    /// Claims due bot turns until `lease`; nobody else gets them before. After a crash they become free again.
    pub async fn claim_bot_turns(
        &self,
        now: i64,
        lease: i64,
        most: i64,
    ) -> Result<Vec<BotTurn>, StoreError> {
        // SQLite has one process and one writer: a claim there is kept in memory by the caller.
        let (sql, pool) = match self.inner.dialect {
            Dialect::Sqlite => (
                "SELECT id, seq FROM games WHERE (bot_due <= $1 OR bot_due > $4) AND $2 = $2 AND state = 'playing' \
                 ORDER BY bot_due LIMIT $3",
                self.reads(),
            ),
            Dialect::Postgres => (
                "UPDATE games SET bot_lease = $2 WHERE id IN (SELECT id FROM games WHERE (bot_due <= $1 OR bot_due > $4) \
                 AND (bot_lease < $1 OR bot_lease > $4) AND state = 'playing' ORDER BY bot_due LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING id, seq",
                self.writes(),
            ),
        };
        sqlx::query(sql)
            .bind(now)
            .bind(lease)
            .bind(most)
            .bind(now + LONGEST)
            .fetch_all(pool)
            .await?
            .iter()
            .map(|row| Ok(BotTurn { game: row.try_get("id")?, seq: row.try_get("seq")? }))
            .collect()
    }

    /// Gives a claim back.
    pub async fn release_bot_turn(&self, game: &str, due: i64) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE games SET bot_lease = 0, bot_due = $2 WHERE id = $1 AND bot_due IS NOT NULL",
        )
        .bind(game)
        .bind(due)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// When the next bot turn is due.
    pub async fn next_bot_turn(&self) -> Result<Option<i64>, StoreError> {
        let row = sqlx::query(
            "SELECT MIN(bot_due) AS due FROM games WHERE bot_due IS NOT NULL AND state = 'playing'",
        )
        .fetch_one(self.reads())
        .await?;
        Ok(row.try_get("due")?)
    }
}
