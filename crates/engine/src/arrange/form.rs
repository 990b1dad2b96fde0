//! The form in which people write a position down.

use crate::Flag;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// A player's turn, by seat.
    Player(u8),
    /// A company's turn in an operating round.
    Company(String),
}

/// A player, or the automatic shareholder after the last of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ArrangedSeat))]
#[serde(deny_unknown_fields, default)]
pub struct Seat {
    /// Cash; what the game begins with if it is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cash: Option<i32>,
    /// Shares by company.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub shares: BTreeMap<String, u8>,
    /// Papers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub papers: Vec<String>,
    /// Loan.
    #[serde(skip_serializing_if = "is_zero")]
    pub debt: i32,
    /// Penalty at the end.
    #[serde(skip_serializing_if = "is_zero")]
    pub penalty: i32,
    /// Companies whose shares were sold in this round.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sold: Vec<String>,
    /// Papers that were sold in this round.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sold_papers: Vec<String>,
}

/// A train: its name alone, or with what has happened to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ArrangedTrain))]
#[serde(untagged)]
pub enum Train {
    /// Kind and copy: `3-0`.
    Name(String),
    /// With more.
    Card(TrainCard),
}

/// A train with what has happened to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ArrangedTrainCard))]
#[serde(deny_unknown_fields)]
pub struct TrainCard {
    /// Kind and copy.
    pub train: String,
    /// Name of the side in use; the first if it is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<String>,
    /// Whether it is obsolete; what the phase makes of it if it is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obsolete: Option<bool>,
    /// How often it ran, where that matters.
    #[serde(default, skip_serializing_if = "is_none")]
    pub runs: u8,
    /// Marks of the title.
    #[serde(default, skip_serializing_if = "is_none")]
    pub marks: u8,
}

/// A company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ArrangedCompany))]
#[serde(deny_unknown_fields, default)]
pub struct Charter {
    /// Its director's certificate has been bought.
    #[serde(skip_serializing_if = "is_true")]
    pub started: bool,
    /// Number of the cell of the chart where it started; that of its marker if it is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub par: Option<u8>,
    /// Number of the cell where its marker stands; none without a chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<u8>,
    /// Price, in place of the cell: the first cell of this price, one where companies start before others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<u16>,
    /// Place among the markers of that cell, the top one 0.
    #[serde(skip_serializing_if = "is_none")]
    pub depth: u8,
    /// Treasury.
    #[serde(skip_serializing_if = "is_zero")]
    pub cash: i32,
    /// Shares in the pool.
    #[serde(skip_serializing_if = "is_none")]
    pub pool: u8,
    /// Seat of its director; whoever holds most if it is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub director: Option<u8>,
    /// It has its capital; whether players hold enough if it is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floated: Option<bool>,
    /// It has taken a turn.
    #[serde(skip_serializing_if = "is_false")]
    pub operated: bool,
    /// What else it is: `insolvent`, `receivership`, `bankrupt`, `ceased`, `acquirer`, `closed`, `home`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub standing: Vec<Flag>,
    /// Its trains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trains: Vec<Train>,
    /// Its papers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub papers: Vec<String>,
    /// Markers on the charter by place in the list of costs; what its stations leave if they are not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markers: Option<Vec<u8>>,
    /// Revenue of its last run.
    #[serde(skip_serializing_if = "is_zero")]
    pub last_revenue: i32,
}

impl Default for Charter {
    fn default() -> Charter {
        Charter {
            started: true,
            par: None,
            cell: None,
            price: None,
            depth: 0,
            cash: 0,
            pool: 0,
            director: None,
            floated: None,
            operated: false,
            standing: Vec::new(),
            trains: Vec::new(),
            papers: Vec::new(),
            markers: None,
            last_revenue: 0,
        }
    }
}

/// A tile on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ArrangedTile))]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Its number.
    pub tile: String,
    /// Steps clockwise.
    #[serde(default)]
    pub rotation: u8,
}

/// A station on a stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ArrangedStation))]
#[serde(deny_unknown_fields)]
pub struct Station {
    /// Whose.
    pub company: String,
    /// Where.
    pub cell: String,
    /// Stop of the tile there.
    #[serde(default)]
    pub stop: u8,
    /// It lies on the cell and waits for a stop.
    #[serde(default, skip_serializing_if = "is_false")]
    pub waiting: bool,
}

/// Where a paper lies that nobody owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Lies {
    /// For sale by the bank.
    Bank,
    /// Not on sale.
    Aside,
    /// Closed.
    Gone,
}

/// What else is told of a paper.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ArrangedPaper))]
#[serde(deny_unknown_fields, default)]
pub struct Note {
    /// Where it lies if nobody owns it; where the round leaves it if it is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lies: Option<Lies>,
    /// Its power has been used.
    #[serde(skip_serializing_if = "is_false")]
    pub used: bool,
}

/// A position as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Arrangement {
    /// Name of the phase.
    pub phase: String,
    /// Set of rounds, from 1.
    #[serde(default = "first")]
    pub set: u8,
    /// Number of the operating round in its set, from 1.
    #[serde(default = "first")]
    pub number: u8,
    /// Whose turn it is.
    pub turn: Turn,
    /// Key of the step of a company's turn; the first if it is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// Income of the run, from the step of the dividend on.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub revenue: i32,
    /// Companies of the operating round in order; by price if they are not told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lineup: Vec<String>,
    /// Turns in a row in which players did nothing.
    #[serde(default, skip_serializing_if = "is_none")]
    pub passes: u8,
    /// Seat of the player who bought or sold last in this round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u8>,
    /// Seats in the order in which players act; as they sit if it is not told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<u8>,
    /// Players by seat; each as the game begins if none is told.
    #[serde(default)]
    pub players: Vec<Seat>,
    /// Companies of which there is something to tell.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub companies: BTreeMap<String, Charter>,
    /// Papers of which there is more to tell than their owner.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub papers: BTreeMap<String, Note>,
    /// Tiles that were laid, by cell.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tiles: BTreeMap<String, Tile>,
    /// Stations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stations: Vec<Station>,
    /// Trains in the bank's pool.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pool: Vec<Train>,
    /// Trains with a paper or set aside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aside: Vec<Train>,
    /// Trains that have left the game, all of them; those before the last one sold if it is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gone: Option<Vec<Train>>,
    /// What only this title keeps.
    #[serde(default, skip_serializing_if = "Json::is_null")]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub own: Json,
}

const fn first() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde hands a reference
const fn is_zero(n: &i32) -> bool {
    *n == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_none(n: &u8) -> bool {
    *n == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_false(b: &bool) -> bool {
    !*b
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_true(b: &bool) -> bool {
    *b
}

impl Train {
    /// The train with what is told of it.
    pub fn card(&self) -> TrainCard {
        match self {
            Train::Name(train) => TrainCard { train: train.clone(), ..TrainCard::default() },
            Train::Card(card) => card.clone(),
        }
    }
}
