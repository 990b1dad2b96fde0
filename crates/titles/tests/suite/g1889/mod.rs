//! Rules of 1889, one by one. A test builds its position with a [`Table`] and cites the rules that it proves.

mod auction;
mod battery;
mod directors;
mod emergency;
mod ending;
mod market;
mod operating;
mod practice;
mod privates;
mod run;
mod setup;
mod station;
mod stock;
pub mod table;
mod track;
mod trains;

use table::Table;
