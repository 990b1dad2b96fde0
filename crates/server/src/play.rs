//! A move on its way into the log: checked, played, followed by what players left to the server, made durable.

use crate::app::App;
use crate::automation::Automation;
use crate::chooser::Why;
use crate::commit::Done;
use crate::describe::{kept_events, turn_of};
use crate::fault::Fault;
use crate::proposal::Proposal;
use crate::room::{Held, Loaded, Room, SNAPSHOT_EVERY, build};
use crate::shapes::{Kept, Line, NextTurn};
use crate::told::{self, MovesTold, NOTHING, What};
use engine::{Event, Move, Names, Place, Position, Refusal, wire};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Entry, EntryKind, GameState, NewMove, Seat};
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
    pub turn: Option<NextTurn>,
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
        let seat = self.position.mover(mv).map_or(0, |p| p.0);
        let named = Names::of(self.position.as_ref()).write_move(mv);
        self.events.clear();
        self.position.play(mv, &mut self.events)?;
        self.length += 1;
        let by = if automatic { self.owner(seat) } else { self.by.map(str::to_owned) };
        self.lines.push(Line {
            number: self.length,
            seat,
            by,
            automatic,
            reason,
            at: self.at,
            mv: Kept::Now(named),
            events: kept_events(self.position.as_ref(), &self.events),
        });
        if self.length % SNAPSHOT_EVERY == 0 {
            self.snapshots.push((self.length, build().to_owned(), self.position.save()));
        }
        for other in self.seats.iter_mut().filter(|s| s.seat != seat) {
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

// Whether a move uses a private paper of somebody: that may be a right out of turn.
fn is_right_of(loaded: &Loaded, user: &str, mv: &Move) -> bool {
    let (Move::Exchange { paper } | Move::LayPaperTile { paper, .. }) = *mv else {
        return false;
    };
    match loaded.position.core().papers[paper.at()].place {
        Place::Player(p) => loaded.seats_of(user).contains(&p.0),
        _ => false,
    }
}

/// Fills in what a game's row says about its position: turn, bots, result.
pub fn settle(loaded: &mut Loaded, at: i64) {
    let game = &mut loaded.game;
    game.updated = at;
    match loaded.position.outcome() {
        Some(outcome) => {
            game.state = GameState::Finished;
            game.outcome = serde_json::to_string(&wire::Outcome::from(outcome)).ok();
            game.state_hash = format!("{:016x}", loaded.position.hash());
            game.turn = None;
            game.turn_user = None;
            game.bot_due = None;
            game.clock_due = None;
            game.clock_end = None;
            game.proposal = None;
        }
        None => {
            game.turn = turn_of(loaded.position.as_ref(), at);
            let seat = game.turn.as_ref().and_then(|t| loaded.seats.get(t.seat as usize));
            game.turn_user = seat.and_then(|s| s.user.clone());
            game.bot_due = seat.and_then(|s| s.bot.as_ref()).map(|_| at + game.bot_pause);
        }
    }
}

/// A move answers what the table was asked, unless somebody waits for it who does not sit there.
pub fn drop_proposal(loaded: &mut Loaded) {
    if !Proposal::of(loaded).is_some_and(|p| p.outlasts_moves()) {
        loaded.game.proposal = None;
    }
}

/// The row of a move; it belongs to the first entry of its change.
pub fn new_move(line: &Line, part: usize) -> NewMove {
    NewMove {
        number: line.number,
        entry: 0,
        part: part as i64,
        seat: line.seat,
        user: line.by.clone(),
        automatic: line.automatic,
        mv: told::text(&line.mv),
    }
}

/// Lines as text: the journal, the listeners and the answer all get the same.
pub fn lines_text(lines: &[Line]) -> Box<RawValue> {
    serde_json::value::to_raw_value(lines).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// What a journal entry says about moves.
pub fn moves_told(loaded: &Loaded, after: i64, lines: &RawValue) -> String {
    told::text(&MovesTold {
        wire: wire::VERSION,
        after,
        length: loaded.game.length,
        lines,
        turn: &loaded.game.turn,
        state: loaded.game.state.name(),
    })
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
        mv: &wire::Move,
    ) -> Result<Moved, Fault> {
        if held.game.length != after {
            // The cache may be behind another server. The key is looked up after the game: what the game has, the key has too.
            let id = held.game.id.clone();
            drop(held);
            held = self.hold_fresh(&id).await?;
            if held.game.length != after {
                let repeated = self.repeated(&held, key.as_deref()).await?;
                let stale = Fault::Stale { after: held.game.length, seq: held.game.seq };
                return repeated.ok_or(stale);
            }
        }
        if held.game.state != GameState::Playing {
            if let Some(repeated) = self.repeated(&held, key.as_deref()).await? {
                return Ok(repeated);
            }
            return Err(Fault::conflict(format!("the game is {}", held.game.state.name())));
        }
        let position = held.position.as_ref();
        let decider = position.decision().ok_or_else(|| Fault::conflict("nobody has to decide"))?;
        let mv = Names::of(position).read_move(mv);
        let mv = mv.map_err(|e| Fault::bad(e.to_string()))?;
        let seat = position.mover(&mv).unwrap_or(decider.player).0;
        let seat = held.seats.get(usize::from(seat)).ok_or(Fault::Unavailable)?;
        let allowed = match &mover {
            Mover::Person(user) => seat.user.as_deref() == Some(user) && seat.bot.is_none(),
            Mover::Bot { .. } => seat.bot.is_some(),
        };
        if !allowed {
            let own = matches!(&mover, Mover::Person(user) if is_right_of(&held, user, &mv));
            return Err(match position.boxed().play(&mv, &mut Vec::new()) {
                Err(refusal) if own => Fault::refused(position, &refusal),
                _ => Fault::Forbidden("somebody else has to decide"),
            });
        }
        let loaded = held.look();
        let at = self.now();
        let (user, reason) = match mover {
            Mover::Person(user) => (Some(user), None),
            Mover::Bot { reason } => (None, reason),
        };
        let by = user.clone();
        let advanced = work(&held.room, move || {
            advance(&loaded, Some(&mv), by.as_deref(), reason, at)
                .map_err(|refusal| Fault::refused(loaded.position.as_ref(), &refusal))
        })
        .await??;
        let (held, moved) = self.write(held, advanced, user.as_deref(), key.as_deref(), at).await?;
        match moved {
            Done::New(moved) => Ok(moved),
            Done::Before(entry) => told_before(&held, entry),
        }
    }

    /// Makes the moves that players left to the server, after a change of settings or at the start.
    pub async fn follow_up(&self, held: Held) -> Result<Held, Fault> {
        if held.game.state != GameState::Playing {
            return Ok(held);
        }
        let (loaded, at) = (held.look(), self.now());
        let advanced =
            tokio::task::spawn_blocking(move || advance(&loaded, None, None, None, at)).await?;
        match advanced {
            Ok(advanced) if !advanced.lines.is_empty() || advanced.seats.is_some() => {
                let id = held.game.id.clone();
                match self.write(held, advanced, None, None, at).await {
                    Ok((held, _)) => Ok(held),
                    // Another was faster, and saw to it.
                    Err(Fault::Stale { .. }) => self.hold(&id).await,
                    Err(fault) => Err(fault),
                }
            }
            _ => Ok(held),
        }
    }

    // Only on the position that the moves were worked out for.
    async fn write(
        &self,
        held: Held,
        advanced: Advanced,
        user: Option<&str>,
        key: Option<&str>,
        at: i64,
    ) -> Result<(Held, Done<Moved>), Fault> {
        let seen = held.game.seq;
        let mut advanced = Some(advanced);
        let (held, mut done) = self
            .change(held, key, |draft| {
                draft.only_on(seen)?;
                let Advanced { position, lines, seats, snapshots } =
                    advanced.take().ok_or(Fault::Unavailable)?;
                draft.at = at;
                let loaded = &mut draft.loaded;
                let after = loaded.game.length;
                loaded.position = Arc::from(position);
                loaded.game.length = after + lines.len() as i64;
                drop_proposal(loaded);
                if let Some(seats) = seats {
                    loaded.seats = seats;
                }
                settle(loaded, at);
                let text = lines_text(&lines);
                let moved = Moved {
                    length: loaded.game.length,
                    seq: 0,
                    lines: text.clone(),
                    turn: loaded.game.turn.as_ref().map(NextTurn::from),
                    repeated: false,
                };
                if loaded.game.state == GameState::Finished {
                    draft.lobby = Some(What::Finished);
                }
                if lines.is_empty() {
                    draft.tell(EntryKind::Settings, user, NOTHING.to_owned());
                    return Ok(moved);
                }
                loaded.game.undone = 0;
                let told = moves_told(&draft.loaded, after, &text);
                draft.tell(EntryKind::Moves, user, told);
                let rows = lines.iter().enumerate();
                draft.moves = rows.map(|(part, line)| new_move(line, part)).collect();
                draft.snapshots = snapshots;
                Ok(moved)
            })
            .await?;
        if let Done::New(moved) = &mut done {
            moved.seq = held.game.seq;
        }
        Ok((held, done))
    }

    // The answer that was given when the key was used first.
    async fn repeated(&self, held: &Held, key: Option<&str>) -> Result<Option<Moved>, Fault> {
        let Some(key) = key else { return Ok(None) };
        let Some(entry) = self.store.entry_by_key(&held.game.id, key).await? else {
            return Ok(None);
        };
        told_before(held, entry).map(Some)
    }
}

fn told_before(held: &Held, entry: Entry) -> Result<Moved, Fault> {
    if entry.kind != EntryKind::Moves {
        return Err(Fault::conflict("the key was used for something else"));
    }
    #[derive(Deserialize)]
    struct Told {
        length: i64,
        lines: Box<RawValue>,
        turn: Option<NextTurn>,
    }
    let told: Told = serde_json::from_str(&entry.data).map_err(|error| {
        tracing::error!(game = held.game.id, seq = entry.seq, %error, "an entry cannot be read");
        Fault::Unavailable
    })?;
    Ok(Moved {
        length: told.length,
        seq: entry.seq,
        lines: told.lines,
        turn: told.turn,
        repeated: true,
    })
}
