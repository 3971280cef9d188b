//! What `let` names, as a place: beside plain loops over dense arrays.

use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use finch_tests::run;
use typenum::{U1, U2};

const X: [f64; 6] = [1.0, 0.0, 3.0, 3.0, 0.0, 6.0];
const PLACES: [u32; 6] = [4, 0, 3, 3, 5, 1];
const A: [f64; 12] = [1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 3.0, 0.0, 4.0];

fn places() -> Vector<u32> {
    Vector::from(PLACES.to_vec())
}

/// Reads of vectors: at a name, at sums with it, and beyond the extent.
#[test]
fn vectors_are_read() {
    fn test<L: Level<T = f64, Rank = U1>>(x: Tensor<L>) {
        let k = places();
        let mut y = Vector::<f64>::default();
        run! { y .= 0; for i { let p = k[i]; y[i] = x[p]; } }
        assert_eq!(y.values(), PLACES.map(|p| X[p as usize]), "{}", L::NAME);
        run! { y .= 0; for i { let p = k[i]; y[i] = x[p / 2 + i / 3] - x[p % 2]; } }
        let expected: Vec<f64> = (0..6)
            .map(|i| X[PLACES[i] as usize / 2 + i / 3] - X[PLACES[i] as usize % 2])
            .collect();
        assert_eq!(y.values(), expected, "{}", L::NAME);
        run! { y .= 0; for i { let p = k[i]; y[i] = coalesce(x[~(p - 1)], 7.0) + coalesce(x[~(p + i)], 9.0); } }
        let expected: Vec<f64> = (0..6)
            .map(|i| {
                let p = PLACES[i] as usize;
                p.checked_sub(1).map_or(7.0, |p| X[p]) + X.get(p + i).unwrap_or(&9.0)
            })
            .collect();
        assert_eq!(y.values(), expected, "{}", L::NAME);
        // A name of a name, a function of one, and one beside the value that is named.
        run! { y .= 0; for i { let p = k[i]; let q = k[p]; y[i] = x[q] * 10.0 + x[p]; } }
        let expected: Vec<f64> = (0..6)
            .map(|i| X[PLACES[PLACES[i] as usize] as usize] * 10.0 + X[PLACES[i] as usize])
            .collect();
        assert_eq!(y.values(), expected, "{}", L::NAME);
        let half = |p: u32| p / 2;
        run! { y .= 0; for i { let p = k[i]; y[i] = x[half(p)] + x[k[p]]; } }
        let expected: Vec<f64> = (0..6)
            .map(|i| X[PLACES[i] as usize / 2] + X[PLACES[PLACES[i] as usize] as usize])
            .collect();
        assert_eq!(y.values(), expected, "{}", L::NAME);
        // Calculated of an index; of a float, which is converted.
        run! { y .= 0; for i in 0..6 { let p = 5 - i; y[i] = x[p]; } }
        let expected: Vec<f64> = X.iter().rev().copied().collect();
        assert_eq!(y.values(), expected, "{}", L::NAME);
        run! { y .= 0; for i in 0..6 { let p = x[i]; y[i] = x[~(p as usize)]; } }
        let expected = X.map(|p| X.get(p as usize).copied().unwrap_or(0.0));
        assert_eq!(y.values(), expected, "{}", L::NAME);
        // Named outside of loops, and outside of the one that moves.
        let mut three = Vector::<f64>::default();
        run! { three .= 0; let p = k[1]; let q = k[2]; for i in 0..3 { three[i] = x[p + i] - x[q]; } }
        assert_eq!(three.values(), [X[0] - X[3], X[1] - X[3], X[2] - X[3]], "{}", L::NAME);
        let mut sums = Vector::<f64>::default();
        run! { sums .= 0; for j { let p = k[j]; for i in 0..2 { sums[j] += x[~(p + i)]; } } }
        let expected = PLACES.map(|p| X.iter().skip(p as usize).take(2).sum::<f64>());
        assert_eq!(sums.values(), expected, "{}", L::NAME);
        // Under a condition of it, where only some of the statements use it.
        let mut t = Scalar::<f64>::default();
        run! { y .= 0; t .= 0; for i { let p = k[i]; if p > 1 { y[i] = x[p]; } t[] += x[i]; } }
        let expected = PLACES.map(|p| if p > 1 { X[p as usize] } else { 0.0 });
        assert_eq!((y.values(), t.get()), (&expected[..], X.iter().sum()), "{}", L::NAME);
    }
    of_list! {
        {
            test(Vector::from(X.to_vec()));
            test(SparseVector::from_dense([6], &X).unwrap());
        }
        {
            test(RunVector::from_dense([6], &X).unwrap());
            test(Tensor::<SparseBlockList<Element<f64>>>::from_dense([6], &X).unwrap());
            test(Tensor::<SparseByteMap<Element<f64>>>::from_dense([6], &X).unwrap());
        }
    }
}

