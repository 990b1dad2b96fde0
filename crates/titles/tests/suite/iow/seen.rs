//! What a test looks at on its table.

use super::Table;
use engine::{Flag, Move, Place, Player, Position, Whereabouts};

impl Table {
    pub fn cash_of(&self, seat: u8) -> i32 {
        self.position.state.core.money.player(Player(seat))
    }

    pub fn credits_of(&self, id: &str) -> i32 {
        self.position.state.core.money.company(self.co(id))
    }

    pub fn shares_of(&self, id: &str, seat: u8) -> u8 {
        self.position.state.core.stock[self.co(id).at()].of(Player(seat))
    }

    pub fn pool_of(&self, id: &str) -> u8 {
        self.position.state.core.stock[self.co(id).at()].pool
    }

    pub fn ipo_of(&self, id: &str) -> u8 {
        self.position.state.core.stock[self.co(id).at()].ipo
    }

    pub fn director_of(&self, id: &str) -> Option<u8> {
        self.position.state.core.stock[self.co(id).at()]
            .director()
            .map(|p| p.0)
    }

    pub fn price_of(&self, id: &str) -> Option<i32> {
        self.position
            .state
            .core
            .price(&self.position.printed.sheet, self.co(id))
    }

    pub fn is(&self, id: &str, flag: Flag) -> bool {
        self.position.state.core.is(self.co(id), flag)
    }

    pub fn place_of(&self, id: &str) -> Place {
        self.position.state.core.papers[self.paper(id).at()].place
    }

    pub fn decider(&self) -> u8 {
        self.position.decision().expect("somebody decides").player.0
    }

    pub fn step(&self) -> &'static str {
        self.position.decision().map_or("over", |d| d.step)
    }

    pub fn acting(&self) -> String {
        let company = self
            .position
            .decision()
            .and_then(|d| d.company)
            .expect("a company acts");
        self.position.printed.sheet.company(company).id.clone()
    }

    pub fn trains_of(&self, id: &str) -> Vec<String> {
        let sheet = &self.position.printed.sheet;
        let trains = &self.position.state.core.trains;
        trains
            .of(self.co(id))
            .map(|c| {
                sheet
                    .face(trains.get(c).kind, trains.get(c).face)
                    .name
                    .clone()
            })
            .collect()
    }

    /// Trains in the pool.
    pub fn pooled(&self) -> Vec<String> {
        let sheet = &self.position.printed.sheet;
        let trains = &self.position.state.core.trains;
        let names = trains.at(Whereabouts::Pool).map(|c| {
            sheet
                .face(trains.get(c).kind, trains.get(c).face)
                .name
                .clone()
        });
        names.collect()
    }

    /// The prices listed for starting a company.
    pub fn first_prices(&self, id: &str) -> Vec<i32> {
        let market = &self.position.printed.sheet.market;
        self.choices()
            .iter()
            .filter_map(|c| match c.mv {
                Move::Start { company, price } if company == self.co(id) => {
                    Some(market.price(price))
                }
                _ => None,
            })
            .collect()
    }

    /// Tiles listed for a hex, with rotations.
    pub fn lays(&self, hex: &str) -> Vec<(String, u8)> {
        let tiles = &self.position.printed.sheet.tiles;
        let mut found: Vec<(String, u8)> = self
            .choices()
            .iter()
            .filter_map(|c| match c.mv {
                Move::LayTile {
                    cell,
                    tile,
                    rotation,
                    ..
                } if cell == self.hex(hex) => Some((tiles.get(tile).name.clone(), rotation)),
                _ => None,
            })
            .collect();
        found.sort();
        found
    }

    /// Names of tiles listed for a hex.
    pub fn tiles_for(&self, hex: &str) -> Vec<String> {
        let mut names: Vec<String> = self.lays(hex).into_iter().map(|(name, _)| name).collect();
        names.dedup();
        names
    }
}
