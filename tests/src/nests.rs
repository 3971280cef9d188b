//! The nests and protocols that cases are instantiated over.
//!
//! Lists of them are kept in one place, `names!`, so that a format is added to every case at once. [`each`](mod@crate::each) says
//! which of them a case is run over.

use crate::operand::{By, Following, Galloping, Walk};
use finch_formats::{
    Counted, Dense, Element, Hybrid, Lengths, Lower, PackBits, Ragged, RunList, Separate, SparseBand, SparseBlockList,
    SparseBlocks, SparseByteMap, SparseCoo, SparseDict, SparseList, SparsePairs, SparseRunList, Symmetric, Triangular,
    UnsortedList, Upper,
};
use finch_traits::algebra::logic::No;
use typenum::{U2, U3};

/// The type of most values; also a scalar.
pub type Number = Element<f64>;

// ---- vectors ----

/// A dense vector.
pub type Flat = Dense<Number>;
/// A sparse list.
pub type List = SparseList<Number>;
/// A sparse list of narrow indices.
pub type Narrow = SparseList<Number, Vec<u16>, Vec<u8>>;
/// A sparse list of pairs.
pub type Pairs = SparsePairs<f64>;
/// A byte map.
pub type Map = SparseByteMap<Number>;
/// A dictionary.
pub type Dict = SparseDict<Number>;
/// A list of indices in no order.
pub type Unsorted = UnsortedList<Number>;
/// Runs.
pub type Runs = RunList<Number>;
/// Runs that stay as they are written.
pub type RunsApart = RunList<Number, Vec<usize>, Vec<u32>, No>;
/// Runs over a background.
pub type SparseRuns = SparseRunList<Number>;
/// Runs over a background that stay as they are written.
pub type SparseRunsApart = SparseRunList<Number, Vec<usize>, Vec<u32>, No>;
/// A list or a dense fiber.
pub type Mixed = Hybrid<Number>;
/// Blocks.
pub type Blocks = SparseBlockList<Number>;
/// All from the first entry to the last.
pub type Band = SparseBand<Number>;
/// All up to the last entry.
pub type RaggedVector = Ragged<Number>;
/// Runs and literals.
pub type PackedBits = PackBits<Number>;
/// A list that counts.
pub type CountedList = Counted<SparseList<Counted<Number>>>;

/// Declares vectors whose accesses ask for a protocol.
macro_rules! asked {
    ($($protocol:ident $how:literal: $($name:ident = $nest:ident),+;)*) => { $( $(
        #[doc = concat!("[`", stringify!($nest), "`], which ", $how, ".")]
        pub type $name = By<$nest, $protocol>;
    )+ )* };
}

asked! {
    Galloping "leads, if it can": ListGallop = List, PairsGallop = Pairs, MapGallop = Map, MixedGallop = Mixed, BlocksGallop = Blocks;
    Following "is looked up": ListFollow = List, PairsFollow = Pairs, MapFollow = Map, DictFollow = Dict,
        UnsortedFollow = Unsorted, MixedFollow = Mixed, PackedBitsFollow = PackedBits;
}

// ---- matrices ----

