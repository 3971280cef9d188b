//! Small arrays of whole numbers, so that sums are exact, and what plain loops make of them.

use finch_formats::Tensor;
use finch_formats::prelude::Zero;
use finch_formats::traits::level::Level;
use finch_formats::traits::lifecycle::WriteLevel;
use finch_tests::random::Random;
use typenum::{U1, U2};

/// A nest of rank `R` that is made of dense values.
pub(crate) trait Given<T, R>: WriteLevel<T = T, Rank = R> + Default {}

impl<T, R, L: WriteLevel<T = T, Rank = R> + Default> Given<T, R> for L {}

/// A nest of rank `R` that programs make.
pub(crate) trait Made<T, R, F = Zero>: WriteLevel<T = T, Rank = R, Fill = F> + Default {}

impl<T, R, F, L: WriteLevel<T = T, Rank = R, Fill = F> + Default> Made<T, R, F> for L {}

/// A matrix as plain loops see it.
pub(crate) struct Grid<T> {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) values: Vec<T>,
}

impl<T: Copy> Grid<T> {
    pub(crate) fn full(rows: usize, cols: usize, value: T) -> Self {
        Grid {
            rows,
            cols,
            values: vec![value; rows * cols],
        }
    }

    pub(crate) fn at(&self, row: usize, col: usize) -> T {
        self.values[row * self.cols + col]
    }

    pub(crate) fn map<U>(&self, to: impl Fn(usize, usize, T) -> U) -> Grid<U> {
        let values = self.values.iter().enumerate();
        Grid {
            rows: self.rows,
            cols: self.cols,
            values: values
                .map(|(at, &value)| to(at / self.cols, at % self.cols, value))
                .collect(),
        }
    }

    pub(crate) fn transposed(&self) -> Grid<T> {
        let values = (0..self.cols).flat_map(|col| (0..self.rows).map(move |row| self.at(row, col)));
        Grid {
            rows: self.cols,
            cols: self.rows,
            values: values.collect(),
        }
    }
}

impl<T: Copy + PartialEq + 'static> Grid<T> {
    /// The same in some format.
    pub(crate) fn tensor<L: WriteLevel<T = T, Rank = U2> + Default>(&self) -> Tensor<L> {
        Tensor::from_dense([self.rows, self.cols], &self.values).unwrap()
    }
}

/// A program that writes an output, which is declared 0, makes of it what is expected: `gives!(Vector::default() => y, expected; for ..)`.
macro_rules! gives {
    ($output:expr => $y:ident, $expected:expr; $($program:tt)*) => {
        let mut $y = $output;
        finch_formats::prelude::finch! { $y .= 0; $($program)* }.run().unwrap();
        assert_eq!($crate::data::values(&$y), $expected);
    };
}
pub(crate) use gives;

/// A vector in some format.
pub(crate) fn vector<L: WriteLevel<T: PartialEq, Rank = U1> + Default>(values: &[L::T]) -> Tensor<L> {
    Tensor::from_dense([values.len()], values).unwrap()
}

/// What a tensor holds.
pub(crate) fn values<L: Level>(tensor: &Tensor<L>) -> Vec<L::T> {
    tensor.validate().unwrap();
    tensor.to_dense().unwrap()
}

/// Some values, of which `percent` are not zero.
pub(crate) fn some(count: usize, percent: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::seeded(seed);
    (0..count)
        .map(|_| if random.percent(percent) { random.value() } else { 0.0 })
        .collect()
}

/// A matrix, of which `percent` is not zero.
pub(crate) fn grid(rows: usize, cols: usize, percent: usize, seed: u64) -> Grid<f64> {
    Grid {
        rows,
        cols,
        values: some(rows * cols, percent, seed),
    }
}

/// A directed graph without loops: `edges.at(j, i)` from `j` to `i`.
pub(crate) fn graph(vertices: usize, percent: usize, seed: u64) -> Grid<bool> {
    grid(vertices, vertices, percent, seed).map(|j, i, value| j != i && value != 0.0)
}
