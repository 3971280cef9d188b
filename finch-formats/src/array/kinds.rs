//! Kinds: what a dimension stores, by which the format of a result is inferred.

use crate::imports::*;

/// How one dimension of an array is stored: four facts from which the level of a result is chosen. The types below are all kinds that
/// levels have.
pub trait DimensionKind {
    /// Whether there is fill wherever nothing is stored.
    type Sparse: Bool;
    /// Whether values come in runs.
    type Flat: Bool;
    /// Whether what is stored comes in stretches of consecutive indices.
    type Chunked: Bool;
    /// Whether what is stored is one stretch.
    type Single: Bool;
}

/// Declares kinds.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $sparse:ident, $flat:ident, $chunked:ident, $single:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl DimensionKind for $name {
            type Sparse = $sparse;
            type Flat = $flat;
            type Chunked = $chunked;
            type Single = $single;
        }
    )* };
}

// Sparse, flat, chunked, single.
kinds! {
    /// Everything is stored, as [`Dense`] does.
    Full: No, No, Yes, Yes;
    /// Runs that cover everything, as [`RunList`] stores them.
    RunsKind: No, Yes, Yes, Yes;
    /// Some indices, as [`SparseList`] stores them.
    List: Yes, No, No, No;
    /// Blocks of consecutive indices, as [`SparseBlockList`] stores them.
    BlockKind: Yes, No, Yes, No;
    /// One block of consecutive indices, as [`SparseBand`] stores it.
    Band: Yes, No, Yes, Yes;
    /// Runs with fill between them, as [`SparseRunList`] stores them.
    SparseRuns: Yes, Yes, Yes, No;
    /// One run, as [`SparseInterval`] stores it.
    Interval: Yes, Yes, Yes, Yes;
}

/// How all dimensions of an array are stored, as a type-level list of [`DimensionKind`]s, innermost first. Either a list, [`Dim`] and [`NoDim`], or
/// what an operator makes of such lists.
pub trait Kinds {
    /// Whether there is fill wherever nothing is stored along the innermost dimension.
    type Sparse: Bool;
    /// Whether values come in runs along it.
    type Flat: Bool;
    /// Whether what is stored along it comes in stretches of consecutive indices.
    type Chunked: Bool;
    /// Whether what is stored along it is one stretch.
    type Single: Bool;
    /// The kinds of the dimensions around it.
    type Outer: Kinds;
}

/// What a dimension is as `K` is, with `Outer` around it.
macro_rules! inside {
    ($K:ident, $Outer:ident) => {
        type Sparse = $K::Sparse;
        type Flat = $K::Flat;
        type Chunked = $K::Chunked;
        type Single = $K::Single;
        type Outer = $Outer;
    };
}

/// A list of kinds: the innermost dimension is of kind `K`, and the dimensions around it are of the kinds `Outer`.
#[derive(Clone, Copy, Debug)]
pub struct Dim<K, Outer>(PhantomData<(K, Outer)>);

impl<K: DimensionKind, Outer: Kinds> Kinds for Dim<K, Outer> {
    inside!(K, Outer);
}

/// The end of a list of kinds: a dimension that an operand does not have. Its value is one run along it.
#[derive(Clone, Copy, Debug)]
pub struct NoDim;

impl Kinds for NoDim {
    type Sparse = No;
    type Flat = Yes;
    type Chunked = Yes;
    type Single = Yes;
    type Outer = NoDim;
}

/// A list of kinds: the innermost dimension is of the kind that is innermost in `K`, and the dimensions around it are of the kinds `Outer`.
#[derive(Clone, Copy, Debug)]
pub struct Front<K, Outer>(PhantomData<(K, Outer)>);

impl<K: Kinds, Outer: Kinds> Kinds for Front<K, Outer> {
    inside!(K, Outer);
}

/// Stored in this way, or not sparse: then everything is stored, in one stretch.
type Stretched<Sparse, So> = Or<Not<Sparse>, So>;

/// The kinds `K`, where a sparse dimension stays sparse only if `Keeps` is [`Yes`]. If it is [`No`],
/// sparse dimensions count as stored everywhere: the value where nothing is stored is not the fill of the result.
#[derive(Clone, Copy, Debug)]
pub struct Keep<K, Keeps>(PhantomData<(K, Keeps)>);

