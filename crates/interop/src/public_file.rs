//! Game files of the public platform.

use crate::Action;
use crate::action::{id_text, short};
use crate::effective::{Effective, UndoError, effective};
use serde_json::Value as Json;

/// Largest file that is read.
pub const MOST_BYTES: usize = 32 << 20;
/// Most actions a file may hold.
pub const MOST_ACTIONS: usize = 50_000;
/// Most players of a file.
const MOST_PLAYERS: usize = 12;

/// A player of a public file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicPlayer {
    /// Id as written (a number or a text).
    pub id: Json,
    /// Id as text.
    pub key: String,
    /// Name.
    pub name: String,
}

/// A game file of the public platform. Fields without meaning for the game are ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct PublicFile {
    /// Id of the game, as text.
    pub id: String,
    /// `18CZ`, `1860`.
    pub title: String,
    /// Players in seating order.
    pub players: Vec<PublicPlayer>,
    /// Seed of the platform's generator.
    pub seed: u64,
    /// Optional rules.
    pub optional_rules: Vec<String>,
    /// Everything that was sent.
    pub actions: Vec<Action>,
    /// Recorded as finished.
    pub finished: bool,
    /// Final values by player id, if recorded.
    pub result: Vec<(String, i64)>,
    /// Why the game ended.
    pub end_reason: Option<String>,
}

/// A file that is no public game file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Too large.
    #[error("the file has {bytes} bytes; {MOST_BYTES} are read at most")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// Not JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// JSON of another form.
    #[error("not a game file of the public platform: {0}")]
    Form(String),
    /// Undo or redo without sense.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// A title that is not known.
    #[error("games of {0} cannot be read; known are 18CZ, 1860 and 1889")]
    Title(String),
    /// Known title, unknown settings.
    #[error("{0}")]
    Settings(String),
}

fn form(fault: impl Into<String>) -> ReadError {
    ReadError::Form(fault.into())
}

impl PublicFile {
    /// Reads a file.
    pub fn read(text: &str) -> Result<PublicFile, ReadError> {
        if text.len() > MOST_BYTES {
            return Err(ReadError::TooLarge { bytes: text.len() });
        }
        let json: Json = serde_json::from_str(text).map_err(|e| ReadError::Json(e.to_string()))?;
        PublicFile::from_json(json)
    }

    /// Takes a file apart.
    pub fn from_json(json: Json) -> Result<PublicFile, ReadError> {
        let Json::Object(mut top) = json else {
            return Err(form("the file is not an object"));
        };
        if let Some(Json::String(format)) = top.get("format") {
            return Err(form(format!("this is a file of format {}", short(format))));
        }
        let title = match top.get("title") {
            Some(Json::String(s)) => s.clone(),
            _ => return Err(form("title is missing")),
        };
        let id = top.get("id").and_then(id_text).unwrap_or_default();
        let players = read_players(top.get("players"))?;
        let settings = top.get("settings");
        let recorded = settings.and_then(|s| s.get("seed")).and_then(Json::as_u64);
        let seed = recorded.unwrap_or_else(|| first_number(&id));
        let optional_rules = match settings.and_then(|s| s.get("optional_rules")) {
            None | Some(Json::Null) => Vec::new(),
            Some(Json::Array(list)) => list
                .iter()
                .map(|v| {
                    v.as_str()
                        .map(str::to_owned)
                        .ok_or_else(|| form("optional_rules holds something else than texts"))
                })
                .collect::<Result<_, _>>()?,
            Some(_) => return Err(form("optional_rules is not a list")),
        };
        let actions = match top.remove("actions") {
            Some(Json::Array(list)) => read_actions(list)?,
            _ => return Err(form("actions are missing or not a list")),
        };
        let result = match top.get("result") {
            Some(Json::Object(map)) => {
                map.iter().filter_map(|(k, v)| v.as_i64().map(|n| (k.clone(), n))).collect()
            }
            _ => Vec::new(),
        };
        Ok(PublicFile {
            finished: top.get("status").and_then(Json::as_str) == Some("finished"),
            end_reason: top.get("game_end_reason").and_then(Json::as_str).map(str::to_owned),
            id,
            title,
            players,
            seed,
            optional_rules,
            actions,
            result,
        })
    }

