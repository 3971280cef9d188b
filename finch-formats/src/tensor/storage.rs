//! Equality of tensors by what their arrays hold.

use crate::imports::*;

/// A level whose arrays can be compared.
#[diagnostic::on_unimplemented(
    message = "the arrays of `{Self}` cannot be compared",
    note = "that takes values which can be, and levels that are `Nested` or `SameStorage` themselves"
)]
pub trait SameStorage: Level {
    /// Whether the arrays of both levels hold the same, as far as `positions` fibers go. Both must be valid for as many.
    fn same_storage(&self, other: &Self, positions: usize) -> bool;
}

impl<L: Nested<Child: SameStorage>> SameStorage for L {
    fn same_storage(&self, other: &Self, positions: usize) -> bool {
        // Equal arrays lead to equally many positions.
        self.same_arrays(other, positions)
            && self
                .below()
                .same_storage(other.below(), self.positions_below(positions))
    }
}

impl<L: SameStorage> SameStorage for Separate<L> {
    fn same_storage(&self, other: &Self, positions: usize) -> bool {
        let mut pairs = self.levels().iter().zip(other.levels()).take(positions);
        pairs.all(|(level, other)| level.same_storage(other, 1))
    }
}

/// Equal, or neither is equal to itself.
fn same<T: PartialEq>(one: &T, other: &T) -> bool {
    let is_itself = |value: &T| value.eq(value);
    one == other || (!is_itself(one) && !is_itself(other))
}

impl<T: Copy + PartialEq + 'static, F: Fill<T>, Val: Buffer<Item = T>> SameStorage for Element<T, F, Val> {
    fn same_storage(&self, other: &Self, positions: usize) -> bool {
        let (ours, theirs) = (self.val().as_slice(), other.val().as_slice());
        ours.iter()
            .zip(theirs)
            .take(positions)
            .all(|(one, other)| same(one, other))
    }
}

impl<T, F: Fill<T>, P: Width, I: Width, Ptr: Buffer<Item = P>, Pairs: Buffer<Item = Pair<I, T>>> SameStorage
    for SparsePairs<T, F, Ptr, Pairs>
where
    T: Copy + PartialEq + 'static,
{
    fn same_storage(&self, other: &Self, positions: usize) -> bool {
        let (ptr, len) = (self.ptr().as_slice(), self.ptr().as_slice()[positions].to_usize());
        let (ours, theirs) = (self.pairs().as_slice(), other.pairs().as_slice());
        self.extent() == other.extent()
            && ptr.get(..=positions) == other.ptr().as_slice().get(..=positions)
            && ours[..len]
                .iter()
                .zip(&theirs[..len])
                .all(|(one, other)| one.index == other.index && same(&one.value, &other.value))
    }
}

impl<F: Fill<bool>, Words: Buffer<Item = u64>> SameStorage for Bit<F, Words> {
    fn same_storage(&self, other: &Self, positions: usize) -> bool {
        let (ours, theirs) = (self.words().as_slice(), other.words().as_slice());
        let whole = positions / 64;
        let rest = (1 << (positions % 64)) - 1;
        ours[..whole] == theirs[..whole] && (rest == 0 || (ours[whole] ^ theirs[whole]) & rest == 0)
    }
}

impl SameStorage for Pattern {
    fn same_storage(&self, _other: &Self, _positions: usize) -> bool {
        true
    }
}

impl<L: SameStorage> Tensor<L> {
    /// Both store the same: extents, index arrays and values are equal, explicit fills included. Room for more does not
    /// count; NaN is the same as NaN. Equality by value is `==`. Takes time linear in what is stored.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = SparseVector::<f64>::from_triplets([3], [([1], 2.0)], Add)?;
    /// let b = SparseVector::<f64>::from_triplets([3], [([1], 2.0), ([2], 0.0)], Add)?;
    /// assert!(a == b && !a.same_storage(&b));
    /// assert!(a.same_storage(&b.drop_fills()?));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    pub fn same_storage(&self, other: &Self) -> bool {
        self.shape() == other.shape() && self.level.same_storage(&other.level, 1)
    }
}
