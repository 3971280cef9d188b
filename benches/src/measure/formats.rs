//! The formats: to measure another one, add it to the table at the end.

use super::problem::{Kernel, Problem, extents, stored_rows};
use super::row::{Output, Row};
use crate::cases::done;
use finch_kernels::Result;
use finch_kernels::formats::traits::lifecycle::WriteLevel;
use finch_kernels::prelude::*;
use std::any::Any;
use std::rc::Rc;
use typenum::U2;

/// How a row of a matrix is found, and what it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// At once; entries.
    Rows,
    /// By going through the rows before it; entries.
    ListOfRows,
    /// At once; all values, or runs that cover all of them.
    Full,
}

/// A format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its alias, in kebab case.
    pub name: &'static str,
    /// What it is like.
    pub shape: Shape,
    /// Those that solve a problem with its matrices in this format, of this name.
    pub rows: fn(&'static str, &Problem) -> Result<Vec<Row>>,
}

/// The most cells that are stored unless the format is named.
const MOST_CELLS: usize = 1 << 26;

/// The most steps that are taken unless the format is named.
const MOST_STEPS: usize = 1 << 31;

impl Format {
    /// Why this format should not be used without being asked for.
    pub fn obstacle(&self, problem: &Problem) -> Option<String> {
        let [rows, cols] = extents(&problem.a);
        let cells = rows.saturating_mul(cols);
        if self.shape == Shape::Full && cells > MOST_CELLS {
            return Some(format!("it would hold {cells} cells"));
        }
        let steps = match (problem.kernel, self.shape) {
            (Kernel::Spgemm, Shape::Full) => cells.saturating_mul(extents(&problem.b)[1]),
            (Kernel::Spgemm, Shape::ListOfRows) => rows.saturating_mul(stored_rows(&problem.b)),
            _ => 0,
        };
        (steps > MOST_STEPS).then(|| format!("it would take {steps} steps"))
    }
}

/// The names of all formats, a line each.
pub fn listed() -> String {
    FORMATS.iter().map(|format| format!("\n  {}", format.name)).collect()
}

/// The sum of a matrix.
pub(super) fn total<L: WriteLevel<T = f64, Rank = U2>>(matrix: &Tensor<L>) -> f64 {
    let mut total = 0.0;
    matrix.for_each(|_, value| total += value);
    total
}

/// Lets a program write memory that others write too.
pub(super) fn written(y: &mut Vec<f64>, run: impl FnOnce(&mut Vector<f64>) -> Result<()>) {
    let mut output = Vector::from(std::mem::take(y));
    done(run(&mut output));
    (_, *y) = output.into_parts()
}

/// The matrix in another format; if it is in this one already, the same arrays, which the twin uses too: where a copy
/// happens to lie in memory can cost more than what is measured.
fn converted<L>(matrix: &Rc<Csr<f64>>) -> Result<Rc<Tensor<L>>>
where
    L: WriteLevel<T = f64, Fill = Zero, Rank = U2> + Default + 'static,
{
    match (Rc::clone(matrix) as Rc<dyn Any>).downcast() {
        Ok(same) => Ok(same),
        Err(_) => Tensor::from_tensor(matrix).map(Rc::new),
    }
}

/// A product with a sparse vector, by the best protocol that the format offers.
type Product<L> = fn(&mut Vector<f64>, &Tensor<L>, &SparseVector<f64>) -> Result<()>;

fn rows<L>(format: &'static str, problem: &Problem, product: Product<L>) -> Result<Vec<Row>>
where
    L: WriteLevel<T = f64, Fill = Zero, Rank = U2> + Default + 'static,
{
    let a = converted::<L>(&problem.a)?;
    let x = Rc::clone(&problem.x);
    let sparse = Rc::clone(&problem.sparse);
    let other = || match problem.kernel {
        Kernel::Spgemm if Rc::ptr_eq(&problem.a, &problem.b) => Ok(Rc::clone(&a)),
        _ => converted::<L>(&problem.b),
    };
    // A first run tells whether the format can do it.
    Ok(match problem.kernel {
        Kernel::SpmvGather => {
            spmv::spmv_into(&mut Vector::default(), &a, &x)?;
            Row::vector("finch", format, problem, move |y| {
                written(y, |y| spmv::spmv_into(y, &a, &x))
            })
        }
        Kernel::SpmvScatter => {
            spmv::spmv_transposed_into(&mut Vector::default(), &a, &x)?;
            Row::vector("finch", format, problem, move |y| {
                written(y, |y| spmv::spmv_transposed_into(y, &a, &x))
            })
        }
        Kernel::Spmspv => {
            product(&mut Vector::default(), &a, &sparse)?;
            Row::vector("finch", format, problem, move |y| {
                written(y, |y| product(y, &a, &sparse))
            })
        }
        Kernel::Dot => {
            let b = other()?;
            let first = matrix::dot(&a, &b)?;
            let run = move |sum: &mut f64| *sum = done(matrix::dot(&a, &b));
            vec![Row::new("finch", format, Output::Number, first, |&sum| sum, run)]
        }
        Kernel::Add => {
            let b = other()?;
            matrix::add_into(&mut Tensor::<L>::default(), &a, &b)?;
            Row::both("finch", format, total::<L>, move |c| done(matrix::add_into(c, &a, &b)))
        }
        Kernel::Spgemm => {
            let b = other()?;
            type Made<L> = (Tensor<L>, spgemm::Workspace<f64>);
            let run = move |(c, row): &mut Made<L>| spgemm::gustavson_semiring_into(PlusTimes, c, &a, &b, row);
            run(&mut Default::default())?;
            Row::both(
                "finch",
                format,
                |(c, _): &Made<L>| total(c),
                move |made| done(run(made)),
            )
        }
    })
}

macro_rules! formats {
    ($($name:literal: $shape:ident, $level:ty, $product:ident;)*) => {
        /// All formats.
        pub const FORMATS: &[Format] = &[$(
            Format { name: $name, shape: Shape::$shape, rows: |name, problem| rows::<$level>(name, problem, |y, a, x| spmspv::$product(y, a, x)) },
        )*];
    };
}

formats! {
    "csr": Rows, Dense<SparseList<Element<f64>>>, gallop_into;
    "dcsr": ListOfRows, SparseList<SparseList<Element<f64>>>, gallop_into;
    "coo": ListOfRows, SparseCoo<U2, Element<f64>>, gallop_into;
    "hybrid-csr": Rows, Dense<Hybrid<Element<f64>>>, gallop_into;
    "block-csr": Rows, Dense<SparseBlockList<Element<f64>>>, walk_into;
    "separate-csr": Rows, Dense<Separate<SparseList<Element<f64>>>>, gallop_into;
    "dict-matrix": ListOfRows, SparseDict<SparseDict<Element<f64>>>, gallop_into;
    "matrix": Full, Dense<Dense<Element<f64>>>, walk_into;
    "run-matrix": Full, Dense<RunList<Element<f64>>>, walk_into;
    "sparse-run-matrix": Rows, Dense<SparseRunList<Element<f64>>>, walk_into;
}