impl<K: Kinds, Keeps: Bool> Kinds for Keep<K, Keeps> {
    type Sparse = And<K::Sparse, Keeps>;
    type Flat = K::Flat;
    type Chunked = Stretched<Self::Sparse, K::Chunked>;
    type Single = Stretched<Self::Sparse, K::Single>;
    type Outer = Keep<K::Outer, Keeps>;
}

/// The kinds of the result of an operator with two operands of kinds `A` and `B`.
///
/// `ByLeft` says whether the result is its fill wherever the left operand is fill, `ByRight` whether it is wherever the right one is, and
/// `ByBoth` whether it is wherever both are.
#[derive(Clone, Copy, Debug)]
pub struct Zip<A, B, ByLeft, ByRight, ByBoth>(PhantomData<(A, B, ByLeft, ByRight, ByBoth)>);

impl<A: Kinds, B: Kinds, ByLeft: Bool, ByRight: Bool, ByBoth: Bool> Kinds for Zip<A, B, ByLeft, ByRight, ByBoth> {
    type Sparse = Or<Or<And<A::Sparse, ByLeft>, And<B::Sparse, ByRight>>, And<And<A::Sparse, B::Sparse>, ByBoth>>;
    type Flat = And<A::Flat, B::Flat>;
    type Chunked = Stretched<Self::Sparse, And<A::Chunked, B::Chunked>>;
    // Two stretches have one in common, but may leave a gap between them.
    type Single =
        Stretched<Self::Sparse, And<And<A::Single, B::Single>, Or<And<A::Sparse, ByLeft>, And<B::Sparse, ByRight>>>>;
    type Outer = Zip<A::Outer, B::Outer, ByLeft, ByRight, ByBoth>;
}

/// The kinds of the result of an operator with three operands of kinds `A`, `B` and `C`. [`Subsets`] of `By` says which of them have to be
/// fill so that the result is.
#[derive(Clone, Copy, Debug)]
pub struct Zip3<A, B, C, By>(PhantomData<(A, B, C, By)>);

/// Whether the result of an operator with three operands is its fill as soon as the operands of one subset are fill, whatever the others
/// are.
pub trait Subsets {
    /// The first.
    type A: Bool;
    /// The second.
    type B: Bool;
    /// The third.
    type C: Bool;
    /// The first and the second.
    type Ab: Bool;
    /// The first and the third.
    type Ac: Bool;
    /// The second and the third.
    type Bc: Bool;
    /// All of them.
    type Abc: Bool;
}

impl<A: Kinds, B: Kinds, C: Kinds, By: Subsets> Kinds for Zip3<A, B, C, By> {
    type Sparse = Or<
        Or<Or<And<A::Sparse, By::A>, And<B::Sparse, By::B>>, And<C::Sparse, By::C>>,
        Or<
            Or<And<And<A::Sparse, B::Sparse>, By::Ab>, And<And<A::Sparse, C::Sparse>, By::Ac>>,
            Or<And<And<B::Sparse, C::Sparse>, By::Bc>, And<And<A::Sparse, And<B::Sparse, C::Sparse>>, By::Abc>>,
        >,
    >;
    type Flat = And<A::Flat, And<B::Flat, C::Flat>>;
    type Chunked = Stretched<Self::Sparse, And<A::Chunked, And<B::Chunked, C::Chunked>>>;
    // Which of the three stretches it is, or whether there is a gap between them, is not asked.
    type Single = Not<Self::Sparse>;
    type Outer = Zip3<A::Outer, B::Outer, C::Outer, By>;
}

/// The level of the innermost dimension of a result, of the kind that is first in `K`.
pub(super) type InnerLevel<K, L> = If<
    <K as Kinds>::Sparse,
    If<
        <K as Kinds>::Flat,
        SparseRunList<L>,
        If<<K as Kinds>::Single, SparseBand<L>, If<<K as Kinds>::Chunked, SparseBlockList<L>, SparseList<L>>>,
    >,
    If<<K as Kinds>::Flat, RunList<L>, Dense<L>>,
>;

