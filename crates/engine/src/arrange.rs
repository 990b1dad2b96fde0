//! Positions that were not reached by moves: set up by hand for a lesson, a puzzle, a test, a question about routes.
//!
//! An [`Arrangement`] is what a person writes down, with names. [`arrange`] puts it on the table, or says everything that
//! is wrong with it. Only what could exist is let through: what is printed limits it, as it limits a game.

use crate::{
    Card, Company, Core, Flag, NONE, Place, Player, Purse, RoundKind, Sheet, Whereabouts, fit_masks,
};
use board::{Cell, Spot, TileId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// A player's turn in a stock round.
    Player(u8),
    /// A company's turn in an operating round.
    Company(String),
}

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Seat {
    /// Cash.
    pub cash: i32,
    /// Shares by company.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub shares: BTreeMap<String, u8>,
    /// Papers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub papers: Vec<String>,
}

/// A company that has been started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Charter {
    /// Number of the cell of the chart where it started.
    pub par: u8,
    /// Number of the cell where its marker stands.
    pub cell: u8,
    /// Treasury.
    pub cash: i32,
    /// Shares in the pool.
    pub pool: u8,
    /// It has its capital.
    pub floated: bool,
    /// It has taken a turn.
    pub operated: bool,
    /// Its trains, by kind and copy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trains: Vec<String>,
    /// Its papers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub papers: Vec<String>,
}

/// A tile on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Its number.
    pub tile: String,
    /// Steps clockwise.
    #[serde(default)]
    pub rotation: u8,
}

/// A station on a stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Station {
    /// Whose.
    pub company: String,
    /// Where.
    pub cell: String,
    /// Stop of the tile there.
    #[serde(default)]
    pub stop: u8,
}

/// A position as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrangement {
    /// Name of the phase.
    pub phase: String,
    /// Set of rounds, from 1.
    #[serde(default = "first")]
    pub set: u8,
    /// Number of the operating round in its set, from 1.
    #[serde(default = "first")]
    pub number: u8,
    /// Whose turn it is.
    pub turn: Turn,
    /// Players by seat.
    pub players: Vec<Seat>,
    /// Companies that have been started.
    #[serde(default)]
    pub companies: BTreeMap<String, Charter>,
    /// Tiles that were laid, by cell.
    #[serde(default)]
    pub tiles: BTreeMap<String, Tile>,
    /// Stations.
    #[serde(default)]
    pub stations: Vec<Station>,
    /// Trains in the bank's pool.
    #[serde(default)]
    pub pool: Vec<String>,
}

const fn first() -> u8 {
    1
}

/// Puts an arrangement on an empty table; all faults at once.
pub fn arrange(sheet: &Sheet, empty: Core, wanted: &Arrangement) -> Result<Core, Vec<String>> {
    let mut table = Table { sheet, core: empty, faults: Vec::new(), named: BTreeSet::new() };
    table.round(wanted);
    table.players(wanted);
    for (id, charter) in &wanted.companies {
        if let Some(company) = table.company(id) {
            table.charter(company, charter);
        }
    }
    table.directors();
    for (cell, tile) in &wanted.tiles {
        table.tile(cell, tile);
    }
    for station in &wanted.stations {
        table.station(station);
    }
    for train in &wanted.pool {
        table.train(train, Whereabouts::Pool);
    }
    table.stack();
    if table.faults.is_empty() { Ok(table.core) } else { Err(table.faults) }
}

struct Table<'a> {
    sheet: &'a Sheet,
    core: Core,
    faults: Vec<String>,
    named: BTreeSet<Card>,
}

