//! Gulliver, the automatic opponent of the solo game: his steps A to E, each random choice told as it is drawn.

use super::chess;
use super::position::LilliputPosition;
use super::printed::Sort;
use board::{Cell, Colour, Spot, TileId};
use engine::{Card, Company, Event, NONE, Player, Whereabouts, fit_masks};
use smallvec::SmallVec;
use std::collections::BTreeMap;

// A tile that can be laid: what, how turned, where the old stops go.
type Lay = (TileId, u8, SmallVec<[u8; 4]>);

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
        self.state
            .gulliver
            .into_iter()
            .filter(|&c| c != NONE)
            .map(Company)
    }

    // A uniform draw over candidates in canonical order; a single candidate uses none (LIL-SOLO-29, LIL-SOLO-40).
    fn draw(&mut self, what: &str, candidates: &[String], events: &mut Vec<Event>) -> usize {
        let of = candidates.len() as u32;
        let index = self.state.core.rng.below(of);
        if of > 1 {
            let result = format!(
                "{} of {}",
                candidates[index as usize],
                candidates.join(" | ")
            );
            events.push(Event::Drawn {
                what: what.to_owned(),
                of,
                index,
                result,
            });
        }
        index as usize
    }

    fn note(&self, step: &str, rule: &str, found: String, events: &mut Vec<Event>) {
        events.push(Event::Procedure {
            step: step.to_owned(),
            rule: rule.to_owned(),
            found,
        });
    }

    fn cell_name(&self, cell: Cell) -> String {
        self.printed.sheet.map.name(cell)
    }

    fn tile_name(&self, tile: TileId) -> &str {
        &self.printed.sheet.tiles.get(tile).name
    }

    // Step A: the first possible of four (LIL-SOLO-10). Returns the cell of a new yellow city.
    #[doc(hidden)]
    pub fn gulliver_track(&mut self, events: &mut Vec<Event>) -> Option<Cell> {
        for (step, from) in [("A1", Colour::Green), ("A2", Colour::Yellow)] {
            if self.gulliver_upgrades(step, from, events) {
                return None;
            }
        }
        for (step, sort) in [("A3", Sort::City), ("A4", Sort::Plain)] {
            if let Some(cell) = self.gulliver_builds(step, sort, events) {
                return (sort == Sort::City).then_some(cell);
            }
        }
        self.note("A", "LIL-SOLO-30", "no tile can be laid".to_owned(), events);
        None
    }

    // All ways to upgrade a tile with a station of Gulliver from one colour to the next.
    fn upgrades_at(&self, cell: Cell, from: Colour) -> Vec<Lay> {
        let tiles = &self.printed.sheet.tiles;
        let Some(laid) = self.state.core.board().at(cell) else {
            return Vec::new();
        };
        let sort = self.printed.tile(laid.tile).sort;
        if tiles.get(laid.tile).colour != from || !matches!(sort, Sort::City | Sort::Metropolis) {
            return Vec::new();
        }
        let first = Company(self.state.gulliver[0]);
        // LIL-SOLO-41: under Laputa only the tile of his starting company, where that has a station, or a named one.
        let laputa = self.printed.options.laputa && from == Colour::Green;
        let own = self.state.core.board().has_station_on(cell, first.0);
        let mut all = Vec::new();
        for (tile, mask, _) in fit_masks(&self.printed.sheet, &self.state.core, cell) {
            let facts = self.printed.tile(tile);
            let his = facts.named || own && facts.company == Some(first);
            if facts.sort != sort || laputa && !his {
                continue;
            }
            for rotation in (0..tiles.get(tile).period).filter(|r| mask & (1 << r) != 0) {
                if let Ok(stops) = self.tile_fits(cell, tile, rotation) {
                    all.push((tile, rotation, stops));
                }
            }
        }
        all
    }

    // A1 and A2 (LIL-SOLO-11, LIL-SOLO-12, LIL-SOLO-34).
    fn gulliver_upgrades(&mut self, step: &str, from: Colour, events: &mut Vec<Event>) -> bool {
        let mut cells: Vec<Cell> = self
            .gulliver_companies()
            .flat_map(|c| self.station_cells(c))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells.retain(|&c| !self.upgrades_at(c, from).is_empty());
        if cells.is_empty() {
            return false;
        }
        let first = Company(self.state.gulliver[0]);
        let names: Vec<String> = cells.iter().map(|&c| self.cell_name(c)).collect();
        let home = self.home(first).filter(|h| cells.contains(h));
        let cell = match home {
            Some(home) => home,
            None => cells[self.draw(&format!("{step} tile"), &names, events)],
        };
        let all = self.upgrades_at(cell, from);
        let mut tiles: Vec<TileId> = all.iter().map(|l| l.0).collect();
        tiles.sort_by(|a, b| self.tile_name(*a).cmp(self.tile_name(*b)));
        tiles.dedup();
        let tile_names: Vec<String> = tiles
            .iter()
            .map(|&t| self.tile_name(t).to_owned())
            .collect();
        let tile = tiles[self.draw(&format!("{step} card"), &tile_names, events)];
        let distances: Vec<(u16, &Lay)> = all
            .iter()
            .filter(|l| l.0 == tile)
            .map(|l| (self.new_leg_distance(cell, l), l))
            .collect();
        let least = distances.iter().map(|d| d.0).min().unwrap_or(0);
        let nearest: Vec<&Lay> = distances
            .iter()
            .filter(|d| d.0 == least)
            .map(|d| d.1)
            .collect();
        let rotations: Vec<String> = nearest.iter().map(|l| l.1.to_string()).collect();
        let (tile, rotation, stops) =
            nearest[self.draw(&format!("{step} rotation"), &rotations, events)].clone();
        let rule = if step == "A1" {
            "LIL-SOLO-11"
        } else {
            "LIL-SOLO-12"
        };
        let why = if home.is_some() {
            "the home tile qualifies"
        } else {
            "the home tile does not qualify"
        };
        let found = format!(
            "{} {} to {} turned {rotation}: {why} among {}; new legs end {} from Mildendo",
            self.cell_name(cell),
            self.state
                .core
                .board()
                .at(cell)
                .map_or("", |l| self.tile_name(l.tile)),
            self.tile_name(tile),
            names.join(" | "),
            distances
                .iter()
                .map(|(d, l)| format!("{d} (turned {})", l.1))
                .collect::<Vec<_>>()
                .join(", "),
        );
        self.note(step, rule, found, events);
        self.put_tile(
            self.station_owner(cell),
            (cell, tile, rotation),
            &stops,
            0,
            events,
        );
        true
    }

    // The company of Gulliver with a station on a cell, his first one before the second.
    fn station_owner(&self, cell: Cell) -> Company {
        let first = Company(self.state.gulliver[0]);
        self.gulliver_companies()
            .find(|c| self.state.core.board().has_station_on(cell, c.0))
            .unwrap_or(first)
    }

    // How far from Mildendo the cell is that the new leg of an upgrade leads to.
    fn new_leg_distance(&self, cell: Cell, lay: &Lay) -> u16 {
        let (map, tiles, board) = (
            &self.printed.sheet.map,
            &self.printed.sheet.tiles,
            self.state.core.board(),
        );
        let new = tiles.exits(lay.0, lay.1) & !board.exits(tiles, cell);
        (0..4)
            .filter(|e| new & (1 << e) != 0)
            .filter_map(|e| map.neighbour(cell, e))
            .map(chess::distance)
            .min()
            .unwrap_or(u16::MAX)
    }

    /// Whether a cell is empty for a new tile: hills and river count as empty.
    pub(super) fn is_open_cell(&self, cell: Cell) -> bool {
        self.state
            .core
            .board()
            .at(cell)
            .is_none_or(|l| self.printed.tile(l.tile).sort == Sort::Terrain)
    }

    // New yellow tiles of a sort with track on the entry side of a cell: shapes and their legal turns.
    fn shapes_at(&self, cell: Cell, side: u8, sort: Sort) -> BTreeMap<String, (TileId, Vec<u8>)> {
        let tiles = &self.printed.sheet.tiles;
        let mut shapes = BTreeMap::new();
        for (tile, mask, _) in fit_masks(&self.printed.sheet, &self.state.core, cell) {
            if self.printed.tile(tile).sort != sort {
                continue;
            }
            let turns: Vec<u8> = (0..tiles.get(tile).period)
                .filter(|&r| mask & (1 << r) != 0 && tiles.exits(tile, r) & (1 << side) != 0)
                .filter(|&r| self.tile_fits(cell, tile, r).is_ok())
                .collect();
            if !turns.is_empty() {
                shapes.insert(tiles.get(tile).name.clone(), (tile, turns));
            }
        }
        shapes
    }

    // A3 and A4 (LIL-SOLO-13, LIL-SOLO-14, LIL-SOLO-33).
    fn gulliver_builds(&mut self, step: &str, sort: Sort, events: &mut Vec<Event>) -> Option<Cell> {
        let mut entries: BTreeMap<Cell, Vec<u8>> = BTreeMap::new();
        for company in self.gulliver_companies() {
            let reach = self.state.core.reach(&self.printed.sheet, company);
            for cell in self.building_cells(company) {
                if self.is_open_cell(cell) {
                    let sides =
                        reach.arrivals(&self.printed.sheet.map, self.state.core.board(), cell);
                    entries
                        .entry(cell)
                        .or_default()
                        .extend((0..4).filter(|e| sides & (1 << e) != 0));
                }
            }
        }
        for (cell, sides) in &mut entries {
            sides.sort_unstable();
            sides.dedup();
            sides.retain(|&side| !self.shapes_at(*cell, side, sort).is_empty());
        }
        entries.retain(|_, sides| !sides.is_empty());
        let least = entries.keys().map(|&c| chess::distance(c)).min()?;
        let all: Vec<Cell> = entries.keys().copied().collect();
        let cells: Vec<Cell> = match sort {
            Sort::City => all
                .iter()
                .copied()
                .filter(|&c| chess::distance(c) == least)
                .collect(),
            _ => all.clone(),
        };
        let name = |list: &[Cell]| list.iter().map(|&c| self.cell_name(c)).collect::<Vec<_>>();
        let (names, all_names) = (name(&cells), name(&all));
        let cell = cells[self.draw(&format!("{step} cell"), &names, events)];
        let sides = &entries[&cell];
        let side_names: Vec<String> = sides.iter().map(u8::to_string).collect();
        let side = sides[self.draw(&format!("{step} entry side"), &side_names, events)];
        let rule = if sort == Sort::City {
            "LIL-SOLO-13"
        } else {
            "LIL-SOLO-14"
        };
        let found = format!(
            "{} from {}, entered at side {side}",
            self.cell_name(cell),
            all_names.join(" | ")
        );
        self.note(step, rule, found, events);
        self.gulliver_lays(step, cell, side, sort, events);
        Some(cell)
    }

    // Shape and turn of a new tile, drawn in this order; then it is laid.
    fn gulliver_lays(
        &mut self,
        step: &str,
        cell: Cell,
        side: u8,
        sort: Sort,
        events: &mut Vec<Event>,
    ) {
        let shapes = self.shapes_at(cell, side, sort);
        let names: Vec<String> = shapes.keys().cloned().collect();
        let shape = self.draw(&format!("{step} shape"), &names, events);
        let (tile, turns) = &shapes[&names[shape]];
        let turn_names: Vec<String> = turns.iter().map(u8::to_string).collect();
        let rotation = turns[self.draw(&format!("{step} turn"), &turn_names, events)];
        let layer = self
            .gulliver_companies()
            .find(|&c| {
                let reach = self.state.core.reach(&self.printed.sheet, c);
                reach.arrivals(&self.printed.sheet.map, self.state.core.board(), cell) & (1 << side)
                    != 0
            })
            .unwrap_or(Company(self.state.gulliver[0]));
        self.put_tile(layer, (cell, *tile, rotation), &[], 0, events);
    }

    // Step B (LIL-SOLO-15).
    #[doc(hidden)]
    pub fn gulliver_station(&mut self, city: Option<Cell>, events: &mut Vec<Event>) {
        let Some(cell) = city else { return };
        let first = Company(self.state.gulliver[0]);
        match self.state.core.next_marker(&self.printed.sheet, first) {
            Some((marker, _)) => {
                let found = format!("a station on the new city {}", self.cell_name(cell));
                self.note("B", "LIL-SOLO-15", found, events);
                self.put_station(first, marker, Spot { cell, stop: 0 }, 0, events);
            }
            None => self.note("B", "LIL-SOLO-15", "all stations stand".to_owned(), events),
        }
    }

    // Step C (LIL-SOLO-16): a leg of a city with a station of his that leads into an empty cell.
    #[doc(hidden)]
    pub fn gulliver_plain(&mut self, events: &mut Vec<Event>) {
        let (map, board) = (&self.printed.sheet.map, self.state.core.board());
        let mut legs: Vec<(Cell, u8)> = Vec::new();
        for company in self.gulliver_companies() {
            let reach = self.state.core.reach(&self.printed.sheet, company);
            for cell in self.station_cells(company) {
                for e in (0..4).filter(|&e| reach.leads_out(board, cell, e)) {
                    if let Some(next) = map.neighbour(cell, e)
                        && self.is_open_cell(next)
                    {
                        legs.push((next, (e + 2) % 4));
                    }
                }
            }
        }
        legs.sort_unstable();
        legs.dedup();
        legs.retain(|&(cell, side)| !self.shapes_at(cell, side, Sort::Plain).is_empty());
        if legs.is_empty() {
            self.note(
                "C",
                "LIL-SOLO-16",
                "no leg of a station leads into an empty cell".to_owned(),
                events,
            );
            return;
        }
        let names: Vec<String> = legs
            .iter()
            .map(|&(cell, side)| format!("{} side {side}", self.cell_name(cell)))
            .collect();
        let i = self.draw("C leg", &names, events);
        let found = format!("{} from {}", names[i], names.join(" | "));
        self.note("C", "LIL-SOLO-16", found, events);
        self.gulliver_lays("C", legs[i].0, legs[i].1, Sort::Plain, events);
    }

    fn by_identifier(&self, mut companies: Vec<Company>) -> Vec<Company> {
        companies.sort_by(|a, b| {
            self.printed
                .sheet
                .company(*a)
                .id
                .cmp(&self.printed.sheet.company(*b).id)
        });
        companies
    }

    fn company_names(&self, companies: &[Company]) -> Vec<String> {
        companies
            .iter()
            .map(|&c| self.printed.sheet.company(c).id.clone())
            .collect()
    }

    // Step D: three certificates one a round, then the director certificate of a new company (LIL-SOLO-18, 19, 35, 42).
    #[doc(hidden)]
    pub fn gulliver_share(&mut self, events: &mut Vec<Event>) {
        let gulliver = self.gulliver();
        let cash = self.state.core.money.player(gulliver);
        if self.state.bought < 3 {
            let sheet = self.printed.sheet.clone();
            let affordable = |c: &Company| {
                self.state.core.stock[c.at()].ipo > 0
                    && self.state.core.price(&sheet, *c).is_some_and(|p| p <= cash)
            };
            let found = sheet
                .company_ids()
                .filter(|&c| self.plays(c))
                .filter(affordable)
                .collect();
            let candidates = self.by_identifier(found);
            if candidates.is_empty() {
                // LIL-SOLO-35: a bank without any certificate does not hold him up.
                let none = !sheet
                    .company_ids()
                    .any(|c| self.plays(c) && self.state.core.stock[c.at()].ipo > 0);
                let waits = self.printed.options.gulliver_waits_for_certificates;
                if none && !waits && self.state.gulliver[1] == NONE {
                    return self.gulliver_founds(gulliver, cash, events);
                }
                self.note(
                    "D",
                    "LIL-SOLO-18",
                    format!("nothing to buy with {cash}"),
                    events,
                );
                return;
            }
            let names = self.company_names(&candidates);
            let company = candidates[self.draw("D certificate", &names, events)];
            let found = format!("a certificate from {} with {cash}", names.join(" | "));
            self.note("D", "LIL-SOLO-18", found, events);
            let price = self.state.core.price(&sheet, company).unwrap_or(0);
            self.take_share(gulliver, company, price, events);
            self.state.bought += 1;
        } else if self.state.gulliver[1] == NONE {
            self.gulliver_founds(gulliver, cash, events);
        } else {
            self.note(
                "D",
                "LIL-SOLO-19",
                "five certificates: he buys no more".to_owned(),
                events,
            );
        }
    }

    fn gulliver_founds(&mut self, gulliver: Player, cash: i32, events: &mut Vec<Event>) {
        let sheet = self.printed.sheet.clone();
        // LIL-SOLO-19: the highest price he can pay.
        let cell = (0..sheet.market.cells.len() as u8)
            .filter(|&c| sheet.market.cells[c as usize].start != 0)
            .filter(|&c| sheet.market.price(c) * self.printed.founding_cost <= cash)
            .max_by_key(|&c| sheet.market.price(c));
        let candidates =
            self.by_identifier(sheet.company_ids().filter(|&c| self.unfounded(c)).collect());
        let (Some(cell), false, true) = (
            cell,
            candidates.is_empty(),
            self.free_spots().next().is_some(),
        ) else {
            self.note(
                "D",
                "LIL-SOLO-19",
                format!("no company can be founded with {cash}"),
                events,
            );
            return;
        };
        let names = self.company_names(&candidates);
        let company = candidates[self.draw("D company", &names, events)];
        let price = sheet.market.price(cell);
        let found = format!("{} at {price} with {cash}", sheet.company(company).id);
        self.note("D", "LIL-SOLO-19", found, events);
        self.start_company(gulliver, company, cell, false, events);
        self.state.gulliver[1] = company.0;
        // LIL-SOLO-20: on the first home tile, or as near to it as can be.
        let home = self
            .home(Company(self.state.gulliver[0]))
            .unwrap_or(super::draft::MILDENDO);
        let spots: Vec<Spot> = self.free_spots().collect();
        let least = spots
            .iter()
            .map(|s| chess::between(s.cell, home))
            .min()
            .unwrap_or(0);
        let nearest: Vec<Spot> = spots
            .into_iter()
            .filter(|s| chess::between(s.cell, home) == least)
            .collect();
        let names: Vec<String> = nearest.iter().map(|s| self.cell_name(s.cell)).collect();
        let spot = nearest[self.draw("D home", &names, events)];
        self.place_home(company, spot, events);
    }

    fn lowest_train(&self, company: Company) -> Option<Card> {
        self.state
            .core
            .trains
            .of(company)
            .min_by_key(|&c| (self.state.core.trains.get(c).kind, c))
    }

    // Step E (LIL-SOLO-22 to LIL-SOLO-24, LIL-SOLO-32).
    #[doc(hidden)]
    pub fn gulliver_train(&mut self, events: &mut Vec<Event>) {
        let Some(card) = self.state.core.trains.top() else {
            return;
        };
        let lowest = |c: Company| {
            self.lowest_train(c)
                .map(|t| self.state.core.trains.get(t).kind)
        };
        let Some(company) = self
            .gulliver_companies()
            .min_by_key(|&c| (self.trains_of(c), lowest(c)))
        else {
            return;
        };
        let kind = self.state.core.trains.get(card).kind;
        let found = format!(
            "{} to {}",
            self.printed.sheet.trains[kind as usize].name,
            self.printed.sheet.company(company).id
        );
        self.note("E", "LIL-SOLO-23", found, events);
        if self.trains_of(company) >= self.limit() as usize {
            self.drop_lowest(company, events);
        }
        self.state.core.trains.get_mut(card).place = Whereabouts::Company(company);
        events.push(Event::TrainReceived {
            company,
            card,
            face: 0,
        });
        self.left_deck(card, events);
    }

    fn drop_lowest(&mut self, company: Company, events: &mut Vec<Event>) {
        if let Some(card) = self.lowest_train(company) {
            self.state.core.trains.get_mut(card).place = Whereabouts::Gone;
            events.push(Event::TrainScrapped {
                card,
                face: 0,
                owner: Some(company),
            });
        }
    }

    /// A lowered limit takes Gulliver's lowest trains out of the game (LIL-SOLO-25).
    pub(super) fn gulliver_keeps_limit(&mut self, events: &mut Vec<Event>) {
        for company in self.gulliver_companies() {
            while self.trains_of(company) > self.limit() as usize {
                self.drop_lowest(company, events);
            }
        }
    }
}
