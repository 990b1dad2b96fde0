//! Backups: always one SQLite file, whatever the database, so that a backup of either can be restored into either.

use crate::database::{Dialect, Options, Store, StoreError};
use crate::schema::{NUMBERS, TABLES};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};
use std::path::Path;

/// What was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupReport {
    /// Rows by table.
    pub rows: Vec<(&'static str, i64)>,
}

// Most rows read at once.
const PAGE: i64 = 500;

async fn copy(
    from: &mut AnyConnection,
    to: &mut AnyConnection,
) -> Result<BackupReport, StoreError> {
    let mut report = BackupReport { rows: Vec::new() };
    for (table, columns) in TABLES {
        let list = columns.join(", ");
        let places = (1..=columns.len()).map(|i| format!("${i}")).collect::<Vec<_>>().join(", ");
        let select =
            format!("SELECT {list} FROM {table} ORDER BY {} LIMIT $1 OFFSET $2", order(table));
        let insert = format!("INSERT INTO {table} ({list}) VALUES ({places})");
        let mut copied = 0;
        loop {
            let rows = sqlx::query(AssertSqlSafe(select.as_str()))
                .bind(PAGE)
                .bind(copied)
                .fetch_all(&mut *from)
                .await?;
            for row in &rows {
                let mut query = sqlx::query(AssertSqlSafe(insert.as_str()));
                for column in *columns {
                    query = if NUMBERS.contains(column) {
                        query.bind(row.try_get::<Option<i64>, _>(*column)?)
                    } else {
                        query.bind(row.try_get::<Option<String>, _>(*column)?)
                    };
                }
                query.execute(&mut *to).await?;
            }
            copied += rows.len() as i64;
            if (rows.len() as i64) < PAGE {
                break;
            }
        }
        report.rows.push((table, copied));
    }
    Ok(report)
}

fn order(table: &str) -> &'static str {
    match table {
        "users" | "games" => "id",
        "sessions" => "hash",
        "seats" => "game_id, seat",
        "journal" => "game_id, seq",
        "lobby" => "seq",
        "counters" => "name",
        _ => "game_id, number",
    }
}

async fn clear(to: &mut AnyConnection) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM snapshots").execute(&mut *to).await?;
    for (table, _) in TABLES.iter().rev() {
        sqlx::query(AssertSqlSafe(format!("DELETE FROM {table}"))).execute(&mut *to).await?;
    }
    Ok(())
}

impl Store {
    /// Writes a consistent copy to a new file while the servers go on.
    pub async fn backup(&self, file: &Path) -> Result<BackupReport, StoreError> {
        if file.exists() {
            return Err(StoreError::File(format!("{} exists already", file.display())));
        }
        let target = Store::open(&Options::new(path_text(file)?)).await?;
        let result = self.copy_to(&target).await;
        if result.is_ok() {
            // One file, nothing beside it.
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(target.writes()).await?;
        }
        target.close().await;
        result
    }

    /// Replaces everything by what a backup holds.
    pub async fn restore(&self, file: &Path) -> Result<BackupReport, StoreError> {
        if !file.exists() {
            return Err(StoreError::File(format!("{} does not exist", file.display())));
        }
        let source = Store::open(&Options::new(path_text(file)?)).await?;
        let result = source.copy_to(self).await;
        source.close().await;
        result
    }

    // Copies everything within one snapshot of the source and one transaction of the target.
    async fn copy_to(&self, target: &Store) -> Result<BackupReport, StoreError> {
        let mut from = self.reads().acquire().await?;
        let mut from = from.begin().await?;
        if self.inner.dialect == Dialect::Postgres {
            sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                .execute(&mut *from)
                .await?;
        }
        let mut to = target.writes().acquire().await?;
        let mut to = to.begin().await?;
        clear(&mut to).await?;
        let report = copy(&mut from, &mut to).await?;
        to.commit().await?;
        from.rollback().await?;
        Ok(report)
    }
}

fn path_text(file: &Path) -> Result<String, StoreError> {
    file.to_str()
        .map(str::to_owned)
        .ok_or_else(|| StoreError::File("the path is not UTF-8".to_owned()))
}
