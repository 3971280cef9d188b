//! Several statements into one output, which takes the union of what they need.

use finch_formats::prelude::*;
use finch_formats::traits::lifecycle::WriteLevel;
use typenum::{U1, U2};

fn vector(values: &[i64]) -> Vector<i64> {
    Vector::from(values.to_vec())
}

#[test]
fn one_beside_the_other() {
    fn test<L: WriteLevel<T = i64, Rank = U1, Fill = Zero> + Default>(mut d: Tensor<L>) {
        let (a, b) = (vector(&[1, 0, 3]), vector(&[4, 5]));
        let n = 3;
        finch! {
            d .= 0;
            for i { d[i] = a[i]; }
            for i { d[i + n] = b[i]; }
        }
        .run()
        .unwrap();
        assert_eq!(d.to_dense().unwrap(), [1, 0, 3, 4, 5], "{}", L::NAME);
        // What it has already does not matter.
        finch! {
            d .= 0;
            for i { d[i] = b[i]; }
            for i { d[i + 2] = b[i]; }
        }
        .run()
        .unwrap();
        assert_eq!(d.to_dense().unwrap(), [4, 5, 4, 5], "{}", L::NAME);
    }
    test(Vector::default());
    test(SparseVector::default());
    test(Tensor::<SparseByteMap<Element<i64>>>::default());
    test(RunVector::default());
}

#[test]
fn the_last_one_first() {
    let (a, b, mut d) = (vector(&[1, 2, 3]), vector(&[4, 5]), Vector::default());
    finch! {
        d .= 0;
        for i { d[i + 3] = b[i]; }
        for i { d[i] = a[i]; }
    }
    .run()
    .unwrap();
    assert_eq!(d.values(), [1, 2, 3, 4, 5]);
}

#[test]
fn matrices() {
    fn test<L: WriteLevel<T = i64, Rank = U2, Fill = Zero> + Default>(mut d: Tensor<L>) {
        let a = Matrix::from_dense([1, 2], &[1, 2]).unwrap();
        let b = Matrix::from_dense([2, 2], &[3, 4, 5, 6]).unwrap();
        finch! {
            d .= 0;
            for i, j { d[i, j] = a[i, j]; }
            for i, j { d[i + 1, j] = b[i, j]; }
        }
        .run()
        .unwrap();
        assert_eq!(d.shape()[..], [3, 2]);
        assert_eq!(d.to_dense().unwrap(), [1, 2, 3, 4, 5, 6], "{}", L::NAME);
        // Along both.
        finch! {
            d .= 0;
            for i, j { d[i, j] = a[i, j]; }
            for i, j { d[i + 1, j + 2] = b[i, j]; }
        }
        .run()
        .unwrap();
        assert_eq!(d.shape()[..], [3, 4]);
        assert_eq!(
            d.to_dense().unwrap(),
            [1, 2, 0, 0, 0, 0, 3, 4, 0, 0, 5, 6],
            "{}",
            L::NAME
        );
    }
    test(Matrix::default());
    test(Csr::default());
    test(Dcsr::default());
}

#[test]
fn a_range_and_a_loop() {
    let (a, mut d) = (vector(&[1, 2, 3]), Vector::default());
    finch! {
        d .= 0;
        for i in 0..5 { d[i] = 1; }
        for i { d[i] += a[i]; }
    }
    .run()
    .unwrap();
    assert_eq!(d.values(), [2, 3, 4, 1, 1]);
    finch! {
        d .= 0;
        for i { d[i] = a[i]; }
        for i in 0..5 { d[i] += 1; }
    }
    .run()
    .unwrap();
    assert_eq!(d.values(), [2, 3, 4, 1, 1]);
}

/// A loop that nothing else gives an extent goes as far as there is room.
#[test]
fn room() {
    let (a, mut d) = (vector(&[1, 2, 3]), Vector::default());
    finch! {
        d .= 0;
        for i { d[i] = a[i]; }
        for i { d[i + 1] += 10; }
        for i { d[i] += 100; }
    }
    .run()
    .unwrap();
    assert_eq!(d.values(), [101, 112, 113]);
    // As far as the place that leaves least.
    finch! {
        d .= 0;
        for i { d[i] = a[i]; }
        for i { d[i + 1] += 10; d[i + 2] += 100; }
    }
    .run()
    .unwrap();
    assert_eq!(d.values(), [1, 12, 103]);
}

/// What is read after the statements that write it has all that they wrote.
#[test]
fn read_behind_them() {
    let (a, b, mut d, mut s) = (vector(&[1, 2]), vector(&[3, 4]), Vector::default(), Scalar::new(0));
    finch! {
        d .= 0;
        s .= 0;
        for i { d[i] = a[i]; }
        for i { d[i + 2] = b[i]; }
        for i { s[] += d[i]; }
    }
    .run()
    .unwrap();
    assert_eq!((d.values(), s.get()), (&[1, 2, 3, 4][..], 10));
}
