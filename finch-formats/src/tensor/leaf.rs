//! Tensors over the same indices with other values: patterns, other fills, other leaves.
//!
//! Index arrays are neither looked at nor, where the tensor is consumed, copied.

use crate::imports::*;

/// A leaf that can be put below the levels of a nest.
///
/// # Safety
///
/// [`NewLeaf::listed`] makes a level that is valid for as many fibers as a [`SparseList`] of these arrays would be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take the place of a leaf",
    note = "`Element`, `Bit`, `Pattern` and these in `Counted` can; another leaf says by `NewLeaf` what `SparsePairs` become over it"
)]
pub unsafe trait NewLeaf: Level<Rank = U0> + Sized {
    /// What [`SparsePairs`] become over this leaf: pairs again if it is made of values, else a [`SparseList`].
    type Listed<I: Width, Ptr: Buffer<Item: Width>>: Level<T = Self::T, Fill = Self::Fill, Rank = Next<U0>>;

    /// What a list over this leaf becomes.
    fn listed<I: Width, Ptr: Buffer<Item: Width>>(list: SparseList<Self, Ptr, Vec<I>>) -> Self::Listed<I, Ptr>;
}

// SAFETY: the arrays are taken over as they are.
unsafe impl<T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>> NewLeaf for Element<T, F, Val> {
    type Listed<I: Width, Ptr: Buffer<Item: Width>> = SparsePairs<T, F, Ptr, Vec<Pair<I, T>>>;

    fn listed<I: Width, Ptr: Buffer<Item: Width>>(list: SparseList<Self, Ptr, Vec<I>>) -> Self::Listed<I, Ptr> {
        let (extent, ptr, idx, leaf) = list.into_parts();
        let val = leaf.into_val();
        let pairs = idx.into_iter().zip(val.as_slice());
        SparsePairs::new(
            extent,
            ptr,
            pairs.map(|(index, &value)| Pair::new(index, value)).collect(),
        )
    }
}

/// Leaves that are not made of values.
macro_rules! listed {
    ($([$($param:tt)*] $leaf:ty;)*) => { $(
        // SAFETY: it is that list.
        unsafe impl<$($param)*> NewLeaf for $leaf {
            type Listed<I: Width, Ptr: Buffer<Item: Width>> = SparseList<Self, Ptr, Vec<I>>;

            fn listed<I: Width, Ptr: Buffer<Item: Width>>(list: SparseList<Self, Ptr, Vec<I>>) -> Self::Listed<I, Ptr> {
                list
            }
        }
    )* };
}

listed! {
    [F: Fill<bool>, Words: Buffer<Item = u64>] Bit<F, Words>;
    [] Pattern;
    [L: Level<Rank = U0>] Counted<L>;
}

/// A nest whose leaf can be exchanged: every nest of levels of this crate. [`SparsePairs`] over a leaf that is not made of
/// values become a [`SparseList`].
///
/// # Safety
///
/// Of a level that is valid for a number of positions comes one that is valid for as many, if each new leaf has as many
/// positions as the one that it replaces: such nests are not checked again.
#[diagnostic::on_unimplemented(
    message = "the leaf of `{Self}` cannot be exchanged",
    note = "a level whose child can be exchanged is `Nested`, a leaf is `WithLeaf` itself"
)]
pub unsafe trait WithLeaf: Level {
    /// The leaf.
    type Leaf: Level<T = Self::T, Fill = Self::Fill, Rank = U0>;
    /// This nest over the leaf `M`.
    type Over<M: NewLeaf>: Level<T = M::T, Fill = M::Fill, Rank = Self::Rank>;

    /// Replaces every leaf by what `to` makes of it, and hands on the index arrays. `to` is called once, or once per fiber
    /// where fibers are [`Separate`].
    fn map_leaf<M: NewLeaf>(self, to: &mut dyn FnMut(Self::Leaf) -> M) -> Self::Over<M>;

