//! Which city of an OO hex gets a waiting marker. CZ-TOKEN-12

use super::position::{CzPosition, Events};
use super::refusals::on_cell;
use super::state::CityChoice;
use board::{Cell, NOBODY, Spot};
use engine::{Allowed, Choice, Company, Flag, Move};

impl CzPosition {
    /// Cities that a marker may go to.
    pub fn city_choices(&self, city: CityChoice) -> impl Iterator<Item = Choice> {
        let (board, tiles) = (self.state.core.board(), &self.sheet().tiles);
        let stops = 0..self.cities(city.cell) as u8;
        let spots = stops.map(move |stop| Spot { cell: city.cell, stop });
        let free = spots.filter(|&spot| board.free_slots(tiles, spot) > 0);
        free.map(move |spot| Choice::one(Move::place(city.marker, spot)))
    }

    /// A marker goes to a city.
    pub fn choose_city(&mut self, city: CityChoice, mv: &Move, events: &mut Events) -> Allowed {
        let chosen = self.city_choices(city).find(|choice| choice.mv == *mv);
        let Some((marker, spot)) = chosen.and_then(|choice| choice.mv.as_station()) else {
            return Err(on_cell("CZ-TOKEN-12", "choose-a-city", city.cell));
        };
        self.state.city = None;
        let core = &mut self.state.core;
        let laid = core.board().at(spot.cell);
        if laid.is_some_and(|l| l.waiting == marker.0) {
            core.board_mut().set_waiting(spot.cell, NOBODY);
            core.company_mut(marker).markers[0] += 1;
        }
        self.acts(events).place_home(marker, spot);
        Ok(())
    }

    /// Whether a tile about to be laid on a cell is the first one that gives the marker of a home two cities.
    pub fn splits_home(&self, cell: Cell, tile: board::TileId) -> bool {
        let (map, tiles) = (&self.sheet().map, &self.sheet().tiles);
        let def = map.def(cell);
        self.checks().is_bare(cell)
            && tiles.get(def.printed).stops.len() == 2
            && tiles.get(tile).stops.len() == 2
            && def.homes.iter().any(|h| h.stop.is_none())
    }

    /// A marker that lay on the bare OO hex needs a city now. CZ-TOKEN-12, CZ-TOKEN-14
    pub fn settle_waiting_marker(&mut self, layer: Company, cell: Cell) {
        let Some(laid) = self.state.core.board().at(cell).copied() else {
            return;
        };
        let placed = laid.slots.iter().copied().find(|&c| c != NOBODY);
        let marker = match placed.unwrap_or(laid.waiting) {
            NOBODY => return,
            company => Company(company),
        };
        let core = &mut self.state.core;
        for stop in 0..self.printed.sheet.tiles.get(laid.tile).stops.len() as u8 {
            core.remove_station(&self.printed.sheet, Spot { cell, stop }, marker);
        }
        let chooser = if self.printed.options.owner_chooses_city() {
            core.board_mut().set_waiting(cell, marker.0);
            marker
        } else {
            // PUB-9: the marker goes back to the charter until its city is chosen.
            core.board_mut().set_waiting(cell, NOBODY);
            let dear = core.is(marker, Flag::Acquirer);
            core.company_mut(marker).markers[if dear { super::station::DEAR } else { 0 }] += 1;
            layer
        };
        self.state.city = Some(CityChoice { marker, cell, chooser });
    }
}
