//! Routes typed at the terminal.

use crate::describe::Describe;
use engine::{Card, Position, Problem, RouteClaim};
use routing::{End, Further, PieceId, StopId};

/// Longest list of cells that is followed.
const MOST_CELLS: usize = 60;
/// Most ways over them that are weighed.
const MOST_PATHS: usize = 500;

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
    let net = &problem.network;
    let mut paths: Vec<Vec<PieceId>> = Vec::new();
    let cell_of = |piece: PieceId| net.pieces[usize::from(piece)].cell;
    for start in 0..net.stops.len() as StopId {
        if net.stops[usize::from(start)].cell != cells[0] {
            continue;
        }
        routing::lines(net, start, |line| {
            let borders = line.pieces.windows(2);
            let at = borders
                .filter(|pair| cell_of(pair[0]) != cell_of(pair[1]))
                .count();
            let here = line.pieces.last().map(|&piece| cell_of(piece));
            if here != cells.get(at).copied() {
                return Further::Back;
            }
            if matches!(line.end, End::Stop(_)) && at + 1 == cells.len() {
                paths.push(line.pieces.to_vec());
            }
            if paths.len() >= MOST_PATHS {
                return Further::Enough;
            }
            Further::On
        });
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
