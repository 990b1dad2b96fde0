//! Branch and bound over sets of candidates, one for each train, that share no track.

use crate::bound::Prices;
use crate::budget::Meter;
use crate::pool::Pool;
use crate::price::Live;
use crate::score::{PRIMARY, SECONDARY, Score, primary_at_most};

/// The best set of candidates found so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Best {
    pub score: Score,
    /// Sets that cannot do better than this are of no interest.
    pub bar: Score,
    /// Steps in which primary income grows, or 0 to look for any better score.
    pub step: i64,
    /// Kind of train and index in its pool at the time, by train in the order of kinds.
    pub picks: Vec<Option<(usize, usize)>>,
}

impl Best {
    /// Takes a better set and raises the bar.
    pub fn set(&mut self, score: Score, picks: Vec<Option<(usize, usize)>>) {
        self.score = score;
        self.picks = picks;
        self.look_for(self.step);
    }

    /// From now on looks for sets whose primary income is higher by `step`, or with 0 for any better score.
    pub fn look_for(&mut self, step: i64) {
        self.step = step;
        self.bar = match step {
            0 => self.score,
            _ => (primary_at_most(self.score) + step) * PRIMARY - SECONDARY - 1,
        };
    }
}

/// Everything the combination needs to know.
pub(crate) struct Combine<'a> {
    pub pools: &'a [Pool],
    /// Kind of each train; equal kinds stand together.
    pub kinds: &'a [usize],
    pub shares: &'a [bool],
    pub connected: bool,
    pub words: usize,
}

/// Candidates of each pool, best reduced score first.
pub(crate) struct Ranked {
    lists: Vec<Vec<(Score, u32)>>,
    total: Score,
}

impl Ranked {
    /// Ranks the live candidates with a reduced score of at least `least[kind]`.
    pub fn new(pools: &[Pool], live: &Live, prices: &Prices, least: &[Score]) -> Self {
        let lists = (pools.iter().zip(live).zip(least))
            .map(|((pool, live), &least)| {
                let mut list: Vec<(Score, u32)> = (live.iter())
                    .map(|&i| (pool.reduced(i as usize, prices), i))
                    .filter(|&(reduced, _)| reduced >= least)
                    .collect();
                list.sort_unstable_by_key(|&(reduced, i)| (-reduced, i));
                list
            })
            .collect();
        Ranked {
            lists,
            total: prices.total(),
        }
    }
}

impl Combine<'_> {
    /// Takes for each train in turn the candidate with the highest reduced score that still fits.
    pub fn greedy(&self, live: &Live, reduced: &[Vec<Score>], best: &mut Best) {
        for lead in 0..self.kinds.len() {
            if lead > 0 && self.kinds[lead] == self.kinds[lead - 1] {
                continue;
            }
            // Each kind of train leads once.
            let order = std::iter::once(lead).chain((0..self.kinds.len()).filter(|&t| t != lead));
            let mut used = vec![0; self.words];
            let mut picks = vec![None; self.kinds.len()];
            let mut score = 0;
            for train in order {
                let kind = self.kinds[train];
                let pool = &self.pools[kind];
                let mut fit: Option<(Score, usize)> = None;
                for (&i, &reduced) in live[kind].iter().zip(&reduced[kind]) {
                    let i = i as usize;
                    if reduced > fit.map_or(0, |f| f.0)
                        && fits(&used, pool.bits(i))
                        && (!self.connected || self.joins(&picks, kind, i))
                    {
                        fit = Some((reduced, i));
                    }
                }
                if let Some((_, i)) = fit {
                    score += pool.candidates[i].score;
                    take(&mut used, pool.bits(i));
                    picks[train] = Some((kind, i));
                }
            }
            if score > best.score && self.is_connected(&picks) {
                best.set(score, picks);
            }
        }
    }

    /// A candidate that holds the headquarters or meets one already picked.
    fn joins(&self, picks: &[Option<(usize, usize)>], kind: usize, i: usize) -> bool {
        let candidate = &self.pools[kind].candidates[i];
        candidate.hq
            || picks
                .iter()
                .flatten()
                .any(|&(k, j)| meet(&candidate.stops, &self.pools[k].candidates[j].stops))
    }

    /// All routes picked are joined to the headquarters, if that is demanded.
    pub fn is_connected(&self, picks: &[Option<(usize, usize)>]) -> bool {
        if !self.connected {
            return true;
        }
        let mut open: Vec<_> = picks.iter().flatten().copied().collect();
        let mut joined: Vec<Option<(usize, usize)>> = Vec::new();
        while let Some(n) = open.iter().position(|&(k, i)| self.joins(&joined, k, i)) {
            joined.push(Some(open.swap_remove(n)));
        }
        open.is_empty()
    }

    /// Searches all sets that can beat `best`. Returns `false` if the meter ran out.
    pub fn search(&self, ranked: &Ranked, best: &mut Best, meter: &mut Meter<'_>) -> bool {
        let mut state = Search {
            combine: self,
            ranked,
            best,
            meter,
            used: vec![0; self.words],
            picks: vec![None; self.kinds.len()],
        };
        state.dive(0, 0, 0, 0)
    }
}

