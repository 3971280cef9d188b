//! The programs that are lowered both ways.

use super::agree;
use super::formats::{Dense, Gaps, List, ListOrDense, Rows, Runs};
use super::outputs::{ByIndex, ByRun, Row, Scalar, Short, Store};
use crate::expr::access::Access;
use crate::expr::joined::Joined;
use crate::fiber::Fiber;
use crate::index::arithmetic::plus;
use crate::index::part::Part;
use crate::index::term::CertainTerm;
use crate::index::{Cons, IndexList, IndexTerm, Indices, Nil, follow, gallop, permissive, window};
use crate::indices;
use crate::notation::function::select;
use crate::notation::overload::{
    IsBefore, Value, block, constant, define, forall, forall_in, interleave, joined, map1, map2, sieve,
};
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

const G: Gaps<'static> = Gaps {
    runs: &[[0, 2], [4, 6], [7, 8]],
    extent: EXTENT,
    at: 0,
};
const H: Gaps<'static> = Gaps {
    runs: &[[1, 3], [3, 5], [5, 9]],
    extent: EXTENT,
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

fn one_of<H: IndexTerm, F: Fiber>(place: H, fiber: F) -> Access<F, Cons<H, Nil>> {
    Access::new(fiber, Cons(place, Nil))
}

/// `a` before place `end`, and `b` from there on.
fn parts<H: CertainTerm, A: Fiber, B: Fiber<T = A::T>>(
    end: usize,
    place: H,
    a: A,
    b: B,
) -> Value<Joined<IsBefore<H>, Access<A, Cons<Part<H>, Nil>>, Access<B, Cons<Part<H>, Nil>>>> {
    let (a, b) = (one_of(Part::new(place, 0), a), one_of(Part::new(place, end), b));
    joined(end, place, a, b)
}

/// Lowers a program both ways, of outputs and how they are introduced.
macro_rules! agrees {
    ([$($output:ident: $kind:ident $how:ident),*] $body:expr) => {{
        $(let mut $output = Store::<$kind>::new(EXTENT);)*
        assert!(agree(program()$(.$how(&mut $output))*.body(|($($output,)*)| $body)) > 0)
    }};
}

/// Tests that lower a program over one index with each of some values.
macro_rules! lowered {
    ($kind:ident $outputs:tt |$i:ident, $value:ident| $body:expr; $($test:ident: $with:expr;)*) => {
        mod $kind {
            use super::*;
            $(
                #[test]
                fn $test() {
                    indices!($i);
                    let $value = $with;
                    agrees!($outputs $body)
                }
            )*
        }
    };
}

lowered! {
    sums [s: Scalar declare] |i, value| forall(i, s.at(()).add(value));
    dense: at(X, (i,));
    one_list: at(A, (i,));
    product: at(A, (i,)) * at(B, (i,));
    product_of_three: at(A, (i,)) * at(X, (i,)) * at(B, (i,));
    sum: at(A, (i,)) + at(B, (i,));
    sum_of_three: at(A, (i,)) + at(B, (i,)) + at(C, (i,));
    sum_of_products: at(A, (i,)) * at(B, (i,)) + at(C, (i,)) * at(X, (i,));
    product_of_sums: (at(A, (i,)) + at(B, (i,))) * at(A, (i,));
    sum_of_products_of_lists: at(A, (i,)) * at(B, (i,)) + at(C, (i,)) * at(A, (i,));
    product_and_factor: at(A, (i,)) * at(B, (i,)) + at(A, (i,));
    product_with_more: at(A, (i,)) * (at(B, (i,)) + constant(1.0));
    product_with_runs: at(A, (i,)) * (at(B, (i,)) + at(R, (i,)));
    difference_of_lists_and_runs: (at(A, (i,)) - at(R, (i,))) * at(B, (i,));
    opposite: map1(algebra::Neg, at(A, (i,)));
    more: at(A, (i,)) + constant(1.0);
    minimum: map2(Min, at(A, (i,)), at(B, (i,)));
    runs: at(R, (i,));
    runs_and_runs: at(R, (i,)) * at(Q, (i,));
    gaps: at(G, (i,));
    gaps_and_gaps: at(G, (i,)) * at(H, (i,));
    gaps_and_more: at(G, (i,)) * (at(H, (i,)) + constant(1.0));
    gaps_plus_gaps: at(G, (i,)) + at(H, (i,));
    gaps_and_runs: at(G, (i,)) * at(R, (i,));
    gaps_moved: at(G, (i,)) * map2(Coalesce, at(H, (permissive(plus(i, 1)),)), constant(2.0)) * at(H, (i,));
    list_and_gaps: at(A, (i,)) * at(G, (i,)) * at(H, (i,));
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
    switch: at(ListOrDense(A, None), (i,)) * at(B, (i,));
    other_switch: at(ListOrDense(A, Some(X)), (i,)) + at(ListOrDense(B, None), (i,));
    chosen: select(at(X, (i,)).gt(constant(4.0)), at(A, (i,)), at(B, (i,)));
    before: map1(algebra::Cast::<f64>::default(), i.below(4)) * at(A, (i,));
    within: map1(algebra::Cast::<f64>::default(), i.within(2..6)) * at(A, (i,)) + at(B, (i,));
}

