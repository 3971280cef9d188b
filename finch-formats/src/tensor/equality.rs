//! Equality of tensors: by value, whatever they store and in whatever nest.

use crate::imports::*;
use crate::tensor::full::places;

/// Tensors are equal if they have the same shape and the same value at every index. Whether it is stored does not matter.
/// As ever, NaN equals nothing.
///
/// Takes the time of a [`get`](Tensor::get) in the one for each entry stored in the other.
impl<A: Level, B: Level<Rank = A::Rank>> PartialEq<Tensor<B>> for Tensor<A>
where
    A::T: PartialEq<B::T>,
{
    fn eq(&self, other: &Tensor<B>) -> bool {
        let shape = self.shape();
        if shape != other.shape() {
            return false;
        }
        let (mut equal, mut ours, mut theirs) = (true, 0_usize, 0_usize);
        self.for_each(|index, value| {
            equal = equal && value == other.level.get(0, index);
            ours = ours.saturating_add(1)
        });
        // If this tensor stores every place, all have been compared.
        let of_all = places(&shape);
        if !equal || of_all == Some(ours) {
            return equal;
        }
        other.for_each(|index, value| {
            equal = equal && self.level.get(0, index) == value;
            theirs = theirs.saturating_add(1)
        });
        if !equal || self.fill() == other.fill() {
            return equal;
        }
        // The fills differ, so every place has to be stored by one of them: look at each, unless there are too many.
        let Some(places) = of_all.filter(|&places| places <= ours.saturating_add(theirs)) else {
            return false;
        };
        let mut stored = vec![false; places];
        let mut note = |index: &[usize]| {
            stored[index
                .iter()
                .zip(&shape)
                .fold(0, |place, (index, extent)| place * extent + index)] = true
        };
        self.for_each(|index, _| note(index));
        other.for_each(|index, _| note(index));
        stored.into_iter().all(|stored| stored)
    }
}
