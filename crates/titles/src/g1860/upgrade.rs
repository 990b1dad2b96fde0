//! Upgrades: within reach of a train, and of use to it.

use super::position::IowPosition;
use board::{Board, Cell, End, Kind, Spot, TileId};
use engine::{Company, Range, Refusal, Value};
use smallvec::SmallVec;

/// How far a train goes: large stations, and all stations where small ones may not be skipped.
#[derive(Clone, Copy)]
struct Length {
    large: u8,
    all: Option<u8>,
}

/// Track and stops of one cell that a train can get at.
#[derive(Default)]
struct Found {
    segments: u32,
    stops: u8,
}

impl IowPosition {
    // J-25: the train with the largest first number; with compulsory small stations every train by itself.
    fn lengths(&self, company: Company) -> SmallVec<[Length; 4]> {
        let of = |card| {
            let state = self.core().trains.get(card);
            match self.printed.sheet.face(state.kind, state.face).range {
                Range::Stations { large, small } => (large, small),
                _ => (0, Some(0)),
            }
        };
        let trains = self.core().trains.of(company).map(of);
        if self.printed.options.every_town {
            trains
                .map(|(large, small)| Length {
                    large,
                    all: small.map(|s| large + s),
                })
                .collect()
        } else {
            trains
                .map(|(large, _)| Length { large, all: None })
                .max_by_key(|l| l.large)
                .into_iter()
                .collect()
        }
    }

    /// Whether an upgrade is within reach and useful, tested with the new tile in place (IOW-UPGRADE-8..12).
    pub(super) fn check_upgrade(
        &self,
        company: Company,
        cell: Cell,
        tile: TileId,
        rotation: u8,
        stops: &[u8],
    ) -> Result<(), Refusal> {
        let sheet = self.sheet_ref();
        let mut after = self.core().board().clone();
        after.lay(&sheet.tiles, cell, tile, rotation, stops);
        let mut reached = false;
        for length in self.lengths(company) {
            let found = self.walk(&after, company, length, cell);
            if self.is_useful(cell, tile, rotation, stops, &found) {
                return Ok(());
            }
            reached |= found.segments != 0 || found.stops != 0;
        }
        let (rule, key) = if reached {
            ("IOW-UPGRADE-12", "no-use")
        } else {
            ("IOW-UPGRADE-8", "out-of-reach")
        };
        Err(Refusal::new(rule, key).with("cell", Value::Cell(cell)))
    }

    // New track that the train could use, or a station in reach that is worth more than before.
    fn is_useful(
        &self,
        cell: Cell,
        tile: TileId,
        rotation: u8,
        stops: &[u8],
        found: &Found,
    ) -> bool {
        let tiles = &self.printed.sheet.tiles;
        let Some(laid) = self.core().board().at(cell) else {
            return false;
        };
        let (old, new) = (tiles.get(laid.tile), tiles.get(tile));
        let carried = |end: End, turn: u8, map: Option<&[u8]>| match (end, map) {
            (End::Edge(e), _) => End::Edge((e + turn) % 6),
            (End::Stop(s), Some(map)) => End::Stop(map[s as usize]),
            (stop, None) => stop,
        };
        let sorted = |a: End, b: End| if a <= b { (a, b) } else { (b, a) };
        let kept: SmallVec<[(End, End); 8]> = old
            .segments
            .iter()
            .map(|&(a, b)| {
                sorted(
                    carried(a, laid.rotation, Some(stops)),
                    carried(b, laid.rotation, Some(stops)),
                )
            })
            .collect();
        let fresh = new.segments.iter().enumerate().any(|(i, &(a, b))| {
            let now = sorted(carried(a, rotation, None), carried(b, rotation, None));
            found.segments & (1 << i) != 0 && !kept.contains(&now)
        });
        let column = self.printed.sheet.phases[self.core().phase as usize].column;
        fresh
            || old.stops.iter().zip(stops).any(|(before, &to)| {
                let after = &new.stops[to as usize];
                let better = after.paid.in_column(column) > before.paid.in_column(column)
                    || before.kind == Kind::Halt && after.kind == Kind::Town;
                better && found.stops & (1 << to) != 0
            })
    }

    // Walks from every base as far as the train goes, and notes what it gets at on one cell.
    fn walk(&self, board: &Board, company: Company, length: Length, target: Cell) -> Found {
        const ENDS: usize = 16;
        let (map, tiles) = (&self.printed.sheet.map, &self.printed.sheet.tiles);
        let place = |cell: Cell, end: End| {
            let i = match end {
                End::Edge(e) => usize::from(e),
                End::Stop(s) => 6 + usize::from(s),
            };
            usize::from(cell.0) * ENDS + i
        };
        let mut found = Found::default();
        // The best ways to each end: large stations and all stations so far.
        let mut best: Vec<SmallVec<[(u8, u8); 2]>> = vec![SmallVec::new(); board.len() * ENDS];
        let mut todo: Vec<(Cell, End, u8, u8)> = Vec::new();
        for base in board.stations(tiles, company.0) {
            if base.cell == target {
                found.stops |= 1 << base.stop;
            }
            todo.push((base.cell, End::Stop(base.stop), 1, 1));
        }
        while let Some((cell, at, large, all)) = todo.pop() {
            let known = &mut best[place(cell, at)];
            if known.iter().any(|&(l, a)| l <= large && a <= all) {
                continue;
            }
            known.retain(|&mut (l, a)| !(large <= l && all <= a));
            known.push((large, all));
            let Some(laid) = board.at(cell) else { continue };
            let tile = tiles.get(laid.tile);
            for (segment, to) in board.onward(tiles, cell, at) {
                match to {
                    End::Stop(s) => {
                        let stop = &tile.stops[s as usize];
                        let large = large + u8::from(stop.kind == Kind::City);
                        let counts = stop.kind == Kind::City
                            || stop.kind == Kind::Town && length.all.is_some();
                        let all = all + u8::from(counts);
                        if large > length.large || length.all.is_some_and(|most| all > most) {
                            continue;
                        }
                        if cell == target {
                            found.segments |= 1 << segment;
                            found.stops |= 1 << s;
                        }
                        if !stop.terminus
                            && !board.blocked(tiles, Spot { cell, stop: s }, company.0)
                        {
                            todo.push((cell, to, large, all));
                        }
                    }
                    End::Edge(e) => {
                        if cell == target {
                            found.segments |= 1 << segment;
                        }
                        if let Some(next) = map.neighbour(cell, e) {
                            let back = tiles.shape.opposite(e);
                            if board.exits(tiles, next) & (1 << back) != 0 {
                                todo.push((next, End::Edge(back), large, all));
                            }
                        }
                    }
                }
            }
        }
        found
    }
}
