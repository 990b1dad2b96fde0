//! Whether what is stored is whole.

use crate::database::{Dialect, Store, StoreError};
use crate::schema::TABLES;
use crate::{GameRow, GameState};
use sqlx::{AssertSqlSafe, Row};

impl Store {
    /// What the database itself finds wrong with its file, its indices and what rows point at.
    pub async fn check_database(&self) -> Vec<String> {
        let found = match self.inner.dialect {
            Dialect::Sqlite => self.check_sqlite().await,
            Dialect::Postgres => self.check_postgres().await,
        };
        // A file may be too damaged to be looked at.
        found.unwrap_or_else(|error| vec![format!("the database cannot be checked: {error}")])
    }

    async fn check_sqlite(&self) -> Result<Vec<String>, StoreError> {
        let mut faults = Vec::new();
        for row in sqlx::query("PRAGMA integrity_check(100)").fetch_all(self.reads()).await? {
            let text: String = row.try_get(0)?;
            if text != "ok" {
                faults.push(format!("the file: {text}"));
            }
        }
        let sql =
            "SELECT \"table\" AS name, COUNT(*) AS n FROM pragma_foreign_key_check GROUP BY 1";
        for row in sqlx::query(sql).fetch_all(self.reads()).await? {
            let (name, n): (String, i64) = (row.try_get("name")?, row.try_get("n")?);
            faults.push(format!("{name}: {n} rows belong to something that is not there"));
        }
        Ok(faults)
    }

    // Every row is read to its end. Indices are compared with their tables where the operator has installed `amcheck`.
    async fn check_postgres(&self) -> Result<Vec<String>, StoreError> {
        let mut faults = Vec::new();
        let tables = TABLES.iter().map(|(table, _)| *table).chain(["snapshots"]);
        for table in tables {
            let sql = format!("SELECT COUNT(md5(t::text)) AS n FROM {table} t");
            if let Err(error) = sqlx::query(AssertSqlSafe(sql)).fetch_one(self.reads()).await {
                faults.push(format!("{table}: {error}"));
            }
        }
        let installed = sqlx::query("SELECT 1 FROM pg_extension WHERE extname = 'amcheck'")
            .fetch_optional(self.reads())
            .await?;
        if installed.is_none() {
            return Ok(faults);
        }
        let indices = sqlx::query(
            "SELECT c.relname::text AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam \
             WHERE c.relkind = 'i' AND a.amname = 'btree' AND c.relnamespace = current_schema()::regnamespace",
        )
        .fetch_all(self.reads())
        .await?;
        for row in &indices {
            let name: String = row.try_get("name")?;
            let sql = "SELECT 1 AS n FROM (SELECT bt_index_check(to_regclass($1), true)) AS done";
            if let Err(error) = sqlx::query(sql).bind(&name).fetch_one(self.reads()).await {
                faults.push(format!("{name}: {error}"));
            }
        }
        Ok(faults)
    }

    /// Ids of all games.
    pub async fn game_ids(&self) -> Result<Vec<String>, StoreError> {
        sqlx::query("SELECT id FROM games ORDER BY id")
            .fetch_all(self.reads())
            .await?
            .iter()
            .map(|row| Ok(row.try_get("id")?))
            .collect()
    }

    /// Whether a game's rows fit together: as many moves as its length, numbered without gaps, entries likewise.
    pub async fn check_game(&self, game: &GameRow) -> Result<Vec<String>, StoreError> {
        let mut faults = Vec::new();
        for (what, sql, expected) in [
            (
                "moves",
                "SELECT COUNT(*) AS n, MAX(number) AS top FROM moves WHERE game_id = $1",
                game.length,
            ),
            (
                "entries",
                "SELECT COUNT(*) AS n, MAX(seq) AS top FROM journal WHERE game_id = $1",
                game.seq,
            ),
        ] {
            let row = sqlx::query(sql).bind(&game.id).fetch_one(self.reads()).await?;
            let (n, top): (i64, Option<i64>) = (row.try_get("n")?, row.try_get("top")?);
            if n != expected || top.unwrap_or(0) != expected {
                let top = top.map_or("none".to_owned(), |t| t.to_string());
                faults.push(format!("{expected} {what} expected, {n} found, the last is {top}"));
            }
        }
        if game.state == GameState::Playing && game.turn.is_none() {
            faults.push("in play, but nobody has to decide".to_owned());
        }
        Ok(faults)
    }
}
