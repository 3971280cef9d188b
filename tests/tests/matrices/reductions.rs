//! One matrix, reduced.

use finch_algebra::{Cast, Max, NegInf};
use finch_tests::prelude::*;

case! {
    total<A: Matrix>(j, i): "for j, i { s[] += a[j, i] }";
    over a in &data::matrices();
    reads a: A;
    writes s: Number;
    forall(j, forall(i, s.at(()).add(a.at2(j, i))))
}

/// The oracle visits every place, once for each format.
fn is_small(data: &Data) -> bool {
    data.shape().iter().product::<usize>() <= 20_000
}

case! {
    /// Rows, columns and everything, in one pass; of small matrices from files too, if there are some.
    margins<A: Matrix>(j, i): "for j, i { rows[j] += a[j, i]; columns[i] += a[j, i]; most[] max= a[j, i] }";
    over a in data::matrices().iter().chain(finch_tests::market::matrices().iter().filter(|a| is_small(a)));
    reads a: A;
    writes rows: List, columns: Map, most: Element<f64, NegInf>;
    {
        let sums = block(rows.at((j,)).add(a.at2(j, i)), columns.at((i,)).add(a.at2(j, i)));
        forall(j, forall(i, block(sums, most.at(()).reduce(Max, a.at2(j, i)))))
    }
}

case! {
    /// One statement for each row, beside those for each entry.
    scaled_rows<A: Matrix>(j, i): "for j { y[j] += 1.0; for i { y[j] += a[j, i] * real(j) } }";
    over a in &data::matrices();
    reads a: A;
    writes y: Flat;
    {
        let real = map1(Cast::<f64>::new(), j.value());
        let entries = forall(i, y.at((j,)).add(a.at2(j, i) * real));
        forall(j, block(y.at((j,)).add(constant(1.0)), entries))
    }
}

case! {
    /// A part of the rows, and a part of the columns.
    part<A: Matrix>(j, i):
        "for j in 1..3 { for i in 0..2 { y[j] += a[j, i] + 1 } } for j in 2..2, i { s[] += a[j, i] }";
    over a in data::matrices().iter().filter(|a| a.shape()[0] >= 3 && a.shape()[1] >= 2);
    reads a: A;
    writes y: Flat, s: Number;
    block(
        forall_in(j, 1..3, forall_in(i, 0..2, y.at((j,)).add(a.at2(j, i) + 1.0))),
        forall_in(j, 2..2, forall(i, s.at(()).add(a.at2(j, i)))),
    )
}

each!(total: matrices);
each!(margins: matrix_followers);
each!(scaled_rows: more_matrices);
each!(part: matrices);
