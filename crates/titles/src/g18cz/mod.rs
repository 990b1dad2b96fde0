//! 18CZ: the standard game, Bohemia, Moravia-Silesia and the introductory game.

mod acquire;
mod auction;
mod city;
mod ending;
mod offers;
mod old_sheet;
mod opening;
mod operating;
mod options;
mod papers;
mod position;
mod printed;
mod run;
#[doc(hidden)]
pub mod sheet;
mod state;
mod station;
mod stock;
mod title;
mod track;
mod trains;
mod vaclav;

pub use position::{CzPosition, Situation};
pub use printed::{Printed, Variant};
pub use run::share_of;
pub use state::{State, Step};
pub use title::TITLE;
