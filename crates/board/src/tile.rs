//! Tiles: stops, track segments, and which tile may follow which.

use crate::Shape;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A tile type, laid or printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TileId(pub u16);

/// A supply that never runs out.
pub const UNLIMITED: u8 = u8::MAX;

/// Stage of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Printed map without a tile.
    Bare,
    /// First stage.
    Yellow,
    /// Second stage.
    Green,
    /// Third stage.
    Brown,
    /// Fourth stage.
    Grey,
    /// Red tiles and other fixed places.
    Red,
}

/// What a stop is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A large station: has slots.
    City,
    /// A small station.
    Town,
    /// A stop without revenue that pays its company a subsidy.
    Halt,
    /// A place at the edge of the world.
    Red,
}

/// What a stop pays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Paid {
    /// Always the same.
    Always(u16),
    /// By a column that the phase chooses (yellow, green, brown, grey).
    ByColumn([u16; 4]),
}

impl Paid {
    /// The value in a column (0 yellow, 1 green, 2 brown, 3 grey).
    pub fn in_column(&self, column: u8) -> u16 {
        match self {
            Paid::Always(v) => *v,
            Paid::ByColumn(values) => values[column.min(3) as usize],
        }
    }
}

/// A stop of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopDef {
    /// City, town, halt or red place.
    pub kind: Kind,
    /// Station slots.
    pub slots: u8,
    /// Revenue.
    pub paid: Paid,
    /// Revenue for a company with a station here, where that differs.
    pub paid_with_station: Option<u16>,
    /// Stops of one group are one location for a route.
    pub group: Option<u8>,
    /// May only be the end of a route, and nothing is traced through it.
    pub terminus: bool,
    /// Whether it uses up the range of a train.
    pub counts: bool,
    /// Printed name, where the stop has one of its own.
    pub name: Option<String>,
    /// Where it is drawn: an edge position in half edges clockwise from edge 0, or the centre.
    pub draw_at: Option<u8>,
}

impl StopDef {
    /// A plain stop of a kind.
    pub fn new(kind: Kind, slots: u8, revenue: u16) -> StopDef {
        StopDef {
            kind,
            slots,
            paid: Paid::Always(revenue),
            paid_with_station: None,
            group: None,
            terminus: false,
            counts: true,
            name: None,
            draw_at: None,
        }
    }
}

/// One end of a track segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum End {
    /// An edge of the cell.
    Edge(u8),
    /// A stop of the tile.
    Stop(u8),
}

/// A tile that may replace another, at some rotations relative to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The tile.
    pub tile: TileId,
    /// Bit r: the new tile may lie r steps clockwise of the old one.
    pub rotations: u8,
    /// For each relative rotation, where every old stop goes.
    pub stops: Vec<SmallVec<[u8; 4]>>,
}

/// A tile type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileDef {
    /// Printed number or name.
    pub name: String,
    /// Stage.
    pub colour: Colour,
    /// Letter that must match the hex.
    pub label: Option<String>,
    /// Stops.
    pub stops: Vec<StopDef>,
    /// Track.
    pub segments: Vec<(End, End)>,
    /// Copies in the box; [`UNLIMITED`] never runs out, 0 is printed on the map.
    pub count: u8,
    /// Purple-edged in 18CZ: can only be laid by a special power.
    pub special: bool,
    /// The only rotation allowed, if there is just one.
    pub fixed_rotation: Option<u8>,
    /// Edges that only one company may use, and that company.
    pub private: Option<(u8, u8)>,
    /// Edges no neighbouring track may point at.
    pub water: u8,
    /// Money for each train that passes (a mine).
    pub treasury_bonus: u16,
    /// Cost of laying it, besides terrain.
    pub cost: u16,
    /// What is drawn on it besides track, for texts and pictures: `hill`, `river`, `mountain`, `sea`, `tunnel`,
    /// `mine`, `harbour`, …
    pub scenery: Option<String>,
    /// Name printed on the tile itself.
    pub place: Option<String>,
    /// Class for the chessboard rule and similar tests of a title (its own numbering; 0 = none).
    pub class: u8,
    /// Tiles that may replace it.
    pub upgrades: Vec<Successor>,
    /// First slot of each stop in the flat list of a laid tile's slots.
    pub first_slot: SmallVec<[u8; 4]>,
    /// Edges with track.
    pub exits: u8,
    /// Rotation after which it looks the same (the number of edges if never).
    pub period: u8,
}

impl TileDef {
    /// A tile without track; fill in the rest, then add it to a [`TileSet`].
    pub fn new(name: &str, colour: Colour) -> TileDef {
        TileDef {
            name: name.to_owned(),
            colour,
            label: None,
            stops: Vec::new(),
            segments: Vec::new(),
            count: 0,
            special: false,
            fixed_rotation: None,
            private: None,
            water: 0,
            treasury_bonus: 0,
            cost: 0,
            scenery: None,
            place: None,
            class: 0,
            upgrades: Vec::new(),
            first_slot: SmallVec::new(),
            exits: 0,
            period: 0,
        }
    }

