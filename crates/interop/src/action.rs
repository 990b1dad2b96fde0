//! One action of a public file.

use serde_json::{Map, Value as Json};

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player.
    Player,
    /// A share company (`corporation` in the file).
    Company,
    /// A private paper (`company` in the file).
    Paper,
}

/// An action as recorded. Fields that only some kinds have are read by name, so that unknown ones do no harm.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// `bid`, `lay_tile`, …
    pub kind: String,
    /// Who acts.
    pub actor: Actor,
    /// Id of the actor.
    pub entity: String,
    /// Number in the file; auto actions carry that of their parent.
    pub id: u64,
    /// All fields.
    pub fields: Map<String, Json>,
    /// What the platform carried out at once afterwards on behalf of players.
    pub auto: Vec<Action>,
}

/// A field that is missing or of the wrong form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("action {id} ({kind}): {fault}")]
pub struct FieldError {
    /// Number of the action.
    pub id: u64,
    /// Its kind.
    pub kind: String,
    /// What is wrong.
    pub fault: String,
}

/// Text of something that may be written as text or number.
pub(crate) fn id_text(value: &Json) -> Option<String> {
    match value {
        Json::String(s) => Some(s.clone()),
        Json::Number(n) => Some(n.to_string()),
        _ => None,
    }
}

/// The start of a text from a file, fit for a message.
pub(crate) fn short(text: &str) -> String {
    short_to(text, 60)
}

/// At most so many characters of a text.
pub(crate) fn short_to(text: &str, most: usize) -> String {
    let mut cut: String = text.chars().take(most).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

impl Action {
    /// Reads an action; `id` is used where it has none.
    pub(crate) fn read(value: Json, id: u64, inner: bool) -> Result<Action, String> {
        let Json::Object(mut fields) = value else {
            return Err("an action is not an object".into());
        };
        let kind = match fields.get("type") {
            Some(Json::String(s)) if !s.is_empty() && s.len() <= 60 => s.clone(),
            _ => return Err("an action has no type".into()),
        };
        let id = if inner { id } else { fields.get("id").and_then(Json::as_u64).unwrap_or(id) };
        let actor = match fields.get("entity_type").and_then(Json::as_str) {
            Some("corporation" | "minor") => Actor::Company,
            Some("company") => Actor::Paper,
            Some("player") | None => Actor::Player,
            Some(other) => return Err(format!("unknown entity_type {}", short(other))),
        };
        let entity = fields.get("entity").and_then(id_text).unwrap_or_default();
        let auto = match fields.remove("auto_actions") {
            None | Some(Json::Null) => Vec::new(),
            Some(Json::Array(list)) if !inner => {
                list.into_iter().map(|a| Action::read(a, id, true)).collect::<Result<_, _>>()?
            }
            Some(_) => {
                return Err(format!("auto_actions of action {id} are not a list of actions"));
            }
        };
        Ok(Action { kind, actor, entity, id, fields, auto })
    }

    /// An error about this action.
    pub fn fault(&self, fault: impl Into<String>) -> FieldError {
        FieldError { id: self.id, kind: self.kind.clone(), fault: fault.into() }
    }

    /// A text field.
    pub fn text(&self, name: &str) -> Result<&str, FieldError> {
        self.fields
            .get(name)
            .and_then(Json::as_str)
            .ok_or_else(|| self.fault(format!("field {name} is missing or not a text")))
    }

    /// A text field that may be missing.
    pub fn text_if(&self, name: &str) -> Option<&str> {
        self.fields.get(name).and_then(Json::as_str)
    }

    /// A number field.
    pub fn number(&self, name: &str) -> Result<i32, FieldError> {
        self.number_if(name)?
            .ok_or_else(|| self.fault(format!("field {name} is missing or not a number")))
    }

    /// A number field that may be missing.
    pub fn number_if(&self, name: &str) -> Result<Option<i32>, FieldError> {
        match self.fields.get(name) {
            None | Some(Json::Null) => Ok(None),
            Some(value) => value
                .as_i64()
                .or_else(|| value.as_str().and_then(|s| s.parse().ok()))
                .and_then(|n| i32::try_from(n).ok())
                .map(Some)
                .ok_or_else(|| {
                    self.fault(format!("field {name} is no whole number of a sensible size"))
                }),
        }
    }

    /// A list field.
    pub fn list(&self, name: &str) -> Result<&[Json], FieldError> {
        self.fields
            .get(name)
            .and_then(Json::as_array)
            .map(Vec::as_slice)
            .ok_or_else(|| self.fault(format!("field {name} is missing or not a list")))
    }

    /// A list of texts.
    pub fn texts(&self, name: &str) -> Result<Vec<&str>, FieldError> {
        self.list(name)?
            .iter()
            .map(|v| {
                v.as_str().ok_or_else(|| {
                    self.fault(format!("field {name} holds something else than texts"))
                })
            })
            .collect()
    }
}
