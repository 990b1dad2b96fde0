//! Backups: always one SQLite file, whatever the database, so that a backup of either can be restored into either.

use crate::database::{Dialect, Options, Store, StoreError, make_private, plain_path};
use crate::schema::{self, Schema, TABLES};
use crate::state::beside;
use futures_util::TryStreamExt;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};
use std::io::Read;
use std::path::{Path, PathBuf};

/// What was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupReport {
    /// Rows by table.
    pub rows: Vec<(&'static str, i64)>,
}

/// What was restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoreReport {
    /// Rows by table.
    pub rows: Vec<(&'static str, i64)>,
    /// Where that is kept which was there before.
    pub kept: Option<PathBuf>,
}

async fn copy(
    from: &mut AnyConnection,
    (dialect, to): (Dialect, &mut AnyConnection),
) -> Result<BackupReport, StoreError> {
    let mut report = BackupReport { rows: Vec::new() };
    for &(table, order) in TABLES {
        let columns = schema::columns(dialect, &mut *to, table).await?;
        // An older schema has fewer tables.
        if columns.is_empty() {
            continue;
        }
        let names: Vec<&str> = columns.iter().map(|c| c.name.as_str()).collect();
        let list = names.join(", ");
        let places = (1..=columns.len()).map(|i| format!("${i}")).collect::<Vec<_>>().join(", ");
        let select = format!("SELECT {list} FROM {table} ORDER BY {order}");
        let insert = format!("INSERT INTO {table} ({list}) VALUES ({places})");
        let mut rows = sqlx::query(AssertSqlSafe(select)).fetch(&mut *from);
        let mut copied = 0;
        while let Some(row) = rows.try_next().await? {
            let mut query = sqlx::query(AssertSqlSafe(insert.as_str()));
            for column in &columns {
                query = if column.number {
                    query.bind(row.try_get::<Option<i64>, _>(column.name.as_str())?)
                } else {
                    query.bind(row.try_get::<Option<String>, _>(column.name.as_str())?)
                };
            }
            query.execute(&mut *to).await?;
            copied += 1;
        }
        report.rows.push((table, copied));
    }
    Ok(report)
}

async fn clear((dialect, to): (Dialect, &mut AnyConnection)) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM snapshots").execute(&mut *to).await?;
    for &(table, _) in TABLES.iter().rev() {
        if schema::columns(dialect, &mut *to, table).await?.is_empty() {
            continue;
        }
        sqlx::query(AssertSqlSafe(format!("DELETE FROM {table}"))).execute(&mut *to).await?;
    }
    Ok(())
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> StoreError {
    let name = path.display().to_string();
    move |error| StoreError::File(format!("{name}: {error}"))
}

// Removes a database that was being made, if it is there.
fn discard(file: &Path) {
    for ending in ["", "-wal", "-shm", "-journal"] {
        let _ = std::fs::remove_file(beside(file, ending));
    }
}

fn options(file: &Path, schema: Schema) -> Result<Options, StoreError> {
    Ok(Options { checkpoints: false, schema, readers: 1, ..Options::new(path_text(file)?) })
}

