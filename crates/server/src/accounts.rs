//! Treasuries that not everybody may see.

use crate::fault::Fault;
use crate::room::Loaded;
use engine::{Company, Position, Viewer, hidden_treasuries};
use store::GameState;

const CLOSED: &str = "the accounts of this company are closed to you";
const CLOSED_GAME: &str = "the accounts of this game are closed until it ends";

/// Companies whose treasury somebody may not see at a moment of a game. Once it is over, everything is open.
pub fn hidden(loaded: &Loaded, position: &dyn Position, user: Option<&str>) -> Vec<Company> {
    // Lessons and studies have no secrets.
    if loaded.game.state != GameState::Playing || loaded.lesson.is_some() {
        return Vec::new();
    }
    let seats = user.map_or_else(Vec::new, |u| loaded.seats_of(u));
    hidden_treasuries(position, &Viewer::Seats(seats))
}

/// Whether a decision is made with money that somebody may not see: what can be paid for would tell it.
pub fn is_closed(position: &dyn Position, hidden: &[Company]) -> bool {
    let company = position.decision().and_then(|d| d.company);
    company.is_some_and(|c| hidden.contains(&c))
}

/// Refuses to try out such a decision.
pub fn may_try(position: &dyn Position, hidden: &[Company]) -> Result<(), Fault> {
    if is_closed(position, hidden) { Err(Fault::Forbidden(CLOSED)) } else { Ok(()) }
}

/// Refuses the moves of a running game to who may not see all of its treasuries: who replays them knows all.
pub fn may_replay(loaded: &Loaded, user: Option<&str>) -> Result<(), Fault> {
    if hidden(loaded, loaded.position.as_ref(), user).is_empty() {
        Ok(())
    } else {
        Err(Fault::Forbidden(CLOSED_GAME))
    }
}
