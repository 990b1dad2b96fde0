//! The line of one train through given stops, the best among several.

use engine::Problem;
use routing::{Claim, End, Network, PieceId, Route, StopId, Violation};

// Lines looked at in all, and pieces of one line.
const MOST_LINES: usize = 3000;
const MOST_STEPS: usize = 200_000;
const MOST_PIECES: usize = 120;

struct Walk<'a> {
    net: &'a Network,
    stops: &'a [StopId],
    found: Vec<Vec<PieceId>>,
    path: Vec<PieceId>,
    used: Vec<bool>,
    met: Vec<bool>,
    steps: usize,
}

impl Walk<'_> {
    // At a stop, with the clicked stops before `next` behind.
    fn leave_stop(&mut self, stop: StopId, next: usize) {
        if next == self.stops.len() {
            self.found.push(self.path.clone());
            return;
        }
        for id in 0..self.net.pieces.len() {
            for side in 0..2 {
                if self.net.pieces[id].ends[side] == End::Stop(stop) {
                    self.along(id, 1 - side, next);
                }
            }
        }
    }

    // Takes a piece and goes on from its far end.
    fn along(&mut self, id: usize, far: usize, next: usize) {
        self.steps += 1;
        if self.used[id] || self.path.len() >= MOST_PIECES || self.full() {
            return;
        }
        self.used[id] = true;
        self.path.push(id as PieceId);
        match self.net.pieces[id].ends[far] {
            End::Stop(stop) => {
                let clicked = self.stops.get(next) == Some(&stop);
                // A stop that is clicked later is not passed before its turn.
                let later = self.stops[next..].contains(&stop);
                if !self.met[stop as usize] && (clicked || !later) {
                    self.met[stop as usize] = true;
                    self.leave_stop(stop, next + usize::from(clicked));
                    self.met[stop as usize] = false;
                }
            }
            End::Border(border) => {
                for other in 0..self.net.pieces.len() {
                    for side in 0..2 {
                        if other != id
                            && self.net.pieces[other].cell != self.net.pieces[id].cell
                            && self.net.pieces[other].ends[side] == End::Border(border)
                        {
                            self.along(other, 1 - side, next);
                        }
                    }
                }
            }
        }
        self.path.pop();
        self.used[id] = false;
    }

    fn full(&self) -> bool {
        self.found.len() >= MOST_LINES || self.steps >= MOST_STEPS
    }
}

/// The best route of a train whose line runs through the stops in order, clear of other routes.
pub fn through(
    problem: &Problem,
    train: usize,
    stops: &[StopId],
    others: &[Claim],
) -> Result<Route, Option<Violation>> {
    let net = &problem.network;
    let mut walk = Walk {
        net,
        stops,
        found: Vec::new(),
        path: Vec::new(),
        used: vec![false; net.pieces.len()],
        met: vec![false; net.stops.len()],
        steps: 0,
    };
    walk.met[stops[0] as usize] = true;
    walk.leave_stop(stops[0], 1);
    let mut lines = walk.found;
    lines.sort_by_key(Vec::len);
    let mut best: Option<(i64, Route)> = None;
    let mut first_fault = None;
    for pieces in lines {
        let mut claims: Vec<Claim> = others
            .iter()
            .filter(|c| c.train != train)
            .cloned()
            .collect();
        claims.push(Claim {
            train,
            pieces,
            halts: None,
        });
        match routing::evaluate(net, &problem.trains, &problem.rules, &claims) {
            Ok(mut found) => {
                if best
                    .as_ref()
                    .is_none_or(|(worth, _)| found.totals.primary > *worth)
                    && let Some(route) = found.routes.pop()
                {
                    best = Some((found.totals.primary, route));
                }
            }
            Err(fault) => {
                first_fault.get_or_insert(fault);
            }
        }
    }
    best.map(|(_, route)| route).ok_or(first_fault)
}