/// A dense matrix.
pub type FlatFlat = Dense<Dense<Number>>;
/// Compressed rows.
pub type Csr = Dense<SparseList<Number>>;
/// Blocks of two rows and three columns.
pub type Bcsr22 = SparseBlocks<U2, U3, Number>;
/// Rows of given lengths.
pub type Lil = Dense<SparseList<Number, Lengths>>;
/// Compressed rows of pairs.
pub type FlatPairs = Dense<SparsePairs<f64>>;
/// Compressed rows that lead.
pub type CsrGallop = By<Csr, Walk, Galloping>;
/// Compressed rows that are looked up.
pub type CsrFollow = By<Csr, Walk, Following>;
/// Compressed rows, of which only those that are not empty are stored.
pub type Dcsr = SparseList<SparseList<Number>>;
/// Doubly compressed rows that lead.
pub type DcsrGallop = By<Dcsr, Galloping, Galloping>;
/// Doubly compressed rows that are looked up.
pub type DcsrFollow = By<Dcsr, Following, Following>;
/// Coordinates.
pub type Coo = SparseCoo<U2, Number>;
/// Coordinates that lead.
pub type CooGallop = By<Coo, Galloping, Galloping>;
/// Rows that are stored whole or not at all.
pub type ListFlat = SparseList<Dense<Number>>;
/// Rows of runs.
pub type FlatRuns = Dense<RunList<Number>>;
/// Rows of runs over a background.
pub type FlatSparseRuns = Dense<SparseRunList<Number>>;
/// Rows of byte maps.
pub type FlatMap = Dense<SparseByteMap<Number>>;
/// Rows as lists or dense.
pub type FlatMixed = Dense<Hybrid<Number>>;
/// Rows of blocks.
pub type FlatBlocks = Dense<SparseBlockList<Number>>;
/// Rows of runs and literals.
pub type FlatPackBits = Dense<PackBits<Number>>;
/// Rows from their first entry to their last, from the first row to the last.
pub type BandBand = SparseBand<SparseBand<Number>>;
/// Rows of different lengths.
pub type FlatRagged = Dense<Ragged<Number>>;
/// What is at and below the diagonal, packed.
pub type LowerHalf = Triangular<Lower, Number>;
/// What is at and above the diagonal, packed.
pub type UpperHalf = Triangular<Upper, Number>;
/// A symmetric matrix by its lower half.
pub type LowerMirror = Symmetric<Lower, Number>;
/// A symmetric matrix by its upper half.
pub type UpperMirror = Symmetric<Upper, Number>;
/// Equal rows as one, which is a list.
pub type RunsList = RunList<SparseList<Number>>;
/// Equal rows as one, which is dense.
pub type RunsFlat = RunList<Dense<Number>>;
/// Equal rows as one, which is runs, over a background.
pub type SparseRunsRuns = SparseRunList<RunList<Number>>;
/// Byte maps of byte maps.
pub type MapMap = SparseByteMap<SparseByteMap<Number>>;
/// Byte maps of byte maps that lead.
pub type MapMapGallop = By<MapMap, Galloping, Galloping>;
/// Byte maps of byte maps that are looked up.
pub type MapMapFollow = By<MapMap, Following, Following>;
/// Rows of dictionaries.
pub type FlatDict = Dense<SparseDict<Number>>;
/// Dictionaries of dictionaries.
pub type DictDict = SparseDict<SparseDict<Number>>;
/// Dictionaries of dictionaries that are looked up.
pub type DictDictFollow = By<DictDict, Following, Following>;
/// Rows of indices in no order.
pub type FlatUnsorted = Dense<UnsortedList<Number>>;
/// Rows of indices in no order, of which only those that are not empty are stored, in no order.
pub type UnsortedUnsorted = UnsortedList<UnsortedList<Number>>;
/// Rows that are lists, each in memory of its own.
pub type FlatSeparate = Dense<Separate<SparseList<Number>>>;
/// Rows that are lists or dense, each a list. Programs do not write it.
pub type MixedList = Hybrid<SparseList<Number>>;

// ---- three dimensions ----

/// A dense tensor.
pub type FlatFlatFlat = Dense<Dense<Dense<Number>>>;
/// Lists of lists of lists.
pub type Csf = SparseList<SparseList<SparseList<Number>>>;
/// Lists of lists of lists that lead.
pub type CsfGallop = By<Csf, Galloping, Galloping, Galloping>;
/// A dense matrix of lists.
pub type FlatCsr = Dense<Csr>;
/// Three coordinates.
pub type Coo3 = SparseCoo<U3, Number>;
/// A list of coordinates.
pub type ListCoo = SparseList<SparseCoo<U2, Number>>;
/// Coordinates of dense rows.
pub type CooFlat = SparseCoo<U2, Dense<Number>>;
/// Lists of rows of runs.
pub type ListFlatRuns = SparseList<Dense<RunList<Number>>>;

