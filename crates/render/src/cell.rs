//! One cell as it lies: ground, track, stops with tokens, text; a layer each.

use crate::caption::captions;
use crate::geometry::{Frame, pt};
use crate::metrics::width;
use crate::palette::token_colours;
use crate::plan::{Mark, Plan, StopPlan};
use crate::scenery;
use crate::svg::{Svg, escape, num};
use crate::token::token;
use board::{CellDef, Colour, Kind, NOBODY, TileDef};
use engine::Sheet;

/// Everything that decides how a cell looks.
#[derive(Clone)]
pub(crate) struct Look<'a> {
    pub(crate) sheet: &'a Sheet,
    pub(crate) frame: Frame,
    pub(crate) tile: &'a TileDef,
    pub(crate) rotation: u8,
    /// What is printed on the map there.
    pub(crate) def: Option<&'a CellDef>,
    /// Coordinate.
    pub(crate) coordinate: &'a str,
    /// Companies in the slots.
    pub(crate) slots: [u8; 4],
    /// A station on the bare cell.
    pub(crate) waiting: u8,
    /// Homes kept free: stop, company.
    pub(crate) kept: Vec<(u8, u8)>,
    /// A cell that only one company may use: that company, and whether it still may.
    pub(crate) reserved: Option<(u8, bool)>,
    /// Value column of the phase.
    pub(crate) column: Option<u8>,
    /// Stops that a drawn route counts.
    pub(crate) served: Vec<u8>,
}

impl<'a> Look<'a> {
    /// A loose tile.
    pub(crate) fn tile(sheet: &'a Sheet, tile: &'a TileDef, rotation: u8) -> Look<'a> {
        Look {
            sheet,
            frame: Frame::new(sheet.map.layout),
            tile,
            rotation,
            def: None,
            coordinate: "",
            slots: [NOBODY; 4],
            waiting: NOBODY,
            kept: Vec::new(),
            reserved: None,
            column: None,
            served: Vec::new(),
        }
    }

    /// Class of the ground.
    pub(crate) fn ground(&self) -> &'static str {
        if scenery::is_water(self.tile) {
            return "sea";
        }
        match self.tile.colour {
            Colour::Bare if self.reserved.is_some() => "shut",
            Colour::Bare => "land",
            Colour::Yellow => "yellow",
            Colour::Green => "green",
            Colour::Brown => "brown",
            Colour::Grey => "grey",
            Colour::Red => "red",
        }
    }

    /// Whether no tile was laid.
    pub(crate) fn bare(&self) -> bool {
        self.tile.colour == Colour::Bare
    }
}

/// The layers of a cell, around its centre.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    pub(crate) fill: Svg,
    pub(crate) track: Svg,
    pub(crate) stops: Svg,
    pub(crate) text: Svg,
}

/// Draws a cell.
pub(crate) fn draw(look: &Look<'_>) -> Layers {
    let plan = Plan::new(look.frame, look.tile, look.rotation);
    let mut layers = Layers::default();
    fill(&mut layers.fill, look);
    track(&mut layers.track, look, &plan);
    stops(&mut layers.stops, look, &plan);
    captions(&mut layers.text, look, &plan);
    layers
}

fn fill(out: &mut Svg, look: &Look<'_>) {
    let frame = look.frame;
    out.path(&format!("hx {}", look.ground()), &frame.outline(0.0));
    scenery::ground(out, frame, look.tile, look.rotation);
    if look.ground() == "shut" {
        out.path("hatch", &frame.hatch(1.0));
        let red = look.def.map_or(0, |d| d.red_edges);
        for e in (0..frame.edges()).filter(|e| red & (1 << e) != 0) {
            let (a, b) = frame.side(e, 1.0 - 1.9 / frame.apothem());
            out.path("rededge", &format!("M{}L{}", a.show(), b.show()));
        }
    }
    if look.tile.special {
        out.path("purple", &frame.outline(3.6)).path("bead", &frame.outline(3.6));
    }
    if look.bare()
        && let Some(def) = look.def
    {
        let exits = look.sheet.tiles.shape.turn(look.tile.exits, look.rotation);
        for e in (0..frame.edges()).filter(|e| def.stubs & !exits & (1 << e) != 0) {
            let p = frame.edge(e);
            out.path("stub", &format!("M{}L{}", p.show(), p.times(0.74).show()));
        }
    }
}

fn track(out: &mut Svg, look: &Look<'_>, plan: &Plan) {
    for group in &plan.groups {
        for class in ["tc", "tk"] {
            for &i in group {
                out.path(class, &plan.curves[i].path());
            }
        }
        // A line of one company only: its colour runs along the middle.
        if let Some((edges, company)) = look.tile.private
            && let Some(def) = look.sheet.companies.get(usize::from(company))
        {
            for &i in group {
                let touches =
                    |end: board::End| matches!(end, board::End::Edge(e) if edges & (1 << e) != 0);
                let (a, b) = look.tile.segments[i];
                if touches(a) || touches(b) {
                    let colour = token_colours(&def.colour, &def.text_colour).0;
                    out.put(format_args!(
                        "<path class=\"own\" stroke=\"{colour}\" d=\"{}\"/>",
                        plan.curves[i].path()
                    ));
                }
            }
        }
    }
    scenery::over_track(out, look.tile, plan);
}