    /// The nest with copies of the index arrays, over what `to` makes of every leaf. `to` is called once, or once per fiber
    /// where fibers are [`Separate`].
    fn copied_over_leaf<M: NewLeaf>(&self, to: &mut dyn FnMut(&Self::Leaf) -> M) -> Self::Over<M>;
}

// SAFETY: the arrays are taken over as they are.
unsafe impl<L: Nested<Child: WithLeaf>> WithLeaf for L {
    type Leaf = <L::Child as WithLeaf>::Leaf;
    type Over<M: NewLeaf> = <L as Nested>::Over<<L::Child as WithLeaf>::Over<M>>;

    fn map_leaf<M: NewLeaf>(self, to: &mut dyn FnMut(Self::Leaf) -> M) -> Self::Over<M> {
        self.over(|child| child.map_leaf(to))
    }

    fn copied_over_leaf<M: NewLeaf>(&self, to: &mut dyn FnMut(&Self::Leaf) -> M) -> Self::Over<M> {
        self.copied_over(self.below().copied_over_leaf(to))
    }
}

// SAFETY: the arrays are taken over as they are.
unsafe impl<L: WithLeaf> WithLeaf for Separate<L> {
    type Leaf = L::Leaf;
    type Over<M: NewLeaf> = Separate<L::Over<M>>;

    fn map_leaf<M: NewLeaf>(self, to: &mut dyn FnMut(Self::Leaf) -> M) -> Self::Over<M> {
        let (model, levels) = self.into_parts();
        let model = model.map_leaf(to);
        Separate::new(model, levels.into_iter().map(|level| level.map_leaf(to)).collect())
    }

    fn copied_over_leaf<M: NewLeaf>(&self, to: &mut dyn FnMut(&Self::Leaf) -> M) -> Self::Over<M> {
        let model = self.model().copied_over_leaf(to);
        Separate::new(
            model,
            self.levels().iter().map(|level| level.copied_over_leaf(to)).collect(),
        )
    }
}

/// Pairs have no leaf to exchange: indices and values part, and meet again, which takes linear time.
// SAFETY: the arrays are taken over as they are.
unsafe impl<T: Copy + 'static, F: Fill<T>, I: Width, Ptr: Buffer<Item: Width> + Clone> WithLeaf
    for SparsePairs<T, F, Ptr, Vec<Pair<I, T>>>
{
    type Leaf = Element<T, F>;
    type Over<M: NewLeaf> = M::Listed<I, Ptr>;

    fn map_leaf<M: NewLeaf>(self, to: &mut dyn FnMut(Element<T, F>) -> M) -> Self::Over<M> {
        let (extent, ptr, pairs) = self.into_parts();
        let (idx, val) = pairs.into_iter().map(|pair| (pair.index, pair.value)).unzip();
        M::listed(SparseList::new(extent, ptr, idx, to(Element::new(val))))
    }

    fn copied_over_leaf<M: NewLeaf>(&self, to: &mut dyn FnMut(&Element<T, F>) -> M) -> Self::Over<M> {
        let (idx, val) = self.pairs().iter().map(|pair| (pair.index, pair.value)).unzip();
        M::listed(SparseList::new(
            self.extent(),
            self.ptr().clone(),
            idx,
            to(&Element::new(val)),
        ))
    }
}

macro_rules! leaf {
    ($([$($param:tt)*] $leaf:ty;)*) => { $(
        // SAFETY: what comes out is what replaces it.
        unsafe impl<$($param)*> WithLeaf for $leaf {
            type Leaf = Self;
            type Over<M: NewLeaf> = M;

            fn map_leaf<M: NewLeaf>(self, to: &mut dyn FnMut(Self) -> M) -> M {
                to(self)
            }

            fn copied_over_leaf<M: NewLeaf>(&self, to: &mut dyn FnMut(&Self) -> M) -> M {
                to(self)
            }
        }
    )* };
}

leaf! {
    [T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>] Element<T, F, Val>;
    [F: Fill<bool>, Words: Buffer<Item = u64>] Bit<F, Words>;
    [] Pattern;
}

