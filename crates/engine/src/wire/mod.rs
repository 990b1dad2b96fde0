//! Moves and events as they travel and are kept: names instead of numbers, in a form that is written down.
//!
//! [`wire::Move`](Move) and [`wire::Event`](Event) are that form. What happens inside the engine may change; these types
//! change only with [`VERSION`]. [`Names`] translates: it knows what the things of a position are called.

mod answers;
mod events;
mod moves;
mod names;

pub use answers::{Decision, Given, Outcome};
pub use events::{Event, Holder};
pub use moves::{LayBy, Lot, Move, MoveKind, RouteClaim, RouteStep, SlotName, Stop, TrainFrom};
pub use names::{Names, WireError};

/// Version of the form.
pub const VERSION: u32 = 1;

use crate::Position;
use serde::Deserialize;
use serde_json::Value as Json;

/// A move as JSON.
pub fn move_to_json(position: &dyn Position, mv: &crate::Move) -> Json {
    let named = Names::of(position).write_move(mv);
    serde_json::to_value(named).unwrap_or(Json::Null)
}

/// A move from JSON.
pub fn move_from_json(position: &dyn Position, json: &Json) -> Result<crate::Move, WireError> {
    let named = Move::deserialize(json).map_err(|e| WireError::NotAMove(e.to_string()))?;
    Names::of(position).read_move(&named)
}
