//! Files of the public platform: recorded games, our own games written and read again, and files that are none.
#![allow(missing_docs)]

mod bad_input;
mod corpus;
mod effective_actions;
mod files;
mod g1889;
mod recorded_runs;
mod round_trip;
mod routes;
#[path = "../../../titles/tests/suite/size.rs"]
mod size;
