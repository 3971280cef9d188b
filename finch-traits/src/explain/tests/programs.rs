//! The programs that are lowered both ways.

use super::agree;
use super::formats::{Dense, Either, List, Rows, Runs};
use super::outputs::{ByIndex, ByRun, Scalar, Short, Store};
use crate::expr::access::Access;
use crate::fiber::Fiber;
use crate::index::arithmetic::plus;
use crate::index::{IndexList, Indices, follow, gallop, permissive, window};
use crate::indices;
use crate::notation::function::select;
use crate::notation::overload::{Value, block, constant, define, forall, forall_in, interleave, map1, map2, sieve};
use crate::program::program;
use finch_algebra as algebra;
use finch_algebra::operators::{Coalesce, Max, Min};
use finch_algebra::reducers::{FastAdd, InitWrite, Overwrite};
use typenum::{U0, U1};

const EXTENT: usize = 9;
const X: Dense<'static> = Dense(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
const W: Dense<'static> = Dense(&[1.0, 2.0, 3.0]);
const R: Runs<'static> = Runs {
    right: &[2, 3, 7, 9],
    at: 0,
};
const Q: Runs<'static> = Runs {
    right: &[1, 5, 9],
    at: 0,
};

const fn list(idx: &'static [usize]) -> List<'static> {
    List {
        extent: EXTENT,
        idx,
        at: 0,
    }
}

const A: List<'static> = list(&[0, 2, 3, 7]);
const B: List<'static> = list(&[2, 4, 7, 8]);
const C: List<'static> = list(&[]);
const ROWS: [List<'static>; 3] = [A, C, B];

fn at<F: Fiber, I: Indices>(fiber: F, indices: I) -> Value<Access<F, I::List>>
where
    I::List: IndexList,
{
    Value::new(Access::new(fiber, indices.list()))
}

/// Tests that lower a program over one index with each of some values.
macro_rules! lowered {
    ($kind:ident = |$i:ident, $value:ident| $agree:expr; $($test:ident: $with:expr;)*) => {
        mod $kind {
            use super::*;
            $(
                #[test]
                fn $test() {
                    indices!($i);
                    let $value = $with;
                    assert!($agree > 0)
                }
            )*
        }
    };
}

lowered! {
    sums = |i, value| {
        let mut s = Store::<Scalar>::new(1);
        agree(program().declare(&mut s).body(|(s,)| forall(i, s.at(()).add(value))))
    };
    dense: at(X, (i,));
    one_list: at(A, (i,));
    product: at(A, (i,)) * at(B, (i,));
    product_of_three: at(A, (i,)) * at(X, (i,)) * at(B, (i,));
    sum: at(A, (i,)) + at(B, (i,));
    sum_of_three: at(A, (i,)) + at(B, (i,)) + at(C, (i,));
    sum_of_products: at(A, (i,)) * at(B, (i,)) + at(C, (i,)) * at(X, (i,));
    product_of_sums: (at(A, (i,)) + at(B, (i,))) * at(A, (i,));
    opposite: map1(algebra::Neg, at(A, (i,)));
    more: at(A, (i,)) + constant(1.0);
    minimum: map2(Min, at(A, (i,)), at(B, (i,)));
    runs: at(R, (i,));
    runs_and_runs: at(R, (i,)) * at(Q, (i,));
    list_and_runs: at(A, (i,)) * at(R, (i,));
    lists_and_runs: at(A, (i,)) * at(B, (i,)) * at(R, (i,));
    list_plus_runs: at(A, (i,)) + at(R, (i,));
    galloping: at(A, (gallop(i),)) * at(B, (gallop(i),));
    galloping_sum: at(A, (gallop(i),)) + at(B, (gallop(i),));
    galloping_and_walking: at(A, (gallop(i),)) * at(B, (i,));
    galloping_plus_walking: at(A, (gallop(i),)) + at(B, (i,));
    galloping_runs: at(R, (gallop(i),)) * at(B, (i,));
    galloping_and_runs: at(A, (gallop(i),)) * at(R, (i,));
    following: at(A, (i,)) * at(B, (follow(i),));
    following_all: at(A, (follow(i),)) + at(B, (follow(i),));
    switch: at(Either(A, None), (i,)) * at(B, (i,));
    other_switch: at(Either(A, Some(X)), (i,)) + at(Either(B, None), (i,));
    chosen: select(at(X, (i,)).gt(constant(4.0)), at(A, (i,)), at(B, (i,)));
    before: map1(algebra::Cast::<f64>::default(), i.below(4)) * at(A, (i,));
    within: map1(algebra::Cast::<f64>::default(), i.within(2..6)) * at(A, (i,)) + at(B, (i,));
}

lowered! {
    in_lanes = |i, value| {
        let mut s = Store::<Scalar>::new(1);
        agree(program().update(&mut s).body(|(s,)| forall(i, s.at(()).reduce(FastAdd, value))))
    };
    dense: at(X, (i,));
    one_list: at(A, (i,)) * at(X, (i,));
    runs: at(R, (i,));
}

lowered! {
    in_lanes_under = |i, value| {
        let mut s = Store::<Scalar>::new(1);
        agree(program().update(&mut s).body(|(s,)| forall(i, sieve(value, s.at(()).reduce(FastAdd, at(X, (i,)))))))
    };
    dense: at(X, (i,)).gt(constant(1.0));
    one_list: at(A, (i,)).gt(constant(0.0));
    runs: at(R, (i,)).gt(constant(1.0));
}

lowered! {
    maxima = |i, value| {
        let mut s = Store::<Scalar>::new(1);
        agree(program().declare(&mut s).body(|(s,)| forall(i, s.at(()).reduce(Max, value))))
    };
    one_list: at(A, (i,));
    sum: at(A, (i,)) + at(B, (i,));
    runs: at(R, (i,)) + at(Q, (i,));
}

lowered! {
    copies = |i, value| {
        let mut y = Store::<ByIndex>::new(EXTENT);
        agree(program().declare(&mut y).body(|(y,)| forall(i, y.at((i,)).reduce(InitWrite, value))))
    };
    one_list: at(A, (i,));
    product: at(A, (i,)) * at(B, (i,));
    sum: at(A, (i,)) + at(B, (i,));
    difference: at(A, (i,)) - at(B, (i,));
    runs_and_dense: at(R, (i,)) * at(X, (i,));
    list_plus_runs: at(A, (i,)) + at(R, (i,));
}

lowered! {
    updates = |i, value| {
        let mut y = Store::<ByIndex>::new(EXTENT);
        agree(program().update(&mut y).body(|(y,)| forall(i, y.at((i,)).set(value))))
    };
    one_list: at(A, (i,));
    sum: at(A, (i,)) + at(B, (i,));
}

lowered! {
    runs = |i, value| {
        let mut z = Store::<ByRun>::new(EXTENT);
        agree(program().declare(&mut z).body(|(z,)| forall(i, z.at((i,)).reduce(Overwrite, value))))
    };
    of_dense: at(X, (i,));
    of_a_list: at(A, (i,));
    of_runs: at(R, (i,)) + at(Q, (i,));
    of_a_sum: at(A, (i,)) + at(B, (i,));
    of_a_constant: constant(1.0);
}

lowered! {
    two_outputs = |i, value| {
        let (mut s, mut t) = (Store::<Scalar>::new(1), Store::<Scalar>::new(1));
        let outputs = program().declare(&mut s).declare(&mut t);
        agree(outputs.body(|(s, t)| forall(i, block(s.at(()).add(value), t.at(()).reduce(Min, at(B, (i,)))))))
    };
    product: at(A, (i,)) * at(B, (i,));
    sum: at(A, (i,)) + at(B, (i,));
    dense: at(X, (i,));
}

lowered! {
    one_output_twice = |i, value| {
        let mut s = Store::<Scalar>::new(1);
        agree(program().declare(&mut s).body(|(s,)| forall(i, block(s.at(()).add(value), s.at(()).add(at(B, (i,)))))))
    };
    one_list: at(A, (i,));
    runs: at(R, (i,));
}

lowered! {
    named = |i, value| {
        let (mut s, mut t) = (Store::<Scalar>::new(1), Store::<Scalar>::new(1));
        let outputs = program().declare(&mut s).declare(&mut t);
        agree(outputs.body(|(s, t)| {
            let both = define::<U0, _, _>(value, |v| block(s.at(()).add(v), t.at(()).add(v * at(B, (i,)))));
            forall(i, both)
        }))
    };
    one_list: at(A, (i,));
    sum: at(A, (i,)) + at(C, (i,));
    runs: at(R, (i,));
}

lowered! {
    named_and_not = |i, value| {
        let (mut s, mut t) = (Store::<Scalar>::new(1), Store::<Scalar>::new(1));
        let outputs = program().declare(&mut s).declare(&mut t);
        agree(outputs.body(|(s, t)| {
            let both = define::<U0, _, _>(value, |v| block(s.at(()).add(v * v), t.at(()).add(at(B, (i,)))));
            forall(i, both)
        }))
    };
    one_list: at(A, (i,));
    runs: at(R, (i,));
}

lowered! {
    named_once = |i, value| {
        let mut s = Store::<Scalar>::new(1);
        agree(program().declare(&mut s).body(|(s,)| forall(i, define::<U0, _, _>(value, |v| s.at(()).add(v)))))
    };
    product: at(A, (i,)) * at(B, (i,));
    sum: at(A, (i,)) + at(B, (i,));
    more: at(A, (i,)) + at(B, (i,)) + at(X, (i,));
}

#[test]
fn sieves() {
    indices!(i);
    let mut s = Store::<Scalar>::new(1);
    let found = at(A, (i,)).gt(constant(1.0));
    agree(
        program()
            .declare(&mut s)
            .body(|(s,)| forall(i, sieve(found, s.at(()).add(at(X, (i,)))))),
    );
    agree(
        program()
            .declare(&mut s)
            .body(|(s,)| forall(i, sieve(i.below(5), s.at(()).add(at(A, (i,)))))),
    );
    agree(
        program()
            .declare(&mut s)
            .body(|(s,)| forall(i, sieve(i.within(2..5), s.at(()).add(at(A, (i,)) + at(B, (i,)))))),
    );
}

#[test]
fn matrices() {
    indices!(j, i);
    let a = Rows(&ROWS);
    let mut y = Store::<ByIndex>::new(3);
    agree(
        program()
            .declare(&mut y)
            .body(|(y,)| forall(j, forall(i, y.at((j,)).add(at(a, (j, i)) * at(X, (i,)))))),
    );
    let mut z = Store::<ByIndex>::new(EXTENT);
    agree(
        program()
            .declare(&mut z)
            .body(|(z,)| forall(j, forall(i, z.at((i,)).add(at(a, (j, i)) * at(A, (i,)))))),
    );
    let mut s = Store::<Scalar>::new(1);
    for_each_comparison(a, &mut s);
    // A loop that does not depend on the runs around it.
    let mut s = Store::<Scalar>::new(1);
    agree(
        program()
            .declare(&mut s)
            .body(|(s,)| forall(j, forall(i, s.at(()).add(at(R, (j,)) * at(B, (i,)))))),
    );
    agree(
        program()
            .declare(&mut s)
            .body(|(s,)| forall(j, forall(i, s.at(()).add(at(R, (j,)) * at(Q, (i,)))))),
    );
}

fn for_each_comparison(a: Rows<'_, List<'_>>, s: &mut Store<Scalar>) {
    indices!(j, i);
    macro_rules! when_it_holds {
        ($($condition:expr),*) => { $(
            assert!(agree(program().declare(&mut *s).body(|(s,)| forall(j, forall(i, sieve($condition, s.at(()).add(at(a, (j, i)))))))) > 0);
        )* };
    }
    when_it_holds!(j.le(i), j.lt(i), i.ge(j), i.eq(j), j.band(i, -1, 2), !j.eq(i));
}

#[test]
fn workspaces() {
    indices!(j, i);
    let a = Rows(&ROWS);
    let mut y = Store::<ByIndex>::new(3);
    let mut w = Store::<Scalar>::new(1);
    agree(program().declare(&mut y).workspace(&mut w).body(|(y, w)| {
        let row = w.within(
            forall(i, w.at(()).add(at(a, (j, i)))),
            y.at((j,)).set(w.read(()) * at(W, (j,))),
        );
        forall(j, row)
    }));
}

#[test]
fn nested_lets() {
    indices!(i);
    let mut s = Store::<Scalar>::new(1);
    let mut t = Store::<Scalar>::new(1);
    agree(program().declare(&mut s).declare(&mut t).body(|(s, t)| {
        let inner = define::<U1, _, _>(at(B, (i,)), |v| {
            define::<U0, _, _>(at(A, (i,)), |u| block(s.at(()).add(u * v), t.at(()).add(u + v)))
        });
        forall(i, inner)
    }));
}

#[test]
fn early_exit_is_told() {
    indices!(i);
    let mut s = Store::<Short>::new(1);
    let choose = algebra::Choose::<algebra::Zero>::new();
    let text = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).named("s").reduce(choose, at(A, (i,)))))
        .explain();
    assert!(text.contains("until s[] cannot change any more"), "{text}");
}

