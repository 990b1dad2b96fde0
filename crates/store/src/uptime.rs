//! When a server was up: each writes a row when it begins and moves its end on while it runs.

use crate::database::{Store, StoreError};
use sqlx::Row;

impl Store {
    /// Notes that a server is up from a time to another.
    pub async fn note_uptime(&self, id: &str, begins: i64, ends: i64) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO uptime (id, begins, ends) VALUES ($1, $2, $3) \
             ON CONFLICT (id) DO UPDATE SET ends = $3",
        )
        .bind(id)
        .bind(begins)
        .bind(ends)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Times after one in which a server was up, in the order in which they began.
    pub async fn uptime(&self, after: i64) -> Result<Vec<(i64, i64)>, StoreError> {
        sqlx::query("SELECT begins, ends FROM uptime WHERE ends > $1 ORDER BY begins, ends")
            .bind(after)
            .fetch_all(self.reads())
            .await?
            .iter()
            .map(|row| Ok((row.try_get("begins")?, row.try_get("ends")?)))
            .collect()
    }

    /// Forgets times that ended before one; the last of them stays, so that what follows it can be told.
    pub async fn forget_uptime(&self, before: i64) -> Result<(), StoreError> {
        sqlx::query(
            "DELETE FROM uptime WHERE ends < $1 AND ends < (SELECT MAX(u.ends) FROM uptime u WHERE u.ends < $1)",
        )
        .bind(before)
        .execute(self.writes())
        .await?;
        Ok(())
    }
}
