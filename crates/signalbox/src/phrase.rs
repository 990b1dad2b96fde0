//! Sentences that the pages have too, in English.

use engine::{Brings, Told};
use serde_json::{Map, Value};
use std::sync::OnceLock;

fn texts() -> &'static Map<String, Value> {
    static TEXTS: OnceLock<Map<String, Value>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        serde_json::from_str(include_str!("../../../web/lang/en.json")).unwrap_or_default()
    })
}

/// The name of a card or character.
pub fn slot(id: &str) -> &str {
    let named = texts().get(&format!("slot-{id}"));
    named.and_then(Value::as_str).unwrap_or(id)
}

/// What a lot brings, as part of a sentence.
pub fn brings(line: &Brings, money: impl Fn(i32) -> String) -> String {
    let count = line.args.iter().find_map(|(name, value)| match value {
        Told::Number(n) if *name == "n" => Some(*n),
        _ => None,
    });
    let text = match texts().get(&format!("brings-{}", line.key)) {
        Some(Value::Object(forms)) => forms.get(if count == Some(1) { "one" } else { "other" }),
        found => found,
    };
    let mut text = text.and_then(Value::as_str).unwrap_or(line.key).to_owned();
    for (name, value) in &line.args {
        let value = match value {
            Told::Number(n) => n.to_string(),
            Told::Money(amount) => money(*amount),
            Told::Name(name) => name.clone(),
        };
        text = text.replace(&format!("{{{name}}}"), &value);
    }
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => text,
    }
}
