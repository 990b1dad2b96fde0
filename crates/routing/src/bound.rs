//! How much a train can still gain: the best walk from each arc, when visiting a stop twice is not yet ruled out.

use crate::graph::{Graph, Pass};
use crate::score::{NOTHING, Score};
use crate::terms::Terms;

/// Largest table that is worth its memory.
const MOST_ENTRIES: usize = 3_000_000;

/// For each arc and each rest of the two capacities, the most that running on over that arc can add.
pub(crate) struct Table {
    major: usize,
    range: usize,
    values: Vec<Score>,
}

impl Table {
    /// Whether tables for this train fit in memory.
    pub fn fits(graph: &Graph, terms: &Terms) -> bool {
        graph.arcs.len() * (terms.major as usize + 1) * (terms.range as usize + 1) <= MOST_ENTRIES
    }

    /// The row of an arc with `major` of the first capacity left; indexed by the second.
    pub fn row(&self, arc: u32, major: usize) -> &[Score] {
        let width = self.range + 1;
        let start = (arc as usize * (self.major + 1) + major) * width;
        &self.values[start..start + width]
    }

    /// Builds the table for given prices of arcs. `end[major][range]` is what a route that ends the arm there can
    /// still add (0, or the best second arm).
    pub fn new(graph: &Graph, terms: &Terms, prices: &Prices, end: Option<&[Score]>) -> Self {
        let (major, range) = (terms.major as usize, terms.range as usize);
        let width = range + 1;
        let stride = (major + 1) * width;
        let mut values = vec![NOTHING; graph.arcs.len() * stride];
        // Arcs whose head can be passed without using capacity depend on their own level.
        let level: Vec<usize> = (0..graph.arcs.len())
            .filter(|&i| {
                let to = graph.arcs[i].to as usize;
                to >= graph.stops || {
                    let c = terms.charges[to];
                    c.major == 0 && (c.optional || c.range == 0)
                }
            })
            .collect();
        for a in 0..=major {
            for b in 0..=range {
                for arc in 0..graph.arcs.len() {
                    let value = best(graph, terms, prices, end, &values, stride, width, arc, a, b);
                    values[arc * stride + a * width + b] = value;
                }
                let mut changed = true;
                while changed {
                    changed = false;
                    for &arc in level.iter().rev() {
                        let value =
                            best(graph, terms, prices, end, &values, stride, width, arc, a, b);
                        let entry = &mut values[arc * stride + a * width + b];
                        if value > *entry {
                            *entry = value;
                            changed = true;
                        }
                    }
                }
            }
        }
        Table {
            major,
            range,
            values,
        }
    }

    /// For each rest of capacity the best over some arcs, and never less than nothing.
    pub fn best_of(&self, arcs: &[u32]) -> Vec<Score> {
        let stride = (self.major + 1) * (self.range + 1);
        let mut best = vec![0; stride];
        for &arc in arcs {
            let start = arc as usize * stride;
            for (b, v) in best.iter_mut().zip(&self.values[start..start + stride]) {
                *b = (*b).max(*v);
            }
        }
        best
    }
}

/// Prices of track, and of running through stops.
#[derive(Clone, Debug)]
pub(crate) struct Prices {
    /// Price of each resource; after them, price of running through each stop.
    pub resource: Vec<Score>,
    /// Price of each arc: the sum of its resources.
    pub arc: Vec<Score>,
    /// Price of running through each stop: its own, and that of the bypass where it is full.
    pub toll: Vec<Score>,
    /// What all resources and passages cost together.
    pub total: Score,
}

impl Prices {
    pub fn new(graph: &Graph, resource: Vec<Score>) -> Self {
        let arc = (graph.arcs.iter())
            .map(|arc| {
                arc.masks
                    .iter()
                    .map(|&(w, m)| of_mask(&resource, w, m))
                    .sum()
            })
            .collect();
        let bypass = graph.bypass.map_or(0, |b| resource[b]);
        let toll = (0..graph.stops)
            .map(|s| {
                let full = graph.may_pass[s] == Pass::Bypass;
                resource[graph.resources + s] + if full { bypass } else { 0 }
            })
            .collect();
        let total = (0..resource.len())
            .map(|r| resource[r] * graph.supply(r))
            .sum();
        Prices {
            resource,
            arc,
            toll,
            total,
        }
    }

    pub fn free(graph: &Graph) -> Self {
        Prices::new(graph, vec![0; graph.resources + graph.stops])
    }

    /// The same for trains that share track: only the bypass has a price.
    pub fn shared(&self, graph: &Graph) -> Self {
        let mut resource = vec![0; self.resource.len()];
        if let Some(bypass) = graph.bypass {
            resource[bypass] = self.resource[bypass];
        }
        Prices::new(graph, resource)
    }
}

/// The price of the resources in one word of a bit set.
pub(crate) fn of_mask(resource: &[Score], word: u16, mut mask: u64) -> Score {
    let mut sum = 0;
    while mask != 0 {
        sum += resource[word as usize * 64 + mask.trailing_zeros() as usize];
        mask &= mask - 1;
    }
    sum
}

#[expect(clippy::too_many_arguments, reason = "the inner step of one loop")]
#[inline]
fn best(
    graph: &Graph,
    terms: &Terms,
    prices: &Prices,
    end: Option<&[Score]>,
    values: &[Score],
    stride: usize,
    width: usize,
    arc: usize,
    a: usize,
    b: usize,
) -> Score {
    let to = graph.arcs[arc].to as usize;
    let price = prices.arc[arc];
    let go_on = |a: usize, b: usize, toll: Score| {
        let at = a * width + b;
        let most = (graph.next[arc].iter())
            .map(|&n| values[n as usize * stride + at])
            .max()
            .unwrap_or(NOTHING);
        most - toll
    };
    if to >= graph.stops {
        return (go_on(a, b, 0) - price).max(NOTHING);
    }
    let toll = prices.toll[to];
    let rest = |a: usize, b: usize| {
        let stop_here = if graph.may_end[to] {
            end.map_or(0, |end| end[a * width + b])
        } else {
            NOTHING
        };
        stop_here.max(go_on(a, b, toll))
    };
    let charge = &terms.charges[to];
    let (major, range) = (charge.major as usize, charge.range as usize);
    let mut value = NOTHING;
    if a >= major && b >= range {
        value = charge.gain + rest(a - major, b - range);
    }
    if charge.optional && a >= major {
        value = value.max(rest(a - major, b));
    }
    (value - price).max(NOTHING)
}