#[test]
fn statements_take_turns() {
    indices!(j, i);
    let mut s = Store::<Scalar>::new(1);
    let mut w = Store::<Scalar>::new(1);
    let text = program()
        .declare(&mut s)
        .body(|(s,)| {
            let twice = interleave(s.at(()).add(at(R, (i,))), s.at(()).reduce(algebra::Mul, constant(0.5)));
            forall(i, twice)
        })
        .explain();
    assert!(text.contains("in turns, for each index"), "{text}");
    // In a loop that does not depend on the runs around it.
    agree(program().declare(&mut s).body(|(s,)| {
        let twice = interleave(
            s.at(()).add(at(R, (j,)) * at(B, (i,))),
            s.at(()).reduce(Max, at(R, (j,))),
        );
        forall(j, forall(i, twice))
    }));
    agree(program().declare(&mut s).workspace(&mut w).body(|(s, w)| {
        let sum = w.within(
            forall(i, w.at(()).add(at(A, (i,)))),
            s.at(()).add(w.read(()) * at(R, (j,))),
        );
        forall(j, sum)
    }));
    // What one statement is done with, the other takes up again.
    let mut t = Store::<Short>::new(1);
    agree(program().declare(&mut t).body(|(t,)| {
        let choose = t.at(()).reduce(algebra::Choose::<algebra::Zero>::new(), at(A, (i,)));
        forall(i, interleave(choose, t.at(()).reduce(algebra::Mul, at(B, (i,)))))
    }));
}

