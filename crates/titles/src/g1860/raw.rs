//! The data sheet as it is written: only the parts that the rules use.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A count that may be without limit.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Count {
    Number(u8),
    Word(String),
}

#[derive(Debug, Deserialize)]
pub(super) struct Raw {
    pub conventions: Conventions,
    pub players: Players,
    pub bank: Bank,
    pub constants: Constants,
    pub private_companies: Vec<Private>,
    pub companies: Vec<Company>,
    pub market: Market,
    pub phases: Vec<Phase>,
    pub trains: Vec<Train>,
    pub lease_table_credits: BTreeMap<String, i32>,
    pub ryde_pier: Pier,
    pub tiles: Vec<Tile>,
    pub maps: BTreeMap<String, Map>,
    /// Only sheets of games begun under the first rules version have them.
    #[serde(default)]
    pub options: Vec<OptionRow>,
    pub locomotives: Locomotives,
}

#[derive(Debug, Deserialize)]
pub(super) struct Conventions {
    pub neighbour_delta_column_row: BTreeMap<String, (i16, i16)>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Players {
    pub min: u8,
    pub max: u8,
    pub starting_cash_pounds: BTreeMap<String, i32>,
    pub certificate_limit: BTreeMap<String, u8>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Bank {
    pub pounds: i32,
}

#[derive(Debug, Deserialize)]
pub(super) struct Constants {
    pub auction_min_raise: i32,
    pub auction_items: Vec<String>,
    pub launch_percent_with_players: u8,
    pub capitalisation_factor: u8,
    pub halt_subsidy_credits: i32,
    pub lease_base_credits: i32,
    pub lease_per_stop_credits: i32,
    pub train_trade_min: i32,
    pub train_trade_multiple: i32,
    pub yellow_tiles_per_turn: u8,
    pub full_cities_passed_per_company_per_or: u8,
    pub nationalised_per_or: u8,
}

#[derive(Debug, Deserialize)]
pub(super) struct Private {
    pub id: String,
    pub name: String,
    pub value: i32,
    pub revenue: i32,
    pub linked_company: Option<String>,
    pub sale_to_bank: i32,
}

#[derive(Debug, Deserialize)]
pub(super) struct Certificates {
    pub director: CertificateRow,
    pub ordinary: CertificateRow,
}

#[derive(Debug, Deserialize)]
pub(super) struct CertificateRow {
    pub count: u8,
    pub shares: u8,
}

#[derive(Debug, Deserialize)]
pub(super) struct Company {
    pub abbr: String,
    pub name: String,
    pub group: u8,
    pub shares: u8,
    pub certificates: Certificates,
    pub reserved_ordinary_for_private: Option<String>,
    pub par_cells: Vec<u16>,
    pub relaunch_cells: Vec<u16>,
    pub bases: u8,
    pub base_costs_credits: Vec<u16>,
    pub home_hex: String,
    pub home_stop: String,
    pub destinations: Vec<Destination>,
    pub colour: String,
    pub text_colour: String,
    pub public_id: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Destination {
    pub hex: String,
    pub stop_name: Option<String>,
    pub bonus_credits: i32,
}

#[derive(Debug, Deserialize)]
pub(super) struct Market {
    pub cells: Vec<MarketCell>,
    pub moves: Moves,
}

#[derive(Debug, Deserialize)]
pub(super) struct Moves {
    pub withhold_or_no_dividend: i32,
    pub dividend_below_price: i32,
    pub dividend_at_least_1x: i32,
    pub dividend_at_least_2x: i32,
    pub dividend_at_least_3x: i32,
    pub dividend_at_least_4x: i32,
}

#[derive(Debug, Deserialize)]
pub(super) struct MarketCell {
    pub index: u8,
    pub row: String,
    pub column_in_row: u8,
    pub price: u16,
    pub zone: String,
    pub first_launch_price: bool,
    pub relaunch_price: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct Phase {
    pub phase: u8,
    pub train_limit_per_company: u8,
    pub operating_rounds_after_each_stock_round: u8,
    pub tile_colours: Vec<String>,
    pub ryde_pier_revenue: u16,
    #[serde(default)]
    pub event_keys: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Train {
    pub name: String,
    pub large_stops: u8,
    pub extra_small_or_halt_stops: u8,
    pub count: Count,
    pub price_credits: i32,
    pub starts_phase: u8,
    pub rusts_on_first: Option<String>,
    #[serde(default)]
    pub beginner_count: Option<u8>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Pier {
    pub hex: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Tile {
    pub id: String,
    pub color: String,
    pub count: BTreeMap<String, u8>,
    pub label: Option<String>,
    pub class: String,
    pub stops: Vec<Stop>,
    pub segments: Vec<(String, String)>,
    pub upgrades_to: Vec<Upgrade>,
    pub fixed_rotation: Option<u8>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Upgrade {
    pub tile: String,
    #[serde(alias = "rotations")]
    pub relative_rotations: Vec<u8>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Stop {
    pub kind: String,
    #[serde(default)]
    pub revenue: serde_json::Value,
    #[serde(default)]
    pub slots: u8,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub draw_at: Option<String>,
    #[serde(default)]
    pub terminal: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct Map {
    pub hexes: Vec<Hex>,
    pub tile_edition: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Hex {
    pub id: String,
    pub column: String,
    pub row: i16,
    pub name: Option<String>,
    pub printed: String,
    pub class: String,
    pub terrain: Option<String>,
    pub terrain_cost_credits: u16,
    pub label: Option<String>,
    #[serde(default, alias = "spots")]
    pub stops: Vec<Stop>,
    pub segments: Vec<(String, String)>,
    pub impassable_edges: Vec<u8>,
    pub home_of: Option<String>,
    pub neighbours: BTreeMap<String, String>,
    #[serde(default)]
    pub upgrades_to: Vec<Upgrade>,
    #[serde(default)]
    pub required_rotation: BTreeMap<String, u8>,
}

#[derive(Debug, Deserialize)]
pub(super) struct OptionRow {
    pub id: String,
    pub default: engine::OptionValue,
    #[serde(default)]
    pub public_default: Option<engine::OptionValue>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Locomotives {
    pub groups: Vec<Group>,
    pub cards: Vec<LocoCard>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Group {
    pub group: String,
    pub deal: Count,
    pub starts_phase: u8,
    #[serde(default)]
    pub beginner_only_cards: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct LocoCard {
    pub id: String,
    pub group: String,
    pub name: String,
    pub large_stops: u8,
    pub extra_small_or_halt_stops: Count,
    pub label: String,
    pub price_credits: i32,
    pub rusts_on_first_group: Option<String>,
    pub abilities: Vec<Ability>,
    pub surplus: bool,
    pub source: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Ability {
    MinRuns { runs: u8 },
    CompensationOnRust { credits: i32 },
    Refit { credits: i32, to: RefitTo },
    FirstRunIncomeZero,
}

#[derive(Debug, Deserialize)]
pub(super) struct RefitTo {
    pub large_stops: u8,
    pub extra_small_or_halt_stops: u8,
    pub label: String,
    pub rusts_on_first_group: Option<String>,
}
