//! 18CZ: the standard game, Bohemia, Moravia-Silesia and the introductory game.

mod acquire;
mod auction;
mod city;
mod ending;
mod offers;
mod opening;
mod operating;
mod options;
mod papers;
mod position;
mod raw;
mod rules;
mod run;
mod setup;
mod sheet;
mod state;
mod station;
mod stock;
mod track;
mod trains;
mod vaclav;

pub use position::{CzPosition, Situation};
pub use rules::{Rules, Variant};
pub use run::share_of;
pub use setup::TITLE;
pub use state::{State, Step};
