//! Bots at the table.
#![allow(missing_docs)]

mod matches;
#[path = "../../../titles/tests/suite/size.rs"]
mod size;
