//! What a search knows of the moves that it plays on from: by kind of move first, so that many lays do not drown the rest.

use crate::weigh::Weighed;
use engine::{Move, Player};
use std::mem::{Discriminant, discriminant};

/// Weight of the prior.
const CURIOSITY: f64 = 1.2;
/// Most moves kept at a node.
pub const WIDTH: usize = 12;

/// A kind of move at a node, and a move of this kind.
pub type Way = (usize, usize);

/// A move, and what was found behind it.
pub struct Branch {
    /// The move.
    pub mv: Move,
    /// Its chance by judgement alone.
    pub prior: f64,
    /// How often it was played on from.
    pub visits: f64,
    /// What was found, added up.
    pub sum: f64,
    /// The node behind it.
    pub child: Option<usize>,
}

impl Branch {
    /// What was found on average.
    pub fn mean(&self) -> Option<f64> {
        (self.visits > 0.0).then(|| self.sum / self.visits)
    }
}

struct Kind {
    of: Discriminant<Move>,
    prior: f64,
    visits: f64,
    sum: f64,
    branches: Vec<Branch>,
}

struct Node {
    player: Player,
    visits: f64,
    kinds: Vec<Kind>,
}

/// Nodes by number.
#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// Chances in proportion to e^(value / heat).
pub fn chances(list: &[Weighed], heat: f64) -> Vec<f64> {
    let best = list.first().map_or(0.0, |w| w.value);
    let all: Vec<f64> = list.iter().map(|w| ((w.value - best) / heat).max(-12.0).exp()).collect();
    let sum: f64 = all.iter().sum();
    all.into_iter().map(|p| p / sum.max(1e-9)).collect()
}

impl Tree {
    /// A node where a player chooses among the best of a weighed list.
    pub fn add(&mut self, player: Player, list: &[Weighed], heat: f64) -> usize {
        let list = &list[..list.len().min(WIDTH)];
        let mut kinds: Vec<Kind> = Vec::new();
        for (w, prior) in list.iter().zip(chances(list, heat)) {
            let of = discriminant(&w.mv);
            let branch = Branch { mv: w.mv.clone(), prior, visits: 0.0, sum: 0.0, child: None };
            match kinds.iter_mut().find(|k| k.of == of) {
                Some(kind) => {
                    kind.prior += prior;
                    kind.branches.push(branch);
                }
                None => {
                    kinds.push(Kind { of, prior, visits: 0.0, sum: 0.0, branches: vec![branch] })
                }
            }
        }
        self.nodes.push(Node { player, visits: 0.0, kinds });
        self.nodes.len() - 1
    }

    /// Who chooses at a node.
    pub fn player(&self, at: usize) -> Player {
        self.nodes[at].player
    }

    /// One of its moves.
    pub fn branch(&self, at: usize, (kind, branch): Way) -> &Branch {
        &self.nodes[at].kinds[kind].branches[branch]
    }

    /// A node behind one of its moves.
    pub fn grow(&mut self, at: usize, (kind, branch): Way, child: usize) {
        self.nodes[at].kinds[kind].branches[branch].child = Some(child);
    }

    /// What was found behind one of its moves.
    pub fn note(&mut self, at: usize, (kind, branch): Way, value: f64) {
        let node = &mut self.nodes[at];
        node.visits += 1.0;
        let kind = &mut node.kinds[kind];
        kind.visits += 1.0;
        kind.sum += value;
        let branch = &mut kind.branches[branch];
        branch.visits += 1.0;
        branch.sum += value;
    }

    /// All moves of a node, the best by judgement first.
    pub fn ways(&self, at: usize) -> Vec<Way> {
        let kinds = self.nodes[at].kinds.iter().enumerate();
        let mut all: Vec<Way> =
            kinds.flat_map(|(k, kind)| (0..kind.branches.len()).map(move |b| (k, b))).collect();
        let prior = |&way: &Way| self.branch(at, way).prior;
        all.sort_by(|a, b| prior(b).total_cmp(&prior(a)));
        all
    }

    /// Kind first, then the move; a kind opens one more move for every second visit.
    pub fn select(&self, at: usize) -> Option<Way> {
        let node = &self.nodes[at];
        let mean_of =
            |sum: f64, visits: f64, else_: f64| if visits > 0.0 { sum / visits } else { else_ };
        let average = mean_of(
            node.kinds.iter().map(|k| k.sum).sum(),
            node.kinds.iter().map(|k| k.visits).sum(),
            0.0,
        );
        let root = (node.visits + 1.0).sqrt();
        let score = |prior: f64, sum: f64, visits: f64| {
            mean_of(sum, visits, average) + CURIOSITY * prior * root / (1.0 + visits)
        };
        let k = (0..node.kinds.len()).max_by(|&a, &b| {
            let (a, b) = (&node.kinds[a], &node.kinds[b]);
            score(a.prior, a.sum, a.visits).total_cmp(&score(b.prior, b.sum, b.visits))
        })?;
        let kind = &node.kinds[k];
        let open = (1 + (kind.visits / 2.0) as usize).min(kind.branches.len());
        let of_kind = |b: &Branch| score(b.prior / kind.prior.max(1e-9), b.sum, b.visits);
        let b = (0..open)
            .max_by(|&a, &b| of_kind(&kind.branches[a]).total_cmp(&of_kind(&kind.branches[b])))?;
        Some((k, b))
    }
}
