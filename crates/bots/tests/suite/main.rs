//! Bots at the table.
#![allow(missing_docs)]

mod matches;
