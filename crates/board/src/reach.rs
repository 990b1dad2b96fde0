//! What a company can get at from its stations.

use crate::{Board, Cell, End, Kind, Map, Mark, Spot, TileSet};
use std::hash::Hasher;

// How a stop has been entered so far: not at all, by one edge (its number), or from two sides or by a station, so that all
// its track may be left by.
const NEVER: u8 = 255;
const FREELY: u8 = 254;

// What is reached of a cell. Edges and stops are bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    // Track that leads out of the cell across the edge.
    out: u8,
    stops: u8,
    // Edges at which reached track of a neighbour arrives; bounded maps only.
    arrivals: u8,
    touched: bool,
}

/// Track and stops joined to a company's stations along unblocked track, without reversing at junctions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    // By dense number of the cell; what was laid later is not reached.
    cells: Vec<Seen>,
    list: Vec<Spot>,
    linked: bool,
    mark: u64,
}

impl Reach {
    /// Walks the track from the stations of `company`.
    pub fn of(map: &Map, tiles: &TileSet, board: &Board, company: u8) -> Reach {
        let mut r = Reach { cells: vec![Seen::default(); board.len()], ..Reach::default() };
        // The last part is the edge by which a stop was entered: no path turns back on the track it came by.
        let mut todo: Vec<(Cell, End, Option<u8>)> = Vec::new();
        let mut entered = vec![NEVER; board.len() * 8];
        for spot in board.stations(tiles, company) {
            r.see_stop(board, spot);
            if let Some(i) = board.dense(spot.cell) {
                entered[i * 8 + spot.stop as usize] = FREELY;
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
                            (FREELY, _) => {}
                            (NEVER, End::Edge(e)) => {
                                *before = e;
                                todo.push((cell, End::Stop(stop), Some(e)));
                            }
                            (e, End::Edge(now)) if e == now => {}
                            _ => {
                                *before = FREELY;
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
                            r.arrive(map, next, back);
                            if board.exits(tiles, next) & (1 << back) != 0 {
                                r.see(board, next);
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
        board.lying().filter(|(i, _, _)| self.cells[*i].touched).fold(
            0,
            |sum: u64, (_, cell, laid)| {
                let mut h = Mark::default();
                h.write_u16(cell.0);
                h.write_u64(laid.word());
                sum.wrapping_add(h.finish())
            },
        )
    }

    /// A hash of what lies on the cells reached, the same on every machine: what is built elsewhere does not change it.
    pub fn mark(&self) -> u64 {
        self.mark
    }

    fn see(&mut self, board: &Board, cell: Cell) -> Option<&mut Seen> {
        let seen = &mut self.cells[board.dense(cell)?];
        seen.touched = true;
        Some(seen)
    }

    fn see_stop(&mut self, board: &Board, spot: Spot) {
        if let Some(seen) = self.see(board, spot.cell)
            && seen.stops & (1 << spot.stop) == 0
        {
            seen.stops |= 1 << spot.stop;
            self.list.push(spot);
        }
    }

    // Whether that was new.
    fn see_out(&mut self, board: &Board, cell: Cell, edge: u8) -> bool {
        self.see(board, cell).is_some_and(|seen| {
            let new = seen.out & (1 << edge) == 0;
            seen.out |= 1 << edge;
            new
        })
    }

    // On a map without borders track may arrive where no cell is yet.
    fn arrive(&mut self, map: &Map, cell: Cell, edge: u8) {
        if !map.is_unbounded() {
            self.cells[usize::from(cell.0)].arrivals |= 1 << edge;
        }
    }

    #[inline]
    fn seen(&self, board: &Board, cell: Cell) -> Seen {
        board.dense(cell).and_then(|i| self.cells.get(i)).copied().unwrap_or_default()
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
    #[inline]
    pub fn has(&self, board: &Board, spot: Spot) -> bool {
        self.seen(board, spot.cell).stops & (1 << spot.stop) != 0
    }

    /// Whether any track or stop of a cell is reached.
    #[inline]
    pub fn touches(&self, board: &Board, cell: Cell) -> bool {
        self.seen(board, cell).touched
    }

    /// Whether reached track leads out of `cell` across `edge`.
    #[inline]
    pub fn leads_out(&self, board: &Board, cell: Cell, edge: u8) -> bool {
        self.seen(board, cell).out & (1 << edge) != 0
    }

    /// Edges of `cell` at which reached track of a neighbour arrives.
    #[inline]
    pub fn arrivals(&self, map: &Map, board: &Board, cell: Cell) -> u8 {
        if !map.is_unbounded() {
            return self.seen(board, cell).arrivals;
        }
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
