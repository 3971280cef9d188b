//! Names for common tensors.
//!
//! Each has the fill zero; the same name with `Over` takes another one: `Csr<f64>`, `CsrWithFill<f64, Inf>`.
//!
//! | alias | nest | stores |
//! |---|---|---|
//! | [`Vector`], [`Matrix`], [`Cube`] | `Dense<..Element>` | everything |
//! | [`BitVector`], [`BitMatrix`] | `Dense<..Bit>` | a bit for everything |
//! | [`SparseVector`] | `SparseList<Element>` | entries |
//! | [`Csr`] | `Dense<SparseList<Element>>` | entries by rows |
//! | [`PairVector`], [`PackedCsr`] | `SparsePairs`, `Dense<SparsePairs>` | the same, each index side by side with its value |
//! | [`Lil`] | `Dense<SparseList<Element, Lengths>>` | the same, made of the lengths of rows |
//! | [`UnsortedCsr`] | `Dense<UnsortedList<Element>>` | entries by rows, as they were written: a product |
//! | [`Dcsr`] | `SparseList<SparseList<Element>>` | entries by rows that have some |
//! | [`WideDcsr`] | the same | the same, beyond 2^32 rows or columns |
//! | [`Csf`] | `SparseList<SparseList<SparseList<Element>>>` | the same in three dimensions |
//! | [`SeparateCsr`] | `Dense<Separate<SparseList<Element>>>` | entries by rows, which are written in any order |
//! | [`CsrPattern`] | `Dense<SparseList<Pattern>>` | where entries are: a graph |
//! | [`HybridCsr`] | `Dense<Hybrid<Element>>` | rows as lists or densely |
//! | [`BlockVector`], [`BlockCsr`] | `SparseBlockList<Element>`, `Dense<SparseBlockList<Element>>` | blocks of consecutive entries |
//! | [`Bcsr`] | `SparseBlocks<R, C, Element>` | blocks of `R` by `C` by block rows |
//! | [`BandVector`], [`BandMatrix`] | `SparseBand<Element>`, `Dense<SparseBand<Element>>` | all from the first entry to the last |
//! | [`RaggedVector`], [`RaggedMatrix`] | `Ragged<Element>`, `Dense<Ragged<Element>>` | all up to the last entry |
//! | [`LowerMatrix`], [`UpperMatrix`] | `Triangular<Lower, Element>`, `Triangular<Upper, Element>` | all of a half |
//! | [`SymmetricMatrix`] | `Symmetric<Lower, Element>` | all of a half, which stands for the other one too |
//! | [`PointVector`], [`PointMatrix`] | `SparsePoint<Element>`, `Dense<SparsePoint<Element>>` | at most one entry, or one per row: a selection |
//! | [`IntervalVector`], [`IntervalMatrix`] | `SparseInterval<Element>`, `Dense<SparseInterval<Element>>` | at most one run, or one per row: a span |
//! | [`Coo`], [`Coo3`] | `SparseCoo<_, Element>` | entries with all their indices |
//! | [`RunVector`], [`RunMatrix`] | `RunList<Element>`, `Dense<RunList<Element>>` | runs |
//! | [`PackBitsVector`], [`PackBitsMatrix`] | `PackBits<Element>`, `Dense<PackBits<Element>>` | runs, and entries one by one where there are none |
//! | [`SparseRunVector`], [`SparseRunMatrix`] | `SparseRunList<Element>`, `Dense<SparseRunList<Element>>` | runs that are not fill |
//! | [`ByteMapVector`] | `SparseByteMap<Element>` | everything, and a list of what is set: a workspace |
//! | [`DictVector`], [`DictMatrix`] | `SparseDict<Element>`, `SparseDict<SparseDict<Element>>` | entries, written in any order |
//!
//! Those that end in `View` borrow their arrays.

