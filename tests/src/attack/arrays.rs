//! Levels of random arrays: most are nearly those of a valid level, so that some are accepted and others are nearly so.

use super::fuse::{Fuse, value};
use super::maker::{Array, MOST, Maker};
use finch_algebra::fill::Fill;
use finch_algebra::logic::{No, Yes};
use finch_formats::hybrid::LIST;
use finch_formats::levels::*;
use finch_formats::sparse_blocks::Size;
use finch_formats::sparse_coo::Dimensions;
use finch_formats::triangular::Half;
use finch_formats::width::Width;
use finch_traits::level::Level;
use generic_array::GenericArray;
use typenum::Unsigned;

/// A nest of levels of random arrays.
pub trait Arrays: Level + Sized {
    /// A level that is meant for so many positions, and those below. It need not be valid.
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self;
}

/// How many positions pointers lead to.
fn end(ptr: &[usize]) -> usize {
    ptr[ptr.len() - 1]
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

/// The levels of a list of children: pointers and indices, and what is made of them.
macro_rules! lists {
    ($($level:ident)*) => { $(
        impl<L: Arrays, Ptr: Array<Item: Width>, Idx: Array<Item: Width>> Arrays for $level<L, Ptr, Idx> {
            fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
                let ptr = make.pointers(positions, shape[0]);
                let mut idx = make.indices(&ptr, shape[0]);
                if stringify!($level) == "UnsortedList" {
                    ptr.windows(2).for_each(|pair| idx[pair[0]..pair[1]].reverse())
                }
                let below = make.number(end(&ptr));
                let (ptr, idx) = (make.narrow(&ptr), make.narrow(&idx));
                $level::new(shape[0], ptr, idx, L::arrays(make, &shape[1..], below))
            }
        }
    )* };
}

lists!(SparseList UnsortedList);

impl<F: Fill<Fuse>, Ptr: Array<Item: Width>, I: Width> Arrays for SparsePairs<Fuse, F, Ptr, Vec<Pair<I, Fuse>>> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let ptr = make.pointers(positions, shape[0]);
        let idx = make.indices(&ptr, shape[0]);
        let idx: Vec<I> = make.narrow(&idx);
        let pairs = idx
            .into_iter()
            .map(|index| Pair::new(index, Fuse(value(make.source))))
            .collect();
        SparsePairs::new(shape[0], make.narrow(&ptr), pairs)
    }
}

impl<L: Arrays, P: Width, I: Width> Arrays for SparseByteMap<L, Vec<P>, Vec<I>, Vec<bool>> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let extent = shape[0];
        let ptr = make.pointers(positions, extent);
        let idx = make.indices(&ptr, extent);
        let cells = make.number(positions.saturating_mul(extent)).min(MOST);
        let mut tbl = vec![false; cells];
        for (fiber, pair) in ptr.windows(2).enumerate() {
            for index in &idx[pair[0]..pair[1]] {
                let at = make.number(fiber.wrapping_mul(extent).wrapping_add(*index));
                if let Some(mark) = tbl.get_mut(at) {
                    *mark = true
                }
            }
        }
        let below = make.number(positions.saturating_mul(extent));
        let (ptr, idx) = (make.narrow(&ptr), make.narrow(&idx));
        SparseByteMap::new(extent, ptr, idx, tbl, L::arrays(make, &shape[1..], below))
    }
}

impl<L: Arrays, Ptr: Array<Item: Width>, Idx: Array<Item: Width>, Slot: Array<Item: Width>> Arrays
    for SparseDict<L, Ptr, Idx, Slot>
{
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let ptr = make.pointers(positions, shape[0]);
        let idx = make.indices(&ptr, shape[0]);
        let spare = make.below(3);
        let mut slot: Vec<usize> = (0..idx.len() + spare).rev().collect();
        let turn = make.below(slot.len());
        slot.rotate_left(turn);
        let below = make.number(slot.len());
        let (ptr, idx, slot) = (make.narrow(&ptr), make.narrow(&idx), make.narrow(&slot));
        SparseDict::new(shape[0], ptr, idx, slot, L::arrays(make, &shape[1..], below))
    }
}

