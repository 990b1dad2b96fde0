//! One table of weights with its gradient, improved after Adam.

/// How much of the past the mean of the gradient keeps, and that of its square.
const KEEP: (f64, f64) = (0.9, 0.999);

/// Weights with what is needed to improve them.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The weights.
    pub at: Vec<f64>,
    /// Gradient, added up over a batch.
    pub slope: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
}

impl Table {
    /// Weights to start from.
    pub fn new(at: Vec<f64>) -> Table {
        let none = vec![0.0; at.len()];
        Table { at, slope: none.clone(), mean: none.clone(), square: none }
    }

    /// One step. `past` holds what is left of the start in both means; every weight is drawn to nothing by `decay`.
    pub fn step(&mut self, rate: f64, decay: f64, past: (f64, f64)) {
        for i in 0..self.at.len() {
            let slope = self.slope[i];
            self.slope[i] = 0.0;
            self.mean[i] = KEEP.0 * self.mean[i] + (1.0 - KEEP.0) * slope;
            self.square[i] = KEEP.1 * self.square[i] + (1.0 - KEEP.1) * slope * slope;
            let mean = self.mean[i] / (1.0 - past.0);
            let square = self.square[i] / (1.0 - past.1);
            self.at[i] -= rate * (mean / (square.sqrt() + 1e-8) + decay * self.at[i]);
        }
    }
}

/// What is left of the start after one more step.
pub fn further(past: (f64, f64)) -> (f64, f64) {
    (past.0 * KEEP.0, past.1 * KEEP.1)
}
