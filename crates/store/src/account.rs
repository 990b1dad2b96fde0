//! People.

use crate::database::{Store, StoreError, taken};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use unicode_security::confusable_detection::skeleton;

/// An account, of a guest if it has no login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Id.
    pub id: String,
    /// Name to log in with, in lower case; guests have none.
    pub login: Option<String>,
    /// Name shown.
    pub name: String,
    /// Hash of the password.
    pub password: Option<String>,
    /// Made when.
    pub created: i64,
    /// Last seen when.
    pub seen: i64,
    /// Whether it is an operator's.
    pub operator: bool,
    /// A mail address that was shown to be the owner's.
    pub mail: Option<String>,
}

impl Account {
    /// An account that nobody has had yet, of a guest.
    pub fn new(id: String, name: String, at: i64) -> Account {
        let (login, password, mail) = (None, None, None);
        Account { id, login, name, password, created: at, seen: at, operator: false, mail }
    }
}

/// An account as the operator sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountSummary {
    /// The account.
    pub account: Account,
    /// Seats it has.
    pub seats: i64,
}

pub(crate) fn account(row: &AnyRow) -> Result<Account, StoreError> {
    Ok(Account {
        id: row.try_get("id")?,
        login: row.try_get("login")?,
        name: row.try_get("name")?,
        password: row.try_get("password")?,
        created: row.try_get("created")?,
        seen: row.try_get("seen")?,
        operator: row.try_get::<i64, _>("is_operator")? != 0,
        mail: row.try_get("mail")?,
    })
}

/// What a name looks like: equal for names that people take for each other.
pub(crate) fn face(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let small = words.join(" ").to_lowercase();
    // Letters of which one looks like the other in small or in capitals.
    let seen: String = skeleton(&small).collect();
    seen.to_lowercase()
}

/// All of an account.
pub(crate) const COLUMNS: &str =
    "users.id, login, users.name, password, users.created, seen, is_operator, mail";

/// The name that seats and chat of a deleted account show.
const NOBODY: &str = "(gone)";

