//! What the house decides: who may come in, who stays out, what was reported, and a trail of all that.

use crate::account::{Account, account};
use crate::database::{Store, StoreError};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

/// Who may make an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Registration {
    /// Everybody.
    #[default]
    Open,
    /// Who has a code.
    Invited,
    /// Nobody.
    Closed,
}

impl Registration {
    /// Its name in the database and in the interface.
    pub const fn name(self) -> &'static str {
        match self {
            Registration::Open => "open",
            Registration::Invited => "invited",
            Registration::Closed => "closed",
        }
    }

    /// By its name.
    pub fn read(name: &str) -> Option<Registration> {
        [Registration::Open, Registration::Invited, Registration::Closed]
            .into_iter()
            .find(|r| r.name() == name)
    }
}

/// Who may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct House {
    /// Who may make an account.
    pub registration: Registration,
    /// Whether one may play without an account.
    pub guests: bool,
}

/// A code with which accounts can be made; only its hash is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Public id.
    pub id: String,
    /// Hash of the code.
    pub hash: String,
    /// The operator's note.
    pub label: String,
    /// So many accounts can still be made.
    pub uses: i64,
    /// Made when.
    pub created: i64,
    /// Ends when.
    pub expires: i64,
}

/// Somebody who stays out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// `account` or `address`.
    pub kind: String,
    /// Id of the account, or an address or network.
    pub what: String,
    /// Until when; for ever if missing.
    pub until: Option<i64>,
    /// Since when.
    pub at: i64,
    /// Why.
    pub why: String,
    /// Name of the account.
    pub name: Option<String>,
}

/// Something that a player reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Id.
    pub id: String,
    /// When.
    pub at: i64,
    /// Account of who reported it.
    pub by: Option<String>,
    /// Name of who reported it.
    pub by_name: String,
    /// `player`, `chat` or `game`.
    pub kind: String,
    /// Game.
    pub game: Option<String>,
    /// Journal entry of the line of chat.
    pub line: Option<i64>,
    /// Account that it is about.
    pub whom: Option<String>,
    /// Name of who it is about.
    pub whom_name: String,
    /// What was said, or what the game is called.
    pub said: String,
    /// Why it was reported.
    pub why: String,
    /// Settled when.
    pub done: Option<i64>,
    /// Name of who settled it.
    pub done_by: String,
}

/// What an operator did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Id.
    pub id: String,
    /// When.
    pub at: i64,
    /// Account of who did it; nobody's at the command line.
    pub by: Option<String>,
    /// Name of who did it.
    pub by_name: String,
    /// What was done.
    pub act: String,
    /// To what: an account, an address, a game.
    pub whom: String,
    /// More about it.
    pub what: String,
    /// Why.
    pub why: String,
}

/// Somebody whom a player does not want to meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Account.
    pub id: String,
    /// Name.
    pub name: String,
    /// Since when.
    pub at: i64,
}

fn report(row: &AnyRow) -> Result<Report, StoreError> {
    Ok(Report {
        id: row.try_get("id")?,
        at: row.try_get("at")?,
        by: row.try_get("by_id")?,
        by_name: row.try_get("by_name")?,
        kind: row.try_get("kind")?,
        game: row.try_get("game_id")?,
        line: row.try_get("line")?,
        whom: row.try_get("whom")?,
        whom_name: row.try_get("whom_name")?,
        said: row.try_get("said")?,
        why: row.try_get("why")?,
        done: row.try_get("done")?,
        done_by: row.try_get("done_by")?,
    })
}

const REPORT: &str =
    "id, at, by_id, by_name, kind, game_id, line, whom, whom_name, said, why, done, done_by";

fn ban(row: &AnyRow) -> Result<Ban, StoreError> {
    Ok(Ban {
        kind: row.try_get("kind")?,
        what: row.try_get("what")?,
        until: row.try_get("until")?,
        at: row.try_get("at")?,
        why: row.try_get("why")?,
        name: row.try_get("name")?,
    })
}

