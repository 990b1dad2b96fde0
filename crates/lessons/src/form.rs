//! The form in which lessons are written.

use crate::pattern::Pattern;
use engine::{Setup, wire};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A file, its steps not yet read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Group of lessons it belongs to.
    pub chapter: String,
    /// Place among all lessons.
    pub order: u32,
    /// The rule of the catalogue that it shows, if it is a worked example and no lesson.
    #[serde(default)]
    pub example: Option<String>,
    /// How the game is set up, as in a game file; most have an `arrangement`.
    pub setup: Setup,
    /// Moves before the first step.
    #[serde(default)]
    pub moves: Vec<wire::Move>,
    /// Steps, each read by itself.
    pub steps: Vec<Json>,
}

/// A step as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepForm {
    /// What its words point at.
    #[serde(default)]
    pub point: Vec<Point>,
    /// Rules that it teaches.
    #[serde(default)]
    pub rules: Vec<String>,
    /// What is asked; a step without it is only read.
    #[serde(default)]
    pub answer: Option<Answer>,
    /// Wrong answers for which there is a sentence of its own.
    #[serde(default)]
    pub wrong: Vec<Pattern>,
    /// Moves that follow by themselves after the right answer.
    #[serde(default)]
    pub then: Vec<wire::Move>,
}

/// Something on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Point {
    /// A cell of the map.
    Cell(String),
    /// A company: its card or its row.
    Company(String),
    /// A part of the table.
    Panel(Panel),
}

/// A part of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Panel {
    /// The map.
    Map,
    /// The chart of prices.
    Market,
    /// Companies.
    Companies,
    /// Players.
    Players,
    /// Trains to come.
    Trains,
    /// The log.
    Log,
    /// How far the game is.
    Process,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// This move.
    Move(wire::Move),
    /// One of several moves; the lesson goes on from the first.
    Any {
        /// The move that is shown and from which the lesson goes on.
        first: wire::Move,
        /// Moves that are right as well.
        also: Vec<Pattern>,
    },
    /// The routes of a company that bring most.
    BestRun(String),
    /// A number, worked out by the engine.
    Number(Number),
}

/// A number to be found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Number {
    /// What the best routes of a company bring.
    BestRun(String),
    /// A number of the view, by its path: `/companies/BCB/price`, `/players/0/cash`. Of a list its length.
    View(String),
    /// A number of the view after some moves.
    After {
        /// Its path.
        view: String,
        /// The moves.
        moves: Vec<wire::Move>,
    },
    /// By how much a number of the view changes through some moves, without its sign.
    Change {
        /// Its path.
        view: String,
        /// The moves.
        moves: Vec<wire::Move>,
    },
}
