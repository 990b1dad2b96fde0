//! Judgements of games that are over: who asked, how far it is, and what was found of each move. All of it is derived from
//! the moves, so backups leave it out.

use crate::database::{Dialect, Store, StoreError};
use sqlx::Row;
use sqlx::any::AnyRow;

/// Where a judgement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgementState {
    /// To be worked on, or in hand.
    Waiting,
    /// Finished.
    Done,
    /// Whoever asked wants it no more.
    Cancelled,
    /// The game could not be judged.
    Failed,
}

impl JudgementState {
    /// Its name in the database and in the interface.
    pub const fn name(self) -> &'static str {
        match self {
            JudgementState::Waiting => "waiting",
            JudgementState::Done => "done",
            JudgementState::Cancelled => "cancelled",
            JudgementState::Failed => "failed",
        }
    }

    fn read(name: &str) -> JudgementState {
        match name {
            "waiting" => JudgementState::Waiting,
            "done" => JudgementState::Done,
            "cancelled" => JudgementState::Cancelled,
            _ => JudgementState::Failed,
        }
    }
}

/// A judgement as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The game.
    pub game: String,
    /// Who asked.
    pub asker: Option<String>,
    /// When.
    pub asked: i64,
    /// Where it stands.
    pub state: JudgementState,
    /// By which program and in which way.
    pub setting: String,
    /// Of which moves: the hash of the state that they lead to.
    pub reached: String,
    /// What was expected before the first move, as JSON; empty at first.
    pub begun: String,
    /// Moves that are judged.
    pub done: i64,
    /// All moves.
    pub length: i64,
    /// In hand until then.
    pub lease: i64,
}

// A lease of the far future was written by a clock that has been set back since.
const LONGEST: i64 = 600_000;

fn read(row: &AnyRow) -> Result<Judgement, StoreError> {
    Ok(Judgement {
        game: row.try_get("game_id")?,
        asker: row.try_get("asker")?,
        asked: row.try_get("asked")?,
        state: JudgementState::read(&row.try_get::<String, _>("state")?),
        setting: row.try_get("setting")?,
        reached: row.try_get("reached")?,
        begun: row.try_get("begun")?,
        done: row.try_get("done")?,
        length: row.try_get("length")?,
        lease: row.try_get("lease")?,
    })
}

impl Store {
    /// The judgement of a game.
    pub async fn judgement(&self, game: &str) -> Result<Option<Judgement>, StoreError> {
        let row = sqlx::query("SELECT * FROM judgements WHERE game_id = $1")
            .bind(game)
            .fetch_optional(self.reads())
            .await?;
        row.as_ref().map(read).transpose()
    }

    /// Judgements that wait or are in hand: all, those of a person, and those asked for before a time.
    pub async fn waiting_judgements(
        &self,
        asker: &str,
        before: i64,
    ) -> Result<(i64, i64, i64), StoreError> {
        let row = sqlx::query(
            "SELECT COUNT(*) AS every, COUNT(CASE WHEN asker = $1 THEN 1 END) AS own, \
             COUNT(CASE WHEN asked < $2 THEN 1 END) AS earlier FROM judgements WHERE state = 'waiting'",
        )
        .bind(asker)
        .bind(before)
        .fetch_one(self.reads())
        .await?;
        Ok((row.try_get("every")?, row.try_get("own")?, row.try_get("earlier")?))
    }

