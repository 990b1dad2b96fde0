//! Rows of a batch as one JSON text: a statement that reads it writes any number of rows at once.

use crate::Entry;
use crate::change::Change;
use crate::database::Dialect;
use serde::Serialize;
use std::sync::LazyLock;

/// Where a statement takes rows from: `v` with these columns, out of the JSON text of `$1`. Numbers are marked by `#`.
fn source(dialect: Dialect, columns: &[&str]) -> String {
    source_of(dialect, 1, columns)
}

// The same out of another parameter.
fn source_of(dialect: Dialect, parameter: u8, columns: &[&str]) -> String {
    let parts: Vec<String> = columns
        .iter()
        .map(|column| {
            let name = column.trim_start_matches('#');
            match (dialect, column.starts_with('#')) {
                (Dialect::Sqlite, _) => format!("value ->> '$.{name}' AS {name}"),
                (Dialect::Postgres, true) => format!("{name} bigint"),
                (Dialect::Postgres, false) => format!("{name} text"),
            }
        })
        .collect();
    let parts = parts.join(", ");
    match dialect {
        Dialect::Sqlite => format!("(SELECT {parts} FROM json_each(${parameter})) AS v"),
        Dialect::Postgres => format!("json_to_recordset(${parameter}::json) AS v ({parts})"),
    }
}

/// Statements over the rows of a batch.
pub(crate) struct Statements {
    /// Locks the games of a batch in the order of their ids.
    pub lock: String,
    /// Writes the rows of all games that are still where their changes were made, and tells which.
    pub games: String,
    /// Writes journal entries.
    pub journal: String,
    /// Forgets undone moves.
    pub forget: String,
    /// Writes moves.
    pub moves: String,
    /// Tells all servers; the second parameter is the channel.
    pub notify: String,
    /// All of this in one, for changes that are nothing but moves: games, entries, moves, texts, channel.
    pub at_once: String,
}

const ENTRY: [&str; 7] = [
    "game_id",
    "#seq",
    "#at",
    "kind",
    "user_id",
    "client_key",
    "data",
];
const MOVE: [&str; 8] = [
    "game_id",
    "#number",
    "#seq",
    "#part",
    "#seat",
    "user_id",
    "#automatic",
    "move",
];

fn insert(dialect: Dialect, parameter: u8, table: &str, columns: &[&str]) -> String {
    let names: Vec<&str> = columns.iter().map(|c| c.trim_start_matches('#')).collect();
    format!(
        "INSERT INTO {table} ({}) SELECT {} FROM {}",
        names.join(", "),
        names
            .iter()
            .map(|n| format!("v.{n}"))
            .collect::<Vec<_>>()
            .join(", "),
        source_of(dialect, parameter, columns)
    )
}

impl Statements {
    fn new(dialect: Dialect) -> Statements {
        let changing = [
            "name",
            "state",
            "#listed",
            "owner",
            "setup",
            "#updated",
            "#length",
            "#seq",
            "#undone",
            "turn",
            "turn_user",
            "#bot_pause",
            "#bot_due",
            "proposal",
            "outcome",
            "state_hash",
        ];
        let set: Vec<String> = changing
            .iter()
            .map(|c| c.trim_start_matches('#'))
            .map(|n| format!("{n} = v.{n}"))
            .collect();
        let mut all = changing.to_vec();
        all.extend(["id", "#begun", "client_key"]);
        let lock = format!(
            "SELECT games.id FROM games WHERE games.id IN (SELECT v.id FROM {}) ORDER BY games.id FOR UPDATE",
            source(dialect, &["id"])
        );
        // A change whose key was used before is as stale as one made on an old state.
        let update = |locked: &str, and: &str| {
            format!(
                "UPDATE games SET {}, bot_lease = 0 FROM {}{locked} WHERE games.id = v.id AND games.seq = v.begun{and} AND \
                 NOT EXISTS (SELECT 1 FROM journal WHERE journal.game_id = v.id AND journal.client_key = v.client_key) \
                 RETURNING games.id",
                set.join(", "),
                source(dialect, &all)
            )
        };
        let made = |sql: String| format!("{sql} WHERE v.game_id IN (SELECT id FROM made)");
        // What is told names its game, so that nothing is told of a change that was not made.
        let at_once = format!(
            "WITH locked AS ({lock}), made AS ({}), entries AS ({}), forgotten AS (DELETE FROM undone WHERE game_id IN \
             (SELECT id FROM made)), moved AS ({}), told AS (SELECT pg_notify($5, v.text) FROM {} WHERE v.id IS NULL OR \
             v.id IN (SELECT id FROM made)) SELECT made.id AS id, (SELECT COUNT(*) FROM told) AS told FROM made",
            update(", locked", " AND locked.id = v.id"),
            made(insert(dialect, 2, "journal", &ENTRY)),
            made(insert(dialect, 3, "moves", &MOVE)),
            source_of(dialect, 4, &["id", "text"])
        );
        Statements {
            lock,
            games: update("", ""),
            journal: insert(dialect, 1, "journal", &ENTRY),
            forget: format!(
                "DELETE FROM undone WHERE game_id IN (SELECT v.id FROM {})",
                source(dialect, &["id"])
            ),
            moves: insert(dialect, 1, "moves", &MOVE),
            notify: format!(
                "SELECT pg_notify($2, v.text) FROM {}",
                source(dialect, &["text"])
            ),
            at_once,
        }
    }

