//! How much a train can still gain: the best walk from each arc, when visiting a stop twice is not yet ruled out.

use crate::graph::{Graph, Pass};
use crate::score::{NOTHING, Score};
use crate::terms::{Charge, Terms};

/// Largest table that is worth its memory.
const MOST_ENTRIES: usize = 3_000_000;

/// Rests of the two capacities that a train can have, in an order in which what is left after a stop comes first.
#[derive(Clone, Copy)]
struct Levels {
    major: usize,
    range: usize,
    /// A stop that uses the first capacity always uses as much of the second: what the first has beyond the second is of
    /// no use, and the second never has more beyond the first than at the start.
    banded: bool,
}

impl Levels {
    fn new(terms: &Terms) -> Self {
        let (major, range) = (terms.major as usize, terms.range as usize);
        let even = |c: &Charge| c.major <= c.range && (c.major == 0 || !c.optional);
        Levels { major, range, banded: major <= range && terms.charges.iter().all(even) }
    }

    fn width(&self) -> usize {
        1 + if self.banded { self.range - self.major } else { self.range }
    }

    fn count(&self) -> usize {
        (self.major + 1) * self.width()
    }

    /// Number of a level; more of the first capacity than of use counts as what is of use.
    #[inline]
    fn at(&self, major: usize, range: usize) -> usize {
        if self.banded {
            let major = major.min(range);
            major * self.width() + range - major
        } else {
            major * self.width() + range
        }
    }

    /// The two rests of a level.
    fn of(&self, level: usize) -> (usize, usize) {
        let (major, beyond) = (level / self.width(), level % self.width());
        (major, if self.banded { major + beyond } else { beyond })
    }

    /// The level after so much was used, if there is so much.
    fn after(&self, (major, range): (usize, usize), used: (u8, u8)) -> Option<usize> {
        let major = major.checked_sub(used.0.into())?;
        Some(self.at(major, range.checked_sub(used.1.into())?))
    }
}

/// For each arc and each rest of the two capacities, the most that running on over that arc can add.
pub(crate) struct Table {
    levels: Levels,
    arcs: usize,
    /// Level by level, by arc.
    values: Vec<Score>,
}

impl Table {
    /// Whether tables for this train fit in memory.
    pub fn fits(graph: &Graph, terms: &Terms) -> bool {
        graph.arcs.len() * (terms.major as usize + 1) * (terms.range as usize + 1) <= MOST_ENTRIES
    }

    /// The most over an arc with so much of the two capacities left.
    #[inline]
    pub fn value(&self, arc: u32, major: usize, range: usize) -> Score {
        self.values[self.levels.at(major, range) * self.arcs + arc as usize]
    }

    /// Builds the table for given prices of arcs. `end` is what a route that ends the arm at a level can still add (nothing,
    /// or the best second arm).
    pub fn new(graph: &Graph, terms: &Terms, prices: &Prices, end: Option<&[Score]>) -> Self {
        let (levels, arcs) = (Levels::new(terms), graph.arcs.len());
        let heads: Vec<Head> = (0..arcs).map(|arc| Head::new(graph, terms, prices, arc)).collect();
        let free = Free::new(graph, &heads);
        // What each arc adds, and the most that can follow it.
        let mut values = vec![NOTHING; levels.count() * arcs];
        let mut follows = vec![NOTHING; levels.count() * arcs];
        for at in 0..levels.count() {
            let left = levels.of(at);
            // By what a stop uses: the level after it, and what a route that ends there can still add.
            let rests = USES.map(|used| levels.after(left, used).filter(|&rest| rest < at));
            let ends = USES.map(|used| match (levels.after(left, used), end) {
                (Some(rest), Some(end)) => end[rest],
                (Some(_), None) => 0,
                (None, _) => NOTHING,
            });
            let own = &mut values[at * arcs..(at + 1) * arcs];
            for (arc, (own, head)) in own.iter_mut().zip(&heads).enumerate() {
                let end_after = |uses: usize| if head.may_end { ends[uses] } else { NOTHING };
                let go_on = |uses: usize| {
                    rests[uses].map_or(NOTHING, |rest| follows[rest * arcs + arc] - head.toll)
                };
                let mut most = NOTHING;
                if rests[head.uses].is_some() {
                    most = head.gain + go_on(head.uses).max(end_after(head.uses));
                }
                if head.optional {
                    most = most.max(go_on(head.passing)).max(end_after(head.passing));
                } else if head.free {
                    most = most.max(end_after(0));
                }
                *own = (most - head.price).max(NOTHING);
            }
            free.spread(graph, &heads, own);
            let next = graph.next.iter();
            let own_follows = &mut follows[at * arcs..(at + 1) * arcs];
            for (follow, next) in own_follows.iter_mut().zip(next) {
                *follow = most(own, next);
            }
        }
        Table { levels, arcs, values }
    }