/// Every level of one dimension but the dense one, over values of a type in a leaf: `levels!(then { .. } T, Leaf { .. })` is
/// `then! { .. SparseList<Leaf>; ..; .. }`.
#[doc(hidden)]
#[macro_export]
macro_rules! levels {
    ($then:ident { $($before:tt)* } $value:ty, $leaf:ty { $($behind:tt)* }) => {
        $then! {
            $($before)*
            finch_formats::SparseList<$leaf>;
            finch_formats::SparsePairs<$value>;
            finch_formats::UnsortedList<$leaf>;
            finch_formats::SparseByteMap<$leaf>;
            finch_formats::SparseDict<$leaf>;
            finch_formats::Hybrid<$leaf>;
            finch_formats::SparseBlockList<$leaf>;
            finch_formats::SparseBand<$leaf>;
            finch_formats::Ragged<$leaf>;
            finch_formats::SparsePoint<$leaf>;
            finch_formats::SparseInterval<$leaf>;
            finch_formats::RunList<$leaf>;
            finch_formats::PackBits<$leaf>;
            finch_formats::SparseRunList<$leaf>;
            finch_formats::SparseCoo<typenum::U1, $leaf>;
            $($behind)*
        }
    };
}

/// Adds the names of the nests of a list, as types have them: `names!(vectors listed all)`.
#[doc(hidden)]
#[macro_export]
macro_rules! listed {
    ($into:ident [$($kind:ident)*, $($always:ident)*; $($more:ident)*]) => {
        $into.extend([
            $(core::any::type_name::<$kind>(),)*
            $(core::any::type_name::<$always>(),)*
            $(core::any::type_name::<$more>(),)*
        ]);
    };
}

