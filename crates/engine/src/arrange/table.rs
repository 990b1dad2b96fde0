//! Lays an arrangement out on an empty table.

use super::form::{Arrangement, Charter, Lies, Seat, Station, Tile, Train, Turn};
use super::{Fault, Goes, holders};
use crate::{
    Card, CardState, Company, Core, Flag, Lineup, MAX_COMPANIES, NONE, Paper, Place, Player, Purse,
    Roster, RoundKind, RoundName, Sheet, StockRound, Whereabouts,
};
use board::{Cell, Colour, NOBODY, Spot, TileId};
use std::collections::BTreeSet;
use std::fmt::Display;

/// Most things of one sort that an arrangement may tell.
const MOST: usize = 1000;

/// Last set of rounds that can be set up.
const LATEST: u8 = 200;
/// Most runs of a train.
const RUNS: u8 = 100;

/// Puts an arrangement on an empty table; all faults at once.
///
/// # Errors
/// Everything that could not exist.
pub fn arrange(sheet: &Sheet, empty: Core, wanted: &Arrangement) -> Result<Core, Vec<Fault>> {
    let (core, _, faults) = lay_out(sheet, empty, wanted);
    if faults.is_empty() { Ok(core) } else { Err(faults) }
}

/// The ledgers, the round in which the game goes on, and all faults.
pub(super) fn lay_out(
    sheet: &Sheet,
    empty: Core,
    wanted: &Arrangement,
) -> (Core, Option<Goes>, Vec<Fault>) {
    if let Err(beyond) = bounded(wanted) {
        return (empty, None, beyond);
    }
    let all = markers(sheet, &empty);
    let (scratch, faults, named) = (empty.clone(), Vec::new(), BTreeSet::new());
    let mut table = Table { sheet, wanted, core: empty, scratch, faults, named };
    table.round();
    table.players();
    // Markers on one cell of the chart arrive from the top down.
    let mut charters: Vec<(&String, &Charter)> = wanted.companies.iter().collect();
    charters.sort_by_key(|(_, charter)| charter.depth);
    for (id, charter) in charters {
        if let Some(company) = table.company(id) {
            table.charter(company, charter);
        }
    }
    table.directors();
    table.notes();
    for (cell, tile) in &wanted.tiles {
        table.tile(cell, tile);
    }
    for station in &wanted.stations {
        table.station(station);
    }
    table.markers(all);
    for (trains, place) in [(&wanted.pool, Whereabouts::Pool), (&wanted.aside, Whereabouts::Aside)]
    {
        trains.iter().for_each(|train| table.train(train, place));
    }
    table.stack();
    let goes = table.goes();
    (table.core, goes, table.faults)
}

// Before anything is looked at: no list is longer than a game could fill.
fn bounded(wanted: &Arrangement) -> Result<(), Vec<Fault>> {
    let seats = |part: fn(&Seat) -> usize| wanted.players.iter().map(part).sum::<usize>();
    let charters = |part: fn(&Charter) -> usize| wanted.companies.values().map(part).sum::<usize>();
    let told = [
        ("players", wanted.players.len()),
        ("order", wanted.order.len()),
        ("lineup", wanted.lineup.len()),
        ("companies", wanted.companies.len()),
        ("papers", wanted.papers.len() + seats(|s| s.papers.len() + s.sold_papers.len())),
        ("shares", seats(|s| s.shares.len() + s.sold.len())),
        ("standing", charters(|c| c.standing.len() + c.papers.len())),
        ("trains", charters(|c| c.trains.len()) + wanted.pool.len() + wanted.aside.len()),
        ("gone", wanted.gone.as_ref().map_or(0, Vec::len)),
        ("tiles", wanted.tiles.len()),
        ("stations", wanted.stations.len()),
    ];
    let beyond = told.into_iter().filter(|(_, n)| *n > MOST);
    let fault =
        |(what, n)| Fault::new("beyond").with("what", what).with("told", n).with("most", MOST);
    let faults: Vec<Fault> = beyond.map(fault).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Stations and markers of all companies together.
fn markers(sheet: &Sheet, core: &Core) -> usize {
    let placed = sheet.company_ids().map(|c| core.board().stations(&sheet.tiles, c.0).len());
    let waiting = core.board().cells().iter().filter(|(_, l)| l.waiting != NOBODY).count();
    let left = (0..MAX_COMPANIES).map(|c| usize::from(core.companies[c].markers_left()));
    placed.sum::<usize>() + waiting + left.sum::<usize>()
}

struct Table<'a> {
    sheet: &'a Sheet,
    wanted: &'a Arrangement,
    core: Core,
    /// The empty table, to try tiles on.
    scratch: Core,
    faults: Vec<Fault>,
    named: BTreeSet<Card>,
}

