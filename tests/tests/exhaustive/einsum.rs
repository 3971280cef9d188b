//! `einsum!` of two matrices, each in every format and with its indices in both orders, into every format.

#[path = "../einsum/naive.rs"]
mod naive;

use finch_kernels::Result;
use finch_kernels::prelude::*;
use naive::{array, sum};

macro_rules! results {
    ($sum:expr, $expected:expr, $($format:ident)*) => { $({
        let c = $sum.compute_as::<$format<i64>>()?;
        c.validate()?;
        assert_eq!(c.to_dense()?, $expected);
    })* };
}

macro_rules! products {
    ($($name:ident: $left:ident $right:ident;)*) => { $(
        #[test]
        fn $name() -> Result<()> {
            let (a, at) = (array(1, [5, 7], 3), array(2, [7, 5], 3));
            let (b, bt) = (array(3, [7, 4], 2), array(4, [4, 7], 2));
            let (p, pt) = ($left::from_dense([5, 7], &a.values)?, $left::from_dense([7, 5], &at.values)?);
            let (q, qt) = ($right::from_dense([7, 4], &b.values)?, $right::from_dense([4, 7], &bt.values)?);
            products! { @each p q pt qt a b at bt Matrix Csr Dcsr }
            Ok(())
        }
    )* };
    (@each $p:ident $q:ident $pt:ident $qt:ident $a:ident $b:ident $at:ident $bt:ident $($format:ident)*) => {
        results! { einsum!([i, j] += $p[i, k] * $q[k, j]), sum("ij", &[(&$a, "ik"), (&$b, "kj")]), $($format)* }
        results! { einsum!([i, j] += $pt[k, i] * $q[k, j]), sum("ij", &[(&$at, "ki"), (&$b, "kj")]), $($format)* }
        results! { einsum!([i, j] += $p[i, k] * $qt[j, k]), sum("ij", &[(&$a, "ik"), (&$bt, "jk")]), $($format)* }
        results! { einsum!([i, j] += $pt[k, i] * $qt[j, k]), sum("ij", &[(&$at, "ki"), (&$bt, "jk")]), $($format)* }
    };
}

products! {
    dense_by_dense: Matrix Matrix;
    dense_by_rows: Matrix Csr;
    dense_by_listed_rows: Matrix Dcsr;
    rows_by_dense: Csr Matrix;
    rows_by_rows: Csr Csr;
    rows_by_listed_rows: Csr Dcsr;
    listed_rows_by_dense: Dcsr Matrix;
    listed_rows_by_rows: Dcsr Csr;
    listed_rows_by_listed_rows: Dcsr Dcsr;
    coordinates_by_rows: Coo Csr;
    blocks_by_runs: BlockCsr RunMatrix;
    table_by_bands: DictMatrix BandMatrix;
    half_by_pairs: Lil PackedCsr;
}
