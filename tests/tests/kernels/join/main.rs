//! Concatenation and slices from every nest and into every nest, beside loops over dense arrays.

// Two operands of a nest are merged: types nest deeper than those of one.
#![recursion_limit = "512"]

use finch_kernels::join;
use finch_tests::all;
use finch_tests::nest::{Nest, name, read, tensor};
use finch_tests::oracle::{Array, Value};
use finch_tests::prelude::*;
use std::ops::Range;

/// Rows, columns and values, row by row.
#[derive(Clone, Debug)]
struct Naive {
    shape: Vec<usize>,
    values: Vec<f64>,
}

impl Naive {
    fn of(data: &Data) -> Naive {
        let shape = data.shape().to_vec();
        let mut values = vec![0.0; shape.iter().product()];
        for (index, value) in data.entries() {
            let place = index
                .iter()
                .zip(&shape)
                .fold(0, |place, (here, extent)| place * extent + here);
            values[place] = *value
        }
        Naive { shape, values }
    }

    fn matrix([rows, columns]: [usize; 2], at: impl Fn(usize, usize) -> f64) -> Naive {
        let places = (0..rows).flat_map(|j| (0..columns).map(move |i| (j, i)));
        Naive {
            shape: vec![rows, columns],
            values: places.map(|(j, i)| at(j, i)).collect(),
        }
    }

    fn vector(values: Vec<f64>) -> Naive {
        let shape = vec![values.len()];
        Naive { shape, values }
    }

    fn at(&self, j: usize, i: usize) -> f64 {
        self.values[j * self.shape[1] + i]
    }

    fn below(&self, other: &Naive) -> Naive {
        let (rows, columns) = (self.shape[0], self.shape[1]);
        Naive::matrix([rows + other.shape[0], columns], |j, i| match j.checked_sub(rows) {
            None => self.at(j, i),
            Some(j) => other.at(j, i),
        })
    }

    fn beside(&self, other: &Naive) -> Naive {
        let (rows, columns) = (self.shape[0], self.shape[1]);
        Naive::matrix([rows, columns + other.shape[1]], |j, i| match i.checked_sub(columns) {
            None => self.at(j, i),
            Some(i) => other.at(j, i),
        })
    }

    fn part(&self, rows: &Range<usize>, columns: &Range<usize>) -> Naive {
        Naive::matrix([rows.len(), columns.len()], |j, i| {
            self.at(rows.start + j, columns.start + i)
        })
    }

    /// What a tensor holds, which must be valid.
    #[track_caller]
    fn check<L: Nest>(&self, what: &str, found: &Tensor<L>) {
        let found = read(found).unwrap_or_else(|error| panic!("{what} as {}: {error}", name::<L>()));
        let mut wanted = Array::full(self.shape.clone(), Value::Real(0.0));
        let indices: Vec<_> = wanted.indices().collect();
        for (index, value) in indices.iter().zip(&self.values) {
            wanted.set(index, Value::Real(*value))
        }
        assert_eq!(found.shape(), wanted.shape(), "{what} as {}", name::<L>());
        if let Some(place) = found.difference(&wanted) {
            panic!("{what} as {} at {place:?}: {found}, not {wanted}", name::<L>())
        }
    }
}

/// All, nothing, a place, and what is inside.
fn ranges(extent: usize) -> Vec<Range<usize>> {
    let mut all = vec![0..extent, 0..0, extent..extent];
    if extent > 0 {
        all.push(extent / 2..extent / 2 + 1);
        all.push(1..extent);
        all.push(extent / 3..extent - extent / 4)
    }
    all
}

/// The same range of rows as of columns, and others.
fn parts(shape: &[usize]) -> Vec<[Range<usize>; 2]> {
    let columns = ranges(shape[1]);
    let rows = ranges(shape[0]).into_iter().enumerate();
    rows.map(|(number, rows)| [rows, columns[(number * 2 + 1) % columns.len()].clone()])
        .collect()
}

fn vectors_read<A: Vector>() {
    for a in &data::vectors() {
        let (naive, x) = (Naive::of(a), tensor::<A::Nest>(a));
        let both: Tensor<Flat> = join::concatenate(&x, &x).unwrap();
        let what = format!("{a} of {}", name::<A::Nest>());
        Naive::vector(naive.values.repeat(2)).check(&format!("twice {what}"), &both);
        for range in ranges(a.shape()[0]) {
            let part: Tensor<Flat> = join::slice(&x, range.clone()).unwrap();
            Naive::vector(naive.values[range.clone()].to_vec()).check(&format!("{range:?} of {what}"), &part)
        }
    }
}

