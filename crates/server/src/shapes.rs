//! The shape of answers that are put together from parts of a position: for the description of the interface, and for the types
//! of the pages' scripts, which are made from it. A test of the pages holds real answers against these shapes.

#![allow(dead_code)]

mod analysis;
mod game;
mod log;
mod program;

pub use analysis::{
    Audit, AutomationSet, BestRoutes, Charts, Completed, Drawing, Evaluated, Hints, History, Said,
    SeatAutomation, WhyNot,
};
pub use game::{GameJson, SeatJson, TurnJson};
pub use log::{GameEvent, Line, Move, NextTurn, RouteClaim, RouteStep};
pub use program::{Program, Source, Until, Worry};

use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A round.
#[derive(Serialize, ToSchema)]
pub struct Round {
    /// `opening`, `stock`, `operating`, `over`, or a name of the title.
    kind: String,
    /// Number within its set.
    number: Option<u8>,
    /// Set.
    set: Option<u8>,
}

/// Who must decide what.
#[derive(Serialize, ToSchema)]
pub struct Decision {
    /// Seat.
    player: usize,
    /// For which company.
    #[schema(required = true)]
    company: Option<String>,
    /// Key of the step.
    step: String,
}

/// A player in a position.
#[derive(Serialize, ToSchema)]
pub struct Player {
    /// Seat.
    seat: usize,
    /// Cash.
    cash: i32,
    /// Worth if the game ended now.
    value: i32,
    /// Certificates that count against the limit.
    certificates: u8,
    /// The limit.
    #[schema(required = true)]
    limit: Option<u8>,
    /// Loan.
    debt: i32,
    /// Penalty.
    penalty: i32,
    /// Shares by company: abbreviation, shares, percent, director.
    shares: Vec<(String, u8, u8, bool)>,
    /// Papers.
    papers: Vec<String>,
}

/// A train.
#[derive(Serialize, ToSchema)]
pub struct Train {
    /// Card.
    card: u8,
    /// Kind and copy.
    id: String,
    /// Face in use.
    name: String,
    /// Obsolete.
    obsolete: bool,
}

/// A company in a position.
#[derive(Serialize, ToSchema)]
pub struct Company {
    /// Abbreviation.
    id: String,
    /// Name.
    name: String,
    /// Size class.
    size: u8,
    /// Director's seat.
    #[schema(required = true)]
    director: Option<u8>,
    /// Flags that are set.
    flags: Vec<String>,
    /// Treasury; null for who may not see it.
    #[schema(required = true)]
    treasury: Option<i32>,
    /// Starting price.
    #[schema(required = true)]
    par: Option<i32>,
    /// Price.
    #[schema(required = true)]
    price: Option<i32>,
    /// Cell on the chart.
    #[schema(required = true)]
    cell: Option<u8>,
    /// Place in the stack there, 0 on top.
    depth: u8,
    /// Price after a dividend, after none.
    #[schema(required = true)]
    next_prices: Option<Vec<i32>>,
    /// Unsold percent.
    ipo: u8,
    /// Percent in the pool.
    pool: u8,
    /// Trains.
    trains: Vec<Train>,
    /// Most trains it may own.
    train_limit: u8,
    /// Cost of every marker on the charter.
    markers: Vec<u16>,
    /// Stations on the map: cell, stop.
    stations: Vec<(String, u8)>,
    /// Papers.
    papers: Vec<String>,
    /// Revenue of the last run.
    last_revenue: i32,
}

/// A paper in a position.
#[derive(Serialize, ToSchema)]
pub struct Paper {
    /// Abbreviation.
    id: String,
    /// Name.
    name: String,
    /// Income.
    income: i32,
    /// Price or face value.
    price: i32,
    /// `player:0`, `company:BN`, `bank`, `aside` or `gone`.
    owner: String,
    /// Power used.
    used: bool,
}

