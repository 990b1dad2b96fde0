//! From floating point to whole numbers.

use crate::model::{Dense, Model};
use bots::{Layer, Net};

fn layer(dense: &Dense, factor: &[f64]) -> Layer {
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

// Means and spreads of the inputs go into the weights.
fn plain(dense: &Dense, model: &Model) -> Dense {
    let mut plain = dense.clone();
    for (input, row) in plain.rows.at.chunks_mut(dense.units).enumerate() {
        for (unit, weight) in row.iter_mut().enumerate() {
            *weight /= model.spread[input];
            plain.bias.at[unit] -= *weight * model.mean[input];
        }
    }
    plain
}

/// The network in whole numbers.
pub fn quantised(model: &Model, variants: Vec<String>) -> Net {
    let one = vec![1.0; model.first.units.max(model.second.units)];
    // Chances are powers of two there.
    let out = [1.0, std::f64::consts::LOG2_E];
    Net {
        variants,
        first: layer(&plain(&model.first, model), &one),
        second: layer(&model.second, &one),
        last: layer(&model.last, &out),
        direct: layer(&plain(&model.direct, model), &out),
    }
}
