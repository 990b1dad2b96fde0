//! Answers about routes, charts and hints.

use super::{Move, Program, RefusalJson, Round, RouteClaim, RouteStep};
use crate::chooser::Why;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What routes bring together.
#[derive(Serialize, ToSchema)]
pub struct Total {
    /// Revenue.
    revenue: i64,
    /// Subsidy.
    subsidy: i64,
    /// Mines.
    mines: i64,
    /// What is to be the most.
    primary: i64,
}

/// A stop that a route calls at.
#[derive(Serialize, ToSchema)]
pub struct Call {
    /// Cell.
    cell: String,
    /// Stop of the tile there.
    stop: u8,
    /// Name.
    #[schema(required = true)]
    name: Option<String>,
    /// Counts for the train.
    counted: bool,
    /// Whether it does is the director's choice.
    optional: bool,
    /// Value.
    value: i64,
    /// Bonus.
    bonus: i64,
    /// Subsidy.
    subsidy: i64,
}

/// The route of a train.
#[derive(Serialize, ToSchema)]
pub struct Route {
    /// The train's card.
    card: String,
    /// Its name.
    train: String,
    /// Its track in order.
    path: Vec<RouteStep>,
    /// Where it calls.
    calls: Vec<Call>,
    /// Revenue.
    revenue: i64,
    /// Subsidy.
    subsidy: i64,
    /// Mines.
    mines: i64,
    /// Bonus of a named connection.
    named_bonus: i64,
    /// Halts that it serves.
    halts: u8,
    /// The most halts that it could serve on this line.
    most_halts: u8,
}

/// Other routes worth proposing.
#[derive(Serialize, ToSchema)]
pub struct Alternative {
    /// What they bring most of: `subsidy`.
    most: String,
    /// Together.
    total: Total,
    /// One a train.
    routes: Vec<Route>,
    /// The move that runs them.
    r#move: Move,
}

/// A train that runs.
#[derive(Serialize, ToSchema)]
pub struct Runner {
    /// Card.
    card: String,
    /// Name.
    train: String,
}

/// A stop that a company reaches.
#[derive(Serialize, ToSchema)]
pub struct Stop {
    /// Cell.
    cell: String,
    /// Stop of the tile there.
    stop: u8,
    /// Name.
    #[schema(required = true)]
    name: Option<String>,
    /// `city`, `town`, `halt` or `red`.
    kind: String,
    /// Value.
    value: i64,
    /// Bonus.
    bonus: i64,
    /// It has a station there.
    own: bool,
    /// Trains may go on from there.
    passable: bool,
    /// Trains end there.
    terminus: bool,
}

/// The best routes of a company.
#[derive(Serialize, ToSchema)]
pub struct BestRoutes {
    /// Company.
    company: String,
    /// After so many moves.
    at: i64,
    /// Nothing better is possible.
    proved: bool,
    /// Nothing above this is possible.
    bound: i64,
    /// Together.
    total: Total,
    /// One a train.
    routes: Vec<Route>,
    /// Where subsidy can be had instead of revenue: the routes with most of it.
    alternatives: Vec<Alternative>,
    /// The rule that demands the most, where one does.
    #[schema(required = true)]
    must_maximise: Option<String>,
    /// Trains.
    trains: Vec<Runner>,
    /// Stops within reach.
    stops: Vec<Stop>,
    /// Nodes of the search.
    nodes: u64,
    /// The move that runs them.
    r#move: Move,
}

/// What claimed routes are worth.
#[derive(Serialize, ToSchema)]
pub struct Evaluated {
    /// Allowed.
    ok: bool,
    /// What is wrong with them.
    violation: Option<String>,
    /// Why they are not allowed.
    refusal: Option<RefusalJson>,
    /// Together.
    total: Option<Total>,
    /// One a train.
    routes: Option<Vec<Route>>,
    /// The most that is possible.
    best: Option<i64>,
    /// Nothing above this is possible.
    bound: Option<i64>,
    /// The most is proved.
    proved: Option<bool>,
    /// How much less than that they bring.
    short_of_best: Option<i64>,
    /// The rule that demands the most, where one does.
    must_maximise: Option<String>,
    /// The move that runs them.
    r#move: Option<Move>,
}

