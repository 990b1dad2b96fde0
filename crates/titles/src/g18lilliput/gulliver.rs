//! Gulliver, the automatic opponent of the solo game: his steps A to E, each random choice told as it is drawn.

use super::chess;
use super::opening::MILDENDO;
use super::position::LilliputPosition;
use super::printed::Sort;
use super::track::Stops;
use board::{Cell, Colour, Spot, TileId};
use engine::{Card, Company, Event, Lay, NONE, Position, ShareSource, fit_masks};

/// Candidates of a draw with their names, in canonical order.
pub(super) type Named<T> = Vec<(String, T)>;

/// A cell, and the side at which track leads into it.
type Entry = (Cell, u8);

/// A step of his turn, and its rule.
type Step = (&'static str, &'static str);

fn names<T>(candidates: &[(String, T)]) -> String {
    let names: Vec<&str> = candidates.iter().map(|c| c.0.as_str()).collect();
    names.join(" | ")
}

/// Candidates named by a function.
pub(super) fn named<T>(all: impl IntoIterator<Item = T>, name: impl Fn(&T) -> String) -> Named<T> {
    all.into_iter().map(|one| (name(&one), one)).collect()
}

fn note((step, rule): Step, found: impl Into<String>, events: &mut Vec<Event>) {
    events.push(Event::Procedure {
        step: step.to_owned(),
        rule: rule.to_owned(),
        found: found.into(),
    });
}

impl LilliputPosition {
    /// Gulliver's turn, after the player's two (LIL-SOLO-9).
    #[doc(hidden)]
    pub fn gulliver_acts(&mut self, events: &mut Vec<Event>) {
        let city = self.gulliver_track(events);
        self.gulliver_station(city, events);
        self.gulliver_plain(events);
        self.gulliver_share(events);
        self.gulliver_train(events);
    }

    fn gulliver_companies(&self) -> impl Iterator<Item = Company> + use<> {
        let companies = self.state.gulliver.into_iter();
        companies.filter(|&c| c != NONE).map(Company)
    }

    // A uniform draw over candidates in canonical order; a single candidate uses none (LIL-SOLO-29, LIL-SOLO-40).
    fn draw<T: Clone>(&mut self, what: &str, candidates: &Named<T>, events: &mut Vec<Event>) -> T {
        let of = candidates.len() as u32;
        let index = self.state.core.rng.below(of);
        let (name, drawn) = &candidates[index as usize];
        if of > 1 {
            events.push(Event::Drawn {
                what: what.to_owned(),
                of,
                index,
                result: format!("{name} of {}", names(candidates)),
            });
        }
        drawn.clone()
    }

    fn cell_name(&self, cell: Cell) -> String {
        self.sheet().map.name(cell)
    }

    fn tile_name(&self, tile: TileId) -> String {
        self.sheet().tiles.get(tile).name.clone()
    }

    /// Companies in the order of their names.
    pub(super) fn by_name(&self, companies: impl Iterator<Item = Company>) -> Named<Company> {
        let mut named = named(companies, |c| self.sheet().company(*c).id.clone());
        named.sort();
        named
    }

    // Step A: the first possible of four (LIL-SOLO-10). Returns the cell of a new yellow city.
    #[doc(hidden)]
    pub fn gulliver_track(&mut self, events: &mut Vec<Event>) -> Option<Cell> {
        if self.gulliver_upgrades(("A1", "LIL-SOLO-11"), Colour::Green, events)
            || self.gulliver_upgrades(("A2", "LIL-SOLO-12"), Colour::Yellow, events)
        {
            return None;
        }
        let city = self.gulliver_builds(("A3", "LIL-SOLO-13"), Sort::City, events);
        let plain = ("A4", "LIL-SOLO-14");
        if city.is_none() && self.gulliver_builds(plain, Sort::Plain, events).is_none() {
            note(("A", "LIL-SOLO-30"), "no tile can be laid", events);
        }
        city
    }