/// What `let` names is a place of what is read and written.
#[test]
fn named_places() {
    indices!(i, j);
    let place = at(X, (i,)).cast::<usize>();
    agrees!([y: ByIndex update] forall_in(i, 0..3, define::<U0, _, _>(place, |p| {
        y.at((p,)).add(at(A, (p,)) * at(B, (i,)))
    })));
    agrees!([y: ByIndex update] forall_in(i, 0..3, define::<U0, _, _>(place, |p| {
        block(y.at((plus(p, 1),)).add(at(X, (i,))), forall_in(j, 0..2, y.at((j,)).add(at(A, (plus(p, j),)))))
    })));
}

lowered! {
    in_lanes [s: Scalar update] |i, value| forall(i, s.at(()).reduce(FastAdd, value));
    dense: at(X, (i,));
    one_list: at(A, (i,)) * at(X, (i,));
    runs: at(R, (i,));
}

lowered! {
    in_lanes_under [s: Scalar update] |i, value| forall(i, sieve(value, s.at(()).reduce(FastAdd, at(X, (i,)))));
    dense: at(X, (i,)).gt(constant(1.0));
    one_list: at(A, (i,)).gt(constant(0.0));
    runs: at(R, (i,)).gt(constant(1.0));
}

lowered! {
    in_lanes_beside [y: ByIndex update, s: Scalar update, t: Scalar update] |i, value| {
        forall(i, define::<U0, _, _>(value, |v| {
            block(block(y.at((i,)).add(v), s.at(()).reduce(FastAdd, v * at(X, (i,)))), t.at(()).reduce(Max, v))
        }))
    };
    one_list: at(A, (i,));
    lists: at(A, (i,)) * at(B, (i,));
    runs: at(R, (i,));
}

lowered! {
    maxima [s: Scalar declare] |i, value| forall(i, s.at(()).reduce(Max, value));
    one_list: at(A, (i,));
    sum: at(A, (i,)) + at(B, (i,));
    runs: at(R, (i,)) + at(Q, (i,));
    gaps: at(G, (i,)) * at(H, (i,));
}

lowered! {
    copies [y: ByIndex declare] |i, value| forall(i, y.at((i,)).reduce(InitWrite, value));
    one_list: at(A, (i,));
    product: at(A, (i,)) * at(B, (i,));
    sum: at(A, (i,)) + at(B, (i,));
    difference: at(A, (i,)) - at(B, (i,));
    runs_and_dense: at(R, (i,)) * at(X, (i,));
    list_plus_runs: at(A, (i,)) + at(R, (i,));
}

lowered! {
    updates [y: ByIndex update] |i, value| forall(i, y.at((i,)).set(value));
    one_list: at(A, (i,));
    sum: at(A, (i,)) + at(B, (i,));
}

lowered! {
    runs [z: ByRun declare] |i, value| forall(i, z.at((i,)).reduce(Overwrite, value));
    of_dense: at(X, (i,));
    of_a_list: at(A, (i,));
    of_runs: at(R, (i,)) + at(Q, (i,));
    of_gaps: at(G, (i,)) * at(H, (i,));
    of_a_sum: at(A, (i,)) + at(B, (i,));
    of_a_constant: constant(1.0);
}

lowered! {
    two_outputs [s: Scalar declare, t: Scalar declare] |i, value| forall(i, block(s.at(()).add(value), t.at(()).reduce(Min, at(B, (i,)))));
    product: at(A, (i,)) * at(B, (i,));
    sum: at(A, (i,)) + at(B, (i,));
    dense: at(X, (i,));
}