    /// Number of station slots on the tile.
    pub fn slots(&self) -> u8 {
        self.stops.iter().map(|s| s.slots).sum()
    }

    /// Has a stop of this kind.
    pub fn has(&self, kind: Kind) -> bool {
        self.stops.iter().any(|s| s.kind == kind)
    }

    /// The slots of one stop, as positions in the flat list; none of a stop that is not there.
    pub fn slots_of(&self, stop: u8) -> std::ops::Range<usize> {
        let at = usize::from(stop);
        let first = self.first_slot.get(at).map_or(0, |&f| usize::from(f));
        first..first + self.stops.get(at).map_or(0, |s| usize::from(s.slots))
    }

    fn turned(&self, shape: Shape, rotation: u8) -> Vec<(End, End)> {
        let n = shape.edges();
        let turn = |end: End| match end {
            End::Edge(e) => End::Edge((e + rotation) % n),
            stop => stop,
        };
        let mut all: Vec<_> = self
            .segments
            .iter()
            .map(|&(a, b)| {
                let (a, b) = (turn(a), turn(b));
                if a <= b { (a, b) } else { (b, a) }
            })
            .collect();
        all.sort_unstable();
        all
    }

    /// Edges joined to a stop, as a mask.
    pub fn exits_of(&self, stop: u8) -> u8 {
        self.segments.iter().fold(0, |mask, s| match *s {
            (End::Edge(e), End::Stop(s)) | (End::Stop(s), End::Edge(e)) if s == stop => {
                mask | 1 << e
            }
            _ => mask,
        })
    }
}

/// All tile types of a game.
#[derive(Clone, Debug)]
pub struct TileSet {
    /// Edges of the grid.
    pub shape: Shape,
    /// The types; a [`TileId`] is an index.
    pub tiles: Vec<TileDef>,
}

impl TileSet {
    /// An empty set.
    pub fn new(shape: Shape) -> TileSet {
        TileSet { shape, tiles: Vec::new() }
    }

    /// The type behind an id.
    #[inline]
    pub fn get(&self, id: TileId) -> &TileDef {
        &self.tiles[id.0 as usize]
    }

    /// The id of a tile by its printed name.
    pub fn by_name(&self, name: &str) -> Option<TileId> {
        self.tiles.iter().position(|t| t.name == name).map(|i| TileId(i as u16))
    }

    /// Adds a type and works out exits, slots and symmetry.
    pub fn add(&mut self, mut tile: TileDef) -> TileId {
        let mut next = 0;
        tile.first_slot = tile
            .stops
            .iter()
            .map(|s| {
                let first = next;
                next += s.slots;
                first
            })
            .collect();
        tile.exits = tile.segments.iter().fold(0, |mask, &(a, b)| {
            [a, b].iter().fold(mask, |m, end| if let End::Edge(e) = end { m | 1 << e } else { m })
        });
        let n = self.shape.edges();
        tile.period = (1..n).find(|&r| self.looks_same(&tile, r)).unwrap_or(n);
        self.tiles.push(tile);
        TileId((self.tiles.len() - 1) as u16)
    }

    // Same picture after a turn, stops allowed to change places with equal ones.
    fn looks_same(&self, tile: &TileDef, r: u8) -> bool {
        match self.stop_map(tile, tile, r, true) {
            Some(map) => {
                let mut seen = map.clone();
                seen.sort_unstable();
                seen.dedup();
                seen.len() == map.len()
                    && map.iter().enumerate().all(|(a, &b)| tile.stops[a] == tile.stops[b as usize])
                    && tile.private.is_none_or(|(m, _)| self.shape.turn(m, r) == m)
                    && self.shape.turn(tile.water, r) == tile.water
            }
            None => false,
        }
    }

