//! What the programs that must not compile begin with: `tests/refused.rs` says what they are.

use finch_formats::prelude::*;

/// A matrix, a vector that is as long as its rows, and a vector to write.
#[must_use]
pub fn inputs() -> (Csr<f64>, Vector<f64>, Vector<f64>) {
    let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0)], Add).unwrap();
    (a, Vector::from(vec![1.0, 10.0, 100.0]), Vector::default())
}
