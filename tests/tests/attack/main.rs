//! An attack on the library, kept as a test: whatever safe code does, tensors are valid and nothing is read or written beyond
//! arrays, which checked mode would notice.
//!
//! | module | |
//! |---|---|
//! | `arrays` | random arrays through every constructor |
//! | `bombs` | a panic in every call of user code |
//! | `decisions` | what attacks decide by |
//! | `elsewhere` | a panic in user code that writes no tensor |
//! | `places` | sums of indices and numbers that might wrap around |
//! | `products` | programs that read what they write, over semirings of a user's own |
//! | `lifecycles` | random lives of tensors |
//! | `nests` | which nests are attacked |
//! | `laws` | laws, comparisons and orders that lie |
//! | `odd` | traits that anybody may implement, implemented oddly |
//! | `others` | outputs that are scalars and slices, programs that another thread runs |
//! | `parallel` | parallel loops of which parts panic, and whose laws lie |
//! | `threads` | programs that borrow the same tensors at once |
//!
//! What attacks have found is a suite of its own, `found`, which is to hold in release builds too, without checked mode.
//!
//! The attacks are those of `finch_tests::attack`, from fixed seeds; `tests/fuzz` goes on without end. The feature `exhaustive`
//! brings more nests, parallel loops and longer runs.

mod arrays;
mod bombs;
mod decisions;
mod elsewhere;
mod laws;
mod lifecycles;
#[cfg(feature = "exhaustive")]
mod nests;
mod odd;
mod others;
#[cfg(feature = "exhaustive")]
mod parallel;
mod places;
mod products;
mod threads;

use finch_tests::attack::bytes;
use std::thread::panicking;

/// So many times as many seeds.
const LENGTH: u64 = if cfg!(feature = "exhaustive") { 6 } else { 1 };

/// The seed that failed.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if panicking() {
            eprintln!("seed {}", self.0)
        }
    }
}

/// An attack by `length` bytes of so many seeds.
fn by_chance(seeds: u64, length: usize, attack: impl Fn(&[u8])) {
    for seed in 0..seeds * LENGTH {
        let _named = Seed(seed);
        attack(&bytes(seed, length))
    }
}
