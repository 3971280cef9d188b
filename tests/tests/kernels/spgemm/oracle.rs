//! What a product is, by plain loops over dense arrays.

use finch_kernels::traits::algebra::{BinaryOp, Fill, Semiring};

/// A dense matrix of what is stored.
#[derive(Clone, Debug)]
pub(crate) struct Grid<T> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) cells: Vec<Option<T>>,
}

impl<T: Copy> Grid<T> {
    pub(crate) fn empty(rows: usize, columns: usize) -> Self {
        Grid {
            rows,
            columns,
            cells: vec![None; rows * columns],
        }
    }

    pub(crate) fn of(rows: usize, columns: usize, mut cell: impl FnMut(usize, usize) -> Option<T>) -> Self {
        let mut grid = Grid::empty(rows, columns);
        for row in 0..rows {
            for column in 0..columns {
                grid.cells[row * columns + column] = cell(row, column)
            }
        }
        grid
    }

    pub(crate) fn at(&self, row: usize, column: usize) -> Option<T> {
        self.cells[row * self.columns + column]
    }

    pub(crate) fn transposed(&self) -> Self {
        Grid::of(self.columns, self.rows, |row, column| self.at(column, row))
    }

    pub(crate) fn map<U: Copy>(&self, mut to: impl FnMut(T) -> Option<U>) -> Grid<U> {
        Grid::of(self.rows, self.columns, |row, column| {
            self.at(row, column).and_then(&mut to)
        })
    }

    pub(crate) fn entries(&self) -> Vec<([usize; 2], T)> {
        let places = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| [row, column]));
        places
            .filter_map(|[row, column]| Some(([row, column], self.at(row, column)?)))
            .collect()
    }
}

/// The product of what is stored, where `wanted`: `None` where nothing meets.
pub(crate) fn product<T: Copy + 'static, S: Semiring<T>>(
    a: &Grid<T>,
    b: &Grid<T>,
    wanted: impl Fn(usize, usize) -> bool,
) -> Grid<T> {
    Grid::of(a.rows, b.columns, |row, column| {
        let mut sum = None;
        for k in 0..a.columns {
            if let (true, Some(left), Some(right)) = (wanted(row, column), a.at(row, k), b.at(k, column)) {
                let term = S::times().apply(left, right);
                sum = Some(S::plus().apply(sum.unwrap_or(S::Zero::value()), term))
            }
        }
        sum
    })
}
