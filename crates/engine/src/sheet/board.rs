//! Map and tiles, and which tile may follow which.

use super::look::Look;
use super::patch::known_ids;
use super::read::{Names, homes, ids};
use super::trains::{COLOURS, COLUMNS};
use crate::CompanyDef;
use ::board::{
    Cell, CellDef, Colour, End, Home, Kind, Layout, Map, Paid, Shape, StopDef, Terrain, TileDef,
    TileId, TileSet, UNLIMITED,
};
use serde_json::Value as Json;
use smallvec::SmallVec;

pub(super) const GRID: &[&str] = &["layout", "names", "unbounded"];
pub(super) const TILE: &[&str] = &[
    "id",
    "colour",
    "count",
    "label",
    "class",
    "place",
    "special",
    "fixed_rotation",
    "stops",
    "segments",
    "upgrades",
    "cost",
    "bonus",
    "water",
    "private",
    "scenery",
    "reconstructed",
    "own",
];
pub(super) const STOP: &[&str] =
    &["kind", "revenue", "with_station", "slots", "group", "terminus", "counts", "name", "draw_at"];
pub(super) const UPGRADE: &[&str] = &["tile", "rotations"];
pub(super) const PRIVATE: &[&str] = &["edges", "company"];
pub(super) const CELL: &[&str] = &[
    "id",
    "public",
    "name",
    "colour",
    "label",
    "class",
    "stops",
    "segments",
    "upgrades",
    "terrain",
    "closed",
    "red_edges",
    "stubs",
    "reserved",
    "rotations",
    "reconstructed",
    "own",
];
pub(super) const TERRAIN: &[&str] = &["kind", "cost"];

const MOST_TILES: usize = 400;
const MOST_CELLS: usize = 1000;
const LAYOUTS: [&str; 3] = ["pointy_top", "flat_top", "square"];
const KINDS: [(&str, Kind); 4] =
    [("city", Kind::City), ("town", Kind::Town), ("halt", Kind::Halt), ("red", Kind::Red)];

// Column and row of the cell across each edge.
fn steps(layout: Layout) -> &'static [(i16, i16)] {
    match layout {
        Layout::PointyTop => &[(-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)],
        Layout::FlatTop => &[(0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)],
        Layout::Square => &[(0, -1), (1, 0), (0, 1), (-1, 0)],
    }
}

/// The map and its tiles: those of the box, then those printed on cells.
pub(super) fn read(look: &Look, names: &Names, whole: &Json) -> (Map, TileSet) {
    let grid = look.key("grid");
    grid.only(GRID);
    let layout = match grid.key("layout").word(&LAYOUTS) {
        Some(1) => Layout::FlatTop,
        Some(2) => Layout::Square,
        _ => Layout::PointyTop,
    };
    let shape = if layout == Layout::Square { Shape::Square } else { Shape::Hex };
    let unbounded = grid.maybe_flag("unbounded");
    if unbounded && layout != Layout::Square {
        grid.key("unbounded").fault("only square cards have no end");
    }
    let mut board = Reader {
        names,
        edges: shape.edges(),
        tiles: TileSet::new(shape),
        known: known_ids(whole, "tiles"),
    };
    if unbounded {
        board.tiles.add(TileDef::new("empty", Colour::Bare));
    }
    let first = board.tiles.tiles.len() as u16;
    let tiles = look.key("tiles").up_to(MOST_TILES);
    ids(&tiles);
    for tile in &tiles {
        let def = board.tile(tile);
        board.tiles.add(def);
    }
    for (i, tile) in tiles.iter().enumerate() {
        board.upgrades(tile, TileId(first + i as u16));
    }
    let cells = look.maybe("cells").map(|c| c.up_to(MOST_CELLS));
    if unbounded {
        if cells.is_some() {
            look.key("cells").fault("an unbounded map has none");
        }
        return (Map::unbounded(TileId(0)), board.tiles);
    }
    let cells = cells.unwrap_or_else(|| look.key("cells").list());
    ids(&cells);
    let by_row = grid.key("names").word(&["row_column", "column_row"]) == Some(0);
    let mut prints: Vec<Print> = Vec::new();
    let defs: Vec<CellDef> =
        cells.iter().map(|cell| board.cell(cell, by_row, &mut prints)).collect();
    let mut map = Map::bounded(layout, defs, steps(layout));
    close(&mut map, shape);
    (map, board.tiles)
}

