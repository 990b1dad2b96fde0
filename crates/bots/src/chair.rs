//! The narrow door for servers: words in, a move and its reason out.

use crate::character::Bot;
use crate::choose::{Limits, choose};
use crate::decision::{Decision, Reason};
use crate::level::{Level, NoLevel};
use engine::{Move, Position};
use std::time::{Duration, Instant};

/// Longest search of a level behind a server; what is under way is finished.
const fn patience(level: Level) -> Duration {
    match level {
        Level::Strong => Duration::from_millis(2500),
        _ => Duration::from_millis(400),
    }
}

fn decide(position: &dyn Position, bot: &str, seed: u64) -> Result<Option<Decision>, NoLevel> {
    let Bot { level, character } = bot.parse()?;
    let begun = Instant::now();
    let cancel = || begun.elapsed() > patience(level);
    let limits = Limits { cancel: Some(&cancel), character, ..Limits::default() };
    Ok(choose(position, level, seed, limits))
}

/// What a bot (`easy`, `standard`, `strong`, or with a character: `strong-shark`) plays here. Nothing when the game is over.
pub fn play_for(
    position: &dyn Position,
    bot: &str,
    seed: u64,
) -> Result<Option<(Move, Reason)>, NoLevel> {
    Ok(decide(position, bot, seed)?.map(|d| (d.mv, d.reason)))
}

/// The same with its three best moves, for a person who asks for a hint.
pub fn hint(position: &dyn Position, bot: &str, seed: u64) -> Result<Option<Decision>, NoLevel> {
    decide(position, bot, seed)
}
