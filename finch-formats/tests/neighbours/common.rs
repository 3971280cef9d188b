//! What the tests of all libraries share.

use finch_formats::ErrorKind;
use finch_formats::interop::{Compressed, CompressedView};
use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use finch_formats::width::Width;
use typenum::{U1, U2};

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

/// `a x`, made anew.
pub(crate) fn product(a: &Tensor<impl Level<T = f64, Rank = U2>>, x: &[f64]) -> Vec<f64> {
    let (x, mut y) = (VectorView::from(x), Vector::default());
    finch! { y .= 0; for j, i { y[j] += a[j, i] * x[i] } }.run().unwrap();
    y.values().to_vec()
}

/// The sum of `x`.
pub(crate) fn sum(x: &Tensor<impl Level<T = f64, Rank = U1>>) -> f64 {
    let mut sum = Scalar::<f64>::default();
    finch! { sum .= 0; for i { sum[] += x[i] } }.run().unwrap();
    sum.get()
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
pub(crate) fn multiply_by_columns<A>(y: &mut VectorMut<f64>, a: &Tensor<A>, x: &VectorView<f64>)
where
    A: Level<T = f64, Rank = U2>,
{
    finch! { y .= 0; for i, j { y[j] += a[i, j] * x[i] } }.run().unwrap()
}

/// A matrix of each size goes to another library and comes back, borrowed and moved, without a copy: its type for borrowed arrays, where
/// these are in it, and its type for arrays of its own.
macro_rules! there_and_back {
    ($sample:expr; $View:ident, |$matrix:ident| $places:expr; $Owned:ident) => {
        for size in $crate::common::SAMPLES {
            let a = $sample(size);
            let $matrix = $View::try_from(&a).unwrap();
            assert_eq!($places, $crate::common::addresses(&a.view()));
            let back = CompressedView::try_from($matrix).unwrap();
            assert_eq!($crate::common::addresses(&back), $crate::common::addresses(&a.view()));
            assert_eq!(back.to_triplets(), a.to_triplets());

            let (at, same) = ($crate::common::addresses(&a.view()), a.clone());
            let matrix = $Owned::try_from(a).unwrap();
            assert_eq!(
                $crate::common::addresses(&CompressedView::try_from(&matrix).unwrap()),
                at
            );
            let back = Compressed::try_from(matrix).unwrap();
            assert_eq!($crate::common::addresses(&back.view()), at);
            assert!(back.same_storage(&same));
        }
    };
}
pub(crate) use there_and_back;

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
