//! Land and water: terrain symbols, shores, and what is pictured on cards.

use crate::geometry::{Frame, Pt, pt};
use crate::metrics::width;
use crate::plan::Plan;
use crate::room::Room;
use crate::svg::{Svg, escape, num};
use board::TileDef;

/// What is pictured on a tile, and the cost that goes with it: as it says (`hills 30`), or as its nature tells.
fn pictured(tile: &TileDef) -> (&str, &str) {
    if let Some(told) = tile.scenery.as_deref() {
        let (kind, cost) = told.split_once(' ').unwrap_or((told, ""));
        return (if kind == "hills" { "hill" } else { kind }, cost);
    }
    let empty = tile.segments.is_empty() && tile.stops.is_empty();
    let kind = match () {
        () if empty && tile.water != 0 => "sea",
        () if empty && tile.cost > 0 => "hill",
        () if tile.water != 0 => "harbour",
        () if tile.treasury_bonus > 0 => "mine",
        () => "",
    };
    (kind, "")
}

/// Whether the whole tile is water.
pub(crate) fn is_water(tile: &TileDef) -> bool {
    pictured(tile).0 == "sea"
}

fn water_sides(frame: Frame, tile: &TileDef, rotation: u8) -> Vec<u8> {
    if is_water(tile) {
        return Vec::new();
    }
    let n = frame.edges();
    (0..n).filter(|e| tile.water & (1 << e) != 0).map(|e| (e + rotation) % n).collect()
}

/// Depth of the water along a side.
const SHORE: f64 = 13.0;

/// Water and shores under the track.
pub(crate) fn ground(out: &mut Svg, frame: Frame, tile: &TileDef, rotation: u8) {
    let sides = water_sides(frame, tile, rotation);
    let n = frame.edges();
    let inner = |e: u8, next: u8| {
        let shared = if sides.contains(&next) { SHORE } else { 0.0 };
        crossing(frame, (e, SHORE), (next, shared))
    };
    for &e in &sides {
        let (a, b) = frame.side(e, 1.0);
        let (c, d) = (inner(e, (e + n - 1) % n), inner(e, (e + 1) % n));
        out.path("sea", &format!("M{}L{}L{}L{}Z", a.show(), b.show(), d.show(), c.show()));
    }
    for &e in &sides {
        let (c, d) = (inner(e, (e + n - 1) % n), inner(e, (e + 1) % n));
        out.path("shore", &format!("M{}L{}", c.show(), d.show()));
        let out_dir = Pt::polar(frame.edge_angle(e), 1.0);
        let along = pt(-out_dir.y, out_dir.x);
        let mid = out_dir.times(frame.apothem() - SHORE / 2.0);
        out.path("shore", &wave(mid.plus(along.times(-10.0)), along, out_dir, 4));
    }
    if is_water(tile) {
        for (y, x) in [(-20.0, -14.0), (0.0, -20.0), (20.0, -10.0), (-6.0, 14.0), (14.0, 10.0)] {
            out.path("shore", &wave(pt(x - 10.0, y), pt(1.0, 0.0), pt(0.0, 1.0), 4));
        }
    }
    landscape(out, frame, pictured(tile).0);
}

const PEAK: &str = "M-12 5l7.5-13l4 6l2.5-4l8 11z";
const MOUND: &str = "M-11 4q5.5-11 11 0q3.5-7 9 0z";

/// Hills, mountains or a river over the whole ground.
fn landscape(out: &mut Svg, frame: Frame, kind: &str) {
    let (class, d, shapes): (&str, &str, &[(f64, f64, f64)]) = match kind {
        "mountain" => ("mountain", PEAK, &[(0.0, 2.0, 2.0), (-22.0, 20.0, 1.3), (23.0, 22.0, 1.2)]),
        "tunnel" => ("mountain", PEAK, &[(-26.0, 32.0, 1.1), (28.0, 32.0, 1.1)]),
        "hill" => ("hill", MOUND, &[(0.0, -4.0, 2.0), (-22.0, 14.0, 1.3), (22.0, 16.0, 1.2)]),
        "river" => {
            let a = num(frame.apothem());
            out.put(format_args!(
                "<g class=\"ter river\"><path stroke-opacity=\".45\" style=\"stroke-width:9;stroke-linecap:butt\" d=\"M-{a} -8C0 -26 0 20 {a} 2\"/></g>"
            ));
            return;
        }
        _ => return,
    };
    out.put(format_args!("<g class=\"ter {class}\">"));
    for (x, y, k) in shapes {
        out.put(format_args!(
            "<path transform=\"translate({} {}) scale({})\" d=\"{d}\"/>",
            num(*x),
            num(*y),
            num(*k)
        ));
    }
    out.raw("</g>");
}

/// Where two sides meet after they were moved inwards.
fn crossing(frame: Frame, (e, by): (u8, f64), (f, by_f): (u8, f64)) -> Pt {
    let (u, v) = (Pt::polar(frame.edge_angle(e), 1.0), Pt::polar(frame.edge_angle(f), 1.0));
    let (p, q) = (frame.apothem() - by, frame.apothem() - by_f);
    let det = u.x * v.y - u.y * v.x;
    pt((p * v.y - q * u.y) / det, (u.x * q - v.x * p) / det)
}

fn wave(from: Pt, along: Pt, across: Pt, count: usize) -> String {
    let mut d = format!("M{}", from.show());
    for k in 0..count {
        let a = from.plus(along.times(5.0 * k as f64));
        let side = if k % 2 == 0 { -2.4 } else { 2.4 };
        let c = a.plus(along.times(2.5)).plus(across.times(side));
        d.push_str(&format!("Q{} {}", c.show(), a.plus(along.times(5.0)).show()));
    }
    d
}

