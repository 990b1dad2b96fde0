//! Where the stops and the track of a tile lie.

use crate::geometry::{Curve, Frame, Pt, pt};
use crate::slide::{Bead, slide};
use board::{End, Kind, Paid, TileDef};

/// How a stop is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Slots in a circle, a capsule or a box.
    City,
    /// A large station without slots.
    Plain,
    /// A bar across the track.
    Bar,
    /// A dot where several tracks meet.
    Dot,
    /// Printed on land without track.
    Bare,
}

/// A stop in its place.
#[derive(Clone, Debug)]
pub(crate) struct StopPlan {
    pub(crate) at: Pt,
    pub(crate) mark: Mark,
    /// Radius of a slot, or of the mark.
    pub(crate) r: f64,
    /// Centres of the slots.
    pub(crate) slots: Vec<Pt>,
    /// Direction of the track through it.
    pub(crate) along: Pt,
}

impl StopPlan {
    /// Half width and half height of the city's box.
    pub(crate) fn half_box(&self) -> (f64, f64) {
        let reach = |f: fn(&Pt) -> f64, c: f64| {
            self.slots.iter().map(|s| (f(s) - c).abs()).fold(0.0, f64::max)
        };
        (reach(|s| s.x, self.at.x) + self.r + 2.5, reach(|s| s.y, self.at.y) + self.r + 2.5)
    }
}

/// Stops and track of a tile at a rotation.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) stops: Vec<StopPlan>,
    /// A curve for every segment, from its first end to its second.
    pub(crate) curves: Vec<Curve>,
    /// Segments that are connected, as lists of their numbers: a crossing of two groups is a bridge.
    pub(crate) groups: Vec<Vec<usize>>,
    /// A stop with one value a phase: whether its text stands above the slot.
    pub(crate) text_above: bool,
}

impl Plan {
    pub(crate) fn new(frame: Frame, tile: &TileDef, rotation: u8) -> Plan {
        let n = frame.edges();
        let turn = |end: End| match end {
            End::Edge(e) => End::Edge((e + rotation) % n),
            stop => stop,
        };
        let segments: Vec<(End, End)> =
            tile.segments.iter().map(|&(a, b)| (turn(a), turn(b))).collect();
        let links = Links::new(tile.stops.len(), &segments);
        let text_above = links.exits.iter().flatten().map(|&e| frame.edge(e).y).sum::<f64>() > -1.0;
        let places =
            Places { frame, tile, rotation, links: &links, segments: &segments }.find(text_above);
        let mut stops: Vec<StopPlan> = tile
            .stops
            .iter()
            .enumerate()
            .map(|(i, _)| stop_plan(frame, tile, i, places[i], &links))
            .collect();
        let curves: Vec<Curve> =
            segments.iter().map(|&(a, b)| curve(frame, &places, &links, a, b)).collect();
        for (i, stop) in stops.iter_mut().enumerate() {
            let through = segments.iter().zip(&curves).find_map(|(&(a, b), c)| match (a, b) {
                (_, End::Stop(s)) if usize::from(s) == i => Some(c.direction(1.0)),
                (End::Stop(s), _) if usize::from(s) == i => Some(c.direction(0.0)),
                _ => None,
            });
            stop.along = through.unwrap_or(pt(1.0, 0.0));
        }
        Plan { stops, curves, groups: groups(&segments), text_above }
    }
}

/// What is joined to each stop.
struct Links {
    exits: Vec<Vec<u8>>,
    stops: Vec<Vec<usize>>,
}

impl Links {
    fn new(count: usize, segments: &[(End, End)]) -> Links {
        let mut links = Links { exits: vec![Vec::new(); count], stops: vec![Vec::new(); count] };
        for &(a, b) in segments {
            match (a, b) {
                (End::Edge(e), End::Stop(s)) | (End::Stop(s), End::Edge(e)) => {
                    links.exits[s as usize].push(e)
                }
                (End::Stop(s), End::Stop(t)) => {
                    links.stops[s as usize].push(t as usize);
                    links.stops[t as usize].push(s as usize);
                }
                (End::Edge(_), End::Edge(_)) => {}
            }
        }
        links
    }

    fn degree(&self, stop: usize) -> usize {
        self.exits[stop].len() + self.stops[stop].len()
    }

