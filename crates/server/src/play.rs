//! A move on its way into the log: checked, played, followed by what players left to the server, made durable.

use crate::app::App;
use crate::automation::Automation;
use crate::chooser::Why;
use crate::clock::now;
use crate::describe::{event_json, turn_of};
use crate::fault::Fault;
use crate::room::{Held, Loaded, Room, SNAPSHOT_EVERY, build};
use crate::shapes::Line;
use engine::{Event, Move, Position, Refusal, move_from_json, move_to_json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Change, GameState, NewEntry, NewMove, Seat};
use utoipa::ToSchema;

/// Answer to a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Moved {
    /// Moves made.
    pub length: i64,
    /// Last journal entry.
    pub seq: i64,
    /// What was made: the move and what followed by itself.
    #[schema(value_type = Vec<Line>)]
    pub lines: Box<RawValue>,
    /// Who must decide now.
    #[schema(value_type = Option<crate::shapes::NextTurn>)]
    pub turn: Option<store::Turn>,
    /// The move had been made before with the same key.
    pub repeated: bool,
}

/// Who makes a move.
#[derive(Clone, Debug)]
pub enum Mover {
    /// A person.
    Person(String),
    /// The bot at the seat that must decide.
    Bot {
        /// Why it does so.
        reason: Option<Why>,
    },
}

// A position and the lines that led to it.
struct Advanced {
    position: Box<dyn Position>,
    lines: Vec<Line>,
    seats: Option<Vec<Seat>>,
    snapshots: Vec<(i64, String, Vec<u8>)>,
}

// Automation never makes more moves than this in a row.
const MOST_AUTOMATIC: usize = 200;

struct Course<'a> {
    position: Box<dyn Position>,
    seats: Vec<Seat>,
    changed: bool,
    lines: Vec<Line>,
    snapshots: Vec<(i64, String, Vec<u8>)>,
    length: i64,
    at: i64,
    by: Option<&'a str>,
    events: Vec<Event>,
}

impl Course<'_> {
    fn play(&mut self, mv: &Move, automatic: bool, reason: Option<Why>) -> Result<(), Refusal> {
        let seat = self.position.decision().map_or(0, |d| d.player.0);
        let named = move_to_json(self.position.as_ref(), mv);
        self.events.clear();
        self.position.play(mv, &mut self.events)?;
        self.length += 1;
        let by = if automatic {
            self.owner(seat)
        } else {
            self.by.map(str::to_owned)
        };
        self.lines.push(Line {
            number: self.length,
            seat,
            by,
            automatic,
            reason,
            at: self.at,
            mv: named,
            events: self
                .events
                .iter()
                .map(|e| event_json(self.position.as_ref(), e))
                .collect(),
        });
        if self.length % SNAPSHOT_EVERY == 0 {
            self.snapshots
                .push((self.length, build().to_owned(), self.position.save()));
        }
        for other in self
            .seats
            .iter_mut()
            .filter(|s| s.seat != seat && s.automation.contains("\"program\":{"))
        {
            let mut automation = Automation::of(other);
            if automation.watch(self.position.as_ref(), other.seat, &self.events) {
                automation.put(other);
                self.changed = true;
            }
        }
        Ok(())
    }

    fn owner(&self, seat: u8) -> Option<String> {
        self.seats.get(seat as usize).and_then(|s| s.user.clone())
    }

    // What players left to the server, until somebody has to decide.
    fn follow(&mut self) {
        let mut bought = None;
        for _ in 0..MOST_AUTOMATIC {
            let Some(decision) = self.position.decision() else {
                return;
            };
            let seat = decision.player.0;
            let Some(place) = self.seats.get(seat as usize) else {
                return;
            };
            if place.bot.is_some() {
                return;
            }
            let before = Automation::of(place);
            let mut automation = before.clone();
            let mv = automation.decide(self.position.as_ref(), seat, bought == Some(seat));
            if automation != before {
                automation.put(&mut self.seats[seat as usize]);
                self.changed = true;
            }
            let Some(mv) = mv else { return };
            bought = matches!(mv, Move::BuyShare { .. }).then_some(seat);
            if self.play(&mv, true, None).is_err() {
                // A listed choice is never refused; if it were, the player decides.
                return;
            }
        }
    }
}

fn advance(
    loaded: &Loaded,
    mv: Option<&Move>,
    by: Option<&str>,
    reason: Option<Why>,
    at: i64,
) -> Result<Advanced, Refusal> {
    let mut course = Course {
        position: loaded.position.boxed(),
        seats: loaded.seats.clone(),
        changed: false,
        lines: Vec::new(),
        snapshots: Vec::new(),
        length: loaded.game.length,
        at,
        by,
        events: Vec::new(),
    };
    if let Some(mv) = mv {
        course.play(mv, false, reason)?;
    }
    course.follow();
    Ok(Advanced {
        position: course.position,
        lines: course.lines,
        seats: course.changed.then_some(course.seats),
        snapshots: course.snapshots,
    })
}