/// The lists: `names!(vectors then a b)` is `then!(a b [Flat List .., Map ..; Narrow ..])`. Behind the semicolon stand those that a case
/// of one operand is run over by the feature `exhaustive` only. In front of the comma stand kinds: those which a case of two lists
/// combines with each kind of the other list, one for each kind of looplets and protocol that the list is for.
#[doc(hidden)]
#[macro_export]
macro_rules! names {
    // Vectors and their protocols, as operands of one-operand programs.
    (vectors $($to:tt)*) => {
        $crate::names!(@ [
            Flat List Runs, ListGallop ListFollow Map SparseRuns Mixed Blocks Dict PackedBits;
            Narrow MapGallop MixedFollow BlocksGallop RaggedVector DictFollow PairsGallop Unsorted
        ] $($to)*);
    };
    // The same kinds, and other vectors behind the semicolon, which unfurl as those of the list above do.
    (more_vectors $($to:tt)*) => {
        $crate::names!(@ [
            Flat List Runs, ListGallop ListFollow Map SparseRuns Mixed Blocks Dict PackedBits;
            MapFollow MixedGallop Band CountedList PackedBitsFollow Pairs PairsFollow UnsortedFollow
        ] $($to)*);
    };
    // Those that neither lead nor switch, for programs that access a vector in several statements: each access would,
    // which is a loop for each combination.
    (followers $($to:tt)*) => { $crate::names!(@ [Flat List Runs,; ListFollow Map SparseRuns] $($to)*); };
    // As operands of two-operand programs.
    (operands $($to:tt)*) => { $crate::names!(@ [Flat List ListGallop Runs, Map; ListFollow SparseRuns Mixed] $($to)*); };
    // A sample of them, where all would be too many.
    (some_vectors $($to:tt)*) => { $crate::names!(@ [Flat List Runs,; ListGallop SparseRuns] $($to)*); };
    // Dense alone.
    (few_outputs $($to:tt)*) => { $crate::names!(@ [Flat,;] $($to)*); };
    // Fewer still, none of which leads.
    (few_vectors $($to:tt)*) => { $crate::names!(@ [List Runs,; Flat] $($to)*); };
    // What further programs bring into every output.
    (sources $($to:tt)*) => { $crate::names!(@ [List, Runs; Flat] $($to)*); };
    // Vectors that can be written in ascending order.
    (vector_outputs $($to:tt)*) => {
        $crate::names!(@ [
            Flat List Runs, Map SparseRuns Mixed;
            Narrow RunsApart SparseRunsApart Blocks RaggedVector Dict PackedBits Pairs Unsorted
        ] $($to)*);
    };
    // Matrices and their protocols, as operands.
    (matrices $($to:tt)*) => {
        $crate::names!(@ [
            FlatFlat Csr Dcsr FlatRuns, CsrGallop DcsrFollow Coo FlatMixed FlatBlocks RunsList MapMap Bcsr22;
            CsrFollow DcsrGallop FlatSparseRuns FlatMap BandBand RunsFlat MixedList DictDict DictDictFollow FlatSeparate Lil
        ] $($to)*);
    };
    // The same kinds, and other matrices behind the semicolon.
    (more_matrices $($to:tt)*) => {
        $crate::names!(@ [
            FlatFlat Csr Dcsr FlatRuns, CsrGallop DcsrFollow Coo FlatMixed FlatBlocks RunsList MapMap Bcsr22;
            CooGallop ListFlat FlatRagged SparseRunsRuns MapMapGallop MapMapFollow FlatDict FlatPackBits FlatPairs
            FlatUnsorted UnsortedUnsorted
        ] $($to)*);
    };
    // Square matrices that store one half: they hold what fits, see `halves.rs` of the tests of matrices.
    (halves $($to:tt)*) => { $crate::names!(@ [LowerHalf UpperMirror,; UpperHalf LowerMirror] $($to)*); };
    // Those that do not lead.
    (matrix_followers $($to:tt)*) => {
        $crate::names!(@ [
            FlatFlat Csr Dcsr FlatRuns, Coo FlatMixed;
            CsrFollow ListFlat FlatMap RunsList SparseRunsRuns MapMap
        ] $($to)*);
    };
    (more_matrix_followers $($to:tt)*) => {
        $crate::names!(@ [
            FlatFlat Csr Dcsr FlatRuns, Coo FlatMixed;
            DcsrFollow FlatSparseRuns RunsFlat MapMapFollow MixedList
        ] $($to)*);
    };
    // A sample of them.
    (some_matrices $($to:tt)*) => {
        $crate::names!(@ [
            Csr Dcsr FlatRuns, Coo;
            FlatFlat DcsrGallop FlatMixed RunsList
        ] $($to)*);
    };
    // A sample of those that do not lead.
    (some_matrix_followers $($to:tt)*) => { $crate::names!(@ [Csr FlatRuns, Coo; FlatFlat Dcsr FlatMixed RunsList] $($to)*); };
    // For programs with many accesses to one of them.
    (few_stencils $($to:tt)*) => { $crate::names!(@ [Csr FlatRuns,; FlatFlat] $($to)*); };
    // Fewer still.
    (few_matrices $($to:tt)*) => { $crate::names!(@ [Csr DcsrGallop,; FlatFlat FlatSparseRuns] $($to)*); };
    // Vectors that a matrix is multiplied with: a merge with what is inner, and places that are looked up.
    (matrix_factors $($to:tt)*) => { $crate::names!(@ [List, Flat;] $($to)*); };
    // Matrices that can be written in ascending order.
    (matrix_outputs $($to:tt)*) => {
        $crate::names!(@ [
            FlatFlat Csr FlatRuns, Dcsr Coo FlatMap FlatMixed;
            ListFlat FlatSparseRuns FlatBlocks BandBand FlatRagged RunsList RunsFlat SparseRunsRuns MapMap FlatDict
            DictDict FlatSeparate FlatPackBits FlatPairs Bcsr22 FlatUnsorted UnsortedUnsorted
        ] $($to)*);
    };
    // Tensors of three dimensions.
    (cubes $($to:tt)*) => {
        $crate::names!(@ [
            Csf Coo3 ListFlatRuns,;
            FlatFlatFlat CsfGallop FlatCsr ListCoo CooFlat
        ] $($to)*);
    };
    // A sample of them.
    (few_cubes $($to:tt)*) => { $crate::names!(@ [CsfGallop Coo3,; FlatFlatFlat ListFlatRuns] $($to)*); };
    // Tensors of three dimensions that can be written in ascending order.
    (cube_outputs $($to:tt)*) => { $crate::names!(@ [Csf, Coo3; FlatFlatFlat FlatCsr ListCoo CooFlat ListFlatRuns] $($to)*); };
    (@ $list:tt $then:ident $($before:tt)*) => { $crate::$then!($($before)* $list); };
}
