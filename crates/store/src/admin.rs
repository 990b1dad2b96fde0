//! What the operator asks for.

use crate::account::account;
use crate::database::{Dialect, Store, StoreError};
use crate::{AccountSummary, GameRow, GameState};
use sqlx::Row;

impl Store {
    /// Accounts with a login, or all of them, the last seen first.
    pub async fn accounts(
        &self,
        guests: bool,
        limit: i64,
    ) -> Result<Vec<AccountSummary>, StoreError> {
        sqlx::query(
            "SELECT u.id, u.login, u.name, u.password, u.created, u.seen, \
             (SELECT COUNT(*) FROM seats s WHERE s.user_id = u.id) AS n FROM users u \
             WHERE ($1 = 1 OR u.login IS NOT NULL) ORDER BY u.seen DESC LIMIT $2",
        )
        .bind(i64::from(guests))
        .bind(limit)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| Ok(AccountSummary { account: account(row)?, seats: row.try_get("n")? }))
        .collect()
    }

    /// Removes sessions that ended, guests without seats not seen since a time, old lobby entries and snapshots of
    /// other builds; then gives space back. Returns how many rows went.
    pub async fn vacuum(
        &self,
        build: &str,
        now: i64,
        guests_before: i64,
    ) -> Result<u64, StoreError> {
        let mut gone = 0;
        gone += sqlx::query("DELETE FROM sessions WHERE expires < $1")
            .bind(now)
            .execute(self.writes())
            .await?
            .rows_affected();
        gone += sqlx::query(
            "DELETE FROM users WHERE login IS NULL AND seen < $1 AND id NOT IN \
             (SELECT user_id FROM seats WHERE user_id IS NOT NULL) AND id NOT IN \
             (SELECT owner FROM games WHERE owner IS NOT NULL)",
        )
        .bind(guests_before)
        .execute(self.writes())
        .await?
        .rows_affected();
        self.forget_logins().await?;
        gone += sqlx::query(
            "DELETE FROM lobby WHERE seq < (SELECT value - 10000 FROM counters WHERE name = 'lobby')",
        )
        .execute(self.writes())
        .await?
        .rows_affected();
        gone += sqlx::query("DELETE FROM snapshots WHERE build <> $1")
            .bind(build)
            .execute(self.writes())
            .await?
            .rows_affected();
        sqlx::query("VACUUM").execute(self.writes()).await?;
        if self.inner.dialect == Dialect::Sqlite {
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(self.writes()).await?;
        }
        Ok(gone)
    }

    /// Removes a game for good.
    pub async fn delete_game(&self, id: &str) -> Result<bool, StoreError> {
        Ok(sqlx::query("DELETE FROM games WHERE id = $1")
            .bind(id)
            .execute(self.writes())
            .await?
            .rows_affected()
            > 0)
    }

    /// Games and moves in the database.
    pub async fn counts(&self) -> Result<(i64, i64), StoreError> {
        let row = sqlx::query(
            "SELECT (SELECT COUNT(*) FROM games) AS games, (SELECT COUNT(*) FROM moves) AS moves",
        )
        .fetch_one(self.reads())
        .await?;
        Ok((row.try_get("games")?, row.try_get("moves")?))
    }

    /// Whether a game's rows fit together: as many moves as its length, numbered without gaps, entries likewise.
    pub async fn check_game(&self, game: &GameRow) -> Result<Vec<String>, StoreError> {
        let mut faults = Vec::new();
        for (what, sql, expected) in [
            (
                "moves",
                "SELECT COUNT(*) AS n, MAX(number) AS top FROM moves WHERE game_id = $1",
                game.length,
            ),
            (
                "entries",
                "SELECT COUNT(*) AS n, MAX(seq) AS top FROM journal WHERE game_id = $1",
                game.seq,
            ),
        ] {
            let row = sqlx::query(sql).bind(&game.id).fetch_one(self.reads()).await?;
            let (n, top): (i64, Option<i64>) = (row.try_get("n")?, row.try_get("top")?);
            if n != expected || top.unwrap_or(0) != expected {
                faults.push(format!(
                    "{}: {expected} {what} expected, {n} found, the last is {top:?}",
                    game.id
                ));
            }
        }
        if game.state == GameState::Playing && game.turn.is_none() {
            faults.push(format!("{}: in play, but nobody has to decide", game.id));
        }
        Ok(faults)
    }
}
