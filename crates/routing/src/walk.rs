//! Depth-first walk over all lines that a train can run, cut by what it can still gain.
//!
//! Every line holds an own station. For each own station in turn (the root) the walk extends a first arm, then a second
//! one; lines that hold an earlier root are left to that root, so each line is met once.

use crate::bound::{Prices, Table};
use crate::budget::Meter;
use crate::constraints::Constraints;
use crate::graph::{ArcId, Graph, Pass};
use crate::network::{Network, StopId};
use crate::score::{NOTHING, SECONDARY, Score};
use crate::terms::Terms;
use smallvec::SmallVec;

/// A line that the walk met, with the best choice of stops.
pub(crate) struct Line<'a> {
    /// Exact score.
    pub score: Score,
    /// Score less the price of the track.
    pub reduced: Score,
    pub stops: &'a [StopId],
    pub root: StopId,
    pub arms: [&'a [ArcId]; 2],
    /// Resources used.
    pub used: &'a [u64],
}

/// What the walk does with a line; returns the reduced score that further lines must reach.
pub(crate) type Sink<'s> = &'s mut dyn FnMut(&Line<'_>) -> Score;

/// One train on one graph with given prices.
pub(crate) struct Walk<'a> {
    pub net: &'a Network,
    pub rules: &'a Constraints,
    pub graph: &'a Graph,
    pub terms: &'a Terms,
    pub prices: &'a Prices,
    /// Stops that every line must hold one of.
    pub roots: &'a [StopId],
    /// Lines whose last stop is left out are worth no more than shorter ones.
    pub drop_idle_ends: bool,
}

/// What a stop can add to a line.
struct Rank {
    gain: Score,
    location: u32,
    major: usize,
}

struct State<'w, 's, 'm, 'b> {
    walk: &'w Walk<'w>,
    sink: Sink<'s>,
    meter: &'m mut Meter<'b>,
    threshold: Score,
    first: Option<Table>,
    second: Option<Table>,
    /// Stops by gain less the cheapest way in, best first.
    ranking: Vec<Rank>,
    used: Vec<u64>,
    /// Locations on the line.
    visited: Vec<bool>,
    /// Earlier roots.
    barred: Vec<bool>,
    entered: Vec<bool>,
    root: StopId,
    arms: [Vec<ArcId>; 2],
    /// Stops of both arms, in order of visit.
    line: [Vec<StopId>; 2],
    optional: SmallVec<[Score; 24]>,
    sum: Score,
    major: usize,
    range: usize,
    extra: Score,
}

