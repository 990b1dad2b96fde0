//! The chessboard rule: cities on odd cells, plain tiles and small towns on even ones.

use super::rules::class;
use board::Cell;

/// Whether a cell takes cities (LIL-CHESS-4).
pub fn is_city_cell(cell: Cell) -> bool {
    let (x, y) = cell.xy();
    (x + y) & 1 != 0
}

/// Whether a tile of this class may lie on a cell.
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
