//! What is printed.

use engine::{Told, VariantDef};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A company as printed.
#[derive(Serialize, ToSchema)]
pub struct Charter {
    /// Abbreviation.
    pub(crate) id: String,
    /// Name.
    pub(crate) name: String,
    /// Size class.
    pub(crate) size: u8,
    /// Percent of one share.
    pub(crate) unit_percent: u8,
    /// Shares.
    pub(crate) units: u8,
    /// Shares of the director's certificate.
    pub(crate) director_units: u8,
    /// Shares that one may hold.
    pub(crate) max_units: u8,
    /// Shares that must be sold.
    pub(crate) float_units: u8,
    /// Shares paid in.
    pub(crate) capital: u8,
    /// Cost of the stations.
    pub(crate) station_costs: Vec<u16>,
    /// Homes.
    pub(crate) homes: Vec<String>,
    /// Colour of the token.
    pub(crate) colour: String,
    /// Colour of its letters.
    pub(crate) text_colour: String,
    /// Abbreviation at the public platform.
    pub(crate) public_id: String,
}

/// A paper as printed.
#[derive(Serialize, ToSchema)]
pub struct PrintedPaper {
    /// Abbreviation.
    pub(crate) id: String,
    /// Name.
    pub(crate) name: String,
    /// Size class.
    pub(crate) size: u8,
    /// Income.
    pub(crate) income: i32,
    /// Price.
    pub(crate) price: i32,
    /// Company it belongs to.
    #[schema(required = true)]
    pub(crate) company: Option<String>,
}

/// How far a train runs: its kind and the numbers that kind has.
#[derive(Default, Serialize, ToSchema)]
pub struct Range {
    /// `plain`, `plus`, `express`, `stations` or `cities`.
    pub(crate) kind: &'static str,
    /// Stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stops: Option<u8>,
    /// Cities among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cities: Option<u8>,
    /// All stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) total: Option<u8>,
    /// Large stations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) large: Option<u8>,
    /// Small stations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) small: Option<u8>,
    /// Cities that count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<u8>,
    /// How often they count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) times: Option<u8>,
}

/// One side of a train card.
#[derive(Serialize, ToSchema)]
pub struct TrainFace {
    /// Name.
    pub(crate) name: String,
    /// Price.
    pub(crate) price: i32,
    /// Size class that may own it.
    pub(crate) size: u8,
    /// How far it runs.
    pub(crate) range: Range,
    /// Kinds that its sale scraps.
    pub(crate) scraps: Vec<String>,
}

/// A kind of train card.
#[derive(Serialize, ToSchema)]
pub struct TrainKind {
    /// Name.
    pub(crate) name: String,
    /// Cards.
    pub(crate) count: u8,
    /// Never runs out.
    pub(crate) unlimited: bool,
    /// Phase that its first sale begins.
    pub(crate) phase: u8,
    /// Sides.
    pub(crate) faces: Vec<TrainFace>,
}

/// A phase.
#[derive(Serialize, ToSchema)]
pub struct Phase {
    /// Name.
    pub(crate) name: String,
    /// Column of values.
    pub(crate) column: u8,
    /// Newest colour of tiles.
    #[schema(required = true)]
    pub(crate) colour: Option<&'static str>,
    /// Most trains by size class.
    pub(crate) train_limit: Vec<u8>,
}

/// A cell of the share price chart.
#[derive(Serialize, ToSchema)]
pub struct PriceCell {
    /// Number.
    pub(crate) cell: usize,
    /// Price.
    pub(crate) price: u16,
    /// Row.
    pub(crate) row: u8,
    /// Column.
    pub(crate) column: u8,
    /// Size classes that may start here, as bits.
    pub(crate) start: u8,
    /// Zone.
    pub(crate) zone: u8,
    /// Cells that its moves lead to.
    pub(crate) to: Vec<u8>,
}

/// A box of the process track.
#[derive(Serialize, ToSchema)]
pub struct ProcessBox {
    /// Label.
    pub(crate) label: String,
    /// Value.
    pub(crate) value: i32,
    /// A train leaves the stack after it.
    pub(crate) export: bool,
}

