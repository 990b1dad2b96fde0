//! Points, curves and the outline of cells. Units: the side of a hex is 50; a card is 90 wide.

use crate::svg::num;
use board::{Layout, Shape};
use std::f64::consts::PI;

/// Side of a hex, and radius of its corners.
pub(crate) const SIDE: f64 = 50.0;
/// Half the width of a square card.
pub(crate) const CARD: f64 = 45.0;

/// A point or a direction; y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pt {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

pub(crate) const fn pt(x: f64, y: f64) -> Pt {
    Pt { x, y }
}

impl Pt {
    pub(crate) fn polar(angle: f64, r: f64) -> Pt {
        pt(angle.cos() * r, angle.sin() * r)
    }
    pub(crate) fn plus(self, o: Pt) -> Pt {
        pt(self.x + o.x, self.y + o.y)
    }
    pub(crate) fn minus(self, o: Pt) -> Pt {
        pt(self.x - o.x, self.y - o.y)
    }
    pub(crate) fn times(self, k: f64) -> Pt {
        pt(self.x * k, self.y * k)
    }
    pub(crate) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }
    pub(crate) fn to(self, o: Pt) -> f64 {
        o.minus(self).length()
    }
    pub(crate) fn angle(self) -> f64 {
        self.y.atan2(self.x)
    }
    pub(crate) fn unit(self) -> Pt {
        let l = self.length();
        if l < 1e-9 { pt(1.0, 0.0) } else { self.times(1.0 / l) }
    }
    fn cross(self, o: Pt) -> f64 {
        self.x * o.y - self.y * o.x
    }
    fn dot(self, o: Pt) -> f64 {
        self.x * o.x + self.y * o.y
    }
    pub(crate) fn show(self) -> String {
        format!("{} {}", num(self.x), num(self.y))
    }
}

/// A line or a circle arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Curve {
    Line(Pt, Pt),
    /// From `start` (angle at the centre) over `sweep` radians, positive clockwise on the screen.
    Arc {
        centre: Pt,
        r: f64,
        start: f64,
        sweep: f64,
    },
}

impl Curve {
    /// The curve that leaves `from` in direction `heading` and ends at `to`: a line if it lies straight ahead,
    /// otherwise the one circle arc. Between two sides of a cell this is the arc round their common corner
    /// (r = 25), the wide arc (r = 75) or the straight.
    pub(crate) fn tangent(from: Pt, heading: Pt, to: Pt) -> Curve {
        let h = heading.unit();
        let chord = to.minus(from);
        let side = h.cross(chord);
        if side.abs() < 0.05 || h.dot(chord) <= 0.0 {
            return Curve::Line(from, to);
        }
        let r = chord.dot(chord) / (2.0 * side.abs());
        let turn = side.signum();
        // Clockwise on the screen means turning towards (-h.y, h.x).
        let normal = pt(-h.y * turn, h.x * turn);
        let centre = from.plus(normal.times(r));
        let start = from.minus(centre).angle();
        let end = to.minus(centre).angle();
        let mut sweep = end - start;
        while sweep * turn < 0.0 {
            sweep += 2.0 * PI * turn;
        }
        while sweep.abs() > 2.0 * PI {
            sweep -= 2.0 * PI * turn;
        }
        Curve::Arc { centre, r, start, sweep }
    }

    pub(crate) fn at(&self, t: f64) -> Pt {
        match *self {
            Curve::Line(a, b) => a.plus(b.minus(a).times(t)),
            Curve::Arc { centre, r, start, sweep } => centre.plus(Pt::polar(start + sweep * t, r)),
        }
    }

    /// Direction of travel.
    pub(crate) fn direction(&self, t: f64) -> Pt {
        match *self {
            Curve::Line(a, b) => b.minus(a).unit(),
            Curve::Arc { start, sweep, .. } => {
                let a = start + sweep * t;
                pt(-a.sin(), a.cos()).times(sweep.signum())
            }
        }
    }

    pub(crate) fn length(&self) -> f64 {
        match *self {
            Curve::Line(a, b) => a.to(b),
            Curve::Arc { r, sweep, .. } => r * sweep.abs(),
        }
    }

    /// The same curve the other way.
    pub(crate) fn reversed(&self) -> Curve {
        match *self {
            Curve::Line(a, b) => Curve::Line(b, a),
            Curve::Arc { centre, r, start, sweep } => {
                Curve::Arc { centre, r, start: start + sweep, sweep: -sweep }
            }
        }
    }

