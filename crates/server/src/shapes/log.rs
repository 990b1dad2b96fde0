//! Lines of the log.

use crate::chooser::Why;
use engine::wire::{Event, Move};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::StoredMove;
use utoipa::ToSchema;

/// Something out of the journal: in the form of now, or as an earlier program wrote it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Kept<T> {
    /// It can be read.
    Now(T),
    /// It is shown as it was stored.
    Before(Value),
}

impl<T> Kept<T> {
    /// What was read, if it could be.
    pub fn now(self) -> Option<T> {
        match self {
            Kept::Now(read) => Some(read),
            Kept::Before(_) => None,
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Line {
    /// Number of the move, from 1.
    pub number: i64,
    /// Seat that decided.
    pub seat: u8,
    /// Person who decided; nobody for bots.
    pub by: Option<String>,
    /// Made by a setting of the player.
    pub automatic: bool,
    /// A bot's reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Why>,
    /// When.
    pub at: i64,
    /// The move.
    #[serde(rename = "move")]
    #[schema(value_type = Move)]
    pub mv: Kept<Move>,
    /// What happened.
    #[schema(value_type = Vec<Event>)]
    pub events: Vec<Kept<Event>>,
}

/// What an entry of the journal keeps of a line beside the row of its move.
#[derive(Debug, Default, Deserialize)]
pub struct ToldLine {
    #[serde(default)]
    reason: Option<Kept<Why>>,
    #[serde(default)]
    events: Vec<Kept<Event>>,
}

/// Lines that an entry of the journal keeps.
#[derive(Debug, Default, Deserialize)]
pub struct ToldLines {
    /// In order.
    #[serde(default)]
    pub lines: Vec<ToldLine>,
}

impl Line {
    /// A stored move made again, and what came of it.
    pub fn again(mv: StoredMove, events: Vec<Kept<Event>>, at: i64) -> Line {
        let reason = None;
        Line::kept(mv, ToldLine { reason, events }, at)
    }

    /// A move out of the journal, and what its entry told of it.
    pub fn kept(mv: StoredMove, told: ToldLine, at: i64) -> Line {
        Line {
            number: mv.number,
            seat: mv.seat,
            by: mv.user,
            automatic: mv.automatic,
            reason: told.reason.and_then(Kept::now),
            at,
            mv: serde_json::from_str(&mv.mv).unwrap_or(Kept::Before(Value::Null)),
            events: told.events,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // The last event named a company by its number: so an earlier program wrote it.
    const OLD: &str = r#"{"after":4,"length":5,"lines":[{"at":1,"automatic":false,"by":"u1","events":[
        {"event":"passed","player":2},{"event":"offered","from":3,"to":1},{"event":"flown","height":9}],
        "move":{"move":"pass"},"number":5,"reason":"because","seat":2}],"state":"playing","turn":null}"#;

    #[test]
    fn an_old_line_is_shown_as_it_was_stored() {
        let mut told: ToldLines = serde_json::from_str(OLD).unwrap();
        let mv = |text: &str| StoredMove {
            number: 5,
            seq: 9,
            part: 0,
            seat: 2,
            user: None,
            automatic: false,
            mv: text.to_owned(),
        };
        let line = Line::kept(mv(r#"{"move":"pass"}"#), told.lines.remove(0), 7);
        assert_eq!(line.mv, Kept::Now(Move::Pass));
        let passed = Event::Passed { player: engine::Player(2) };
        assert_eq!(line.events[0], Kept::Now(passed));
        let shown = serde_json::to_value(&line).unwrap();
        assert_eq!(
            shown,
            json!({"number": 5, "seat": 2, "by": null, "automatic": false, "at": 7, "move": {"move": "pass"},
                "events": [{"event": "passed", "player": 2}, {"event": "offered", "from": 3, "to": 1},
                    {"event": "flown", "height": 9}]})
        );
        let fly = Line::kept(mv(r#"{"move":"fly","to":7}"#), ToldLine::default(), 7);
        let shown = serde_json::to_value(&fly).unwrap();
        assert_eq!(shown["move"], json!({"move": "fly", "to": 7}));
    }
}
