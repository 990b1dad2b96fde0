//! Ratings of all who played, fitted to the orders in which the games ended, with intervals.
//!
//! The model is that of Plackett and Luce: the first place falls to a seat with a chance in proportion to its strength, the
//! second place to one of the rest in the same way, and so on. Who ends equal shares the places in question (after Efron).
//! A weak belief that all are alike keeps a player that never lost on the scale.

use crate::arena::Played;
use crate::contender::Contender;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Points that stand for ten to one in a comparison of two seats.
const TEN_TO_ONE: f64 = 400.0;
/// The mean of all ratings.
const MIDDLE: f64 = 1500.0;
/// How far ratings lie apart in the belief before the first game, in points.
const APART: f64 = 800.0;
/// Most improvements of a fit.
const STEPS: usize = 60;

/// A rating with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rating {
    /// 400 points are ten to one in a comparison of two seats; the mean of all is 1500.
    pub points: f64,
    /// Half the width of the interval.
    pub margin: f64,
    /// Games that tell something: those with somebody else at the table.
    pub games: usize,
}

/// Ratings of all who took part.
pub fn ratings(games: &[Played]) -> BTreeMap<Contender, Rating> {
    let who: BTreeSet<&Contender> = games.iter().flat_map(|g| &g.levels).collect();
    let who: Vec<&Contender> = who.into_iter().collect();
    let mut counts = vec![0; who.len()];
    let mut orders = Vec::new();
    for game in games.iter().filter(|g| !g.values.is_empty() && g.fault.is_none()) {
        let index = |l: &Contender| who.binary_search(&l).unwrap_or(0);
        let seats: Vec<usize> = game.levels.iter().map(index).collect();
        let present: BTreeSet<usize> = seats.iter().copied().collect();
        if present.len() < 2 {
            continue;
        }
        for at in present {
            counts[at] += 1;
        }
        orders.push(order(game, &seats));
    }
    let (logs, spread) = fit(&orders, who.len());
    let unit = TEN_TO_ONE / std::f64::consts::LN_10;
    let rated = |(i, contender): (usize, &Contender)| {
        let rating = Rating {
            points: MIDDLE + logs[i] * unit,
            margin: 1.96 * spread[i].max(0.0).sqrt() * unit,
            games: counts[i],
        };
        (contender.clone(), rating)
    };
    who.into_iter().enumerate().map(rated).collect()
}

// Who ended where: groups of equals, the best first. A winner stands above who has as much.
fn order(game: &Played, seats: &[usize]) -> Vec<Vec<usize>> {
    let mut places: BTreeMap<(bool, i64), Vec<usize>> = BTreeMap::new();
    for (seat, (&who, &value)) in seats.iter().zip(&game.values).enumerate() {
        let lost = !game.winners.contains(&(seat as u8));
        places.entry((lost, -i64::from(value))).or_default().push(who);
    }
    places.into_values().collect()
}

// Logarithms of all strengths, their mean nought, and the variance of each beside that mean.
fn fit(orders: &[Vec<Vec<usize>>], n: usize) -> (Vec<f64>, Vec<f64>) {
    let belief = (TEN_TO_ONE / std::f64::consts::LN_10 / APART).powi(2);
    let mut logs = vec![0.0; n];
    let mut inverse = identity(n);
    for _ in 0..STEPS {
        let (slope, curve) = slopes(orders, &logs, belief);
        inverse = invert(curve);
        let step: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
        // Far from the best a full step may lead too far.
        let longest = step.iter().fold(0.0_f64, |m, s| m.max(s.abs()));
        let part = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        for (log, s) in logs.iter_mut().zip(&step) {
            *log += s * part;
        }
        if longest < 1e-10 {
            break;
        }
    }
    let count = n.max(1) as f64;
    let middle = logs.iter().sum::<f64>() / count;
    let total: f64 = inverse.iter().flatten().sum::<f64>() / (count * count);
    let spread = (0..n)
        .map(|i| inverse[i][i] - 2.0 * inverse[i].iter().sum::<f64>() / count + total)
        .collect();
    (logs.into_iter().map(|l| l - middle).collect(), spread)
}

// First and (negative) second derivatives of the likelihood's logarithm.
fn slopes(orders: &[Vec<Vec<usize>>], logs: &[f64], belief: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = logs.len();
    let strength: Vec<f64> = logs.iter().map(|l| l.exp()).collect();
    let mut slope: Vec<f64> = logs.iter().map(|l| -l * belief).collect();
    let mut curve = vec![vec![0.0; n]; n];
    for (i, row) in curve.iter_mut().enumerate() {
        row[i] = belief;
    }
    for order in orders {
        let mut left = vec![0.0; n];
        for &who in order.iter().flatten() {
            left[who] += 1.0;
        }
        for group in order {
            for &who in group {
                slope[who] += 1.0;
            }
            let size = group.len() as f64;
            for gone in 0..group.len() {
                let mut chance = left.clone();
                for &who in group {
                    chance[who] -= gone as f64 / size;
                }
                for (c, s) in chance.iter_mut().zip(&strength) {
                    *c *= s;
                }
                let sum: f64 = chance.iter().sum();
                for (c, slope) in chance.iter_mut().zip(&mut slope) {
                    *c /= sum;
                    *slope -= *c;
                }
                for (i, (row, own)) in curve.iter_mut().zip(&chance).enumerate() {
                    for (cell, other) in row.iter_mut().zip(&chance) {
                        *cell -= own * other;
                    }
                    row[i] += own;
                }
            }
            for &who in group {
                left[who] -= 1.0;
            }
        }
    }
    (slope, curve)
}