    /// The actions in force at the end.
    pub fn effective(&self) -> Result<Vec<Effective>, ReadError> {
        Ok(effective(&self.actions)?)
    }

    /// The seat of a player.
    pub fn seat(&self, id: &str) -> Option<u8> {
        self.players.iter().position(|p| p.key == id).map(|i| i as u8)
    }
}

fn read_players(value: Option<&Json>) -> Result<Vec<PublicPlayer>, ReadError> {
    let Some(Json::Array(list)) = value else {
        return Err(form("players are missing or not a list"));
    };
    if list.is_empty() || list.len() > MOST_PLAYERS {
        return Err(form(format!("{} players", list.len())));
    }
    let mut players: Vec<PublicPlayer> = Vec::new();
    for value in list {
        let name = value.get("name").and_then(Json::as_str).unwrap_or_default();
        let id = match value.get("id") {
            Some(id @ (Json::String(_) | Json::Number(_))) => id.clone(),
            None | Some(Json::Null) if !name.is_empty() => Json::from(name),
            _ => return Err(form("a player has neither id nor name")),
        };
        let key = id_text(&id).unwrap_or_default();
        if players.iter().any(|p| p.key == key) {
            return Err(form(format!("two players have the id {}", short(&key))));
        }
        let name = if name.is_empty() { key.as_str() } else { name };
        players.push(PublicPlayer { name: name.chars().take(100).collect(), id, key });
    }
    Ok(players)
}

fn read_actions(list: Vec<Json>) -> Result<Vec<Action>, ReadError> {
    if list.len() > MOST_ACTIONS {
        return Err(form(format!("{} actions; {MOST_ACTIONS} are read at most", list.len())));
    }
    let mut actions = Vec::with_capacity(list.len());
    let mut total = 0;
    for value in list {
        let next = actions.last().map_or(1, |a: &Action| a.id.saturating_add(1));
        let action = Action::read(value, next, false).map_err(|fault| {
            form(format!("number {} of the list of actions: {fault}", actions.len() + 1))
        })?;
        if actions.last().is_some_and(|last: &Action| last.id >= action.id) {
            return Err(form(format!("action ids do not ascend at {}", action.id)));
        }
        total += 1 + action.auto.len();
        if total > MOST_ACTIONS {
            return Err(form(format!("more than {MOST_ACTIONS} actions")));
        }
        actions.push(action);
    }
    Ok(actions)
}

/// The first run of digits, the platform's seed where the settings name none.
fn first_number(id: &str) -> u64 {
    let digits: String = id
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .take(18)
        .collect();
    digits.parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_falls_back_to_the_digits_of_the_id() {
        // PUB-5
        assert_eq!(first_number("gen_18CZ_4p_40501"), 18);
        let text = r#"{"id": "hs_77x", "title": "18CZ", "players": [{"name": "A"}, {"name": "B"}], "actions": []}"#;
        let file = PublicFile::read(text).unwrap();
        assert_eq!((file.seed, file.players[1].key.as_str()), (77, "B"));
    }

    #[test]
    fn faults_are_named() {
        let check = |text: &str, part: &str| {
            let error = PublicFile::read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        };
        check("", "not JSON");
        check("[]", "not an object");
        check("{}", "title is missing");
        check(r#"{"title": "18CZ"}"#, "players are missing");
        check(r#"{"title": "18CZ", "players": []}"#, "0 players");
        check(
            r#"{"title": "18CZ", "players": [{"id": 1}, {"id": 1}], "actions": []}"#,
            "two players have the id 1",
        );
        check(r#"{"title": "18CZ", "players": [{"id": 1}]}"#, "actions are missing");
        check(
            r#"{"title": "18CZ", "players": [{"id": 1}], "actions": [3]}"#,
            "number 1 of the list",
        );
        check(
            r#"{"title": "18CZ", "players": [{"id": 1}], "actions": [{"type": "pass", "id": 2}, {"type": "pass", "id": 2}]}"#,
            "ascend",
        );
        check(r#"{"format": "signalbox-game", "version": 1}"#, "format signalbox-game");
        check(&"[".repeat(10 << 20), "recursion");
        check(&"{\"a\":".repeat(2 << 20), "recursion");
    }
}
