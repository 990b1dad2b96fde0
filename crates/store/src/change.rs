//! A change of a game: everything that one commit writes.

use crate::{EntryKind, GameRow, NewNotice, Seat};

/// A journal entry to be written.
#[derive(Clone, Debug)]
pub struct NewEntry {
    /// What it tells of.
    pub kind: EntryKind,
    /// Who caused it.
    pub user: Option<String>,
    /// The client's word for it, by which a repetition is recognised.
    pub key: Option<String>,
    /// Contents as JSON object.
    pub data: String,
}

/// A move to be written; it belongs to the entry at `entry` in the change.
#[derive(Clone, Debug)]
pub struct NewMove {
    /// Number, from 1.
    pub number: i64,
    /// Which entry of this change tells of it.
    pub entry: usize,
    /// Which line of that entry.
    pub part: i64,
    /// Seat that decided.
    pub seat: u8,
    /// Person who decided; nobody for bots.
    pub user: Option<String>,
    /// Made by a setting of the player.
    pub automatic: bool,
    /// The move as JSON.
    pub mv: String,
}

/// What happens to moves made earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewind {
    /// Nothing; moves that could be redone are forgotten if new ones come.
    Keep,
    /// Takes back all moves after this one.
    Undo {
        /// Last move that stays.
        to: i64,
    },
    /// Puts back all undone moves up to this one.
    Redo {
        /// Last move that comes back.
        to: i64,
    },
}

/// A change of a game.
#[derive(Clone, Debug)]
pub struct Change {
    /// The game after the change; `seq` is filled in by the writer.
    pub game: GameRow,
    /// Journal entry that the change was made on; the game is new if there is none.
    pub on: Option<i64>,
    /// How it is set up, as JSON: written with a new game, and when its luck changes.
    pub setup: Option<String>,
    /// Entries in order.
    pub entries: Vec<NewEntry>,
    /// All seats, if any of them changed.
    pub seats: Option<Vec<Seat>>,
    /// New moves.
    pub moves: Vec<NewMove>,
    /// Moves taken back or put back.
    pub rewind: Rewind,
    /// States to start from when the game is loaded: number of the move, build, bytes.
    pub snapshots: Vec<(i64, String, Vec<u8>)>,
    /// What the lobby is told.
    pub lobby: Option<&'static str>,
    /// What people are told who are not here; at most one of a kind for each.
    pub notices: Vec<NewNotice>,
    /// Now.
    pub at: i64,
}

impl Change {
    /// A change of this game, made on its present state.
    pub fn of(game: GameRow, at: i64) -> Change {
        Change {
            on: Some(game.seq),
            game,
            setup: None,
            entries: Vec::new(),
            seats: None,
            moves: Vec::new(),
            rewind: Rewind::Keep,
            snapshots: Vec::new(),
            lobby: None,
            notices: Vec::new(),
            at,
        }
    }

    /// Number of the last journal entry after it.
    pub(crate) fn last(&self) -> i64 {
        self.on.unwrap_or(0) + self.entries.len() as i64
    }
}

/// A change that is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Committed {
    /// Number of its last journal entry.
    pub seq: i64,
}
