//! Laying and upgrading tiles.

use super::position::LilliputPosition;
use super::printed::{Ability, Placing, Sort, TileFacts};
use super::refusals::Allowed;
use super::state::Act;
use board::{Cell, Colour, Shape, TileId};
use engine::{Choice, Company, Event, Lay, LayBy, Player, Position, Refusal, Value};
use smallvec::SmallVec;

/// Where the stops of an old tile go.
pub(super) type Stops = SmallVec<[u8; 4]>;

impl LilliputPosition {
    /// What is known about a tile that a move names.
    pub(super) fn tile_facts(&self, tile: TileId) -> Allowed<&TileFacts> {
        let facts = self.printed.tiles.get(usize::from(tile.0));
        facts.ok_or_else(|| Refusal::new("LIL-SETUP-3", "no-such-tile"))
    }

    /// What is known about the tile that lies on a cell.
    pub(super) fn facts_at(&self, cell: Cell) -> Option<&TileFacts> {
        let laid = self.core().board().at(cell)?;
        Some(self.printed.tile(laid.tile))
    }

    /// Whether a copy of a tile is left (LIL-TRACK-9, LIL-CHARACTER-2).
    pub(super) fn left_of(&self, tile: TileId, cell: Cell) -> Allowed {
        if self.core().board().left(tile) > 0 {
            return Ok(());
        }
        let rule = match self.printed.tile(tile).sort {
            Sort::Character => "LIL-CHARACTER-2",
            _ => "LIL-TRACK-9",
        };
        Err(engine::Forbidden::NoTileLeft { cell }.under(rule))
    }

    /// Rotations that look the same are one, under the lowest number.
    pub(super) fn turned_once(&self, tile: TileId, rotation: u8) -> Allowed {
        if rotation < self.sheet().tiles.get(tile).period {
            return Ok(());
        }
        Err(Refusal::new("LIL-TRACK-2", "same-as-a-lower-rotation")
            .with("rotation", Value::Number(rotation.into())))
    }

    /// Cells beside a cell across some of its sides, and the side there that faces it.
    pub(super) fn beside(&self, cell: Cell, sides: u8) -> impl Iterator<Item = (Cell, u8)> {
        let edges = (0..4).filter(move |e| sides & (1 << e) != 0);
        edges.filter_map(move |e| {
            let next = self.printed.sheet.map.neighbour(cell, e)?;
            Some((next, 1 << Shape::Square.opposite(e)))
        })
    }

    /// Track never meets water: not that of a new tile (LIL-TRACK-5), nor that beside a quay (LIL-CHARACTER-13).
    pub(super) fn dry(&self, at: Lay<'_>) -> Allowed {
        let tiles = &self.printed.sheet.tiles;
        let water_of = |tile, turn| Shape::Square.turn(tiles.get(tile).water, turn);
        let no = |rule, key, next| Err(Refusal::new(rule, key).with("cell", Value::Cell(next)));
        for (next, side) in self.beside(at.cell, tiles.exits(at.tile, at.rotation)) {
            let laid = self.core().board().at(next);
            if let Some(laid) = laid.filter(|l| water_of(l.tile, l.rotation) & side != 0) {
                return match self.printed.tile(laid.tile).sort {
                    Sort::Sea => no("LIL-SCENARIO-7", "track-to-water", next),
                    _ => no("LIL-TRACK-5", "track-to-water", next),
                };
            }
        }
        for (next, side) in self.beside(at.cell, water_of(at.tile, at.rotation)) {
            if self.core().board().exits(tiles, next) & side != 0 {
                return no("LIL-CHARACTER-13", "track-points-at-the-quay", next);
            }
        }
        Ok(())
    }

    // The action after a tile of a colour, if it allows that.
    fn after_tile(&self, tile: TileId) -> Allowed<Act> {
        let Act::Tiles { yellow, green, any } = self.state.act else {
            return Err(self.not_by_card("no-tile-by-this-action"));
        };
        let left = match self.sheet().tiles.get(tile).colour {
            Colour::Yellow if yellow > 0 => (yellow - 1, green, any),
            Colour::Green if green > 0 => (yellow, green - 1, any),
            _ if any > 0 => (yellow, green, any - 1),
            _ => return Err(self.not_by_card("no-tile-of-this-colour")),
        };
        Ok(match left {
            (0, 0, 0) => Act::Spent,
            (yellow, green, any) => Act::Tiles { yellow, green, any },
        })
    }

