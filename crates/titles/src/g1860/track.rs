//! The track step: yellow tiles and upgrades.

use super::position::{Events, IowPosition};
use super::state::Stage;
use board::{Cell, Colour, Kind, TileId};
use engine::{
    Choice, Company, Event, Fit, Flag, LayBy, Move, Purse, Refusal, Value, fit_masks, fits,
};

impl IowPosition {
    /// The track step begins (IOW-TRACK-22, IOW-SOUTHERN-3).
    pub(super) fn enter_track(&mut self, events: &mut Events) {
        if self.in_receivership(self.current()) || self.state.closed {
            self.enter_base(events);
        } else {
            self.state.stage = Stage::Track;
        }
    }

    pub(super) fn pass_track(&mut self, events: &mut Events) -> Result<(), Refusal> {
        self.enter_base(events);
        Ok(())
    }

    /// What a tile on a bare cell costs the company (IOW-TRACK-16, IOW-UPGRADE-13).
    fn terrain_cost(&self, cell: Cell) -> i32 {
        let first = self
            .core()
            .board()
            .at(cell)
            .is_some_and(|l| self.colour(l.tile) == Colour::Bare);
        let terrain = self.printed.sheet.map.def(cell).terrain.as_ref();
        terrain.filter(|_| first).map_or(0, |t| i32::from(t.cost))
    }

    // Everything but the fit of the tile and its connection: what the company may do at all on this cell.
    fn check_right(&self, company: Company, cell: Cell, tile: TileId) -> Result<i32, Refusal> {
        let core = self.core();
        let def = self.printed.sheet.tiles.get(tile);
        let bare = core
            .board()
            .at(cell)
            .is_some_and(|l| self.colour(l.tile) == Colour::Bare);
        if bare {
            if def.has(Kind::City) && self.state.or.laid > 0 {
                return Err(Refusal::new("IOW-TRACK-2", "city-tile-alone"));
            }
        } else {
            if self.state.or.laid > 0 {
                return Err(Refusal::new("IOW-UPGRADE-2", "upgrade-alone"));
            }
            if core.is(company, Flag::Insolvent) {
                return Err(Refusal::new("IOW-UPGRADE-22", "insolvent"));
            }
            if self.train_count(company) == 0 {
                return Err(Refusal::new("IOW-UPGRADE-7", "no-train"));
            }
        }
        if def.colour as u8 > self.printed.sheet.phases[core.phase as usize].colour {
            return Err(Refusal::new("IOW-UPGRADE-1", "colour-not-yet"));
        }
        if core.board().left(tile) == 0 {
            return Err(Refusal::new("IOW-TRACK-19", "no-tile-left"));
        }
        let cost = self.terrain_cost(cell);
        if cost > 0 && core.is(company, Flag::Insolvent) {
            return Err(Refusal::new("IOW-INSOLVENT-6", "insolvent"));
        }
        if cost > core.money.company(company) {
            return Err(Refusal::new("IOW-TRACK-18", "too-dear").with("cost", Value::Money(cost)));
        }
        Ok(cost)
    }

    // IOW-TRACK-13: reached track arrives at the new tile, or the company's own base waits there.
    fn joins_network(&self, company: Company, cell: Cell, tile: TileId, rotation: u8) -> bool {
        let core = self.core();
        let sheet = self.sheet_ref();
        if core.board().has_station_on(cell, company.0) {
            return true;
        }
        let exits = sheet.tiles.exits(tile, rotation);
        exits
            & core
                .reach(sheet, company)
                .arrivals(&sheet.map, core.board(), cell)
            != 0
    }

    fn check_connection(
        &self,
        company: Company,
        cell: Cell,
        tile: TileId,
        rotation: u8,
        stops: &[u8],
    ) -> Result<(), Refusal> {
        // IOW-PUB-40: recorded lays are not tested for reach and use.
        if self.printed.options.public {
            return Ok(());
        }
        let bare = self
            .core()
            .board()
            .at(cell)
            .is_some_and(|l| self.colour(l.tile) == Colour::Bare);
        if bare {
            if self.joins_network(company, cell, tile, rotation) {
                return Ok(());
            }
            return Err(
                Refusal::new("IOW-TRACK-13", "not-connected").with("cell", Value::Cell(cell))
            );
        }
        self.check_upgrade(company, cell, tile, rotation, stops)
    }

