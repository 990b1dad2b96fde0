//! What lies on the table, by the names in the rules.

use super::{Ledgers, Table, Where};
use board::{Cell, TileId};
use engine::{
    Card, Choice, Company, Flag, Move, Paper, Place, Player, Problem, Sheet, Whereabouts,
};

// Names.
impl<P: Ledgers> Table<P> {
    pub fn sheet(&self) -> &Sheet {
        self.at.sheet()
    }

    pub fn company(&self, id: &str) -> Company {
        let found = self.sheet().company_by_id(id);
        found.unwrap_or_else(|| panic!("no company {id}"))
    }

    pub fn paper(&self, id: &str) -> Paper {
        let found = self.sheet().paper_by_id(id);
        found.unwrap_or_else(|| panic!("no paper {id}"))
    }

    pub fn hex(&self, hex: impl Where) -> Cell {
        hex.cell(self.sheet())
    }

    pub fn tile_id(&self, name: &str) -> TileId {
        let found = self.sheet().tiles.by_name(name);
        found.unwrap_or_else(|| panic!("no tile {name}"))
    }

    pub fn tile_name(&self, tile: TileId) -> &str {
        &self.sheet().tiles.get(tile).name
    }

    /// The cell of a price on the market.
    pub fn cell_of_price(&self, price: i32) -> u8 {
        let cells = &mut self.sheet().market.cells.iter();
        let found = cells.position(|c| i32::from(c.price) == price);
        found.unwrap_or_else(|| panic!("no price {price}")) as u8
    }

    /// The face that a card shows.
    pub fn face_name(&self, card: Card) -> &str {
        let state = self.at.core().trains.get(card);
        &self.sheet().face(state.kind, state.face).name
    }

    /// A company's card that shows a face or is of a kind.
    pub fn card(&self, company: &str, name: &str) -> Card {
        let roster = &self.at.core().trains;
        let kind = |c: Card| &self.sheet().trains[roster.get(c).kind as usize].name;
        let found = roster
            .of(self.company(company))
            .find(|&c| self.face_name(c) == name || kind(c) == name);
        found.unwrap_or_else(|| panic!("{company} has no {name}"))
    }
}

// Money, shares, trains.
impl<P: Ledgers> Table<P> {
    pub fn cash_of(&self, player: u8) -> i32 {
        self.at.core().money.player(Player(player))
    }

    pub fn treasury_of(&self, company: &str) -> i32 {
        self.at.core().money.company(self.company(company))
    }

    /// The price of a company's share; 0 for one without.
    pub fn price_of(&self, company: &str) -> i32 {
        self.market_price(company).unwrap_or(0)
    }

    pub fn market_price(&self, company: &str) -> Option<i32> {
        self.at.core().price(self.sheet(), self.company(company))
    }

    pub fn units(&self, company: &str, player: u8) -> u8 {
        self.at.core().stock[self.company(company).at()].of(Player(player))
    }

    /// Shares in the pool.
    pub fn pool_of(&self, company: &str) -> u8 {
        self.at.core().stock[self.company(company).at()].pool
    }

    /// Shares that were never sold.
    pub fn ipo_of(&self, company: &str) -> u8 {
        self.at.core().stock[self.company(company).at()].ipo
    }

    pub fn director(&self, company: &str) -> Option<u8> {
        let stock = &self.at.core().stock[self.company(company).at()];
        stock.director().map(|p| p.0)
    }

    /// Certificates of a player that count.
    pub fn certificates(&self, player: u8) -> u8 {
        self.at.certificates(Player(player)).0
    }

    pub fn is(&self, company: &str, flag: Flag) -> bool {
        self.at.core().is(self.company(company), flag)
    }

    pub fn paper_place(&self, paper: &str) -> Place {
        self.at.core().papers[self.paper(paper).at()].place
    }

    /// Faces of a company's trains, lowest first.
    pub fn trains_of(&self, company: &str) -> Vec<String> {
        self.trains_at(Whereabouts::Company(self.company(company)))
    }

