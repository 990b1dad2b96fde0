//! Ways on which people are told of something while the page is closed: browsers, mail, addresses of other programs.

use crate::database::{Dialect, Store, StoreError, taken};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

/// A kind of way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelKind {
    /// A browser, through its push service.
    Push,
    /// The account's mail address.
    Mail,
    /// A channel of Discord.
    Discord,
    /// A channel of Slack.
    Slack,
    /// A chat of Telegram.
    Telegram,
    /// A program that reads JSON.
    Json,
}

impl ChannelKind {
    /// All of them.
    pub const ALL: [ChannelKind; 6] = [
        ChannelKind::Push,
        ChannelKind::Mail,
        ChannelKind::Discord,
        ChannelKind::Slack,
        ChannelKind::Telegram,
        ChannelKind::Json,
    ];

    /// Its name in the database and in the interface.
    pub const fn name(self) -> &'static str {
        match self {
            ChannelKind::Push => "push",
            ChannelKind::Mail => "mail",
            ChannelKind::Discord => "discord",
            ChannelKind::Slack => "slack",
            ChannelKind::Telegram => "telegram",
            ChannelKind::Json => "json",
        }
    }

    /// The kind of this name.
    pub fn read(name: &str) -> Option<ChannelKind> {
        ChannelKind::ALL.into_iter().find(|k| k.name() == name)
    }
}

/// Whether a way is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelState {
    /// It is.
    On,
    /// Somebody stopped it.
    Stopped,
    /// Nothing arrived there for too long.
    Failed,
}

impl ChannelState {
    /// Its name in the database and in the interface.
    pub const fn name(self) -> &'static str {
        match self {
            ChannelState::On => "on",
            ChannelState::Stopped => "stopped",
            ChannelState::Failed => "failed",
        }
    }

    fn read(name: &str) -> Result<ChannelState, StoreError> {
        [ChannelState::On, ChannelState::Stopped, ChannelState::Failed]
            .into_iter()
            .find(|s| s.name() == name)
            .ok_or_else(|| StoreError::Damaged(format!("state {name} of a channel")))
    }
}

/// A way on which somebody, or all of a table, are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// Id.
    pub id: String,
    /// Whose notices go there: the id of an account or of a game.
    pub owner: String,
    /// Who set it.
    pub user: String,
    /// The game whose table it is, if it is a table's.
    pub game: Option<String>,
    /// The login of the browser; the way ends with it.
    pub session: Option<String>,
    /// Kind.
    pub kind: ChannelKind,
    /// Tells it from others: no two have the same.
    pub face: String,
    /// Where it leads, as JSON.
    pub place: String,
    /// What its owner calls it.
    pub label: String,
    /// Language.
    pub lang: String,
    /// For how long notices are gathered.
    pub gather: i64,
    /// The word that stops it.
    pub stop: String,
    /// Whether it is used.
    pub state: ChannelState,
    /// Made when.
    pub created: i64,
    /// Not used before this time.
    pub next: i64,
    /// How often in a row nothing arrived.
    pub tries: i64,
    /// Used last when.
    pub sent: i64,
    /// What was said when nothing arrived.
    pub said: String,
}

/// What somebody wants to be told, and when not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// Kinds of notices that are not wanted, separated by blanks.
    pub off: String,
    /// Minutes of the day in which all is quiet: from, and until.
    pub quiet: Option<(i64, i64)>,
}

/// What became of an attempt to use a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Not used before this time.
    pub next: i64,
    /// How often in a row nothing arrived.
    pub tries: i64,
    /// Used last when.
    pub sent: i64,
    /// What was said when nothing arrived.
    pub said: String,
}

const COLUMNS: &str = "id, owner, user_id, game_id, session, kind, face, place, label, lang, gather, stop, state, created, next, \
                       tries, sent, said";

fn channel(row: &AnyRow) -> Result<Channel, StoreError> {
    let kind: String = row.try_get("kind")?;
    let state: String = row.try_get("state")?;
    Ok(Channel {
        id: row.try_get("id")?,
        owner: row.try_get("owner")?,
        user: row.try_get("user_id")?,
        game: row.try_get("game_id")?,
        session: row.try_get("session")?,
        kind: ChannelKind::read(&kind)
            .ok_or_else(|| StoreError::Damaged(format!("channel {kind}")))?,
        face: row.try_get("face")?,
        place: row.try_get("place")?,
        label: row.try_get("label")?,
        lang: row.try_get("lang")?,
        gather: row.try_get("gather")?,
        stop: row.try_get("stop")?,
        state: ChannelState::read(&state)?,
        created: row.try_get("created")?,
        next: row.try_get("next")?,
        tries: row.try_get("tries")?,
        sent: row.try_get("sent")?,
        said: row.try_get("said")?,
    })
}

