//! 1860: Railways on the Isle of Wight.
//!
//! Two currencies, privates that are exchanged, companies in four groups, a zigzag market, insolvency, receivership,
//! bankruptcy and restart, and nationalisation at the end. Rules are cited by their number in the catalogue.

mod arranged;
mod bankruptcy;
mod deal;
mod dividend;
mod ending;
mod insolvency;
mod launch;
mod locomotives;
mod opening;
mod operating;
mod options;
mod papers;
mod position;
mod practice;
mod printed;
mod receivership;
mod refusals;
mod run;
mod sale;
#[doc(hidden)]
pub mod sheet;
mod state;
mod station;
mod stock;
mod title;
mod track;
mod trains;
mod upgrade;

pub use locomotives::WAITING;
pub use options::{OPTIONS, Options};
pub use position::IowPosition;
pub use printed::{Charter, Destination, GREEN, Printed, Step, Traits};
pub use state::{Ending, Opening, Operating, State, Turn, Wait};
pub use title::{Iow, TITLE};
