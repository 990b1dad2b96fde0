//! All lines of track from a stop, one after the other.

use crate::network::{End, Network, PieceId, StopId};

/// A line on its way, after a piece was added.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    /// The pieces in order.
    pub pieces: &'a [PieceId],
    /// The stops in order, the first one included.
    pub stops: &'a [StopId],
    /// Where it has come to.
    pub end: End,
}

/// What to do with a line that has come so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Further {
    /// Go on from here.
    On,
    /// Take the last piece back and try another.
    Back,
    /// Nothing more is wanted.
    Enough,
}

/// Shows every line that begins at a stop, piece by piece, lower pieces first; says whether `visit` had enough. No piece
/// is on a line twice and no line turns round at a border. A stop may come twice: who minds sends the line back.
pub fn lines(net: &Network, start: StopId, mut visit: impl FnMut(Drawn<'_>) -> Further) -> bool {
    let mut pen = Pen {
        net,
        at_stop: vec![Vec::new(); net.stops.len()],
        at_border: vec![Vec::new(); net.borders as usize],
        used: vec![false; net.pieces.len()],
        pieces: Vec::new(),
        stops: vec![start],
    };
    for (id, piece) in net.pieces.iter().enumerate() {
        for (side, end) in piece.ends.into_iter().enumerate() {
            let leaves = match end {
                End::Stop(stop) => &mut pen.at_stop[stop as usize],
                End::Border(border) => &mut pen.at_border[border as usize],
            };
            leaves.push((id as PieceId, 1 - side));
        }
    }
    pen.go_on(End::Stop(start), &mut visit)
}

struct Pen<'a> {
    net: &'a Network,
    /// Pieces that end here, with their far side.
    at_stop: Vec<Vec<(PieceId, usize)>>,
    at_border: Vec<Vec<(PieceId, usize)>>,
    used: Vec<bool>,
    pieces: Vec<PieceId>,
    stops: Vec<StopId>,
}

impl Pen<'_> {
    fn leaves(&self, at: End) -> &[(PieceId, usize)] {
        match at {
            End::Stop(stop) => &self.at_stop[stop as usize],
            End::Border(border) => &self.at_border[border as usize],
        }
    }

    fn go_on(&mut self, at: End, visit: &mut impl FnMut(Drawn<'_>) -> Further) -> bool {
        for n in 0..self.leaves(at).len() {
            let (id, far) = self.leaves(at)[n];
            let piece = &self.net.pieces[id as usize];
            let back = matches!(at, End::Border(_))
                && (self.pieces.last())
                    .is_some_and(|&last| self.net.pieces[last as usize].cell == piece.cell);
            if back || self.used[id as usize] {
                continue;
            }
            let end = piece.ends[far];
            self.used[id as usize] = true;
            self.pieces.push(id);
            if let End::Stop(stop) = end {
                self.stops.push(stop);
            }
            let further = visit(Drawn { pieces: &self.pieces, stops: &self.stops, end });
            let enough = match further {
                Further::On => self.go_on(end, visit),
                Further::Back => false,
                Further::Enough => true,
            };
            if matches!(end, End::Stop(_)) {
                self.stops.pop();
            }
            self.pieces.pop();
            self.used[id as usize] = false;
            if enough {
                return true;
            }
        }
        false
    }
}
