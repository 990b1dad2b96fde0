//! Finds the best routes for all trains of a company and proves them best.
//!
//! 1. The network becomes a graph of stops (`graph`), equal trains become one kind.
//! 2. For each kind all lines are enumerated (`walk`), as long as there are few.
//! 3. Track that several trains want gets a price (`price`). With prices each train can be looked at alone: the sum of what
//!    they gain, plus all prices, bounds what they can earn together. Where lines were too many to enumerate, those that
//!    gain more than the known ones are searched for, until there are none.
//! 4. A line that gains less than the best of its kind by more than the gap between bound and best known set cannot be
//!    part of a better set. What is left is enumerated and combined (`combine`).
//!
//! First only sets with higher primary income are looked for, then among equals by secondary income and fewer stops.

use crate::bound::Prices;
use crate::budget::{Budget, Meter};
use crate::certificate::{Certificate, Route, Totals};
use crate::combine::{Best, Combine, Ranked};
use crate::constraints::{Constraints, Objective};
use crate::evaluate::{Claim, evaluate};
use crate::graph::Graph;
use crate::network::{Network, StopId};
use crate::pool::Pool;
use crate::price::{Chosen, improve};
use crate::score::{NOTHING, Score, primary_at_most};
use crate::terms::{Terms, route_score};
use crate::train::{Pay, Reach, Train};
use crate::walk::Walk;

/// Most rounds of pricing.
const ROUNDS: usize = 60;
/// Most candidates that one round of pricing chooses at once.
const FRESH: usize = 60;

/// Where the search changes its ways. Any setting gives the same proved income; tests use odd ones to reach every path.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Tuning {
    /// Nodes for the first enumeration of one kind of train.
    pub first_nodes: u64,
    /// Nodes for one search for lines that gain more.
    pub pricing_nodes: u64,
    /// Pools of so many candidates are priced as a whole, larger ones by those that matter.
    pub few: usize,
    /// Nodes for telling equals apart once the primary income is proved.
    pub tie_nodes: u64,
    /// Most links before the graph falls back to single pieces.
    pub most_links: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            first_nodes: 8_000,
            pricing_nodes: 400_000,
            few: 400,
            tie_nodes: 100_000,
            most_links: 1200,
        }
    }
}

/// The best routes for these trains.
///
/// ```
/// use routing::{Budget, Constraints, End, Network, Stop, StopKind, Train, check, solve};
/// let mut net = Network::default();
/// let a = net.add_stop(Stop { own_station: true, ..Stop::new(0, 0, StopKind::City, 30) });
/// let b = net.add_stop(Stop::new(1, 0, StopKind::Town, 10));
/// let side = net.add_border();
/// net.add_piece(0, End::Stop(a), End::Border(side));
/// net.add_piece(1, End::Border(side), End::Stop(b));
/// let trains = [Train::plain(2)];
/// let rules = Constraints::cz();
/// let best = solve(&net, &trains, &rules, Budget::unlimited());
/// assert_eq!((best.totals.revenue, best.proved), (40, true));
/// assert_eq!(check(&net, &trains, &rules, &best), Ok(best.totals));
/// ```
pub fn solve(
    net: &Network,
    trains: &[Train],
    rules: &Constraints,
    budget: Budget<'_>,
) -> Certificate {
    solve_tuned(net, trains, rules, budget, Tuning::default())
}

/// [`solve`] with other settings.
#[doc(hidden)]
pub fn solve_tuned(
    net: &Network,
    trains: &[Train],
    rules: &Constraints,
    budget: Budget<'_>,
    tuning: Tuning,
) -> Certificate {
    let graph = Graph::new(net, rules, tuning.most_links);
    solve_on(net, trains, rules, &graph, budget, tuning)
}

