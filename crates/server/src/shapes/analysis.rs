//! Answers about routes, charts and hints.

use super::{Program, RefusalJson};
use crate::chart::{Income, Mark};
use crate::chooser::Why;
use engine::RoundName;
use engine::wire::{Move, RouteClaim, RouteStep};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What routes bring together.
#[derive(Serialize, ToSchema)]
pub struct Total {
    /// Revenue.
    pub(crate) revenue: i64,
    /// Subsidy.
    pub(crate) subsidy: i64,
    /// Mines.
    pub(crate) mines: i64,
    /// What is to be the most.
    pub(crate) primary: i64,
}

/// A stop that a route calls at.
#[derive(Serialize, ToSchema)]
pub struct Call {
    /// Cell.
    pub(crate) cell: String,
    /// Stop of the tile there.
    pub(crate) stop: u8,
    /// Name.
    #[schema(required = true)]
    pub(crate) name: Option<String>,
    /// Counts for the train.
    pub(crate) counted: bool,
    /// Whether it does is the director's choice.
    pub(crate) optional: bool,
    /// Value.
    pub(crate) value: i32,
    /// Bonus.
    pub(crate) bonus: i32,
    /// Subsidy.
    pub(crate) subsidy: i32,
}

/// The route of a train.
#[derive(Serialize, ToSchema)]
pub struct Route {
    /// The train's card.
    pub(crate) card: String,
    /// Its name.
    pub(crate) train: String,
    /// Its track in order.
    pub(crate) path: Vec<RouteStep>,
    /// Where it calls.
    pub(crate) calls: Vec<Call>,
    /// Revenue.
    pub(crate) revenue: i32,
    /// Subsidy.
    pub(crate) subsidy: i32,
    /// Mines.
    pub(crate) mines: i32,
    /// Bonus of a named connection.
    pub(crate) named_bonus: i32,
    /// Halts that it serves.
    pub(crate) halts: u8,
    /// The most halts that it could serve on this line.
    pub(crate) most_halts: u8,
}

/// Other routes worth proposing.
#[derive(Serialize, ToSchema)]
pub struct Alternative {
    /// What they bring most of: `subsidy`.
    pub(crate) most: &'static str,
    /// Together.
    pub(crate) total: Total,
    /// One a train.
    pub(crate) routes: Vec<Route>,
    /// The move that runs them.
    pub(crate) r#move: Move,
}

/// A train that runs.
#[derive(Serialize, ToSchema)]
pub struct Runner {
    /// Card.
    pub(crate) card: String,
    /// Name.
    pub(crate) train: String,
}

/// A stop that a company reaches.
#[derive(Serialize, ToSchema)]
pub struct Stop {
    /// Cell.
    pub(crate) cell: String,
    /// Stop of the tile there.
    pub(crate) stop: u8,
    /// Name.
    #[schema(required = true)]
    pub(crate) name: Option<String>,
    /// `city`, `town`, `halt` or `red`.
    pub(crate) kind: &'static str,
    /// Value.
    pub(crate) value: i32,
    /// Bonus.
    pub(crate) bonus: i32,
    /// It has a station there.
    pub(crate) own: bool,
    /// Trains may go on from there.
    pub(crate) passable: bool,
    /// Trains end there.
    pub(crate) terminus: bool,
}

/// The best routes of a company.
#[derive(Serialize, ToSchema)]
pub struct BestRoutes {
    /// Company.
    pub(crate) company: String,
    /// After so many moves.
    pub(crate) at: i64,
    /// Nothing better is possible.
    pub(crate) proved: bool,
    /// Nothing above this is possible.
    pub(crate) bound: i64,
    /// Together.
    pub(crate) total: Total,
    /// One a train.
    pub(crate) routes: Vec<Route>,
    /// Where subsidy can be had instead of revenue: the routes with most of it.
    pub(crate) alternatives: Vec<Alternative>,
    /// The rule that demands the most, where one does.
    #[schema(required = true)]
    pub(crate) must_maximise: Option<&'static str>,
    /// Trains.
    pub(crate) trains: Vec<Runner>,
    /// Stops within reach.
    pub(crate) stops: Vec<Stop>,
    /// Nodes of the search.
    pub(crate) nodes: u64,
    /// The move that runs them.
    pub(crate) r#move: Move,
}

/// What claimed routes are worth.
#[derive(Default, Serialize, ToSchema)]
pub struct Evaluated {
    /// Allowed.
    pub(crate) ok: bool,
    /// What is wrong with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) violation: Option<&'static str>,
    /// Why they are not allowed.
    #[schema(required = true)]
    pub(crate) refusal: Option<RefusalJson>,
    /// Together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) total: Option<Total>,
    /// One a train.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) routes: Option<Vec<Route>>,
    /// The most that is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) best: Option<i64>,
    /// Nothing above this is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bound: Option<i64>,
    /// The most is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proved: Option<bool>,
    /// How much less than that they bring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) short_of_best: Option<i64>,
    /// The rule that demands the most, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) must_maximise: Option<&'static str>,
    /// The move that runs them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) r#move: Option<Move>,
}

/// The line through clicked stops.
#[derive(Default, Serialize, ToSchema)]
pub struct Completed {
    /// There is one.
    pub(crate) ok: bool,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) violation: Option<&'static str>,
    /// The route.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) route: Option<Route>,
    /// The same, to be claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) claim: Option<RouteClaim>,
}

