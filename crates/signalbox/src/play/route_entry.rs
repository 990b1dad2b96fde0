//! Routes typed at the terminal.

use crate::describe::Describe;
use engine::{Card, Position, Problem, RouteClaim};
use routing::{End, PieceId};

/// Longest list of cells that is followed.
const MOST_CELLS: usize = 60;

/// Follows a list of cells (`E15 E13 D12`) over the track, end to end; says why if that does not work.
pub fn follow(
    position: &dyn Position,
    problem: &Problem,
    card: Card,
    line: &str,
) -> Result<RouteClaim, String> {
    let map = &position.sheet().map;
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.len() > MOST_CELLS {
        return Err(format!("more than {MOST_CELLS} cells"));
    }
    let cells = words
        .iter()
        .map(|name| {
            map.by_name(&name.to_uppercase())
                .or_else(|| map.by_name(name))
                .map(|c| c.0)
                .ok_or_else(|| format!("there is no cell {name}"))
        })
        .collect::<Result<Vec<u16>, String>>()?;
    if cells.is_empty() {
        return Err("no cells".into());
    }
    let mut paths = Vec::new();
    let net = &problem.network;
    for (id, piece) in net.pieces.iter().enumerate() {
        if piece.cell != cells[0] {
            continue;
        }
        for side in 0..2 {
            if matches!(piece.ends[side], End::Stop(_)) {
                walk(
                    problem,
                    &cells,
                    0,
                    piece.ends[1 - side],
                    &mut vec![id as PieceId],
                    &mut paths,
                );
            }
        }
    }
    let claim = |pieces: &Vec<PieceId>| RouteClaim {
        card,
        path: pieces
            .iter()
            .map(|&p| problem.steps[usize::from(p)])
            .collect(),
        halts: None,
    };
    // Of several ways over the same cells the one that earns most.
    paths
        .iter()
        .max_by_key(|pieces| {
            let claimed = problem.claim(&claim(pieces)).and_then(|c| {
                routing::evaluate(net, &problem.trains, &problem.rules, &[c])
                    .ok()
                    .map(|e| e.totals.primary)
            });
            claimed.unwrap_or(-1)
        })
        .map(claim)
        .ok_or_else(|| {
            format!(
                "no track of {} leads over these cells from stop to stop",
                Describe(position).train(card)
            )
        })
}

/// Extends a path within the current cell or into the next one of the list.
fn walk(
    problem: &Problem,
    cells: &[u16],
    at: usize,
    end: End,
    path: &mut Vec<PieceId>,
    found: &mut Vec<Vec<PieceId>>,
) {
    const MOST_PATHS: usize = 500;
    if found.len() >= MOST_PATHS {
        return;
    }
    if matches!(end, End::Stop(_)) && at + 1 == cells.len() {
        found.push(path.clone());
    }
    let crossing = matches!(end, End::Border(_));
    let next = if crossing { at + 1 } else { at };
    let Some(&cell) = cells.get(next) else { return };
    for (id, piece) in problem.network.pieces.iter().enumerate() {
        let id = id as PieceId;
        if piece.cell != cell || path.contains(&id) {
            continue;
        }
        if let Some(side) = piece.ends.iter().position(|&e| e == end) {
            path.push(id);
            walk(problem, cells, next, piece.ends[1 - side], path, found);
            path.pop();
        }
    }
}