    // The company of Gulliver with a station on a cell, his first one before the second.
    fn station_owner(&self, cell: Cell) -> Option<Company> {
        let (board, mut his) = (self.core().board(), self.gulliver_companies());
        his.find(|c| board.has_station_on(cell, c.0))
    }

    // All ways to upgrade a tile with a station of Gulliver from one colour to the next, tiles by name.
    fn upgrades_at(&self, cell: Cell, from: Colour) -> Vec<(TileId, u8, Stops)> {
        let (sheet, board) = (self.sheet(), self.core().board());
        let sort = match board.at(cell) {
            Some(l) if sheet.tiles.get(l.tile).colour == from => self.printed.tile(l.tile).sort,
            _ => return Vec::new(),
        };
        if !matches!(sort, Sort::City | Sort::Metropolis) {
            return Vec::new();
        }
        let first = Company(self.state.gulliver[0]);
        // LIL-SOLO-41: under Laputa only the tile of his starting company, where that has a station, or a named one.
        let laputa = self.printed.options.laputa && from == Colour::Green;
        let own = board.has_station_on(cell, first.0);
        let mut all = Vec::new();
        for (tile, mask, _) in fit_masks(sheet, self.core(), cell) {
            let facts = self.printed.tile(tile);
            let his = facts.named || own && facts.company == Some(first);
            if facts.sort == sort && (his || !laputa) {
                for turn in (0..4).filter(|r| mask & (1 << r) != 0) {
                    let stops = self.tile_fits(Lay::free(first, cell, tile, turn));
                    all.extend(stops.map(|stops| (tile, turn, stops)));
                }
            }
        }
        all.sort_by_key(|lay| self.tile_name(lay.0));
        all
    }

    // A1 and A2 (LIL-SOLO-11, LIL-SOLO-12, LIL-SOLO-34).
    fn gulliver_upgrades(&mut self, step: Step, from: Colour, events: &mut Vec<Event>) -> bool {
        let laid = self.core().board().cells();
        let his = laid.iter().map(|l| l.0).filter(|&c| self.station_owner(c).is_some());
        let able = his.filter(|&c| !self.upgrades_at(c, from).is_empty());
        let cells = named(able, |c| self.cell_name(*c));
        if cells.is_empty() {
            return false;
        }
        let home = self.home(Company(self.state.gulliver[0]));
        let home = home.filter(|home| cells.iter().any(|c| c.1 == *home));
        let (cell, why) = match home {
            Some(home) => (home, "the home tile qualifies"),
            None => {
                let cell = self.draw(&format!("{} tile", step.0), &cells, events);
                (cell, "the home tile does not qualify")
            }
        };
        let mut all = self.upgrades_at(cell, from);
        let mut tiles = named(all.iter().map(|l| l.0), |t| self.tile_name(*t));
        tiles.dedup();
        let tile = self.draw(&format!("{} card", step.0), &tiles, events);
        all.retain(|lay| lay.0 == tile);
        let distance = |turn| self.new_leg_distance(cell, tile, turn);
        let told = |l: &(TileId, u8, Stops)| format!("{} (turned {})", distance(l.1), l.1);
        let distances: Vec<String> = all.iter().map(told).collect();
        let least = all.iter().map(|l| distance(l.1)).min();
        let nearest = all.into_iter().filter(|l| Some(distance(l.1)) == least);
        let nearest = named(nearest, |l| l.1.to_string());
        let (_, rotation, stops) = self.draw(&format!("{} rotation", step.0), &nearest, events);
        let old = self.core().board().at(cell).map(|l| self.tile_name(l.tile));
        let found = format!(
            "{} {} to {} turned {rotation}: {why} among {}; new legs end {} from Mildendo",
            self.cell_name(cell),
            old.unwrap_or_default(),
            self.tile_name(tile),
            names(&cells),
            distances.join(", "),
        );
        note(step, found, events);
        let company = self.station_owner(cell);
        let company = company.unwrap_or(Company(self.state.gulliver[0]));
        self.acts(events)
            .lay_tile(Lay { stops: &stops, ..Lay::free(company, cell, tile, rotation) });
        true
    }

