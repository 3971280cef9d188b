//! What is wrong with data is an error when the expression is computed.

use finch_formats::prelude::*;
use finch_formats::{Error, ErrorKind};

fn kind<T>(result: Result<T, Error>) -> Option<ErrorKind> {
    result.err().map(|error| error.kind())
}

#[test]
fn extents_that_differ() -> Result<(), Error> {
    let (a, b) = (Csr::<f64>::empty([2, 3])?, Csr::<f64>::empty([2, 4])?);
    let (x, one) = (Vector::<f64>::empty([2])?, Matrix::<f64>::empty([2, 1])?);
    assert_eq!(kind((&a + &b).compute()), Some(ErrorKind::Mismatch));
    assert_eq!(kind((&a * &x).compute()), Some(ErrorKind::Mismatch));
    assert_eq!(kind((&a * &x).sum_axis::<1>().compute()), Some(ErrorKind::Mismatch));
    assert_eq!(kind((&a * &b).sum()), Some(ErrorKind::Mismatch));
    assert_eq!(kind(x.dot(&Vector::<f64>::empty([3])?)), Some(ErrorKind::Mismatch));
    // An extent of one is no other: nothing is repeated that was not said to be a column.
    assert_eq!(kind((&a + &one).compute()), Some(ErrorKind::Mismatch));
    let error = (&a + &b).compute().unwrap_err().to_string();
    assert!(error.contains('3') && error.contains('4'), "{error}");
    Ok(())
}

/// Where no operand has an extent the output's own counts, and a new output has none.
#[test]
fn columns_of_nothing() -> Result<(), Error> {
    let x = Vector::from(vec![1.0, 2.0]);
    let error = x.column().compute_as::<Matrix<f64>>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unresolved);
    let mut c = Matrix::empty([2, 3])?;
    x.column().assign_to(&mut c)?;
    assert_eq!(c.to_dense()?, [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    Ok(())
}

#[test]
fn results_that_a_format_cannot_hold() -> Result<(), Error> {
    let a = Csr::from_triplets([2, 3], [([0, 0], 1.0), ([0, 2], 2.0)], Add)?;
    assert!((&a * 2.0).compute_as::<PointMatrix<f64>>().is_err());
    let mut c: PointMatrix<f64> = PointMatrix::empty([2, 3])?;
    assert!((&a * 2.0).assign_to(&mut c).is_err());
    c.validate()?;
    assert_eq!(
        kind((&a * 2.0).compute_as::<SymmetricMatrix<f64>>()),
        Some(ErrorKind::Mismatch)
    );
    Ok(())
}

#[test]
fn integers_divided_by_zero() -> Result<(), Error> {
    let a = Csr::from_triplets([2, 3], [([0, 0], 1), ([0, 2], 2)], Add)?;
    assert_eq!(kind((&a / &a).compute()), None);
    assert_eq!(kind((&a / 0).compute()), Some(ErrorKind::Arithmetic));
    assert_eq!(kind((&a % 0).sum()), Some(ErrorKind::Arithmetic));
    Ok(())
}