impl Walk<'_> {
    /// Walks all lines whose reduced score can reach `threshold`. Returns `false` if the meter ran out first.
    pub fn run(&self, threshold: Score, meter: &mut Meter<'_>, sink: Sink<'_>) -> bool {
        if !meter.goes_on() {
            return false;
        }
        let fits = Table::fits(self.graph, self.terms);
        let second = fits.then(|| Table::new(self.graph, self.terms, self.prices, None));
        let mines: Score = self.net.mines.iter().map(|m| Score::from(m.bonus.max(0))).sum();
        let mut state = State {
            walk: self,
            sink,
            meter,
            threshold: threshold.max(NOTHING / 2),
            first: None,
            second,
            ranking: self.ranking(),
            used: vec![0; self.graph.words()],
            visited: vec![false; self.graph.locations],
            barred: vec![false; self.graph.stops],
            entered: vec![false; self.graph.cells],
            root: 0,
            arms: [Vec::new(), Vec::new()],
            line: [Vec::new(), Vec::new()],
            optional: SmallVec::new(),
            sum: 0,
            major: self.terms.major as usize,
            range: self.terms.range as usize,
            extra: self.terms.extra + mines * SECONDARY,
        };
        self.roots.iter().all(|&root| {
            let whole = state.meter.goes_on() && state.start_at(root);
            state.barred[root as usize] = true;
            whole
        })
    }

    /// An upper bound on the reduced score of every line, without walking.
    pub fn relaxed(&self) -> Score {
        let ranked: Score = self
            .ranking()
            .iter()
            .take(self.terms.range as usize + 1)
            .map(|rank| rank.gain.max(0))
            .sum();
        let mines: Score = self.net.mines.iter().map(|m| Score::from(m.bonus.max(0))).sum();
        // The first stop of a line is entered by no arc: give back the dearest way in.
        let way_in = (0..self.graph.stops).map(|s| self.cheapest_way_in(s)).max().unwrap_or(0);
        ranked + way_in + self.terms.extra + mines * SECONDARY
    }

    fn cheapest_way_in(&self, stop: usize) -> Score {
        let arcs = self.graph.out[stop].iter().map(|&a| self.graph.arcs[a as usize].back);
        arcs.map(|a| self.prices.arc[a as usize]).min().unwrap_or(0)
    }

    fn ranking(&self) -> Vec<Rank> {
        let mut ranking: Vec<Rank> = (0..self.graph.stops)
            .filter(|&s| self.terms.charges[s].range > 0 && !self.graph.out[s].is_empty())
            .map(|s| Rank {
                gain: self.terms.charges[s].gain - self.cheapest_way_in(s),
                location: self.graph.location[s],
                major: self.terms.charges[s].major as usize,
            })
            .collect();
        ranking.sort_by_key(|rank| (-rank.gain, rank.location));
        ranking
    }
}

impl State<'_, '_, '_, '_> {
    fn start_at(&mut self, root: StopId) -> bool {
        let walk = self.walk;
        let graph = walk.graph;
        let location = graph.location[root as usize] as usize;
        self.root = root;
        let Some(undo) = self.charge(root) else {
            return true;
        };
        if let Some(second) = &self.second {
            let arm = second.best_of(&graph.out[root as usize]);
            let through = graph.may_pass[root as usize] != Pass::Never;
            if self.extra + self.sum + second.most(&arm, through) + self.optional_gain()
                < self.threshold
            {
                self.discharge(root, undo);
                return true;
            }
            let end = through.then_some(&arm[..]);
            self.first = Some(Table::new(graph, walk.terms, walk.prices, end));
        }
        self.visited[location] = true;
        let cell = walk.net.stops[root as usize].cell as usize;
        self.entered[cell] = true;
        let whole = self.try_all(&graph.out[root as usize], 0);
        self.entered[cell] = false;
        self.visited[location] = false;
        self.discharge(root, undo);
        whole
    }

    /// Books a stop; `None` if it is out of range, else where its gain went in the list of optional ones.
    fn charge(&mut self, stop: StopId) -> Option<usize> {
        let charge = self.walk.terms.charges[stop as usize];
        let range = if charge.optional { 0 } else { charge.range as usize };
        if self.major < charge.major as usize || self.range < range {
            return None;
        }
        self.major -= charge.major as usize;
        self.range -= range;
        if !charge.optional {
            self.sum += charge.gain;
            return Some(usize::MAX);
        }
        let at = self.optional.partition_point(|&g| g >= charge.gain);
        self.optional.insert(at, charge.gain);
        Some(at)
    }

    fn discharge(&mut self, stop: StopId, undo: usize) {
        let charge = self.walk.terms.charges[stop as usize];
        self.major += charge.major as usize;
        if undo == usize::MAX {
            self.range += charge.range as usize;
            self.sum -= charge.gain;
        } else {
            self.optional.remove(undo);
        }
    }

    /// The most that a line through this arc can reach.
    #[inline]
    fn reach(&self, arc: ArcId, arm: usize) -> Score {
        let table = if arm == 0 { &self.first } else { &self.second };
        let mut most = Score::MAX / 4;
        if let Some(table) = table {
            most = table.value(arc, self.major, self.range);
            let mut sum = 0;
            for (i, &gain) in self.optional.iter().take(self.range).enumerate() {
                if gain <= 0 {
                    break;
                }
                sum += gain;
                most = most.max(sum + table.value(arc, self.major, self.range - i - 1));
            }
        }
        self.sum.saturating_add(most) + self.extra
    }

