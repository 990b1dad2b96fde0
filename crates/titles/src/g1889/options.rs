//! Options and presets.

use engine::Setting::Is;
use engine::{OptionRow, Setup};
use std::collections::BTreeMap;

/// All options.
pub const OPTIONS: engine::Options = engine::Options {
    presets: &["rulebook", "public18xx"],
    newest: 2,
    rows: &[
        OptionRow::switch("public_practice", "S89-PUB-44", &[Is(false), Is(true)]),
        OptionRow::switch("port_tile_in_the_box", "S89-BEGINNER-7", &[Is(true), Is(true)])
            .before(&[(1, &[Is(false), Is(false)])]),
    ],
};

/// The options of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The beginner game. S89-OPTION-1
    pub beginner: bool,
    /// Readings and timing of the public platform.
    pub public: bool,
    /// Beginners count the port tile, which nobody lays. S89-BEGINNER-7
    pub port_counts: bool,
}

impl Options {
    /// Reads the options of a setup.
    pub fn of(setup: &Setup, faults: &mut Vec<String>) -> Options {
        let chosen = OPTIONS.chosen(setup, &BTreeMap::new(), faults);
        Options {
            beginner: setup.variant == super::title::BEGINNER,
            public: chosen.is("public_practice"),
            port_counts: chosen.is("port_tile_in_the_box"),
        }
    }
}
