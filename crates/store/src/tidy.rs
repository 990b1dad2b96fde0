//! What nobody needs any more.

use crate::database::{Dialect, Store, StoreError};

/// When something counts as given up: it happened last before these times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stale {
    /// Now: sessions that ended before it.
    pub now: i64,
    /// Guests who were here on one day only.
    pub once: i64,
    /// Guests without a game.
    pub guests: i64,
    /// Tables at which nobody sits.
    pub empty: i64,
    /// Tables that wait for players.
    pub waiting: i64,
    /// Games read from a file to be looked at.
    pub watched: i64,
    /// Games that were given up, and games in which only guests have part.
    pub left: i64,
}

/// How many rows went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tidied {
    /// Sessions.
    pub sessions: u64,
    /// Guests.
    pub guests: u64,
    /// Games.
    pub games: u64,
    /// Lines of the lobby.
    pub lobby: u64,
    /// What the house decided and is no longer so.
    pub house: u64,
}

impl Tidied {
    /// All together.
    pub fn total(&self) -> u64 {
        self.sessions + self.guests + self.games + self.lobby + self.house
    }
}

const DAY: i64 = 86_400_000;

// Nobody sits, sat or may come back.
const NOBODY: &str = "NOT EXISTS (SELECT 1 FROM seats s WHERE s.game_id = games.id AND \
                      (s.user_id IS NOT NULL OR s.left_user IS NOT NULL))";

// Nobody with a name and a password has part in it.
const GUESTS_ONLY: &str = "NOT EXISTS (SELECT 1 FROM users u WHERE u.login IS NOT NULL AND (u.id = games.owner OR \
                           u.id IN (SELECT s.user_id FROM seats s WHERE s.game_id = games.id) OR \
                           u.id IN (SELECT s.left_user FROM seats s WHERE s.game_id = games.id)))";

impl Store {
    async fn gone(&self, sql: String, before: i64) -> Result<u64, StoreError> {
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(before);
        Ok(query.execute(self.writes()).await?.rows_affected())
    }

    /// Removes what nobody needs any more: sessions that ended, tables and games that were given up, guests who did not
    /// come back, old lines of the lobby. A game that somebody with an account finished stays.
    pub async fn tidy(&self, stale: &Stale) -> Result<Tidied, StoreError> {
        let mut tidied = Tidied {
            sessions: self
                .gone("DELETE FROM sessions WHERE expires < $1".to_owned(), stale.now)
                .await?,
            ..Tidied::default()
        };
        for (condition, before) in [
            (format!("state = 'open' AND {NOBODY}"), stale.empty),
            ("state = 'open'".to_owned(), stale.waiting),
            (format!("imported = 1 AND state <> 'playing' AND {NOBODY}"), stale.watched),
            ("state = 'abandoned'".to_owned(), stale.left),
            (GUESTS_ONLY.to_owned(), stale.left),
        ] {
            let sql = format!("DELETE FROM games WHERE updated < $1 AND {condition}");
            tidied.games += self.gone(sql, before).await?;
        }
        // Studies of guests go like their games.
        tidied.games += self
            .gone(
                "DELETE FROM studies WHERE updated < $1 \
                 AND owner IN (SELECT u.id FROM users u WHERE u.login IS NULL)"
                    .to_owned(),
                stale.left,
            )
            .await?;
        let idle = "login IS NULL AND seen < $1 \
                    AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.user_id = users.id OR s.left_user = users.id) \
                    AND NOT EXISTS (SELECT 1 FROM games g WHERE g.owner = users.id) \
                    AND NOT EXISTS (SELECT 1 FROM studies t WHERE t.owner = users.id)";
        for (condition, before) in
            [(format!("seen < created + {DAY}"), stale.once), ("1 = 1".to_owned(), stale.guests)]
        {
            let sql = format!("DELETE FROM users WHERE {idle} AND {condition}");
            tidied.guests += self.gone(sql, before).await?;
        }
        // Words sent by mail, codes and bans that have ended; reports that were settled long ago.
        for (sql, before) in [
            ("DELETE FROM words WHERE expires < $1", stale.now),
            (
                "DELETE FROM notices WHERE at < $1 - 604800000 \
                 OR channel_id IN (SELECT id FROM channels WHERE state <> 'on')",
                stale.now,
            ),
            ("DELETE FROM codes WHERE expires < $1 OR (uses = 0 AND created < $1)", stale.left),
            ("DELETE FROM bans WHERE until < $1", stale.left),
            ("DELETE FROM reports WHERE done < $1", stale.left),
        ] {
            tidied.house += self.gone(sql.to_owned(), before).await?;
        }
        tidied.lobby += self
            .gone(
                "DELETE FROM lobby WHERE seq < (SELECT value - $1 FROM counters WHERE name = 'lobby')".to_owned(),
                10_000,
            )
            .await?;
        if tidied.sessions + tidied.guests > 0 {
            self.forget_logins().await?;
        }
        Ok(tidied)
    }

    /// Drops what other builds worked out, and gives space back.
    pub async fn vacuum(&self, build: &str) -> Result<u64, StoreError> {
        let gone = sqlx::query("DELETE FROM snapshots WHERE build <> $1")
            .bind(build)
            .execute(self.writes())
            .await?
            .rows_affected();
        let sql = match self.inner.dialect {
            Dialect::Sqlite => "VACUUM",
            Dialect::Postgres => "VACUUM ANALYZE",
        };
        sqlx::query(sql).execute(self.writes()).await?;
        Ok(gone)
    }
}
