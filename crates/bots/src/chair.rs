//! The narrow door for servers: words in, a move and its reason out.

use crate::choose::{Limits, choose};
use crate::decision::{Decision, Reason};
use crate::level::{Level, NoLevel};
use engine::{Move, Position};

/// What a bot of a level (`easy`, `standard`, `strong`) plays here. Nothing when the game is over.
pub fn play_for(
    position: &dyn Position,
    level: &str,
    seed: u64,
) -> Result<Option<(Move, Reason)>, NoLevel> {
    let level: Level = level.parse()?;
    Ok(choose(position, level, seed, Limits::default()).map(|d| (d.mv, d.reason)))
}

/// The same with its three best moves, for a person who asks for a hint.
pub fn hint(position: &dyn Position, level: &str, seed: u64) -> Result<Option<Decision>, NoLevel> {
    let level: Level = level.parse()?;
    Ok(choose(position, level, seed, Limits::default()))
}