    // How far from Mildendo the cell is that the new leg of an upgrade leads to.
    fn new_leg_distance(&self, cell: Cell, tile: TileId, rotation: u8) -> u16 {
        let (map, tiles) = (&self.sheet().map, &self.sheet().tiles);
        let new = tiles.exits(tile, rotation) & !self.core().board().exits(tiles, cell);
        let ends = (0..4).filter(|e| new & (1 << e) != 0);
        let ends = ends.filter_map(|e| map.neighbour(cell, e));
        ends.map(chess::distance).min().unwrap_or(u16::MAX)
    }

    // New yellow tiles of a sort with track on the entry side of a cell, by name: shapes and their legal turns.
    fn shapes_at(&self, cell: Cell, side: u8, sort: Sort) -> Named<(TileId, Vec<u8>)> {
        let (tiles, first) = (&self.sheet().tiles, Company(self.state.gulliver[0]));
        let mut shapes = Vec::new();
        for (tile, mask, _) in fit_masks(self.sheet(), self.core(), cell) {
            let enters = |r: &u8| mask & (1 << r) != 0 && tiles.exits(tile, *r) & (1 << side) != 0;
            let fits = |r: &u8| self.tile_fits(Lay::free(first, cell, tile, *r)).is_ok();
            if self.printed.tile(tile).sort == sort {
                let turns = (0..4).filter(enters).filter(fits).collect();
                shapes.push((self.tile_name(tile), (tile, turns)));
            }
        }
        shapes.retain(|(_, (_, turns)): &(_, (_, Vec<u8>))| !turns.is_empty());
        shapes.sort();
        shapes
    }

