//! The one way in which a game changes: look at it, make the change, commit it on the journal entry that was seen. When
//! another was faster, look again.

use crate::app::App;
use crate::fault::Fault;
use crate::occasions::occasions;
use crate::room::{Held, Loaded};
use crate::still::{Still, facts, note_due};
use crate::timing::{Happened, Timing};
use crate::told::{GameTold, What, text};
use std::sync::Arc;
use std::time::Duration;
use store::{
    Change, Entry, EntryKind, GameState, NewEntry, NewMove, NewNotice, NoticeKind, Rewind,
};

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
    notices: Vec<NewNotice>,
    // Nobody who is not here is told earlier.
    due: i64,
    /// Who wanted moves to be taken back.
    pub undone_by: Option<String>,
    /// The time of who decides has run out, and that has its consequences.
    pub out: bool,
    /// Who decides was warned of the time.
    pub warned: bool,
    entries: Vec<NewEntry>,
    // The seat whose time has just run out.
    late: Option<u8>,
}

/// What became of a change.
pub enum Done<T> {
    /// It is made and durable.
    New(T),
    /// The key had been used before, for this entry.
    Before(Entry),
}

impl Draft {
    fn of(held: &Held, at: i64, delay: Duration) -> Draft {
        Draft {
            loaded: held.look(),
            at,
            notices: Vec::new(),
            due: at + delay.as_millis() as i64,
            moves: Vec::new(),
            rewind: Rewind::Keep,
            snapshots: Vec::new(),
            lobby: None,
            undone_by: None,
            out: false,
            warned: false,
            entries: Vec::new(),
            late: None,
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

    /// Tells somebody who is not here, once the change is made. What a table tells by itself stands in `occasions`.
    pub fn notify(&mut self, owner: &str, kind: NoticeKind, name: &str) {
        self.notices.retain(|n| n.owner != owner || n.kind != kind);
        let (owner, name) = (owner.to_owned(), name.to_owned());
        self.notices.push(NewNotice { owner, kind, seat: None, name, due: self.due });
    }

    // Clocks follow whatever happened: this is the only place in which they change.
    fn keep_time(&mut self, before: &Loaded, still: &Still) {
        let (was, is) = (facts(before), facts(&self.loaded));
        // What changed no position keeps nobody waiting anew.
        if self.moves.is_empty()
            && self.rewind == Rewind::Keep
            && let (Some(old), Some(new)) = (&before.game.turn, &mut self.loaded.game.turn)
            && (old.seat, &old.step, &old.company) == (new.seat, &new.step, &new.company)
            && was.people == is.people
        {
            new.since = old.since;
        }
        let Some(time) = self.loaded.time.as_ref() else { return };
        let pace = time.pace;
        let known = match (&time.timing, self.loaded.game.state) {
            (Some(timing), _) => timing.clone(),
            (None, GameState::Open) => return,
            (None, _) => Timing::new(&pace, self.loaded.seats.len()),
        };
        let undone = match self.rewind {
            Rewind::Undo { to } => Some((to, self.undone_by.clone())),
            Rewind::Keep | Rewind::Redo { .. } => None,
        };
        let again = match self.rewind {
            Rewind::Redo { .. } => was.decides,
            Rewind::Keep | Rewind::Undo { .. } => None,
        };
        let what = Happened {
            at: self.at,
            moved: self.moves.iter().map(|m| m.seat).chain(again).collect(),
            undone,
            out: self.out,
            warned: self.warned,
        };
        let (next, late) = known.after(&pace, &was, &is, &what, still);
        let same = time.timing.as_ref() == Some(&next);
        self.late = late;
        if let Some(seat) = late {
            let told = GameTold { seat: Some(seat), ..What::TimedOut.into() };
            self.tell_game(None, told);
        }
        if !same {
            self.tell(EntryKind::Clock, None, text(&next));
            if let Some(time) = &mut self.loaded.time {
                time.timing = Some(next);
            }
        }
        note_due(&mut self.loaded, still);
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
        let by = change.entries.iter().find_map(|e| e.user.as_deref());
        change.notices = occasions(before, &loaded, by, self.late, self.due);
        change.notices.extend(self.notices);
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
        if held.lesson.is_some() {
            return Err(Fault::Forbidden("a lesson is nobody's game"));
        }
        for _ in 0..TRIES {
            let still = self.still(&held).await?;
            let mut draft = Draft::of(&held, self.now(), self.config.notices.delay);
            let made = make(&mut draft)?;
            draft.keep_time(&held, &still);
            let (mut loaded, change) = draft.change(&held, key);
            let moves = change.on.map_or(0, |_| change.moves.len());
            let tells = !change.notices.is_empty();
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
                if loaded.game.state == GameState::Finished {
                    self.records.notify_one();
                }
                if loaded.game.clock_due.is_some() {
                    self.clocks.notify_one();
                }
                held.set(loaded);
                if tells {
                    self.courier.notify_one();
                }
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
