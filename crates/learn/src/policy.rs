//! Learns what moves are worth against each other, from moves of one position that were all played to the end.

use crate::play::{Order, played};
use crate::stack::{Stack, Way};
use crate::train::{ASIDE, Course, Pairs};
use bots::{JUDGED, Net, ONE, POLICY, TRAITS, Traits, Tried, tried};
use engine::{Outcome, Rng};
use std::fmt::Write;

/// Weight of an error.
const WEALTH: f64 = 20.0;

/// One of the moves of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// What is read of it.
    pub traits: Traits,
    /// Final wealth of who decided, in parts of the mean of all seats.
    pub share: f64,
}

/// Moves from one position, the best one by judgement first.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Seed of the game.
    pub seed: u64,
    /// Variant.
    pub variant: String,
    /// The moves.
    pub branches: Vec<Branch>,
}

fn share(outcome: &Outcome, seat: usize) -> f64 {
    let sum: f64 = outcome.values.iter().map(|&v| f64::from(v)).sum();
    let mean = sum / outcome.values.len() as f64;
    (f64::from(outcome.values[seat]) / mean.max(1.0)).clamp(0.0, 3.0)
}

/// Plays one game, and from one decision in so many the best move and so many others to the end; the lines of all of them.
pub fn choices(order: &Order, seed: u64, one_in: u32, others: usize) -> Result<String, String> {
    let mut text = String::new();
    played(order, seed, |position, rng| {
        if rng.below(one_in.max(1)) > 0 {
            return;
        }
        let Some(decision) = position.decision() else { return };
        let Some(all) = tried(position, rng.word(), others) else { return };
        let player = decision.player.at();
        let branch = |t: Tried| Branch { traits: t.traits, share: share(&t.outcome, player) };
        let branches = all.into_iter().map(branch).collect();
        text += &write_choice(&Choice { seed, variant: order.variant.clone(), branches });
    })?;
    Ok(text)
}

/// The lines of a choice.
pub fn write_choice(choice: &Choice) -> String {
    let mut text = format!("F {} {}\n", choice.seed, choice.variant);
    for branch in &choice.branches {
        let _ = write!(text, "M {}", (branch.share * 1e4).round());
        for x in branch.traits.0 {
            let _ = write!(text, " {x}");
        }
        text.push('\n');
    }
    text
}

fn branch(line: &str) -> Option<Branch> {
    let numbers = line.split_whitespace().skip(1).map(str::parse::<i16>);
    let numbers: Vec<i16> = numbers.collect::<Result<_, _>>().ok()?;
    let (share, traits) = numbers.split_first()?;
    let traits = Traits(traits.try_into().ok()?);
    Some(Branch { traits, share: f64::from(*share) / 1e4 })
}

/// Reads such lines; a last one that was cut short is left out. Says which line is wrong.
pub fn read_choices(text: &str) -> Result<Vec<Choice>, String> {
    let mut all: Vec<Choice> = Vec::new();
    let count = text.lines().count();
    for (at, line) in text.lines().enumerate() {
        let wrong = || format!("line {}", at + 1);
        let words: Vec<&str> = line.split_whitespace().take(3).collect();
        match (words.as_slice(), branch(line), all.last_mut()) {
            (["F", seed, variant], ..) => {
                let seed = seed.parse().map_err(|_| wrong())?;
                let variant = (*variant).to_owned();
                all.push(Choice { seed, variant, branches: Vec::new() });
            }
            (["M", ..], Some(branch), Some(last)) => last.branches.push(branch),
            _ if at + 1 == count => {}
            _ => return Err(wrong()),
        }
    }
    all.retain(|c| c.branches.len() > 1);
    Ok(all)
}

/// How well choices that were kept aside are told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lesson {
    /// Correlation with what came, both beside the mean of the choice: of the judgement, of the policy, of both
    /// added up as in play.
    pub agreement: [f64; 3],
    /// What is won by the best of each choice beside one by lot, in parts of the mean: by the same three.
    pub gain: [f64; 3],
    /// Part of what came that the policy tells.
    pub told: f64,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The weights that told most.
    pub stack: Stack,
    /// Choices learned from, and kept aside.
    pub choices: (usize, usize),
    /// On what was kept aside, before anything was learned.
    pub before: Lesson,
    /// The same after each epoch.
    pub epochs: Vec<Lesson>,
    /// The epoch that was taken, from 0.
    pub taken: usize,
}

