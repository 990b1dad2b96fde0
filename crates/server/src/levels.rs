//! The bots of the `bots` crate behind the server's interface.

use crate::parts::{Chooser, Chosen, Hint};
use bots::Level;
use engine::Position;

/// All levels.
#[derive(Clone, Copy, Debug, Default)]
pub struct LevelChooser;

impl Chooser for LevelChooser {
    fn levels(&self) -> Vec<&'static str> {
        Level::ALL.into_iter().map(Level::name).collect()
    }

    fn choose(&self, position: &dyn Position, level: &str, seed: u64) -> Result<Chosen, String> {
        let (mv, reason) = bots::play_for(position, level, seed)
            .map_err(|e| e.to_string())?
            .ok_or("nobody has to decide")?;
        Ok(Chosen {
            mv,
            reason: reason.text,
        })
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
        let hints = decision.candidates.into_iter().take(most).map(|c| {
            let reason = if c.mv == decision.mv {
                decision.reason.text.clone()
            } else {
                String::new()
            };
            Hint {
                mv: c.mv,
                value: c.value.round() as i32,
                reason,
            }
        });
        Ok(hints.collect())
    }
}
