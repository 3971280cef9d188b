//! Names for common tensors.
//!
//! Each has a fill that is zero unless another one is named: `Csr<f64>`, `Csr<f64, Inf>`. In an expression the type is
//! spelled out, `Csr::<f64>::empty([3, 3])`, because a fill cannot be inferred from values.
//!
//! | alias | nest | stores |
//! |---|---|---|
//! | [`Vector`], [`Matrix`], [`Cube`] | `Dense<..Element>` | everything |
//! | [`SparseVector`] | `SparseList<Element>` | entries |
//! | [`Csr`] | `Dense<SparseList<Element>>` | entries by rows |
//! | [`Dcsr`] | `SparseList<SparseList<Element>>` | entries by rows that have some |
//! | [`Csf`] | `SparseList<SparseList<SparseList<Element>>>` | the same in three dimensions |
//! | [`CsrPattern`] | `Dense<SparseList<Pattern>>` | where entries are: a graph |
//! | [`HybridCsr`] | `Dense<Hybrid<Element>>` | rows as lists or densely |
//! | [`Coo`], [`Coo3`] | `SparseCoo<_, Element>` | entries with all their indices |
//! | [`RunVector`], [`RunMatrix`] | `RunList<Element>`, `Dense<RunList<Element>>` | runs |
//! | [`SparseRunVector`], [`SparseRunMatrix`] | `SparseRunList<Element>`, `Dense<SparseRunList<Element>>` | runs that are not fill |
//! | [`ByteMapVector`] | `SparseByteMap<Element>` | everything, and a list of what is set: a workspace |
//!
//! Those that end in `View` borrow their arrays.

use crate::dense::Dense;
use crate::element::Element;
use crate::hybrid::Hybrid;
use crate::pattern::Pattern;
use crate::run_list::RunList;
use crate::sparse_byte_map::SparseByteMap;
use crate::sparse_coo::SparseCoo;
use crate::sparse_list::SparseList;
use crate::sparse_run_list::SparseRunList;
use crate::tensor::Tensor;
use finch_traits::algebra::fill::Zero;
use typenum::{U2, U3};

/// A dense vector.
pub type Vector<T, F = Zero> = Tensor<Dense<Element<T, F>>>;
/// A dense vector of borrowed values.
pub type VectorView<'a, T, F = Zero> = Tensor<Dense<Element<T, F, &'a [T]>>>;
/// A dense matrix, row by row.
pub type Matrix<T, F = Zero> = Tensor<Dense<Dense<Element<T, F>>>>;
/// A dense matrix of borrowed values, row by row.
pub type MatrixView<'a, T, F = Zero> = Tensor<Dense<Dense<Element<T, F, &'a [T]>>>>;
/// A dense tensor of three dimensions.
pub type Cube<T, F = Zero> = Tensor<Dense<Dense<Dense<Element<T, F>>>>>;
/// A sparse vector.
pub type SparseVector<T, F = Zero> = Tensor<SparseList<Element<T, F>>>;
/// A sparse matrix: compressed sparse rows.
pub type Csr<T, F = Zero> = Tensor<Dense<SparseList<Element<T, F>>>>;
/// A sparse matrix over borrowed arrays.
pub type CsrView<'a, T, F = Zero> = Tensor<Dense<SparseList<Element<T, F, &'a [T]>, &'a [usize], &'a [u32]>>>;
/// A sparse matrix of which few rows hold anything: doubly compressed sparse rows.
pub type Dcsr<T, F = Zero> = Tensor<SparseList<SparseList<Element<T, F>>>>;
/// A sparse tensor of three dimensions: compressed sparse fibers.
pub type Csf<T, F = Zero> = Tensor<SparseList<SparseList<SparseList<Element<T, F>>>>>;
/// Where a sparse matrix has entries: the edges of a graph by their source.
pub type CsrPattern = Tensor<Dense<SparseList<Pattern>>>;
/// A sparse matrix with a few rows that are nearly full.
pub type HybridCsr<T, F = Zero> = Tensor<Dense<Hybrid<Element<T, F>>>>;
/// A sparse matrix: entries with row and column, in order.
pub type Coo<T, F = Zero> = Tensor<SparseCoo<U2, Element<T, F>>>;
/// A sparse tensor of three dimensions: entries with all three indices, in order.
pub type Coo3<T, F = Zero> = Tensor<SparseCoo<U3, Element<T, F>>>;
/// A vector of runs.
pub type RunVector<T, F = Zero> = Tensor<RunList<Element<T, F>>>;
/// A matrix whose rows are runs: an image of few colours.
pub type RunMatrix<T, F = Zero> = Tensor<Dense<RunList<Element<T, F>>>>;
/// A vector of runs over a background.
pub type SparseRunVector<T, F = Zero> = Tensor<SparseRunList<Element<T, F>>>;
/// A matrix whose rows are runs over a background: strokes on paper.
pub type SparseRunMatrix<T, F = Zero> = Tensor<Dense<SparseRunList<Element<T, F>>>>;
/// A vector that is written in any order and read in ascending order: a workspace.
pub type ByteMapVector<T, F = Zero> = Tensor<SparseByteMap<Element<T, F>>>;
