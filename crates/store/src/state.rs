//! How the database is: whether it takes changes, how large it is, how busy.

use crate::database::{Store, StoreError};
use sqlx::Row;
use std::path::{Path, PathBuf};

/// Figures of a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Connections for reading, and how many of them are idle.
    pub reads: (u32, u32),
    /// Connections for writing, and how many of them are idle.
    pub writes: (u32, u32),
    /// Bytes of the database.
    pub bytes: u64,
    /// Bytes of the log that is not carried over yet, of SQLite.
    pub log: u64,
    /// Bytes free where the file lies, of SQLite.
    pub free: Option<u64>,
}

#[cfg(unix)]
fn free(path: &Path) -> Option<u64> {
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

/// A file beside another: the same name with something after it.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

impl Store {
    /// Whether a change would be kept: makes a small one, durably.
    pub async fn try_write(&self, now: i64) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO counters (name, value) VALUES ('ready', $1) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(now)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Figures of the database as it is now.
    pub async fn state(&self) -> Result<State, StoreError> {
        let pool = |pool: &sqlx::AnyPool| (pool.size(), pool.num_idle() as u32);
        let mut state =
            State { reads: pool(self.reads()), writes: pool(self.writes()), ..State::default() };
        let size = |path: &Path| std::fs::metadata(path).map_or(0, |m| m.len());
        match &self.inner.path {
            Some(path) => {
                state.bytes = size(path);
                state.log = size(&beside(path, "-wal"));
                state.free = free(path);
            }
            None => {
                let row = sqlx::query("SELECT pg_database_size(current_database()) AS n")
                    .fetch_one(self.reads())
                    .await?;
                state.bytes = row.try_get::<i64, _>("n")?.max(0) as u64;
            }
        }
        Ok(state)
    }
}
