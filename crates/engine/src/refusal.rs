//! Why a move is not accepted.

use crate::{Company, Paper, Player};
use board::Cell;
use serde::Serialize;
use smallvec::SmallVec;

/// A value mentioned in a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// A number.
    Number(i32),
    /// An amount of money.
    Money(i32),
    /// A company.
    Company(Company),
    /// A player.
    Player(Player),
    /// A paper.
    Paper(Paper),
    /// A cell.
    Cell(Cell),
}

/// A move that was refused: the rule that forbids it, what it is about, and the values involved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// ID in the catalogue, such as `CZ-SR-13`.
    pub rule: &'static str,
    /// Key of the sentence shown to people (`refusal-` in the texts).
    pub key: &'static str,
    /// Values for that sentence.
    pub args: SmallVec<[(&'static str, Value); 2]>,
}

/// What something allowed needs (a price, a cost, nothing), or the rule that forbids it.
pub type Allowed<T = ()> = Result<T, Refusal>;

impl Refusal {
    /// A refusal without values.
    pub fn new(rule: &'static str, key: &'static str) -> Refusal {
        Refusal {
            rule,
            key,
            args: SmallVec::new(),
        }
    }

    /// Adds a value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Value) -> Refusal {
        self.args.push((name, value));
        self
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.key, self.rule)?;
        for (name, value) in &self.args {
            write!(f, " {name}={value:?}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
