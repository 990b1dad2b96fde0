//! Pictures of maps, tiles, markets and positions.
#![allow(missing_docs)]

mod crafted;
mod names;
mod pictures;
