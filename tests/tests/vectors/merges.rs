//! Two and three operands.

use finch_algebra::{Max, NegInf};
use finch_tests::prelude::*;

case! {
    dot<A: Vector, B: Vector>(i): "for i { s[] += a[i] * b[i] }";
    over (a, b) in &data::pairs();
    reads a: A, b: B;
    writes s: Number;
    forall(i, s.at(()).add(a.at(i) * b.at(i)))
}

case! {
    sum_of_both<A: Vector, B: Vector>(i): "for i { s[] += a[i] + b[i] }";
    over (a, b) in &data::pairs();
    reads a: A, b: B;
    writes s: Number;
    forall(i, s.at(()).add(a.at(i) + b.at(i)))
}

case! {
    /// A mask that is data.
    where_stored<A: Vector, B: Vector>(i): "for i { if b[i] != 0 { s[] += a[i] } }";
    over (a, b) in &data::pairs();
    reads a: A, b: B;
    writes s: Number;
    forall(i, sieve(b.at(i).ne(literal::<f64, algebra::Zero>()), s.at(()).add(a.at(i))))
}

case! {
    /// One target, twice.
    one_after_the_other<A: Vector, B: Vector>(i): "for i { s[] += a[i]; s[] += b[i] * 2 }";
    over (a, b) in &data::pairs();
    reads a: A, b: B;
    writes s: Number;
    forall(i, block(s.at(()).add(a.at(i)), s.at(()).add(b.at(i) * 2.0)))
}

each!(dot: two of operands);
each!(sum_of_both: two of some_vectors);
each!(where_stored: operands, some_vectors);
each!(one_after_the_other: few_vectors, some_vectors);

/// Formats beside others of their own kind and of other kinds.
fn dot_of_others<A: Vector, B: Vector>() {
    dot::<A, B>()
}

some! {
    dot_of_others:
    Blocks Blocks, BlocksGallop BlocksGallop, BlocksGallop ListGallop, Blocks Runs, Band Blocks, Band Band, RaggedVector Band,
    RaggedVector PackedBits, PackedBits PackedBits, PackedBits Blocks, Pairs Blocks, PairsGallop BlocksGallop, Dict Band,
    Unsorted Runs, SparseRuns Band, SparseRuns SparseRuns, SparseRunsApart Blocks, Blocks SparseRuns,
}

fn sum_of_others<A: Vector, B: Vector>() {
    union_::<A, B>()
}

some! {
    sum_of_others:
    Blocks Blocks, BlocksGallop ListGallop, Blocks Runs, Band Band, Band SparseRuns, RaggedVector Band, PackedBits PackedBits,
    PackedBits Pairs, Dict Blocks, Unsorted PackedBits,
}

case! {
    /// Into a vector.
    union_<A: Vector, B: Vector>(i): "for i { y[i] = a[i] + b[i] }";
    over (a, b) in &data::pairs();
    reads a: A, b: B;
    writes y: Flat;
    forall(i, y.at((i,)).set(a.at(i) + b.at(i)))
}

case! {
    /// A union and an intersection in one loop: where one operand is absent, one of the statements goes on.
    several<A: Vector, B: Vector>(i): "for i { s[] += a[i] * b[i]; t[] max= a[i] - b[i]; u[i] = b[i] }";
    over (a, b) in &data::pairs();
    reads a: A, b: B;
    writes s: Number, t: Element<f64, NegInf>, u: List;
    {
        let s = s.at(()).add(a.at(i) * b.at(i));
        let t = t.at(()).reduce(Max, a.at(i) - b.at(i));
        forall(i, block(s, block(t, u.at((i,)).set(b.at(i)))))
    }
}

each!(union_: two of operands);
each!(several: few_vectors, few_vectors);

case! {
    /// A union into every output.
    union_into<A: Vector, Y: VectorOutput>(i): "for i { y[i] = a[i] + b[i] }";
    over (a, b) in &data::pairs();
    reads a: A, b: List;
    writes y: Y;
    forall(i, y.at((i,)).set(a.at(i) + b.at(i)))
}

case! {
    /// An intersection into every output; nothing else is stored.
    intersection_into<A: Vector, Y: VectorOutput>(i): "for i { y[i] = a[i] * b[i] }";
    over (a, b) in &data::pairs();
    reads a: A, b: List;
    writes y: Y;
    forall(i, y.at((i,)).set(a.at(i) * b.at(i)))
}

each!(union_into: sources, vector_outputs);
each!(intersection_into: sources, vector_outputs);

/// Runs one statement over triples of vectors.
macro_rules! of_three {
    ($(#[doc = $doc:literal])? $name:ident: $text:literal, |$i:ident, $a:ident, $b:ident, $c:ident| $value:expr) => {
        $(#[doc = $doc])?
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

of_three! {
    sum_of_products: "for i { s[] += a[i] * b[i] + b[i] * c[i] } for i { y[i] = a[i] * b[i] + b[i] * c[i] }",
    |i, a, b, c| a.at(i) * b.at(i) + b.at(i) * c.at(i)
}

of_three! {
    product_of_sums: "for i { s[] += (a[i] + b[i]) * (b[i] + c[i]) } for i { y[i] = (a[i] + b[i]) * (b[i] + c[i]) }",
    |i, a, b, c| (a.at(i) + b.at(i)) * (b.at(i) + c.at(i))
}

of_three! {
    /// `b` follows where the others lead.
    product_with_more: "for i { s[] += a[i] * (b[i] + 1) * c[i] } for i { y[i] = a[i] * (b[i] + 1) * c[i] }",
    |i, a, b, c| a.at(i) * (b.at(i) + 1.0) * c.at(i)
}

// Three operands of different kinds take turns.
some!(sum_of_three: List List List, Flat List Flat, SparseRuns List Runs);
some!(product_of_three: ListGallop ListGallop ListGallop, List List List, Mixed List Flat, Flat List Flat, List ListFollow Map, ListGallop Runs Flat, SparseRuns List Runs, SparseRuns Blocks SparseRunsApart, SparseRuns Runs SparseRuns);
some!(product_and_sum: List List List, List ListFollow Map, ListGallop Runs Flat);
some!(product_of_sum: Flat List Flat, List List List, SparseRuns List Runs, Map Dict Pairs);
some!(sum_of_products: List Runs Narrow, List List List, Blocks Mixed List);
some!(product_of_sums: List List List, Dict Map Narrow, Runs List Pairs);
some!(product_with_more: List List List, Narrow Runs List, List Blocks Mixed);
