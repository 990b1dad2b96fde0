//! The writer: collects changes and commits many of them at once.

use crate::LobbyEntry;
use crate::bus::{self, Notice};
use crate::change::{Change, Committed, Rewind};
use crate::database::{Dialect, StoreError};
use crate::rows::{self, GameChange, IdRow, Statements, TextRow};
use sqlx::{AnyConnection, AnyPool, Connection, Row};
use std::collections::HashSet;
use std::sync::Arc;
use tokio::sync::{broadcast, mpsc, oneshot};

type Answer = oneshot::Sender<Result<Option<Committed>, StoreError>>;

enum Job {
    Change(Box<Change>, Answer),
    Finish(oneshot::Sender<()>),
}

/// Sends changes to the writing task.
pub(crate) struct Writer {
    jobs: mpsc::Sender<Job>,
}

impl Writer {
    pub async fn commit(&self, change: Change) -> Result<Option<Committed>, StoreError> {
        let (tx, rx) = oneshot::channel();
        self.jobs
            .send(Job::Change(Box::new(change), tx))
            .await
            .map_err(|_| StoreError::Closing)?;
        rx.await.map_err(|_| StoreError::Closing)?
    }

    pub async fn finish(&self) {
        let (tx, rx) = oneshot::channel();
        if self.jobs.send(Job::Finish(tx)).await.is_ok() {
            let _ = rx.await;
        }
    }
}

pub(crate) fn spawn(
    dialect: Dialect,
    pool: AnyPool,
    notices: broadcast::Sender<Notice>,
    batch: usize,
) -> Writer {
    let (jobs, mut inbox) = mpsc::channel(4096);
    tokio::spawn(async move {
        let mut waiting = Vec::with_capacity(batch);
        while inbox.recv_many(&mut waiting, batch).await > 0 {
            let mut changes = Vec::with_capacity(waiting.len());
            let mut finished = None;
            for job in waiting.drain(..) {
                match job {
                    Job::Change(change, answer) => changes.push((change, answer)),
                    Job::Finish(answer) => finished = Some(answer),
                }
            }
            write(dialect, &pool, &notices, changes).await;
            if let Some(answer) = finished {
                inbox.close();
                let _ = answer.send(());
            }
        }
    });
    Writer { jobs }
}

// Writes a batch; if it fails as a whole (a deadlock with another server, a lost connection), each change alone.
async fn write(
    dialect: Dialect,
    pool: &AnyPool,
    notices: &broadcast::Sender<Notice>,
    mut changes: Vec<(Box<Change>, Answer)>,
) {
    if changes.is_empty() {
        return;
    }
    // Of two changes of one game made on the same entry the first wins; the others wait for the next commit.
    let mut games = HashSet::with_capacity(changes.len());
    let later: Vec<(Box<Change>, Answer)> = changes
        .extract_if(.., |(c, _)| !games.insert(c.game.id.clone()))
        .collect();
    // Few changes are more than moves; they do not hold up the others.
    if dialect == Dialect::Postgres
        && changes.iter().any(|(c, _)| is_plain(c))
        && !changes.iter().all(|(c, _)| is_plain(c))
    {
        let others = changes.extract_if(.., |(c, _)| !is_plain(c)).collect();
        Box::pin(write(dialect, pool, notices, changes)).await;
        Box::pin(write(dialect, pool, notices, others)).await;
        return Box::pin(write(dialect, pool, notices, later)).await;
    }
    let all: Vec<&Change> = changes.iter().map(|(c, _)| c.as_ref()).collect();
    match batch(dialect, pool, &all).await {
        Ok((results, told)) => {
            publish(dialect, notices, told);
            for ((_, answer), result) in changes.into_iter().zip(results) {
                let _ = answer.send(Ok(result));
            }
        }
        Err(error) => {
            tracing::warn!(%error, changes = changes.len(), "a commit failed; trying its changes one by one");
            for (change, answer) in changes {
                let result = match batch(dialect, pool, &[&change]).await {
                    Ok((results, told)) => {
                        publish(dialect, notices, told);
                        Ok(results[0])
                    }
                    Err(error) => Err(error),
                };
                let _ = answer.send(result);
            }
        }
    }
    if !later.is_empty() {
        Box::pin(write(dialect, pool, notices, later)).await;
    }
}

