//! `einsum!` of two matrices, each dense, of rows and of listed rows, with its indices in both orders: two dense ones and two of rows in all four
//! orders, others, and those of every other format, in two of them; into matrices of these three; of three and four, two of which are
//! multiplied first; of tensors.

#[path = "../einsum/factored.rs"]
mod factored;
#[path = "../einsum/naive.rs"]
mod naive;
#[path = "../einsum/tensors.rs"]
mod tensors;

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

/// Products with the indices of each factor in these orders, of `p[i, k]` and `q[k, j]`, or of factors that are turned. Into further
/// formats in the first order only: an order of loops depends on the factors, and what is stored there on the result.
macro_rules! products {
    ($($name:ident: $left:ident $right:ident [$($order:ident)*] into $format:ident $(and $($further:ident)*)?;)*) => { $(
        #[test]
        fn $name() -> Result<()> {
            let (a, at) = (array(1, [5, 7], 3), array(2, [7, 5], 3));
            let (b, bt) = (array(3, [7, 4], 2), array(4, [4, 7], 2));
            let (p, pt) = ($left::from_dense([5, 7], &a.values)?, $left::from_dense([7, 5], &at.values)?);
            let (q, qt) = ($right::from_dense([7, 4], &b.values)?, $right::from_dense([4, 7], &bt.values)?);
            // Not all of them are in every order.
            let _ = (&p, &pt, &q, &qt, &at, &bt);
            $( products! { @$order p q pt qt a b at bt $format } )*
            $( products! { @straight p q pt qt a b at bt $($further)* } )?
            Ok(())
        }
    )* };
    (@all $($factors:ident)*) => {
        products! { @straight $($factors)* }
        products! { @left $($factors)* }
        products! { @right $($factors)* }
        products! { @both $($factors)* }
    };
    (@straight $p:ident $q:ident $pt:ident $qt:ident $a:ident $b:ident $at:ident $bt:ident $($format:ident)*) => {
        results! { einsum!([i, j] += $p[i, k] * $q[k, j]), sum("ij", &[(&$a, "ik"), (&$b, "kj")]), $($format)* }
    };
    (@left $p:ident $q:ident $pt:ident $qt:ident $a:ident $b:ident $at:ident $bt:ident $($format:ident)*) => {
        results! { einsum!([i, j] += $pt[k, i] * $q[k, j]), sum("ij", &[(&$at, "ki"), (&$b, "kj")]), $($format)* }
    };
    (@right $p:ident $q:ident $pt:ident $qt:ident $a:ident $b:ident $at:ident $bt:ident $($format:ident)*) => {
        results! { einsum!([i, j] += $p[i, k] * $qt[j, k]), sum("ij", &[(&$a, "ik"), (&$bt, "jk")]), $($format)* }
    };
    (@both $p:ident $q:ident $pt:ident $qt:ident $a:ident $b:ident $at:ident $bt:ident $($format:ident)*) => {
        results! { einsum!([i, j] += $pt[k, i] * $qt[j, k]), sum("ij", &[(&$at, "ki"), (&$bt, "jk")]), $($format)* }
    };
}

products! {
    dense_by_dense: Matrix Matrix [all] into Matrix and Dcsr;
    dense_by_rows: Matrix Csr [straight both] into Csr;
    dense_by_listed_rows: Matrix Dcsr [left right] into Dcsr;
    rows_by_dense: Csr Matrix [left right] into Matrix;
    rows_by_rows: Csr Csr [all] into Csr and Matrix Dcsr;
    rows_by_listed_rows: Csr Dcsr [straight both] into Csr;
    listed_rows_by_dense: Dcsr Matrix [straight both] into Matrix;
    listed_rows_by_rows: Dcsr Csr [left right] into Dcsr;
    listed_rows_by_listed_rows: Dcsr Dcsr [straight both] into Dcsr;
    coordinates_by_rows: Coo Csr [straight left] into Csr;
    blocks_by_runs: BlockCsr RunMatrix [straight both] into Matrix;
    table_by_bands: DictMatrix BandMatrix [left right] into Csr;
    half_by_pairs: Lil PackedCsr [straight right] into Dcsr;
}

macro_rules! chains {
    ($($name:ident: $one:ident $two:ident $three:ident into $format:ident;)*) => { $(
        #[test]
        fn $name() -> Result<()> {
            // Either of the two products is cheaper, or there is nothing to multiply.
            for [i, j, k, l] in [[4, 9, 8, 16], [16, 9, 8, 4], [5, 5, 5, 5], [3, 0, 4, 2], [0, 3, 4, 2]] {
                let (a, b, c) = (array(1, [i, j], 2), array(2, [j, k], 2), array(3, [k, l], 2));
                let (p, q, r) = (
                    $one::from_dense([i, j], &a.values)?,
                    $two::from_dense([j, k], &b.values)?,
                    $three::from_dense([k, l], &c.values)?,
                );
                let d = einsum!([i, l] += p[i, j] * q[j, k] * r[k, l]).compute_as::<$format<i64>>()?;
                d.validate()?;
                assert_eq!(d.to_dense()?, sum("il", &[(&a, "ij"), (&b, "jk"), (&c, "kl")]));
            }
            Ok(())
        }
    )* };
}

chains! {
    chain_of_rows_into_listed_rows: Csr Csr Csr into Dcsr;
    chain_of_rows_and_dense: Csr Matrix Matrix into Matrix;
    chain_of_listed_rows_into_rows: Dcsr Csr Matrix into Csr;
    chain_of_dense_and_rows: Matrix Csr Dcsr into Matrix;
}
