//! Games kept ready: the position of now, and the way to any earlier one.

use crate::app::App;
use crate::fault::Fault;
use crate::series::Series;
use engine::{Position, Setup, Title, move_from_json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as Quick, OnceLock};
use std::time::Duration;
use store::{GameRow, GameState, Seat};
use tokio::sync::{Mutex, OwnedMutexGuard};

/// A state is stored every so many moves.
pub const SNAPSHOT_EVERY: i64 = 32;

/// A game in memory.
#[derive(Clone)]
pub struct Loaded {
    /// Its row.
    pub game: GameRow,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// How it is set up; players are called by their seat numbers.
    pub setup: Arc<Setup>,
    /// Its title.
    pub title: &'static dyn Title,
    /// The position of now; before the start the one it will begin with.
    pub position: Arc<dyn Position>,
}

impl Loaded {
    /// Seats of a person.
    pub fn seats_of(&self, user: &str) -> Vec<u8> {
        self.seats
            .iter()
            .filter(|s| s.user.as_deref() == Some(user))
            .map(|s| s.seat)
            .collect()
    }

    /// Names by seat.
    pub fn names(&self) -> Vec<String> {
        self.seats.iter().map(|s| s.name.clone()).collect()
    }

    /// People at the table, each once.
    pub fn people(&self) -> Vec<String> {
        let mut people: Vec<String> = self.seats.iter().filter_map(|s| s.user.clone()).collect();
        people.sort();
        people.dedup();
        people
    }

    /// One person decides for all seats that are not bots.
    pub fn is_solo(&self) -> bool {
        self.people().len() <= 1
    }

    /// Whether somebody may see the game: it is listed, or they belong to it, or they know the invitation.
    pub fn may_see(&self, user: Option<&str>, invite: Option<&str>) -> bool {
        self.game.listed
            || invite == Some(self.game.invite.as_str())
            || user.is_some_and(|u| self.is_member(u))
    }

    /// Whether somebody belongs to the game.
    pub fn is_member(&self, user: &str) -> bool {
        self.game.owner.as_deref() == Some(user)
            || self
                .seats
                .iter()
                .any(|s| s.user.as_deref() == Some(user) || s.left.as_deref() == Some(user))
    }
}

/// A game's place in the cache. Whoever changes the game holds its lock.
pub struct Room {
    id: String,
    loaded: Arc<Mutex<Option<Loaded>>>,
    /// Charts worked out so far.
    pub series: Quick<Series>,
    used: AtomicU64,
    weight: AtomicUsize,
    /// Microseconds that the last move took to be worked out.
    took: AtomicU64,
}

impl Room {
    /// How long the last move took to be worked out; long if that is not known.
    pub fn took(&self) -> Duration {
        Duration::from_micros(self.took.load(Ordering::Relaxed))
    }

    /// Notes how long a move took.
    pub fn note(&self, took: Duration) {
        self.took.store(took.as_micros() as u64, Ordering::Relaxed);
    }
}

/// A room whose game is loaded and locked.
pub struct Held {
    /// The room.
    pub room: Arc<Room>,
    guard: OwnedMutexGuard<Option<Loaded>>,
}

impl std::ops::Deref for Held {
    type Target = Loaded;

    fn deref(&self) -> &Loaded {
        self.guard.as_ref().expect("a held room is loaded")
    }
}

impl Held {
    /// Puts a newer state in.
    pub fn set(&mut self, loaded: Loaded) {
        *self.guard = Some(loaded);
    }

    /// Forgets the state, so that the next one loads it.
    pub fn forget(mut self) {
        *self.guard = None;
    }

    /// A copy to look at after the lock is given back.
    pub fn look(&self) -> Loaded {
        Loaded::clone(self)
    }
}

