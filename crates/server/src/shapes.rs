//! Answers of the table. Each is built as one of these types and written from it, so the description of the interface, which is
//! made from the same types, cannot differ from what is answered. What travels out of the engine ([`engine::wire`], its
//! views) describes itself.

mod analysis;
mod calculator;
mod card;
mod course;
mod game;
mod judgement;
mod log;
mod people;
mod program;
mod puzzle;
mod sheet;
mod study;

pub use analysis::{
    Alternative, Audit, AuditItem, AutomationSet, BestRoutes, Call, Charts, Completed, Drawing,
    Evaluated, HintShown, Hints, History, MissedItem, MissedKind, MissedMoves, Route, Runner, Said,
    SeatAutomation, Stop, Total, WhyNot,
};
pub use calculator::{Calculated, LaidCell, Layable, Oddity, Places};
pub use card::{CellCard, Follower, StopShown, TileCard};
pub use course::{Answered, LessonJson, LessonStep, Lessons, Progress, Solution};
pub use game::{ClockJson, GameJson, NextTurn, SeatJson, SeatTime, TurnJson};
pub use judgement::JudgementJson;
pub use log::{Kept, Line, ToldLines};
pub use people::{
    ArchiveJson, BotScore, BotsOpenings, EndedGame, EndedSeat, FigureJson, FriendJson, FriendsJson,
    KeptStatistics, OwnRating, PaceJson, PlayerPage, Privacy, Ranked, Ranking, RowJson, SeatScore,
    Statistics, TableJson, TitleOpenings, WaitsJson,
};
pub use program::{Program, Source, Until, Worry};
pub use puzzle::{
    PuzzleAnswered, PuzzleJson, PuzzleProgress, PuzzleSolution, PuzzleSource, Puzzles, Today,
};
pub use sheet::{
    Brings, Charter, Course, Phase, PriceCell, PrintedCell, PrintedPaper, PrintedTile, ProcessBox,
    Range, Sheet, Terrain, Title, Titles, TrainFace, TrainKind,
};

pub use study::{ChapterJson, Edited, Played, StudyHead, StudyJson, StudyLists, StudyNews};

use engine::wire::{Decision, Event, Given, Move, MoveKind};
use engine::{Amount, RoundName, View};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A choice.
#[derive(Serialize, ToSchema)]
pub struct Choice {
    /// The move.
    pub(crate) r#move: Move,
    /// Amounts it may have.
    #[schema(required = true)]
    pub(crate) amount: Option<Amount>,
    /// What it costs.
    pub(crate) cost: i32,
}

/// Choices of one kind.
#[derive(Serialize, ToSchema)]
pub struct Group {
    /// Kind of move.
    pub(crate) kind: MoveKind,
    /// Choices.
    pub(crate) choices: Vec<Choice>,
}

/// Centre and outline of a cell in the units of the map.
#[derive(Serialize, ToSchema)]
pub struct Place {
    /// Centre.
    pub(crate) centre: (f64, f64),
    /// Outline as the path of a picture.
    pub(crate) outline: String,
}

/// What a seat may do although somebody else must decide.
#[derive(Serialize, ToSchema)]
pub struct Aside {
    /// Seat.
    pub(crate) seat: u8,
    /// Choices by kind.
    pub(crate) groups: Vec<Group>,
}

/// All legal choices.
#[derive(Default, Serialize, ToSchema)]
pub struct Choices {
    /// In the position after so many moves.
    pub(crate) after: i64,
    /// Who decides.
    #[schema(required = true)]
    pub(crate) decision: Option<Decision>,
    /// Who asks decides.
    pub(crate) mine: bool,
    /// Choices by kind.
    pub(crate) groups: Vec<Group>,
    /// How many.
    pub(crate) count: usize,
    /// What the seats of who asks may do out of turn.
    pub(crate) asides: Vec<Aside>,
    /// Where the cells lie that the moves name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cells: Option<BTreeMap<String, Place>>,
}

/// What belongs to who asks.
#[derive(Default, Serialize, ToSchema)]
pub struct You {
    /// Seats.
    pub(crate) seats: Vec<u8>,
    /// What the seats leave to the server.
    pub(crate) automation: Vec<SeatAutomation>,
    /// Something can be taken back.
    pub(crate) may_undo: bool,
    /// Back to this move.
    #[schema(required = true)]
    pub(crate) undo_to: Option<i64>,
    /// Seats that would be asked.
    pub(crate) undo_needs: Vec<u8>,
}

/// A line of chat.
#[derive(Serialize, ToSchema)]
pub struct ChatLine {
    /// Journal entry.
    pub(crate) seq: i64,
    /// When.
    pub(crate) at: i64,
    /// Always `chat`.
    pub(crate) kind: &'static str,
    /// Account; nobody once it is deleted.
    #[schema(required = true)]
    pub(crate) user: Option<String>,
    /// Name.
    pub(crate) name: String,
    /// Text.
    pub(crate) text: String,
    /// An operator removed what was said.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub(crate) removed: bool,
}

/// Somebody who looks at the game now.
#[derive(Serialize, ToSchema)]
pub struct Present {
    /// Account.
    pub(crate) user: String,
    /// Name.
    pub(crate) name: String,
    /// Seats.
    pub(crate) seats: Vec<u8>,
}