impl<N: Dimensions, L: Arrays, Ptr: Array<Item: Width>, Idx: Array<Item: Width>> Arrays for SparseCoo<N, L, Ptr, Idx>
where
    Self: Level,
{
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let (extents, more) = shape.split_at(N::USIZE);
        let cells = extents
            .iter()
            .fold(1_usize, |cells, &extent| cells.saturating_mul(extent))
            .min(1 << 20);
        let ptr = make.pointers(positions, cells);
        let entries = make.indices(&ptr, cells);
        let idx: GenericArray<Idx, N> = (0..N::USIZE)
            .map(|axis| {
                let inner = extents[axis + 1..]
                    .iter()
                    .fold(1_usize, |cells, &extent| cells.saturating_mul(extent));
                let along: Vec<usize> = entries
                    .iter()
                    .map(|&entry| entry / inner.max(1) % extents[axis].max(1))
                    .collect();
                make.narrow(&along)
            })
            .collect();
        let below = make.number(end(&ptr));
        let extents = GenericArray::from_iter(extents.iter().copied());
        SparseCoo::new(extents, make.narrow(&ptr), idx, L::arrays(make, more, below))
    }
}

/// Blocks of these lengths: where the positions of each start, and the end of the last.
fn offsets(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut offsets = vec![0];
    for length in lengths {
        offsets.push(end(&offsets) + length)
    }
    offsets
}

impl<L: Arrays, Ptr: Array<Item: Width>, Idx: Array<Item: Width>> Arrays for SparseBlockList<L, Ptr, Idx> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let ptr = make.pointers(positions, shape[0]);
        let (left, right) = make.intervals(&ptr, shape[0]);
        let ofs = offsets(left.iter().zip(&right).map(|(left, right)| right - left));
        let below = make.number(end(&ofs));
        let (ptr, right, ofs) = (make.narrow(&ptr), make.narrow(&right), make.narrow(&ofs));
        SparseBlockList::new(shape[0], ptr, right, ofs, L::arrays(make, &shape[1..], below))
    }
}

impl<R: Size, C: Size, L: Arrays, Ptr: Array<Item: Width>, Idx: Array<Item: Width>> Arrays
    for SparseBlocks<R, C, L, Ptr, Idx>
{
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let (rows, cols) = (shape[0].div_ceil(R::USIZE), shape[1].div_ceil(C::USIZE));
        let ptr = make.pointers(positions.saturating_mul(rows), cols);
        let idx = make.indices(&ptr, cols);
        let below = make.number(end(&ptr).saturating_mul(R::USIZE * C::USIZE));
        let (ptr, idx) = (make.narrow(&ptr), make.narrow(&idx));
        SparseBlocks::new([shape[0], shape[1]], ptr, idx, L::arrays(make, &shape[2..], below))
    }
}

impl<L: Arrays, Ptr: Array<Item: Width>, Idx: Array<Item: Width>> Arrays for SparseBand<L, Ptr, Idx> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let ptr = make.pointers(positions, shape[0]);
        let left: Vec<usize> = ptr
            .windows(2)
            .map(|pair| make.below((shape[0] - (pair[1] - pair[0]).min(shape[0])).saturating_add(1)))
            .collect();
        let below = make.number(end(&ptr));
        let (ptr, left) = (make.narrow(&ptr), make.narrow(&left));
        SparseBand::new(shape[0], ptr, left, L::arrays(make, &shape[1..], below))
    }
}

impl<L: Arrays, Ptr: Array<Item: Width>> Arrays for Ragged<L, Ptr> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let ptr = make.pointers(positions, shape[0]);
        let below = make.number(end(&ptr));
        Ragged::new(shape[0], make.narrow(&ptr), L::arrays(make, &shape[1..], below))
    }
}

impl<L: Arrays, Idx: Array<Item: Width>> Arrays for SparsePoint<L, Idx> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let idx: Vec<usize> = (0..positions.min(MOST))
            .map(|_| make.below(shape[0].saturating_add(1)))
            .collect();
        let below = make.number(positions);
        SparsePoint::new(shape[0], make.narrow(&idx), L::arrays(make, &shape[1..], below))
    }
}

macro_rules! halves {
    ($($level:ident)*) => { $(
        impl<H: Half, L: Arrays> Arrays for $level<H, L> {
            fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
                let half = shape[0].saturating_mul(shape[0].saturating_add(1)) / 2;
                let below = make.number(positions.saturating_mul(half));
                $level::new(shape[0], L::arrays(make, &shape[2..], below))
            }
        }
    )* };
}

halves!(Triangular Symmetric);

