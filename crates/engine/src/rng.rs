//! The one source of chance. Its stream is fixed for ever: ChaCha8 keyed by the seed, one 64-bit word a draw,
//! reduced by rejection so that every result is equally likely.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};

/// A seeded generator that is two numbers wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rng {
    seed: u64,
    draws: u32,
}

impl Rng {
    /// A generator at its beginning.
    pub const fn new(seed: u64) -> Rng {
        Rng { seed, draws: 0 }
    }

    /// Draws taken so far.
    pub const fn draws(&self) -> u32 {
        self.draws
    }

    /// A number below `n`, all equally likely. A choice with one candidate uses no draw.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "nothing to choose from");
        if n == 1 {
            return 0;
        }
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
}
