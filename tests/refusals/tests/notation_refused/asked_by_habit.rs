//! Methods and operators that tensors of other libraries have.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::default();
    let x = Vector::<f64>::default();
    let _ = a.row(1);
    let _ = a.rows();
    let _ = a.nnz();
    let _ = a.indptr();
    let _ = a.transpose();
    let _ = Vector::<f64>::zeros([3]);
    let _ = Matrix::from_elem([2, 3], 1.0);
    let _ = a.get(0);
    let _ = Csr::<f64>::try_from(&x);
    let _ = a.dot(&x);
    let _ = x.matmul(&x);
    let _ = a.convert::<Matrix<f64>>();
    let _: Coo<f64> = a.into();
    let _ = Csr::<f64>::eye(3);
    let _ = Matrix::<f64>::from_shape_vec([1, 2], vec![1.0, 2.0]);
    let _ = a.to_csc();
    let _ = a.insert(0, 1, 2.0);
    let _ = a.mapv(|v| v * 2.0);
    let _ = a.map(|v| v * 2.0);
    let _ = a.abs();
    let _ = a.hstack(&a);
    let _ = a.filter(|v| v > 0.0);
    let _ = a.eliminate_zeros();
    let _ = a.reshape([3, 2]);
    let _ = a.ndim();
    let _ = a.allclose(&a);
    let _ = a.to_vec();
    let _ = a.pow(2);
    let mut m = DictMatrix::<f64>::default();
    m[[0, 1]] += 1.0;
    let _ = x + &x;
}