/// A laid tile.
#[derive(Serialize, ToSchema)]
pub struct Laid {
    /// Cell.
    cell: String,
    /// Tile.
    tile: String,
    /// Rotation.
    rotation: u8,
    /// Companies in the slots of every stop.
    stations: Vec<Vec<Option<String>>>,
    /// A station waiting on the bare cell.
    #[schema(required = true)]
    waiting: Option<String>,
}

/// How a game ended.
#[derive(Serialize, ToSchema)]
pub struct Outcome {
    /// Wealth by seat.
    values: Vec<i32>,
    /// Winners.
    winners: Vec<usize>,
    /// Key of the reason.
    reason: String,
}

/// A position.
#[derive(Serialize, ToSchema)]
pub struct View {
    /// Title.
    title: String,
    /// Variant.
    variant: String,
    /// Round.
    round: Round,
    /// Phase.
    phase: String,
    /// Box of the process track.
    process: usize,
    /// Who must decide.
    #[schema(required = true)]
    decision: Option<Decision>,
    /// Order of players.
    order: Vec<usize>,
    /// Players by seat.
    players: Vec<Player>,
    /// Companies.
    companies: Vec<Company>,
    /// Companies in the order in which they act: as fixed for the round, then by price and place in the stack.
    acting: Vec<String>,
    /// Papers.
    papers: Vec<Paper>,
    /// Money in the bank.
    bank: i32,
    /// Trains in the stack: kind, faces with prices, left (`null` without limit).
    // The description is derived only from a tuple that is written out.
    #[allow(clippy::type_complexity)]
    stack: Vec<(String, Vec<(String, i32)>, Option<usize>)>,
    /// Trains in the pool.
    pool: Vec<Train>,
    /// Tiles on the map (printed ones left out) and cells with stations.
    board: Vec<Laid>,
    /// Tiles left.
    tiles: Vec<(String, u8)>,
    /// Facts of the title.
    facts: Vec<(String, Value)>,
    /// Result, once over.
    #[schema(required = true)]
    outcome: Option<Outcome>,
}

/// Amounts from `min` to `max` in steps.
#[derive(Serialize, ToSchema)]
pub struct Amount {
    /// Least.
    min: i32,
    /// Most.
    max: i32,
    /// Step.
    step: i32,
}

/// A choice.
#[derive(Serialize, ToSchema)]
pub struct Choice {
    /// The move.
    r#move: Move,
    /// Amounts it may have.
    #[schema(required = true)]
    amount: Option<Amount>,
    /// What it costs.
    cost: i32,
}

/// Choices of one kind.
#[derive(Serialize, ToSchema)]
pub struct Group {
    /// Kind of move.
    kind: String,
    /// Choices.
    choices: Vec<Choice>,
}

/// Centre and outline of a cell in the units of the map.
#[derive(Serialize, ToSchema)]
pub struct Place {
    /// Centre.
    centre: (f64, f64),
    /// Outline as the path of a picture.
    outline: String,
}

/// All legal choices.
#[derive(Serialize, ToSchema)]
pub struct Choices {
    /// In the position after so many moves.
    after: i64,
    /// Who decides.
    #[schema(required = true)]
    decision: Option<Decision>,
    /// Who asks decides.
    mine: bool,
    /// Choices by kind.
    groups: Vec<Group>,
    /// How many.
    count: usize,
    /// Where the cells lie that the moves name.
    cells: Option<BTreeMap<String, Place>>,
}

/// What belongs to who asks.
#[derive(Serialize, ToSchema)]
pub struct You {
    /// Seats.
    seats: Vec<usize>,
    /// What the seats leave to the server.
    automation: Vec<SeatAutomation>,
    /// Something can be taken back.
    may_undo: bool,
    /// Back to this move.
    undo_to: Option<i64>,
    /// Seats that would be asked.
    undo_needs: Vec<usize>,
}