/// The level of another dimension of a result, around `L`.
pub(super) type OuterLevel<K, L> = If<<K as Kinds>::Sparse, SparseList<L>, Dense<L>>;

/// Levels that say what they store, so that the format of a result can be inferred.
///
/// Whatever they say, values are right; a level that claims too much makes results that store more than they need.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what its dimensions store, so that no format can be inferred from it",
    note = "name the format of the result, `compute_as::<Csr<f64>>()`, or write to one that there is, `assign_to(&mut c)`",
    note = "a level of your own implements `Described`"
)]
pub trait Described: Level {
    /// The kinds of the dimensions from here down, innermost first, inside of `Outer`.
    type Kinds<Outer: Kinds>: Kinds;
}

/// Says of levels which kinds their dimensions have, by types that mention the kinds `Outer` of the dimensions around.
macro_rules! described {
    ($([$($generics:tt)*] $level:ty: $kinds:ty;)*) => { $(
        impl<$($generics)*> Described for $level
        where
            Self: Level,
        {
            type Kinds<Outer: Kinds> = $kinds;
        }
    )* };
}

/// The kinds of the child inside of a dimension of kind `K`.
type KindsInside<L, K, Outer> = <L as Described>::Kinds<Dim<K, Outer>>;

described! {
    [T, F, Val] Element<T, F, Val>: Outer;
    [F, Words] Bit<F, Words>: Outer;
    [] Pattern: Outer;
    [L: Described] Counted<L>: L::Kinds<Outer>;
    [L: Described] Separate<L>: L::Kinds<Outer>;
    [L: Described, X] Dense<L, X>: KindsInside<L, Full, Outer>;
    [L: Described, P, I, M] RunList<L, P, I, M>: KindsInside<L, RunsKind, Outer>;
    [L: Described, P, I] PackBits<L, P, I>: KindsInside<L, RunsKind, Outer>;
    [L: Described, P, I] SparseList<L, P, I>: KindsInside<L, List, Outer>;
    [L: Described, P, I] UnsortedList<L, P, I>: KindsInside<L, List, Outer>;
    [L: Described, P, I, S] Hybrid<L, P, I, S>: KindsInside<L, List, Outer>;
    [L: Described, P, I, Tbl] SparseByteMap<L, P, I, Tbl>: KindsInside<L, List, Outer>;
    [L: Described, P: Buffer<Item: Width>, I: Buffer<Item: Width>, S: Buffer<Item: Width>]
    SparseDict<L, P, I, S>: KindsInside<L, List, Outer>;
    [T, F, P, I] SparsePairs<T, F, P, I>: Dim<List, Outer>;
    [L: Described, P, I] SparseCoo<U1, L, P, I>: KindsInside<L, List, Outer>;
    [L: Described, P, I] SparseCoo<U2, L, P, I>: KindsInside<L, List, Dim<List, Outer>>;
    [L: Described, P, I] SparseCoo<U3, L, P, I>: KindsInside<L, List, Dim<List, Dim<List, Outer>>>;
    [L: Described, P, I] SparseCoo<U4, L, P, I>: KindsInside<L, List, Dim<List, Dim<List, Dim<List, Outer>>>>;
    [L: Described, P, I] SparseBlockList<L, P, I>: KindsInside<L, BlockKind, Outer>;
    [R, C, L: Described, P, I] SparseBlocks<R, C, L, P, I>: KindsInside<L, BlockKind, Dim<Full, Outer>>;
    [L: Described, P] Ragged<L, P>: KindsInside<L, Band, Outer>;
    [L: Described, P, I] SparseBand<L, P, I>: KindsInside<L, Band, Outer>;
    [L: Described, I] SparsePoint<L, I>: KindsInside<L, Band, Outer>;
    [H, L: Described] Triangular<H, L>: KindsInside<L, Band, Dim<Full, Outer>>;
    [H, L: Described] Symmetric<H, L>: KindsInside<L, Full, Dim<Full, Outer>>;
    [L: Described, P, I, M] SparseRunList<L, P, I, M>: KindsInside<L, SparseRuns, Outer>;
    [L: Described, I, M] SparseInterval<L, I, M>: KindsInside<L, Interval, Outer>;
}
