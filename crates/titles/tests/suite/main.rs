//! The rules of every title, one by one, and whole games: batteries, games of earlier programs.
//!
//! Positions are built with a [`table`]; what a title alone has stands in its own folder.
#![allow(missing_docs)]

mod arrangements;
mod g1860;
mod g1889;
mod g18cz;
mod g18lilliput;
mod kept_games;
mod questions;
mod schema;
mod sheets;
mod size;
mod table;