// Track leaves the map nowhere, and a side that is closed is closed from both sides.
fn close(map: &mut Map, shape: Shape) {
    let written: Vec<u8> = map.cells.iter().map(|c| c.closed).collect();
    for cell in map.all().collect::<Vec<Cell>>() {
        for e in 0..shape.edges() {
            let closed = match map.neighbour(cell, e) {
                Some(next) => written[next.0 as usize] & (1 << shape.opposite(e)) != 0,
                None => true,
            };
            map.cells[cell.0 as usize].closed |= u8::from(closed) << e;
        }
    }
}

/// Puts companies at home on the map. A cell that is reserved for a company is not marked as its home.
pub(super) fn put_homes(map: &mut Map, tiles: &TileSet, companies: &[Look], defs: &[CompanyDef]) {
    if map.is_unbounded() {
        return;
    }
    for (i, (company, def)) in companies.iter().zip(defs).enumerate() {
        for (cell, stop) in homes(company, map, def.in_play) {
            let here = &mut map.cells[cell.0 as usize];
            if here.reserved_for == Some(i as u8) {
                continue;
            }
            let stops = &tiles.get(here.printed).stops;
            if stop.is_some_and(|s| usize::from(s) >= stops.len()) {
                company.key("homes").fault("no such stop");
            } else if def.in_play && stops.iter().all(|s| s.slots == 0) {
                company.key("homes").fault("no place for a station there");
            }
            here.homes.push(Home { company: i as u8, stop });
        }
    }
}

/// What is printed on a cell.
struct Print {
    def: TileDef,
    upgrades: Option<Json>,
    tile: TileId,
}

struct Reader<'a> {
    names: &'a Names,
    edges: u8,
    tiles: TileSet,
    // Tiles of the sheet in whichever variant.
    known: Vec<&'a str>,
}

