//! Two and three operands.

use finch_algebra::{Max, NegInf};
use finch_tests::prelude::*;

/// Runs one statement over all pairs of vectors: `$s` into a scalar.
macro_rules! into_scalar {
    ($(#[$doc:meta])* $name:ident: $text:literal, |$i:ident, $s:ident, $a:ident, $b:ident| $stmt:expr) => {
        $(#[$doc])*
        fn $name<A: Vector, B: Vector>() {
            let check = Check::of::<(A, B)>($text);
            indices!($i);
            for (a, b) in &data::pairs() {
                let mut s = Output::<Number>::stale();
                let ($a, $b) = (Input::<A>::new(a), Input::<B>::new(b));
                let outcome = program().declare(&mut s.tensor).body(|($s,)| forall($i, $stmt)).run();
                check.case(format!("{a}, {b}"), &[("a", &$a), ("b", &$b)], outcome, &[("s", &s)]);
            }
        }
    };
}

into_scalar! {
    dot: "for i { s[] += a[i] * b[i] }", |i, s, a, b| s.at(()).add(a.at(i) * b.at(i))
}

into_scalar! {
    sum_of_both: "for i { s[] += a[i] + b[i] }", |i, s, a, b| s.at(()).add(a.at(i) + b.at(i))
}

into_scalar! {
    /// A mask that is data.
    where_stored: "for i { if b[i] != 0 { s[] += a[i] } }",
    |i, s, a, b| sieve(b.at(i).ne(literal::<f64, algebra::Zero>()), s.at(()).add(a.at(i)))
}

into_scalar! {
    /// One target, twice.
    one_after_the_other: "for i { s[] += a[i]; s[] += b[i] * 2 }",
    |i, s, a, b| block(s.at(()).add(a.at(i)), s.at(()).add(b.at(i) * 2.0))
}

each!(dot: operands, operands);
each!(sum_of_both: some_vectors, some_vectors);
each!(where_stored: operands, operands);
each!(one_after_the_other: few_vectors, some_vectors);

/// Formats beside others of their own kind and of other kinds.
fn dot_of_others<A: Vector, B: Vector>() {
    dot::<A, B>()
}

some! {
    dot_of_others:
    Blocks Blocks, BlocksGallop BlocksGallop, BlocksGallop ListGallop, Blocks Runs, Band Blocks, Band Band, RaggedVector Band,
    RaggedVector PackedBits, PackedBits PackedBits, PackedBits Blocks, Pairs Blocks, PairsGallop BlocksGallop, Dict Band,
    Unsorted Runs, SparseRuns Band,
}

fn sum_of_others<A: Vector, B: Vector>() {
    union_::<A, B>()
}

some! {
    sum_of_others:
    Blocks Blocks, BlocksGallop ListGallop, Blocks Runs, Band Band, Band SparseRuns, RaggedVector Band, PackedBits PackedBits,
    PackedBits Pairs, Dict Blocks, Unsorted PackedBits,
}

/// Into a vector.
fn union_<A: Vector, B: Vector>() {
    let check = Check::of::<(A, B)>("for i { y[i] = a[i] + b[i] }");
    indices!(i);
    for (a, b) in &data::pairs() {
        let mut y = Output::<Flat>::stale();
        let (p, q) = (Input::<A>::new(a), Input::<B>::new(b));
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall(i, y.at((i,)).set(p.at(i) + q.at(i))))
            .run();
        check.case(format!("{a}, {b}"), &[("a", &p), ("b", &q)], outcome, &[("y", &y)]);
    }
}

/// A union and an intersection in one loop: where one operand is absent, one of the statements goes on.
fn several<A: Vector, B: Vector>() {
    let check = Check::of::<(A, B)>("for i { s[] += a[i] * b[i]; t[] max= a[i] - b[i]; u[i] = b[i] }");
    indices!(i);
    for (a, b) in &data::pairs() {
        let (mut s, mut t) = (Output::<Number>::stale(), Output::<Element<f64, NegInf>>::stale());
        let mut u = Output::<List>::stale();
        let (p, q) = (Input::<A>::new(a), Input::<B>::new(b));
        let outcome = program()
            .declare(&mut s.tensor)
            .declare(&mut t.tensor)
            .declare(&mut u.tensor)
            .body(|(s, t, u)| {
                let s = s.at(()).add(p.at(i) * q.at(i));
                let t = t.at(()).reduce(Max, p.at(i) - q.at(i));
                forall(i, block(s, block(t, u.at((i,)).set(q.at(i)))))
            })
            .run();
        check.case(
            format!("{a}, {b}"),
            &[("a", &p), ("b", &q)],
            outcome,
            &[("s", &s), ("t", &t), ("u", &u)],
        );
    }
}

each!(union_: operands, operands);
each!(several: few_vectors, few_vectors);

/// A union into every output.
fn union_into<A: Vector, Y: VectorOutput>() {
    let check = Check::of::<(A, List, Y)>("for i { y[i] = a[i] + b[i] }");
    indices!(i);
    for (a, b) in &data::pairs() {
        let mut y = Output::<Y>::stale();
        let (p, q) = (Input::<A>::new(a), Input::<List>::new(b));
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall(i, y.at((i,)).set(p.at(i) + q.at(i))))
            .run();
        check.case(format!("{a}, {b}"), &[("a", &p), ("b", &q)], outcome, &[("y", &y)]);
    }
}

