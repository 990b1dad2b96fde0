//! Small numbers for things of the game.

use serde::{Deserialize, Serialize};

/// Most shareholders of a game, an automatic one included.
pub const MAX_HOLDERS: usize = 7;
/// Most companies of a title.
pub const MAX_COMPANIES: usize = 16;
/// Most private papers of a title.
pub const MAX_PAPERS: usize = 24;
/// Nobody, nothing.
pub const NONE: u8 = u8::MAX;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        $(#[$doc])*
        #[serde(transparent)]
        pub struct $name(pub u8);

        impl $name {
            /// As an index into the sheet's list.
            pub const fn at(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A player (seat), or the automatic shareholder after the last seat.
    #[cfg_attr(feature = "schema", schema(as = SeatNumber))]
    Player
);
id!(
    /// A share company.
    Company
);
id!(
    /// A private paper: local railway, private company.
    Paper
);
id!(
    /// A physical train card.
    Card
);
id!(
    /// A place in a list that a title offers (action cards, characters, lots).
    Slot
);

/// Who owns a paper or pays for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// A player.
    Player(Player),
    /// A company.
    Company(Company),
    /// The bank.
    Bank,
}
