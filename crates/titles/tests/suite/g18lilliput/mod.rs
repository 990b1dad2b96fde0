//! Rules of 18Lilliput, one by one. A test builds its position with a [`Table`](table::Table) and cites the rules that it proves.

mod battery;
mod characters;
mod draft;
mod ending;
mod examples;
mod growth;
mod gulliver;
mod landscapes;
mod rounds;
mod run;
mod shares;
mod sheets;
mod solo;
mod solo_game;
mod station;
pub mod table;
mod track;
mod trains;
mod variants;
