//! What a company can get at from its stations.

use crate::{Board, Cell, End, Kind, Map, Mark, Spot, TileSet};
use fixedbitset::FixedBitSet;
use std::hash::{Hash, Hasher};

// How a stop has been entered so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entered {
    Never,
    By(u8),
    // From two sides, or it holds a station: all its track may be left by.
    Freely,
}

/// Track and stops joined to a company's stations along unblocked track, without reversing at junctions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    // cell * 6 + edge: track that leads out of the cell across the edge has been reached.
    out: FixedBitSet,
    // cell * 8 + stop.
    stops: FixedBitSet,
    cells: FixedBitSet,
    list: Vec<Spot>,
    linked: bool,
    mark: u64,
}

impl Reach {
    /// Walks the track from the stations of `company`.
    pub fn of(map: &Map, tiles: &TileSet, board: &Board, company: u8) -> Reach {
        let mut r = Reach {
            out: FixedBitSet::with_capacity(board.len() * 6),
            stops: FixedBitSet::with_capacity(board.len() * 8),
            cells: FixedBitSet::with_capacity(board.len()),
            list: Vec::new(),
            linked: false,
            mark: 0,
        };
        // The last part is the edge by which a stop was entered: no path turns back on the track it came by.
        let mut todo: Vec<(Cell, End, Option<u8>)> = Vec::new();
        let mut entered: Vec<Entered> = vec![Entered::Never; board.len() * 8];
        for spot in board.stations(tiles, company) {
            r.see_stop(board, spot);
            if let Some(i) = board.dense(spot.cell) {
                entered[i * 8 + spot.stop as usize] = Entered::Freely;
            }
            todo.push((spot.cell, End::Stop(spot.stop), None));
        }
        while let Some((cell, from, barred)) = todo.pop() {
            let Some(laid) = board.at(cell) else { continue };
            let tile = tiles.get(laid.tile);
            let closed = match tile.private {
                Some((mask, owner)) if owner != company => tiles.shape.turn(mask, laid.rotation),
                _ => 0,
            };
            if let End::Edge(e) = from
                && closed & (1 << e) != 0
            {
                continue;
            }
            for (_, to) in board.onward(tiles, cell, from) {
                match to {
                    End::Stop(stop) => {
                        let spot = Spot { cell, stop };
                        r.linked = true;
                        r.see_stop(board, spot);
                        if tile.stops[stop as usize].terminus || board.blocked(tiles, spot, company)
                        {
                            continue;
                        }
                        let Some(i) = board.dense(cell) else { continue };
                        let before = &mut entered[i * 8 + stop as usize];
                        match (*before, from) {
                            (Entered::Freely, _) => {}
                            (Entered::Never, End::Edge(e)) => {
                                *before = Entered::By(e);
                                todo.push((cell, End::Stop(stop), Some(e)));
                            }
                            (Entered::By(e), End::Edge(now)) if e == now => {}
                            _ => {
                                *before = Entered::Freely;
                                todo.push((cell, End::Stop(stop), None));
                            }
                        }
                    }
                    End::Edge(e) => {
                        if closed & (1 << e) != 0 || barred == Some(e) {
                            continue;
                        }
                        if r.see_out(board, cell, e)
                            && let Some(next) = map.neighbour(cell, e)
                        {
                            let back = tiles.shape.opposite(e);
                            if board.exits(tiles, next) & (1 << back) != 0 {
                                r.see_cell(board, next);
                                todo.push((next, End::Edge(back), None));
                            }
                        }
                    }
                }
            }
        }
        r.list.sort_unstable();
        r.mark = r.ground(board);
        r
    }

    // A hash of what lies on the cells reached, whatever order they were laid in.
    fn ground(&self, board: &Board) -> u64 {
        board.lying().filter(|(i, _, _)| self.cells.contains(*i)).fold(
            0,
            |sum: u64, (_, cell, laid)| {
                let mut h = Mark::default();
                h.write_u16(cell.0);
                laid.hash(&mut h);
                sum.wrapping_add(h.finish())
            },
        )
    }

    /// A hash of what lies on the cells reached, the same on every machine: what is built elsewhere does not change it.
    pub fn mark(&self) -> u64 {
        self.mark
    }

    fn see_cell(&mut self, board: &Board, cell: Cell) {
        if let Some(i) = board.dense(cell) {
            self.cells.grow_and_insert(i);
        }
    }

    fn see_stop(&mut self, board: &Board, spot: Spot) -> bool {
        let Some(i) = board.dense(spot.cell) else {
            return false;
        };
        self.cells.grow_and_insert(i);
        let bit = i * 8 + spot.stop as usize;
        self.stops.grow(bit + 1);
        let new = !self.stops.put(bit);
        if new {
            self.list.push(spot);
        }
        new
    }

    fn see_out(&mut self, board: &Board, cell: Cell, edge: u8) -> bool {
        let Some(i) = board.dense(cell) else {
            return false;
        };
        self.cells.grow_and_insert(i);
        let bit = i * 6 + edge as usize;
        self.out.grow(bit + 1);
        !self.out.put(bit)
    }

