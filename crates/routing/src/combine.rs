//! Branch and bound over sets of candidates, one for each train, that share no track.

use crate::bound::Prices;
use crate::budget::Meter;
use crate::pool::Pool;
use crate::price::Chosen;
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
    /// The set of stops that hold the headquarters; empty if routes need not be joined to them.
    pub hq: &'a [u64],
    pub words: usize,
}

/// A candidate of interest.
#[derive(Clone, Copy, Debug)]
struct Entry {
    reduced: Score,
    score: Score,
    at: u32,
}

impl Entry {
    /// Position in the list of its kind.
    fn rank(&self) -> (Score, u32) {
        (-self.reduced, self.at)
    }
}

/// Candidates of each pool, best reduced score first.
pub(crate) struct Ranked {
    lists: Vec<Vec<Entry>>,
    total: Score,
}

impl Ranked {
    /// Ranks the live candidates with a reduced score of at least `least[kind]`.
    pub fn new(pools: &[Pool], live: &Chosen, prices: &Prices, least: &[Score]) -> Self {
        let lists = (pools.iter().zip(live).zip(least))
            .map(|((pool, live), &least)| {
                let mut list: Vec<Entry> = (live.iter())
                    .map(|&at| {
                        let reduced = pool.reduced(at as usize, prices);
                        Entry { reduced, score: pool.score(at as usize), at }
                    })
                    .filter(|entry| entry.reduced >= least)
                    .collect();
                list.sort_unstable_by_key(Entry::rank);
                list
            })
            .collect();
        Ranked { lists, total: prices.total }
    }
}

impl Combine<'_> {
    /// Takes for each train in turn the candidate with the highest reduced score that still fits.
    pub fn greedy(&self, live: &Chosen, reduced: &[Vec<Score>], best: &mut Best) {
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
                        && (self.hq.is_empty() || self.joins(&picks, kind, i))
                    {
                        fit = Some((reduced, i));
                    }
                }
                if let Some((_, i)) = fit {
                    score += pool.score(i);
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
        let stops = self.pools[kind].stops(i);
        let met = |&(k, j): &(usize, usize)| !fits(stops, self.pools[k].stops(j));
        !fits(stops, self.hq) || picks.iter().flatten().any(met)
    }

    /// All routes picked are joined to the headquarters, if that is demanded.
    pub fn is_connected(&self, picks: &[Option<(usize, usize)>]) -> bool {
        if self.hq.is_empty() {
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
    pub fn search(&self, ranked: Ranked, best: &mut Best, meter: &mut Meter<'_>) -> bool {
        let Some(&last) = self.kinds.last() else {
            return true;
        };
        let mut finals = ranked.lists[last].clone();
        finals.sort_by_key(|entry| (-entry.score, entry.at));
        let mut state = Search {
            combine: self,
            total: ranked.total,
            best,
            meter,
            used: vec![0; self.words],
            picks: vec![None; self.kinds.len()],
        };
        state.dive(0, &ranked.lists, &finals, 0, 0)
    }
}

struct Search<'c, 'm, 'b> {
    combine: &'c Combine<'c>,
    /// Sum of all prices.
    total: Score,
    best: &'c mut Best,
    meter: &'m mut Meter<'b>,
    used: Vec<u64>,
    picks: Vec<Option<(usize, usize)>>,
}