    /// Points along it, about every `step`.
    pub(crate) fn points(&self, step: f64) -> impl Iterator<Item = Pt> + '_ {
        let n = (self.length() / step).ceil().max(1.0) as usize;
        (0..=n).map(move |i| self.at(i as f64 / n as f64))
    }

    fn onward(&self) -> String {
        match *self {
            Curve::Line(_, b) => format!("L{}", b.show()),
            Curve::Arc { r, sweep, .. } => format!(
                "A{} {} 0 {} {} {}",
                num(r),
                num(r),
                u8::from(sweep.abs() > PI),
                u8::from(sweep > 0.0),
                self.at(1.0).show()
            ),
        }
    }

    /// Path data.
    pub(crate) fn path(&self) -> String {
        format!("M{}{}", self.at(0.0).show(), self.onward())
    }

    /// Moved by an offset.
    pub(crate) fn moved(&self, by: Pt) -> Curve {
        match *self {
            Curve::Line(a, b) => Curve::Line(a.plus(by), b.plus(by)),
            Curve::Arc { centre, r, start, sweep } => {
                Curve::Arc { centre: centre.plus(by), r, start, sweep }
            }
        }
    }
}

/// Path data of curves that follow each other.
pub(crate) fn chain(curves: &[Curve]) -> String {
    let mut d = String::new();
    let mut last: Option<Pt> = None;
    for c in curves {
        let from = c.at(0.0);
        match last {
            Some(p) if p.to(from) < 0.02 => {}
            Some(_) => d.push_str(&format!("L{}", from.show())),
            None => d.push_str(&format!("M{}", from.show())),
        }
        d.push_str(&c.onward());
        last = Some(c.at(1.0));
    }
    d
}

/// Directions every 30 degrees, clockwise from east: all that sides need, and much faster than sines.
const TWELVE: [Pt; 12] = {
    const H: f64 = 0.866_025_403_784_438_6;
    [
        pt(1.0, 0.0),
        pt(H, 0.5),
        pt(0.5, H),
        pt(0.0, 1.0),
        pt(-0.5, H),
        pt(-H, 0.5),
        pt(-1.0, 0.0),
        pt(-H, -0.5),
        pt(-0.5, -H),
        pt(0.0, -1.0),
        pt(0.5, -H),
        pt(H, -0.5),
    ]
};

/// How the cells of a map are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) layout: Layout,
}

impl Frame {
    pub(crate) fn new(layout: Layout) -> Frame {
        Frame { layout }
    }

    /// Number of sides.
    pub(crate) fn edges(self) -> u8 {
        match self.layout {
            Layout::Square => Shape::Square.edges(),
            _ => Shape::Hex.edges(),
        }
    }

    /// Direction of a position counted in half edges clockwise from edge 0.
    pub(crate) fn half_edge_angle(self, half: f64) -> f64 {
        let degrees = match self.layout {
            Layout::PointyTop => 120.0 + 30.0 * half,
            Layout::FlatTop => 90.0 + 30.0 * half,
            Layout::Square => -90.0 + 45.0 * half,
        };
        degrees.to_radians()
    }

    pub(crate) fn edge_angle(self, edge: u8) -> f64 {
        self.half_edge_angle(2.0 * f64::from(edge))
    }

    /// Outward direction of a side.
    pub(crate) fn normal(self, edge: u8) -> Pt {
        let step = usize::from(edge);
        TWELVE[match self.layout {
            Layout::PointyTop => 4 + 2 * step,
            Layout::FlatTop => 3 + 2 * step,
            Layout::Square => 9 + 3 * step,
        } % 12]
    }

    /// Distance of the sides from the centre.
    pub(crate) fn apothem(self) -> f64 {
        match self.layout {
            Layout::Square => CARD,
            _ => SIDE * 3f64.sqrt() / 2.0,
        }
    }

    /// Middle of a side.
    pub(crate) fn edge(self, edge: u8) -> Pt {
        self.normal(edge).times(self.apothem())
    }

    /// The two corners of a side, anticlockwise one first, shrunk by `k`.
    pub(crate) fn side(self, edge: u8, k: f64) -> (Pt, Pt) {
        let n = f64::from(self.edges());
        let r = self.apothem() / (PI / n).cos() * k;
        let a = self.edge_angle(edge);
        (Pt::polar(a - PI / n, r), Pt::polar(a + PI / n, r))
    }

    /// Closed outline, its sides moved inwards by `inset`.
    pub(crate) fn outline(self, inset: f64) -> String {
        self.outline_at(pt(0.0, 0.0), inset)
    }

    pub(crate) fn outline_at(self, at: Pt, inset: f64) -> String {
        let k = 1.0 - inset / self.apothem();
        let mut d = String::new();
        for e in 0..self.edges() {
            let p = self.side(e, k).0.plus(at);
            d.push(if e == 0 { 'M' } else { 'L' });
            d.push_str(&p.show());
        }
        d.push('Z');
        d
    }

