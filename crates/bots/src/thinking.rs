//! How long a level took to decide: counts by length, so that many games add up to one figure.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Lengths that differ by less than this factor are counted together.
const STEP: f64 = 1.05;

/// Times of decisions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thinking {
    /// The longest, in milliseconds.
    pub longest: f64,
    /// How many decisions of each length; the key counts steps of 5 % above a microsecond.
    pub counts: BTreeMap<u16, u32>,
}

impl Thinking {
    /// Counts one decision.
    pub fn note(&mut self, milliseconds: f64) {
        self.longest = self.longest.max(milliseconds);
        let steps = (milliseconds * 1e3).max(1.0).ln() / STEP.ln();
        *self.counts.entry(steps as u16).or_default() += 1;
    }

    /// Adds others.
    pub fn add(&mut self, other: &Thinking) {
        self.longest = self.longest.max(other.longest);
        for (step, count) in &other.counts {
            *self.counts.entry(*step).or_default() += count;
        }
    }

    /// How many decisions.
    pub fn count(&self) -> u64 {
        self.counts.values().map(|&c| u64::from(c)).sum()
    }

    /// The length in milliseconds that a part of the decisions stays below, to within 5 %.
    pub fn below(&self, part: f64) -> f64 {
        let wanted = part * self.count() as f64;
        let mut seen = 0.0;
        for (step, count) in &self.counts {
            seen += f64::from(*count);
            if seen >= wanted {
                return (STEP.powi(i32::from(*step) + 1) / 1e3).min(self.longest);
            }
        }
        self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundredth_of_the_decisions_lies_above_the_figure() {
        let (mut a, mut b) = (Thinking::default(), Thinking::default());
        for i in 0..500 {
            a.note(1.0 + f64::from(i) / 1000.0);
            b.note(1.0);
        }
        for _ in 0..9 {
            b.note(80.0);
        }
        b.note(300.0);
        a.add(&b);
        assert_eq!(a.count(), 1010);
        assert!((a.longest - 300.0).abs() < 1e-9);
        assert!((1.4..1.7).contains(&a.below(0.985)), "{}", a.below(0.985));
        assert!((80.0..85.0).contains(&a.below(0.995)), "{}", a.below(0.995));
        assert!((a.below(1.0) - 300.0).abs() < 1e-9);
    }
}
