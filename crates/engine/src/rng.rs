//! The one source of chance. Its stream is fixed for ever: ChaCha8 keyed by the seed, one 64-bit word a draw,
//! reduced by rejection so that every result is equally likely.

use crate::{Drawn, Luck, luck::Skip};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A seeded generator that is two numbers wide. What else its luck says stands in the log, and is no part of a state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rng {
    seed: u64,
    draws: u32,
    // One pointer, because positions are copied very often.
    #[serde(skip)]
    course: Option<Arc<Course>>,
    #[serde(skip)]
    sight: Sight,
}

// What luck says besides the seed, and what was heard on the way.
#[derive(Clone, Debug, Default)]
struct Course {
    old: bool,
    drawn: Vec<Drawn>,
    skips: Vec<Skip>,
    heard: Option<Vec<Drawn>>,
}

// How far somebody sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Sight {
    #[default]
    Far,
    UpToChance,
    Ended,
}

impl PartialEq for Rng {
    fn eq(&self, other: &Rng) -> bool {
        (self.seed, self.draws) == (other.seed, other.draws)
    }
}

impl Eq for Rng {}

impl Rng {
    /// A generator at its beginning.
    pub const fn new(seed: u64) -> Rng {
        Rng { seed, draws: 0, course: None, sight: Sight::Far }
    }

    /// The same generator, on the course that a game's luck describes.
    #[must_use]
    pub fn follow(mut self, luck: Option<&Luck>) -> Rng {
        self.course = luck.map(|luck| {
            let (drawn, skips) = (luck.drawn.clone(), luck.skips.clone());
            let heard = luck.listens.then(|| self.heard().to_vec());
            Arc::new(Course { old: luck.old, drawn, skips, heard })
        });
        self
    }

    /// Another generator of the same kind.
    #[must_use]
    pub fn reseeded(&self, seed: u64) -> Rng {
        Rng { course: (!self.is_old()).then(Arc::default), ..Rng::new(seed) }
    }

    /// Draws taken so far.
    pub const fn draws(&self) -> u32 {
        self.draws
    }

    /// Where the next draw will be taken from: past those that were taken back.
    pub fn stand(&self) -> u32 {
        let skips = self.course.as_ref().map_or(&[][..], |course| &course.skips);
        skips.iter().find(|skip| skip.0 == self.draws).map_or(self.draws, |skip| skip.1)
    }

    /// Whether the game was begun without [`Luck`]: a title then draws as it did at that time.
    pub fn is_old(&self) -> bool {
        self.course.as_ref().is_none_or(|course| course.old)
    }

    /// What was drawn so far, if it was to be noted.
    pub fn heard(&self) -> &[Drawn] {
        self.course.as_ref().and_then(|course| course.heard.as_deref()).unwrap_or_default()
    }

    /// Notes an outcome that a title drew by a generator of its own.
    pub fn note(&mut self, drawn: Drawn) {
        if let Some(course) = &mut self.course
            && course.heard.is_some()
            && drawn.of > 1
        {
            Arc::make_mut(course).heard.get_or_insert_default().push(drawn);
        }
    }

    /// From now on nothing is drawn: whoever looks ahead sees up to the next draw.
    pub fn end_sight(&mut self) {
        self.sight = Sight::UpToChance;
    }

    /// To be asked before a draw, or before somebody acts who draws: whether sight ends here.
    pub fn is_unseen(&mut self) -> bool {
        if self.sight == Sight::UpToChance {
            self.sight = Sight::Ended;
        }
        self.sight_ended()
    }

    /// Whether sight has ended.
    pub fn sight_ended(&self) -> bool {
        self.sight == Sight::Ended
    }

    /// A number below `n`, all equally likely. A choice with one candidate uses no draw.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "nothing to choose from");
        if n == 1 || self.is_unseen() {
            return 0;
        }
        self.draws = self.stand();
        let known = self.course.as_ref().and_then(|c| c.drawn.get(self.draws as usize).copied());
        let index = match known {
            Some(known) => {
                self.draws += 1;
                known.index % n
            }
            None => self.drawn_below(n),
        };
        self.note(Drawn { index, of: n });
        index
    }

    fn drawn_below(&mut self, n: u32) -> u32 {
        let zone = u64::MAX - u64::MAX % u64::from(n);
        loop {
            let word = self.word();
            if word < zone {
                return (word % u64::from(n)) as u32;
            }
        }
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        let mut chacha = ChaCha8Rng::from_seed(key);
        chacha.set_word_pos(u128::from(self.draws) * 2);
        self.draws += 1;
        chacha.next_u64()
    }

    /// Puts a list into random order (Fisher-Yates from the end).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            list.swap(i, j);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_never_changes() {
        let mut rng = Rng::new(1860);
        let drawn: Vec<u32> = (0..8).map(|_| rng.below(1000)).collect();
        assert_eq!(drawn, STREAM, "games of earlier releases depend on this stream");
        let mut list = [0, 1, 2, 3, 4, 5];
        Rng::new(7).shuffle(&mut list);
        assert_eq!(list, SHUFFLED);
    }

    const STREAM: [u32; 8] = [72, 5, 517, 323, 721, 672, 418, 269];
    const SHUFFLED: [i32; 6] = [5, 1, 0, 4, 2, 3];

    #[test]
    fn a_single_candidate_uses_no_draw() {
        // LIL-SOLO-40
        let mut rng = Rng::new(1);
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.draws(), 0);
        rng.below(2);
        assert_eq!(rng.draws(), 1);
    }

    #[test]
    fn what_is_known_comes_first_then_the_seed() {
        let drawn = vec![Drawn { index: 3, of: 6 }, Drawn { index: 1, of: 2 }];
        let luck = Luck { drawn: drawn.clone(), listens: true, ..Luck::default() };
        let mut rng = Rng::new(1860).follow(Some(&luck));
        assert_eq!((rng.below(6), rng.below(2)), (3, 1));
        assert_eq!(rng.below(1000), STREAM[2]);
        assert_eq!(rng.heard()[..2], drawn);
        assert_eq!(rng.heard()[2], Drawn { index: STREAM[2], of: 1000 });
    }

    #[test]
    fn draws_that_were_taken_back_are_passed_over() {
        let luck = Luck { skips: vec![(1, 4)], ..Luck::default() };
        let mut rng = Rng::new(1860).follow(Some(&luck));
        assert_eq!((rng.below(1000), rng.stand()), (STREAM[0], 4));
        assert_eq!((rng.below(1000), rng.draws()), (STREAM[4], 5));
    }

    #[test]
    fn sight_ends_before_a_draw() {
        let mut rng = Rng::new(1860);
        rng.end_sight();
        assert_eq!((rng.below(1), rng.sight_ended()), (0, false), "nothing is drawn of one");
        assert!(rng.is_unseen() && rng.sight_ended());
        assert_eq!((rng.below(1000), rng.draws()), (0, 0));
    }
}
