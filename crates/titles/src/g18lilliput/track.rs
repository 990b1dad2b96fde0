//! Laying and upgrading tiles.

use super::position::{Act, LilliputPosition};
use super::printed::{Ability, Placing, Sort, TileFacts};
use board::{Cell, Colour, Shape, TileId};
use engine::{Choice, Company, Event, LayBy, Move, Player, Purse, Refusal, Value, fit_masks, fits};
use smallvec::SmallVec;

impl LilliputPosition {
    /// What is known about a tile that a move names.
    pub(super) fn tile_facts(&self, tile: TileId) -> Result<&TileFacts, Refusal> {
        self.printed
            .tiles
            .get(tile.0 as usize)
            .ok_or_else(|| Refusal::new("LIL-SETUP-3", "no-such-tile"))
    }

    /// Rotations that look the same are one, under the lowest number.
    pub(super) fn turned_once(&self, tile: TileId, rotation: u8) -> Result<(), Refusal> {
        if rotation < self.printed.sheet.tiles.get(tile).period {
            return Ok(());
        }
        Err(Refusal::new("LIL-TRACK-2", "same-as-a-lower-rotation")
            .with("rotation", Value::Number(rotation.into())))
    }

    /// No track of a cell may point at water (LIL-TRACK-5).
    pub(super) fn dry(&self, cell: Cell, exits: u8) -> Result<(), Refusal> {
        let (map, tiles) = (&self.printed.sheet.map, &self.printed.sheet.tiles);
        for e in 0..4 {
            if exits & (1 << e) == 0 {
                continue;
            }
            if let Some(next) = map.neighbour(cell, e)
                && let Some(laid) = self.state.core.board().at(next)
            {
                let water = Shape::Square.turn(tiles.get(laid.tile).water, laid.rotation);
                if water & (1 << Shape::Square.opposite(e)) != 0 {
                    let rule = if self.printed.tile(laid.tile).sort == Sort::Sea {
                        "LIL-SCENARIO-7"
                    } else {
                        "LIL-TRACK-5"
                    };
                    return Err(
                        Refusal::new(rule, "track-to-water").with("cell", Value::Cell(next))
                    );
                }
            }
        }
        Ok(())
    }

    // No track of a neighbour may point at a water side of the new tile (LIL-CHARACTER-13).
    fn quay(&self, cell: Cell, water: u8) -> Result<(), Refusal> {
        let (map, tiles) = (&self.printed.sheet.map, &self.printed.sheet.tiles);
        for e in 0..4 {
            if water & (1 << e) != 0
                && let Some(next) = map.neighbour(cell, e)
                && self.state.core.board().exits(tiles, next) & (1 << Shape::Square.opposite(e))
                    != 0
            {
                return Err(Refusal::new("LIL-CHARACTER-13", "track-points-at-the-quay")
                    .with("cell", Value::Cell(next)));
            }
        }
        Ok(())
    }

    // The colour that an option must allow for a tile.
    fn colour_of(&self, tile: TileId) -> Colour {
        self.printed.sheet.tiles.get(tile).colour
    }

    // Whether the action in hand allows a tile.
    fn allowance(&self, tile: TileId) -> Result<(), Refusal> {
        let Act::Tiles { yellow, green, any } = self.state.act else {
            let rule = if self.state.act == Act::Open {
                "LIL-ACTION-1"
            } else {
                self.card_rule()
            };
            return Err(Refusal::new(rule, "no-tile-by-this-action"));
        };
        let left = match self.colour_of(tile) {
            Colour::Yellow => yellow + any,
            Colour::Green => green + any,
            _ => any,
        };
        if left == 0 {
            Err(Refusal::new(self.card_rule(), "no-tile-of-this-colour"))
        } else {
            Ok(())
        }
    }

