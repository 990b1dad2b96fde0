//! Whether a tile fits a cell: colour step, track kept, edges open. Connection is for the caller to test.

use crate::{Core, Sheet};
use board::{Cell, Successor, TileId};

/// A tile that fits a cell at a rotation.
#[derive(Clone, Copy, Debug)]
pub struct Fit<'a> {
    /// How the old tile is followed; none on an empty cell of an unbounded board.
    pub successor: Option<&'a Successor>,
    /// Where the old stops go.
    pub stops: &'a [u8],
}

/// Rotations at which `tile` may follow what lies on `cell`: track and stops kept, no track into a closed
/// edge, stub edges of a bare cell used, the cell's own list of rotations respected.
pub fn fit_masks<'a>(
    sheet: &'a Sheet,
    core: &Core,
    cell: Cell,
) -> impl Iterator<Item = (TileId, u8, &'a Successor)> + use<'a> {
    let laid = core.board().at(cell).copied();
    let def = sheet.map.def(cell);
    let shape = sheet.tiles.shape;
    let n = shape.edges();
    let successors: &'a [Successor] = match laid {
        Some(l) => &sheet.tiles.get(l.tile).upgrades,
        None => &sheet.tiles.get(def.printed).upgrades,
    };
    let base = laid.map_or(0, |l| l.rotation);
    let bare = laid.is_none_or(|l| l.tile == def.printed);
    successors.iter().map(move |s| {
        let tile = sheet.tiles.get(s.tile);
        let mut mask = shape.turn(s.rotations, base);
        if let Some(r) = tile.fixed_rotation {
            mask &= 1 << r;
        }
        if let Some((_, only)) = def.rotations.iter().find(|(t, _)| *t == s.tile) {
            mask &= only;
        }
        for r in 0..n {
            if mask & (1 << r) != 0 {
                let exits = shape.turn(tile.exits, r);
                if exits & def.closed != 0 || bare && exits & def.stubs != def.stubs {
                    mask &= !(1 << r);
                }
            }
        }
        (s.tile, mask, s)
    })
}

/// Whether one tile at one rotation fits, and how.
pub fn fits<'a>(
    sheet: &'a Sheet,
    core: &Core,
    cell: Cell,
    tile: TileId,
    rotation: u8,
) -> Option<Fit<'a>> {
    let n = sheet.tiles.shape.edges();
    if rotation >= n {
        return None;
    }
    let base = core.board().at(cell).map_or(0, |l| l.rotation);
    fit_masks(sheet, core, cell).find_map(|(t, mask, s)| {
        (t == tile && mask & (1 << rotation) != 0).then(|| Fit {
            successor: Some(s),
            stops: s.stops[((rotation + n - base) % n) as usize].as_slice(),
        })
    })
}