/// Fills in what a game's row says about its position: turn, bots, result.
pub fn settle(loaded: &mut Loaded, at: i64) {
    let game = &mut loaded.game;
    game.updated = at;
    match loaded.position.outcome() {
        Some(outcome) => {
            game.state = GameState::Finished;
            game.outcome = serde_json::to_string(&outcome).ok();
            game.state_hash = format!("{:016x}", loaded.position.hash());
            game.turn = None;
            game.turn_user = None;
            game.bot_due = None;
            game.proposal = None;
        }
        None => {
            game.turn = turn_of(loaded.position.as_ref(), at);
            let seat = game
                .turn
                .as_ref()
                .and_then(|t| loaded.seats.get(t.seat as usize));
            game.turn_user = seat.and_then(|s| s.user.clone());
            game.bot_due = seat
                .and_then(|s| s.bot.as_ref())
                .map(|_| at + game.bot_pause);
        }
    }
}

/// The moves of a change as rows.
fn rows(lines: &[Line]) -> Vec<NewMove> {
    lines
        .iter()
        .enumerate()
        .map(|(i, line)| NewMove {
            number: line.number,
            entry: 0,
            part: i as i64,
            seat: line.seat,
            user: line.by.clone(),
            automatic: line.automatic,
            mv: line.mv.to_string(),
        })
        .collect()
}

#[derive(Serialize)]
struct MovesData<'a> {
    after: i64,
    length: i64,
    lines: &'a RawValue,
    turn: &'a Option<store::Turn>,
    state: &'static str,
}