impl Search<'_, '_, '_> {
    /// Tries all candidates for the train at `at`. `lists` holds what still fits, by reduced score; `finals` what still fits
    /// for the last train, by score.
    fn dive(
        &mut self,
        at: usize,
        lists: &[Vec<Entry>],
        finals: &[Entry],
        reduced: Score,
        score: Score,
    ) -> bool {
        let combine = self.combine;
        let kinds = combine.kinds;
        if at + 1 >= kinds.len() {
            self.finish(at, finals, score);
            return self.meter.spend(1);
        }
        let kind = kinds[at];
        let twins = kinds[at + 1..].iter().take_while(|&&k| k == kind).count();
        let (mut rest, mut raw) = (0, 0);
        for &k in &kinds[at + 1..] {
            raw += lists[k].iter().map(|e| e.score).max().unwrap_or(0).max(0);
            if k != kind {
                rest += lists[k].first().map_or(0, |e| e.reduced.max(0));
            }
        }
        let pool = &combine.pools[kind];
        let list = &lists[kind];
        for (n, entry) in list.iter().enumerate() {
            // Trains of the same kind take candidates in order, so none does better than this one.
            let most = entry.reduced + twins as Score * entry.reduced.max(0) + rest;
            if reduced + most + self.total <= self.best.bar {
                break;
            }
            if score + entry.score + raw <= self.best.bar {
                continue;
            }
            if !self.meter.spend(1) {
                return false;
            }
            let i = entry.at as usize;
            self.picks[at] = Some((kind, i));
            take(&mut self.used, pool.bits(i));
            let (reduced, score) = (reduced + entry.reduced, score + entry.score);
            let whole = if at + 2 == kinds.len() {
                self.finish(at + 1, finals, score);
                true
            } else {
                let from = if twins == 0 { 0 } else { n + usize::from(!combine.shares[kind]) };
                self.narrow(at + 1, lists, kind, from, finals, reduced, score)
            };
            give(&mut self.used, pool.bits(i));
            self.picks[at] = None;
            if !whole {
                return false;
            }
        }
        // The train stays idle, and with it all of its kind that follow.
        if reduced + rest + self.total <= self.best.bar || score + raw <= self.best.bar {
            return true;
        }
        let next = at + 1 + twins;
        if next >= kinds.len() {
            self.accept(score);
            return true;
        }
        self.dive(next, lists, finals, reduced, score)
    }

    /// Goes on with those candidates that fit beside the track now used.
    #[expect(clippy::too_many_arguments, reason = "one step of a recursion")]
    fn narrow(
        &mut self,
        at: usize,
        lists: &[Vec<Entry>],
        kind: usize,
        from: usize,
        finals: &[Entry],
        reduced: Score,
        score: Score,
    ) -> bool {
        let combine = self.combine;
        let keep = |k: usize, list: &[Entry], used: &[u64]| -> Vec<Entry> {
            let pool = &combine.pools[k];
            list.iter().filter(|e| fits(used, pool.bits(e.at as usize))).copied().collect()
        };
        let rest = &combine.kinds[at..];
        let mut seen = 0;
        let lists: Vec<Vec<Entry>> = (lists.iter().enumerate())
            .map(|(k, list)| {
                if !rest.contains(&k) {
                    return Vec::new();
                }
                let list = if k == kind { &list[from.min(list.len())..] } else { &list[..] };
                seen += list.len();
                keep(k, list, &self.used)
            })
            .collect();
        seen += finals.len();
        let last = combine.kinds[combine.kinds.len() - 1];
        let finals = keep(last, finals, &self.used);
        self.meter.spend(seen as u64 / 8) && self.dive(at, &lists, &finals, reduced, score)
    }

    /// The best candidate for the last train, or none.
    fn finish(&mut self, at: usize, finals: &[Entry], score: Score) {
        let combine = self.combine;
        let kind = combine.kinds[at];
        let pool = &combine.pools[kind];
        // A twin before it has taken its turn: the order of twins does not matter.
        let before = match at.checked_sub(1).and_then(|b| self.picks[b]) {
            Some((k, i)) if k == kind && !combine.shares[kind] => Some(i),
            _ => None,
        };
        let mut seen = 0;
        for entry in finals {
            if score + entry.score <= self.best.bar {
                break;
            }
            seen += 1;
            let i = entry.at as usize;
            if before == Some(i) || !fits(&self.used, pool.bits(i)) {
                continue;
            }
            self.picks[at] = Some((kind, i));
            let done = self.accept(score + entry.score);
            self.picks[at] = None;
            if done {
                break;
            }
        }
        self.meter.spend(seen / 4);
        if score > self.best.bar {
            self.accept(score);
        }
    }

    /// Takes the set picked if it is better and legal.
    fn accept(&mut self, score: Score) -> bool {
        let better = score > self.best.score && self.combine.is_connected(&self.picks);
        if better {
            self.best.set(score, self.picks.clone());
        }
        better
    }
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
