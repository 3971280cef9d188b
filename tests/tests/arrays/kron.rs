//! Kronecker products: values beside naive loops, the format that is inferred, and how they are computed.

use crate::name::check;
use finch_formats::array::vector;
use finch_formats::prelude::*;
use finch_formats::traits::algebra::semiring::MinPlus;
use finch_formats::{Error, ErrorKind};

const A: [f64; 6] = [0.0, 2.0, -1.0, 0.0, 0.0, 3.0];
const B: [f64; 4] = [1.0, 0.0, 5.0, -4.0];

/// The product of `a`, of `n` columns, and `b`, of `p` by `q`.
fn kron(a: &[f64], n: usize, b: &[f64], [p, q]: [usize; 2]) -> Vec<f64> {
    let columns = n * q;
    let value = |(r, s): (usize, usize)| a[r / p * n + s / q] * b[r % p * q + s % q];
    (0..a.len() * b.len())
        .map(|at| value((at / columns, at % columns)))
        .collect()
}

#[test]
fn of_sparse_matrices() -> Result<(), Error> {
    let (a, b): (Csr<f64>, Csr<f64>) = (
        Matrix::from_dense([2, 3], &A)?.drop_fills()?,
        Matrix::from_dense([2, 2], &B)?.drop_fills()?,
    );
    let dense = kron(&A, 3, &B, [2, 2]);
    let product = check(a.kron(&b), "Csr", &dense)?;
    assert_eq!(product.shape()[..], [4, 6]);
    assert_eq!(product.count_stored(), a.count_stored() * b.count_stored());
    // In formats that the caller names, and within other expressions.
    assert_eq!(a.kron(&b).compute_as::<Coo<f64>>()?.to_dense()?, dense);
    let mut out = Matrix::from_dense([1, 1], &[7.0])?;
    a.kron(&b).assign_to(&mut out)?;
    assert_eq!(out.values(), dense);
    let twice: Vec<f64> = dense.iter().map(|value| 2.0 * value).collect();
    check(a.kron(&b) * 2.0, "Csr", &twice)?;
    assert_eq!(a.kron(&b).sum()?, dense.iter().sum::<f64>());
    // As a factor: the product of products is that of the products of their factors.
    let squares = b.matmul(&b).compute()?;
    assert_eq!(
        b.kron(&b).matmul(b.kron(&b)).compute()?,
        squares.kron(&squares).compute()?
    );
    // Of three.
    let three = kron(&dense, 6, &B, [2, 2]);
    check(a.kron(&b).kron(&b), "Csr", &three)?;
    let texts = [a.kron(&b).explain(), (a.kron(&b) * 2.0).explain()];
    assert!(
        texts[0].starts_with("Kronecker product of 2 by 3 and 2 by 2: row by row, each in a workspace"),
        "{}",
        texts[0]
    );
    assert!(texts[1].contains("into a temporary tensor"), "{}", texts[1]);
    Ok(())
}

/// Dense factors are looked up where it matters.
#[test]
fn sampled() -> Result<(), Error> {
    let (a, b) = (Matrix::from_dense([2, 3], &A)?, Matrix::from_dense([2, 2], &B)?);
    let dense = kron(&A, 3, &B, [2, 2]);
    check(a.kron(&b), "Matrix", &dense)?;
    let s = Csr::from_triplets([4, 6], [([0, 3], 2.0), ([2, 1], 5.0), ([3, 5], -1.0)], Add)?;
    let mut expected = vec![0.0; 24];
    for (at, value) in [(3, 2.0), (13, 5.0), (23, -1.0)] {
        expected[at] = dense[at] * value;
    }
    let c = check(&s * a.kron(&b), "Csr", &expected)?;
    assert_eq!(c.count_stored(), 3);
    let text = (&s * a.kron(&b)).explain();
    assert!(text.contains("looking up one of each factor"), "{text}");
    // It can be turned, cut, and multiplied.
    let turned: Vec<f64> = (0..24).map(|at| dense[at % 4 * 6 + at / 4]).collect();
    check(a.kron(&b).t() * 1.0, "Matrix", &turned)?;
    let part: Vec<f64> = (0..6).map(|at| dense[(at / 3 + 1) * 6 + at % 3 + 2]).collect();
    check(a.kron(&b).window([1..3, 2..5]) * 1.0, "Matrix", &part)?;
    let x = [1.0, -1.0, 2.0, 0.5, 3.0, 4.0];
    let ax: Vec<f64> = dense
        .chunks(6)
        .map(|row| row.iter().zip(&x).map(|(a, x)| a * x).sum())
        .collect();
    check(a.kron(&b).matmul(&x), "Vector", &ax)?;
    assert_eq!(a.kron(&b).parallel().reduce(FastAdd)?, dense.iter().sum::<f64>());
    Ok(())
}

