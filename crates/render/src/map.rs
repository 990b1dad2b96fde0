//! The map with everything that lies on it.

use crate::Theme;
use crate::axes::axes;
use crate::cell::{Layers, Look, draw};
use crate::geometry::{Frame, Pt};
use crate::page::{Page, wrap};
use crate::route::{Drawn, routes};
use crate::svg::{Svg, escape, num};
use board::{Cell, Home, Laid, Spot, TileDef, TileId};
use engine::{Company, Core, Flag, RouteClaim, Sheet};

/// What to draw besides the board.
#[derive(Clone, Copy, Debug)]
pub struct MapOptions<'a> {
    /// Colours.
    pub theme: Theme,
    /// Start of all ids (`map` gives `map-fills`, `map-legal`, …): another one for a second map on a page.
    pub id: &'a str,
    /// Routes, in colours.
    pub routes: &'a [RouteClaim],
    /// Stops that the routes count; all that they touch, if not told.
    pub served: Option<&'a [Spot]>,
    /// Coordinates inside the cells (large maps); they are always in the margin.
    pub coordinates: bool,
    /// Cells whose last change is to be marked.
    pub marked: &'a [Cell],
    /// Width in pixels; without it the picture fills what it is put into.
    pub width: Option<f64>,
    /// Accessible name.
    pub label: &'a str,
}

impl Default for MapOptions<'_> {
    fn default() -> Self {
        MapOptions {
            theme: Theme::Light,
            id: "map",
            routes: &[],
            served: None,
            coordinates: false,
            marked: &[],
            width: None,
            label: "Map",
        }
    }
}

/// Position of a cell for drawing.
pub(crate) fn place(sheet: &Sheet, cell: Cell) -> Pt {
    let frame = Frame::new(sheet.map.layout);
    frame.centre(if sheet.map.is_unbounded() { cell.xy() } else { sheet.map.def(cell).at })
}

/// Centre of a cell in the units of [`map_svg`] (a hex has sides of 50, a card is 90 wide).
pub fn cell_centre(sheet: &Sheet, cell: Cell) -> (f64, f64) {
    let p = place(sheet, cell);
    (p.x, p.y)
}

/// Outline of a cell as path data in the units of [`map_svg`], its sides moved inwards by `inset`.
pub fn cell_outline(sheet: &Sheet, cell: Cell, inset: f64) -> String {
    Frame::new(sheet.map.layout).outline_at(place(sheet, cell), inset)
}

/// Stop of the tile as it lies that a home on the printed tile has become.
fn home_stops(sheet: &Sheet, printed: &TileDef, home: &Home, laid: &Laid) -> Vec<u8> {
    let tile = sheet.tiles.get(laid.tile);
    let all = 0..tile.stops.len() as u8;
    match home.stop {
        Some(stop) if tile.stops.len() > 1 => {
            let exits = printed.exits_of(stop);
            let shape = sheet.tiles.shape;
            all.filter(|&s| {
                if exits == 0 {
                    s == stop
                } else {
                    shape.turn(tile.exits_of(s), laid.rotation) & exits == exits
                }
            })
            .take(1)
            .collect()
        }
        _ => all.collect(),
    }
}

/// How a cell looks with a tile on it.
pub(crate) fn look<'a>(
    sheet: &'a Sheet,
    core: &Core,
    cell: Cell,
    laid: &Laid,
    name: &'a str,
) -> Look<'a> {
    let bounded = !sheet.map.is_unbounded();
    let def = bounded.then(|| sheet.map.def(cell));
    let mut look = Look::tile(sheet, sheet.tiles.get(laid.tile), laid.rotation);
    look.def = def;
    look.coordinate = name;
    look.slots = laid.slots;
    look.waiting = laid.waiting;
    look.column = sheet.phases.get(usize::from(core.phase)).map(|p| p.column);
    if let Some(def) = def {
        let printed = sheet.tiles.get(def.printed);
        let waits = |c: u8| {
            let company = Company(c);
            usize::from(c) < sheet.companies.len()
                && !core.is(company, Flag::Home)
                && !core.is(company, Flag::Closed)
                && !core.board().has_station_on(cell, c)
        };
        look.kept = def
            .homes
            .iter()
            .filter(|h| waits(h.company))
            .flat_map(|h| home_stops(sheet, printed, h, laid).into_iter().map(|s| (s, h.company)))
            .collect();
        look.reserved = def.reserved_for.map(|c| (c, waits(c)));
    }
    look
}