    /// Slanting lines across the cell, 7 apart.
    pub(crate) fn hatch(self, inset: f64) -> String {
        let dir = pt(1.0, -1.0).unit();
        let across = pt(dir.y, -dir.x);
        let mut d = String::new();
        for k in -9..=9 {
            let from = across.times(f64::from(k) * 7.0);
            // The part of the line inside all sides.
            let (mut lo, mut hi) = (-80.0f64, 80.0f64);
            for e in 0..self.edges() {
                let out = self.normal(e);
                let (slope, gap) = (dir.dot(out), self.apothem() - inset - from.dot(out));
                if slope.abs() < 1e-9 {
                    if gap < 0.0 {
                        hi = lo;
                    }
                } else if slope > 0.0 {
                    hi = hi.min(gap / slope);
                } else {
                    lo = lo.max(gap / slope);
                }
            }
            if hi - lo > 1.0 {
                d.push_str(&Curve::Line(from.plus(dir.times(lo)), from.plus(dir.times(hi))).path());
            }
        }
        d
    }

    /// Whether a point lies inside the outline, at least `margin` from every side.
    pub(crate) fn inside(self, p: Pt, margin: f64) -> bool {
        (0..self.edges()).all(|e| p.dot(self.normal(e)) <= self.apothem() - margin)
    }

    /// Half the width that is free at a height, `margin` from the sides.
    pub(crate) fn half_width(self, y: f64, margin: f64) -> f64 {
        let mut free = f64::INFINITY;
        for e in 0..self.edges() {
            let out = self.normal(e);
            let gap = self.apothem() - margin - y * out.y;
            if out.x.abs() > 1e-9 {
                free = free.min(gap / out.x.abs());
            } else if gap < 0.0 {
                free = 0.0;
            }
        }
        free.max(0.0)
    }

    /// Centre of a cell, from its position in half steps.
    pub(crate) fn centre(self, (column, row): (i16, i16)) -> Pt {
        let (c, r) = (f64::from(column), f64::from(row));
        let (a, b) = (SIDE * 3f64.sqrt() / 2.0, SIDE * 1.5);
        match self.layout {
            Layout::PointyTop => pt(c * a, r * b),
            Layout::FlatTop => pt(c * b, r * a),
            Layout::Square => pt(c * CARD * 2.0, r * CARD * 2.0),
        }
    }

    /// Half width and half height of a cell.
    pub(crate) fn extent(self) -> (f64, f64) {
        let a = SIDE * 3f64.sqrt() / 2.0;
        match self.layout {
            Layout::PointyTop => (a, SIDE),
            Layout::FlatTop => (SIDE, a),
            Layout::Square => (CARD, CARD),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arc_between(frame: Frame, a: u8, b: u8) -> Curve {
        let p = frame.edge(a);
        Curve::tangent(p, p.times(-1.0), frame.edge(b))
    }

    #[test]
    fn neighbouring_sides_give_a_tight_arc_and_the_next_a_wide_one() {
        let frame = Frame::new(Layout::PointyTop);
        let radius = |c| {
            if let Curve::Arc { r, .. } = c { r } else { f64::INFINITY }
        };
        assert!((radius(arc_between(frame, 0, 1)) - 25.0).abs() < 0.01);
        assert!((radius(arc_between(frame, 0, 2)) - 75.0).abs() < 0.01);
        assert_eq!(radius(arc_between(frame, 0, 3)), f64::INFINITY);
        let card = Frame::new(Layout::Square);
        assert!((radius(arc_between(card, 0, 1)) - CARD).abs() < 0.01);
    }

    #[test]
    fn every_arc_ends_where_it_should_and_meets_both_sides_squarely() {
        for layout in [Layout::PointyTop, Layout::FlatTop, Layout::Square] {
            let frame = Frame::new(layout);
            for a in 0..frame.edges() {
                for b in (0..frame.edges()).filter(|&b| b != a) {
                    let c = arc_between(frame, a, b);
                    assert!(c.at(1.0).to(frame.edge(b)) < 1e-6, "{layout:?} {a}-{b}");
                    let out = frame.edge(b).unit();
                    assert!(c.direction(1.0).dot(out) > 0.999, "{layout:?} {a}-{b} leaves askew");
                }
            }
        }
    }

    #[test]
    fn sides_face_where_their_angle_says() {
        for layout in [Layout::PointyTop, Layout::FlatTop, Layout::Square] {
            let frame = Frame::new(layout);
            for e in 0..frame.edges() {
                assert!(frame.normal(e).to(Pt::polar(frame.edge_angle(e), 1.0)) < 1e-9);
            }
        }
    }

    #[test]
    fn edge_zero_points_where_the_layout_says() {
        let (p, f, s) = (Layout::PointyTop, Layout::FlatTop, Layout::Square);
        assert!(Frame::new(p).edge(0).x < -20.0 && Frame::new(p).edge(0).y > 30.0, "south-west");
        assert!(Frame::new(f).edge(0).y > 43.0, "south");
        assert!(Frame::new(s).edge(0).y < -44.0, "north");
        assert!(Frame::new(s).edge(1).x > 44.0, "clockwise");
    }
}