#[test]
fn of_vectors() -> Result<(), Error> {
    let (x, y) = ([0.0, 2.0, 3.0], [1.0, -1.0]);
    let sparse: SparseVector<f64> = Vector::from(x.to_vec()).drop_fills()?;
    let dense = kron(&x, 3, &y, [1, 2]);
    check(vector(&x).kron(&y), "Vector", &dense)?;
    check(sparse.kron(&y), "SparseVector", &dense)?;
    check(sparse.kron(&y) + 0.0, "Vector", &dense)?;
    check(vector(&y).kron(&sparse), "SparseVector", &kron(&y, 2, &x, [1, 3]))?;
    Ok(())
}

#[test]
fn over_a_semiring() -> Result<(), Error> {
    let a = CsrWithFill::<f64, Inf>::from_triplets([1, 2], [([0, 1], 2.0)], Min)?;
    let b = CsrWithFill::<f64, Inf>::from_triplets([2, 1], [([0, 0], 1.0), ([1, 0], 3.0)], Min)?;
    let c: CsrWithFill<f64, Inf> = a.kron_semiring(MinPlus, &b).compute()?;
    assert_eq!(c.to_dense()?, [f64::INFINITY, 3.0, f64::INFINITY, 5.0]);
    assert_eq!(c.count_stored(), 2);
    // Another fill than zero does not annihilate: everything is computed.
    let ones = CsrWithFill::<f64, One>::from_triplets([1, 2], [([0, 1], 2.0)], Add)?;
    check(ones.kron(&ones), "Matrix", &[1.0, 2.0, 2.0, 4.0])?;
    Ok(())
}

#[test]
fn extents() -> Result<(), Error> {
    let (a, none) = (
        Csr::<f64>::from_triplets([2, 3], [([0, 1], 1.0)], Add)?,
        Csr::<f64>::empty([0, 2])?,
    );
    let (d, e) = (Matrix::from_dense([2, 3], &A)?, Matrix::<f64>::empty([2, 0])?);
    assert_eq!(a.kron(&none).compute()?.shape()[..], [0, 6]);
    assert_eq!(none.kron(&a).compute()?.shape()[..], [0, 6]);
    assert_eq!(d.kron(&e).compute()?.shape()[..], [4, 0]);
    assert_eq!((d.kron(&e) + 1.0).compute()?.shape()[..], [4, 0]);
    let kind = |result: Result<(), Error>| result.err().map(|error| error.kind());
    let mismatch = Some(ErrorKind::Mismatch);
    assert_eq!(kind((&a + a.kron(&a)).compute().map(drop)), mismatch);
    assert_eq!(kind((&a + d.kron(&d)).compute().map(drop)), mismatch);
    let x = Vector::from(vec![1.0]);
    assert_eq!(
        kind(x.column().kron(&d).compute().map(drop)),
        Some(ErrorKind::Unresolved)
    );
    type Wide = Tensor<SparseList<Element<f64>, Vec<usize>, Vec<usize>>>;
    let wide = Wide::empty([1 << 40])?;
    assert_eq!(kind(wide.kron(&wide).compute().map(drop)), Some(ErrorKind::TooLarge));
    Ok(())
}
