//! Players for empty chairs, at three levels, for every title.
//!
//! A bot sees what a person sees: the choices of a position, copies of it to try moves on, and what it would be worth if
//! the game ended now. What it knows of a title are numbers in `weights/`. [`choose`] is the one entrance.
#![forbid(unsafe_code)]

mod arena;
mod batch;
mod chair;
mod character;
mod chart;
mod choose;
mod contender;
mod decision;
mod deed;
mod ending;
mod expectation;
mod features;
mod fork;
mod income;
mod judgement;
mod kept;
mod level;
mod named;
mod net;
mod opening;
mod outlook;
mod playing_on;
mod policy;
mod program;
mod rating;
mod reason;
mod recall;
mod search;
mod seats;
mod sequential;
mod standing;
mod study;
mod thinking;
mod thought;
mod track;
mod tree;
#[cfg(test)]
mod trial;
mod walk;
mod weigh;
mod weights;

pub use arena::{CompanyRecord, Plan, Played};
pub use batch::{BatchError, Watch, batch, journal};
pub use chair::{hint, play_for};
pub use character::{Bot, Character};
pub use chart::{Bar, bars};
pub use choose::{Limits, choose, judge};
pub use contender::Contender;
pub use decision::{Candidate, Decision, Reason};
pub use deed::{Deed, Deeds};
pub use ending::{Ended, ending};
pub use expectation::{Expectation, expectation};
pub use features::{COMMON, INPUTS, ONE, OWN, Own, ROUNDS, Scene, VARIANTS};
pub use fork::{Branch, Tried, ends, fork, tried};
pub use judgement::{Judged, Look, Mark, Sure, judge_move, look, relative};
pub use level::{Level, NoLevel};
pub use named::{ByName, Named};
pub use net::{LEAF, Layer, Layers, Net, POLICY, Shape, View, WHOLE};
pub use opening::Opening;
pub use outlook::{Care, Outlook};
pub use playing_on::{gain, played_on};
pub use policy::{JUDGED, TRAITS, Traits};
pub use program::{Failing, Faults, Guest, Process, USUAL_MS};
pub use rating::{Rating, ratings};
pub use search::{Glance, Manner};
pub use seats::{Judge, Part, positions_judged};
pub use sequential::{NoTest, Sequential, Tally, Verdict};
pub use standing::{Mean, Standing, faults, mean, standings, thinking};
pub use study::{Table, study};
pub use thinking::Thinking;
pub use weights::{Advised, Book, Marks, Weights, Who};
