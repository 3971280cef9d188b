//! A matrix and a vector.

use finch_tests::prelude::*;

/// Inner products of the rows.
fn gather<A: Matrix, X: Vector>() {
    let check = Check::of::<(A, X)>("for j, i { y[j] += a[j, i] * x[i] }");
    indices!(j, i);
    for a in &data::matrices() {
        let (p, x) = (Input::<A>::new(a), Input::<X>::new(&data::vector_for(a.shape()[1])));
        let mut y = Output::<Flat>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall(j, forall(i, y.at((j,)).add(p.at2(j, i) * x.at(i)))))
            .run();
        check.case(a, &[("a", &p), ("x", &x)], outcome, &[("y", &y)]);
    }
}

/// Sums of the rows, each by its factor.
fn scatter<A: Matrix, X: Vector>() {
    let check = Check::of::<(A, X)>("for j, i { y[i] += a[j, i] * x[j] }");
    indices!(j, i);
    for a in &data::matrices() {
        let (p, x) = (Input::<A>::new(a), Input::<X>::new(&data::vector_for(a.shape()[0])));
        let mut y = Output::<Flat>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall(j, forall(i, y.at((i,)).add(p.at2(j, i) * x.at(j)))))
            .run();
        check.case(a, &[("a", &p), ("x", &x)], outcome, &[("y", &y)]);
    }
}

/// A symmetric matrix of which only the upper triangle is read: gather and scatter in one pass.
fn symmetric<A: Matrix>() {
    let check = Check::of::<A>(
        "for j, i {
            if j <= i { y[j] += a[j, i] * x[i] }
            if j < i { y[i] += a[j, i] * x[j] }
        }",
    );
    indices!(j, i);
    for a in &data::squares() {
        let (p, x) = (Input::<A>::new(a), Input::<Flat>::new(&data::vector_for(a.shape()[0])));
        let mut y = Output::<Flat>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| {
                let upper = sieve(j.le(i), y.at((j,)).add(p.at2(j, i) * x.at(i)));
                let lower = sieve(j.lt(i), y.at((i,)).add(p.at2(j, i) * x.at(j)));
                forall(j, forall(i, block(upper, lower)))
            })
            .run();
        check.case(a, &[("a", &p), ("x", &x)], outcome, &[("y", &y)]);
    }
}

/// Into sparse vectors, and with a factor and a summand: `y = 2 a x + x`.
fn into_sparse<A: Matrix>() {
    let check = Check::of::<A>("for j { z[j] += x[j]; for i { y[j] += a[j, i] * x[i]; z[j] += 2 * a[j, i] * x[i] } }");
    indices!(j, i);
    for a in &data::squares() {
        let (p, x) = (Input::<A>::new(a), Input::<List>::new(&data::vector_for(a.shape()[0])));
        let (mut y, mut z) = (Output::<List>::stale(), Output::<Map>::stale());
        let outcome = program()
            .declare(&mut y.tensor)
            .declare(&mut z.tensor)
            .body(|(y, z)| {
                let entry = block(
                    y.at((j,)).add(p.at2(j, i) * x.at(i)),
                    z.at((j,)).add(2.0 * p.at2(j, i) * x.at(i)),
                );
                forall(j, block(z.at((j,)).add(x.at(j)), forall(i, entry)))
            })
            .run();
        check.case(a, &[("a", &p), ("x", &x)], outcome, &[("y", &y), ("z", &z)]);
    }
}

each!(gather: matrices, matrix_factors);
each!(scatter: matrices, matrix_factors);
each!(symmetric: matrix_followers);
each!(into_sparse: matrix_followers);
