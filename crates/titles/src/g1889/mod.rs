//! 1889: History of Shikoku Railways, and its beginner game.

mod arranged;
mod auction;
mod ending;
mod operating;
mod options;
mod papers;
mod position;
mod practice;
mod printed;
mod refusals;
mod state;
mod stock;
mod title;

pub use position::ShikokuPosition;
pub use printed::Printed;
pub use state::{Ending, State, Wait};
pub use title::TITLE;
