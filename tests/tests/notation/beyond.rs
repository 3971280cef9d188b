//! Places beyond an extent, in rows that are stored and in rows that are not.

use finch_kernels::prelude::*;

type E = Element<f64>;

#[test]
fn places_beyond_a_row_are_missing_in_rows_that_are_not_stored() {
    let rows = Csr::from_dense([3, 2], &[1.0, 1.0, 0.0, 1.0, 1.0, 1.0]).unwrap();
    macro_rules! reads {
        ($($level:ty),* $(,)?) => { $(
            let a = Tensor::<$level>::from_dense([3, 2], &[3.0, 4.0, 0.0, 0.0, 0.0, 0.0]).unwrap();
            let around = a.permissive();
            let (around, name) = (around.offset([0, 1]), stringify!($level));
            let mut y = Matrix::<f64>::default();
            finch! { y .= 0; for j in 0..3, i in 0..2 { y[j, i] = coalesce(around[j, i], 7.0); } }.run().unwrap();
            assert_eq!(y.values(), [4.0, 7.0, 0.0, 7.0, 0.0, 7.0], "{name}");
            let mut w = Vector::<f64>::default();
            finch! { w .= 0; for j, i { w[j] += coalesce(a[j, ~(i + 1)], 7.0) * rows[j, i]; } }.run().unwrap();
            assert_eq!(w.values(), [11.0, 7.0, 7.0], "{name}");
        )* };
    }
    of_list! {
        {
            reads!(Dense<SparseList<E>>, SparseRunList<Dense<E>>);
        }
        {
            reads!(
                SparseList<SparseList<E>>,
                SparseCoo<typenum::U2, E>,
                SparseBand<Dense<E>>,
                SparsePoint<Dense<E>>,
                SparseDict<Dense<E>>,
                RunList<Dense<E>>,
            );
        }
    }
}
