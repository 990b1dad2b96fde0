//! What a bot decided, and why.

use crate::seats::Part;
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
    /// What made the difference, the most important first: where wealth comes from ([`crate::Part::word`]) and how much more of it.
    pub parts: Vec<(&'static str, i32)>,
}

impl Reason {
    /// A reason whose English sentence holds `{name}` for each value.
    pub fn new(key: &'static str, pattern: &str, args: Vec<(&'static str, String)>) -> Reason {
        let mut text = pattern.to_owned();
        for (name, value) in &args {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        Reason { key, args, text, parts: Vec::new() }
    }
}

/// Most parts of a difference that are told.
const TOLD: usize = 3;

impl Reason {
    /// The same with what made the difference: what one expects behind the move, and beside it. Small parts are left out.
    pub fn because(mut self, with: [f64; Part::COUNT], without: [f64; Part::COUNT]) -> Reason {
        let parts = Part::ALL.into_iter().zip(with.into_iter().zip(without));
        let mut parts: Vec<(&'static str, i32)> =
            parts.map(|(part, (a, b))| (part.word(), (a - b).round() as i32)).collect();
        let all: i32 = parts.iter().map(|(_, amount)| amount.abs()).sum();
        parts.retain(|(_, amount)| *amount != 0 && amount.abs() * 10 >= all);
        parts.sort_by_key(|(_, amount)| std::cmp::Reverse(amount.abs()));
        parts.truncate(TOLD);
        self.parts = parts;
        self
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