/// Whether a word could be an id of ours; others are not looked up.
pub fn is_plain(id: &str) -> bool {
    id.len() <= 60
        && id
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// All rooms.
pub struct Rooms {
    rooms: Quick<HashMap<String, Arc<Room>>>,
    tick: AtomicU64,
    bound: usize,
}

/// Names this build: states stored by another one are not read.
pub fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let bytes = std::env::current_exe()
            .and_then(std::fs::read)
            .unwrap_or_default();
        let hash = bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325_u64, |h, c| {
            let mut word = [0; 8];
            word[..c.len()].copy_from_slice(c);
            (h ^ u64::from_le_bytes(word))
                .wrapping_mul(0x0100_0000_01b3)
                .rotate_left(23)
        });
        format!("{}-{hash:016x}", env!("CARGO_PKG_VERSION"))
    })
}

impl Rooms {
    /// A cache of so many bytes.
    pub fn new(bound: usize) -> Rooms {
        Rooms {
            rooms: Quick::default(),
            tick: AtomicU64::new(0),
            bound,
        }
    }

    fn room(&self, id: &str) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(|e| e.into_inner());
        let tick = self.tick.fetch_add(1, Ordering::Relaxed);
        let room = rooms
            .entry(id.to_owned())
            .or_insert_with(|| {
                Arc::new(Room {
                    id: id.to_owned(),
                    loaded: Arc::default(),
                    series: Quick::default(),
                    used: AtomicU64::new(tick),
                    weight: AtomicUsize::new(4096),
                    took: AtomicU64::new(u64::MAX >> 20),
                })
            })
            .clone();
        room.used.store(tick, Ordering::Relaxed);
        room
    }

    /// Bytes in use, as far as they are counted, and games.
    pub fn usage(&self) -> (usize, usize) {
        let rooms = self.rooms.lock().unwrap_or_else(|e| e.into_inner());
        (
            rooms
                .values()
                .map(|r| r.weight.load(Ordering::Relaxed))
                .sum(),
            rooms.len(),
        )
    }

    // Drops the rooms that were not used for longest, a quarter more than needed, so that this is rare.
    fn shrink(&self) {
        let mut rooms = self.rooms.lock().unwrap_or_else(|e| e.into_inner());
        let mut total: usize = rooms
            .values()
            .map(|r| r.weight.load(Ordering::Relaxed))
            .sum();
        if total <= self.bound {
            return;
        }
        let mut idle: Vec<(u64, String)> = rooms
            .values()
            .filter(|r| Arc::strong_count(r) == 1 && Arc::strong_count(&r.loaded) == 1)
            .map(|r| (r.used.load(Ordering::Relaxed), r.id.clone()))
            .collect();
        idle.sort_unstable();
        for (_, id) in idle {
            if total <= self.bound / 4 * 3 {
                break;
            }
            if let Some(room) = rooms.remove(&id) {
                total -= room.weight.load(Ordering::Relaxed);
            }
        }
    }
}

impl App {
    /// Locks a game as this server knows it; it may have moved on elsewhere.
    pub async fn hold(&self, id: &str) -> Result<Held, Fault> {
        if !is_plain(id) {
            return Err(Fault::NotFound);
        }
        let room = self.rooms.room(id);
        let mut guard = room.loaded.clone().lock_owned().await;
        if guard.is_none() {
            let (loaded, weight) = match self.load(id).await {
                Ok(found) => found,
                Err(fault) => {
                    drop(guard);
                    self.rooms
                        .rooms
                        .lock()
                        .unwrap_or_else(|e| e.into_inner())
                        .remove(id);
                    return Err(fault);
                }
            };
            room.weight.store(weight, Ordering::Relaxed);
            *guard = Some(loaded);
            self.rooms.shrink();
        }
        Ok(Held { room, guard })
    }

    /// Locks a game as it is in the database.
    pub async fn hold_fresh(&self, id: &str) -> Result<Held, Fault> {
        let mut held = self.hold(id).await?;
        match self.store.seq(id).await? {
            Some(seq) if seq == held.game.seq => {}
            Some(_) => {
                let (loaded, _) = self.load(id).await?;
                held.set(loaded);
            }
            None => {
                held.forget();
                return Err(Fault::NotFound);
            }
        }
        Ok(held)
    }