    /// Stops reached, in a fixed order.
    pub fn stops(&self) -> &[Spot] {
        &self.list
    }

    /// Whether track joins a station to some stop, so that a run is thinkable.
    pub fn is_linked(&self) -> bool {
        self.linked
    }

    /// Whether a stop is reached.
    pub fn has(&self, board: &Board, spot: Spot) -> bool {
        board.dense(spot.cell).is_some_and(|i| self.stops.contains(i * 8 + spot.stop as usize))
    }

    /// Whether any track or stop of a cell is reached.
    pub fn touches(&self, board: &Board, cell: Cell) -> bool {
        board.dense(cell).is_some_and(|i| self.cells.contains(i))
    }

    /// Whether reached track leads out of `cell` across `edge`.
    pub fn leads_out(&self, board: &Board, cell: Cell, edge: u8) -> bool {
        board.dense(cell).is_some_and(|i| self.out.contains(i * 6 + edge as usize))
    }

    /// Edges of `cell` at which reached track of a neighbour arrives.
    pub fn arrivals(&self, map: &Map, board: &Board, cell: Cell) -> u8 {
        let shape = map.shape();
        (0..shape.edges()).fold(0, |mask, e| match map.neighbour(cell, e) {
            Some(n) if self.leads_out(board, n, shape.opposite(e)) => mask | 1 << e,
            _ => mask,
        })
    }

    /// Number of stops that can be the end of a run (halts and kinds without value left out by the caller).
    pub fn count(&self, board: &Board, tiles: &TileSet, wanted: impl Fn(Kind) -> bool) -> usize {
        self.list
            .iter()
            .filter(|s| {
                board
                    .at(s.cell)
                    .is_some_and(|l| wanted(tiles.get(l.tile).stops[s.stop as usize].kind))
            })
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colour, Shape, StopDef, TileDef};

    #[test]
    fn a_path_does_not_turn_back_in_a_city_to_take_the_other_branch_of_a_switch() {
        // LIL-TRACK-3, LIL-RUN-6: from the south branch over the stem to the northern city, and no way to the east.
        let mut tiles = TileSet::new(Shape::Square);
        let bare = tiles.add(TileDef::new("bare", Colour::Bare));
        let mut city = TileDef::new("city", Colour::Yellow);
        city.stops = vec![StopDef::new(Kind::City, 1, 20)];
        city.segments = vec![(End::Edge(0), End::Stop(0)), (End::Edge(2), End::Stop(0))];
        let city = tiles.add(city);
        let mut switch = TileDef::new("switch", Colour::Green);
        switch.segments = vec![(End::Edge(0), End::Edge(2)), (End::Edge(0), End::Edge(1))];
        let switch = tiles.add(switch);
        let map = Map::unbounded(bare);
        let mut board = Board::new(&map, &tiles);
        for (x, y, tile, rotation) in
            [(0, 1, city, 0), (0, 0, switch, 0), (0, -1, city, 0), (1, 0, city, 1)]
        {
            board.lay(&tiles, Cell::at(x, y), tile, rotation, &[]);
        }
        let spot = |x, y| Spot { cell: Cell::at(x, y), stop: 0 };
        board.place(&tiles, spot(0, 1), 3);
        let reach = Reach::of(&map, &tiles, &board, 3);
        assert!(reach.has(&board, spot(0, -1)));
        assert!(!reach.has(&board, spot(1, 0)));
        // A station on the northern city is another beginning: from there both branches are open.
        board.place(&tiles, spot(0, -1), 3);
        assert!(Reach::of(&map, &tiles, &board, 3).has(&board, spot(1, 0)));
    }

    #[test]
    fn what_lies_out_of_reach_leaves_the_mark_as_it_is() {
        let mut tiles = TileSet::new(Shape::Square);
        let bare = tiles.add(TileDef::new("bare", Colour::Bare));
        let mut city = TileDef::new("city", Colour::Yellow);
        city.stops = vec![StopDef::new(Kind::City, 2, 20)];
        city.segments = vec![(End::Edge(0), End::Stop(0)), (End::Edge(2), End::Stop(0))];
        let city = tiles.add(city);
        let map = Map::unbounded(bare);
        let lay = |cells: &[(i16, i16)]| {
            let mut board = Board::new(&map, &tiles);
            for &(x, y) in cells {
                board.lay(&tiles, Cell::at(x, y), city, 0, &[]);
            }
            let spot = Spot { cell: Cell::at(0, 0), stop: 0 };
            board.place(&tiles, spot, 3);
            Reach::of(&map, &tiles, &board, 3).mark()
        };
        let two = lay(&[(0, 0), (0, 1)]);
        assert_eq!(two, lay(&[(0, 1), (0, 0)]), "the order of lays");
        assert_eq!(two, lay(&[(5, 5), (0, 0), (0, 1)]), "a tile elsewhere");
        assert_ne!(two, lay(&[(0, 0)]), "a tile less");
        assert_ne!(two, lay(&[(0, 0), (0, 1), (0, 2)]), "a tile more");
    }
}
