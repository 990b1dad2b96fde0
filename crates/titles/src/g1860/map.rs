//! Map sides and tiles.

use super::raw::{Hex, Raw, Stop};
use board::{
    Cell, CellDef, Colour, End, Home, Kind, Layout, Map, Paid, Shape, StopDef, Terrain, TileDef,
    TileId, TileSet,
};
use std::collections::BTreeMap;

/// The number in `s0`.
pub(super) fn stop_number(text: &str) -> Option<u8> {
    text.strip_prefix('s')?.parse().ok()
}

/// A tile colour by its name.
pub(super) fn colour(text: &str) -> Option<Colour> {
    match text {
        "yellow" => Some(Colour::Yellow),
        "green" => Some(Colour::Green),
        "brown" => Some(Colour::Brown),
        _ => None,
    }
}

fn end(text: &str) -> Option<End> {
    match text.strip_prefix('e') {
        Some(edge) => edge.parse().ok().filter(|&e| e < 6).map(End::Edge),
        None => stop_number(text).map(End::Stop),
    }
}

// `e2.5` lies between edges 2 and 3: half edges are counted.
fn drawn(text: &str) -> Option<u8> {
    let place: f32 = text.strip_prefix('e')?.parse().ok()?;
    Some((place * 2.0) as u8)
}

fn stop(who: &str, raw: &Raw, s: &Stop, faults: &mut Vec<String>) -> StopDef {
    let kind = match s.kind.as_str() {
        "city" => Kind::City,
        "town" => Kind::Town,
        // An unbuilt dot may become either; a halt is the lesser of the two.
        "halt" | "village" => Kind::Halt,
        other => {
            faults.push(format!("{who}: a stop of kind {other}"));
            Kind::Halt
        }
    };
    let mut def = StopDef::new(kind, s.slots, s.revenue.as_u64().unwrap_or(0) as u16);
    if s.terminal {
        // IOW-RUN-26: Ryde Pier pays by phase.
        let mut columns: Vec<u16> = raw.phases.iter().map(|p| p.ryde_pier_revenue).collect();
        columns.dedup();
        let last = columns.last().copied().unwrap_or(0);
        columns.resize(4, last);
        def.paid = Paid::ByColumn([columns[0], columns[1], columns[2], columns[3]]);
        def.terminus = true;
    }
    def.name = s.name.clone();
    def.draw_at = s.draw_at.as_deref().and_then(drawn);
    def
}

fn segments(who: &str, list: &[(String, String)], faults: &mut Vec<String>) -> Vec<(End, End)> {
    list.iter()
        .filter_map(|(a, b)| match (end(a), end(b)) {
            (Some(a), Some(b)) => Some((a, b)),
            _ => {
                faults.push(format!("{who}: track {a}-{b}"));
                None
            }
        })
        .collect()
}

fn mask(rotations: &[u8]) -> u8 {
    rotations.iter().fold(0, |m, r| m | 1 << (r % 6))
}

/// The map of a side and all tiles: those of the box, as many as an edition of the rules has (IOW-SETUP-7; without one,
/// the edition that the side names), those printed on it, and one bare tile for each class of hex.
pub(super) fn build(
    raw: &Raw,
    side: &str,
    edition: Option<&str>,
    faults: &mut Vec<String>,
) -> (Map, TileSet) {
    let mut tiles = TileSet::new(Shape::Hex);
    let mut classes: BTreeMap<&str, u8> = BTreeMap::new();
    let Some(map) = raw.maps.get(side) else {
        faults.push(format!("no map side is called {side}"));
        return (Map::bounded(Layout::FlatTop, Vec::new(), &[]), tiles);
    };
    let edition = edition.unwrap_or(&map.tile_edition);
    for t in &raw.tiles {
        let Some(colour) = colour(&t.color) else {
            faults.push(format!("tile {}: colour {}", t.id, t.color));
            continue;
        };
        let next = classes.len() as u8 + 1;
        let mut def = TileDef::new(&t.id, colour);
        def.label = t.label.clone();
        def.class = *classes.entry(&t.class).or_insert(next);
        def.stops = t
            .stops
            .iter()
            .map(|s| stop(&t.id, raw, s, faults))
            .collect();
        def.segments = segments(&t.id, &t.segments, faults);
        def.fixed_rotation = t.fixed_rotation;
        match t.count.get(edition) {
            Some(&count) => def.count = count,
            None => faults.push(format!("tile {}: no count for {edition}", t.id)),
        }
        tiles.add(def);
    }
    for t in &raw.tiles {
        for next in &t.upgrades_to {
            follow(
                &mut tiles,
                &t.id,
                &next.tile,
                mask(&next.relative_rotations),
                faults,
            );
        }
    }
    let yellows: Vec<(String, String)> = raw
        .tiles
        .iter()
        .filter(|t| t.color == "yellow")
        .map(|t| (t.id.clone(), t.class.clone()))
        .collect();
    let mut cells = Vec::new();
    for hex in &map.hexes {
        let printed = printed(raw, hex, &yellows, &classes, &mut tiles, faults);
        cells.push(cell(raw, hex, printed, &tiles, faults));
    }
    let steps: Vec<(i16, i16)> = (0..6)
        .map(|e| {
            raw.conventions
                .neighbour_delta_column_row
                .get(&e.to_string())
                .copied()
                .unwrap_or((0, 0))
        })
        .collect();
    let map_built = Map::bounded(Layout::FlatTop, cells, &steps);
    for hex in &map.hexes {
        neighbours_agree(&map_built, hex, faults);
    }
    if map_built.by_name(&raw.ryde_pier.hex).is_none() {
        faults.push("Ryde Pier is not on the map".to_owned());
    }
    (map_built, tiles)
}

