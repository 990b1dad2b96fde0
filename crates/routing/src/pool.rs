//! Candidate routes of one kind of train. A dense board has tens of thousands, so they lie flat, without boxes of their own.

use crate::bound::Prices;
use crate::graph::{ArcId, Graph};
use crate::network::StopId;
use crate::score::Score;
use crate::walk::Line;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// All candidates of one kind of train, with their resources.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    scores: Vec<Score>,
    ways: Vec<Way>,
    arcs: Vec<ArcId>,
    /// Of each candidate the set of its resources and, where routes must meet, of its stops. Candidates with equal keys compete.
    keys: Vec<u64>,
    /// Words of the set of resources.
    words: usize,
    /// Words of a key.
    width: usize,
    uses: Vec<u32>,
    /// The latest candidate with each hash of a key, and before each candidate the one with the same hash.
    latest: HashMap<u64, u32, BuildHasherDefault<Mix>>,
    before: Vec<u32>,
    /// Resources that count for this kind of train: none but the bypass if it shares track.
    relevant: Vec<u64>,
    shares_track: bool,
}

/// Where the parts of a candidate lie.
#[derive(Clone, Copy, Debug)]
struct Way {
    root: StopId,
    /// Start of the first arm, start of the second one, end.
    arms: [u32; 3],
    uses: [u32; 2],
}

/// No candidate before.
const NONE: u32 = u32::MAX;

impl Pool {
    pub fn new(graph: &Graph, shares_track: bool, stops_matter: bool) -> Self {
        let words = graph.words();
        let mut relevant = vec![if shares_track { 0 } else { u64::MAX }; words];
        if let Some(bit) = graph.bypass {
            relevant[bit / 64] |= 1 << (bit % 64);
        }
        Pool {
            words,
            width: words + if stops_matter { graph.stops.div_ceil(64) } else { 0 },
            relevant,
            shares_track,
            ..Pool::default()
        }
    }

    /// The same pool without candidates.
    pub fn emptied(&self) -> Self {
        Pool {
            words: self.words,
            width: self.width,
            relevant: self.relevant.clone(),
            shares_track: self.shares_track,
            ..Pool::default()
        }
    }

    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Adds a line unless one with the same key is as good; returns where it stands.
    pub fn add(&mut self, graph: &Graph, line: &Line<'_>) -> Option<usize> {
        let fresh = self.len();
        let start = self.keys.len();
        let resources = line.used.iter().zip(&self.relevant);
        self.keys.extend(resources.map(|(u, r)| u & r));
        self.keys.resize(start + self.width, 0);
        if self.width > self.words {
            for &stop in line.stops {
                self.keys[start + self.words + stop as usize / 64] |= 1 << (stop % 64);
            }
        }
        let hash = mix(&self.keys[start..]);
        let mut at = self.latest.get(&hash).copied().unwrap_or(NONE);
        let last = at;
        while at != NONE && self.key(at as usize) != &self.keys[start..] {
            at = self.before[at as usize];
        }
        if at == NONE {
            self.latest.insert(hash, fresh as u32);
            self.before.push(last);
            self.scores.push(line.score);
            let way = self.lay(graph, line, start);
            self.ways.push(way);
            return Some(fresh);
        }
        self.keys.truncate(start);
        let at = at as usize;
        if self.scores[at] >= line.score {
            return None;
        }
        self.scores[at] = line.score;
        self.ways[at] = self.lay(graph, line, at * self.width);
        Some(at)
    }

    /// Writes down the arms and uses of a line whose key stands at `key`.
    fn lay(&mut self, graph: &Graph, line: &Line<'_>, key: usize) -> Way {
        let first = self.arcs.len() as u32;
        self.arcs.extend_from_slice(line.arms[0]);
        let second = self.arcs.len() as u32;
        self.arcs.extend_from_slice(line.arms[1]);
        let uses = self.uses.len() as u32;
        for (w, &word) in self.keys[key..key + self.words].iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                self.uses.push((w * 64) as u32 + rest.trailing_zeros());
                rest &= rest - 1;
            }
        }
        // Stops of a line that shares track take no passage from others.
        if !self.shares_track {
            for &stop in &line.stops[1..line.stops.len() - 1] {
                if graph.passages[stop as usize].is_some() {
                    self.uses.push(graph.resources as u32 + u32::from(stop));
                }
            }
        }
        Way {
            root: line.root,
            arms: [first, second, self.arcs.len() as u32],
            uses: [uses, self.uses.len() as u32],
        }
    }

    fn key(&self, i: usize) -> &[u64] {
        &self.keys[i * self.width..(i + 1) * self.width]
    }

    pub fn score(&self, i: usize) -> Score {
        self.scores[i]
    }

    /// The set of resources of a candidate.
    pub fn bits(&self, i: usize) -> &[u64] {
        &self.key(i)[..self.words]
    }

    /// The set of stops of a candidate; empty where routes need not meet.
    pub fn stops(&self, i: usize) -> &[u64] {
        &self.key(i)[self.words..]
    }

    /// The own station that a candidate was found from, and its arms.
    pub fn arms(&self, i: usize) -> (StopId, [&[ArcId]; 2]) {
        let Way { root, arms, .. } = self.ways[i];
        let [a, b, c] = arms.map(|n| n as usize);
        (root, [&self.arcs[a..b], &self.arcs[b..c]])
    }

    /// Resources of a candidate, and beyond them its passages through stops.
    pub fn uses(&self, i: usize) -> &[u32] {
        let [from, to] = self.ways[i].uses;
        &self.uses[from as usize..to as usize]
    }

    pub fn reduced(&self, i: usize, prices: &Prices) -> Score {
        self.reduced_by(i, &prices.resource)
    }

    /// The score of a candidate less the prices of what it uses.
    pub fn reduced_by(&self, i: usize, resource: &[Score]) -> Score {
        let price: Score = self.uses(i).iter().map(|&r| resource[r as usize]).sum();
        self.scores[i] - price
    }
}

fn mix(key: &[u64]) -> u64 {
    key.iter().fold(0, |hash: u64, word| {
        let hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^ (hash >> 29)
    })
}

/// Passes a hash on that is one already: no randomness, the same on every machine.
#[derive(Clone, Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
