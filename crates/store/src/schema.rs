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
    Step::Sql(
        "
CREATE INDEX games_by_owner ON games (owner)
",
    ),
    Step::Sql(
        "
ALTER TABLE users ADD COLUMN is_operator BIGINT NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN mail TEXT;
CREATE INDEX users_by_mail ON users (mail) WHERE mail IS NOT NULL;
CREATE TABLE house (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
CREATE TABLE codes (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  uses BIGINT NOT NULL,
  created BIGINT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE TABLE bans (
  kind TEXT NOT NULL,
  what TEXT NOT NULL,
  until BIGINT,
  at BIGINT NOT NULL,
  why TEXT NOT NULL,
  PRIMARY KEY (kind, what)
);
CREATE TABLE blocks (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  blocked TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  at BIGINT NOT NULL,
  PRIMARY KEY (user_id, blocked)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked);
CREATE TABLE reports (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  by_id TEXT,
  by_name TEXT NOT NULL,
  kind TEXT NOT NULL,
  game_id TEXT,
  line BIGINT,
  whom TEXT,
  whom_name TEXT NOT NULL,
  said TEXT NOT NULL,
  why TEXT NOT NULL,
  done BIGINT,
  done_by TEXT NOT NULL
);
CREATE INDEX reports_by_time ON reports (at);
CREATE INDEX reports_by_user ON reports (by_id);
CREATE TABLE trail (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  by_id TEXT,
  by_name TEXT NOT NULL,
  act TEXT NOT NULL,
  whom TEXT NOT NULL,
  what TEXT NOT NULL,
  why TEXT NOT NULL
);
CREATE INDEX trail_by_time ON trail (at);
CREATE TABLE recovery (
  hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX recovery_by_user ON recovery (user_id);
CREATE TABLE words (
  hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  mail TEXT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE INDEX words_by_user ON words (user_id);
CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  at BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_by_user ON identities (user_id)
",
    ),
    Step::Sql(
        "
ALTER TABLE users ADD COLUMN course TEXT
",
    ),
    Step::Sql(
        "
CREATE TABLE notes (
  game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  updated BIGINT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (game_id, user_id)
);
CREATE INDEX notes_by_user ON notes (user_id)
",
    ),
    Step::Sql(
        "
CREATE TABLE hours (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  since BIGINT NOT NULL,
  zone TEXT NOT NULL,
  night_from BIGINT,
  night_to BIGINT,
  weekends BIGINT NOT NULL,
  PRIMARY KEY (user_id, since)
);
CREATE TABLE vacations (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  begins BIGINT NOT NULL,
  ends BIGINT NOT NULL
);
CREATE INDEX vacations_by_user ON vacations (user_id, ends);
CREATE TABLE uptime (
  id TEXT PRIMARY KEY,
  begins BIGINT NOT NULL,
  ends BIGINT NOT NULL
);
CREATE INDEX uptime_by_end ON uptime (ends);
ALTER TABLE games ADD COLUMN pace TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN clock_due BIGINT;
ALTER TABLE games ADD COLUMN clock_end BIGINT;
ALTER TABLE games ADD COLUMN clock_lease BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_by_clock ON games (clock_due) WHERE clock_due IS NOT NULL;
ALTER TABLE seats ADD COLUMN offer TEXT;
ALTER TABLE seats ADD COLUMN fate TEXT;
CREATE INDEX seats_by_offer ON seats (offer) WHERE offer IS NOT NULL;
CREATE INDEX journal_by_clock ON journal (game_id, seq) WHERE kind = 'clock';
CREATE INDEX journal_by_table ON journal (game_id, seq) WHERE kind = 'game'
",
    ),
    Step::Sql(
        "
CREATE TABLE channels (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  game_id TEXT REFERENCES games (id) ON DELETE CASCADE,
  session TEXT REFERENCES sessions (hash) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  face TEXT NOT NULL UNIQUE,
  place TEXT NOT NULL,
  label TEXT NOT NULL,
  lang TEXT NOT NULL,
  gather BIGINT NOT NULL,
  stop TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  created BIGINT NOT NULL,
  next BIGINT NOT NULL,
  lease BIGINT NOT NULL,
  tries BIGINT NOT NULL,
  sent BIGINT NOT NULL,
  said TEXT NOT NULL
);
CREATE INDEX channels_by_owner ON channels (owner);
CREATE INDEX channels_by_user ON channels (user_id);
CREATE INDEX channels_by_game ON channels (game_id);
CREATE INDEX channels_by_session ON channels (session);
CREATE TABLE notices (
  channel_id TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  game_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  mark BIGINT NOT NULL,
  seat BIGINT,
  name TEXT NOT NULL,
  at BIGINT NOT NULL,
  due BIGINT NOT NULL,
  PRIMARY KEY (channel_id, game_id, kind)
);
CREATE INDEX notices_by_due ON notices (due);
CREATE TABLE habits (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  off_kinds TEXT NOT NULL,
  quiet_from BIGINT,
  quiet_to BIGINT
)
",
    ),
    Step::Sql(
        "
ALTER TABLE games ADD COLUMN recorded BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_unrecorded ON games (id) WHERE state = 'finished' AND recorded = 0;
CREATE INDEX games_by_turn ON games (turn_user) WHERE turn_user IS NOT NULL;
ALTER TABLE users ADD COLUMN hides_page BIGINT NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN hides_name BIGINT NOT NULL DEFAULT 0;
CREATE TABLE results (
  game_id TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  variant TEXT NOT NULL,
  preset TEXT NOT NULL,
  options TEXT NOT NULL,
  began BIGINT NOT NULL,
  ended BIGINT NOT NULL,
  length BIGINT NOT NULL,
  players BIGINT NOT NULL,
  bots BIGINT NOT NULL,
  pool TEXT NOT NULL,
  reason TEXT NOT NULL,
  record TEXT
);
CREATE INDEX results_by_end ON results (ended, game_id);
CREATE INDEX results_by_title ON results (title, ended, game_id);
CREATE INDEX results_studied ON results (title) WHERE record IS NOT NULL;
CREATE INDEX results_by_pool ON results (title, pool, ended, game_id) WHERE pool <> '';
CREATE TABLE places (
  game_id TEXT NOT NULL REFERENCES results (game_id) ON DELETE CASCADE,
  seat BIGINT NOT NULL,
  user_id TEXT,
  bot TEXT,
  value BIGINT NOT NULL,
  place BIGINT NOT NULL,
  won BIGINT NOT NULL,
  moves BIGINT NOT NULL,
  waited BIGINT NOT NULL,
  mu BIGINT,
  sigma BIGINT,
  PRIMARY KEY (game_id, seat)
);
CREATE INDEX places_by_user ON places (user_id) WHERE user_id IS NOT NULL;
CREATE TABLE pools (
  title TEXT NOT NULL,
  pool TEXT NOT NULL,
  games BIGINT NOT NULL,
  ended BIGINT NOT NULL,
  game_id TEXT NOT NULL,
  stale BIGINT NOT NULL,
  PRIMARY KEY (title, pool)
);
CREATE TABLE ratings (
  title TEXT NOT NULL,
  pool TEXT NOT NULL,
  who TEXT NOT NULL,
  mu BIGINT NOT NULL,
  sigma BIGINT NOT NULL,
  games BIGINT NOT NULL,
  PRIMARY KEY (title, pool, who)
);
CREATE INDEX ratings_by_who ON ratings (who);
CREATE TABLE statistics (
  title TEXT PRIMARY KEY,
  games BIGINT NOT NULL,
  at BIGINT NOT NULL,
  tables TEXT NOT NULL
);
CREATE TABLE friends (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  friend TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  at BIGINT NOT NULL,
  PRIMARY KEY (user_id, friend)
);
CREATE INDEX friends_by_friend ON friends (friend)
",
    ),
    Step::Sql(
        "
CREATE TABLE judgements (
  game_id TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
  asker TEXT REFERENCES users (id) ON DELETE SET NULL,
  asked BIGINT NOT NULL,
  state TEXT NOT NULL,
  setting TEXT NOT NULL,
  reached TEXT NOT NULL,
  begun TEXT NOT NULL,
  done BIGINT NOT NULL,
  length BIGINT NOT NULL,
  lease BIGINT NOT NULL
);
CREATE UNIQUE INDEX judgements_by_asker ON judgements (asker) WHERE state = 'waiting';
CREATE INDEX judgements_by_state ON judgements (state, asked);
CREATE TABLE judged_moves (
  game_id TEXT NOT NULL REFERENCES judgements (game_id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  told TEXT NOT NULL,
  PRIMARY KEY (game_id, number)
)
",
    ),
    // Studies.
    Step::Sql(
        "
CREATE TABLE studies (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  games TEXT NOT NULL,
  chapters BIGINT NOT NULL,
  sight TEXT NOT NULL,
  word TEXT NOT NULL,
  number BIGINT NOT NULL,
  created BIGINT NOT NULL,
  updated BIGINT NOT NULL,
  document TEXT NOT NULL
);
CREATE INDEX studies_by_owner ON studies (owner);
CREATE INDEX studies_listed ON studies (updated) WHERE sight = 'listed';
CREATE TABLE study_authors (
  study_id TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (study_id, user_id)
);
CREATE INDEX study_authors_by_user ON study_authors (user_id);
CREATE TABLE study_edits (
  study_id TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  touch TEXT NOT NULL,
  PRIMARY KEY (study_id, number)
)
",
    ),
    // Puzzles.
    Step::Sql(
        "
CREATE TABLE riddles (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  puzzle TEXT NOT NULL,
  day BIGINT NOT NULL,
  tries BIGINT NOT NULL,
  solved BIGINT,
  shown BIGINT NOT NULL,
  PRIMARY KEY (user_id, puzzle, day)
)
",
    ),
    // Openings: games that are over are noted once more, and what they show is made anew.
    Step::Sql(
        "
UPDATE games SET recorded = 0 WHERE recorded = 1 AND id IN (SELECT game_id FROM results WHERE record IS NOT NULL);
DELETE FROM statistics
",
    ),
];

/// Schema that this program writes.
pub const SCHEMA_VERSION: i64 = STEPS.len() as i64;

/// All tables and the order of their rows, in an order in which rows can be inserted; for backups. Snapshots and
/// judgements can be worked out again.
pub(crate) const TABLES: &[(&str, &str)] = &[
    ("users", "id"),
    ("sessions", "hash"),
    ("games", "id"),
    ("seats", "game_id, seat"),
    ("journal", "game_id, seq"),
    ("moves", "game_id, number"),
    ("undone", "game_id, number"),
    ("notes", "game_id, user_id"),
    ("lobby", "seq"),
    ("counters", "name"),
    ("house", "name"),
    ("codes", "id"),
    ("bans", "kind, what"),
    ("blocks", "user_id, blocked"),
    ("reports", "id"),
    ("trail", "id"),
    ("recovery", "hash"),
    ("words", "hash"),
    ("identities", "issuer, subject"),
    ("hours", "user_id, since"),
    ("vacations", "id"),
    ("uptime", "id"),
    ("channels", "id"),
    ("notices", "channel_id, game_id, kind"),
    ("habits", "user_id"),
    ("results", "game_id"),
    ("places", "game_id, seat"),
    ("pools", "title, pool"),
    ("ratings", "title, pool, who"),
    ("statistics", "title"),
    ("friends", "user_id, friend"),
    ("studies", "id"),
    ("study_authors", "study_id, user_id"),
    ("study_edits", "study_id, number"),
    ("riddles", "user_id, puzzle, day"),
];

/// A column, and whether it holds numbers; otherwise it holds text.
pub(crate) struct Column {
    pub name: String,
    pub number: bool,
}

/// The columns of a table as this database has them.
pub(crate) async fn columns(
    dialect: Dialect,
    connection: &mut AnyConnection,
    table: &'static str,
) -> Result<Vec<Column>, StoreError> {
    let sql = match dialect {
        Dialect::Sqlite => "SELECT name, type AS kind FROM pragma_table_info($1) ORDER BY cid",
        Dialect::Postgres => {
            "SELECT column_name::text AS name, data_type::text AS kind FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position"
        }
    };
    sqlx::query(sql)
        .bind(table)
        .fetch_all(connection)
        .await?
        .iter()
        .map(|row| {
            let kind: String = row.try_get("kind")?;
            Ok(Column { name: row.try_get("name")?, number: kind.eq_ignore_ascii_case("bigint") })
        })
        .collect()
}

// How many tables there are, and whether one of them is ours.
async fn tables(
    dialect: Dialect,
    connection: &mut AnyConnection,
) -> Result<(i64, bool), StoreError> {
    let sql = match dialect {
        Dialect::Sqlite => {
            "SELECT COUNT(*) AS n, COUNT(CASE WHEN name = 'schema_version' THEN 1 END) AS ours \
             FROM sqlite_master WHERE type = 'table'"
        }
        Dialect::Postgres => {
            "SELECT COUNT(*) AS n, COUNT(CASE WHEN table_name = 'schema_version' THEN 1 END) AS ours \
             FROM information_schema.tables WHERE table_schema = current_schema()"
        }
    };
    let row = sqlx::query(sql).fetch_one(connection).await?;
    Ok((row.try_get("n")?, row.try_get::<i64, _>("ours")? > 0))
}

async fn version(connection: &mut AnyConnection) -> Result<i64, StoreError> {
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

/// What shall become of the tables when a database is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// They are made, or brought up to date.
    Newest,
    /// They stay as they are; there must be some.
    Kept,
    /// They are made as an earlier program made them.
    Version(i64),
}

/// Brings a database to the schema wanted and says which it has; refuses one of the future, and one of another program.
pub(crate) async fn migrate(
    dialect: Dialect,
    pool: &AnyPool,
    wanted: Schema,
) -> Result<i64, StoreError> {
    let mut connection = pool.acquire().await?;
    if wanted == Schema::Kept {
        let ours = tables(dialect, &mut connection).await?.1;
        let found = if ours { version(&mut connection).await? } else { 0 };
        return match found {
            0 => Err(StoreError::Foreign),
            found if found > SCHEMA_VERSION => {
                Err(StoreError::NewerSchema { found, known: SCHEMA_VERSION })
            }
            found => Ok(found),
        };
    }
    let to = match wanted {
        Schema::Version(n) => n.clamp(1, SCHEMA_VERSION),
        _ => SCHEMA_VERSION,
    };
    let mut tx = match dialect {
        Dialect::Sqlite => connection.begin_with("BEGIN IMMEDIATE").await?,
        Dialect::Postgres => connection.begin().await?,
    };
    if dialect == Dialect::Postgres {
        // Two servers that start at once must not both make the tables.
        sqlx::query("SELECT pg_advisory_xact_lock(18601830)").execute(&mut *tx).await?;
    }
    let (count, ours) = tables(dialect, &mut tx).await?;
    // A PostgreSQL may hold tables of others too; a file with tables and none of ours is a slip.
    if dialect == Dialect::Sqlite && count > 0 && !ours {
        return Err(StoreError::Foreign);
    }
    sqlx::query("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        .execute(&mut *tx)
        .await?;
    let found = version(&mut tx).await?;
    if found > SCHEMA_VERSION {
        return Err(StoreError::NewerSchema { found, known: SCHEMA_VERSION });
    }
    for (i, step) in STEPS.iter().enumerate().take(to as usize).skip(found as usize) {
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
    Ok(found.max(to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Store};

    #[tokio::test]
    async fn a_backup_leaves_no_table_out() {
        let file = std::env::temp_dir().join(format!("signalbox-tables-{}", std::process::id()));
        let _ = std::fs::remove_file(&file);
        let store = Store::open(&Options::new(file.to_string_lossy())).await.unwrap();
        let rows = sqlx::query(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
        )
        .fetch_all(store.reads())
        .await
        .unwrap();
        store.close().await;
        let names: Vec<String> = rows.iter().map(|r| r.try_get("name").unwrap()).collect();
        let derived = ["snapshots", "judgements", "judged_moves", "schema_version"];
        for name in &names {
            let copied = TABLES.iter().any(|(table, _)| table == name);
            assert!(copied || derived.contains(&name.as_str()), "{name} is not backed up");
        }
        assert_eq!(names.len(), TABLES.len() + derived.len());
        std::fs::remove_file(&file).unwrap();
    }
}
