//! One matrix, reduced.

use finch_algebra::{Cast, Max, NegInf};
use finch_tests::prelude::*;

fn total<A: Matrix>() {
    let check = Check::of::<A>("for j, i { s[] += a[j, i] }");
    indices!(j, i);
    for a in &data::matrices() {
        let (mut s, x) = (Output::<Number>::stale(), Input::<A>::new(a));
        let outcome = program()
            .declare(&mut s.tensor)
            .body(|(s,)| forall(j, forall(i, s.at(()).add(x.at2(j, i)))))
            .run();
        check.case(a, &[("a", &x)], outcome, &[("s", &s)]);
    }
}

/// Rows, columns and everything, in one pass.
fn margins<A: Matrix>() {
    let check = Check::of::<A>("for j, i { rows[j] += a[j, i]; columns[i] += a[j, i]; most[] max= a[j, i] }");
    indices!(j, i);
    for a in &data::matrices() {
        let x = Input::<A>::new(a);
        let (mut rows, mut columns) = (Output::<List>::stale(), Output::<Map>::stale());
        let mut most = Output::<Element<f64, NegInf>>::stale();
        let outcome = program()
            .declare(&mut rows.tensor)
            .declare(&mut columns.tensor)
            .declare(&mut most.tensor)
            .body(|(rows, columns, most)| {
                let sums = block(rows.at((j,)).add(x.at2(j, i)), columns.at((i,)).add(x.at2(j, i)));
                forall(j, forall(i, block(sums, most.at(()).reduce(Max, x.at2(j, i)))))
            })
            .run();
        check.case(
            a,
            &[("a", &x)],
            outcome,
            &[("rows", &rows), ("columns", &columns), ("most", &most)],
        );
    }
}

/// One statement for each row, beside those for each entry.
fn scaled_rows<A: Matrix>() {
    let check = Check::of::<A>("for j { y[j] += 1.0; for i { y[j] += a[j, i] * real(j) } }");
    indices!(j, i);
    for a in &data::matrices() {
        let (mut y, x) = (Output::<Flat>::stale(), Input::<A>::new(a));
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| {
                let real = map1(Cast::<f64>::new(), j.value());
                let entries = forall(i, y.at((j,)).add(x.at2(j, i) * real));
                forall(j, block(y.at((j,)).add(constant(1.0)), entries))
            })
            .run();
        check.case(a, &[("a", &x)], outcome, &[("y", &y)]);
    }
}

/// A part of the rows, and a part of the columns.
fn part<A: Matrix>() {
    let check =
        Check::of::<A>("for j in 1..3 { for i in 0..2 { y[j] += a[j, i] + 1 } } for j in 2..2, i { s[] += a[j, i] }");
    indices!(j, i);
    for a in data::matrices()
        .iter()
        .filter(|a| a.shape()[0] >= 3 && a.shape()[1] >= 2)
    {
        let x = Input::<A>::new(a);
        let (mut y, mut s) = (Output::<Flat>::stale(), Output::<Number>::stale());
        let outcome = program()
            .declare(&mut y.tensor)
            .declare(&mut s.tensor)
            .body(|(y, s)| {
                block(
                    forall_in(j, 1..3, forall_in(i, 0..2, y.at((j,)).add(x.at2(j, i) + 1.0))),
                    forall_in(j, 2..2, forall(i, s.at(()).add(x.at2(j, i)))),
                )
            })
            .run();
        check.case(a, &[("a", &x)], outcome, &[("y", &y), ("s", &s)]);
    }
}

/// Small matrices from files, if there are some.
fn from_files<A: Matrix>() {
    let check = Check::of::<A>("for j, i { s[] += a[j, i]; y[j] += a[j, i] * real(i) }");
    indices!(j, i);
    for a in &finch_tests::market::matrices() {
        let x = Input::<A>::new(a);
        let (mut s, mut y) = (Output::<Number>::stale(), Output::<Flat>::stale());
        let outcome = program()
            .declare(&mut s.tensor)
            .declare(&mut y.tensor)
            .body(|(s, y)| {
                let real = map1(Cast::<f64>::new(), i.value());
                forall(
                    j,
                    forall(i, block(s.at(()).add(x.at2(j, i)), y.at((j,)).add(x.at2(j, i) * real))),
                )
            })
            .run();
        check.case(a, &[("a", &x)], outcome, &[("s", &s), ("y", &y)]);
    }
}

each!(total: matrices);
each!(margins: matrix_followers);
each!(scaled_rows: matrices);
each!(part: matrices);
each!(from_files: matrix_followers);