impl Store {
    // Everything in one file and nothing beside it. Needs the database for itself.
    async fn settle(&self) -> Result<(), StoreError> {
        self.inner.reads.close().await;
        let mode = sqlx::query("PRAGMA journal_mode = DELETE").fetch_one(self.writes()).await;
        match mode.and_then(|row| row.try_get::<String, _>(0)) {
            Ok(mode) if mode == "delete" => Ok(()),
            Ok(_) => Err(StoreError::InUse),
            Err(sqlx::Error::Database(error)) if error.message().contains("locked") => {
                Err(StoreError::InUse)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Writes a consistent copy to a new file while the servers go on. It has the schema of the original.
    pub async fn backup(&self, file: &Path) -> Result<BackupReport, StoreError> {
        if file.exists() {
            return Err(StoreError::File(format!("{} exists already", file.display())));
        }
        // What carries the name of a backup is whole.
        let partial = beside(file, ".partial");
        discard(&partial);
        let result = self.backup_into(&partial).await;
        match result {
            Ok(report) => {
                std::fs::rename(&partial, file).map_err(failed(file))?;
                Ok(report)
            }
            Err(error) => {
                discard(&partial);
                Err(error)
            }
        }
    }

    async fn backup_into(&self, file: &Path) -> Result<BackupReport, StoreError> {
        let target = Store::open(&options(file, Schema::Version(self.schema()))?).await?;
        let result = async {
            let report = self.copy_to(&target).await?;
            target.settle().await?;
            Ok(report)
        };
        let result = result.await;
        target.close().await;
        result
    }

    /// Replaces everything by what a backup holds. The backup is looked at first and stays as it is; what was there
    /// before is kept: an SQLite file beside the new one, a PostgreSQL as a backup in the folder `keep`. No server may be
    /// at work. `stamp` names what is kept.
    pub async fn restore(
        database: &str,
        file: &Path,
        keep: &Path,
        stamp: &str,
    ) -> Result<RestoreReport, StoreError> {
        look_like_a_backup(file)?;
        let postgres = database.starts_with("postgres");
        let path = PathBuf::from(plain_path(database));
        let new = match postgres {
            true => keep.join(format!(".restoring-{stamp}.sqlite")),
            false => beside(&path, ".restoring"),
        };
        if let Some(folder) = new.parent().filter(|f| !f.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(failed(folder))?;
        }
        discard(&new);
        let result = match prepare(file, &new).await {
            Err(error) => Err(error),
            Ok(rows) if postgres => {
                let kept = keep.join(format!("before-{stamp}.sqlite"));
                replace(database, &new, &kept).await.map(|kept| RestoreReport { rows, kept })
            }
            Ok(rows) => {
                let kept = beside(&path, &format!(".before-{stamp}"));
                swap(&path, &new, &kept).await.map(|kept| RestoreReport { rows, kept })
            }
        };
        discard(&new);
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
        clear((target.inner.dialect, &mut to)).await?;
        let report = copy(&mut from, (target.inner.dialect, &mut to)).await?;
        to.commit().await?;
        from.rollback().await?;
        Ok(report)
    }

    // Other programs of ours at this PostgreSQL.
    async fn others(&self) -> Result<i64, StoreError> {
        let row = sqlx::query(
            "SELECT COUNT(DISTINCT application_name) AS n FROM pg_stat_activity WHERE datname = current_database() \
             AND application_name LIKE 'signalbox %' AND application_name <> current_setting('application_name')",
        )
        .fetch_one(self.reads())
        .await?;
        Ok(row.try_get("n")?)
    }

    async fn count_rows(&self) -> Result<Vec<(&'static str, i64)>, StoreError> {
        let mut rows = Vec::new();
        for (table, _) in TABLES {
            let sql = format!("SELECT COUNT(*) AS n FROM {table}");
            let row = sqlx::query(AssertSqlSafe(sql)).fetch_one(self.reads()).await?;
            rows.push((*table, row.try_get("n")?));
        }
        Ok(rows)
    }
}

// A file that cannot be a backup is refused before anything is opened.
fn look_like_a_backup(file: &Path) -> Result<(), StoreError> {
    let mut first = [0; 16];
    let read = std::fs::File::open(file).and_then(|mut f| f.read_exact(&mut first));
    match read {
        Ok(()) if &first == b"SQLite format 3\0" => Ok(()),
        Err(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => Err(failed(file)(error)),
        _ => Err(StoreError::File(format!("{} is no backup", file.display()))),
    }
}

// A copy of a backup, checked and brought up to date; its rows by table.
async fn prepare(file: &Path, new: &Path) -> Result<Vec<(&'static str, i64)>, StoreError> {
    make_private(new)?;
    // A file that was copied from a server may have its log beside it.
    for ending in ["", "-wal"] {
        let from = beside(file, ending);
        if from.exists() {
            let to = beside(new, ending);
            make_private(&to)?;
            let mut source = std::fs::File::open(&from).map_err(failed(&from))?;
            let target = std::fs::OpenOptions::new().write(true).truncate(true).open(&to);
            let mut target = target.map_err(failed(&to))?;
            std::io::copy(&mut source, &mut target).map_err(failed(&to))?;
        }
    }
    let named = |error| match error {
        StoreError::Foreign => {
            StoreError::File(format!("{} is no backup of Signalbox", file.display()))
        }
        error => error,
    };
    let store = Store::open(&options(new, Schema::Kept)?).await.map_err(named)?;
    let faults = store.check_database().await;
    store.close().await;
    if let Some(fault) = faults.first() {
        return Err(StoreError::Damaged(format!("{}: {fault}", file.display())));
    }
    let store = Store::open(&options(new, Schema::Newest)?).await?;
    let done = async {
        sqlx::query("DELETE FROM snapshots").execute(store.writes()).await?;
        let rows = store.count_rows().await?;
        store.settle().await?;
        Ok(rows)
    };
    let rows = done.await;
    store.close().await;
    rows
}

// Puts a new file in the place of an old one, which is kept.
async fn swap(path: &Path, new: &Path, kept: &Path) -> Result<Option<PathBuf>, StoreError> {
    if !path.exists() {
        std::fs::rename(new, path).map_err(failed(path))?;
        return Ok(None);
    }
    match Store::open(&options(path, Schema::Kept)?).await {
        Ok(old) => {
            let settled = old.settle().await;
            old.close().await;
            settled?;
        }
        // What cannot be opened is kept as it is.
        Err(error) => tracing::warn!(%error, "the old database cannot be opened"),
    }
    for ending in ["-wal", "-shm"] {
        let _ = std::fs::rename(beside(path, ending), beside(kept, ending));
    }
    // The place is never empty: the old file gets a second name, then the new one takes the first.
    std::fs::hard_link(path, kept)
        .or_else(|_| std::fs::rename(path, kept))
        .map_err(failed(kept))?;
    std::fs::rename(new, path).map_err(failed(path))?;
    Ok(Some(kept.to_owned()))
}

// Replaces what a PostgreSQL holds, in one transaction, after writing a backup of it.
async fn replace(database: &str, new: &Path, kept: &Path) -> Result<Option<PathBuf>, StoreError> {
    let target = Store::open(&Options::new(database)).await?;
    let result = async {
        if target.others().await? > 0 {
            return Err(StoreError::InUse);
        }
        let (games, _) = target.counts().await?;
        let kept = if games > 0 {
            target.backup(kept).await?;
            Some(kept.to_owned())
        } else {
            None
        };
        let source = Store::open(&options(new, Schema::Newest)?).await?;
        let copied = source.copy_to(&target).await;
        source.close().await;
        copied.map(|_| kept)
    };
    let result = result.await;
    target.close().await;
    result
}

fn path_text(file: &Path) -> Result<String, StoreError> {
    file.to_str()
        .map(str::to_owned)
        .ok_or_else(|| StoreError::File("the path is not UTF-8".to_owned()))
}
