//! The track that one company can see: stops, borders between cells, and printed pieces of track.

use serde::{Deserialize, Serialize};

/// Index of a stop in [`Network::stops`].
pub type StopId = u16;
/// Number of a border, below [`Network::borders`].
pub type BorderId = u16;
/// Index of a piece of track in [`Network::pieces`].
pub type PieceId = u16;
/// Number of a cell (hex or square) of the board.
pub type CellId = u16;

/// What a stop is for the range of a train.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StopKind {
    /// City, metropolis, 1860's large station.
    City,
    /// Town, 1860's small station.
    Town,
    /// 1860's halt: pays subsidy instead of revenue and is never an end.
    Halt,
    /// Red tile or other place off the board; counts as a city.
    Red,
}

impl StopKind {
    /// Cities and red tiles; the large stations of 1860.
    pub fn is_major(self) -> bool {
        matches!(self, StopKind::City | StopKind::Red)
    }
}

/// A place where trains stop, as one company sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stop {
    /// The cell it lies in.
    pub cell: CellId,
    /// Which of the stops of its cell it is.
    pub index: u8,
    /// City, town, halt or red.
    pub kind: StopKind,
    /// May only be the end of a route.
    pub terminus: bool,
    /// This company may run through. `false`: full of other companies' stations, so an end only.
    pub passable: bool,
    /// Holds a station of this company.
    pub own_station: bool,
    /// Holds the headquarters of this company.
    pub headquarters: bool,
    /// Plain revenue for this company.
    pub value: i32,
    /// All stops of one group are one location (Praha).
    pub group: Option<u16>,
    /// Paid on top, once per train that has `takes_bonus` and counts this stop.
    pub bonus: i32,
    /// `false` for places that never use range (18Lilliput's small towns and harbours).
    pub counts_against_range: bool,
    /// One of the named cities of [`crate::NamedBonus`].
    pub named: bool,
}

impl Stop {
    /// A passable stop without stations.
    pub fn new(cell: CellId, index: u8, kind: StopKind, value: i32) -> Self {
        Stop {
            cell,
            index,
            kind,
            terminus: kind == StopKind::Red,
            passable: true,
            own_station: false,
            headquarters: false,
            value,
            group: None,
            bonus: 0,
            counts_against_range: true,
            named: false,
        }
    }
}

/// One end of a piece of track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum End {
    /// The piece ends in a stop of its cell.
    Stop(StopId),
    /// The piece ends at a side that its cell shares with a neighbour.
    Border(BorderId),
}

/// One printed segment of track on a laid tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// The cell the tile lies on.
    pub cell: CellId,
    /// What it joins.
    pub ends: [End; 2],
}

/// A place on the line that pays into the treasury, once per train (18Lilliput's mines).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mine {
    /// A train that runs over any of these pieces passes the mine.
    pub pieces: Vec<PieceId>,
    /// What it pays.
    pub bonus: i32,
}

/// Everything a company's trains can run on. Track that is private to another company is left out by the caller.
///
/// ```
/// use routing::{End, Network, Piece, Stop, StopKind};
/// let mut net = Network::default();
/// let a = net.add_stop(Stop { own_station: true, ..Stop::new(0, 0, StopKind::City, 30) });
/// let b = net.add_stop(Stop::new(1, 0, StopKind::Town, 10));
/// let side = net.add_border();
/// net.add_piece(0, End::Stop(a), End::Border(side));
/// net.add_piece(1, End::Border(side), End::Stop(b));
/// assert!(net.validate().is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Network {
    /// All stops.
    pub stops: Vec<Stop>,
    /// How many borders there are.
    pub borders: u16,
    /// All pieces of track.
    pub pieces: Vec<Piece>,
    /// Mines on the line.
    pub mines: Vec<Mine>,
}

/// What is wrong with a [`Network`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A piece names a stop or border that does not exist.
    DanglingEnd(PieceId),
    /// A piece names a stop of another cell.
    StopInOtherCell(PieceId),
    /// Both ends of a piece are the same.
    Loop(PieceId),
    /// More than two cells meet at a border.
    ThreeCells(BorderId),
    /// A mine names a piece that does not exist.
    DanglingMine(usize),
}

impl Network {
    /// Adds a stop and returns its id.
    pub fn add_stop(&mut self, stop: Stop) -> StopId {
        self.stops.push(stop);
        (self.stops.len() - 1) as StopId
    }

    /// Adds a border and returns its number.
    pub fn add_border(&mut self) -> BorderId {
        self.borders += 1;
        self.borders - 1
    }

    /// Adds a piece of track and returns its id.
    pub fn add_piece(&mut self, cell: CellId, from: End, to: End) -> PieceId {
        self.pieces.push(Piece { cell, ends: [from, to] });
        (self.pieces.len() - 1) as PieceId
    }

    /// The stop with this cell and index.
    pub fn stop_at(&self, cell: CellId, index: u8) -> Option<StopId> {
        (self.stops.iter().position(|s| s.cell == cell && s.index == index)).map(|i| i as StopId)
    }

    /// The location that a stop belongs to: its group, or itself.
    pub fn location(&self, stop: StopId) -> Location {
        match self.stops[stop as usize].group {
            Some(group) => Location::Group(group),
            None => Location::Stop(stop),
        }
    }

    /// Checks that all ids exist and fit together.
    pub fn validate(&self) -> Result<(), Fault> {
        let mut cells: Vec<Vec<CellId>> = vec![Vec::new(); self.borders as usize];
        for (i, piece) in self.pieces.iter().enumerate() {
            let id = i as PieceId;
            if piece.ends[0] == piece.ends[1] {
                return Err(Fault::Loop(id));
            }
            for end in piece.ends {
                match end {
                    End::Stop(s) => {
                        let stop = self.stops.get(s as usize).ok_or(Fault::DanglingEnd(id))?;
                        if stop.cell != piece.cell {
                            return Err(Fault::StopInOtherCell(id));
                        }
                    }
                    End::Border(b) => {
                        let at = cells.get_mut(b as usize).ok_or(Fault::DanglingEnd(id))?;
                        if !at.contains(&piece.cell) {
                            at.push(piece.cell);
                        }
                        if at.len() > 2 {
                            return Err(Fault::ThreeCells(b));
                        }
                    }
                }
            }
        }
        for (i, mine) in self.mines.iter().enumerate() {
            if mine.pieces.iter().any(|&p| p as usize >= self.pieces.len()) {
                return Err(Fault::DanglingMine(i));
            }
        }
        Ok(())
    }
}

/// A place that a route may visit only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Location {
    /// A stop on its own.
    Stop(StopId),
    /// All stops of a group.
    Group(u16),
}
