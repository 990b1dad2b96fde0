//! The data sheet as it is written.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub struct Raw {
    pub orientation: Orientation,
    pub players: BTreeMap<String, BTreeMap<String, Seats>>,
    pub company_classes: BTreeMap<String, CompanyClass>,
    pub companies: Vec<RawCompany>,
    pub local_railway_classes: BTreeMap<String, LocalClass>,
    pub local_railways: Vec<Local>,
    pub market: RawMarket,
    pub game_process: Vec<Box>,
    pub phases: Vec<RawPhase>,
    pub trains: Vec<RawTrain>,
    pub tiles: Vec<RawTile>,
    pub hexes: Vec<RawHex>,
    /// For readers. Only in a game of rules version 1 that carries its sheet does it count.
    #[serde(default)]
    pub options: Option<Vec<RawOption>>,
    pub variants: Variants,
}

#[derive(Deserialize)]
pub struct Orientation {
    pub neighbour_offset_row_col: BTreeMap<String, (i16, i16)>,
}

#[derive(Deserialize)]
pub struct Seats {
    pub cash: i32,
    #[serde(default)]
    pub certificate_limit: Option<u8>,
}

#[derive(Deserialize)]
pub struct CompanyClass {
    pub capital_multiplier: u8,
}

#[derive(Deserialize)]
pub struct RawCompany {
    pub id: String,
    pub public_id: String,
    pub name: String,
    pub size: String,
    pub director_pct: u8,
    pub share_pct: u8,
    pub max_holding_pct: u8,
    pub float_pct: u8,
    pub home_hexes: Vec<String>,
    pub token_costs: Vec<u16>,
    pub colour: String,
    pub text_colour: String,
    #[serde(default)]
    pub red_tile: Option<String>,
}

#[derive(Deserialize)]
pub struct LocalClass {
    pub waives: Vec<String>,
    pub purple_colours: Vec<String>,
}

#[derive(Deserialize)]
pub struct Local {
    pub id: String,
    pub name_de: String,
    pub name_cz: String,
    pub size: String,
    pub income: i32,
    pub pre_round_price: i32,
}

