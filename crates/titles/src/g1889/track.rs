//! Tiles: a yellow one or an upgrade a turn, and those of private companies. S89-TRACK, S89-UPGRADE, S89-TERRAIN

use super::position::ShikokuPosition;
use super::printed::Power;
use super::refusals::{Matter, refused};
use super::state::Step;
use board::{Cell, TileId};
use engine::{
    Choice, Company, Event, Forbidden, Lay, LayBy, Move, Paper, Place, Player, Refusal, Value,
    fit_masks,
};

impl ShikokuPosition {
    // S89-PRIVATE-10, S89-PRIVATE-12, S89-PRIVATE-13
    fn blocked(&self, cell: Cell) -> bool {
        let blocks = |p: &Paper| self.printed.privates[p.at()].blocks == Some(cell);
        let mut papers = self.printed.sheet.paper_ids().filter(blocks);
        papers.any(|p| self.owner_of(p).is_some())
    }

    // S89-TERRAIN-1..3: terrain of a bare hex, and what some tiles cost by themselves; S89-PRIVATE-21
    fn lay_cost(&self, company: Company, cell: Cell, tile: TileId) -> i32 {
        let sheet = &self.printed.sheet;
        let kind = sheet.map.def(cell).terrain.as_ref().map(|t| &t.kind);
        let mut papers = self.state.core.papers_at(Place::Company(company));
        let waived = papers.any(|p| match &self.printed.privates[p.at()].power {
            Some(Power::Waives(waived)) => kind == Some(waived),
            _ => false,
        });
        let terrain = self.checks().terrain_cost(cell);
        i32::from(sheet.tiles.get(tile).cost) + if waived { 0 } else { terrain }
    }

    // All that does not depend on the rotation.
    fn check_tile(&self, company: Company, cell: Cell, tile: TileId) -> Result<i32, Refusal> {
        if self.blocked(cell) && self.tests_reach() {
            let refusal = Refusal::new("S89-PRIVATE-10", "hex-blocked");
            return Err(refusal.with("cell", Value::Cell(cell)));
        }
        if self.printed.sheet.tiles.get(tile).special {
            return Err(Refusal::new("S89-PRIVATE-17", "tile-by-power-only"));
        }
        let (checks, cost) = (self.checks(), self.lay_cost(company, cell, tile));
        let paid = |()| checks.company_pays(company, cost);
        let available = checks.tile_available(cell, tile).and_then(paid);
        available.map_err(refused(Matter::Lay))?;
        Ok(cost)
    }

    // S89-TRACK-5, S89-UPGRADE-9
    fn of_use(
        &self,
        company: Company,
        lay: (Cell, TileId, u8),
        stops: &[u8],
    ) -> Result<(), Forbidden> {
        if self.tests_reach() {
            return self.checks().of_use(company, lay, stops);
        }
        Ok(())
    }

    pub(super) fn track_choices(&self, company: Company) -> Vec<Choice> {
        let (sheet, core) = (&self.printed.sheet, &self.state.core);
        let mut all = Vec::new();
        if self.state.turn.is_none_or(|t| t.laid) {
            return all;
        }
        for cell in sheet
            .map
            .all()
            .filter(|&c| !self.tests_reach() || self.checks().near(company, c))
        {
            let base = core.board().at(cell).map_or(0, |l| l.rotation);
            for (tile, mask, successor) in fit_masks(sheet, core, cell).filter(|f| f.1 != 0) {
                let Ok(cost) = self.check_tile(company, cell, tile) else {
                    continue;
                };
                for rotation in (0..6u8).filter(|r| mask & (1 << r) != 0) {
                    let stops = &successor.stops[usize::from((rotation + 6 - base) % 6)];
                    if self.of_use(company, (cell, tile, rotation), stops).is_ok() {
                        let by = LayBy::Build;
                        let mv = Move::LayTile {
                            company,
                            cell,
                            tile,
                            rotation,
                            by,
                        };
                        all.push(Choice::costing(mv, cost));
                    }
                }
            }
        }
        all
    }

    /// Whether the track step waits: for a tile, or for the port of the director. S89-PUB-14
    pub(super) fn waits_for_track(&self, company: Company) -> bool {
        let laid = self.state.turn.is_none_or(|t| t.laid);
        !laid && (self.track_always_waits() || !self.track_choices(company).is_empty())
            || !self.port_choices(self.director(company)).is_empty()
    }

