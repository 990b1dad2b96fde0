//! Upgrades: within reach of a train, and of use to it.

use super::position::{Allowed, IowPosition};
use board::{Board, Cell, End, Kind, Spot};
use engine::{Card, Company, Lay, Parts, Range, Refusal, Value};
use smallvec::SmallVec;

/// How far a train goes: large stations, and all stations where small ones may not be skipped.
#[derive(Clone, Copy)]
struct Length {
    large: u8,
    all: Option<u8>,
}

impl IowPosition {
    /// Large and small stations that a train goes to; no number of small ones is any number.
    pub(super) fn range(&self, card: Card) -> (u8, Option<u8>) {
        let state = self.core().trains.get(card);
        match self.printed.sheet.face(state.kind, state.face).range {
            Range::Stations { large, small } => (large, small),
            _ => (0, Some(0)),
        }
    }

    // J-25: the train with the largest first number; with compulsory small stations every train by itself.
    fn lengths(&self, company: Company) -> SmallVec<[Length; 4]> {
        let ranges = self.core().trains.of(company).map(|card| self.range(card));
        if self.printed.options.every_small_station {
            let length =
                |(large, small): (u8, Option<u8>)| Length { large, all: small.map(|s| large + s) };
            return ranges.map(length).collect();
        }
        let longest = ranges.map(|(large, _)| large).max();
        let length = |large| Length { large, all: None };
        longest.map(length).into_iter().collect()
    }

    /// Whether an upgrade is within reach and useful, tested with the new tile in place (IOW-UPGRADE-8..12).
    pub(super) fn may_upgrade(&self, lay: &Lay<'_>) -> Allowed {
        let Lay { company, cell, .. } = *lay;
        let tiles = &self.printed.sheet.tiles;
        let mut after = self.core().board().clone();
        after.lay(tiles, cell, lay.tile, lay.rotation, lay.stops);
        let gain = self.checks().gain((cell, lay.tile, lay.rotation), lay.stops);
        let mut reached = false;
        for length in self.lengths(company) {
            let found = self.walk(&after, company, length, cell, gain);
            if found.meets(gain) {
                return Ok(());
            }
            reached |= found != Parts::default();
        }
        let (rule, key) =
            if reached { ("IOW-UPGRADE-12", "no-use") } else { ("IOW-UPGRADE-8", "out-of-reach") };
        Err(Refusal::new(rule, key).with("cell", Value::Cell(cell)))
    }

    // Walks from every base as far as the train goes, and notes what it gets at on one cell. It goes on to one more large
    // station at a time, and stops once it has found something that is looked for.
    fn walk(
        &self,
        board: &Board,
        company: Company,
        length: Length,
        target: Cell,
        wanted: Parts,
    ) -> Parts {
        const ENDS: usize = 16;
        let (map, tiles) = (&self.printed.sheet.map, &self.printed.sheet.tiles);
        let place = |cell: Cell, end: End| {
            let i = match end {
                End::Edge(e) => usize::from(e),
                End::Stop(s) => 6 + usize::from(s),
            };
            usize::from(cell.0) * ENDS + i
        };
        let mut found = Parts::default();
        // The fewest stations on the way to each end, with as many large ones as now or fewer.
        let mut fewest = vec![u8::MAX; board.len() * ENDS];
        let (mut todo, mut beyond) = (Vec::new(), Vec::new());
        for base in board.stations(tiles, company.0) {
            if base.cell == target {
                found.stops |= 1 << base.stop;
            }
            todo.push((base.cell, End::Stop(base.stop), 1));
        }
        for large in 1..=length.large {
            while let Some((cell, at, all)) = todo.pop() {
                let known = &mut fewest[place(cell, at)];
                if *known <= all {
                    continue;
                }
                *known = all;
                let Some(laid) = board.at(cell) else { continue };
                let tile = tiles.get(laid.tile);
                for (segment, to) in board.onward(tiles, cell, at) {
                    if let End::Edge(e) = to {
                        if cell == target {
                            found.segments |= 1 << segment;
                        }
                        if let Some(next) = map.neighbour(cell, e) {
                            let back = tiles.shape.opposite(e);
                            if board.exits(tiles, next) & (1 << back) != 0 {
                                todo.push((next, End::Edge(back), all));
                            }
                        }
                        continue;
                    }
                    let End::Stop(s) = to else { continue };
                    let stop = &tile.stops[usize::from(s)];
                    let city = stop.kind == Kind::City;
                    let counts = length.all.is_some() && (city || stop.kind == Kind::Town);
                    let all = all + u8::from(counts);
                    let too_far = city && large == length.large;
                    if too_far || length.all.is_some_and(|most| all > most) {
                        continue;
                    }
                    if cell == target {
                        found.segments |= 1 << segment;
                        found.stops |= 1 << s;
                    }
                    if !stop.terminus && !board.blocked(tiles, Spot { cell, stop: s }, company.0) {
                        let list = if city { &mut beyond } else { &mut todo };
                        list.push((cell, to, all));
                    }
                }
                if found.meets(wanted) {
                    return found;
                }
            }
            std::mem::swap(&mut todo, &mut beyond);
        }
        found
    }
}
