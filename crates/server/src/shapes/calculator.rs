//! Answers about a table that somebody laid out.

use super::{BestRoutes, Drawing};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Something odd on the table: not in the box, or not as a game could lay it.
#[derive(Serialize, ToSchema)]
pub struct Oddity {
    /// Key of its sentence.
    pub(crate) key: &'static str,
    /// Values of the sentence.
    pub(crate) values: BTreeMap<&'static str, String>,
    /// The sentence in English.
    pub(crate) text: String,
}

/// A table that somebody laid out, and what a company could run there.
#[derive(Serialize, ToSchema)]
pub struct Calculated {
    /// The map with all that lies on it.
    pub(crate) map: String,
    /// What is odd.
    pub(crate) notes: Vec<Oddity>,
    /// The best routes; nothing where no company is named.
    #[schema(required = true)]
    pub(crate) best: Option<BestRoutes>,
    /// The best routes as layers of the map, then those of each alternative.
    pub(crate) drawings: Vec<Drawing>,
    /// What else the title asks for, by name.
    pub(crate) circumstances: Vec<&'static str>,
}

/// A tile that could lie on a cell.
#[derive(Serialize, ToSchema)]
pub struct Layable {
    /// Number.
    pub(crate) tile: String,
    /// Colour.
    pub(crate) colour: String,
    /// Rotations at which it could lie there.
    pub(crate) rotations: Vec<u8>,
    /// Those of them that meet the track around.
    pub(crate) joined: Vec<u8>,
    /// Copies left; no limit if missing.
    #[schema(required = true)]
    pub(crate) left: Option<u8>,
}

/// A stop with places for stations.
#[derive(Serialize, ToSchema)]
pub struct Places {
    /// Stop of the tile.
    pub(crate) stop: u8,
    /// Name.
    #[schema(required = true)]
    pub(crate) name: Option<String>,
    /// Who has a station in each place.
    pub(crate) stations: Vec<Option<String>>,
}

/// A cell of a table that somebody laid out.
#[derive(Serialize, ToSchema)]
pub struct LaidCell {
    /// Cell.
    pub(crate) cell: String,
    /// Name of its place.
    #[schema(required = true)]
    pub(crate) name: Option<String>,
    /// What lies there.
    #[schema(required = true)]
    pub(crate) tile: Option<String>,
    /// How it is turned.
    pub(crate) rotation: u8,
    /// What could lie there, by colour.
    pub(crate) tiles: Vec<Layable>,
    /// Stops with places for stations.
    pub(crate) places: Vec<Places>,
}
