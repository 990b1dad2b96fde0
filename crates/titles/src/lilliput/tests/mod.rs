//! The catalogue, rule by rule.

mod characters;
mod draft;
mod ending;
mod examples;
mod growth;
mod gulliver;
mod landscapes;
mod rounds;
mod running;
mod shares;
mod sheets;
mod solo;
mod stations;
mod table;
mod track;
mod trains;
mod variants;