lowered! {
    places = |i, value| {
        let mut s = Store::<Scalar>::new(1);
        agree(program().declare(&mut s).body(|(s,)| forall_in(i, 1..4, s.at(()).add(value))))
    };
    moved: at(A, (i + 2,));
    moved_back: at(X, (i - 1,)) * at(A, (i,));
    moved_lists: at(A, (i + 1,)) * at(B, (i + 2,));
    moved_runs: at(R, (i + 3,)) * at(A, (i,));
    galloping: at(A, (plus(gallop(i), 1),)) * at(B, (gallop(i),));
    windowed: at(A, (window(i, 2..6),));
    one_place: at(A, (5,)) * at(B, (i,));
    one_place_of_runs: at(R, (5,)) * at(X, (i,));
    product: at(A, (i * 2,));
    beyond: at(A, (permissive(i + 7),)).coalesce(constant(3.0));
    beyond_alone: at(A, (permissive(i + 7),)) * at(X, (i,));
    beyond_both: map2(Coalesce, at(A, (permissive(i),)), at(B, (permissive(i - 2),)));
    beyond_all: at(A, (permissive(i - 2),)).coalesce(constant(1.0))
        + at(X, (permissive(i + 6),)).coalesce(constant(1.0))
        + at(R, (permissive(i + 7),)).coalesce(constant(1.0));
    rows: at(Rows(&ROWS), (2, i));
    diagonal: at(Rows(&ROWS), (i - 1, i));
    beyond_rows: at(Rows(&ROWS), (permissive(i), permissive(i + 7))).coalesce(constant(2.0));
}

