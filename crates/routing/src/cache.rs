//! Remembers answers. A bot asks about the same company after every tile laid anywhere; most tiles lie where the company
//! cannot go, and do not change its answer.

use crate::budget::Budget;
use crate::certificate::Certificate;
use crate::constraints::Constraints;
use crate::many::Problem;
use crate::network::{BorderId, CellId, End, Mine, Network, Piece, PieceId, StopId};
use crate::solve::solve;
use crate::train::Train;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;

/// Answers by question; a question is what the company can reach, its trains and its rules.
#[derive(Clone, Debug)]
pub struct Cache {
    answers: HashMap<Problem, Certificate, BuildHasherDefault<std::hash::DefaultHasher>>,
    capacity: usize,
    /// Questions answered from memory.
    pub hits: u64,
    /// Questions solved.
    pub misses: u64,
}

impl Cache {
    /// A cache of at most so many answers; when it is full it starts anew.
    pub fn new(capacity: usize) -> Self {
        Cache { answers: HashMap::default(), capacity: capacity.max(1), hits: 0, misses: 0 }
    }

    /// Like [`solve`], from memory where possible. Only proved answers are remembered.
    pub fn solve(
        &mut self,
        net: &Network,
        trains: &[Train],
        rules: &Constraints,
        budget: Budget<'_>,
    ) -> Certificate {
        let (small, stops, pieces) = reachable(net);
        let problem = Problem { net: small, trains: trains.to_vec(), rules: *rules };
        let answer = if let Some(known) = self.answers.get(&problem) {
            self.hits += 1;
            known.clone()
        } else {
            self.misses += 1;
            let answer = solve(&problem.net, trains, rules, budget);
            if answer.proved {
                if self.answers.len() >= self.capacity {
                    self.answers.clear();
                }
                self.answers.insert(problem, answer.clone());
            }
            answer
        };
        translate(answer, &stops, &pieces)
    }
}

/// Puts the ids of the caller's network in place of those of the reachable part.
fn translate(mut answer: Certificate, stops: &[StopId], pieces: &[PieceId]) -> Certificate {
    for route in &mut answer.routes {
        for call in &mut route.calls {
            call.stop = stops[call.stop as usize];
        }
        for piece in &mut route.pieces {
            *piece = pieces[*piece as usize];
        }
    }
    answer
}

/// The part of the network that track joins to an own station, numbered by place and not by the caller's ids; with the
/// caller's stops and pieces in the new order.
fn reachable(net: &Network) -> (Network, Vec<StopId>, Vec<PieceId>) {
    let mut at: BTreeMap<End, Vec<usize>> = BTreeMap::new();
    for (i, piece) in net.pieces.iter().enumerate() {
        for end in piece.ends {
            at.entry(end).or_default().push(i);
        }
    }
    let own = (0..net.stops.len()).filter(|&s| net.stops[s].own_station);
    let mut queue: Vec<End> = own.map(|s| End::Stop(s as StopId)).collect();
    let mut ends: std::collections::BTreeSet<End> = queue.iter().copied().collect();
    let mut pieces = std::collections::BTreeSet::new();
    while let Some(end) = queue.pop() {
        for &p in at.get(&end).into_iter().flatten() {
            pieces.insert(p);
            queue.extend(net.pieces[p].ends.into_iter().filter(|&e| ends.insert(e)));
        }
    }
    let mut stops: Vec<StopId> =
        (ends.iter()).filter_map(|e| if let End::Stop(s) = e { Some(*s) } else { None }).collect();
    stops.sort_by_key(|&s| (net.stops[s as usize].cell, net.stops[s as usize].index, s));
    let mut sides: Vec<(Vec<CellId>, BorderId)> = (ends.iter())
        .filter_map(|e| if let End::Border(b) = e { Some(*b) } else { None })
        .map(|b| {
            let mut cells: Vec<CellId> =
                at[&End::Border(b)].iter().map(|&p| net.pieces[p].cell).collect();
            cells.sort_unstable();
            cells.dedup();
            (cells, b)
        })
        .collect();
    sides.sort();
    let renamed: BTreeMap<End, End> = (stops.iter().enumerate())
        .map(|(n, &s)| (End::Stop(s), End::Stop(n as StopId)))
        .chain(
            (sides.iter().enumerate())
                .map(|(n, &(_, b))| (End::Border(b), End::Border(n as BorderId))),
        )
        .collect();
    let mut renumbered: Vec<(Piece, PieceId)> = (pieces.iter())
        .map(|&p| {
            let piece = net.pieces[p];
            let mut ends = piece.ends.map(|e| renamed[&e]);
            ends.sort();
            (Piece { cell: piece.cell, ends }, p as PieceId)
        })
        .collect();
    renumbered.sort_by_key(|(piece, p)| (piece.cell, piece.ends, *p));
    let place: BTreeMap<PieceId, PieceId> =
        renumbered.iter().enumerate().map(|(n, &(_, p))| (p, n as PieceId)).collect();
    let mines = (net.mines.iter())
        .map(|mine| Mine {
            pieces: mine.pieces.iter().filter_map(|p| place.get(p).copied()).collect(),
            bonus: mine.bonus,
        })
        .filter(|mine| !mine.pieces.is_empty())
        .collect();
    let small = Network {
        stops: stops.iter().map(|&s| net.stops[s as usize].clone()).collect(),
        borders: sides.len() as u16,
        pieces: renumbered.iter().map(|(piece, _)| *piece).collect(),
        mines,
    };
    (small, stops, renumbered.into_iter().map(|(_, p)| p).collect())
}
