//! Options and presets.

use engine::Setting::Is;
use engine::{OptionRow, Setup};
use std::collections::BTreeMap;

/// All options.
pub const OPTIONS: engine::Options = engine::Options {
    presets: &["rulebook", "public18xx"],
    newest: 1,
    rows: &[OptionRow::switch("public_practice", "S89-PUB-44", &[Is(false), Is(true)])],
};

/// The options of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The beginner game. S89-OPTION-1
    pub beginner: bool,
    /// Readings and timing of the public platform.
    pub public: bool,
}

impl Options {
    /// Reads the options of a setup.
    pub fn of(setup: &Setup, faults: &mut Vec<String>) -> Options {
        let chosen = OPTIONS.chosen(setup, &BTreeMap::new(), faults);
        Options {
            beginner: setup.variant == super::title::BEGINNER,
            public: chosen.is("public_practice"),
        }
    }
}
