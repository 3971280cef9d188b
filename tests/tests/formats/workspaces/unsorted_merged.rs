//! Unsorted lists below levels of runs: equal neighbours become one, in whatever order they were written.

use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::run;
use typenum::U2;

#[test]
fn runs_of_rows_in_any_order() {
    // Rows 0 and 1 are 7 0 5 0 7 by way of different rows of `a`, whose columns come up in different orders.
    let x = [0, 0, 5, 0, 0, 7, 0, 0, 0, 7, 7, 0, 0, 0, 7, 0, 0, 5, 0, 0];
    let y = [1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let (a, b) = (csr(4, 5, &x), csr(6, 4, &y));
    let (mut rows, mut runs) = (UnsortedCsr::<i64>::default(), empty::<RunList<UnsortedList<Value>>>());
    run! { rows .= 0; for j, k, i { rows[j, i] += b[j, k] * a[k, i]; } }
    assert_eq!(rows.level().child().idx(), &[2, 0, 4, 0, 4, 2, 2, 0, 4, 0, 4]);
    for _ in 0..2 {
        run! { runs .= 0; for j, k, i { runs[j, i] += b[j, k] * a[k, i]; } }
        assert_eq!(all(&runs), product(&y, &x, 6, 4, 5));
        assert_eq!(runs.level().right(), &[3, 4, 6]);
        assert_eq!(runs.level().child().idx(), &[2, 0, 4, 0, 4])
    }
    // The same columns with other values stay apart.
    let y = [1, 1, 0, 0, 2, 1, 0, 0, 1, 1, 0, 0];
    let b = csr(3, 4, &y);
    run! { runs .= 0; for j, k, i { runs[j, i] += b[j, k] * a[k, i]; } }
    assert_eq!(all(&runs), product(&y, &x, 3, 4, 5));
    assert_eq!(runs.level().right(), &[1, 2, 3]);
}

/// Random rows that often repeat, over leaves and dense fibers; runs above runs.
#[test]
fn merges_as_sorted_lists_do() {
    fn checks<L: Written<U2>, S: Written<U2>>() {
        let mut dice = Dice(21);
        let (mut c, mut d) = (Tensor::<L>::default(), Tensor::<S>::default());
        for (rows, columns) in [(1, 1), (9, 3), (30, 2), (12, 40), (0, 4), (4, 0)] {
            let kinds: Vec<Vec<i64>> = (0..3).map(|_| dice.values(columns, 2)).collect();
            let values: Vec<i64> = (0..rows).flat_map(|_| kinds[dice.below(3)].clone()).collect();
            let source = csr(rows, columns, &values);
            c.copy_from(&source).unwrap();
            d.copy_from(&source).unwrap();
            assert_eq!(all(&c), values);
            assert_eq!((c.count_stored(), c.bytes()), (d.count_stored(), d.bytes()))
        }
    }
    checks::<RunList<UnsortedList<Value>>, RunList<List>>();
    checks::<SparseRunList<UnsortedList<Value>>, SparseRunList<List>>();
    checks::<PackBits<UnsortedList<Value>>, PackBits<List>>();
}

/// What is below is compared where it stands, also in other orders.
#[test]
fn merges_over_dense_fibers() {
    // Planes of 3 by 2: columns of `order` come up in another order in every second plane.
    let order = csr(
        4,
        6,
        &[1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    );
    let planes = csr(6, 3, &[0, 5, 0, 5, 0, 0, 0, 5, 0, 5, 0, 0, 1, 0, 0, 1, 0, 0]);
    let (values, mut runs) = (csr(3, 2, &[1, 2, 3, 4, 5, 6]), empty::<RunList<UnsortedList<Line>>>());
    run! { runs .= 0; for l, k, i, m { runs[l, i, m] += order[l, k] * planes[k, i] * values[i, m]; } }
    assert_eq!(
        (runs.level().right(), runs.level().child().idx()),
        (&vec![3, 4], &vec![1, 0, 0])
    );
    let all = all(&runs);
    assert_eq!(
        (&all[..6], &all[12..18]),
        (&[5, 10, 15, 20, 0, 0][..], &[5, 10, 15, 20, 0, 0][..])
    );
    assert_eq!(all[18..], [1, 2, 0, 0, 0, 0]);
}

#[test]
fn patterns() {
    let b = csr(4, 3, &[1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0]).pattern();
    let a = csr(3, 4, &[0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1]).pattern();
    let mut c = Tensor::<RunList<UnsortedList<Pattern>>>::default();
    run! { c .= _; for j, k, i { c[j, i] |= b[j, k] & a[k, i]; } }
    c.validate().unwrap();
    assert_eq!(
        (c.level().right(), c.level().child().idx()),
        (&vec![2, 3, 4], &vec![1, 3, 0, 0])
    );
}
