//! A game as lists and tables show it.

use crate::pace::Pace;
use engine::OptionValue;
use engine::wire::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::Turn;
use utoipa::ToSchema;

/// A seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatJson {
    /// Number.
    pub seat: u8,
    /// Name.
    pub name: String,
    /// Account.
    pub user: Option<String>,
    /// Level, if a bot plays it.
    pub bot: Option<String>,
    /// Belongs to who asks.
    pub mine: bool,
    /// Nobody sits there yet.
    pub open: bool,
    /// Who asks left it to a bot and may take it back.
    pub may_return: bool,
    /// Agrees to every undo.
    pub always_agree: bool,
    /// Offered to who asks, or to all.
    pub offered: bool,
    /// What became of who left it: `resigned` or `replaced`; they come back only if the table agrees.
    pub fate: Option<String>,
}

/// The clock of a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatTime {
    /// Seat.
    pub seat: u8,
    /// Milliseconds left of the decision's own time, if it decides.
    pub left: i64,
    /// Milliseconds left of the reserve.
    pub reserve: i64,
    /// How often time ran out.
    pub outs: u32,
    /// Its clock runs.
    pub runs: bool,
    /// Its time has run out.
    pub out: bool,
}

/// The clocks of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClockJson {
    /// The server's time at which this was so.
    pub now: i64,
    /// By seat.
    pub seats: Vec<SeatTime>,
    /// When the clock that runs ends.
    #[schema(required = true)]
    pub end: Option<i64>,
    /// It stands still until then: a night, a weekend, days off.
    #[schema(required = true)]
    pub paused: Option<i64>,
}

/// Who must decide.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TurnJson {
    /// Seat.
    pub seat: u8,
    /// Step.
    pub step: String,
    /// Company.
    pub company: Option<String>,
    /// Since when.
    pub since: i64,
    /// It is the turn of who asks.
    pub mine: bool,
}

/// Who must decide next.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct NextTurn {
    /// Seat.
    pub seat: u8,
    /// Key of the step.
    pub step: String,
    /// For which company.
    #[schema(required = true)]
    pub company: Option<String>,
    /// Since when.
    pub since: i64,
}

impl From<&Turn> for NextTurn {
    fn from(turn: &Turn) -> NextTurn {
        NextTurn {
            seat: turn.seat,
            step: turn.step.clone(),
            company: turn.company.clone(),
            since: turn.since,
        }
    }
}

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameJson {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Variant.
    pub variant: String,
    /// Preset.
    pub preset: String,
    /// Options that differ from the preset.
    pub options: BTreeMap<String, OptionValue>,
    /// Name.
    pub name: String,
    /// `open`, `playing`, `finished` or `abandoned`.
    pub state: String,
    /// Shown to everyone.
    pub listed: bool,
    /// All at one screen.
    pub hot_seat: bool,
    /// From a file.
    pub imported: bool,
    /// Hidden from one's own list.
    pub archived: bool,
    /// Number of seats.
    pub players: usize,
    /// Made when.
    pub created: i64,
    /// Changed when.
    pub updated: i64,
    /// Moves made.
    pub length: i64,
    /// Last journal entry.
    pub seq: i64,
    /// Who made it.
    pub owner: Option<String>,
    /// Pause before a bot moves, in milliseconds.
    pub bot_pause: i64,
    /// The time of the table; none if nobody is in a hurry.
    pub pace: Option<Pace>,
    /// When the clock that runs ends.
    pub clock_end: Option<i64>,
    /// Seats.
    pub seats: Vec<SeatJson>,
    /// Who must decide.
    pub turn: Option<TurnJson>,
    /// Result.
    pub outcome: Option<Outcome>,
    /// Word of the invitation, for members.
    pub invite: Option<String>,
    /// `owner`, `player` or `spectator`.
    pub role: String,
}
