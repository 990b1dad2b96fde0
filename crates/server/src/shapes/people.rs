//! Players, their results, and games that are over, as pages show them.

use crate::ratings::RatingJson;
use analysis::opening::{Made, Openings};
use engine::OptionValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A figure from several games.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
pub struct FigureJson {
    /// How many values.
    pub count: i64,
    /// Their mean.
    pub mean: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
}

/// A row of statistics.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RowJson {
    /// What it is about.
    pub name: String,
    /// A figure for each column.
    pub values: Vec<FigureJson>,
}

/// A table of statistics.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableJson {
    /// What it shows: `Seats`, `Companies`, `Starting prices`, `Phases`, `Ends`.
    pub title: String,
    /// Heads of its columns.
    pub heads: Vec<String>,
    /// Rows.
    pub rows: Vec<RowJson>,
}

/// What games of a title show.
#[derive(Debug, Serialize, ToSchema)]
pub struct Statistics {
    /// Title.
    pub title: String,
    /// Games it comes from.
    pub games: i64,
    /// Made when; nothing while there are too few games.
    pub at: Option<i64>,
    /// Tables.
    pub tables: Vec<TableJson>,
}

/// Statistics as the database keeps them.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct KeptStatistics {
    /// Tables.
    pub tables: Vec<TableJson>,
    /// Openings.
    pub openings: Vec<Openings>,
}

/// Openings in games of bots.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BotsOpenings {
    /// How these games were made.
    pub made: Made,
    /// The figures.
    pub openings: Openings,
}

/// What became of openings in games of a title.
#[derive(Debug, Serialize, ToSchema)]
pub struct TitleOpenings {
    /// Title.
    pub title: String,
    /// When those of games here were counted; nothing while there are too few games.
    pub at: Option<i64>,
    /// In games played here, by variant and number of players, those with most games first.
    pub here: Vec<Openings>,
    /// In games of bots, counted when the program was made.
    pub bots: Vec<BotsOpenings>,
}

/// A seat of a game that is over.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EndedSeat {
    /// Number.
    pub seat: u8,
    /// Name at the table; none of who keeps it back.
    pub name: Option<String>,
    /// The account, if it has a page.
    pub player: Option<String>,
    /// Level, if a bot sat there.
    pub bot: Option<String>,
    /// Belongs to who asks.
    pub mine: bool,
    /// Wealth at the end.
    pub value: i64,
    /// Place, from 1.
    pub place: i64,
    /// Among the winners.
    pub won: bool,
}

/// A game that is over.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EndedGame {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Title.
    pub title: String,
    /// Variant.
    pub variant: String,
    /// Preset.
    pub preset: String,
    /// Options that differ from the preset.
    pub options: BTreeMap<String, OptionValue>,
    /// Made when.
    pub began: i64,
    /// When the last move was made.
    pub ended: i64,
    /// Moves.
    pub length: i64,
    /// Which ratings it counts for: `people`, `bots`, or empty.
    pub pool: String,
    /// Why it ended.
    pub reason: String,
    /// All at one screen.
    pub hot_seat: bool,
    /// Everybody may look at it.
    pub listed: bool,
    /// Seats in order.
    pub seats: Vec<EndedSeat>,
}

/// A page of games that are over.
#[derive(Debug, Serialize, ToSchema)]
pub struct ArchiveJson {
    /// The last that ended first.
    pub games: Vec<EndedGame>,
    /// Ask again with `after` for more.
    pub next: Option<String>,
}

/// A rating of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnRating {
    /// Title.
    pub title: String,
    /// `people` or `bots`.
    pub pool: String,
    /// The rating.
    pub rating: RatingJson,
}

/// Results at one seat of tables of one size.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatScore {
    /// Title.
    pub title: String,
    /// Seats of the table.
    pub players: i64,
    /// The seat, from 0.
    pub seat: i64,
    /// With bots at the table.
    pub bots: bool,
    /// Games.
    pub games: i64,
    /// Games won, alone or with others.
    pub won: i64,
    /// Mean place.
    pub place: f64,
}

/// Results against bots of one level.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BotScore {
    /// Title.
    pub title: String,
    /// Level.
    pub level: String,
    /// Bots met.
    pub met: i64,
    /// Came before so many of them.
    pub beaten: i64,
}

/// How fast somebody decides.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaceJson {
    /// Decisions in games that are over.
    pub moves: i64,
    /// Milliseconds that one took on average.
    pub mean: i64,
}

/// What somebody keeps back.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Privacy {
    /// His page: others do not find it.
    pub hide_page: bool,
    /// His name in lists: of ratings and of the archive.
    pub hide_name: bool,
}

/// A player.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerPage {
    /// Account.
    pub id: String,
    /// Name.
    pub name: String,
    /// Here since when.
    pub since: i64,
    /// Who asks.
    pub me: bool,
    /// A friend of who asks.
    pub friend: bool,
    /// Blocked by who asks.
    pub blocked: bool,
    /// What he keeps back; only for himself.
    pub privacy: Option<Privacy>,
    /// Ratings.
    pub ratings: Vec<OwnRating>,
    /// Results by title and seat.
    pub scores: Vec<SeatScore>,
    /// Results against bots.
    pub bots: Vec<BotScore>,
    /// How fast he decides.
    pub pace: PaceJson,
    /// His last games that who asks may see.
    pub games: Vec<EndedGame>,
}

/// Somebody in a list of ratings.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ranked {
    /// Name; none of a bot.
    pub name: Option<String>,
    /// The account, if it has a page.
    pub player: Option<String>,
    /// Level, if it is a bot.
    pub bot: Option<String>,
    /// The rating.
    pub rating: RatingJson,
}

/// A list of ratings.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ranking {
    /// Title.
    pub title: String,
    /// `people` or `bots`.
    pub pool: String,
    /// The highest first; provisional ones are not in it.
    pub ranked: Vec<Ranked>,
}

/// Somebody whom one likes to meet.
#[derive(Debug, Serialize, ToSchema)]
pub struct FriendJson {
    /// Account.
    pub user: String,
    /// Name.
    pub name: String,
    /// Since when.
    pub at: i64,
}

/// Everybody whom one likes to meet.
#[derive(Debug, Serialize, ToSchema)]
pub struct FriendsJson {
    /// In the order in which they were added.
    pub friends: Vec<FriendJson>,
}

/// What is known of somebody who waits at an open table.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitsJson {
    /// The game.
    pub game: String,
    /// The seat.
    pub seat: u8,
    /// The account has a page.
    pub page: bool,
    /// A friend of who asks.
    pub friend: bool,
    /// His rating at tables of people, of this title.
    pub rating: Option<RatingJson>,
}
