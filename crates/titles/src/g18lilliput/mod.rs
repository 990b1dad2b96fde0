//! 18Lilliput: square cards, a board that grows in all directions, action cards, characters, Gulliver.
//!
//! The sheet is data ([`sheet`]); a position embeds the engine's ledgers and the title's own state, and one file
//! holds the rules of each noun. `each_choice` lists what is legal with the same predicates that `perform` checks
//! before it changes anything.

mod action;
mod brings;
mod characters;
#[doc(hidden)]
pub mod chess;
mod depot;
mod draft;
mod ending;
mod founding;
mod gulliver;
mod landscape;
mod old_sheet;
mod options;
mod position;
mod printed;
mod rounds;
mod run;
pub mod sheet;
mod station;
mod stock;
mod tiles;
mod title;
mod track;
mod trains;

pub use landscape::{Placement, check_landscape, check_landscape_with};
pub use options::{OPTIONS, Options};
pub use position::{Act, LilliputPosition, Offer, Stage, State};
pub use printed::{Ability, ActionCard, Character, Printed, Side, Sort, TileFacts, class};
pub use title::{Lilliput, TITLE};