    // The right to lay this tile at all, the action's or a character's, and what is left of the action then.
    fn right_to(&self, player: Player, company: Company, tile: TileId, by: LayBy) -> Allowed<Act> {
        let no = |rule, key| Err(Refusal::new(rule, key));
        let facts = self.tile_facts(tile)?;
        let left = match (by, facts.sort) {
            (LayBy::Build, Sort::City | Sort::Metropolis | Sort::Plain | Sort::Tunnel) => {
                self.after_tile(tile)?
            }
            (LayBy::Build, Sort::Character) => {
                return no("LIL-CHARACTER-2", "by-right-of-the-character");
            }
            (LayBy::Right { slot }, Sort::Character) => {
                let owner = facts.character.map(|(c, _)| c);
                if owner.is_none() || self.printed.character(slot) != owner {
                    return no("LIL-CHARACTER-2", "not-a-tile-of-this-character");
                }
                if owner.is_some_and(|c| self.state.holders[usize::from(c)] != player.0) {
                    return no("LIL-CHARACTER-2", "not-your-character");
                }
                self.state.act
            }
            _ => return no("LIL-SETUP-3", "not-a-tile-to-lay"),
        };
        match facts.company {
            Some(only) if only != company => no("LIL-LAPUTA-2", "tile-of-another-company"),
            _ => Ok(left),
        }
    }

    /// Everything about a tile on a cell but who lays it: supply, phase, chessboard, track kept, water.
    pub(super) fn tile_fits(&self, at: Lay<'_>) -> Allowed<Stops> {
        let (cell, tile, rotation) = (at.cell, at.tile, at.rotation);
        let (sheet, facts) = (self.sheet(), self.tile_facts(tile)?);
        let no = |rule, key| Refusal::new(rule, key).with("cell", Value::Cell(cell));
        self.left_of(tile, cell)?;
        if facts.from as u8 > sheet.phases[usize::from(self.core().phase)].colour {
            let rule = match (facts.sort, facts.character) {
                (Sort::Tunnel, _) => "LIL-SCENARIO-9",
                (_, Some((_, Placing::UpgradeCity))) => "LIL-CHARACTER-5",
                (_, Some(_)) => "LIL-CHARACTER-15",
                _ => "LIL-TRACK-10",
            };
            return Err(no(rule, "colour-not-yet"));
        }
        let class = sheet.tiles.get(tile).class;
        if let Err(rule) = self.chessboard(class, cell) {
            let tunnel = facts.sort == Sort::Tunnel;
            let rule = if tunnel { "LIL-SCENARIO-9" } else { rule };
            return Err(no(rule, "chessboard"));
        }
        self.turned_once(tile, rotation)?;
        let fit = self.checks().tile_fits(cell, tile, rotation);
        let fit = fit.map_err(|why| why.under(self.rule_of_fit(cell, tile)))?;
        self.dry(at)?;
        match facts.character {
            Some((_, Placing::UpgradeCity)) if self.state.homes.contains(&cell.0) => {
                Err(no("LIL-CHARACTER-5", "home-city"))
            }
            _ => Ok(Stops::from_slice(fit.stops)),
        }
    }

