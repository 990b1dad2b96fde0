//! The certificates of one company, counted in shares.

use crate::{MAX_HOLDERS, NONE, Player};
use serde::{Deserialize, Serialize};

/// Who holds how many shares of one company. The director's certificate is `director_units` of its holder's
/// shares; all other certificates are one share each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stock {
    held: [u8; MAX_HOLDERS],
    /// Shares never sold.
    pub ipo: u8,
    /// Shares that came back.
    pub pool: u8,
    /// Part of `ipo` that only an exchange may take.
    pub reserved: u8,
    director: u8,
    director_units: u8,
}

impl Stock {
    /// All shares unsold.
    pub const fn new(units: u8, director_units: u8) -> Stock {
        Stock {
            held: [0; MAX_HOLDERS],
            ipo: units,
            pool: 0,
            reserved: 0,
            director: NONE,
            director_units,
        }
    }

    /// Shares of a player.
    pub fn of(&self, player: Player) -> u8 {
        self.held[player.at()]
    }

    /// Shares of all players together.
    pub fn with_players(&self) -> u8 {
        self.held.iter().sum()
    }

    /// All shares that exist, wherever they are.
    pub fn total(&self) -> u8 {
        self.with_players() + self.ipo + self.pool
    }

    /// The holder of the director's certificate.
    pub fn director(&self) -> Option<Player> {
        (self.director != NONE).then_some(Player(self.director))
    }

    /// Shares in the director's certificate.
    pub fn director_units(&self) -> u8 {
        self.director_units
    }

    /// Certificates of a player.
    pub fn certificates(&self, player: Player) -> u8 {
        let n = self.of(player);
        if self.director == player.0 { n + 1 - self.director_units } else { n }
    }

    /// Gives shares from the stock of unsold ones to a player.
    pub fn from_ipo(&mut self, player: Player, units: u8) {
        assert!(units <= self.ipo, "not enough unsold shares");
        self.ipo -= units;
        self.held[player.at()] += units;
    }

    /// Gives shares from the pool to a player.
    pub fn from_pool(&mut self, player: Player, units: u8) {
        assert!(units <= self.pool, "not enough shares in the pool");
        self.pool -= units;
        self.held[player.at()] += units;
    }

    /// Takes shares from a player into the pool.
    pub fn to_pool(&mut self, player: Player, units: u8) {
        assert!(units <= self.held[player.at()], "not enough shares held");
        self.held[player.at()] -= units;
        self.pool += units;
    }

    /// Makes a player director, or nobody.
    pub fn set_director(&mut self, player: Option<Player>) {
        self.director = player.map_or(NONE, |p| p.0);
    }

    /// Takes back every share: all unsold again, no director.
    pub fn recall(&mut self) {
        self.ipo = self.total();
        self.pool = 0;
        self.held = [0; MAX_HOLDERS];
        self.director = NONE;
    }
}
