//! Looking again at games: trees of moves with comments, what was missed, puzzles.
//!
//! It is pure: who calls it brings time, files and games. It knows no title.
#![forbid(unsafe_code)]

pub mod edit;
pub mod file;
pub mod judgement;
pub mod missed;
pub mod opening;
pub mod puzzle;
pub mod study;
pub mod tree;
