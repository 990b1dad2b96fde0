//! 1860: Railways on the Isle of Wight.
//!
//! Two currencies, privates that are exchanged, companies in four groups, a zigzag market, insolvency, receivership,
//! bankruptcy and restart, and nationalisation at the end. Rules are cited by their number in the catalogue.

mod auction;
mod bankruptcy;
mod dividend;
mod ending;
mod exchange;
mod insolvency;
mod launch;
mod locomotives;
mod old_sheet;
mod operating;
mod options;
mod position;
mod printed;
mod receivership;
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
pub use options::{OPTIONS, Offer, Options};
pub use position::IowPosition;
pub use printed::{Charter, Destination, GREEN, Printed, Step, Traits};
pub use state::{Auction, Ending, Operating, Stage, State, StockRound};
pub use title::{Iow, TITLE};
