//! Training: a part of the games is kept aside, and the weights that tell most about those are taken.

use crate::model::{Model, chances};
use crate::samples::Seen;
use bots::{ONE, ROUNDS, Scene};
use engine::Rng;

/// How it is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Seed of the first weights and of the order of positions.
    pub seed: u64,
    /// Times that every position is looked at.
    pub epochs: u32,
    /// Positions looked at before a step.
    pub batch: usize,
    /// Length of the first steps; it goes down to a tenth.
    pub rate: f64,
    /// How far weights are drawn to nothing.
    pub decay: f64,
    /// Units of both hidden layers.
    pub hidden: (usize, usize),
    /// How often what a branch of a fork ends with counts, beside a position of a game.
    pub branches: f64,
    /// How often the difference between both branches counts.
    pub forks: f64,
    /// How much the end of a game counts beside what the network tells of the next position that was seen, again and again
    /// along the game; at 1 the end is all. Less than that takes chance out of what is learned.
    pub lambda: f64,
}

impl Default for Course {
    fn default() -> Course {
        Course {
            seed: 1,
            epochs: 12,
            batch: 32,
            rate: 0.001,
            decay: 0.05,
            hidden: (32, 16),
            branches: 0.25,
            forks: 4.0,
            lambda: 1.0,
        }
    }
}

/// One seed in so many is kept aside, with all branches of its game.
pub const ASIDE: u64 = 6;

/// How much is told about the games that were kept aside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Mean square of the error of wealth, in parts of the mean.
    pub wealth: f64,
    /// Cross entropy of the chance to win.
    pub chance: f64,
    /// Part of positions whose winner is told.
    pub winner: f64,
    /// Mean square of the error of what a move changes, for who decides.
    pub change: f64,
}

/// How far what is expected agrees with what comes, so many rounds before the end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stage {
    /// Rounds of running that are left, at most eight.
    pub left: usize,
    /// Positions.
    pub count: usize,
    /// Correlation of the forecast with final wealth, both beside the mean of all seats.
    pub forecast: f64,
    /// The same for the network.
    pub network: f64,
}

/// How well differences between branches are told, so many rounds behind the fork.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forked {
    /// Rounds of running behind the end of the round.
    pub behind: usize,
    /// Forks.
    pub count: usize,
    /// Correlation with the difference at the end: of what the move was judged to be worth, of the forecast, of the network.
    pub agreement: [f64; 3],
    /// Wealth that is won by the better branch of each, beside a choice by lot, in parts of the mean.
    pub gain: [f64; 3],
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Report {
    /// The weights that told most.
    pub model: Model,
    /// Positions learned from, and kept aside.
    pub positions: (usize, usize),
    /// Of the forecast alone.
    pub forecast: Losses,
    /// After each epoch: of what was learned from, of what was kept aside.
    pub epochs: Vec<(Losses, Losses)>,
    /// The epoch that was taken, from 0.
    pub taken: usize,
    /// Agreement on what was kept aside, by the rounds that are left.
    pub stages: Vec<Stage>,
    /// The same for differences between branches.
    pub forks: Vec<Forked>,
}

struct Sample<'a> {
    scene: &'a Scene,
    shares: Vec<f64>,
    wins: Vec<f64>,
    // The next sample comes later in the same game.
    goes_on: bool,
    of_branch: bool,
    fork: Option<Fork<'a>>,
}

// The other branch of the fork to which a sample belongs.
struct Fork<'a> {
    other: &'a Scene,
    // What all seats have more at the end of the first branch.
    more: Vec<f64>,
    player: usize,
    // The same of what the move was judged to be worth.
    judged: f64,
    behind: usize,
}

fn samples(games: &[Seen], kept: bool) -> Vec<Sample<'_>> {
    let mut all = Vec::new();
    let mut opens = false;
    for (at, game) in games.iter().enumerate() {
        // Branches stand beside each other in pairs.
        opens = game.side.is_some() && !opens;
        if (game.seed % ASIDE == ASIDE - 1) != kept {
            continue;
        }
        let shares = game.shares();
        let wins: Vec<f64> = game.wins.iter().map(|&w| f64::from(w) / 100.0).collect();
        let other = games.get(at + 1).filter(|g| opens && g.side.is_some());
        for (behind, scene) in game.scenes.iter().enumerate() {
            let fork = other.zip(game.side).and_then(|(other, side)| {
                let ends = shares.iter().zip(other.shares());
                Some(Fork {
                    other: other.scenes.get(behind)?,
                    more: ends.map(|(a, b)| a - b).collect(),
                    player: side.player,
                    judged: f64::from(side.judged - other.side?.judged) / 1000.0,
                    behind,
                })
            });
            let (shares, wins, of_branch) = (shares.clone(), wins.clone(), game.side.is_some());
            let goes_on = behind + 1 < game.scenes.len();
            all.push(Sample { scene, shares, wins, goes_on, of_branch, fork });
        }
    }
    all
}

