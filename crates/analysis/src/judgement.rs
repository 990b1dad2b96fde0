//! Judgement of a whole game: what every seat could expect after each move, and what each decision is called.
//!
//! It is done in small tasks that can be shared among threads and interrupted anywhere: first the forecast of every move,
//! then a first look at every decision, then a search, the most suspicious decision first. What is known already is handed
//! in and not worked out again.

use bots::{Judged, Limits, Mark, Sure, expectation, judge_move, look};
use engine::{Move, Names, Position, RoundName, wire};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Raised whenever the same game would be judged otherwise: what was kept is then worked out again.
pub const SETTING: u32 = 4;

// Most decisions of a game that are played on from to its end: those that looked worst.
const MOST_PROOFS: usize = 150;

// A position is kept every so many moves.
const KEPT_EVERY: usize = 16;

/// What every seat can expect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Expected))]
pub struct Point {
    /// Wealth at the end, by seat.
    pub wealth: Vec<i32>,
    /// Chance to win, in thousandths, by seat.
    pub chance: Vec<u16>,
}

impl Point {
    /// The forecast of a position.
    pub fn of(position: &dyn Position) -> Point {
        let found = expectation(position);
        Point {
            wealth: found.wealth.iter().map(|w| w.round() as i32).collect(),
            chance: found.chance.iter().map(|c| (c * 1000.0).round() as u16).collect(),
        }
    }
}

/// A sentence: key and values for any language, and English.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = JudgementReason))]
pub struct Because {
    /// Key of the sentence.
    pub key: String,
    /// Values for it.
    pub args: BTreeMap<String, String>,
    /// The sentence in English.
    pub text: String,
    /// What made the difference, the most important first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<More>,
}

/// A part of a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = WhyPart))]
pub struct More {
    /// Where it comes from: `dividends`, `price`, `cash`, `company`, `help`, `papers`, `holdings`, `rivals` or `practice`.
    pub of: String,
    /// How much more; less, if below zero.
    pub amount: i32,
}

impl More {
    /// The parts of a reason.
    pub fn of(reason: &bots::Reason) -> Vec<More> {
        let more = |&(of, amount): &(&'static str, i32)| More { of: of.to_owned(), amount };
        reason.parts.iter().map(more).collect()
    }
}

/// The judgement of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Verdict {
    /// `best`, `good`, `doubtful` or `mistake`.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub mark: Mark,
    /// `sure`, `likely` or `unsure`.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub sure: Sure,
    /// What the move costs, in thousandths of what a seat can expect.
    pub loss: u32,
    /// The same in money.
    pub amount: i32,
    /// The better move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<wire::Move>,
    /// What speaks for the better move, or for the one that was made.
    pub reason: Because,
}

impl Verdict {
    fn of(position: &dyn Position, judged: &Judged) -> Verdict {
        let reason = &judged.reason;
        let args = reason.args.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        Verdict {
            mark: judged.mark,
            sure: judged.sure,
            loss: (judged.loss * 1000.0).round() as u32,
            amount: judged.amount.round() as i32,
            better: judged.better.as_ref().map(|mv| Names::of(position).write_move(mv)),
            reason: Because {
                key: reason.key.to_owned(),
                args: args.collect(),
                text: reason.text.clone(),
                parts: More::of(reason),
            },
        }
    }
}

/// What is to be done next for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = JudgementNext))]
#[serde(rename_all = "snake_case")]
pub enum Next {
    /// A first look.
    Look,
    /// A search.
    Search,
    /// Nothing more.
    Nothing,
}

/// A move of the game, as far as it is judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = JudgedMove))]
pub struct Step {
    /// Its number, from 1.
    pub number: u32,
    /// Who made it.
    pub seat: u8,
    /// In which round.
    pub round: RoundName,
    /// What was to be decided, and for which company.
    pub step: String,
    /// The company.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: wire::Move,
    /// What everybody could expect after it.
    pub after: Point,
    /// Something was drawn on the way there: what changed is not the doing of who moved.
    pub luck: bool,
    /// What is still to be done.
    pub next: Next,
    /// How much better another move looked at first, in thousandths of what a seat can expect.
    pub suspicion: u32,
    /// The judgement; none where nothing was to be decided, or not yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
}

/// A piece of work.
pub struct Task {
    /// The move, from 0.
    pub at: usize,
    before: Box<dyn Position>,
    mv: Move,
    known: Option<Step>,
    // Among the most suspicious ones.
    proves: bool,
}

impl Task {
    /// Does it. Nothing if `limits` cut it short.
    pub fn done(self, limits: &Limits<'_>) -> Option<Step> {
        let before = self.before.as_ref();
        let Some(mut step) = self.known else {
            return Some(outlined(self.at, before, &self.mv));
        };
        match step.next {
            Next::Look => match look(before, &self.mv, limits) {
                None => step.next = Next::Nothing,
                Some(found) => {
                    step.suspicion = (found.suspicion * 1000.0).round() as u32;
                    step.verdict = found.judged.map(|judged| Verdict::of(before, &judged));
                    let settled = step.verdict.is_some();
                    step.next = if settled { Next::Nothing } else { Next::Search };
                }
            },
            Next::Search => {
                let judged = judge_move(before, &self.mv, self.proves, limits);
                if judged.is_none() && limits.cancel.is_some_and(|cancel| cancel()) {
                    return None;
                }
                step.verdict = judged.map(|judged| Verdict::of(before, &judged));
                step.next = Next::Nothing;
            }
            Next::Nothing => {}
        }
        Some(step)
    }
}

