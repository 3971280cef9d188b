//! Conditions that hold at one index of a loop.

use crate::data::some;
use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use typenum::U2;

/// A condition that holds at one index of a loop looks up what is there, stored or not, in any format.
#[test]
fn one_index() {
    const N: usize = 7;
    let b = &Csr::<f64>::from_dense([N, N], &some(N * N, 20, 62)).unwrap();
    let right = &b.to_dense().unwrap();
    fn at(values: &[f64], i: usize, j: usize) -> f64 {
        values[i * N + j]
    }
    fn alone<L: Level<T = f64, Rank = U2>>(a: &Tensor<L>, b: &Csr<f64>, dense: &[f64], right: &[f64]) {
        let (mut y, mut z) = (Vector::<f64>::default(), Vector::<f64>::default());
        finch! {
            y .= 0;
            z .= 0;
            for i, j { if i == j { y[i] = a[i, j] + 1.0; } }
            for i, j { if i == j { z[i] += a[i, j] * b[i, j]; } }
        }
        .run()
        .unwrap();
        let expected: Vec<f64> = (0..N).map(|i| at(dense, i, i) + 1.0).collect();
        assert_eq!(y.values(), expected);
        let expected: Vec<f64> = (0..N).map(|i| at(dense, i, i) * at(right, i, i)).collect();
        assert_eq!(z.values(), expected);
    }
    fn beside_others<L: Level<T = f64, Rank = U2>>(a: &Tensor<L>, b: &Csr<f64>, dense: &[f64], right: &[f64]) {
        let (mut y, mut z) = (Vector::<f64>::default(), Vector::<f64>::default());
        let (mut below, mut diagonal) = (Scalar::<f64>::default(), Scalar::<f64>::default());
        finch! {
            y .= 0;
            z .= 0;
            below .= 0;
            diagonal .= 0;
            for i {
                for j {
                    let entry = a[i, j];
                    if j < i { below[] += entry; } else if j == i { diagonal[] += entry; y[i] = 1.0 - entry; } else { z[i] += entry; }
                }
            }
        }
        .run()
        .unwrap();
        let sum = |of: &dyn Fn(usize, usize) -> bool| -> f64 {
            let places = (0..N).flat_map(|i| (0..N).map(move |j| (i, j)));
            places.filter(|&(i, j)| of(i, j)).map(|(i, j)| at(dense, i, j)).sum()
        };
        assert_eq!((below.get(), diagonal.get()), (sum(&|i, j| j < i), sum(&|i, j| j == i)));
        let expected: Vec<f64> = (0..N).map(|i| 1.0 - at(dense, i, i)).collect();
        assert_eq!(y.values(), expected);
        let expected: Vec<f64> = (0..N).map(|row| sum(&|i, j| i == row && j > i)).collect();
        assert_eq!(z.values(), expected);
        // Several that are stored or not, and an index that is not in the loop.
        finch! {
            y .= 0;
            z .= 0;
            for i, j in 0..{ N - 1 } { if j == 2 { y[i] = a[i, j + 1] + b[i, j] + a[i, j]; } }
            for i in 1..N { for j { if i - j == 1 { z[j] += a[i, j] * 2.0 + b[i, j]; } } }
        }
        .run()
        .unwrap();
        let expected: Vec<f64> = (0..N)
            .map(|i| at(dense, i, 3) + at(right, i, 2) + at(dense, i, 2))
            .collect();
        assert_eq!(y.values(), expected);
        let next = |j: usize| {
            if j + 1 < N {
                at(dense, j + 1, j) * 2.0 + at(right, j + 1, j)
            } else {
                0.0
            }
        };
        assert_eq!(z.values(), Vec::from_iter((0..N).map(next)));
    }
    macro_rules! each {
        ($($run:ident: $($format:ident),*;)*) => { $( $( {
            let dense = some(N * N, 25, 61);
            $run(&$format::<f64>::from_dense([N, N], &dense).unwrap(), b, &dense, right);
        } )* )* };
    }
    // Of two formats that unfurl alike one is beside others.
    of_list! {
        { each! { alone: Csr, Coo, SparseRunMatrix; beside_others: Csr, Coo, SparseRunMatrix; } }
        { each! {
            alone: Matrix, Dcsr, SeparateCsr, HybridCsr, BlockCsr, BandMatrix, RunMatrix, PackBitsMatrix, DictMatrix;
            beside_others: Matrix, HybridCsr, BandMatrix, PackBitsMatrix, DictMatrix;
        } }
    }
}

/// Twice the same access, which gallops.
#[test]
fn one_index_twice() {
    const N: usize = 7;
    let a = Csr::<f64>::from_dense([N, N], &some(N * N, 25, 61)).unwrap();
    let (dense, mut y) = (a.to_dense().unwrap(), Vector::<f64>::default());
    finch! {
        y .= 0;
        for i, j { if i == j { y[i] += a[i, gallop(j)] * a[i, gallop(j)]; } }
    }
    .run()
    .unwrap();
    assert_eq!(
        y.values(),
        Vec::from_iter((0..N).map(|i| dense[i * N + i] * dense[i * N + i]))
    );
}