// No way waits for longer. A later time was written by a clock that has been set back since.
const LONGEST: i64 = 3 * 86_400_000;

impl Store {
    /// Adds a way, unless its owner has `most` already, or who sets it `most_of_user`; whether it was added. A browser
    /// belongs to who subscribed last; of others there is one of a face ([`StoreError::Taken`]).
    pub async fn add_channel(
        &self,
        channel: &Channel,
        most: i64,
        most_of_user: i64,
    ) -> Result<bool, StoreError> {
        let mut tx = self.writes().begin().await?;
        if channel.kind == ChannelKind::Push {
            sqlx::query("DELETE FROM channels WHERE face = $1")
                .bind(&channel.face)
                .execute(&mut *tx)
                .await?;
        }
        // Two requests at once wait for each other here.
        sqlx::query("UPDATE users SET seen = seen WHERE id = $1")
            .bind(&channel.user)
            .execute(&mut *tx)
            .await?;
        let row = sqlx::query(
            "SELECT COUNT(CASE WHEN owner = $1 THEN 1 END) AS own, COUNT(CASE WHEN user_id = $2 THEN 1 END) AS set_by \
             FROM channels WHERE owner = $1 OR user_id = $2",
        )
        .bind(&channel.owner)
        .bind(&channel.user)
        .fetch_one(&mut *tx)
        .await?;
        let (own, set): (i64, i64) = (row.try_get("own")?, row.try_get("set_by")?);
        if own >= most || set >= most_of_user {
            return Ok(false);
        }
        let sql = format!(
            "INSERT INTO channels ({COLUMNS}, lease) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, \
             $15, $16, $17, $18, 0)"
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(&channel.id)
            .bind(&channel.owner)
            .bind(&channel.user)
            .bind(&channel.game)
            .bind(&channel.session)
            .bind(channel.kind.name())
            .bind(&channel.face)
            .bind(&channel.place)
            .bind(&channel.label)
            .bind(&channel.lang)
            .bind(channel.gather)
            .bind(&channel.stop)
            .bind(channel.state.name())
            .bind(channel.created)
            .bind(channel.next)
            .bind(channel.tries)
            .bind(channel.sent)
            .bind(&channel.said)
            .execute(&mut *tx)
            .await
            .map_err(taken)?;
        tx.commit().await?;
        Ok(true)
    }

    /// The ways of an account or a table.
    pub async fn channels(&self, owner: &str) -> Result<Vec<Channel>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM channels WHERE owner = $1 ORDER BY created, id LIMIT 100"
        );
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(owner).fetch_all(self.reads()).await?;
        rows.iter().map(channel).collect()
    }

    /// A way by its id.
    pub async fn channel(&self, id: &str) -> Result<Option<Channel>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM channels WHERE id = $1");
        let row = sqlx::query(AssertSqlSafe(sql)).bind(id).fetch_optional(self.reads()).await?;
        row.as_ref().map(channel).transpose()
    }

    /// A way by the word that stops it.
    pub async fn channel_by_stop(&self, stop: &str) -> Result<Option<Channel>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM channels WHERE stop = $1");
        let row = sqlx::query(AssertSqlSafe(sql)).bind(stop).fetch_optional(self.reads()).await?;
        row.as_ref().map(channel).transpose()
    }

    /// Removes a way, with what waits for it; whether there was one.
    pub async fn remove_channel(&self, id: &str) -> Result<bool, StoreError> {
        let gone = sqlx::query("DELETE FROM channels WHERE id = $1")
            .bind(id)
            .execute(self.writes())
            .await?;
        Ok(gone.rows_affected() > 0)
    }

    /// Changes whether a way is used. What waits for one that is not used goes.
    pub async fn set_channel_state(
        &self,
        id: &str,
        state: ChannelState,
        said: &str,
    ) -> Result<(), StoreError> {
        sqlx::query("UPDATE channels SET state = $2, said = $3, tries = 0, next = 0, lease = 0 WHERE id = $1")
            .bind(id)
            .bind(state.name())
            .bind(said)
            .execute(self.writes())
            .await?;
        if state != ChannelState::On {
            sqlx::query("DELETE FROM notices WHERE channel_id = $1")
                .bind(id)
                .execute(self.writes())
                .await?;
        }
        Ok(())
    }

    /// Changes the name of a way, its language, and for how long notices are gathered.
    pub async fn set_channel(
        &self,
        id: &str,
        label: &str,
        lang: &str,
        gather: i64,
    ) -> Result<(), StoreError> {
        sqlx::query("UPDATE channels SET label = $2, lang = $3, gather = $4 WHERE id = $1")
            .bind(id)
            .bind(label)
            .bind(lang)
            .bind(gather)
            .execute(self.writes())
            .await?;
        Ok(())
    }

    /// What somebody wants to be told.
    pub async fn habits(&self, user: &str) -> Result<Habits, StoreError> {
        let row =
            sqlx::query("SELECT off_kinds, quiet_from, quiet_to FROM habits WHERE user_id = $1")
                .bind(user)
                .fetch_optional(self.reads())
                .await?;
        let Some(row) = row else { return Ok(Habits::default()) };
        let (from, to): (Option<i64>, Option<i64>) =
            (row.try_get("quiet_from")?, row.try_get("quiet_to")?);
        Ok(Habits { off: row.try_get("off_kinds")?, quiet: from.zip(to) })
    }

    /// Writes what somebody wants to be told.
    pub async fn set_habits(&self, user: &str, habits: &Habits) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO habits (user_id, off_kinds, quiet_from, quiet_to) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (user_id) DO UPDATE SET off_kinds = $2, quiet_from = $3, quiet_to = $4",
        )
        .bind(user)
        .bind(&habits.off)
        .bind(habits.quiet.map(|q| q.0))
        .bind(habits.quiet.map(|q| q.1))
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Claims ways for which something is due, until `lease`; nobody else gets them before. After a crash they become
    /// free again.
    pub async fn claim_channels(
        &self,
        now: i64,
        lease: i64,
        most: i64,
    ) -> Result<Vec<Channel>, StoreError> {
        let lock = match self.inner.dialect {
            Dialect::Sqlite => "",
            Dialect::Postgres => "FOR UPDATE SKIP LOCKED",
        };
        let sql = format!(
            "UPDATE channels SET lease = $2 WHERE id IN (SELECT id FROM channels WHERE id IN \
             (SELECT channel_id FROM notices WHERE due <= $1 OR due > $4 ORDER BY due LIMIT 1000) \
             AND state = 'on' AND (lease <= $1 OR lease > $4) AND (next <= $1 OR next > $4) LIMIT $3 {lock}) \
             RETURNING {COLUMNS}"
        );
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(now)
            .bind(lease)
            .bind(most)
            .bind(now + LONGEST)
            .fetch_all(self.writes())
            .await?;
        rows.iter().map(channel).collect()
    }

    /// Gives a claimed way back; what waits there, waits until it may be used again.
    pub async fn release_channel(&self, id: &str, attempt: &Attempt) -> Result<(), StoreError> {
        // Rows that a game is just writing are left as they are: whoever claims next looks at the way itself.
        let lock = match self.inner.dialect {
            Dialect::Sqlite => "",
            Dialect::Postgres => "FOR UPDATE SKIP LOCKED",
        };
        let sql = format!(
            "UPDATE notices SET due = $2 WHERE channel_id = $1 AND (game_id, kind) IN \
             (SELECT game_id, kind FROM notices WHERE channel_id = $1 AND due < $2 {lock})"
        );
        sqlx::query(AssertSqlSafe(sql)).bind(id).bind(attempt.next).execute(self.writes()).await?;
        sqlx::query(
            "UPDATE channels SET lease = 0, next = $2, tries = $3, sent = $4, said = $5 WHERE id = $1",
        )
        .bind(id)
        .bind(attempt.next)
        .bind(attempt.tries)
        .bind(attempt.sent)
        .bind(&attempt.said)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Frees all claims, where only this process can have made them.
    pub async fn free_channels(&self) -> Result<(), StoreError> {
        if self.inner.dialect == Dialect::Sqlite {
            sqlx::query("UPDATE channels SET lease = 0 WHERE lease <> 0")
                .execute(self.writes())
                .await?;
        }
        Ok(())
    }

    /// A secret of the house. If there is none of this name, it is `fresh` from now on; of several servers one wins.
    pub async fn house_secret(&self, name: &str, fresh: &str) -> Result<String, StoreError> {
        sqlx::query(
            "INSERT INTO house (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
        )
        .bind(name)
        .bind(fresh)
        .execute(self.writes())
        .await?;
        let row = sqlx::query("SELECT value FROM house WHERE name = $1")
            .bind(name)
            .fetch_one(self.writes())
            .await?;
        Ok(row.try_get("value")?)
    }
}
