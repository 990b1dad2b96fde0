//! Tables, and how an older database becomes a newer one.

use crate::account::face;
use crate::database::{Dialect, StoreError};
use serde::Deserialize;
use serde_json::value::RawValue;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection, Row};

/// A step from one schema to the next.
enum Step {
    /// Statements.
    Sql(&'static str),
    /// What lists show of setups goes into columns.
    Shown,
    /// What names of accounts look like goes into a column.
    Faces,
}

/// Steps in order; a database that has seen the first n of them has schema n. Never change one that was released.
const STEPS: &[Step] = &[
    Step::Sql(
        "
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  login TEXT UNIQUE,
  name TEXT NOT NULL,
  password TEXT,
  created BIGINT NOT NULL,
  seen BIGINT NOT NULL
);
CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  created BIGINT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE TABLE games (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  listed BIGINT NOT NULL,
  hot_seat BIGINT NOT NULL,
  imported BIGINT NOT NULL,
  owner TEXT,
  invite TEXT NOT NULL,
  setup TEXT NOT NULL,
  created BIGINT NOT NULL,
  updated BIGINT NOT NULL,
  length BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  undone BIGINT NOT NULL,
  turn TEXT,
  turn_user TEXT,
  bot_pause BIGINT NOT NULL,
  bot_due BIGINT,
  bot_lease BIGINT NOT NULL,
  proposal TEXT,
  outcome TEXT,
  state_hash TEXT NOT NULL
);
CREATE INDEX games_by_state ON games (state, listed, updated);
CREATE INDEX games_by_bot ON games (bot_due) WHERE bot_due IS NOT NULL;
CREATE TABLE seats (
  game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  seat BIGINT NOT NULL,
  user_id TEXT,
  name TEXT NOT NULL,
  bot TEXT,
  left_user TEXT,
  always_agree BIGINT NOT NULL,
  archived BIGINT NOT NULL,
  automation TEXT NOT NULL,
  PRIMARY KEY (game_id, seat)
);
CREATE INDEX seats_by_user ON seats (user_id);
CREATE TABLE journal (
  game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  seq BIGINT NOT NULL,
  at BIGINT NOT NULL,
  kind TEXT NOT NULL,
  user_id TEXT,
  client_key TEXT,
  data TEXT NOT NULL,
  PRIMARY KEY (game_id, seq)
);
CREATE UNIQUE INDEX journal_by_key ON journal (game_id, client_key) WHERE client_key IS NOT NULL;
CREATE INDEX journal_by_user ON journal (user_id) WHERE kind = 'chat';
CREATE TABLE moves (
  game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  part BIGINT NOT NULL,
  seat BIGINT NOT NULL,
  user_id TEXT,
  automatic BIGINT NOT NULL,
  move TEXT NOT NULL,
  PRIMARY KEY (game_id, number)
);
CREATE TABLE undone (
  game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  part BIGINT NOT NULL,
  seat BIGINT NOT NULL,
  user_id TEXT,
  automatic BIGINT NOT NULL,
  move TEXT NOT NULL,
  PRIMARY KEY (game_id, number)
);
CREATE TABLE snapshots (
  game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  build TEXT NOT NULL,
  state {blob} NOT NULL,
  PRIMARY KEY (game_id, build, number)
);
CREATE TABLE lobby (
  seq BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  game_id TEXT NOT NULL,
  what TEXT NOT NULL
);
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value BIGINT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('lobby', 0)
",
    ),
    Step::Sql(
        "
CREATE INDEX journal_by_chat ON journal (game_id, seq) WHERE kind = 'chat'
",
    ),
    Step::Sql(
        "
ALTER TABLE games ADD COLUMN variant TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN preset TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN options TEXT NOT NULL DEFAULT '{}'
",
    ),
    Step::Shown,
    Step::Sql(
        "
ALTER TABLE users ADD COLUMN face TEXT;
CREATE INDEX users_by_face ON users (face)
",
    ),
    Step::Faces,
];

/// Schema that this program writes.
pub const SCHEMA_VERSION: i64 = STEPS.len() as i64;

/// All tables, in an order in which rows can be inserted; for backups. Snapshots can be worked out again.
pub(crate) const TABLES: &[(&str, &[&str])] = &[
    ("users", &["id", "login", "name", "password", "created", "seen", "face"]),
    ("sessions", &["hash", "id", "user_id", "kind", "label", "created", "expires"]),
    (
        "games",
        &[
            "id",
            "title",
            "name",
            "state",
            "listed",
            "hot_seat",
            "imported",
            "owner",
            "invite",
            "setup",
            "variant",
            "preset",
            "options",
            "created",
            "updated",
            "length",
            "seq",
            "undone",
            "turn",
            "turn_user",
            "bot_pause",
            "bot_due",
            "bot_lease",
            "proposal",
            "outcome",
            "state_hash",
        ],
    ),
    (
        "seats",
        &[
            "game_id",
            "seat",
            "user_id",
            "name",
            "bot",
            "left_user",
            "always_agree",
            "archived",
            "automation",
        ],
    ),
    ("journal", &["game_id", "seq", "at", "kind", "user_id", "client_key", "data"]),
    ("moves", &["game_id", "number", "seq", "part", "seat", "user_id", "automatic", "move"]),
    ("undone", &["game_id", "number", "seq", "part", "seat", "user_id", "automatic", "move"]),
    ("lobby", &["seq", "at", "game_id", "what"]),
    ("counters", &["name", "value"]),
];