lowered! {
    one_output_twice [s: Scalar declare] |i, value| forall(i, block(s.at(()).add(value), s.at(()).add(at(B, (i,)))));
    one_list: at(A, (i,));
    runs: at(R, (i,));
    gaps: at(G, (i,)) * at(H, (i,));
}

lowered! {
    named [s: Scalar declare, t: Scalar declare] |i, value| forall(
        i,
        define::<U0, _, _>(value, |v| block(s.at(()).add(v), t.at(()).add(v * at(B, (i,)))))
    );
    one_list: at(A, (i,));
    sum: at(A, (i,)) + at(C, (i,));
    runs: at(R, (i,));
}

lowered! {
    named_and_not [s: Scalar declare, t: Scalar declare] |i, value| forall(
        i,
        define::<U0, _, _>(value, |v| block(s.at(()).add(v * v), t.at(()).add(at(B, (i,)))))
    );
    one_list: at(A, (i,));
    runs: at(R, (i,));
}

lowered! {
    named_once [s: Scalar declare] |i, value| forall(i, define::<U0, _, _>(value, |v| s.at(()).add(v)));
    product: at(A, (i,)) * at(B, (i,));
    sum: at(A, (i,)) + at(B, (i,));
    more: at(A, (i,)) + at(B, (i,)) + at(X, (i,));
}

#[test]
fn sieves() {
    indices!(i);
    let found = at(A, (i,)).gt(constant(1.0));
    agrees!([s: Scalar declare] forall(i, sieve(found, s.at(()).add(at(X, (i,))))));
    agrees!([s: Scalar declare] forall(i, sieve(i.below(5), s.at(()).add(at(A, (i,))))));
    agrees!([s: Scalar declare] forall(i, sieve(i.within(2..5), s.at(()).add(at(A, (i,)) + at(B, (i,))))));
}

#[test]
fn matrices() {
    indices!(j, i);
    let a = Rows(&ROWS);
    agrees!([y: ByIndex declare] forall(j, forall(i, y.at((j,)).add(at(a, (j, i)) * at(X, (i,))))));
    agrees!([z: ByIndex declare] forall(j, forall(i, z.at((i,)).add(at(a, (j, i)) * at(A, (i,))))));
    // A loop that does not depend on the runs around it.
    agrees!([s: Scalar declare] forall(j, forall(i, s.at(()).add(at(R, (j,)) * at(B, (i,))))));
    agrees!([s: Scalar declare] forall(j, forall(i, s.at(()).add(at(R, (j,)) * at(Q, (i,))))));
}

#[test]
fn comparisons() {
    indices!(j, i);
    macro_rules! when_it_holds {
        ($($condition:expr),*) => { $(
            agrees!([s: Scalar declare] forall(j, forall(i, sieve($condition, s.at(()).add(at(Rows(&ROWS), (j, i)))))));
        )* };
    }
    when_it_holds!(j.le(i), j.lt(i), i.ge(j), i.eq(j), j.band(i, -1, 2), !j.eq(i));
}

#[test]
fn workspaces() {
    indices!(j, i);
    agrees!([y: ByIndex declare, w: Scalar workspace] {
        let row = w.within(
            forall(i, w.at(()).add(at(Rows(&ROWS), (j, i)))),
            y.at((j,)).set(w.read(()) * at(W, (j,))),
        );
        forall(j, row)
    });
}

/// A loop adds to a row again and again, and more than one operand is walked over or not.
#[test]
fn tiles() {
    indices!(k, i);
    let product = at(A, (k,)) * at(X, (i,));
    agrees!([y: Row update] forall(k, forall(i, y.at((i,)).add(product))));
    agrees!([y: Row declare] forall(k, forall(i, y.at((i,)).add(product * at(B, (k,))))));
    agrees!([y: Row declare] forall(k, forall(i, y.at((i,)).add(product * at(R, (i,))))));
    agrees!([y: Row declare] forall(k, define::<U0, _, _>(at(A, (k,)), |v| forall(i, y.at((i,)).add(v * at(X, (i,)))))));
    let moved = at(W, (k,)) * at(X, (k + i,));
    agrees!([y: Row declare] forall_in(k, 0..3, forall_in(i, 0..6, y.at((i,)).add(moved))));
}

