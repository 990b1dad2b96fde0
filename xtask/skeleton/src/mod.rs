//! NEW_NAME.

mod arranged;
mod operating;
mod position;
mod printed;
mod refusals;
mod state;
mod stock;
mod title;

pub use position::NewPosition;
pub use printed::Printed;
pub use state::{State, Wait};
pub use title::TITLE;
