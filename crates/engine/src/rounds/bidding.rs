//! Bidding: bids go up, who passes is out, the last one in wins.

use crate::{Core, NONE, Player};
use serde::{Deserialize, Serialize};

/// Bids for one lot, or for the right to choose one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bidding {
    acting: u8,
    out: u8,
    first_out: u8,
    high: i32,
    by: u8,
}

/// Where the bidding stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hammer {
    /// This player bids or passes next.
    Waits(Player),
    /// This player wins at this price.
    Sold(Player, i32),
    /// Nobody bid; this player passed first.
    Unsold(Player),
}

impl Bidding {
    /// Before the first bid.
    pub const fn new(first: Player) -> Bidding {
        Bidding { acting: first.0, out: 0, first_out: NONE, high: 0, by: NONE }
    }

    /// Bidding of some players only, bit by seat.
    pub const fn among(self, players: u8) -> Bidding {
        Bidding { out: !players, ..self }
    }

    /// Whose turn it is.
    pub const fn player(&self) -> Player {
        Player(self.acting)
    }

    /// The highest bid, and whose it is.
    pub fn high(&self) -> Option<(Player, i32)> {
        (self.by != NONE).then_some((Player(self.by), self.high))
    }

    /// Whether a player has passed.
    pub const fn is_out(&self, player: Player) -> bool {
        self.out & (1 << player.0) != 0
    }

    /// The player on turn bids.
    pub const fn bid(&mut self, amount: i32) {
        self.high = amount;
        self.by = self.acting;
    }

    /// The player on turn passes, for good.
    pub const fn pass(&mut self) {
        self.out |= 1 << self.acting;
        if self.first_out == NONE {
            self.first_out = self.acting;
        }
    }

    /// Goes on to the next player who is still in, or to the end.
    pub fn advance(&mut self, core: &Core) -> Hammer {
        let here = Player(self.acting);
        let left = core.players().filter(|&p| !self.is_out(p)).count();
        match (left, self.high()) {
            (0 | 1, Some((player, price))) => Hammer::Sold(player, price),
            (0, None) => Hammer::Unsold(Player(self.first_out)),
            _ => {
                let next = core.after(here).find(|&p| !self.is_out(p)).unwrap_or(here);
                self.acting = next.0;
                Hammer::Waits(next)
            }
        }
    }
}
