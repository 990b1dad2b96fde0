//! What could come to lie on a cell.

use crate::{Core, Sheet, fit_masks};
use board::{Cell, TileId};
use std::collections::BTreeSet;

/// Every tile that can come to lie on a cell of an empty table, with its rotation: one upgrade after the other.
/// On a map that grows, every tile of the box at every rotation.
pub fn could_lie(sheet: &Sheet, empty: &Core, cell: Cell) -> BTreeSet<(TileId, u8)> {
    let edges = sheet.tiles.shape.edges();
    let mut found = BTreeSet::new();
    if sheet.map.is_unbounded() {
        let all = sheet.tiles.tiles.iter().enumerate().filter(|(_, tile)| tile.count > 0);
        found.extend(all.flat_map(|(i, _)| (0..edges).map(move |r| (TileId(i as u16), r))));
        return found;
    }
    let (mut table, mut open) = (empty.clone(), vec![None]);
    while let Some(at) = open.pop() {
        if let Some((tile, rotation)) = at {
            table.lay_tile(sheet, cell, tile, rotation, &[]);
        }
        for (next, mask, _) in fit_masks(sheet, &table, cell) {
            let turns = (0..edges).filter(|r| mask & (1 << r) != 0);
            open.extend(turns.map(|turn| (next, turn)).filter(|&new| found.insert(new)).map(Some));
        }
    }
    found
}
