//! The program from outside.
#![allow(missing_docs)]

mod command_line;
mod operating;
mod programs;
mod shared_games;
