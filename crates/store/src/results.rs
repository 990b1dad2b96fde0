//! Games that are over, as lists, pages of players and ratings need them. All of it can be worked out again from the
//! games.

use crate::database::{Dialect, Store, StoreError};
use sqlx::any::AnyRow;
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, Connection, Row, Transaction};

/// What became of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Seat.
    pub seat: u8,
    /// Whose result it is.
    pub user: Option<String>,
    /// Level of the bot that sat there from the beginning.
    pub bot: Option<String>,
    /// Wealth at the end.
    pub value: i64,
    /// Place, from 1; those who share it have the same.
    pub place: i64,
    /// Among the winners.
    pub won: bool,
    /// Decisions of the person.
    pub moves: i64,
    /// Milliseconds that they took together.
    pub waited: i64,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The game.
    pub game: String,
    /// Title.
    pub title: String,
    /// Variant.
    pub variant: String,
    /// Preset.
    pub preset: String,
    /// Options that differ from the preset, as JSON.
    pub options: String,
    /// Made when.
    pub began: i64,
    /// When the last move was made.
    pub ended: i64,
    /// Moves.
    pub length: i64,
    /// Which ratings it counts for; empty for none.
    pub pool: String,
    /// Why it ended.
    pub reason: String,
    /// Seats in order.
    pub places: Vec<Place>,
}

/// How often somebody decided for a seat, and how long that took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Decisions.
    pub moves: i64,
    /// Milliseconds together.
    pub waited: i64,
}

// Entries of a journal that are looked at to find out how long players took.
const MOST_ENTRIES: i64 = 20_000;

// Whoever notes results or ratings waits for the others that do.
const LOCK: &str = "SELECT pg_advisory_xact_lock(18601890)";

