//! The statements that write a batch: one question to the database, whatever the number of rows.
//!
//! A change counts only if its game is still where the change was made and its key was not used before; what it wrote
//! otherwise is left out, on both databases by the same conditions.

use crate::database::{Dialect, StoreError};
use crate::rows::{
    Batch, Column, Columns, ENTRIES, GAME_KEYS, GAMES, Holds, MOVES, NOTICES, Rows, SNAPSHOTS,
};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Row};
use std::collections::HashSet;
use std::fmt::Write;
use std::sync::LazyLock;

/// Where SQLite keeps the games of a batch while it is written.
pub(crate) fn batch_table() -> String {
    let columns: Vec<String> = GAMES
        .iter()
        .map(|(name, holds)| match holds {
            Holds::Number => format!("{name} BIGINT"),
            _ => format!("{name} TEXT"),
        })
        .collect();
    format!("CREATE TEMP TABLE batch ({})", columns.join(", "))
}

// Rows in one list of values; their number is made up to a power of two with rows of nothing, so that there are few
// different statements.
const MOST_ROWS: usize = 256;

fn names(columns: &Columns) -> String {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

fn assignments() -> String {
    let parts: Vec<String> =
        GAMES[GAME_KEYS..].iter().map(|(name, _)| format!("{name} = v.{name}")).collect();
    parts.join(", ")
}

// Something newer of the same kind takes the place of what waits, and is told when that would have been.
const NEWER: &str = "ON CONFLICT (channel_id, game_id, kind) DO UPDATE \
                     SET mark = excluded.mark, seat = excluded.seat, name = excluded.name, at = excluded.at";

/// Whether the statement stands alone or in a transaction that does more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Frame {
    Alone,
    Within,
}

/// News for other servers that goes along with a batch on PostgreSQL.
pub(crate) struct Telling<'a> {
    pub channel: &'a str,
    /// What every message of this server begins with.
    pub mark: &'a str,
    /// The message that each entry travels in; negative for those that are only announced.
    pub pages: Vec<Option<i64>>,
    /// Something else to say.
    pub also: Option<String>,
}

/// Writes a batch; the ids of the games whose changes count.
pub(crate) async fn write(
    connection: &mut AnyConnection,
    dialect: Dialect,
    frame: Frame,
    batch: &Batch<'_>,
    telling: &Telling<'_>,
) -> Result<HashSet<String>, StoreError> {
    let rows = match dialect {
        Dialect::Sqlite => sqlite(&mut *connection, frame, batch).await,
        Dialect::Postgres => postgres(&mut *connection, batch, telling).await,
    };
    let rows = match rows {
        Ok(rows) => rows,
        Err(error) => {
            if dialect == Dialect::Sqlite && frame == Frame::Alone {
                let _ = sqlx::query("ROLLBACK").execute(connection).await;
            }
            return Err(error.into());
        }
    };
    rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
}

async fn sqlite(
    connection: &mut AnyConnection,
    frame: Frame,
    batch: &Batch<'_>,
) -> Result<Vec<AnyRow>, sqlx::Error> {
    static GATE: LazyLock<String> = LazyLock::new(|| {
        format!(
            "DELETE FROM temp.batch WHERE id IS NULL \
             OR NOT EXISTS (SELECT 1 FROM games WHERE games.id = batch.id AND games.seq = batch.begun) \
             OR EXISTS (SELECT 1 FROM journal WHERE journal.game_id = batch.id AND journal.client_key = batch.client_key); \
             UPDATE games SET {}, bot_lease = 0, clock_lease = 0 FROM temp.batch AS v WHERE games.id = v.id; ",
            assignments()
        )
    });
    let mut sql = String::with_capacity(16_384);
    if frame == Frame::Alone {
        sql.push_str("BEGIN IMMEDIATE; ");
    }
    values(&mut sql, &batch.games, "INSERT INTO temp.batch ", "; ");
    sql.push_str(&GATE);
    for (table, columns, rows) in [
        ("journal", ENTRIES, &batch.entries),
        ("moves", MOVES, &batch.moves),
        ("snapshots", SNAPSHOTS, &batch.snapshots),
    ] {
        let before = format!("INSERT INTO {table} ({}) SELECT * FROM (", names(columns));
        let again = if table == "snapshots" {
            " ON CONFLICT (game_id, build, number) DO UPDATE SET state = excluded.state"
        } else {
            ""
        };
        let after = format!(") WHERE column1 IN (SELECT id FROM temp.batch){again}; ");
        values(&mut sql, rows, &before, &after);
        if table == "journal" && batch.moves.count > 0 {
            // New moves: those that were taken back are gone for good.
            sql.push_str(
                "DELETE FROM undone WHERE game_id IN (SELECT id FROM temp.batch WHERE moved = 1); ",
            );
        }
    }
    let before = "INSERT INTO notices (channel_id, game_id, kind, mark, seat, name, at, due) \
                  SELECT c.id, v.column1, v.column3, v.column4, v.column5, v.column6, v.column7, \
                  MAX(v.column8 + c.gather, c.next) FROM (";
    let after = format!(
        ") AS v JOIN channels AS c ON c.owner = v.column2 AND c.state = 'on' \
         WHERE v.column1 IN (SELECT id FROM temp.batch) {NEWER}; "
    );
    values(&mut sql, &batch.notices, before, &after);
    sql.push_str("DELETE FROM temp.batch RETURNING id");
    if frame == Frame::Alone {
        sql.push_str("; COMMIT");
    }
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for rows in [&batch.games, &batch.entries, &batch.moves, &batch.snapshots, &batch.notices] {
        query = bind_rows(query, rows);
    }
    query.fetch_all(connection).await
}

