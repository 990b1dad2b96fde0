//! The connection: which database, its pools, its settings.

use crate::bus::{self, Notice};
use crate::logins::Logins;
use crate::schema::Schema;
use crate::writer::{self, Link, Writer};
use crate::{Committed, schema, statements};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection, Executor};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use tokio::sync::broadcast;

/// Something the database could not do.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database answered with an error, or not at all.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The database was written by a newer program.
    #[error(
        "the database has schema {found}, this program knows schemas up to {known}; use a newer program"
    )]
    NewerSchema {
        /// In the database.
        found: i64,
        /// Known here.
        known: i64,
    },
    /// The database was not made by this program.
    #[error("this is no database of Signalbox")]
    Foreign,
    /// Somebody else works on the database.
    #[error("a server is at work on this database; stop it first")]
    InUse,
    /// Something in the database is not as it was written.
    #[error("damaged row: {0}")]
    Damaged(String),
    /// The name is taken.
    #[error("taken")]
    Taken,
    /// The store is closing.
    #[error("closing")]
    Closing,
    /// A file that cannot be read or written.
    #[error("{0}")]
    File(String),
}

impl StoreError {
    /// What kind of fault it is, in a word; for figures.
    pub fn kind(&self) -> &'static str {
        match self {
            StoreError::Database(error) => match error {
                sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => "pool",
                sqlx::Error::Io(_) | sqlx::Error::Tls(_) => "connection",
                sqlx::Error::Database(error) => match error.message() {
                    // SQLite says "database or disk is full", PostgreSQL "No space left on device".
                    text if text.contains("full") || text.contains("No space") => "disk",
                    text if text.contains("disk I/O") => "disk",
                    text if text.contains("malformed") || text.contains("not a database") => {
                        "damaged"
                    }
                    _ => "statement",
                },
                _ => "statement",
            },
            StoreError::Damaged(_) | StoreError::Foreign => "damaged",
            StoreError::File(_) => "disk",
            StoreError::NewerSchema { .. } => "schema",
            StoreError::Taken | StoreError::InUse | StoreError::Closing => "other",
        }
    }
}

/// How to open a store.
#[derive(Clone, Debug)]
pub struct Options {
    /// A path, `sqlite:PATH`, or `postgres://…`.
    pub database: String,
    /// Connections for reading.
    pub readers: u32,
    /// Most changes in one commit.
    pub batch: usize,
    /// Whether SQLite's log is carried over into the file from here. Only one program at a time should: the server, or
    /// one that replicates the log.
    pub checkpoints: bool,
    /// What shall become of the tables.
    pub schema: Schema,
}

impl Options {
    /// The usual settings.
    pub fn new(database: impl Into<String>) -> Options {
        Options {
            database: database.into(),
            readers: 8,
            batch: 256,
            checkpoints: true,
            schema: Schema::Newest,
        }
    }
}

/// Which database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// An open store. Cloning is cheap.
#[derive(Clone)]
pub struct Store {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub dialect: Dialect,
    /// Path of the file, of SQLite.
    pub path: Option<PathBuf>,
    /// Schema that the database has.
    pub schema: i64,
    /// Reads.
    pub reads: AnyPool,
    /// Writes; on SQLite a single connection, since it has one writer.
    pub writes: AnyPool,
    pub writer: Writer,
    pub notices: broadcast::Sender<Notice>,
    pub logins: Arc<Logins>,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("dialect", &self.inner.dialect).finish_non_exhaustive()
    }
}

// WAL with synchronous=FULL: a commit is on disk before it is answered.
const WAL: &str = "PRAGMA journal_mode = WAL";
const PRAGMAS: &str = "PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000; \
                       PRAGMA foreign_keys = ON; PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY; \
                       PRAGMA wal_autocheckpoint = 0";

// How often the log is carried over into the file. The connection that writes does it, between two commits: SQLite
// before 3.51.3 could damage a file when another one did it at the same instant.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(1);