/// [`solve`] on a graph that is made already.
pub(crate) fn solve_on(
    net: &Network,
    trains: &[Train],
    rules: &Constraints,
    graph: &Graph,
    budget: Budget<'_>,
    tuning: Tuning,
) -> Certificate {
    let mut meter = Meter::new(budget);
    let mut solver = Search::new(net, trains, rules, graph, tuning);
    let outcome = solver.run(&mut meter);
    let found = solver.certificate(outcome, meter.used);
    if rules.must_run && found.routes.is_empty() {
        for_nothing(net, trains, rules, budget, tuning, found)
    } else {
        found
    }
}

/// The routes of trains that are paid nothing: those that they would take for money.
fn for_nothing(
    net: &Network,
    trains: &[Train],
    rules: &Constraints,
    budget: Budget<'_>,
    tuning: Tuning,
    found: Certificate,
) -> Certificate {
    if trains.iter().all(|t| t.multiplier > 0) {
        return found;
    }
    let paid: Vec<Train> =
        (trains.iter()).map(|t| Train { multiplier: t.multiplier.max(1), ..*t }).collect();
    let rules = Constraints { must_run: false, ..*rules };
    let would = solve_tuned(net, &paid, &rules, budget, tuning);
    let claims: Vec<Claim> = (would.routes.iter()).map(Claim::from).collect();
    match evaluate(net, trains, &rules, &claims) {
        Ok(run) => Certificate {
            bound: found.bound.max(run.totals.primary),
            proved: found.bound <= run.totals.primary,
            ties_proved: false,
            routes: run.routes,
            totals: run.totals,
            nodes: found.nodes + would.nodes,
        },
        Err(_) => found,
    }
}

struct Search<'a> {
    net: &'a Network,
    rules: &'a Constraints,
    graph: &'a Graph,
    /// Index in the caller's list of each train, equal kinds together.
    order: Vec<usize>,
    /// Kind of each train in `order`.
    kinds: Vec<usize>,
    terms: Vec<Terms>,
    counts: Vec<usize>,
    shares: Vec<bool>,
    pools: Vec<Pool>,
    roots: Vec<StopId>,
    /// The set of stops with headquarters, if routes must be joined to them.
    hq: Vec<u64>,
    /// All primary incomes are multiples of this.
    grain: i64,
    best: Best,
    /// Candidates that can be part of a better set, where the pool is whole.
    live: Chosen,
    tuning: Tuning,
}

/// What is proved at the end.
struct Outcome {
    /// No set has a higher score.
    bound: Score,
    ties: bool,
}

impl<'a> Search<'a> {
    fn new(
        net: &'a Network,
        trains: &[Train],
        rules: &'a Constraints,
        graph: &'a Graph,
        tuning: Tuning,
    ) -> Self {
        let mut order: Vec<usize> = (0..trains.len()).collect();
        order.sort_by_key(|&i| (std::cmp::Reverse(length(&trains[i])), trains[i], i));
        let mut terms: Vec<Terms> = Vec::new();
        let mut kinds = Vec::new();
        for &i in &order {
            if terms.last().is_none_or(|t| t.train != trains[i]) {
                terms.push(Terms::new(net, rules, &trains[i]).within(net));
            }
            kinds.push(terms.len() - 1);
        }
        let counts = (0..terms.len()).map(|k| kinds.iter().filter(|&&l| l == k).count()).collect();
        let mut roots = graph.roots.clone();
        if rules.connected_to_hq && trains.len() == 1 {
            roots.retain(|&r| net.stops[r as usize].headquarters);
        }
        Search {
            net,
            rules,
            graph,
            shares: terms.iter().map(|t| t.train.shares_track).collect(),
            pools: (terms.iter())
                .map(|t| Pool::new(graph, t.train.shares_track, rules.connected_to_hq))
                .collect(),
            grain: grain(net, rules, trains),
            order,
            kinds,
            terms,
            counts,
            roots,
            hq: if rules.connected_to_hq { headquarters(net) } else { Vec::new() },
            best: Best::default(),
            live: Vec::new(),
            tuning,
        }
    }

