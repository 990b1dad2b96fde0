//! The engine for other programs.
//!
//! [`Session`] answers lines of JSON: `docs/engine-protocol.md` is its description. What it is made of serves Python too:
//! a [`Line`] is a game that is copied in no time, [`Space`] and [`Picker`] give every legal move an index that means the
//! same in every position, [`Fields`] turns a position into numbers.
#![forbid(unsafe_code)]

mod actions;
mod fault;
mod line;
mod observe;
mod playout;
mod request;
mod routes;
mod session;
mod space;

pub use actions::{Listed, Picker};
pub use fault::Fault;
pub use line::Line;
pub use observe::{Field, Fields};
pub use playout::{Playouts, any_move, playout, playouts};
pub use request::{Begin, Play, Request, Seats};
pub use routes::{Best, best_routes, route_options};
pub use session::{Bounds, PROTOCOL, Session, choices, hint};
pub use space::{Part, Space};