/// The version of SQLite that this program is built with.
pub fn sqlite_version() -> &'static str {
    libsqlite3_sys::SQLITE_VERSION.to_str().unwrap_or_default()
}

fn address(database: &str) -> (Dialect, String) {
    if database.starts_with("postgres://") || database.starts_with("postgresql://") {
        return (Dialect::Postgres, database.to_owned());
    }
    let path = database
        .strip_prefix("sqlite://")
        .or_else(|| database.strip_prefix("sqlite:"))
        .unwrap_or(database);
    let path = path.split('?').next().unwrap_or(path);
    let escaped: String = path
        .bytes()
        .map(|b| match b {
            b'%' | b'?' | b'#' | b' ' => format!("%{b:02X}"),
            _ if b < 0x80 => char::from(b).to_string(),
            _ => format!("%{b:02X}"),
        })
        .collect();
    (Dialect::Sqlite, format!("sqlite://{escaped}?mode=rwc"))
}

// Whatever is written is found by its key. A new PostgreSQL knows nothing of its tables yet and would rather read them all.
// How it is found is thought out once.
const BY_KEY: &str = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; \
                      SET plan_cache_mode = force_generic_plan";

async fn pool(
    dialect: Dialect,
    url: &str,
    size: u32,
    writing: bool,
    (name, schema): (&str, Schema),
) -> Result<AnyPool, sqlx::Error> {
    let options = AnyConnectOptions::from_str(url)?;
    // By its name another program sees that somebody is at work.
    let settings = match dialect {
        // A file that is only looked at stays as it is.
        Dialect::Sqlite if schema == Schema::Kept => PRAGMAS.to_owned(),
        Dialect::Sqlite => format!("{WAL}; {PRAGMAS}"),
        Dialect::Postgres if writing => format!("SET application_name = '{name}'; {BY_KEY}"),
        Dialect::Postgres => format!("SET application_name = '{name}'"),
    };
    let settings: Arc<str> = settings.into();
    AnyPoolOptions::new()
        .max_connections(size)
        .min_connections(1)
        .acquire_timeout(Duration::from_secs(15))
        // A file does not go away between two questions.
        .test_before_acquire(dialect == Dialect::Postgres)
        .after_connect(move |connection, _| {
            let settings = settings.clone();
            Box::pin(async move {
                for setting in settings.split(';') {
                    connection.execute(AssertSqlSafe(setting.trim())).await?;
                }
                if dialect == Dialect::Sqlite && writing {
                    connection.execute(AssertSqlSafe(statements::batch_table())).await?;
                }
                Ok(())
            })
        })
        .connect_with(options)
        .await
}

/// Makes a file that only its owner reads, if it is not there yet; SQLite gives the files beside it the same rights.
pub(crate) fn make_private(path: &Path) -> Result<(), StoreError> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            warn_if_open(path);
            Ok(())
        }
        Err(error) => Err(StoreError::File(format!("{}: {error}", path.display()))),
    }
}

// An operator may want others to read his file; he should know that they can.
#[cfg(unix)]
fn warn_if_open(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    if std::fs::metadata(path).is_ok_and(|m| m.permissions().mode() & 0o077 != 0) {
        tracing::warn!(file = %path.display(), "others on this machine can read the database; chmod 600 hides it");
    }
}

#[cfg(not(unix))]
fn warn_if_open(_: &Path) {}

// Waits for a PostgreSQL that is about to start; says why it cannot be reached, which a pool does not.
async fn reach(url: &str) -> Result<(), sqlx::Error> {
    let options = AnyConnectOptions::from_str(url)?;
    for _ in 0..20 {
        match AnyConnection::connect_with(&options).await {
            Ok(connection) => return connection.close().await,
            Err(sqlx::Error::Io(_)) => tokio::time::sleep(Duration::from_millis(500)).await,
            Err(error) => return Err(error),
        }
    }
    AnyConnection::connect_with(&options).await?.close().await
}

