//! Data sheets of earlier programs, turned into the form of today.
//!
//! A game may carry a corrected sheet. Such a game loads for ever, so its sheet is converted, never refused. Each title had
//! a form of its own then; each has a function here that reads it. Nothing is checked on the way: the reader of today does.
#![forbid(unsafe_code)]

pub mod g1860;
pub mod g18cz;
pub mod g18lilliput;
mod json;
