//! A sequential test: a match goes on until it is clear which of two statements about the winner holds.
//!
//! The statements are about the share of games that the first seat's player wins. Wald's test multiplies up how much
//! likelier each game is under the higher share than under the lower one, and ends at a bound on either side.
//!
//! It counts whole rotations only, in the order of the games. So nobody has sat in the better seats more often, and short
//! games, which end earlier than others begun with them, do not count first. A game shared by several winners counts in
//! parts. Both make the test more careful than its errors say, never less: the factor of a game is a straight line in its
//! result or lies below one, and a product of such factors over unlike seats is at most that over like ones.

use crate::arena::{Plan, Played};
use crate::standing::{Mean, mean};
use serde::Serialize;

/// What is tested, and how sure it has to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sequential {
    /// The share of wins that is not enough.
    pub low: f64,
    /// The share of wins that is hoped for.
    pub high: f64,
    /// How often `high` may be said although `low` holds.
    pub alpha: f64,
    /// How often `low` may be said although `high` holds.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The lower share fits.
    Low,
    /// The higher share fits.
    High,
}

/// How far a test has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// Games that counted.
    pub games: usize,
    /// Share of wins in them.
    pub share: Mean,
    /// Logarithm of how much likelier they are under the higher share.
    pub ratio: f64,
    /// Below this the lower share fits.
    pub lower: f64,
    /// Above this the higher share fits.
    pub upper: f64,
    /// What follows.
    pub verdict: Verdict,
}

/// A test that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTest {
    /// Shares out of order.
    #[error("a test is between two shares above 0 and below 1, the lower one first")]
    Shares,
    /// Errors out of range.
    #[error("errors of a test are above 0 and below 0.5")]
    Errors,
}

impl Sequential {
    /// A test between two shares.
    pub fn new(low: f64, high: f64, alpha: f64, beta: f64) -> Result<Sequential, NoTest> {
        if !(low > 0.0 && low < high && high < 1.0) {
            return Err(NoTest::Shares);
        }
        if ![alpha, beta].iter().all(|e| *e > 0.0 && *e < 0.5) {
            return Err(NoTest::Errors);
        }
        Ok(Sequential { low, high, alpha, beta })
    }

    /// The share of wins of so many of the seats, each so many rating points above the others.
    pub fn share_of(points: f64, own: usize, seats: usize) -> f64 {
        let strength = own as f64 * 10.0_f64.powf(points / 400.0);
        strength / (strength + seats.saturating_sub(own) as f64)
    }

    // What one game adds.
    fn step(&self, won: f64) -> f64 {
        won * (self.high / self.low).ln()
            + (1.0 - won) * ((1.0 - self.high) / (1.0 - self.low)).ln()
    }

    /// What the games of a match say, in any order; numbers that are missing end what counts.
    /// A rotation with a game that failed is left out.
    pub fn tally(&self, plan: &Plan, games: &[Played]) -> Tally {
        let n = plan.seats.len().max(1);
        let mut sorted: Vec<&Played> = games.iter().collect();
        sorted.sort_by_key(|g| g.game);
        let unbroken = sorted.iter().enumerate().take_while(|(i, g)| g.game as usize == *i).count();
        let rotations = sorted[..unbroken].chunks_exact(n).map(|rotation| {
            let won: Option<Vec<f64>> = rotation.iter().map(|g| won(plan, g)).collect();
            won.unwrap_or_default()
        });
        self.count(rotations)
    }

    /// The same from what was won in each rotation.
    pub fn count(&self, rotations: impl Iterator<Item = Vec<f64>>) -> Tally {
        let (mut won, mut ratio) = (Vec::new(), 0.0);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let mut verdict = Verdict::Open;
        for rotation in rotations {
            ratio += rotation.iter().map(|&w| self.step(w)).sum::<f64>();
            won.extend(rotation);
            verdict = match ratio {
                r if r >= upper => Verdict::High,
                r if r <= lower => Verdict::Low,
                _ => continue,
            };
            break;
        }
        Tally { games: won.len(), share: mean(&won), ratio, lower, upper, verdict }
    }
}

