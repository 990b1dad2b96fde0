//! Whether a tile fits a cell: colour step, track kept, edges open. Connection is for the caller to test.

use crate::{Core, Sheet};
use board::{Cell, CellDef, Successor, TileId};

/// A tile that fits a cell at a rotation.
#[derive(Clone, Copy, Debug)]
pub struct Fit<'a> {
    /// How the old tile is followed; none on an empty cell of an unbounded board.
    pub successor: Option<&'a Successor>,
    /// Where the old stops go.
    pub stops: &'a [u8],
}

/// A cell as it lies, and what may follow.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    sheet: &'a Sheet,
    def: &'a CellDef,
    base: u8,
    bare: bool,
    /// Tiles that may follow, by their kind.
    pub successors: &'a [Successor],
}

impl<'a> Ground<'a> {
    /// What lies on a cell now.
    #[inline]
    pub fn of(sheet: &'a Sheet, core: &Core, cell: Cell) -> Ground<'a> {
        let laid = core.board().at(cell);
        let def = sheet.map.def(cell);
        Ground {
            sheet,
            def,
            base: laid.map_or(0, |l| l.rotation),
            bare: laid.is_none_or(|l| l.tile == def.printed),
            successors: &sheet.tiles.get(laid.map_or(def.printed, |l| l.tile)).upgrades,
        }
    }

    /// Rotations at which a successor fits, as bits: track and stops kept, no track into a closed edge, stub edges of a bare
    /// cell used, the cell's own list of rotations respected.
    pub fn mask(&self, s: &Successor) -> u8 {
        let (def, shape) = (self.def, self.sheet.tiles.shape);
        let tile = self.sheet.tiles.get(s.tile);
        let mut mask = shape.turn(s.rotations, self.base);
        if let Some(r) = tile.fixed_rotation {
            mask &= 1 << r;
        }
        if let Some((_, only)) = def.rotations.iter().find(|(t, _)| *t == s.tile) {
            mask &= only;
        }
        let stubs = if self.bare { def.stubs } else { 0 };
        if def.closed | stubs == 0 {
            return mask;
        }
        (0..shape.edges()).filter(|r| mask & (1 << r) != 0).fold(0, |fit, r| {
            let exits = shape.turn(tile.exits, r);
            fit | u8::from(exits & def.closed == 0 && exits & stubs == stubs) << r
        })
    }

    /// Where the old stops go if a successor is laid at a rotation at which it fits.
    pub fn stops(&self, successor: &'a Successor, rotation: u8) -> &'a [u8] {
        let n = self.sheet.tiles.shape.edges();
        &successor.stops[usize::from((rotation + n - self.base) % n)]
    }
}

/// Every tile that may follow what lies on `cell`, with its rotations ([`Ground::mask`]).
pub fn fit_masks<'a>(
    sheet: &'a Sheet,
    core: &Core,
    cell: Cell,
) -> impl Iterator<Item = (TileId, u8, &'a Successor)> + use<'a> {
    let ground = Ground::of(sheet, core, cell);
    ground.successors.iter().map(move |s| (s.tile, ground.mask(s), s))
}

/// Whether one tile at one rotation fits, and how.
pub fn fits<'a>(
    sheet: &'a Sheet,
    core: &Core,
    cell: Cell,
    tile: TileId,
    rotation: u8,
) -> Option<Fit<'a>> {
    if rotation >= sheet.tiles.shape.edges() {
        return None;
    }
    let ground = Ground::of(sheet, core, cell);
    let mut same = ground.successors.iter().filter(|s| s.tile == tile);
    let s = same.find(|s| ground.mask(s) & (1 << rotation) != 0)?;
    Some(Fit { successor: Some(s), stops: ground.stops(s, rotation) })
}