/// Runs beside a list: both kinds of regions are written.
fn vectors_written<Y: VectorOutput + Default>() {
    // What was larger does not stay so.
    let mut y = Tensor::<Y>::empty([100]).unwrap();
    for a in &data::vectors() {
        let (naive, list, runs) = (Naive::of(a), tensor::<List>(a), tensor::<Runs>(a));
        join::concatenate_into(&mut y, &list, &runs).unwrap();
        Naive::vector(naive.values.repeat(2)).check(&format!("twice {a}"), &y);
        for range in ranges(a.shape()[0]) {
            join::slice_into(&mut y, &runs, range.clone()).unwrap();
            Naive::vector(naive.values[range.clone()].to_vec()).check(&format!("{range:?} of {a}"), &y)
        }
    }
}

/// Matrices that a nest holds are joined with themselves, and cut.
fn read_all<L: Nest<T = f64, Fill = algebra::Zero, Rank = U2>>(all: &[Data]) {
    for a in all {
        let (naive, x) = (Naive::of(a), tensor::<L>(a));
        let what = format!("{a} of {}", name::<L>());
        let y: Tensor<FlatFlat> = join::vstack(&x, &x).unwrap();
        naive.below(&naive).check(&format!("rows of {what} twice"), &y);
        let y: Tensor<FlatFlat> = join::hstack(&x, &x).unwrap();
        naive.beside(&naive).check(&format!("columns of {what} twice"), &y);
        for [rows, columns] in parts(a.shape()) {
            let y: Tensor<FlatFlat> = join::submatrix(&x, rows.clone(), columns.clone()).unwrap();
            naive
                .part(&rows, &columns)
                .check(&format!("{rows:?}, {columns:?} of {what}"), &y)
        }
    }
}

fn matrices_read<A: Matrix>() {
    read_all::<A::Nest>(&data::matrices())
}

/// Compressed rows beside rows of runs: both kinds of regions are written.
fn matrices_written<Y: MatrixOutput + Default>() {
    // What was larger does not stay so.
    let mut y = Tensor::<Y>::empty([100, 100]).unwrap();
    for a in &data::matrices() {
        let (naive, lists, runs) = (Naive::of(a), tensor::<Csr>(a), tensor::<FlatRuns>(a));
        join::vstack_into(&mut y, &lists, &runs).unwrap();
        naive.below(&naive).check(&format!("rows of {a} twice"), &y);
        join::hstack_into(&mut y, &lists, &runs).unwrap();
        naive.beside(&naive).check(&format!("columns of {a} twice"), &y);
        for [rows, columns] in parts(a.shape()) {
            join::submatrix_into(&mut y, &lists, rows.clone(), columns.clone()).unwrap();
            naive
                .part(&rows, &columns)
                .check(&format!("{rows:?}, {columns:?} of {a}"), &y)
        }
    }
}

/// A nest that holds one half, and what fits it.
trait Halved: MatrixOutput + Default {
    fn data() -> Vec<Data>;
    /// The place is in that half.
    fn holds(index: &[usize]) -> bool;
}

macro_rules! halved {
    ($($nest:ident: $data:expr, $order:tt;)*) => { $(
        impl Halved for $nest {
            fn data() -> Vec<Data> {
                $data
            }
            fn holds(index: &[usize]) -> bool {
                index[0] $order index[1]
            }
        }
    )* };
}

halved! {
    LowerHalf: data::lower(), >=;
    UpperHalf: data::lower().iter().map(Data::transposed).collect(), <=;
    LowerMirror: data::symmetric(), >=;
    UpperMirror: data::symmetric(), <=;
}

/// What a half holds is read as any matrix; the same rows as columns of it are such a half.
fn half<A: Halved>() {
    read_all::<A>(&A::data());
    let mut y = Tensor::<A>::default();
    for a in &A::data() {
        let naive = Naive::of(a);
        // Both halves of a mirrored one are not written, but one of them is.
        let half = Data::new(
            a.name(),
            a.shape(),
            a.entries().iter().filter(|(index, _)| A::holds(index)).cloned(),
        );
        let x = tensor::<Csr>(&half);
        for range in ranges(a.shape()[0]) {
            join::submatrix_into(&mut y, &x, range.clone(), range.clone()).unwrap();
            naive.part(&range, &range).check(&format!("{range:?} of {a}"), &y)
        }
    }
}

all!(vectors_read: vectors);
all!(vectors_written: vector_outputs);
all!(matrices_read: matrices);
all!(matrices_written: matrix_outputs);
all!(half: halves);
