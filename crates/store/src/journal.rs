//! What happened in a game, entry by entry, and its moves.

use crate::database::{Store, StoreError};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

/// What an entry tells of: the name of the live event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// Moves were made.
    Moves,
    /// Moves were taken back.
    Undone,
    /// Moves were made again.
    Redone,
    /// Moves came out of a file.
    Imported,
    /// Somebody said something.
    Chat,
    /// Seats, state or settings of the game changed.
    Game,
    /// Somebody changed settings of their own.
    Settings,
    /// Clocks of the table.
    Clock,
}

impl EntryKind {
    const ALL: [EntryKind; 8] = [
        EntryKind::Moves,
        EntryKind::Undone,
        EntryKind::Redone,
        EntryKind::Imported,
        EntryKind::Chat,
        EntryKind::Game,
        EntryKind::Settings,
        EntryKind::Clock,
    ];

    /// Its name in the database and in the interface.
    pub const fn name(self) -> &'static str {
        match self {
            EntryKind::Moves => "moves",
            EntryKind::Undone => "undone",
            EntryKind::Redone => "redone",
            EntryKind::Imported => "imported",
            EntryKind::Chat => "chat",
            EntryKind::Game => "game",
            EntryKind::Settings => "settings",
            EntryKind::Clock => "clock",
        }
    }

    pub(crate) fn read(name: &str) -> Option<EntryKind> {
        EntryKind::ALL.into_iter().find(|k| k.name() == name)
    }
}

/// A journal entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Game.
    pub game: String,
    /// Number within the game, from 1.
    pub seq: i64,
    /// When.
    pub at: i64,
    /// Kind.
    pub kind: EntryKind,
    /// Who caused it.
    pub user: Option<String>,
    /// Contents as JSON object.
    pub data: String,
}

/// A move as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMove {
    /// Number, from 1.
    pub number: i64,
    /// Journal entry that told of it.
    pub seq: i64,
    /// Line of that entry.
    pub part: i64,
    /// Seat that decided.
    pub seat: u8,
    /// Person who decided.
    pub user: Option<String>,
    /// Made by a setting.
    pub automatic: bool,
    /// The move as JSON.
    pub mv: String,
}

fn entry(row: &AnyRow) -> Result<Entry, StoreError> {
    let kind: String = row.try_get("kind")?;
    Ok(Entry {
        game: row.try_get("game_id")?,
        seq: row.try_get("seq")?,
        at: row.try_get("at")?,
        kind: EntryKind::read(&kind)
            .ok_or_else(|| StoreError::Damaged(format!("journal entry {kind}")))?,
        user: row.try_get("user_id")?,
        data: row.try_get("data")?,
    })
}

fn stored(row: &AnyRow) -> Result<StoredMove, StoreError> {
    Ok(StoredMove {
        number: row.try_get("number")?,
        seq: row.try_get("seq")?,
        part: row.try_get("part")?,
        seat: row.try_get::<i64, _>("seat")? as u8,
        user: row.try_get("user_id")?,
        automatic: row.try_get::<i64, _>("automatic")? != 0,
        mv: row.try_get("move")?,
    })
}

const MOVE: &str = "number, seq, part, seat, user_id, automatic, move";

impl Store {
    /// A page of entries after one, in order: at most so many, and no more once they have so many characters.
    pub async fn entries(
        &self,
        game: &str,
        after: i64,
        limit: i64,
        characters: i64,
    ) -> Result<Vec<Entry>, StoreError> {
        sqlx::query(
            // PostgreSQL sums up as another kind of number.
            "SELECT game_id, seq, at, kind, user_id, data FROM (SELECT game_id, seq, at, kind, user_id, data, \
             CAST(SUM(LENGTH(data)) OVER (ORDER BY seq) AS BIGINT) - LENGTH(data) AS before FROM journal \
             WHERE game_id = $1 AND seq > $2 ORDER BY seq LIMIT $3) AS page WHERE before < $4 ORDER BY seq",
        )
        .bind(game)
        .bind(after)
        .bind(limit)
        .bind(characters)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(entry)
        .collect()
    }

    /// The last lines of chat, in order.
    pub async fn chat(&self, game: &str, limit: i64) -> Result<Vec<Entry>, StoreError> {
        let rows = sqlx::query(
            // The kind is written out: an index holds entries of just this kind.
            "SELECT game_id, seq, at, kind, user_id, data FROM journal WHERE game_id = $1 AND kind = 'chat' \
             ORDER BY seq DESC LIMIT $2",
        )
        .bind(game)
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        rows.iter().rev().map(entry).collect()
    }

    /// The last entries about the table itself, in order.
    pub async fn told(&self, game: &str, limit: i64) -> Result<Vec<Entry>, StoreError> {
        let rows = sqlx::query(
            // The kind is written out: an index holds entries of just this kind.
            "SELECT game_id, seq, at, kind, user_id, data FROM journal WHERE game_id = $1 AND kind = 'game' \
             ORDER BY seq DESC LIMIT $2",
        )
        .bind(game)
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        rows.iter().rev().map(entry).collect()
    }

    /// The entry that a client made with this key.
    pub async fn entry_by_key(&self, game: &str, key: &str) -> Result<Option<Entry>, StoreError> {
        sqlx::query(
            "SELECT game_id, seq, at, kind, user_id, data FROM journal WHERE game_id = $1 AND client_key = $2",
        )
        .bind(game)
        .bind(key)
        .fetch_optional(self.reads())
        .await?
        .as_ref()
        .map(entry)
        .transpose()
    }

    /// Moves after `from` up to `to`, in order.
    pub async fn moves(
        &self,
        game: &str,
        from: i64,
        to: i64,
    ) -> Result<Vec<StoredMove>, StoreError> {
        sqlx::query(AssertSqlSafe(format!(
            "SELECT {MOVE} FROM moves WHERE game_id = $1 AND number > $2 AND number <= $3 ORDER BY number"
        )))
        .bind(game)
        .bind(from)
        .bind(to)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(stored)
        .collect()
    }

    /// Moves taken back that may be redone, in order.
    pub async fn undone(&self, game: &str) -> Result<Vec<StoredMove>, StoreError> {
        sqlx::query(AssertSqlSafe(format!(
            "SELECT {MOVE} FROM undone WHERE game_id = $1 ORDER BY number"
        )))
        .bind(game)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(stored)
        .collect()
    }

    /// Moves after `from` up to `to`, and the entries that told of them, each once and in order.
    pub async fn log(
        &self,
        game: &str,
        from: i64,
        to: i64,
    ) -> Result<(Vec<StoredMove>, Vec<Entry>), StoreError> {
        // Entries are read apart from moves: that of an imported game tells of many.
        let moves = self.moves(game, from, to).await?;
        let entries = sqlx::query(
            "SELECT game_id, seq, at, kind, user_id, data FROM journal WHERE game_id = $1 AND seq IN \
             (SELECT seq FROM moves WHERE game_id = $1 AND number > $2 AND number <= $3) ORDER BY seq",
        )
        .bind(game)
        .bind(from)
        .bind(to)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(entry)
        .collect::<Result<_, _>>()?;
        Ok((moves, entries))
    }
}
