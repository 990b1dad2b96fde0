//! 18CZ: the standard game, Bohemia, Moravia-Silesia and the introductory game.

mod acquire;
mod arranged;
mod auction;
mod city;
mod dividend;
mod ending;
mod excess;
mod offers;
mod opening;
mod operating;
mod options;
mod papers;
mod phases;
mod position;
mod practice;
mod printed;
mod refusals;
mod run;
#[doc(hidden)]
pub mod sheet;
mod state;
mod station;
mod stock;
mod taken;
mod title;
mod track;
mod trains;
mod vaclav;
mod westbahn;

pub use position::CzPosition;
pub use printed::{Printed, Variant};
pub use state::{Auction, State, Step, Wait};
pub use title::TITLE;
