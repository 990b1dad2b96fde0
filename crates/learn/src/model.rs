//! The network for the end of playouts while it learns.

use crate::stack::{Stack, Way};
use bots::{LEAF, Net, ONE, Scene};

/// Weight of an error of wealth beside one of the chance.
const WEALTH: f64 = 20.0;

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
    /// Its layers.
    pub stack: Stack,
}

// How much the network has to say.
fn open(scene: &Scene) -> f64 {
    f64::from(scene.open()) / f64::from(ONE)
}

impl Model {
    /// A network that says what the forecast says. Means and spreads of inputs are those of these positions.
    pub fn new(scenes: &[&Scene], hidden: (usize, usize), seed: u64) -> Model {
        let seats = |s: &&Scene| (0..s.seats.len()).map(|i| s.inputs(i)).collect::<Vec<_>>();
        let all: Vec<_> = scenes.iter().flat_map(seats).collect();
        Model { stack: Stack::new(all.iter().map(|i| &i[..]), LEAF, hidden, seed) }
    }

    /// The network in whole numbers. Chances are powers of two there.
    pub fn quantised(&self, variants: Vec<String>) -> Net {
        Net { variants, layers: self.stack.quantised(&[1.0, std::f64::consts::LOG2_E]) }
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
        (0..scene.seats.len()).map(|s| self.stack.way(&scene.inputs(s))).collect()
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
            self.stack.learn(way, &[wealth, times * (told.chances[seat] - wins[seat]) / n]);
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
                self.stack.learn(way, &[sign * times * WEALTH * (error - middle) / n, 0.0]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adam::Table;
    use bots::{COMMON, OWN};
    use engine::Rng;

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
        for (i, w) in model.stack.layers[2].rows.at.iter_mut().enumerate() {
            *w = 0.1 * i as f64 - 0.4;
        }
        for (i, w) in model.stack.layers[3].rows.at.iter_mut().enumerate() {
            *w = 0.01 * (i % 7) as f64;
        }
        let shares = [1.2, 0.9, 0.9];
        let wins = [1.0, 0.0, 0.0];
        model.look(&scenes[0], &shares, &wins, 1.0);
        type Part = fn(&mut Model) -> &mut Table;
        let parts: [Part; 4] = [
            |m| &mut m.stack.layers[0].rows,
            |m| &mut m.stack.layers[1].rows,
            |m| &mut m.stack.layers[2].rows,
            |m| &mut m.stack.layers[3].bias,
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
        for (i, w) in model.stack.layers[2].rows.at.iter_mut().enumerate() {
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
        for at in 0..model.stack.layers[0].rows.at.len() {
            let slope = model.stack.layers[0].rows.slope[at];
            let (mut up, mut down) = (model.clone(), model.clone());
            up.stack.layers[0].rows.at[at] += 1e-5;
            down.stack.layers[0].rows.at[at] -= 1e-5;
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