    /// What the optional stops passed so far add at most.
    fn optional_gain(&self) -> Score {
        (self.optional.iter().take(self.range)).map(|gain| (*gain).max(0)).sum()
    }

    /// The most that any unvisited stops can add to those optional ones already passed.
    fn ranked(&self) -> Score {
        let (mut left, mut major) = (self.range, self.major);
        let mut sum = self.sum + self.extra;
        let mut optional = self.optional.iter().copied().peekable();
        for rank in &self.ranking {
            let gain = rank.gain;
            if left == 0 {
                return sum;
            }
            if rank.major > major || self.visited[rank.location as usize] {
                continue;
            }
            while let Some(&passed) = optional.peek() {
                if passed < gain || passed <= 0 || left == 0 {
                    break;
                }
                sum += passed;
                left -= 1;
                optional.next();
            }
            if left == 0 {
                return sum;
            }
            if gain <= 0 {
                break;
            }
            sum += gain;
            left -= 1;
            major -= rank.major;
        }
        for passed in optional.take(left) {
            sum += passed.max(0);
        }
        sum
    }

    /// Runs over each of these arcs that can lead to a line of interest, the most promising first: good lines found early
    /// cut off the rest. Returns `false` if the meter ran out.
    fn try_all(&mut self, arcs: &[ArcId], arm: usize) -> bool {
        let mut open: SmallVec<[(Score, ArcId); 8]> = (arcs.iter())
            .filter(|&&arc| self.is_free(arc))
            .map(|&arc| (self.reach(arc, arm), arc))
            .filter(|&(reach, _)| reach >= self.threshold)
            .collect();
        open.sort_unstable_by_key(|&(reach, arc)| (std::cmp::Reverse(reach), arc));
        (open.into_iter()).all(|(reach, arc)| reach < self.threshold || self.step(arc, arm))
    }

    /// Nothing on the line so far bars this arc.
    fn is_free(&self, arc: ArcId) -> bool {
        let graph = self.walk.graph;
        let info = &graph.arcs[arc as usize];
        let to = info.to as usize;
        (to >= graph.stops || !(self.barred[to] || self.visited[graph.location[to] as usize]))
            && (info.masks.iter()).all(|&(w, m)| self.used[w as usize] & m == 0)
            && !(self.walk.rules.cell_once && info.cells.iter().any(|&c| self.entered[c as usize]))
    }

    /// Runs over an arc and on from there. Returns `false` if the meter ran out.
    fn step(&mut self, arc: ArcId, arm: usize) -> bool {
        let walk = self.walk;
        let graph = walk.graph;
        let info = &graph.arcs[arc as usize];
        let to = info.to as usize;
        if !self.meter.spend(1) {
            return false;
        }
        let mut undo = usize::MAX;
        if to < graph.stops {
            match self.charge(to as StopId) {
                Some(at) => undo = at,
                None => return true,
            }
            self.visited[graph.location[to] as usize] = true;
            self.line[arm].push(to as StopId);
        }
        for &(w, m) in &info.masks {
            self.used[w as usize] |= m;
        }
        for &c in &info.cells {
            self.entered[c as usize] = true;
        }
        self.sum -= walk.prices.arc[arc as usize];
        self.arms[arm].push(arc);

        let whole = self.ranked() < self.threshold || self.at_node(arc, to, arm);

        self.arms[arm].pop();
        self.sum += walk.prices.arc[arc as usize];
        for &c in &info.cells {
            self.entered[c as usize] = false;
        }
        for &(w, m) in &info.masks {
            self.used[w as usize] &= !m;
        }
        if to < graph.stops {
            self.line[arm].pop();
            self.visited[graph.location[to] as usize] = false;
            self.discharge(to as StopId, undo);
        }
        whole
    }

