//! Trains the networks of the bots: games against themselves, a small trainer, a file of whole numbers.
//!
//! Everything is worked out on one thread, in a fixed order and with nothing but sums, products, quotients and roots, so
//! that the same samples and the same seed give the same weights on every machine.
#![forbid(unsafe_code)]

mod adam;
mod kept;
mod model;
mod play;
mod policy;
mod samples;
mod small;
mod stack;
mod train;
mod tune;

pub use kept::{read_model, write_model};
pub use model::{Model, Told};
pub use play::{Order, forks, play};
pub use policy::{Branch, Choice, Learned, Lesson, choices, read_choices, study, write_choice};
pub use samples::{Seen, Side, read_samples, write_game};
pub use small::{mark, small};
pub use train::{Course, Forked, Losses, Report, Stage, train};
pub use tune::{Numbers, Seat, Slope, Tried, slopes, tried, varied};