impl Store {
    /// Writes a new account.
    pub async fn add_account(&self, account: &Account) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO users (id, login, name, password, created, seen, face) VALUES ($1, $2, $3, $4, $5, $6, $7)")
            .bind(&account.id)
            .bind(&account.login)
            .bind(&account.name)
            .bind(&account.password)
            .bind(account.created)
            .bind(account.seen)
            .bind(account.login.as_deref().map(face))
            .execute(self.writes())
            .await
            .map_err(taken)?;
        Ok(())
    }

    /// An account by id.
    pub async fn account(&self, id: &str) -> Result<Option<Account>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM users WHERE id = $1");
        sqlx::query(AssertSqlSafe(sql))
            .bind(id)
            .fetch_optional(self.reads())
            .await?
            .as_ref()
            .map(account)
            .transpose()
    }

    /// An account by login.
    pub async fn account_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM users WHERE login = $1");
        sqlx::query(AssertSqlSafe(sql))
            .bind(login)
            .fetch_optional(self.reads())
            .await?
            .as_ref()
            .map(account)
            .transpose()
    }

    /// Whether a name looks like that of an account with a login, other than this one.
    pub async fn looks_like(&self, name: &str, except: &str) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT id FROM users WHERE face = $1 AND id <> $2 LIMIT 1")
            .bind(face(name))
            .bind(except)
            .fetch_optional(self.reads())
            .await?;
        Ok(found.is_some())
    }

    /// Changes login, name and password of an account.
    pub async fn update_account(&self, account: &Account) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE users SET login = $2, name = $3, password = $4, seen = $5, face = $6 WHERE id = $1",
        )
        .bind(&account.id)
        .bind(&account.login)
        .bind(&account.name)
        .bind(&account.password)
        .bind(account.seen)
        .bind(account.login.as_deref().map(face))
        .execute(self.writes())
        .await
        .map_err(taken)?;
        self.forget_logins().await
    }

    /// How far a person is in the course, as JSON.
    pub async fn course(&self, user: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT course FROM users WHERE id = $1")
            .bind(user)
            .fetch_optional(self.reads())
            .await?;
        Ok(row.map(|row| row.try_get("course")).transpose()?.flatten())
    }

    /// Keeps how far a person is in the course.
    pub async fn keep_course(&self, user: &str, course: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE users SET course = $2 WHERE id = $1")
            .bind(user)
            .bind(course)
            .execute(self.writes())
            .await?;
        Ok(())
    }

    /// Ids of games in which a person has or had a seat, or which they made.
    pub async fn games_of(&self, user: &str) -> Result<Vec<String>, StoreError> {
        sqlx::query(
            "SELECT game_id AS id FROM seats WHERE user_id = $1 OR left_user = $1 \
             UNION SELECT id FROM games WHERE owner = $1 ORDER BY 1",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| Ok(row.try_get("id")?))
        .collect()
    }

    /// Journals call a person by another name, in chat and where they tell of his seats.
    pub async fn rename_in_journal(&self, user: &str, name: &str) -> Result<(), StoreError> {
        let mut tx = self.writes().begin().await?;
        self.put_in_entries(&mut tx, user, &[("name", name.into())]).await?;
        tx.commit().await?;
        Ok(())
    }

    // Puts values in place of others in what journals tell of a person.
    async fn put_in_entries(
        &self,
        tx: &mut AnyConnection,
        user: &str,
        values: &[(&str, serde_json::Value)],
    ) -> Result<(), StoreError> {
        let rows = sqlx::query(
            "SELECT game_id, seq, data FROM journal WHERE kind IN ('chat', 'game') AND user_id = $1",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?;
        for row in &rows {
            let (game, seq): (String, i64) = (row.try_get("game_id")?, row.try_get("seq")?);
            let text: String = row.try_get("data")?;
            let mut data: serde_json::Value =
                serde_json::from_str(&text).map_err(|e| StoreError::Damaged(e.to_string()))?;
            for (key, value) in values {
                if let Some(named) = data.get_mut(key) {
                    *named = value.clone();
                }
            }
            sqlx::query("UPDATE journal SET data = $3 WHERE game_id = $1 AND seq = $2")
                .bind(game)
                .bind(seq)
                .bind(data.to_string())
                .execute(&mut *tx)
                .await?;
        }
        Ok(())
    }

    /// Makes everything that journals and reports say of a person anonymous: chat, names, who moved.
    pub async fn anonymise_journal(&self, user: &str) -> Result<(), StoreError> {
        let mut tx = self.writes().begin().await?;
        let nobody = [("name", NOBODY.into()), ("user", serde_json::Value::Null)];
        self.put_in_entries(&mut tx, user, &nobody).await?;
        for sql in [
            "UPDATE reports SET by_id = NULL, by_name = $2 WHERE by_id = $1",
            "UPDATE reports SET whom = NULL, whom_name = $2 WHERE whom = $1",
        ] {
            sqlx::query(sql).bind(user).bind(NOBODY).execute(&mut *tx).await?;
        }
        // Lines of the log name who decided, also in entries of others: what followed by itself.
        sqlx::query(
            "UPDATE journal SET data = replace(data, $2, '\"by\":null') WHERE game_id IN \
             (SELECT game_id FROM moves WHERE user_id = $1 UNION SELECT game_id FROM undone WHERE user_id = $1)",
        )
        .bind(user)
        .bind(format!("\"by\":\"{user}\""))
        .execute(&mut *tx)
        .await?;
        sqlx::query("UPDATE journal SET user_id = NULL WHERE user_id = $1")
            .bind(user)
            .execute(&mut *tx)
            .await?;
        sqlx::query("UPDATE moves SET user_id = NULL WHERE user_id = $1")
            .bind(user)
            .execute(&mut *tx)
            .await?;
        sqlx::query("UPDATE undone SET user_id = NULL WHERE user_id = $1")
            .bind(user)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Deletes an account with its sessions; its seats must have been given up before.
    pub async fn delete_account(&self, user: &str) -> Result<(), StoreError> {
        let mut tx = self.writes().begin().await?;
        sqlx::query("DELETE FROM sessions WHERE user_id = $1").bind(user).execute(&mut *tx).await?;
        // Those who played with them are rated anew, as if they had met somebody unknown.
        sqlx::query(
            "UPDATE pools SET stale = 1 WHERE EXISTS (SELECT 1 FROM results r JOIN places p ON p.game_id = r.game_id \
             WHERE p.user_id = $1 AND r.title = pools.title AND r.pool = pools.pool)",
        )
        .bind(user)
        .execute(&mut *tx)
        .await?;
        for sql in [
            "DELETE FROM notes WHERE user_id = $1",
            "DELETE FROM hours WHERE user_id = $1",
            "DELETE FROM vacations WHERE user_id = $1",
            "UPDATE places SET user_id = NULL, moves = 0, waited = 0 WHERE user_id = $1",
            "DELETE FROM ratings WHERE who = $1",
            "DELETE FROM friends WHERE user_id = $1",
            "DELETE FROM friends WHERE friend = $1",
            "DELETE FROM studies WHERE owner = $1",
            "DELETE FROM study_authors WHERE user_id = $1",
            "DELETE FROM riddles WHERE user_id = $1",
        ] {
            sqlx::query(sql).bind(user).execute(&mut *tx).await?;
        }
        sqlx::query("DELETE FROM bans WHERE kind = 'account' AND what = $1")
            .bind(user)
            .execute(&mut *tx)
            .await?;
        sqlx::query("DELETE FROM users WHERE id = $1").bind(user).execute(&mut *tx).await?;
        tx.commit().await?;
        self.forget_logins().await
    }
}

#[cfg(test)]
mod tests {
    use super::face;

    #[test]
    fn names_that_look_alike_have_one_face() {
        for (a, b) in [
            ("Anna", "anna"),
            ("Anna", "\u{410}nn\u{430}"),
            ("Anna", "Ａｎｎａ"),
            ("Paul", "Pau1"),
            ("Bob", "B\u{3bf}b"),
            ("Jan Novák", "Jan  Nova\u{301}k"),
        ] {
            assert_eq!(face(a), face(b), "{a} {b}");
        }
        for (a, b) in [("Anna", "Anne"), ("Jan Novák", "Jan Novak"), ("Иван", "Ирина")] {
            assert_ne!(face(a), face(b), "{a} {b}");
        }
    }
}
