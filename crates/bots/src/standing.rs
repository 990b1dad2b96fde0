//! Figures from many games: shares of wins, means with 95 % intervals, ratings.

use crate::arena::Played;
use crate::contender::Contender;
use crate::program::Faults;
use crate::rating::{Rating, ratings};
use crate::thinking::Thinking;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A mean with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// How many values.
    pub count: usize,
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval.
    pub margin: f64,
}

/// Mean of values.
pub fn mean(values: &[f64]) -> Mean {
    let n = values.len();
    if n == 0 {
        return Mean::default();
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    let square = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n.max(2) - 1) as f64;
    Mean { count: n, mean, margin: 1.96 * (square / n as f64).sqrt() }
}

/// How a level or a program did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Who.
    pub level: Contender,
    /// Wins in parts of the games of one seat; a tie is shared.
    pub wins: Mean,
    /// Place, 1 for the best.
    pub rank: Mean,
    /// Final wealth.
    pub wealth: Mean,
    /// Rating among all that played.
    pub rating: Rating,
}

/// Standings of all that played: programs, then levels, strongest first.
pub fn standings(games: &[Played]) -> Vec<Standing> {
    let mut all = Vec::new();
    let rated = ratings(games);
    let who: BTreeSet<&Contender> = games.iter().flat_map(|g| &g.levels).collect();
    for level in who.into_iter().rev() {
        let (mut wins, mut ranks, mut wealth) = (Vec::new(), Vec::new(), Vec::new());
        for g in games.iter().filter(|g| !g.values.is_empty()) {
            for (seat, _) in g.levels.iter().enumerate().filter(|(_, l)| *l == level) {
                let own = g.values[seat];
                let won = g.winners.contains(&(seat as u8));
                wins.push(if won { 1.0 / g.winners.len() as f64 } else { 0.0 });
                let above = g.values.iter().filter(|v| **v > own).count() as f64;
                let same = g.values.iter().filter(|v| **v == own).count() as f64 - 1.0;
                ranks.push(1.0 + above + same / 2.0);
                wealth.push(f64::from(own));
            }
        }
        if !wins.is_empty() {
            let standing = Standing {
                level: level.clone(),
                wins: mean(&wins),
                rank: mean(&ranks),
                wealth: mean(&wealth),
                rating: rated.get(level).copied().unwrap_or_default(),
            };
            all.push(standing);
        }
    }
    all
}

/// How long everybody took to decide in all games together.
pub fn thinking(games: &[Played]) -> BTreeMap<Contender, Thinking> {
    let mut all: BTreeMap<Contender, Thinking> = BTreeMap::new();
    for (level, times) in games.iter().flat_map(|g| &g.thinking) {
        all.entry(level.clone()).or_default().add(times);
    }
    all
}

/// What went wrong with programs in all games together.
pub fn faults(games: &[Played]) -> BTreeMap<Contender, Faults> {
    let mut all: BTreeMap<Contender, Faults> = BTreeMap::new();
    for (who, faults) in games.iter().flat_map(|g| &g.faults) {
        all.entry(who.clone()).or_default().add(faults);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::trial::played;

    #[test]
    fn the_level_that_wins_more_stands_higher() {
        let games = [
            played([Level::Easy, Level::Standard], [100, 200]),
            played([Level::Standard, Level::Easy], [300, 100]),
            played([Level::Easy, Level::Standard], [150, 140]),
        ];
        let all = standings(&games);
        assert_eq!(all[0].level, Level::Standard.into());
        assert!((all[0].wins.mean - 2.0 / 3.0).abs() < 1e-9);
        assert!((all[0].rank.mean - 4.0 / 3.0).abs() < 1e-9);
        assert!(all[0].rating.points > all[1].rating.points);
        assert!((all[0].wealth.mean - 640.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_mean_has_its_interval() {
        let m = mean(&[1.0, 2.0, 3.0, 4.0]);
        assert!((m.mean - 2.5).abs() < 1e-12);
        assert!((m.margin - 1.96 * (5.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }
}
