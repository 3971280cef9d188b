//! Operands that are stored in orders which contradict each other.

use crate::naive::{array, check, sum};
use finch_kernels::prelude::*;
use finch_kernels::{Result, einsum};

#[test]
fn the_matrix_with_fewest_entries_is_transposed() -> Result<()> {
    let (a, b) = (array(1, [6, 5], 2), array(2, [5, 6], 9));
    let (s, t) = (Csr::from_dense([6, 5], &a.values)?, Csr::from_dense([5, 6], &b.values)?);
    let expected = sum("ij", &[(&a, "ij"), (&b, "ji")]);
    check!(einsum!([i, j] += s[i, j] * t[j, i]).compute(), expected);
    check!(
        einsum!([i, j] += s[i, j] * t[j, i]).compute_as::<Matrix<i64>>(),
        expected
    );
    let text = einsum!([i, j] += s[i, j] * t[j, i]).explain_as::<Matrix<i64>>();
    assert!(text.contains("plan: transpose t[j, i], for i, j: "), "{text}");
    assert!(text.contains("alternatives:\n  transpose s[i, j], for j, i:"), "{text}");
    assert!(
        text.contains("no order of loops reads all operands as they are stored"),
        "{text}"
    );
    Ok(())
}

#[test]
fn a_matrix_beside_a_tensor_is_transposed() -> Result<()> {
    let (a, t) = (array(1, [6, 4], 2), array(2, [4, 5, 6], 3));
    let (s, x) = (
        Dcsr::<i64>::from_dense([6, 4], &a.values)?,
        Csf::from_dense([4, 5, 6], &t.values)?,
    );
    let expected = sum("j", &[(&t, "ijk"), (&a, "ki")]);
    check!(einsum!([j] += x[i, j, k] * s[k, i]).compute(), expected);
    Ok(())
}

#[test]
fn several_matrices_are_transposed() -> Result<()> {
    let (a, b) = (array(1, [6, 5], 2), array(2, [5, 6], 2));
    let (s, t) = (Csr::from_dense([6, 5], &a.values)?, Csr::from_dense([5, 6], &b.values)?);
    let text = einsum!([i, j] += s[i, j] * s[i, j] * t[j, i] * t[j, i]).explain_as::<Csr<i64>>();
    assert!(
        text.contains("plan: transpose t[j, i], transpose t[j, i], for i, j: "),
        "{text}"
    );
    check!(
        einsum!([i, j] += s[i, j] * s[i, j] * t[j, i] * t[j, i]).compute_as::<Csr<i64>>(),
        sum("ij", &[(&a, "ij"), (&a, "ij"), (&b, "ji"), (&b, "ji")])
    );
    Ok(())
}
