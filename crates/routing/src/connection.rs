//! Routes as the public platform writes them: a list of connections, each a list of cells.

use crate::line::trace;
use crate::network::{CellId, End, Network, PieceId, StopId};
use serde::{Deserialize, Serialize};

/// The track from one stop to the next, named by the cells it passes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Connection {
    /// The cells passed, first and last included.
    pub cells: Vec<CellId>,
    /// The indexes of the two stops, where the cells alone do not say (a link inside one tile).
    pub stops: Option<(u8, u8)>,
}

/// Resolves connections to pieces of track in order from end to end. Each connection may be written in either direction,
/// and the whole list from either end. Where cells leave a choice, the first that joins up (and visits no stop twice)
/// is taken.
pub fn route_from_connections(net: &Network, connections: &[Connection]) -> Option<Vec<PieceId>> {
    let options: Vec<Vec<Link>> = connections.iter().map(|c| links(net, c)).collect();
    let pieces = join(&options, None, &mut Vec::new())?;
    trace(net, 0, &pieces).ok().map(|_| pieces)
}

struct Link {
    from: StopId,
    to: StopId,
    pieces: Vec<PieceId>,
}

/// All ways, in both directions, to run a connection.
fn links(net: &Network, connection: &Connection) -> Vec<Link> {
    let mut found = Vec::new();
    let mut cells = connection.cells.clone();
    for turn in 0..2 {
        for (id, piece) in net.pieces.iter().enumerate() {
            if Some(&piece.cell) != cells.first() {
                continue;
            }
            for side in 0..2 {
                if let End::Stop(from) = piece.ends[side] {
                    let mut path = vec![id as PieceId];
                    extend(net, &cells, from, piece.ends[1 - side], &mut path, &mut found);
                }
            }
        }
        cells.reverse();
        if turn == 0 && cells == connection.cells {
            break;
        }
    }
    if let Some((a, b)) = connection.stops {
        let index = |s: StopId| net.stops[s as usize].index;
        found.retain(|l| {
            let pair = (index(l.from), index(l.to));
            pair == (a, b) || pair == (b, a)
        });
    }
    found
}

fn extend(
    net: &Network,
    cells: &[CellId],
    from: StopId,
    at: End,
    path: &mut Vec<PieceId>,
    found: &mut Vec<Link>,
) {
    match at {
        End::Stop(to) => {
            if path.len() == cells.len() && to != from {
                found.push(Link { from, to, pieces: path.clone() });
            }
        }
        End::Border(_) => {
            let Some(&cell) = cells.get(path.len()) else {
                return;
            };
            let here = net.pieces[path[path.len() - 1] as usize].cell;
            for (id, piece) in net.pieces.iter().enumerate() {
                if piece.cell != cell || cell == here || path.contains(&(id as PieceId)) {
                    continue;
                }
                if let Some(side) = piece.ends.iter().position(|&end| end == at) {
                    path.push(id as PieceId);
                    extend(net, cells, from, piece.ends[1 - side], path, found);
                    path.pop();
                }
            }
        }
    }
}

/// Picks one way for each connection so that they join up.
fn join(options: &[Vec<Link>], at: Option<StopId>, seen: &mut Vec<StopId>) -> Option<Vec<PieceId>> {
    let Some((first, rest)) = options.split_first() else {
        return Some(Vec::new());
    };
    for link in first {
        if at.is_some_and(|stop| stop != link.from) || seen.contains(&link.to) {
            continue;
        }
        let depth = seen.len();
        if at.is_none() {
            seen.push(link.from);
        }
        seen.push(link.to);
        if let Some(tail) = join(rest, Some(link.to), seen) {
            let mut pieces = link.pieces.clone();
            pieces.extend(tail);
            return Some(pieces);
        }
        seen.truncate(depth);
    }
    None
}
