//! A dense late board of any size.

use routing::{CellId, Constraints, End, Network, Stop, StopId, StopKind};
use std::collections::BTreeMap;

/// A hex board all in brown with so many cities, a third of its cells: five tracks lead into a city, four into a town or halt, and
/// plain cells have two tracks. Every fifth city has a station of the company, one in eight others is full.
pub fn dense(cities: usize, rules: &Constraints) -> Network {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15 ^ cities as u64);
    let width = (3.0 * cities as f64).sqrt().round() as usize;
    let height = (3 * cities).div_ceil(width);
    let mut net = Network::default();
    let mut sides = BTreeMap::new();
    let mut built = 0;
    for y in 0..height {
        for x in 0..width {
            let here = y * width + x;
            let mut ends = Vec::new();
            for (i, j) in neighbours(x, y).filter(|&(i, j)| i < width && j < height) {
                let there = j * width + i;
                let key = (here.min(there), here.max(there));
                let side = *sides.entry(key).or_insert_with(|| net.add_border());
                ends.push(End::Border(side));
            }
            dice.shuffle(&mut ends);
            let cell = here as CellId;
            match (x + 2 * y) % 3 {
                0 if built < cities => {
                    let value = 10 * (2 + dice.below(5) as i32);
                    let mut city = Stop::new(cell, 0, StopKind::City, value);
                    city.own_station = built % 5 == 2;
                    city.headquarters = city.own_station;
                    city.passable = city.own_station || dice.below(8) > 0;
                    built += 1;
                    let city = net.add_stop(city);
                    lead_in(&mut net, cell, city, &ends[..ends.len().min(5)]);
                }
                1 => {
                    let halt = rules.halt_subsidy > 0 && dice.below(3) == 0;
                    let town = net.add_stop(match halt {
                        true => Stop::new(cell, 0, StopKind::Halt, 0),
                        false => Stop::new(cell, 0, StopKind::Town, 10),
                    });
                    lead_in(&mut net, cell, town, &ends[..ends.len().min(4)]);
                }
                _ => {
                    for pair in ends.chunks_exact(2).take(2) {
                        net.add_piece(cell, pair[0], pair[1]);
                    }
                }
            }
        }
    }
    net
}

fn lead_in(net: &mut Network, cell: CellId, stop: StopId, ends: &[End]) {
    for &end in ends {
        net.add_piece(cell, End::Stop(stop), end);
    }
}

/// The board with the track of one cell taken up.
pub fn without(net: &Network, cell: CellId) -> Network {
    let mut net = net.clone();
    net.pieces.retain(|piece| piece.cell != cell);
    net
}

fn neighbours(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
    let steps: [(isize, isize); 6] = match y % 2 {
        0 => [(0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)],
        _ => [(1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)],
    };
    let next = move |(dx, dy)| Some((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?));
    steps.into_iter().filter_map(next)
}

/// A small generator with a fixed stream.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % n as u64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}
