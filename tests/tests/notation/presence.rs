//! What is there and what is not: rows that are not stored, runs that are written once, places beyond an extent.

use finch_kernels::prelude::*;
use finch_kernels::traits::algebra::Reduce;

type E = Element<f64>;

#[test]
fn what_takes_runs_is_assigned_once_a_run() {
    let a = RunVector::from_dense([4], &[2.0, 2.0, 2.0, 5.0]).unwrap();
    let mut y = RunVector::<f64>::default();
    let (mut s, mut p) = (Scalar::new(0.0), Scalar::new(0.0));
    finch! { y .= 0; for j { p .= 0; p[] += a[j]; y[j] += p[]; } }
        .run()
        .unwrap();
    assert_eq!(y.to_dense().unwrap(), [2.0, 2.0, 2.0, 5.0]);
    finch! { y .= 0; s .= 0; for j { let e = a[j]; s[] += e; y[j] += e; s[] += e; } }
        .run()
        .unwrap();
    assert_eq!((y.to_dense().unwrap(), s.get()), (vec![2.0, 2.0, 2.0, 5.0], 22.0));
    // Rows that are equal, which are lists.
    let values = [1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 3.0, 3.0];
    let rows = Tensor::<RunList<SparseList<E>>>::from_dense([4, 2], &values).unwrap();
    let total = Reduce(|a: f64, b: f64| a + b);
    let mut workspace = ByteMapVector::<f64>::default();
    macro_rules! writes {
        ($($level:ty),* $(,)?) => { $(
            let mut made = Tensor::<$level>::default();
            finch! { made .= 0; for j { workspace .= 0; for i { workspace[i] += rows[j, i]; } for i { made[j, i] = workspace[i]; } } }
                .run()
                .unwrap();
            made.validate().unwrap();
            assert_eq!(made.to_dense().unwrap(), values);
            finch! { made .= 0; s .= 0; for j, i { let e = rows[j, i]; made[j, i] += e; s[] <<total>>= e; } }
                .run()
                .unwrap();
            made.validate().unwrap();
            assert_eq!((made.to_dense().unwrap(), s.get()), (values.to_vec(), 15.0));
        )* };
    }
    writes!(
        RunList<Dense<E>>,
        RunList<SparseList<E>>,
        SparseRunList<Dense<E>>,
        PackBits<Dense<E>>
    );
}

#[test]
fn sums_in_any_order_assign_nothing_where_all_is_missing() {
    // Each entry of the rows 0 and 2 meets a place beyond `x`.
    let a = Csr::from_dense([3, 4], &[1.0, 0.0, 3.0, 0.0, 0.0, 2.0, 0.0, 4.0, 5.0, 0.0, 0.0, 0.0]).unwrap();
    let blocks = BlockCsr::<f64>::from_tensor(&a).unwrap();
    let x = Vector::from(vec![10.0, 20.0]);
    let at = Vector::<usize>::from(vec![9, 0, 7, 1]);
    macro_rules! sums {
        ($($a:ident by $op:ident),*) => { $(
            let (mut listed, mut single) = (SparseVector::<f64>::default(), PointVector::<f64>::default());
            finch! { listed .= 0; for j, i { listed[j] <<$op>>= $a[j, i] * x[~at[i]]; } }.run().unwrap();
            assert_eq!(listed.to_triplets(), [([1].into(), 100.0)]);
            finch! { single .= 0; for j, i { single[j] <<$op>>= $a[j, i] * x[~at[i]]; } }.run().unwrap();
            assert_eq!(single.to_triplets(), [([1].into(), 100.0)]);
        )* };
    }
    sums!(a by Add, a by FastAdd, blocks by Add, blocks by FastAdd);
}

/// The same in loops that are long enough for several sums at a time.
#[test]
fn long_sums_assign_nothing_where_all_is_missing() {
    const N: usize = 70;
    let d = Matrix::from_dense([3, N], &[1.0; 3 * N]).unwrap();
    let x = Vector::from(vec![10.0, 20.0]);
    // Rows 0 and 2 meet places beyond `x` alone; the other one meets two that are not.
    let places: Vec<usize> = (0..3 * N)
        .map(|at| if at == N + 5 || at == N + 69 { at % 2 } else { 9 })
        .collect();
    let at = Matrix::from_dense([3, N], &places).unwrap();
    macro_rules! sums {
        ($($op:ident),*) => { $(
            let mut listed = SparseVector::<f64>::default();
            finch! { listed .= 0; for j, i { listed[j] <<$op>>= d[j, i] * x[~at[j, i]]; } }.run().unwrap();
            assert_eq!(listed.to_triplets(), [([1].into(), 40.0)]);
        )* };
    }
    sums!(Add, FastAdd);
}

#[test]
fn coordinates_end_where_their_row_does() {
    let entries = [([0, 0], 1.0), ([1, 0], 2.0), ([1, 2], 4.0)];
    let (a, b) = (
        Coo::<f64>::from_triplets([2, 3], entries, Add).unwrap(),
        Matrix::from_dense([2, 3], &[5.0, 6.0, 7.0, 8.0, 9.0, 10.0]).unwrap(),
    );
    let mut rows = Csr::<f64>::default();
    finch! { rows .= 0; for j { for i in 0..2 { rows[j, i] = b[j, i]; } for i in 2..3 { rows[j, i] = a[j, i]; } } }
        .run()
        .unwrap();
    assert_eq!(rows.to_dense().unwrap(), [5.0, 6.0, 0.0, 8.0, 9.0, 4.0]);
    finch! { rows .= 0; for j { for i in 0..2 { rows[j, i] = a[j, i + 1]; } } }
        .run()
        .unwrap();
    assert_eq!(rows.to_dense().unwrap(), [0.0, 0.0, 0.0, 0.0, 4.0, 0.0]);
}
