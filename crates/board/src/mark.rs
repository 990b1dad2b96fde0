//! A hash for tables of results.

use std::hash::Hasher;

/// A small, fast hash that is the same on every machine, for what is worked out once and kept.
#[derive(Clone, Copy, Debug)]
pub struct Mark(u64);

impl Default for Mark {
    fn default() -> Mark {
        Mark(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Mark {
    fn finish(&self) -> u64 {
        // Spread the low bits: table positions come from them.
        (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u16(&mut self, n: u16) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}
