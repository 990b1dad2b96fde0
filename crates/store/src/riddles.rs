//! Puzzles that somebody tried: how often, when they were solved, whether the answer was shown.

use crate::database::{Store, StoreError};
use sqlx::Row;

/// A puzzle that somebody tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Riddle {
    /// The puzzle.
    pub puzzle: String,
    /// The day whose puzzle it was, counted from 1970; -1 if it was tried on another day.
    pub day: i64,
    /// Answers up to the right one.
    pub tries: i64,
    /// When it was solved.
    pub solved: Option<i64>,
    /// The answer was shown before.
    pub shown: bool,
}

// Puzzles of the day are remembered for so many days.
const DAYS: i64 = 800;

impl Store {
    /// Puzzles that somebody tried, those of days in their order.
    pub async fn riddles(&self, user: &str) -> Result<Vec<Riddle>, StoreError> {
        sqlx::query(
            "SELECT puzzle, day, tries, solved, shown FROM riddles WHERE user_id = $1 ORDER BY day, puzzle",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| {
            let shown: i64 = row.try_get("shown")?;
            Ok(Riddle {
                puzzle: row.try_get("puzzle")?,
                day: row.try_get("day")?,
                tries: row.try_get("tries")?,
                solved: row.try_get("solved")?,
                shown: shown != 0,
            })
        })
        .collect()
    }

    /// Somebody answered a puzzle. After a right answer nothing is counted any more.
    pub async fn try_riddle(
        &self,
        user: &str,
        puzzle: &str,
        day: i64,
        solved: Option<i64>,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO riddles (user_id, puzzle, day, tries, solved, shown) VALUES ($1, $2, $3, 1, $4, 0) \
             ON CONFLICT (user_id, puzzle, day) DO UPDATE SET \
             tries = riddles.tries + CASE WHEN riddles.solved IS NULL THEN 1 ELSE 0 END, \
             solved = COALESCE(riddles.solved, excluded.solved)",
        )
        .bind(user)
        .bind(puzzle)
        .bind(day)
        .bind(solved)
        .execute(self.writes())
        .await?;
        if day > DAYS {
            sqlx::query("DELETE FROM riddles WHERE user_id = $1 AND day >= 0 AND day < $2")
                .bind(user)
                .bind(day - DAYS)
                .execute(self.writes())
                .await?;
        }
        Ok(())
    }

    /// Somebody was shown the answer. What he had solved before stays his.
    pub async fn show_riddle(&self, user: &str, puzzle: &str, day: i64) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO riddles (user_id, puzzle, day, tries, solved, shown) VALUES ($1, $2, $3, 0, NULL, 1) \
             ON CONFLICT (user_id, puzzle, day) DO UPDATE SET \
             shown = CASE WHEN riddles.solved IS NULL THEN 1 ELSE riddles.shown END",
        )
        .bind(user)
        .bind(puzzle)
        .bind(day)
        .execute(self.writes())
        .await?;
        Ok(())
    }
}
