//! Layers while they learn: those of `bots`, in floating point, with their gradient.

use crate::adam::{Table, further};
use bots::{Layer, Layers, Net, ONE, Shape};
use engine::Rng;

/// Most that passes between layers, as in `bots`.
const MOST: f64 = 8.0;
/// Smallest spread of an input.
const SPREAD: f64 = 0.02;

/// A layer: a row of weights for each input, and a bias for each unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense {
    /// Units.
    pub units: usize,
    /// Weights.
    pub rows: Table,
    /// What is added.
    pub bias: Table,
}

impl Dense {
    fn new(inputs: usize, units: usize, rng: Option<&mut Rng>) -> Dense {
        let most = (6.0 / (inputs + units) as f64).sqrt();
        let mut rows = vec![0.0; inputs * units];
        if let Some(rng) = rng {
            for x in &mut rows {
                *x = most * (f64::from(rng.below(2_000_001)) / 1e6 - 1.0);
            }
        }
        Dense { units, rows: Table::new(rows), bias: Table::new(vec![0.0; units]) }
    }

    fn sums(&self, inputs: &[f64]) -> Vec<f64> {
        let mut all = self.bias.at.clone();
        for (x, row) in inputs.iter().zip(self.rows.at.chunks(self.units)) {
            if *x != 0.0 {
                for (sum, w) in all.iter_mut().zip(row) {
                    *sum += x * w;
                }
            }
        }
        all
    }

    // Adds to the gradient.
    fn learn(&mut self, inputs: &[f64], slope: &[f64]) {
        for (x, row) in inputs.iter().zip(self.rows.slope.chunks_mut(self.units)) {
            if *x != 0.0 {
                for (to, s) in row.iter_mut().zip(slope) {
                    *to += x * s;
                }
            }
        }
        for (to, s) in self.bias.slope.iter_mut().zip(slope) {
            *to += s;
        }
    }

    // What reaches the layer before; nothing passes where that was cut.
    fn back(&self, before: &[f64], slope: &[f64]) -> Vec<f64> {
        let rows = before.iter().zip(self.rows.at.chunks(self.units));
        rows.map(|(x, row)| {
            if *x <= 0.0 || *x >= MOST {
                return 0.0;
            }
            row.iter().zip(slope).map(|(w, s)| w * s).sum()
        })
        .collect()
    }
}

fn cut(mut all: Vec<f64>) -> Vec<f64> {
    all.iter_mut().for_each(|x| *x = x.clamp(0.0, MOST));
    all
}

/// Two hidden layers, and a straight line past them.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// Mean of each input.
    pub mean: Vec<f64>,
    /// Spread of each input.
    pub spread: Vec<f64>,
    /// First hidden layer, second one, what comes out, straight from the inputs.
    pub layers: [Dense; 4],
    past: (f64, f64),
}

/// Numbers on their way through.
pub struct Way {
    inputs: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
    /// What comes out.
    pub out: Vec<f64>,
}