// What each sample is to tell: the end of its game, mixed with what the network tells of the positions in between.
fn goals(all: &[Sample<'_>], model: &Model, lambda: f64) -> Vec<(Vec<f64>, Vec<f64>)> {
    let mut goals: Vec<(Vec<f64>, Vec<f64>)> = Vec::with_capacity(all.len());
    for (at, sample) in all.iter().enumerate().rev() {
        let goal = match goals.last().filter(|_| sample.goes_on && lambda < 1.0) {
            None => (sample.shares.clone(), sample.wins.clone()),
            Some((shares, wins)) => {
                let next = model.told(all[at + 1].scene);
                let mix = |told: Vec<f64>, later: &[f64]| {
                    told.iter().zip(later).map(|(a, b)| a + (b - a) * lambda).collect()
                };
                (mix(next.shares, shares), mix(next.chances, wins))
            }
        };
        goals.push(goal);
    }
    goals.reverse();
    goals
}

// Rounds that are left, to a whole number.
fn rounds_left(scene: &Scene) -> usize {
    let eighths = f64::from(scene.common[ROUNDS]) / f64::from(ONE);
    ((eighths * 8.0).round().max(0.0) as usize).min(8)
}

// Sums for a correlation of numbers whose means are nothing.
#[derive(Default)]
pub struct Pairs {
    both: f64,
    a: f64,
    b: f64,
}

impl Pairs {
    pub fn add(&mut self, a: f64, b: f64) {
        self.both += a * b;
        self.a += a * a;
        self.b += b * b;
    }

    pub fn value(&self) -> f64 {
        self.both / (self.a * self.b).sqrt().max(1e-12)
    }
}

fn first(all: &[f64]) -> usize {
    (0..all.len()).fold(0, |best, i| if all[i] > all[best] { i } else { best })
}

fn losses(all: &[Sample<'_>], told: impl Fn(&Scene) -> (Vec<f64>, Vec<f64>)) -> Losses {
    let mut sum = Losses::default();
    let count = all.len().max(1) as f64;
    let mut forks = 0.0;
    for sample in all {
        let (shares, chances) = told(sample.scene);
        let errors = shares.iter().zip(&sample.shares).map(|(a, b)| (a - b) * (a - b));
        sum.wealth += errors.sum::<f64>() / shares.len() as f64 / count;
        let cross = chances.iter().zip(&sample.wins).map(|(p, w)| -w * p.max(1e-9).ln());
        sum.chance += cross.sum::<f64>() / count;
        sum.winner += sample.wins[first(&chances)].ceil() / count;
        if let Some(fork) = &sample.fork {
            let p = fork.player;
            let error = shares[p] - told(fork.other).0[p] - fork.more[p];
            sum.change += error * error;
            forks += 1.0;
        }
    }
    sum.change /= f64::max(forks, 1.0);
    sum
}

// Expected wealth as it is, with the steepness at which it tells the chance to win best.
fn forecast(all: &[Sample<'_>]) -> Losses {
    let shares = |scene: &Scene| -> Vec<f64> {
        scene.seats.iter().map(|s| f64::from(s[0]) / f64::from(ONE)).collect()
    };
    let with = |steep: f64| {
        losses(all, |scene| {
            let shares = shares(scene);
            let logits: Vec<f64> = shares.iter().map(|s| s * steep).collect();
            (shares, chances(&logits))
        })
    };
    let each = (1..=12).map(|k| with(f64::from(k)));
    each.min_by(|a, b| a.chance.total_cmp(&b.chance)).unwrap_or_default()
}

fn stage(all: &[Sample<'_>], model: &Model, left: usize) -> Option<Stage> {
    let here = |s: &&Sample<'_>| rounds_left(s.scene) == left;
    let mut count = 0;
    let (mut forecast, mut network) = (Pairs::default(), Pairs::default());
    for sample in all.iter().filter(here) {
        count += 1;
        let told = model.told(sample.scene).shares;
        for (seat, share) in sample.shares.iter().enumerate() {
            let expected = f64::from(sample.scene.seats[seat][0]) / f64::from(ONE);
            forecast.add(expected - 1.0, share - 1.0);
            network.add(told[seat] - 1.0, share - 1.0);
        }
    }
    let stage = Stage { left, count, forecast: forecast.value(), network: network.value() };
    (count > 0).then_some(stage)
}

fn forks(all: &[Sample<'_>], model: &Model, behind: usize) -> Option<Forked> {
    let mut told = Forked { behind, ..Forked::default() };
    let mut pairs: [Pairs; 3] = Default::default();
    let forks = all.iter().filter_map(|s| s.fork.as_ref().map(|f| (s.scene, f)));
    for (scene, fork) in forks.filter(|(_, f)| f.behind == behind) {
        let p = fork.player;
        let expected = |s: &Scene| f64::from(s.seats[p][0]) / f64::from(ONE);
        let by_network = model.told(scene).shares[p] - model.told(fork.other).shares[p];
        let each = [fork.judged, expected(scene) - expected(fork.other), by_network];
        for (i, x) in each.into_iter().enumerate() {
            pairs[i].add(x, fork.more[p]);
            told.gain[i] += fork.more[p] * if x > 0.0 { 0.5 } else { -0.5 };
        }
        told.count += 1;
    }
    told.agreement = pairs.map(|p| p.value());
    told.gain.iter_mut().for_each(|g| *g /= told.count.max(1) as f64);
    (told.count > 0).then_some(told)
}

/// Trains a network on games. `tell` is told after every epoch.
pub fn train(games: &[Seen], course: &Course, mut tell: impl FnMut(usize, &Losses)) -> Report {
    let (known, kept) = (samples(games, false), samples(games, true));
    let scenes: Vec<&Scene> = known.iter().map(|s| s.scene).collect();
    let mut model = Model::new(&scenes, course.hidden, course.seed);
    let mut rng = Rng::new(course.seed ^ 0x5eed);
    let mut order: Vec<u32> = (0..known.len() as u32).collect();
    let mut best: Option<(f64, Model)> = None;
    let mut report = Report {
        model: model.clone(),
        positions: (known.len(), kept.len()),
        forecast: forecast(&kept),
        epochs: Vec::new(),
        taken: 0,
        stages: Vec::new(),
        forks: Vec::new(),
    };
    for epoch in 0..course.epochs {
        let rate = course.rate * (1.0 - 0.9 * f64::from(epoch) / f64::from(course.epochs));
        rng.shuffle(&mut order);
        let goals = goals(&known, &model, course.lambda);
        for batch in order.chunks(course.batch.max(1)) {
            for &i in batch {
                let sample = &known[i as usize];
                let times = if sample.of_branch { course.branches } else { 1.0 };
                let (shares, wins) = &goals[i as usize];
                model.look(sample.scene, shares, wins, times);
                if let Some(fork) = &sample.fork {
                    model.look_at_both([sample.scene, fork.other], &fork.more, course.forks);
                }
            }
            model.stack.step(rate, course.decay, batch.len() as f64);
        }
        let of = |all: &[Sample<'_>]| {
            losses(all, |scene| {
                let told = model.told(scene);
                (told.shares, told.chances)
            })
        };
        // A part of what is known is enough to see what is only remembered.
        let now = (of(&known[..known.len().min(kept.len())]), of(&kept));
        tell(epoch as usize, &now.1);
        let worth = 10.0 * (now.1.wealth + course.forks * now.1.change) + now.1.chance;
        if best.as_ref().is_none_or(|(b, _)| worth < *b) {
            best = Some((worth, model.clone()));
            report.taken = epoch as usize;
        }
        report.epochs.push(now);
    }
    if let Some((_, model)) = best {
        report.model = model;
    }
    report.stages = (0..=8).filter_map(|left| stage(&kept, &report.model, left)).collect();
    report.forks = (0..8).map_while(|behind| forks(&kept, &report.model, behind)).collect();
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::{COMMON, OWN};

    fn game(seed: u64, scenes: usize) -> Seen {
        let mut rng = Rng::new(seed);
        let mut seat = || std::array::from_fn::<i16, OWN, _>(|_| rng.below(512) as i16);
        let mut scene = || Scene { common: [ONE as i16; COMMON], seats: vec![seat(), seat()] };
        Seen {
            side: None,
            variant: "standard".to_owned(),
            seed,
            scenes: (0..scenes).map(|_| scene()).collect(),
            values: vec![3000, 1000],
            wins: vec![100, 0],
        }
    }

    #[test]
    fn a_position_learns_from_the_end_and_from_what_is_told_of_those_between() {
        let games = [game(1, 3), game(2, 1)];
        let all = samples(&games, false);
        let scenes: Vec<&Scene> = all.iter().map(|s| s.scene).collect();
        let model = Model::new(&scenes, (4, 3), 1);
        let told = |at: usize| model.told(scenes[at]).shares[0];
        let shares = |lambda| -> Vec<f64> {
            goals(&all, &model, lambda).into_iter().map(|(shares, _)| shares[0]).collect()
        };
        assert_eq!(shares(1.0), [1.5; 4]);
        assert_eq!(shares(0.0), [told(1), told(2), 1.5, 1.5]);
        let half = shares(0.5);
        assert!((half[1] - (told(2) + 1.5) / 2.0).abs() < 1e-12, "{half:?}");
        assert!((half[0] - (told(1) + half[1]) / 2.0).abs() < 1e-12, "{half:?}");
    }
}