/// A cell with another tile on it, as a group to lay over the map: the preview of a move. Stations move to the
/// stops that `stops` names, as in the list of a tile's successors.
pub fn preview_svg(sheet: &Sheet, core: &Core, cell: Cell, tile: TileId, rotation: u8) -> String {
    let name = sheet.map.name(cell);
    let mut board = core.board().clone();
    let stops = core
        .board()
        .at(cell)
        .and_then(|old| {
            let n = sheet.tiles.shape.edges();
            let by = (rotation + n - old.rotation % n) % n;
            let successor = sheet.tiles.get(old.tile).upgrades.iter().find(|u| u.tile == tile)?;
            successor.stops.get(usize::from(by)).map(|s| s.to_vec())
        })
        .unwrap_or_else(|| (0..4).collect());
    board.lay(&sheet.tiles, cell, tile, rotation, &stops);
    let Some(laid) = board.at(cell).copied() else {
        return String::new();
    };
    let look = look(sheet, core, cell, &laid, &name);
    let layers = draw(&look);
    let mut out = Svg::new();
    out.put(format_args!(
        "<g class=\"preview on-{}\" data-cell=\"{}\" transform=\"translate({})\">",
        look.ground(),
        escape(&name),
        place(sheet, cell).show()
    ));
    out.raw(layers.fill.as_str()).path("edge", &look.frame.outline(0.0));
    out.raw(layers.track.as_str()).raw(layers.stops.as_str()).raw(layers.text.as_str()).raw("</g>");
    out.finish()
}

/// Cells of an unbounded board that are empty and touch a card.
fn frontier(sheet: &Sheet, core: &Core) -> Vec<Cell> {
    let board = core.board();
    let mut free: Vec<Cell> = board
        .cells()
        .iter()
        .flat_map(|(c, _)| (0..4).filter_map(|e| sheet.map.neighbour(*c, e)))
        .filter(|c| board.at(*c).is_none())
        .collect();
    free.sort_unstable_by_key(|c| (c.xy().1, c.xy().0));
    free.dedup();
    free
}

/// The body of a map, without the root element, and its view box.
pub(crate) struct MapBody {
    pub(crate) body: String,
    pub(crate) view: (f64, f64, f64, f64),
}

pub(crate) fn map_body(sheet: &Sheet, core: &Core, options: &MapOptions<'_>) -> MapBody {
    let frame = Frame::new(sheet.map.layout);
    let board = core.board();
    let mut cells = board.cells();
    cells.sort_by(|a, b| {
        let (p, q) = (place(sheet, a.0), place(sheet, b.0));
        p.y.total_cmp(&q.y).then(p.x.total_cmp(&q.x))
    });
    let names: Vec<String> = cells.iter().map(|(c, _)| sheet.map.name(*c)).collect();
    let drawn = routes(sheet, core, options.routes, options.served);
    let free = if sheet.map.is_unbounded() { frontier(sheet, core) } else { Vec::new() };
    let mut sum = Layers::default();
    for ((cell, laid), name) in cells.iter().zip(&names) {
        let mut look = look(sheet, core, *cell, laid, name);
        look.served = drawn.served.iter().filter(|s| s.cell == *cell).map(|s| s.stop).collect();
        let layers = draw(&look);
        let at = place(sheet, *cell).show();
        let cell_id = escape(name);
        for (to, from) in [
            (&mut sum.fill, &layers.fill),
            (&mut sum.track, &layers.track),
            (&mut sum.stops, &layers.stops),
            (&mut sum.text, &layers.text),
        ] {
            if !from.is_empty() {
                to.put(format_args!(
                    "<g class=\"on-{}\" data-cell=\"{cell_id}\" transform=\"translate({at})\">",
                    look.ground()
                ));
                to.raw(from.as_str()).raw("</g>");
            }
        }
    }
    let mut out = Svg::new();
    let id = escape(options.id);
    let mode = [
        if options.coordinates { " with-coords" } else { "" },
        if drawn.paths.is_empty() { "" } else { " running" },
    ];
    out.put(format_args!("<g id=\"{id}\" class=\"map{}\">", mode.concat()));
    let (axis_body, view) = axes(sheet, frame, &cells, &free);
    out.raw(&axis_body);
    let mut layer = |name: &str, body: &str| {
        out.put(format_args!("<g id=\"{id}-{name}\" class=\"{name}\">{body}</g>"));
    };
    layer("fills", sum.fill.as_str());
    layer("lines", &lines(sheet, frame, &cells, &free));
    layer("marks", &marks(sheet, frame, options.marked));
    layer("legal", "");
    layer("pick", "");
    sum.track.raw(&seams(sheet, core, frame, &cells));
    layer("tracks", sum.track.as_str());
    layer("routes", &drawn.paths);
    layer("stops", sum.stops.as_str());
    layer("texts", sum.text.as_str());
    layer("tags", &drawn.tags);
    layer("preview", "");
    let all = cells.iter().map(|c| c.0).chain(free);
    layer("hits", &hits(sheet, frame, all));
    out.raw("</g>");
    MapBody { body: out.finish(), view }
}

