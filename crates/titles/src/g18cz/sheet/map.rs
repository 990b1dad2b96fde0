//! Map and tiles, and which tile may follow which.

use super::super::options::Options;
use super::super::printed::Variant;
use super::super::raw::{Raw, RawHex, RawStop, RawTile};
use super::words::{colour_of, mask};
use board::{
    CellDef, Colour, End, Home, Kind, Layout, Map, Paid, Shape, StopDef, Terrain, TileDef, TileId,
    TileSet,
};
use smallvec::SmallVec;
use std::collections::BTreeMap;

fn stop_of(raw: &RawStop, terminus: bool, at: &str, faults: &mut Vec<String>) -> StopDef {
    let kind = match raw.kind.as_str() {
        "city" => Kind::City,
        "town" => Kind::Town,
        "red" => Kind::Red,
        other => {
            faults.push(format!("{at}: no stop is called {other}"));
            Kind::Town
        }
    };
    let mut stop = StopDef::new(kind, raw.slots, 0);
    stop.paid = match &raw.revenue {
        serde_json::Value::Number(n) => Paid::Always(n.as_u64().unwrap_or(0) as u16),
        serde_json::Value::Object(map) => {
            Paid::ByColumn(["yellow", "green", "brown", "grey"].map(|c| {
                map.get(c)
                    .and_then(serde_json::Value::as_u64)
                    .unwrap_or_else(|| {
                        faults.push(format!("{at}: no {c} value"));
                        0
                    }) as u16
            }))
        }
        _ => {
            faults.push(format!("{at}: revenue is neither a number nor a table"));
            Paid::Always(0)
        }
    };
    stop.group = raw.group.as_ref().map(|_| 1);
    stop.terminus = terminus;
    stop
}

fn end_of(text: &str, at: &str, faults: &mut Vec<String>) -> End {
    let number = text.get(1..).and_then(|n| n.parse::<u8>().ok());
    match (text.get(..1), number) {
        (Some("e"), Some(n)) if n < 6 => End::Edge(n),
        (Some("s"), Some(n)) => End::Stop(n),
        _ => {
            faults.push(format!("{at}: no track end is called {text}"));
            End::Edge(0)
        }
    }
}

/// The board of a game.
pub(super) struct Built {
    /// The map.
    pub map: Map,
    /// The tiles.
    pub tiles: TileSet,
    /// Red tile of each large company.
    pub red: BTreeMap<String, TileId>,
    /// What its company gets more for it.
    pub home_bonus: i32,
}

// The hexes that the game is played on.
fn hexes_of(raw: &Raw, variant: Variant) -> Vec<RawHex> {
    let bohemia = &raw.variants.bohemia;
    match variant {
        Variant::Standard | Variant::Introductory => raw.hexes.clone(),
        Variant::Moravia => raw.variants.moravia_silesia.hexes.clone(),
        Variant::Bohemia => raw
            .hexes
            .iter()
            .filter(|h| bohemia.hexes.contains(&h.id))
            .cloned()
            .map(|mut h| {
                // CZ-BOHEMIA-25
                if let Some(edges) = bohemia.off_map_edges_here.get(&h.id) {
                    h.off_map_edges.clone_from(edges);
                }
                if let Some(rotations) = bohemia.red_tile_rotations_here.get(&h.id) {
                    h.red_tile_rotations.clone_from(rotations);
                }
                h
            })
            .collect(),
    }
}