/// An intersection into every output; nothing else is stored.
fn intersection_into<A: Vector, Y: VectorOutput>() {
    let check = Check::of::<(A, List, Y)>("for i { y[i] = a[i] * b[i] }");
    indices!(i);
    for (a, b) in &data::pairs() {
        let mut y = Output::<Y>::stale();
        let (p, q) = (Input::<A>::new(a), Input::<List>::new(b));
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall(i, y.at((i,)).set(p.at(i) * q.at(i))))
            .run();
        check.case(format!("{a}, {b}"), &[("a", &p), ("b", &q)], outcome, &[("y", &y)]);
    }
}

each!(union_into: few_vectors, vector_outputs);
each!(intersection_into: few_vectors, vector_outputs);

/// Runs one statement over triples of vectors.
macro_rules! of_three {
    ($name:ident: $text:literal, |$i:ident, $a:ident, $b:ident, $c:ident| $value:expr) => {
        fn $name<A: Vector, B: Vector, C: Vector>() {
            let check = Check::of::<(A, B, C)>($text);
            indices!($i);
            for [a, b, c] in &data::triples() {
                let (mut s, mut y) = (Output::<Number>::stale(), Output::<List>::stale());
                let ($a, $b, $c) = (Input::<A>::new(a), Input::<B>::new(b), Input::<C>::new(c));
                let outcome = program()
                    .declare(&mut s.tensor)
                    .declare(&mut y.tensor)
                    .body(|(s, y)| {
                        block(
                            forall($i, s.at(()).add($value)),
                            forall($i, y.at(($i,)).set($value)),
                        )
                    })
                    .run();
                let inputs: [(&str, &dyn finch_tests::check::Given); 3] = [("a", &$a), ("b", &$b), ("c", &$c)];
                check.case(
                    format!("{a}, {b}, {c}"),
                    &inputs,
                    outcome,
                    &[("s", &s), ("y", &y)],
                );
            }
        }
    };
}

of_three! {
    sum_of_three: "for i { s[] += a[i] + b[i] + c[i] } for i { y[i] = a[i] + b[i] + c[i] }",
    |i, a, b, c| a.at(i) + b.at(i) + c.at(i)
}

of_three! {
    product_of_three: "for i { s[] += a[i] * b[i] * c[i] } for i { y[i] = a[i] * b[i] * c[i] }",
    |i, a, b, c| a.at(i) * b.at(i) * c.at(i)
}

of_three! {
    product_and_sum: "for i { s[] += a[i] * b[i] + c[i] } for i { y[i] = a[i] * b[i] + c[i] }",
    |i, a, b, c| a.at(i) * b.at(i) + c.at(i)
}

of_three! {
    product_of_sum: "for i { s[] += a[i] * (b[i] + c[i]) } for i { y[i] = a[i] * (b[i] + c[i]) }",
    |i, a, b, c| a.at(i) * (b.at(i) + c.at(i))
}

some!(sum_of_three: List List List, Flat List Flat, List ListFollow Map, ListGallop Runs Flat, SparseRuns List Runs);
some!(product_of_three: List List List, ListGallop ListGallop ListGallop, Mixed List Flat, Flat List Flat, List ListFollow Map, ListGallop Runs Flat, SparseRuns List Runs);
some!(product_and_sum: List List List, Flat List Flat, List ListFollow Map, ListGallop Runs Flat, SparseRuns List Runs);
some!(product_of_sum: List List List, Flat List Flat, List ListFollow Map, ListGallop Runs Flat, SparseRuns List Runs);
