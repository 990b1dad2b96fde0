//! Private papers: local railways, private companies.

use crate::{Company, Player};
use serde::{Deserialize, Serialize};

/// Where a paper is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Not on sale yet, or never in this game.
    Aside,
    /// For sale by the bank.
    Bank,
    /// Owned by a player.
    Player(Player),
    /// Owned by a company.
    Company(Company),
    /// Closed.
    Gone,
}

/// One paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PaperState {
    /// Where it is.
    pub place: Place,
    /// Its power has been used.
    pub used: bool,
}