    fn spend_allowance(&mut self, tile: TileId) {
        let colour = self.colour_of(tile);
        if let Act::Tiles { yellow, green, any } = &mut self.state.act {
            match colour {
                Colour::Yellow if *yellow > 0 => *yellow -= 1,
                Colour::Green if *green > 0 => *green -= 1,
                _ => *any = any.saturating_sub(1),
            }
            if *yellow + *green + *any == 0 {
                self.state.act = Act::Spent;
            }
        }
    }

    // The right to lay this tile at all: the action's, or a character's.
    fn right_to(&self, player: Player, tile: TileId, by: LayBy) -> Result<(), Refusal> {
        let facts = self.tile_facts(tile)?;
        match (by, facts.sort) {
            (LayBy::Build, Sort::City | Sort::Metropolis | Sort::Plain | Sort::Tunnel) => {
                self.allowance(tile)
            }
            (LayBy::Build, Sort::Character) => {
                Err(Refusal::new("LIL-CHARACTER-2", "by-right-of-the-character"))
            }
            (LayBy::Right { slot }, Sort::Character) => {
                let owner = facts.character.map(|(c, _)| c);
                if owner.is_none() || self.printed.character(slot) != owner {
                    return Err(Refusal::new(
                        "LIL-CHARACTER-2",
                        "not-a-tile-of-this-character",
                    ));
                }
                if owner.is_some_and(|c| self.state.holders[c as usize] != player.0) {
                    return Err(Refusal::new("LIL-CHARACTER-2", "not-your-character"));
                }
                Ok(())
            }
            _ => Err(Refusal::new("LIL-SETUP-3", "not-a-tile-to-lay")),
        }
    }

    /// Everything about a tile on a cell but who lays it: supply, phase, chessboard, track kept, water.
    pub(super) fn tile_fits(
        &self,
        cell: Cell,
        tile: TileId,
        rotation: u8,
    ) -> Result<SmallVec<[u8; 4]>, Refusal> {
        let sheet = &self.printed.sheet;
        let facts = self.tile_facts(tile)?;
        let def = sheet.tiles.get(tile);
        if self.state.core.board().left(tile) == 0 {
            let rule = if facts.sort == Sort::Character {
                "LIL-CHARACTER-2"
            } else {
                "LIL-TRACK-9"
            };
            return Err(Refusal::new(rule, "tile-not-left"));
        }
        if facts.from as u8 > sheet.phases[self.state.core.phase as usize].colour {
            let rule = match (facts.sort, facts.character) {
                (Sort::Tunnel, _) => "LIL-SCENARIO-9",
                (_, Some((_, Placing::UpgradeCity))) => "LIL-CHARACTER-5",
                (_, Some(_)) => "LIL-CHARACTER-15",
                _ => "LIL-TRACK-10",
            };
            return Err(Refusal::new(rule, "colour-not-yet"));
        }
        self.chessboard(def.class, cell).map_err(|r| Refusal {
            rule: if facts.sort == Sort::Tunnel {
                "LIL-SCENARIO-9"
            } else {
                r.rule
            },
            ..r
        })?;
        self.turned_once(tile, rotation)?;
        let Some(fit) = fits(sheet, &self.state.core, cell, tile, rotation) else {
            return Err(self.misfit(cell, tile));
        };
        let stops: SmallVec<[u8; 4]> = SmallVec::from_slice(fit.stops);
        self.dry(cell, sheet.tiles.exits(tile, rotation))?;
        self.quay(cell, Shape::Square.turn(def.water, rotation))?;
        if let Some((_, Placing::UpgradeCity)) = facts.character
            && self.state.homes.contains(&cell.0)
        {
            return Err(
                Refusal::new("LIL-CHARACTER-5", "home-city").with("cell", Value::Cell(cell))
            );
        }
        Ok(stops)
    }

