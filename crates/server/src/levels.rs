//! The bots of the `bots` crate behind the server's interface.

use crate::chooser::{Chooser, Chosen, Hint, Why};
use analysis::judgement::More;
use bots::{Bot, Character, Level};
use engine::Position;

fn why(reason: &bots::Reason) -> Why {
    Why {
        key: reason.key.to_owned(),
        args: reason.args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        text: reason.text.clone(),
        parts: More::of(reason),
    }
}

/// All levels.
#[derive(Clone, Copy, Debug, Default)]
pub struct LevelChooser;

impl Chooser for LevelChooser {
    fn levels(&self) -> Vec<&'static str> {
        Level::ALL.into_iter().map(Level::name).collect()
    }

    fn characters(&self) -> Vec<&'static str> {
        Character::ALL.into_iter().map(Character::name).collect()
    }

    fn knows(&self, bot: &str) -> bool {
        bot.parse::<Bot>().is_ok()
    }

    fn choose(&self, position: &dyn Position, level: &str, seed: u64) -> Result<Chosen, String> {
        let (mv, reason) = bots::play_for(position, level, seed)
            .map_err(|e| e.to_string())?
            .ok_or("nobody has to decide")?;
        Ok(Chosen { mv, reason: Some(why(&reason)) })
    }

    fn hints(
        &self,
        position: &dyn Position,
        level: &str,
        seed: u64,
        most: usize,
    ) -> Result<Vec<Hint>, String> {
        let decision = bots::hint(position, level, seed)
            .map_err(|e| e.to_string())?
            .ok_or("nobody has to decide")?;
        let hints = decision.candidates.into_iter().take(most).map(|c| Hint {
            reason: (c.mv == decision.mv).then(|| why(&decision.reason)),
            mv: c.mv,
            value: c.value.round() as i32,
        });
        Ok(hints.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_a_level_or_a_level_with_a_character() {
        for bot in ["random", "easy", "standard-shark", "strong-builder"] {
            assert!(LevelChooser.knows(bot), "{bot}");
        }
        for bot in ["random-shark", "shark", "strong-", "standard-bold"] {
            assert!(!LevelChooser.knows(bot), "{bot}");
        }
        let offered = LevelChooser.levels().into_iter().filter(|level| *level != "random");
        for level in offered {
            for character in LevelChooser.characters() {
                assert!(LevelChooser.knows(&format!("{level}-{character}")));
            }
        }
    }
}
