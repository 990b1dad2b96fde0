//! Grids, tiles and the board.
//!
//! Everything here knows edges by number only: a hex has six, a square card four. A [`Map`] says which cells
//! exist and what is printed on them, a [`TileSet`] what can be laid, a [`Board`] what lies there now, and a
//! [`Reach`] what one company can get at from its stations.
#![forbid(unsafe_code)]

mod board;
mod grid;
mod map;
mod mark;
mod reach;
mod tile;

pub use board::{Board, Laid, NOBODY, Spot};
pub use grid::{Cell, Layout, Shape};
pub use map::{CellDef, Home, Map, Terrain};
pub use mark::Mark;
pub use reach::Reach;
pub use tile::{Colour, End, Kind, Paid, StopDef, Successor, TileDef, TileId, TileSet, UNLIMITED};
