//! Sliding stops along their arcs until they keep clear of each other and of other track.

use crate::geometry::{Curve, Pt};

/// A stop that can slide along an arc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bead {
    pub(crate) arc: Curve,
    /// A city rather than a town.
    pub(crate) large: bool,
}

/// Least distance between two stops of which one is a city, between two towns.
pub(crate) const APART: (f64, f64) = (33.0, 26.0);

/// Places tried on an arc, from its first to its last sixth.
const STEPS: usize = 29;

fn along(k: usize) -> f64 {
    0.15 + 0.7 * k as f64 / (STEPS - 1) as f64
}

fn short(want: f64, have: f64) -> f64 {
    (want - have).max(0.0).powi(2)
}

/// The place of every bead, beside stops that cannot move (place, city or not) and track that has no stop.
pub(crate) fn slide(beads: &[Bead], fixed: &[(Pt, bool)], through: &[Curve]) -> Vec<Pt> {
    let tries: Vec<Vec<(Pt, f64)>> =
        (0..beads.len()).map(|i| tries(beads, i, fixed, through)).collect();
    let apart = |i: usize, j: usize| {
        if beads[i].large || beads[j].large { APART.0 } else { APART.1 }
    };
    let pair = |i: usize, x: usize, j: usize, y: usize| {
        5.0 * short(apart(i, j), tries[i][x].0.to(tries[j][y].0))
    };
    let mut best = vec![STEPS / 2; beads.len()];
    // Two beads are tried in all combinations, further ones one after the other.
    if let [first, second, ..] = tries.as_slice() {
        let mut cost = f64::INFINITY;
        for (x, a) in first.iter().enumerate() {
            for (y, b) in second.iter().enumerate() {
                let c = a.1 + b.1 + pair(0, x, 1, y);
                if c < cost - 1e-9 {
                    cost = c;
                    (best[0], best[1]) = (x, y);
                }
            }
        }
    }
    let rest = if beads.len() == 1 { 0 } else { 2 };
    for i in rest..beads.len() {
        let cost = |x: usize| tries[i][x].1 + (0..i).map(|j| pair(i, x, j, best[j])).sum::<f64>();
        let found = (0..STEPS).min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or(STEPS / 2);
        best[i] = found;
    }
    best.iter().zip(&tries).map(|(&k, t)| t[k].0).collect()
}

/// Every place of a bead and what speaks against it, the other beads left out.
fn tries(beads: &[Bead], i: usize, fixed: &[(Pt, bool)], through: &[Curve]) -> Vec<(Pt, f64)> {
    let Bead { arc, large } = beads[i];
    let others = beads.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, b)| &b.arc);
    let track: Vec<Vec<Pt>> = others.chain(through).map(|c| c.points(3.0).collect()).collect();
    let clear = if large { 20.0 } else { 17.5 };
    let inside = if large { 16.0 } else { 12.0 };
    (0..STEPS)
        .map(|k| {
            let p = arc.at(along(k));
            let mut cost = (along(k) - 0.5).abs() * 12.0;
            for points in &track {
                cost += short(clear, points.iter().map(|q| q.to(p)).fold(f64::INFINITY, f64::min));
            }
            for &(q, city) in fixed {
                cost += 5.0 * short(if large || city { APART.0 } else { APART.1 }, p.to(q));
            }
            cost += short(inside, arc.at(0.0).to(p).min(arc.at(1.0).to(p)));
            (p, cost)
        })
        .collect()
}