// On PostgreSQL the news comes back through the database, in order of commits, to every server alike.
fn publish(dialect: Dialect, notices: &broadcast::Sender<Notice>, told: Vec<Notice>) {
    if dialect == Dialect::Sqlite {
        for notice in told {
            let _ = notices.send(notice);
        }
    }
}

type Written = (Vec<Option<Committed>>, Vec<Notice>);

// All changes are of different games.
async fn batch(
    dialect: Dialect,
    pool: &AnyPool,
    changes: &[&Change],
) -> Result<Written, StoreError> {
    if dialect == Dialect::Postgres && changes.iter().all(|c| is_plain(c)) {
        let results = at_once(pool, changes).await?;
        return Ok((results, Vec::new()));
    }
    let mut connection = pool.acquire().await?;
    let mut tx = match dialect {
        Dialect::Sqlite => connection.begin_with("BEGIN IMMEDIATE").await?,
        Dialect::Postgres => connection.begin().await?,
    };
    let statements = Statements::of(dialect);
    let done = write_games(&mut tx, dialect, changes).await?;
    let made: Vec<(&Change, i64)> = changes
        .iter()
        .filter(|c| done.contains(c.game.id.as_str()))
        .map(|&c| (c, c.on.unwrap_or(0)))
        .collect();
    let entries: Vec<_> = made
        .iter()
        .flat_map(|&(c, begun)| rows::entries(c, begun))
        .collect();
    run(&mut tx, &statements.journal, rows::text(&entries)).await?;
    for (change, _) in &made {
        if let Some(seats) = &change.seats {
            write_seats(&mut tx, &change.game.id, seats).await?;
        }
        rewind(&mut tx, change).await?;
    }
    let moved: Vec<_> = made
        .iter()
        .filter(|(c, _)| !c.moves.is_empty())
        .map(|(c, _)| IdRow { id: &c.game.id })
        .collect();
    run(&mut tx, &statements.forget, rows::text(&moved)).await?;
    let moves: Vec<_> = made
        .iter()
        .flat_map(|&(c, begun)| rows::moves(c, begun))
        .collect();
    run(&mut tx, &statements.moves, rows::text(&moves)).await?;
    for (change, _) in &made {
        write_snapshots(&mut tx, change).await?;
    }
    let mut told: Vec<Notice> = made
        .iter()
        .flat_map(|&(c, begun)| rows::told(c, begun))
        .map(|entry| Notice::Entry(Arc::new(entry)))
        .collect();
    if made.iter().any(|(c, _)| c.game.bot_due.is_some()) {
        told.push(Notice::BotDue);
    }
    write_lobby(&mut tx, &made, &mut told).await?;
    if dialect == Dialect::Postgres {
        let texts: Vec<_> = told
            .iter()
            .map(|notice| TextRow {
                id: None,
                text: bus::encode(notice),
            })
            .collect();
        if let Some(texts) = rows::text(&texts) {
            sqlx::query(&statements.notify)
                .bind(texts)
                .bind(bus::CHANNEL)
                .execute(&mut *tx)
                .await?;
        }
    }
    tx.commit().await?;
    let results = changes
        .iter()
        .map(|c| {
            done.contains(c.game.id.as_str()).then(|| Committed {
                seq: c.on.unwrap_or(0) + c.entries.len() as i64,
            })
        })
        .collect();
    Ok((results, told))
}

// Nothing but moves or words: the change that happens most.
fn is_plain(change: &Change) -> bool {
    change.on.is_some()
        && change.seats.is_none()
        && change.snapshots.is_empty()
        && change.rewind == Rewind::Keep
        && (change.lobby.is_none() || !change.game.listed)
}

