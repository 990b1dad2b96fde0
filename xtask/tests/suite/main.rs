//! Housekeeping that can fail.
#![allow(missing_docs)]

mod rules;
mod tidy;
