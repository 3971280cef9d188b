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

/// What a condition rules out is not looked up: its place lies nowhere.
#[test]
fn places_under_a_condition() -> Result<(), Error> {
    let p = Vector::<usize>::from(vec![2, 9, 0, 9]);
    let (holds, fails) = ([true, false, true, false], [true, true, false, false]);
    let x = Vector::from(vec![1.0, 2.0, 3.0]);
    let n = Vector::from(vec![1.0, 0.0, 1.0, 0.0]);
    let mut found = Vec::new();
    macro_rules! under {
        ($($m:expr),*) => { $(
            let m = $m;
            let (mut h, mut y) = (Vector::<usize>::empty([3])?, Vector::<f64>::default());
            let (mut s, mut total) = (Scalar::<f64>::default(), Scalar::<usize>::default());
            found.push([
                finch! { h .= 0; for i { if m[i] { h[p[i]] += 1 } } }.run().is_ok_and(|_| h.values() == [1, 0, 1]),
                finch! { y .= 0; for i { if m[i] { y[i] += x[p[i]] } } }.run().is_ok_and(|_| y.values() == [3.0, 0.0, 1.0, 0.0]),
                finch! { s .= 0; for i { if m[i] { s[] += x[p[i]] } } }.run().is_ok_and(|_| s.get() == 4.0),
                finch! { total .= 0; for i { if m[i] { total[] += p[p[i]] } } }.run().is_ok_and(|_| total.get() == 2),
                finch! { h .= 0; for i { if m[i] { if n[i] > 0.0 { h[p[i]] += 1 } } } }.run().is_ok_and(|_| h.values() == [1, 0, 1]),
            ]);
        )* };
    }
    of_list! {
        { under!(Vector::<bool>::from(holds.to_vec()), SparseVector::<bool>::from_dense([4], &holds)?); }
        { under!(BitVector::from_dense([4], &holds)?); }
    }
    assert!(found.iter().flatten().all(|&is_right| is_right), "{found:?}");
    found.clear();
    of_list! {
        { under!(Vector::<bool>::from(fails.to_vec()), SparseVector::<bool>::from_dense([4], &fails)?); }
        { under!(BitVector::from_dense([4], &fails)?); }
    }
    assert!(found.iter().flatten().all(|&is_right| !is_right), "{found:?}");
    Ok(())
}

/// What is under two conditions has no place where one does not hold; of two sides of a condition that set one output the one that holds is computed.
#[test]
fn sides_of_a_condition() -> Result<(), Error> {
    let p = Vector::<usize>::from(vec![2, 9, 0, 9]);
    let (x, n) = (
        Vector::from(vec![1.0, 2.0, 3.0]),
        Vector::from(vec![10.0, 20.0, 30.0, 40.0]),
    );
    let (mut y, mut h) = (SparseVector::<f64>::default(), Vector::<usize>::empty([3])?);
    for is_right in [true, false] {
        let m = Vector::<bool>::from(vec![true, false, true, !is_right]);
        let within = finch! { h .= 0; for i { if m[i] { if n[i] > 5.0 { h[p[i]] += 1 } } } }.run();
        assert_eq!(within.is_ok(), is_right, "{within:?}");
        assert!(!is_right || h.values() == [1, 0, 1]);
        let (bits, mut s) = (BitVector::from_dense([4], m.values())?, Scalar::<f64>::default());
        let in_lanes = finch! { s .= 0; for i { if n[i] > 5.0 { if bits[i] { s[] <<FastAdd>>= x[p[i]] } } } }.run();
        assert_eq!(in_lanes.is_ok(), is_right, "{in_lanes:?}");
        assert!(!is_right || s.get() == 4.0);
    }
    // Both sides set an output that is written in order: a choice of values, whose places lie within bounds.
    let (m, q) = (
        Vector::<bool>::from(vec![true, false, true, false]),
        Vector::<usize>::from(vec![2, 1, 0, 1]),
    );
    finch! { y .= 0; for i { if m[i] { y[i] = x[q[i]] } else { y[i] = n[i] } } }.run()?;
    assert_eq!(y.to_dense()?, [3.0, 20.0, 1.0, 40.0]);
    // The value of the other side is not computed.
    let mut z = SparseVector::<usize>::default();
    finch! { z .= 0; for i { if p[i] != 0 { z[i] = 6 / p[i] } else { z[i] = 1 } } }.run()?;
    assert_eq!(z.to_dense()?, [3, 0, 1, 0]);
    Ok(())
}