/// Lines as text: the journal, the listeners and the answer all get the same.
pub fn lines_text(lines: &[Line]) -> Box<RawValue> {
    serde_json::value::to_raw_value(lines).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// The contents of a journal entry about moves.
pub fn moves_data(loaded: &Loaded, after: i64, lines: &RawValue) -> String {
    let data = MovesData {
        after,
        length: loaded.game.length,
        lines,
        turn: &loaded.game.turn,
        state: loaded.game.state.name(),
    };
    serde_json::to_string(&data).unwrap_or_default()
}

// A game whose last move was worked out in less is played on the spot: another thread would take longer to wake.
const QUICK: Duration = Duration::from_micros(250);

// Works a move out, here or where long work is done.
async fn work<T: Send + 'static>(
    room: &Room,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Fault> {
    let timed = move || {
        let began = Instant::now();
        let done = work();
        (done, began.elapsed())
    };
    let (done, took) = if room.took() < QUICK {
        std::panic::catch_unwind(AssertUnwindSafe(timed)).map_err(|_| Fault::Unavailable)?
    } else {
        tokio::task::spawn_blocking(timed).await?
    };
    room.note(took);
    Ok(done)
}

impl App {
    /// Makes a move for somebody. `key` is the client's word for it.
    pub async fn make_move(
        &self,
        mut held: Held,
        mover: Mover,
        after: i64,
        key: Option<String>,
        mv: &Value,
    ) -> Result<Moved, Fault> {
        if held.game.length != after {
            if let Some(repeated) = self.repeated(&held, key.as_deref()).await? {
                return Ok(repeated);
            }
            // The cache may be behind another server.
            let id = held.game.id.clone();
            drop(held);
            held = self.hold_fresh(&id).await?;
            if held.game.length != after {
                return Err(Fault::Stale {
                    after: held.game.length,
                    seq: held.game.seq,
                });
            }
        }
        if held.game.state != GameState::Playing {
            if let Some(repeated) = self.repeated(&held, key.as_deref()).await? {
                return Ok(repeated);
            }
            return Err(Fault::conflict(format!(
                "the game is {}",
                held.game.state.name()
            )));
        }
        let decision = held
            .position
            .decision()
            .ok_or_else(|| Fault::conflict("nobody has to decide"))?;
        let seat = held
            .seats
            .get(decision.player.0 as usize)
            .ok_or(Fault::Unavailable)?;
        let allowed = match &mover {
            Mover::Person(user) => seat.user.as_deref() == Some(user) && seat.bot.is_none(),
            Mover::Bot { .. } => seat.bot.is_some(),
        };
        if !allowed {
            return Err(Fault::Forbidden("somebody else has to decide"));
        }
        let mv =
            move_from_json(held.position.as_ref(), mv).map_err(|e| Fault::bad(e.to_string()))?;
        let loaded = held.look();
        let at = now();
        let (user, reason) = match mover {
            Mover::Person(user) => (Some(user), None),
            Mover::Bot { reason } => (None, reason),
        };
        let by = user.clone();
        let (loaded, advanced) = work(&held.room, move || {
            let advanced = advance(&loaded, Some(&mv), by.as_deref(), reason, at)
                .map_err(|refusal| Fault::refused(loaded.position.as_ref(), &refusal));
            (loaded, advanced)
        })
        .await?;
        let key_kept = key.clone();
        match self
            .write(&mut held, loaded, advanced?, user, key, at)
            .await
        {
            Ok(Some(moved)) => Ok(moved),
            Ok(None) => {
                let id = held.game.id.clone();
                held.forget();
                let held = self.hold_fresh(&id).await?;
                match self.repeated(&held, key_kept.as_deref()).await? {
                    Some(repeated) => Ok(repeated),
                    None => Err(Fault::Stale {
                        after: held.game.length,
                        seq: held.game.seq,
                    }),
                }
            }
            Err(fault) => {
                // Whether the commit reached the disk is not known: look there next time.
                held.forget();
                Err(fault)
            }
        }
    }

    /// Makes the moves that players left to the server, after a change of settings or at the start.
    pub async fn follow_up(&self, held: &mut Held) -> Result<(), Fault> {
        if held.game.state != GameState::Playing {
            return Ok(());
        }
        let loaded = held.look();
        let at = now();
        let (loaded, advanced) = tokio::task::spawn_blocking(move || {
            let advanced = advance(&loaded, None, None, None, at);
            (loaded, advanced)
        })
        .await?;
        if let Ok(advanced) = advanced
            && (!advanced.lines.is_empty() || advanced.seats.is_some())
        {
            self.write(held, loaded, advanced, None, None, at).await?;
        }
        Ok(())
    }

    async fn write(
        &self,
        held: &mut Held,
        mut loaded: Loaded,
        advanced: Advanced,
        user: Option<String>,
        key: Option<String>,
        at: i64,
    ) -> Result<Option<Moved>, Fault> {
        let after = loaded.game.length;
        let Advanced {
            position,
            lines,
            seats,
            snapshots,
        } = advanced;
        loaded.position = Arc::from(position);
        loaded.game.length = after + lines.len() as i64;
        loaded.game.undone = if lines.is_empty() {
            loaded.game.undone
        } else {
            0
        };
        loaded.game.proposal = None;
        if let Some(seats) = &seats {
            loaded.seats = seats.clone();
        }
        settle(&mut loaded, at);
        let mut change = Change::of(loaded.game.clone(), at);
        let text = lines_text(&lines);
        if !lines.is_empty() {
            let data = moves_data(&loaded, after, &text);
            change.entries.push(NewEntry {
                kind: "moves",
                user,
                key,
                data,
            });
        } else {
            change.entries.push(NewEntry {
                kind: "settings",
                user,
                key,
                data: "{}".to_owned(),
            });
        }
        change.moves = rows(&lines);
        change.seats = seats;
        change.snapshots = snapshots;
        if loaded.game.state == GameState::Finished {
            change.lobby = Some("finished");
        }
        let Some(committed) = self.store.commit(change).await? else {
            return Ok(None);
        };
        metrics::counter!("signalbox_moves_total").increment(lines.len() as u64);
        loaded.game.seq = committed.seq;
        let moved = Moved {
            length: loaded.game.length,
            seq: committed.seq,
            lines: text,
            turn: loaded.game.turn.clone(),
            repeated: false,
        };
        held.set(loaded);
        Ok(Some(moved))
    }

    // The answer that was given when the key was used first.
    async fn repeated(&self, held: &Held, key: Option<&str>) -> Result<Option<Moved>, Fault> {
        let Some(key) = key else { return Ok(None) };
        let Some(entry) = self.store.entry_by_key(&held.game.id, key).await? else {
            return Ok(None);
        };
        if entry.kind != "moves" {
            return Err(Fault::conflict("the key was used for something else"));
        }
        #[derive(Deserialize)]
        struct Told {
            length: i64,
            lines: Box<RawValue>,
            turn: Option<store::Turn>,
        }
        let told: Told = serde_json::from_str(&entry.data).map_err(|error| {
            tracing::error!(game = held.game.id, seq = entry.seq, %error, "an entry cannot be read");
            Fault::Unavailable
        })?;
        Ok(Some(Moved {
            length: told.length,
            seq: entry.seq,
            lines: told.lines,
            turn: told.turn,
            repeated: true,
        }))
    }
}
