//! Game files of the public 18xx platform: reading them, playing them through our engine, comparing every state
//! with a recorded trace, and writing our games in that form.
#![forbid(unsafe_code)]

mod action;
mod certificates;
mod dialect;
mod difference;
pub mod digest;
mod effective;
mod export;
pub mod g1860;
pub mod g1889;
pub mod g18cz;
pub mod probe;
mod public_file;
mod replay;
mod route_json;
mod seed;
mod trace;
mod turn;
mod verify;
mod written;

pub use action::{Action, Actor, FieldError};
pub use certificates::{Certificates, Owner};
pub use dialect::{
    Dialect, LaidTiles, Seats, Translator, Writer, dialect, dialects, public_company,
};
pub use difference::{Difference, difference};
pub use effective::{Effective, UndoError, effective};
pub use export::export;
pub use public_file::{MOST_ACTIONS, MOST_BYTES, PublicFile, PublicPlayer, ReadError};
pub use replay::{ActionError, ImportError, Replay, import};
pub use trace::{Trace, TraceError};
pub use verify::{Report, Verdict, verify, verify_on};
