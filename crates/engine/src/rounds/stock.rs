//! A stock round: players in turn sell and buy until all pass in a row.

use crate::{Company, Core, MAX_HOLDERS, NONE, Paper, Player};
use serde::{Deserialize, Serialize};

/// A stock round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StockRound {
    acting: u8,
    passes: u8,
    last: u8,
    sold: [u16; MAX_HOLDERS],
    sold_papers: [u32; MAX_HOLDERS],
    sold_now: u16,
    sold_first: bool,
    /// Something was bought or sold in this turn.
    pub acted: bool,
    /// The purchase of this turn has been made.
    pub bought: bool,
}

impl StockRound {
    /// A round that begins with a player.
    pub const fn new(first: Player) -> StockRound {
        StockRound {
            acting: first.0,
            passes: 0,
            last: NONE,
            sold: [0; MAX_HOLDERS],
            sold_papers: [0; MAX_HOLDERS],
            sold_now: 0,
            sold_first: false,
            acted: false,
            bought: false,
        }
    }

    /// A round that goes on with the turn of a player, after so many turns in a row without a deal; who dealt last.
    pub fn resumed(player: Player, passes: u8, last: Option<Player>) -> StockRound {
        let last = last.map_or(NONE, |p| p.0);
        StockRound { passes, last, ..StockRound::new(player) }
    }

    /// A player has sold shares of a company earlier in this round.
    pub const fn sold_before(&mut self, player: Player, company: Company) {
        self.sold[player.at()] |= 1 << company.0;
    }

    /// A player has sold a paper earlier in this round.
    pub const fn sold_paper_before(&mut self, player: Player, paper: Paper) {
        self.sold_papers[player.at()] |= 1 << paper.0;
    }

    /// The player on turn.
    pub const fn player(&self) -> Player {
        Player(self.acting)
    }

    /// The last player who bought or sold.
    pub fn last(&self) -> Option<Player> {
        (self.last != NONE).then_some(Player(self.last))
    }

    /// Turns in a row without a purchase or sale.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// Whether a player has sold shares of a company in this round.
    pub const fn has_sold(&self, player: Player, company: Company) -> bool {
        self.sold[player.at()] & (1 << company.0) != 0
    }

    /// Whether the player on turn has sold shares of a company in this turn.
    pub const fn has_sold_now(&self, company: Company) -> bool {
        self.sold_now & (1 << company.0) != 0
    }

    /// Whether a player has sold a paper in this round.
    pub const fn has_sold_paper(&self, player: Player, paper: Paper) -> bool {
        self.sold_papers[player.at()] & (1 << paper.0) != 0
    }

    /// Marks that something was bought or sold by a player.
    pub const fn act(&mut self, player: Player) {
        self.acted = true;
        self.last = player.0;
    }

    /// The player on turn sold shares.
    pub const fn sell(&mut self, company: Company) {
        self.sold[self.acting as usize] |= 1 << company.0;
        self.sold_now |= 1 << company.0;
        self.act(Player(self.acting));
    }

    /// The player on turn sold a paper.
    pub const fn sell_paper(&mut self, paper: Paper) {
        self.sold_papers[self.acting as usize] |= 1 << paper.0;
        self.act(Player(self.acting));
    }

    /// Whether shares were sold in this turn before its purchase.
    pub const fn sold_first(&self) -> bool {
        self.sold_first
    }

    /// The player on turn made the purchase of the turn.
    pub const fn buy(&mut self) {
        self.sold_first = self.sold_now != 0;
        self.bought = true;
        self.act(Player(self.acting));
    }

    /// Ends the turn; returns whether all have passed in a row, so that the round is over.
    pub fn end_turn(&mut self, core: &Core) -> bool {
        self.passes = if self.acted { 0 } else { self.passes + 1 };
        self.acted = false;
        self.bought = false;
        self.sold_now = 0;
        self.sold_first = false;
        if self.passes >= core.seats {
            return true;
        }
        self.acting = core.next(self.player()).0;
        false
    }
}
