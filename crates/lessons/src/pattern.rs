//! Moves of a kind: some fields are told, the others may be anything.

use engine::wire;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Fields of a move. A field is a value, `{"any": […]}` or `{"from": …, "to": …}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pattern(Map<String, Json>);

fn fits(wanted: &Json, found: &Json) -> bool {
    let Json::Object(parts) = wanted else {
        return wanted == found;
    };
    if let Some(Json::Array(any)) = parts.get("any") {
        return any.contains(found);
    }
    let bound = |name: &str| parts.get(name).and_then(Json::as_i64);
    match (bound("from"), bound("to"), found.as_i64()) {
        (None, None, _) => wanted == found,
        (from, to, Some(n)) => from.is_none_or(|f| n >= f) && to.is_none_or(|t| n <= t),
        _ => false,
    }
}

impl Pattern {
    /// Whether a move is of this kind.
    pub fn fits(&self, mv: &wire::Move) -> bool {
        let Ok(Json::Object(found)) = serde_json::to_value(mv) else {
            return false;
        };
        self.0.iter().all(|(key, wanted)| found.get(key).is_some_and(|f| fits(wanted, f)))
    }

    /// Whether a kind of move is told; without it the pattern would fit by chance.
    pub fn has_kind(&self) -> bool {
        self.0.contains_key("move")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json};

    #[test]
    fn told_fields_must_fit_and_others_may_be_anything() {
        let mv: wire::Move = from_value(json!({"move": "bid", "lot": null, "amount": 30})).unwrap();
        let fits = |pattern: Json| from_value::<Pattern>(pattern).unwrap().fits(&mv);
        assert!(fits(json!({"move": "bid"})));
        assert!(fits(json!({"move": "bid", "amount": {"from": 25, "to": 30}})));
        assert!(fits(json!({"move": "bid", "amount": {"any": [10, 30]}})));
        assert!(!fits(json!({"move": "bid", "amount": {"from": 31}})));
        assert!(!fits(json!({"move": "pass"})));
        assert!(!fits(json!({"move": "bid", "company": "BCB"})));
    }
}
