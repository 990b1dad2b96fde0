//! Housekeeping that can fail.
#![allow(missing_docs)]

mod licences;
mod tidy;