// A name that no other server has.
fn server_name() -> String {
    let chance = || RandomState::new().build_hasher().finish();
    format!("{:x}{:016x}", std::process::id(), chance())
}

async fn checkpoint(inner: Weak<Inner>) {
    loop {
        tokio::time::sleep(CHECKPOINT_EVERY).await;
        let Some(writes) = inner.upgrade().map(|i| i.writes.clone()) else {
            return;
        };
        if writes.is_closed() {
            return;
        }
        if let Err(error) = writes.execute("PRAGMA wal_checkpoint(PASSIVE)").await {
            tracing::debug!(%error, "the log was not carried over");
        }
    }
}

impl Store {
    /// Opens a database, making or updating its tables.
    pub async fn open(options: &Options) -> Result<Store, StoreError> {
        sqlx::any::install_default_drivers();
        let (dialect, url) = address(&options.database);
        if dialect == Dialect::Sqlite
            && let Some(folder) = Path::new(&plain_path(&options.database)).parent()
            && !folder.as_os_str().is_empty()
        {
            std::fs::create_dir_all(folder)
                .map_err(|e| StoreError::File(format!("{}: {e}", folder.display())))?;
        }
        let writers = if dialect == Dialect::Sqlite { 1 } else { 6 };
        if dialect == Dialect::Postgres {
            reach(&url).await?;
        }
        let path =
            (dialect == Dialect::Sqlite).then(|| PathBuf::from(plain_path(&options.database)));
        if let Some(path) = &path {
            make_private(path)?;
        }
        let server = server_name();
        let name = format!("signalbox {server}");
        let about = (name.as_str(), options.schema);
        let writes = pool(dialect, &url, writers, true, about).await?;
        let schema = schema::migrate(dialect, &writes, options.schema).await?;
        let reads = pool(dialect, &url, options.readers.max(1), false, about).await?;
        let (notices, _) = broadcast::channel(8192);
        let mark: Arc<str> = bus::mark(&server).into();
        let link = Link {
            dialect,
            pool: writes.clone(),
            notices: notices.clone(),
            mark: mark.clone(),
            kept: Mutex::default(),
        };
        let writer = writer::spawn(link, options.batch.max(1));
        let logins = Arc::new(Logins::default());
        if dialect == Dialect::Postgres {
            bus::listen(&url, notices.clone(), logins.clone(), mark).await?;
        }
        let inner =
            Arc::new(Inner { dialect, path, schema, reads, writes, writer, notices, logins });
        if dialect == Dialect::Sqlite && options.checkpoints {
            tokio::spawn(checkpoint(Arc::downgrade(&inner)));
        }
        Ok(Store { inner })
    }

    /// Whether there is such a database: the file exists. Of PostgreSQL that is known only when it is opened.
    pub fn is_there(database: &str) -> bool {
        address(database).0 == Dialect::Postgres || Path::new(&plain_path(database)).is_file()
    }

    /// The schema that the database has; [`SCHEMA_VERSION`](crate::SCHEMA_VERSION) unless it was opened as it is.
    pub fn schema(&self) -> i64 {
        self.inner.schema
    }

    /// Whether several servers may share it.
    pub fn is_shared(&self) -> bool {
        self.inner.dialect == Dialect::Postgres
    }

    /// What happens from now on, on any server of this database.
    pub fn notices(&self) -> broadcast::Receiver<Notice> {
        self.inner.notices.subscribe()
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(self.reads()).await?;
        Ok(())
    }

    /// Makes a change of a game durable; `None` if the game has moved on.
    pub async fn commit(&self, change: crate::Change) -> Result<Option<Committed>, StoreError> {
        self.inner.writer.commit(change).await
    }

    /// Lets waiting changes finish and closes all connections.
    pub async fn close(&self) {
        self.inner.writer.finish().await;
        self.inner.reads.close().await;
        self.inner.writes.close().await;
    }