    fn run(&mut self, meter: &mut Meter<'_>) -> Outcome {
        self.best.picks = vec![None; self.kinds.len()];
        if self.kinds.is_empty() || self.roots.is_empty() {
            return Outcome { bound: 0, ties: true };
        }
        if let [_] = self.kinds[..] {
            return self.alone(meter);
        }
        self.best.look_for(self.grain);
        let whole: Vec<bool> = (0..self.terms.len())
            .map(|kind| {
                meter.stage(self.tuning.first_nodes, |meter| {
                    self.enumerate(kind, &free(self.graph), self.least(), meter)
                })
            })
            .collect();
        let (prices, tops) = self.price(&whole, meter);
        // The gap is always measured from what the prices give, even when more is proved already.
        let priced = prices.total + self.sum(&tops);
        let mut bound = priced;
        for ties in [false, true] {
            self.best.look_for(if ties { 0 } else { self.grain });
            let limit = if ties { self.tuning.tie_nodes } else { u64::MAX };
            if priced > self.best.bar
                && !meter.stage(limit, |meter| self.close(&whole, &prices, &tops, priced, meter))
            {
                return Outcome { bound, ties: false };
            }
            bound = bound.min(self.best.bar.max(self.best.score));
        }
        Outcome { bound, ties: true }
    }

