//! What the tests of all libraries share.

use finch_formats::ErrorKind;
use finch_formats::interop::{Compressed, CompressedView};
use finch_formats::prelude::*;
use finch_formats::width::Width;

/// Matrices without rows, without columns, without entries, of one entry, with empty rows, full, and of many entries.
pub(crate) const SAMPLES: [[usize; 3]; 8] = [
    [0, 0, 0],
    [0, 3, 0],
    [3, 0, 0],
    [2, 3, 0],
    [1, 1, 1],
    [9, 5, 4],
    [4, 6, 24],
    [60, 200, 900],
];

/// A random matrix of so many rows, columns and entries, whose values are small whole numbers: sums of them are exact.
pub(crate) fn sample<P: Width, I: Width>([rows, cols, entries]: [usize; 3]) -> Compressed<f64, P, I> {
    let value = |random: &mut finch_formats::random::Random| 1.0 + random.below(9) as f64;
    Compressed::random([rows, cols], entries, 42, value).unwrap()
}

/// `1, 2, ..`
pub(crate) fn ramp(len: usize) -> Vec<f64> {
    (0..len).map(|i| 1.0 + i as f64).collect()
}

/// `y = a x`, over memory of somebody else's all around.
pub(crate) fn multiply(y: &mut VectorMut<f64>, a: &CompressedView<f64, usize, usize>, x: &VectorView<f64>) {
    finch! {
        y .= 0;
        for j, i { y[j] += a[j, i] * x[i] }
    }
    .run()
    .unwrap()
}

/// `y = aᵀ x`: the outer dimension of `a` is that of `x`.
pub(crate) fn multiply_by_columns(y: &mut VectorMut<f64>, a: &CompressedView<f64, usize, usize>, x: &VectorView<f64>) {
    finch! {
        y .= 0;
        for i, j { y[j] += a[i, j] * x[i] }
    }
    .run()
    .unwrap()
}

/// `y = aᵀ x` of a dense matrix.
pub(crate) fn multiply_dense_by_columns(y: &mut VectorMut<f64>, a: &MatrixView<f64>, x: &VectorView<f64>) {
    finch! {
        y .= 0;
        for i, j { y[j] += a[i, j] * x[i] }
    }
    .run()
    .unwrap()
}

/// The addresses of pointers, indices and values.
pub(crate) fn addresses<P: Width, I: Width>(a: &CompressedView<f64, P, I>) -> [usize; 3] {
    let list = a.level().child();
    places(list.ptr(), list.idx(), list.child().val())
}

/// The addresses of three slices.
pub(crate) fn places<A, B, C>(a: &[A], b: &[B], c: &[C]) -> [usize; 3] {
    [a.as_ptr().addr(), b.as_ptr().addr(), c.as_ptr().addr()]
}

/// The conversion is refused, in these words.
#[track_caller]
pub(crate) fn refused<T>(result: finch_formats::Result<T>, kind: ErrorKind, words: &str) {
    let error = result.err().expect("an error");
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(words), "{error}");
}
