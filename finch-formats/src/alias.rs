//! Names for common tensors.
//!
//! Each has the fill zero; the same name with `WithFill` takes another one: `Csr<f64>`, `CsrWithFill<f64, Inf>`.
//!
//! Those that end in `View` borrow their arrays, those that end in `Mut` borrow them for writing.

use crate::levels::*;
use finch_traits::algebra::fill::Zero;
use typenum::{U2, U3};

/// Two names for a nest over values: one with the fill zero, and one that takes the fill `F`.
macro_rules! aliases {
    ($($(#[doc = $doc:literal])+ $name:ident<$($life:lifetime,)? T $(, $size:ident)*>, $with:ident = $nest:ty;)*) => { $(
        $(#[doc = $doc])+
        #[doc = concat!(" A `Tensor<", stringify!($nest), ">` whose fill is zero; [`", stringify!($with), "`] takes another.")]
        pub type $name<$($life,)? T $(, $size)*> = $with<$($life,)? T $(, $size)*, Zero>;
        #[doc = concat!($($doc,)+ " The fill is `F`, which `.= _` sets; with the fill zero it is [`", stringify!($name), "`].")]
        pub type $with<$($life,)? T $(, $size)*, F> = Tensor<$nest>;
    )* };
}

aliases! {
    /// A dense vector.
    Vector<T>, VectorWithFill = Dense<Element<T, F>>;
    /// A dense vector whose values several threads may combine at the same time.
    AtomicVector<T>, AtomicVectorWithFill = Dense<AtomicElement<T, F>>;
    /// A dense vector of borrowed values.
    VectorView<'a, T>, VectorViewWithFill = Dense<Element<T, F, &'a [T]>>;
    /// A dense vector of values in memory of the caller's, which programs write.
    VectorMut<'a, T>, VectorMutWithFill = Dense<Element<T, F, SliceMut<'a, T>>>;
    /// A dense matrix, row by row.
    Matrix<T>, MatrixWithFill = Dense<Dense<Element<T, F>>>;
    /// A dense matrix, row by row, whose values several threads may combine at the same time.
    AtomicMatrix<T>, AtomicMatrixWithFill = Dense<Dense<AtomicElement<T, F>>>;
    /// A dense matrix of borrowed values, row by row.
    MatrixView<'a, T>, MatrixViewWithFill = Dense<Dense<Element<T, F, &'a [T]>>>;
    /// A dense matrix of values in memory of the caller's, row by row, which programs write.
    MatrixMut<'a, T>, MatrixMutWithFill = Dense<Dense<Element<T, F, SliceMut<'a, T>>>>;
    /// A dense tensor of three dimensions.
    Cube<T>, CubeWithFill = Dense<Dense<Dense<Element<T, F>>>>;
    /// A sparse vector.
    SparseVector<T>, SparseVectorWithFill = SparseList<Element<T, F>>;
    /// A sparse matrix: compressed sparse rows.
    Csr<T>, CsrWithFill = Dense<SparseList<Element<T, F>>>;
    /// A sparse matrix over borrowed arrays.
    CsrView<'a, T>, CsrViewWithFill = Dense<SparseList<Element<T, F, &'a [T]>, &'a [usize], &'a [u32]>>;
    /// A sparse matrix: compressed sparse rows that are not sorted, see [`Tensor::sort`].
    UnsortedCsr<T>, UnsortedCsrWithFill = Dense<UnsortedList<Element<T, F>>>;
    /// A sparse matrix, made of the lengths of its rows: lists of lists.
    Lil<T>, LilWithFill = Dense<SparseList<Element<T, F>, Lengths>>;
    /// A sparse vector of indices side by side with values.
    PairVector<T>, PairVectorWithFill = SparsePairs<T, F>;
    /// A sparse matrix: compressed sparse rows, each column side by side with its value.
    PackedCsr<T>, PackedCsrWithFill = Dense<SparsePairs<T, F>>;
    /// A sparse matrix over borrowed arrays: compressed sparse rows, each column side by side with its value.
    PackedCsrView<'a, T>, PackedCsrViewWithFill = Dense<SparsePairs<T, F, &'a [usize], &'a [Pair<u32, T>]>>;
    /// A sparse matrix of which few rows hold anything: doubly compressed sparse rows.
    Dcsr<T>, DcsrWithFill = SparseList<SparseList<Element<T, F>>>;
    /// A sparse matrix of which few rows hold anything, of any number of rows and columns.
    WideDcsr<T>, WideDcsrWithFill =
        SparseList<SparseList<Element<T, F>, Vec<usize>, Vec<usize>>, Vec<usize>, Vec<usize>>;
    /// A sparse tensor of three dimensions: compressed sparse fibers.
    Csf<T>, CsfWithFill = SparseList<SparseList<SparseList<Element<T, F>>>>;
    /// A sparse matrix whose rows have arrays of their own, so that they can be written in any order.
    SeparateCsr<T>, SeparateCsrWithFill = Dense<Separate<SparseList<Element<T, F>>>>;
    /// A sparse matrix with a few rows that are nearly full.
    HybridCsr<T>, HybridCsrWithFill = Dense<Hybrid<Element<T, F>>>;
    /// A sparse vector whose entries stand in blocks of consecutive indices.
    BlockVector<T>, BlockVectorWithFill = SparseBlockList<Element<T, F>>;
    /// A sparse matrix whose rows are blocks of consecutive entries: variable block lists.
    BlockCsr<T>, BlockCsrWithFill = Dense<SparseBlockList<Element<T, F>>>;
    /// A sparse matrix in blocks of `R` rows by `C` columns, such as `Bcsr<f64, U4, U4>`: blocked compressed sparse rows. Numbers such as
    /// `U4` are types of `finch_traits::algebra::typenum`.
    Bcsr<T, R, C>, BcsrWithFill = SparseBlocks<R, C, Element<T, F>>;
    /// A vector that is stored from its first entry to its last.
    BandVector<T>, BandVectorWithFill = SparseBand<Element<T, F>>;
    /// A matrix whose rows are stored from their first entry to their last: bands, triangles, skylines.
    BandMatrix<T>, BandMatrixWithFill = Dense<SparseBand<Element<T, F>>>;
    /// A vector that is stored up to its last entry.
    RaggedVector<T>, RaggedVectorWithFill = Ragged<Element<T, F>>;
    /// A matrix whose rows are stored up to their last entry: sequences of different lengths.
    RaggedMatrix<T>, RaggedMatrixWithFill = Dense<Ragged<Element<T, F>>>;
    /// A matrix with fill above the diagonal, packed.
    LowerMatrix<T>, LowerMatrixWithFill = Triangular<Lower, Element<T, F>>;
    /// A matrix with fill below the diagonal, packed.
    UpperMatrix<T>, UpperMatrixWithFill = Triangular<Upper, Element<T, F>>;
    /// A symmetric matrix, of which the lower half is stored, packed.
    SymmetricMatrix<T>, SymmetricMatrixWithFill = Symmetric<Lower, Element<T, F>>;
    /// A vector of at most one entry.
    PointVector<T>, PointVectorWithFill = SparsePoint<Element<T, F>>;
    /// A matrix of at most one entry per row: a selection, a permutation.
    PointMatrix<T>, PointMatrixWithFill = Dense<SparsePoint<Element<T, F>>>;
    /// A vector of at most one run.
    IntervalVector<T>, IntervalVectorWithFill = SparseInterval<Element<T, F>>;
    /// A matrix of at most one run per row: a span of each.
    IntervalMatrix<T>, IntervalMatrixWithFill = Dense<SparseInterval<Element<T, F>>>;
    /// A sparse matrix: entries with row and column, in order.
    Coo<T>, CooWithFill = SparseCoo<U2, Element<T, F>>;
    /// A sparse tensor of three dimensions: entries with all three indices, in order.
    Coo3<T>, Coo3WithFill = SparseCoo<U3, Element<T, F>>;
    /// A vector of runs.
    RunVector<T>, RunVectorWithFill = RunList<Element<T, F>>;
    /// A matrix whose rows are runs: an image of few colours.
    RunMatrix<T>, RunMatrixWithFill = Dense<RunList<Element<T, F>>>;
    /// A vector of runs and literals.
    PackBitsVector<T>, PackBitsVectorWithFill = PackBits<Element<T, F>>;
    /// A matrix whose rows are runs and literals: an image with some texture.
    PackBitsMatrix<T>, PackBitsMatrixWithFill = Dense<PackBits<Element<T, F>>>;
    /// A vector of runs with fill between them.
    SparseRunVector<T>, SparseRunVectorWithFill = SparseRunList<Element<T, F>>;
    /// A matrix whose rows are runs with fill between them: strokes on paper.
    SparseRunMatrix<T>, SparseRunMatrixWithFill = Dense<SparseRunList<Element<T, F>>>;
    /// A vector that is written in any order and read in ascending order: a workspace.
    ByteMapVector<T>, ByteMapVectorWithFill = SparseByteMap<Element<T, F>>;
    /// A sparse vector that is written in any order.
    DictVector<T>, DictVectorWithFill = SparseDict<Element<T, F>>;
    /// A sparse matrix that is written in any order.
    DictMatrix<T>, DictMatrixWithFill = SparseDict<SparseDict<Element<T, F>>>;
}

/// A dense vector of booleans, 64 to a word.
pub type BitVector = Tensor<Dense<Bit>>;
/// A dense matrix of booleans, row by row, 64 to a word.
pub type BitMatrix = Tensor<Dense<Dense<Bit>>>;
/// A sparse matrix of booleans in compressed rows without values: what is stored is true. The edges of a graph by their source.
pub type CsrPattern = Tensor<Dense<SparseList<Pattern>>>;
