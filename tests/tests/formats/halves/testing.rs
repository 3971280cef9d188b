//! What the tests of both levels share.

use finch_formats::prelude::*;
use finch_formats::triangular::Half;
use finch_tests::conformance::*;
use finch_tests::run;
use finch_traits::level::{Follows, Level, RowsFollow};
use typenum::U2;

/// Numbers of which half are zero.
pub(crate) fn scattered(seed: u64, count: usize) -> Vec<i64> {
    Dice(2 * seed + 1).values(count, 2)
}

/// The values of a half of a square of `n` rows, row by row, and of the other half 0.
pub(crate) fn halved<H: Half>(n: usize, values: &[i64]) -> Vec<i64> {
    (0..n * n)
        .map(|at| if H::holds(at / n, at % n) { values[at] } else { 0 })
        .collect()
}

/// The values of a half of a square of `n` rows, and the same ones where rows and columns are exchanged.
pub(crate) fn mirrored<H: Half>(n: usize, values: &[i64]) -> Vec<i64> {
    (0..n * n)
        .map(|at| {
            let (row, column) = (at / n, at % n);
            values[if H::holds(row, column) { at } else { column * n + row }]
        })
        .collect()
}

/// What is in a half, as the level packs it.
pub(crate) fn packed<H: Half>(n: usize, values: &[i64]) -> Vec<i64> {
    (0..n * n)
        .filter(|at| H::holds(at / n, at % n))
        .map(|at| values[at])
        .collect()
}

/// A square of `n` rows holds `values`, and so do its copies in other nests.
pub(crate) fn holds<L: Level<T = i64, Rank = U2>>(tensor: &Tensor<L>, n: usize, values: &[i64]) {
    assert_eq!(tensor.shape()[..], [n, n]);
    assert_eq!(all(tensor), values);
    assert_eq!(tensor.to_dense().unwrap(), values);
    let csr: Csr<i64> = tensor.convert().unwrap();
    let coo: Coo<i64> = tensor.drop_fills().unwrap();
    let flat: Matrix<i64> = tensor.convert().unwrap();
    let runs: RunMatrix<i64> = tensor.convert().unwrap();
    assert_eq!((&all(&csr)[..], &all(&coo)[..]), (values, values));
    assert_eq!((&all(&flat)[..], &all(&runs)[..]), (values, values));
    assert!(*tensor == csr && *tensor == coo && *tensor == flat);
}

/// What programs make of a tensor that holds `x`, together with others and in parts, is what loops make of `x`.
pub(crate) fn reads<L: Level<T = i64, Rank = U2> + Follows + RowsFollow>(a: &Tensor<L>, n: usize, x: &[i64]) {
    let y = scattered(n as u64 + 100, n * n);
    let lists = Dcsr::<i64>::from_dense([n, n], &y).unwrap();
    let flat = Matrix::<i64>::from_dense([n, n], &y).unwrap();
    let runs = RunMatrix::<i64>::from_dense([n, n], &y).unwrap();
    // Both outputs at once.
    macro_rules! expect {
        (for $j:ident, $i:ident; $(|$x:ident, $y:ident| $expected:expr => ($($value:tt)*);)*) => { $(
            let expected = zipped(x, &y, |$x, $y| $expected);
            let (mut dense, mut sparse) = (Matrix::<i64>::default(), Dcsr::<i64>::default());
            run! { dense .= 0; sparse .= 0; for $j, $i { dense[$j, $i] += $($value)*; sparse[$j, $i] = $($value)*; } }
            assert_eq!((all(&dense), all(&sparse)), (expected.clone(), expected), "{}", stringify!($($value)*));
        )* };
    }
    expect! { for j, i;
        |x, y| x + y => (a[j, i] + lists[j, i]);
        |x, y| x * y => (a[j, i] * lists[j, i]);
        |x, y| x * y => (a[follow(j), follow(i)] * lists[j, i]);
        |x, y| x + y => (a[j, i] + flat[j, i]);
        |x, y| x * y => (a[j, i] * runs[j, i]);
        |x, y| x + y => (a[j, i] + runs[j, i]);
        |x, _y| x + x => (a[j, i] + a[j, i]);
    }
    let w = line(&(0..n as i64).map(|k| 3 * k - 7).collect::<Vec<_>>());
    let (mut along, mut fast, mut across) = (Vector::default(), SparseVector::default(), Vector::default());
    run! { along .= 0; for j, i { along[j] += a[j, i] * w[i]; } }
    run! { fast .= 0; for j, i { fast[j] <<FastAdd>>= a[j, i] * w[i]; } }
    run! { across .= 0; for j, i { across[i] += a[j, i] * w[j]; } }
    let expected = product(x, w.values(), n, n, 1);
    assert_eq!((all(&along), all(&fast)), (expected.clone(), expected));
    assert_eq!(all(&across), product(w.values(), x, 1, n, n));
    // A part of the rows, and what a mask leaves of them.
    let (from, to) = (n / 3, n - n / 4);
    let mut part = Scalar::<i64>::default();
    run! { part .= 0; for j, i in from..to { if i >= j { part[] += a[j, i]; } } }
    let places = (0..n).flat_map(|j| (from..to).filter(move |&i| i >= j).map(move |i| j * n + i));
    assert_eq!(part.get(), places.map(|at| x[at]).sum::<i64>());
}

/// The half of `values`, written by a program whose loops go through the places in the other order.
pub(crate) fn written<H: Half, L: Written<U2>>(n: usize, values: &[i64]) -> Tensor<L> {
    let a = Matrix::<i64>::from_dense([n, n], values).unwrap();
    // Row `k` of the selection is where `n - 1 - k` is.
    let turned = PointMatrix::<i64>::from_triplets([n, n], (0..n).map(|k| ([k, n - 1 - k], 1)), Add).unwrap();
    let mut made = Tensor::<L>::default();
    if H::holds(1, 0) {
        run! { made .= 0; for k, j, i { if i <= j { made[j, i] += a[j, i] * turned[k, j]; } } }
    } else {
        run! { made .= 0; for k, j, i { if i >= j { made[j, i] += a[j, i] * turned[k, j]; } } }
    }
    made
}
