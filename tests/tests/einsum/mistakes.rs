//! Extents that disagree, outputs that cannot hold the result, tensors that are empty.

use finch_kernels::prelude::*;
use finch_kernels::{Result, einsum};

#[test]
fn extents_that_disagree() -> Result<()> {
    let (a, b) = (Csr::<f64>::empty([4, 5])?, Csr::<f64>::empty([6, 3])?);
    let error = einsum!([i, j] += a[i, k] * b[k, j]).compute().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    let text = error.to_string();
    assert!(
        text.contains('k') && text.contains('a') && text.contains('b') && text.contains('5') && text.contains('6'),
        "{text}"
    );
    // The output is as it was.
    let mut c = Csr::from_dense([1, 1], &[3.0])?;
    assert_eq!(
        einsum!(c[i, j] += a[i, k] * b[k, j]).run().unwrap_err().to_string(),
        text
    );
    assert_eq!(c.to_dense()?, [3.0]);
    Ok(())
}

#[test]
fn outputs_that_cannot_hold_the_result() -> Result<()> {
    let a = Csr::from_dense([2, 2], &[1.0, 2.0, 3.0, 4.0])?;
    let error = einsum!([i, j] += a[i, k] * a[k, j])
        .compute_as::<PointMatrix<f64>>()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order);
    Ok(())
}

#[test]
fn empty_tensors() -> Result<()> {
    for shape in [[0, 0], [3, 3]] {
        let a = Csr::<f64>::empty(shape)?;
        let c = einsum!([i, j] += a[i, k] * a[k, j]).compute()?;
        assert_eq!((c.shape()[0], c.shape()[1], c.count_stored()), (shape[0], shape[1], 0));
        assert_eq!(einsum!([] += a[i, j] * a[j, k] * a[i, k]).value()?, 0.0);
        assert_eq!(einsum!([] += a[i, j] * a[j, i]).value()?, 0.0);
        assert!(
            !einsum!([] += a[i, j] * a[j, i])
                .into_output(&mut Scalar::<f64>::default(), "s")
                .explain()
                .contains("NaN")
        );
    }
    let (a, b) = (Matrix::<f64>::empty([2, 0])?, Matrix::<f64>::empty([0, 3])?);
    assert_eq!(einsum!([i, j] += a[i, k] * b[k, j]).compute()?.values(), [0.0; 6]);
    Ok(())
}