impl Reader<'_> {
    fn tile(&self, look: &Look) -> TileDef {
        look.only(TILE);
        let id = look.key("id").text();
        let mut def = self.track(look, id, colour(&look.key("colour")));
        let count = look.key("count");
        def.count = if count.is("unlimited") { UNLIMITED } else { count.number(0..=250) as u8 };
        def.special = look.maybe_flag("special");
        def.place = look.maybe("place").map(|p| p.text().to_owned());
        def.scenery = look.maybe("scenery").map(|s| s.text().to_owned());
        let last = i64::from(self.edges) - 1;
        def.fixed_rotation = look.maybe("fixed_rotation").map(|r| r.number(0..=last) as u8);
        def.cost = look.maybe("cost").map_or(0, |c| c.price());
        def.treasury_bonus = look.maybe("bonus").map_or(0, |b| b.price());
        def.water = look.maybe_mask("water", self.edges);
        def.private = look.maybe("private").and_then(|p| {
            p.only(PRIVATE);
            let company = p.key("company").named(&self.names.companies, "company");
            company.map(|c| (p.key("edges").mask(self.edges), c as u8))
        });
        def
    }

    // What tiles and printed cells have in common.
    fn track(&self, look: &Look, name: &str, colour: Colour) -> TileDef {
        let mut def = TileDef::new(name, colour);
        def.label = look.maybe("label").map(|l| l.text().to_owned());
        let class = look.maybe("class");
        let class = class.and_then(|c| c.named(&self.names.classes, "class"));
        def.class = class.map_or(0, |c| c as u8 + 1);
        let stops = look.maybe("stops").map(|s| s.up_to(8)).unwrap_or_default();
        let mut groups = Vec::new();
        def.stops = stops.iter().map(|s| stop(s, &mut groups)).collect();
        if def.slots() > 4 {
            look.key("stops").fault("at most four station slots fit");
            def.stops.iter_mut().for_each(|s| s.slots = 0);
        }
        let segments = look.maybe("segments").map(|s| s.up_to(40));
        for segment in segments.unwrap_or_default() {
            match &segment.list()[..] {
                [a, b] => {
                    let ends = (self.end(a, &def), self.end(b, &def));
                    if ends.0.is_some() && ends.0 == ends.1 {
                        segment.fault("track joins two different ends");
                    } else if let (Some(a), Some(b)) = ends {
                        def.segments.push((a, b));
                    }
                }
                _ => segment.fault("track joins two ends"),
            }
        }
        def
    }

    // `e2` is edge 2, `s0` is stop 0.
    fn end(&self, look: &Look, def: &TileDef) -> Option<End> {
        let text = look.text();
        let number = text.get(1..).and_then(|n| n.parse::<u8>().ok());
        let found = match (text.get(..1), number) {
            (Some("e"), Some(n)) if n < self.edges => Some(End::Edge(n)),
            (Some("s"), Some(n)) if usize::from(n) < def.stops.len() => Some(End::Stop(n)),
            _ => None,
        };
        if found.is_none() {
            look.fault("an edge such as e0 or a stop such as s0 is needed");
        }
        found
    }

    // Tiles that are listed as successors. Those of other variants are passed over.
    fn upgrades(&mut self, look: &Look, old: TileId) {
        let list = look.maybe("upgrades").map(|u| u.up_to(200));
        for next in list.unwrap_or_default() {
            let (name, rotations) = if next.json().is_object() {
                next.only(UPGRADE);
                let rotations = next.key("rotations").mask(self.edges);
                (next.key("tile"), Some(rotations))
            } else {
                (next.clone(), None)
            };
            match self.tiles.by_name(name.text()) {
                Some(new) => self.follow(&next, old, new, rotations),
                None if self.known.contains(&name.text()) => {}
                None => name.fault("no tile is called that"),
            }
        }
    }

    fn follow(&mut self, look: &Look, old: TileId, new: TileId, rotations: Option<u8>) {
        let fits = self.tiles.allow(old, new, rotations);
        let kept = self.tiles.get(old).upgrades.last();
        let kept = kept.filter(|_| fits).map_or(0, |s| s.rotations);
        let (a, b) = (&self.tiles.get(old).name, &self.tiles.get(new).name);
        if !fits {
            look.fault(&format!("{b} keeps the track of {a} at no rotation"));
        } else if rotations.is_some_and(|r| r != kept) {
            look.fault(&format!("{b} does not keep the track of {a} at all of them"));
        }
    }

    fn cell(&mut self, look: &Look, by_row: bool, prints: &mut Vec<Print>) -> CellDef {
        look.only(CELL);
        let id = look.key("id").text();
        let printed = self.printed(look, id, prints);
        let at = place(id, by_row).unwrap_or_else(|| {
            look.key("id").fault("letters and a number are needed");
            (0, 0)
        });
        let reserved_for = look
            .maybe("reserved")
            .and_then(|r| r.named(&self.names.companies, "company"))
            .map(|i| i as u8);
        let mut rotations = Vec::new();
        let listed = look.maybe("rotations").map(|r| r.fields());
        for (name, mask) in listed.unwrap_or_default() {
            match self.tiles.by_name(name) {
                Some(tile) => rotations.push((tile, mask.mask(self.edges))),
                None if self.known.contains(&name) => {}
                None => mask.fault("no tile is called that"),
            }
        }
        CellDef {
            name: id.to_owned(),
            public_name: look.maybe("public").map(|p| p.text().to_owned()),
            place: look.maybe("name").map(|n| n.text().to_owned()),
            printed,
            terrain: look.maybe("terrain").map(|t| {
                t.only(TERRAIN);
                Terrain { kind: t.key("kind").text().to_owned(), cost: t.key("cost").price() }
            }),
            closed: look.maybe_mask("closed", self.edges),
            stubs: look.maybe_mask("stubs", self.edges),
            homes: SmallVec::new(),
            reserved_for,
            rotations,
            red_edges: look.maybe_mask("red_edges", self.edges),
            at,
        }
    }

    // The tile printed on a cell. Cells on which the same is printed share it.
    fn printed(&mut self, look: &Look, id: &str, prints: &mut Vec<Print>) -> TileId {
        let colour = look.maybe("colour").map_or(Colour::Bare, |c| colour(&c));
        let class = look.maybe("class").map(|c| c.text());
        let name = match (class, colour) {
            (Some(class), Colour::Bare) => format!("bare {class}"),
            (Some(_), _) => id.to_owned(),
            (None, _) => format!("printed:{id}"),
        };
        let def = self.track(look, &name, colour);
        let upgrades = look.maybe("upgrades").map(|u| u.json().clone());
        let same = |p: &&Print| {
            let a = (&p.def.stops, &p.def.segments, &p.def.label, p.def.colour);
            a == (&def.stops, &def.segments, &def.label, def.colour)
                && p.def.class == def.class
                && p.upgrades == upgrades
        };
        if let Some(found) = prints.iter().find(same) {
            return found.tile;
        }
        let tile = self.tiles.add(def.clone());
        if upgrades.is_some() {
            self.upgrades(look, tile);
        } else if colour == Colour::Bare {
            self.first_tiles(tile);
        }
        prints.push(Print { def, upgrades, tile });
        tile
    }

    // Yellow tiles that fit what is printed: of its class, or with the same stops and label where there are no classes.
    fn first_tiles(&mut self, bare: TileId) {
        let fits = |new: &TileDef| {
            let old = self.tiles.get(bare);
            let stops = |t: &TileDef, kind| t.stops.iter().filter(|s| s.kind == kind).count();
            let alike = || {
                old.label == new.label && KINDS.iter().all(|&(_, k)| stops(old, k) == stops(new, k))
            };
            new.colour == Colour::Yellow
                && !new.special
                && old.class == new.class
                && (old.class != 0 || alike())
        };
        let all = self.tiles.tiles.iter().enumerate();
        let first: Vec<TileId> = all
            .filter(|(i, t)| *i != usize::from(bare.0) && fits(t))
            .map(|(i, _)| TileId(i as u16))
            .collect();
        for new in first {
            self.tiles.allow(bare, new, None);
        }
    }
}

