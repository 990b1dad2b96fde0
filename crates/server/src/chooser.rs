//! Who chooses moves for bots.

use analysis::judgement::More;
use engine::{Move, Position, Rng};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Why a bot does something: a sentence by its key with its values, and the same in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Why {
    /// Key of the sentence.
    pub key: String,
    /// Its values by name.
    pub args: BTreeMap<String, String>,
    /// The sentence in English.
    pub text: String,
    /// What made the difference, the most important first: where wealth comes from, and how much more of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<More>,
}

/// A move that a bot chose.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The move.
    pub mv: Move,
    /// Why, in one line.
    pub reason: Option<Why>,
}

/// A move that a bot would consider.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// What the player would be worth at the end, as the bot sees it.
    pub value: i32,
    /// Why, in one line.
    pub reason: Option<Why>,
}

/// Chooses moves for bots.
pub trait Chooser: Send + Sync {
    /// Levels it offers, the weakest first.
    fn levels(&self) -> Vec<&'static str>;

    /// Characters that a bot of a level can have: it is then called `LEVEL-CHARACTER`.
    fn characters(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Whether there is a bot of this name.
    fn knows(&self, bot: &str) -> bool {
        self.levels().contains(&bot)
    }

    /// A move for whoever must decide.
    fn choose(&self, position: &dyn Position, level: &str, seed: u64) -> Result<Chosen, String>;

    /// The best moves, best first, at most `most`.
    fn hints(
        &self,
        position: &dyn Position,
        level: &str,
        seed: u64,
        most: usize,
    ) -> Result<Vec<Hint>, String>;
}

/// Takes any listed choice, each as likely as the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomChooser;

impl Chooser for RandomChooser {
    fn levels(&self) -> Vec<&'static str> {
        vec!["random"]
    }

    fn choose(&self, position: &dyn Position, _: &str, seed: u64) -> Result<Chosen, String> {
        let choices = position.choices();
        if choices.is_empty() {
            return Err("nothing to choose".to_owned());
        }
        let mut rng = Rng::new(seed);
        let choice = &choices[rng.below(choices.len() as u32) as usize];
        Ok(Chosen { mv: position.routed(choice.pick(&mut rng)), reason: None })
    }

    fn hints(
        &self,
        position: &dyn Position,
        level: &str,
        seed: u64,
        most: usize,
    ) -> Result<Vec<Hint>, String> {
        let player = position.decision().ok_or("nobody has to decide")?.player;
        let value = position.values().get(player.0 as usize).copied().unwrap_or(0);
        let mut hints: Vec<Hint> = Vec::new();
        for i in 0..most as u64 * 4 {
            let Chosen { mv, reason } = self.choose(position, level, seed.wrapping_add(i))?;
            if hints.len() < most && hints.iter().all(|h| h.mv != mv) {
                hints.push(Hint { mv, value, reason });
            }
        }
        Ok(hints)
    }
}
