//! Players for empty chairs, at three levels, for every title.
//!
//! A bot sees what a person sees: the choices of a position, copies of it to try moves on, and what it would be worth if
//! the game ended now. What it knows of a title are numbers in `weights/`. [`choose`] is the one entrance.
#![forbid(unsafe_code)]

mod arena;
mod batch;
mod chair;
mod chart;
mod choose;
mod decision;
mod income;
mod kept;
mod level;
mod outlook;
mod reason;
mod search;
mod seats;
mod standing;
mod study;
mod thinking;
mod track;
#[cfg(test)]
mod trial;
mod weigh;
mod weights;

pub use arena::{CompanyRecord, Plan, Played};
pub use batch::{BatchError, batch};
pub use chair::{hint, play_for};
pub use chart::{Bar, bars};
pub use choose::{Limits, choose, judge};
pub use decision::{Candidate, Decision, Reason};
pub use level::{Level, NoLevel};
pub use outlook::{Care, Outlook};
pub use seats::{Judge, positions_judged};
pub use standing::{Mean, Standing, mean, standings, thinking};
pub use study::{Table, study};
pub use thinking::Thinking;
pub use weights::{Book, Weights};