/// A sum at each child of a stepper.
#[test]
fn strips() {
    indices!(j, k);
    agrees!([y: ByIndex declare, w: Scalar workspace] {
        let sum = forall(k, w.at(()).add(at(W, (k,)) * at(X, (j,))));
        forall(j, w.within(sum, y.at((j,)).add(w.read(()) * at(A, (j,)))))
    });
    agrees!([y: ByIndex declare, w: Scalar workspace] {
        let sum = forall(k, w.at(()).add(at(W, (k,)) * at(X, (j,))));
        forall(j, w.within(sum, y.at((j,)).add(w.read(()) * (at(A, (j,)) + at(B, (j,))))))
    });
}

#[test]
fn nested_lets() {
    indices!(i);
    agrees!([s: Scalar declare, t: Scalar declare] {
        let inner = define::<U1, _, _>(at(B, (i,)), |v| {
            define::<U0, _, _>(at(A, (i,)), |u| block(s.at(()).add(u * v), t.at(()).add(u + v)))
        });
        forall(i, inner)
    });
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
    let text = program()
        .declare(&mut s)
        .body(|(s,)| {
            let twice = interleave(s.at(()).add(at(R, (i,))), s.at(()).reduce(algebra::Mul, constant(0.5)));
            forall(i, twice)
        })
        .explain();
    assert!(text.contains("in turns, for each index"), "{text}");
    // In a loop that does not depend on the runs around it.
    agrees!([s: Scalar declare] {
        let sum = s.at(()).add(at(R, (j,)) * at(B, (i,)));
        forall(j, forall(i, interleave(sum, s.at(()).reduce(Max, at(R, (j,))))))
    });
    agrees!([s: Scalar declare, w: Scalar workspace] {
        let sum = forall(i, w.at(()).add(at(A, (i,))));
        forall(j, w.within(sum, s.at(()).add(w.read(()) * at(R, (j,)))))
    });
    // What one statement is done with, the other takes up again.
    agrees!([t: Short declare] {
        let choose = t.at(()).reduce(algebra::Choose::<algebra::Zero>::new(), at(A, (i,)));
        forall(i, interleave(choose, t.at(()).reduce(algebra::Mul, at(B, (i,)))))
    });
}

lowered! {
    places [s: Scalar declare] |i, value| forall_in(i, 1..4, s.at(()).add(value));
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
    in_parts: parts(2, i, A, X);
    in_parts_and_walked: parts(2, i, A, B) * at(B, (i,)) + parts(3, i, B, R);
    in_parts_moved: parts(3, plus(i, 1), X, R);
    in_parts_of_parts: joined(3, i, parts(2, Part::new(i, 0), A, X).0, one_of(Part::new(i, 3), R));
    beyond_rows: at(Rows(&ROWS), (permissive(i), permissive(i + 7))).coalesce(constant(2.0));
}

#[test]
fn late() {
    indices!(i, p);
    agrees!([s: Scalar declare] forall_in(i, 0..4, forall_in(p, 0..3, s.at(()).add(parts(3, i + p, A, R)))));
    agrees!([s: Scalar declare] forall_in(i, 0..9, forall_in(p, 0..3, s.at(()).add(parts(4, i, A, X) * at(W, (p,))))));
    agrees!([s: Scalar declare] forall_in(i, 0..4, forall_in(p, 0..9, s.at(()).add(parts(4, p, A, X) * at(X, (i,))))));
    agrees!([s: Scalar declare] forall_in(i, 0..7, forall(p, s.at(()).add(at(A, (i + p,)) * at(W, (p,))))));
    agrees!([y: ByIndex declare] forall_in(i, 0..7, forall(p, y.at((i + p,)).add(at(A, (i,)) * at(W, (p,))))));
}

#[test]
fn in_another_order() {
    indices!(i, j);
    agrees!([s: Scalar declare] forall(i, forall(j, s.at(()).add(at(Rows(&ROWS), (j, i))))));
}

/// So many that the loop is split.
#[test]
fn borders() {
    indices!(j, i);
    let rows = |q: usize, p: usize| at(Rows(&ROWS), (permissive(j + q), permissive(i + p))).coalesce(constant(1.0));
    let value = rows(1, 1) + rows(0, 1) + rows(1, 0) + rows(0, 2);
    agrees!([s: Scalar declare] forall_in(j, 0..3, forall_in(i, 0..9, s.at(()).add(value))));
}
