//! What a bot decided, and why.

use engine::Move;
use serde::Serialize;

/// Why a move was chosen: a key and values for a sentence in any language, and the sentence in English.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// Key of the sentence (`bot-` in the texts).
    pub key: &'static str,
    /// Values for it.
    pub args: Vec<(&'static str, String)>,
    /// The sentence.
    pub text: String,
}

impl Reason {
    /// A reason whose English sentence holds `{name}` for each value.
    pub fn new(key: &'static str, pattern: &str, args: Vec<(&'static str, String)>) -> Reason {
        let mut text = pattern.to_owned();
        for (name, value) in &args {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        Reason { key, args, text }
    }
}

/// A move that was weighed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Estimated wealth at the end, beside that of doing nothing where that is possible.
    pub value: f64,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// The move.
    pub mv: Move,
    /// Why.
    pub reason: Reason,
    /// The best moves found, best first; three at most.
    pub candidates: Vec<Candidate>,
}
