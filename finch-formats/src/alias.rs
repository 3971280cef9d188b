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
//!
//! Those that end in `View` borrow their arrays.

use crate::dense::Dense;
use crate::element::Element;
use crate::hybrid::Hybrid;
use crate::pattern::Pattern;
use crate::sparse_list::SparseList;
use crate::tensor::Tensor;
use finch_traits::algebra::fill::Zero;

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
