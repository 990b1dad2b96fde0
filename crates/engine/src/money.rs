//! Purses and the only way money moves.

use crate::{Company, MAX_COMPANIES, MAX_HOLDERS, Player};
use serde::{Deserialize, Serialize};

/// Where money lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purse {
    /// The bank.
    Bank,
    /// A player's cash.
    Player(Player),
    /// A company's treasury.
    Company(Company),
}

/// All money of a game. Where companies have a currency of their own (1860's credits) players and companies
/// never pay each other, and the bank keeps two books.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Money {
    players: [i32; MAX_HOLDERS],
    companies: [i32; MAX_COMPANIES],
    bank: i32,
    company_bank: i32,
    two_currencies: bool,
}

impl Money {
    /// Everything empty; the bank's books start at 0 and go below.
    pub fn new(two_currencies: bool) -> Money {
        Money {
            players: [0; MAX_HOLDERS],
            companies: [0; MAX_COMPANIES],
            bank: 0,
            company_bank: 0,
            two_currencies,
        }
    }

    /// Sets the size of the bank.
    pub fn stock_bank(&mut self, amount: i32) {
        self.bank = amount;
    }

    /// What lies in a purse.
    pub fn of(&self, purse: Purse) -> i32 {
        match purse {
            Purse::Bank => self.bank,
            Purse::Player(p) => self.players[p.at()],
            Purse::Company(c) => self.companies[c.at()],
        }
    }

    /// Cash of a player.
    pub fn player(&self, player: Player) -> i32 {
        self.players[player.at()]
    }

    /// Treasury of a company.
    pub fn company(&self, company: Company) -> i32 {
        self.companies[company.at()]
    }

    fn slot(&mut self, purse: Purse, company_money: bool) -> &mut i32 {
        match purse {
            Purse::Bank if company_money => &mut self.company_bank,
            Purse::Bank => &mut self.bank,
            Purse::Player(p) => &mut self.players[p.at()],
            Purse::Company(c) => &mut self.companies[c.at()],
        }
    }

    /// Moves money from one purse to another. Amounts are never negative and no purse but the bank's goes below 0:
    /// whoever pays has been checked before.
    pub fn transfer(&mut self, from: Purse, to: Purse, amount: i32) {
        assert!(amount >= 0, "a payment is never negative");
        let is_company = |p: Purse| matches!(p, Purse::Company(_));
        let is_player = |p: Purse| matches!(p, Purse::Player(_));
        let company_money = self.two_currencies && (is_company(from) || is_company(to));
        assert!(
            !(self.two_currencies
                && (is_company(from) && is_player(to) || is_player(from) && is_company(to))),
            "the two currencies never mix"
        );
        *self.slot(from, company_money) -= amount;
        *self.slot(to, company_money) += amount;
        assert!(matches!(from, Purse::Bank) || self.of(from) >= 0, "a purse was overdrawn");
    }

    /// Sum of all players' and bank money, and of all company money: both never change in a game.
    pub fn totals(&self) -> (i64, i64) {
        let players: i64 = self.players.iter().map(|&m| m as i64).sum();
        let companies: i64 = self.companies.iter().map(|&m| m as i64).sum();
        if self.two_currencies {
            (players + self.bank as i64, companies + self.company_bank as i64)
        } else {
            (players + companies + self.bank as i64, self.company_bank as i64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfers_conserve_money() {
        // CZ-SETUP-6, LIL-SETUP-10: purses are separate and money only moves between them.
        let mut m = Money::new(false);
        m.transfer(Purse::Bank, Purse::Player(Player(0)), 380);
        m.transfer(Purse::Player(Player(0)), Purse::Company(Company(3)), 80);
        assert_eq!((m.player(Player(0)), m.company(Company(3)), m.player(Player(1))), (300, 80, 0));
        assert_eq!(m.totals(), (0, 0));
    }

    #[test]
    #[should_panic(expected = "never mix")]
    fn two_currencies_never_mix() {
        // IOW-MONEY-1, IOW-MONEY-3, IOW-MONEY-4: credits never go to a player, pounds never to a company.
        let mut m = Money::new(true);
        m.transfer(Purse::Bank, Purse::Company(Company(0)), 740);
        m.transfer(Purse::Company(Company(0)), Purse::Player(Player(0)), 10);
    }

    #[test]
    #[should_panic(expected = "overdrawn")]
    fn nobody_but_the_bank_can_be_overdrawn() {
        let mut m = Money::new(false);
        m.transfer(Purse::Player(Player(0)), Purse::Bank, 1);
    }
}
