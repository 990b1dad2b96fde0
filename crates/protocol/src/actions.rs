//! From indices to moves, in one step or a few.
//!
//! An index stands for all moves that it does not tell apart. If that is one move, it is played. If not, the next step
//! chooses between them: a tile and its rotation by their own indices, everything else by its place in the list, and a
//! long list by its part. So nothing legal is out of reach.

use crate::Fault;
use crate::routes::{self, Through};
use crate::space::{EXACT, Part, Space, WIDTH};
use engine::{Amount, Move, Position};
use std::collections::BTreeMap;

/// Moves behind an index.
#[derive(Clone, Debug)]
pub(crate) enum Candidate {
    /// One move.
    One(Move),
    /// A move with any amount of a range.
    Span(Move, Amount),
    /// Routes, train by train.
    Through(Through),
}

type Groups = BTreeMap<usize, Vec<Candidate>>;

/// An action that may be chosen now.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its index.
    pub index: usize,
    /// The move, if it stands for one only.
    pub mv: Option<Move>,
    /// For how many moves it stands; 0 where they are not counted.
    pub moves: usize,
}

#[derive(Clone, Debug)]
enum Stage {
    Among(Groups),
    Routes(Box<Through>),
}

/// What may be chosen in a position, step by step.
#[derive(Clone, Debug)]
pub struct Picker {
    stage: Stage,
    step: u32,
}

fn count(amount: &Amount) -> usize {
    ((amount.max - amount.min) / amount.step.max(1)) as usize + 1
}

fn nth(mv: &Move, amount: &Amount, n: usize) -> Move {
    mv.with_amount(amount.min + n as i32 * amount.step)
}

impl Candidate {
    fn count(&self) -> usize {
        match self {
            Candidate::Span(_, amount) => count(amount),
            _ => 1,
        }
    }

    // Those from one place on, so many.
    fn part(&self, from: usize, many: usize) -> Candidate {
        match self {
            Candidate::Span(mv, amount) if many == 1 => Candidate::One(nth(mv, amount, from)),
            Candidate::Span(mv, amount) => {
                let min = amount.min + from as i32 * amount.step;
                let max = min + (many as i32 - 1) * amount.step;
                Candidate::Span(mv.with_amount(min), Amount { min, max, ..*amount })
            }
            other => other.clone(),
        }
    }
}

// The named amounts of a range that differ from each other.
fn named(amount: &Amount) -> Vec<(usize, usize)> {
    let n = count(amount);
    let at = [0, 1, 2, n / 4, n / 2, 3 * n / 4, n - 1];
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (name, offset) in at.into_iter().enumerate().filter(|(_, offset)| *offset < n) {
        if found.iter().all(|(_, o)| *o != offset) {
            found.push((name, offset));
        }
    }
    found
}

fn first_step(space: &Space, position: &dyn Position, through: bool) -> Groups {
    let (sheet, core) = (position.sheet(), position.core());
    let mut groups = Groups::new();
    for choice in position.choices() {
        let index = |amount| space.of_move(sheet, core, &choice.mv, amount);
        if let Move::Run { company, .. } = choice.mv {
            for (kind, candidate) in routes::kinds(position, company, through) {
                groups.entry(space.index(Part::Run, &[kind])).or_default().push(candidate);
            }
            continue;
        }
        let Some(amount) = choice.amount else {
            groups.entry(index(0)).or_default().push(Candidate::One(choice.mv));
            continue;
        };
        let names = named(&amount);
        for (name, offset) in &names {
            let mv = nth(&choice.mv, &amount, *offset);
            groups.entry(index(*name)).or_default().push(Candidate::One(mv));
        }
        if count(&amount) > names.len() {
            let all = Candidate::Span(choice.mv.clone(), amount);
            groups.entry(index(EXACT)).or_default().push(all);
        }
    }
    groups
}