    /// A line from side to side with nothing but `stop` and stops like it on the way: the first side, the stops
    /// in order, the last side.
    fn chain(&self, stop: usize) -> Option<(u8, Vec<usize>, u8)> {
        if self.degree(stop) != 2 || self.exits[stop].len() != 1 {
            return None;
        }
        let first = self.exits[stop][0];
        let mut row = vec![stop];
        let mut next = self.stops[stop][0];
        loop {
            if self.degree(next) != 2 || row.contains(&next) {
                return None;
            }
            row.push(next);
            match (self.exits[next].as_slice(), self.stops[next].iter().find(|s| !row.contains(s)))
            {
                (&[last], _) => return Some((first, row, last)),
                ([], Some(&further)) => next = further,
                _ => return None,
            }
        }
    }
}

fn groups(segments: &[(End, End)]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Vec<End>, Vec<usize>)> = Vec::new();
    for (i, &(a, b)) in segments.iter().enumerate() {
        let (mine, others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(ends, _)| ends.contains(&a) || ends.contains(&b));
        let mut joined = (vec![a, b], vec![i]);
        for (ends, numbers) in mine {
            joined.0.extend(ends);
            joined.1.extend(numbers);
        }
        joined.1.sort_unstable();
        groups = others;
        groups.push(joined);
    }
    groups.sort_by_key(|g| g.1[0]);
    groups.into_iter().map(|g| g.1).collect()
}

fn between(frame: Frame, a: u8, b: u8) -> Curve {
    let p = frame.edge(a);
    Curve::tangent(p, p.times(-1.0), frame.edge(b))
}

fn curve(frame: Frame, places: &[Pt], links: &Links, a: End, b: End) -> Curve {
    let inward = |e: u8, to: Pt| {
        let p = frame.edge(e);
        Curve::tangent(p, p.times(-1.0), to)
    };
    match (a, b) {
        (End::Edge(a), End::Edge(b)) => between(frame, a, b),
        (End::Edge(e), End::Stop(s)) => inward(e, places[s as usize]),
        (End::Stop(s), End::Edge(e)) => inward(e, places[s as usize]).reversed(),
        (End::Stop(s), End::Stop(t)) => {
            let (s, t) = (s as usize, t as usize);
            // Along a common arc the piece between two stops bends like the rest of it.
            match links.chain(s).or_else(|| {
                links.chain(t).map(|(f, row, l)| (l, row.into_iter().rev().collect(), f))
            }) {
                Some((first, row, last)) if row.contains(&s) && row.contains(&t) => {
                    let arc = between(frame, first, last);
                    let at = |p: Pt| {
                        (0..=100)
                            .map(|i| f64::from(i) / 100.0)
                            .min_by(|x, y| arc.at(*x).to(p).total_cmp(&arc.at(*y).to(p)))
                            .unwrap_or(0.5)
                    };
                    let (ts, tt) = (at(places[s]), at(places[t]));
                    let heading = arc.direction(ts).times(if tt >= ts { 1.0 } else { -1.0 });
                    Curve::tangent(places[s], heading, places[t])
                }
                _ => Curve::Line(places[s], places[t]),
            }
        }
    }
}

fn stop_plan(frame: Frame, tile: &TileDef, index: usize, at: Pt, links: &Links) -> StopPlan {
    let stop = &tile.stops[index];
    let degree = links.degree(index);
    let cities = tile.stops.iter().filter(|s| s.kind == Kind::City).count();
    let along = pt(1.0, 0.0);
    match stop.kind {
        Kind::City | Kind::Red => {
            let single = tile.stops.len() == 1;
            let r = match (stop.slots, cities) {
                (4.., _) => 13.0,
                // Three in a row leave room above and below.
                (3, _) if frame.edges() == 4 => 12.0,
                (3, _) => 11.2,
                _ if single => 15.0,
                (2, _) => 12.5,
                (_, 3..) => 12.5,
                _ => 13.5,
            };
            let slots =
                slot_centres(stop.slots, r).into_iter().map(|s| s.plus(at)).collect::<Vec<_>>();
            let mark = if slots.is_empty() { Mark::Plain } else { Mark::City };
            StopPlan { at, mark, r, slots, along }
        }
        Kind::Town | Kind::Halt => {
            let small = stop.kind == Kind::Halt;
            let (mark, r) = match degree {
                0 => (Mark::Bare, if small { 5.5 } else { 6.5 }),
                2 => (Mark::Bar, 10.0),
                _ => (Mark::Dot, if small { 7.5 } else { 8.5 }),
            };
            StopPlan { at, mark, r, slots: Vec::new(), along }
        }
    }
}