/// Columns that hold numbers; all others hold text.
pub(crate) const NUMBERS: &[&str] = &[
    "created",
    "seen",
    "expires",
    "listed",
    "hot_seat",
    "imported",
    "updated",
    "length",
    "seq",
    "undone",
    "bot_pause",
    "bot_due",
    "bot_lease",
    "seat",
    "always_agree",
    "archived",
    "at",
    "number",
    "part",
    "automatic",
    "value",
];

async fn version(connection: &mut AnyConnection) -> Result<i64, StoreError> {
    sqlx::query("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        .execute(&mut *connection)
        .await?;
    let row = sqlx::query("SELECT MAX(version) AS version FROM schema_version")
        .fetch_one(&mut *connection)
        .await?;
    Ok(row.try_get::<Option<i64>, _>("version")?.unwrap_or(0))
}

async fn run(
    connection: &mut AnyConnection,
    dialect: Dialect,
    sql: &str,
) -> Result<(), StoreError> {
    let blob = if dialect == Dialect::Sqlite { "BLOB" } else { "BYTEA" };
    let sql = sql.replace("{blob}", blob);
    for statement in sql.split(';').map(str::trim).filter(|s| !s.is_empty()) {
        sqlx::query(AssertSqlSafe(statement)).execute(&mut *connection).await?;
    }
    Ok(())
}

/// What lists show of a setup.
#[derive(Default, Deserialize)]
struct Shown {
    #[serde(default)]
    variant: String,
    #[serde(default)]
    preset: String,
    options: Option<Box<RawValue>>,
}

// A setup that cannot be read shows nothing; its game says so when it is opened.
async fn fill_shown(connection: &mut AnyConnection) -> Result<(), StoreError> {
    let mut last = String::new();
    loop {
        // A setup may be long: few at once.
        let rows = sqlx::query("SELECT id, setup FROM games WHERE id > $1 ORDER BY id LIMIT 20")
            .bind(&last)
            .fetch_all(&mut *connection)
            .await?;
        for row in &rows {
            let (id, setup): (String, String) = (row.try_get("id")?, row.try_get("setup")?);
            let shown: Shown = serde_json::from_str(&setup).unwrap_or_default();
            sqlx::query("UPDATE games SET variant = $2, preset = $3, options = $4 WHERE id = $1")
                .bind(&id)
                .bind(&shown.variant)
                .bind(&shown.preset)
                .bind(shown.options.as_deref().map_or("{}", RawValue::get))
                .execute(&mut *connection)
                .await?;
            last = id;
        }
        if rows.is_empty() {
            return Ok(());
        }
    }
}

async fn fill_faces(connection: &mut AnyConnection) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT id, login FROM users WHERE login IS NOT NULL")
        .fetch_all(&mut *connection)
        .await?;
    for row in &rows {
        let (id, login): (String, String) = (row.try_get("id")?, row.try_get("login")?);
        sqlx::query("UPDATE users SET face = $2 WHERE id = $1")
            .bind(id)
            .bind(face(&login))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Brings a database up to date; refuses one of the future.
pub(crate) async fn migrate(dialect: Dialect, pool: &AnyPool) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = match dialect {
        Dialect::Sqlite => connection.begin_with("BEGIN IMMEDIATE").await?,
        Dialect::Postgres => connection.begin().await?,
    };
    if dialect == Dialect::Postgres {
        // Two servers that start at once must not both make the tables.
        sqlx::query("SELECT pg_advisory_xact_lock(18601830)").execute(&mut *tx).await?;
    }
    let found = version(&mut tx).await?;
    if found > SCHEMA_VERSION {
        return Err(StoreError::NewerSchema { found, known: SCHEMA_VERSION });
    }
    for (i, step) in STEPS.iter().enumerate().skip(found as usize) {
        match step {
            Step::Sql(sql) => run(&mut tx, dialect, sql).await?,
            Step::Shown => fill_shown(&mut tx).await?,
            Step::Faces => fill_faces(&mut tx).await?,
        }
        sqlx::query("INSERT INTO schema_version (version) VALUES ($1)")
            .bind(i as i64 + 1)
            .execute(&mut *tx)
            .await?;
    }
    tx.commit().await?;
    Ok(())
}
