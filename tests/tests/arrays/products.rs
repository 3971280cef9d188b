//! Products within expressions: values beside naive loops, the format that is inferred, and what is computed.

use crate::name::check;
use finch_formats::array::vector;
use finch_formats::prelude::*;
use finch_formats::traits::algebra::semiring::{FastPlusTimes, MinPlus};
use finch_formats::{Error, ErrorKind};

/// Rows: empty, full, entries that cancel each other in a product.
const A: [f64; 12] = [0.0, 2.0, -2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 3.0, 0.0, 4.0];
const B: [f64; 20] = [
    1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0, 5.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0,
];
/// Where the product of both is asked for.
const S: [f64; 15] = [
    0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0, 0.0, -1.0, 0.0, 0.0, 0.0, 4.0,
];

/// `a` times `b`, of `m` by `n` values.
fn times(a: &[f64], b: &[f64], [m, l, n]: [usize; 3]) -> Vec<f64> {
    let value = |at: usize| (0..l).map(|k| a[at / n * l + k] * b[k * n + at % n]).sum();
    (0..m * n).map(value).collect()
}

/// The transpose of `m` by `n` values.
fn transposed(a: &[f64], [m, n]: [usize; 2]) -> Vec<f64> {
    (0..m * n).map(|at| a[at % m * n + at / m]).collect()
}

/// Each pair of formats: the product alone, and within an expression.
macro_rules! pairs {
    ($($left:ident $right:ident: $product:literal $scaled:literal $sampled:literal;)*) => {
        #[test]
        fn of_pairs_of_formats() -> Result<(), Error> {
            let product = times(&A, &B, [3, 4, 5]);
            let scaled: Vec<f64> = product.iter().map(|value| value * 2.0).collect();
            let sampled: Vec<f64> = product.iter().zip(&S).map(|(value, s)| value * s).collect();
            let s: Csr<f64> = Matrix::from_dense([3, 5], &S)?.drop_fills()?;
            $({
                let a: $left<f64> = Matrix::from_dense([3, 4], &A)?.drop_fills()?;
                let b: $right<f64> = Matrix::from_dense([4, 5], &B)?.drop_fills()?;
                check(a.matmul(&b), $product, &product)?;
                check(a.matmul(&b) * 2.0, $scaled, &scaled)?;
                let result = check(&s * a.matmul(&b), $sampled, &sampled)?;
                assert!(result.count_stored() <= s.count_stored());
            })*
            Ok(())
        }
    };
}

pairs! {
    Csr Csr: "Csr" "Csr" "Csr";
    Csr Matrix: "Matrix" "Matrix" "Csr";
    Dcsr Csr: "Dcsr" "Dcsr" "Dcsr";
    Dcsr Matrix: "SparseList<Dense<Element<f64>>>" "SparseList<Dense<Element<f64>>>" "Dcsr";
    Matrix Matrix: "Matrix" "Matrix" "Csr";
    Matrix RunMatrix: "Matrix" "Matrix" "Csr";
}

/// The product of dense matrices where a sparse one stores something: no other value is computed, and none is stored.
#[test]
fn sampled() -> Result<(), Error> {
    let (a, b) = (
        Matrix::from_dense([3, 4], &A)?,
        Matrix::from_dense([5, 4], &transposed(&B, [4, 5]))?,
    );
    let s: Csr<f64> = Matrix::from_dense([3, 5], &S)?.drop_fills()?;
    let product = times(&A, &B, [3, 4, 5]);
    let expected: Vec<f64> = product.iter().zip(&S).map(|(value, s)| value * s).collect();
    let c = check(&s * a.matmul(&b.t()), "Csr", &expected)?;
    assert_eq!(c.count_stored(), s.count_stored());
    let fast = (&s * a.matmul_semiring(FastPlusTimes, &b.t())).compute()?;
    assert_eq!(fast.to_dense()?, expected);
    // Sums and other reductions of it, along rows, and as an output that there is.
    assert_eq!((&s * a.matmul(&b.t())).sum()?, expected.iter().sum::<f64>());
    let rows: Vector<f64> = (&s * a.matmul(&b.t())).sum_axis::<1>().compute()?;
    let sums: Vec<f64> = expected.chunks(5).map(|row| row.iter().sum()).collect();
    assert_eq!(rows.values(), sums);
    let mut out = Matrix::default();
    (a.matmul(&b.t()) - &s).assign_to(&mut out)?;
    let differences: Vec<f64> = product.iter().zip(&S).map(|(value, s)| value - s).collect();
    assert_eq!(out.values(), differences);
    let (place, _) = (&s * a.matmul(&b.t())).argmax()?.unwrap();
    let greatest = expected.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    assert_eq!(expected[place[0] * 5 + place[1]], greatest);
    Ok(())
}

