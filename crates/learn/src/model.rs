//! The network while it learns: the one of `bots`, in floating point, with its gradient.

use crate::adam::{Table, further};
use bots::{INPUTS, ONE, Scene};
use engine::Rng;

/// Most that passes between layers, as in `bots`.
const MOST: f64 = 8.0;
/// Smallest spread of an input.
const SPREAD: f64 = 0.02;
/// Weight of an error of wealth beside one of the chance.
const WEALTH: f64 = 20.0;

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

/// e to a power, by sums and products alone: the same on every machine.
pub fn exp(x: f64) -> f64 {
    let x = x.clamp(-60.0, 60.0);
    let times = (x / std::f64::consts::LN_2).round();
    let rest = x - times * std::f64::consts::LN_2;
    let mut sum = 1.0;
    for k in (1..=14).rev() {
        sum = 1.0 + sum * rest / f64::from(k);
    }
    sum * f64::from_bits(((1023 + times as i64) as u64) << 52)
}

/// Chances in proportion to e to the power of each.
pub fn chances(logits: &[f64]) -> Vec<f64> {
    let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all: Vec<f64> = logits.iter().map(|l| exp(l - top)).collect();
    let sum: f64 = all.iter().sum();
    all.into_iter().map(|p| p / sum).collect()
}

/// What the network tells of all seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Final wealth in parts of the mean.
    pub shares: Vec<f64>,
    /// Chances to win.
    pub chances: Vec<f64>,
}

/// The network.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Mean of each input.
    pub mean: Vec<f64>,
    /// Spread of each input.
    pub spread: Vec<f64>,
    /// First hidden layer.
    pub first: Dense,
    /// Second hidden layer.
    pub second: Dense,
    /// Wealth and chance.
    pub last: Dense,
    /// Straight from the inputs.
    pub direct: Dense,
    past: (f64, f64),
}

// How much the network has to say.
fn open(scene: &Scene) -> f64 {
    f64::from(scene.open()) / f64::from(ONE)
}

// A seat on its way through.
struct Way {
    inputs: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
    out: [f64; 2],
}

impl Model {
    /// A network that says what the forecast says. Means and spreads of inputs are those of these positions.
    pub fn new(scenes: &[&Scene], hidden: (usize, usize), seed: u64) -> Model {
        let mut rng = Rng::new(seed);
        let (mut sum, mut square) = (vec![0.0; INPUTS], vec![0.0; INPUTS]);
        let mut count = 0.0_f64;
        for scene in scenes {
            for seat in 0..scene.seats.len() {
                count += 1.0;
                for (i, &x) in scene.inputs(seat).iter().enumerate() {
                    let x = f64::from(x) / f64::from(ONE);
                    sum[i] += x;
                    square[i] += x * x;
                }
            }
        }
        let mean: Vec<f64> = sum.iter().map(|s| s / count.max(1.0)).collect();
        let spread = square.iter().zip(&mean);
        let spread = spread.map(|(s, m)| (s / count.max(1.0) - m * m).max(0.0).sqrt().max(SPREAD));
        Model {
            spread: spread.collect(),
            mean,
            first: Dense::new(INPUTS, hidden.0, Some(&mut rng)),
            second: Dense::new(hidden.0, hidden.1, Some(&mut rng)),
            last: Dense::new(hidden.1, 2, None),
            direct: Dense::new(INPUTS, 2, None),
            past: (1.0, 1.0),
        }
    }

    /// A network of known layers.
    pub fn of(mean: Vec<f64>, spread: Vec<f64>, layers: [Dense; 4]) -> Model {
        let [first, second, last, direct] = layers;
        Model { mean, spread, first, second, last, direct, past: (1.0, 1.0) }
    }

    fn way(&self, scene: &Scene, seat: usize) -> Way {
        let raw = scene.inputs(seat);
        let inputs: Vec<f64> = (0..INPUTS)
            .map(|i| (f64::from(raw[i]) / f64::from(ONE) - self.mean[i]) / self.spread[i])
            .collect();
        let first = cut(self.first.sums(&inputs));
        let second = cut(self.second.sums(&first));
        let (last, direct) = (self.last.sums(&second), self.direct.sums(&inputs));
        Way { inputs, first, second, out: [last[0] + direct[0], last[1] + direct[1]] }
    }

