//! Rules of 1860, one by one. A test builds its position with a [`Table`] and cites the rules that it proves.

mod auction;
mod bankruptcy;
mod directors;
mod dividends;
mod endings;
mod exchanges;
mod insolvencies;
mod launches;
mod locomotives;
mod markets;
mod nationalisation;
mod options;
mod privates;
mod receiverships;
mod runs;
mod sales;
mod seen;
mod setup;
mod stations;
mod stock;
mod table;
mod track;
mod trains;
mod upgrades;

use table::{Table, switch};