use crate::bit::Bit;
use crate::dense::Dense;
use crate::element::Element;
use crate::hybrid::Hybrid;
use crate::lengths::Lengths;
use crate::pack_bits::PackBits;
use crate::pattern::Pattern;
use crate::ragged::Ragged;
use crate::run_list::RunList;
use crate::separate::Separate;
use crate::sparse_band::SparseBand;
use crate::sparse_block_list::SparseBlockList;
use crate::sparse_blocks::SparseBlocks;
use crate::sparse_byte_map::SparseByteMap;
use crate::sparse_coo::SparseCoo;
use crate::sparse_dict::SparseDict;
use crate::sparse_interval::SparseInterval;
use crate::sparse_list::SparseList;
use crate::sparse_pairs::{Pair, SparsePairs};
use crate::sparse_point::SparsePoint;
use crate::sparse_run_list::SparseRunList;
use crate::symmetric::Symmetric;
use crate::tensor::Tensor;
use crate::triangular::{Lower, Triangular, Upper};
use crate::unsorted_list::UnsortedList;
use finch_traits::algebra::fill::Zero;
use typenum::{U2, U3};

/// A dense vector.
pub type Vector<T> = VectorWithFill<T, Zero>;
/// A dense vector, over a background of `F`.
pub type VectorWithFill<T, F> = Tensor<Dense<Element<T, F>>>;
/// A dense vector of borrowed values.
pub type VectorView<'a, T> = VectorViewWithFill<'a, T, Zero>;
/// A dense vector of borrowed values, over a background of `F`.
pub type VectorViewWithFill<'a, T, F> = Tensor<Dense<Element<T, F, &'a [T]>>>;
/// A dense matrix, row by row.
pub type Matrix<T> = MatrixWithFill<T, Zero>;
/// A dense matrix, row by row, over a background of `F`.
pub type MatrixWithFill<T, F> = Tensor<Dense<Dense<Element<T, F>>>>;
/// A dense matrix of borrowed values, row by row.
pub type MatrixView<'a, T> = MatrixViewWithFill<'a, T, Zero>;
/// A dense matrix of borrowed values, row by row, over a background of `F`.
pub type MatrixViewWithFill<'a, T, F> = Tensor<Dense<Dense<Element<T, F, &'a [T]>>>>;
/// A dense tensor of three dimensions.
pub type Cube<T> = CubeWithFill<T, Zero>;
/// A dense tensor of three dimensions, over a background of `F`.
pub type CubeWithFill<T, F> = Tensor<Dense<Dense<Dense<Element<T, F>>>>>;
/// A dense vector of booleans, 64 to a word.
pub type BitVector = Tensor<Dense<Bit>>;
/// A dense matrix of booleans, row by row, 64 to a word.
pub type BitMatrix = Tensor<Dense<Dense<Bit>>>;
/// A sparse vector.
pub type SparseVector<T> = SparseVectorWithFill<T, Zero>;
/// A sparse vector, over a background of `F`.
pub type SparseVectorWithFill<T, F> = Tensor<SparseList<Element<T, F>>>;
/// A sparse matrix: compressed sparse rows.
pub type Csr<T> = CsrWithFill<T, Zero>;
/// A sparse matrix: compressed sparse rows, over a background of `F`.
pub type CsrWithFill<T, F> = Tensor<Dense<SparseList<Element<T, F>>>>;
/// A sparse matrix over borrowed arrays.
pub type CsrView<'a, T> = CsrViewWithFill<'a, T, Zero>;
/// A sparse matrix over borrowed arrays, over a background of `F`.
pub type CsrViewWithFill<'a, T, F> = Tensor<Dense<SparseList<Element<T, F, &'a [T]>, &'a [usize], &'a [u32]>>>;
/// A sparse matrix: compressed sparse rows that are not sorted, see [`Tensor::sort`].
pub type UnsortedCsr<T> = UnsortedCsrWithFill<T, Zero>;
/// A sparse matrix: compressed sparse rows that are not sorted, over a background of `F`.
pub type UnsortedCsrWithFill<T, F> = Tensor<Dense<UnsortedList<Element<T, F>>>>;
/// A sparse matrix, made of the lengths of its rows: lists of lists.
pub type Lil<T> = LilWithFill<T, Zero>;
/// A sparse matrix, made of the lengths of its rows: lists of lists, over a background of `F`.
pub type LilWithFill<T, F> = Tensor<Dense<SparseList<Element<T, F>, Lengths>>>;
/// A sparse vector of indices side by side with values.
pub type PairVector<T> = PairVectorWithFill<T, Zero>;
/// A sparse vector of indices side by side with values, over a background of `F`.
pub type PairVectorWithFill<T, F> = Tensor<SparsePairs<T, F>>;
/// A sparse matrix: compressed sparse rows, each column side by side with its value.
pub type PackedCsr<T> = PackedCsrWithFill<T, Zero>;
/// A sparse matrix: compressed sparse rows, each column side by side with its value, over a background of `F`.
pub type PackedCsrWithFill<T, F> = Tensor<Dense<SparsePairs<T, F>>>;
/// A sparse matrix over borrowed arrays: compressed sparse rows, each column side by side with its value.
pub type PackedCsrView<'a, T> = PackedCsrViewWithFill<'a, T, Zero>;
/// A sparse matrix over borrowed arrays: compressed sparse rows, each column side by side with its value, over a background of
/// `F`.
pub type PackedCsrViewWithFill<'a, T, F> = Tensor<Dense<SparsePairs<T, F, &'a [usize], &'a [Pair<u32, T>]>>>;
/// A sparse matrix of which few rows hold anything: doubly compressed sparse rows.
pub type Dcsr<T> = DcsrWithFill<T, Zero>;
/// A sparse matrix of which few rows hold anything: doubly compressed sparse rows, over a background of `F`.
pub type DcsrWithFill<T, F> = Tensor<SparseList<SparseList<Element<T, F>>>>;
/// A sparse matrix of which few rows hold anything, of any number of rows and columns.
pub type WideDcsr<T> = WideDcsrWithFill<T, Zero>;
/// A sparse matrix of which few rows hold anything, of any number of rows and columns, over a background of `F`.
pub type WideDcsrWithFill<T, F> =
    Tensor<SparseList<SparseList<Element<T, F>, Vec<usize>, Vec<usize>>, Vec<usize>, Vec<usize>>>;
