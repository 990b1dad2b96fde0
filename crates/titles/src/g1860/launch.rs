//! Launching a company: capital, home tile, headquarters.

use super::position::{Allowed, Events, IowPosition};
use super::refusals::{Matter, of_company, refused};
use super::state::Wait;
use board::{Colour, TileId};
use engine::{Choice, Company, Flag, Forbidden, Lay, LayBy, Move, fit_masks};

impl IowPosition {
    /// Launches a company when players hold enough of it (IOW-LAUNCH-1, IOW-LAUNCH-2).
    pub(super) fn launch_if_sold(&mut self, company: Company, events: &mut Events) {
        let Some(capital) = self.checks().floats(company) else {
            return;
        };
        let mut acts = self.acts(events);
        acts.float(company, capital);
        acts.set_standing(company, Flag::Bankrupt, false);
        // IOW-LAUNCH-4, J-41: sales after a restart lowered the marker; the launch puts it back.
        if self.printed.options.marker_at_launch == "first_price" {
            let first = self.core().company(company).par;
            self.acts(events).put_marker(company, first);
        }
        // IOW-MARKET-11: under any markers in that cell.
        self.state.core.market.to_bottom(company);
        self.mark_receivership(company, events);
        // IOW-LAUNCH-14, IOW-BANKRUPT-14.
        let too_late = self.state.closed
            && !(self.printed.options.homes_in_last_building_round && self.state.last_building);
        if too_late || self.core().is(company, Flag::Home) {
            return;
        }
        let home = self.charter(company).home;
        self.acts(events).place_home(company, home);
        // IOW-LAUNCH-10: without a fitting tile the marker waits on the bare hex.
        let may_lay = self.asks_without_choice() || self.home_tiles(company).next().is_some();
        if self.is_unbuilt(home.cell) && may_lay {
            self.state.wait = Some(Wait::Home(company));
        }
    }

    /// Colour of a tile.
    pub fn colour(&self, tile: TileId) -> Colour {
        self.printed.sheet.tiles.get(tile).colour
    }

    // Yellow tiles that fit the home hex of a company being launched.
    fn home_tiles(&self, company: Company) -> impl Iterator<Item = Lay<'static>> + '_ {
        let cell = self.charter(company).home.cell;
        fit_masks(self.sheet_ref(), self.core(), cell)
            .filter(|(tile, ..)| self.core().board().left(*tile) > 0)
            .flat_map(move |(tile, mask, _)| {
                let rotations = (0..6).filter(move |r| mask & (1 << r) != 0);
                rotations.map(move |rotation| Lay {
                    company,
                    cell,
                    tile,
                    rotation,
                    stops: &[],
                    cost: 0,
                })
            })
    }

    pub(super) fn home_choices(&self, company: Company) -> Vec<Choice> {
        let lays = self.home_tiles(company);
        let mut choices: Vec<Choice> = lays.map(|lay| lay.choice(LayBy::Home)).collect();
        if choices.is_empty() {
            choices.push(Choice::one(Move::Pass));
        }
        if self.swaps_at_any_time() {
            choices.extend(self.exchange_choices());
        }
        choices
    }

    pub(super) fn lay_home(
        &mut self,
        home: Company,
        lay: Lay<'_>,
        by: LayBy,
        events: &mut Events,
    ) -> Allowed {
        let cell = self.charter(home).home.cell;
        if (lay.company, lay.cell, by) != (home, cell, LayBy::Home) {
            return Err(of_company("IOW-LAUNCH-6", "home-tile-first", home));
        }
        if self.core().board().left(lay.tile) == 0 {
            return Err(refused(Matter::Lay)(Forbidden::NoTileLeft { cell }));
        }
        let stops = self.stops_after(&lay);
        let stops = &stops.map_err(|why| why.under("IOW-LAUNCH-7"))?;
        self.acts(events).lay_tile(Lay { stops, ..lay });
        self.after_home(events);
        Ok(())
    }

    pub(super) fn pass_home(&mut self, home: Company, events: &mut Events) -> Allowed {
        if self.home_tiles(home).next().is_some() {
            return Err(of_company("IOW-LAUNCH-6", "home-tile-first", home));
        }
        self.after_home(events);
        Ok(())
    }

    // Back to the turn in which the company was launched.
    fn after_home(&mut self, events: &mut Events) {
        self.state.wait = Some(Wait::Stock);
        self.go_on_after_home(events);
    }
}
