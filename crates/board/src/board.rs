//! What lies on the map now.

use crate::{Cell, End, Kind, Map, Mark, TileId, TileSet, UNLIMITED};
use serde::{Deserialize, Serialize};
use std::hash::Hasher;

/// No company in a slot.
pub const NOBODY: u8 = u8::MAX;

/// A stop on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Spot {
    /// Its cell.
    pub cell: Cell,
    /// Its number on the tile there.
    pub stop: u8,
}

/// A tile as it lies, with the stations on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Laid {
    /// The tile (printed or laid).
    pub tile: TileId,
    /// Steps clockwise.
    pub rotation: u8,
    /// A station that lies on the bare hex and waits for a tile.
    pub waiting: u8,
    /// Companies in the slots, stop after stop.
    pub slots: [u8; 4],
}

impl Laid {
    /// All of it in one number, for keys.
    pub(crate) const fn word(&self) -> u64 {
        let [a, b, c, d] = self.slots;
        let [tile, more] = self.tile.0.to_be_bytes();
        u64::from_be_bytes([tile, more, self.rotation, self.waiting, a, b, c, d])
    }

    const fn fresh(tile: TileId, rotation: u8) -> Laid {
        Laid { tile, rotation, waiting: NOBODY, slots: [NOBODY; 4] }
    }
}

/// Tiles and stations on the map, and the tiles left in the supply.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Board {
    cells: Vec<Laid>,
    // Unbounded boards: packed coordinate and position in `cells`, sorted. Empty on bounded ones.
    index: Vec<(u16, u16)>,
    supply: Vec<u8>,
    // Tiles that have left the game, and how many copies.
    gone: Vec<(TileId, u8)>,
    unbounded: bool,
}

impl Board {
    /// The board before the first tile.
    pub fn new(map: &Map, tiles: &TileSet) -> Board {
        let cells = map.all().map(|c| Laid::fresh(map.def(c).printed, 0)).collect();
        let supply = tiles.tiles.iter().map(|t| t.count).collect();
        Board { cells, index: Vec::new(), supply, gone: Vec::new(), unbounded: map.is_unbounded() }
    }

    #[inline]
    fn position(&self, cell: Cell) -> Option<usize> {
        if self.unbounded {
            self.index.binary_search_by_key(&cell.0, |p| p.0).ok().map(|i| self.index[i].1 as usize)
        } else {
            Some(cell.0 as usize)
        }
    }

    /// Number of cells that hold something (all cells of a bounded map): the range of [`Board::dense`].
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether nothing lies anywhere.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// A small number for a cell that holds something, stable while the board only grows.
    #[inline]
    pub fn dense(&self, cell: Cell) -> Option<usize> {
        self.position(cell)
    }

