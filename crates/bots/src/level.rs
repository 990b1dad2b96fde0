//! How well a bot plays.

use serde::{Deserialize, Serialize};

/// Levels, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Any legal move; for tests.
    Random,
    /// Quick and sound: looks one move ahead.
    Easy,
    /// Plans a company's turn and the rounds that are left.
    Standard,
    /// Searches, with the judgement of the standard level.
    Strong,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 4] = [Level::Random, Level::Easy, Level::Standard, Level::Strong];

    /// Name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Standard => "standard",
            Level::Strong => "strong",
        }
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no bot is called {0}: random, easy, standard, strong, or one of the last three with -cautious, -builder or -shark"
)]
pub struct NoLevel(pub String);

impl std::str::FromStr for Level {
    type Err = NoLevel;

    fn from_str(word: &str) -> Result<Level, NoLevel> {
        Level::ALL
            .into_iter()
            .find(|l| l.name() == word)
            .ok_or_else(|| NoLevel(word.chars().take(40).collect()))
    }
}
