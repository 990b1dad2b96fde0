//! Whom people like to meet, and what they keep back of themselves.

use crate::database::{Store, StoreError};
use sqlx::Row;

/// Somebody whom a player likes to meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Friend {
    /// Account.
    pub id: String,
    /// Name.
    pub name: String,
    /// Since when.
    pub at: i64,
}

/// What somebody keeps back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hiding {
    /// His page.
    pub page: bool,
    /// His name in lists: of ratings, of the archive.
    pub name: bool,
}

// Accounts that are asked for at once.
const MOST: usize = 256;

impl Store {
    /// Whom somebody likes to meet. Who hides his page by now is not told.
    pub async fn friends(&self, user: &str) -> Result<Vec<Friend>, StoreError> {
        sqlx::query(
            "SELECT f.friend, u.name, f.at FROM friends f JOIN users u ON u.id = f.friend WHERE f.user_id = $1 AND \
             u.hides_page = 0 ORDER BY f.at, f.friend",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| {
            Ok(Friend {
                id: row.try_get("friend")?,
                name: row.try_get("name")?,
                at: row.try_get("at")?,
            })
        })
        .collect()
    }

    /// How many somebody likes to meet, with those who hide.
    pub async fn count_friends(&self, user: &str) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT COUNT(*) AS n FROM friends WHERE user_id = $1")
            .bind(user)
            .fetch_one(self.reads())
            .await?;
        Ok(row.try_get("n")?)
    }

    /// Somebody likes to meet another.
    pub async fn add_friend(&self, user: &str, friend: &str, at: i64) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO friends (user_id, friend, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(user)
        .bind(friend)
        .bind(at)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Somebody is no friend any more; whether he was.
    pub async fn remove_friend(&self, user: &str, friend: &str) -> Result<bool, StoreError> {
        let gone = sqlx::query("DELETE FROM friends WHERE user_id = $1 AND friend = $2")
            .bind(user)
            .bind(friend)
            .execute(self.writes())
            .await?;
        Ok(gone.rows_affected() > 0)
    }

    /// What somebody keeps back; nothing is known of who is not there.
    pub async fn hiding(&self, user: &str) -> Result<Option<Hiding>, StoreError> {
        let row = sqlx::query("SELECT hides_page, hides_name FROM users WHERE id = $1")
            .bind(user)
            .fetch_optional(self.reads())
            .await?;
        row.map(|r| {
            Ok(Hiding {
                page: r.try_get::<i64, _>("hides_page")? != 0,
                name: r.try_get::<i64, _>("hides_name")? != 0,
            })
        })
        .transpose()
    }

    /// Says what somebody keeps back.
    pub async fn set_hiding(&self, user: &str, hiding: Hiding) -> Result<(), StoreError> {
        sqlx::query("UPDATE users SET hides_page = $2, hides_name = $3 WHERE id = $1")
            .bind(user)
            .bind(i64::from(hiding.page))
            .bind(i64::from(hiding.name))
            .execute(self.writes())
            .await?;
        Ok(())
    }

    /// Those of these accounts who keep their name back.
    pub async fn nameless(&self, users: &[String]) -> Result<Vec<String>, StoreError> {
        self.those(users, "hides_name = 1").await
    }

    /// Those of these accounts who have a page that everybody may see.
    pub async fn pages(&self, users: &[String]) -> Result<Vec<String>, StoreError> {
        self.those(users, "login IS NOT NULL AND hides_page = 0").await
    }

    async fn those(
        &self,
        users: &[String],
        condition: &'static str,
    ) -> Result<Vec<String>, StoreError> {
        let mut found = Vec::new();
        for some in users.chunks(MOST) {
            // Made up to a power of two, so that there are few different statements.
            let size = some.len().next_power_of_two();
            let places: Vec<String> = (1..=size).map(|n| format!("${n}")).collect();
            let sql =
                format!("SELECT id FROM users WHERE {condition} AND id IN ({})", places.join(", "));
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            for id in some.iter().cycle().take(size) {
                query = query.bind(id);
            }
            for row in &query.fetch_all(self.reads()).await? {
                found.push(row.try_get("id")?);
            }
        }
        Ok(found)
    }
}