impl Store {
    /// A transaction in which nobody else notes results or ratings.
    pub(crate) async fn alone<'c>(
        &self,
        connection: &'c mut PoolConnection<Any>,
    ) -> Result<Transaction<'c, Any>, StoreError> {
        match self.inner.dialect {
            Dialect::Sqlite => Ok(connection.begin_with("BEGIN IMMEDIATE").await?),
            Dialect::Postgres => {
                let mut tx = connection.begin().await?;
                sqlx::query(LOCK).execute(&mut *tx).await?;
                Ok(tx)
            }
        }
    }

    /// Games that are over and not noted yet, some of them.
    pub async fn unrecorded(&self, limit: i64) -> Result<Vec<String>, StoreError> {
        sqlx::query(
            "SELECT id FROM games WHERE state = 'finished' AND recorded = 0 ORDER BY id LIMIT $1",
        )
        .bind(limit)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| Ok(row.try_get("id")?))
        .collect()
    }

    /// All games that are over are noted anew.
    pub async fn unrecord_all(&self) -> Result<(), StoreError> {
        sqlx::query("UPDATE games SET recorded = 0 WHERE state = 'finished'")
            .execute(self.writes())
            .await?;
        Ok(())
    }

    /// The games of a person that are over are noted anew: somebody without an account has one now.
    pub async fn unrecord(&self, user: &str) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE games SET recorded = 0 WHERE state = 'finished' AND id IN \
             (SELECT game_id FROM seats WHERE user_id = $1 OR left_user = $1)",
        )
        .bind(user)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// When the last move of a game was made.
    pub async fn ended(&self, game: &str) -> Result<Option<i64>, StoreError> {
        let row = sqlx::query(
            "SELECT j.at FROM moves m JOIN journal j ON j.game_id = m.game_id AND j.seq = m.seq \
             WHERE m.game_id = $1 ORDER BY m.number DESC LIMIT 1",
        )
        .bind(game)
        .fetch_optional(self.reads())
        .await?;
        Ok(row.map(|r| r.try_get("at")).transpose()?)
    }

    /// Whether moves of a game were made elsewhere: in a file, or in another game.
    pub async fn has_foreign_moves(&self, game: &str) -> Result<bool, StoreError> {
        let row = sqlx::query(
            "SELECT 1 AS n FROM journal WHERE game_id = $1 AND kind = 'imported' LIMIT 1",
        )
        .bind(game)
        .fetch_optional(self.reads())
        .await?;
        Ok(row.is_some())
    }

    /// How long people took, by seat.
    pub async fn tallies(&self, game: &str, seats: usize) -> Result<Vec<Tally>, StoreError> {
        let rows = sqlx::query(
            "SELECT j.at, j.kind, m.seat, m.user_id, m.automatic FROM journal j LEFT JOIN moves m ON \
             m.game_id = j.game_id AND m.seq = j.seq AND m.part = 0 WHERE j.game_id = $1 AND j.kind IN \
             ('moves', 'undone', 'redone', 'game') ORDER BY j.seq LIMIT $2",
        )
        .bind(game)
        .bind(MOST_ENTRIES)
        .fetch_all(self.reads())
        .await?;
        let (mut tallies, mut before) = (vec![Tally::default(); seats], None);
        let mut moved = false;
        for row in &rows {
            let (at, kind): (i64, String) = (row.try_get("at")?, row.try_get("kind")?);
            // What happens around the table does not shorten anybody's time.
            if kind == "game" && moved {
                continue;
            }
            moved |= kind != "game";
            let who: Option<String> = row.try_get("user_id")?;
            let own = row.try_get::<Option<i64>, _>("automatic")? == Some(0);
            if let (Some(before), Some(_), true) = (before, who, own) {
                let seat = row.try_get::<Option<i64>, _>("seat")?.unwrap_or(0) as usize;
                if let Some(tally) = tallies.get_mut(seat) {
                    tally.moves += 1;
                    tally.waited += i64::max(at - before, 0);
                }
            }
            before = Some(at);
        }
        Ok(tallies)
    }

    /// Notes a game that is over, in place of what was noted before, unless it has changed since the journal entry `seq`.
    /// `record` tells how it went, as JSON; without it, what is there stays.
    pub async fn record(
        &self,
        result: &GameResult,
        seq: i64,
        record: Option<&str>,
    ) -> Result<(), StoreError> {
        let mut connection = self.writes().acquire().await?;
        let mut tx = self.alone(&mut connection).await?;
        let kept: Option<String> = sqlx::query("SELECT record FROM results WHERE game_id = $1")
            .bind(&result.game)
            .fetch_optional(&mut *tx)
            .await?
            .map(|row| row.try_get("record"))
            .transpose()?
            .flatten();
        spoil(&mut tx, &result.game).await?;
        sqlx::query("DELETE FROM results WHERE game_id = $1")
            .bind(&result.game)
            .execute(&mut *tx)
            .await?;
        // It may have been deleted, its seats may have changed again, or another server was faster.
        let there = sqlx::query(
            "UPDATE games SET recorded = 1 WHERE id = $1 AND state = 'finished' AND seq = $2 AND recorded = 0",
        )
        .bind(&result.game)
        .bind(seq)
        .execute(&mut *tx)
        .await?;
        if there.rows_affected() == 0 {
            tx.rollback().await?;
            return Ok(());
        }
        let bots = result.places.iter().filter(|p| p.bot.is_some()).count() as i64;
        sqlx::query(
            "INSERT INTO results (game_id, title, variant, preset, options, began, ended, length, players, bots, pool, \
             reason, record) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        )
        .bind(&result.game)
        .bind(&result.title)
        .bind(&result.variant)
        .bind(&result.preset)
        .bind(&result.options)
        .bind(result.began)
        .bind(result.ended)
        .bind(result.length)
        .bind(result.places.len() as i64)
        .bind(bots)
        .bind(&result.pool)
        .bind(&result.reason)
        .bind(record.map(str::to_owned).or(kept))
        .execute(&mut *tx)
        .await?;
        for place in &result.places {
            sqlx::query(
                "INSERT INTO places (game_id, seat, user_id, bot, value, place, won, moves, waited) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            )
            .bind(&result.game)
            .bind(i64::from(place.seat))
            .bind(&place.user)
            .bind(&place.bot)
            .bind(place.value)
            .bind(place.place)
            .bind(i64::from(place.won))
            .bind(place.moves)
            .bind(place.waited)
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// A game that is over cannot be noted: it is not tried again until it changes.
    pub async fn give_up_recording(&self, game: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE games SET recorded = 2 WHERE id = $1")
            .bind(game)
            .execute(self.writes())
            .await?;
        Ok(())
    }

    /// Whether it is noted how a game went. Earlier programs did not note how it was opened.
    pub async fn has_record(&self, game: &str) -> Result<bool, StoreError> {
        let row = sqlx::query(
            "SELECT 1 AS n FROM results WHERE game_id = $1 AND record LIKE '%\"openings\":%'",
        )
        .bind(game)
        .fetch_optional(self.reads())
        .await?;
        Ok(row.is_some())
    }

    /// How the newest games of a title went: the variant, and the rest as JSON.
    pub async fn records(
        &self,
        title: &str,
        limit: i64,
    ) -> Result<Vec<(String, String)>, StoreError> {
        sqlx::query(
            "SELECT variant, record FROM results WHERE title = $1 AND record IS NOT NULL \
             ORDER BY ended DESC, game_id DESC LIMIT $2",
        )
        .bind(title)
        .bind(limit)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| Ok((row.try_get("variant")?, row.try_get("record")?)))
        .collect()
    }

    /// Titles with the number of games whose course is noted, and of those that the statistics were made from.
    pub async fn studied(&self) -> Result<Vec<(String, i64, i64)>, StoreError> {
        sqlx::query(
            "SELECT r.title, COUNT(*) AS n, COALESCE(MAX(s.games), 0) AS m FROM results r LEFT JOIN statistics s ON \
             s.title = r.title WHERE r.record IS NOT NULL GROUP BY r.title ORDER BY r.title",
        )
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| Ok((row.try_get("title")?, row.try_get("n")?, row.try_get("m")?)))
        .collect()
    }

    /// The statistics of a title: games, made when, tables as JSON.
    pub async fn statistics(&self, title: &str) -> Result<Option<(i64, i64, String)>, StoreError> {
        let row = sqlx::query("SELECT games, at, tables FROM statistics WHERE title = $1")
            .bind(title)
            .fetch_optional(self.reads())
            .await?;
        row.map(|r| Ok((r.try_get("games")?, r.try_get("at")?, r.try_get("tables")?))).transpose()
    }

    /// Keeps the statistics of a title.
    pub async fn set_statistics(
        &self,
        title: &str,
        games: i64,
        at: i64,
        tables: &str,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO statistics (title, games, at, tables) VALUES ($1, $2, $3, $4) ON CONFLICT (title) \
             DO UPDATE SET games = $2, at = $3, tables = $4",
        )
        .bind(title)
        .bind(games)
        .bind(at)
        .bind(tables)
        .execute(self.writes())
        .await?;
        Ok(())
    }
}

