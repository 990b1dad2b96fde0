//! What lies on the table, by the names in the rules.

use super::Table;
use board::{Cell, TileId};
use engine::{
    Card, Company, Flag, LayBy, Move, Paper, Place, Player, Position, Sheet, Whereabouts,
};
use routing::{Budget, solve};

impl Table {
    pub fn sheet(&self) -> &Sheet {
        &self.at.rules.sheet
    }

    pub fn company(&self, id: &str) -> Company {
        self.sheet()
            .company_by_id(id)
            .unwrap_or_else(|| panic!("no company {id}"))
    }

    pub fn paper(&self, id: &str) -> Paper {
        self.sheet()
            .paper_by_id(id)
            .unwrap_or_else(|| panic!("no local railway {id}"))
    }

    pub fn hex(&self, name: &str) -> Cell {
        self.sheet()
            .map
            .by_name(name)
            .unwrap_or_else(|| panic!("no hex {name}"))
    }

    pub fn tile_id(&self, name: &str) -> TileId {
        self.sheet()
            .tiles
            .by_name(name)
            .unwrap_or_else(|| panic!("no tile {name}"))
    }

    pub fn cell_of_price(&self, price: i32) -> u8 {
        let cells = &self.sheet().market.cells;
        cells
            .iter()
            .position(|c| i32::from(c.price) == price)
            .unwrap_or_else(|| panic!("no price {price}")) as u8
    }

    pub fn price_of(&self, company: &str) -> i32 {
        self.at
            .state
            .core
            .price(self.sheet(), self.company(company))
            .unwrap_or(0)
    }

    pub fn treasury_of(&self, company: &str) -> i32 {
        self.at.state.core.money.company(self.company(company))
    }

    pub fn cash_of(&self, player: u8) -> i32 {
        self.at.state.core.money.player(Player(player))
    }

    pub fn units(&self, company: &str, player: u8) -> u8 {
        self.at.state.core.stock[self.company(company).at()].of(Player(player))
    }

    pub fn director(&self, company: &str) -> Option<u8> {
        self.at.state.core.stock[self.company(company).at()]
            .director()
            .map(|p| p.0)
    }

    pub fn is(&self, company: &str, flag: Flag) -> bool {
        self.at.state.core.is(self.company(company), flag)
    }

    /// Faces of a company's trains.
    pub fn trains_of(&self, company: &str) -> Vec<String> {
        self.faces_at(Whereabouts::Company(self.company(company)))
    }

    /// Faces of the cards in a place.
    pub fn faces_at(&self, place: Whereabouts) -> Vec<String> {
        let roster = &self.at.state.core.trains;
        roster.at(place).map(|c| self.face_name(c)).collect()
    }

    pub(super) fn face_name(&self, card: Card) -> String {
        let state = self.at.state.core.trains.get(card);
        self.sheet().face(state.kind, state.face).name.clone()
    }

    /// Letter of the top card.
    pub fn top(&self) -> &str {
        let roster = &self.at.state.core.trains;
        let top = roster.top().expect("a card");
        self.letter(roster.get(top).kind)
    }

    /// Letter of a kind of cards.
    pub fn letter(&self, kind: u8) -> &str {
        let name = &self.sheet().trains[kind as usize].name;
        &name[name.len() - 1..]
    }

    pub(super) fn kind(&self, letter: &str) -> u8 {
        let kinds = &self.sheet().trains;
        kinds
            .iter()
            .position(|t| t.name.ends_with(letter))
            .unwrap_or_else(|| panic!("no card {letter}")) as u8
    }

    pub fn phase_name(&self) -> &str {
        &self.sheet().phases[self.at.state.core.phase as usize].name
    }

    /// A company's card that shows a face.
    pub fn card(&self, company: &str, face: &str) -> Card {
        let id = self.company(company);
        let found = self
            .at
            .state
            .core
            .trains
            .of(id)
            .find(|&c| self.face_name(c) == face);
        found.unwrap_or_else(|| panic!("{company} has no {face}"))
    }

    pub fn paper_place(&self, paper: &str) -> Place {
        self.at.state.core.papers[self.paper(paper).at()].place
    }