impl Table<'_> {
    fn fault(&mut self, key: &'static str, name: &'static str, value: impl Display) {
        self.faults.push(Fault::new(key).with(name, value));
    }

    fn company(&mut self, id: &str) -> Option<Company> {
        let found = self.sheet.company_by_id(id);
        if found.is_none() {
            self.fault("no-company", "company", id);
        }
        found
    }

    fn round(&mut self) {
        match self.sheet.phase_by_name(&self.wanted.phase) {
            Some(phase) => self.core.phase = phase,
            None => self.fault("no-phase", "phase", &self.wanted.phase),
        }
        let kind = match &self.wanted.turn {
            Turn::Player(_) => RoundKind::Stock,
            Turn::Company(_) => RoundKind::Operating,
        };
        if self.wanted.set > LATEST || self.wanted.number > LATEST {
            self.fault("round", "round", "round");
        }
        self.amount(self.wanted.revenue);
        self.core.round = RoundName::new(kind, self.wanted.set.max(1), self.wanted.number.max(1));
        let order = &self.wanted.order;
        if order.is_empty() {
            return;
        }
        let seats: BTreeSet<u8> = order.iter().copied().collect();
        if order.len() == usize::from(self.core.seats) && seats.into_iter().eq(0..self.core.seats) {
            self.core.order[..order.len()].copy_from_slice(order);
        } else {
            self.faults.push(Fault::new("order"));
        }
    }

    // The round, with what has happened in it.
    fn goes(&mut self) -> Option<Goes> {
        match &self.wanted.turn {
            &Turn::Player(seat) => {
                for seat in [Some(seat), self.wanted.last].into_iter().flatten() {
                    if seat >= self.core.seats {
                        self.fault("no-seat", "seat", seat);
                    }
                }
                let passes = self.wanted.passes;
                if passes >= self.core.seats {
                    self.faults.push(Fault::new("nothing"));
                }
                let mut round =
                    StockRound::resumed(Player(seat), passes, self.wanted.last.map(Player));
                for (holder, told) in holders(&self.core).zip(&self.wanted.players) {
                    for id in &told.sold {
                        if let Some(company) = self.company(id) {
                            round.sold_before(holder, company);
                        }
                    }
                    for id in &told.sold_papers {
                        if let Some(paper) = self.paper_called(id) {
                            round.sold_paper_before(holder, paper);
                        }
                    }
                }
                Some(Goes::Player(round))
            }
            Turn::Company(id) => {
                let company = self.company(id)?;
                if !self.operates(company) {
                    self.fault("no-turn", "company", id);
                }
                let order = self.lineup(company);
                if !order.contains(&company) {
                    self.fault("not-in-round", "company", id);
                }
                Some(Goes::Company(Lineup::begun(order, company), company))
            }
        }
    }

    fn operates(&self, company: Company) -> bool {
        let is = |flag| self.core.is(company, flag);
        is(Flag::Floated) && !is(Flag::Closed) && !is(Flag::Bankrupt) && !is(Flag::Ceased)
    }

    // As told, or by price; companies without a marker come last. One that failed in this round has had its turn.
    fn lineup(&mut self, current: Company) -> Vec<Company> {
        let mut order = Vec::new();
        for id in &self.wanted.lineup {
            let to_come = order.contains(&current);
            match self.company(id) {
                Some(c) if order.contains(&c) || (to_come && !self.core.is(c, Flag::Started)) => {
                    self.fault("lineup", "company", id);
                }
                found => order.extend(found),
            }
        }
        if self.wanted.lineup.is_empty() {
            let all = || self.sheet.company_ids().filter(|&c| self.operates(c));
            order = self.core.market.order(&self.sheet.market, all());
            order.extend(all().filter(|&c| self.core.market.cell(c).is_none()));
        }
        order
    }

    fn players(&mut self) {
        let (seats, told) = (self.core.seats, self.wanted.players.len());
        if told != 0 && told != usize::from(seats) && told != usize::from(self.core.holders) {
            self.faults.push(Fault::new("seats").with("seats", seats).with("told", told));
            return;
        }
        for (player, told) in holders(&self.core).zip(&self.wanted.players) {
            if let Some(cash) = told.cash {
                self.fill(Purse::Player(player), cash);
            }
            for amount in [told.debt, told.penalty] {
                self.amount(amount);
            }
            self.core.debt[player.at()] = told.debt;
            self.core.penalty[player.at()] = told.penalty;
            for (id, &shares) in &told.shares {
                let Some(company) = self.company(id) else {
                    continue;
                };
                if shares > self.core.stock[company.at()].ipo {
                    self.fault("shares", "company", id);
                } else {
                    self.core.stock[company.at()].from_ipo(player, shares);
                }
                if !self.wanted.companies.get(id).is_some_and(|c| c.started) {
                    self.fault("not-started", "company", id);
                }
            }
            for paper in &told.papers {
                self.paper(paper, Place::Player(player));
            }
        }
    }

    fn amount(&mut self, wanted: i32) -> bool {
        let fault = super::amount(wanted).err();
        let sound = fault.is_none();
        self.faults.extend(fault);
        sound
    }

    // Money comes from the bank, so that its sum stays.
    fn fill(&mut self, purse: Purse, wanted: i32) {
        let has = self.core.money.of(purse);
        if !self.amount(wanted) {
        } else if wanted >= has {
            self.core.pay(Purse::Bank, purse, wanted - has);
        } else {
            self.core.pay(purse, Purse::Bank, has - wanted);
        }
    }

    fn paper_called(&mut self, id: &str) -> Option<Paper> {
        let found = self.sheet.paper_by_id(id);
        if found.is_none() {
            self.fault("no-paper", "paper", id);
        }
        found
    }

    fn paper(&mut self, id: &str, place: Place) {
        let Some(paper) = self.paper_called(id) else {
            return;
        };
        let state = &mut self.core.papers[paper.at()];
        if matches!(state.place, Place::Player(_) | Place::Company(_)) {
            return self.fault("paper-twice", "paper", id);
        }
        state.place = place;
    }

    // A paper that is not mentioned is not in the game.
    fn notes(&mut self) {
        for state in &mut self.core.papers {
            if state.place == Place::Bank {
                state.place = Place::Aside;
            }
        }
        for (id, note) in &self.wanted.papers {
            let Some(paper) = self.paper_called(id) else {
                continue;
            };
            let state = &mut self.core.papers[paper.at()];
            state.used = note.used;
            let owned = matches!(state.place, Place::Player(_) | Place::Company(_));
            match note.lies {
                Some(_) if owned => self.fault("paper-lies", "paper", id),
                Some(Lies::Bank) => state.place = Place::Bank,
                Some(Lies::Aside) => state.place = Place::Aside,
                Some(Lies::Gone) => state.place = Place::Gone,
                None => {}
            }
        }
    }

    // The cell of a price; one beyond the chart if there is none.
    fn cell_of(&self, price: u16) -> u8 {
        let cells = &self.sheet.market.cells;
        let of_price = || cells.iter().enumerate().filter(|(_, c)| c.price == price);
        let starts = of_price().find(|(_, c)| c.start != 0);
        starts.or(of_price().next()).map_or(NONE, |(i, _)| i as u8)
    }

    fn charter(&mut self, company: Company, told: &Charter) {
        let (def, cells) = (self.sheet.company(company), self.sheet.market.cells.len());
        let id = &def.id;
        let cell = told.cell.or(told.price.map(|price| self.cell_of(price)));
        let par = told.par.or(cell).filter(|_| told.started || told.par.is_some());
        for cell in [par, cell].into_iter().flatten() {
            if usize::from(cell) >= cells {
                let fault = Fault::new("no-chart-cell").with("company", id);
                return self.faults.push(fault.with("cell", cell));
            }
        }
        if told.pool > self.core.stock[company.at()].ipo {
            self.fault("shares", "company", id);
        } else {
            let stock = &mut self.core.stock[company.at()];
            stock.ipo -= told.pool;
            stock.pool += told.pool;
        }
        if let Some(cell) = cell {
            self.core.market.put(company, cell);
        }
        let (held, pool) = (self.core.stock[company.at()].with_players(), told.pool);
        let is = |flag| told.standing.contains(&flag);
        let out = is(Flag::Closed) || is(Flag::Bankrupt);
        let enough = told.started && held >= def.float_units;
        let floated = told.floated.unwrap_or(enough);
        let state = self.core.company_mut(company);
        state.par = par.unwrap_or(NONE);
        state.last_revenue = told.last_revenue;
        state.set(Flag::Started, told.started);
        state.set(Flag::Floated, floated);
        state.set(Flag::Operated, told.operated);
        for &flag in &told.standing {
            state.set(flag, true);
        }
        if floated && !out && held + pool < def.float_units {
            self.fault("float-early", "company", id);
        }
        if !floated && enough && !out {
            self.fault("float-late", "company", id);
        }
        let owns = told.cash != 0 || told.operated || !told.trains.is_empty();
        if !floated && !out && owns {
            self.fault("owns-nothing", "company", id);
        }
        if !told.started && held + pool > 0 {
            self.fault("not-started", "company", id);
        }
        self.amount(told.last_revenue);
        self.fill(Purse::Company(company), told.cash);
        for train in &told.trains {
            self.train(train, Whereabouts::Company(company));
        }
        for paper in &told.papers {
            self.paper(paper, Place::Company(company));
        }
    }

    // Whoever holds most directs; whom the arrangement names among equals.
    fn directors(&mut self) {
        for company in self.sheet.company_ids() {
            let is = |flag| self.core.is(company, flag);
            if !is(Flag::Started) || is(Flag::Closed) {
                continue;
            }
            let (id, leaderless) = (&self.sheet.company(company).id, is(Flag::Receivership));
            let told = self.wanted.companies.get(id).and_then(|c| c.director);
            let due = crate::directors::due(&self.core, company);
            let stock = &mut self.core.stock[company.at()];
            let most = due.map(|p| stock.of(p));
            let named = told.filter(|&p| p < self.core.holders).map(Player);
            stock.set_director(named.or(due));
            match told {
                Some(seat) if named.map(|p| stock.of(p)) != most => {
                    let fault = Fault::new("director").with("company", id);
                    self.faults.push(fault.with("seat", seat));
                }
                None if due.is_none() && !leaderless => self.fault("no-director", "company", id),
                _ => {}
            }
            // Where no part of the chart lifts the limit, nobody can have come above it.
            let (def, stock) = (self.sheet.company(company), &self.core.stock[company.at()]);
            let above = |p: Player| stock.of(p) > def.max_units;
            if self.sheet.market.zones.is_empty() && self.core.players().any(above) {
                self.fault("holding", "company", id);
            }
        }
    }

    // The card of a name. A stack without end has as many as are named.
    fn card(&mut self, name: &str) -> Option<Card> {
        let (kind, copy) = name.rsplit_once('-')?;
        let kind = self.sheet.trains.iter().position(|k| k.name == kind)?;
        let copy: u8 = copy.parse().ok()?;
        let same = |c: &CardState| usize::from(c.kind) == kind && c.copy == copy;
        let roster = &mut self.core.trains;
        while self.sheet.trains[kind].unlimited
            && !roster.cards.iter().any(same)
            && copy < 100
            && roster.cards.len() < 250
        {
            let next = roster.cards.iter().filter(|c| usize::from(c.kind) == kind).count();
            roster.push(Roster::fresh(kind as u8, next as u8));
        }
        roster.cards.iter().position(same).map(|i| Card(i as u8))
    }

    fn train(&mut self, told: &Train, place: Whereabouts) {
        let told = told.card();
        let name = &told.train;
        let Some(card) = self.card(name) else {
            return self.fault("no-train", "train", name);
        };
        if !self.named.insert(card) {
            return self.fault("train-twice", "train", name);
        }
        let (sheet, phase) = (self.sheet, self.core.phase);
        let kind = &sheet.trains[usize::from(self.core.trains.get(card).kind)];
        let mut face = 0;
        if let Some(wanted) = &told.face {
            match kind.faces.iter().position(|f| f.name == *wanted) {
                Some(found) => face = found,
                None => {
                    self.faults.push(Fault::new("no-face").with("train", name).with("face", wanted))
                }
            }
        }
        let shown = kind.faces.get(face).map(|f| f.name.as_str()).unwrap_or_default();
        let begun = || sheet.trains.iter().filter(|k| k.phase <= phase && k.phase > kind.phase);
        if place != Whereabouts::Gone && place != Whereabouts::Aside {
            if kind.phase > phase {
                self.fault("train-early", "train", name);
            }
            let scraps = |f: &crate::Face| f.scraps.iter().any(|s| s == shown);
            if begun().any(|k| k.faces.iter().all(scraps)) {
                self.fault("train-late", "train", name);
            }
        }
        let ages = |f: &crate::Face| f.obsoletes.iter().any(|s| s == shown);
        let aged = begun().any(|k| k.faces.iter().all(ages));
        let state = self.core.trains.get_mut(card);
        state.place = place;
        state.face = face as u8;
        state.obsolete = told.obsolete.unwrap_or(aged && place != Whereabouts::Gone);
        state.runs = told.runs.min(RUNS);
        state.marks = told.marks;
    }

    // The stack is sold in order: what lies before a train that was sold has left it too. A phase begins with a sale.
    fn stack(&mut self) {
        if let Some(gone) = &self.wanted.gone {
            gone.iter().for_each(|train| self.train(train, Whereabouts::Gone));
            return self.core.trains.replenish(self.sheet);
        }
        let phase = self.core.phase;
        let trains = &self.sheet.trains;
        let begins = |c: &CardState| trains[usize::from(c.kind)].phase == phase;
        let last = self.named.iter().map(|c| c.at()).max();
        let cards = self.core.trains.cards_mut();
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

    fn tile(&mut self, name: &str, told: &Tile) {
        let (cell, tile) = (self.sheet.map.by_name(name), self.sheet.tiles.by_name(&told.tile));
        if cell.is_none() {
            self.fault("no-cell", "cell", name);
        }
        if tile.is_none() {
            self.fault("no-tile", "tile", &told.tile);
        }
        let (Some(cell), Some(tile)) = (cell, tile) else {
            return;
        };
        let laid = self.core.board().at(cell);
        if laid.is_some_and(|l| (l.tile, l.rotation) == (tile, told.rotation)) {
            return;
        }
        let (highest, colour) = (
            self.sheet.phases[usize::from(self.core.phase)].colour,
            self.sheet.tiles.get(tile).colour,
        );
        let of_cell = |fault: Fault| fault.with("tile", &told.tile).with("cell", name);
        if colour != Colour::Red && colour as u8 > highest {
            self.faults.push(of_cell(Fault::new("tile-early")));
        }
        if !self.fits(cell, tile, told.rotation) {
            self.faults.push(of_cell(Fault::new("misfit")));
        } else if self.core.board().left(tile) == 0 {
            self.faults.push(of_cell(Fault::new("no-tile-left")));
        } else {
            self.core.lay_tile(self.sheet, cell, tile, told.rotation, &[]);
        }
    }

    // Whether a tile can come to lie on a cell. On a map that grows, only its turn is looked at.
    fn fits(&self, cell: Cell, tile: TileId, rotation: u8) -> bool {
        let edges = self.sheet.tiles.shape.edges();
        if rotation >= edges || self.sheet.map.is_unbounded() {
            return rotation < edges;
        }
        super::could_lie(self.sheet, &self.scratch, cell).contains(&(tile, rotation))
    }

    fn station(&mut self, told: &Station) {
        let (company, cell) = (self.company(&told.company), self.sheet.map.by_name(&told.cell));
        if cell.is_none() {
            self.fault("no-cell", "cell", &told.cell);
        }
        let (Some(company), Some(cell)) = (company, cell) else {
            return;
        };
        let charter = self.wanted.companies.get(&told.company);
        let counted = charter.is_some_and(|c| c.markers.is_some());
        let marker = self.core.next_marker(self.sheet, company);
        if marker.is_none() && !counted {
            return self.fault("no-marker", "company", &told.company);
        }
        let spot = Spot { cell, stop: told.stop };
        let laid = self.core.board().at(cell).map(|l| (l.waiting, self.sheet.tiles.get(l.tile)));
        let city = laid.and_then(|(_, tile)| tile.stops.get(usize::from(told.stop)));
        let free = !self.core.board().has_station_on(cell, company.0);
        let placed = if told.waiting {
            let waits = free && laid.is_some_and(|(waiting, _)| waiting == NOBODY);
            if waits {
                self.core.board_mut().set_waiting(cell, company.0);
            }
            waits
        } else {
            let open = free && city.is_some_and(|c| c.slots > 0);
            open && self.core.place_station(self.sheet, spot, company)
        };
        if !placed {
            let fault = Fault::new("no-place").with("company", &told.company);
            return self.faults.push(fault.with("cell", &told.cell));
        }
        let state = self.core.company_mut(company);
        if let Some((marker, _)) = marker.filter(|_| !counted) {
            state.markers[marker] -= 1;
        }
        let known = state.is(Flag::Floated) || state.is(Flag::Bankrupt) || state.is(Flag::Home);
        state.set(Flag::Home, true);
        if !known {
            self.fault("owns-nothing", "company", &told.company);
        }
    }

    // Markers as told; all together they stay as many as the game has.
    fn markers(&mut self, all: usize) {
        for (id, charter) in &self.wanted.companies {
            if let (Some(told), Some(company)) = (&charter.markers, self.sheet.company_by_id(id)) {
                let state = self.core.company_mut(company);
                state.markers = [0; 4];
                for (place, &n) in state.markers.iter_mut().zip(told) {
                    *place = n.min(50);
                }
            }
        }
        let told = markers(self.sheet, &self.core);
        if told != all {
            self.faults.push(Fault::new("markers").with("told", told).with("all", all));
        }
    }
}
