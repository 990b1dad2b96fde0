//! 18Lilliput: square cards, a board that grows in all directions, action cards, characters, Gulliver.
//!
//! The sheet is data ([`sheet`]). A position says what it waits for ([`Wait`]); one file holds the rules of each noun.
//! Choices are listed lazily: whether there is any costs no more than the first.

mod arranged;
mod brings;
mod cards;
mod characters;
#[doc(hidden)]
pub mod chess;
mod depot;
mod dividend;
mod ending;
mod founding;
mod gulliver;
mod landscape;
mod opening;
mod options;
mod position;
mod printed;
mod refusals;
mod rounds;
mod run;
pub mod sheet;
mod state;
mod station;
mod stock;
mod tiles;
mod title;
mod track;
mod trains;

pub use landscape::{Placement, check_landscape, check_landscape_with};
pub use options::{OPTIONS, Options};
pub use position::LilliputPosition;
pub use printed::{Ability, ActionCard, Character, Printed, Side, Sort, TileFacts, class};
pub use state::{Act, Due, Stage, State, Wait};
pub use title::{Lilliput, TITLE};
