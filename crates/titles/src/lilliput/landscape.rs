//! Tiles laid before the draft: a scenario of the sheet or the players' own landscape.

use super::chess;
use super::reading::{Faults, Look};
use super::rules::Sort;
use super::sheet::{self, Landscape};
use super::tiles::Cards;
use board::{Cell, Shape, TileId};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A tile of a landscape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Where.
    pub cell: Cell,
    /// What.
    pub tile: TileId,
    /// Quarter turns clockwise.
    pub rotation: u8,
}

/// Farthest cell of a landscape from Mildendo, in either direction.
const FARTHEST: i64 = 60;

/// Reads a list of `{tile, x, y, rotation}` and notes everything that is wrong with it.
pub fn read(list: &Look, cards: &Cards) -> Vec<Placement> {
    let mut laid: BTreeMap<Cell, Placement> = BTreeMap::new();
    let mut used: BTreeMap<TileId, u8> = BTreeMap::new();
    let mut placements = Vec::new();
    for look in list.list() {
        let (x, y) = (
            look.key("x").number(-FARTHEST..=FARTHEST),
            look.key("y").number(-FARTHEST..=FARTHEST),
        );
        let rotation = look.maybe("rotation").map_or(0, |r| r.number(0..=3)) as u8;
        let name = look.key("tile").text();
        let Some(&tile) = cards.ids.get(name) else {
            look.fault(&format!("no tile is called {name} (LIL-SCENARIO-1)"));
            continue;
        };
        let (def, facts) = (cards.set.get(tile), &cards.facts[tile.0 as usize]);
        if facts.sort == Sort::Tunnel {
            look.fault("tunnels are no part of a landscape (LIL-SCENARIO-16)");
            continue;
        }
        if !facts.scenario {
            look.fault(&format!("{name} is no scenario tile (LIL-SCENARIO-1)"));
            continue;
        }
        let cell = Cell::at(x as i16, y as i16);
        match x.abs() + y.abs() {
            0 => look.fault("Mildendo lies there (LIL-SETUP-1)"),
            1 => look.fault("the cells next to Mildendo stay free (LIL-SCENARIO-14)"),
            _ => {}
        }
        if !chess::fits(def.class, cell) {
            look.fault(&format!(
                "{name} may not stand on {x},{y}: x + y is {} (LIL-SCENARIO-2)",
                if (x + y) % 2 == 0 {
                    "even, plain tiles only"
                } else {
                    "odd, cities only"
                }
            ));
        }
        let n = used.entry(tile).or_default();
        *n = n.saturating_add(1);
        if *n > facts.in_box {
            look.fault(&format!(
                "there are only {} of {name} (LIL-SCENARIO-15)",
                facts.in_box
            ));
        }
        let placement = Placement {
            cell,
            tile,
            rotation,
        };
        if laid.insert(cell, placement).is_some() {
            look.fault(&format!("two tiles lie on {x},{y} (LIL-SCENARIO-15)"));
        }
        placements.push(placement);
    }
    for p in &placements {
        let exits = cards.set.exits(p.tile, p.rotation);
        for e in 0..4 {
            let Some(next) = neighbour(p.cell, e).and_then(|n| laid.get(&n)) else {
                continue;
            };
            let water = Shape::Square.turn(cards.set.get(next.tile).water, next.rotation);
            if exits & (1 << e) != 0 && water & (1 << Shape::Square.opposite(e)) != 0 {
                let ((x, y), (to_x, to_y)) = (p.cell.xy(), next.cell.xy());
                list.fault(&format!(
                    "track of {x},{y} points at water on {to_x},{to_y} (LIL-SCENARIO-15)"
                ));
            }
        }
    }
    placements
}

fn neighbour(cell: Cell, edge: u8) -> Option<Cell> {
    board::Map::unbounded(TileId(0)).neighbour(cell, edge)
}

/// Checks a landscape against the built-in sheet; all faults at once.
///
/// ```
/// let land = serde_json::json!([{ "tile": "S-RIVER", "x": 1, "y": 1, "rotation": 0 }]);
/// assert!(titles::lilliput::check_landscape(&land).is_ok());
/// let wet = serde_json::json!([{ "tile": "S-RIVER", "x": 0, "y": 1, "rotation": 0 }]);
/// assert_eq!(titles::lilliput::check_landscape(&wet).unwrap_err().len(), 1);
/// ```
pub fn check_landscape(json: &Json) -> Result<(), Vec<String>> {
    sheet::rules(
        sheet::built_in(),
        4,
        Default::default(),
        Landscape::Own(json),
    )
    .map(|_| ())
}

/// Checks a landscape and the sheet it is to be played with.
pub fn check_landscape_with(data: &Json, json: &Json) -> Result<(), Vec<String>> {
    let faults = Faults::default();
    for part in [
        sheet::check(data),
        sheet::rules(data, 4, Default::default(), Landscape::Own(json)).map(|_| ()),
    ] {
        for fault in part.err().unwrap_or_default() {
            faults.add(fault);
        }
    }
    let list = faults.into_list();
    if list.is_empty() { Ok(()) } else { Err(list) }
}
