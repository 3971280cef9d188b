//! Levels as what they are made of: arrays of their own, and one level below.
//!
//! What is done to a tensor as a whole goes through this: exchanging its leaf ([`tensor::leaf`](crate::tensor::leaf)) and
//! comparing its arrays ([`tensor::storage`](crate::tensor::storage)).

use crate::imports::*;
use crate::kit::arrays::same;

/// A level with one level below. Where it is asked about positions, it is valid for these.
///
/// # Safety
///
/// `over` and `copied_over` hand on the arrays and extents as they are: of a level that is valid for a number of positions they
/// make one that is valid for as many, over a child with as many positions as before. Such nests are not checked again.
pub unsafe trait Nested: Level {
    /// The level below.
    type Child: Level<T = Self::T, Fill = Self::Fill>;
    /// This level over another one.
    type Over<N: Level<Rank = RankBelow<Self>>>: Level<T = N::T, Fill = N::Fill, Rank = Self::Rank>;

    /// The level below.
    fn below(&self) -> &Self::Child;
    /// The level below.
    fn below_mut(&mut self) -> &mut Self::Child;
    /// The arrays of this level over what `to` makes of the level below.
    fn over<N: Level<Rank = RankBelow<Self>>>(self, to: impl FnOnce(Self::Child) -> N) -> Self::Over<N>;
    /// A copy of the arrays of this level over `child`.
    fn copied_over<N: Level<Rank = RankBelow<Self>>>(&self, child: N) -> Self::Over<N>;

    /// How many positions the level below has, if this one has `positions`.
    fn positions_below(&self, positions: usize) -> usize;
    /// Calls `visit` with the position of every child of the fiber at `position`: by default, those that are behind the
    /// children of the fibers before.
    fn children(&self, position: usize, visit: &mut dyn FnMut(usize)) {
        (self.positions_below(position)..self.positions_below(position + 1)).for_each(visit)
    }
    /// Calls `visit` with every position in the level below that belongs to no stored index of the `positions` fibers: there is
    /// room for a child, which must hold fill.
    fn unlisted(&self, _positions: usize, _visit: &mut dyn FnMut(usize)) {}
    /// Whether the arrays and extents of this level equal those of `other`, as far as `positions` fibers go.
    fn same_arrays(&self, other: &Self, positions: usize) -> bool;
}

/// How many dimensions the level below `L` has, as a type-level number.
pub type RankBelow<L> = <<L as Nested>::Child as Level>::Rank;

macro_rules! nested {
    ($(
        [$($param:tt)*] $level:ty, over |$n:ident| $over:ty, in ($child:ident, $child_mut:ident);
        own |$whole:ident, $to:ident| $own:expr;
        copy |$this:ident, $new:ident| $copy:expr;
        same |$one:ident, $other:ident, $count:ident| $same:expr;
        positions |$of:ident, $positions:ident| $below:expr;
        $(children |$from:ident, $position:ident| $children:expr;)?
        $(unlisted |$in:ident, $until:ident, $visit:ident| $unlisted:expr;)?
    )*) => { $(
        // SAFETY: the arrays are moved or copied.
        unsafe impl<$($param)*> Nested for $level {
            type Child = L;
            type Over<$n: Level<Rank = L::Rank>> = $over;

            fn below(&self) -> &L {
                self.$child()
            }

            fn below_mut(&mut self) -> &mut L {
                self.$child_mut()
            }

            fn over<N: Level<Rank = L::Rank>>(self, $to: impl FnOnce(L) -> N) -> Self::Over<N> {
                let $whole = self;
                $own
            }

            fn copied_over<N: Level<Rank = L::Rank>>(&self, $new: N) -> Self::Over<N> {
                let $this = self;
                $copy
            }

            fn positions_below(&self, $positions: usize) -> usize {
                let $of = self;
                $below
            }

            $(
                fn children(&self, $position: usize, visit: &mut dyn FnMut(usize)) {
                    let $from = self;
                    $children.for_each(visit)
                }
            )?

            $(
                fn unlisted(&self, $until: usize, $visit: &mut dyn FnMut(usize)) {
                    let $in = self;
                    $unlisted
                }
            )?

            fn same_arrays(&self, $other: &Self, $count: usize) -> bool {
                let $one = self;
                $same
            }
        }
    )* };
}