    fn tell(scene: &Scene, ways: &[Way]) -> Told {
        let n = ways.len() as f64;
        let middle = ways.iter().map(|w| w.out[0]).sum::<f64>() / n;
        let logits: Vec<f64> = ways.iter().map(|w| w.out[1]).collect();
        let base = |seat: usize| f64::from(scene.seats[seat][0]) / f64::from(ONE);
        let above = |w: &Way| (w.out[0] - middle) * open(scene);
        let shares = ways.iter().enumerate().map(|(s, w)| base(s) + above(w)).collect();
        Told { shares, chances: chances(&logits) }
    }

    /// What it tells of a position.
    pub fn told(&self, scene: &Scene) -> Told {
        Model::tell(scene, &self.ways(scene))
    }

    fn ways(&self, scene: &Scene) -> Vec<Way> {
        (0..scene.seats.len()).map(|s| self.way(scene, s)).collect()
    }

    // Adds what a slope of the two sums of a seat means for all weights.
    fn learn(&mut self, way: &Way, slope: [f64; 2]) {
        self.last.learn(&way.second, &slope);
        self.direct.learn(&way.inputs, &slope);
        let slope = self.last.back(&way.second, &slope);
        self.second.learn(&way.first, &slope);
        let slope = self.second.back(&way.first, &slope);
        self.first.learn(&way.inputs, &slope);
    }

    /// Adds the gradient of one position, so many times.
    pub fn look(&mut self, scene: &Scene, shares: &[f64], wins: &[f64], times: f64) {
        let ways = self.ways(scene);
        let told = Model::tell(scene, &ways);
        let n = ways.len() as f64;
        let errors: Vec<f64> = told.shares.iter().zip(shares).map(|(a, b)| a - b).collect();
        let middle = errors.iter().sum::<f64>() / n;
        for (seat, way) in ways.iter().enumerate() {
            let wealth = times * open(scene) * WEALTH * (errors[seat] - middle) / n;
            self.learn(way, [wealth, times * (told.chances[seat] - wins[seat]) / n]);
        }
    }

    /// Adds the gradient of the difference between two positions, so many times: what all seats have more in the first one.
    pub fn look_at_both(&mut self, scenes: [&Scene; 2], more: &[f64], times: f64) {
        let both = scenes.map(|s| self.ways(s));
        let n = more.len() as f64;
        let told = [0, 1].map(|i| Model::tell(scenes[i], &both[i]).shares);
        let errors: Vec<f64> = (0..more.len()).map(|s| told[0][s] - told[1][s] - more[s]).collect();
        let middle = errors.iter().sum::<f64>() / n;
        for (ways, sign) in both.iter().zip([open(scenes[0]), -open(scenes[1])]) {
            for (way, error) in ways.iter().zip(&errors) {
                self.learn(way, [sign * times * WEALTH * (error - middle) / n, 0.0]);
            }
        }
    }