    /// One train only: no track is contested.
    fn alone(&mut self, meter: &mut Meter<'_>) -> Outcome {
        let prices = free(self.graph);
        let relaxed = self.walk(0, &prices).relaxed().max(0);
        let run = |this: &mut Self, meter: &mut Meter<'_>| {
            let bar = (this.best.bar + 1).max(if this.best.step == 0 { 1 } else { 0 });
            let mut best = this.best.clone();
            let mut pool = std::mem::take(&mut this.pools[0]);
            let graph = this.graph;
            let whole = this.walk(0, &prices).run(bar, meter, &mut |line| {
                if line.score > best.score
                    && let Some(at) = pool.add(graph, line)
                {
                    best.set(line.score, vec![Some((0, at))]);
                }
                best.bar + 1
            });
            this.pools[0] = pool;
            this.best = best;
            whole
        };
        self.best.look_for(0);
        if meter.stage(self.tuning.tie_nodes, |meter| run(self, meter)) {
            return Outcome { bound: self.best.score, ties: true };
        }
        self.best.look_for(self.grain);
        if !run(self, meter) {
            return Outcome { bound: relaxed.max(self.best.score), ties: false };
        }
        let bound = self.best.bar;
        self.best.look_for(0);
        let ties = meter.stage(self.tuning.tie_nodes, |meter| run(self, meter));
        Outcome { bound: bound.max(self.best.score), ties }
    }

    /// The lowest score of interest: routes that earn nothing are idle, unless they join others to the headquarters.
    fn least(&self) -> Score {
        if self.rules.connected_to_hq { NOTHING } else { 1 }
    }

    fn sum(&self, tops: &[Score]) -> Score {
        tops.iter().zip(&self.counts).map(|(&top, &count)| top.max(0) * count as Score).sum()
    }

    fn walk<'w>(&'w self, kind: usize, prices: &'w Prices) -> Walk<'w> {
        let terms = &self.terms[kind];
        Walk {
            net: self.net,
            rules: self.rules,
            graph: self.graph,
            terms,
            prices,
            roots: &self.roots,
            drop_idle_ends: matches!(
                terms.train.reach,
                Reach::Express { .. } | Reach::BestOf { .. }
            ) && !self.rules.connected_to_hq
                && self.rules.named_bonus.is_none()
                && self.net.mines.is_empty()
                && self.graph.may_end.iter().all(|&end| end),
        }
    }

    /// Prices as they are for a kind of train: one that shares track pays only for the bypass.
    fn prices_for(&self, kind: usize, prices: &Prices) -> Prices {
        if !self.shares[kind] {
            return prices.clone();
        }
        prices.shared(self.graph)
    }

    /// Adds all lines with a reduced score of at least `least` to the pool.
    fn enumerate(
        &mut self,
        kind: usize,
        prices: &Prices,
        least: Score,
        meter: &mut Meter<'_>,
    ) -> bool {
        let mut pool = std::mem::take(&mut self.pools[kind]);
        let prices = self.prices_for(kind, prices);
        let graph = self.graph;
        let whole = self.walk(kind, &prices).run(least, meter, &mut |line| {
            pool.add(graph, line);
            least
        });
        self.pools[kind] = pool;
        self.refresh();
        whole
    }

    /// All candidates of all pools.
    fn all(&self) -> Chosen {
        self.pools.iter().map(|pool| (0..pool.len() as u32).collect()).collect()
    }

    /// A line in the best set may have given way to a better one over the same track.
    fn refresh(&mut self) {
        let picks = self.best.picks.iter().flatten();
        let score = picks.map(|&(kind, i)| self.pools[kind].score(i)).sum();
        if score != self.best.score {
            self.best.set(score, self.best.picks.clone());
        }
    }

    /// Finds good prices, and for each kind the highest reduced score under them (or a bound on it).
    ///
    /// Prices are made for some chosen candidates; those of all that gain more than the chosen ones are chosen too, until
    /// there are none.
    fn price(&mut self, whole: &[bool], meter: &mut Meter<'_>) -> (Prices, Vec<Score>) {
        for (pool, _) in self.pools.iter_mut().zip(whole).filter(|(_, whole)| !**whole) {
            // What was met before the nodes ran out lies all in one corner.
            *pool = pool.emptied();
        }
        self.live = self.all();
        let few = |live: &Vec<u32>| {
            if live.len() <= self.tuning.few { live.clone() } else { Vec::new() }
        };
        let mut chosen: Chosen = self.live.iter().map(few).collect();
        let mut prices = free(self.graph);
        let mut best: Option<(Score, Prices, Vec<Score>)> = None;
        for round in 0..ROUNDS {
            let mut tops = Vec::new();
            let mut fresh = false;
            for (kind, &whole) in whole.iter().enumerate() {
                let known = self.top(kind, &chosen[kind], &prices);
                let (top, more) = if whole {
                    self.choose_better(kind, &prices, known, &mut chosen[kind])
                } else {
                    self.find_better(kind, &prices, known, &mut chosen[kind], meter)
                };
                tops.push(top);
                fresh |= more;
            }
            let bound = prices.total + self.sum(&tops);
            if best.as_ref().is_none_or(|b| bound < b.0) {
                self.drop_hopeless(whole, &prices, &tops, bound);
                best = Some((bound, prices.clone(), tops));
            }
            let proved = best.as_ref().is_some_and(|b| b.0 <= self.best.bar);
            if (round > 0 && !fresh) || proved || !meter.goes_on() {
                break;
            }
            let start = match &best {
                Some((_, best, _)) if round % 4 == 3 => best.resource.clone(),
                _ => prices.resource,
            };
            let mut found = self.best.clone();
            let combine = self.combine();
            let mut reach = |reduced: &[Vec<Score>]| {
                combine.greedy(&chosen, reduced, &mut found);
                found.score
            };
            prices = improve(self.graph, &self.pools, &self.counts, start, &chosen, &mut reach);
            self.best = found;
        }
        let (_, prices, tops) = best.unwrap_or_else(|| (0, free(self.graph), Vec::new()));
        (prices, tops)
    }

    /// The highest gain of some candidates.
    fn top(&self, kind: usize, some: &[u32], prices: &Prices) -> Score {
        let pool = &self.pools[kind];
        let reduced = some.iter().map(|&i| pool.reduced(i as usize, prices));
        reduced.max().unwrap_or(0).max(0)
    }

    /// What falls short of the best of its kind by more than the gap between bound and best known set is in no better set.
    fn drop_hopeless(&mut self, whole: &[bool], prices: &Prices, tops: &[Score], bound: Score) {
        let gap = bound - self.best.score;
        for kind in 0..self.pools.len() {
            if whole[kind] {
                let pool = &self.pools[kind];
                let least = tops[kind] - gap;
                self.live[kind].retain(|&i| pool.reduced(i as usize, prices) >= least);
            }
        }
    }

    /// Chooses candidates that gain more than `known`. Returns the highest gain, and whether any were chosen.
    fn choose_better(
        &self,
        kind: usize,
        prices: &Prices,
        known: Score,
        chosen: &mut Vec<u32>,
    ) -> (Score, bool) {
        let pool = &self.pools[kind];
        let reduced = (self.live[kind].iter()).map(|&i| (-pool.reduced(i as usize, prices), i));
        let mut better: Vec<(Score, u32)> = reduced.filter(|&(gain, _)| -gain > known).collect();
        if better.len() > FRESH {
            better.select_nth_unstable(FRESH);
            better.truncate(FRESH);
        }
        chosen.extend(better.iter().map(|&(_, i)| i));
        let top = better.iter().map(|&(gain, _)| -gain).max();
        (top.unwrap_or(known), top.is_some())
    }

    /// Looks for lines that gain more than `known`. Returns the highest gain, and whether new lines were found.
    fn find_better(
        &mut self,
        kind: usize,
        prices: &Prices,
        known: Score,
        chosen: &mut Vec<u32>,
        meter: &mut Meter<'_>,
    ) -> (Score, bool) {
        let mut pool = std::mem::take(&mut self.pools[kind]);
        let own = self.prices_for(kind, prices);
        let graph = self.graph;
        let mut top = known;
        let mut found = 0;
        let walk = self.walk(kind, &own);
        let whole = meter.stage(self.tuning.pricing_nodes, |meter| {
            walk.run(known + 1, meter, &mut |line| {
                pool.add(graph, line);
                found += 1;
                top = top.max(line.reduced);
                if found < FRESH { known + 1 } else { top + 1 }
            })
        });
        let bound = if whole { top } else { walk.relaxed().max(top) };
        *chosen = (0..pool.len() as u32).collect();
        self.pools[kind] = pool;
        self.refresh();
        (bound, top > known)
    }

    fn combine(&self) -> Combine<'_> {
        Combine {
            pools: &self.pools,
            kinds: &self.kinds,
            shares: &self.shares,
            hq: &self.hq,
            words: self.graph.words(),
        }
    }

    /// Enumerates what can still be part of a better set, and combines it.
    fn close(
        &mut self,
        whole: &[bool],
        prices: &Prices,
        tops: &[Score],
        bound: Score,
        meter: &mut Meter<'_>,
    ) -> bool {
        if whole.contains(&false) {
            self.live = self.all();
        }
        // What is known may already hold a better set; the higher the bar, the less is left.
        if whole.contains(&false) {
            let all = vec![NOTHING; self.pools.len()];
            meter.stage(self.tuning.pricing_nodes, |meter| self.search(prices, &all, meter));
            let gap = bound - self.best.bar;
            for (kind, &whole) in whole.iter().enumerate() {
                if !whole && gap > 0 {
                    let least = tops[kind] - gap + 1;
                    if !self.enumerate(kind, prices, least, meter) {
                        return false;
                    }
                }
            }
            self.live = self.all();
        }
        let gap = bound - self.best.bar;
        if gap <= 0 {
            return true;
        }
        let least: Vec<Score> = tops.iter().map(|top| top - gap + 1).collect();
        self.search(prices, &least, meter)
    }

    fn search(&mut self, prices: &Prices, least: &[Score], meter: &mut Meter<'_>) -> bool {
        let mut best = self.best.clone();
        let ranked = Ranked::new(&self.pools, &self.live, prices, least);
        let whole = self.combine().search(ranked, &mut best, meter);
        self.best = best;
        whole
    }

    fn certificate(&self, outcome: Outcome, nodes: u64) -> Certificate {
        let mut routes: Vec<Route> = Vec::new();
        for (n, pick) in self.best.picks.iter().enumerate() {
            if let &Some((kind, i)) = pick {
                routes.push(self.route(self.order[n], kind, i));
            }
        }
        routes.sort_by_key(|r| r.train);
        let mut totals = Totals::default();
        let mut score = 0;
        for route in &routes {
            totals.revenue += i64::from(route.revenue);
            totals.subsidy += i64::from(route.subsidy);
            totals.mines += i64::from(route.mines);
            totals.stops += route.counted().count() as u32;
            score += route_score(self.rules, route);
        }
        debug_assert_eq!(score, self.best.score);
        totals.primary = match self.rules.objective {
            Objective::Revenue => totals.revenue,
            Objective::RevenueAndSubsidy => totals.revenue + totals.subsidy,
        };
        totals.secondary = totals.subsidy + totals.mines;
        let bound = primary_at_most(outcome.bound).max(totals.primary);
        let bound = totals.primary + (bound - totals.primary) / self.grain * self.grain;
        let proved = bound == totals.primary;
        Certificate { routes, totals, bound, proved, ties_proved: proved && outcome.ties, nodes }
    }

    fn route(&self, train: usize, kind: usize, candidate: usize) -> Route {
        let (root, arms) = self.pools[kind].arms(candidate);
        let (line, pieces) = self.graph.line(root, arms);
        let terms = &self.terms[kind];
        let counted = terms
            .choose(self.net, self.rules, &line, None, &[])
            .unwrap_or_else(|| line.iter().map(|_| true).collect());
        terms.route(self.net, self.rules, train, &line, &pieces, &counted)
    }
}