    // Why a tile cannot follow what lies on a cell.
    fn misfit(&self, cell: Cell, tile: TileId) -> Refusal {
        let tiles = &self.printed.sheet.tiles;
        let castle = matches!(
            self.printed.tile(tile).character,
            Some((_, Placing::UpgradeCity))
        );
        let rule = match self.state.core.board().at(cell) {
            None if castle => "LIL-CHARACTER-5",
            None => "LIL-TRACK-11",
            Some(laid) => match self.printed.tile(laid.tile).sort {
                Sort::Sea => "LIL-SCENARIO-7",
                Sort::Mountain => "LIL-SCENARIO-8",
                Sort::Terrain => "LIL-TRACK-11",
                Sort::FixedCity
                | Sort::FixedPlain
                | Sort::SmallTown
                | Sort::Terminus
                | Sort::Mine => "LIL-SCENARIO-11",
                Sort::Character | Sort::Tunnel => "LIL-UPGRADE-8",
                _ if castle => "LIL-CHARACTER-5",
                _ if tiles.get(laid.tile).upgrades.iter().any(|s| s.tile == tile) => {
                    "LIL-UPGRADE-2"
                }
                sort if sort != self.printed.tile(tile).sort => "LIL-UPGRADE-3",
                _ => "LIL-TRACK-11",
            },
        };
        Refusal::new(rule, "tile-does-not-fit").with("cell", Value::Cell(cell))
    }

    /// Whether the tile will lie on track that joins to a station of the company (LIL-TRACK-3, LIL-UPGRADE-9).
    pub(super) fn joined(&self, company: Company, cell: Cell, exits: u8) -> bool {
        let reach = self.state.core.reach(&self.printed.sheet, company);
        reach.touches(self.state.core.board(), cell)
            || reach.arrivals(&self.printed.sheet.map, self.state.core.board(), cell) & exits != 0
    }

    // What a company pays for a tile: Y tiles, tunnels, terrain.
    fn tile_cost(&self, player: Player, cell: Cell, tile: TileId) -> i32 {
        let def = self.printed.sheet.tiles.get(tile);
        let free = self.printed.tile(tile).sort == Sort::Metropolis
            && self.has(player, |a| *a == Ability::FreeMetropolis);
        let charge = if free { 0 } else { i32::from(def.cost) };
        let surcharge = self
            .state
            .core
            .board()
            .at(cell)
            .map_or(0, |laid| self.printed.tile(laid.tile).surcharge);
        charge + surcharge
    }

    /// Whether a company may lay a tile, where its stations go, and the cost.
    pub(super) fn can_lay(
        &self,
        player: Player,
        company: Company,
        (cell, tile, rotation): (Cell, TileId, u8),
        by: LayBy,
    ) -> Result<(SmallVec<[u8; 4]>, i32), Refusal> {
        let sheet = &self.printed.sheet;
        self.own(player, company)?;
        self.right_to(player, tile, by)?;
        if let Some(only) = self.printed.tile(tile).company
            && only != company
        {
            return Err(Refusal::new("LIL-LAPUTA-2", "tile-of-another-company")
                .with("company", Value::Company(only)));
        }
        let stops = self.tile_fits(cell, tile, rotation)?;
        let touches_any = (0..4).any(|e| {
            sheet
                .map
                .neighbour(cell, e)
                .is_some_and(|n| self.state.core.board().at(n).is_some())
        });
        if !touches_any {
            return Err(
                Refusal::new("LIL-TRACK-1", "no-tile-beside").with("cell", Value::Cell(cell))
            );
        }
        if !self.joined(company, cell, sheet.tiles.exits(tile, rotation)) {
            return Err(Refusal::new("LIL-TRACK-3", "not-connected")
                .with("company", Value::Company(company)));
        }
        let cost = self.tile_cost(player, cell, tile);
        let treasury = self.state.core.money.company(company);
        if cost > treasury {
            let surcharge = self
                .state
                .core
                .board()
                .at(cell)
                .map_or(0, |laid| self.printed.tile(laid.tile).surcharge);
            let rule = match self.printed.tile(tile).sort {
                Sort::Tunnel => "LIL-SCENARIO-9",
                _ if surcharge > 0 => "LIL-SCENARIO-6",
                _ => "LIL-TRACK-8",
            };
            return Err(Refusal::new(rule, "treasury-too-small")
                .with("cost", Value::Money(cost))
                .with("treasury", Value::Money(treasury)));
        }
        Ok((stops, cost))
    }

