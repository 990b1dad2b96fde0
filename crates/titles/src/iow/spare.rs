//! Whether one more train could run beside routes that are claimed.

use engine::Problem;
use routing::{Claim, End, Network, PieceId, Route, StopId, evaluate};

/// Most lines that are tried.
const MOST_LINES: usize = 5000;

/// Whether the train could run some route beside the given ones.
pub(super) fn could_run_too(problem: &Problem, routes: &[Route], train: usize) -> bool {
    let claims: Vec<Claim> = routes
        .iter()
        .map(|r| Claim {
            train: r.train,
            pieces: r.pieces.clone(),
            halts: None,
        })
        .collect();
    let used: Vec<PieceId> = routes
        .iter()
        .flat_map(|r| r.pieces.iter().copied())
        .collect();
    let mut search = Search {
        problem,
        claims,
        used,
        train,
        tried: 0,
    };
    // A line from one of its bases to the place where it meets the others is enough.
    (0..problem.network.stops.len() as StopId)
        .filter(|&s| problem.network.stops[s as usize].own_station)
        .any(|base| search.extend(End::Stop(base), &mut Vec::new()))
}

struct Search<'a> {
    problem: &'a Problem,
    claims: Vec<Claim>,
    used: Vec<PieceId>,
    train: usize,
    tried: usize,
}

impl Search<'_> {
    fn extend(&mut self, at: End, line: &mut Vec<PieceId>) -> bool {
        let net: &Network = &self.problem.network;
        if self.tried > MOST_LINES {
            return false;
        }
        for id in 0..net.pieces.len() as PieceId {
            let piece = &net.pieces[id as usize];
            let Some(side) = piece.ends.iter().position(|&e| e == at) else {
                continue;
            };
            let back = line.last().is_some_and(|&l| {
                matches!(at, End::Border(_)) && net.pieces[l as usize].cell == piece.cell
            });
            if back || self.used.contains(&id) || line.contains(&id) {
                continue;
            }
            let to = piece.ends[1 - side];
            line.push(id);
            let found = matches!(to, End::Stop(_)) && self.works(line) || self.extend(to, line);
            line.pop();
            if found {
                return true;
            }
        }
        false
    }

    fn works(&mut self, line: &[PieceId]) -> bool {
        self.tried += 1;
        self.claims.push(Claim {
            train: self.train,
            pieces: line.to_vec(),
            halts: None,
        });
        let fine = evaluate(
            &self.problem.network,
            &self.problem.trains,
            &self.problem.rules,
            &self.claims,
        )
        .is_ok();
        self.claims.pop();
        fine
    }
}
