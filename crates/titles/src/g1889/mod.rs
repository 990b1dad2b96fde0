//! 1889: History of Shikoku Railways, and its beginner game.

mod auction;
mod emergency;
mod ending;
mod operating;
mod options;
mod papers;
mod position;
mod practice;
mod printed;
mod refusals;
mod run;
mod state;
mod station;
mod stock;
mod title;
mod track;
mod trains;

pub use position::ShikokuPosition;
pub use printed::{Power, Printed};
pub use state::{State, Step, Wait};
pub use title::TITLE;