    // The rule by which a tile cannot follow what lies on a cell.
    fn rule_of_fit(&self, cell: Cell, tile: TileId) -> &'static str {
        let facts = self.printed.tile(tile);
        let castle = matches!(facts.character, Some((_, Placing::UpgradeCity)));
        let laid = self.core().board().at(cell);
        let upgrades = laid.map(|l| &self.sheet().tiles.get(l.tile).upgrades);
        match self.facts_at(cell).map(|f| f.sort) {
            Some(Sort::Sea) => "LIL-SCENARIO-7",
            Some(Sort::Mountain) => "LIL-SCENARIO-8",
            Some(Sort::Terrain) => "LIL-TRACK-11",
            Some(Sort::FixedCity | Sort::FixedPlain | Sort::SmallTown) => "LIL-SCENARIO-11",
            Some(Sort::Terminus | Sort::Mine) => "LIL-SCENARIO-11",
            Some(Sort::Character | Sort::Tunnel) => "LIL-UPGRADE-8",
            _ if castle => "LIL-CHARACTER-5",
            _ if upgrades.is_some_and(|u| u.iter().any(|s| s.tile == tile)) => "LIL-UPGRADE-2",
            Some(sort) if sort != facts.sort => "LIL-UPGRADE-3",
            _ => "LIL-TRACK-11",
        }
    }

    // What a company pays for a tile: Y tiles, tunnels, terrain.
    fn tile_cost(&self, player: Player, cell: Cell, tile: TileId) -> i32 {
        let mut abilities = self.abilities_of(player);
        let free = self.printed.tile(tile).sort == Sort::Metropolis
            && abilities.any(|a| a == Ability::FreeMetropolis);
        let printed = i32::from(self.sheet().tiles.get(tile).cost);
        let charge = if free { 0 } else { printed };
        charge + self.facts_at(cell).map_or(0, |f| f.surcharge)
    }

    // Whether a company may lay a tile, where the old stops go, the cost, and what is left of the action.
    fn can_lay(&self, player: Player, at: Lay<'_>, by: LayBy) -> Allowed<(Stops, i32, Act)> {
        let (company, cell, tile) = (at.company, at.cell, at.tile);
        self.own(player, company)?;
        let act = self.right_to(player, company, tile, by)?;
        let stops = self.tile_fits(at)?;
        let checks = self.checks();
        let exits = self.sheet().tiles.exits(tile, at.rotation);
        checks.joined(company, cell, exits).map_err(|why| {
            let mut beside = self.beside(cell, 0b1111);
            match beside.any(|(next, _)| self.core().board().at(next).is_some()) {
                true => why.under("LIL-TRACK-3"),
                false => {
                    Refusal::new("LIL-TRACK-1", "no-tile-beside").with("cell", Value::Cell(cell))
                }
            }
        })?;
        let cost = self.tile_cost(player, cell, tile);
        checks.company_pays(company, cost).map_err(|why| {
            let terrain = self.facts_at(cell).is_some_and(|f| f.surcharge > 0);
            why.under(match self.printed.tile(tile).sort {
                Sort::Tunnel => "LIL-SCENARIO-9",
                _ if terrain => "LIL-SCENARIO-6",
                _ => "LIL-TRACK-8",
            })
        })?;
        Ok((stops, cost, act))
    }

    /// Lays a tile by the action or by a character.
    pub(super) fn lay(&mut self, at: Lay<'_>, by: LayBy, events: &mut Vec<Event>) -> Allowed {
        let player = self.turn_player();
        let (stops, cost, act) = self.can_lay(player, at, by)?;
        self.acts(events).lay_tile(Lay { stops: &stops, cost, ..at });
        self.state.act = act;
        if let LayBy::Right { slot } = by {
            events.push(Event::RightUsed { player, slot });
        }
        Ok(())
    }

    /// Tiles that a player can lay: by the action, or each by the right of its character.
    pub(super) fn lay_choices(&self, player: Player, build: bool) -> impl Iterator<Item = Choice> {
        let right_of = move |tile| {
            let character = self.printed.tile(tile).character.map_or(0, |(c, _)| c);
            let slot = self.printed.slot(character);
            if build { LayBy::Build } else { LayBy::Right { slot } }
        };
        self.companies_of(player).flat_map(move |company| {
            let right = |_, tile| {
                self.right_to(player, company, tile, right_of(tile)).ok()?;
                Some(0)
            };
            let lays = self.checks().lays(company, right).into_iter();
            let turned = lays.flat_map(move |(cell, tile, mask, _)| {
                let turns = (0..4).filter(move |r| mask & (1 << r) != 0);
                turns.map(move |turn| Lay::free(company, cell, tile, turn))
            });
            turned.filter_map(move |at| {
                let by = right_of(at.tile);
                let (_, cost, _) = self.can_lay(player, at, by).ok()?;
                Some(Choice::costing(at.by(by), cost))
            })
        })
    }

    /// Tiles of own characters that a player can lay.
    pub(super) fn character_tile_choices(&self, player: Player) -> impl Iterator<Item = Choice> {
        let left = |tile: &TileId| self.core().board().left(*tile) > 0;
        let held = self.printed.characters.iter().zip(self.state.holders);
        let mut own = held.filter(|(_, holder)| *holder == player.0);
        let any = own.any(|(character, _)| character.tiles.iter().any(left));
        let lays = any.then(|| self.lay_choices(player, false));
        lays.into_iter().flatten()
    }
}
