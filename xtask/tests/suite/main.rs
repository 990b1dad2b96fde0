//! Housekeeping that can fail.
#![allow(missing_docs)]

mod licences;
mod new_title;
mod rules;
mod tidy;
