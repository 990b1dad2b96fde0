//! Cells and their edges.

use serde::{Deserialize, Serialize};

/// A place on the map. On a bounded map it is an index into the sheet's list of cells, on an unbounded one it
/// packs the coordinates (see [`Cell::at`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell at `x` (east) and `y` (south) of an unbounded board, each within -128..=127.
    pub const fn at(x: i16, y: i16) -> Cell {
        Cell((((y + 128) as u16) << 8) | ((x + 128) as u16 & 0xff))
    }

    /// The coordinates of a cell of an unbounded board.
    pub const fn xy(self) -> (i16, i16) {
        ((self.0 & 0xff) as i16 - 128, (self.0 >> 8) as i16 - 128)
    }
}

/// How many edges a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// Six edges.
    Hex,
    /// Four edges: 0 north, 1 east, 2 south, 3 west.
    Square,
}

impl Shape {
    /// Number of edges.
    pub const fn edges(self) -> u8 {
        match self {
            Shape::Hex => 6,
            Shape::Square => 4,
        }
    }

    /// The edge across.
    pub const fn opposite(self, edge: u8) -> u8 {
        self.turn_edge(edge, self.edges() / 2)
    }

    /// An edge turned by `rotation` steps.
    #[inline]
    pub const fn turn_edge(self, edge: u8, rotation: u8) -> u8 {
        let n = self.edges();
        let turned = edge + rotation;
        // Asked very often: mostly no division is needed.
        if turned < n {
            turned
        } else if turned < 2 * n {
            turned - n
        } else {
            turned % n
        }
    }

    /// An edge mask turned by `rotation` steps.
    pub const fn turn(self, mask: u8, rotation: u8) -> u8 {
        let n = self.edges();
        // Asked very often, and hardly ever with more than a whole turn: no division for the rest.
        let r = if rotation < n { rotation } else { rotation % n };
        let all = (1u16 << n) - 1;
        let m = mask as u16;
        (((m << r) | (m >> (n - r))) & all) as u8
    }
}

/// How the cells are drawn; play does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layout {
    /// Hexes with a corner on top. Edge 0 is south-west, counted clockwise.
    PointyTop,
    /// Hexes with a flat top. Edge 0 is south, counted clockwise.
    FlatTop,
    /// Square cards. Edge 0 is north, counted clockwise.
    Square,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_survive_packing() {
        for (x, y) in [(0, 0), (-1, 0), (0, -1), (127, -128), (-128, 127), (59, -60)] {
            assert_eq!(Cell::at(x, y).xy(), (x, y));
        }
    }

    #[test]
    fn turning_a_mask_is_cyclic() {
        for shape in [Shape::Hex, Shape::Square] {
            let n = shape.edges();
            for e in 0..n {
                for r in 0..n {
                    assert_eq!(shape.turn(1 << e, r), 1 << ((e + r) % n));
                    assert_eq!(shape.turn_edge(e, r), (e + r) % n);
                    assert_eq!(shape.turn_edge(e, r + 2 * n), (e + r) % n);
                }
                assert_eq!(shape.opposite(shape.opposite(e)), e);
            }
        }
    }
}
