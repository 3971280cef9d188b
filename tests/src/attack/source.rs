//! Decisions from bytes.

use crate::random::Random;

/// Decisions, one after the other, from bytes. When these are used up, each further decision is the first possible one.
#[derive(Clone, Copy, Debug)]
pub struct Source<'b> {
    bytes: &'b [u8],
}

/// So many bytes of a seed.
pub fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut random = Random::seeded(seed);
    (0..count).map(|_| random.number() as u8).collect()
}

impl<'b> Source<'b> {
    /// The decisions that these bytes make.
    pub fn new(bytes: &'b [u8]) -> Self {
        Source { bytes }
    }

    /// All bytes are used up.
    pub fn is_done(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes that are left.
    pub fn rest(&self) -> &'b [u8] {
        self.bytes
    }

    /// Any byte.
    pub fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            None => 0,
            Some((&first, rest)) => {
                self.bytes = rest;
                first
            }
        }
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        (0..8).fold(0, |number, _| number << 8 | u64::from(self.byte()))
    }

    /// A number below `end`, or 0 if there is none.
    pub fn below(&mut self, end: usize) -> usize {
        match end {
            0 | 1 => 0,
            2..=256 => usize::from(self.byte()) % end,
            257..=65536 => (usize::from(self.byte()) << 8 | usize::from(self.byte())) % end,
            _ => (self.number() % end as u64) as usize,
        }
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of these.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A whole number from -4 to 4, which most often is not zero.
    pub fn value(&mut self) -> f64 {
        self.below(9) as f64 - 4.0
    }
}