#[derive(Deserialize)]
pub struct RawMarket {
    pub cells: Vec<RawCell>,
    pub dividend_steps: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
pub struct RawCell {
    pub price: u16,
    pub row: String,
    pub column: u8,
    pub right: u8,
    pub left: u8,
    pub sale: u8,
    pub sold_out: u8,
    #[serde(default)]
    pub par: Vec<String>,
}

#[derive(Deserialize)]
pub struct Box {
    pub kind: String,
    #[serde(default)]
    pub set: u8,
    #[serde(default)]
    pub or_in_set: u8,
    #[serde(default)]
    pub local_value: i32,
    #[serde(default)]
    pub export_after: bool,
}

#[derive(Deserialize)]
pub struct RawPhase {
    pub letter: String,
    pub tile_colours: Vec<String>,
    pub red_tile_value: String,
    pub train_limit: BTreeMap<String, Option<u8>>,
    pub company_sizes_available: Vec<String>,
    pub companies_may_buy_local_railways: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Count {
    Number(u8),
    Word(#[allow(dead_code)] String),
}

#[derive(Deserialize)]
pub struct RawTrain {
    pub letter: String,
    pub count: Count,
    #[serde(default)]
    pub physical_cards: Option<u8>,
    pub faces: Vec<RawFace>,
    pub public_ids: Vec<String>,
}

#[derive(Deserialize)]
pub struct RawFace {
    pub size: String,
    pub name: String,
    pub price: i32,
    pub kind: String,
    #[serde(default)]
    pub range: u8,
    #[serde(default)]
    pub max_cities: u8,
    #[serde(default)]
    pub max_total: u8,
    pub scraps_on_sale: Vec<String>,
}

#[derive(Deserialize)]
pub struct RawTile {
    pub id: String,
    pub count: u8,
    pub colour: String,
    pub purple_edged: bool,
    pub label: Option<String>,
    pub stops: Vec<RawStop>,
    pub segments: Vec<(String, String)>,
    pub upgrades_to: Vec<String>,
    #[serde(default)]
    pub home_of: Option<String>,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub terminus: bool,
    #[serde(default)]
    pub home_bonus: i32,
}

#[derive(Deserialize, Clone)]
pub struct RawStop {
    pub kind: String,
    pub revenue: Value,
    #[serde(default)]
    pub slots: u8,
    #[serde(default)]
    pub group: Option<String>,
}

#[derive(Deserialize, Clone)]
pub struct RawTerrain {
    pub kind: String,
    pub cost: u16,
}

#[derive(Deserialize, Clone)]
pub struct RawHex {
    pub id: String,
    #[serde(default)]
    pub public_id: Option<String>,
    pub kind: String,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub terrain: Option<RawTerrain>,
    #[serde(default)]
    pub stops: Vec<RawStop>,
    #[serde(default)]
    pub label: Option<String>,
    #[serde(default)]
    pub segments: Vec<(String, String)>,
    #[serde(default)]
    pub stubs: Vec<u8>,
    #[serde(default)]
    pub red_edges: Vec<u8>,
    #[serde(default)]
    pub off_map_edges: Vec<u8>,
    #[serde(default)]
    pub home_of: Vec<String>,
    #[serde(default)]
    pub reserved_for: Option<String>,
    #[serde(default)]
    pub red_tile_rotations: Vec<u8>,
    #[serde(default)]
    pub company_city: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
pub struct RawOption {
    pub id: String,
    pub rulebook: Value,
    #[serde(default)]
    pub public18xx: Value,
}

#[derive(Deserialize)]
pub struct Variants {
    pub bohemia: Bohemia,
    pub moravia_silesia: Moravia,
    pub introductory: Introductory,
}

#[derive(Deserialize)]
pub struct Bohemia {
    pub companies: Vec<String>,
    pub local_railways: Vec<String>,
    pub max_holding_pct: BTreeMap<String, u8>,
    pub vaclav: Vaclav,
    pub hexes: Vec<String>,
    pub off_map_edges_here: BTreeMap<String, Vec<u8>>,
    pub red_tile_rotations_here: BTreeMap<String, Vec<u8>>,
}

#[derive(Deserialize)]
pub struct Vaclav {
    pub companies: BTreeMap<String, VaclavCompany>,
    pub track_decider: BTreeMap<String, String>,
    pub token_decider: BTreeMap<String, String>,
}

#[derive(Deserialize)]
pub struct VaclavCompany {
    pub shares_pct: u8,
    pub par: u16,
}

#[derive(Deserialize)]
pub struct Moravia {
    pub max_holding_pct: u8,
    pub companies: Vec<String>,
    pub companies_removed_at_random: BTreeMap<String, u8>,
    pub token_costs: Vec<u16>,
    pub par_prices: Vec<u16>,
    pub dividend_steps: u8,
    pub capitalisation_shares: u8,
    pub float_pct: u8,
    pub home_hexes: BTreeMap<String, Vec<String>>,
    pub trains: Vec<MoraviaTrain>,
    pub red_tile_bonus: i32,
    pub private_papers: Vec<MoraviaPaper>,
    pub bid_increment: i32,
    pub process_sets: Vec<Vec<i32>>,
    pub export_after_sets: Vec<u8>,
    pub hexes: Vec<RawHex>,
}

#[derive(Deserialize)]
pub struct MoraviaTrain {
    pub name: String,
    pub price: i32,
    pub count: Value,
    pub tile_colours: Vec<String>,
    pub red_tile_value: String,
    pub train_limit: u8,
    pub scraps: Vec<String>,
    #[serde(default)]
    pub effects: Vec<String>,
    #[serde(default)]
    pub red_tile_bonus: bool,
}

#[derive(Deserialize)]
pub struct MoraviaPaper {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub local_railway: Option<String>,
    pub income: Value,
    pub min_bid: i32,
}

#[derive(Deserialize)]
pub struct Introductory {
    pub players: BTreeMap<String, IntroSeats>,
    pub train_prices: BTreeMap<String, i32>,
    pub turn_order: Vec<String>,
    pub pre_placed_home_stations: BTreeMap<String, String>,
    pub token_costs: Vec<u16>,
    pub rounds: u8,
    pub phases: Vec<IntroPhase>,
}

#[derive(Deserialize)]
pub struct IntroSeats {
    pub trains: BTreeMap<String, u8>,
    pub companies: Vec<String>,
}

#[derive(Deserialize)]
pub struct IntroPhase {
    pub phase: u8,
    pub tile_colours: Vec<String>,
    pub train_limit: u8,
    pub scraps: Vec<String>,
}