/// A line of chat.
#[derive(Serialize, ToSchema)]
pub struct ChatLine {
    /// Journal entry.
    seq: i64,
    /// When.
    at: i64,
    /// Always `chat`.
    kind: String,
    /// Account.
    user: Option<String>,
    /// Name.
    name: String,
    /// Text.
    text: String,
}

/// Somebody who looks at the game now.
#[derive(Serialize, ToSchema)]
pub struct Present {
    /// Account.
    user: String,
    /// Name.
    name: String,
    /// Seats.
    seats: Vec<usize>,
}

/// The state of a game at a move.
#[derive(Serialize, ToSchema)]
pub struct State {
    /// The game.
    game: GameJson,
    /// Moves shown.
    at: i64,
    /// Moves made.
    length: i64,
    /// Last journal entry.
    seq: i64,
    /// Moves that can be made again.
    undone: i64,
    /// It is the last state.
    live: bool,
    /// The position.
    view: View,
    /// The last move.
    #[schema(required = true)]
    last: Option<Line>,
    /// The moves before.
    log: Vec<Line>,
    /// What belongs to who asks.
    you: You,
    /// Somebody asks for something that others must agree to.
    #[schema(required = true)]
    undo: Option<Asked>,
    /// Chat.
    chat: Vec<ChatLine>,
    /// Who is here.
    presence: Vec<Present>,
    /// Choices, if asked for.
    choices: Option<Choices>,
}

/// Something that others must agree to.
#[derive(Serialize, ToSchema)]
pub struct Asked {
    /// `undo` or `abandon`.
    kind: String,
    /// Seat that asks to take moves back.
    by: Option<usize>,
    /// Back to this move.
    to: Option<i64>,
    /// Seats that agreed.
    agreed: Vec<usize>,
    /// Seats that are asked.
    waiting: Vec<usize>,
}

/// A company as printed.
#[derive(Serialize, ToSchema)]
pub struct Charter {
    /// Abbreviation.
    id: String,
    /// Name.
    name: String,
    /// Size class.
    size: u8,
    /// Percent of one share.
    unit_percent: u8,
    /// Shares.
    units: u8,
    /// Shares of the director's certificate.
    director_units: u8,
    /// Shares that one may hold.
    max_units: u8,
    /// Shares that must be sold.
    float_units: u8,
    /// Shares paid in.
    capital: u8,
    /// Cost of the stations.
    station_costs: Vec<u16>,
    /// Homes.
    homes: Vec<String>,
    /// Colour of the token.
    colour: String,
    /// Colour of its letters.
    text_colour: String,
    /// Abbreviation at the public platform.
    public_id: String,
}

/// A paper as printed.
#[derive(Serialize, ToSchema)]
pub struct PrintedPaper {
    /// Abbreviation.
    id: String,
    /// Name.
    name: String,
    /// Size class.
    size: u8,
    /// Income.
    income: i32,
    /// Price.
    price: i32,
    /// Company it belongs to.
    #[schema(required = true)]
    company: Option<String>,
}

/// How far a train runs: its kind and the numbers that kind has.
#[derive(Serialize, ToSchema)]
pub struct Range {
    /// `plain`, `plus`, `express`, `stations` or `cities`.
    kind: String,
    /// Stops.
    stops: Option<u8>,
    /// Cities among them.
    cities: Option<u8>,
    /// All stops.
    total: Option<u8>,
    /// Large stations.
    large: Option<u8>,
    /// Small stations.
    small: Option<u8>,
    /// Cities that count.
    count: Option<u8>,
    /// How often they count.
    times: Option<u8>,
}

/// One side of a train card.
#[derive(Serialize, ToSchema)]
pub struct TrainFace {
    /// Name.
    name: String,
    /// Price.
    price: i32,
    /// Size class that may own it.
    size: u8,
    /// How far it runs.
    range: Range,
    /// Kinds that its sale scraps.
    scraps: Vec<String>,
}

