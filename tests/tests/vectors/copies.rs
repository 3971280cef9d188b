//! From every nest to every nest.

use finch_algebra::{Cast, Overwrite};
use finch_tests::prelude::*;

fn copy<A: Vector, Y: VectorOutput>() {
    let check = Check::of::<(A, Y)>("for i { y[i] = a[i] }");
    indices!(i);
    for a in &data::vectors() {
        let (x, mut y) = (Input::<A>::new(a), Output::<Y>::stale());
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall(i, y.at((i,)).set(x.at(i))))
            .run();
        check.case(a, &[("a", &x)], outcome, &[("y", &y)]);
    }
}

/// Every place is assigned, fills too.
fn overwrite<A: Vector, Y: VectorOutput>() {
    let check = Check::of::<(A, Y)>("for i { y[i] := a[i] }");
    indices!(i);
    for a in &data::vectors() {
        let (x, mut y) = (Input::<A>::new(a), Output::<Y>::stale());
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall(i, y.at((i,)).reduce(Overwrite, x.at(i))))
            .run();
        check.case(a, &[("a", &x)], outcome, &[("y", &y)]);
    }
}

/// A line through every place, so that fills of the operand are none of the output.
fn line<A: Vector, Y: VectorOutput>() {
    let check = Check::of::<(A, Y)>("for i { y[i] = 2.0 * a[i] + 3.0 }");
    indices!(i);
    for a in &data::vectors() {
        let (x, mut y) = (Input::<A>::new(a), Output::<Y>::stale());
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall(i, y.at((i,)).set(2.0 * x.at(i) + 3.0)))
            .run();
        check.case(a, &[("a", &x)], outcome, &[("y", &y)]);
    }
}

/// What is selected by position, and what is an index.
fn positions<A: Vector, Y: VectorOutput>() {
    let check = Check::of::<(A, Y)>("for i { if a[i] != 0 { y[i] = select(i < 5, real(i) + 1, a[i]) } }");
    indices!(i);
    for a in &data::vectors() {
        let (x, mut y) = (Input::<A>::new(a), Output::<Y>::stale());
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| {
                let value = select(i.below(5), map1(Cast::<f64>::new(), i.value()) + 1.0, x.at(i));
                forall(
                    i,
                    sieve(x.at(i).ne(literal::<f64, algebra::Zero>()), y.at((i,)).set(value)),
                )
            })
            .run();
        check.case(a, &[("a", &x)], outcome, &[("y", &y)]);
    }
}

/// Only a part of the extent is written: the output is as large as it was, or as it must be.
fn part<A: Vector, Y: VectorOutput>() {
    let check = Check::of::<(A, Y)>("for i in 1..6 { y[i] = a[i] }");
    indices!(i);
    for a in data::vectors().iter().filter(|a| a.shape()[0] >= 6) {
        let (x, mut y) = (Input::<A>::new(a), Output::<Y>::stale());
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall_in(i, 1..6, y.at((i,)).set(x.at(i))))
            .run();
        check.case(a, &[("a", &x)], outcome, &[("y", &y)]);
    }
}

each!(copy: vectors, vector_outputs);
each!(overwrite: few_vectors, vector_outputs);
each!(line: few_vectors, vector_outputs);
each!(positions: few_vectors, vector_outputs);
each!(part: some_vectors, vector_outputs);