fn identity(n: usize) -> Vec<Vec<f64>> {
    (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect()
}

// The inverse of a positive definite matrix, after Gauss and Jordan.
fn invert(mut m: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = m.len();
    let mut inverse = identity(n);
    for at in 0..n {
        let pivot = m[at][at];
        for cell in m[at].iter_mut().chain(&mut inverse[at]) {
            *cell /= pivot;
        }
        let (row, own) = (m[at].clone(), inverse[at].clone());
        for i in (0..n).filter(|&i| i != at) {
            let times = m[i][at];
            let from = row.iter().chain(&own);
            for (cell, taken) in m[i].iter_mut().chain(&mut inverse[i]).zip(from) {
                *cell -= times * taken;
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::trial::{chance, played};
    use engine::Rng;

    // A game of three or four seats after the model.
    fn simulated(rng: &mut Rng, strengths: &[f64]) -> Vec<Vec<usize>> {
        let seats = 3 + rng.below(2);
        let mut left: Vec<usize> =
            (0..seats).map(|_| rng.below(strengths.len() as u32) as usize).collect();
        let mut order = Vec::new();
        while !left.is_empty() {
            let sum: f64 = left.iter().map(|&w| strengths[w]).sum();
            let mut at = chance(rng) * sum;
            let found = left.iter().position(|&w| {
                at -= strengths[w];
                at < 0.0
            });
            order.push(vec![left.remove(found.unwrap_or(left.len() - 1))]);
        }
        order
    }

    #[test]
    fn intervals_hold_the_true_strengths_as_often_as_they_say() {
        let truth = [1.0_f64, 1.6, 2.5, 0.5];
        let middle = truth.iter().map(|s| s.ln()).sum::<f64>() / 4.0;
        let (mut inside, mut all) = (0, 0);
        for trial in 0..250 {
            let mut rng = Rng::new(trial);
            let orders: Vec<_> = (0..80).map(|_| simulated(&mut rng, &truth)).collect();
            let (logs, spread) = fit(&orders, 4);
            for ((log, spread), true_one) in logs.iter().zip(&spread).zip(&truth) {
                let off = (log - (true_one.ln() - middle)).abs();
                inside += u32::from(off < 1.96 * spread.sqrt());
                all += 1;
            }
        }
        let part = f64::from(inside) / f64::from(all);
        assert!((0.93..0.975).contains(&part), "{part}");
    }

    #[test]
    fn who_wins_two_of_three_against_an_equal_table_stands_two_to_one() {
        let games: Vec<Played> = (0..300)
            .map(|i| played([Level::Standard, Level::Easy], [i32::from(i % 3 != 0), 0]))
            .map(|mut g| {
                g.winners = vec![u8::from(g.values[0] == 0)];
                g
            })
            .collect();
        let all = ratings(&games);
        let apart = all[&Level::Standard.into()].points - all[&Level::Easy.into()].points;
        assert!((apart - 400.0 * 2.0_f64.log10()).abs() < 1.0, "{apart}");
        assert_eq!(all[&Level::Easy.into()].games, 300);
    }

    #[test]
    fn equals_share_a_place_and_more_games_narrow_the_interval() {
        let tied = |n: usize| {
            let games = vec![played([Level::Standard, Level::Easy], [5, 5]); n];
            let games: Vec<Played> =
                games.into_iter().map(|g| Played { winners: vec![0, 1], ..g }).collect();
            ratings(&games)[&Level::Standard.into()]
        };
        let (few, many) = (tied(10), tied(90));
        assert!((few.points - 1500.0).abs() < 1e-6 && (many.points - 1500.0).abs() < 1e-6);
        assert!(many.margin < few.margin / 2.0, "{} {}", few.margin, many.margin);
    }

    #[test]
    fn who_never_lost_has_a_rating_and_a_wide_interval() {
        let games = vec![played([Level::Standard, Level::Easy], [9, 5]); 30];
        let best = ratings(&games)[&Level::Standard.into()];
        assert!(best.points > 1600.0 && best.points < 3000.0, "{best:?}");
        assert!(best.margin > 150.0, "{best:?}");
    }

    #[test]
    fn games_against_oneself_tell_nothing() {
        let games = vec![played([Level::Easy, Level::Easy], [9, 5]); 30];
        assert_eq!(ratings(&games)[&Level::Easy.into()].games, 0);
        assert!(ratings(&[]).is_empty());
    }
}