impl Table<'_> {
    fn fault(&mut self, what: String) {
        self.faults.push(what);
    }

    fn company(&mut self, id: &str) -> Option<Company> {
        let found = self.sheet.company_by_id(id);
        if found.is_none() {
            self.fault(format!("no company is called {id}"));
        }
        found
    }

    fn round(&mut self, wanted: &Arrangement) {
        match self.sheet.phase_by_name(&wanted.phase) {
            Some(phase) => self.core.phase = phase,
            None => self.fault(format!("no phase is called {}", wanted.phase)),
        }
        let kind = match &wanted.turn {
            Turn::Player(seat) if *seat >= self.core.seats => {
                self.fault(format!("nobody sits on seat {seat}"));
                RoundKind::Stock
            }
            Turn::Player(_) => RoundKind::Stock,
            Turn::Company(id) => {
                match wanted.companies.get(id) {
                    Some(charter) if charter.floated => {}
                    _ => self.fault(format!("{id} has not floated and takes no turn")),
                }
                RoundKind::Operating
            }
        };
        self.core.round =
            crate::RoundName { kind, set: wanted.set.max(1), number: wanted.number.max(1) };
    }

    fn players(&mut self, wanted: &Arrangement) {
        if wanted.players.len() != usize::from(self.core.seats) {
            let (seats, told) = (self.core.seats, wanted.players.len());
            self.fault(format!("{seats} players sit at the table, {told} are described"));
            return;
        }
        for (seat, told) in wanted.players.iter().enumerate() {
            let player = Player(seat as u8);
            self.fill(Purse::Player(player), told.cash);
            for (id, &shares) in &told.shares {
                let Some(company) = self.company(id) else {
                    continue;
                };
                if shares > self.core.stock[company.at()].ipo {
                    self.fault(format!("{id} has not so many shares"));
                } else {
                    self.core.stock[company.at()].from_ipo(player, shares);
                }
                if !wanted.companies.contains_key(id) {
                    self.fault(format!("shares of {id} are held, but it has not been started"));
                }
            }
            for paper in &told.papers {
                self.paper(paper, Place::Player(player));
            }
        }
    }

    // Money comes from the bank, so that its sum stays.
    fn fill(&mut self, purse: Purse, wanted: i32) {
        let has = self.core.money.of(purse);
        if !(0..=1_000_000).contains(&wanted) {
            self.fault(format!("{wanted} is no amount of money"));
        } else if wanted >= has {
            self.core.pay(Purse::Bank, purse, wanted - has);
        } else {
            self.core.pay(purse, Purse::Bank, has - wanted);
        }
    }

    fn paper(&mut self, id: &str, place: Place) {
        let Some(paper) = self.sheet.paper_by_id(id) else {
            return self.fault(format!("no paper is called {id}"));
        };
        let state = &mut self.core.papers[paper.at()];
        if matches!(state.place, Place::Player(_) | Place::Company(_)) {
            return self.fault(format!("{id} is in two places"));
        }
        state.place = place;
    }

    fn charter(&mut self, company: Company, told: &Charter) {
        let (id, cells) = (&self.sheet.company(company).id, &self.sheet.market.cells);
        for cell in [told.par, told.cell] {
            if usize::from(cell) >= cells.len() {
                return self.fault(format!("{id}: the chart has no cell {cell}"));
            }
        }
        if told.pool > self.core.stock[company.at()].ipo {
            self.fault(format!("{id} has not so many shares"));
        } else {
            let stock = &mut self.core.stock[company.at()];
            stock.ipo -= told.pool;
            stock.pool += told.pool;
        }
        self.core.market.put(company, told.cell);
        let state = self.core.company_mut(company);
        state.par = told.par;
        state.set(Flag::Started, true);
        state.set(Flag::Available, true);
        state.set(Flag::Floated, told.floated);
        state.set(Flag::Operated, told.operated);
        let stock = &self.core.stock[company.at()];
        if told.floated
            && stock.with_players() + stock.pool < self.sheet.company(company).float_units
        {
            self.fault(format!("{id} cannot have floated with so few shares sold"));
        }
        if !told.floated && (told.cash != 0 || told.operated || !told.trains.is_empty()) {
            self.fault(format!("{id} has not floated and owns nothing"));
        }
        self.fill(Purse::Company(company), told.cash);
        for train in &told.trains {
            self.train(train, Whereabouts::Company(company));
        }
        for paper in &told.papers {
            self.paper(paper, Place::Company(company));
        }
        let size = usize::from(self.sheet.company(company).size);
        let limits = &self.sheet.phases[usize::from(self.core.phase)].train_limit;
        let limit = limits.get(size).or(limits.last()).copied().unwrap_or(NONE);
        if told.trains.len() > usize::from(limit) {
            self.fault(format!("{id} may own {limit} trains in this phase"));
        }
    }

    // Whoever holds most directs; the nearest to the first seat among equals.
    fn directors(&mut self) {
        for company in self.sheet.company_ids() {
            let started = self.core.is(company, Flag::Started);
            let director = crate::directors::due(&self.core, company);
            if started {
                self.core.stock[company.at()].set_director(director);
            }
            if started && director.is_none() {
                let id = &self.sheet.company(company).id;
                self.faults.push(format!("nobody holds enough of {id} to direct it"));
            }
            let def = self.sheet.company(company);
            let most = (0..self.core.seats).map(|p| self.core.stock[company.at()].of(Player(p)));
            if most.max().unwrap_or(0) > def.max_units {
                self.faults.push(format!("a player holds too much of {}", def.id));
            }
        }
    }

    fn train(&mut self, name: &str, place: Whereabouts) {
        let found = name.rsplit_once('-').and_then(|(kind, copy)| {
            let kind = self.sheet.trains.iter().position(|k| k.name == kind)?;
            let copy: u8 = copy.parse().ok()?;
            let mut cards = self.core.trains.cards.iter();
            cards.position(|c| usize::from(c.kind) == kind && c.copy == copy)
        });
        let Some(card) = found.map(|i| Card(i as u8)) else {
            return self.fault(format!("no train is called {name}"));
        };
        let kind = &self.sheet.trains[usize::from(self.core.trains.get(card).kind)];
        if kind.phase > self.core.phase {
            self.fault(format!("{name} begins a later phase"));
        }
        let ended = |k: &&crate::TrainKind| {
            let scraps =
                |f: &crate::Face| kind.faces.iter().any(|own| f.scraps.contains(&own.name));
            k.phase <= self.core.phase && k.faces.iter().all(scraps)
        };
        if self.sheet.trains.iter().any(|k| ended(&k)) {
            self.fault(format!("{name} has left the game in this phase"));
        }
        if !self.named.insert(card) {
            self.fault(format!("{name} is in two places"));
        }
        self.core.trains.get_mut(card).place = place;
    }

    // The stack is sold in order: what lies before a train that was sold has left it too. A phase begins with a sale.
    fn stack(&mut self) {
        let phase = self.core.phase;
        let trains = &self.sheet.trains;
        let begins = |c: &crate::CardState| trains[usize::from(c.kind)].phase == phase;
        let last = self.named.iter().map(|c| c.at()).max();
        let cards = &mut self.core.trains.cards;
        let needed = if phase > 0 { cards.iter().position(begins) } else { None };
        let Some(last) = last.into_iter().chain(needed).max() else {
            return;
        };
        for card in cards.iter_mut().take(last + 1) {
            if card.place == Whereabouts::Deck {
                card.place = Whereabouts::Gone;
            }
        }
        self.core.trains.replenish(self.sheet);
    }

    fn tile(&mut self, cell: &str, told: &Tile) {
        let (Some(at), Some(tile)) =
            (self.sheet.map.by_name(cell), self.sheet.tiles.by_name(&told.tile))
        else {
            return self.fault(format!("no cell {cell} or no tile {}", told.tile));
        };
        let highest = self.sheet.phases[usize::from(self.core.phase)].colour;
        if self.sheet.tiles.get(tile).colour as u8 > highest {
            self.fault(format!("tile {} comes in a later phase", told.tile));
        }
        if !self.lay(at, tile, told.rotation, 4) {
            self.fault(format!("tile {} cannot come to lie on {cell} like this", told.tile));
        }
    }

    // Lays the tiles that lead to it, one upgrade after the other; the supply gets back what they replace.
    fn lay(&mut self, cell: Cell, tile: TileId, rotation: u8, steps: u8) -> bool {
        if let Some(fit) = crate::fits(self.sheet, &self.core, cell, tile, rotation) {
            let stops = fit.stops.to_vec();
            if self.core.board().left(tile) == 0 {
                return false;
            }
            self.core.lay_tile(self.sheet, cell, tile, rotation, &stops);
            return true;
        }
        if steps == 0 {
            return false;
        }
        let next: Vec<(TileId, u8)> = fit_masks(self.sheet, &self.core, cell)
            .map(|(between, mask, _)| (between, mask))
            .collect();
        let edges = self.sheet.tiles.shape.edges();
        for (between, mask) in next {
            for turn in (0..edges).filter(|r| mask & (1 << r) != 0) {
                let before = self.core.clone();
                if self.core.board().left(between) > 0
                    && self.lay(cell, between, turn, 0)
                    && self.lay(cell, tile, rotation, steps - 1)
                {
                    return true;
                }
                self.core = before;
            }
        }
        false
    }

    fn station(&mut self, told: &Station) {
        let Some(company) = self.company(&told.company) else {
            return;
        };
        let Some(cell) = self.sheet.map.by_name(&told.cell) else {
            return self.fault(format!("no cell is called {}", told.cell));
        };
        let spot = Spot { cell, stop: told.stop };
        let Some((marker, _)) = self.core.next_marker(self.sheet, company) else {
            return self.fault(format!("{} has not so many stations", told.company));
        };
        let laid = self.core.board().at(cell).map(|l| self.sheet.tiles.get(l.tile));
        let city = laid.and_then(|t| t.stops.get(usize::from(told.stop)));
        let twice = self.core.board().has_station_on(cell, company.0);
        let open = !twice && city.is_some_and(|c| c.slots > 0);
        if !open || !self.core.place_station(self.sheet, spot, company) {
            let (id, cell) = (&told.company, &told.cell);
            return self.fault(format!("no place for a station of {id} on {cell}"));
        }
        let state = self.core.company_mut(company);
        state.markers[marker] -= 1;
        state.set(Flag::Home, true);
        if !state.is(Flag::Floated) {
            self.fault(format!("{} has not floated and has no stations", told.company));
        }
    }
}