// A batch of plain changes on PostgreSQL as one statement, which is a transaction by itself: one question, one answer.
async fn at_once(
    pool: &AnyPool,
    changes: &[&Change],
) -> Result<Vec<Option<Committed>>, StoreError> {
    let all: Vec<(&Change, i64)> = changes.iter().map(|&c| (c, c.on.unwrap_or(0))).collect();
    let games: Vec<_> = all.iter().map(|&(c, on)| GameChange::new(c, on)).collect();
    let entries: Vec<_> = all
        .iter()
        .flat_map(|&(c, on)| rows::entries(c, on))
        .collect();
    let moves: Vec<_> = all.iter().flat_map(|&(c, on)| rows::moves(c, on)).collect();
    let mut texts = Vec::with_capacity(entries.len() + 1);
    for &(change, on) in &all {
        let id = Some(change.game.id.as_str());
        texts.extend(rows::told(change, on).map(|entry| TextRow {
            id,
            text: bus::encode(&Notice::Entry(Arc::new(entry))),
        }));
    }
    if changes.iter().any(|c| c.game.bot_due.is_some()) {
        texts.push(TextRow {
            id: None,
            text: bus::encode(&Notice::BotDue),
        });
    }
    let none = || "[]".to_owned();
    let made = sqlx::query(&Statements::of(Dialect::Postgres).at_once)
        .bind(rows::text(&games).unwrap_or_else(none))
        .bind(rows::text(&entries).unwrap_or_else(none))
        .bind(rows::text(&moves).unwrap_or_else(none))
        .bind(rows::text(&texts).unwrap_or_else(none))
        .bind(bus::CHANNEL)
        .fetch_all(pool)
        .await?;
    let mut done = HashSet::with_capacity(made.len());
    for row in &made {
        done.insert(row.try_get::<String, _>("id")?);
    }
    Ok(all
        .iter()
        .map(|(c, on)| {
            done.contains(c.game.id.as_str()).then(|| Committed {
                seq: on + c.entries.len() as i64,
            })
        })
        .collect())
}

async fn run(
    tx: &mut AnyConnection,
    sql: &'static str,
    rows: Option<String>,
) -> Result<(), StoreError> {
    if let Some(rows) = rows {
        sqlx::query(sql).bind(rows).execute(&mut *tx).await?;
    }
    Ok(())
}

// Games that were where their changes were made, or are new.
async fn write_games(
    tx: &mut AnyConnection,
    dialect: Dialect,
    changes: &[&Change],
) -> Result<HashSet<String>, StoreError> {
    let statements = Statements::of(dialect);
    let mut done = HashSet::with_capacity(changes.len());
    let changed: Vec<GameChange> = changes
        .iter()
        .filter_map(|c| Some(GameChange::new(c, c.on?)))
        .collect();
    // All servers lock games in the same order, so that none waits for another in a circle.
    if dialect == Dialect::Postgres && changed.len() > 1 {
        let ids: Vec<_> = changes.iter().map(|c| IdRow { id: &c.game.id }).collect();
        run(tx, &statements.lock, rows::text(&ids)).await?;
    }
    if let Some(text) = rows::text(&changed) {
        let found = sqlx::query(&statements.games)
            .bind(text)
            .fetch_all(&mut *tx)
            .await?;
        for row in &found {
            done.insert(row.try_get("id")?);
        }
    }
    for change in changes.iter().filter(|c| c.on.is_none()) {
        if insert_game(tx, change).await? {
            done.insert(change.game.id.clone());
        }
    }
    Ok(done)
}

async fn insert_game(tx: &mut AnyConnection, change: &Change) -> Result<bool, StoreError> {
    let game = &change.game;
    let turn = game
        .turn
        .as_ref()
        .map(|t| serde_json::to_string(t).unwrap_or_default());
    let inserted = sqlx::query(
        "INSERT INTO games (id, name, state, listed, owner, setup, updated, length, seq, undone, turn, turn_user, \
         bot_pause, bot_due, bot_lease, proposal, outcome, state_hash, title, hot_seat, imported, invite, created) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 0, $15, $16, $17, $18, $19, $20, \
         $21, $22) ON CONFLICT (id) DO NOTHING",
    )
    .bind(&game.id)
    .bind(&game.name)
    .bind(game.state.name())
    .bind(i64::from(game.listed))
    .bind(&game.owner)
    .bind(&game.setup)
    .bind(game.updated)
    .bind(game.length)
    .bind(change.entries.len() as i64)
    .bind(game.undone)
    .bind(turn)
    .bind(&game.turn_user)
    .bind(game.bot_pause)
    .bind(game.bot_due)
    .bind(&game.proposal)
    .bind(&game.outcome)
    .bind(&game.state_hash)
    .bind(&game.title)
    .bind(i64::from(game.hot_seat))
    .bind(i64::from(game.imported))
    .bind(&game.invite)
    .bind(game.created)
    .execute(&mut *tx)
    .await?;
    Ok(inserted.rows_affected() > 0)
}