    pub(super) fn lay(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let &Move::LayTile {
            company,
            cell,
            tile,
            rotation,
            by,
        } = mv
        else {
            return Err(Refusal::new("S89-OR-5", "not-now"));
        };
        let laid = self.state.turn.is_none_or(|t| t.laid);
        if self.on_turn() != Some(company) || by != LayBy::Build || laid {
            return Err(Refusal::new("S89-TRACK-1", "build-used-up"));
        }
        let printed = self.printed.clone();
        let cost = self.check_tile(company, cell, tile)?;
        let fit = self.fits(&printed, (cell, tile, rotation))?;
        self.of_use(company, (cell, tile, rotation), fit)
            .map_err(refused(Matter::Lay))?;
        let stops = fit;
        self.acts(events).lay_tile(Lay {
            company,
            cell,
            tile,
            rotation,
            stops,
            cost,
        });
        if let Some(turn) = &mut self.state.turn {
            turn.laid = true;
        }
        Ok(())
    }

    fn fits<'a>(
        &self,
        printed: &'a super::Printed,
        (cell, tile, rotation): (Cell, TileId, u8),
    ) -> Result<&'a [u8], Refusal> {
        let checks = engine::Checks {
            sheet: &printed.sheet,
            ..self.checks()
        };
        let why = match engine::fits(&printed.sheet, &self.state.core, cell, tile, rotation) {
            Some(fit) => return Ok(fit.stops),
            None => checks.tile_fits(cell, tile, rotation).err(),
        };
        Err(refused(Matter::Lay)(why.unwrap_or(Forbidden::NotNow)))
    }

    /// The tile that a player may lay by right of a private company now. S89-PRIVATE-14..16
    pub(super) fn port_choices(&self, player: Player) -> Vec<Choice> {
        let mut all = Vec::new();
        for paper in self
            .state
            .core
            .papers_of(player)
            .filter(|_| self.port_open(player))
        {
            if let Some(Power::Port { tile, cells }) = &self.printed.privates[paper.at()].power
                && !self.state.core.papers[paper.at()].used
            {
                for &cell in cells {
                    self.paper_tiles(paper, &[*tile], cell, &mut all);
                }
            }
        }
        all
    }

    // S89-PRIVATE-15: in a stock round, between turns, and in the track step of an own company.
    fn port_open(&self, player: Player) -> bool {
        match (self.on_turn(), self.state.turn) {
            _ if self.state.auction.is_some() || self.state.over.is_some() => false,
            (Some(company), Some(turn)) => {
                !turn.begun || turn.step == Step::Track && self.director(company) == player
            }
            _ => true,
        }
    }

    /// Tiles that whoever sold a private company may lay at once. S89-PRIVATE-19, S89-PRIVATE-20
    pub(super) fn parting_choices(&self, paper: Paper) -> Vec<Choice> {
        let mut all = Vec::new();
        if let Some(Power::Parting { tiles, cell }) = &self.printed.privates[paper.at()].power {
            self.paper_tiles(paper, tiles, *cell, &mut all);
        }
        all
    }

    fn paper_tiles(&self, paper: Paper, tiles: &[TileId], cell: Cell, all: &mut Vec<Choice>) {
        let (sheet, core) = (&self.printed.sheet, &self.state.core);
        for (tile, mask, _) in fit_masks(sheet, core, cell) {
            if tiles.contains(&tile) && core.board().left(tile) > 0 {
                for rotation in (0..6).filter(|r| mask & (1 << r) != 0) {
                    let mv = Move::LayPaperTile {
                        paper,
                        cell,
                        tile,
                        rotation,
                    };
                    all.push(Choice::one(mv));
                }
            }
        }
    }

    /// A tile by right of a private company that was found legal.
    pub(super) fn lay_paper_tile(
        &mut self,
        player: Player,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let &Move::LayPaperTile {
            paper,
            cell,
            tile,
            rotation,
        } = mv
        else {
            return Err(Refusal::new("S89-PRIVATE-16", "not-now"));
        };
        let printed = self.printed.clone();
        let stops = self.fits(&printed, (cell, tile, rotation))?;
        self.acts(events)
            .lay_paper_tile(player, paper, (cell, tile, rotation), stops);
        Ok(())
    }
}