/// A leaf whose fill can be exchanged, since only its type holds it.
///
/// # Safety
///
/// What comes out has as many positions as this leaf.
#[diagnostic::on_unimplemented(
    message = "the fill of a `{Self}` leaf cannot be exchanged",
    note = "`Element` and `Bit` take another fill; what a `Pattern` stores is true, over false"
)]
pub unsafe trait AnyFill: Level<Rank = U0> {
    /// This type of leaf over the fill `F`.
    type With<F: Fill<Self::T>>: NewLeaf<T = Self::T, Fill = F>;
    /// The values of this leaf over the fill `F`.
    fn with_fill<F: Fill<Self::T>>(self) -> Self::With<F>;
}

// SAFETY: the arrays are taken over as they are.
unsafe impl<T: Copy + 'static, G: Fill<T>, Val: Buffer<Item = T>> AnyFill for Element<T, G, Val> {
    type With<F: Fill<T>> = Element<T, F, Val>;

    fn with_fill<F: Fill<T>>(self) -> Element<T, F, Val> {
        Element::new(self.into_val())
    }
}

// SAFETY: the arrays are taken over as they are.
unsafe impl<G: Fill<bool>, Words: Buffer<Item = u64>> AnyFill for Bit<G, Words> {
    type With<F: Fill<bool>> = Bit<F, Words>;

    fn with_fill<F: Fill<bool>>(self) -> Bit<F, Words> {
        Bit::new(self.into_words())
    }
}

/// A level that can write its fill wherever it has room and stores nothing, since later programs expect fill there.
///
/// # Safety
///
/// Both functions change values alone: a level that is valid for a number of positions is valid for as many afterwards, since it is not
/// checked again.
pub unsafe trait Blank: Level {
    /// Puts fill at every place of the fiber at `position`.
    fn blank(&mut self, position: usize);
    /// Puts fill wherever nothing is stored, in the `positions` that there are. Takes time where the level has room for
    /// indices that it does not list. By default, it has none, and nothing below.
    fn blank_unlisted(&mut self, _positions: usize) {}
}

/// The positions that `visit` is called with.
fn collected(visits: impl FnOnce(&mut dyn FnMut(usize))) -> Vec<usize> {
    let mut positions = Vec::new();
    visits(&mut |position| positions.push(position));
    positions
}

// SAFETY: the arrays stay as they are, and the level below is as valid as it was.
unsafe impl<L: Nested<Child: Blank>> Blank for L {
    fn blank(&mut self, position: usize) {
        for child in collected(|visit| self.children(position, visit)) {
            self.below_mut().blank(child)
        }
    }

    fn blank_unlisted(&mut self, positions: usize) {
        for child in collected(|visit| self.unlisted(positions, visit)) {
            self.below_mut().blank(child)
        }
        let below = self.positions_below(positions);
        self.below_mut().blank_unlisted(below)
    }
}

// SAFETY: each level is as valid as it was.
unsafe impl<L: Blank> Blank for Separate<L> {
    fn blank(&mut self, position: usize) {
        self.levels_mut()[position].blank(0)
    }

    fn blank_unlisted(&mut self, _positions: usize) {
        self.levels_mut().iter_mut().for_each(|level| level.blank_unlisted(1))
    }
}

// SAFETY: the keys stay as they are.
unsafe impl<T: Copy + 'static, F: Fill<T>, I: Width, Ptr: Buffer<Item: Width>> Blank
    for SparsePairs<T, F, Ptr, Vec<Pair<I, T>>>
{
    fn blank(&mut self, position: usize) {
        let pieces = self.pieces(position);
        for pair in &mut self.pairs_mut()[pieces] {
            pair.value = F::value()
        }
    }
}

// SAFETY: there are as many values as before.
unsafe impl<T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>> Blank for Element<T, F, Val> {
    // Nothing can be written to values that are somebody else's, so that it does not matter what they hold.
    fn blank(&mut self, position: usize) {
        if let Some(val) = self.val_mut().as_mut_slice() {
            val[position] = F::value()
        }
    }
}

