//! Unsorted lists below levels of runs: equal neighbours become one, in whatever order they were written.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_traits::lifecycle::WriteLevel;
use typenum::U2;

/// Rows that repeat, as products of repeated rows: those of `b` make terms come up in another order.
fn products<L: WriteLevel<T = i64, Fill = Zero, Rank = U2> + Default>(
    c: &mut Tensor<L>,
    b: &[i64],
    a: &[i64],
    rows: usize,
    inner: usize,
) {
    indices!(j, k, i);
    let columns = a.len() / inner;
    let (b, a_rows) = (csr(rows, inner, b), csr(inner, columns, a));
    program()
        .declare(&mut *c)
        .body(|(c,)| {
            forall(
                j,
                forall(k, forall(i, c.at((j, i)).add(b.at((j, k)) * a_rows.at((k, i))))),
            )
        })
        .run()
        .unwrap();
}

#[test]
fn runs_of_rows_in_any_order() {
    // Rows 0 and 1 are 7 0 5 0 7 by way of different rows of `a`, whose columns come up in different orders.
    let a = [0, 0, 5, 0, 0, 7, 0, 0, 0, 7, 7, 0, 0, 0, 7, 0, 0, 5, 0, 0];
    let b = [1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let expected = product(&b, &a, 6, 4, 5);
    let mut rows = UnsortedCsr::<i64>::default();
    products(&mut rows, &b, &a, 6, 4);
    assert_eq!(rows.level().child().idx(), &[2, 0, 4, 0, 4, 2, 2, 0, 4, 0, 4]);
    let mut runs = empty::<RunList<UnsortedList<Value>>>();
    for _ in 0..2 {
        products(&mut runs, &b, &a, 6, 4);
        assert_eq!(all(&runs), expected);
        assert_eq!(runs.level().right(), &[3, 4, 6]);
        assert_eq!(runs.level().child().idx(), &[2, 0, 4, 0, 4])
    }
    // The same columns with other values stay apart.
    let b = [1, 1, 0, 0, 2, 1, 0, 0, 1, 1, 0, 0];
    products(&mut runs, &b, &a, 3, 4);
    assert_eq!(all(&runs), product(&b, &a, 3, 4, 5));
    assert_eq!(runs.level().right(), &[1, 2, 3]);
}

/// Random rows that often repeat, over leaves and dense fibers; runs above runs.
#[test]
fn merges_as_sorted_lists_do() {
    fn checks<L: WriteLevel<T = i64, Rank = U2> + Default, S: WriteLevel<T = i64, Rank = U2> + Default>() {
        let mut dice = Dice(21);
        let (mut c, mut d) = (Tensor::<L>::default(), Tensor::<S>::default());
        for (rows, columns) in [(1, 1), (9, 3), (30, 2), (12, 40), (0, 4), (4, 0)] {
            let kinds: Vec<Vec<i64>> = (0..3).map(|_| dice.values(columns, 2)).collect();
            let mut values = Vec::new();
            for _ in 0..rows {
                values.extend(&kinds[dice.below(3)])
            }
            let source = csr(rows, columns, &values);
            c.copy_from(&source).unwrap();
            d.copy_from(&source).unwrap();
            assert_eq!(all(&c), values);
            assert_eq!((c.count_stored(), c.bytes()), (d.count_stored(), d.bytes()))
        }
    }
    checks::<RunList<UnsortedList<Value>>, RunList<SparseList<Value>>>();
    checks::<SparseRunList<UnsortedList<Value>>, SparseRunList<SparseList<Value>>>();
    checks::<PackBits<UnsortedList<Value>>, PackBits<SparseList<Value>>>();
}

/// What is below is compared where it stands, also in other orders.
#[test]
fn merges_over_dense_fibers() {
    indices!(l, k, i, m);
    // Planes of 3 by 2: columns of `order` come up in another order in every second plane.
    let order = csr(
        4,
        6,
        &[1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    );
    let planes = csr(6, 3, &[0, 5, 0, 5, 0, 0, 0, 5, 0, 5, 0, 0, 1, 0, 0, 1, 0, 0]);
    let values = csr(3, 2, &[1, 2, 3, 4, 5, 6]);
    let mut runs = empty::<RunList<UnsortedList<Dense<Value>>>>();
    program()
        .declare(&mut runs)
        .body(|(runs,)| {
            forall(
                l,
                forall(
                    k,
                    forall(
                        i,
                        forall(
                            m,
                            runs.at((l, i, m))
                                .add(order.at((l, k)) * planes.at((k, i)) * values.at((i, m))),
                        ),
                    ),
                ),
            )
        })
        .run()
        .unwrap();
    assert_eq!(runs.level().right(), &[3, 4]);
    assert_eq!(runs.level().child().idx(), &[1, 0, 0]);
    assert_eq!(all(&runs)[..6], [5, 10, 15, 20, 0, 0]);
    assert_eq!(all(&runs)[12..18], [5, 10, 15, 20, 0, 0]);
    assert_eq!(all(&runs)[18..], [1, 2, 0, 0, 0, 0]);
}

#[test]
fn patterns() {
    indices!(j, k, i);
    let (b, a) = (
        csr(4, 3, &[1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0]).pattern(),
        csr(3, 4, &[0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1]).pattern(),
    );
    let mut c = Tensor::<RunList<UnsortedList<Pattern>>>::default();
    program()
        .declare(&mut c)
        .body(|(c,)| {
            forall(
                j,
                forall(k, forall(i, c.at((j, i)).reduce(Or, b.at((j, k)) & a.at((k, i))))),
            )
        })
        .run()
        .unwrap();
    c.validate().unwrap();
    assert_eq!(c.level().right(), &[2, 3, 4]);
    assert_eq!(c.level().child().idx(), &[1, 3, 0, 0]);
}
