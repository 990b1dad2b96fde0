//! All about one place or one tile.

use super::Terrain;
use serde::Serialize;
use utoipa::ToSchema;

/// A stop as it lies on a tile.
#[derive(Serialize, ToSchema)]
pub struct StopShown {
    /// `city`, `town`, `halt` or `red`.
    pub(crate) kind: String,
    /// Its own name, where it has one.
    #[schema(required = true)]
    pub(crate) name: Option<String>,
    /// Places for stations.
    pub(crate) slots: u8,
    /// Values: one, or one for each colour of tiles.
    pub(crate) values: Vec<u16>,
    /// Value now.
    pub(crate) value: u16,
    /// Value for who has a station there, where that differs.
    #[schema(required = true)]
    pub(crate) with_station: Option<u16>,
    /// Routes end there.
    pub(crate) terminus: bool,
}

/// A tile that may be laid on another.
#[derive(Serialize, ToSchema)]
pub struct Follower {
    /// Number.
    pub(crate) tile: String,
    /// Colour.
    pub(crate) colour: String,
    /// How many are left; no limit if missing.
    #[schema(required = true)]
    pub(crate) left: Option<u8>,
    /// Laid by a special right only.
    pub(crate) special: bool,
}

/// All about a tile.
#[derive(Serialize, ToSchema)]
pub struct TileCard {
    /// Number or name.
    pub(crate) tile: String,
    /// `bare`, `yellow`, `green`, `brown`, `grey` or `red`.
    pub(crate) colour: String,
    /// Letter.
    #[schema(required = true)]
    pub(crate) label: Option<String>,
    /// Copies in the box; no limit if missing. Nothing is left of what is printed on the map.
    #[schema(required = true)]
    pub(crate) count: Option<u8>,
    /// How many are left; no limit if missing.
    #[schema(required = true)]
    pub(crate) left: Option<u8>,
    /// Printed on the map, not in the box.
    pub(crate) printed: bool,
    /// Laid by a special right only.
    pub(crate) special: bool,
    /// What it costs besides the terrain.
    pub(crate) cost: u16,
    /// Money for every train that passes.
    pub(crate) mine: u16,
    /// What is drawn on it.
    #[schema(required = true)]
    pub(crate) scenery: Option<String>,
    /// Stops.
    pub(crate) stops: Vec<StopShown>,
    /// Tiles that may follow it.
    pub(crate) followers: Vec<Follower>,
}

/// All about a cell of the map.
#[derive(Serialize, ToSchema)]
pub struct CellCard {
    /// After so many moves.
    pub(crate) at: i64,
    /// Coordinates.
    pub(crate) cell: String,
    /// Name of its place.
    #[schema(required = true)]
    pub(crate) name: Option<String>,
    /// What lies there; nothing on an empty place of a board that grows.
    #[schema(required = true)]
    pub(crate) tile: Option<TileCard>,
    /// How it is turned.
    pub(crate) rotation: u8,
    /// A tile was laid; otherwise this is what is printed.
    pub(crate) laid: bool,
    /// Kind and cost of the terrain while nothing is laid.
    #[schema(required = true)]
    pub(crate) terrain: Option<Terrain>,
    /// Neighbours that no track may lead to.
    pub(crate) barred: Vec<String>,
    /// Companies at home here.
    pub(crate) homes: Vec<String>,
    /// Nobody but this company may lay a tile here.
    #[schema(required = true)]
    pub(crate) reserved_for: Option<String>,
    /// Companies that reach it.
    pub(crate) reached_by: Vec<String>,
}
