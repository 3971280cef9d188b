//! A matrix and a vector.

use finch_tests::prelude::*;

case! {
    /// Inner products of the rows.
    gather<A: Matrix, X: Vector>(j, i): "for j, i { y[j] += a[j, i] * x[i] }";
    over a in &data::matrices();
    reads a: A, x: X = &data::vector_for(a.shape()[1]);
    writes y: Flat;
    forall(j, forall(i, y.at((j,)).add(a.at2(j, i) * x.at(i))))
}

case! {
    /// Sums of the rows, each by its factor.
    scatter<A: Matrix, X: Vector>(j, i): "for j, i { y[i] += a[j, i] * x[j] }";
    over a in &data::matrices();
    reads a: A, x: X = &data::vector_for(a.shape()[0]);
    writes y: Flat;
    forall(j, forall(i, y.at((i,)).add(a.at2(j, i) * x.at(j))))
}

case! {
    /// A symmetric matrix of which only the upper triangle is read: gather and scatter in one pass.
    symmetric<A: Matrix>(j, i): "for j, i {
        if j <= i { y[j] += a[j, i] * x[i] }
        if j < i { y[i] += a[j, i] * x[j] }
        }";
    over a in &data::squares();
    reads a: A, x: Flat = &data::vector_for(a.shape()[0]);
    writes y: Flat;
    {
        let upper = sieve(j.le(i), y.at((j,)).add(a.at2(j, i) * x.at(i)));
        let lower = sieve(j.lt(i), y.at((i,)).add(a.at2(j, i) * x.at(j)));
        forall(j, forall(i, block(upper, lower)))
    }
}

case! {
    /// Into sparse vectors, and with a factor and a summand: `y = 2 a x + x`.
    into_sparse<A: Matrix>(j, i):
        "for j { z[j] += x[j]; for i { y[j] += a[j, i] * x[i]; z[j] += 2 * a[j, i] * x[i] } }";
    over a in &data::squares();
    reads a: A, x: List = &data::vector_for(a.shape()[0]);
    writes y: List, z: Map;
    {
        let entry = block(
            y.at((j,)).add(a.at2(j, i) * x.at(i)),
            z.at((j,)).add(2.0 * a.at2(j, i) * x.at(i)),
        );
        forall(j, block(z.at((j,)).add(x.at(j)), forall(i, entry)))
    }
}

each!(gather: matrices, matrix_factors);
each!(scatter: more_matrices, matrix_factors);
each!(symmetric: more_matrix_followers);
each!(into_sparse: matrix_followers);
