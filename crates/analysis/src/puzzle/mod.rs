//! Puzzles: a position, a question, and an answer that is found by exact search.
//!
//! A puzzle is data (`puzzles/*.json`, see `docs/puzzles.md`). [`Posed::read`] sets its position up, [`Posed::check`] says what
//! an answer brings, [`Posed::prove`] solves it again from nothing, [`find()`] picks puzzles out of a game, [`grade()`] lets
//! bots try.

mod check;
mod find;
mod form;
mod grade;
mod last;
mod posed;
mod run;
mod solve;
mod turn;

pub use check::Verdict;
pub use find::{Found, Games, find};
pub use form::{File, Kind, Origin, Puzzle, Source};
pub use grade::{SEEDS, Tries, grade, of_routes};
pub use posed::{Posed, Titles};
pub use solve::{Solved, solve};
