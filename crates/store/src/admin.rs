//! What the operator asks for.

use crate::AccountSummary;
use crate::account::{COLUMNS, account};
use crate::database::{Store, StoreError};
use sqlx::{AssertSqlSafe, Row};

impl Store {
    /// Accounts with a login, or all of them, the last seen first.
    pub async fn accounts(
        &self,
        guests: bool,
        limit: i64,
    ) -> Result<Vec<AccountSummary>, StoreError> {
        sqlx::query(AssertSqlSafe(format!(
            "SELECT {COLUMNS}, (SELECT COUNT(*) FROM seats s WHERE s.user_id = users.id) AS n FROM users \
             WHERE ($1 = 1 OR login IS NOT NULL) ORDER BY seen DESC LIMIT $2",
        )))
        .bind(i64::from(guests))
        .bind(limit)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| Ok(AccountSummary { account: account(row)?, seats: row.try_get("n")? }))
        .collect()
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
}
