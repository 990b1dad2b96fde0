//! Tiles and stations: supply, colour, fit, connection, places.

use super::{Checks, Forbidden};
use crate::{Company, Fit, Flag, Ground, Joined, fit_masks, fits};
use board::{Cell, Colour, Kind, Spot, TileId};

/// Why a tile cannot lie on a cell at a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Nothing is ever laid there.
    Fixed,
    /// The cell is kept for a company.
    ReservedCell,
    /// The tile follows, but not turned like this: its track would run into a closed side.
    ClosedSide,
    /// The tile follows, but track printed on the cell would be lost.
    StubLost,
    /// The tile follows, but track would be lost.
    TrackLost,
    /// Another colour is next.
    Colour,
    /// Another label.
    Label,
    /// Other stops, or none.
    Stops,
    /// It is none of the tiles that follow.
    NoSuccessor,
}

impl<'a> Checks<'a> {
    /// Whether a cell shows what was printed.
    pub fn is_bare(&self, cell: Cell) -> bool {
        let laid = self.core.board().at(cell);
        laid.is_some_and(|l| l.tile == self.sheet.map.def(cell).printed)
    }

    /// What the terrain of a bare cell costs.
    pub fn terrain_cost(&self, cell: Cell) -> i32 {
        let terrain = self.sheet.map.def(cell).terrain.as_ref();
        terrain.filter(|_| self.is_bare(cell)).map_or(0, |t| i32::from(t.cost))
    }

    /// Whether a copy is left and the phase allows its colour.
    pub fn tile_available(&self, cell: Cell, tile: TileId) -> Result<(), Forbidden> {
        if self.core.board().left(tile) == 0 {
            return Err(Forbidden::NoTileLeft { cell });
        }
        let highest = self.sheet.phases[usize::from(self.core.phase)].colour;
        if self.sheet.tiles.get(tile).colour as u8 > highest {
            return Err(Forbidden::ColourNotYet { cell });
        }
        Ok(())
    }

