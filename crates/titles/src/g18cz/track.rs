//! Laying and upgrading tiles.

use super::position::{CzPosition, Events};
use super::printed::Variant;
use super::refusals::{Matter, not_in_this_step, on_cell, refused, under};
use super::state::Step;
use board::{Cell, Colour, Spot, TileId};
use engine::{Allowed, Choice, Company, Forbidden, Lay, LayBy, Misfit, Move, Paper, Refusal};
use smallvec::SmallVec;

impl CzPosition {
    /// Tiles a company may still lay regularly: yellow ones, upgrades. CZ-TRACK-1, CZ-TRACK-2
    pub fn allowance(&self, company: Company) -> (bool, bool) {
        let turn = &self.state.turn;
        let twice = self.printed.variant != Variant::Introductory
            || self.printed.options.intro_first_turn_two_yellow;
        let most = 1 + u8::from(twice && self.state.is_fresh(company));
        (turn.lays < most && !turn.upgraded, turn.lays == 0)
    }

    // CZ-TRACK-14: Praha's first tile is a yellow lay.
    fn is_upgrade(&self, cell: Cell, tile: TileId) -> bool {
        let homes = &self.sheet().map.def(cell).homes;
        let praha = homes.iter().any(|h| h.stop.is_some());
        self.sheet().tiles.get(tile).colour != Colour::Yellow
            || praha && !self.printed.options.praha_yellow_is_a_yellow_lay
    }

    // CZ-TRACK-10, CZ-UPGRADE-9, CZ-UPGRADE-16
    fn terrain_cost(&self, cell: Cell, tile: TileId) -> i32 {
        let green = self.sheet().tiles.get(tile).colour != Colour::Yellow;
        if green && !self.printed.options.oo_river_cost_charged_on_first_green {
            return 0;
        }
        self.checks().terrain_cost(cell)
    }

    fn waives(&self, paper: Paper, cell: Cell) -> bool {
        let size = self.sheet().papers[paper.at()].size;
        let waived = &self.printed.waives[usize::from(size)];
        let terrain = self.sheet().map.def(cell).terrain.as_ref();
        terrain.is_some_and(|t| waived.contains(&t.kind))
    }

    // Whether the ground on which a tile is laid allows it.
    fn has_right(&self, company: Company, cell: Cell, tile: TileId, by: LayBy) -> Allowed {
        let refuse = |rule, key| Err(on_cell(rule, key, cell));
        let def = self.sheet().tiles.get(tile);
        if let LayBy::Power { paper } = by {
            self.may_use_power(company, paper)?;
            let size = self.sheet().papers[paper.at()].size;
            if !def.special {
                return refuse("CZ-LOCAL-12", "power-needs-purple");
            }
            if def.colour as u8 > self.printed.purple[usize::from(size)] {
                return refuse("CZ-LOCAL-13", "power-too-small");
            }
            return Ok(());
        }
        if def.special {
            return refuse("CZ-UPGRADE-10", "purple-needs-power");
        }
        let (yellow, upgrade) = self.allowance(company);
        let upgrades = self.is_upgrade(cell, tile);
        if upgrades && upgrade || !upgrades && yellow {
            return Ok(());
        }
        let rule = ["CZ-TRACK-1", "CZ-TRACK-2"][usize::from(self.state.is_fresh(company))];
        refuse(rule, "build-used-up")
    }

    // Everything that does not depend on the rotation; the cost.
    fn may_lay_kind(&self, company: Company, cell: Cell, tile: TileId, by: LayBy) -> Allowed<i32> {
        let def = self.sheet().tiles.get(tile);
        if def.colour == Colour::Red || def.count == 0 {
            return Err(on_cell("CZ-TRACK-17", "tile-cannot-be-laid", cell));
        }
        let available = self.checks().tile_available(cell, tile);
        available.map_err(refused(Matter::Lay))?;
        self.has_right(company, cell, tile, by)?;
        let mut cost = self.terrain_cost(cell, tile);
        if let LayBy::Waiver { paper } = by {
            self.may_use_power(company, paper)?;
            if cost == 0 || !self.waives(paper, cell) {
                return Err(on_cell("CZ-LOCAL-15", "nothing-to-waive", cell));
            }
            cost = 0;
        }
        // CZ-BOHEMIA-12
        if self.state.is_vaclavs(company) {
            cost = 0;
        }
        let paid = self.checks().company_pays(company, cost);
        paid.map_err(refused(Matter::Lay))?;
        Ok(cost)
    }

