//! Clocks of tables: when somebody must look at one, what the journal says of them, how long people take to move.

use crate::database::{Dialect, Store, StoreError};
use sqlx::Row;

/// A game whose clock must be looked at now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockDue {
    /// The game.
    pub game: String,
    /// Its last journal entry when it was claimed.
    pub seq: i64,
}

/// How long somebody takes to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tempo {
    /// Moves that were looked at.
    pub moves: i64,
    /// Milliseconds from the move before to theirs, on average.
    pub average: i64,
}

// Games that are looked at for the tempo of a person, the last changed first.
const MOST_GAMES: i64 = 60;

impl Store {
    /// Claims games whose clocks are due until `lease`; nobody else gets them before. After a crash they become free again.
    pub async fn claim_clocks(
        &self,
        now: i64,
        lease: i64,
        most: i64,
    ) -> Result<Vec<ClockDue>, StoreError> {
        // SQLite has one process and one writer: the caller looks at one after the other.
        let (sql, pool) = match self.inner.dialect {
            Dialect::Sqlite => (
                "SELECT id, seq FROM games WHERE clock_due <= $1 AND $2 = $2 AND state = 'playing' \
                 ORDER BY clock_due LIMIT $3",
                self.reads(),
            ),
            Dialect::Postgres => (
                "UPDATE games SET clock_lease = $2 WHERE id IN (SELECT id FROM games WHERE clock_due <= $1 \
                 AND (clock_lease < $1 OR clock_lease > $2) AND state = 'playing' \
                 ORDER BY clock_due LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING id, seq",
                self.writes(),
            ),
        };
        sqlx::query(sql)
            .bind(now)
            .bind(lease)
            .bind(most)
            .fetch_all(pool)
            .await?
            .iter()
            .map(|row| Ok(ClockDue { game: row.try_get("id")?, seq: row.try_get("seq")? }))
            .collect()
    }

    /// Puts a claimed clock back until another time, unless the game went on meanwhile.
    pub async fn put_off_clock(
        &self,
        claimed: &ClockDue,
        due: Option<i64>,
        end: Option<i64>,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE games SET clock_lease = 0, clock_due = $3, clock_end = $4 WHERE id = $1 AND seq = $2",
        )
        .bind(&claimed.game)
        .bind(claimed.seq)
        .bind(due)
        .bind(end)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Puts a claimed clock back for a while, after a fault.
    pub async fn rest_clock(&self, claimed: &ClockDue, due: i64) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE games SET clock_lease = 0, clock_due = $3 WHERE id = $1 AND seq = $2 AND clock_due IS NOT NULL",
        )
        .bind(&claimed.game)
        .bind(claimed.seq)
        .bind(due)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// When the next clock is due.
    pub async fn next_clock(&self) -> Result<Option<i64>, StoreError> {
        let row = sqlx::query(
            "SELECT MIN(clock_due) AS due FROM games WHERE clock_due IS NOT NULL AND state = 'playing'",
        )
        .fetch_one(self.reads())
        .await?;
        Ok(row.try_get("due")?)
    }

    /// The clocks of a game as the journal told them last.
    pub async fn last_clock(&self, game: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query(
            // The kind is written out: an index holds entries of just this kind.
            "SELECT data FROM journal WHERE game_id = $1 AND kind = 'clock' ORDER BY seq DESC LIMIT 1",
        )
        .bind(game)
        .fetch_optional(self.reads())
        .await?;
        Ok(row.map(|row| row.try_get("data")).transpose()?)
    }

    /// Games in play of several people in which nothing happened since a time.
    pub async fn idle_games(&self, since: i64, most: i64) -> Result<Vec<String>, StoreError> {
        sqlx::query(
            "SELECT id FROM games WHERE state = 'playing' AND updated < $1 AND \
             (SELECT COUNT(DISTINCT s.user_id) FROM seats s WHERE s.game_id = games.id) > 1 ORDER BY updated LIMIT $2",
        )
        .bind(since)
        .bind(most)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| Ok(row.try_get("id")?))
        .collect()
    }

    /// How long a person takes to move: from the journals of the last games in which they sit or sat with others. A move
    /// counts from the change of the position before it.
    pub async fn tempo(&self, user: &str) -> Result<Tempo, StoreError> {
        let row = sqlx::query(
            "SELECT COUNT(*) AS moves, CAST(COALESCE(AVG(took), 0) AS BIGINT) AS average FROM (\
             SELECT user_id, at - LAG(at) OVER (PARTITION BY game_id ORDER BY seq) AS took FROM journal \
             WHERE kind IN ('moves', 'undone', 'redone') AND game_id IN (\
             SELECT g.id FROM games g WHERE g.hot_seat = 0 AND g.imported = 0 \
             AND EXISTS (SELECT 1 FROM seats s WHERE s.game_id = g.id AND (s.user_id = $1 OR s.left_user = $1)) \
             AND EXISTS (SELECT 1 FROM seats s WHERE s.game_id = g.id AND (s.user_id <> $1 OR s.left_user <> $1)) \
             ORDER BY g.updated DESC LIMIT $2)) AS waits WHERE user_id = $1 AND took IS NOT NULL",
        )
        .bind(user)
        .bind(MOST_GAMES)
        .fetch_one(self.reads())
        .await?;
        Ok(Tempo { moves: row.try_get("moves")?, average: row.try_get("average")? })
    }
}