    /// Whether a tile fits, and where the old stops go.
    pub fn tile_fits(&self, cell: Cell, tile: TileId, rotation: u8) -> Result<Fit<'a>, Forbidden> {
        fits(self.sheet, self.core, cell, tile, rotation)
            .ok_or_else(|| Forbidden::Misfit { cell, why: self.misfit(cell, tile, rotation) })
    }

    fn misfit(&self, cell: Cell, tile: TileId, rotation: u8) -> Misfit {
        let (sheet, core) = (self.sheet, self.core);
        let (def, new) = (sheet.map.def(cell), sheet.tiles.get(tile));
        let printed = sheet.tiles.get(def.printed);
        let old = core.board().at(cell).map_or(printed, |l| sheet.tiles.get(l.tile));
        if def.reserved_for.is_some() {
            return Misfit::ReservedCell;
        }
        if matches!(printed.colour, Colour::Grey | Colour::Red) {
            return Misfit::Fixed;
        }
        if fit_masks(sheet, core, cell).any(|(t, ..)| t == tile) {
            let exits = sheet.tiles.exits(tile, rotation % sheet.tiles.shape.edges());
            return match () {
                () if exits & def.closed != 0 => Misfit::ClosedSide,
                () if self.is_bare(cell) && exits & def.stubs != def.stubs => Misfit::StubLost,
                () => Misfit::TrackLost,
            };
        }
        match () {
            () if new.colour as u8 != old.colour as u8 + 1 => Misfit::Colour,
            () if new.label != old.label => Misfit::Label,
            () if new.stops.len() != old.stops.len() => Misfit::Stops,
            () => Misfit::NoSuccessor,
        }
    }

    /// Whether track of a company arrives at a tile with these exits.
    pub fn joined(&self, company: Company, cell: Cell, exits: u8) -> Result<(), Forbidden> {
        let (board, reach) = (self.core.board(), self.core.reach(self.sheet, company));
        let there = match self.terms.joined {
            Joined::Arrives => board.has_station_on(cell, company.0),
            Joined::Touches => reach.touches(board, cell),
        };
        if there || reach.arrivals(&self.sheet.map, board, cell) & exits != 0 {
            Ok(())
        } else {
            Err(Forbidden::NotConnected { cell })
        }
    }

    /// Whether a company's track or station is on a cell or arrives there.
    pub fn near(&self, company: Company, cell: Cell) -> bool {
        let (board, reach) = (self.core.board(), self.core.reach(self.sheet, company));
        reach.touches(board, cell)
            || board.has_station_on(cell, company.0)
            || reach.arrivals(&self.sheet.map, board, cell) != 0
    }

    /// Cells where track of a company lies or leads to, in the order of their numbers.
    pub fn sites(&self, company: Company) -> Vec<Cell> {
        let (map, board) = (&self.sheet.map, self.core.board());
        let reach = self.core.reach(self.sheet, company);
        let mut cells = Vec::new();
        for (cell, _) in board.cells() {
            if reach.touches(board, cell) {
                cells.push(cell);
                let out = (0..map.shape().edges()).filter(|&e| reach.leads_out(board, cell, e));
                cells.extend(out.filter_map(|e| map.neighbour(cell, e)));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Every tile that fits somewhere where the company's track arrives: cell, tile, rotations as bits, price. `price` says
    /// what a tile costs there, and leaves out those that may not be laid before their rotations are looked at.
    pub fn lays(
        &self,
        company: Company,
        price: impl Fn(Cell, TileId) -> Option<i32>,
    ) -> Vec<(Cell, TileId, u8, i32)> {
        let (sheet, core) = (self.sheet, self.core);
        let (board, reach) = (core.board(), core.reach(sheet, company));
        // A board without borders has no list of cells.
        let unlisted = if sheet.map.is_unbounded() { self.sites(company) } else { Vec::new() };
        let mut all = Vec::new();
        for cell in sheet.map.all().chain(unlisted) {
            let there = match self.terms.joined {
                Joined::Arrives => board.has_station_on(cell, company.0),
                Joined::Touches => reach.touches(board, cell),
            };
            let open = if there { u8::MAX } else { reach.arrivals(&sheet.map, board, cell) };
            if open == 0 {
                continue;
            }
            let ground = Ground::of(sheet, core, cell);
            for s in ground.successors {
                let Some(price) = price(cell, s.tile) else { continue };
                let fits = ground.mask(s);
                let joins =
                    |r: &u8| fits & (1 << r) != 0 && sheet.tiles.exits(s.tile, *r) & open != 0;
                let mask = (0..sheet.tiles.shape.edges()).filter(joins).fold(0, |m, r| m | 1 << r);
                if mask != 0 {
                    all.push((cell, s.tile, mask, price));
                }
            }
        }
        all
    }

    /// The stop on the tile as it lies that was a stop of the printed cell: its track leads the same ways.
    pub fn stop_now(&self, cell: Cell, printed: u8) -> u8 {
        let (tiles, def) = (&self.sheet.tiles, self.sheet.map.def(cell));
        let Some(laid) = self.core.board().at(cell) else {
            return printed;
        };
        let tile = tiles.get(laid.tile);
        let exits = tiles.get(def.printed).exits_of(printed);
        let same = |&stop: &u8| {
            let ways = tiles.shape.turn(tile.exits_of(stop), laid.rotation);
            ways & exits == exits
        };
        match tile.stops.len() as u8 {
            0 | 1 => 0,
            stops if exits == 0 => printed.min(stops - 1),
            stops => (0..stops).find(same).unwrap_or(0),
        }
    }

    /// Whether a tile joins the track of a company: a new one by [`Checks::joined`], an upgrade by [`Checks::useful`].
    pub fn of_use(
        &self,
        company: Company,
        lay: (Cell, TileId, u8),
        stops: &[u8],
    ) -> Result<(), Forbidden> {
        let (cell, tile, rotation) = lay;
        if self.core.board().exits(&self.sheet.tiles, cell) == 0 {
            return self.joined(company, cell, self.sheet.tiles.exits(tile, rotation));
        }
        if self.useful(company, lay, stops) { Ok(()) } else { Err(Forbidden::NoUse { cell }) }
    }

    /// Places on a stop that are kept for homes not yet placed.
    pub fn kept_for_homes(&self, company: Company, spot: Spot) -> usize {
        let homes = &self.sheet.map.def(spot.cell).homes;
        let waits = |owner: Company| {
            owner != company
                && !self.core.is(owner, Flag::Home)
                && !self.core.is(owner, Flag::Closed)
        };
        homes
            .iter()
            .filter(|h| {
                waits(Company(h.company))
                    && h.stop.is_none_or(|s| self.stop_now(spot.cell, s) == spot.stop)
            })
            .count()
    }

    /// Whether a stop is a city with a free place that is not kept, and without a station of the company on its tile.
    pub fn free_place(&self, company: Company, spot: Spot, kept: usize) -> Result<(), Forbidden> {
        let (board, tiles) = (self.core.board(), &self.sheet.tiles);
        let cell = spot.cell;
        let laid = board.at(cell);
        let stop = laid.and_then(|l| tiles.get(l.tile).stops.get(usize::from(spot.stop)));
        if stop.is_none_or(|s| s.kind != Kind::City || s.slots == 0) {
            return Err(Forbidden::NoCity { cell });
        }
        if board.has_station_on(cell, company.0) {
            return Err(Forbidden::StationThere { cell });
        }
        match board.free_slots(tiles, spot) {
            0 => Err(Forbidden::NoFreeSlot { cell }),
            free if free <= kept => Err(Forbidden::SlotKept { cell }),
            _ => Ok(()),
        }
    }

    /// Whether a company's track leads to a stop.
    pub fn reaches(&self, company: Company, spot: Spot) -> Result<(), Forbidden> {
        if self.core.reach(self.sheet, company).has(self.core.board(), spot) {
            Ok(())
        } else {
            Err(Forbidden::NotConnected { cell: spot.cell })
        }
    }

    /// What the next station of a company costs.
    pub fn station_cost(&self, company: Company) -> Result<i32, Forbidden> {
        let next = self.core.next_marker(self.sheet, company);
        next.map(|(_, cost)| cost).ok_or(Forbidden::NoMarkerLeft { company })
    }

    /// Whether a company may place a station, whatever it owns, and what it costs.
    pub fn may_place(&self, company: Company, spot: Spot) -> Result<i32, Forbidden> {
        let cost = self.station_cost(company)?;
        self.free_place(company, spot, self.kept_for_homes(company, spot))?;
        self.reaches(company, spot)?;
        Ok(cost)
    }
}
