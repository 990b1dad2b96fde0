//! Acts of play: each changes the ledgers and tells the event, in one place, for all titles.
//!
//! An act never refuses. Whether it is allowed was asked before ([`crate::Checks`]). What only one title does stands in
//! that title's folder.

mod building;
mod income;
mod papers;
mod shares;
mod trains;
mod turn;

use crate::{Checks, Core, Event, Flag, Sheet, Terms};
use crate::{Company, Player, Purse, Why};

pub use building::Lay;
pub use trains::Purchase;
pub use turn::After;

/// The ledgers, open for writing.
pub struct Acts<'a> {
    /// Everything printed.
    pub sheet: &'a Sheet,
    /// How the title varies.
    pub terms: &'a Terms,
    /// The ledgers.
    pub core: &'a mut Core,
    /// What happened so far.
    pub events: &'a mut Vec<Event>,
}

impl Acts<'_> {
    /// The same ledgers, for reading.
    pub fn checks(&self) -> Checks<'_> {
        Checks { sheet: self.sheet, terms: self.terms, core: self.core }
    }

    fn tell(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Money from one purse to another, and why. Nothing is said about nothing.
    pub fn pay(&mut self, from: Purse, to: Purse, amount: i32, why: Why) {
        if amount > 0 {
            self.core.pay(from, to, amount);
            self.tell(Event::Paid { from, to, amount, why });
        }
    }

    /// A player pays back a loan, or part of it.
    pub fn repay(&mut self, player: Player, amount: i32) {
        self.core.pay(Purse::Player(player), Purse::Bank, amount);
        self.core.debt[player.at()] -= amount;
        self.tell(Event::Repaid { player, amount });
    }

    /// Sets or clears a standing of a company, and says so if that changes it.
    pub fn set_standing(&mut self, company: Company, flag: Flag, on: bool) {
        if self.core.is(company, flag) != on {
            self.core.company_mut(company).set(flag, on);
            self.tell(Event::StatusChanged { company, flag, on });
        }
    }

    /// Gives the priority card to a player: the order of players starts there.
    pub fn give_priority(&mut self, player: Player) {
        let order = &mut self.core.order[..usize::from(self.core.seats)];
        let at = order.iter().position(|&p| p == player.0).unwrap_or(0);
        order.rotate_left(at);
        self.tell(Event::PriorityPassed { player });
    }

    /// Players change places: by cash, ties keeping their order.
    pub fn order_by_cash(&mut self, richest_first: bool) {
        let mut order: Vec<Player> = self.core.players().collect();
        order.sort_by_key(|&p| {
            let cash = self.core.money.player(p);
            if richest_first { -cash } else { cash }
        });
        for (place, player) in self.core.order.iter_mut().zip(&order) {
            *place = player.0;
        }
        self.tell(Event::OrderChanged { order });
    }

    /// Begins a round.
    pub fn begin_round(&mut self, round: crate::RoundName) {
        self.core.round = round;
        self.tell(Event::RoundBegan { round });
    }
}