/// Reads of matrices: the name comes first, last, and together with an index; of a loop around it or inside of it.
#[test]
fn matrices_are_read() {
    fn test<L: Level<T = f64, Rank = U2>>(a: Tensor<L>) {
        let at = |j: usize, i: usize| A[3 * j + i];
        let (rows, columns) = (Vector::from(vec![2_usize, 0, 3]), Vector::from(vec![1_u8, 2, 0, 2]));
        let mut b = Matrix::<f64>::default();
        run! { b .= 0; for j { let p = rows[j]; for i { b[j, i] = a[p, i]; } } }
        let expected: Vec<f64> = [2, 0, 3].iter().flat_map(|&p| (0..3).map(move |i| at(p, i))).collect();
        assert_eq!(b.to_dense().unwrap(), expected, "{}", L::NAME);
        run! { b .= 0; for j, i { let p = columns[i]; b[j, i] = a[j, p]; } }
        let expected: Vec<f64> = (0..4).flat_map(|j| [1, 2, 0, 2].map(|p| at(j, p))).collect();
        assert_eq!(b.to_dense().unwrap(), expected, "{}", L::NAME);
        run! { b .= 0; for j { let p = columns[j]; for i { b[j, i] = a[i, p]; } } }
        let expected: Vec<f64> = [1, 2, 0, 2]
            .iter()
            .flat_map(|&p| (0..4).map(move |i| at(i, p)))
            .collect();
        assert_eq!(b.to_dense().unwrap(), expected, "{}", L::NAME);
        let mut y = Vector::<f64>::default();
        run! { y .= 0; for j in 0..3 { let p = rows[j]; let q = columns[j]; y[j] = a[p, q]; } }
        assert_eq!(y.values(), [at(2, 1), at(0, 2), at(3, 0)], "{}", L::NAME);
        // The value that is named, and statements that do not name it.
        run! { b .= 0; y .= 0; for j { let p = columns[j]; for i { b[j, i] = a[j, p] * a[j, i]; y[j] += a[j, i]; } } }
        let expected: Vec<f64> = (0..4)
            .flat_map(|j| (0..3).map(move |i| at(j, [1, 2, 0, 2][j]) * at(j, i)))
            .collect();
        assert_eq!(b.to_dense().unwrap(), expected, "{}", L::NAME);
        assert_eq!(y.values(), [3.0, 0.0, 3.0, 7.0], "{}", L::NAME);
        // One value for the whole loop.
        let s = Scalar::new(2_usize);
        run! { y .= 0; for j { let p = s[]; if p > 1 { y[j] = a[j, p] + a[p, p]; } } }
        assert_eq!(
            y.values(),
            [at(0, 2) + at(2, 2), at(2, 2), 2.0 * at(2, 2), at(3, 2) + at(2, 2)],
            "{}",
            L::NAME
        );
    }
    of_list! {
        {
            test(Matrix::from_dense([4, 3], &A).unwrap());
            test(Csr::from_dense([4, 3], &A).unwrap());
        }
        {
            test(Dcsr::from_dense([4, 3], &A).unwrap());
            test(Tensor::<Dense<SparseBlockList<Element<f64>>>>::from_dense([4, 3], &A).unwrap());
            test(Tensor::<Dense<RunList<Element<f64>>>>::from_dense([4, 3], &A).unwrap());
        }
    }
}

/// Outputs that can be written at any place.
#[test]
fn outputs_are_written() {
    fn test<L: Level<T = f64, Rank = U1>>(x: Tensor<L>) {
        let k = places();
        let mut expected = [0.0; 6];
        PLACES.iter().zip(X).for_each(|(&p, x)| expected[p as usize] += x);
        let mut y = Vector::from(vec![0.0; 6]);
        run! { mut y; for i { let p = k[i]; y[p] += x[i]; } }
        assert_eq!(y.values(), expected, "{}", L::NAME);
        let mut map = Tensor::<SparseByteMap<Element<f64>>>::empty([6]).unwrap();
        run! { mut map; for i { let p = k[i]; map[p] += x[i]; } }
        assert_eq!(map.to_dense().unwrap(), expected, "{}", L::NAME);
        // Rows at a name, entries at a name, beside others.
        let (mut rows, mut both) = (
            Matrix::<f64>::empty([6, 6]).unwrap(),
            Matrix::<f64>::empty([6, 6]).unwrap(),
        );
        run! {
            mut rows;
            mut both;
            for j {
                let p = k[j];
                for i { rows[p, i] += x[i]; }
                for i { let q = k[i]; both[p, q] += x[i]; both[j, q] += -1.0; }
            }
        }
        let (mut all_rows, mut all_both) = ([0.0; 36], [0.0; 36]);
        for j in 0..6 {
            for i in 0..6 {
                let (p, q) = (PLACES[j] as usize, PLACES[i] as usize);
                all_rows[6 * p + i] += X[i];
                all_both[6 * p + q] += X[i];
                all_both[6 * j + q] -= 1.0
            }
        }
        assert_eq!(rows.to_dense().unwrap(), all_rows, "{}", L::NAME);
        assert_eq!(both.to_dense().unwrap(), all_both, "{}", L::NAME);
        // What is beyond is dropped; what is missing has no place.
        let mut y = Vector::from(vec![0.0; 4]);
        run! { mut y; for i { let p = k[i]; y[~p] += x[i]; } }
        assert_eq!(y.values(), &expected[..4], "{}", L::NAME);
        let mut y = Vector::from(vec![0.0; 6]);
        run! { mut y; for i in 0..6 { let p = k[~(i + 3)]; y[p] += x[i]; } }
        let mut expected = [0.0; 6];
        (0..3).for_each(|i| expected[PLACES[i + 3] as usize] += X[i]);
        assert_eq!(y.values(), expected, "{}", L::NAME);
    }
    test(Vector::from(X.to_vec()));
    of_list! {
        {
            test(SparseVector::from_dense([6], &X).unwrap());
        }
        {
            test(RunVector::from_dense([6], &X).unwrap());
        }
    }
}
