//! Tiles laid before the draft: a scenario of the sheet or the players' own landscape.

use super::chess;
use super::draft::MILDENDO;
use super::options::Options;
use super::printed::{Charter, Sort};
use super::sheet::{self, Landscape};
use super::tiles::Cards;
use board::{Cell, Shape, TileId};
use engine::sheet::{Faults, Look};
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

/// Reads a list of `{tile, x, y, rotation}` and notes everything that is wrong with it but the homes.
pub fn read(list: &Look, cards: &Cards, beside_mildendo: bool) -> Vec<Placement> {
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
            1 if !beside_mildendo => {
                look.fault("the cells next to Mildendo stay free (LIL-SCENARIO-14)");
            }
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
    let mildendo = cards.start().map(|tile| Placement {
        cell: MILDENDO,
        tile,
        rotation: 0,
    });
    for p in mildendo.iter().chain(&placements) {
        let exits = cards.set.exits(p.tile, p.rotation);
        for next in wet(cards, &laid, p.cell, exits) {
            let ((x, y), (to_x, to_y)) = (p.cell.xy(), next.xy());
            list.fault_of_all(&format!(
                "track of {x},{y} points at water on {to_x},{to_y} (LIL-SCENARIO-15)"
            ));
        }
    }
    placements
}

// Cells with water at which track of a cell points.
fn wet(
    cards: &Cards,
    laid: &BTreeMap<Cell, Placement>,
    cell: Cell,
    exits: u8,
) -> impl Iterator<Item = Cell> {
    (0..4)
        .filter(move |e| exits & (1 << e) != 0)
        .filter_map(move |e| {
            let next = laid.get(&neighbour(cell, e)?)?;
            let water = Shape::Square.turn(cards.set.get(next.tile).water, next.rotation);
            (water & (1 << Shape::Square.opposite(e)) != 0).then_some(next.cell)
        })
}

/// Notes it when a starting company would find no side of Mildendo for its home (LIL-SCENARIO-14).
pub fn keep_homes(
    list: &Look,
    cards: &Cards,
    placements: &[Placement],
    charters: &[Charter],
    seats: u8,
) {
    let laid: BTreeMap<Cell, Placement> = placements.iter().map(|p| (p.cell, *p)).collect();
    // Gulliver's company is one of two.
    let needed = usize::from(seats.max(2));
    let starting = || charters.iter().filter(|c| c.starting);
    // As every company can use each of these sides, it does not matter who chooses first.
    let sides = (0..4).filter(|&e| {
        let free = neighbour(MILDENDO, e).filter(|side| !laid.contains_key(side));
        free.is_some_and(|side| {
            starting().all(|charter| {
                let mut homes = cards.homes(charter.metropolis);
                homes.any(|tile| {
                    (0..4).any(|turn| {
                        let exits = cards.set.exits(tile, turn);
                        exits & (1 << Shape::Square.opposite(e)) != 0
                            && wet(cards, &laid, side, exits).next().is_none()
                    })
                })
            })
        })
    });
    let found = sides.count();
    if found < needed {
        list.fault_of_all(&format!(
            "{needed} homes need {needed} free sides of Mildendo, {found} are left (LIL-SCENARIO-14)"
        ));
    }
}

fn neighbour(cell: Cell, edge: u8) -> Option<Cell> {
    board::Map::unbounded(TileId(0)).neighbour(cell, edge)
}

/// Checks a landscape for a new game of so many players against the built-in sheet; all faults at once.
///
/// ```
/// # use titles::g18lilliput::check_landscape;
/// let land = serde_json::json!([{ "tile": "S-RIVER", "x": 0, "y": 1, "rotation": 0 }]);
/// assert!(check_landscape(&land, 3).is_ok());
/// // Four homes need all four sides of Mildendo.
/// assert_eq!(check_landscape(&land, 4).unwrap_err().len(), 1);
/// ```
pub fn check_landscape(json: &Json, players: u8) -> Result<(), Vec<String>> {
    let (data, land) = (sheet::built_in(), Landscape::Own(json));
    let read = sheet::printed(data, players, Options::default(), land);
    read.map(|_| ()).map_err(|e| e.faults)
}

/// Checks a landscape and the sheet it is to be played with.
pub fn check_landscape_with(data: &Json, json: &Json, players: u8) -> Result<(), Vec<String>> {
    let faults = Faults::default();
    let options = Options::default();
    let read = sheet::printed(data, players, options, Landscape::Own(json));
    for part in [
        sheet::check(data, options),
        read.map(|_| ()).map_err(|e| e.faults),
    ] {
        for fault in part.err().unwrap_or_default() {
            faults.add(fault);
        }
    }
    let list = faults.into_list();
    if list.is_empty() { Ok(()) } else { Err(list) }
}
