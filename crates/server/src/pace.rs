//! How much time a table has, as it was chosen when the table was made.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const DAY: i64 = 86_400;

/// Which kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaceKind {
    /// All are there: minutes.
    Live,
    /// A move now and then: hours and days.
    Correspondence,
}

/// What happens when somebody's time runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Out {
    /// A bot plays on until the player is back.
    Bot,
    /// The others are asked whether a bot shall play on.
    Ask,
    /// Nothing but a mark.
    Mark,
}

/// The time of a table. Each decision has some time of its own; what takes longer is taken from a reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Which kind of table.
    pub kind: PaceKind,
    /// Seconds of each decision.
    pub each: i64,
    /// Seconds of the reserve that everybody has for the whole game.
    pub reserve: i64,
    /// Clocks stand still in a player's nights, weekends and days off. Only by correspondence.
    #[serde(default)]
    pub pauses: bool,
    /// What happens when time runs out.
    pub out: Out,
}

impl Pace {
    /// Whether somebody could play with it.
    pub fn is_playable(&self) -> bool {
        let fits = match self.kind {
            PaceKind::Live => {
                (0..=3600).contains(&self.each) && (0..=DAY).contains(&self.reserve) && !self.pauses
            }
            PaceKind::Correspondence => {
                (60..=30 * DAY).contains(&self.each) && (0..=60 * DAY).contains(&self.reserve)
            }
        };
        fits && self.each + self.reserve > 0
    }

    /// The pace that a game's row tells.
    pub fn read(text: &str) -> Option<Pace> {
        (!text.is_empty()).then(|| serde_json::from_str(text).ok()).flatten()
    }

    /// Milliseconds of each decision.
    pub fn each(&self) -> i64 {
        self.each * 1000
    }

    /// Milliseconds of the reserve.
    pub fn reserve(&self) -> i64 {
        self.reserve * 1000
    }

    /// Milliseconds before the end at which a player is warned; none at a live table.
    pub fn warning(&self) -> Option<i64> {
        match self.kind {
            PaceKind::Live => None,
            PaceKind::Correspondence => Some((self.each() / 4).min(6 * 3_600_000)),
        }
    }
}
