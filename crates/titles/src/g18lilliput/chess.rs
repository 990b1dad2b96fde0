//! The chessboard rule: no two cities and no two plain tiles or small towns share an edge.

use super::position::LilliputPosition;
use super::printed::class;
use board::Cell;
use engine::Position;

/// Whether a city would ordinarily lie on a cell: the pattern counted from Mildendo (LIL-SCENARIO-2).
pub fn is_city_cell(cell: Cell) -> bool {
    let (x, y) = cell.xy();
    (x + y) & 1 != 0
}

/// Whether a tile of this class lies in the pattern.
pub fn fits(class: u8, cell: Cell) -> bool {
    match class {
        class::CITY => is_city_cell(cell),
        class::PLAIN => !is_city_cell(cell),
        _ => true,
    }
}

/// Steps from Mildendo, along the grid.
pub fn distance(cell: Cell) -> u16 {
    between(cell, Cell::at(0, 0))
}

/// Steps between two cells, along the grid.
pub fn between(a: Cell, b: Cell) -> u16 {
    let ((ax, ay), (bx, by)) = (a.xy(), b.xy());
    ax.abs_diff(bx) + ay.abs_diff(by)
}

impl LilliputPosition {
    /// Whether the chessboard rule lets a tile of this class lie on a cell, or which rule forbids it.
    pub(super) fn chessboard(&self, class: u8, cell: Cell) -> Result<(), &'static str> {
        if self.printed.options.chessboard != "edges" {
            return match fits(class, cell) {
                true => Ok(()),
                false => Err("LIL-CHESS-4"),
            };
        }
        let rule = match class {
            class::CITY => "LIL-CHESS-1",
            class::PLAIN => "LIL-CHESS-2",
            _ => return Ok(()),
        };
        let (sheet, board) = (self.sheet(), self.core().board());
        let mut beside = (0..4).filter_map(|e| board.at(sheet.map.neighbour(cell, e)?));
        match beside.any(|laid| sheet.tiles.get(laid.tile).class == class) {
            true => Err(rule),
            false => Ok(()),
        }
    }
}