    /// The most that one arm, or two from the same stop, can add when nothing is used yet; `arm` is the best of either.
    pub fn most(&self, arm: &[Score], two: bool) -> Score {
        self.most_within(arm, (self.levels.major, self.levels.range), two)
    }

    /// The same when so much of the two capacities is left.
    pub fn most_within(&self, arm: &[Score], (major, range): (usize, usize), two: bool) -> Score {
        let levels = &self.levels;
        if !two {
            return arm[levels.at(major, range)];
        }
        let pairs = (0..levels.count()).filter_map(|at| {
            let (a, b) = levels.of(at);
            let (a, b) = (major.checked_sub(a)?, range.checked_sub(b)?);
            // A rest that no train can have leaves the other arm with more than is of use.
            let other = levels.at(a, b);
            (!levels.banded || b < a + levels.width()).then(|| arm[at] + arm[other])
        });
        pairs.max().unwrap_or(0)
    }

    /// For each rest of capacity the best over some arcs, and never less than nothing.
    pub fn best_of(&self, arcs: &[u32]) -> Vec<Score> {
        let levels = 0..self.levels.count();
        levels.map(|at| most(&self.values[at * self.arcs..], arcs).max(0)).collect()
    }
}

/// Arcs whose head can be passed without using capacity: they depend on arcs of their own level.
struct Free {
    /// Those that may follow an arc come before it, as far as there is no ring.
    order: Vec<u32>,
    ring: bool,
}

impl Free {
    fn new(graph: &Graph, heads: &[Head]) -> Self {
        let mut free = Free { order: Vec::new(), ring: false };
        // Arcs on the way, with the place of the next one to look at.
        let mut way: Vec<(u32, usize)> = Vec::new();
        let mut seen = vec![Seen::Never; heads.len()];
        for arc in (0..heads.len()).filter(|&arc| heads[arc].free) {
            if seen[arc] == Seen::Never {
                seen[arc] = Seen::Open;
                way.push((arc as u32, 0));
            }
            while let Some((arc, at)) = way.last_mut() {
                let arc = *arc as usize;
                if let Some(&next) = graph.next[arc].get(*at) {
                    *at += 1;
                    match seen[next as usize] {
                        Seen::Never if heads[next as usize].free => {
                            seen[next as usize] = Seen::Open;
                            way.push((next, 0));
                        }
                        Seen::Open => free.ring = true,
                        _ => {}
                    }
                } else {
                    seen[arc] = Seen::Done;
                    free.order.push(arc as u32);
                    way.pop();
                }
            }
        }
        free
    }

    /// Takes over what can follow, until nothing changes.
    fn spread(&self, graph: &Graph, heads: &[Head], own: &mut [Score]) {
        loop {
            let mut changed = false;
            for &arc in &self.order {
                let arc = arc as usize;
                let most = most(own, &graph.next[arc]) - heads[arc].toll - heads[arc].price;
                if most > own[arc] {
                    own[arc] = most;
                    changed = true;
                }
            }
            if !changed || !self.ring {
                return;
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Never,
    Open,
    Done,
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

/// What a stop can use of the two capacities.
const USES: [(u8, u8); 4] = [(0, 0), (0, 1), (1, 0), (1, 1)];

/// The node that an arc leads to, as the table sees it.
struct Head {
    /// What it uses if it counts, and if it does not, as places in the list of uses.
    uses: usize,
    passing: usize,
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
                uses: 0,
                passing: 0,
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
            uses: usize::from(charge.major * 2 + charge.range),
            passing: usize::from(charge.major * 2),
            gain: charge.gain,
            optional: charge.optional,
            may_end: graph.may_end[to],
            free: charge.major == 0 && (charge.optional || charge.range == 0),
            price,
            toll: prices.toll[to],
        }
    }
}

/// The highest value of some arcs.
fn most(values: &[Score], arcs: &[u32]) -> Score {
    arcs.iter().map(|&n| values[n as usize]).max().unwrap_or(NOTHING)
}
