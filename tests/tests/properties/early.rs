//! Short scalars over random data: what ends early comes to the same.

use crate::data::holds;
use finch_tests::check::Made;
use finch_tests::prelude::algebra::{And, Any, Choose, Mul, Or, True, Zero};
use finch_tests::prelude::*;

/// Some statements of one loop end early, each at its own place.
fn beside_each_other<A: Vector, B: Vector>() {
    holds(100, |case| {
        let shape = &case.extents()[..1];
        let (a, b) = case.inputs::<A, B>(shape, shape);
        let (mut some, mut all) = (ShortScalar::new(false), ShortScalar::<bool, True>::default());
        let (mut first, mut any, mut sum) = (ShortScalar::new(0.0), ShortScalar::new(0.0), Scalar::new(0.0));
        indices!(i);
        let outcome = program()
            .declare(&mut some)
            .declare(&mut all)
            .declare(&mut first)
            .declare(&mut any)
            .declare(&mut sum)
            .body(|(some, all, first, any, sum)| {
                let product = || a.at(i) * b.at(i);
                let some = some.at(()).reduce(Or, product().gt(literal::<f64, Zero>()));
                let all = all.at(()).reduce(And, a.at(i).lt(constant(4.0)));
                let first = first.at(()).reduce(Choose::<Zero>::new(), product());
                let any = any.at(()).reduce(Any, b.at(i) + a.at(i));
                forall(
                    i,
                    block(block(some, all), block(block(first, any), sum.at(()).add(product()))),
                )
            })
            .run();
        let text = "for i {
            some[] |= a[i] * b[i] > 0;
            all[] &= a[i] < 4;
            first[] choose= a[i] * b[i];
            any[] any= b[i] + a[i];
            sum[] += a[i] * b[i]
        }";
        let outputs: [(&str, &dyn Made); 5] = [
            ("some", &some),
            ("all", &all),
            ("first", &first),
            ("any", &any),
            ("sum", &sum),
        ];
        Check::of::<(A, B)>(text).case(format!("{case:?}"), &[("a", &a), ("b", &b)], outcome, &outputs);
    })
}

/// A short scalar for each row, that decides what becomes of the row; and one for all.
fn for_each_row<A: Matrix>() {
    holds(100, |case| {
        let [rows, columns, _] = case.extents();
        let a = Input::<A>::new(&case.first(&[rows, columns]));
        let (mut y, mut first) = (Output::<List>::stale(), ShortScalar::new(0.0));
        let mut row = ShortScalar::new(0.0);
        indices!(j, i);
        let outcome = program()
            .declare(&mut y.tensor)
            .declare(&mut first)
            .workspace(&mut row)
            .body(|(y, first, row)| {
                let find = forall(i, row.at(()).reduce(Choose::<Zero>::new(), a.at2(j, i)));
                let rows = forall(j, row.within(find, y.at((j,)).set(row.read(()) + 1.0)));
                block(rows, forall(j, forall(i, first.at(()).reduce(Any, a.at2(j, i)))))
            })
            .run();
        let text = "for j { with row { for i { row[] choose= a[j, i] } } then { y[j] = row[] + 1 } }
            for j, i { first[] any= a[j, i] }";
        Check::of::<A>(text).with_workspaces(
            format!("{case:?}"),
            &[("a", &a)],
            outcome,
            &[("y", &y), ("first", &first)],
            &[("row", &row)],
        );
    })
}

some!(beside_each_other: List List, ListFollow Map, Runs SparseRuns, Flat List);
some!(for_each_row: Csr, DcsrGallop, Coo, FlatRuns, FlatMixed, SparseRunsRuns, MapMap);

/// What is decided may be undecided by another statement.
fn statements_take_turns<A: Vector, B: Vector>() {
    holds(100, |case| {
        let shape = &case.extents()[..1];
        let (a, b) = case.inputs::<A, B>(shape, shape);
        let (mut s, mut t) = (ShortScalar::new(false), ShortScalar::new(0.0));
        let mut u = ShortScalar::new(false);
        indices!(i);
        let outcome = program()
            .declare(&mut s)
            .declare(&mut t)
            .declare(&mut u)
            .body(|(s, t, u)| {
                let zero = literal::<f64, Zero>;
                let s = interleave(
                    s.at(()).reduce(Or, a.at(i).ne(zero())),
                    s.at(()).reduce(And, b.at(i).ne(zero())),
                );
                let t = interleave(
                    t.at(()).reduce(Choose::<Zero>::new(), a.at(i)),
                    sieve(b.at(i).gt(zero()), t.at(()).reduce(Mul, constant(0.0))),
                );
                forall(i, block(s, block(u.at(()).reduce(Or, a.at(i).gt(zero())), t)))
            })
            .run();
        let text = "for i {
            s[] |= a[i] != 0; s[] &= b[i] != 0;
            u[] |= a[i] > 0;
            t[] choose= a[i]; if b[i] > 0 { t[] *= 0 }
        }";
        let outputs: [(&str, &dyn Made); 3] = [("s", &s), ("t", &t), ("u", &u)];
        Check::of::<(A, B)>(text).case(format!("{case:?}"), &[("a", &a), ("b", &b)], outcome, &outputs);
    })
}

some!(statements_take_turns: List List, Flat Map, Runs SparseRuns, ListGallop List);