    // The rule that keeps a tile off a cell.
    fn misfit_rule(&self, cell: Cell, tile: TileId, why: Misfit) -> &'static str {
        let tiles = &self.sheet().tiles;
        let new = tiles.get(tile);
        let printed = tiles.get(self.sheet().map.def(cell).printed);
        let yellow = new.colour == Colour::Yellow;
        let labelled = |label: &str| {
            let labels = [&new.label, &printed.label];
            labels.iter().any(|l| l.as_deref() == Some(label))
        };
        match why {
            Misfit::ReservedCell => "CZ-TRACK-17",
            Misfit::Fixed => "CZ-TRACK-20",
            Misfit::ClosedSide => "CZ-TRACK-11",
            Misfit::StubLost => "CZ-TRACK-15",
            Misfit::TrackLost => "CZ-UPGRADE-3",
            _ if self.checks().is_bare(cell) => match () {
                () if labelled("P") => "CZ-TRACK-9",
                () if labelled("Y") => "CZ-TRACK-8",
                () if labelled("OO") && yellow => "CZ-TRACK-16",
                () if labelled("OO") => "CZ-UPGRADE-15",
                () if !yellow => "CZ-UPGRADE-1",
                () => "CZ-TRACK-6",
            },
            Misfit::Colour => "CZ-UPGRADE-1",
            Misfit::Label => "CZ-UPGRADE-11",
            Misfit::Stops if new.stops.is_empty() || self.cities(cell) == 0 => "CZ-UPGRADE-4",
            Misfit::Stops | Misfit::NoSuccessor => "CZ-UPGRADE-18",
        }
    }

    // Whether a lay is legal: its cost, and where the old stops go.
    fn may_lay(&self, lay: &Lay<'_>, by: LayBy) -> Allowed<(i32, SmallVec<[u8; 4]>)> {
        let (company, cell, tile) = (lay.company, lay.cell, lay.tile);
        self.its_turn(company)?;
        if matches!(by, LayBy::Home | LayBy::Right { .. }) {
            return Err(on_cell("CZ-TRACK-1", "no-such-right", cell));
        }
        let cost = self.may_lay_kind(company, cell, tile, by)?;
        let fit = self.checks().tile_fits(cell, tile, lay.rotation);
        let fit = fit.map_err(|why| match why {
            Forbidden::Misfit { why: misfit, .. } => {
                why.under(self.misfit_rule(cell, tile, misfit))
            }
            _ => refused(Matter::Lay)(why),
        })?;
        // CZ-TRACK-5, CZ-TRACK-23, CZ-UPGRADE-5: some track of the tile joins a station of the company.
        let exits = self.sheet().tiles.exits(tile, lay.rotation);
        let joined = self.checks().joined(company, cell, exits);
        joined.map_err(refused(Matter::Lay))?;
        Ok((cost, fit.stops.into()))
    }

    /// All lays of one kind that are legal now.
    pub fn lays(&self, company: Company, by: LayBy) -> impl Iterator<Item = Choice> {
        let price = |cell, tile| self.may_lay_kind(company, cell, tile, by).ok();
        let lays = self.checks().lays(company, price);
        lays.into_iter().flat_map(move |(cell, tile, mask, cost)| {
            let turned = Lay::turned(company, cell, tile, mask);
            turned.map(move |lay| Choice::costing(lay.by(by), cost))
        })
    }

    /// Regular lays, with and without a waiver.
    pub fn builds(&self, company: Company) -> impl Iterator<Item = Choice> {
        let powers = self.powers(company);
        let waived = powers.flat_map(move |paper| self.lays(company, LayBy::Waiver { paper }));
        self.lays(company, LayBy::Build).chain(waived)
    }

    /// A regular lay, or one by the power of a paper.
    pub fn lay(&mut self, mv: &Move, events: &mut Events) -> Allowed {
        let (lay, by) = mv.as_lay().ok_or_else(not_in_this_step)?;
        let (company, cell) = (lay.company, lay.cell);
        let (cost, stops) = self.may_lay(&lay, by)?;
        let upgrade = self.is_upgrade(cell, lay.tile);
        let splits_home = self.splits_home(cell, lay.tile);
        let stops = &stops;
        self.acts(events).lay_tile(Lay { stops, cost, ..lay });
        if let LayBy::Power { paper } | LayBy::Waiver { paper } = by {
            self.acts(events).use_power(company, paper);
        }
        let turn = &mut self.state.turn;
        if !matches!(by, LayBy::Power { .. }) {
            turn.lays += 1;
            // CZ-LOCAL-16, D35
            let counts = !matches!(by, LayBy::Waiver { .. })
                || self.printed.options.waiver_upgrade_blocks_second_yellow;
            turn.upgraded |= upgrade && counts;
        }
        if splits_home {
            self.settle_waiting_marker(company, cell);
        }
        Ok(())
    }

    fn may_lay_home(&self, lay: &Lay<'_>) -> Allowed {
        self.its_turn(lay.company)?;
        let reserved = self.sheet().map.def(lay.cell).reserved_for;
        if self.printed.red_tile[lay.company.at()] != Some(lay.tile)
            || reserved != Some(lay.company.0)
        {
            return Err(on_cell("CZ-TRACK-17", "not-its-red-hex", lay.cell));
        }
        let fit = self.checks().tile_fits(lay.cell, lay.tile, lay.rotation);
        fit.map_err(under("CZ-TRACK-19"))?;
        Ok(())
    }

    /// Where a large company may lay its red tile.
    pub fn home_choices(&self, company: Company) -> impl Iterator<Item = Choice> {
        let tile = self.printed.red_tile[company.at()].into_iter();
        let homes = tile.flat_map(move |tile| {
            let cells = self.sheet().company(company).homes.iter();
            cells.flat_map(move |&cell| Lay::turned(company, cell, tile, u8::MAX))
        });
        let legal = homes.filter(|lay| self.may_lay_home(lay).is_ok());
        legal.map(|lay| Choice::one(lay.by(LayBy::Home)))
    }

    /// A large company lays its red tile and puts its home station on it.
    pub fn lay_home(&mut self, mv: &Move, events: &mut Events) -> Allowed {
        let Some((lay, LayBy::Home)) = mv.as_lay() else {
            return Err(Refusal::new("CZ-TRACK-18", "red-tile-first"));
        };
        self.may_lay_home(&lay)?;
        let mut acts = self.acts(events);
        acts.lay_tile(lay);
        let cell = lay.cell;
        acts.place_home(lay.company, Spot { cell, stop: 0 });
        self.state.turn.step = Step::Track;
        Ok(())
    }
}
