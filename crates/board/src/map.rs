//! The printed map.

use crate::{Cell, Layout, Shape, TileId};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Terrain of a cell: its name for texts and pictures, and what the first tile costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// `river`, `hill`, `mountain`, …
    pub kind: String,
    /// Cost of the first tile.
    pub cost: u16,
}

/// A company's home on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Home {
    /// Index of the company.
    pub company: u8,
    /// Stop of the printed cell, if it is a particular one.
    pub stop: Option<u8>,
}

/// What is printed on one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellDef {
    /// Coordinate as printed.
    pub name: String,
    /// Name in files of the public platform, if it differs.
    pub public_name: Option<String>,
    /// Town or city name.
    pub place: Option<String>,
    /// The printed tile (bare land is a tile without track).
    pub printed: TileId,
    /// Terrain.
    pub terrain: Option<Terrain>,
    /// Edges no track may leave by: map edge, water, red lines.
    pub closed: u8,
    /// Edges the first tile must use.
    pub stubs: u8,
    /// Companies at home here.
    pub homes: SmallVec<[Home; 2]>,
    /// Companies that may lay their own tile here and nobody else anything (red-edged hexes): index of the company.
    pub reserved_for: Option<u8>,
    /// Rotations allowed for particular tiles here (red tiles, lettered hexes).
    pub rotations: Vec<(TileId, u8)>,
    /// Red sides, drawn only.
    pub red_edges: u8,
    /// Position for drawing: column and row in half steps.
    pub at: (i16, i16),
}

/// The printed map: bounded (a list of cells) or unbounded (square cells everywhere).
#[derive(Clone, Debug)]
pub struct Map {
    /// How it is drawn.
    pub layout: Layout,
    /// Cells of a bounded map; the single default cell of an unbounded one.
    pub cells: Vec<CellDef>,
    neighbours: Vec<[u16; 6]>,
    unbounded: bool,
    names: BTreeMap<String, Cell>,
    public_names: BTreeMap<String, Cell>,
}

const NONE: u16 = u16::MAX;

impl Map {
    /// A bounded map; `step[e]` is the change of (column, row) across edge e, in the units of [`CellDef::at`].
    pub fn bounded(layout: Layout, cells: Vec<CellDef>, step: &[(i16, i16)]) -> Map {
        let by_place: BTreeMap<(i16, i16), usize> =
            cells.iter().enumerate().map(|(i, c)| (c.at, i)).collect();
        let neighbours = cells
            .iter()
            .map(|c| {
                let mut row = [NONE; 6];
                for (e, d) in step.iter().enumerate() {
                    if let Some(&i) = by_place.get(&(c.at.0 + d.0, c.at.1 + d.1)) {
                        row[e] = i as u16;
                    }
                }
                row
            })
            .collect();
        let names =
            cells.iter().enumerate().map(|(i, c)| (c.name.clone(), Cell(i as u16))).collect();
        let public_names = cells
            .iter()
            .enumerate()
            .map(|(i, c)| (c.public_name.clone().unwrap_or_else(|| c.name.clone()), Cell(i as u16)))
            .collect();
        Map { layout, cells, neighbours, unbounded: false, names, public_names }
    }

    /// An unbounded map of square cells, all alike.
    pub fn unbounded(bare: TileId) -> Map {
        let cell = CellDef {
            name: String::new(),
            public_name: None,
            place: None,
            printed: bare,
            terrain: None,
            closed: 0,
            stubs: 0,
            homes: SmallVec::new(),
            reserved_for: None,
            rotations: Vec::new(),
            red_edges: 0,
            at: (0, 0),
        };
        Map {
            layout: Layout::Square,
            cells: vec![cell],
            neighbours: Vec::new(),
            unbounded: true,
            names: BTreeMap::new(),
            public_names: BTreeMap::new(),
        }
    }

    /// Edges of a cell.
    pub fn shape(&self) -> Shape {
        if self.layout == Layout::Square { Shape::Square } else { Shape::Hex }
    }

    /// Whether the board grows without end.
    #[inline]
    pub fn is_unbounded(&self) -> bool {
        self.unbounded
    }

    /// What is printed on a cell.
    #[inline]
    pub fn def(&self, cell: Cell) -> &CellDef {
        if self.unbounded { &self.cells[0] } else { &self.cells[cell.0 as usize] }
    }

    /// The cell across an edge.
    #[inline]
    pub fn neighbour(&self, cell: Cell, edge: u8) -> Option<Cell> {
        if self.unbounded {
            let (x, y) = cell.xy();
            let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][edge as usize];
            let (x, y) = (x + dx, y + dy);
            ((-128..=127).contains(&x) && (-128..=127).contains(&y)).then(|| Cell::at(x, y))
        } else {
            let n = self.neighbours[cell.0 as usize][edge as usize];
            (n != NONE).then_some(Cell(n))
        }
    }

    /// A cell by its printed coordinate (`E11`; `x,y` on an unbounded map).
    pub fn by_name(&self, name: &str) -> Option<Cell> {
        if self.unbounded {
            let (x, y) = name.split_once(',')?;
            let (x, y) = (x.parse::<i16>().ok()?, y.parse::<i16>().ok()?);
            return ((-128..=127).contains(&x) && (-128..=127).contains(&y))
                .then(|| Cell::at(x, y));
        }
        self.names.get(name).copied()
    }

    /// A cell by its name in files of the public platform.
    pub fn by_public_name(&self, name: &str) -> Option<Cell> {
        self.public_names.get(name).copied()
    }

    /// The printed coordinate of a cell.
    pub fn name(&self, cell: Cell) -> String {
        if self.unbounded {
            let (x, y) = cell.xy();
            format!("{x},{y}")
        } else {
            self.cells[cell.0 as usize].name.clone()
        }
    }

    /// All cells of a bounded map.
    pub fn all(&self) -> impl Iterator<Item = Cell> + use<> {
        let n = if self.unbounded { 0 } else { self.cells.len() as u16 };
        (0..n).map(Cell)
    }
}