// The sizes of the lists of values that hold so many rows.
fn sizes(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).step_by(MOST_ROWS).map(move |from| {
        let rows = (count - from).min(MOST_ROWS);
        (from, rows.next_power_of_two())
    })
}

fn values(sql: &mut String, rows: &Rows<'_>, before: &str, after: &str) {
    for (_, size) in sizes(rows.count) {
        sql.push_str(before);
        for row in 0..size {
            sql.push_str(if row == 0 { "VALUES (?" } else { ", (?" });
            for _ in 1..rows.columns.len() {
                sql.push_str(",?");
            }
            sql.push(')');
        }
        sql.push_str(after);
    }
}

type Asked<'q> = Query<'q, Any, AnyArguments>;

fn bind_rows<'q>(mut query: Asked<'q>, rows: &'q Rows<'_>) -> Asked<'q> {
    for (from, size) in sizes(rows.count) {
        for row in from..from + size {
            for column in &rows.columns {
                query = match column {
                    Column::Text(list) => {
                        query.bind(list.get(row).and_then(|text| text.as_deref()))
                    }
                    Column::Number(list) => query.bind(list.get(row).copied().flatten()),
                    Column::Bytes(list) => query.bind(list.get(row).copied()),
                };
            }
        }
    }
    query
}

// The rows of a list as PostgreSQL reads them from arrays, one to a column; counts parameters.
fn arrays(name: &str, columns: &Columns, more: &Columns, parameter: &mut usize) -> String {
    let all: Vec<_> = columns.iter().chain(more).copied().collect();
    let parameters: Vec<String> = all
        .iter()
        .map(|(_, holds)| {
            *parameter += 1;
            let kind = if *holds == Holds::Number { "bigint" } else { "text" };
            format!("${parameter}::{kind}[]")
        })
        .collect();
    format!("{name} AS (SELECT * FROM UNNEST({}) AS v ({}))", parameters.join(", "), names(&all))
}