fn stops(out: &mut Svg, look: &Look<'_>, plan: &Plan) {
    for (i, stop) in plan.stops.iter().enumerate() {
        out.put(format_args!("<g class=\"stop\" data-stop=\"{i}\">"));
        match stop.mark {
            Mark::City => city(out, look, stop, i),
            Mark::Plain => {
                out.circle("slot", stop.at.x, stop.at.y, stop.r - 3.0);
                out.circle("tw", stop.at.x, stop.at.y, stop.r - 9.0);
            }
            Mark::Bar => bar(out, stop, look.tile.stops[i].kind == Kind::Halt),
            Mark::Dot if look.tile.stops[i].kind == Kind::Halt => {
                out.circle("twc", stop.at.x, stop.at.y, stop.r + 2.0).circle(
                    "halt",
                    stop.at.x,
                    stop.at.y,
                    stop.r - 1.5,
                );
            }
            Mark::Dot => {
                out.circle("twc", stop.at.x, stop.at.y, stop.r + 2.5)
                    .circle("tw", stop.at.x, stop.at.y, stop.r);
            }
            Mark::Bare => {
                out.circle("twb", stop.at.x, stop.at.y, stop.r);
            }
        }
        out.raw("</g>");
    }
    if look.waiting != NOBODY
        && let Some(company) = look.sheet.companies.get(usize::from(look.waiting))
    {
        let at = if plan.stops.is_empty() { pt(0.0, 0.0) } else { pt(0.0, -2.0) };
        out.circle("wait", at.x, at.y, 18.5);
        token(out, company, at, 14.5, "waiting");
    }
}

fn city(out: &mut Svg, look: &Look<'_>, stop: &StopPlan, index: usize) {
    let first = usize::from(look.tile.first_slot[index]);
    let boxed = stop.slots.len() > 1;
    let bare = look.bare() && look.tile.segments.is_empty();
    if boxed {
        let (w, h) = stop.half_box();
        let round = if stop.slots.len() < 4 { h } else { 12.0 };
        out.rect("cbox", (stop.at.x - w, stop.at.y - h), (2.0 * w, 2.0 * h), round);
    }
    for (k, at) in stop.slots.iter().enumerate() {
        let class = if boxed {
            "in"
        } else if bare {
            "slot-bare"
        } else {
            "slot"
        };
        out.put(format_args!(
            "<circle class=\"{class}\" data-slot=\"{k}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            num(at.x),
            num(at.y),
            num(stop.r)
        ));
    }
    let mut kept: Vec<u8> =
        look.kept.iter().filter(|k| usize::from(k.0) == index).map(|k| k.1).collect();
    for (k, &at) in stop.slots.iter().enumerate() {
        let holder = look.slots.get(first + k).copied().unwrap_or(NOBODY);
        if let Some(company) = look.sheet.companies.get(usize::from(holder)) {
            token(out, company, at, stop.r - 0.4, "");
        }
    }
    // A home kept free: initials in the last slots that are empty, since markers fill them from the first.
    for (k, &at) in stop.slots.iter().enumerate().rev() {
        let empty = look.slots.get(first + k).is_none_or(|&c| c == NOBODY);
        if empty
            && let Some(company) = kept.pop()
            && let Some(def) = look.sheet.companies.get(usize::from(company))
        {
            let size = (10.0f64).min(1.6 * stop.r / width(&def.id, 1.0).max(0.1));
            out.put(format_args!(
                "<text class=\"{}\" data-company=\"{id}\" x=\"{}\" y=\"{}\" style=\"font-size:{}px\">{id}</text>",
                if bare { "resv-bare" } else { "resv" },
                num(at.x),
                num(at.y + size * 0.36),
                num(size),
                id = escape(&def.id),
            ));
        }
    }
}

fn bar(out: &mut Svg, stop: &StopPlan, halt: bool) {
    let turn = stop.along.angle().to_degrees();
    let (case, inner) = if halt { ("twc", "halt") } else { ("twc", "tw") };
    let (w, h) = if halt { (6.0, 15.0) } else { (7.2, 20.0) };
    out.put(format_args!("<g transform=\"translate({}) rotate({})\">", stop.at.show(), num(turn)));
    out.rect(case, (-w / 2.0 - 1.9, -h / 2.0 - 2.0), (w + 3.8, h + 4.0), 2.5);
    out.rect(inner, (-w / 2.0, -h / 2.0), (w, h), 1.5);
    out.raw("</g>");
}