    /// The statements for a kind of database.
    pub fn of(dialect: Dialect) -> &'static Statements {
        static SQLITE: LazyLock<Statements> = LazyLock::new(|| Statements::new(Dialect::Sqlite));
        static POSTGRES: LazyLock<Statements> =
            LazyLock::new(|| Statements::new(Dialect::Postgres));
        match dialect {
            Dialect::Sqlite => &SQLITE,
            Dialect::Postgres => &POSTGRES,
        }
    }
}

/// A game by its id.
#[derive(Serialize)]
pub(crate) struct IdRow<'a> {
    pub id: &'a str,
}

/// Something to tell, of a game if it has one.
#[derive(Serialize)]
pub(crate) struct TextRow<'a> {
    pub id: Option<&'a str>,
    pub text: String,
}

/// A game after a change.
#[derive(Serialize)]
pub(crate) struct GameChange<'a> {
    id: &'a str,
    begun: i64,
    client_key: Option<&'a str>,
    name: &'a str,
    state: &'a str,
    listed: i64,
    owner: Option<&'a str>,
    setup: &'a str,
    updated: i64,
    length: i64,
    seq: i64,
    undone: i64,
    turn: Option<String>,
    turn_user: Option<&'a str>,
    bot_pause: i64,
    bot_due: Option<i64>,
    proposal: Option<&'a str>,
    outcome: Option<&'a str>,
    state_hash: &'a str,
}

impl<'a> GameChange<'a> {
    /// The row of a change that was made on journal entry `begun`.
    pub fn new(change: &'a Change, begun: i64) -> GameChange<'a> {
        let game = &change.game;
        GameChange {
            id: &game.id,
            begun,
            client_key: change.entries.iter().find_map(|e| e.key.as_deref()),
            name: &game.name,
            state: game.state.name(),
            listed: i64::from(game.listed),
            owner: game.owner.as_deref(),
            setup: &game.setup,
            updated: game.updated,
            length: game.length,
            seq: begun + change.entries.len() as i64,
            undone: game.undone,
            turn: game
                .turn
                .as_ref()
                .map(|t| serde_json::to_string(t).unwrap_or_default()),
            turn_user: game.turn_user.as_deref(),
            bot_pause: game.bot_pause,
            bot_due: game.bot_due,
            proposal: game.proposal.as_deref(),
            outcome: game.outcome.as_deref(),
            state_hash: &game.state_hash,
        }
    }
}

/// A journal entry.
#[derive(Serialize)]
pub(crate) struct EntryRow<'a> {
    game_id: &'a str,
    seq: i64,
    at: i64,
    kind: &'a str,
    user_id: Option<&'a str>,
    client_key: Option<&'a str>,
    data: &'a str,
}

/// The entries of a change that was made on journal entry `begun`.
pub(crate) fn entries(change: &Change, begun: i64) -> impl Iterator<Item = EntryRow<'_>> {
    change
        .entries
        .iter()
        .zip(begun + 1..)
        .map(|(entry, seq)| EntryRow {
            game_id: &change.game.id,
            seq,
            at: change.at,
            kind: entry.kind,
            user_id: entry.user.as_deref(),
            client_key: entry.key.as_deref(),
            data: &entry.data,
        })
}

/// The same entries as listeners hear of them.
pub(crate) fn told(change: &Change, begun: i64) -> impl Iterator<Item = Entry> {
    entries(change, begun).map(|row| Entry {
        game: row.game_id.to_owned(),
        seq: row.seq,
        at: row.at,
        kind: row.kind.to_owned(),
        user: row.user_id.map(str::to_owned),
        data: row.data.to_owned(),
    })
}

/// A move.
#[derive(Serialize)]
pub(crate) struct MoveRow<'a> {
    game_id: &'a str,
    number: i64,
    seq: i64,
    part: i64,
    seat: i64,
    user_id: Option<&'a str>,
    automatic: i64,
    #[serde(rename = "move")]
    mv: &'a str,
}

/// The moves of a change that was made on journal entry `begun`.
pub(crate) fn moves(change: &Change, begun: i64) -> impl Iterator<Item = MoveRow<'_>> {
    change.moves.iter().map(move |mv| MoveRow {
        game_id: &change.game.id,
        number: mv.number,
        seq: begun + 1 + mv.entry as i64,
        part: mv.part,
        seat: i64::from(mv.seat),
        user_id: mv.user.as_deref(),
        automatic: i64::from(mv.automatic),
        mv: &mv.mv,
    })
}

/// Rows as text; nothing for none.
pub(crate) fn text<T: Serialize>(rows: &[T]) -> Option<String> {
    if rows.is_empty() {
        return None;
    }
    // Names, numbers and texts always become JSON.
    Some(serde_json::to_string(rows).unwrap_or_default())
}