    pub(crate) fn reads(&self) -> &AnyPool {
        &self.inner.reads
    }

    pub(crate) fn writes(&self) -> &AnyPool {
        &self.inner.writes
    }
}

/// The path of an SQLite database without its prefix.
pub(crate) fn plain_path(database: &str) -> String {
    let path = database
        .strip_prefix("sqlite://")
        .or_else(|| database.strip_prefix("sqlite:"))
        .unwrap_or(database);
    path.split('?').next().unwrap_or(path).to_owned()
}

/// A constraint was broken: somebody else has the name.
pub(crate) fn taken(error: sqlx::Error) -> StoreError {
    match &error {
        sqlx::Error::Database(e) if e.is_unique_violation() => StoreError::Taken,
        _ => StoreError::Database(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::Row;

    #[test]
    fn paths_become_addresses() {
        for (given, expected) in [
            ("games.sqlite", "sqlite://games.sqlite?mode=rwc"),
            ("sqlite:a b?.db", "sqlite://a%20b?mode=rwc"),
            ("sqlite:///x/y.db", "sqlite:///x/y.db?mode=rwc"),
        ] {
            assert_eq!(address(given), (Dialect::Sqlite, expected.to_owned()));
        }
        assert_eq!(address("postgres://h/d").0, Dialect::Postgres);
    }

    // A file of this test run; what was left of an earlier one is gone.
    fn file(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("signalbox-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(name);
        let _ = std::fs::remove_file(&file);
        file
    }

    async fn one<T>(pool: &AnyPool, sql: &'static str) -> T
    where
        T: for<'r> sqlx::Decode<'r, sqlx::Any> + sqlx::Type<sqlx::Any>,
    {
        sqlx::query(sql).fetch_one(pool).await.unwrap().try_get(0).unwrap()
    }

    #[tokio::test]
    async fn sqlite_has_the_mended_log_and_is_the_one_we_name() {
        let store = Store::open(&Options::new(file("version").to_string_lossy())).await.unwrap();
        let version: String = one(store.reads(), "SELECT sqlite_version()").await;
        assert_eq!(version, sqlite_version());
        let numbers: Vec<u32> = version.split('.').map(|n| n.parse().unwrap()).collect();
        assert!(numbers >= vec![3, 51, 3], "{version}");
        store.close().await;
    }

    #[tokio::test]
    async fn only_the_connection_that_writes_carries_the_log_over() {
        let path = file("log");
        let store = Store::open(&Options::new(path.to_string_lossy())).await.unwrap();
        for pool in [store.reads(), store.writes()] {
            assert_eq!(one::<i64>(pool, "PRAGMA wal_autocheckpoint").await, 0);
        }
        assert_eq!(store.writes().size(), 1);
        let size = || std::fs::metadata(&path).unwrap().len();
        let before = size();
        // While a reader is busy, and without anybody else's help, the file grows by what was written.
        sqlx::query("CREATE TABLE more (x TEXT)").execute(store.writes()).await.unwrap();
        for _ in 0..200 {
            sqlx::query("INSERT INTO more VALUES (hex(zeroblob(4000)))")
                .execute(store.writes())
                .await
                .unwrap();
        }
        let begun = std::time::Instant::now();
        while size() < before + 1_000_000 {
            assert!(begun.elapsed() < Duration::from_secs(20), "{} bytes", size());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // An operator's program beside the server leaves the log alone.
        store.close().await;
        let options = Options { checkpoints: false, ..Options::new(path.to_string_lossy()) };
        let store = Store::open(&options).await.unwrap();
        let before = size();
        sqlx::query("INSERT INTO more SELECT x FROM more").execute(store.writes()).await.unwrap();
        tokio::time::sleep(CHECKPOINT_EVERY * 2).await;
        assert_eq!(size(), before);
        store.close().await;
    }
}
