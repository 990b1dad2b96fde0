//! Games of one plan, shared by several processes through a PostgreSQL database.
//!
//! Every game is a row. Who plays it holds a lock on the row until the result is in it: others skip it, and if the process
//! dies its connection ends, the lock with it, and somebody else plays the game.

use anyhow::{Context, Result, bail};
use bots::{Plan, Played};
use sqlx::{Connection, Executor, PgConnection, Row};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

// Two processes that make it at the same moment would collide: an advisory lock lets one after the other.
const TABLE: &str = "SELECT pg_advisory_xact_lock(1860); \
    CREATE TABLE IF NOT EXISTS shared_games (plan TEXT NOT NULL, game BIGINT NOT NULL, played TEXT, PRIMARY KEY (plan, game))";

/// How often a process looks whether the others have finished, or have died.
const PAUSE: Duration = Duration::from_millis(500);

async fn enter(address: &str, plan: &str, games: u32) -> Result<()> {
    let mut connection = connect(address).await?;
    let mut all = connection.begin().await?;
    all.execute(TABLE).await?;
    sqlx::query(
        "INSERT INTO shared_games (plan, game) SELECT $1, n FROM generate_series(0, $2) AS n ON CONFLICT DO NOTHING",
    )
    .bind(plan)
    .bind(i64::from(games) - 1)
    .execute(&mut *all)
    .await?;
    all.commit().await?;
    Ok(())
}

async fn connect(address: &str) -> Result<PgConnection> {
    PgConnection::connect(address).await.context("the queue does not answer")
}

async fn open_games(connection: &mut PgConnection, plan: &str, games: u32) -> Result<u64> {
    let row = sqlx::query(
        "SELECT count(*) AS open FROM shared_games WHERE plan = $1 AND game < $2 AND played IS NULL",
    )
    .bind(plan)
    .bind(i64::from(games))
    .fetch_one(connection)
    .await?;
    Ok(row.try_get::<i64, _>("open")?.unsigned_abs())
}

// Plays what nobody else plays until all games are played.
async fn work(
    plan: &Plan,
    key: &str,
    games: u32,
    address: &str,
    tell: &(dyn Fn(u64) + Sync),
    here: &AtomicU64,
) -> Result<()> {
    let begun = Instant::now();
    let clock = || begun.elapsed().as_secs_f64();
    let mut connection = connect(address).await?;
    loop {
        let mut claim = connection.begin().await?;
        let row = sqlx::query(
            "SELECT game FROM shared_games WHERE plan = $1 AND game < $2 AND played IS NULL \
             ORDER BY game LIMIT 1 FOR UPDATE SKIP LOCKED",
        )
        .bind(key)
        .bind(i64::from(games))
        .fetch_optional(&mut *claim)
        .await?;
        if let Some(row) = &row {
            let game: i64 = row.try_get("game")?;
            let number = u32::try_from(game).context("a game of the queue")?;
            let (played, _) = plan.play(number, &clock);
            sqlx::query("UPDATE shared_games SET played = $3 WHERE plan = $1 AND game = $2")
                .bind(key)
                .bind(game)
                .bind(serde_json::to_string(&played)?)
                .execute(&mut *claim)
                .await?;
            claim.commit().await?;
            here.fetch_add(1, Ordering::Relaxed);
        } else {
            claim.rollback().await?;
        }
        let open = open_games(&mut connection, key, games).await?;
        tell(u64::from(games).saturating_sub(open));
        if open == 0 {
            return Ok(());
        }
        if row.is_none() {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

async fn results(address: &str, plan: &str, games: u32) -> Result<Vec<Played>> {
    let mut connection = connect(address).await?;
    let rows =
        sqlx::query("SELECT played FROM shared_games WHERE plan = $1 AND game < $2 ORDER BY game")
            .bind(plan)
            .bind(i64::from(games))
            .fetch_all(&mut connection)
            .await?;
    rows.iter().map(|row| Ok(serde_json::from_str(row.try_get("played")?)?)).collect()
}

fn alone() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

/// Plays games 0 to `games` of a plan together with all others that are given the same ones, and returns all of them in
/// order. `tell` hears how many are played, by whomever.
pub fn share(
    plan: &Plan,
    games: u32,
    threads: usize,
    address: &str,
    tell: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Played>> {
    if !address.starts_with("postgres://") && !address.starts_with("postgresql://") {
        bail!("a queue is a PostgreSQL database: postgres://USER@HOST/DATABASE");
    }
    let key = serde_json::to_string(plan)?;
    alone()?.block_on(enter(address, &key, games))?;
    let here = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| alone()?.block_on(work(plan, &key, games, address, tell, &here)))
            })
            .collect();
        workers
            .into_iter()
            .try_for_each(|w| w.join().unwrap_or_else(|_| bail!("a worker of the queue crashed")))
    })?;
    let all = alone()?.block_on(results(address, &key, games))?;
    crate::terminal::say_aside(format!(
        "{} of {} games were played here",
        here.into_inner(),
        all.len()
    ));
    Ok(all)
}
