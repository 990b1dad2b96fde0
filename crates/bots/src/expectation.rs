//! What every seat can expect of a game, by the forecast and what was learned.

use crate::choose::judge;
use crate::level::Level;
use crate::outlook::Clock;
use crate::seats::Judge;
use engine::Position;

/// What all seats can expect.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Wealth at the end.
    pub wealth: Vec<f64>,
    /// Chance to win, together 1.
    pub chance: Vec<f64>,
}

/// What can be expected of a position: the forecast, corrected by the title's network where the title says that it tells. Where the
/// game is over it is the result.
pub fn expectation(position: &dyn Position) -> Expectation {
    if let Some(outcome) = position.outcome() {
        let part = 1.0 / outcome.winners.len().max(1) as f64;
        let mut chance = vec![0.0; outcome.values.len()];
        for winner in outcome.winners {
            if let Some(own) = chance.get_mut(winner.at()) {
                *own = part;
            }
        }
        let wealth = outcome.values.into_iter().map(f64::from).collect();
        return Expectation { wealth, chance };
    }
    expected(position, &judge(position, Level::Standard, None))
}

// While the game goes on.
fn expected(position: &dyn Position, judge: &Judge) -> Expectation {
    let mut wealth = judge.seats(position);
    let mean = wealth.iter().sum::<f64>().abs() / wealth.len().max(1) as f64;
    let [last, further] = judge.weights.marks.error;
    let left = Clock::of(position, judge.weights).left();
    let error = (mean * (last + further * (left - 1.0).max(0.0))).max(1.0);
    let mut chance = chances(&wealth, error);
    let views = judge.weights.tells.then(|| judge.views(position, &wealth)).flatten();
    if let Some((open, views)) = views {
        for (seat, (above, won)) in views.into_iter().enumerate() {
            wealth[seat] += mean * above;
            chance[seat] += open * (won - chance[seat]);
        }
    }
    Expectation { chance, wealth }
}

// Who is likely to be the richest, if every forecast errs so far.
fn chances(wealth: &[f64], error: f64) -> Vec<f64> {
    let most = wealth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Errors of this kind have a standard deviation of 1.28 units.
    let all: Vec<f64> = wealth.iter().map(|w| (1.28 * (w - most) / error).exp()).collect();
    let sum: f64 = all.iter().sum();
    all.into_iter().map(|x| x / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;

    #[test]
    fn who_is_expected_to_be_richer_is_likelier_to_win() {
        let all = chances(&[900.0, 1000.0, 1000.0], 100.0);
        assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(all[0] < all[1] && (all[1] - all[2]).abs() < 1e-12, "{all:?}");
        let later = chances(&[900.0, 1000.0, 1000.0], 500.0);
        assert!(later[0] > all[0], "the further the end, the less is known of it");
    }

    // How surprising winners are, on average: games of easy bots, a look at every tenth move.
    fn surprise(title: &str, players: usize, tells: bool) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for seed in 11..15 {
            let mut game = crate::trial::game(title, players, seed);
            let mut events = Vec::new();
            let mut told = Vec::new();
            for step in 0.. {
                let position = game.position();
                let limits = crate::Limits::default();
                let Some(decision) = crate::choose(position, Level::Easy, seed, limits) else {
                    break;
                };
                if step % 10 == 0 {
                    let own = judge(position, Level::Standard, None);
                    let weights = Box::leak(Box::new(Weights { tells, ..own.weights.clone() }));
                    told.push(expected(position, &Judge { weights, ..own }));
                }
                events.clear();
                game.play(&decision.mv, &mut events).expect("a legal move");
            }
            let winners = game.position().outcome().expect("an end").winners;
            for Expectation { wealth, chance } in told {
                assert!((chance.iter().sum::<f64>() - 1.0).abs() < 1e-3, "{chance:?}");
                assert!(wealth.iter().all(|w| w.is_finite()), "{wealth:?}");
                let won =
                    |w: &engine::Player| -chance.get(w.at()).map_or(0.0, |c| c.max(1e-3).ln());
                sum += winners.iter().map(won).sum::<f64>() / winners.len().max(1) as f64;
                count += 1.0;
            }
        }
        sum / count
    }

    #[test]
    fn who_wins_surprises_less_where_the_network_tells() {
        let told = [("18lilliput", 1), ("18lilliput", 2), ("18cz", 3), ("1889", 3), ("1860", 4)];
        for (title, players) in told {
            let [forecast, told] = [false, true].map(|tells| surprise(title, players, tells));
            println!("{title} {players}: {forecast:.3} {told:.3}");
            assert!(told < forecast, "{title} with {players}: {told} not below {forecast}");
        }
    }

    #[test]
    fn where_treasuries_are_wealth_they_are_expected_to_grow() {
        // CZ-INTRO-12: companies have no price there; what they will earn is all that can be expected.
        let mut game = crate::trial::game_of("18cz", "introductory", 3, 5);
        let mut events = Vec::new();
        let (mut seen, mut grows, mut apart) = (0, 0, 0);
        let mut last = Vec::new();
        while game.position().decision().is_some() {
            let position = game.position();
            let Expectation { wealth, chance } = expectation(position);
            let now = position.values();
            seen += 1;
            grows += u32::from(wealth.iter().zip(&now).all(|(w, &v)| *w > f64::from(v)));
            apart += u32::from(chance.iter().any(|c| (c - 1.0 / 3.0).abs() > 0.05));
            last = wealth;
            let limits = crate::Limits::default();
            let decision = crate::choose(position, Level::Easy, 1, limits).expect("a move");
            events.clear();
            game.play(&decision.mv, &mut events).expect("a legal move");
        }
        assert!(2 * grows > seen && 2 * apart > seen, "{grows} {apart} {seen}");
        let values = game.position().outcome().expect("an end").values;
        let near = |(a, &b): (&f64, &i32)| (a - f64::from(b)).abs() < 0.1 * f64::from(b);
        assert!(last.iter().zip(&values).all(near), "{last:?} {values:?}");
    }
}
