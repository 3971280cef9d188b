//! What `explain` says, and what is chosen.

use finch_kernels::prelude::*;
use finch_kernels::{Result, einsum};

/// The chosen plan without its cost, and how many alternatives there are.
fn plan(text: &str) -> (&str, usize) {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("plan: ")?.rsplit_once(':'));
    let alternatives = text.lines().skip_while(|line| *line != "alternatives:").skip(1).count();
    (line.unwrap().0, alternatives)
}

#[test]
fn explained() -> Result<()> {
    let a = Csr::<f64>::from_dense([2, 3], &[0.0, 1.0, 2.0, 3.0, 0.0, 0.0])?;
    let b = Csr::<f64>::from_dense([3, 2], &[1.0; 6])?;
    let mut c = Csr::default();
    let text = einsum!(c[i, j] += a[i, k] * b[k, j]).explain();
    assert_eq!(
        text,
        "c[i, j] += a[i, k] * b[k, j]\n  a: 2 by 3, 3 stored\n  b: 3 by 2, 6 stored\n\
         plan: for i, k, j, summed in a row over j for each i: 55 steps\n"
    );
    let text = einsum!([j, i] += a[i, k] * b[k, j]).explain_as::<Csr<f64>>();
    assert_eq!(plan(&text), ("for i, k, j, summed in a table over j, i", 0), "{text}");
    Ok(())
}

#[test]
fn dense_products_run_along_rows() -> Result<()> {
    let (a, b) = (Matrix::<f64>::empty([100, 100])?, Matrix::<f64>::empty([100, 100])?);
    let text = einsum!([i, j] += a[i, k] * b[k, j]).explain_as::<Matrix<f64>>();
    let (chosen, alternatives) = plan(&text);
    assert!(chosen.ends_with(", j"), "{text}");
    assert_eq!(alternatives, 5);
    let (a, b) = (Matrix::<f64>::empty([1000, 900])?, Matrix::<f64>::empty([800, 900])?);
    // Rows of both.
    let text = einsum!([i, j] += a[i, k] * b[j, k]).explain_as::<Matrix<f64>>();
    assert!(plan(&text).0.ends_with(", k"), "{text}");
    Ok(())
}

#[test]
fn counts_choose() -> Result<()> {
    // Rows of a sparse times a dense matrix: the dense one is read along its rows.
    let s = Csr::from_triplets([1000, 1000], (0..1000).map(|i| ([i, (7 * i) % 1000], 1.0)), Add)?;
    let d = Matrix::<f64>::empty([1000, 20])?;
    let text = einsum!([i, j] += s[i, k] * d[k, j]).explain_as::<Matrix<f64>>();
    assert_eq!(plan(&text).0, "for i, k, j", "{text}");
    // Rows of one times rows of the other: the shorter list is gone through first.
    let short = Dcsr::from_triplets([1000, 1000], (0..3).map(|i| ([i, i], 1.0)), Add)?;
    let text = einsum!([] += short[i, k] * s[j, k])
        .into_output(&mut Scalar::<f64>::default(), "t")
        .explain();
    assert_eq!(plan(&text).0, "for i, j, k", "{text}");
    let text = einsum!([] += s[j, k] * short[i, k])
        .into_output(&mut Scalar::<f64>::default(), "t")
        .explain();
    assert_eq!(plan(&text).0, "for i, j, k", "{text}");
    Ok(())
}

#[test]
fn six_orders_at_most() -> Result<()> {
    let (a, b, c) = (
        Matrix::<f64>::empty([2, 3])?,
        Matrix::<f64>::empty([3, 4])?,
        Matrix::<f64>::empty([2, 4])?,
    );
    let text = einsum!([i, j, k] += a[i, j] * b[j, k] * c[i, k]).explain_as::<Cube<f64>>();
    assert_eq!(plan(&text).1, 5, "{text}");
    // Of a chain two, and two ways to factor.
    let c = Matrix::<f64>::empty([4, 5])?;
    let text = einsum!([i, l] += a[i, j] * b[j, k] * c[k, l]).explain_as::<Matrix<f64>>();
    assert_eq!(plan(&text).1, 3, "{text}");
    Ok(())
}
