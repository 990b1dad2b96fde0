//! Rounds: small states that know whose turn it is. A title holds its rounds and asks the one that is open.

mod bidding;
mod draft;
mod offers;
mod operating;
mod stock;
mod turn;
mod waterfall;

pub use bidding::{Bidding, Hammer};
pub use draft::snake;
pub use offers::{Deal, Offer, Offers};
pub use operating::{Lineup, step_after};
pub use stock::StockRound;
pub use turn::{Step, Turn};
pub use waterfall::{Fall, Lots, Waterfall};
