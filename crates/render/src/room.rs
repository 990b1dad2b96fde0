//! Finding room for badges, names and letters on a tile.

use crate::geometry::{Frame, Pt, pt};
use crate::plan::{Mark, Plan, StopPlan};

/// What must not be covered: discs, each with the harm of touching it.
#[derive(Clone, Copy, Debug)]
struct Disc {
    at: Pt,
    r: f64,
    harm: f64,
}

/// The free and the taken room of a cell.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    frame: Frame,
    discs: Vec<Disc>,
    /// Room that frames along the sides take.
    margin: f64,
}

/// A name in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NamePlace {
    pub(crate) at: Pt,
    /// It lies over track and needs a ground of its own.
    pub(crate) plate: bool,
}

fn harm(discs: &[Disc], at: Pt, r: f64) -> f64 {
    discs
        .iter()
        .map(|d| {
            let (dx, dy) = (d.at.x - at.x, d.at.y - at.y);
            let reach = d.r + r;
            let d2 = dx * dx + dy * dy;
            if d2 >= reach * reach { 0.0 } else { d.harm * (reach - d2.sqrt()).powi(2) }
        })
        .sum()
}

const TRACK_HARM: f64 = 1.0;
const STOP_HARM: f64 = 6.0;
const TEXT_HARM: f64 = 8.0;

impl Room {
    pub(crate) fn new(frame: Frame, plan: &Plan, margin: f64) -> Room {
        let mut room = Room { frame, discs: Vec::new(), margin };
        for curve in &plan.curves {
            for at in curve.points(4.0) {
                room.discs.push(Disc { at, r: 5.0, harm: TRACK_HARM });
            }
        }
        for stop in &plan.stops {
            room.block_stop(stop);
        }
        room
    }