/// A sparse tensor of three dimensions: compressed sparse fibers.
pub type Csf<T> = CsfWithFill<T, Zero>;
/// A sparse tensor of three dimensions: compressed sparse fibers, over a background of `F`.
pub type CsfWithFill<T, F> = Tensor<SparseList<SparseList<SparseList<Element<T, F>>>>>;
/// A sparse matrix whose rows have arrays of their own, so that they can be written in any order.
pub type SeparateCsr<T> = SeparateCsrWithFill<T, Zero>;
/// A sparse matrix whose rows have arrays of their own, over a background of `F`.
pub type SeparateCsrWithFill<T, F> = Tensor<Dense<Separate<SparseList<Element<T, F>>>>>;
/// Where a sparse matrix has entries: the edges of a graph by their source.
pub type CsrPattern = Tensor<Dense<SparseList<Pattern>>>;
/// A sparse matrix with a few rows that are nearly full.
pub type HybridCsr<T> = HybridCsrWithFill<T, Zero>;
/// A sparse matrix with a few rows that are nearly full, over a background of `F`.
pub type HybridCsrWithFill<T, F> = Tensor<Dense<Hybrid<Element<T, F>>>>;
/// A sparse vector whose entries stand in blocks of consecutive indices.
pub type BlockVector<T> = BlockVectorWithFill<T, Zero>;
/// A sparse vector whose entries stand in blocks of consecutive indices, over a background of `F`.
pub type BlockVectorWithFill<T, F> = Tensor<SparseBlockList<Element<T, F>>>;
/// A sparse matrix whose rows are blocks of consecutive entries: variable block lists.
pub type BlockCsr<T> = BlockCsrWithFill<T, Zero>;
/// A sparse matrix whose rows are blocks of consecutive entries: variable block lists, over a background of `F`.
pub type BlockCsrWithFill<T, F> = Tensor<Dense<SparseBlockList<Element<T, F>>>>;
/// A sparse matrix in blocks of `R` rows by `C` columns, such as `Bcsr<f64, U4, U4>`: blocked compressed sparse rows.
pub type Bcsr<T, R, C> = BcsrWithFill<T, R, C, Zero>;
/// A sparse matrix in blocks of `R` rows by `C` columns, over a background of `F`.
pub type BcsrWithFill<T, R, C, F> = Tensor<SparseBlocks<R, C, Element<T, F>>>;
/// A vector that is stored from its first entry to its last.
pub type BandVector<T> = BandVectorWithFill<T, Zero>;
/// A vector that is stored from its first entry to its last, over a background of `F`.
pub type BandVectorWithFill<T, F> = Tensor<SparseBand<Element<T, F>>>;
/// A matrix whose rows are stored from their first entry to their last: bands, triangles, skylines.
pub type BandMatrix<T> = BandMatrixWithFill<T, Zero>;
/// A matrix whose rows are stored from their first entry to their last: bands, triangles, skylines, over a background of
/// `F`.
pub type BandMatrixWithFill<T, F> = Tensor<Dense<SparseBand<Element<T, F>>>>;
/// A vector that is stored up to its last entry.
pub type RaggedVector<T> = RaggedVectorWithFill<T, Zero>;
/// A vector that is stored up to its last entry, over a background of `F`.
pub type RaggedVectorWithFill<T, F> = Tensor<Ragged<Element<T, F>>>;
/// A matrix whose rows are stored up to their last entry: sequences of different lengths.
pub type RaggedMatrix<T> = RaggedMatrixWithFill<T, Zero>;
/// A matrix whose rows are stored up to their last entry: sequences of different lengths, over a background of `F`.
pub type RaggedMatrixWithFill<T, F> = Tensor<Dense<Ragged<Element<T, F>>>>;
/// A matrix with fill above the diagonal, packed.
pub type LowerMatrix<T> = LowerMatrixWithFill<T, Zero>;
/// A matrix with fill above the diagonal, packed, over a background of `F`.
pub type LowerMatrixWithFill<T, F> = Tensor<Triangular<Lower, Element<T, F>>>;
/// A matrix with fill below the diagonal, packed.
pub type UpperMatrix<T> = UpperMatrixWithFill<T, Zero>;
/// A matrix with fill below the diagonal, packed, over a background of `F`.
pub type UpperMatrixWithFill<T, F> = Tensor<Triangular<Upper, Element<T, F>>>;
/// A symmetric matrix, of which the lower half is stored, packed.
pub type SymmetricMatrix<T> = SymmetricMatrixWithFill<T, Zero>;
/// A symmetric matrix, of which the lower half is stored, packed, over a background of `F`.
pub type SymmetricMatrixWithFill<T, F> = Tensor<Symmetric<Lower, Element<T, F>>>;
/// A vector of at most one entry.
pub type PointVector<T> = PointVectorWithFill<T, Zero>;
/// A vector of at most one entry, over a background of `F`.
pub type PointVectorWithFill<T, F> = Tensor<SparsePoint<Element<T, F>>>;
/// A matrix of at most one entry per row: a selection, a permutation.
pub type PointMatrix<T> = PointMatrixWithFill<T, Zero>;
/// A matrix of at most one entry per row: a selection, a permutation, over a background of `F`.
pub type PointMatrixWithFill<T, F> = Tensor<Dense<SparsePoint<Element<T, F>>>>;
/// A vector of at most one run.
pub type IntervalVector<T> = IntervalVectorWithFill<T, Zero>;
/// A vector of at most one run, over a background of `F`.
pub type IntervalVectorWithFill<T, F> = Tensor<SparseInterval<Element<T, F>>>;
/// A matrix of at most one run per row: a span of each.
pub type IntervalMatrix<T> = IntervalMatrixWithFill<T, Zero>;
/// A matrix of at most one run per row: a span of each, over a background of `F`.
pub type IntervalMatrixWithFill<T, F> = Tensor<Dense<SparseInterval<Element<T, F>>>>;
/// A sparse matrix: entries with row and column, in order.
pub type Coo<T> = CooWithFill<T, Zero>;
/// A sparse matrix: entries with row and column, in order, over a background of `F`.
pub type CooWithFill<T, F> = Tensor<SparseCoo<U2, Element<T, F>>>;
/// A sparse tensor of three dimensions: entries with all three indices, in order.
pub type Coo3<T> = Coo3WithFill<T, Zero>;
/// A sparse tensor of three dimensions: entries with all three indices, in order, over a background of `F`.
pub type Coo3WithFill<T, F> = Tensor<SparseCoo<U3, Element<T, F>>>;
/// A vector of runs.
pub type RunVector<T> = RunVectorWithFill<T, Zero>;
/// A vector of runs, over a background of `F`.
pub type RunVectorWithFill<T, F> = Tensor<RunList<Element<T, F>>>;
/// A matrix whose rows are runs: an image of few colours.
pub type RunMatrix<T> = RunMatrixWithFill<T, Zero>;
/// A matrix whose rows are runs: an image of few colours, over a background of `F`.
pub type RunMatrixWithFill<T, F> = Tensor<Dense<RunList<Element<T, F>>>>;
/// A vector of runs and literals.
pub type PackBitsVector<T> = PackBitsVectorWithFill<T, Zero>;
/// A vector of runs and literals, over a background of `F`.
pub type PackBitsVectorWithFill<T, F> = Tensor<PackBits<Element<T, F>>>;
/// A matrix whose rows are runs and literals: an image with some texture.
pub type PackBitsMatrix<T> = PackBitsMatrixWithFill<T, Zero>;
/// A matrix whose rows are runs and literals: an image with some texture, over a background of `F`.
pub type PackBitsMatrixWithFill<T, F> = Tensor<Dense<PackBits<Element<T, F>>>>;
/// A vector of runs over a background.
pub type SparseRunVector<T> = SparseRunVectorWithFill<T, Zero>;
/// A vector of runs over a background of `F`.
pub type SparseRunVectorWithFill<T, F> = Tensor<SparseRunList<Element<T, F>>>;
/// A matrix whose rows are runs over a background: strokes on paper.
pub type SparseRunMatrix<T> = SparseRunMatrixWithFill<T, Zero>;
/// A matrix whose rows are runs over a background of `F`: strokes on paper.
pub type SparseRunMatrixWithFill<T, F> = Tensor<Dense<SparseRunList<Element<T, F>>>>;
/// A vector that is written in any order and read in ascending order: a workspace.
pub type ByteMapVector<T> = ByteMapVectorWithFill<T, Zero>;
/// A vector over a background of `F` that is written in any order and read in ascending order: a workspace.
pub type ByteMapVectorWithFill<T, F> = Tensor<SparseByteMap<Element<T, F>>>;
/// A sparse vector that is written in any order.
pub type DictVector<T> = DictVectorWithFill<T, Zero>;
/// A sparse vector that is written in any order, over a background of `F`.
pub type DictVectorWithFill<T, F> = Tensor<SparseDict<Element<T, F>>>;
/// A sparse matrix that is written in any order.
pub type DictMatrix<T> = DictMatrixWithFill<T, Zero>;
/// A sparse matrix that is written in any order, over a background of `F`.
pub type DictMatrixWithFill<T, F> = Tensor<SparseDict<SparseDict<Element<T, F>>>>;
