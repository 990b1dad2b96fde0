//! A line: pieces of track in order, and the stops they pass.

use crate::network::{CellId, End, Network, PieceId, StopId};
use crate::violation::Violation;

/// The stops along `pieces`, in order, or where the line breaks.
pub(crate) fn trace(
    net: &Network,
    route: usize,
    pieces: &[PieceId],
) -> Result<Vec<StopId>, Violation> {
    let Some(&first) = pieces.first() else {
        return Err(Violation::TooFewStops { route });
    };
    for &piece in pieces {
        if piece as usize >= net.pieces.len() {
            return Err(Violation::NoSuchPiece { route, piece });
        }
    }
    let mut error = Violation::BrokenLine { route, at: 0 };
    for side in 0..2 {
        if let End::Stop(start) = net.pieces[first as usize].ends[side] {
            match follow(net, start, pieces) {
                Ok(stops) => return Ok(stops),
                Err(at) => error = Violation::BrokenLine { route, at },
            }
        }
    }
    Err(error)
}

/// Follows the pieces from a stop; the error is the index of the piece that does not fit.
fn follow(net: &Network, start: StopId, pieces: &[PieceId]) -> Result<Vec<StopId>, usize> {
    let mut stops = vec![start];
    let mut at = End::Stop(start);
    let mut from: Option<CellId> = None;
    for (i, &id) in pieces.iter().enumerate() {
        let piece = &net.pieces[id as usize];
        let side = piece.ends.iter().position(|&end| end == at).ok_or(i)?;
        // Arriving at a border, the train goes on in the other cell: no reversing at a junction.
        if matches!(at, End::Border(_)) && from == Some(piece.cell) {
            return Err(i);
        }
        at = piece.ends[1 - side];
        from = Some(piece.cell);
        if let End::Stop(stop) = at {
            stops.push(stop);
        }
    }
    match at {
        End::Stop(_) => Ok(stops),
        End::Border(_) => Err(pieces.len()),
    }
}