struct Search<'c, 'm, 'b> {
    combine: &'c Combine<'c>,
    ranked: &'c Ranked,
    best: &'c mut Best,
    meter: &'m mut Meter<'b>,
    used: Vec<u64>,
    picks: Vec<Option<(usize, usize)>>,
}

impl Search<'_, '_, '_> {
    /// Tries all candidates for the train at `at`, from `from` in its list.
    fn dive(&mut self, at: usize, from: usize, reduced: Score, score: Score) -> bool {
        let combine = self.combine;
        if at == combine.kinds.len() {
            if score > self.best.score && combine.is_connected(&self.picks) {
                self.best.set(score, self.picks.clone());
            }
            return true;
        }
        let kind = combine.kinds[at];
        let last = at + 1 == combine.kinds.len();
        let Some(rest) = self.rest(at + 1, kind) else {
            return false;
        };
        let twins = combine.kinds[at + 1..]
            .iter()
            .take_while(|&&k| k == kind)
            .count() as Score;
        let list = &self.ranked.lists[kind];
        let needs_hq = last && combine.connected && !self.has_hq();
        for n in from..list.len() {
            let (own, i) = list[n];
            // Trains of the same kind take candidates in order, so none does better than this one.
            let most = own + twins * own.max(0) + rest;
            if reduced + most + self.ranked.total <= self.best.bar {
                break;
            }
            if !self.meter.spend(1) {
                return false;
            }
            let pool = &combine.pools[kind];
            let i = i as usize;
            if !fits(&self.used, pool.bits(i)) || (needs_hq && !pool.candidates[i].hq) {
                continue;
            }
            take(&mut self.used, pool.bits(i));
            self.picks[at] = Some((kind, i));
            let next = match combine.kinds.get(at + 1) {
                Some(&k) if k == kind => n + usize::from(!combine.shares[kind]),
                _ => 0,
            };
            let whole = self.dive(
                at + 1,
                next,
                reduced + own,
                score + pool.candidates[i].score,
            );
            self.picks[at] = None;
            give(&mut self.used, pool.bits(i));
            if !whole {
                return false;
            }
        }
        // The train stays idle, and with it all of its kind that follow.
        if reduced + rest + self.ranked.total > self.best.bar {
            let next = at + 1 + twins as usize;
            return self.dive(next, 0, reduced, score);
        }
        true
    }

    fn has_hq(&self) -> bool {
        let pools = self.combine.pools;
        self.picks
            .iter()
            .flatten()
            .any(|&(k, i)| pools[k].candidates[i].hq)
    }

    /// The most that trains of other kinds from `at` on can add beside the track already used.
    fn rest(&mut self, at: usize, kind: usize) -> Option<Score> {
        let mut rest = 0;
        let mut last: Option<(usize, Score)> = None;
        for &k in self.combine.kinds.get(at..).unwrap_or(&[]) {
            if k == kind {
                continue;
            }
            let top = match last {
                Some((same, top)) if same == k => top,
                _ => {
                    let mut seen = 0;
                    let fit = self.ranked.lists[k].iter().find(|&&(_, i)| {
                        seen += 1;
                        fits(&self.used, self.combine.pools[k].bits(i as usize))
                    });
                    if !self.meter.spend(seen / 8) {
                        return None;
                    }
                    fit.map_or(0, |f| f.0.max(0))
                }
            };
            last = Some((k, top));
            rest += top;
        }
        Some(rest)
    }
}

fn meet(a: &[u16], b: &[u16]) -> bool {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => return true,
        }
    }
    false
}

#[inline]
fn fits(used: &[u64], bits: &[u64]) -> bool {
    used.iter().zip(bits).all(|(u, b)| u & b == 0)
}

fn take(used: &mut [u64], bits: &[u64]) {
    used.iter_mut().zip(bits).for_each(|(u, b)| *u |= b);
}

fn give(used: &mut [u64], bits: &[u64]) {
    used.iter_mut().zip(bits).for_each(|(u, b)| *u &= !b);
}
