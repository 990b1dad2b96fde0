//! A trained network as a file, to the last bit.

use crate::adam::Table;
use crate::model::Model;
use crate::stack::{Dense, Stack};
use std::fmt::Write;

fn row(text: &mut String, name: &str, numbers: &[f64]) {
    text.push_str(name);
    for x in numbers {
        let _ = write!(text, " {:x}", x.to_bits());
    }
    text.push('\n');
}

/// The file of a network and the variants it knows.
pub fn write_model(model: &Model, variants: &[String]) -> String {
    let mut text = format!("variants {}\n", variants.join(" "));
    row(&mut text, "mean", &model.stack.mean);
    row(&mut text, "spread", &model.stack.spread);
    for layer in &model.stack.layers {
        row(&mut text, "weights", &layer.rows.at);
        row(&mut text, "bias", &layer.bias.at);
    }
    text
}

/// Reads such a file; says what is missing.
pub fn read_model(text: &str) -> Result<(Model, Vec<String>), String> {
    let mut lines = text.lines();
    let mut words = |name: &str| -> Result<Vec<String>, String> {
        let line = lines.next().and_then(|l| l.strip_prefix(name));
        let line = line.ok_or_else(|| format!("{name} is missing"))?;
        Ok(line.split_whitespace().map(str::to_owned).collect())
    };
    let variants = words("variants")?;
    let mut numbers = |name: &str| -> Result<Vec<f64>, String> {
        let bits = words(name)?.into_iter().map(|w| u64::from_str_radix(&w, 16));
        let bits = bits.collect::<Result<Vec<u64>, _>>().map_err(|e| format!("{name}: {e}"))?;
        Ok(bits.into_iter().map(f64::from_bits).collect())
    };
    let (mean, spread) = (numbers("mean")?, numbers("spread")?);
    let mut layer = |inputs: usize| -> Result<Dense, String> {
        let (rows, bias) = (numbers("weights")?, numbers("bias")?);
        if bias.is_empty() || rows.len() != inputs * bias.len() {
            return Err(format!("{} weights for {} units", rows.len(), bias.len()));
        }
        Ok(Dense { units: bias.len(), rows: Table::new(rows), bias: Table::new(bias) })
    };
    let first = layer(bots::INPUTS)?;
    let second = layer(first.units)?;
    let last = layer(second.units)?;
    let direct = layer(bots::INPUTS)?;
    if mean.len() != bots::INPUTS || spread.len() != bots::INPUTS {
        return Err("means and spreads are of other inputs".to_owned());
    }
    let stack = Stack::of(mean, spread, [first, second, last, direct]);
    Ok((Model { stack }, variants))
}