// The next step between moves that share an index.
fn next_step(space: &Space, all: Vec<Candidate>) -> Groups {
    let tile = |c: &Candidate| match c {
        Candidate::One(mv) => space.of_tile(mv),
        _ => None,
    };
    let mut groups = Groups::new();
    if all.iter().all(|c| tile(c).is_some()) {
        for candidate in &all {
            groups.entry(tile(candidate).unwrap_or(0)).or_default().push(candidate.clone());
        }
        if groups.len() > 1 {
            return groups;
        }
        groups.clear();
    }
    let total: usize = all.iter().map(Candidate::count).sum();
    let width = total.div_ceil(WIDTH);
    let mut at = 0;
    for candidate in &all {
        let (mut from, n) = (0, candidate.count());
        while from < n {
            let many = (width - at % width).min(n - from);
            let index = space.index(Part::Which, &[at / width]);
            groups.entry(index).or_default().push(candidate.part(from, many));
            from += many;
            at += many;
        }
    }
    groups
}

impl Picker {
    /// The first step of a position.
    pub fn new(space: &Space, position: &dyn Position) -> Picker {
        Picker { stage: Stage::Among(first_step(space, position, true)), step: 0 }
    }

    /// Steps taken towards the move.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// The indices that may be chosen, in order.
    pub fn indices(&self, space: &Space, position: &dyn Position) -> Vec<usize> {
        match &self.stage {
            Stage::Among(groups) => groups.keys().copied().collect(),
            Stage::Routes(through) => through.indices(space, position),
        }
    }

    /// The actions that may be chosen, in the order of their indices.
    pub fn listed(&self, space: &Space, position: &dyn Position) -> Vec<Listed> {
        let Stage::Among(groups) = &self.stage else {
            let indices = self.indices(space, position).into_iter();
            return indices.map(|index| Listed { index, mv: None, moves: 0 }).collect();
        };
        let one = |(index, all): (&usize, &Vec<Candidate>)| {
            let (mv, moves) = match all.as_slice() {
                [Candidate::One(mv)] => (Some(mv.clone()), 1),
                [Candidate::Through(_)] => (None, 0),
                all => (None, all.iter().map(Candidate::count).sum()),
            };
            Listed { index: *index, mv, moves }
        };
        groups.iter().map(one).collect()
    }

    /// Chooses an action. A move comes out, or the next step begins.
    ///
    /// # Errors
    /// When the index may not be chosen now; nothing has changed then.
    pub fn pick(
        &mut self,
        space: &Space,
        position: &dyn Position,
        index: usize,
    ) -> Result<Option<Move>, Fault> {
        let closed = || Fault::NotHere(format!("action {index} may not be chosen now"));
        match &mut self.stage {
            Stage::Among(groups) => {
                let all = groups.get(&index).ok_or_else(closed)?;
                if let [Candidate::One(mv)] = all.as_slice() {
                    return Ok(Some(mv.clone()));
                }
                self.stage = match all.as_slice() {
                    [Candidate::Through(through)] => Stage::Routes(Box::new(through.clone())),
                    all => Stage::Among(next_step(space, all.to_vec())),
                };
            }
            Stage::Routes(through) => {
                if !through.indices(space, position).contains(&index) {
                    return Err(closed());
                }
                match through.choose(space, position, index) {
                    routes::Next::Stop => {}
                    routes::Next::Run(mv) => return Ok(Some(mv)),
                    routes::Next::Back => {
                        self.stage = Stage::Among(first_step(space, position, false));
                    }
                }
            }
        }
        self.step += 1;
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> Space {
        let setup = crate::Begin::of("1860", 2, 1).setup().expect("a setup");
        Space::of(crate::Line::start(setup).expect("a game").position().sheet())
    }

    #[test]
    fn every_amount_of_a_range_is_reached() {
        let space = space();
        for n in [1, 2, 3, 7, 8, 64, 65, 200, 4097] {
            let amount = Amount { min: 5, max: 5 + (n - 1) * 5, step: 5 };
            let mv = Move::Repay { amount: 5 };
            let mut open = vec![vec![Candidate::Span(mv, amount)]];
            let mut found = Vec::new();
            while let Some(all) = open.pop() {
                match all.as_slice() {
                    [Candidate::One(mv)] => found.push(mv.amount().expect("an amount")),
                    all => {
                        let groups = next_step(&space, all.to_vec());
                        assert!(groups.len() <= WIDTH, "{}", groups.len());
                        open.extend(groups.into_values());
                    }
                }
            }
            found.sort_unstable();
            let all: Vec<i32> = (0..n).map(|i| 5 + i * 5).collect();
            assert_eq!(found, all);
            assert!(named(&amount).len() <= EXACT);
        }
    }
}
