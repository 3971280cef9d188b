//! Kernels and their inputs.

use crate::data::{rotated, spread, ten, tenth, transposed};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// `A x`, a sum for each row.
    SpmvGather,
    /// `Aᵀ x`, each row of `A` scattered.
    SpmvScatter,
    /// `A x` for a sparse `x`: rows and `x` leap to where the other one stands, the best way for all densities.
    Spmspv,
    /// The sum of `A ∘ B`.
    Dot,
    /// `A + B`.
    Add,
    /// `A A`, or `A Aᵀ`.
    Spgemm,
}

impl Kernel {
    /// All of them.
    pub const ALL: [Kernel; 6] = [
        Kernel::SpmvGather,
        Kernel::SpmvScatter,
        Kernel::Spmspv,
        Kernel::Dot,
        Kernel::Add,
        Kernel::Spgemm,
    ];

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::SpmvGather => "spmv-gather",
            Kernel::SpmvScatter => "spmv-scatter",
            Kernel::Spmspv => "spmspv",
            Kernel::Dot => "dot",
            Kernel::Add => "add",
            Kernel::Spgemm => "spgemm",
        }
    }
}

/// The largest number of products for which a matrix is multiplied: all of them may be stored.
const MOST_PRODUCTS: usize = 1 << 28;

/// A kernel with its inputs.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What is computed.
    pub kernel: Kernel,
    /// The name of the matrix, and of the vector where there are several.
    pub input: String,
    /// The matrix.
    pub a: Rc<Csr<f64>>,
    /// The other operand of `dot`, `add` and `spgemm`.
    pub b: Rc<Csr<f64>>,
    /// The vector, as long as `a` has columns, or rows for `spmv-scatter`.
    pub x: Rc<Vector<f64>>,
    /// The vector of `spmspv`.
    pub sparse: Rc<SparseVector<f64>>,
    /// Where those who write a vector write it, all of them: that two vectors lie differently in memory can cost more than
    /// what is measured.
    pub y: Shared,
}

/// Memory that several write in turns.
pub type Shared = Rc<RefCell<Vec<f64>>>;

impl Problem {
    /// The problems of a kernel over a matrix: two of `spmspv`, else one.
    ///
    /// # Errors
    ///
    /// The product would have more than 2^28 terms.
    pub fn of(kernel: Kernel, name: &str, a: &Rc<Csr<f64>>) -> Result<Vec<Problem>> {
        let [rows, cols] = extents(a);
        let dense = spread(if kernel == Kernel::SpmvScatter { rows } else { cols });
        let b = match kernel {
            Kernel::Dot | Kernel::Add => Rc::new(rotated(a)?),
            Kernel::Spgemm if rows != cols => Rc::new(transposed(a)?),
            _ => Rc::clone(a),
        };
        if kernel == Kernel::Spgemm {
            check_products(a, &b)?
        }
        let problem = Problem {
            kernel,
            input: name.into(),
            a: Rc::clone(a),
            b,
            sparse: Rc::default(),
            y: Shared::default(),
            x: Rc::new(Vector::from(dense)),
        };
        if kernel != Kernel::Spmspv {
            return Ok(vec![problem]);
        }
        let with = |what: &str, sparse: SparseVector<f64>| Problem {
            input: format!("{name}, x of {what}"),
            sparse: Rc::new(sparse),
            ..problem.clone()
        };
        Ok(vec![with("a tenth", tenth(cols)?), with("ten entries", ten(cols)?)])
    }

    /// What there is to say of the size of the matrix.
    pub fn size(&self) -> String {
        let [rows, cols] = extents(&self.a);
        format!("{rows} by {cols}, {} stored", self.a.count_stored())
    }
}

/// Rows and columns.
pub fn extents(a: &Csr<f64>) -> [usize; 2] {
    let shape = a.shape();
    [shape[0], shape[1]]
}

/// How many rows there are that store something.
pub fn stored_rows(a: &Csr<f64>) -> usize {
    a.level().child().ptr().windows(2).filter(|row| row[0] < row[1]).count()
}

fn check_products(a: &Csr<f64>, b: &Csr<f64>) -> Result<()> {
    let starts = b.level().child().ptr();
    let of_row = |&k: &u32| starts[k as usize + 1] - starts[k as usize];
    let products: usize = a.level().child().idx().iter().map(of_row).sum();
    if products <= MOST_PRODUCTS {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::TooLarge,
        format!("the product has {products} terms, more than the {MOST_PRODUCTS} that are timed"),
    ))
}
