//! From every nest to every nest.

use finch_algebra::{Cast, Overwrite};
use finch_tests::prelude::*;

case! {
    copy<A: Vector, Y: VectorOutput>(i): "for i { y[i] = a[i] }";
    over a in &data::vectors();
    reads a: A;
    writes y: Y;
    forall(i, y.at((i,)).set(a.at(i)))
}

case! {
    /// Every place is assigned, fills too.
    overwrite<A: Vector, Y: VectorOutput>(i): "for i { y[i] := a[i] }";
    over a in &data::vectors();
    reads a: A;
    writes y: Y;
    forall(i, y.at((i,)).reduce(Overwrite, a.at(i)))
}

case! {
    /// A line through every place, so that fills of the operand are none of the output.
    line<A: Vector, Y: VectorOutput>(i): "for i { y[i] = 2.0 * a[i] + 3.0 }";
    over a in &data::vectors();
    reads a: A;
    writes y: Y;
    forall(i, y.at((i,)).set(2.0 * a.at(i) + 3.0))
}

case! {
    /// What is selected by position, and what is an index.
    positions<A: Vector, Y: VectorOutput>(i): "for i { if a[i] != 0 { y[i] = select(i < 5, real(i) + 1, a[i]) } }";
    over a in &data::vectors();
    reads a: A;
    writes y: Y;
    {
        let value = select(i.below(5), map1(Cast::<f64>::new(), i.value()) + 1.0, a.at(i));
        forall(
            i,
            sieve(a.at(i).ne(literal::<f64, algebra::Zero>()), y.at((i,)).set(value)),
        )
    }
}

case! {
    /// Only a part of the extent is written: the output is as large as it was, or as it must be.
    part<A: Vector, Y: VectorOutput>(i): "for i in 1..6 { y[i] = a[i] }";
    over a in data::vectors().iter().filter(|a| a.shape()[0] >= 6);
    reads a: A;
    writes y: Y;
    forall_in(i, 1..6, y.at((i,)).set(a.at(i)))
}

each!(copy: vectors, vector_outputs);
each!(overwrite: sources, vector_outputs);
each!(line: sources, vector_outputs);
each!(positions: sources, vector_outputs);
each!(part: some_vectors, vector_outputs);
