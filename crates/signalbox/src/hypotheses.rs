//! Two shares of wins to decide between, as named on the command line.

use anyhow::{Result, bail};
use bots::{Plan, Sequential};
use std::str::FromStr;

/// A share of wins.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Share {
    /// As such.
    Part(f64),
    /// Of who is so many rating points above the others.
    Points(f64),
}

impl FromStr for Share {
    type Err = String;

    fn from_str(word: &str) -> Result<Share, String> {
        let number = |text: &str| {
            let found = text.trim().parse::<f64>().ok().filter(|n| n.is_finite());
            found.ok_or_else(|| format!("{word} is no share of wins: 0.38, 38% or 60elo"))
        };
        if let Some(percent) = word.strip_suffix('%') {
            return Ok(Share::Part(number(percent)? / 100.0));
        }
        match word.strip_suffix("elo") {
            Some(points) => Ok(Share::Points(number(points)?)),
            None => Ok(Share::Part(number(word)?)),
        }
    }
}

/// Two shares, the lower one first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    low: Share,
    high: Share,
}

impl FromStr for Hypotheses {
    type Err = String;

    fn from_str(words: &str) -> Result<Hypotheses, String> {
        let (low, high) =
            words.split_once(':').ok_or("two shares with a colon between them: 0.25:0.38")?;
        Ok(Hypotheses { low: low.parse()?, high: high.parse()? })
    }
}

impl Hypotheses {
    /// The test between them for the player of the first seat of a plan.
    pub fn test(&self, plan: &Plan, alpha: f64, beta: f64) -> Result<Sequential> {
        let own = plan.seats.iter().filter(|s| Some(*s) == plan.seats.first()).count();
        if own == plan.seats.len() && own > 1 {
            bail!("a test needs somebody else at the table");
        }
        let share = |share| match share {
            Share::Part(part) => part,
            Share::Points(points) => Sequential::share_of(points, own, plan.seats.len()),
        };
        Ok(Sequential::new(share(self.low), share(self.high), alpha, beta)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_numbers_percentages_and_points() {
        let read = |w: &str| w.parse::<Hypotheses>();
        let of = |low, high| Ok(Hypotheses { low, high });
        assert_eq!(read("0.25:38%"), of(Share::Part(0.25), Share::Part(0.38)));
        assert_eq!(read("0elo:+60elo"), of(Share::Points(0.0), Share::Points(60.0)));
        for wrong in ["", "0.3", "a:b", "0.3:nan", "inf:1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