async fn write_snapshots(tx: &mut AnyConnection, change: &Change) -> Result<(), StoreError> {
    for (number, build, state) in &change.snapshots {
        sqlx::query(
            "INSERT INTO snapshots (game_id, number, build, state) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game_id, build, number) DO UPDATE SET state = excluded.state",
        )
        .bind(&change.game.id)
        .bind(*number)
        .bind(build)
        .bind(state.as_slice())
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

// The lobby's counter is locked last: games by id, then the counter.
async fn write_lobby(
    tx: &mut AnyConnection,
    made: &[(&Change, i64)],
    told: &mut Vec<Notice>,
) -> Result<(), StoreError> {
    for (change, _) in made.iter().filter(|(c, _)| c.game.listed) {
        let Some(what) = change.lobby else { continue };
        let row = sqlx::query(
            "UPDATE counters SET value = value + 1 WHERE name = 'lobby' RETURNING value",
        )
        .fetch_one(&mut *tx)
        .await?;
        let entry = LobbyEntry {
            seq: row.try_get("value")?,
            at: change.at,
            game: change.game.id.clone(),
            what: what.into(),
        };
        sqlx::query("INSERT INTO lobby (seq, at, game_id, what) VALUES ($1, $2, $3, $4)")
            .bind(entry.seq)
            .bind(entry.at)
            .bind(&entry.game)
            .bind(&entry.what)
            .execute(&mut *tx)
            .await?;
        told.push(Notice::Lobby(Arc::new(entry)));
    }
    Ok(())
}

async fn write_seats(
    tx: &mut AnyConnection,
    game: &str,
    seats: &[crate::Seat],
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM seats WHERE game_id = $1")
        .bind(game)
        .execute(&mut *tx)
        .await?;
    for seat in seats {
        sqlx::query(
            "INSERT INTO seats (game_id, seat, user_id, name, bot, left_user, always_agree, archived, automation) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(game)
        .bind(i64::from(seat.seat))
        .bind(&seat.user)
        .bind(&seat.name)
        .bind(&seat.bot)
        .bind(&seat.left)
        .bind(i64::from(seat.always_agree))
        .bind(i64::from(seat.archived))
        .bind(&seat.automation)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

async fn rewind(tx: &mut AnyConnection, change: &Change) -> Result<(), StoreError> {
    let game = &change.game.id;
    let copy = |from: &str, to: &str, condition: &str| {
        format!(
            "INSERT INTO {to} (game_id, number, seq, part, seat, user_id, automatic, move) \
             SELECT game_id, number, seq, part, seat, user_id, automatic, move FROM {from} WHERE game_id = $1 AND {condition}"
        )
    };
    match change.rewind {
        Rewind::Keep => {}
        Rewind::Undo { to } => {
            for sql in [
                copy("moves", "undone", "number > $2"),
                "DELETE FROM moves WHERE game_id = $1 AND number > $2".to_owned(),
                "DELETE FROM snapshots WHERE game_id = $1 AND number > $2".to_owned(),
            ] {
                sqlx::query(&sql)
                    .bind(game)
                    .bind(to)
                    .execute(&mut *tx)
                    .await?;
            }
        }
        Rewind::Redo { to } => {
            for sql in [
                copy("undone", "moves", "number <= $2"),
                "DELETE FROM undone WHERE game_id = $1 AND number <= $2".to_owned(),
            ] {
                sqlx::query(&sql)
                    .bind(game)
                    .bind(to)
                    .execute(&mut *tx)
                    .await?;
            }
        }
    }
    Ok(())
}