/// A cell of the map as printed.
#[derive(Serialize, ToSchema)]
pub struct PrintedCell {
    /// Coordinates.
    pub(crate) cell: String,
    /// Name of its place.
    #[schema(required = true)]
    pub(crate) name: Option<String>,
    /// Column.
    pub(crate) x: i16,
    /// Row.
    pub(crate) y: i16,
    /// Centre in the units of the map.
    #[schema(required = true)]
    pub(crate) centre: Option<(f64, f64)>,
    /// Outline in the units of the map.
    #[schema(required = true)]
    pub(crate) outline: Option<String>,
    /// Kind and cost of the terrain.
    #[schema(required = true)]
    pub(crate) terrain: Option<Terrain>,
}

/// Terrain.
#[derive(Serialize, ToSchema)]
pub struct Terrain {
    /// Kind.
    pub(crate) kind: String,
    /// Cost.
    pub(crate) cost: u16,
}

impl From<&board::Terrain> for Terrain {
    fn from(terrain: &board::Terrain) -> Terrain {
        Terrain { kind: terrain.kind.clone(), cost: terrain.cost }
    }
}

/// A tile as printed.
#[derive(Serialize, ToSchema)]
pub struct PrintedTile {
    /// Number.
    pub(crate) tile: String,
    /// Colour.
    pub(crate) colour: String,
    /// Letter.
    #[schema(required = true)]
    pub(crate) label: Option<String>,
    /// How many; no limit if missing.
    #[schema(required = true)]
    pub(crate) count: Option<u8>,
}

/// How a game goes.
#[derive(Serialize, ToSchema)]
pub struct Course {
    /// Steps of a company's turn in order; none where companies take no turns.
    pub(crate) steps: Vec<&'static str>,
    /// Operating rounds are numbered within their set: 2.1, 2.2.
    pub(crate) sets: bool,
    /// Directors choose the routes; otherwise trains run by themselves.
    pub(crate) routes: bool,
    /// Name of the player for whom nobody sits.
    #[schema(required = true)]
    pub(crate) automatic: Option<&'static str>,
}

/// One thing that a lot brings.
#[derive(Serialize, ToSchema)]
pub struct Brings {
    /// Key of the sentence.
    pub(crate) key: &'static str,
    /// Values of the sentence.
    pub(crate) args: BTreeMap<&'static str, Told>,
    /// Not every lot of its kind brings as much.
    pub(crate) special: bool,
}

/// What is printed.
#[derive(Serialize, ToSchema)]
pub struct Sheet {
    /// Title.
    pub(crate) title: String,
    /// Variant.
    pub(crate) variant: String,
    /// Name of the title.
    pub(crate) name: String,
    /// How money is written.
    pub(crate) money: String,
    /// How the money of companies is written, if otherwise.
    #[schema(required = true)]
    pub(crate) company_money: Option<String>,
    /// How the game goes.
    pub(crate) course: Course,
    /// `hex` or `square`.
    pub(crate) shape: &'static str,
    /// The board grows.
    pub(crate) unbounded: bool,
    /// Companies.
    pub(crate) companies: Vec<Charter>,
    /// Papers.
    pub(crate) papers: Vec<PrintedPaper>,
    /// Trains.
    pub(crate) trains: Vec<TrainKind>,
    /// Phases.
    pub(crate) phases: Vec<Phase>,
    /// Share price chart.
    pub(crate) market: Vec<PriceCell>,
    /// Process track.
    pub(crate) process: Vec<ProcessBox>,
    /// Cards and characters.
    pub(crate) slots: Vec<String>,
    /// What a company, card or character brings to who takes it; a card a line for each of its sides.
    pub(crate) brings: BTreeMap<String, Vec<Brings>>,
    /// What was reconstructed.
    pub(crate) reconstructed: Vec<String>,
    /// Cells.
    pub(crate) cells: Vec<PrintedCell>,
    /// Tiles.
    pub(crate) tiles: Vec<PrintedTile>,
}

/// A title.
#[derive(Clone, Serialize, ToSchema)]
pub struct Title {
    /// Id.
    pub(crate) id: &'static str,
    /// Name.
    pub(crate) name: &'static str,
    /// Version of the rules.
    pub(crate) rules_version: u32,
    /// Presets, the default first.
    pub(crate) presets: Vec<&'static str>,
    /// Variants.
    pub(crate) variants: Vec<VariantDef>,
}

/// All titles, and the levels and characters of bots.
#[derive(Serialize, ToSchema)]
pub struct Titles {
    /// Titles.
    pub(crate) titles: Vec<Title>,
    /// Levels of bots.
    pub(crate) levels: Vec<&'static str>,
    /// Characters that a bot of any level but chance can have; such a bot is called `LEVEL-CHARACTER`.
    pub(crate) characters: Vec<&'static str>,
}
