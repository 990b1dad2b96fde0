//! What people are to be told: a queue that is written together with the change of the game that is told of.

use crate::database::{Store, StoreError};
use sqlx::Row;

/// What somebody is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoticeKind {
    /// It is somebody's turn.
    Turn,
    /// Others wait for an answer: moves to be taken back, a game to be given up.
    Asked,
    /// Time is nearly up.
    Clock,
    /// Time is up.
    Timeout,
    /// A player is to be replaced.
    Replace,
    /// A seat is offered.
    Seat,
    /// A game began.
    Began,
    /// A game is over.
    Ended,
    /// Somebody was named in the chat.
    Mention,
    /// To see whether it arrives.
    Trial,
}

impl NoticeKind {
    /// All of them, the most urgent first.
    pub const ALL: [NoticeKind; 10] = [
        NoticeKind::Turn,
        NoticeKind::Asked,
        NoticeKind::Clock,
        NoticeKind::Timeout,
        NoticeKind::Replace,
        NoticeKind::Seat,
        NoticeKind::Began,
        NoticeKind::Ended,
        NoticeKind::Mention,
        NoticeKind::Trial,
    ];

    /// Its name in the database and in the interface.
    pub const fn name(self) -> &'static str {
        match self {
            NoticeKind::Turn => "turn",
            NoticeKind::Asked => "asked",
            NoticeKind::Clock => "clock",
            NoticeKind::Timeout => "timeout",
            NoticeKind::Replace => "replace",
            NoticeKind::Seat => "seat",
            NoticeKind::Began => "began",
            NoticeKind::Ended => "ended",
            NoticeKind::Mention => "mention",
            NoticeKind::Trial => "trial",
        }
    }

    /// The kind of this name.
    pub fn read(name: &str) -> Option<NoticeKind> {
        NoticeKind::ALL.into_iter().find(|k| k.name() == name)
    }
}

/// Something to be told, to everyone whose it is and who has set a way for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNotice {
    /// Whom it is for: the id of an account, or of a game for its table.
    pub owner: String,
    /// What it tells of.
    pub kind: NoticeKind,
    /// Seat that it is about.
    pub seat: Option<u8>,
    /// Name of who caused it, or is meant.
    pub name: String,
    /// Not told before this time.
    pub due: i64,
}

/// Something that waits to be told on one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The game.
    pub game: String,
    /// What it tells of.
    pub kind: NoticeKind,
    /// Changes when something newer takes its place.
    pub mark: i64,
    /// Seat that it is about.
    pub seat: Option<u8>,
    /// Name of who caused it, or is meant.
    pub name: String,
    /// Happened when.
    pub at: i64,
    /// Not told before this time.
    pub due: i64,
}

impl Store {
    /// Queues something that no change of a game brings with it. `game` is what it is about.
    pub async fn queue_notice(
        &self,
        game: &str,
        notice: &NewNotice,
        at: i64,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO notices (channel_id, game_id, kind, mark, seat, name, at, due) \
             SELECT c.id, $1, $3, $6, CAST($4 AS BIGINT), $5, $6, CASE WHEN $7 + c.gather > c.next THEN $7 + c.gather ELSE c.next END \
             FROM channels c WHERE c.owner = $2 AND c.state = 'on' \
             ON CONFLICT (channel_id, game_id, kind) DO UPDATE \
             SET mark = excluded.mark, seat = excluded.seat, name = excluded.name, at = excluded.at",
        )
        .bind(game)
        .bind(&notice.owner)
        .bind(notice.kind.name())
        .bind(notice.seat.map(i64::from))
        .bind(&notice.name)
        .bind(at)
        .bind(notice.due)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Queues something for one way alone.
    pub async fn queue_trial(&self, channel: &str, at: i64) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO notices (channel_id, game_id, kind, mark, name, at, due) VALUES ($1, '', $2, $3, '', $3, $3) \
             ON CONFLICT (channel_id, game_id, kind) DO UPDATE SET mark = $3, at = $3, due = $3",
        )
        .bind(channel)
        .bind(NoticeKind::Trial.name())
        .bind(at)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// What waits on a way, the oldest first.
    pub async fn waiting(&self, channel: &str, most: i64) -> Result<Vec<Waiting>, StoreError> {
        let rows = sqlx::query(
            "SELECT game_id, kind, mark, seat, name, at, due FROM notices WHERE channel_id = $1 ORDER BY at, game_id, kind LIMIT $2",
        )
        .bind(channel)
        .bind(most)
        .fetch_all(self.writes())
        .await?;
        rows.iter()
            .map(|row| {
                let kind: String = row.try_get("kind")?;
                Ok(Waiting {
                    game: row.try_get("game_id")?,
                    kind: NoticeKind::read(&kind)
                        .ok_or_else(|| StoreError::Damaged(format!("notice {kind}")))?,
                    mark: row.try_get("mark")?,
                    seat: row.try_get::<Option<i64>, _>("seat")?.and_then(|s| u8::try_from(s).ok()),
                    name: row.try_get("name")?,
                    at: row.try_get("at")?,
                    due: row.try_get("due")?,
                })
            })
            .collect()
    }

    /// Forgets something that waited; not if something newer took its place.
    pub async fn forget_waiting(&self, channel: &str, told: &Waiting) -> Result<(), StoreError> {
        sqlx::query(
            "DELETE FROM notices WHERE channel_id = $1 AND game_id = $2 AND kind = $3 AND mark = $4",
        )
        .bind(channel)
        .bind(&told.game)
        .bind(told.kind.name())
        .bind(told.mark)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Lets something wait longer.
    pub async fn postpone_waiting(
        &self,
        channel: &str,
        told: &Waiting,
        due: i64,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE notices SET due = $5 WHERE channel_id = $1 AND game_id = $2 AND kind = $3 AND mark = $4",
        )
        .bind(channel)
        .bind(&told.game)
        .bind(told.kind.name())
        .bind(told.mark)
        .bind(due)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// When the next notice is due.
    pub async fn next_waiting(&self) -> Result<Option<i64>, StoreError> {
        let row =
            sqlx::query("SELECT MIN(due) AS due FROM notices").fetch_one(self.reads()).await?;
        Ok(row.try_get("due")?)
    }
}