    /// Asks for a judgement. What is known stays, if it is of the same moves and the same setting. `false`: the person has
    /// asked for another one.
    pub async fn ask_judgement(&self, new: &Judgement) -> Result<bool, StoreError> {
        let mut tx = self.writes().begin().await?;
        sqlx::query(
            "DELETE FROM judgements WHERE game_id = $1 AND (setting <> $2 OR reached <> $3 OR length <> $4)",
        )
        .bind(&new.game)
        .bind(&new.setting)
        .bind(&new.reached)
        .bind(new.length)
        .execute(&mut *tx)
        .await?;
        let asked = sqlx::query(
            "INSERT INTO judgements (game_id, asker, asked, state, setting, reached, begun, done, length, lease) \
             VALUES ($1, $2, $3, 'waiting', $4, $5, '', 0, $6, 0) \
             ON CONFLICT (game_id) DO UPDATE SET asker = $2, asked = $3, state = 'waiting', lease = 0 \
             WHERE judgements.state IN ('cancelled', 'failed')",
        )
        .bind(&new.game)
        .bind(&new.asker)
        .bind(new.asked)
        .bind(&new.setting)
        .bind(&new.reached)
        .bind(new.length)
        .execute(&mut *tx)
        .await;
        match asked {
            Ok(_) => {}
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        tx.commit().await?;
        Ok(true)
    }

    /// Claims the judgement that waits longest, until `lease`. After a crash it becomes free again.
    pub async fn claim_judgement(
        &self,
        now: i64,
        lease: i64,
    ) -> Result<Option<Judgement>, StoreError> {
        // SQLite has one process, and that one works on one at a time: what is in hand there was left by a crash.
        let sql = match self.inner.dialect {
            Dialect::Sqlite => {
                "UPDATE judgements SET lease = $2 WHERE game_id = (SELECT game_id FROM judgements \
                 WHERE state = 'waiting' AND $1 = $1 AND $3 = $3 ORDER BY asked, game_id LIMIT 1) RETURNING *"
            }
            Dialect::Postgres => {
                "UPDATE judgements SET lease = $2 WHERE game_id = (SELECT game_id FROM judgements \
                 WHERE state = 'waiting' AND (lease < $1 OR lease > $3) ORDER BY asked, game_id LIMIT 1 \
                 FOR UPDATE SKIP LOCKED) RETURNING *"
            }
        };
        let row = sqlx::query(sql)
            .bind(now)
            .bind(lease)
            .bind(now + LONGEST)
            .fetch_optional(self.writes())
            .await?;
        row.as_ref().map(read).transpose()
    }

    /// Keeps what was found of moves, and the claim. `false`: nobody wants it any more, and nothing was kept.
    pub async fn keep_judged(
        &self,
        work: &Judgement,
        moves: &[(i64, String)],
    ) -> Result<bool, StoreError> {
        let mut tx = self.writes().begin().await?;
        let wanted = sqlx::query(
            "UPDATE judgements SET lease = $2, done = $3, begun = $4 WHERE game_id = $1 AND state = 'waiting' \
             AND setting = $5 AND reached = $6",
        )
        .bind(&work.game)
        .bind(work.lease)
        .bind(work.done)
        .bind(&work.begun)
        .bind(&work.setting)
        .bind(&work.reached)
        .execute(&mut *tx)
        .await?;
        if wanted.rows_affected() == 0 {
            return Ok(false);
        }
        for (number, told) in moves {
            sqlx::query(
                "INSERT INTO judged_moves (game_id, number, told) VALUES ($1, $2, $3) \
                 ON CONFLICT (game_id, number) DO UPDATE SET told = $3",
            )
            .bind(&work.game)
            .bind(*number)
            .bind(told)
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// Gives a claim back; with a state, for good.
    pub async fn leave_judgement(
        &self,
        game: &str,
        state: JudgementState,
    ) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "UPDATE judgements SET lease = 0, state = $2 WHERE game_id = $1 AND state = 'waiting'",
        )
        .bind(game)
        .bind(state.name())
        .execute(self.writes())
        .await?;
        Ok(done.rows_affected() > 0)
    }

    /// What was found of moves, from one on.
    pub async fn judged_moves(
        &self,
        game: &str,
        from: i64,
        most: i64,
    ) -> Result<Vec<String>, StoreError> {
        sqlx::query(
            "SELECT told FROM judged_moves WHERE game_id = $1 AND number >= $2 ORDER BY number LIMIT $3",
        )
        .bind(game)
        .bind(from)
        .bind(most)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| Ok(row.try_get("told")?))
        .collect()
    }
}
