//! Bots at work: due turns are claimed, thought about on a bounded number of threads, and made like any move.

use crate::app::App;
use crate::chooser::{Chooser, RandomChooser};
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::limit::{Kind, Whom};
use crate::play::Mover;
use crate::shapes::{HintShown, Hints};
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use engine::Names;
use serde::Deserialize;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{GameState, is_due};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

// A claim is good for so long; a server that dies with it leaves it to the others after that.
const LEASE: i64 = 30_000;
// Due turns are looked for at least so often, in case news got lost.
const LOOK: Duration = Duration::from_secs(2);
// After a fault a game waits so long.
const REST: i64 = 5_000;

/// Serves bot turns until the server stops.
pub async fn serve(app: App) {
    let workers = app.config.bot_workers.max(1);
    let free = Arc::new(Semaphore::new(workers));
    // Games in hand on this server. On SQLite, with one process, this is the whole claim.
    let busy: Arc<Mutex<HashSet<String>>> = Arc::default();
    let mut stopping = app.stopping.subscribe();
    loop {
        if app.is_stopping() {
            return;
        }
        let most = free.available_permits() as i64;
        if most > 0 {
            let taken = busy.lock().unwrap_or_else(|e| e.into_inner()).len() as i64;
            match app.store.claim_bot_turns(app.now(), app.now() + LEASE, most + taken).await {
                Ok(turns) => {
                    for turn in turns {
                        if !busy.lock().unwrap_or_else(|e| e.into_inner()).insert(turn.game.clone())
                        {
                            continue;
                        }
                        let (app, busy, free) = (app.clone(), busy.clone(), free.clone());
                        tokio::spawn(async move {
                            let _permit = free.acquire().await;
                            if let Err(fault) = app.bot_turn(&turn.game).await {
                                tracing::warn!(game = turn.game, ?fault, "a bot could not move");
                                let _ =
                                    app.store.release_bot_turn(&turn.game, app.now() + REST).await;
                            }
                            busy.lock().unwrap_or_else(|e| e.into_inner()).remove(&turn.game);
                            app.bots.notify_one();
                        });
                    }
                }
                Err(error) => tracing::warn!(%error, "bot turns could not be claimed"),
            }
        }
        let wait = match app.store.next_bot_turn().await {
            Ok(Some(due)) if due > app.now() => {
                Duration::from_millis((due - app.now()).max(1) as u64).min(LOOK)
            }
            Ok(Some(_))
                if most == 0 || !busy.lock().unwrap_or_else(|e| e.into_inner()).is_empty() =>
            {
                LOOK
            }
            Ok(Some(_)) => Duration::from_millis(5),
            _ => LOOK,
        };
        tokio::select! {
            () = app.bots.notified() => {}
            () = tokio::time::sleep(wait) => {}
            _ = stopping.wait_for(|s| *s) => return,
        }
    }
}

/// The seed of a bot's decision: the same in the same game at the same move.
fn seed_of(game_seed: u64, length: i64, seat: u8) -> u64 {
    (game_seed ^ (length as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_add(u64::from(seat) << 56)
}

impl App {
    async fn bot_turn(&self, game: &str) -> Result<(), Fault> {
        let loaded = self.hold_fresh(game).await?.look();
        if loaded.game.state != GameState::Playing
            || !loaded.game.bot_due.is_some_and(|due| is_due(due, self.now()))
        {
            return Ok(());
        }
        let Some(decision) = loaded.position.decision() else {
            return Ok(());
        };
        let seat = decision.player.0;
        let Some(level) = loaded.seats.get(seat as usize).and_then(|s| s.bot.clone()) else {
            return Ok(());
        };
        let (position, chooser) = (loaded.position.clone(), self.config.parts.chooser.clone());
        let seed = seed_of(loaded.setup.seed, loaded.game.length, seat);
        let began = std::time::Instant::now();
        // The game is not locked meanwhile: people may undo, chat or leave.
        let chosen = tokio::task::spawn_blocking(move || {
            chooser.choose(position.as_ref(), &level, seed).or_else(|error| {
                tracing::warn!(error, level, "a bot found no move; one is drawn");
                RandomChooser.choose(position.as_ref(), "random", seed)
            })
        })
        .await?
        .map_err(|error| {
            tracing::error!(error, game, "no move for a bot");
            Fault::Unavailable
        })?;
        metrics::histogram!("signalbox_bot_seconds").record(began.elapsed().as_secs_f64());
        let mv = Names::of(loaded.position.as_ref()).write_move(&chosen.mv);
        let held = self.hold(game).await?;
        match self
            .make_move(held, Mover::Bot { reason: chosen.reason }, loaded.game.length, None, &mv)
            .await
        {
            // Somebody was quicker: the turn is served anew from where the game is now.
            Ok(_) | Err(Fault::Stale { .. } | Fault::Conflict(_) | Fault::Forbidden(_)) => Ok(()),
            Err(fault) => Err(fault),
        }
    }
}

/// Whom to ask.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HintBody {
    /// Level of the bot, with its character if it has one.
    pub level: Option<String>,
}

/// What a bot would do: its three best choices. Only where one person decides for everyone who is not a bot.
#[utoipa::path(post, path = "/api/games/{id}/hint", tag = "table", params(("id" = String, Path)), request_body = HintBody,
    responses((status = 200, body = Hints), (status = "4XX", body = FaultBody)))]
pub async fn hint(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<HintBody>,
) -> Result<Json<Hints>, Fault> {
    app.limiter.take(Kind::Heavy, Whom::Name(person.id().to_owned()))?;
    let loaded = app.see(&id, Some(person.id()), None).await?.look();
    if loaded.seats_of(person.id()).is_empty() {
        return Err(Fault::Forbidden("you do not sit at this table"));
    }
    if !loaded.is_solo() {
        return Err(Fault::Forbidden("hints are for solo and hot-seat games"));
    }
    if loaded.game.state != GameState::Playing {
        return Err(Fault::conflict(format!("the game is {}", loaded.game.state.name())));
    }
    let chooser = app.config.parts.chooser.clone();
    let levels = chooser.levels();
    let level = match body.level {
        Some(level) if chooser.knows(&level) => level,
        Some(_) => return Err(Fault::bad("there is no such bot")),
        None => levels.last().copied().unwrap_or_default().to_owned(),
    };
    let seed = seed_of(loaded.setup.seed, loaded.game.length, 255);
    let after = loaded.game.length;
    let whom = Whom::Name(person.id().to_owned());
    let hints = app
        .workshop
        .work(whom, move || {
            let position = loaded.position.as_ref();
            let names = Names::of(position);
            let found = chooser.hints(position, &level, seed, 3)?.into_iter();
            let shown = found.map(|h| HintShown {
                r#move: names.write_move(&h.mv),
                value: h.value,
                reason: h.reason,
            });
            Ok::<_, String>(shown.collect())
        })
        .await?
        .map_err(Fault::conflict)?;
    Ok(Json(Hints { after, hints }))
}