// SAFETY: there are as many words as before.
unsafe impl<F: Fill<bool>, Words: Buffer<Item = u64>> Blank for Bit<F, Words> {
    fn blank(&mut self, position: usize) {
        if let Some(words) = self.words_mut().as_mut_slice() {
            let bit = 1 << (position % 64);
            if F::value() {
                words[position / 64] |= bit
            } else {
                words[position / 64] &= !bit
            }
        }
    }
}

/// The levels of `L` over a [`Pattern`] in place of the values: what [`Tensor::pattern`] returns, which says where `L` stores entries.
pub type PatternOf<L> = <L as WithLeaf>::Over<Pattern>;

/// The levels of `L` with the fill `F` in place of its own: what [`Tensor::set_fill`] returns.
pub type WithFill<L, F> = <L as WithLeaf>::Over<<<L as WithLeaf>::Leaf as AnyFill>::With<F>>;

impl<L: WithLeaf> Tensor<L> {
    /// Where entries are stored: `true` there, `false` elsewhere, in the levels of this tensor. Values do not matter: a stored fill is an entry,
    /// and a level that stores everything ([`Dense`], [`RunList`]) is true everywhere. Copies the index arrays, which takes time linear in
    /// them, and no values.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 0.0)], Add)?;
    /// let edges: CsrPattern = a.pattern();
    /// assert_eq!(edges.to_dense()?, [false, true, false, false, false, true]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    pub fn pattern(&self) -> Tensor<PatternOf<L>> {
        // A pattern has as many positions as are asked for, so the arrays above are as valid as they were.
        Tensor {
            level: self.level.copied_over_leaf(&mut |_| Pattern),
        }
    }

    /// Where entries are stored: what [`Tensor::pattern`] returns, with the index arrays of this tensor, which are not copied.
    ///
    /// Takes constant time, apart from freeing the values; with `SparsePairs`, whose indices are taken out of the pairs, it
    /// is linear in the entries, and with `Separate` in the number of fibers.
    pub fn into_pattern(self) -> Tensor<PatternOf<L>> {
        Tensor {
            level: self.level.map_leaf(&mut |_| Pattern),
        }
    }

    /// Replaces the leaf by what `to` makes of it: the entries stay where they are, and get other values, of any type. The
    /// index arrays are handed on. Where fibers are [`Separate`], `to` is called for the leaf of each.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.5), ([1, 2], 4.0)], Add)?;
    /// let b: Csr<f32> = a.map_leaf(|leaf| Element::new(leaf.val().iter().map(|&value| value as f32).collect()))?;
    /// assert_eq!(b.to_dense()?, [0.0, 2.5, 0.0, 0.0, 0.0, 4.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid) if the new leaf has fewer positions than the level above needs. All levels are
    /// checked, which takes time linear in what is stored.
    pub fn map_leaf<M: NewLeaf>(self, mut to: impl FnMut(L::Leaf) -> M) -> Result<Tensor<L::Over<M>>> {
        Tensor::new(self.level.map_leaf(&mut to))
    }

    /// Exchanges the fill for `F`: stored values stay, and everything that is not stored reads as the fill `F`. Levels that
    /// store everything read as before.
    ///
    /// Takes constant time with most levels. It is linear in the room for indices that are not stored with `SparseByteMap`,
    /// `SparseDict`, `SparsePoint` and `SparseInterval`, linear in the entries with `SparsePairs`, which are taken apart, and
    /// linear in the number of fibers with `Separate`.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = SparseVector::<f64>::from_triplets([3], [([1], 2.0)], Add)?;
    /// let b: SparseVectorWithFill<f64, Inf> = a.set_fill::<Inf>();
    /// assert_eq!(b.to_dense()?, [f64::INFINITY, 2.0, f64::INFINITY]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    pub fn set_fill<F: Fill<L::T>>(self) -> Tensor<WithFill<L, F>>
    where
        L::Leaf: AnyFill,
        WithFill<L, F>: Blank,
    {
        // The leaf has the same values, so the arrays above are as valid as they were.
        let mut level = self.level.map_leaf(&mut |leaf| leaf.with_fill());
        level.blank_unlisted(1);
        Tensor { level }
    }
}
