//! Games kept ready: the position of now, and the way to any earlier one.

use crate::chart::Series;
use crate::pace::Pace;
use crate::shown::Shown;
use crate::timing::Timing;
use engine::{Position, Setup, Title};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as Quick, OnceLock};
use std::time::Duration;
use store::{GameRow, GameState, Seat};
use tokio::sync::{Mutex, OwnedMutexGuard};

/// A state is stored every so many moves.
pub const SNAPSHOT_EVERY: i64 = 32;

/// The time of a table.
#[derive(Clone)]
pub struct Time {
    /// How much there is.
    pub pace: Pace,
    /// The clocks, once the game has begun.
    pub timing: Option<Timing>,
}

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
    /// The lesson or puzzle that it is, in place of a stored game.
    pub lesson: Option<Arc<Shown>>,
    /// Its time, if it has clocks.
    pub time: Option<Time>,
}

impl Loaded {
    /// Seats of a person.
    pub fn seats_of(&self, user: &str) -> Vec<u8> {
        self.seats.iter().filter(|s| s.user.as_deref() == Some(user)).map(|s| s.seat).collect()
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

    /// Whether everything about it may be known.
    pub fn is_over(&self) -> bool {
        matches!(self.game.state, GameState::Finished | GameState::Abandoned)
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
                .any(|s| [&s.user, &s.left, &s.offer].into_iter().flatten().any(|id| id == user))
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
    id.len() <= 60 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
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
        let bytes = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
        let hash = bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325_u64, |h, c| {
            let mut word = [0; 8];
            word[..c.len()].copy_from_slice(c);
            (h ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01b3).rotate_left(23)
        });
        format!("{}-{hash:016x}", env!("CARGO_PKG_VERSION"))
    })
}

impl Rooms {
    /// A cache of so many bytes.
    pub fn new(bound: usize) -> Rooms {
        Rooms { rooms: Quick::default(), tick: AtomicU64::new(0), bound }
    }

    /// Locks a game; `load` brings it with its weight if it is not here.
    pub async fn enter<E>(
        &self,
        id: &str,
        load: impl Future<Output = Result<(Loaded, usize), E>>,
    ) -> Result<Held, E> {
        let room = self.room(id);
        let mut guard = room.loaded.clone().lock_owned().await;
        if guard.is_none() {
            let (loaded, weight) = match load.await {
                Ok(found) => found,
                Err(fault) => {
                    drop(guard);
                    self.rooms.lock().unwrap_or_else(|e| e.into_inner()).remove(id);
                    return Err(fault);
                }
            };
            room.weight.store(weight, Ordering::Relaxed);
            *guard = Some(loaded);
            self.shrink();
        }
        Ok(Held { room, guard })
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
        (rooms.values().map(|r| r.weight.load(Ordering::Relaxed)).sum(), rooms.len())
    }

    // Drops the rooms that were not used for longest, a quarter more than needed, so that this is rare.
    fn shrink(&self) {
        let mut rooms = self.rooms.lock().unwrap_or_else(|e| e.into_inner());
        let mut total: usize = rooms.values().map(|r| r.weight.load(Ordering::Relaxed)).sum();
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
