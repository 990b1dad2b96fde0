//! Pictures of maps, tiles, markets and positions.
#![allow(missing_docs)]

mod names;
mod pictures;