    fn block_stop(&mut self, stop: &StopPlan) {
        let mut block = |at: Pt, r: f64| self.discs.push(Disc { at, r, harm: STOP_HARM });
        match stop.mark {
            Mark::City => {
                for &at in &stop.slots {
                    block(at, stop.r + 1.5);
                }
                // The straight sides of a capsule.
                if let [first, .., last] = stop.slots.as_slice()
                    && stop.slots.len() < 4
                {
                    let n = 6;
                    for k in 0..=n {
                        block(
                            first.plus(last.minus(*first).times(f64::from(k) / f64::from(n))),
                            stop.r + 3.0,
                        );
                    }
                }
                if stop.slots.len() > 3 {
                    let (w, h) = stop.half_box();
                    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                        block(stop.at.plus(pt(x * (w - 8.0), y * (h - 8.0))), 8.0);
                    }
                }
            }
            Mark::Plain | Mark::Dot | Mark::Bare => block(stop.at, stop.r + 2.5),
            Mark::Bar => {
                let across = pt(-stop.along.y, stop.along.x);
                for k in [-8.0, -4.0, 0.0, 4.0, 8.0] {
                    block(stop.at.plus(across.times(k)), 4.5);
                }
            }
        }
    }

    /// Marks a rectangle as taken by text.
    pub(crate) fn block_rect(&mut self, centre: Pt, w: f64, h: f64) {
        let n = (w / h).ceil().max(1.0) as usize;
        for i in 0..n {
            let x = if n == 1 { 0.0 } else { -(w - h) / 2.0 + (w - h) * i as f64 / (n - 1) as f64 };
            self.discs.push(Disc { at: centre.plus(pt(x, 0.0)), r: h / 2.0, harm: TEXT_HARM });
        }
    }

    /// Marks a disc as taken by text.
    pub(crate) fn block_disc(&mut self, at: Pt, r: f64) {
        self.discs.push(Disc { at, r, harm: TEXT_HARM });
    }

    fn touch(&self, at: Pt, r: f64) -> f64 {
        harm(&self.discs, at, r)
    }

    /// The discs that something of half height `r` in a row could touch.
    fn in_row(&self, y: f64, r: f64) -> Vec<Disc> {
        self.discs.iter().filter(|d| (d.at.y - y).abs() < d.r + r).copied().collect()
    }

    /// How much of a disc there lies over anything: 0 if free.
    pub(crate) fn touching(&self, at: Pt, r: f64) -> f64 {
        self.touch(at, r)
    }

    /// The best place for a round badge: free, inside, and near what it belongs to.
    pub(crate) fn badge(&self, near: Pt, wish: f64, r: f64) -> Pt {
        self.search(near, wish, r, 24).1
    }

    fn search(&self, near: Pt, wish: f64, r: f64, reach: i32) -> (f64, Pt) {
        let mut best = (f64::INFINITY, near);
        let step = 2.0;
        for j in -reach..=reach {
            let dy = f64::from(j) * step;
            let y = if reach < 24 { near.y + dy } else { dy };
            let row = self.in_row(y, r + 1.2);
            for i in -reach..=reach {
                let dx = f64::from(i) * step;
                let at = pt(if reach < 24 { near.x + dx } else { dx }, y);
                let away = at.to(near);
                let tied = 0.035 * (away - wish).powi(2)
                    + if away > 42.0 { (away - 42.0) * 3.0 } else { 0.0 };
                if tied >= best.0 || !self.frame.inside(at, r + self.margin + 1.0) {
                    continue;
                }
                let cost = tied + harm(&row, at, r + 1.2);
                if cost < best.0 - 1e-9 {
                    best = (cost, at);
                }
            }
        }
        best
    }

    /// The best place for a small sign that belongs to the whole tile: above, if no name is there, below, in a corner.
    pub(crate) fn sign(&self, r: f64, named: bool) -> Pt {
        let (w, h) = self.frame.extent();
        let anchors = [
            (pt(0.0, 13.0 - h), if named { 5.0 } else { 0.0 }),
            (pt(0.0, h - 13.0), 1.0),
            (pt(w - 17.0, 20.0), 2.0),
            (pt(17.0 - w, 20.0), 2.0),
            (pt(w - 17.0, -20.0), 2.0),
            (pt(17.0 - w, -20.0), 2.0),
        ];
        let tried = anchors.iter().map(|&(near, price)| {
            let (cost, at) = self.search(near, 0.0, r, 5);
            (cost + price, at)
        });
        let best = tried.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, pt(0.0, 0.0)));
        if best.0 > 6.0 { self.badge(best.1, 0.0, r) } else { best.1 }
    }

    /// The best line for text of this size, at best `wish` above or below the middle: above first; over track only
    /// if there is no way round it.
    pub(crate) fn name(
        &self,
        w: f64,
        h: f64,
        rows: std::ops::RangeInclusive<i32>,
        wish: f64,
    ) -> NamePlace {
        let mut best = (f64::INFINITY, pt(0.0, 0.0), 0.0);
        let n = (w / h).ceil().max(1.0) as usize;
        let wide = |y: f64| self.frame.half_width(y, self.margin);
        for row in rows.step_by(2) {
            let y = f64::from(row);
            let room = wide(y - h / 2.0).min(wide(y + h / 2.0));
            let near = self.in_row(y, h / 2.0);
            for shift in -15..=15 {
                let x = f64::from(shift) * 2.0;
                let over = (x.abs() + w / 2.0 - room).max(0.0);
                // Above is where one looks for a name; the middle of a line reads better than its ends.
                let habit = if y > 0.0 { 14.0 } else { 0.0 }
                    + x.abs() * 0.25
                    + (y.abs() - wish).abs() * 0.4;
                let base = over * over * 2.2 + habit;
                if over > 9.0 || base >= best.0 {
                    continue;
                }
                let mut touch = 0.0;
                for i in 0..n {
                    let dx = if n == 1 {
                        0.0
                    } else {
                        -(w - h) / 2.0 + (w - h) * i as f64 / (n - 1) as f64
                    };
                    touch += harm(&near, pt(x + dx, y), h / 2.0);
                }
                if touch + base < best.0 - 1e-9 {
                    best = (touch + base, pt(x, y), touch);
                }
            }
        }
        NamePlace { at: best.1, plate: best.2 > 3.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Colour, End, Layout, TileDef};

    #[test]
    fn a_badge_keeps_off_the_track() {
        let mut tile = TileDef::new("9", Colour::Yellow);
        tile.segments = vec![(End::Edge(0), End::Edge(3))];
        for layout in [Layout::PointyTop, Layout::FlatTop] {
            for rotation in 0..6 {
                let frame = Frame::new(layout);
                let plan = Plan::new(frame, &tile, rotation);
                let room = Room::new(frame, &plan, 0.0);
                let at = room.badge(pt(0.0, 0.0), 25.0, 9.6);
                assert_eq!(room.touching(at, 9.6), 0.0);
                assert!(frame.inside(at, 9.6));
            }
        }
    }
}
