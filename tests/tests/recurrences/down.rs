//! Loops that run down.

use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use finch_tests::run;
use typenum::{U1, U2};

#[test]
fn suffix_sums() {
    fn test<L: Level<T = f64, Rank = U1>>(x: Tensor<L>) {
        let dense = x.to_dense().unwrap();
        let (mut sum, mut expected) = (0.0, vec![0.0; dense.len()]);
        for i in (0..dense.len()).rev() {
            sum += dense[i];
            expected[i] = sum
        }
        let (n, mut s, mut y) = (dense.len(), Scalar::<f64>::default(), Vector::<f64>::default());
        run! {
            s .= 0;
            y .= 0;
            for i in (0..n).rev() { s[] += x[i]; y[i] = s[]; }
        }
        assert_eq!(y.values(), expected, "{}", L::NAME);
        run! {
            y .= 0;
            for i in (0..n).rev() { y[i] = coalesce(y[~(i + 1)], 0) + x[i]; }
        }
        assert_eq!(y.values(), expected, "{}", L::NAME);
        // Of a part, and of nothing.
        run! {
            s .= 0;
            for i in (2..5).rev() { s[] := s[] * 2.0 + x[i]; }
            for i in (3..3).rev() { s[] := s[] * 2.0 + x[i]; }
        }
        assert_eq!(s.get(), dense[4] * 4.0 + dense[3] * 2.0 + dense[2], "{}", L::NAME);
    }
    let x = [0.0, 3.0, 3.0, 0.0, 0.0, 1.0, 2.0, 2.0];
    test(Vector::from(x.to_vec()));
    test(SparseVector::from_dense([8], &x).unwrap());
    test(RunVector::from_dense([8], &x).unwrap());
    test(Tensor::<SparseBlockList<Element<f64>>>::from_dense([8], &x).unwrap());
    test(Tensor::<SparseByteMap<Element<f64>>>::from_dense([8], &x).unwrap());
    let mut y = ByteMapVector::<f64>::default();
    run! {
        y .= 0;
        for i in (0..8).rev() { if i != 3 { y[i] = i as f64; } }
    }
    assert_eq!(y.to_dense().unwrap(), [0.0, 1.0, 2.0, 0.0, 4.0, 5.0, 6.0, 7.0]);
}

#[test]
fn backward_substitution() {
    fn test<M: Level<T = f64, Rank = U2>>(u: Tensor<M>) {
        let (b, mut x, mut s) = (
            Vector::from(vec![8.0, 11.0, 12.0]),
            Vector::<f64>::default(),
            Scalar::<f64>::default(),
        );
        run! {
            x .= 0;
            for i in (0..3).rev() {
                s .= 0;
                for j { if j > i { s[] += u[i, j] * x[j]; } }
                x[i] = (b[i] - s[]) / u[i, i];
            }
        }
        assert_eq!(x.values(), [1.0, 2.0, 3.0], "{}", M::NAME);
    }
    let u = [3.0, 1.0, 1.0, 0.0, 4.0, 1.0, 0.0, 0.0, 4.0];
    test(Matrix::from_dense([3, 3], &u).unwrap());
    test(Csr::from_dense([3, 3], &u).unwrap());
    test(UpperMatrix::from_dense([3, 3], &u).unwrap());
}

#[test]
fn knapsack() {
    // Each item once: larger capacities first.
    let (weight, value) = ([3_usize, 4, 2, 5], [4_u64, 5, 3, 8]);
    let mut expected = vec![0_u64; 11];
    let mut best = Vector::filled([11], 0_u64).unwrap();
    for (&w, &v) in weight.iter().zip(&value) {
        for c in (w..11).rev() {
            expected[c] = expected[c].max(expected[c - w] + v)
        }
        run! {
            mut best;
            for c in (w..11).rev() { best[c] <<max>>= best[c - w] + v; }
        }
    }
    assert_eq!(best.values(), expected);
}

#[test]
fn rows_within() {
    // Down along one index, up along the other, and both down.
    let a = Csr::from_dense([3, 3], &[1.0, 0.0, 2.0, 0.0, 0.0, 3.0, 4.0, 0.0, 0.0]).unwrap();
    let dense = a.to_dense().unwrap();
    let (mut s, mut y, mut z) = <(Scalar<f64>, Matrix<f64>, Matrix<f64>)>::default();
    run! {
        s .= 0;
        y .= 0;
        z .= 0;
        for i in (0..3).rev(), j { s[] += a[i, j]; y[i, j] = s[]; }
        for i in (0..3).rev(), j in (0..3).rev() { z[i, j] = coalesce(z[i, ~(j + 1)], 0) + a[i, j]; }
    }
    let (mut sum, mut expected) = (0.0, [0.0; 9]);
    for i in (0..3).rev() {
        for j in 0..3 {
            sum += dense[3 * i + j];
            expected[3 * i + j] = sum
        }
    }
    assert_eq!(y.values(), expected);
    for i in 0..3 {
        let mut sum = 0.0;
        for j in (0..3).rev() {
            sum += dense[3 * i + j];
            expected[3 * i + j] = sum
        }
    }
    assert_eq!(z.values(), expected);
}
