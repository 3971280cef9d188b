//! Tensors of three dimensions.

use crate::naive::{array, check, sum};
use finch_kernels::prelude::*;
use finch_kernels::{Result, einsum};

/// Lists of lists of lists times two dense matrices.
pub(crate) fn times_two_matrices(x: &Csf<i64>, p: &Matrix<i64>, q: &Matrix<i64>) -> Result<Matrix<i64>> {
    einsum!([i, r] += x[i, j, k] * p[j, r] * q[k, r]).compute_as()
}

#[test]
fn mttkrp() -> Result<()> {
    let (t, b, d) = (array(1, [4, 5, 6], 4), array(2, [5, 3], 1), array(3, [6, 3], 1));
    let expected = sum("ir", &[(&t, "ijk"), (&b, "jr"), (&d, "kr")]);
    let (p, q) = (
        Matrix::from_dense([5, 3], &b.values)?,
        Matrix::from_dense([6, 3], &d.values)?,
    );
    macro_rules! formats {
        ($($format:ident)*) => { $({
            let x = $format::<i64>::from_dense([4, 5, 6], &t.values)?;
            check!(einsum!([i, r] += x[i, j, k] * p[j, r] * q[k, r]).compute_as::<Matrix<i64>>(), expected);
        })* };
    }
    formats! { Coo3 Cube }
    let x = Csf::<i64>::from_dense([4, 5, 6], &t.values)?;
    check!(times_two_matrices(&x, &p, &q), expected);
    // Factors and result that are sparse.
    let (p, q) = (Csr::from_dense([5, 3], &b.values)?, Csr::from_dense([6, 3], &d.values)?);
    check!(einsum!([i, r] += x[i, j, k] * p[j, r] * q[k, r]).compute(), expected);
    Ok(())
}

#[test]
fn times_vectors_and_matrices() -> Result<()> {
    let (t, v, m) = (array(1, [4, 5, 6], 4), array(2, [6], 1), array(3, [6, 3], 1));
    let x = Csf::<i64>::from_dense([4, 5, 6], &t.values)?;
    let (w, p) = (Vector::from(v.values.clone()), Matrix::from_dense([6, 3], &m.values)?);
    let _: Dcsr<i64> = check!(
        einsum!([i, j] += x[i, j, k] * w[k]).compute(),
        sum("ij", &[(&t, "ijk"), (&v, "k")])
    );
    let expected = sum("ijr", &[(&t, "ijk"), (&m, "kr")]);
    check!(einsum!([i, j, r] += x[i, j, k] * p[k, r]).compute(), expected);
    check!(
        einsum!([i, j, r] += x[i, j, k] * p[k, r]).compute_as::<Csf<i64>>(),
        expected
    );
    check!(einsum!([k] += x[i, j, k]).compute(), sum("k", &[(&t, "ijk")]));
    check!(
        einsum!([k, i] += x[i, j, k]).compute_as::<Dcsr<i64>>(),
        sum("ki", &[(&t, "ijk")])
    );
    Ok(())
}

#[test]
fn batches() -> Result<()> {
    let (a, b) = (array(1, [3, 4, 5], 2), array(2, [3, 5, 2], 2));
    let expected = sum("bij", &[(&a, "bik"), (&b, "bkj")]);
    let (s, t) = (
        Cube::from_dense([3, 4, 5], &a.values)?,
        Cube::from_dense([3, 5, 2], &b.values)?,
    );
    check!(einsum!([b, i, j] += s[b, i, k] * t[b, k, j]).compute(), expected);
    let s = Csf::<i64>::from_dense([3, 4, 5], &a.values)?;
    check!(einsum!([b, i, j] += s[b, i, k] * t[b, k, j]).compute(), expected);
    check!(
        einsum!([b, i, j] += s[b, i, k] * t[b, k, j]).compute_as::<Csf<i64>>(),
        expected
    );
    // One matrix for all of them.
    let m = array(3, [5, 2], 1);
    let p = Matrix::from_dense([5, 2], &m.values)?;
    check!(
        einsum!([b, i, j] += s[b, i, k] * p[k, j]).compute(),
        sum("bij", &[(&a, "bik"), (&m, "kj")])
    );
    Ok(())
}