    fn at_node(&mut self, arc: ArcId, to: usize, arm: usize) -> bool {
        let graph = self.walk.graph;
        if to < graph.stops && graph.may_end[to] {
            if arm == 1 || graph.may_end[self.root as usize] {
                self.meet();
            }
            if arm == 0 && !self.second_arm() {
                return false;
            }
        }
        if to >= graph.stops {
            return self.go_on(arc, arm);
        }
        self.passing(to, |state| state.go_on(arc, arm))
    }

    fn go_on(&mut self, arc: ArcId, arm: usize) -> bool {
        let graph = self.walk.graph;
        self.try_all(&graph.next[arc as usize], arm)
    }

    fn second_arm(&mut self) -> bool {
        let graph = self.walk.graph;
        let root = self.root as usize;
        let first = self.arms[0][0];
        // Arcs that leave a stop stand in the order of their numbers.
        let later = graph.out[root].partition_point(|&arc| arc <= first);
        self.passing(root, |state| state.try_all(&graph.out[root][later..], 1))
    }

    /// Does something that passes through a stop, if that is allowed.
    fn passing(&mut self, stop: usize, act: impl FnOnce(&mut Self) -> bool) -> bool {
        let mut bit = None;
        match self.walk.graph.may_pass[stop] {
            Pass::Free => {}
            Pass::Never => return true,
            Pass::Bypass => {
                bit = self.walk.graph.bypass.map(|b| (b / 64, 1 << (b % 64)));
                if bit.is_none_or(|(w, m)| self.used[w] & m != 0) {
                    return true;
                }
            }
        }
        let toll = self.walk.prices.toll[stop];
        if let Some((w, m)) = bit {
            self.used[w] |= m;
        }
        self.sum -= toll;
        let whole = act(self);
        self.sum += toll;
        if let Some((w, m)) = bit {
            self.used[w] &= !m;
        }
        whole
    }

    /// A line that may end here on both sides.
    fn meet(&mut self) {
        let walk = self.walk;
        if self.sum + self.optional_gain() + self.extra < self.threshold {
            return;
        }
        let mut stops: SmallVec<[StopId; 24]> = self.line[0].iter().rev().copied().collect();
        stops.push(self.root);
        stops.extend(self.line[1].iter().copied());
        let Some(counted) = walk.terms.choose(walk.net, walk.rules, &stops, None, &[]) else {
            return;
        };
        if walk.drop_idle_ends {
            let idle = |i: usize| !counted[i] && !walk.net.stops[stops[i] as usize].own_station;
            if idle(0) || idle(stops.len() - 1) {
                return;
            }
        }
        let mut score = walk.terms.score(walk.net, walk.rules, &stops, &counted);
        if !walk.net.mines.is_empty() {
            score += SECONDARY * self.mines();
        }
        let mut price: Score =
            self.arms.iter().flatten().map(|&arc| walk.prices.arc[arc as usize]).sum();
        for &stop in &stops[1..stops.len() - 1] {
            price += walk.prices.toll[stop as usize];
        }
        let reduced = score - price;
        if reduced < self.threshold {
            return;
        }
        let line = Line {
            score,
            reduced,
            stops: &stops,
            root: self.root,
            arms: [&self.arms[0], &self.arms[1]],
            used: &self.used,
        };
        self.threshold = (self.sink)(&line).max(NOTHING / 2);
    }

    fn mines(&self) -> Score {
        let graph = self.walk.graph;
        let passed = |p: &u16| {
            self.arms.iter().flatten().any(|&arc| graph.arcs[arc as usize].pieces.contains(p))
        };
        let mines = self.walk.net.mines.iter().filter(|mine| mine.pieces.iter().any(passed));
        mines.map(|mine| Score::from(mine.bonus)).sum()
    }
}
