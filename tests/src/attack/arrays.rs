//! Levels of random arrays: most are nearly those of a valid level, so that some are accepted and others are nearly so. Those of levels
//! that tests build from entries, too, stand in [`nest`](crate::nest) beside that.

use super::fuse::Fuse;
use super::maker::{Array, MOST, Maker};
use finch_algebra::fill::Fill;
use finch_formats::levels::*;
use finch_traits::level::Level;
use typenum::Unsigned;

/// A nest of levels of random arrays.
pub trait Arrays: Level + Sized {
    /// A level that is meant for so many positions, and those below. It need not be valid.
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self;
}

/// How many positions pointers lead to.
pub(crate) fn end(ptr: &[usize]) -> usize {
    ptr[ptr.len() - 1]
}

/// Blocks of these lengths: where the positions of each start, and the end of the last.
pub(crate) fn offsets(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut offsets = vec![0];
    for length in lengths {
        offsets.push(end(&offsets) + length)
    }
    offsets
}

impl<F: Fill<Fuse>, V: Array<Item = Fuse>> Arrays for Element<Fuse, F, V> {
    fn arrays(make: &mut Maker<'_, '_>, _shape: &[usize], positions: usize) -> Self {
        Element::new(V::of(make.values(positions)))
    }
}

impl Arrays for Pattern {
    fn arrays(_make: &mut Maker<'_, '_>, _shape: &[usize], _positions: usize) -> Self {
        Pattern
    }
}

impl<F: Fill<bool>> Arrays for Bit<F> {
    fn arrays(make: &mut Maker<'_, '_>, _shape: &[usize], positions: usize) -> Self {
        let words = make.number(positions.div_ceil(64).min(MOST)).min(MOST);
        Bit::new((0..words).map(|_| make.source.number()).collect())
    }
}

impl<L: Arrays> Arrays for Counted<L> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        Counted::new(L::arrays(make, shape, positions))
    }
}

impl<L: Arrays> Arrays for Dense<L> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let below = make.number(positions.saturating_mul(shape[0]));
        Dense::new(shape[0], L::arrays(make, &shape[1..], below))
    }
}

impl<L: Arrays, N: Unsigned> Arrays for Dense<L, Fixed<N>> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let below = make.number(positions.saturating_mul(N::USIZE));
        Dense::fixed(L::arrays(make, &shape[1..], below))
    }
}

impl<L: Arrays> Arrays for Separate<L> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let count = make.number(positions.min(16)).min(20);
        let mut level = |positions| {
            let mut shape = shape.to_vec();
            shape.iter_mut().for_each(|extent| *extent = make.number(*extent));
            L::arrays(make, &shape, positions)
        };
        let levels = (0..count).map(|_| level(1)).collect();
        Separate::new(level(0), levels)
    }
}