fn colour(look: &Look) -> Colour {
    let found = look.word(&COLOURS.map(|(name, _)| name));
    found.map_or(Colour::Bare, |i| COLOURS[i].1)
}

fn stop<'a>(look: &Look<'a>, groups: &mut Vec<&'a str>) -> StopDef {
    look.only(STOP);
    let kind = look.key("kind").word(&KINDS.map(|(name, _)| name));
    let kind = kind.map_or(Kind::Town, |i| KINDS[i].1);
    let slots = look.maybe("slots").map_or(0, |s| s.number(0..=4) as u8);
    let mut def = StopDef::new(kind, slots, 0);
    let revenue = look.maybe("revenue");
    def.paid = match revenue {
        Some(table) if table.json().is_object() => {
            table.only(&COLUMNS);
            Paid::ByColumn(COLUMNS.map(|c| table.key(c).price()))
        }
        Some(number) => Paid::Always(number.price()),
        None => Paid::Always(0),
    };
    def.paid_with_station = look.maybe("with_station").map(|v| v.price());
    def.group = look.maybe("group").map(|g| {
        let name = g.text();
        let number = groups.iter().position(|n| *n == name);
        number.unwrap_or_else(|| {
            groups.push(name);
            groups.len() - 1
        }) as u8
            + 1
    });
    def.terminus = look.maybe_flag("terminus");
    def.counts = look.maybe("counts").is_none_or(|c| c.flag());
    def.name = look.maybe("name").map(|n| n.text().to_owned());
    def.draw_at = look.maybe("draw_at").and_then(|at| {
        let halves = at.json().as_f64().map(|edge| edge * 2.0);
        let found = halves.filter(|h| (0.0..12.0).contains(h) && h.fract() == 0.0);
        if found.is_none() {
            at.fault("a number of an edge or half-way between two, such as 2.5, is needed");
        }
        found.map(|h| h as u8)
    });
    def
}

// `E11`: letters count rows or columns from A, the number counts the other.
fn place(name: &str, by_row: bool) -> Option<(i16, i16)> {
    let split = name.find(|c: char| !c.is_ascii_uppercase())?;
    let (letters, number) = name.split_at(split);
    if letters.is_empty() || letters.len() > 2 {
        return None;
    }
    let counted = |n: i16, b: u8| n * 26 + i16::from(b - b'A') + 1;
    let letters = letters.bytes().fold(0, counted) - 1;
    let number: i16 = number.parse().ok().filter(|n| (-500..500).contains(n))?;
    Some(if by_row { (number, letters) } else { (letters, number) })
}