/// A kind of train card.
#[derive(Serialize, ToSchema)]
pub struct TrainKind {
    /// Name.
    name: String,
    /// Cards.
    count: u8,
    /// Never runs out.
    unlimited: bool,
    /// Phase that its first sale begins.
    phase: usize,
    /// Sides.
    faces: Vec<TrainFace>,
}

/// A phase.
#[derive(Serialize, ToSchema)]
pub struct Phase {
    /// Name.
    name: String,
    /// Column of values.
    column: u8,
    /// Newest colour of tiles.
    #[schema(required = true)]
    colour: Option<String>,
    /// Most trains by size class.
    train_limit: Vec<u8>,
}

/// A cell of the share price chart.
#[derive(Serialize, ToSchema)]
pub struct PriceCell {
    /// Number.
    cell: usize,
    /// Price.
    price: i32,
    /// Row.
    row: u8,
    /// Column.
    column: u8,
    /// Size classes that may start here, as bits.
    start: u8,
    /// Zone.
    zone: u8,
    /// Cells that its moves lead to.
    to: Vec<u8>,
}

/// A box of the process track.
#[derive(Serialize, ToSchema)]
pub struct ProcessBox {
    /// Label.
    label: String,
    /// Value.
    value: i32,
    /// A train leaves the stack after it.
    export: bool,
}

/// A cell of the map as printed.
#[derive(Serialize, ToSchema)]
pub struct PrintedCell {
    /// Coordinates.
    cell: String,
    /// Name of its place.
    #[schema(required = true)]
    name: Option<String>,
    /// Column.
    x: i32,
    /// Row.
    y: i32,
    /// Centre in the units of the map.
    centre: Option<(f64, f64)>,
    /// Outline in the units of the map.
    outline: Option<String>,
    /// Kind and cost of the terrain.
    #[schema(required = true)]
    terrain: Option<Terrain>,
}

/// Terrain.
#[derive(Serialize, ToSchema)]
pub struct Terrain {
    /// Kind.
    kind: String,
    /// Cost.
    cost: i32,
}

/// A tile as printed.
#[derive(Serialize, ToSchema)]
pub struct PrintedTile {
    /// Number.
    tile: String,
    /// Colour.
    colour: String,
    /// Letter.
    #[schema(required = true)]
    label: Option<String>,
    /// How many; no limit if missing.
    #[schema(required = true)]
    count: Option<u8>,
}

/// How a game goes.
#[derive(Serialize, ToSchema)]
pub struct Course {
    /// Steps of a company's turn in order; none where companies take no turns.
    steps: Vec<String>,
    /// Operating rounds are numbered within their set: 2.1, 2.2.
    sets: bool,
    /// Directors choose the routes; otherwise trains run by themselves.
    routes: bool,
    /// Name of the player for whom nobody sits.
    #[schema(required = true)]
    automatic: Option<String>,
}

/// One thing that a lot brings.
#[derive(Serialize, ToSchema)]
pub struct Brings {
    /// Key of the sentence.
    key: String,
    /// Values of the sentence.
    args: BTreeMap<String, Arg>,
    /// Not every lot of its kind brings as much.
    special: bool,
}

/// What is printed.
#[derive(Serialize, ToSchema)]
pub struct Sheet {
    /// Title.
    title: String,
    /// Variant.
    variant: String,
    /// Name of the title.
    name: String,
    /// How money is written.
    money: String,
    /// How the money of companies is written, if otherwise.
    #[schema(required = true)]
    company_money: Option<String>,
    /// How the game goes.
    course: Course,
    /// `hex` or `square`.
    shape: String,
    /// The board grows.
    unbounded: bool,
    /// Companies.
    companies: Vec<Charter>,
    /// Papers.
    papers: Vec<PrintedPaper>,
    /// Trains.
    trains: Vec<TrainKind>,
    /// Phases.
    phases: Vec<Phase>,
    /// Share price chart.
    market: Vec<PriceCell>,
    /// Process track.
    process: Vec<ProcessBox>,
    /// Cards and characters.
    slots: Vec<String>,
    /// What a company, card or character brings to who takes it; a card a line for each of its sides.
    brings: BTreeMap<String, Vec<Brings>>,
    /// What was reconstructed.
    reconstructed: Vec<String>,
    /// Cells.
    cells: Vec<PrintedCell>,
    /// Tiles.
    tiles: Vec<PrintedTile>,
}