/// The map as SVG. Layers, in order: `fills`, `lines`, `marks`, `legal` and `pick` (empty, for the page), `tracks`,
/// `routes`, `stops`, `texts`, `tags`, `preview` (empty), `hits`. Every cell has one transparent path with
/// `data-cell` in `hits`.
pub fn map_svg(sheet: &Sheet, core: &Core, options: &MapOptions<'_>) -> String {
    let MapBody { body, view } = map_body(sheet, core, options);
    wrap(
        &Page {
            class: "board",
            view,
            size: options.width.map(|w| (w, w * view.3 / view.2)),
            label: options.label,
            theme: options.theme,
            ground: true,
        },
        &body,
    )
}

/// Grid, the map's edge, barriers, free cells.
fn lines(sheet: &Sheet, frame: Frame, cells: &[(Cell, Laid)], free: &[Cell]) -> String {
    let map = &sheet.map;
    let (mut grid, mut coast, mut barrier) = (String::new(), String::new(), String::new());
    for (cell, _) in cells {
        let at = place(sheet, *cell);
        grid.push_str(&frame.outline_at(at, 0.0));
        if map.is_unbounded() {
            continue;
        }
        for e in 0..frame.edges() {
            let (a, b) = frame.side(e, 1.0);
            let line = format!("M{}L{}", a.plus(at).show(), b.plus(at).show());
            match map.neighbour(*cell, e) {
                None => coast.push_str(&line),
                Some(next) => {
                    let shut = |c: Cell, e: u8| map.def(c).closed & (1 << e) != 0;
                    let back = sheet.tiles.shape.opposite(e);
                    // Of two cells that both close the side the first one draws it.
                    if shut(*cell, e) && !(shut(next, back) && next < *cell) {
                        let (a, b) = frame.side(e, 0.92);
                        let k = 1.0 / 0.92 - 1.0;
                        let out = Pt::polar(frame.edge_angle(e), frame.apothem() * 0.92 * k);
                        barrier.push_str(&format!(
                            "M{}L{}",
                            a.plus(at).plus(out).show(),
                            b.plus(at).plus(out).show()
                        ));
                    }
                }
            }
        }
    }
    let mut out = Svg::new();
    out.path("grid", &grid);
    if !coast.is_empty() {
        out.path("coast", &coast);
    }
    if !barrier.is_empty() {
        out.path("barrier-case", &barrier).path("barrier", &barrier);
    }
    for cell in free {
        out.path("free", &frame.outline_at(place(sheet, *cell), 3.0));
    }
    out.finish()
}

fn marks(sheet: &Sheet, frame: Frame, marked: &[Cell]) -> String {
    let mut out = Svg::new();
    for cell in marked {
        out.path("lastlay", &frame.outline_at(place(sheet, *cell), 3.0));
    }
    out.finish()
}

/// A short stroke over every side where track goes on hides the seam.
fn seams(sheet: &Sheet, core: &Core, frame: Frame, cells: &[(Cell, Laid)]) -> String {
    let shape = sheet.tiles.shape;
    let mut d = String::new();
    for (cell, laid) in cells {
        let exits = sheet.tiles.exits(laid.tile, laid.rotation);
        for e in (0..frame.edges()).filter(|e| exits & (1 << e) != 0) {
            if let Some(next) = sheet.map.neighbour(*cell, e)
                && *cell < next
                && core.board().exits(&sheet.tiles, next) & (1 << shape.opposite(e)) != 0
            {
                let mid = frame.edge(e).plus(place(sheet, *cell));
                let out = Pt::polar(frame.edge_angle(e), 1.2);
                d.push_str(&format!("M{}L{}", mid.minus(out).show(), mid.plus(out).show()));
            }
        }
    }
    let mut out = Svg::new();
    if !d.is_empty() {
        out.path("tk", &d);
    }
    out.finish()
}

fn hits(sheet: &Sheet, frame: Frame, cells: impl Iterator<Item = Cell>) -> String {
    let mut out = Svg::new();
    for cell in cells {
        let at = place(sheet, cell);
        let place_name =
            if sheet.map.is_unbounded() { None } else { sheet.map.def(cell).place.as_deref() };
        out.put(format_args!(
            "<path class=\"cell\" data-cell=\"{}\" data-x=\"{}\" data-y=\"{}\"",
            escape(&sheet.map.name(cell)),
            num(at.x),
            num(at.y)
        ));
        if let Some(name) = place_name {
            out.put(format_args!(" data-place=\"{}\"", escape(name)));
        }
        out.put(format_args!(" d=\"{}\"/>", frame.outline_at(at, 0.0)));
    }
    out.finish()
}

/// The drawn routes alone, to put into the `routes` layer of a map that is shown already: the body of the layer
/// and of the `tags` layer.
pub fn routes_svg(sheet: &Sheet, core: &Core, claims: &[RouteClaim]) -> (String, String) {
    let Drawn { paths, tags, .. } = routes(sheet, core, claims, None);
    (paths, tags)
}
