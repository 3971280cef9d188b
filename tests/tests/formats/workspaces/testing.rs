//! What the tests of levels that are written in any order share.

use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{maps, run, sums};
use finch_traits::level::{Follows, Gallops, RowsFollow, RowsGallop};
use finch_traits::lifecycle::WriteLevel;
use std::fmt::Debug;
use typenum::{U1, U2};

/// Rows, inner extent, columns, and how rare entries are.
const SIZES: [(usize, usize, usize, usize); 8] = [
    (5, 7, 6, 2),
    (20, 30, 200, 9),
    (9, 9, 400, 3),
    (40, 40, 40, 4),
    (1, 20, 50, 4),
    (3, 1, 1, 1),
    (4, 0, 5, 2),
    (0, 3, 4, 1),
];

/// Products of matrices, each row of which is summed up in a workspace.
pub(crate) fn multiplies_as_a_workspace<W: Written<U1>>() {
    let (mut dice, mut w, mut c) = (Dice(1), empty::<W>(), Csr::<i64>::default());
    for (rows, inner, columns, sides) in SIZES {
        let (y, x) = (dice.values(rows * inner, sides), dice.values(inner * columns, sides));
        let (b, a) = (csr(rows, inner, &y), csr(inner, columns, &x));
        multiply_by_rows(&mut c, &mut w, (&b, &a));
        assert_eq!(all(&c), product(&y, &x, rows, inner, columns))
    }
}

/// Products of matrices by outer products, whose entries come in no order.
pub(crate) fn multiplies_by_outer_products<L: Written<U2>>() {
    let (mut dice, mut c) = (Dice(2), empty::<L>());
    for (rows, inner, columns, sides) in SIZES {
        let (y, x) = (dice.values(rows * inner, sides), dice.values(inner * columns, sides));
        let (b, a) = (csr(inner, rows, &transposed(rows, inner, &y)), csr(inner, columns, &x));
        run! { c .= 0; for k, j, i { c[j, i] += b[k, j] * a[k, i]; } }
        assert_eq!(all(&c), product(&y, &x, rows, inner, columns))
    }
}

/// The same into a workspace, which is then copied in order.
pub(crate) fn sums_up_outer_products<W: Written<U2>>() {
    let (mut dice, mut w, mut c) = (Dice(2), empty::<W>(), Csr::<i64>::default());
    for (rows, inner, columns, sides) in SIZES {
        let (y, x) = (dice.values(rows * inner, sides), dice.values(inner * columns, sides));
        let (b, a) = (csr(inner, rows, &transposed(rows, inner, &y)), csr(inner, columns, &x));
        run! {
            c .= 0;
            {
                w .= 0;
                for k, j, i { w[j, i] += b[k, j] * a[k, i]; }
                for j, i { c[j, i] = w[j, i]; }
            }
        }
        assert_eq!(all(&c), product(&y, &x, rows, inner, columns))
    }
}

/// A vector is read by every protocol, with lists and dense vectors by theirs.
pub(crate) fn is_read_by_every_protocol<L: Written<U1> + Gallops + Follows>() {
    let mut dice = Dice(3);
    for (sides, other) in [(2, 2), (1, 5), (20, 1), (50, 3), (1, 1)] {
        let (a, b) = (dice.values(300, sides), dice.values(300, other));
        let (w, x, d): (Tensor<L>, _, _) = (copied(&list(&b)), list(&a), line(&a));
        let dot = dot(&a, &b);
        sums! { for i;
            dot => (x[i] * w[i]);
            dot => (x[gallop(i)] * w[gallop(i)]);
            dot => (x[i] * w[follow(i)]);
            dot => (x[i] * w[gallop(i)]);
            dot => (d[i] * w[i]);
            dot => (d[i] * w[gallop(i)]);
            dot => (d[i] * w[follow(i)]);
        }
        maps! { for i; a, b; |a, b| a + b => (x[i] + w[i]); }
        // Over a part of the indices only.
        sums! { for i in 100..200; b[100..200].iter().sum::<i64>() => (w[i]); }
    }
}

/// Rows that are not stored are fill, by every protocol.
pub(crate) fn absent_fibers_are_fill<C, D>() -> Tensor<C>
where
    C: Written<U2> + Gallops + Follows + RowsGallop + RowsFollow,
    D: Written<U2> + RowsGallop,
{
    let (mut dice, rows, columns) = (Dice(4), 40, 30);
    let mut a = dice.values(rows * columns, 4);
    let b = dice.values(rows * columns, 4);
    for row in 0..rows / 2 {
        a[2 * row * columns..][..columns].fill(0)
    }
    let (c, d): (Tensor<C>, Tensor<D>) = (copied(&csr(rows, columns, &a)), copied(&csr(rows, columns, &b)));
    assert_eq!((all(&c), all(&d)), (a.clone(), b.clone()));
    maps! { for j, i; a, b;
        |a, b| a + b => (c[j, i] + d[j, i]);
        |a, b| a + b => (c[j, follow(i)] + d[j, i]);
        |a, b| a + b => (c[follow(j), follow(i)] + d[j, i]);
        |a, b| a + b => (c[j, gallop(i)] + d[j, gallop(i)]);
    }
    c
}