    /// Where each stop of `old` goes when `new` replaces it turned `r` steps, if all track is kept.
    fn stop_map(
        &self,
        old: &TileDef,
        new: &TileDef,
        r: u8,
        exact: bool,
    ) -> Option<SmallVec<[u8; 4]>> {
        let n = self.shape.edges();
        let track = new.turned(self.shape, r);
        if exact && track.len() != old.segments.len() {
            return None;
        }
        let mut map: SmallVec<[u8; 4]> = SmallVec::new();
        for (s, stop) in old.stops.iter().enumerate() {
            let exits = old.exits_of(s as u8);
            let target = if new.stops.len() == 1 {
                Some(0)
            } else if exits != 0 {
                (0..new.stops.len() as u8).find(|&t| {
                    let there = self.shape.turn(new.exits_of(t), r);
                    there & exits == exits
                })
            } else if new.stops.len() >= old.stops.len() {
                Some(s as u8)
            } else {
                None
            };
            let t = target?;
            let kept = match (stop.kind, new.stops[t as usize].kind) {
                (a, b) if a == b => true,
                (Kind::Halt, Kind::Town) => true,
                _ => false,
            };
            if !kept {
                return None;
            }
            map.push(t);
        }
        for &(a, b) in &old.segments {
            let carry = |end: End| match end {
                End::Edge(e) => End::Edge(e % n),
                End::Stop(s) => End::Stop(map[s as usize]),
            };
            let (a, b) = (carry(a), carry(b));
            let want = if a <= b { (a, b) } else { (b, a) };
            // Two stops merged into one: the piece between them is gone with the merger.
            if a != b && !track.contains(&want) {
                return None;
            }
        }
        Some(map)
    }

    /// Declares that `new` may replace `old`, at every relative rotation that keeps the track, or only at
    /// those of `allowed`. Returns false if no rotation fits.
    pub fn allow(&mut self, old: TileId, new: TileId, allowed: Option<u8>) -> bool {
        let n = self.shape.edges();
        let mut rotations = 0;
        let mut stops = vec![SmallVec::new(); n as usize];
        for r in 0..n {
            if allowed.is_some_and(|mask| mask & (1 << r) == 0) {
                continue;
            }
            if let Some(map) = self.stop_map(self.get(old), self.get(new), r, false) {
                rotations |= 1 << r;
                stops[r as usize] = map;
            }
        }
        if rotations == 0 {
            return false;
        }
        self.tiles[old.0 as usize].upgrades.push(Successor { tile: new, rotations, stops });
        true
    }

    /// Edge mask of a tile as it lies.
    #[inline]
    pub fn exits(&self, tile: TileId, rotation: u8) -> u8 {
        self.shape.turn(self.get(tile).exits, rotation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(name: &str, colour: Colour, segments: &[(u8, u8)]) -> TileDef {
        let mut t = TileDef::new(name, colour);
        t.segments = segments.iter().map(|&(a, b)| (End::Edge(a), End::Edge(b))).collect();
        t
    }

    #[test]
    fn upgrades_keep_all_track() {
        // CZ-UPGRADE-3: tile 26 (0-3, 0-5) follows the straight 9 (0-3) at two rotations only.
        let mut set = TileSet::new(Shape::Hex);
        let nine = set.add(track("9", Colour::Yellow, &[(0, 3)]));
        let green = set.add(track("26", Colour::Green, &[(0, 3), (0, 5)]));
        assert!(set.allow(nine, green, None));
        assert_eq!(set.get(nine).upgrades[0].rotations, 0b001001);
    }

    #[test]
    fn a_straight_looks_the_same_after_half_a_turn() {
        let mut set = TileSet::new(Shape::Hex);
        let nine = set.add(track("9", Colour::Yellow, &[(0, 3)]));
        let seven = set.add(track("7", Colour::Yellow, &[(0, 1)]));
        assert_eq!(set.get(nine).period, 3);
        assert_eq!(set.get(seven).period, 6);
    }

    #[test]
    fn a_stop_that_is_not_there_has_no_slots() {
        let mut set = TileSet::new(Shape::Hex);
        let mut city = TileDef::new("5", Colour::Yellow);
        city.stops = vec![StopDef::new(Kind::City, 2, 20)];
        let city = set.add(city);
        assert_eq!(set.get(city).slots_of(0), 0..2);
        assert!(set.get(city).slots_of(1).is_empty());
    }

    #[test]
    fn cities_follow_their_exits() {
        // CZ-UPGRADE-19: each old city becomes the city of the new tile that has its exits.
        let mut set = TileSet::new(Shape::Hex);
        let mut bare = TileDef::new("praha", Colour::Bare);
        bare.stops = vec![StopDef::new(Kind::City, 1, 20), StopDef::new(Kind::City, 1, 20)];
        bare.segments = vec![(End::Edge(5), End::Stop(0)), (End::Edge(3), End::Stop(1))];
        let bare = set.add(bare);
        let mut yellow = TileDef::new("8889", Colour::Yellow);
        yellow.stops = vec![StopDef::new(Kind::City, 1, 30); 3];
        yellow.segments = vec![
            (End::Edge(2), End::Stop(0)),
            (End::Edge(3), End::Stop(1)),
            (End::Edge(4), End::Stop(2)),
        ];
        let yellow = set.add(yellow);
        assert!(set.allow(bare, yellow, None));
        let next = &set.get(bare).upgrades[0];
        assert_eq!(next.rotations, 0b000010, "edges 3 and 5 are both served only after one step");
        assert_eq!(next.stops[1].as_slice(), &[2, 0]);
    }
}
