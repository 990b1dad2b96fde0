//! The writer: collects changes and commits many of them at once.

use crate::LobbyEntry;
use crate::bus::{self, Notice};
use crate::change::{Change, Committed, Rewind};
use crate::database::{Dialect, StoreError};
use crate::rows::{self, Batch};
use crate::statements::{self, Frame, Telling};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Connection, Row};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
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
        self.jobs.send(Job::Change(Box::new(change), tx)).await.map_err(|_| StoreError::Closing)?;
        rx.await.map_err(|_| StoreError::Closing)?
    }

    pub async fn finish(&self) {
        let (tx, rx) = oneshot::channel();
        if self.jobs.send(Job::Finish(tx)).await.is_ok() {
            let _ = rx.await;
        }
    }
}

/// What the writing task works with.
pub(crate) struct Link {
    pub dialect: Dialect,
    pub pool: AnyPool,
    pub notices: broadcast::Sender<Notice>,
    /// What messages of this server begin with.
    pub mark: Arc<str>,
    /// The connection of the last batch, and when that was: it knows the statements already.
    pub kept: Mutex<Option<(PoolConnection<Any>, Instant)>>,
}

// A connection that was not used for longer may have gone; the pool looks after those.
const FRESH: Duration = Duration::from_secs(2);

pub(crate) fn spawn(link: Link, batch: usize) -> Writer {
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
            write(&link, changes).await;
            if let Some(answer) = finished {
                inbox.close();
                let _ = answer.send(());
            }
        }
    });
    Writer { jobs }
}

// Writes a batch; if it fails as a whole (a deadlock with another server, a lost connection), each change alone.
async fn write(link: &Link, mut changes: Vec<(Box<Change>, Answer)>) {
    if changes.is_empty() {
        return;
    }
    // Of two changes of one game made on the same entry the first wins; the others wait for the next commit.
    let mut games = HashSet::with_capacity(changes.len());
    let later: Vec<(Box<Change>, Answer)> =
        changes.extract_if(.., |(c, _)| !games.insert(c.game.id.clone())).collect();
    // Few changes are more than moves or words; they do not hold up the others.
    if changes.iter().any(|(c, _)| is_plain(c)) {
        let others: Vec<_> = changes.extract_if(.., |(c, _)| !is_plain(c)).collect();
        write_all(link, changes).await;
        changes = others;
    }
    write_all(link, changes).await;
    Box::pin(write(link, later)).await;
}

async fn write_all(link: &Link, changes: Vec<(Box<Change>, Answer)>) {
    if changes.is_empty() {
        return;
    }
    let all: Vec<&Change> = changes.iter().map(|(c, _)| c.as_ref()).collect();
    match batch(link, &all).await {
        Ok(written) => {
            for (change, answer) in changes {
                finish(link, *change, &written, answer);
            }
            link.publish(written.lobby);
        }
        Err(error) if changes.len() > 1 => {
            tracing::warn!(%error, changes = changes.len(), "a commit failed; trying its changes one by one");
            for change in changes {
                Box::pin(write_all(link, vec![change])).await;
            }
        }
        Err(error) => {
            if let Some((_, answer)) = changes.into_iter().next() {
                let _ = answer.send(Err(error));
            }
        }
    }
}

// Answers a change and tells listeners here; those at other servers hear of it through the database.
fn finish(link: &Link, change: Change, written: &Written, answer: Answer) {
    let made = written.done.contains(change.game.id.as_str());
    let _ = answer.send(Ok(made.then(|| Committed { seq: change.last() })));
    if !made {
        return;
    }
    if change.game.bot_due.is_some() {
        let _ = link.notices.send(Notice::BotDue);
    }
    for entry in rows::told(change) {
        let _ = link.notices.send(Notice::Entry(Arc::new(entry)));
    }
}

impl Link {
    async fn connection(&self) -> Result<PoolConnection<Any>, sqlx::Error> {
        let kept = self.kept.lock().unwrap_or_else(|e| e.into_inner()).take();
        match kept {
            Some((connection, used)) if used.elapsed() < FRESH => Ok(connection),
            _ => self.pool.acquire().await,
        }
    }

    // SQLite has one connection that writes, and others need it too.
    fn keep(&self, connection: PoolConnection<Any>) {
        if self.dialect == Dialect::Postgres {
            *self.kept.lock().unwrap_or_else(|e| e.into_inner()) =
                Some((connection, Instant::now()));
        }
    }

    // On PostgreSQL the news of the lobby comes back through the database, in order of its counter, to every server alike.
    fn publish(&self, lobby: Vec<Notice>) {
        if self.dialect == Dialect::Sqlite {
            for notice in lobby {
                let _ = self.notices.send(notice);
            }
        }
    }

    // Which message each entry travels in, and whether bots are to be woken.
    fn telling(&self, changes: &[&Change]) -> Telling<'_> {
        let (mut page, mut size) = (0, self.mark.len());
        let mut pages = Vec::new();
        for change in changes {
            for entry in &change.entries {
                let long = bus::length(&change.game.id, entry);
                let (length, brief) = match long + self.mark.len() > bus::MOST {
                    true => (bus::brief_length(&change.game.id), true),
                    false => (long, false),
                };
                if size + length > bus::MOST {
                    page += 1;
                    size = self.mark.len();
                }
                size += length;
                pages.push(Some(if brief { -1 - page } else { page }));
            }
        }
        let bots = changes.iter().any(|c| c.game.bot_due.is_some());
        Telling {
            channel: bus::CHANNEL,
            mark: &self.mark,
            pages,
            also: bots.then(|| bus::encode(&Notice::BotDue)).flatten(),
        }
    }
}