fn free(graph: &Graph) -> Prices {
    Prices::free(graph)
}

/// The set of stops with headquarters.
fn headquarters(net: &Network) -> Vec<u64> {
    let mut words = vec![0; net.stops.len().div_ceil(64)];
    for (i, _) in net.stops.iter().enumerate().filter(|(_, s)| s.headquarters) {
        words[i / 64] |= 1 << (i % 64);
    }
    words
}

/// Longer trains come first in the search.
fn length(train: &Train) -> u32 {
    let stops = match train.reach {
        Reach::Plain { stops } | Reach::Express { stops } | Reach::BestOf { stops, .. } => {
            u32::from(stops)
        }
        Reach::Plus { total, .. } => u32::from(total),
        Reach::Mixed { large, small } => u32::from(large) + u32::from(small.unwrap_or(large)),
    };
    stops * u32::from(train.multiplier) * 2 / if train.obsolete { 2 } else { 1 }
}

/// The greatest number that divides every primary income.
fn grain(net: &Network, rules: &Constraints, trains: &[Train]) -> i64 {
    fn gcd(a: i64, b: i64) -> i64 {
        if b == 0 { a.abs() } else { gcd(b, a % b) }
    }
    let mut grain = 0;
    for train in trains {
        let values = match train.pay {
            Pay::Lease { base, per_stop } => gcd(i64::from(base), i64::from(per_stop)),
            Pay::Values => net.stops.iter().fold(0, |g, s| gcd(g, i64::from(s.value))),
        };
        grain = gcd(grain, values * i64::from(train.multiplier));
        if train.obsolete {
            grain = gcd(grain, 10);
        }
        if let Pay::Lease { base, .. } = train.pay {
            grain = gcd(grain, i64::from(base));
        }
        if train.takes_bonus {
            grain = net.stops.iter().fold(grain, |g, s| gcd(g, i64::from(s.bonus)));
        }
    }
    if let Some(bonus) = rules.named_bonus {
        grain = gcd(grain, i64::from(bonus.amount));
    }
    if rules.objective == Objective::RevenueAndSubsidy {
        grain = gcd(grain, i64::from(rules.halt_subsidy));
    }
    grain.max(1)
}
