//! Systems of equations: substitution and iteration.

use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use finch_tests::run;
use typenum::U2;

const L: [f64; 16] = [
    2.0, 0.0, 0.0, 0.0, //
    1.0, 4.0, 0.0, 0.0, //
    0.0, 3.0, 1.0, 0.0, //
    5.0, 0.0, 2.0, 8.0,
];
const B: [f64; 4] = [2.0, 9.0, 9.0, 35.0];
const X: [f64; 4] = [1.0, 2.0, 3.0, 3.0];

#[test]
fn forward_substitution() {
    fn test<M: Level<T = f64, Rank = U2>>(l: Tensor<M>) {
        let b = Vector::from(B.to_vec());
        macro_rules! solves {
            ($x:ident, $s:ident; $($program:tt)*) => {
                let (mut $x, mut $s) = (Vector::<f64>::default(), Scalar::<f64>::default());
                run! { $x .= 0; $($program)* }
                assert_eq!($x.values(), X, "{}", M::NAME);
            };
        }
        solves! { x, s;
            for i {
                s .= 0;
                for j { if j < i { s[] += l[i, j] * x[j]; } }
                x[i] = (b[i] - s[]) / l[i, i];
            }
        }
        // One loop over the row, in which the diagonal comes last.
        solves! { x, s;
            s .= 0;
            for i {
                s[] := 0;
                for j {
                    if j < i { s[] += l[i, j] * x[j]; }
                    if j == i { x[i] = (b[i] - s[]) / l[i, j]; }
                }
            }
        }
        // The row is named: its phases walk on from one another.
        solves! { x, s;
            s .= 0;
            for i {
                s[] := 0;
                for j {
                    let a = l[i, j];
                    if j < i { s[] += a * x[j]; } else if j == i { x[i] = (b[i] - s[]) / a; }
                }
            }
        }
        // In place, without a scalar.
        let mut x = Vector::from(B.to_vec());
        run! {
            mut x;
            for i {
                for j { if j < i { x[i] -= l[i, j] * x[j]; } }
                x[i] := x[i] / l[i, i];
            }
        }
        assert_eq!(x.values(), X, "{}", M::NAME);
    }
    test(Matrix::from_dense([4, 4], &L).unwrap());
    test(Csr::from_dense([4, 4], &L).unwrap());
    test(Dcsr::from_dense([4, 4], &L).unwrap());
    test(LowerMatrix::from_dense([4, 4], &L).unwrap());
    test(Tensor::<Dense<SparseBlockList<Element<f64>>>>::from_dense([4, 4], &L).unwrap());
    test(Tensor::<Dense<Hybrid<Element<f64>>>>::from_dense([4, 4], &L).unwrap());
    test(Tensor::<Dense<SparseByteMap<Element<f64>>>>::from_dense([4, 4], &L).unwrap());
}

#[test]
fn by_columns() {
    // The columns of the matrix are the rows of what is stored: what is solved is subtracted from what is below.
    let columns = Csr::from_dense([4, 4], &std::array::from_fn::<_, 16, _>(|p| L[p % 4 * 4 + p / 4])).unwrap();
    let mut x = Vector::from(B.to_vec());
    run! {
        mut x;
        for j {
            x[j] := x[j] / columns[j, j];
            for i { if i > j { x[i] -= columns[j, i] * x[j]; } }
        }
    }
    assert_eq!(x.values(), X);
}

#[test]
fn gauss_seidel() {
    let a = Csr::from_dense([3, 3], &[4.0, 1.0, 0.0, 1.0, 4.0, 1.0, 0.0, 1.0, 4.0]).unwrap();
    let (b, mut x, mut s) = (
        Vector::from(vec![6.0, 12.0, 14.0]),
        Vector::from(vec![0.0; 3]),
        Scalar::<f64>::default(),
    );
    let mut expected = [0.0_f64; 3];
    let dense = a.to_dense().unwrap();
    for _ in 0..20 {
        for i in 0..3 {
            let others: f64 = (0..3).filter(|&j| j != i).map(|j| dense[3 * i + j] * expected[j]).sum();
            expected[i] = (b.values()[i] - others) / dense[4 * i]
        }
        run! {
            mut x;
            for i {
                s .= 0;
                for j { if j != i { s[] += a[i, j] * x[j]; } }
                x[i] := (b[i] - s[]) / a[i, i];
            }
        }
        assert_eq!(x.values(), expected);
    }
    assert!(
        x.values()
            .iter()
            .zip([1.0, 2.0, 3.0])
            .all(|(x, y)| (x - y).abs() < 1e-9)
    );
}

#[test]
fn cholesky() {
    // Of a dense matrix, in place: three loops.
    let l = Matrix::from_dense([4, 4], &L).unwrap();
    let mut a = Matrix::<f64>::default();
    run! {
        a .= 0;
        for i, j, k { a[i, j] += l[i, k] * l[j, k]; }
    }
    run! {
        mut a;
        for k {
            a[k, k] := a[k, k].sqrt();
            for i { if i > k { a[i, k] := a[i, k] / a[k, k]; } }
            for i { if i > k { for j { if k < j && j <= i { a[i, j] -= a[i, k] * a[j, k]; } } } }
        }
    }
    let mut lower = a.to_dense().unwrap();
    for i in 0..4 {
        for j in i + 1..4 {
            lower[4 * i + j] = 0.0
        }
    }
    assert_eq!(lower, L);
}
