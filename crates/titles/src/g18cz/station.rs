//! Stations: homes and further ones.

use super::position::{CzPosition, Events};
use super::refusals::{Matter, not_in_this_step, of_company, on_cell, refused};
use super::state::CityChoice;
use board::{Cell, Kind, Spot};
use engine::{Allowed, Choice, Company, Event, Flag, Move};

/// Place in the list of costs of markers gained by a take-over. CZ-ACQUIRE-9
pub const DEAR: usize = 2;

impl CzPosition {
    /// Cities on a cell as it lies.
    pub fn cities(&self, cell: Cell) -> usize {
        let laid = self.state.core.board().at(cell);
        laid.map_or(0, |l| self.sheet().tiles.get(l.tile).stops.len())
    }

    /// At the start of its first turn a company puts its home station on the map. CZ-FLOAT-8
    pub fn place_home(&mut self, company: Company, events: &mut Events) {
        let has_red_tile = self.printed.red_tile[company.at()].is_some();
        if self.state.core.is(company, Flag::Home) || has_red_tile {
            return;
        }
        let Some(&cell) = self.sheet().company(company).homes.first() else {
            return;
        };
        let homes = &self.sheet().map.def(cell).homes;
        let home = homes.iter().find(|h| h.company == company.0);
        let own = home.and_then(|h| h.stop);
        let own = own.map(|stop| self.checks().stop_now(cell, stop));
        let only = (self.cities(cell) == 1).then_some(0);
        if let Some(stop) = own.or(only) {
            self.acts(events).place_home(company, Spot { cell, stop });
        } else if self.checks().is_bare(cell) && self.printed.options.owner_chooses_city() {
            // CZ-TOKEN-12: the marker waits on the hex.
            let core = &mut self.state.core;
            core.board_mut().set_waiting(cell, company.0);
            core.company_mut(company).markers[0] -= 1;
            core.company_mut(company).set(Flag::Home, true);
            events.push(Event::StationWaits { company, cell });
        } else {
            self.state.city = Some(CityChoice { marker: company, cell, chooser: company });
        }
    }

    // A hex of two cities stays free until the company at home there has chosen its city. CZ-TOKEN-13
    fn is_open(&self, company: Company, cell: Cell) -> Allowed {
        let (core, def) = (&self.state.core, self.sheet().map.def(cell));
        let two_cities = self.sheet().tiles.get(def.printed).stops.len() == 2;
        let locked = self.printed.options.ate_hex_locked_on_every_tile;
        if !two_cities || !locked && self.cities(cell) != 2 {
            return Ok(());
        }
        let homes = def.homes.iter().filter(|h| h.stop.is_none());
        let mut owners = homes.map(|h| Company(h.company));
        let waits =
            |&c: &Company| c != company && !core.is(c, Flag::Home) && !core.is(c, Flag::Closed);
        match owners.find(waits) {
            Some(owner) => Err(of_company("CZ-TOKEN-13", "home-not-placed", owner)),
            None => Ok(()),
        }
    }

    // Everything but money.
    fn may_place(&self, company: Company, spot: Spot) -> Allowed<i32> {
        self.its_turn(company)?;
        if self.state.turn.stationed {
            return Err(on_cell("CZ-TOKEN-3", "one-station-a-turn", spot.cell));
        }
        let laid = self.state.core.board().at(spot.cell);
        if laid.is_some_and(|l| self.sheet().tiles.get(l.tile).has(Kind::Red)) {
            return Err(on_cell("CZ-TOKEN-16", "no-city", spot.cell));
        }
        self.is_open(company, spot.cell)?;
        let cost = self.checks().may_place(company, spot);
        let cost = cost.map_err(refused(Matter::Station))?;
        // CZ-BOHEMIA-13
        let vaclavs = self.state.is_vaclavs(company);
        Ok(if vaclavs { 0 } else { cost })
    }

    fn open_spots(&self, company: Company) -> impl Iterator<Item = (Spot, i32)> {
        let reach = self.state.core.reach(self.sheet(), company);
        reach.stops().iter().filter_map(move |&spot| {
            let cost = self.may_place(company, spot).ok()?;
            Some((spot, cost))
        })
    }

    /// Stations that a company can place.
    pub fn station_choices(&self, company: Company) -> impl Iterator<Item = Choice> {
        let cash = self.state.core.money.company(company);
        let spots = self.open_spots(company).filter(move |&(_, cost)| cost <= cash);
        spots.map(move |(spot, cost)| Choice::costing(Move::place(company, spot), cost))
    }

    /// Whether the station step waits. PUB-7
    pub fn station_waits(&self, company: Company) -> bool {
        let cash = self.state.core.money.company(company);
        let first = self.open_spots(company).next();
        first.is_some_and(|(_, cost)| cost <= cash + self.potential(company))
    }

    /// Places a further station.
    pub fn place_station(&mut self, mv: &Move, events: &mut Events) -> Allowed {
        let (company, spot) = mv.as_station().ok_or_else(not_in_this_step)?;
        let cost = self.may_place(company, spot)?;
        let paid = self.checks().company_pays(company, cost);
        paid.map_err(refused(Matter::Station))?;
        self.acts(events).place_station(company, spot, cost);
        self.state.turn.stationed = true;
        Ok(())
    }
}