// What the player of the first seat won of a game; nothing of one that failed.
fn won(plan: &Plan, game: &Played) -> Option<f64> {
    if game.values.is_empty() || game.fault.is_some() {
        return None;
    }
    let own = game.winners.iter().filter(|&&w| {
        game.levels.get(usize::from(w)).is_some_and(|level| Some(level) == plan.seats.first())
    });
    Some(own.count() as f64 / game.winners.len().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::trial::{chance, played};
    use engine::Rng;

    // One rotation among `seats` players: what the player in question wins in each of its seats. Seats differ, and now
    // and then two share a win.
    fn rotation(rng: &mut Rng, share: f64, seats: usize) -> Vec<f64> {
        let lean = 0.6 * share.min(1.0 - share);
        let seat = |s: usize| 1.0 - 2.0 * s as f64 / (seats - 1) as f64;
        let game = |s: usize| {
            let chance_of_it = share + lean * seat(s);
            match (chance(rng) < chance_of_it, rng.below(20)) {
                (true, 0) => 0.5,
                (true, _) => 1.0,
                // What sharing took away is given back.
                (false, _) => {
                    let back = chance_of_it / 40.0 / (1.0 - chance_of_it);
                    if chance(rng) < 2.0 * back { 0.5 } else { 0.0 }
                }
            }
        };
        (0..seats).map(game).collect()
    }

    fn verdicts(share: f64, test: &Sequential, seats: usize, seed: u64) -> [usize; 3] {
        let mut counts = [0; 3];
        for trial in 0..2_000 {
            let mut rng = Rng::new(seed << 32 | trial);
            let tally = test.count((0..600).map(|_| rotation(&mut rng, share, seats)));
            counts[tally.verdict as usize] += 1;
        }
        counts
    }

    #[test]
    fn a_false_verdict_is_as_rare_as_was_asked_for() {
        for (seats, low, high) in [(2, 0.5, 0.6), (3, 1.0 / 3.0, 0.45), (4, 0.25, 0.38)] {
            let test = Sequential::new(low, high, 0.05, 0.05).unwrap();
            let [_, _, wrong] = verdicts(low, &test, seats, 1);
            assert!(wrong <= 100, "{seats} seats: {wrong} of 2000 said high");
            let [_, wrong, right] = verdicts(high, &test, seats, 2);
            assert!(wrong <= 100, "{seats} seats: {wrong} of 2000 said low");
            assert!(right >= 1_890, "{seats} seats: only {right} of 2000 said high");
            // Who is worse than the lower share is hardly ever praised.
            let [_, _, wrong] = verdicts(low * 0.8, &test, seats, 3);
            assert!(wrong <= 5, "{seats} seats: {wrong} of 2000 said high");
        }
    }

    #[test]
    fn a_tighter_test_takes_more_games() {
        let games = |alpha| {
            let test = Sequential::new(0.5, 0.6, alpha, alpha).unwrap();
            let one = |seed| {
                let mut rng = Rng::new(seed);
                test.count((0..2_000).map(|_| rotation(&mut rng, 0.6, 2))).games
            };
            (0..200).map(one).sum::<usize>()
        };
        assert!(games(0.01) > games(0.1) * 3 / 2);
    }

    #[test]
    fn rotations_count_in_order_and_only_whole_ones() {
        let plan = crate::trial::plan([Level::Standard, Level::Easy]);
        let test = Sequential::new(0.5, 0.9, 0.2, 0.2).unwrap();
        let game = |number: u32, win: bool| {
            let standard_first = number.is_multiple_of(2);
            let levels = match standard_first {
                true => [Level::Standard, Level::Easy],
                false => [Level::Easy, Level::Standard],
            };
            let values = if win == standard_first { [2, 1] } else { [1, 2] };
            let mut game = played(levels, values);
            game.game = number;
            game
        };
        let mut games: Vec<Played> = (0..3).map(|g| game(g, true)).collect();
        assert_eq!(test.tally(&plan, &games).games, 2);
        // The third game lacks its counterpart, and game 5 comes before game 4.
        games.push(game(5, true));
        assert_eq!(test.tally(&plan, &games).games, 2);
        games.extend([game(4, true), game(3, true)]);
        let tally = test.tally(&plan, &games);
        assert_eq!((tally.games, tally.verdict), (4, Verdict::High));
        assert!((tally.share.mean - 1.0).abs() < 1e-12);
        // A game that failed takes its rotation with it.
        games[1].fault = Some("crash".to_owned());
        assert_eq!(test.tally(&plan, &games).games, 4);
        assert_eq!(test.tally(&plan, &games[..3]).games, 0);
    }

    #[test]
    fn rating_points_become_a_share_of_wins() {
        assert!((Sequential::share_of(0.0, 1, 4) - 0.25).abs() < 1e-12);
        assert!((Sequential::share_of(400.0, 1, 2) - 10.0 / 11.0).abs() < 1e-12);
        assert!((Sequential::share_of(400.0, 2, 3) - 20.0 / 21.0).abs() < 1e-12);
    }

    #[test]
    fn a_test_that_makes_no_sense_is_refused() {
        assert_eq!(Sequential::new(0.5, 0.5, 0.05, 0.05), Err(NoTest::Shares));
        assert_eq!(Sequential::new(0.0, 0.5, 0.05, 0.05), Err(NoTest::Shares));
        assert_eq!(Sequential::new(f64::NAN, 0.5, 0.05, 0.05), Err(NoTest::Shares));
        assert_eq!(Sequential::new(0.4, 0.5, 0.5, 0.05), Err(NoTest::Errors));
    }
}
