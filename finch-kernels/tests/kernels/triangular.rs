//! Triangular systems, against products with the solution.

use finch_kernels::prelude::*;
use finch_kernels::traits::level::Level;

/// A matrix of small numbers, dense, with a diagonal that divides.
fn a(n: usize) -> Vec<f64> {
    (0..n * n)
        .map(|p| match (p / n, p % n) {
            (i, j) if i == j => [1.0, 2.0, 4.0, 0.5][i % 4],
            (i, j) => [0.0, 3.0, 0.0, -1.0, 2.0][(3 * i + j) % 5],
        })
        .collect()
}

fn part(n: usize, keep: impl Fn(usize, usize) -> bool) -> Vec<f64> {
    let a = a(n);
    (0..n * n)
        .map(|p| if keep(p / n, p % n) { a[p] } else { 0.0 })
        .collect()
}

fn x(n: usize) -> Vec<f64> {
    (0..n).map(|i| (i % 5) as f64 - 2.0).collect()
}

/// What the part of the matrix makes of `x`; the diagonal is all ones if `unit`.
fn b(n: usize, unit: bool, keep: impl Fn(usize, usize) -> bool) -> Vector<f64> {
    let (a, x) = (a(n), x(n));
    let at = |i, j| match i == j {
        true if unit => 1.0,
        _ if keep(i, j) => a[n * i + j],
        _ => 0.0,
    };
    Vector::from(
        (0..n)
            .map(|i| (0..n).map(|j| at(i, j) * x[j]).sum())
            .collect::<Vec<f64>>(),
    )
}

fn check<L: Level<T = f64, Rank = typenum::U2>>(make: impl Fn(usize, &[f64]) -> Tensor<L>, lower: bool, upper: bool) {
    for n in [1, 2, 3, 8] {
        if lower {
            let l = make(n, &part(n, |i, j| j <= i));
            assert_eq!(
                triangular::solve_lower(&l, &b(n, false, |i, j| j <= i))
                    .unwrap()
                    .values(),
                x(n)
            );
            let l = make(n, &part(n, |i, j| j < i));
            assert_eq!(
                triangular::solve_unit_lower(&l, &b(n, true, |i, j| j <= i))
                    .unwrap()
                    .values(),
                x(n)
            );
        }
        if upper {
            let u = make(n, &part(n, |i, j| j >= i));
            assert_eq!(
                triangular::solve_upper(&u, &b(n, false, |i, j| j >= i))
                    .unwrap()
                    .values(),
                x(n)
            );
            let u = make(n, &part(n, |i, j| j > i));
            assert_eq!(
                triangular::solve_unit_upper(&u, &b(n, true, |i, j| j >= i))
                    .unwrap()
                    .values(),
                x(n)
            );
        }
    }
}

#[test]
fn solutions() {
    check(|n, a| Csr::from_dense([n, n], a).unwrap(), true, true);
    check(|n, a| Matrix::from_dense([n, n], a).unwrap(), true, true);
    check(|n, a| LowerMatrix::from_dense([n, n], a).unwrap(), true, false);
    check(|n, a| UpperMatrix::from_dense([n, n], a).unwrap(), false, true);
    // One triangle of a whole matrix.
    let whole = Csr::from_dense([8, 8], &a(8)).unwrap();
    assert_eq!(
        triangular::solve_lower(&whole, &b(8, false, |i, j| j <= i))
            .unwrap()
            .values(),
        x(8)
    );
    assert_eq!(
        triangular::solve_upper(&whole, &b(8, false, |i, j| j >= i))
            .unwrap()
            .values(),
        x(8)
    );
}

#[test]
fn what_cannot_be_solved() {
    #[track_caller]
    fn mismatches(solved: finch_kernels::Result<Vector<f64>>) {
        assert_eq!(solved.unwrap_err().kind(), ErrorKind::Mismatch)
    }
    let wide = Csr::<f64>::from_dense([2, 3], &[1.0; 6]).unwrap();
    let b = Vector::from(vec![1.0, 2.0]);
    mismatches(triangular::solve_lower(&wide, &b));
    mismatches(triangular::solve_upper(&wide, &b));
    let square = Csr::<f64>::from_dense([3, 3], &[1.0; 9]).unwrap();
    for b in [b, Vector::from(vec![1.0; 4])] {
        mismatches(triangular::solve_lower(&square, &b));
        mismatches(triangular::solve_upper(&square, &b));
        mismatches(triangular::solve_unit_lower(&square, &b));
        mismatches(triangular::solve_unit_upper(&square, &b));
    }
    let integers = Csr::<i64>::from_dense([2, 2], &[1, 0, 1, 0]).unwrap();
    assert!(triangular::solve_lower(&integers, &Vector::from(vec![1_i64, 2])).is_err());
}