// A move with what is expected after it.
fn outlined(at: usize, before: &dyn Position, mv: &Move) -> Step {
    let seat = before.mover(mv).map_or(0, |p| p.0);
    let mut seen = before.boxed();
    let luck = seen.foresee(mv, &mut Vec::new()).is_ok() && seen.core().rng.sight_ended();
    let mut after = before.boxed();
    // Every move of a game was accepted once.
    let _ = after.play(mv, &mut Vec::new());
    let decision = before.decision();
    let names = Names::of(before);
    Step {
        number: at as u32 + 1,
        seat,
        round: before.core().round,
        step: decision.map_or("", |d| d.step).to_owned(),
        company: decision.and_then(|d| d.company).map(|c| names.company(c)),
        mv: names.write_move(mv),
        after: Point::of(after.as_ref()),
        luck,
        next: Next::Look,
        suspicion: 0,
        verdict: None,
    }
}

/// A game that is being judged.
pub struct Work {
    moves: Vec<Move>,
    kept: Vec<Box<dyn Position>>,
    steps: Vec<Option<Step>>,
    // Somebody works on it.
    taken: Vec<bool>,
    // Where the last task began, so that the next need not be replayed.
    cursor: (usize, Box<dyn Position>),
    /// What everybody could expect before the first move.
    pub begun: Point,
}

impl Work {
    /// A game from its beginning, with what is known of it. Moves that are refused end it.
    pub fn new(start: Box<dyn Position>, moves: &[Move], known: Vec<Step>) -> Work {
        let mut position = start.boxed();
        let mut kept = Vec::new();
        let mut events = Vec::new();
        let mut legal = Vec::new();
        for (i, mv) in moves.iter().enumerate() {
            if i % KEPT_EVERY == 0 {
                kept.push(position.boxed());
            }
            events.clear();
            if position.play(mv, &mut events).is_err() {
                break;
            }
            legal.push(mv.clone());
        }
        let mut steps: Vec<Option<Step>> = vec![None; legal.len()];
        for step in known {
            let at = (step.number as usize).wrapping_sub(1);
            if let Some(place) = steps.get_mut(at) {
                *place = Some(step);
            }
        }
        let begun = Point::of(start.as_ref());
        let taken = vec![false; legal.len()];
        Work { moves: legal, kept, steps, taken, cursor: (0, start), begun }
    }

    /// The position before a move, from 0.
    pub fn before(&mut self, at: usize) -> Box<dyn Position> {
        let (mut from, mut position) = (self.cursor.0, self.cursor.1.boxed());
        if from > at || at - from > KEPT_EVERY {
            from = at / KEPT_EVERY * KEPT_EVERY;
            position = self.kept[at / KEPT_EVERY].boxed();
        }
        let mut events = Vec::new();
        for mv in &self.moves[from..at] {
            events.clear();
            let _ = position.play(mv, &mut events);
        }
        self.cursor = (at, position.boxed());
        position
    }

    /// The next piece of work that nobody has in hand: forecasts, then first looks, then searches.
    pub fn take(&mut self) -> Option<Task> {
        let open = |at: usize| !self.taken[at];
        let all = 0..self.moves.len();
        let wants = |at: &usize, next| self.steps[*at].as_ref().is_some_and(|s| s.next == next);
        let first = all.clone().find(|&at| self.steps[at].is_none() && open(at));
        let at = first
            .or_else(|| all.clone().find(|at| wants(at, Next::Look) && open(*at)))
            .or_else(|| {
                let searched = all.filter(|at| wants(at, Next::Search) && open(*at));
                searched.max_by_key(|&at| {
                    let suspicion = self.steps[at].as_ref().map_or(0, |s| s.suspicion);
                    (suspicion, std::cmp::Reverse(at))
                })
            })?;
        self.taken[at] = true;
        let before = self.before(at);
        let known = self.steps[at].clone();
        let proves = known.as_ref().is_some_and(|step| self.more_suspicious(step) < MOST_PROOFS);
        Some(Task { at, before, mv: self.moves[at].clone(), known, proves })
    }

    // Decisions that looked worse than this one. Whoever is searched early is among the first, whatever is not yet looked at.
    fn more_suspicious(&self, step: &Step) -> usize {
        let before = |s: &&Step| {
            (s.suspicion, std::cmp::Reverse(s.number))
                > (step.suspicion, std::cmp::Reverse(step.number))
        };
        self.steps.iter().flatten().filter(before).count()
    }

    /// Notes what came of a task; nothing if it was cut short.
    pub fn note(&mut self, at: usize, step: Option<Step>) {
        self.taken[at] = false;
        if let Some(step) = step {
            self.steps[at] = Some(step);
        }
    }

    /// Moves that are judged, and all.
    pub fn progress(&self) -> (usize, usize) {
        let done = self.steps.iter().flatten().filter(|s| s.next == Next::Nothing).count();
        (done, self.moves.len())
    }

    /// What is known of the moves.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().flatten()
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}