#[test]
fn with_vectors() -> Result<(), Error> {
    let x = [1.0, -1.0, 2.0, 0.5];
    let y = [3.0, 0.0, -2.0];
    let ax = times(&A, &x, [3, 4, 1]);
    let ya = times(&y, &A, [1, 3, 4]);
    let (v, w) = (Vector::from(x.to_vec()), Vector::from(y.to_vec()));
    let sparse: SparseVector<f64> = w.drop_fills()?;
    let (a, d): (Csr<f64>, Dcsr<f64>) = (
        Matrix::from_dense([3, 4], &A)?.drop_fills()?,
        Matrix::from_dense([3, 4], &A)?.drop_fills()?,
    );
    check(a.matmul(&v), "Vector", &ax)?;
    check(a.matmul(&x), "Vector", &ax)?;
    check(d.matmul(&v), "SparseVector", &ax)?;
    check(w.matmul(&a), "SparseVector", &ya)?;
    check(vector(&y).matmul(&Matrix::from_dense([3, 4], &A)?), "Vector", &ya)?;
    check(sparse.matmul(&d), "SparseVector", &ya)?;
    // A bilinear form, in one nest of loops.
    let form: f64 = ax.iter().zip(&y).map(|(a, y)| a * y).sum();
    assert_eq!((&w * a.matmul(&v)).sum()?, form);
    assert_eq!(w.dot(a.matmul(&v))?, form);
    // A residual, and a product that stands for each row of a matrix.
    let residual: Vec<f64> = ax.iter().zip(&y).map(|(a, y)| y - a).collect();
    check(&w - a.matmul(&v), "Vector", &residual)?;
    let repeated: Vec<f64> = (0..12).map(|at| A[at] * ax[at / 4]).collect();
    check(&a * a.matmul(&v).column(), "Csr", &repeated)?;
    Ok(())
}

/// Products within products.
#[test]
fn chains() -> Result<(), Error> {
    let a: Csr<f64> = Matrix::from_dense([3, 4], &A)?.drop_fills()?;
    let b: Csr<f64> = Matrix::from_dense([4, 5], &B)?.drop_fills()?;
    let (d, x) = (
        Matrix::from_dense([4, 5], &B)?,
        Vector::from(vec![1.0, 2.0, 3.0, 4.0, 5.0]),
    );
    let product = times(&A, &B, [3, 4, 5]);
    let back = transposed(&product, [3, 5]);
    let gram = times(&product, &back, [3, 5, 3]);
    let abx = times(&product, x.values(), [3, 5, 1]);
    check(a.matmul(&b).matmul(&x), "Vector", &abx)?;
    check(a.matmul(&d).matmul(&x), "Vector", &abx)?;
    check(a.matmul(&d.matmul(&x)), "Vector", &abx)?;
    check(
        a.matmul(&b).matmul(&Matrix::from_dense([3, 5], &product)?.t()),
        "Matrix",
        &gram,
    )?;
    Ok(())
}

#[test]
fn over_a_semiring() -> Result<(), Error> {
    let a = CsrWithFill::<f64, Inf>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 4.0)], Min)?;
    let b = CsrWithFill::<f64, Inf>::from_triplets([3, 2], [([1, 0], 5.0), ([1, 1], 1.0), ([2, 1], 3.0)], Min)?;
    let c: CsrWithFill<f64, Inf> = a.matmul_semiring(MinPlus, &b).compute()?;
    assert_eq!(c.to_dense()?, [7.0, 3.0, f64::INFINITY, 7.0]);
    assert_eq!(c.count_stored(), 3);
    let both: CsrWithFill<f64, Inf> = a.matmul_semiring(MinPlus, &b).min(&c).compute()?;
    assert_eq!(both, c);
    Ok(())
}

#[test]
fn extents_that_differ() -> Result<(), Error> {
    let (a, b) = (Csr::<f64>::empty([2, 3])?, Csr::<f64>::empty([4, 2])?);
    let d = Matrix::<f64>::empty([4, 2])?;
    for error in [
        a.matmul(&b).compute().map(drop),
        a.matmul(&d).compute().map(drop),
        (a.matmul(&b) * 2.0).compute().map(drop),
        (a.matmul(&d) * 2.0).compute().map(drop),
        (&a * a.matmul(&d)).sum().map(drop),
    ] {
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Mismatch);
    }
    // Nothing to sum over.
    let (a, d) = (Csr::<f64>::empty([2, 0])?, Matrix::<f64>::empty([0, 2])?);
    assert_eq!((a.matmul(&d) + 1.0).compute()?.to_dense()?, [1.0; 4]);
    assert_eq!(a.matmul(&d).compute()?.to_dense()?, [0.0; 4]);
    Ok(())
}
