//! What a company, a card or a right brings to who takes it.

use serde::Serialize;
use smallvec::SmallVec;

/// A value of such a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// A number.
    Number(i32),
    /// An amount of money.
    Money(i32),
    /// A printed name.
    Name(String),
}

/// One thing that a lot brings: a key of a sentence (`brings-` in the texts) and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brings {
    /// Key.
    pub key: &'static str,
    /// Values; a sentence with a plural counts `n`.
    pub args: SmallVec<[(&'static str, Told); 2]>,
    /// Not every lot of its kind brings as much.
    pub special: bool,
}

impl Brings {
    /// Without values.
    pub fn new(key: &'static str) -> Brings {
        Brings { key, args: SmallVec::new(), special: false }
    }

    /// Adds a number.
    #[must_use]
    pub fn number(self, name: &'static str, value: impl Into<i32>) -> Brings {
        self.with(name, Told::Number(value.into()))
    }

    /// Adds an amount of money.
    #[must_use]
    pub fn money(self, name: &'static str, value: i32) -> Brings {
        self.with(name, Told::Money(value))
    }

    /// Adds a name.
    #[must_use]
    pub fn name(self, name: &'static str, value: impl Into<String>) -> Brings {
        self.with(name, Told::Name(value.into()))
    }

    /// Says whether not every lot brings as much.
    #[must_use]
    pub fn special(self, special: bool) -> Brings {
        Brings { special, ..self }
    }

    fn with(mut self, name: &'static str, value: Told) -> Brings {
        self.args.push((name, value));
        self
    }
}