    /// One step by the gradient of a batch.
    pub fn step(&mut self, rate: f64, decay: f64, batch: f64) {
        self.past = further(self.past);
        let past = self.past;
        for layer in [&mut self.first, &mut self.second, &mut self.last, &mut self.direct] {
            for (table, decay) in [(&mut layer.rows, decay), (&mut layer.bias, 0.0)] {
                table.slope.iter_mut().for_each(|s| *s /= batch);
                table.step(rate, decay, past);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::{COMMON, OWN};

    fn scene(rng: &mut Rng) -> Scene {
        let mut own = || std::array::from_fn::<i16, OWN, _>(|_| rng.below(512) as i16);
        let seats = vec![own(), own(), own()];
        Scene { common: [128; COMMON], seats }
    }

    fn loss(model: &Model, scene: &Scene, shares: &[f64], wins: &[f64]) -> f64 {
        let told = model.told(scene);
        let n = shares.len() as f64;
        let wealth = told.shares.iter().zip(shares).map(|(a, b)| (a - b) * (a - b));
        let chance = told.chances.iter().zip(wins).map(|(p, q)| -q * p.ln());
        WEALTH / 2.0 * wealth.sum::<f64>() / n + chance.sum::<f64>() / n
    }

    #[test]
    fn the_gradient_is_what_the_loss_changes_by() {
        let mut rng = Rng::new(5);
        let scenes: Vec<Scene> = (0..20).map(|_| scene(&mut rng)).collect();
        let all: Vec<&Scene> = scenes.iter().collect();
        let mut model = Model::new(&all, (6, 5), 3);
        // Away from the start, where the last layers are nothing.
        for (i, w) in model.last.rows.at.iter_mut().enumerate() {
            *w = 0.1 * i as f64 - 0.4;
        }
        for (i, w) in model.direct.rows.at.iter_mut().enumerate() {
            *w = 0.01 * (i % 7) as f64;
        }
        let shares = [1.2, 0.9, 0.9];
        let wins = [1.0, 0.0, 0.0];
        model.look(&scenes[0], &shares, &wins, 1.0);
        type Part = fn(&mut Model) -> &mut Table;
        let parts: [Part; 4] = [
            |m| &mut m.first.rows,
            |m| &mut m.second.rows,
            |m| &mut m.last.rows,
            |m| &mut m.direct.bias,
        ];
        let mut felt = 0;
        for part in parts {
            for at in 0..part(&mut model).at.len().min(40) {
                let slope = part(&mut model).slope[at];
                let (mut more, mut less) = (model.clone(), model.clone());
                part(&mut more).at[at] += 1e-5;
                part(&mut less).at[at] -= 1e-5;
                let of = |m: &Model| loss(m, &scenes[0], &shares, &wins);
                let change = (of(&more) - of(&less)) / 2e-5;
                // Sums of errors over all seats are nothing by themselves only for wealth.
                assert!((change - slope).abs() < 1e-4 * (1.0 + slope.abs()), "{change} {slope}");
                felt += u32::from(slope.abs() > 1e-6);
            }
        }
        assert!(felt > 30, "{felt}");
    }

    #[test]
    fn the_gradient_of_a_difference_is_what_its_loss_changes_by() {
        let mut rng = Rng::new(6);
        let mut scenes: Vec<Scene> = (0..20).map(|_| scene(&mut rng)).collect();
        // Half of what the network says counts in the second one.
        scenes[1].common[bots::ROUNDS] = 64;
        let all: Vec<&Scene> = scenes.iter().collect();
        let mut model = Model::new(&all, (6, 5), 3);
        for (i, w) in model.last.rows.at.iter_mut().enumerate() {
            *w = 0.1 * i as f64 - 0.4;
        }
        let more = [0.3, -0.1, -0.2];
        let both = [&scenes[0], &scenes[1]];
        model.look_at_both(both, &more, 2.0);
        let loss = |model: &Model| {
            let told = both.map(|s| model.told(s).shares);
            let error = |s: usize| told[0][s] - told[1][s] - more[s];
            let errors: Vec<f64> = (0..3).map(error).collect();
            let middle = errors.iter().sum::<f64>() / 3.0;
            2.0 * WEALTH / 2.0 * errors.iter().map(|e| (e - middle) * (e - middle)).sum::<f64>()
                / 3.0
        };
        let mut felt = 0;
        for at in 0..model.first.rows.at.len() {
            let slope = model.first.rows.slope[at];
            let (mut up, mut down) = (model.clone(), model.clone());
            up.first.rows.at[at] += 1e-5;
            down.first.rows.at[at] -= 1e-5;
            let change = (loss(&up) - loss(&down)) / 2e-5;
            assert!((change - slope).abs() < 1e-4 * (1.0 + slope.abs()), "{change} {slope}");
            felt += u32::from(slope.abs() > 1e-6);
        }
        assert!(felt > 30, "{felt}");
    }

    #[test]
    fn powers_of_e_are_exact() {
        for i in -200..200 {
            let x = f64::from(i) / 10.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-12, "{x}");
        }
    }
}
