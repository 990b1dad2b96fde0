//! A game in the making: ledgers are arranged piece by piece, then moves are made by the names in the rules.
//!
//! What all titles have stands here. Rounds and steps of a title stand in its own `table`.

mod build;
mod look;
mod moves;
mod play;

use board::Cell;
use engine::{Core, Event, OptionValue, Position, Setup, SetupError, Sheet, Title};

/// A position whose ledgers a test may arrange.
pub trait Ledgers: Position + Clone + 'static {
    /// The title it belongs to.
    const TITLE: &'static dyn Title;

    /// The ledgers, to change them.
    fn core_mut(&mut self) -> &mut Core;
}

/// A game and what has happened in it.
#[derive(Clone)]
pub struct Table<P> {
    /// The position.
    pub at: P,
    /// Events of the last move.
    pub events: Vec<Event>,
}

impl<P: Ledgers> Table<P> {
    /// A game as it starts.
    pub fn start(setup: &Setup) -> Result<Table<P>, SetupError> {
        let position = P::TITLE.start(setup)?;
        let at = position.as_any().downcast_ref::<P>();
        Ok(Table { at: at.expect("a position of this title").clone(), events: Vec::new() })
    }
}

/// How a game by the book is set up, without options.
pub fn setup(title: &dyn Title, players: usize) -> Setup {
    Setup {
        title: title.id().to_owned(),
        variant: "standard".to_owned(),
        preset: "rulebook".to_owned(),
        options: Default::default(),
        players: (1..=players).map(|n| format!("P{n}")).collect(),
        seed: 1,
        luck: None,
        rules: title.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    }
}

/// The value of an option: `on`, `off` or a word.
pub fn option(value: &str) -> OptionValue {
    match value {
        "on" => OptionValue::Switch(true),
        "off" => OptionValue::Switch(false),
        word => OptionValue::Word(word.to_owned()),
    }
}

/// What names a cell: its name on the map, or its column and row.
pub trait Where {
    /// The cell.
    fn cell(&self, sheet: &Sheet) -> Cell;
}

impl Where for str {
    fn cell(&self, sheet: &Sheet) -> Cell {
        let found = sheet.map.by_name(self);
        found.unwrap_or_else(|| panic!("no hex {self}"))
    }
}

impl Where for &str {
    fn cell(&self, sheet: &Sheet) -> Cell {
        (**self).cell(sheet)
    }
}

impl Where for String {
    fn cell(&self, sheet: &Sheet) -> Cell {
        self.as_str().cell(sheet)
    }
}

impl Where for &String {
    fn cell(&self, sheet: &Sheet) -> Cell {
        self.as_str().cell(sheet)
    }
}

impl Where for (i16, i16) {
    fn cell(&self, _: &Sheet) -> Cell {
        Cell::at(self.0, self.1)
    }
}