nested! {
    [L: Level, X: Extent] Dense<L, X>, over |N| Dense<N, X>, in (child, child_mut);
    own |level, to| level.map_child(to);
    copy |level, child| level.like(child);
    same |a, b, _positions| a.extent() == b.extent();
    positions |level, positions| positions * level.extent();

    [R: Size, C: Size, L: Level, P: Width, I: Width, Ptr: Buffer<Item = P> + Clone, Idx: Buffer<Item = I> + Clone]
    SparseBlocks<R, C, L, Ptr, Idx>, over |N| SparseBlocks<R, C, N, Ptr, Idx>, in (child, child_mut);
    own |level, to| {
        let (extents, ptr, idx, child) = level.into_parts();
        SparseBlocks::new(extents, ptr, idx, to(child))
    };
    copy |level, child| SparseBlocks::new(level.extents(), level.ptr().clone(), level.idx().clone(), child);
    same |a, b, positions| a.extents() == b.extents()
        && same(a.ptr(), b.ptr(), positions * a.block_rows() + 1)
        && same(a.idx(), b.idx(), at(a.ptr(), positions * a.block_rows()));
    positions |level, positions| at(level.ptr(), positions * level.block_rows()) * R::USIZE * C::USIZE;
    unlisted |level, positions, visit| level.padding(positions, visit);

    [A: Dimensions, L: Level, P: Width, I: Width, Ptr: Buffer<Item = P> + Clone, Idx: Buffer<Item = I> + Clone]
    SparseCoo<A, L, Ptr, Idx>, over |N| SparseCoo<A, N, Ptr, Idx>, in (child, child_mut);
    own |level, to| {
        let (extents, ptr, idx, child) = level.into_parts();
        SparseCoo::new(extents, ptr, idx, to(child))
    };
    copy |level, child| {
        let extents = generic_array::GenericArray::<usize, A>::from_iter(level.extents().iter().copied());
        let idx = generic_array::GenericArray::<Idx, A>::from_iter(level.idx().iter().cloned());
        SparseCoo::new(extents, level.ptr().clone(), idx, child)
    };
    same |a, b, positions| a.extents() == b.extents()
        && same(a.ptr(), b.ptr(), positions + 1)
        && a.idx().iter().zip(b.idx()).all(|(a_idx, b_idx)| same(a_idx, b_idx, at(a.ptr(), positions)));
    positions |level, positions| at(level.ptr(), positions);

    [L: Level, P: Width, I: Width, Ptr: Buffer<Item = P> + Clone, Idx: Buffer<Item = I> + Clone, Slot: Buffer<Item = u32> + Clone]
    Hybrid<L, Ptr, Idx, Slot>, over |N| Hybrid<N, Ptr, Idx, Slot>, in (child, child_mut);
    own |level, to| {
        let (extent, ptr, idx, slot, child) = level.into_parts();
        Hybrid::new(extent, ptr, idx, slot, to(child))
    };
    copy |level, child| {
        let (ptr, idx, slot) = (level.ptr().clone(), level.idx().clone(), level.slot().clone());
        Hybrid::new(level.extent(), ptr, idx, slot, child)
    };
    // Dense fibers come behind all of `idx`, so all of it is compared.
    same |a, b, positions| a.extent() == b.extent()
        && same(a.ptr(), b.ptr(), positions + 1)
        && a.idx().as_slice() == b.idx().as_slice()
        && same(a.slot(), b.slot(), positions);
    positions |level, positions| level.places(positions);
    children |level, position| match level.dense(position) {
        Some(first) => first..first + level.extent(),
        None => at(level.ptr(), position)..at(level.ptr(), position + 1),
    };

    [H: Half, L: Level] Triangular<H, L>, over |N| Triangular<H, N>, in (child, child_mut);
    own |level, to| {
        let (extent, child) = level.into_parts();
        Triangular::new(extent, to(child))
    };
    copy |level, child| Triangular::new(level.extent(), child);
    same |a, b, _positions| a.extent() == b.extent();
    positions |level, positions| positions * level.each();

    [H: Half, L: Level] Symmetric<H, L>, over |N| Symmetric<H, N>, in (child, child_mut);
    own |level, to| {
        let (extent, child) = level.into_parts();
        Symmetric::new(extent, to(child))
    };
    copy |level, child| Symmetric::new(level.extent(), child);
    same |a, b, _positions| a.extent() == b.extent();
    positions |level, positions| positions * level.each();

    [L: Level] Counted<L>, over |N| Counted<N>, in (level, level_mut);
    own |level, to| Counted::new(to(level.into_level()));
    copy |_level, child| Counted::new(child);
    same |_a, _b, _positions| true;
    positions |_level, positions| positions;
}
