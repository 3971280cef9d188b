//! Matrices that are read.

use finch_tests::prelude::*;
use finch_traits::index::arithmetic::{minus, plus};
use finch_traits::index::permissive;

case! {
    /// Rows after columns, whatever the levels are.
    columns<A: Matrix>(i, j): "for i, j { y[i] += a[j, i] }";
    over data in &data::matrices();
    reads a: A = &data;
    writes y: Flat;
    forall(i, forall(j, y.at((i,)).add(a.at2(j, i))))
}

each!(columns: matrices);

case! {
    /// One index twice.
    diagonal<A: Matrix>(i): "for i { y[i] = a[i, i] }";
    over data in &data::squares();
    reads a: A = &data;
    writes y: Flat;
    forall(i, y.at((i,)).set(a.at2(i, i)))
}

each!(diagonal: more_matrices);

case! {
    /// One row, and one column.
    slices<A: Matrix>(j, i): "for i { y[i] = a[1, i] } for j { z[j] = a[j, 2] } w[0] = a[1, 1]";
    over data in data::matrices().iter().filter(|data| data.shape()[0] > 1 && data.shape()[1] > 2);
    reads a: A = &data;
    writes y: Flat, z: List, w: Flat;
    {
        let row = forall(i, y.at((i,)).set(a.places((1, A::Second::of(i)))));
        let column = forall(j, z.at((j,)).set(a.places((A::First::of(j), 2))));
        block(row, block(column, w.at((0,)).set(a.places((1, 1)))))
    }
}

each!(slices: matrices);

/// A filter of three by two, its middle on each place.
fn convolved<A: Matrix>() {
    indices!(j, i, q, p);
    let filter = Data::matrix("filter", &[[1.0, 10.0], [0.0, 100.0], [1000.0, 0.0]]);
    for data in &data::matrices() {
        let (rows, columns) = (data.shape()[0], data.shape()[1]);
        let check = Check::of::<A>(&format!(
            "for j in 0..{rows}, i in 0..{columns}, q, p {{
                y[j, i] += coalesce(a[~(j + q - 1), ~(i + p - 1)], 0) * f[q, p]
            }}"
        ));
        let (a, f) = (Input::<A>::new(data), Input::<FlatFlat>::new(&filter));
        let mut y = Output::<FlatFlat>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| {
                let row = permissive(minus(plus(j, A::First::of(q)), 1));
                let column = permissive(minus(plus(i, A::Second::of(p)), 1));
                let value = a.places((row, column)).coalesce(constant(0.0)) * f.at2(q, p);
                let sum = forall(q, forall(p, y.at((j, i)).add(value)));
                forall_in(j, 0..rows, forall_in(i, 0..columns, sum))
            })
            .run();
        check.case(data, &[("a", &a), ("f", &f)], outcome, &[("y", &y)]);
    }
}

each!(convolved: more_matrices);

case! {
    /// Three neighbours in each direction, in one statement.
    stencil<A: Matrix>(j, i): format!(
        "for j in 0..{rows}, i in 0..{columns} {{
            y[j, i] = coalesce(a[~(j - 1), i], 1) + a[j, i] * 10 + coalesce(a[~(j + 1), ~(i + 1)], 2)
        }}"
    );
    over data in &data::matrices();
    with rows = data.shape()[0], columns = data.shape()[1];
    reads a: A = &data;
    writes y: FlatFlat;
    {
        let up = a
            .places((permissive(minus(A::First::of(j), 1)), A::Second::of(i)))
            .coalesce(constant(1.0));
        let down = a
            .places((
                permissive(plus(A::First::of(j), 1)),
                permissive(plus(A::Second::of(i), 1)),
            ))
            .coalesce(constant(2.0));
        let value = up + a.at2(j, i) * 10.0 + down;
        forall_in(j, 0..rows, forall_in(i, 0..columns, y.at((j, i)).set(value)))
    }
}

each!(stencil: some_matrix_followers);

/// All eight neighbours and the place itself: so many that the loops are split into borders and interiors.
fn neighbours<A: Matrix>() {
    indices!(j, i);
    for data in &data::matrices() {
        let (rows, columns) = (data.shape()[0], data.shape()[1]);
        let mut sum = String::new();
        for (weight, (q, p)) in (0..9).map(|k| (k / 3, k % 3)).enumerate() {
            let plus = if weight > 0 { " + " } else { "" };
            sum += &format!(
                "{plus}coalesce(a[~(j + {q} - 1), ~(i + {p} - 1)], {weight}) * {}",
                1 + weight
            )
        }
        let check = Check::of::<A>(&format!("for j in 0..{rows}, i in 0..{columns} {{ y[j, i] = {sum} }}"));
        let a = Input::<A>::new(data);
        let mut y = Output::<FlatFlat>::stale();
        macro_rules! at {
            ($q:literal, $p:literal) => {{
                let row = permissive(minus(plus(A::First::of(j), $q), 1));
                let column = permissive(minus(plus(A::Second::of(i), $p), 1));
                let weight = (3 * $q + $p) as f64;
                a.places((row, column)).coalesce(constant(weight)) * (1.0 + weight)
            }};
        }
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| {
                let above = at!(0, 0) + at!(0, 1) + at!(0, 2);
                let value = above + at!(1, 0) + at!(1, 1) + at!(1, 2) + at!(2, 0) + at!(2, 1) + at!(2, 2);
                forall_in(j, 0..rows, forall_in(i, 0..columns, y.at((j, i)).set(value)))
            })
            .run();
        check.case(data, &[("a", &a)], outcome, &[("y", &y)]);
    }
}

each!(neighbours: few_stencils);
