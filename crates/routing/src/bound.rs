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
        let (width, arcs) = (range + 1, graph.arcs.len());
        let heads: Vec<Head> = (0..arcs).map(|arc| Head::new(graph, terms, prices, arc)).collect();
        // Arcs whose head can be passed without using capacity depend on arcs of their own level.
        let mut level: Vec<usize> = (0..arcs).filter(|&arc| heads[arc].free).collect();
        let levels = (major + 1) * width;
        // While it is built the table lies level by level: what each arc adds, and the most that can follow it.
        let mut adds = vec![NOTHING; levels * arcs];
        let mut follows = vec![NOTHING; levels * arcs];
        for at in 0..levels {
            let (a, b) = (at / width, at % width);
            let (_, own) = adds.split_at_mut(at * arcs);
            let own = &mut own[..arcs];
            for (arc, head) in heads.iter().enumerate() {
                let mut most = NOTHING;
                if a >= head.major && b >= head.range {
                    let rest = at - head.major * width - head.range;
                    if rest < at {
                        let go_on = follows[rest * arcs + arc] - head.toll;
                        most = head.gain + go_on.max(head.end(end, rest));
                    }
                }
                if head.optional && a >= head.major {
                    let rest = at - head.major * width;
                    let go_on = if head.major > 0 {
                        follows[rest * arcs + arc] - head.toll
                    } else {
                        NOTHING
                    };
                    most = most.max(go_on).max(head.end(end, rest));
                } else if head.free {
                    most = most.max(head.end(end, at));
                }
                own[arc] = (most - head.price).max(NOTHING);
            }
            // What the level before was worth is a good order: best first, so that few arcs change twice.
            if at > 0 {
                let before = &follows[(at - 1) * arcs..at * arcs];
                level.sort_by_key(|&arc| std::cmp::Reverse(before[arc]));
            }
            let mut changed = true;
            while changed {
                changed = false;
                for &arc in &level {
                    let head = &heads[arc];
                    let most = most(own, &graph.next[arc]) - head.toll - head.price;
                    if most > own[arc] {
                        own[arc] = most;
                        changed = true;
                    }
                }
            }
            let next = graph.next.iter();
            let own_follows = &mut follows[at * arcs..(at + 1) * arcs];
            for (follow, next) in own_follows.iter_mut().zip(next) {
                *follow = most(own, next);
            }
        }
        let mut values = vec![NOTHING; levels * arcs];
        for at in 0..levels {
            for arc in 0..arcs {
                values[arc * levels + at] = adds[at * arcs + arc];
            }
        }
        Table { major, range, values }
    }

    /// The most that one arm, or two from the same stop, can add when nothing is used yet; `arm` is the best of either.
    pub fn most(&self, arm: &[Score], two: bool) -> Score {
        self.most_within(arm, (self.major, self.range), two)
    }

    /// The same when so much of the two capacities is left.
    pub fn most_within(&self, arm: &[Score], (major, range): (usize, usize), two: bool) -> Score {
        let width = self.range + 1;
        let last = major * width + range;
        if !two {
            return arm[last];
        }
        let pairs = (0..=major).flat_map(|a| (0..=range).map(move |b| a * width + b));
        pairs.map(|at| arm[at] + arm[last - at]).max().unwrap_or(0)
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
            .map(|arc| arc.masks.iter().map(|&(w, m)| of_mask(&resource, w, m)).sum())
            .collect();
        let bypass = graph.bypass.map_or(0, |b| resource[b]);
        let toll = (0..graph.stops)
            .map(|s| {
                let full = graph.may_pass[s] == Pass::Bypass;
                resource[graph.resources + s] + if full { bypass } else { 0 }
            })
            .collect();
        let total = (0..resource.len()).map(|r| resource[r] * graph.supply(r)).sum();
        Prices { resource, arc, toll, total }
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

/// The node that an arc leads to, as the table sees it.
struct Head {
    major: usize,
    range: usize,
    gain: Score,
    optional: bool,
    may_end: bool,
    /// Can be passed without using capacity, for nothing.
    free: bool,
    /// Price of the arc.
    price: Score,
    /// Price of running through.
    toll: Score,
}

impl Head {
    fn new(graph: &Graph, terms: &Terms, prices: &Prices, arc: usize) -> Self {
        let to = graph.arcs[arc].to as usize;
        let price = prices.arc[arc];
        if to >= graph.stops {
            return Head {
                major: 0,
                range: 0,
                gain: 0,
                optional: false,
                may_end: false,
                free: true,
                price,
                toll: 0,
            };
        }
        let charge = &terms.charges[to];
        Head {
            major: charge.major as usize,
            range: charge.range as usize,
            gain: charge.gain,
            optional: charge.optional,
            may_end: graph.may_end[to],
            free: charge.major == 0 && (charge.optional || charge.range == 0),
            price,
            toll: prices.toll[to],
        }
    }

    /// What a route that ends here can still add.
    fn end(&self, end: Option<&[Score]>, level: usize) -> Score {
        match (self.may_end, end) {
            (false, _) => NOTHING,
            (true, None) => 0,
            (true, Some(end)) => end[level],
        }
    }
}

/// The highest value of some arcs.
fn most(values: &[Score], arcs: &[u32]) -> Score {
    arcs.iter().map(|&n| values[n as usize]).max().unwrap_or(NOTHING)
}
