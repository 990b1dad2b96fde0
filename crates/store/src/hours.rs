//! When people do not play: their time zone, nights, weekends and vacations.

use crate::database::{Store, StoreError};
use sqlx::Row;
use sqlx::any::AnyRow;

/// When somebody does not play, from a time on. A later change never concerns a turn that had begun before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hours {
    /// Since when it is so.
    pub since: i64,
    /// Time zone by its IANA name.
    pub zone: String,
    /// The night in minutes since midnight: from and to.
    pub night: Option<(i64, i64)>,
    /// No play on Saturdays and Sundays.
    pub weekends: bool,
}

/// Days off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vacation {
    /// Id.
    pub id: String,
    /// Begins.
    pub from: i64,
    /// Ends.
    pub to: i64,
}

fn hours(row: &AnyRow) -> Result<Hours, StoreError> {
    let (from, to): (Option<i64>, Option<i64>) =
        (row.try_get("night_from")?, row.try_get("night_to")?);
    Ok(Hours {
        since: row.try_get("since")?,
        zone: row.try_get("zone")?,
        night: from.zip(to),
        weekends: row.try_get::<i64, _>("weekends")? != 0,
    })
}

fn vacation(row: &AnyRow) -> Result<Vacation, StoreError> {
    Ok(Vacation { id: row.try_get("id")?, from: row.try_get("begins")?, to: row.try_get("ends")? })
}

impl Store {
    /// The hours of a person, the oldest first; the last one holds now.
    pub async fn hours(&self, user: &str) -> Result<Vec<Hours>, StoreError> {
        sqlx::query(
            "SELECT since, zone, night_from, night_to, weekends FROM hours WHERE user_id = $1 ORDER BY since",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(hours)
        .collect()
    }

    /// Sets the hours of a person from now on; older ones than `keep` are forgotten, except the last of them.
    pub async fn set_hours(&self, user: &str, hours: &Hours, keep: i64) -> Result<(), StoreError> {
        let mut tx = self.writes().begin().await?;
        sqlx::query(
            "INSERT INTO hours (user_id, since, zone, night_from, night_to, weekends) VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT (user_id, since) DO UPDATE SET zone = $3, night_from = $4, night_to = $5, weekends = $6",
        )
        .bind(user)
        .bind(hours.since)
        .bind(&hours.zone)
        .bind(hours.night.map(|n| n.0))
        .bind(hours.night.map(|n| n.1))
        .bind(i64::from(hours.weekends))
        .execute(&mut *tx)
        .await?;
        sqlx::query(
            "DELETE FROM hours WHERE user_id = $1 AND since < \
             (SELECT MAX(h.since) FROM hours h WHERE h.user_id = $1 AND h.since < $2)",
        )
        .bind(user)
        .bind(keep)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Vacations of a person that end after a time, in order.
    pub async fn vacations(&self, user: &str, after: i64) -> Result<Vec<Vacation>, StoreError> {
        sqlx::query(
            "SELECT id, begins, ends FROM vacations WHERE user_id = $1 AND ends > $2 ORDER BY begins",
        )
        .bind(user)
        .bind(after)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(vacation)
        .collect()
    }

    /// Writes a vacation, if those that end after `after` are still as many as were seen.
    pub async fn add_vacation(
        &self,
        user: &str,
        vacation: &Vacation,
        after: i64,
        seen: usize,
    ) -> Result<bool, StoreError> {
        let mut tx = self.writes().begin().await?;
        // Two requests at once: the row of the account is the gate.
        sqlx::query("UPDATE users SET seen = seen WHERE id = $1")
            .bind(user)
            .execute(&mut *tx)
            .await?;
        let there: i64 =
            sqlx::query("SELECT COUNT(*) AS n FROM vacations WHERE user_id = $1 AND ends > $2")
                .bind(user)
                .bind(after)
                .fetch_one(&mut *tx)
                .await?
                .try_get("n")?;
        if there != seen as i64 {
            return Ok(false);
        }
        sqlx::query("INSERT INTO vacations (id, user_id, begins, ends) VALUES ($1, $2, $3, $4)")
            .bind(&vacation.id)
            .bind(user)
            .bind(vacation.from)
            .bind(vacation.to)
            .execute(&mut *tx)
            .await?;
        sqlx::query("DELETE FROM vacations WHERE user_id = $1 AND ends <= $2")
            .bind(user)
            .bind(after)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Ends a vacation now; one that has not begun is gone. Whether there was one.
    pub async fn end_vacation(&self, user: &str, id: &str, now: i64) -> Result<bool, StoreError> {
        let mut found = 0;
        for sql in [
            "DELETE FROM vacations WHERE user_id = $1 AND id = $2 AND begins >= $3",
            "UPDATE vacations SET ends = $3 WHERE user_id = $1 AND id = $2 AND begins < $3 AND ends > $3",
        ] {
            let done = sqlx::query(sql).bind(user).bind(id).bind(now).execute(self.writes());
            found += done.await?.rows_affected();
        }
        Ok(found > 0)
    }

    /// Gives hours and vacations of one person to another who has none.
    pub async fn hand_hours(&self, from: &str, to: &str) -> Result<(), StoreError> {
        for sql in [
            "UPDATE hours SET user_id = $2 WHERE user_id = $1 AND NOT EXISTS (SELECT 1 FROM hours h WHERE h.user_id = $2)",
            "UPDATE vacations SET user_id = $2 WHERE user_id = $1",
        ] {
            sqlx::query(sql).bind(from).bind(to).execute(self.writes()).await?;
        }
        Ok(())
    }
}
