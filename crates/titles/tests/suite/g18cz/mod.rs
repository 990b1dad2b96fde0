//! Rules of 18CZ, one by one. A test builds its position with a [`Table`](table::Table) and cites the rules that it proves.

mod acquire;
mod battery;
mod bohemia;
mod first_game;
mod float;
mod intro;
mod local;
mod market;
mod moravia;
mod options;
mod phase;
mod run;
mod setup;
mod station;
mod stock;
pub mod table;
mod track;
mod trains;
mod upgrade;
