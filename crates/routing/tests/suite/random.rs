//! Random boards of hexes and squares, random trains, random rules.

use routing::*;

/// A small generator with a fixed stream.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % n as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// How a board is drawn.
#[derive(Clone, Copy)]
pub struct Shape {
    pub edges: usize,
    pub width: usize,
    pub height: usize,
    pub halts: bool,
    /// One cell in so many has plain track only.
    pub plain: usize,
}

impl Shape {
    /// The cell next to this one.
    fn neighbour(&self, x: usize, y: usize, edge: usize) -> Option<(usize, usize)> {
        let steps: &[(isize, isize)] = match (self.edges, y % 2) {
            (4, _) => &[(0, -1), (1, 0), (0, 1), (-1, 0)],
            (_, 0) => &[(0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)],
            _ => &[(1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)],
        };
        let (dx, dy) = steps[edge];
        let to = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
        (to.0 < self.width && to.1 < self.height).then_some(to)
    }

    /// A board with a random tile on every cell.
    pub fn board(&self, dice: &mut Dice) -> Network {
        let mut net = Network::default();
        let cell = |x: usize, y: usize| y * self.width + x;
        let mut sides = std::collections::BTreeMap::new();
        for y in 0..self.height {
            for x in 0..self.width {
                let here = cell(x, y);
                let mut ends = Vec::new();
                for edge in 0..self.edges {
                    if let Some((i, j)) = self.neighbour(x, y, edge) {
                        let there = cell(i, j);
                        let key = (here.min(there), here.max(there));
                        let border = *sides.entry(key).or_insert_with(|| net.add_border());
                        ends.push(End::Border(border));
                    }
                }
                self.tile(&mut net, here as CellId, &ends, dice);
            }
        }
        if dice.one_in(4) && !net.pieces.is_empty() {
            let piece = dice.below(net.pieces.len()) as PieceId;
            net.mines.push(Mine { pieces: vec![piece], bonus: 10 });
        }
        net
    }

    fn tile(&self, net: &mut Network, cell: CellId, ends: &[End], dice: &mut Dice) {
        if dice.one_in(self.plain) {
            for _ in 0..=dice.below(3) {
                let (a, b) = (ends[dice.below(ends.len())], ends[dice.below(ends.len())]);
                let piece = Piece { cell, ends: [a.min(b), a.max(b)] };
                if a != b && !net.pieces.contains(&piece) {
                    net.pieces.push(piece);
                }
            }
            return;
        }
        let stops: Vec<StopId> = (0..if dice.one_in(5) { 2 } else { 1 })
            .map(|index| {
                let kind = match dice.below(8) {
                    0..=3 => StopKind::City,
                    4 if self.halts => StopKind::Halt,
                    5 if !self.halts => StopKind::Red,
                    _ => StopKind::Town,
                };
                let value = match kind {
                    StopKind::Halt => 0,
                    StopKind::Town => 10,
                    _ => 10 * (1 + dice.below(5) as i32),
                };
                let mut stop = Stop::new(cell, index, kind, value);
                stop.own_station = kind == StopKind::City && dice.one_in(3);
                stop.headquarters = stop.own_station && dice.one_in(2);
                stop.passable = stop.own_station || !kind.is_major() || !dice.one_in(5);
                stop.bonus = if kind == StopKind::Red && dice.one_in(2) { 50 } else { 0 };
                stop.group = dice.one_in(8).then_some(1);
                stop.named = kind == StopKind::City && dice.one_in(3);
                stop.counts_against_range = kind.is_major() || !dice.one_in(3);
                net.add_stop(stop)
            })
            .collect();
        for &end in ends {
            if dice.below(3) > 0 {
                let stop = stops[dice.below(stops.len())];
                net.add_piece(cell, End::Stop(stop), end);
            }
        }
        if stops.len() == 2 && dice.one_in(2) {
            net.add_piece(cell, End::Stop(stops[0]), End::Stop(stops[1]));
        }
    }
}

/// A train of any kind.
pub fn train(dice: &mut Dice) -> Train {
    let n = 2 + dice.below(3) as u8;
    let mut train = match dice.below(9) {
        0 | 1 => Train::plain(n),
        2 => Train::plus(n),
        3 => Train::express(n),
        4 => Train::best_of(n),
        5 => Train::mixed(n, dice.below(3) as u8),
        6 => Train::unlimited(n),
        7 => Train::leased(n),
        _ => Train::doubled(n),
    };
    if matches!(train.reach, Reach::Plain { .. }) && dice.one_in(4) {
        train = train.into_obsolete();
    }
    train.takes_bonus = !dice.one_in(3);
    train.shares_track = dice.one_in(8);
    train
}

/// Rules of any kind.
pub fn rules(dice: &mut Dice) -> Constraints {
    let mut rules = match dice.below(3) {
        0 => Constraints::cz(),
        1 => Constraints::iow(),
        _ => Constraints::lilliput(),
    };
    rules.cell_once ^= dice.one_in(6);
    rules.one_bypass ^= dice.one_in(6);
    rules.connected_to_hq ^= dice.one_in(6);
    rules.stop_at_every_town = dice.one_in(6);
    rules.ends_may_be_skipped = dice.one_in(4);
    rules.halts_closed = dice.one_in(6);
    if dice.one_in(6) {
        rules.objective = Objective::RevenueAndSubsidy;
    }
    rules
}