    /// A game as it is in the database, if somebody may see it.
    pub async fn see(
        &self,
        id: &str,
        user: Option<&str>,
        invite: Option<&str>,
    ) -> Result<Held, Fault> {
        let held = self.hold_fresh(id).await?;
        if held.may_see(user, invite) {
            Ok(held)
        } else {
            Err(Fault::NotFound)
        }
    }

    async fn load(&self, id: &str) -> Result<(Loaded, usize), Fault> {
        let (game, seats) = self.store.game(id).await?.ok_or(Fault::NotFound)?;
        let setup: Setup = serde_json::from_str(&game.setup).map_err(|error| {
            tracing::error!(game = id, %error, "the setup cannot be read");
            Fault::Unavailable
        })?;
        let setup = Arc::new(setup);
        let title = self.config.parts.title(&game.title).ok_or_else(|| {
            tracing::error!(game = id, title = game.title, "unknown title");
            Fault::Unavailable
        })?;
        let at = if game.state == GameState::Open {
            0
        } else {
            game.length
        };
        let position = self.position(&game, &setup, title, at).await?;
        let weight = position.save().len() * 3 + game.setup.len() * 3 + 16_384;
        Ok((
            Loaded {
                game,
                seats,
                setup,
                title,
                position,
            },
            weight,
        ))
    }

    /// The position of a game after some of its moves.
    pub async fn position_at(&self, loaded: &Loaded, at: i64) -> Result<Arc<dyn Position>, Fault> {
        if at == loaded.game.length {
            return Ok(loaded.position.clone());
        }
        self.position(&loaded.game, &loaded.setup, loaded.title, at)
            .await
    }

    // Starts from the last stored state and plays the moves after it; stores the states it comes by.
    async fn position(
        &self,
        game: &GameRow,
        setup: &Arc<Setup>,
        title: &'static dyn Title,
        at: i64,
    ) -> Result<Arc<dyn Position>, Fault> {
        let stored = self.store.snapshot(&game.id, build(), at).await?;
        let from = stored.as_ref().map_or(0, |(number, _)| *number);
        let moves = if at > from {
            self.store.moves(&game.id, from, at).await?
        } else {
            Vec::new()
        };
        if moves.len() as i64 != at - from {
            // Another server took moves back meanwhile.
            return Err(Fault::Stale {
                after: game.length,
                seq: game.seq,
            });
        }
        let setup = setup.clone();
        let id = game.id.clone();
        let (position, states) = tokio::task::spawn_blocking(move || {
            let mut position = match stored.and_then(|(_, bytes)| title.load(&setup, &bytes).ok()) {
                Some(position) => position,
                None if from == 0 => title.start(&setup).map_err(|e| e.to_string())?,
                None => return Err("a stored state cannot be read".to_owned()),
            };
            let (mut states, mut events) = (Vec::new(), Vec::new());
            for mv in &moves {
                let json = serde_json::from_str(&mv.mv).map_err(|e| e.to_string())?;
                let played = move_from_json(position.as_ref(), &json).map_err(|e| e.to_string())?;
                events.clear();
                position
                    .play(&played, &mut events)
                    .map_err(|e| format!("move {}: {e}", mv.number))?;
                if mv.number % SNAPSHOT_EVERY == 0 {
                    states.push((mv.number, position.save()));
                }
            }
            Ok((Arc::from(position), states))
        })
        .await?
        .map_err(|error| {
            tracing::error!(game = id, error, "the game cannot be loaded");
            Fault::Unavailable
        })?;
        if !states.is_empty() {
            self.store
                .add_snapshots(&game.id, build(), game.seq, &states)
                .await?;
        }
        Ok(position)
    }
}