    /// Faces of the trains in the pool.
    pub fn in_pool(&self) -> Vec<String> {
        self.trains_at(Whereabouts::Pool)
    }

    /// Faces of the cards in a place, lowest first.
    pub fn trains_at(&self, place: Whereabouts) -> Vec<String> {
        let roster = &self.at.core().trains;
        let mut cards: Vec<Card> = roster.at(place).collect();
        cards.sort_by_key(|&c| roster.get(c).kind);
        let names = cards.into_iter().map(|c| self.face_name(c).to_owned());
        names.collect()
    }
}

// The board.
impl<P: Ledgers> Table<P> {
    /// Name of the tile on a hex; empty where none lies.
    pub fn tile_at(&self, hex: impl Where) -> String {
        let laid = self.at.core().board().at(self.hex(hex));
        laid.map_or_else(String::new, |l| self.tile_name(l.tile).to_owned())
    }

    /// Copies left of a tile.
    pub fn left(&self, tile: &str) -> u8 {
        self.at.core().board().left(self.tile_id(tile))
    }

    /// Companies with a station on a hex, by stop.
    pub fn stations_on(&self, hex: impl Where) -> Vec<(String, u8)> {
        let (board, cell) = (self.at.core().board(), self.hex(hex));
        let mut all = Vec::new();
        for company in self.sheet().company_ids() {
            for spot in board.stations(&self.sheet().tiles, company.0) {
                if spot.cell == cell {
                    all.push((self.sheet().company(company).id.clone(), spot.stop));
                }
            }
        }
        all.sort_by_key(|s| s.1);
        all
    }

    /// The routing problem of a company.
    pub fn problem(&self, company: &str) -> Problem {
        let problem = self.at.problem(self.company(company));
        problem.expect("a network")
    }

    /// The most a company can earn with its trains now.
    pub fn best(&self, company: &str) -> i32 {
        let p = self.problem(company);
        let best = routing::solve(&p.network, &p.trains, &p.rules, Default::default());
        best.totals.revenue as i32
    }
}

// Decisions.
impl<P: Ledgers> Table<P> {
    /// Who decides, for which company, in which step.
    pub fn waits_for(&self) -> (u8, String, &'static str) {
        let d = self.at.decision().expect("the game goes on");
        let company = d.company.map(|c| self.sheet().company(c).id.clone());
        (d.player.0, company.unwrap_or_default(), d.step)
    }

    /// The step that the game waits in.
    pub fn step(&self) -> &'static str {
        self.at.decision().map_or("over", |d| d.step)
    }

    /// Who decides.
    pub fn decider(&self) -> u8 {
        self.waits_for().0
    }

    /// The company that acts.
    pub fn acting(&self) -> String {
        self.waits_for().1
    }

    pub fn choices(&self) -> Vec<Choice> {
        self.at.choices()
    }

    /// Whether a move is among the choices, or among those of players who are not waited for.
    pub fn offers(&self, mv: &Move) -> bool {
        let asides = self.at.asides().into_iter().map(|a| a.1);
        self.choices().into_iter().chain(asides).any(|c| c.contains(mv))
    }

    /// What a move costs by the list of choices.
    pub fn cost(&self, mv: &Move) -> Option<i32> {
        let choices = self.choices();
        choices.iter().find(|c| c.contains(mv)).map(|c| c.cost)
    }

    /// Least and most of the amount of a move.
    pub fn range(&self, mv: &Move) -> Option<(i32, i32)> {
        let choices = self.choices();
        let wanted = mv.with_amount(0);
        let choice = choices.iter().find(|c| c.mv.with_amount(0) == wanted)?;
        choice.amount.map(|a| (a.min, a.max))
    }

    /// Hexes and stops where the company on turn may place a station.
    pub fn station_spots(&self) -> Vec<(String, u8)> {
        let spot = |c: Choice| match c.mv {
            Move::PlaceStation { cell, stop, .. } => Some((self.sheet().map.name(cell), stop)),
            _ => None,
        };
        self.choices().into_iter().filter_map(spot).collect()
    }
}
