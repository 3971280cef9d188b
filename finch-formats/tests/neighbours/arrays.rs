//! Arrays of other libraries as operands of array expressions, where they lie.

use finch_formats::interop::{ByColumns, CompressedView};
use finch_formats::prelude::*;
use finch_formats::{Error, ErrorKind};
use nalgebra::DVector;
use ndarray::{Array2, array, s};
use sprs::CsMat;

#[test]
fn beside_tensors() -> Result<(), Error> {
    let a = Csr::from_triplets([2, 3], [([0, 1], 3.0), ([1, 0], 1.0), ([1, 2], -4.0)], Add)?;
    let dense = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let matrix = CsMat::new((2, 3), vec![0_usize, 1, 2], vec![1_usize, 2], vec![10.0, 20.0]);
    let (d, x, m) = (
        MatrixView::try_from(&dense)?,
        DVector::from_vec(vec![1.0, 2.0, 3.0]),
        CompressedView::try_from(&matrix)?,
    );
    let x = VectorView::try_from(&x)?;

    let c: Csr<f64> = (&a * &d + &m).compute()?;
    assert_eq!(c.to_dense()?, [0.0, 16.0, 0.0, 4.0, 0.0, -4.0]);
    let y: Vector<f64> = ((&m + &a) * &x).sum_axis::<1>().compute()?;
    assert_eq!(y.values(), [26.0, 49.0]);
    let c: Csr<f64> = (d.window([0..2, 0..2]) * a.window([0..2, 1..3])).compute()?;
    assert_eq!(c.to_dense()?, [3.0, 0.0, 0.0, -20.0]);

    // Into the memory of the other library; columns of a matrix that is stored by columns are rows.
    let mut result = Array2::zeros((2, 3));
    (&a + &d).assign_to(&mut MatrixMut::try_from(&mut result)?)?;
    assert_eq!(result, array![[1.0, 5.0, 3.0], [5.0, 5.0, 2.0]]);
    let columns = nalgebra::DMatrix::from_row_slice(2, 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let turned = MatrixView::try_from(ByColumns(&columns))?;
    assert_eq!((&a * turned.t()).sum()?, 6.0 + 4.0 - 24.0);

    // What is not in C order is refused before it is an operand.
    let every_other = dense.slice(s![.., ..;2]);
    assert_eq!(
        MatrixView::try_from(every_other).unwrap_err().kind(),
        ErrorKind::Invalid
    );
    Ok(())
}