/// The line through clicked stops.
#[derive(Serialize, ToSchema)]
pub struct Completed {
    /// There is one.
    ok: bool,
    /// Why there is none.
    violation: Option<String>,
    /// The route.
    route: Option<Route>,
    /// The same, to be claimed.
    claim: Option<RouteClaim>,
}

/// A run beside the best that was possible.
#[derive(Serialize, ToSchema)]
pub struct AuditItem {
    /// Move.
    number: i64,
    /// Company.
    company: String,
    /// Seat that decided.
    seat: u8,
    /// Round.
    round: Round,
    /// What was run for.
    claimed: i64,
    /// Its subsidy.
    claimed_subsidy: i64,
    /// The most that was possible.
    best: i64,
    /// Its subsidy.
    best_subsidy: i64,
    /// Nothing above this was possible.
    bound: i64,
    /// The most is proved.
    proved: bool,
    /// What was missed.
    missed: i64,
}

/// Runs beside the best ones.
#[derive(Serialize, ToSchema)]
pub struct Audit {
    /// Runs in order.
    items: Vec<AuditItem>,
    /// Ask again from here; nothing if this is all.
    #[schema(required = true)]
    next: Option<i64>,
}

/// A company's income.
#[derive(Serialize, ToSchema)]
pub struct IncomeShown {
    /// Move.
    number: i64,
    /// Round.
    round: Round,
    /// Company.
    company: String,
    /// Revenue.
    revenue: i32,
    /// Paid out.
    paid: bool,
}

/// Values, prices and incomes, one column for each move at which something changed.
#[derive(Serialize, ToSchema)]
pub struct Charts {
    /// Moves.
    moves: Vec<usize>,
    /// Rounds.
    rounds: Vec<Option<Round>>,
    /// Wealth by seat.
    players: Vec<Vec<i32>>,
    /// Prices by company.
    prices: BTreeMap<String, Vec<Option<i32>>>,
    /// Incomes in order.
    incomes: Vec<IncomeShown>,
}

/// Beginning of a round or phase.
#[derive(Serialize, ToSchema)]
pub struct Beginning {
    /// Move.
    number: i64,
    /// Round.
    round: Round,
    /// Phase.
    phase: String,
}

/// Where rounds and phases began.
#[derive(Serialize, ToSchema)]
pub struct History {
    /// Moves made.
    length: i64,
    /// In order.
    marks: Vec<Beginning>,
}

/// Why nothing may be done on a cell.
#[derive(Serialize, ToSchema)]
pub struct WhyNot {
    /// After so many moves.
    after: i64,
    /// The refusal; nothing if something may be done.
    #[schema(required = true)]
    refusal: Option<RefusalJson>,
}

/// Something a bot would do.
#[derive(Serialize, ToSchema)]
pub struct HintShown {
    /// The move.
    r#move: Move,
    /// What it expects.
    value: i32,
    /// Why.
    #[schema(required = true)]
    reason: Option<Why>,
}

/// What a bot would do.
#[derive(Serialize, ToSchema)]
pub struct Hints {
    /// After so many moves.
    after: i64,
    /// Best first.
    hints: Vec<HintShown>,
}

/// What a seat leaves to the server.
#[derive(Serialize, ToSchema)]
pub struct SeatAutomation {
    /// Seat.
    seat: u8,
    /// Pass when nothing else is legal.
    forced: bool,
    /// What to do in stock rounds.
    #[schema(required = true)]
    program: Option<Program>,
    /// Why the last program stopped.
    #[schema(required = true)]
    stopped: Option<String>,
}

/// What one's seats leave to the server.
#[derive(Serialize, ToSchema)]
pub struct AutomationSet {
    /// One a seat.
    automation: Vec<SeatAutomation>,
    /// Moves made.
    length: i64,
}

/// A line of chat was said.
#[derive(Serialize, ToSchema)]
pub struct Said {
    /// Journal entry.
    seq: i64,
    /// It had been said before with the same key.
    repeated: bool,
}

/// Routes as layers of a map.
#[derive(Serialize, ToSchema)]
pub struct Drawing {
    /// Body of the layer of routes.
    routes: String,
    /// Body of the layer of their tags.
    tags: String,
}
