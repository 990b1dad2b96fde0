//! Candidate routes of one kind of train.

use crate::bound::Prices;
use crate::graph::{ArcId, Graph};
use crate::network::StopId;
use crate::score::Score;
use crate::walk::Line;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A line kept for combination with those of other trains.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub score: Score,
    pub root: StopId,
    pub arms: [Box<[ArcId]>; 2],
    /// Stops on the line, sorted.
    pub stops: Box<[StopId]>,
    /// The line holds the headquarters.
    pub hq: bool,
}

/// Resources and, where they matter, stops.
type Key = (Box<[u64]>, Box<[StopId]>);

/// All candidates of one kind of train, with their resources.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    pub candidates: Vec<Candidate>,
    bits: Vec<u64>,
    words: usize,
    uses: Vec<u32>,
    uses_from: Vec<u32>,
    /// Resources that count for this kind of train: none but the bypass if it shares track.
    relevant: Vec<u64>,
    /// Candidates with equal resources (and, where routes must meet, equal stops) compete.
    index: HashMap<Key, usize, BuildHasherDefault<Mix>>,
    stops_matter: bool,
    shares_track: bool,
}

impl Pool {
    pub fn new(graph: &Graph, shares_track: bool, stops_matter: bool) -> Self {
        let mut relevant = vec![if shares_track { 0 } else { u64::MAX }; graph.words()];
        if let Some(bit) = graph.bypass {
            relevant[bit / 64] |= 1 << (bit % 64);
        }
        Pool {
            words: graph.words(),
            relevant,
            uses_from: vec![0],
            stops_matter,
            shares_track,
            ..Pool::default()
        }
    }

    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Adds a line unless one with the same resources is as good; returns where it stands.
    pub fn add(&mut self, graph: &Graph, line: &Line<'_>, hq: &[bool]) -> Option<usize> {
        let bits: Box<[u64]> = line
            .used
            .iter()
            .zip(&self.relevant)
            .map(|(u, r)| u & r)
            .collect();
        let mut stops: Box<[StopId]> = line.stops.into();
        stops.sort_unstable();
        let key_stops: Box<[StopId]> = if self.stops_matter {
            stops.clone()
        } else {
            Box::default()
        };
        let candidate = Candidate {
            score: line.score,
            root: line.root,
            arms: [line.arms[0].into(), line.arms[1].into()],
            hq: line.stops.iter().any(|&s| hq[s as usize]),
            stops,
        };
        let fresh = self.candidates.len();
        let at = *self.index.entry((bits.clone(), key_stops)).or_insert(fresh);
        if at < fresh {
            if self.candidates[at].score >= candidate.score {
                return None;
            }
            self.candidates[at] = candidate;
            return Some(at);
        }
        for (w, &word) in bits.iter().enumerate() {
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
        self.uses_from.push(self.uses.len() as u32);
        self.bits.extend_from_slice(&bits);
        self.candidates.push(candidate);
        Some(fresh)
    }

    pub fn bits(&self, i: usize) -> &[u64] {
        &self.bits[i * self.words..(i + 1) * self.words]
    }

    /// Resources of a candidate.
    pub fn uses(&self, i: usize) -> &[u32] {
        &self.uses[self.uses_from[i] as usize..self.uses_from[i + 1] as usize]
    }

    pub fn reduced(&self, i: usize, prices: &Prices) -> Score {
        let price: Score = self
            .uses(i)
            .iter()
            .map(|&r| prices.resource[r as usize])
            .sum();
        self.candidates[i].score - price
    }
}

/// A small hasher without randomness.
#[derive(Clone, Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(word))
                .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
}
