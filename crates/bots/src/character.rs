//! What a bot likes: characters, each a row of factors in the titles' files of weights.

use crate::level::{Level, NoLevel};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Character {
    /// Keeps money back, and fears trains that it has to pay for.
    Cautious,
    /// Likes track, stations and long lines.
    Builder,
    /// Looks at what others lose, sells early, and takes companies over.
    Shark,
}

impl Character {
    /// All characters.
    pub const ALL: [Character; 3] = [Character::Cautious, Character::Builder, Character::Shark];

    /// Name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Character::Cautious => "cautious",
            Character::Builder => "builder",
            Character::Shark => "shark",
        }
    }
}

/// A level, and a character if it has one: `strong`, `strong-shark`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bot {
    /// How well it plays.
    pub level: Level,
    /// What it likes.
    pub character: Option<Character>,
}

impl Bot {
    /// Every bot there is: each level, then each level that has characters with each of them.
    pub fn all() -> impl Iterator<Item = Bot> {
        let plain = Level::ALL.into_iter().map(Bot::from);
        let thinking = Level::ALL.into_iter().filter(|&level| level != Level::Random);
        plain.chain(thinking.flat_map(|level| {
            Character::ALL.map(|character| Bot { level, character: Some(character) })
        }))
    }

    /// Name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self.character {
            None => self.level.name(),
            Some(Character::Cautious) => match self.level {
                Level::Random | Level::Easy => "easy-cautious",
                Level::Standard => "standard-cautious",
                Level::Strong => "strong-cautious",
            },
            Some(Character::Builder) => match self.level {
                Level::Random | Level::Easy => "easy-builder",
                Level::Standard => "standard-builder",
                Level::Strong => "strong-builder",
            },
            Some(Character::Shark) => match self.level {
                Level::Random | Level::Easy => "easy-shark",
                Level::Standard => "standard-shark",
                Level::Strong => "strong-shark",
            },
        }
    }
}

impl From<Level> for Bot {
    fn from(level: Level) -> Bot {
        Bot { level, character: None }
    }
}

impl std::fmt::Display for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Bot {
    type Err = NoLevel;

    fn from_str(word: &str) -> Result<Bot, NoLevel> {
        Bot::all()
            .find(|bot| bot.name() == word)
            .ok_or_else(|| NoLevel(word.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_read_by_its_name_and_chance_has_no_character() {
        assert_eq!(Bot::all().count(), 13);
        for bot in Bot::all() {
            assert_eq!(bot.name().parse(), Ok(bot));
            if let Some(character) = bot.character {
                assert_eq!(bot.name(), format!("{}-{}", bot.level, character.name()));
            }
        }
        for wrong in ["random-shark", "strong-", "-shark", "shark", "godlike"] {
            assert!(wrong.parse::<Bot>().is_err(), "{wrong}");
        }
    }
}