/// How somebody did at one seat of tables of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Title.
    pub title: String,
    /// Seats of the table.
    pub players: i64,
    /// The seat.
    pub seat: i64,
    /// With bots at the table.
    pub bots: bool,
    /// Games.
    pub games: i64,
    /// Games won, alone or with others.
    pub won: i64,
    /// Places added up.
    pub places: i64,
}

/// How somebody did against bots of one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// Title.
    pub title: String,
    /// Level.
    pub level: String,
    /// Bots met.
    pub games: i64,
    /// Of these he came before so many.
    pub before: i64,
}

impl Store {
    /// How somebody did, by title and seat. Games at one screen and games out of files are not counted.
    pub async fn scores(&self, user: &str) -> Result<Vec<Score>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.title, r.players, p.seat, CASE WHEN r.bots > 0 THEN 1 ELSE 0 END AS bots, COUNT(*) AS games, \
             COUNT(CASE WHEN p.won = 1 THEN 1 END) AS won, CAST(SUM(p.place) AS BIGINT) AS places FROM places p \
             JOIN results r ON r.game_id = p.game_id JOIN games g ON g.id = p.game_id WHERE p.user_id = $1 AND \
             g.hot_seat = 0 AND g.imported = 0 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?;
        let score = |r: &AnyRow| {
            Ok(Score {
                title: r.try_get("title")?,
                players: r.try_get("players")?,
                seat: r.try_get("seat")?,
                bots: as_number(r, "bots")? != 0,
                games: r.try_get("games")?,
                won: r.try_get("won")?,
                places: r.try_get("places")?,
            })
        };
        rows.iter().map(score).collect()
    }

    /// How somebody did against bots, by title and level.
    pub async fn bots_met(&self, user: &str) -> Result<Vec<Met>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.title, b.bot AS level, COUNT(*) AS games, COUNT(CASE WHEN p.place < b.place THEN 1 END) AS before \
             FROM places p JOIN results r ON r.game_id = p.game_id JOIN games g ON g.id = p.game_id JOIN places b ON \
             b.game_id = p.game_id AND b.bot IS NOT NULL WHERE p.user_id = $1 AND g.hot_seat = 0 AND g.imported = 0 \
             GROUP BY 1, 2 ORDER BY 1, 2",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?;
        let met = |r: &AnyRow| {
            Ok(Met {
                title: r.try_get("title")?,
                level: r.try_get("level")?,
                games: r.try_get("games")?,
                before: r.try_get("before")?,
            })
        };
        rows.iter().map(met).collect()
    }

    /// How long somebody took to decide, in all games with others that are over.
    pub async fn pace(&self, user: &str) -> Result<Tally, StoreError> {
        let row = sqlx::query(
            "SELECT CAST(COALESCE(SUM(p.moves), 0) AS BIGINT) AS moves, CAST(COALESCE(SUM(p.waited), 0) AS BIGINT) \
             AS waited FROM places p JOIN games g ON g.id = p.game_id WHERE p.user_id = $1 AND g.hot_seat = 0",
        )
        .bind(user)
        .fetch_one(self.reads())
        .await?;
        Ok(Tally { moves: row.try_get("moves")?, waited: row.try_get("waited")? })
    }
}

// Numbers that PostgreSQL works out itself are small ones.
fn as_number(row: &AnyRow, name: &str) -> Result<i64, StoreError> {
    Ok(match row.try_get::<i64, _>(name) {
        Ok(n) => n,
        Err(_) => i64::from(row.try_get::<i32, _>(name)?),
    })
}

/// The ratings that a game counts for are worked out again.
pub(crate) async fn spoil(tx: &mut AnyConnection, game: &str) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE pools SET stale = 1 WHERE EXISTS (SELECT 1 FROM results r WHERE r.game_id = $1 AND \
         r.title = pools.title AND r.pool = pools.pool)",
    )
    .bind(game)
    .execute(tx)
    .await?;
    Ok(())
}

pub(crate) fn place(row: &AnyRow) -> Result<Place, StoreError> {
    Ok(Place {
        seat: row.try_get::<i64, _>("seat")? as u8,
        user: row.try_get("user_id")?,
        bot: row.try_get("bot")?,
        value: row.try_get("value")?,
        place: row.try_get("place")?,
        won: row.try_get::<i64, _>("won")? != 0,
        moves: row.try_get("moves")?,
        waited: row.try_get("waited")?,
    })
}