static POSTGRES: LazyLock<String> = LazyLock::new(|| {
    let mut parameter = 0;
    let games = arrays("v", GAMES, &[], &mut parameter);
    let entries = arrays("e", ENTRIES, &[("page", Holds::Number)], &mut parameter);
    let moves = arrays("m", MOVES, &[], &mut parameter);
    let snapshots = arrays("s", SNAPSHOTS, &[], &mut parameter);
    let notices = arrays("n", NOTICES, &[], &mut parameter);
    let (channel, mark, also) = (parameter + 1, parameter + 2, parameter + 3);
    let insert = |table: &str, from: &str, columns: &Columns| {
        let values: Vec<String> = columns
            .iter()
            .map(|(name, holds)| match holds {
                Holds::Bytes => format!("decode({from}.{name}, 'hex')"),
                _ => format!("{from}.{name}"),
            })
            .collect();
        format!(
            "INSERT INTO {table} ({}) SELECT {} FROM {from} WHERE {from}.game_id IN (SELECT id FROM made)",
            names(columns),
            values.join(", ")
        )
    };
    // All servers lock games in the same order, so that none waits for another in a circle.
    format!(
        "WITH {games}, {entries}, {moves}, {snapshots}, {notices}, \
         locked AS (SELECT games.id FROM games WHERE games.id IN (SELECT id FROM v) ORDER BY games.id FOR UPDATE), \
         made AS (UPDATE games SET {}, bot_lease = 0, clock_lease = 0 FROM v, locked WHERE games.id = v.id AND locked.id = v.id \
         AND games.seq = v.begun AND NOT EXISTS \
         (SELECT 1 FROM journal WHERE journal.game_id = v.id AND journal.client_key = v.client_key) \
         RETURNING games.id, v.moved), \
         written AS ({}), \
         forgotten AS (DELETE FROM undone WHERE game_id IN (SELECT id FROM made WHERE moved = 1)), \
         moved AS ({}), \
         stored AS ({} ON CONFLICT (game_id, build, number) DO UPDATE SET state = excluded.state), \
         queued AS (INSERT INTO notices (channel_id, game_id, kind, mark, seat, name, at, due) \
         SELECT c.id, n.game_id, n.kind, n.mark, n.seat, n.name, n.at, GREATEST(n.due + c.gather, c.next) \
         FROM n JOIN channels AS c ON c.owner = n.owner AND c.state = 'on' \
         WHERE n.game_id IN (SELECT id FROM made) ORDER BY c.id, n.game_id, n.kind {NEWER}), \
         told AS (SELECT pg_notify(${channel}, ${mark} || string_agg(CASE WHEN e.page < 0 \
         THEN e.game_id || chr(31) || e.seq ELSE concat_ws(chr(31), e.game_id, e.seq, e.at, e.kind, \
         coalesce(e.user_id, ''), e.data) END, chr(30) ORDER BY e.seq)) FROM e \
         WHERE e.game_id IN (SELECT id FROM made) GROUP BY e.page \
         UNION ALL SELECT pg_notify(${channel}, ${also}::text) WHERE ${also}::text IS NOT NULL) \
         SELECT made.id AS id, (SELECT COUNT(*) FROM told) AS told FROM made",
        assignments(),
        insert("journal", "e", ENTRIES),
        insert("moves", "m", MOVES),
        insert("snapshots", "s", SNAPSHOTS),
    )
});

async fn postgres(
    connection: &mut AnyConnection,
    batch: &Batch<'_>,
    telling: &Telling<'_>,
) -> Result<Vec<AnyRow>, sqlx::Error> {
    let pages = Column::Number(telling.pages.clone());
    let columns = batch
        .games
        .columns
        .iter()
        .chain(&batch.entries.columns)
        .chain([&pages])
        .chain(&batch.moves.columns)
        .chain(&batch.snapshots.columns)
        .chain(&batch.notices.columns);
    let mut query = sqlx::query(POSTGRES.as_str());
    for column in columns {
        query = query.bind(literal(column));
    }
    query
        .bind(telling.channel)
        .bind(telling.mark)
        .bind(telling.also.as_deref())
        .fetch_all(connection)
        .await
}

// A column as the text of an array.
fn literal(column: &Column<'_>) -> String {
    let mut text = String::from("{");
    let mut comma = "";
    match column {
        Column::Text(list) => {
            for value in list {
                text.push_str(comma);
                comma = ",";
                let Some(value) = value else {
                    text.push_str("NULL");
                    continue;
                };
                text.reserve(value.len() + 16);
                text.push('"');
                let mut rest = value.as_ref();
                while let Some(at) = rest.find(['"', '\\']) {
                    text.push_str(&rest[..at]);
                    text.push('\\');
                    text.push_str(&rest[at..=at]);
                    rest = &rest[at + 1..];
                }
                text.push_str(rest);
                text.push('"');
            }
        }
        Column::Number(list) => {
            for value in list {
                text.push_str(comma);
                comma = ",";
                let _ = match value {
                    Some(n) => write!(text, "{n}"),
                    None => write!(text, "NULL"),
                };
            }
        }
        Column::Bytes(list) => {
            const DIGITS: &[u8; 16] = b"0123456789abcdef";
            for bytes in list {
                text.push_str(comma);
                comma = ",";
                text.extend(bytes.iter().flat_map(|b| {
                    [b >> 4, b & 15].map(|digit| char::from(DIGITS[usize::from(digit)]))
                }));
            }
        }
    }
    text.push('}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_keeps_quotes_backslashes_and_nothing_apart() {
        let texts = Column::Text(vec![Some("a\"b\\c".into()), None, Some("NULL".into())]);
        assert_eq!(literal(&texts), r#"{"a\"b\\c",NULL,"NULL"}"#);
        assert_eq!(literal(&Column::Number(vec![Some(-3), None])), "{-3,NULL}");
        assert_eq!(literal(&Column::Bytes(vec![&[0, 171]])), "{00ab}");
    }

    #[test]
    fn lists_of_values_have_few_sizes() {
        assert_eq!(sizes(0).count(), 0);
        assert_eq!(sizes(5).collect::<Vec<_>>(), [(0, 8)]);
        assert_eq!(sizes(600).collect::<Vec<_>>(), [(0, 256), (256, 256), (512, 128)]);
    }
}