impl Stack {
    /// Layers from which nothing comes out yet. Means and spreads of inputs are those of these.
    pub fn new<'a>(
        all: impl Iterator<Item = &'a [i16]>,
        (inputs, outputs): Shape,
        hidden: (usize, usize),
        seed: u64,
    ) -> Stack {
        let mut rng = Rng::new(seed);
        let (mean, spread) = Stack::scale(all, inputs);
        let mut layers = [
            Dense::new(inputs, hidden.0, Some(&mut rng)),
            Dense::new(hidden.0, hidden.1, Some(&mut rng)),
            Dense::new(hidden.1, outputs, None),
            Dense::new(inputs, outputs, None),
        ];
        // What is always the same tells nothing, and shall say nothing when it is seen to differ.
        for (row, _) in layers[0].rows.at.chunks_mut(hidden.0).zip(&spread).filter(|r| *r.1 < 1e-6)
        {
            row.fill(0.0);
        }
        Stack::of(mean, spread.into_iter().map(|s| s.max(SPREAD)).collect(), layers)
    }

    /// The layers of a network that is known, with means and spreads of these inputs: the same comes out, and it can learn on.
    pub fn going_on<'a>(all: impl Iterator<Item = &'a [i16]>, layers: &Layers) -> Stack {
        let inputs = layers.direct.weights.first().map_or(0, Vec::len);
        let (mean, spread) = Stack::scale(all, inputs);
        let spread: Vec<f64> = spread.into_iter().map(|s| s.max(SPREAD)).collect();
        let mut dense = [&layers.first, &layers.second, &layers.last, &layers.direct].map(known);
        for at in [0, 3] {
            let Dense { units, rows, bias } = &mut dense[at];
            for (input, row) in rows.at.chunks_mut(*units).enumerate() {
                for (weight, bias) in row.iter_mut().zip(&mut bias.at) {
                    *bias += *weight * mean[input];
                    *weight *= spread[input];
                }
            }
        }
        Stack::of(mean, spread, dense)
    }

    // Mean and spread of each input.
    fn scale<'a>(all: impl Iterator<Item = &'a [i16]>, inputs: usize) -> (Vec<f64>, Vec<f64>) {
        let (mut sum, mut square) = (vec![0.0; inputs], vec![0.0; inputs]);
        let mut count = 0.0_f64;
        for one in all {
            count += 1.0;
            for (i, &x) in one.iter().enumerate() {
                let x = f64::from(x) / f64::from(ONE);
                sum[i] += x;
                square[i] += x * x;
            }
        }
        let mean: Vec<f64> = sum.iter().map(|s| s / count.max(1.0)).collect();
        let spread = square.iter().zip(&mean);
        let spread = spread.map(|(s, m)| (s / count.max(1.0) - m * m).max(0.0).sqrt()).collect();
        (mean, spread)
    }

    /// Known layers.
    pub fn of(mean: Vec<f64>, spread: Vec<f64>, layers: [Dense; 4]) -> Stack {
        Stack { mean, spread, layers, past: (1.0, 1.0) }
    }

    /// All the way through.
    pub fn way(&self, raw: &[i16]) -> Way {
        let [first, second, last, direct] = &self.layers;
        let inputs: Vec<f64> = (0..raw.len())
            .map(|i| (f64::from(raw[i]) / f64::from(ONE) - self.mean[i]) / self.spread[i])
            .collect();
        let hidden = cut(first.sums(&inputs));
        let further = cut(second.sums(&hidden));
        let both = last.sums(&further).into_iter().zip(direct.sums(&inputs));
        let out = both.map(|(l, d)| l + d).collect();
        Way { inputs, first: hidden, second: further, out }
    }

    /// Adds what a slope of what came out means for all weights.
    pub fn learn(&mut self, way: &Way, slope: &[f64]) {
        let [first, second, last, direct] = &mut self.layers;
        last.learn(&way.second, slope);
        direct.learn(&way.inputs, slope);
        let slope = last.back(&way.second, slope);
        second.learn(&way.first, &slope);
        let slope = second.back(&way.first, &slope);
        first.learn(&way.inputs, &slope);
    }

    /// One step by the gradient of a batch.
    pub fn step(&mut self, rate: f64, decay: f64, batch: f64) {
        self.past = further(self.past);
        for layer in &mut self.layers {
            for (table, decay) in [(&mut layer.rows, decay), (&mut layer.bias, 0.0)] {
                table.slope.iter_mut().for_each(|s| *s /= batch);
                table.step(rate, decay, self.past);
            }
        }
    }

    /// The same in whole numbers; each number that comes out times its factor.
    pub fn quantised(&self, factors: &[f64]) -> Layers {
        let [first, second, last, direct] = &self.layers;
        let one = vec![1.0; first.units.max(second.units)];
        Layers {
            first: whole(&self.plain(first), &one),
            second: whole(second, &one),
            last: whole(last, factors),
            direct: whole(&self.plain(direct), factors),
        }
    }

    // Means and spreads of the inputs go into the weights.
    fn plain(&self, dense: &Dense) -> Dense {
        let mut plain = dense.clone();
        for (input, row) in plain.rows.at.chunks_mut(dense.units).enumerate() {
            for (unit, weight) in row.iter_mut().enumerate() {
                *weight /= self.spread[input];
                plain.bias.at[unit] -= *weight * self.mean[input];
            }
        }
        plain
    }
}

// A layer of whole numbers as it learns.
fn known(layer: &Layer) -> Dense {
    let units = layer.weights.len();
    let inputs = layer.weights.first().map_or(0, Vec::len);
    let each = |input| layer.weights.iter().map(move |row| Net::weight(row[input]));
    let rows = (0..inputs).flat_map(each).collect();
    let bias = layer.bias.iter().map(|&b| Net::weight(b)).collect();
    Dense { units, rows: Table::new(rows), bias: Table::new(bias) }
}

fn whole(dense: &Dense, factor: &[f64]) -> Layer {
    let units = dense.units;
    let inputs = dense.rows.at.len() / units;
    let weight = |unit: usize, input: usize| dense.rows.at[input * units + unit] * factor[unit];
    Layer {
        weights: (0..units)
            .map(|u| (0..inputs).map(|i| Net::kept(weight(u, i))).collect())
            .collect(),
        bias: (0..units).map(|u| Net::kept(dense.bias.at[u] * factor[u])).collect(),
    }
}