/// Tiles, printed hexes and which tile may follow which.
pub(super) fn board_of(
    raw: &Raw,
    variant: Variant,
    options: &Options,
    faults: &mut Vec<String>,
) -> Built {
    let hexes = hexes_of(raw, variant);
    let mut tiles = TileSet::new(Shape::Hex);
    let mut red = BTreeMap::new();
    let mut home_bonus = 0;
    let intro = variant == Variant::Introductory;
    let in_play = |t: &RawTile| {
        // CZ-INTRO-2: no red, purple-edged or grey tiles.
        !intro || !(t.colour == "red" || t.colour == "grey" || t.purple_edged)
    };
    for t in raw.tiles.iter().filter(|t| in_play(t)) {
        let at = format!("tile {}", t.id);
        let mut tile = TileDef::new(&t.id, colour_of(&t.colour, faults));
        tile.label.clone_from(&t.label);
        tile.count = t.count;
        tile.special = t.purple_edged;
        tile.stops = t
            .stops
            .iter()
            .map(|s| stop_of(s, t.terminus, &at, faults))
            .collect();
        if let (Some(name), Some(stop)) = (&t.name, tile.stops.first_mut()) {
            stop.name = Some(name.clone());
        }
        tile.segments = t
            .segments
            .iter()
            .map(|(a, b)| (end_of(a, &at, faults), end_of(b, &at, faults)))
            .collect();
        let id = tiles.add(tile);
        if let Some(company) = &t.home_of {
            red.insert(company.clone(), id);
            home_bonus = t.home_bonus;
        }
    }
    for t in raw.tiles.iter().filter(|t| in_play(t)) {
        for next in &t.upgrades_to {
            let (Some(old), Some(new)) = (tiles.by_name(&t.id), tiles.by_name(next)) else {
                if !intro {
                    faults.push(format!("tile {}: no successor {next}", t.id));
                }
                continue;
            };
            // CZ-UPGRADE-13, option: a two-town tile becomes one town.
            if t.stops.len() == 2
                && t.stops[0].kind == "town"
                && tiles.get(new).stops.len() == 1
                && !options.double_town_to_single_purple_town
            {
                continue;
            }
            if !tiles.allow(old, new, None) {
                faults.push(format!(
                    "tile {}: {next} keeps its track at no rotation",
                    t.id
                ));
            }
        }
    }
    let company = |id: &str, faults: &mut Vec<String>| {
        raw.companies.iter().position(|c| c.id == id).map_or_else(
            || {
                faults.push(format!("no company is called {id}"));
                0
            },
            |i| i as u8,
        )
    };
    let mut cells = Vec::new();
    let mut printed: BTreeMap<String, TileId> = BTreeMap::new();
    for hex in &hexes {
        let at = format!("hex {}", hex.id);
        let key = format!(
            "{}/{}/{:?}",
            hex.kind,
            hex.label.as_deref().unwrap_or(""),
            hex.reserved_for
        );
        let id = *printed.entry(key).or_insert_with(|| {
            let colour = match hex.kind.as_str() {
                "pre_printed_yellow_oo" => Colour::Yellow,
                "pre_printed_grey" => Colour::Grey,
                _ => Colour::Bare,
            };
            let mut tile = TileDef::new(&format!("printed:{}", hex.id), colour);
            tile.label.clone_from(&hex.label);
            tile.stops = hex
                .stops
                .iter()
                .map(|s| stop_of(s, false, &at, faults))
                .collect();
            tile.segments = hex
                .segments
                .iter()
                .map(|(a, b)| (end_of(a, &at, faults), end_of(b, &at, faults)))
                .collect();
            let id = tiles.add(tile);
            let successors: Vec<TileId> = (0..tiles.tiles.len() as u16)
                .map(TileId)
                .filter(|&t| first_tile_fits(hex, tiles.get(t), &red, t))
                .collect();
            for t in successors {
                tiles.allow(id, t, None);
            }
            id
        });
        let mut homes: SmallVec<[Home; 2]> = SmallVec::new();
        for c in &hex.home_of {
            homes.push(Home {
                company: company(c, faults),
                stop: hex.company_city.get(c).copied(),
            });
        }
        let reserved_for = hex.reserved_for.as_ref().map(|c| company(c, faults));
        let rotations = match hex.reserved_for.as_ref().and_then(|c| red.get(c)) {
            Some(&tile) => vec![(tile, mask(&hex.red_tile_rotations))],
            None => Vec::new(),
        };
        let (row, column) = hex.id.split_at(1);
        let row = row
            .bytes()
            .next()
            .map_or(0, |b| i16::from(b) - i16::from(b'A'));
        let column: i16 = column.parse().unwrap_or_else(|_| {
            faults.push(format!("{at}: no column"));
            0
        });
        cells.push(CellDef {
            name: hex.id.clone(),
            public_name: hex.public_id.clone(),
            place: hex.name.clone(),
            printed: id,
            terrain: hex.terrain.as_ref().map(|t| Terrain {
                kind: t.kind.clone(),
                cost: t.cost,
            }),
            closed: mask(&hex.off_map_edges),
            stubs: mask(&hex.stubs),
            homes,
            reserved_for,
            rotations,
            red_edges: mask(&hex.red_edges),
            at: (column, row),
        });
    }
    let step: Vec<(i16, i16)> = (0..6)
        .map(|e| {
            let (row, column) = raw
                .orientation
                .neighbour_offset_row_col
                .get(&e.to_string())
                .copied()
                .unwrap_or((0, 0));
            (column, row)
        })
        .collect();
    let map = Map::bounded(Layout::PointyTop, cells, &step);
    for cell in map.all() {
        let def = map.def(cell);
        for e in 0..6 {
            if map.neighbour(cell, e).is_none() && def.closed & (1 << e) == 0 {
                faults.push(format!(
                    "hex {}: edge {e} leads off the map but is not marked so",
                    def.name
                ));
            }
        }
    }
    Built {
        map,
        tiles,
        red,
        home_bonus,
    }
}

// CZ-TRACK-6, 8, 9, 16, 17, 20
fn first_tile_fits(
    hex: &RawHex,
    tile: &TileDef,
    red: &BTreeMap<String, TileId>,
    id: TileId,
) -> bool {
    let towns = tile.stops.iter().filter(|s| s.kind == Kind::Town).count();
    let same_label = tile.label == hex.label;
    let yellow = tile.colour == Colour::Yellow && tile.count > 0 && !tile.special;
    match hex.kind.as_str() {
        "plain" => yellow && tile.stops.is_empty(),
        "town" => yellow && towns == 1 && tile.stops.len() == 1,
        "double_town" => yellow && towns == 2,
        "city" | "pre_printed_praha" => yellow && tile.has(Kind::City) && same_label,
        "pre_printed_yellow_oo" => {
            tile.colour == Colour::Green
                && tile.count > 0
                && !tile.special
                && same_label
                && tile.label.is_some()
        }
        "red_edged" => hex.reserved_for.as_ref().and_then(|c| red.get(c)) == Some(&id),
        _ => false,
    }
}
