//! Logins and tokens; only their hashes are stored.

use crate::account::{Account, COLUMNS, account};
use crate::database::{Store, StoreError};
use sqlx::{AssertSqlSafe, Row};
use std::sync::Arc;

/// How someone is logged in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionKind {
    /// By the cookie of a browser.
    Cookie,
    /// By the token of a program.
    Token,
}

impl SessionKind {
    const fn name(self) -> &'static str {
        match self {
            SessionKind::Cookie => "cookie",
            SessionKind::Token => "token",
        }
    }
}

/// A session to be written.
#[derive(Clone, Debug)]
pub struct Session {
    /// Hash of the secret.
    pub hash: String,
    /// Public id.
    pub id: String,
    /// Whose.
    pub user: String,
    /// Kind.
    pub kind: SessionKind,
    /// The owner's note.
    pub label: String,
    /// Made when.
    pub created: i64,
    /// Ends when.
    pub expires: i64,
}

/// A token in its owner's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Public id.
    pub id: String,
    /// The owner's note.
    pub label: String,
    /// Made when.
    pub created: i64,
    /// Ends when.
    pub expires: i64,
}

impl Store {
    /// Writes a session.
    pub async fn add_session(&self, session: &Session) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO sessions (hash, id, user_id, kind, label, created, expires) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&session.hash)
        .bind(&session.id)
        .bind(&session.user)
        .bind(session.kind.name())
        .bind(&session.label)
        .bind(session.created)
        .bind(session.expires)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Who holds the secret with this hash, and until when, if the session has not ended.
    pub async fn session(
        &self,
        hash: &str,
        kind: SessionKind,
        now: i64,
    ) -> Result<Option<(Arc<Account>, i64)>, StoreError> {
        let mark = match self.inner.logins.find(hash, kind, now) {
            Ok(known) => return Ok(Some(known)),
            Err(mark) => mark,
        };
        let row = sqlx::query(AssertSqlSafe(format!(
            "SELECT {COLUMNS}, s.expires FROM sessions s JOIN users ON users.id = s.user_id \
             WHERE s.hash = $1 AND s.kind = $2 AND s.expires > $3",
        )))
        .bind(hash)
        .bind(kind.name())
        .bind(now)
        .fetch_optional(self.reads())
        .await?;
        let Some(row) = row else { return Ok(None) };
        let (account, expires) = (Arc::new(account(&row)?), row.try_get("expires")?);
        self.inner.logins.keep(mark, hash, kind, &account, expires);
        Ok(Some((account, expires)))
    }

    /// Lets a session last longer and notes that its owner was seen.
    pub async fn prolong(
        &self,
        hash: &str,
        user: &str,
        expires: i64,
        now: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.writes().begin().await?;
        sqlx::query("UPDATE sessions SET expires = $2 WHERE hash = $1")
            .bind(hash)
            .bind(expires)
            .execute(&mut *tx)
            .await?;
        sqlx::query("UPDATE users SET seen = $2 WHERE id = $1")
            .bind(user)
            .bind(now)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        self.inner.logins.forget();
        Ok(())
    }

    /// Ends one session.
    pub async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM sessions WHERE hash = $1")
            .bind(hash)
            .execute(self.writes())
            .await?;
        self.forget_logins().await
    }

    /// Ends all sessions and tokens of a person, except one.
    pub async fn end_sessions(&self, user: &str, except: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND hash <> $2")
            .bind(user)
            .bind(except)
            .execute(self.writes())
            .await?;
        self.forget_logins().await
    }

    /// Tokens of a person.
    pub async fn tokens(&self, user: &str) -> Result<Vec<TokenRow>, StoreError> {
        sqlx::query(
            "SELECT id, label, created, expires FROM sessions WHERE user_id = $1 AND kind = 'token' ORDER BY created",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| {
            Ok(TokenRow {
                id: row.try_get("id")?,
                label: row.try_get("label")?,
                created: row.try_get("created")?,
                expires: row.try_get("expires")?,
            })
        })
        .collect()
    }

    /// Revokes a token; whether there was one.
    pub async fn end_token(&self, user: &str, id: &str) -> Result<bool, StoreError> {
        let done =
            sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND id = $2 AND kind = 'token'")
                .bind(user)
                .bind(id)
                .execute(self.writes())
                .await?;
        self.forget_logins().await?;
        Ok(done.rows_affected() > 0)
    }
}