    /// What lies on a cell; nothing on a cell of an unbounded board without a tile.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<&Laid> {
        self.position(cell).map(|i| &self.cells[i])
    }

    /// All cells that hold something, in a fixed order.
    pub fn cells(&self) -> Vec<(Cell, Laid)> {
        self.lying().map(|(_, c, l)| (c, *l)).collect()
    }

    // Cells with their place in the list and what lies on them, in the order of coordinates.
    pub(crate) fn lying(&self) -> impl Iterator<Item = (usize, Cell, &Laid)> {
        let far = self.index.iter().map(|&(c, i)| (usize::from(i), Cell(c)));
        let near = if self.unbounded { 0 } else { self.cells.len() };
        far.chain((0..near).map(|i| (i, Cell(i as u16)))).map(|(i, c)| (i, c, &self.cells[i]))
    }

    /// A hash of all that lies on the map, the same on every machine. Tiles left in the supply do not count.
    pub fn mark(&self) -> u64 {
        let mut h = Mark::default();
        for (_, cell, laid) in self.lying() {
            if self.unbounded {
                h.write_u16(cell.0);
            }
            h.write_u64(laid.word());
        }
        h.finish()
    }

    /// Copies left of a tile.
    #[inline]
    pub fn left(&self, tile: TileId) -> u8 {
        self.supply[tile.0 as usize]
    }

    /// Takes all copies of a tile that are left out of the game.
    pub fn withdraw(&mut self, tile: TileId) {
        let left = std::mem::take(&mut self.supply[tile.0 as usize]);
        if left > 0 {
            self.gone.push((tile, left));
        }
    }

    /// Copies of a tile that have left the game.
    pub fn withdrawn(&self, tile: TileId) -> u8 {
        let same = self.gone.iter().filter(|g| g.0 == tile);
        same.map(|g| g.1).sum()
    }

    /// Sets the copies of a tile (setup of a variant).
    pub fn set_supply(&mut self, tile: TileId, count: u8) {
        self.supply[tile.0 as usize] = count;
    }

    /// Lays a tile, carrying stations over. `stops` says where the stops of the old tile go; the old tile
    /// returns to the supply if it came from there.
    pub fn lay(&mut self, tiles: &TileSet, cell: Cell, tile: TileId, rotation: u8, stops: &[u8]) {
        let take = &mut self.supply[tile.0 as usize];
        if *take != UNLIMITED {
            *take = take.saturating_sub(1);
        }
        let Some(i) = self.position(cell) else {
            let at = self.index.partition_point(|p| p.0 < cell.0);
            self.index.insert(at, (cell.0, self.cells.len() as u16));
            self.cells.push(Laid::fresh(tile, rotation));
            return;
        };
        let old = self.cells[i];
        let (before, after) = (tiles.get(old.tile), tiles.get(tile));
        if before.count != 0 && before.count != UNLIMITED {
            self.supply[old.tile.0 as usize] += 1;
        }
        let mut next = Laid::fresh(tile, rotation);
        next.waiting = old.waiting;
        for stop in 0..before.stops.len() as u8 {
            for slot in before.slots_of(stop) {
                let company = old.slots[slot];
                if company != NOBODY
                    && let Some(&to) = stops.get(stop as usize)
                    && let Some(free) = after.slots_of(to).find(|&s| next.slots[s] == NOBODY)
                {
                    next.slots[free] = company;
                }
            }
        }
        self.cells[i] = next;
    }

    /// Removes a tile from an unbounded board (a scenario tile that gives way), so that another can be laid.
    pub fn lift(&mut self, cell: Cell) {
        if let Ok(at) = self.index.binary_search_by_key(&cell.0, |p| p.0) {
            let gone = self.index.remove(at).1;
            self.cells.swap_remove(gone as usize);
            let moved = self.cells.len() as u16;
            for p in &mut self.index {
                if p.1 == moved {
                    p.1 = gone;
                }
            }
        }
    }

    /// First free slot of a stop.
    pub fn free_slot(&self, tiles: &TileSet, spot: Spot) -> Option<usize> {
        let laid = self.at(spot.cell)?;
        tiles.get(laid.tile).slots_of(spot.stop).find(|&s| laid.slots[s] == NOBODY)
    }

    /// Free slots of a stop.
    pub fn free_slots(&self, tiles: &TileSet, spot: Spot) -> usize {
        self.at(spot.cell).map_or(0, |laid| {
            tiles.get(laid.tile).slots_of(spot.stop).filter(|&s| laid.slots[s] == NOBODY).count()
        })
    }

    /// Puts a station of a company into the first free slot of a stop.
    pub fn place(&mut self, tiles: &TileSet, spot: Spot, company: u8) -> bool {
        let Some(slot) = self.free_slot(tiles, spot) else {
            return false;
        };
        let i = self.position(spot.cell).expect("a stop lies on a cell that holds something");
        self.cells[i].slots[slot] = company;
        true
    }

    /// Takes a station of a company off a stop.
    pub fn remove(&mut self, tiles: &TileSet, spot: Spot, company: u8) -> bool {
        let Some(i) = self.position(spot.cell) else {
            return false;
        };
        let slots = tiles.get(self.cells[i].tile).slots_of(spot.stop);
        for s in slots {
            if self.cells[i].slots[s] == company {
                self.cells[i].slots[s] = NOBODY;
                return true;
            }
        }
        false
    }

    /// Sets or clears the station that waits on a bare cell.
    pub fn set_waiting(&mut self, cell: Cell, company: u8) {
        if let Some(i) = self.position(cell) {
            self.cells[i].waiting = company;
        }
    }

    /// Gives every station of one company to another.
    pub fn reassign(&mut self, from: u8, to: u8) {
        for laid in &mut self.cells {
            for slot in &mut laid.slots {
                if *slot == from {
                    *slot = to;
                }
            }
            if laid.waiting == from {
                laid.waiting = to;
            }
        }
    }

    /// Whether a company has a station at a stop.
    pub fn has_station(&self, tiles: &TileSet, spot: Spot, company: u8) -> bool {
        self.at(spot.cell).is_some_and(|laid| {
            tiles.get(laid.tile).slots_of(spot.stop).any(|s| laid.slots[s] == company)
        })
    }

    /// Whether a company has a station anywhere on a cell, a waiting one included.
    #[inline]
    pub fn has_station_on(&self, cell: Cell, company: u8) -> bool {
        self.at(cell).is_some_and(|laid| laid.slots.contains(&company) || laid.waiting == company)
    }

    /// Stations of a company, waiting ones left out.
    pub fn stations(&self, tiles: &TileSet, company: u8) -> Vec<Spot> {
        let mut found = Vec::new();
        let mut look = |cell: Cell, laid: &Laid| {
            if laid.slots.contains(&company) {
                let tile = tiles.get(laid.tile);
                for stop in 0..tile.stops.len() as u8 {
                    for s in tile.slots_of(stop) {
                        if laid.slots[s] == company {
                            found.push(Spot { cell, stop });
                        }
                    }
                }
            }
        };
        if self.unbounded {
            for &(c, i) in &self.index {
                look(Cell(c), &self.cells[i as usize]);
            }
        } else {
            for (i, laid) in self.cells.iter().enumerate() {
                look(Cell(i as u16), laid);
            }
        }
        found
    }

    /// Whether a company may not pass a stop: all slots taken by others.
    pub fn blocked(&self, tiles: &TileSet, spot: Spot, company: u8) -> bool {
        let Some(laid) = self.at(spot.cell) else {
            return false;
        };
        let tile = tiles.get(laid.tile);
        let stop = &tile.stops[spot.stop as usize];
        if stop.kind != Kind::City && stop.kind != Kind::Red || stop.slots == 0 {
            return false;
        }
        tile.slots_of(spot.stop).all(|s| laid.slots[s] != NOBODY && laid.slots[s] != company)
    }

    /// Edges of a cell with track, as it lies.
    #[inline]
    pub fn exits(&self, tiles: &TileSet, cell: Cell) -> u8 {
        self.at(cell).map_or(0, |laid| tiles.exits(laid.tile, laid.rotation))
    }

    /// The ends that track from `end` leads to on a cell, as it lies; with the segment's number on the tile.
    pub fn onward(&self, tiles: &TileSet, cell: Cell, end: End) -> impl Iterator<Item = (u8, End)> {
        let shape = tiles.shape;
        let (rotation, segments) = match self.at(cell) {
            Some(laid) => (laid.rotation, tiles.get(laid.tile).segments.as_slice()),
            None => (0, &[][..]),
        };
        let back = shape.edges() - shape.turn_edge(0, rotation);
        let printed = match end {
            End::Edge(e) => End::Edge(shape.turn_edge(e, back)),
            stop => stop,
        };
        segments.iter().enumerate().filter_map(move |(i, &(a, b))| {
            let other = if a == printed {
                b
            } else if b == printed {
                a
            } else {
                return None;
            };
            let other = match other {
                End::Edge(e) => End::Edge(shape.turn_edge(e, rotation)),
                stop => stop,
            };
            Some((i as u8, other))
        })
    }
}