    /// Lays a tile by the action or by a character.
    pub(super) fn lay(
        &mut self,
        player: Player,
        company: Company,
        (cell, tile, rotation): (Cell, TileId, u8),
        by: LayBy,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let (stops, cost) = self.can_lay(player, company, (cell, tile, rotation), by)?;
        self.state
            .core
            .pay(Purse::Company(company), Purse::Bank, cost);
        self.put_tile(company, (cell, tile, rotation), &stops, cost, events);
        match by {
            LayBy::Right { slot } => events.push(Event::RightUsed { player, slot }),
            _ => self.spend_allowance(tile),
        }
        Ok(())
    }

    /// Puts a tile on the board; what it replaces returns to the supply, terrain leaves the game.
    pub(super) fn put_tile(
        &mut self,
        company: Company,
        (cell, tile, rotation): (Cell, TileId, u8),
        stops: &[u8],
        cost: i32,
        events: &mut Vec<Event>,
    ) {
        let printed = self.printed.clone();
        self.state
            .core
            .board_mut()
            .lay(&printed.sheet.tiles, cell, tile, rotation, stops);
        events.push(Event::TileLaid {
            company,
            cell,
            tile,
            rotation,
            cost,
        });
    }

    /// Cells where a company might lay something: touched tiles, and cells that its open track points at.
    pub(super) fn building_cells(&self, company: Company) -> Vec<Cell> {
        let (map, tiles, board) = (
            &self.printed.sheet.map,
            &self.printed.sheet.tiles,
            self.state.core.board(),
        );
        let reach = self.state.core.reach(&self.printed.sheet, company);
        let mut cells = Vec::new();
        for (cell, laid) in board.cells() {
            if reach.touches(board, cell) {
                cells.push(cell);
                let exits = tiles.exits(laid.tile, laid.rotation);
                for e in (0..4).filter(|e| exits & (1 << e) != 0) {
                    if reach.leads_out(board, cell, e)
                        && let Some(next) = map.neighbour(cell, e)
                    {
                        cells.push(next);
                    }
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn lay_choices(
        &self,
        player: Player,
        by: Option<LayBy>,
        f: &mut dyn FnMut(Choice) -> bool,
    ) -> bool {
        for company in self.companies_of(player) {
            for cell in self.building_cells(company) {
                for (tile, mask, _) in fit_masks(&self.printed.sheet, &self.state.core, cell) {
                    let facts = self.printed.tile(tile);
                    let by = by.unwrap_or_else(|| LayBy::Right {
                        slot: self.printed.slot(facts.character.map_or(0, |(c, _)| c)),
                    });
                    if self.right_to(player, tile, by).is_err() {
                        continue;
                    }
                    for rotation in (0..self.printed.sheet.tiles.get(tile).period)
                        .filter(|r| mask & (1 << r) != 0)
                    {
                        if let Ok((_, cost)) =
                            self.can_lay(player, company, (cell, tile, rotation), by)
                            && f(Choice::costing(
                                Move::LayTile {
                                    company,
                                    cell,
                                    tile,
                                    rotation,
                                    by,
                                },
                                cost,
                            ))
                        {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    pub(super) fn build_choices(&self, player: Player, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        self.lay_choices(player, Some(LayBy::Build), f)
    }

    pub(super) fn character_tile_choices(
        &self,
        player: Player,
        f: &mut dyn FnMut(Choice) -> bool,
    ) -> bool {
        let left = |tile: &TileId| self.state.core.board().left(*tile) > 0;
        let any = (self.printed.characters.iter().enumerate())
            .any(|(i, c)| self.state.holders[i] == player.0 && c.tiles.iter().any(left));
        any && self.lay_choices(player, None, f)
    }
}