/// Text to be looked for anywhere in a column.
pub(crate) fn anywhere(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

impl Store {
    /// Who may come in.
    pub async fn house(&self) -> Result<House, StoreError> {
        let mut house = House { registration: Registration::Open, guests: true };
        for row in &sqlx::query("SELECT name, value FROM house").fetch_all(self.reads()).await? {
            let value: String = row.try_get("value")?;
            match row.try_get::<String, _>("name")?.as_str() {
                "registration" => {
                    house.registration = Registration::read(&value)
                        .ok_or_else(|| StoreError::Damaged(format!("registration {value}")))?;
                }
                "guests" => house.guests = value == "yes",
                _ => {}
            }
        }
        Ok(house)
    }

    /// Says who may come in.
    pub async fn set_house(&self, house: &House) -> Result<(), StoreError> {
        let guests = if house.guests { "yes" } else { "no" };
        let mut tx = self.writes().begin().await?;
        for (name, value) in [("registration", house.registration.name()), ("guests", guests)] {
            sqlx::query(
                "INSERT INTO house (name, value) VALUES ($1, $2) \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )
            .bind(name)
            .bind(value)
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Codes that are still good, the newest first.
    pub async fn codes(&self, now: i64) -> Result<Vec<Code>, StoreError> {
        sqlx::query(
            "SELECT id, hash, label, uses, created, expires FROM codes WHERE uses > 0 AND expires > $1 \
             ORDER BY created DESC, id",
        )
        .bind(now)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| {
            Ok(Code {
                id: row.try_get("id")?,
                hash: row.try_get("hash")?,
                label: row.try_get("label")?,
                uses: row.try_get("uses")?,
                created: row.try_get("created")?,
                expires: row.try_get("expires")?,
            })
        })
        .collect()
    }

    /// Writes a code.
    pub async fn add_code(&self, code: &Code) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO codes (id, hash, label, uses, created, expires) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&code.id)
        .bind(&code.hash)
        .bind(&code.label)
        .bind(code.uses)
        .bind(code.created)
        .bind(code.expires)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Uses a code once; whether it was good.
    pub async fn take_code(&self, hash: &str, now: i64) -> Result<bool, StoreError> {
        let taken = sqlx::query(
            "UPDATE codes SET uses = uses - 1 WHERE hash = $1 AND uses > 0 AND expires > $2",
        )
        .bind(hash)
        .bind(now)
        .execute(self.writes())
        .await?;
        Ok(taken.rows_affected() > 0)
    }

    /// Gives a use of a code back.
    pub async fn give_code_back(&self, hash: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE codes SET uses = uses + 1 WHERE hash = $1")
            .bind(hash)
            .execute(self.writes())
            .await?;
        Ok(())
    }

    /// Takes a code away; its note, if there was one.
    pub async fn remove_code(&self, id: &str) -> Result<Option<String>, StoreError> {
        let found = sqlx::query("DELETE FROM codes WHERE id = $1 RETURNING label")
            .bind(id)
            .fetch_optional(self.writes())
            .await?;
        Ok(found.map(|row| row.try_get("label")).transpose()?)
    }

    /// Who stays out now, the newest first.
    pub async fn bans(&self, now: i64) -> Result<Vec<Ban>, StoreError> {
        sqlx::query(
            "SELECT b.kind, b.what, b.until, b.at, b.why, u.name FROM bans b LEFT JOIN users u ON \
             b.kind = 'account' AND u.id = b.what WHERE b.until IS NULL OR b.until > $1 ORDER BY b.at DESC, b.what",
        )
        .bind(now)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(ban)
        .collect()
    }

    /// The ban of an account that holds now.
    pub async fn ban_of(&self, account: &str, now: i64) -> Result<Option<Ban>, StoreError> {
        sqlx::query(
            "SELECT kind, what, until, at, why, CAST(NULL AS TEXT) AS name FROM bans WHERE kind = 'account' AND \
             what = $1 AND (until IS NULL OR until > $2)",
        )
        .bind(account)
        .bind(now)
        .fetch_optional(self.reads())
        .await?
        .as_ref()
        .map(ban)
        .transpose()
    }

    /// Keeps somebody out, in place of what was said of him before.
    pub async fn add_ban(&self, ban: &Ban) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO bans (kind, what, until, at, why) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (kind, what) \
             DO UPDATE SET until = excluded.until, at = excluded.at, why = excluded.why",
        )
        .bind(&ban.kind)
        .bind(&ban.what)
        .bind(ban.until)
        .bind(ban.at)
        .bind(&ban.why)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Lets somebody in again; whether he was kept out.
    pub async fn remove_ban(&self, kind: &str, what: &str) -> Result<bool, StoreError> {
        let gone = sqlx::query("DELETE FROM bans WHERE kind = $1 AND what = $2")
            .bind(kind)
            .bind(what)
            .execute(self.writes())
            .await?;
        Ok(gone.rows_affected() > 0)
    }

    /// Running games in which somebody sits who is banned now.
    pub async fn seats_of_banned(&self, now: i64) -> Result<Vec<(String, String)>, StoreError> {
        sqlx::query(
            "SELECT s.game_id, s.user_id FROM bans b JOIN seats s ON s.user_id = b.what JOIN games g ON \
             g.id = s.game_id WHERE b.kind = 'account' AND (b.until IS NULL OR b.until > $1) AND \
             g.state = 'playing' ORDER BY s.game_id LIMIT 200",
        )
        .bind(now)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| Ok((row.try_get("game_id")?, row.try_get("user_id")?)))
        .collect()
    }

    /// Whom somebody does not want to meet.
    pub async fn blocks(&self, user: &str) -> Result<Vec<Blocked>, StoreError> {
        sqlx::query(
            "SELECT b.blocked, u.name, b.at FROM blocks b JOIN users u ON u.id = b.blocked WHERE b.user_id = $1 \
             ORDER BY b.at, b.blocked",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| {
            Ok(Blocked {
                id: row.try_get("blocked")?,
                name: row.try_get("name")?,
                at: row.try_get("at")?,
            })
        })
        .collect()
    }

    /// Somebody does not want to meet another.
    pub async fn add_block(&self, user: &str, blocked: &str, at: i64) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO blocks (user_id, blocked, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(user)
        .bind(blocked)
        .bind(at)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Somebody does not mind another any more; whether he did.
    pub async fn remove_block(&self, user: &str, blocked: &str) -> Result<bool, StoreError> {
        let gone = sqlx::query("DELETE FROM blocks WHERE user_id = $1 AND blocked = $2")
            .bind(user)
            .bind(blocked)
            .execute(self.writes())
            .await?;
        Ok(gone.rows_affected() > 0)
    }

    /// Everybody who does not want to meet this person.
    pub async fn blocked_by(&self, blocked: &str) -> Result<Vec<String>, StoreError> {
        sqlx::query("SELECT user_id FROM blocks WHERE blocked = $1")
            .bind(blocked)
            .fetch_all(self.reads())
            .await?
            .iter()
            .map(|row| Ok(row.try_get("user_id")?))
            .collect()
    }

    /// Writes a report.
    pub async fn add_report(&self, report: &Report) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT INTO reports ({REPORT}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(&report.id)
            .bind(report.at)
            .bind(&report.by)
            .bind(&report.by_name)
            .bind(&report.kind)
            .bind(&report.game)
            .bind(report.line)
            .bind(&report.whom)
            .bind(&report.whom_name)
            .bind(&report.said)
            .bind(&report.why)
            .bind(report.done)
            .bind(&report.done_by)
            .execute(self.writes())
            .await?;
        Ok(())
    }

    /// Open reports of one person.
    pub async fn reports_by(&self, user: &str) -> Result<Vec<Report>, StoreError> {
        let sql = format!(
            "SELECT {REPORT} FROM reports WHERE by_id = $1 AND done IS NULL ORDER BY at, id"
        );
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(user).fetch_all(self.reads()).await?;
        rows.iter().map(report).collect()
    }

    /// How many reports are open.
    pub async fn open_reports(&self) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT COUNT(*) AS n FROM reports WHERE done IS NULL")
            .fetch_one(self.reads())
            .await?;
        Ok(row.try_get("n")?)
    }

    /// Open or settled reports before a time, the newest first.
    pub async fn reports(
        &self,
        settled: bool,
        before: i64,
        limit: i64,
    ) -> Result<Vec<Report>, StoreError> {
        let state = if settled { "IS NOT NULL" } else { "IS NULL" };
        let sql = format!(
            "SELECT {REPORT} FROM reports WHERE done {state} AND at < $1 ORDER BY at DESC, id LIMIT $2"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(before).bind(limit);
        query.fetch_all(self.reads()).await?.iter().map(report).collect()
    }

    /// Settles an open report; what it says, if there was one.
    pub async fn settle_report(
        &self,
        id: &str,
        by: &str,
        at: i64,
    ) -> Result<Option<Report>, StoreError> {
        let sql = format!(
            "UPDATE reports SET done = $2, done_by = $3 WHERE id = $1 AND done IS NULL RETURNING {REPORT}"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(id).bind(at).bind(by);
        query.fetch_optional(self.writes()).await?.as_ref().map(report).transpose()
    }

    /// Writes down what an operator did.
    pub async fn add_deed(&self, deed: &Deed) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO trail (id, at, by_id, by_name, act, whom, what, why) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(&deed.id)
        .bind(deed.at)
        .bind(&deed.by)
        .bind(&deed.by_name)
        .bind(&deed.act)
        .bind(&deed.whom)
        .bind(&deed.what)
        .bind(&deed.why)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// What operators did before a time, the newest first.
    pub async fn trail(&self, before: i64, limit: i64) -> Result<Vec<Deed>, StoreError> {
        sqlx::query(
            "SELECT id, at, by_id, by_name, act, whom, what, why FROM trail WHERE at < $1 ORDER BY at DESC, id LIMIT $2",
        )
        .bind(before)
        .bind(limit)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|row| {
            Ok(Deed {
                id: row.try_get("id")?,
                at: row.try_get("at")?,
                by: row.try_get("by_id")?,
                by_name: row.try_get("by_name")?,
                act: row.try_get("act")?,
                whom: row.try_get("whom")?,
                what: row.try_get("what")?,
                why: row.try_get("why")?,
            })
        })
        .collect()
    }

    /// Accounts and guests whose name holds a text, or whose id it is; the last seen first.
    pub async fn find_accounts(&self, text: &str, limit: i64) -> Result<Vec<Account>, StoreError> {
        let sql = format!(
            "SELECT {} FROM users WHERE id = $1 OR login LIKE $2 ESCAPE '\\' OR name LIKE $3 ESCAPE '\\' \
             ORDER BY seen DESC, id LIMIT $4",
            crate::account::COLUMNS
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(text)
            .bind(anywhere(&text.to_lowercase()))
            .bind(anywhere(text))
            .bind(limit)
            .fetch_all(self.reads())
            .await?
            .iter()
            .map(account)
            .collect()
    }

    /// Marks an account as that of an operator, or not.
    pub async fn set_operator(&self, user: &str, operator: bool) -> Result<(), StoreError> {
        sqlx::query("UPDATE users SET is_operator = $2 WHERE id = $1")
            .bind(user)
            .bind(i64::from(operator))
            .execute(self.writes())
            .await?;
        self.forget_logins().await
    }

    /// A line of chat.
    pub async fn chat_line(
        &self,
        game: &str,
        line: i64,
    ) -> Result<Option<(Option<String>, String)>, StoreError> {
        let row = sqlx::query(
            "SELECT user_id, data FROM journal WHERE game_id = $1 AND seq = $2 AND kind = 'chat'",
        )
        .bind(game)
        .bind(line)
        .fetch_optional(self.reads())
        .await?;
        row.map(|row| Ok((row.try_get("user_id")?, row.try_get("data")?))).transpose()
    }

    /// Puts something else in place of a line of chat.
    pub async fn replace_chat(&self, game: &str, line: i64, data: &str) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE journal SET data = $3 WHERE game_id = $1 AND seq = $2 AND kind = 'chat'",
        )
        .bind(game)
        .bind(line)
        .bind(data)
        .execute(self.writes())
        .await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::anywhere;

    #[test]
    fn what_is_looked_for_is_taken_word_for_word() {
        assert_eq!(anywhere("an_n%a\\"), "%an\\_n\\%a\\\\%");
    }
}
