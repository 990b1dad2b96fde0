//! A batch of changes as a few lists of rows, kept by columns: any number of rows is written by the same statements.

use crate::change::Change;
use crate::journal::Entry;
use std::borrow::Cow;

/// The values of one column.
pub(crate) enum Column<'a> {
    Text(Vec<Option<Cow<'a, str>>>),
    Number(Vec<Option<i64>>),
    Bytes(Vec<&'a [u8]>),
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    Text,
    Number,
    Bytes,
}

use Holds::{Bytes, Number, Text};

/// Columns of a list.
pub(crate) type Columns = [(&'static str, Holds)];

/// Games after their changes; `begun` is the journal entry on which the change was made, `moved` says whether it brings
/// new moves.
pub(crate) const GAMES: &Columns = &[
    ("id", Text),
    ("begun", Number),
    ("client_key", Text),
    ("moved", Number),
    ("name", Text),
    ("state", Text),
    ("listed", Number),
    ("owner", Text),
    ("updated", Number),
    ("length", Number),
    ("seq", Number),
    ("undone", Number),
    ("turn", Text),
    ("turn_user", Text),
    ("bot_pause", Number),
    ("bot_due", Number),
    ("clock_due", Number),
    ("clock_end", Number),
    ("proposal", Text),
    ("outcome", Text),
    ("state_hash", Text),
];

/// How many columns of [`GAMES`] say which change it is; the others are written.
pub(crate) const GAME_KEYS: usize = 4;

/// Journal entries.
pub(crate) const ENTRIES: &Columns = &[
    ("game_id", Text),
    ("seq", Number),
    ("at", Number),
    ("kind", Text),
    ("user_id", Text),
    ("client_key", Text),
    ("data", Text),
];

/// Moves.
pub(crate) const MOVES: &Columns = &[
    ("game_id", Text),
    ("number", Number),
    ("seq", Number),
    ("part", Number),
    ("seat", Number),
    ("user_id", Text),
    ("automatic", Number),
    ("move", Text),
];

/// States.
pub(crate) const SNAPSHOTS: &Columns =
    &[("game_id", Text), ("number", Number), ("build", Text), ("state", Bytes)];

/// What people are told, by whom it is for.
pub(crate) const NOTICES: &Columns = &[
    ("game_id", Text),
    ("owner", Text),
    ("kind", Text),
    ("mark", Number),
    ("seat", Number),
    ("name", Text),
    ("at", Number),
    ("due", Number),
];

/// A list of rows.
pub(crate) struct Rows<'a> {
    pub columns: Vec<Column<'a>>,
    pub count: usize,
}

/// A value on its way into a column.
enum Cell<'a> {
    Text(&'a str),
    Maybe(Option<&'a str>),
    Owned(Option<String>),
    Number(i64),
    MaybeNumber(Option<i64>),
    Bytes(&'a [u8]),
}

impl<'a> Rows<'a> {
    fn new(columns: &Columns, size: usize) -> Rows<'a> {
        let columns = columns
            .iter()
            .map(|(_, holds)| match holds {
                Text => Column::Text(Vec::with_capacity(size)),
                Number => Column::Number(Vec::with_capacity(size)),
                Bytes => Column::Bytes(Vec::with_capacity(size)),
            })
            .collect();
        Rows { columns, count: 0 }
    }

    fn push<const N: usize>(&mut self, cells: [Cell<'a>; N]) {
        debug_assert_eq!(N, self.columns.len());
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            match (column, cell) {
                (Column::Text(list), Cell::Text(text)) => list.push(Some(text.into())),
                (Column::Text(list), Cell::Maybe(text)) => list.push(text.map(Into::into)),
                (Column::Text(list), Cell::Owned(text)) => list.push(text.map(Into::into)),
                (Column::Number(list), Cell::Number(n)) => list.push(Some(n)),
                (Column::Number(list), Cell::MaybeNumber(n)) => list.push(n),
                (Column::Bytes(list), Cell::Bytes(bytes)) => list.push(bytes),
                _ => unreachable!("a value in a column of another kind"),
            }
        }
        self.count += 1;
    }
}

/// All rows of a batch.
pub(crate) struct Batch<'a> {
    pub games: Rows<'a>,
    pub entries: Rows<'a>,
    pub moves: Rows<'a>,
    pub snapshots: Rows<'a>,
    pub notices: Rows<'a>,
}

impl<'a> Batch<'a> {
    /// The rows of these changes, all of different games.
    pub fn new(changes: &[&'a Change]) -> Batch<'a> {
        let n = changes.len();
        let mut batch = Batch {
            games: Rows::new(GAMES, n),
            entries: Rows::new(ENTRIES, n),
            moves: Rows::new(MOVES, n),
            snapshots: Rows::new(SNAPSHOTS, 0),
            notices: Rows::new(NOTICES, 0),
        };
        for change in changes {
            batch.add(change);
        }
        batch
    }

    fn add(&mut self, change: &'a Change) {
        let (game, begun) = (&change.game, change.on.unwrap_or(0));
        self.games.push([
            Cell::Text(&game.id),
            Cell::Number(begun),
            Cell::Maybe(change.entries.iter().find_map(|e| e.key.as_deref())),
            Cell::Number(i64::from(!change.moves.is_empty())),
            Cell::Text(&game.name),
            Cell::Text(game.state.name()),
            Cell::Number(i64::from(game.listed)),
            Cell::Maybe(game.owner.as_deref()),
            Cell::Number(game.updated),
            Cell::Number(game.length),
            Cell::Number(change.last()),
            Cell::Number(game.undone),
            Cell::Owned(game.turn_text()),
            Cell::Maybe(game.turn_user.as_deref()),
            Cell::Number(game.bot_pause),
            Cell::MaybeNumber(game.bot_due),
            Cell::MaybeNumber(game.clock_due),
            Cell::MaybeNumber(game.clock_end),
            Cell::Maybe(game.proposal.as_deref()),
            Cell::Maybe(game.outcome.as_deref()),
            Cell::Text(&game.state_hash),
        ]);
        for (entry, seq) in change.entries.iter().zip(begun + 1..) {
            self.entries.push([
                Cell::Text(&game.id),
                Cell::Number(seq),
                Cell::Number(change.at),
                Cell::Text(entry.kind.name()),
                Cell::Maybe(entry.user.as_deref()),
                Cell::Maybe(entry.key.as_deref()),
                Cell::Text(&entry.data),
            ]);
        }
        for mv in &change.moves {
            self.moves.push([
                Cell::Text(&game.id),
                Cell::Number(mv.number),
                Cell::Number(begun + 1 + mv.entry as i64),
                Cell::Number(mv.part),
                Cell::Number(i64::from(mv.seat)),
                Cell::Maybe(mv.user.as_deref()),
                Cell::Number(i64::from(mv.automatic)),
                Cell::Text(&mv.mv),
            ]);
        }
        for (number, build, state) in &change.snapshots {
            self.snapshots.push([
                Cell::Text(&game.id),
                Cell::Number(*number),
                Cell::Text(build),
                Cell::Bytes(state),
            ]);
        }
        for notice in &change.notices {
            self.notices.push([
                Cell::Text(&game.id),
                Cell::Text(&notice.owner),
                Cell::Text(notice.kind.name()),
                Cell::Number(change.last()),
                Cell::MaybeNumber(notice.seat.map(i64::from)),
                Cell::Text(&notice.name),
                Cell::Number(change.at),
                Cell::Number(notice.due),
            ]);
        }
    }
}

/// The entries of a change as listeners hear of them.
pub(crate) fn told(change: Change) -> impl Iterator<Item = Entry> {
    let (game, at, begun) = (change.game.id, change.at, change.on.unwrap_or(0));
    change.entries.into_iter().zip(begun + 1..).map(move |(entry, seq)| Entry {
        game: game.clone(),
        seq,
        at,
        kind: entry.kind,
        user: entry.user,
        data: entry.data,
    })
}