struct Written {
    done: HashSet<String>,
    lobby: Vec<Notice>,
}

// All changes are of different games.
async fn batch(link: &Link, changes: &[&Change]) -> Result<Written, StoreError> {
    let mut connection = link.connection().await?;
    if changes.iter().all(|c| is_plain(c)) {
        let rows = Batch::new(changes);
        let telling = link.telling(changes);
        let done =
            statements::write(&mut connection, link.dialect, Frame::Alone, &rows, &telling).await?;
        link.keep(connection);
        let lobby = Vec::new();
        return Ok(Written { done, lobby });
    }
    let mut tx = match link.dialect {
        Dialect::Sqlite => connection.begin_with("BEGIN IMMEDIATE").await?,
        Dialect::Postgres => connection.begin().await?,
    };
    let mut there = Vec::with_capacity(changes.len());
    for &change in changes {
        if change.on.is_some() || insert_game(&mut tx, change).await? {
            there.push(change);
        }
    }
    let rows = Batch::new(&there);
    let telling = link.telling(&there);
    let done = statements::write(&mut tx, link.dialect, Frame::Within, &rows, &telling).await?;
    there.retain(|c| done.contains(c.game.id.as_str()));
    for change in &there {
        if let Some(seats) = &change.seats {
            write_seats(&mut tx, &change.game.id, seats).await?;
        }
        if let (Some(_), Some(setup)) = (change.on, &change.setup) {
            sqlx::query("UPDATE games SET setup = $2 WHERE id = $1")
                .bind(&change.game.id)
                .bind(setup)
                .execute(&mut *tx)
                .await?;
        }
        rewind(&mut tx, change).await?;
    }
    let lobby = write_lobby(&mut tx, &there).await?;
    if link.dialect == Dialect::Postgres {
        for notice in &lobby {
            sqlx::query("SELECT pg_notify($1, $2)")
                .bind(bus::CHANNEL)
                .bind(bus::encode(notice).unwrap_or_default())
                .execute(&mut *tx)
                .await?;
        }
    }
    tx.commit().await?;
    link.keep(connection);
    Ok(Written { done, lobby })
}

// Nothing but moves or words: the change that happens most.
fn is_plain(change: &Change) -> bool {
    change.on.is_some()
        && change.setup.is_none()
        && change.seats.is_none()
        && change.rewind == Rewind::Keep
        && (change.lobby.is_none() || !change.game.listed)
}

// A new game without any entry yet; whether there was none of this id.
async fn insert_game(tx: &mut AnyConnection, change: &Change) -> Result<bool, StoreError> {
    let game = &change.game;
    let inserted = sqlx::query(
        "INSERT INTO games (id, name, state, listed, owner, setup, updated, length, seq, undone, turn, turn_user, \
         bot_pause, bot_due, bot_lease, proposal, outcome, state_hash, title, hot_seat, imported, invite, created, \
         variant, preset, options, pace, clock_due, clock_end) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 0, $15, $16, \
         $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28) ON CONFLICT (id) DO NOTHING",
    )
    .bind(&game.id)
    .bind(&game.name)
    .bind(game.state.name())
    .bind(i64::from(game.listed))
    .bind(&game.owner)
    .bind(change.setup.as_deref().unwrap_or("{}"))
    .bind(game.updated)
    .bind(game.length)
    .bind(0_i64)
    .bind(game.undone)
    .bind(game.turn_text())
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
    .bind(&game.variant)
    .bind(&game.preset)
    .bind(&game.options)
    .bind(&game.pace)
    .bind(game.clock_due)
    .bind(game.clock_end)
    .execute(&mut *tx)
    .await?;
    Ok(inserted.rows_affected() > 0)
}

// The lobby's counter is locked last: games by id, then the counter.
async fn write_lobby(tx: &mut AnyConnection, made: &[&Change]) -> Result<Vec<Notice>, StoreError> {
    let mut told = Vec::new();
    for change in made.iter().filter(|c| c.game.listed) {
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
    Ok(told)
}

async fn write_seats(
    tx: &mut AnyConnection,
    game: &str,
    seats: &[crate::Seat],
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM seats WHERE game_id = $1").bind(game).execute(&mut *tx).await?;
    // Whose result it was is noted anew.
    sqlx::query("UPDATE games SET recorded = 0 WHERE id = $1 AND state = 'finished'")
        .bind(game)
        .execute(&mut *tx)
        .await?;
    for seat in seats {
        sqlx::query(
            "INSERT INTO seats (game_id, seat, user_id, name, bot, left_user, always_agree, archived, automation, \
             offer, fate) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
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
        .bind(&seat.offer)
        .bind(&seat.fate)
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
                sqlx::query(AssertSqlSafe(sql)).bind(game).bind(to).execute(&mut *tx).await?;
            }
        }
        Rewind::Redo { to } => {
            for sql in [
                copy("undone", "moves", "number <= $2"),
                "DELETE FROM undone WHERE game_id = $1 AND number <= $2".to_owned(),
            ] {
                sqlx::query(AssertSqlSafe(sql)).bind(game).bind(to).execute(&mut *tx).await?;
            }
        }
    }
    Ok(())
}