/// Where the runs of a fiber end: the last one with the extent.
fn ends(make: &mut Maker<'_, '_>, extent: usize, positions: usize) -> (Vec<usize>, Vec<usize>) {
    let (mut ptr, mut right) = (vec![0], Vec::new());
    for _ in 0..positions.min(MOST) {
        if extent > 0 && right.len() < MOST {
            let count = make.below(extent.min(6));
            let inner = make.ascending(count, extent - 1);
            right.extend(inner.into_iter().map(|end| end + 1));
            right.push(extent)
        }
        ptr.push(right.len())
    }
    (ptr, right)
}

/// Levels of runs that are merged when they are written, and of those that are not.
macro_rules! of_runs {
    ($($merge:ident: |$runs:ident, $sparse:ident, $interval:ident| $all:expr, $some:expr, $one:expr;)*) => { $(
        impl<L: Arrays, Ptr: Array<Item: Width>, Idx: Array<Item: Width>> Arrays for RunList<L, Ptr, Idx, $merge> {
            fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
                let (ptr, right) = ends(make, shape[0], positions);
                let below = make.number(end(&ptr));
                let (ptr, right) = (make.narrow(&ptr), make.narrow(&right));
                let $runs = RunList::new(shape[0], ptr, right, L::arrays(make, &shape[1..], below));
                $all
            }
        }

        impl<L: Arrays, Ptr: Array<Item: Width>, Idx: Array<Item: Width>> Arrays for SparseRunList<L, Ptr, Idx, $merge> {
            fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
                let ptr = make.pointers(positions, shape[0]);
                let (left, right) = make.intervals(&ptr, shape[0]);
                let below = make.number(end(&ptr));
                let (ptr, left, right) = (make.narrow(&ptr), make.narrow(&left), make.narrow(&right));
                let $sparse = SparseRunList::new(shape[0], ptr, left, right, L::arrays(make, &shape[1..], below));
                $some
            }
        }

        impl<L: Arrays, Idx: Array<Item: Width>> Arrays for SparseInterval<L, Idx, $merge> {
            fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
                let (mut left, mut right) = (Vec::new(), Vec::new());
                for _ in 0..positions.min(MOST) {
                    let start = make.below(shape[0].saturating_add(1));
                    left.push(start);
                    right.push(start + make.below((shape[0] - start).saturating_add(1)))
                }
                let below = make.number(positions);
                let (left, right) = (make.narrow(&left), make.narrow(&right));
                let $interval = SparseInterval::new(shape[0], left, right, L::arrays(make, &shape[1..], below));
                $one
            }
        }
    )* };
}

of_runs! {
    Yes: |runs, sparse, interval| runs, sparse, interval;
    No: |runs, sparse, interval| runs.unmerged(), sparse.unmerged(), interval.unmerged();
}

impl<L: Arrays, Ptr: Array<Item: Width>, Idx: Array<Item: Width>> Arrays for PackBits<L, Ptr, Idx> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let (ptr, right) = ends(make, shape[0], positions);
        let mut lengths = Vec::new();
        for pair in ptr.windows(2) {
            let mut left = 0;
            for &right in &right[pair[0]..pair[1]] {
                let literal = right - left <= 8 && make.below(2) == 1;
                lengths.push(if literal { right - left } else { 1 });
                left = right
            }
        }
        let ofs = offsets(lengths.into_iter());
        let below = make.number(end(&ofs));
        let (ptr, right, ofs) = (make.narrow(&ptr), make.narrow(&right), make.narrow(&ofs));
        PackBits::new(shape[0], ptr, right, ofs, L::arrays(make, &shape[1..], below))
    }
}

impl<L: Arrays, P: Width, I: Width> Arrays for Hybrid<L, Vec<P>, Vec<I>, Vec<u32>> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let (mut ptr, mut slot, mut dense) = (vec![0], Vec::new(), 0);
        for _ in 0..positions.min(MOST) {
            let last = end(&ptr);
            if make.below(3) == 0 {
                slot.push(dense);
                dense += 1;
                ptr.push(last)
            } else {
                slot.push(LIST as usize);
                ptr.push(last + make.below(shape[0].min(8) + 1))
            }
        }
        let idx = make.indices(&ptr, shape[0]);
        let below = make.number(idx.len().saturating_add(shape[0].saturating_mul(dense)));
        let (ptr, idx, slot) = (make.narrow(&ptr), make.narrow(&idx), make.narrow(&slot));
        Hybrid::new(shape[0], ptr, idx, slot, L::arrays(make, &shape[1..], below))
    }
}