/// Matrices of all nests are made.
macro_rules! holds {
    (by $other:ty: $($nest:ty),* $(,)?) => {
        for sides in [1, 2, 5, 40, 1000] {
            let values = Dice(7 + sides as u64).values(12 * 11, sides);
            $( copies::<$nest, $other>([12, 11], &values); )*
        }
        for (rows, columns) in (0..3).flat_map(|rows| (0..3).map(move |columns| (rows, columns))) {
            let values = vec![7; rows * columns];
            $( copies::<$nest, $other>([rows, columns], &values); )*
        }
    };
}

pub(crate) use holds;

/// Allocations at `places` are kept from one declaration to the next, however entries are spread.
pub(crate) fn keeps_places<L: Written<U1>, P: PartialEq + Debug + Copy>(places: impl Fn(&L) -> P) {
    let (mut w, mut values) = (copied::<L, _>(&list(&V9)), V9);
    let before = places(w.level());
    for _ in 0..9 {
        values.rotate_left(1);
        U1::set(&mut w, &list(&values)).unwrap();
        assert_eq!((all(&w), places(w.level())), (values.to_vec(), before));
        return_to(&mut w, &values)
    }
}

fn return_to<L: Written<U1>>(w: &mut Tensor<L>, values: &[i64]) {
    U1::set(w, &list(&[1, 2])).unwrap();
    assert_eq!(all(w), [1, 2]);
    U1::set(w, &list(values)).unwrap();
    assert_eq!(all(w), values)
}

/// Entries are added before, between and behind those that are there, and to them.
pub(crate) fn is_updated_in_place<L: Written<U1>>() {
    let (mut w, mut expected) = (copied::<L, _>(&list(&V9)), V9.to_vec());
    for more in [[5, 0, 0, 1, 0, 0, 9, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 4], [1; 9], [0; 9]] {
        U1::add(&mut w, &list(&more)).unwrap();
        expected = zipped(&expected, &more, |sum, more| sum + more);
        assert_eq!(all(&w), expected)
    }
    U1::set(&mut w, &list(&V9)).unwrap();
    assert_eq!(all(&w), V9)
}

/// Three statements write to one fiber in one loop.
pub(crate) fn several_statements_write_at_once<L: Written<U1>>(check: impl Fn(&L, &[i64])) {
    let (mut dice, mut w) = (Dice(5), empty::<L>());
    for _ in 0..3 {
        let (a, b) = (dice.values(60, 3), dice.values(60, 3));
        let (x, y) = (line(&a), list(&b));
        run! { w .= 0; for i { w[i] += x[i]; w[i] += y[i]; w[i] += x[i]; } }
        let sum = zipped(&a, &b, |a, b| 2 * a + b);
        assert_eq!(all(&w), sum);
        check(w.level(), &sum)
    }
}

/// Two statements write to different rows in one loop: each row is given all rows, and gives itself to all.
pub(crate) fn write_to_different_fibers<L: Written<U2>>(
    w: &mut Tensor<L>,
    seed: u64,
) -> finch_formats::Result<Vec<i64>> {
    let (rows, columns) = (6, 9);
    let a = Dice(seed).values(rows * columns, 5);
    let (x, w) = (csr(rows, columns, &a), &mut *w);
    finch! { w .= 0; for j, k, i { w[j, i] += x[k, i]; w[k, i] += x[j, i]; } }.run()?;
    let sums: Vec<i64> = (0..columns)
        .map(|i| 2 * a.iter().skip(i).step_by(columns).sum::<i64>())
        .collect();
    Ok(sums.repeat(rows))
}

/// The first pass sets all, the second takes two back, the third sets one of them again.
pub(crate) fn patterns_are_taken_back<L: WriteLevel<T = bool, Rank = U1> + Default>() -> Tensor<L> {
    let on = Tensor::<SparseList<Element<bool, False>>>::from_dense([4], &[true; 4]).unwrap();
    let some = bits([true, false, false, true]);
    let mut out = Tensor::<L>::default();
    run! {
        out .= _;
        {
            for i { out[i] := on[i]; }
            for i { out[i] := some[i]; }
            for k in 1..2 { out[k] := on[k]; }
        }
    }
    assert_eq!(all(&out), [true, true, false, true]);
    assert_eq!(out.to_triplets().len(), 3);
    out
}

/// A dense vector of booleans.
pub(crate) fn bits(values: [bool; 4]) -> Tensor<Dense<Element<bool, False>>> {
    Tensor::from_dense([4], &values).unwrap()
}
