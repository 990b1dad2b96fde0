//! Rules of 1860, one by one. A test builds its position with a [`Table`] and cites the rules that it proves.

mod auction;
mod bankruptcy;
mod battery;
mod directors;
mod dividend;
mod ending;
mod exchange;
mod insolvency;
mod launch;
mod locomotives;
mod market;
mod nationalisation;
mod options;
mod privates;
mod receivership;
mod run;
mod sale;
mod setup;
mod station;
mod stock;
pub mod table;
mod track;
mod trains;
mod upgrade;

use table::{Table, switch, word};
