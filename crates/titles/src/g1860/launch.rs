//! Launching a company: capital, home tile, headquarters.

use super::position::{Events, IowPosition};
use super::state::Stage;
use board::{Cell, Colour, Spot, TileId};
use engine::{Choice, Company, Event, Flag, LayBy, Move, Purse, Refusal, Value, fit_masks, fits};

impl IowPosition {
    /// Launches a company when players hold enough of it (IOW-LAUNCH-1, IOW-LAUNCH-2).
    pub(super) fn launch_if_sold(&mut self, company: Company, events: &mut Events) {
        let def = self.printed.sheet.company(company);
        let core = self.core();
        if core.is(company, Flag::Floated)
            || !core.is(company, Flag::Started)
            || core.stock[company.at()].with_players() < def.float_units
        {
            return;
        }
        let par = core.company(company).par;
        let capital = self.printed.sheet.market.price(par) * i32::from(def.capital);
        let was_bankrupt = core.is(company, Flag::Bankrupt);
        let core = &mut self.state.core;
        core.pay(Purse::Bank, Purse::Company(company), capital);
        core.company_mut(company).set(Flag::Floated, true);
        core.company_mut(company).set(Flag::Bankrupt, false);
        events.push(Event::Floated { company, capital });
        self.mark_first_price(company, events);
        // IOW-MARKET-11: under any markers in that cell.
        self.state.core.market.to_bottom(company);
        if was_bankrupt {
            events.push(Event::StatusChanged {
                company,
                flag: Flag::Bankrupt,
                on: false,
            });
        }
        self.mark_receivership(company, events);
        // IOW-LAUNCH-14, IOW-BANKRUPT-14.
        let too_late =
            self.state.closed && !(self.printed.options.late_homes && self.state.last_building);
        if too_late || self.core().is(company, Flag::Home) {
            return;
        }
        self.state.home = company.0;
        let home = self.printed.charters[company.at()].home;
        let bare = self
            .core()
            .board()
            .at(home.cell)
            .is_some_and(|laid| self.colour(laid.tile) == Colour::Bare);
        self.place_headquarters(events);
        // IOW-LAUNCH-10: without a fitting tile the marker waits on the bare hex.
        if bare && (self.printed.options.public || self.home_tiles().next().is_some()) {
            self.state.stage = Stage::Home;
        }
    }

    // IOW-LAUNCH-4, J-41: sales after a restart lowered the marker; the launch puts it back.
    fn mark_first_price(&mut self, company: Company, events: &mut Events) {
        let (core, market) = (&mut self.state.core, &self.printed.sheet.market);
        let first = core.company(company).par;
        let Some(cell) = core.market.cell(company).filter(|&c| c != first) else {
            return;
        };
        if self.printed.options.marker_returns {
            core.market.put(company, first);
            events.push(Event::PriceMoved {
                company,
                from: market.price(cell),
                to: market.price(first),
            });
        }
    }

    /// Colour of a tile.
    pub fn colour(&self, tile: TileId) -> Colour {
        self.printed.sheet.tiles.get(tile).colour
    }

    fn place_headquarters(&mut self, events: &mut Events) {
        let company = Company(self.state.home);
        let home = self.printed.charters[company.at()].home;
        let tiles = &self.printed.sheet.tiles;
        let placed = self.state.core.board_mut().place(tiles, home, company.0);
        debug_assert!(
            placed,
            "the circle of the headquarters stays free (IOW-TOKEN-5)"
        );
        let state = self.state.core.company_mut(company);
        state.set(Flag::Home, true);
        state.markers[0] = 0;
        events.push(Event::StationPlaced {
            company,
            cell: home.cell,
            stop: home.stop,
            cost: 0,
        });
    }

    // Yellow tiles that fit the home hex of the company being launched.
    fn home_tiles(&self) -> impl Iterator<Item = (TileId, u8)> + '_ {
        let cell = self.printed.charters[self.state.home as usize].home.cell;
        fit_masks(self.sheet_ref(), self.core(), cell)
            .filter(|(tile, ..)| self.core().board().left(*tile) > 0)
            .flat_map(|(tile, mask, _)| {
                (0..6)
                    .filter(move |r| mask & (1 << r) != 0)
                    .map(move |r| (tile, r))
            })
    }

    pub(super) fn home_choices(&self) -> Vec<Choice> {
        let company = Company(self.state.home);
        let cell = self.printed.charters[company.at()].home.cell;
        let mut choices: Vec<Choice> = self
            .home_tiles()
            .map(|(tile, rotation)| {
                Choice::one(Move::LayTile {
                    company,
                    cell,
                    tile,
                    rotation,
                    by: LayBy::Home,
                })
            })
            .collect();
        if choices.is_empty() {
            choices.push(Choice::one(Move::Pass));
        }
        if self.printed.options.public {
            choices.extend(self.exchange_choices());
        }
        choices
    }

    pub(super) fn lay_home(
        &mut self,
        company: Company,
        cell: Cell,
        tile: TileId,
        rotation: u8,
        by: LayBy,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        let home: Spot = self.printed.charters[self.state.home as usize].home;
        if company.0 != self.state.home || cell != home.cell || by != LayBy::Home {
            return Err(Refusal::new("IOW-LAUNCH-6", "home-tile-first")
                .with("company", Value::Company(Company(self.state.home))));
        }
        if self.core().board().left(tile) == 0 {
            return Err(Refusal::new("IOW-TRACK-19", "no-tile-left"));
        }
        let Some(fit) = fits(&self.printed.sheet, self.core(), cell, tile, rotation) else {
            return Err(
                Refusal::new("IOW-LAUNCH-7", "tile-does-not-fit").with("cell", Value::Cell(cell))
            );
        };
        let tiles = &self.printed.sheet.tiles;
        self.state
            .core
            .board_mut()
            .lay(tiles, cell, tile, rotation, fit.stops);
        events.push(Event::TileLaid {
            company,
            cell,
            tile,
            rotation,
            cost: 0,
        });
        self.after_home(events);
        Ok(())
    }

    pub(super) fn pass_home(&mut self, events: &mut Events) -> Result<(), Refusal> {
        if self.home_tiles().next().is_some() {
            return Err(Refusal::new("IOW-LAUNCH-6", "home-tile-first")
                .with("company", Value::Company(Company(self.state.home))));
        }
        self.after_home(events);
        Ok(())
    }

    // Back to the turn in which the company was launched.
    fn after_home(&mut self, events: &mut Events) {
        self.state.stage = Stage::Stock;
        if self.printed.options.public && self.state.stock.bought {
            self.end_stock_turn(events);
        } else {
            self.continue_turn(events);
        }
    }
}