/// Portals of a tunnel: the track runs covered between them.
pub(crate) fn over_track(out: &mut Svg, tile: &TileDef, plan: &Plan) {
    if pictured(tile).0 != "tunnel" {
        return;
    }
    for curve in &plan.curves {
        for (t, way) in [(0.24, 1.0), (0.76, -1.0)] {
            let (p, d) = (curve.at(t), curve.direction(t).times(way));
            let across = pt(-d.y, d.x);
            let (l, r) = (p.plus(across.times(9.0)), p.plus(across.times(-9.0)));
            let (lo, ro) = (
                l.plus(across.times(3.0)).minus(d.times(4.0)),
                r.plus(across.times(-3.0)).minus(d.times(4.0)),
            );
            out.path("art", &format!("M{}L{}L{}L{}", lo.show(), l.show(), r.show(), ro.show()));
        }
        let covered: Vec<Pt> = curve.points(4.0).collect();
        let inner = &covered[covered.len() / 4..covered.len() - covered.len() / 4];
        let d: Vec<String> = inner.iter().map(|p| p.show()).collect();
        out.path("tie", &format!("M{}", d.join("L")));
    }
}

/// Keeps text off pictures.
pub(crate) fn block(room: &mut Room, frame: Frame, tile: &TileDef, rotation: u8) {
    for e in water_sides(frame, tile, rotation) {
        let d = Pt::polar(frame.edge_angle(e), frame.apothem() - SHORE / 2.0);
        let along = pt(-d.y, d.x).unit();
        for k in [-26.0, -13.0, 0.0, 13.0, 26.0] {
            room.block_disc(d.plus(along.times(k)), SHORE / 2.0 - 1.0);
        }
    }
}

/// What a tile gives or costs beside its stops: money of a mine, surcharge of terrain, cost of the tile.
pub(crate) fn text(out: &mut Svg, tile: &TileDef, plan: &Plan, room: &mut Room, loose: bool) {
    if tile.treasury_bonus > 0 {
        let near = plan.curves.first().map_or(pt(0.0, 0.0), |c| c.at(0.5));
        let text = format!("+{}", tile.treasury_bonus);
        let r = (width(&text, 11.0) / 2.0 + 2.0).max(9.6);
        let at = room.badge(near, 24.0, r + 2.0);
        // A diamond, so that it is not taken for revenue.
        out.put(format_args!(
            "<g class=\"rev bonus\" transform=\"translate({})\"><rect x=\"{a}\" y=\"-8.5\" width=\"{b}\" height=\"17\" rx=\"2\"/>\
             <text y=\"3.9\">{text}</text></g>",
            at.show(),
            a = num(-r - 1.0),
            b = num(2.0 * r + 2.0),
        ));
        room.block_disc(at, r + 2.0);
        let pick = room.badge(near, 26.0, 10.0);
        out.put(format_args!(
            "<path class=\"art\" transform=\"translate({})\" d=\"M-6 6L5 -5M6 6L-5 -5M1 -9Q8 -8 9 -1M-1 -9Q-8 -8 -9 -1\"/>",
            pick.show()
        ));
        room.block_disc(pick, 10.0);
    }
    // The cost of a tile is paid once it lies; that of terrain still waits.
    let told = pictured(tile).1;
    if !told.is_empty() || tile.cost > 0 && (loose || plan.curves.is_empty()) {
        let cost = if told.is_empty() { tile.cost.to_string() } else { told.to_owned() };
        let w = width(&cost, 11.5) + 6.0;
        let at = room.name(w, 13.0, 20..=38, 34.0).at;
        out.put(format_args!(
            "<g class=\"ter other\"><text x=\"{}\" y=\"{}\">{}</text></g>",
            num(at.x - w / 2.0 + 3.0),
            num(at.y + 4.0),
            escape(&cost)
        ));
        room.block_rect(at, w, 13.0);
    }
    if pictured(tile).0 == "harbour" {
        let near = plan.stops.first().map_or(pt(0.0, 0.0), |s| s.at);
        let at = room.badge(near, 24.0, 9.0);
        out.put(format_args!(
            "<path class=\"art\" transform=\"translate({})\" d=\"M0 -5V8M-4 -1H4M-8 3Q-6 8 0 8Q6 8 8 3M0 -9a2 2 0 1 0 .01 0\"/>",
            at.show()
        ));
        room.block_disc(at, 9.0);
    }
}

/// A terrain symbol and its cost, the symbol's middle at `at`.
pub(crate) fn terrain(out: &mut Svg, kind: &str, cost: &str, at: Pt) {
    let (class, d) = match kind {
        "river" | "water" => ("river", "M-10-2q2.5-4 5 0t5 0t5 0t5 0M-10 3q2.5-4 5 0t5 0t5 0t5 0"),
        "hill" => ("hill", MOUND),
        "mountain" => ("mountain", PEAK),
        _ => ("other", "M-8 4h16M-5 0h10M-2 -4h4"),
    };
    out.put(format_args!(
        "<g class=\"ter {class}\" transform=\"translate({})\"><path d=\"{d}\"/>",
        at.show()
    ));
    if !cost.is_empty() {
        out.put(format_args!("<text x=\"13\" y=\"4.5\">{}</text>", escape(cost)));
    }
    out.raw("</g>");
}
