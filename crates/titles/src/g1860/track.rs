//! The track step: yellow tiles and upgrades.

use super::position::{Allowed, Events, IowPosition};
use super::refusals::{Matter, refused};
use super::state::Wait;
use board::{Cell, Colour, Kind, TileId};
use engine::{Choice, Company, Flag, Forbidden, Ground, Lay, LayBy, Misfit, Move, Refusal};
use smallvec::SmallVec;

/// Where the stops of an old tile go.
pub(super) type Stops = SmallVec<[u8; 4]>;

impl IowPosition {
    /// The track step begins (IOW-TRACK-22, IOW-SOUTHERN-3).
    pub(super) fn enter_track(&mut self, events: &mut Events) {
        if self.in_receivership(self.current()) || self.state.closed {
            return self.enter_base(events);
        }
        self.state.wait = Some(Wait::Track);
    }

    /// Whether no tile lies on a hex, and no coloured one is printed there.
    pub(super) fn is_unbuilt(&self, cell: Cell) -> bool {
        let laid = self.core().board().at(cell);
        laid.is_some_and(|l| self.colour(l.tile) == Colour::Bare)
    }

    /// Whether a tile fits, and where the old stops go.
    pub(super) fn stops_after(&self, lay: &Lay<'_>) -> Result<Stops, Forbidden> {
        let fit = self.checks().tile_fits(lay.cell, lay.tile, lay.rotation)?;
        Ok(fit.stops.into())
    }

    // Whether the company may upgrade anything.
    fn may_upgrade_now(&self, company: Company) -> Allowed {
        match () {
            () if self.state.turn.laid > 0 => Err(Refusal::new("IOW-UPGRADE-2", "upgrade-alone")),
            () if self.core().is(company, Flag::Insolvent) => {
                Err(Refusal::new("IOW-UPGRADE-22", "insolvent"))
            }
            () if self.train_count(company) == 0 => Err(Refusal::new("IOW-UPGRADE-7", "no-train")),
            () => Ok(()),
        }
    }

    // Everything else but the fit of the tile and its connection: the cost (IOW-TRACK-16, IOW-UPGRADE-13).
    fn may_build(
        &self,
        company: Company,
        (cell, unbuilt): (Cell, bool),
        tile: TileId,
    ) -> Result<i32, Refusal> {
        let refuse = refused(Matter::Lay);
        let city = self.printed.sheet.tiles.get(tile).has(Kind::City);
        if unbuilt && city && self.state.turn.laid > 0 {
            return Err(Refusal::new("IOW-TRACK-2", "city-tile-alone"));
        }
        self.checks().tile_available(cell, tile).map_err(&refuse)?;
        if !unbuilt {
            return Ok(0);
        }
        let cost = self.checks().terrain_cost(cell);
        if cost > 0 && self.core().is(company, Flag::Insolvent) {
            return Err(Refusal::new("IOW-INSOLVENT-6", "insolvent"));
        }
        self.checks().company_pays(company, cost).map_err(refuse)?;
        Ok(cost)
    }

    // IOW-TRACK-13: reached track arrives at the new tile, or the company's own base waits there. An upgrade has rules of
    // its own.
    fn may_connect(&self, lay: &Lay<'_>) -> Allowed {
        if !self.tests_connection() {
            return Ok(());
        }
        if !self.is_unbuilt(lay.cell) {
            return self.may_upgrade(lay);
        }
        let exits = self.printed.sheet.tiles.exits(lay.tile, lay.rotation);
        let joined = self.checks().joined(lay.company, lay.cell, exits);
        joined.map_err(refused(Matter::Lay))
    }

    // The rule that a misfit breaks; on a bare hex it depends on what is printed there (IOW-TRACK-5..9).
    fn misfit(&self, cell: Cell, why: Forbidden) -> Refusal {
        let (map, tiles) = (&self.printed.sheet.map, &self.printed.sheet.tiles);
        let stops = &tiles.get(map.def(cell).printed).stops;
        let rule = match why {
            Forbidden::Misfit { why, .. } if self.is_unbuilt(cell) => match (why, &stops[..]) {
                (Misfit::Colour, _) => "IOW-TRACK-5",
                (Misfit::Label | Misfit::ClosedSide, _) => {
                    return refused(Matter::Lay)(Forbidden::Misfit { cell, why });
                }
                (_, []) => "IOW-TRACK-6",
                (_, [one]) if one.kind == Kind::City => "IOW-TRACK-9",
                (_, [_]) => "IOW-TRACK-7",
                _ => "IOW-TRACK-8",
            },
            why => return refused(Matter::Lay)(why),
        };
        why.under(rule)
    }

    // Whether the company might lay something on a hex.
    fn is_near(&self, company: Company, cell: Cell) -> bool {
        !self.tests_connection() || self.checks().near(company, cell)
    }

    pub(super) fn track_choices(&self) -> Vec<Choice> {
        let company = self.current();
        let mut choices = Vec::new();
        let upgrades = self.may_upgrade_now(company).is_ok();
        for cell in self.sheet_ref().map.all() {
            let unbuilt = self.is_unbuilt(cell);
            if !unbuilt && !upgrades || !self.is_near(company, cell) {
                continue;
            }
            let ground = Ground::of(self.sheet_ref(), self.core(), cell);
            for successor in ground.successors {
                let tile = successor.tile;
                // Most end here, without a refusal that nobody would read.
                if self.checks().tile_available(cell, tile).is_err() {
                    continue;
                }
                let Ok(cost) = self.may_build(company, (cell, unbuilt), tile) else {
                    continue;
                };
                let mask = ground.mask(successor);
                for rotation in (0..6u8).filter(|r| mask & (1 << r) != 0) {
                    let stops = ground.stops(successor, rotation);
                    let lay = Lay { company, cell, tile, rotation, stops, cost };
                    if self.may_connect(&lay).is_ok() {
                        choices.push(lay.choice(LayBy::Build));
                    }
                }
            }
        }
        choices.push(Choice::one(Move::Pass));
        choices
    }

    pub(super) fn lay_tile(&mut self, lay: Lay<'_>, by: LayBy, events: &mut Events) -> Allowed {
        let Lay { cell, tile, .. } = lay;
        self.must_be_current(lay.company)?;
        if by != LayBy::Build {
            return Err(Refusal::new("IOW-PRIVATE-15", "no-such-right"));
        }
        let stops = self.stops_after(&lay);
        let stops = &stops.map_err(|why| self.misfit(cell, why))?;
        let unbuilt = self.is_unbuilt(cell);
        if !unbuilt {
            self.may_upgrade_now(lay.company)?;
        }
        let cost = self.may_build(lay.company, (cell, unbuilt), tile)?;
        let lay = Lay { stops, cost, ..lay };
        self.may_connect(&lay)?;
        self.acts(events).lay_tile(lay);
        self.state.turn.laid += 1;
        // IOW-TRACK-3: a second tile only after a yellow one without large station.
        let city = self.printed.sheet.tiles.get(tile).has(Kind::City);
        if !unbuilt || city || self.state.turn.laid >= self.printed.yellows {
            self.enter_base(events);
        }
        Ok(())
    }
}
