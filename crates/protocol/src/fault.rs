//! What is wrong with a request.

use engine::{FileError, Names, Position, Refusal, WireError};
use serde_json::{Value as Json, json};

/// A request that could not be answered.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// Not JSON, or not a request.
    #[error("not a request: {0}")]
    Form(String),
    /// A name that nobody knows.
    #[error("no {what} is called {name}")]
    Unknown {
        /// Title, level, company, …
        what: &'static str,
        /// The name.
        name: String,
    },
    /// No such handle.
    #[error("no game has the handle {0}")]
    Handle(u64),
    /// More than a bound allows.
    #[error("{what}: {most} at most")]
    Bound {
        /// Of what.
        what: &'static str,
        /// How many are possible.
        most: u64,
    },
    /// The game cannot be set up.
    #[error("{}", .0.join("; "))]
    Setup(Vec<String>),
    /// Not a game file.
    #[error(transparent)]
    File(#[from] FileError),
    /// Not a file of the public platform either.
    #[error("not a game file: {0}")]
    Public(String),
    /// A move that means nothing here.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// A rule forbids the move.
    #[error("{refusal}")]
    Refused {
        /// The refusal.
        refusal: Refusal,
        /// Its values with names.
        values: Json,
    },
    /// What is asked for does not apply here.
    #[error("{0}")]
    NotHere(String),
}

impl Fault {
    /// A refusal, with the names of the position it was made at.
    pub fn refused(position: &dyn Position, refusal: Refusal) -> Fault {
        let names = Names::of(position);
        let values = refusal.args.iter().map(|(name, value)| {
            let value = serde_json::to_value(names.write_value(*value)).unwrap_or_default();
            ((*name).to_owned(), value)
        });
        Fault::Refused { values: Json::Object(values.collect()), refusal }
    }

    /// One word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Form(_) => "form",
            Fault::Unknown { .. } => "unknown",
            Fault::Handle(_) => "handle",
            Fault::Bound { .. } => "bound",
            Fault::Setup(_) => "setup",
            Fault::File(_) | Fault::Public(_) => "file",
            Fault::Wire(_) => "move",
            Fault::Refused { .. } => "refused",
            Fault::NotHere(_) => "not_here",
        }
    }

    /// As it is answered; `line` is the number of the line that asked.
    pub fn json(&self, line: u64) -> Json {
        let mut said = json!({"kind": self.kind(), "message": self.to_string(), "line": line});
        if let Fault::Refused { refusal, values } = self {
            said["rule"] = json!(refusal.rule);
            said["key"] = json!(refusal.key);
            said["values"] = values.clone();
        }
        said
    }
}
