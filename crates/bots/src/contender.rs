//! Who sits in a seat of a match: a bot of a level, or another program.

use crate::character::Bot;
use crate::level::{Level, NoLevel};
use serde::{Deserialize, Serialize};

/// A seat's player, as named on the command line: `strong`, `strong-shark`, or `program:PATH WORDS`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Contender {
    /// A bot of this program.
    Level(Bot),
    /// A program that speaks the engine protocol: its path and the words it is started with, separated by spaces.
    Program(String),
}

/// Before the path of a program.
const PROGRAM: &str = "program:";

impl Contender {
    /// A word for a player's name.
    pub const fn short(&self) -> &'static str {
        match self {
            Contender::Level(bot) => bot.name(),
            Contender::Program(_) => "program",
        }
    }
}

impl std::fmt::Display for Contender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Contender::Level(bot) => bot.fmt(f),
            Contender::Program(command) => write!(f, "{PROGRAM}{command}"),
        }
    }
}

impl std::str::FromStr for Contender {
    type Err = NoLevel;

    fn from_str(word: &str) -> Result<Contender, NoLevel> {
        match word.strip_prefix(PROGRAM).map(str::trim) {
            Some("") => Err(NoLevel(word.to_owned())),
            Some(command) => Ok(Contender::Program(command.to_owned())),
            None => Ok(Contender::Level(word.parse()?)),
        }
    }
}

impl TryFrom<String> for Contender {
    type Error = NoLevel;

    fn try_from(word: String) -> Result<Contender, NoLevel> {
        word.parse()
    }
}

impl From<Contender> for String {
    fn from(contender: Contender) -> String {
        contender.to_string()
    }
}

impl From<Level> for Contender {
    fn from(level: Level) -> Contender {
        Contender::Level(level.into())
    }
}
