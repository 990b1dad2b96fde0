//! What a seat can leave to the server in stock rounds and auctions.

use engine::RoundName;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that stops a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Worry {
    /// A company is started.
    Start,
    /// Somebody else sells shares of a company that the seat holds.
    Sale,
    /// The director of a company that the seat holds changes.
    Director,
    /// The price of a company that the seat holds falls.
    Price,
}

impl Worry {
    /// Everything that can stop a program.
    pub const ALL: [Worry; 4] = [Worry::Start, Worry::Sale, Worry::Director, Worry::Price];
}

/// Where shares are bought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Never sold before.
    Ipo,
    /// Sold to the bank.
    Pool,
    /// Either.
    #[default]
    Any,
}

/// When buying ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// The seat holds so many percent.
    Percent(u8),
    /// The company has floated.
    Floated(bool),
}

fn all_worries() -> Vec<Worry> {
    Worry::ALL.to_vec()
}

/// What to do at each turn of a stock round, or of an auction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Program {
    /// Pass until the round ends.
    Pass {
        /// What stops it before.
        #[serde(default = "all_worries")]
        unless: Vec<Worry>,
        /// The round; filled in by the server.
        #[serde(default)]
        round: Option<RoundName>,
    },
    /// Buy one share a turn.
    Buy {
        /// Of this company.
        company: String,
        /// From where.
        #[serde(default)]
        from: Source,
        /// Until when.
        until: Until,
        /// The price when it was set; filled in by the server.
        #[serde(default)]
        price: Option<i32>,
    },
    /// Bid as little as it takes, up to an amount; above it, pass.
    Bid {
        /// For this paper; what is bid for now if missing.
        #[serde(default)]
        paper: Option<String>,
        /// At most so much.
        most: i32,
        /// The round; filled in by the server.
        #[serde(default)]
        round: Option<RoundName>,
    },
}