    /// Who decides, for which company, in which step.
    pub fn waits_for(&self) -> (u8, String, &'static str) {
        let d = self.at.decision().expect("the game goes on");
        let company = d
            .company
            .map_or(String::new(), |c| self.sheet().company(c).id.clone());
        (d.player.0, company, d.step)
    }

    pub fn step(&self) -> &'static str {
        self.waits_for().2
    }

    /// Whether a move is among the choices.
    pub fn offers(&self, mv: &Move) -> bool {
        self.at.choices().iter().any(|c| c.contains(mv))
    }

    /// What a move costs by the list of choices.
    pub fn cost(&self, mv: &Move) -> Option<i32> {
        self.at
            .choices()
            .iter()
            .find(|c| c.contains(mv))
            .map(|c| c.cost)
    }

    /// Least and most of the amount of a move.
    pub fn range(&self, mv: &Move) -> Option<(i32, i32)> {
        let choices = self.at.choices();
        let amount = |m: &Move| m.with_amount(0);
        choices
            .iter()
            .find(|c| amount(&c.mv) == amount(mv))
            .and_then(|c| c.amount)
            .map(|a| (a.min, a.max))
    }

    /// Hexes and tiles that the company on turn may lay by its regular build.
    pub fn lays(&self) -> Vec<(String, String, u8)> {
        let mut all: Vec<_> = self
            .at
            .choices()
            .iter()
            .filter_map(|c| match c.mv {
                Move::LayTile {
                    cell,
                    tile,
                    rotation,
                    by: LayBy::Build | LayBy::Home,
                    ..
                } => Some((
                    self.sheet().map.name(cell),
                    self.sheet().tiles.get(tile).name.clone(),
                    rotation,
                )),
                _ => None,
            })
            .collect();
        all.sort();
        all
    }

    /// Names of the tiles that may be laid on a hex now.
    pub fn tiles_for(&self, hex: &str) -> Vec<String> {
        let mut all: Vec<String> = self
            .lays()
            .into_iter()
            .filter(|l| l.0 == hex)
            .map(|l| l.1)
            .collect();
        all.dedup();
        all
    }

    /// Hexes on which something may be laid now.
    pub fn hexes(&self) -> Vec<String> {
        let mut all: Vec<String> = self.lays().into_iter().map(|l| l.0).collect();
        all.dedup();
        all
    }

    /// Hexes and stops where the company on turn may place a station.
    pub fn station_spots(&self) -> Vec<(String, u8)> {
        let spot = |c: &engine::Choice| match c.mv {
            Move::PlaceStation { cell, stop, .. } => Some((self.sheet().map.name(cell), stop)),
            _ => None,
        };
        self.at.choices().iter().filter_map(spot).collect()
    }

    /// The most a company can earn with its trains now.
    pub fn best(&self, company: &str) -> i32 {
        let p = self.at.problem(self.company(company)).expect("a network");
        solve(&p.network, &p.trains, &p.rules, Budget::default())
            .totals
            .revenue as i32
    }

    /// The best run.
    pub fn best_run(&self, company: &str) -> Move {
        let id = self.company(company);
        let p = self.at.problem(id).expect("a network");
        let best = solve(&p.network, &p.trains, &p.rules, Budget::default());
        Move::Run {
            company: id,
            routes: best.routes.iter().map(|r| p.route(r)).collect(),
            recorded: None,
        }
    }

    /// Markers on a company's charter, by price: free, 40, 100.
    pub fn markers(&self, company: &str) -> [u8; 3] {
        let m = self.at.state.core.company(self.company(company)).markers;
        [m[0], m[1], m[2]]
    }

    /// Companies with a station on a hex, by stop.
    pub fn stations_on(&self, hex: &str) -> Vec<(String, u8)> {
        let (core, cell) = (&self.at.state.core, self.hex(hex));
        let mut all = Vec::new();
        for company in self.sheet().company_ids() {
            for spot in core.board().stations(&self.sheet().tiles, company.0) {
                if spot.cell == cell {
                    all.push((self.sheet().company(company).id.clone(), spot.stop));
                }
            }
        }
        all.sort_by_key(|s| s.1);
        all
    }
}
