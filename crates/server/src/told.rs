//! What journal entries say, as listeners hear it.

use crate::shapes::{Asked, Line};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use store::Turn;

/// Contents of an entry that says nothing.
pub const NOTHING: &str = "{}";

/// Contents of an entry as they are written.
pub fn text(told: &impl Serialize) -> String {
    serde_json::to_string(told).unwrap_or_else(|_| NOTHING.to_owned())
}

/// What happened to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// It was made.
    Created,
    /// It came out of a file or another game.
    Imported,
    /// It began.
    Started,
    /// It is over.
    Finished,
    /// It was given up.
    Abandoned,
    /// Somebody took a seat.
    Joined,
    /// Somebody left before the start.
    Left,
    /// A seat changed.
    Seat,
    /// A bot plays on for somebody.
    BotTookOver,
    /// Somebody took a seat back from a bot.
    Returned,
    /// Its settings changed.
    Settings,
    /// Somebody asks to take moves back.
    UndoAsked,
    /// Somebody asks to give it up.
    AbandonAsked,
    /// Somebody did not agree.
    UndoRefused,
    /// Somebody has little time left.
    TimeShort,
    /// Somebody's time ran out.
    TimedOut,
    /// The others are asked whether somebody else shall play for a player.
    ReplaceAsked,
    /// They did not agree.
    ReplaceRefused,
    /// A bot plays for a player from now on, as the others wished.
    Replaced,
    /// A seat is offered, to a person or in the lobby.
    SeatOffered,
    /// Somebody took an offered seat.
    TookOver,
    /// Somebody asks for a seat that was theirs.
    ReturnAsked,
    /// The others did not agree.
    ReturnRefused,
    /// Somebody gave up.
    Resigned,
    /// Somebody asks to end it as it stands.
    EndAsked,
    /// Somebody did not agree.
    EndRefused,
    /// It ended as it stood, as all agreed.
    Ended,
    /// Nobody came for a long time.
    Forsaken,
    /// An operator closed it.
    Closed,
    /// An operator removed a line of chat.
    ChatRemoved,
}

impl What {
    /// Its name in the database and in the interface.
    pub const fn name(self) -> &'static str {
        match self {
            What::Created => "created",
            What::Imported => "imported",
            What::Started => "started",
            What::Finished => "finished",
            What::Abandoned => "abandoned",
            What::Joined => "joined",
            What::Left => "left",
            What::Seat => "seat",
            What::BotTookOver => "bot_took_over",
            What::Returned => "returned",
            What::Settings => "settings",
            What::UndoAsked => "undo_asked",
            What::AbandonAsked => "abandon_asked",
            What::UndoRefused => "undo_refused",
            What::TimeShort => "time_short",
            What::TimedOut => "timed_out",
            What::ReplaceAsked => "replace_asked",
            What::ReplaceRefused => "replace_refused",
            What::Replaced => "replaced",
            What::SeatOffered => "seat_offered",
            What::TookOver => "took_over",
            What::ReturnAsked => "return_asked",
            What::ReturnRefused => "return_refused",
            What::Resigned => "resigned",
            What::EndAsked => "end_asked",
            What::EndRefused => "end_refused",
            What::Ended => "ended",
            What::Forsaken => "forsaken",
            What::Closed => "closed",
            What::ChatRemoved => "chat_removed",
        }
    }
}

impl Serialize for What {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

/// Contents of an entry about the game itself.
#[derive(Debug, Serialize)]
#[allow(missing_docs)] // Each is there where the event has it.
pub struct GameTold {
    pub what: What,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Asked>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
}

impl From<What> for GameTold {
    fn from(what: What) -> GameTold {
        GameTold {
            what,
            seat: None,
            name: None,
            seats: Vec::new(),
            level: None,
            proposal: None,
            by: None,
            with: None,
            line: None,
        }
    }
}

/// Contents of an entry about moves made, once or again.
#[derive(Debug, Serialize)]
#[allow(missing_docs)] // The interface's page names them.
pub struct MovesTold<'a> {
    /// Version of the form of moves and events.
    pub wire: u32,
    pub after: i64,
    pub length: i64,
    pub lines: &'a RawValue,
    pub turn: &'a Option<Turn>,
    pub state: &'static str,
}

/// Contents of an entry about moves out of a file.
#[derive(Debug, Serialize)]
#[allow(missing_docs)] // As above.
pub struct ImportTold<'a> {
    pub wire: u32,
    pub lines: &'a [Line],
}

/// Contents of an entry about moves taken back.
#[derive(Debug, Serialize)]
#[allow(missing_docs)] // As above.
pub struct UndoTold<'a> {
    pub length: i64,
    pub by: Option<u8>,
    pub turn: &'a Option<Turn>,
}

/// Contents of an entry that somebody said.
#[derive(Debug, Serialize, Deserialize)]
#[allow(missing_docs)] // As above.
pub struct ChatTold {
    pub user: Option<String>,
    pub name: String,
    pub text: String,
    /// An operator removed what was said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
}