impl Branch {
    // What the judgement says, in parts of what a seat can expect: the last of the numbers of a move.
    fn judged(&self) -> f64 {
        f64::from(self.traits.0[TRAITS - 1]) / f64::from(ONE) / JUDGED
    }
}

impl Learned {
    /// The network in whole numbers.
    pub fn quantised(&self, variants: Vec<String>) -> Net {
        Net { variants, layers: self.stack.quantised(&[1.0]) }
    }
}

// Each beside the mean of all.
fn beside(all: impl Iterator<Item = f64>) -> Vec<f64> {
    let all: Vec<f64> = all.collect();
    let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
    all.into_iter().map(|x| x - mean).collect()
}

fn best(all: &[f64]) -> usize {
    (0..all.len()).fold(0, |best, i| if all[i] > all[best] { i } else { best })
}

fn lesson(stack: &Stack, all: &[&Choice]) -> Lesson {
    let mut found = Lesson::default();
    let mut pairs: [Pairs; 3] = Default::default();
    let (mut error, mut whole) = (0.0, 0.0);
    for choice in all {
        let of = |f: &dyn Fn(&Branch) -> f64| beside(choice.branches.iter().map(f));
        let came = of(&|b| b.share);
        let scores = of(&|b| stack.way(&b.traits.0).out[0]);
        let judged = of(&Branch::judged);
        let both = judged.iter().zip(&scores).map(|(j, s)| j + s).collect();
        let each = [judged, scores.clone(), both];
        for (i, said) in each.iter().enumerate() {
            found.gain[i] += came[best(said)] / all.len() as f64;
            said.iter().zip(&came).for_each(|(s, c)| pairs[i].add(*s, *c));
        }
        error += scores.iter().zip(&came).map(|(s, c)| (s - c) * (s - c)).sum::<f64>();
        whole += came.iter().map(|c| c * c).sum::<f64>();
    }
    found.agreement = pairs.map(|p| p.value());
    found.told = 1.0 - error / f64::max(whole, 1e-12);
    found
}

/// Trains a policy, a new one or one that is known. `tell` is told after every epoch.
pub fn study(
    all: &[Choice],
    course: &Course,
    start: Option<&Net>,
    mut tell: impl FnMut(usize, &Lesson),
) -> Learned {
    let (kept, known): (Vec<&Choice>, Vec<&Choice>) =
        all.iter().partition(|c| c.seed % ASIDE == ASIDE - 1);
    let inputs = known.iter().flat_map(|c| &c.branches).map(|b| &b.traits.0[..]);
    let mut stack = match start {
        Some(net) => Stack::going_on(inputs, &net.layers),
        None => Stack::new(inputs, POLICY, course.hidden, course.seed),
    };
    let mut rng = Rng::new(course.seed ^ 0x5eed);
    let mut order: Vec<u32> = (0..known.len() as u32).collect();
    let mut learned = Learned {
        stack: stack.clone(),
        choices: (known.len(), kept.len()),
        before: lesson(&stack, &kept),
        epochs: Vec::new(),
        taken: 0,
    };
    for epoch in 0..course.epochs {
        let rate = course.rate * (1.0 - 0.9 * f64::from(epoch) / f64::from(course.epochs));
        rng.shuffle(&mut order);
        for batch in order.chunks(course.batch.max(1)) {
            for &i in batch {
                let branches = &known[i as usize].branches;
                let ways: Vec<Way> = branches.iter().map(|b| stack.way(&b.traits.0)).collect();
                let errors = beside(ways.iter().zip(branches).map(|(w, b)| w.out[0] - b.share));
                for (way, error) in ways.iter().zip(errors) {
                    stack.learn(way, &[WEALTH * error]);
                }
            }
            stack.step(rate, course.decay, batch.len() as f64);
        }
        let now = lesson(&stack, &kept);
        tell(epoch as usize, &now);
        if learned.epochs.iter().all(|e| e.told < now.told) {
            learned.stack = stack.clone();
            learned.taken = epoch as usize;
        }
        learned.epochs.push(now);
    }
    learned
}