fn slot_centres(count: u8, r: f64) -> Vec<Pt> {
    let d = r + 0.6;
    match count {
        0 => Vec::new(),
        1 => vec![pt(0.0, 0.0)],
        2 => vec![pt(-d, 0.0), pt(d, 0.0)],
        3 => vec![pt(-2.0 * d, 0.0), pt(0.0, 0.0), pt(2.0 * d, 0.0)],
        _ => vec![pt(-d, -d), pt(d, -d), pt(-d, d), pt(d, d)],
    }
}

/// Works out the places of all stops.
struct Places<'a> {
    frame: Frame,
    tile: &'a TileDef,
    rotation: u8,
    links: &'a Links,
    segments: &'a [(End, End)],
}

impl Places<'_> {
    fn find(&self, text_above: bool) -> Vec<Pt> {
        let stops = &self.tile.stops;
        let centre = pt(0.0, 0.0);
        if let [stop] = stops.as_slice() {
            let exits = &self.links.exits[0];
            if matches!(stop.paid, Paid::ByColumn(_)) {
                return vec![pt(0.0, if text_above { 11.0 } else { -11.0 })];
            }
            if matches!(stop.kind, Kind::Town | Kind::Halt) && exits.len() == 2 {
                return vec![between(self.frame, exits[0], exits[1]).at(0.5)];
            }
            return vec![centre];
        }
        if stops.is_empty() {
            return Vec::new();
        }
        let mut places: Vec<Option<Pt>> = (0..stops.len()).map(|i| self.told(i)).collect();
        if places.iter().any(Option::is_some) {
            // Where a tile tells the place of some stops, the others are in the middle.
            for place in &mut places {
                place.get_or_insert(centre);
            }
        }
        for i in 0..stops.len() {
            if let Some((first, row, last)) = self.links.chain(i) {
                let arc = between(self.frame, first, last);
                let gap = 28.0 / arc.length();
                for (k, &s) in row.iter().enumerate() {
                    let t = 0.5 + (k as f64 - (row.len() - 1) as f64 / 2.0) * gap;
                    places[s] = Some(arc.at(t));
                }
            }
        }
        if places.iter().all(Option::is_none) && self.links.exits.iter().all(Vec::is_empty) {
            let d = if stops.iter().any(|s| s.kind == Kind::City) { 17.0 } else { 11.0 };
            let middle = (stops.len() - 1) as f64 / 2.0;
            return (0..stops.len()).map(|i| pt((i as f64 - middle) * 2.0 * d, 0.0)).collect();
        }
        self.slide(&mut places);
        (0..stops.len()).map(|i| places[i].unwrap_or_else(|| self.by_exits(i))).collect()
    }

    /// Where the tile says that the stop is drawn.
    fn told(&self, stop: usize) -> Option<Pt> {
        let half = self.tile.stops[stop].draw_at?;
        let n = self.frame.edges();
        if half >= 2 * n {
            return Some(pt(0.0, 0.0));
        }
        let angle = self.frame.half_edge_angle(f64::from((half + 2 * self.rotation) % (2 * n)));
        let corner = half % 2 == 1;
        let away = match self.tile.stops[stop].kind {
            Kind::City | Kind::Red if self.tile.stops[stop].slots > 1 => 16.0,
            Kind::City | Kind::Red if corner => 23.0,
            Kind::City | Kind::Red => 25.0,
            Kind::Town | Kind::Halt => 28.0,
        };
        Some(Pt::polar(angle, away))
    }

    fn by_exits(&self, stop: usize) -> Pt {
        let exits = &self.links.exits[stop];
        if exits.is_empty() {
            // Printed without track beside a stop that has some: opposite to what the others use.
            let used = self
                .links
                .exits
                .iter()
                .flatten()
                .fold(pt(0.0, 0.0), |p, &e| p.plus(self.frame.edge(e).unit()));
            let away = if used.length() < 0.1 { pt(0.0, -1.0) } else { used.unit().times(-1.0) };
            return away.times(28.0);
        }
        let large = |i: usize| matches!(self.tile.stops[i].kind, Kind::City | Kind::Red);
        if large(stop) && (0..self.tile.stops.len()).filter(|&i| large(i)).count() == 1 {
            return pt(0.0, 0.0);
        }
        let mean = exits.iter().fold(pt(0.0, 0.0), |p, &e| p.plus(self.frame.edge(e).unit()));
        match exits.len() {
            1 => mean.unit().times(27.0),
            _ if mean.length() < 0.1 => pt(0.0, 0.0),
            _ => mean.unit().times(14.0),
        }
    }

    /// Puts the stops that sit on an arc of their own where they keep clear of each other and of other track.
    fn slide(&self, places: &mut [Option<Pt>]) {
        let own = |i: usize| self.links.stops[i].is_empty() && self.links.exits[i].len() == 2;
        let arc = |i: usize| between(self.frame, self.links.exits[i][0], self.links.exits[i][1]);
        let large = |i: usize| matches!(self.tile.stops[i].kind, Kind::City | Kind::Red);
        let beads: Vec<(usize, Bead)> = (0..places.len())
            .filter(|&i| places[i].is_none() && own(i))
            .map(|i| (i, Bead { arc: arc(i), large: large(i) }))
            .collect();
        let fixed: Vec<(Pt, bool)> = (0..places.len())
            .filter(|i| beads.iter().all(|b| b.0 != *i))
            .map(|i| (places[i].unwrap_or_else(|| self.by_exits(i)), large(i)))
            .collect();
        let through: Vec<Curve> = self
            .segments
            .iter()
            .filter_map(|&(a, b)| match (a, b) {
                (End::Edge(a), End::Edge(b)) => Some(between(self.frame, a, b)),
                _ => None,
            })
            .collect();
        let on_arcs: Vec<Bead> = beads.iter().map(|b| b.1).collect();
        for ((i, _), at) in beads.iter().zip(slide(&on_arcs, &fixed, &through)) {
            places[*i] = Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slide::APART;
    use board::{Colour, Layout, StopDef};

    fn tile(stops: &[(Kind, u8)], segments: &[(End, End)]) -> TileDef {
        let mut t = TileDef::new("t", Colour::Yellow);
        t.stops = stops.iter().map(|&(k, s)| StopDef::new(k, s, 10)).collect();
        t.segments = segments.to_vec();
        t
    }
    use End::{Edge as E, Stop as S};

    #[test]
    fn two_towns_on_crossing_track_keep_apart() {
        let t = tile(
            &[(Kind::Town, 0), (Kind::Town, 0)],
            &[(E(0), S(0)), (E(3), S(0)), (E(1), S(1)), (E(4), S(1))],
        );
        for rotation in 0..6 {
            let plan = Plan::new(Frame::new(Layout::PointyTop), &t, rotation);
            assert!(plan.stops[0].at.to(plan.stops[1].at) >= APART.1 - 1.0, "rotation {rotation}");
            assert_eq!(plan.groups.len(), 2, "the tracks do not meet");
        }
    }

    #[test]
    fn track_that_shares_an_edge_is_one_group() {
        let t = tile(&[], &[(E(0), E(2)), (E(0), E(3)), (E(1), E(5))]);
        assert_eq!(Plan::new(Frame::new(Layout::FlatTop), &t, 0).groups, [vec![0, 1], vec![2]]);
    }

    #[test]
    fn halts_in_a_row_lie_on_one_line() {
        let t =
            tile(&[(Kind::Halt, 0), (Kind::Halt, 0)], &[(E(0), S(0)), (E(2), S(1)), (S(0), S(1))]);
        let frame = Frame::new(Layout::FlatTop);
        let plan = Plan::new(frame, &t, 0);
        let arc = between(frame, 0, 2);
        for stop in &plan.stops {
            let off = arc.points(0.5).map(|p| p.to(stop.at)).fold(f64::INFINITY, f64::min);
            assert!(off < 0.5);
        }
        assert!(plan.stops[0].at.to(plan.stops[1].at) > 24.0);
    }
}
