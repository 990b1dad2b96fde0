//! Who must decide, and values of a refusal, as they travel.

use super::Names;
use crate::{Player, Value};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

/// Who must decide what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Decision {
    /// Seat.
    pub player: Player,
    /// For which company.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub company: Option<String>,
    /// Key of the step.
    pub step: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Outcome {
    /// Wealth by seat.
    pub values: Vec<i32>,
    /// Winners.
    pub winners: Vec<Player>,
    /// Key of the reason.
    pub reason: String,
}

impl From<crate::Outcome> for Outcome {
    fn from(outcome: crate::Outcome) -> Outcome {
        Outcome {
            values: outcome.values,
            winners: outcome.winners,
            reason: outcome.reason.to_owned(),
        }
    }
}

/// A value that a refusal names: one of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Given {
    /// A number.
    Number(i32),
    /// An amount of money.
    Money(i32),
    /// A company.
    Company(String),
    /// A seat.
    Player(Player),
    /// A paper.
    Paper(String),
    /// A cell.
    Cell(String),
}

impl Names<'_> {
    /// A decision as it travels.
    pub fn write_decision(&self, decision: &crate::Decision) -> Decision {
        Decision {
            player: decision.player,
            company: decision.company.map(|c| self.company(c)),
            step: decision.step.to_owned(),
        }
    }

    /// A value of a refusal as it travels.
    pub fn write_value(&self, value: Value) -> Given {
        match value {
            Value::Number(number) => Given::Number(number),
            Value::Money(amount) => Given::Money(amount),
            Value::Company(company) => Given::Company(self.company(company)),
            Value::Player(player) => Given::Player(player),
            Value::Paper(paper) => Given::Paper(self.paper(paper)),
            Value::Cell(cell) => Given::Cell(self.cell(cell)),
        }
    }
}
