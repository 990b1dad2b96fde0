//! Stations: homes and further ones.

use super::position::CzPosition;
use super::refusals::{Matter, not_in_this_step, of_company, on_cell, refused};
use super::state::CityChoice;
use board::{Cell, Kind, Spot};
use engine::{Choice, Company, Event, Flag, Move, Refusal};

/// Place in the list of costs of markers gained by a take-over. CZ-ACQUIRE-9
pub const DEAR: usize = 2;

// Homes.
impl CzPosition {
    /// Cities on a cell as it lies.
    pub fn cities(&self, cell: Cell) -> usize {
        let laid = self.state.core.board().at(cell);
        laid.map_or(0, |l| self.sheet().tiles.get(l.tile).stops.len())
    }

    // The stop on the tile as it lies that has the exits of a stop of the printed hex. CZ-UPGRADE-19
    fn stop_now(&self, cell: Cell, printed_stop: u8) -> u8 {
        let (sheet, tiles) = (self.sheet(), &self.sheet().tiles);
        let Some(laid) = self.state.core.board().at(cell) else {
            return 0;
        };
        let tile = tiles.get(laid.tile);
        if tile.stops.len() == 1 {
            return 0;
        }
        let exits = tiles
            .get(sheet.map.def(cell).printed)
            .exits_of(printed_stop);
        let turned = |stop: u8| tiles.shape.turn(tile.exits_of(stop), laid.rotation);
        let mut stops = 0..tile.stops.len() as u8;
        stops.find(|&s| turned(s) & exits == exits).unwrap_or(0)
    }

    /// At the start of its first turn a company puts its home station on the map. CZ-FLOAT-8
    pub fn place_home(&mut self, company: Company, events: &mut Vec<Event>) {
        let has_red_tile = self.printed.red_tile[company.at()].is_some();
        if self.state.core.is(company, Flag::Home) || has_red_tile {
            return;
        }
        let Some(&cell) = self.sheet().company(company).homes.first() else {
            return;
        };
        let homes = &self.sheet().map.def(cell).homes;
        let home = homes.iter().find(|h| h.company == company.0);
        if let Some(stop) = home.and_then(|h| h.stop) {
            let stop = self.stop_now(cell, stop);
            self.acts(events).place_home(company, Spot { cell, stop });
        } else if self.cities(cell) == 1 {
            self.acts(events)
                .place_home(company, Spot { cell, stop: 0 });
        } else if self.checks().is_bare(cell) && self.printed.options.oo_token_city_chosen_by_owner
        {
            // CZ-TOKEN-12: the marker waits on the hex.
            let core = &mut self.state.core;
            core.board_mut().set_waiting(cell, company.0);
            core.company_mut(company).markers[0] -= 1;
            core.company_mut(company).set(Flag::Home, true);
            events.push(Event::StationWaits { company, cell });
        } else {
            self.state.city = Some(CityChoice {
                marker: company,
                cell,
                chooser: company,
            });
        }
    }
}

// Further stations.
impl CzPosition {
    // How many places of a city are kept for homes that have not been placed. CZ-TOKEN-9, 10, 13
    fn kept_for_homes(&self, company: Company, spot: Spot) -> Result<usize, Refusal> {
        let def = self.sheet().map.def(spot.cell);
        let mut kept = 0;
        for home in &def.homes {
            let owner = Company(home.company);
            let core = &self.state.core;
            if owner == company || core.is(owner, Flag::Home) || core.is(owner, Flag::Closed) {
                continue;
            }
            let Some(stop) = home.stop else {
                let two_cities = self.sheet().tiles.get(def.printed).stops.len() == 2;
                let locked = self.printed.options.ate_hex_locked_on_every_tile;
                if two_cities && (locked || self.cities(spot.cell) == 2) {
                    return Err(of_company("CZ-TOKEN-13", "home-not-placed", owner));
                }
                kept += 1;
                continue;
            };
            kept += usize::from(self.stop_now(spot.cell, stop) == spot.stop);
        }
        Ok(kept)
    }

    // Everything but money.
    fn may_place(&self, company: Company, spot: Spot) -> Result<i32, Refusal> {
        let checks = self.checks();
        self.its_turn(company)?;
        if self.state.turn.stationed {
            return Err(on_cell("CZ-TOKEN-3", "one-station-a-turn", spot.cell));
        }
        let cost = checks.station_cost(company);
        let cost = cost.map_err(refused(Matter::Station))?;
        let laid = self.state.core.board().at(spot.cell);
        let stops = laid.map(|l| &self.sheet().tiles.get(l.tile).stops);
        let stop = stops.and_then(|s| s.get(usize::from(spot.stop)));
        if stop.is_some_and(|s| s.kind == Kind::Red) {
            return Err(on_cell("CZ-TOKEN-16", "no-city", spot.cell));
        }
        let kept = self.kept_for_homes(company, spot)?;
        let free = checks.free_place(company, spot, kept);
        free.map_err(refused(Matter::Station))?;
        let reached = checks.reaches(company, spot);
        reached.map_err(refused(Matter::Station))?;
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
    pub fn list_stations(&self, company: Company, all: &mut Vec<Choice>) {
        let cash = self.state.core.money.company(company);
        let affordable = self.open_spots(company).filter(|&(_, cost)| cost <= cash);
        all.extend(affordable.map(|(Spot { cell, stop }, cost)| {
            let mv = Move::PlaceStation {
                company,
                cell,
                stop,
            };
            Choice::costing(mv, cost)
        }));
    }

    /// Whether the station step waits. PUB-7
    pub fn station_waits(&self, company: Company) -> bool {
        let cash = self.state.core.money.company(company);
        let first = self.open_spots(company).next();
        first.is_some_and(|(_, cost)| cost <= cash + self.potential(company))
    }

    /// Places a further station.
    pub fn place_station(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let Move::PlaceStation {
            company,
            cell,
            stop,
        } = *mv
        else {
            return Err(not_in_this_step());
        };
        let spot = Spot { cell, stop };
        let cost = self.may_place(company, spot)?;
        let paid = self.checks().company_pays(company, cost);
        paid.map_err(refused(Matter::Station))?;
        self.acts(events).place_station(company, spot, cost);
        self.state.turn.stationed = true;
        Ok(())
    }
}