#[test]
fn late() {
    indices!(i, p);
    let (mut s, mut y) = (Store::<Scalar>::new(1), Store::<ByIndex>::new(EXTENT));
    macro_rules! sum {
        ($value:expr) => {
            forall_in(i, 0..7, forall(p, $value))
        };
    }
    assert!(
        agree(
            program()
                .declare(&mut s)
                .body(|(s,)| sum!(s.at(()).add(at(A, (i + p,)) * at(W, (p,)))))
        ) > 0
    );
    assert!(
        agree(
            program()
                .declare(&mut y)
                .body(|(y,)| sum!(y.at((i + p,)).add(at(A, (i,)) * at(W, (p,)))))
        ) > 0
    );
}

#[test]
fn in_another_order() {
    indices!(i, j);
    let mut s = Store::<Scalar>::new(1);
    assert!(
        agree(
            program()
                .declare(&mut s)
                .body(|(s,)| forall(i, forall(j, s.at(()).add(at(Rows(&ROWS), (j, i))))))
        ) > 0
    );
}

/// So many that the loop is split.
#[test]
fn borders() {
    indices!(j, i);
    let mut s = Store::<Scalar>::new(1);
    let rows = |q: usize, p: usize| at(Rows(&ROWS), (permissive(j + q), permissive(i + p))).coalesce(constant(1.0));
    let value = rows(1, 1) + rows(0, 1) + rows(1, 0) + rows(0, 2);
    assert!(
        agree(
            program()
                .declare(&mut s)
                .body(|(s,)| forall_in(j, 0..3, forall_in(i, 0..9, s.at(()).add(value))))
        ) > 0
    );
}
