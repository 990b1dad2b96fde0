//! The writer: collects changes and commits many of them at once.

use crate::bus::{self, Notice};
use crate::change::{Change, Committed, Rewind};
use crate::database::{Dialect, StoreError};
use crate::{Entry, LobbyEntry};
use sqlx::{AnyConnection, AnyPool, Connection, Row};
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
    // All servers lock rows in the same order: games by id, then the lobby's counter.
    changes.sort_by(|a, b| a.0.game.id.cmp(&b.0.game.id));
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

async fn batch(
    dialect: Dialect,
    pool: &AnyPool,
    changes: &[&Change],
) -> Result<Written, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = match dialect {
        Dialect::Sqlite => connection.begin_with("BEGIN IMMEDIATE").await?,
        Dialect::Postgres => connection.begin().await?,
    };
    let mut results = Vec::with_capacity(changes.len());
    let mut told = Vec::new();
    let mut lobby = Vec::new();
    for change in changes {
        let result = apply(&mut tx, change, &mut told).await?;
        if let (Some(_), Some(what)) = (result, change.lobby)
            && change.game.listed
        {
            lobby.push((change, what));
        }
        results.push(result);
    }
    for (change, what) in lobby {
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
    if dialect == Dialect::Postgres {
        for notice in &told {
            sqlx::query("SELECT pg_notify($1, $2)")
                .bind(bus::CHANNEL)
                .bind(bus::encode(notice))
                .execute(&mut *tx)
                .await?;
        }
    }
    tx.commit().await?;
    Ok((results, told))
}

// One change; `None` if the game is no longer at the entry it was made on.
async fn apply(
    tx: &mut AnyConnection,
    change: &Change,
    told: &mut Vec<Notice>,
) -> Result<Option<Committed>, StoreError> {
    let game = &change.game;
    let turn = game
        .turn
        .as_ref()
        .map(|t| serde_json::to_string(t).unwrap_or_default());
    let (sql, begun) = match change.on {
        Some(on) => (
            "UPDATE games SET name = $2, state = $3, listed = $4, owner = $5, setup = $6, updated = $7, length = $8, \
             seq = $9, undone = $10, turn = $11, turn_user = $12, bot_pause = $13, bot_due = $14, bot_lease = 0, \
             proposal = $15, outcome = $16, state_hash = $17 WHERE id = $1 AND seq = $18 AND NOT EXISTS \
             (SELECT 1 FROM journal WHERE game_id = $1 AND client_key = $19)",
            on,
        ),
        None => (
            "INSERT INTO games (id, name, state, listed, owner, setup, updated, length, seq, undone, turn, turn_user, \
             bot_pause, bot_due, bot_lease, proposal, outcome, state_hash, title, hot_seat, imported, invite, created) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 0, $15, $16, $17, $18, $19, $20, \
             $21, $22) ON CONFLICT (id) DO NOTHING",
            0,
        ),
    };
    let seq = begun + change.entries.len() as i64;
    let query = sqlx::query(sql)
        .bind(&game.id)
        .bind(&game.name)
        .bind(game.state.name())
        .bind(i64::from(game.listed))
        .bind(&game.owner)
        .bind(&game.setup)
        .bind(game.updated)
        .bind(game.length)
        .bind(seq)
        .bind(game.undone)
        .bind(turn)
        .bind(&game.turn_user)
        .bind(game.bot_pause)
        .bind(game.bot_due)
        .bind(&game.proposal)
        .bind(&game.outcome)
        .bind(&game.state_hash);
    let query = match change.on {
        // A change whose key was used before is as stale as one made on an old state.
        Some(on) => query.bind(on).bind(
            change
                .entries
                .iter()
                .find_map(|e| e.key.clone())
                .unwrap_or_default(),
        ),
        None => query
            .bind(&game.title)
            .bind(i64::from(game.hot_seat))
            .bind(i64::from(game.imported))
            .bind(&game.invite)
            .bind(game.created),
    };
    if query.execute(&mut *tx).await?.rows_affected() == 0 {
        return Ok(None);
    }
    if let Some(seats) = &change.seats {
        write_seats(tx, &game.id, seats).await?;
    }
    for (i, entry) in change.entries.iter().enumerate() {
        let number = begun + 1 + i as i64;
        sqlx::query(
            "INSERT INTO journal (game_id, seq, at, kind, user_id, client_key, data) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&game.id)
        .bind(number)
        .bind(change.at)
        .bind(entry.kind)
        .bind(&entry.user)
        .bind(&entry.key)
        .bind(&entry.data)
        .execute(&mut *tx)
        .await?;
        told.push(Notice::Entry(Arc::new(Entry {
            game: game.id.clone(),
            seq: number,
            at: change.at,
            kind: entry.kind.to_owned(),
            user: entry.user.clone(),
            data: entry.data.clone(),
        })));
    }
    rewind(tx, change).await?;
    for mv in &change.moves {
        sqlx::query(
            "INSERT INTO moves (game_id, number, seq, part, seat, user_id, automatic, move) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(&game.id)
        .bind(mv.number)
        .bind(begun + 1 + mv.entry as i64)
        .bind(mv.part)
        .bind(i64::from(mv.seat))
        .bind(&mv.user)
        .bind(i64::from(mv.automatic))
        .bind(&mv.mv)
        .execute(&mut *tx)
        .await?;
    }
    for (number, build, state) in &change.snapshots {
        sqlx::query(
            "INSERT INTO snapshots (game_id, number, build, state) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game_id, build, number) DO UPDATE SET state = excluded.state",
        )
        .bind(&game.id)
        .bind(*number)
        .bind(build)
        .bind(state.as_slice())
        .execute(&mut *tx)
        .await?;
    }
    if game.bot_due.is_some() {
        told.push(Notice::BotDue);
    }
    Ok(Some(Committed { seq }))
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
        Rewind::Keep => {
            if !change.moves.is_empty() {
                sqlx::query("DELETE FROM undone WHERE game_id = $1")
                    .bind(game)
                    .execute(&mut *tx)
                    .await?;
            }
        }
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
