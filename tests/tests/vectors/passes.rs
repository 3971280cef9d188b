//! Programs of several statements, of which later ones read what earlier ones have written.

use finch_tests::check::Made;
use finch_tests::prelude::*;
use finch_traits::expr::overload::access;
use finch_traits::{Error, ErrorKind};

/// Written, read at once and by another output, written where the level can be, and read again.
fn reread<Y: VectorOutput>() {
    let check =
        Check::of::<Y>("for i { y[i] = a[i] } for i { z[i] = y[i] + 1; s[] += y[i] } for i { t[] += z[i] * y[i] }");
    indices!(i);
    for a in &data::vectors() {
        let (x, mut y, mut z) = (Input::<Flat>::new(a), Output::<Y>::stale(), Output::<Flat>::stale());
        let (mut s, mut t) = (Scalar::new(0.0), Scalar::new(0.0));
        let outcome = program()
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .declare(&mut s)
            .declare(&mut t)
            .body(|(y, z, s, t)| {
                let second = forall(i, block(z.at((i,)).set(y.read((i,)) + 1.0), s.at(()).add(y.read((i,)))));
                let third = forall(i, t.at(()).add(z.read((i,)) * y.read((i,))));
                block(forall(i, y.at((i,)).set(x.at(i))), block(second, third))
            })
            .run();
        let outputs: [(&str, &dyn Made); 4] = [("y", &y), ("z", &z), ("s", &s), ("t", &t)];
        check.case(a, &[("a", &x)], outcome, &outputs);
    }
}

each!(reread: vector_outputs);

/// Read before it is updated, and updated again behind that.
fn in_place<Y: VectorOutput>() {
    let check =
        Check::of::<Y>("for i { s[] max= y[i] } for i { y[i] += s[] } for i { z[i] = y[i] } for i { y[i] += z[i] }");
    indices!(i);
    for a in &data::vectors() {
        let (mut y, mut z) = (Output::<Y>::of(a), Output::<Flat>::stale());
        let mut s = Scalar::<f64, algebra::NegInf>::default();
        let outcome = program()
            .update(&mut y.tensor)
            .declare(&mut z.tensor)
            .declare(&mut s)
            .body(|(y, z, s)| {
                let most = forall(i, s.at(()).reduce(algebra::Max, y.read((i,))));
                let added = forall(i, y.at((i,)).add(s.read(())));
                let copied = forall(i, z.at((i,)).set(y.read((i,))));
                let doubled = forall(i, y.at((i,)).add(z.read((i,))));
                block(block(most, added), block(copied, doubled))
            })
            .run();
        check.case(a, &[], outcome, &[("y", &y), ("z", &z), ("s", &s)]);
    }
}

some!(in_place: Flat, Map, Dict);

/// A level that cannot be opened again says so; what was written before is kept.
#[test]
fn opened_again() {
    indices!(i);
    let x = Tensor::<Flat>::from(vec![1.0, 1.0, 0.0, 2.0]);
    let (mut y, mut s) = (Tensor::<Runs>::default(), Scalar::new(0.0));
    let outcome = program()
        .declare(&mut y)
        .declare(&mut s)
        .body(|(y, s)| {
            let first = forall(i, y.at((i,)).set(x.at((i,))));
            let second = forall(i, s.at(()).add(y.read((i,))));
            block(block(first, second), forall(i, y.at((i,)).set(x.at((i,)) + 1.0)))
        })
        .run();
    let error: Error = fails(outcome, &["RunList"]);
    assert_eq!(error.kind(), ErrorKind::Lifecycle, "{error}");
    assert_eq!(s.get(), 4.0);
    y.validate().unwrap();
    assert_eq!(y.to_dense().unwrap(), [1.0, 1.0, 0.0, 2.0]);
}

/// Whoever goes round the types is told by the program.
#[test]
fn read_by_the_statement_that_writes() {
    indices!(i);
    let mut y = Tensor::<Flat>::from(vec![1.0, 1.0, 0.0, 2.0]);
    let outcome = program()
        .update(&mut y)
        .body(|(y,)| {
            let unnamed = access(&y, (i,));
            forall(i, y.at((i,)).add(unnamed))
        })
        .run();
    let error = fails(outcome, &["read by the statement that writes it"]);
    assert_eq!(error.kind(), ErrorKind::Lifecycle);
    y.validate().unwrap();
    assert_eq!(y.to_dense().unwrap(), [1.0, 1.0, 0.0, 2.0]);
}