/// A run beside the best that was possible.
#[derive(Serialize, ToSchema)]
pub struct AuditItem {
    /// Move.
    pub(crate) number: i64,
    /// Company.
    pub(crate) company: String,
    /// Seat that decided.
    pub(crate) seat: u8,
    /// Round.
    pub(crate) round: RoundName,
    /// What was run for.
    pub(crate) claimed: i64,
    /// Its subsidy.
    pub(crate) claimed_subsidy: i64,
    /// The most that was possible.
    pub(crate) best: i64,
    /// Its subsidy.
    pub(crate) best_subsidy: i64,
    /// Nothing above this was possible.
    pub(crate) bound: i64,
    /// The most is proved.
    pub(crate) proved: bool,
    /// What was missed.
    pub(crate) missed: i64,
}

/// Runs beside the best ones.
#[derive(Serialize, ToSchema)]
pub struct Audit {
    /// Runs in order.
    pub(crate) items: Vec<AuditItem>,
    /// Ask again from here; nothing if this is all.
    #[schema(required = true)]
    pub(crate) next: Option<i64>,
}

/// What was missed.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MissedKind {
    /// A tile.
    Tile,
    /// A station.
    Station,
    /// A train.
    Train,
    /// Routes with the same income and more subsidy.
    Subsidy,
}

/// A move that was not made, and with which the company would have run for more.
#[derive(Serialize, ToSchema)]
pub struct MissedItem {
    /// The move that was made instead.
    pub(crate) number: i64,
    /// Company.
    pub(crate) company: String,
    /// Seat that decided.
    pub(crate) seat: u8,
    /// Round.
    pub(crate) round: RoundName,
    /// What it is.
    pub(crate) kind: MissedKind,
    /// The move.
    pub(crate) r#move: Move,
    /// The most that the company could run for as it was.
    pub(crate) had: i64,
    /// What it could have run for.
    pub(crate) could: i64,
    /// How much more that is.
    pub(crate) more: i64,
    /// What the move costs at once.
    pub(crate) cost: i32,
    /// Both are proved; else it is at least so much more.
    pub(crate) proved: bool,
    /// It is about the next run, not that of this turn.
    pub(crate) next_run: bool,
}

/// Moves that were missed.
#[derive(Serialize, ToSchema)]
pub struct MissedMoves {
    /// In order; of each turn the one of a kind that brings most.
    pub(crate) items: Vec<MissedItem>,
    /// Turns that were looked at.
    pub(crate) turns: usize,
    /// Turns that were not looked through: it would have taken too long.
    pub(crate) cut: usize,
    /// Ask again from here; nothing if this is all.
    #[schema(required = true)]
    pub(crate) next: Option<i64>,
}

/// Values, prices and incomes, one column for each move at which something changed.
#[derive(Serialize, ToSchema)]
pub struct Charts {
    /// Moves.
    pub(crate) moves: Vec<usize>,
    /// Rounds.
    pub(crate) rounds: Vec<Option<RoundName>>,
    /// Wealth by seat.
    pub(crate) players: Vec<Vec<i32>>,
    /// Prices by company.
    pub(crate) prices: BTreeMap<String, Vec<Option<i32>>>,
    /// Incomes in order.
    pub(crate) incomes: Vec<Income>,
}

/// Where rounds and phases began.
#[derive(Serialize, ToSchema)]
pub struct History {
    /// Moves made.
    pub(crate) length: i64,
    /// In order.
    pub(crate) marks: Vec<Mark>,
}

/// Why nothing may be done on a cell.
#[derive(Serialize, ToSchema)]
pub struct WhyNot {
    /// After so many moves.
    pub(crate) after: i64,
    /// The refusal; nothing if something may be done.
    #[schema(required = true)]
    pub(crate) refusal: Option<RefusalJson>,
}

/// Something a bot would do.
#[derive(Serialize, ToSchema)]
pub struct HintShown {
    /// The move.
    pub(crate) r#move: Move,
    /// What it expects.
    pub(crate) value: i32,
    /// Why.
    #[schema(required = true)]
    pub(crate) reason: Option<Why>,
}

/// What a bot would do.
#[derive(Serialize, ToSchema)]
pub struct Hints {
    /// After so many moves.
    pub(crate) after: i64,
    /// Best first.
    pub(crate) hints: Vec<HintShown>,
}

/// What a seat leaves to the server.
#[derive(Serialize, ToSchema)]
pub struct SeatAutomation {
    /// Seat.
    pub(crate) seat: u8,
    /// Pass when nothing else is legal.
    pub(crate) forced: bool,
    /// What to do in stock rounds.
    #[schema(required = true)]
    pub(crate) program: Option<Program>,
    /// Why the last program stopped.
    #[schema(required = true)]
    pub(crate) stopped: Option<String>,
}

/// What one's seats leave to the server.
#[derive(Serialize, ToSchema)]
pub struct AutomationSet {
    /// One a seat.
    pub(crate) automation: Vec<SeatAutomation>,
    /// Moves made.
    pub(crate) length: i64,
}

/// A line of chat was said.
#[derive(Serialize, ToSchema)]
pub struct Said {
    /// Journal entry.
    pub(crate) seq: i64,
    /// It had been said before with the same key.
    pub(crate) repeated: bool,
}

/// Routes as layers of a map.
#[derive(Serialize, ToSchema)]
pub struct Drawing {
    /// Body of the layer of routes.
    pub(crate) routes: String,
    /// Body of the layer of their tags.
    pub(crate) tags: String,
}
