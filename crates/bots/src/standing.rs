//! Figures from many games: shares of wins, means with 95 % intervals, ratings.

use crate::arena::Played;
use crate::level::Level;
use crate::thinking::Thinking;
use serde::Serialize;
use std::collections::BTreeMap;

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

/// How a level did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The level.
    pub level: Level,
    /// Wins in parts of the games of one seat; a tie is shared.
    pub wins: Mean,
    /// Place, 1 for the best.
    pub rank: Mean,
    /// Final wealth.
    pub wealth: Mean,
    /// Rating: 400 points are ten to one in a comparison of two seats; the mean is 1500.
    pub rating: f64,
}

/// Standings of all levels that played, strongest level first.
pub fn standings(games: &[Played]) -> Vec<Standing> {
    let mut all = Vec::new();
    for level in Level::ALL.into_iter().rev() {
        let (mut wins, mut ranks, mut wealth) = (Vec::new(), Vec::new(), Vec::new());
        for g in games.iter().filter(|g| !g.values.is_empty()) {
            for (seat, _) in g.levels.iter().enumerate().filter(|(_, l)| **l == level) {
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
                level,
                wins: mean(&wins),
                rank: mean(&ranks),
                wealth: mean(&wealth),
                rating: 1500.0,
            };
            all.push(standing);
        }
    }
    rate(games, &mut all);
    all
}

/// How long the levels took to decide in all games together.
pub fn thinking(games: &[Played]) -> BTreeMap<Level, Thinking> {
    let mut all: BTreeMap<Level, Thinking> = BTreeMap::new();
    for (level, times) in games.iter().flat_map(|g| &g.thinking) {
        all.entry(*level).or_default().add(times);
    }
    all
}

// Bradley and Terry's model on all comparisons of two seats of different levels, solved by repeated improvement.
fn rate(games: &[Played], all: &mut [Standing]) {
    let n = all.len();
    let mut won = vec![vec![0.5; n]; n];
    let index = |l: Level| all.iter().position(|s| s.level == l);
    for g in games.iter().filter(|g| !g.values.is_empty()) {
        for a in 0..g.levels.len() {
            for b in 0..g.levels.len() {
                if let (Some(i), Some(j)) = (index(g.levels[a]), index(g.levels[b]))
                    && i != j
                {
                    won[i][j] += match g.values[a].cmp(&g.values[b]) {
                        std::cmp::Ordering::Greater => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Less => 0.0,
                    };
                }
            }
        }
    }
    let mut strength = vec![1.0; n];
    for _ in 0..200 {
        for i in 0..n {
            let wins: f64 = (0..n).filter(|&j| j != i).map(|j| won[i][j]).sum();
            let against: f64 = (0..n)
                .filter(|&j| j != i)
                .map(|j| (won[i][j] + won[j][i]) / (strength[i] + strength[j]))
                .sum();
            if against > 0.0 {
                strength[i] = wins / against;
            }
        }
    }
    let logs: Vec<f64> = strength.iter().map(|s: &f64| 400.0 * s.log10()).collect();
    let middle = logs.iter().sum::<f64>() / n.max(1) as f64;
    for (s, log) in all.iter_mut().zip(logs) {
        s.rating = 1500.0 + log - middle;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(levels: [Level; 2], values: [i32; 2]) -> Played {
        Played {
            game: 0,
            levels: levels.to_vec(),
            values: values.to_vec(),
            winners: vec![u8::from(values[1] > values[0])],
            moves: 1,
            seconds: 1.0,
            reason: String::new(),
            fault: None,
            companies: Vec::new(),
            phases: Vec::new(),
            thinking: BTreeMap::new(),
        }
    }

    #[test]
    fn the_level_that_wins_more_stands_higher() {
        let games = [
            played([Level::Easy, Level::Standard], [100, 200]),
            played([Level::Standard, Level::Easy], [300, 100]),
            played([Level::Easy, Level::Standard], [150, 140]),
        ];
        let all = standings(&games);
        assert_eq!(all[0].level, Level::Standard);
        assert!((all[0].wins.mean - 2.0 / 3.0).abs() < 1e-9);
        assert!((all[0].rank.mean - 4.0 / 3.0).abs() < 1e-9);
        assert!(all[0].rating > all[1].rating);
        assert!((all[0].wealth.mean - 640.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_mean_has_its_interval() {
        let m = mean(&[1.0, 2.0, 3.0, 4.0]);
        assert!((m.mean - 2.5).abs() < 1e-12);
        assert!((m.margin - 1.96 * (5.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }
}