/// The state of a game at a move.
#[derive(Serialize, ToSchema)]
pub struct State {
    /// The game.
    pub(crate) game: GameJson,
    /// Moves shown.
    pub(crate) at: i64,
    /// Moves made.
    pub(crate) length: i64,
    /// Last journal entry.
    pub(crate) seq: i64,
    /// Moves that can be made again.
    pub(crate) undone: i64,
    /// It is the last state.
    pub(crate) live: bool,
    /// The position.
    pub(crate) view: View,
    /// The last move.
    #[schema(required = true)]
    pub(crate) last: Option<Line>,
    /// The moves before.
    pub(crate) log: Vec<Line>,
    /// What belongs to who asks.
    pub(crate) you: You,
    /// Somebody asks for something that others must agree to.
    #[schema(required = true)]
    pub(crate) undo: Option<Asked>,
    /// Chat.
    pub(crate) chat: Vec<ChatLine>,
    /// What may be known of its luck.
    pub(crate) luck: LuckJson,
    /// Clocks, if it has any.
    #[schema(required = true)]
    pub(crate) clock: Option<ClockJson>,
    /// The last that happened at the table besides moves, in order.
    pub(crate) told: Vec<TableTold>,
    /// Who is here.
    pub(crate) presence: Vec<Present>,
    /// Choices, if asked for; null where nobody can choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Choices>)]
    pub(crate) choices: Option<Option<Choices>>,
}

/// What may be known of a game's luck.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Luck)]
pub struct LuckJson {
    /// SHA-256 of seed, a space and salt, in hexadecimal; null for games begun before there was one.
    #[schema(required = true)]
    pub(crate) commitment: Option<String>,
    /// A person chose the seed.
    pub(crate) chosen: bool,
    /// The seed as a decimal number, once the game is over.
    #[schema(required = true)]
    pub(crate) seed: Option<String>,
    /// The salt, once the game is over.
    #[schema(required = true)]
    pub(crate) salt: Option<String>,
}

/// Something that happened at the table besides moves.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct TableTold {
    /// Journal entry.
    #[serde(default)]
    #[schema(required = true)]
    pub(crate) seq: i64,
    /// When.
    #[serde(default)]
    #[schema(required = true)]
    pub(crate) at: i64,
    /// What: `bot_took_over`, `timed_out`, `replaced`, `resigned`, …
    pub(crate) what: String,
    /// Whose seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seat: Option<u8>,
    /// Whose seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) seats: Vec<u8>,
    /// Name of who came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// Level of the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<String>,
    /// Seat that asked or answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<u8>,
    /// To whom a seat is offered: `person` or `offer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) with: Option<String>,
}

/// Something that others must agree to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Asked {
    /// `undo`, `abandon`, `end`, `replace` or `return`.
    pub(crate) kind: &'static str,
    /// Seat that asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<u8>,
    /// Back to this move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<i64>,
    /// Seat that shall have another player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seat: Option<u8>,
    /// Who shall play there: `bot`, `person` or `offer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) with: Option<&'static str>,
    /// Name of the person who shall play there, or wants to come back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// Seats that agreed.
    pub(crate) agreed: Vec<u8>,
    /// Seats that did not.
    pub(crate) refused: Vec<u8>,
    /// Seats that are asked.
    pub(crate) waiting: Vec<u8>,
}

/// A number or a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Scalar {
    /// A number.
    Number(i32),
    /// A name.
    Name(String),
}

/// Something before or after a move: a number, a name, trains, or a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Quantity {
    /// A number.
    Number(i32),
    /// A name.
    Name(String),
    /// Names of trains.
    Trains(Vec<String>),
    /// A round.
    Round(RoundName),
}

/// Why something is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RefusalJson {
    /// Rule.
    pub(crate) rule: &'static str,
    /// Key of the sentence.
    pub(crate) key: &'static str,
    /// Values of the sentence.
    pub(crate) args: BTreeMap<&'static str, Given>,
    /// Text of the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
}

/// What a move would change.
#[derive(Serialize, ToSchema)]
pub struct Changed {
    /// `player`, `company`, `bank`, …
    pub(crate) of: &'static str,
    /// Which: a seat or an abbreviation.
    #[schema(required = true)]
    pub(crate) id: Option<Scalar>,
    /// What of it.
    pub(crate) what: &'static str,
    /// Before.
    #[schema(required = true)]
    pub(crate) from: Option<Quantity>,
    /// After.
    #[schema(required = true)]
    pub(crate) to: Option<Quantity>,
}

/// What a move would bring.
#[derive(Default, Serialize, ToSchema)]
pub struct Preview {
    /// Allowed.
    pub(crate) ok: bool,
    /// Not a move at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refusal: Option<RefusalJson>,
    /// The move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) r#move: Option<Move>,
    /// What would happen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) events: Option<Vec<Event>>,
    /// What would change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) changes: Option<Vec<Changed>>,
    /// Who would decide next; null if nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Decision>)]
    pub(crate) decision: Option<Option<Decision>>,
    /// Chance comes next: what it does is not shown, and nobody decides before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub(crate) unseen: bool,
    /// A card that would bring nothing now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub(crate) idle: bool,
    /// The position after it, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) view: Option<View>,
}

/// What moves would bring.
#[derive(Serialize, ToSchema)]
pub struct Previews {
    /// In the position after so many moves.
    pub(crate) after: i64,
    /// One a move.
    pub(crate) previews: Vec<Preview>,
}