/// Value of an option: a word, true or false.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Setting {
    /// On or off.
    Switch(bool),
    /// One of several.
    Word(String),
}

/// An option of a variant.
#[derive(Serialize, ToSchema)]
pub struct OptionDef {
    /// Name.
    id: String,
    /// Rule.
    rule: String,
    /// Words it takes; a switch if none.
    words: Vec<String>,
    /// Value in each preset: a word, true or false.
    presets: Vec<Setting>,
    /// Options that cannot be on together with it.
    excludes: Vec<String>,
}

/// A variant.
#[derive(Serialize, ToSchema)]
pub struct Variant {
    /// Name.
    id: String,
    /// Fewest players.
    min_players: usize,
    /// Most players.
    max_players: usize,
    /// Options.
    options: Vec<OptionDef>,
}

/// A title.
#[derive(Serialize, ToSchema)]
pub struct Title {
    /// Id.
    id: String,
    /// Name.
    name: String,
    /// Version of the rules.
    rules_version: u32,
    /// Presets, the default first.
    presets: Vec<String>,
    /// Variants.
    variants: Vec<Variant>,
}

/// All titles, and the levels of bots.
#[derive(Serialize, ToSchema)]
pub struct Titles {
    /// Titles.
    titles: Vec<Title>,
    /// Levels of bots.
    levels: Vec<String>,
}

/// A number or a name.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Scalar {
    /// A number.
    Number(i32),
    /// A name.
    Name(String),
}

/// A value of a sentence: plain, or under its kind (`money`, `player`, `company`, …).
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Arg {
    /// A number.
    Number(i32),
    /// A name.
    Name(String),
    /// A value and its kind.
    Of(BTreeMap<String, Scalar>),
}

/// Something before or after a move: a number, a name, trains, or a round.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Quantity {
    /// A number.
    Number(i32),
    /// A name.
    Name(String),
    /// Names of trains.
    Trains(Vec<String>),
    /// A round.
    Round(Round),
}

/// Why something is not allowed.
#[derive(Serialize, ToSchema)]
pub struct RefusalJson {
    /// Rule.
    rule: String,
    /// Key of the sentence.
    key: String,
    /// Values of the sentence.
    args: BTreeMap<String, Arg>,
    /// Text of the rule.
    text: Option<String>,
}

/// What a move would change.
#[derive(Serialize, ToSchema)]
pub struct Changed {
    /// `player`, `company`, `bank`, …
    of: String,
    /// Which: a seat or an abbreviation.
    #[schema(required = true)]
    id: Option<Scalar>,
    /// What of it.
    what: String,
    /// Before.
    #[schema(required = true)]
    from: Option<Quantity>,
    /// After.
    #[schema(required = true)]
    to: Option<Quantity>,
}

/// What a move would bring.
#[derive(Serialize, ToSchema)]
pub struct Preview {
    /// Allowed.
    ok: bool,
    /// Not a move at all.
    error: Option<String>,
    /// Why not.
    refusal: Option<RefusalJson>,
    /// The move.
    r#move: Option<Move>,
    /// What would happen.
    events: Option<Vec<GameEvent>>,
    /// What would change.
    changes: Option<Vec<Changed>>,
    /// Who would decide next.
    decision: Option<Decision>,
    /// The position after it, if asked for.
    view: Option<View>,
}

/// What moves would bring.
#[derive(Serialize, ToSchema)]
pub struct Previews {
    /// In the position after so many moves.
    after: i64,
    /// One a move.
    previews: Vec<Preview>,
}
