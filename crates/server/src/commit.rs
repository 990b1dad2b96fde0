//! The one way in which a game changes: look at it, make the change, commit it on the journal entry that was seen. When
//! another was faster, look again.

use crate::app::App;
use crate::clock::now;
use crate::fault::Fault;
use crate::room::{Held, Loaded};
use crate::told::{GameTold, What, text};
use std::sync::Arc;
use store::{Change, Entry, EntryKind, NewEntry, NewMove, Rewind};

// So often another may be faster.
const TRIES: usize = 20;

/// A change in the making.
pub struct Draft {
    /// The game; after the change what becomes of it.
    pub loaded: Loaded,
    /// Now.
    pub at: i64,
    /// New moves; they belong to entries by their number in this change.
    pub moves: Vec<NewMove>,
    /// What happens to moves made earlier.
    pub rewind: Rewind,
    /// States to start from when the game is loaded.
    pub snapshots: Vec<(i64, String, Vec<u8>)>,
    /// What the lobby is told.
    pub lobby: Option<What>,
    entries: Vec<NewEntry>,
}

/// What became of a change.
pub enum Done<T> {
    /// It is made and durable.
    New(T),
    /// The key had been used before, for this entry.
    Before(Entry),
}

impl Draft {
    fn of(held: &Held) -> Draft {
        Draft {
            loaded: held.look(),
            at: now(),
            moves: Vec::new(),
            rewind: Rewind::Keep,
            snapshots: Vec::new(),
            lobby: None,
            entries: Vec::new(),
        }
    }

    /// Goes on only if the game is still where it was seen.
    pub fn only_on(&self, seq: i64) -> Result<(), Fault> {
        let game = &self.loaded.game;
        match game.seq == seq {
            true => Ok(()),
            false => Err(Fault::Stale { after: game.length, seq: game.seq }),
        }
    }

    /// Adds an entry to the journal.
    pub fn tell(&mut self, kind: EntryKind, user: Option<&str>, data: String) {
        self.entries.push(NewEntry { kind, user: user.map(str::to_owned), key: None, data });
    }

    /// Adds an entry about the game itself.
    pub fn tell_game(&mut self, user: Option<&str>, told: impl Into<GameTold>) {
        self.tell(EntryKind::Game, user, text(&told.into()));
    }

    // A game without any entry is new.
    fn change(self, before: &Loaded, key: Option<&str>) -> (Loaded, Change) {
        let (loaded, seen) = (self.loaded, before.game.seq);
        let mut change = Change::of(loaded.game.clone(), self.at);
        change.on = (seen > 0).then_some(seen);
        change.entries = self.entries;
        if let Some(entry) = change.entries.first_mut() {
            entry.key = key.map(str::to_owned);
        }
        if change.on.is_none() || !Arc::ptr_eq(&loaded.setup, &before.setup) {
            change.setup = Some(text(loaded.setup.as_ref()));
        }
        let seats = change.on.is_none() || loaded.seats != before.seats;
        change.seats = seats.then(|| loaded.seats.clone());
        change.moves = self.moves;
        change.rewind = self.rewind;
        change.snapshots = self.snapshots;
        change.lobby = self.lobby.map(What::name);
        (loaded, change)
    }
}

impl App {
    /// Changes a game. `make` looks at it and says what becomes of it; it is asked again when another change came first.
    /// `key` is the client's word for the change. Listeners hear of it from the store.
    pub async fn change<T>(
        &self,
        mut held: Held,
        key: Option<&str>,
        mut make: impl FnMut(&mut Draft) -> Result<T, Fault>,
    ) -> Result<(Held, Done<T>), Fault> {
        for _ in 0..TRIES {
            let mut draft = Draft::of(&held);
            let made = make(&mut draft)?;
            let (mut loaded, change) = draft.change(&held, key);
            let moves = change.on.map_or(0, |_| change.moves.len());
            let committed = match self.store.commit(change).await {
                Ok(committed) => committed,
                Err(error) => {
                    // Whether the commit reached the disk is not known: look there next time.
                    held.forget();
                    return Err(error.into());
                }
            };
            if let Some(committed) = committed {
                metrics::counter!("signalbox_moves_total").increment(moves as u64);
                loaded.game.seq = committed.seq;
                held.set(loaded);
                return Ok((held, Done::New(made)));
            }
            held = self.hold_again(held).await?;
            if let Some(key) = key
                && let Some(entry) = self.store.entry_by_key(&held.game.id, key).await?
            {
                return Ok((held, Done::Before(entry)));
            }
        }
        Err(Fault::Unavailable)
    }
}