    fn misfit(&self, cell: Cell, tile: TileId, rotation: u8) -> Refusal {
        let sheet = self.sheet_ref();
        let laid = self.core().board().at(cell);
        let old = laid.map(|l| sheet.tiles.get(l.tile));
        let new = sheet.tiles.get(tile);
        let rule = match old {
            Some(old) if old.colour == Colour::Bare && new.colour != Colour::Yellow => {
                "IOW-TRACK-5"
            }
            Some(old) if new.colour as u8 != old.colour as u8 + 1 => "IOW-UPGRADE-1",
            Some(old) if old.label != new.label => "IOW-TRACK-10",
            _ if sheet.tiles.exits(tile, rotation % 6) & sheet.map.def(cell).closed != 0 => {
                "IOW-TRACK-12"
            }
            Some(old) if old.class != new.class && old.colour == Colour::Bare => {
                match old.stops.as_slice() {
                    [] => "IOW-TRACK-6",
                    [one] if one.kind == Kind::City => "IOW-TRACK-9",
                    [_] => "IOW-TRACK-7",
                    _ => "IOW-TRACK-8",
                }
            }
            _ => "IOW-UPGRADE-3",
        };
        Refusal::new(rule, "tile-does-not-fit").with("cell", Value::Cell(cell))
    }

    /// Cells where the company might lay something.
    fn candidate_cells(&self, company: Company) -> Vec<Cell> {
        let core = self.core();
        let sheet = self.sheet_ref();
        let all = sheet.map.all();
        if self.printed.options.public {
            return all.collect();
        }
        let reach = core.reach(sheet, company);
        all.filter(|&cell| {
            reach.touches(core.board(), cell)
                || core.board().has_station_on(cell, company.0)
                || reach.arrivals(&sheet.map, core.board(), cell) != 0
        })
        .collect()
    }

    pub(super) fn track_choices(&self) -> Vec<Choice> {
        let company = self.current();
        let mut choices = Vec::new();
        for cell in self.candidate_cells(company) {
            for (tile, mask, successor) in fit_masks(self.sheet_ref(), self.core(), cell) {
                if mask == 0 {
                    continue;
                }
                let Ok(cost) = self.check_right(company, cell, tile) else {
                    continue;
                };
                let base = self.core().board().at(cell).map_or(0, |l| l.rotation);
                for rotation in (0..6u8).filter(|r| mask & (1 << r) != 0) {
                    let stops = &successor.stops[usize::from((rotation + 6 - base) % 6)];
                    if self
                        .check_connection(company, cell, tile, rotation, stops)
                        .is_ok()
                    {
                        let mv = Move::LayTile {
                            company,
                            cell,
                            tile,
                            rotation,
                            by: LayBy::Build,
                        };
                        choices.push(Choice::costing(mv, cost));
                    }
                }
            }
        }
        choices.push(Choice::one(Move::Pass));
        choices
    }

    pub(super) fn lay_tile(
        &mut self,
        company: Company,
        cell: Cell,
        tile: TileId,
        rotation: u8,
        by: LayBy,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        self.must_be_current(company)?;
        if by != LayBy::Build {
            return Err(Refusal::new("IOW-PRIVATE-15", "no-such-right"));
        }
        let printed = self.printed.clone();
        let sheet = &printed.sheet;
        let Some(Fit { stops, .. }) = fits(sheet, self.core(), cell, tile, rotation) else {
            return Err(self.misfit(cell, tile, rotation));
        };
        let cost = self.check_right(company, cell, tile)?;
        self.check_connection(company, cell, tile, rotation, stops)?;
        let bare = self
            .core()
            .board()
            .at(cell)
            .is_some_and(|l| self.colour(l.tile) == Colour::Bare);
        self.state
            .core
            .pay(Purse::Company(company), Purse::Bank, cost);
        self.state
            .core
            .board_mut()
            .lay(&sheet.tiles, cell, tile, rotation, stops);
        events.push(Event::TileLaid {
            company,
            cell,
            tile,
            rotation,
            cost,
        });
        self.state.or.laid += 1;
        // IOW-TRACK-3: a second tile only after a yellow one without large station.
        let more = bare
            && !sheet.tiles.get(tile).has(Kind::City)
            && self.state.or.laid < self.printed.yellows;
        if !more {
            self.enter_base(events);
        }
        Ok(())
    }
}
