//! Which city of an OO hex gets a waiting marker. CZ-TOKEN-12

use super::position::CzPosition;
use super::refusals::on_cell;
use super::state::CityChoice;
use board::{Cell, NOBODY, Spot};
use engine::{Choice, Company, Event, Flag, Move, Refusal};

impl CzPosition {
    /// Cities that a marker may go to.
    pub fn city_choices(&self, city: CityChoice) -> impl Iterator<Item = Choice> {
        let (company, cell) = (city.marker, city.cell);
        let (board, tiles) = (self.state.core.board(), &self.sheet().tiles);
        (0..self.cities(cell) as u8)
            .filter(move |&stop| board.free_slots(tiles, Spot { cell, stop }) > 0)
            .map(move |stop| {
                Choice::one(Move::PlaceStation {
                    company,
                    cell,
                    stop,
                })
            })
    }

    /// A marker goes to a city.
    pub fn choose_city(
        &mut self,
        city: CityChoice,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let Move::PlaceStation { cell, stop, .. } = *mv else {
            return Err(Refusal::new("CZ-TOKEN-12", "choose-a-city"));
        };
        if !self.city_choices(city).any(|choice| choice.mv == *mv) {
            return Err(on_cell("CZ-TOKEN-12", "choose-a-city", cell));
        }
        self.state.city = None;
        let core = &mut self.state.core;
        if core
            .board()
            .at(cell)
            .is_some_and(|l| l.waiting == city.marker.0)
        {
            core.board_mut().set_waiting(cell, NOBODY);
            core.company_mut(city.marker).markers[0] += 1;
        }
        self.acts(events)
            .place_home(city.marker, Spot { cell, stop });
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
        let chooser = if self.printed.options.oo_token_city_chosen_by_owner {
            core.board_mut().set_waiting(cell, marker.0);
            marker
        } else {
            // PUB-9: the marker goes back to the charter until its city is chosen.
            core.board_mut().set_waiting(cell, NOBODY);
            let dear = core.is(marker, Flag::Acquirer);
            core.company_mut(marker).markers[if dear { super::station::DEAR } else { 0 }] += 1;
            layer
        };
        self.state.city = Some(CityChoice {
            marker,
            cell,
            chooser,
        });
    }
}