fn follow(tiles: &mut TileSet, old: &str, new: &str, rotations: u8, faults: &mut Vec<String>) {
    let (Some(a), Some(b)) = (tiles.by_name(old), tiles.by_name(new)) else {
        faults.push(format!("{old}: no tile is called {new}"));
        return;
    };
    tiles.allow(a, b, Some(rotations));
    let kept = tiles
        .get(a)
        .upgrades
        .last()
        .filter(|s| s.tile == b)
        .map_or(0, |s| s.rotations);
    if kept != rotations {
        faults.push(format!(
            "{old} to {new}: rotations {rotations:06b} listed, {kept:06b} keep the track"
        ));
    }
}

fn printed(
    raw: &Raw,
    hex: &Hex,
    yellows: &[(String, String)],
    classes: &BTreeMap<&str, u8>,
    tiles: &mut TileSet,
    faults: &mut Vec<String>,
) -> TileId {
    let bare = hex.printed == "none";
    // Bare hexes of one class share a tile, unless they have names of their own to draw.
    let name = if bare {
        format!("bare {}", hex.class)
    } else {
        hex.id.clone()
    };
    if let Some(id) = tiles.by_name(&name) {
        return id;
    }
    let mut def = TileDef::new(
        &name,
        match hex.printed.as_str() {
            "none" => Colour::Bare,
            "yellow" => Colour::Yellow,
            "fixed" => Colour::Red,
            other => {
                faults.push(format!("{}: printed as {other}", hex.id));
                Colour::Bare
            }
        },
    );
    def.label = hex.label.clone();
    def.class = classes.get(hex.class.as_str()).copied().unwrap_or(0);
    def.stops = hex
        .stops
        .iter()
        .map(|s| {
            let mut def = stop(&hex.id, raw, s, faults);
            if bare && def.kind == Kind::City {
                // A headquarters may wait on the bare hex (IOW-LAUNCH-10).
                def.slots = 1;
            }
            def
        })
        .collect();
    def.segments = segments(&hex.id, &hex.segments, faults);
    let id = tiles.add(def);
    if bare {
        for (tile, _) in yellows.iter().filter(|(_, class)| *class == hex.class) {
            if let Some(new) = tiles.by_name(tile) {
                tiles.allow(id, new, None);
            }
        }
    } else {
        for next in &hex.upgrades_to {
            follow(
                tiles,
                &name,
                &next.tile,
                mask(&next.relative_rotations),
                faults,
            );
        }
    }
    id
}

fn cell(
    raw: &Raw,
    hex: &Hex,
    printed: TileId,
    tiles: &TileSet,
    faults: &mut Vec<String>,
) -> CellDef {
    let open = hex.neighbours.keys().filter_map(|k| match end(k) {
        Some(End::Edge(e)) => Some(e),
        _ => None,
    });
    let closed = !mask(&open.collect::<Vec<u8>>()) & 0b11_1111;
    let homes = raw
        .companies
        .iter()
        .enumerate()
        .filter(|(_, c)| c.home_hex == hex.id)
        .map(|(i, c)| Home {
            company: i as u8,
            stop: stop_number(&c.home_stop),
        })
        .collect();
    if let Some(home) = &hex.home_of
        && !raw
            .companies
            .iter()
            .any(|c| c.abbr == *home && c.home_hex == hex.id)
    {
        faults.push(format!("{}: home of {home}, who does not know it", hex.id));
    }
    let rotations = hex
        .required_rotation
        .iter()
        .filter_map(|(tile, &r)| {
            let found = tiles.by_name(tile);
            if found.is_none() {
                faults.push(format!("{}: no tile is called {tile}", hex.id));
            }
            found.map(|t| (t, 1 << r))
        })
        .collect();
    let column = hex
        .column
        .bytes()
        .next()
        .map_or(0, |b| i16::from(b) - i16::from(b'A'));
    CellDef {
        name: hex.id.clone(),
        public_name: None,
        place: hex.name.clone(),
        printed,
        terrain: hex.terrain.clone().map(|kind| Terrain {
            kind,
            cost: hex.terrain_cost_credits,
        }),
        closed,
        stubs: 0,
        homes,
        reserved_for: None,
        rotations,
        red_edges: mask(&hex.impassable_edges),
        at: (column, hex.row),
    }
}

fn neighbours_agree(map: &Map, hex: &Hex, faults: &mut Vec<String>) {
    let Some(here) = map.by_name(&hex.id) else {
        return;
    };
    for (key, name) in &hex.neighbours {
        let Some(End::Edge(e)) = end(key) else {
            faults.push(format!("{}: {key} is no edge", hex.id));
            continue;
        };
        let there: Option<Cell> = map.by_name(name);
        if there.is_none() || map.neighbour(here, e) != there {
            faults.push(format!("{}: {name} does not lie across {key}", hex.id));
            continue;
        }
        if let Some(there) = there
            && map.def(there).closed & (1 << Shape::Hex.opposite(e)) != 0
        {
            faults.push(format!("{}: {name} is closed towards it", hex.id));
        }
    }
}
