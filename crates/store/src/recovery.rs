//! Other ways to get in than a password: codes kept on paper, words sent by mail, logins of a provider.

use crate::account::{Account, account};
use crate::database::{Store, StoreError, taken};
use sqlx::{AssertSqlSafe, Row};

/// What a word that was sent by mail is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// To show that the address is the owner's.
    Mail,
    /// To set a new password.
    Password,
}

impl WordKind {
    const fn name(self) -> &'static str {
        match self {
            WordKind::Mail => "mail",
            WordKind::Password => "password",
        }
    }
}

/// A word that was sent by mail; only its hash is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Hash of the word.
    pub hash: String,
    /// Whose.
    pub user: String,
    /// What for.
    pub kind: WordKind,
    /// The address it was sent to.
    pub mail: String,
    /// Ends when.
    pub expires: i64,
}

impl Store {
    /// Gives an account these codes in place of those it had.
    pub async fn set_recovery(&self, user: &str, hashes: &[String]) -> Result<(), StoreError> {
        let mut tx = self.writes().begin().await?;
        sqlx::query("DELETE FROM recovery WHERE user_id = $1").bind(user).execute(&mut *tx).await?;
        for hash in hashes {
            sqlx::query("INSERT INTO recovery (hash, user_id) VALUES ($1, $2)")
                .bind(hash)
                .bind(user)
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// How many codes an account has left.
    pub async fn recovery_left(&self, user: &str) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT COUNT(*) AS n FROM recovery WHERE user_id = $1")
            .bind(user)
            .fetch_one(self.reads())
            .await?;
        Ok(row.try_get("n")?)
    }

    /// Uses a code of an account up; whether it was one.
    pub async fn take_recovery(&self, user: &str, hash: &str) -> Result<bool, StoreError> {
        let gone = sqlx::query("DELETE FROM recovery WHERE hash = $1 AND user_id = $2")
            .bind(hash)
            .bind(user)
            .execute(self.writes())
            .await?;
        Ok(gone.rows_affected() > 0)
    }

    /// Writes a word that is sent by mail; one sent before for the same is worth nothing any more.
    pub async fn add_word(&self, word: &Word) -> Result<(), StoreError> {
        let mut tx = self.writes().begin().await?;
        sqlx::query("DELETE FROM words WHERE user_id = $1 AND kind = $2")
            .bind(&word.user)
            .bind(word.kind.name())
            .execute(&mut *tx)
            .await?;
        sqlx::query(
            "INSERT INTO words (hash, user_id, kind, mail, expires) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(&word.hash)
        .bind(&word.user)
        .bind(word.kind.name())
        .bind(&word.mail)
        .bind(word.expires)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Uses a word up; whose it was and where it was sent, if it was good.
    pub async fn take_word(
        &self,
        hash: &str,
        kind: WordKind,
        now: i64,
    ) -> Result<Option<(String, String)>, StoreError> {
        let row = sqlx::query(
            "DELETE FROM words WHERE hash = $1 AND kind = $2 AND expires > $3 RETURNING user_id, mail",
        )
        .bind(hash)
        .bind(kind.name())
        .bind(now)
        .fetch_optional(self.writes())
        .await?;
        row.map(|row| Ok((row.try_get("user_id")?, row.try_get("mail")?))).transpose()
    }

    /// Gives an account a mail address, or none.
    pub async fn set_mail(&self, user: &str, mail: Option<&str>) -> Result<(), StoreError> {
        sqlx::query("UPDATE users SET mail = $2 WHERE id = $1")
            .bind(user)
            .bind(mail)
            .execute(self.writes())
            .await?;
        self.forget_logins().await
    }

    /// Accounts with a mail address.
    pub async fn accounts_by_mail(
        &self,
        mail: &str,
        limit: i64,
    ) -> Result<Vec<Account>, StoreError> {
        let sql = format!(
            "SELECT {} FROM users WHERE mail = $1 ORDER BY seen DESC LIMIT $2",
            crate::account::COLUMNS
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(mail).bind(limit);
        query.fetch_all(self.reads()).await?.iter().map(account).collect()
    }

    /// The account of a login at a provider.
    pub async fn identity(
        &self,
        issuer: &str,
        subject: &str,
    ) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2")
            .bind(issuer)
            .bind(subject)
            .fetch_optional(self.reads())
            .await?;
        Ok(row.map(|row| row.try_get("user_id")).transpose()?)
    }

    /// Whether an account has a login at a provider.
    pub async fn has_identity(&self, user: &str, issuer: &str) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT 1 AS one FROM identities WHERE user_id = $1 AND issuer = $2")
            .bind(user)
            .bind(issuer)
            .fetch_optional(self.reads())
            .await?;
        Ok(row.is_some())
    }

    /// A login at a provider opens an account from now on.
    pub async fn add_identity(
        &self,
        issuer: &str,
        subject: &str,
        user: &str,
        at: i64,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO identities (issuer, subject, user_id, at) VALUES ($1, $2, $3, $4)",
        )
        .bind(issuer)
        .bind(subject)
        .bind(user)
        .bind(at)
        .execute(self.writes())
        .await
        .map_err(taken)?;
        Ok(())
    }
}
