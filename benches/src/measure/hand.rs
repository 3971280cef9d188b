//! By hand.

use super::problem::{Kernel, Problem};
use super::row::{Output, Row, sum};
use crate::twins::{self, Accumulator, Entries, MadeRows, Rows};
use std::rc::Rc;

pub(super) fn sum_rows(made: &MadeRows) -> f64 {
    sum(&made.entries.val)
}

/// The twins of a kernel.
pub fn rows(problem: &Problem) -> Vec<Row> {
    let (a, b) = (Rc::clone(&problem.a), Rc::clone(&problem.b));
    let (x, sparse) = (Rc::clone(&problem.x), Rc::clone(&problem.sparse));
    match problem.kernel {
        Kernel::SpmvGather => Row::vector("hand", "csr", problem, move |y| {
            twins::gather(y, Rows::of(&a), x.values())
        }),
        Kernel::SpmvScatter => Row::vector("hand", "csr", problem, move |y| {
            twins::scatter(y, Rows::of(&a), x.values())
        }),
        Kernel::Spmspv => Row::vector("hand", "csr", problem, move |y| {
            twins::spmspv_gallop(y, Rows::of(&a), Entries::of(&sparse))
        }),
        Kernel::Dot => vec![Row::new(
            "hand",
            "csr",
            Output::Number,
            0.0,
            |&sum| sum,
            move |sum| *sum = twins::dot_matrices(Rows::of(&a), Rows::of(&b)),
        )],
        Kernel::Add => Row::both("hand", "csr", sum_rows, move |c| {
            twins::add_matrices(c, Rows::of(&a), Rows::of(&b))
        }),
        Kernel::Spgemm => Row::both(
            "hand",
            "csr",
            |(c, _): &(MadeRows, Accumulator)| sum_rows(c),
            move |(c, row)| twins::gustavson(c, Rows::of(&a), Rows::of(&b), row),
        ),
    }
}

/// The sum of the magnitudes of what a kernel writes, or sums to a number.
pub fn magnitude(problem: &Problem) -> f64 {
    let (a, b) = (Rows::of(&problem.a), Rows::of(&problem.b));
    let (mut y, mut c) = (Vec::new(), MadeRows::default());
    match problem.kernel {
        Kernel::SpmvGather => twins::gather(&mut y, a, problem.x.values()),
        Kernel::SpmvScatter => twins::scatter(&mut y, a, problem.x.values()),
        Kernel::Spmspv => twins::spmspv_gallop(&mut y, a, Entries::of(&problem.sparse)),
        Kernel::Dot => twins::multiply_matrices(&mut c, a, b),
        Kernel::Add => twins::add_matrices(&mut c, a, b),
        Kernel::Spgemm => twins::gustavson(&mut c, a, b, &mut Accumulator::default()),
    }
    y.iter().chain(&c.entries.val).map(|value| value.abs()).sum()
}
