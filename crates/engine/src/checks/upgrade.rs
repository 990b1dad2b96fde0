//! Whether an upgrade is of use.

use super::Checks;
use crate::Company;
use board::{Cell, End, Kind, Reach, Spot, TileId};

/// Track and stops of a tile, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Bit i: segment i.
    pub segments: u32,
    /// Bit s: stop s.
    pub stops: u8,
}

impl Parts {
    /// Whether both have something in common.
    pub const fn meets(self, other: Parts) -> bool {
        self.segments & other.segments != 0 || self.stops & other.stops != 0
    }
}

impl Checks<'_> {
    /// What a new tile has that the old one had not: new track, and stops worth more than before.
    pub fn gain(&self, (cell, tile, rotation): (Cell, TileId, u8), stops: &[u8]) -> Parts {
        let tiles = &self.sheet.tiles;
        let Some(laid) = self.core.board().at(cell) else {
            return Parts::default();
        };
        let (old, new) = (tiles.get(laid.tile), tiles.get(tile));
        let edges = tiles.shape.edges();
        let turned = |end: End, turn: u8| match end {
            End::Edge(e) => End::Edge((e + turn) % edges),
            stop => stop,
        };
        let carried = |end: End| match end {
            End::Stop(s) => End::Stop(stops[usize::from(s)]),
            edge => turned(edge, laid.rotation),
        };
        let kept = |a: End, b: End| {
            let mut before = old.segments.iter().map(|&(x, y)| (carried(x), carried(y)));
            before.any(|(x, y)| (x, y) == (a, b) || (y, x) == (a, b))
        };
        let mut gain = Parts::default();
        for (i, &(a, b)) in new.segments.iter().enumerate() {
            if !kept(turned(a, rotation), turned(b, rotation)) {
                gain.segments |= 1 << i;
            }
        }
        let column = self.sheet.phases[usize::from(self.core.phase)].column;
        for (before, &to) in old.stops.iter().zip(stops) {
            let after = &new.stops[usize::from(to)];
            if after.paid.in_column(column) > before.paid.in_column(column)
                || before.kind == Kind::Halt && after.kind == Kind::Town
            {
                gain.stops |= 1 << to;
            }
        }
        gain
    }

    /// Whether an upgrade is of use to a company at any distance: of the track of the new tile that it reaches something is
    /// new, or leads to a stop worth more. The tile is in place then, so that it may make its own connection.
    pub fn useful(&self, company: Company, lay: (Cell, TileId, u8), stops: &[u8]) -> bool {
        let (cell, tile, rotation) = lay;
        let (map, tiles, board) = (&self.sheet.map, &self.sheet.tiles, self.core.board());
        let reach = self.core.reach(self.sheet, company);
        let gain = self.gain(lay, stops);
        let arrivals = reach.arrivals(map, board, cell);
        let own = board.has_station_on(cell, company.0);
        if arrivals == 0 && !own {
            return false;
        }
        let mut after = board.clone();
        after.lay(tiles, cell, tile, rotation, stops);
        let reached = |reach: &Reach, arrivals: u8| {
            let edges = tiles.shape.edges();
            let mut parts = Parts::default();
            for (i, &(a, b)) in tiles.get(tile).segments.iter().enumerate() {
                let arrives = |end: End| match end {
                    End::Edge(e) => arrivals & (1 << ((e + rotation) % edges)) != 0,
                    End::Stop(stop) => {
                        let spot = Spot { cell, stop };
                        reach.has(&after, spot) && !after.blocked(tiles, spot, company.0)
                    }
                };
                if arrives(a) || arrives(b) {
                    parts.segments |= 1 << i;
                    for end in [a, b] {
                        if let End::Stop(s) = end {
                            parts.stops |= 1 << s;
                        }
                    }
                }
            }
            parts
        };
        // What arrives already stays, so most upgrades need no second look.
        if reached(reach, arrivals).meets(gain) {
            return true;
        }
        let reach = Reach::of(map, tiles, &after, company.0);
        reached(&reach, reach.arrivals(map, &after, cell)).meets(gain)
    }
}
