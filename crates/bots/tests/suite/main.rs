//! Bots at the table.
#![allow(missing_docs)]

mod matches;
mod positions;
#[path = "../../../titles/tests/suite/size.rs"]
mod size;