    // Sides of empty cells into which track of Gulliver leads, where a new tile of a sort fits. Hills and river count as
    // empty. `from` says which of his track counts.
    fn entries(&self, sort: Sort, from: impl Fn(Company, Cell) -> bool) -> Vec<Entry> {
        let (sheet, board) = (self.sheet(), self.core().board());
        let empty = |cell: &Cell| self.facts_at(*cell).is_none_or(|f| f.sort == Sort::Terrain);
        let mut all = Vec::new();
        for company in self.gulliver_companies() {
            let reach = self.core().reach(sheet, company);
            for (cell, _) in board.cells() {
                if from(company, cell) {
                    let out = (0..4).filter(|&e| reach.leads_out(board, cell, e));
                    all.extend(out.filter_map(|e| {
                        let next = sheet.map.neighbour(cell, e).filter(empty)?;
                        Some((next, (e + 2) % 4))
                    }));
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all.retain(|&(cell, side)| !self.shapes_at(cell, side, sort).is_empty());
        all
    }

    // A3 and A4 (LIL-SOLO-13, LIL-SOLO-14, LIL-SOLO-33).
    fn gulliver_builds(&mut self, step: Step, sort: Sort, events: &mut Vec<Event>) -> Option<Cell> {
        let mut entries = self.entries(sort, |_, _| true);
        let least = entries.iter().map(|e| chess::distance(e.0)).min()?;
        let mut cells = named(entries.iter().map(|e| e.0), |c| self.cell_name(*c));
        cells.dedup();
        let all = names(&cells);
        cells.retain(|c| sort != Sort::City || chess::distance(c.1) == least);
        let cell = self.draw(&format!("{} cell", step.0), &cells, events);
        entries.retain(|e| e.0 == cell);
        let sides = named(entries, |e| e.1.to_string());
        let (_, side) = self.draw(&format!("{} entry side", step.0), &sides, events);
        let name = self.cell_name(cell);
        note(step, format!("{name} from {all}, entered at side {side}"), events);
        self.gulliver_lays(step.0, (cell, side), sort, events);
        Some(cell)
    }

    // Shape and turn of a new tile, drawn in this order; then it is laid.
    fn gulliver_lays(&mut self, step: &str, at: Entry, sort: Sort, events: &mut Vec<Event>) {
        let (cell, side) = at;
        let shapes = self.shapes_at(cell, side, sort);
        let (tile, turns) = self.draw(&format!("{step} shape"), &shapes, events);
        let turns = named(turns, u8::to_string);
        let rotation = self.draw(&format!("{step} turn"), &turns, events);
        let (sheet, core) = (self.sheet(), self.core());
        let company = self.gulliver_companies().find(|&c| {
            let reach = core.reach(sheet, c);
            reach.arrivals(&sheet.map, core.board(), cell) & (1 << side) != 0
        });
        let company = company.unwrap_or(Company(self.state.gulliver[0]));
        let lay = Lay::free(company, cell, tile, rotation);
        self.acts(events).lay_tile(lay);
    }

    // Step B (LIL-SOLO-15).
    #[doc(hidden)]
    pub fn gulliver_station(&mut self, city: Option<Cell>, events: &mut Vec<Event>) {
        let Some(cell) = city else { return };
        let (step, first) = (("B", "LIL-SOLO-15"), Company(self.state.gulliver[0]));
        if self.checks().station_cost(first).is_err() {
            return note(step, "all stations stand", events);
        }
        let found = format!("a station on the new city {}", self.cell_name(cell));
        note(step, found, events);
        let spot = Spot { cell, stop: 0 };
        self.acts(events).place_station(first, spot, 0);
    }

    // Step C (LIL-SOLO-16): a leg of a city with a station of his that leads into an empty cell.
    #[doc(hidden)]
    pub fn gulliver_plain(&mut self, events: &mut Vec<Event>) {
        let (step, board) = (("C", "LIL-SOLO-16"), self.core().board());
        let legs = self.entries(Sort::Plain, |c, cell| board.has_station_on(cell, c.0));
        let name = |leg: &Entry| format!("{} side {}", self.cell_name(leg.0), leg.1);
        let legs = named(legs, name);
        if legs.is_empty() {
            let found = "no leg of a station leads into an empty cell";
            return note(step, found, events);
        }
        let leg = self.draw("C leg", &legs, events);
        let name = format!("{} side {}", self.cell_name(leg.0), leg.1);
        note(step, format!("{name} from {}", names(&legs)), events);
        self.gulliver_lays("C", leg, Sort::Plain, events);
    }

    // Step D: three certificates one a round, then the director certificate of a new company (LIL-SOLO-18, 19, 35, 42).
    #[doc(hidden)]
    pub fn gulliver_share(&mut self, events: &mut Vec<Event>) {
        let (buys, founds) = (("D", "LIL-SOLO-18"), ("D", "LIL-SOLO-19"));
        let (gulliver, from) = (self.gulliver(), ShareSource::Ipo);
        let cash = self.core().money.player(gulliver);
        let checks = self.checks();
        let price_of = |c| checks.on_sale(c, from).ok();
        let founded = self.state.gulliver[1] != NONE;
        // LIL-SOLO-35: a bank without any certificate does not hold him up.
        let waits = self.printed.options.gulliver_waits_for_certificates
            || self.playing().any(|c| price_of(c).is_some());
        let affordable = |c: &Company| price_of(*c).is_some_and(|price| price <= cash);
        let candidates = match self.state.bought {
            0..3 => self.by_name(self.playing().filter(affordable)),
            _ => Vec::new(),
        };
        if !candidates.is_empty() {
            let company = self.draw("D certificate", &candidates, events);
            let found = format!("a certificate from {} with {cash}", names(&candidates));
            note(buys, found, events);
            let price = self.checks().share_price(company, from);
            self.acts(events).buy_share(gulliver, company, from, price);
            self.state.bought += 1;
        } else if self.state.bought < 3 && (waits || founded) {
            note(buys, format!("nothing to buy with {cash}"), events);
        } else if founded {
            note(founds, "five certificates: he buys no more", events);
        } else {
            self.gulliver_founds(cash, events);
        }
    }

    // The highest price he can pay (LIL-SOLO-19), on the first home tile or as near to it as can be (LIL-SOLO-20).
    fn gulliver_founds(&mut self, cash: i32, events: &mut Vec<Event>) {
        let (step, sheet) = (("D", "LIL-SOLO-19"), self.printed.sheet.clone());
        let affordable = |&c: &u8| self.founding_cost(c).is_some_and(|cost| cost <= cash);
        let cells = (0..sheet.market.cells.len() as u8).filter(affordable);
        let highest = cells.max_by_key(|&c| sheet.market.price(c));
        let candidates = self.by_name(sheet.company_ids().filter(|&c| self.unfounded(c)));
        let home = self.home(Company(self.state.gulliver[0]));
        let from_home = |spot: &Spot| chess::between(spot.cell, home.unwrap_or(MILDENDO));
        let mut spots: Vec<Spot> = self.free_spots().collect();
        let least = spots.iter().map(from_home).min();
        let Some(cell) = highest.filter(|_| least.is_some() && !candidates.is_empty()) else {
            let found = format!("no company can be founded with {cash}");
            return note(step, found, events);
        };
        spots.retain(|spot| Some(from_home(spot)) == least);
        let company = self.draw("D company", &candidates, events);
        let (id, price) = (&sheet.company(company).id, sheet.market.price(cell));
        note(step, format!("{id} at {price} with {cash}"), events);
        let cost = self.founding_cost(cell).unwrap_or(0);
        self.open_company(self.gulliver(), company, cell, (cost, 0), events);
        self.state.gulliver[1] = company.0;
        let nearest = named(spots, |s| self.cell_name(s.cell));
        let spot = self.draw("D home", &nearest, events);
        self.place_home(company, spot, events);
    }

    // The lowest kind of a company's trains, and its card.
    fn lowest_train(&self, company: Company) -> Option<(u8, Card)> {
        let trains = &self.core().trains;
        trains.of(company).map(|c| (trains.get(c).kind, c)).min()
    }

    // Step E (LIL-SOLO-22 to LIL-SOLO-24, LIL-SOLO-32).
    #[doc(hidden)]
    pub fn gulliver_train(&mut self, events: &mut Vec<Event>) {
        let rank = |c: &Company| (self.trains_of(*c), self.lowest_train(*c).map(|t| t.0));
        let company = self.gulliver_companies().min_by_key(rank);
        let (Some(card), Some(company)) = (self.core().trains.top(), company) else {
            return;
        };
        let (sheet, kind) = (self.sheet(), self.core().trains.get(card).kind);
        let train = &sheet.trains[usize::from(kind)].name;
        let found = format!("{train} to {}", sheet.company(company).id);
        note(("E", "LIL-SOLO-23"), found, events);
        self.gulliver_keeps(company, usize::from(self.limit()) - 1, events);
        self.acts(events).receive_train(company, card, 0);
        self.left_deck(card, events);
    }

    // His lowest trains beyond a number leave the game.
    fn gulliver_keeps(&mut self, company: Company, most: usize, events: &mut Vec<Event>) {
        while self.trains_of(company) > most
            && let Some((_, card)) = self.lowest_train(company)
        {
            self.acts(events).scrap(card);
        }
    }

    /// A lowered limit takes Gulliver's lowest trains out of the game (LIL-SOLO-25).
    pub(super) fn gulliver_keeps_limit(&mut self, events: &mut Vec<Event>) {
        for company in self.gulliver_companies() {
            self.gulliver_keeps(company, usize::from(self.limit()), events);
        }
    }
}
