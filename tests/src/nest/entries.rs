//! Levels that list the indices of their entries.

use super::{Entry, Nest, children, narrow};
use crate::attack::arrays::{Arrays, end};
use crate::attack::fuse::{Fuse, value};
use crate::attack::maker::{Array, MOST, Maker};
use crate::scalar::Scalar;
use finch_algebra::fill::Fill;
use finch_formats::hybrid::LIST;
use finch_formats::sparse_coo::Dimensions;
use finch_formats::width::Width;
use finch_formats::{
    Hybrid, Lengths, Pair, SparseByteMap, SparseCoo, SparseDict, SparseList, SparsePairs, SparsePoint, UnsortedList,
};
use finch_traits::level::Level;
use generic_array::GenericArray;

/// Pointers and indices of a level that lists its children, and the children.
fn listed<'f, T>(fibers: &[&'f [Entry<T>]], axis: usize) -> (Vec<usize>, Vec<usize>, Vec<&'f [Entry<T>]>) {
    let (mut ptr, mut idx, mut below) = (vec![0], Vec::new(), Vec::new());
    for fiber in fibers {
        for (here, child) in children(fiber, axis) {
            idx.push(here);
            below.push(child);
        }
        ptr.push(idx.len());
    }
    (ptr, idx, below)
}

impl<L: Nest, P: Width, I: Width> Nest for SparseList<L, Vec<P>, Vec<I>> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let (ptr, idx, below) = listed(fibers, axis);
        SparseList::new(shape[axis], narrow(ptr), narrow(idx), L::build(shape, axis + 1, &below))
    }
}

impl<L: Nest, P: Width, I: Width> Nest for UnsortedList<L, Vec<P>, Vec<I>> {
    /// Every second entry of a fiber, backwards, and then the others.
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let (mut ptr, mut idx, mut below) = (vec![0], Vec::new(), Vec::new());
        for fiber in fibers {
            let entries: Vec<_> = children(fiber, axis).collect();
            let (even, odd) = (entries.iter().step_by(2), entries.iter().skip(1).step_by(2));
            for &(here, child) in odd.rev().chain(even) {
                idx.push(here);
                below.push(child)
            }
            ptr.push(idx.len())
        }
        UnsortedList::new(shape[axis], narrow(ptr), narrow(idx), L::build(shape, axis + 1, &below))
    }
}

impl<L: Nest, P: Width, I: Width> Nest for SparseList<L, Lengths<P>, Vec<I>> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let (ptr, idx, below) = listed(fibers, axis);
        let lengths: Vec<usize> = ptr.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let lengths = Lengths::new(&lengths).expect("lengths that fit");
        SparseList::new(shape[axis], lengths, narrow(idx), L::build(shape, axis + 1, &below))
    }
}

impl<T: Scalar, F: Fill<T>, P: Width, I: Width> Nest for SparsePairs<T, F, Vec<P>, Vec<Pair<I, T>>> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<T>]]) -> Self {
        let (ptr, idx, below) = listed(fibers, axis);
        let pairs = narrow(idx).into_iter().zip(below);
        let pairs = pairs.map(|(index, child)| Pair::new(index, child[0].1)).collect();
        SparsePairs::new(shape[axis], narrow(ptr), pairs)
    }
}

impl<L: Nest, P: Width, I: Width> Nest for SparseByteMap<L, Vec<P>, Vec<I>, Vec<bool>> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let (ptr, idx, _) = listed(fibers, axis);
        let extent = shape[axis];
        let (mut tbl, mut below): (Vec<bool>, Vec<&[Entry<L::T>]>) =
            (vec![false; fibers.len() * extent], vec![&[]; fibers.len() * extent]);
        for (position, fiber) in fibers.iter().enumerate() {
            for (here, child) in children(fiber, axis) {
                tbl[position * extent + here] = true;
                below[position * extent + here] = child;
            }
        }
        SparseByteMap::new(extent, narrow(ptr), narrow(idx), tbl, L::build(shape, axis + 1, &below))
    }
}

impl<L: Nest, P: Width, I: Width, S: Width> Nest for SparseDict<L, Vec<P>, Vec<I>, Vec<S>> {
    /// Slots are given from the last entry to the first.
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let (ptr, idx, mut below) = listed(fibers, axis);
        let slot = (0..idx.len()).rev().collect();
        below.reverse();
        let child = L::build(shape, axis + 1, &below);
        SparseDict::new(shape[axis], narrow(ptr), narrow(idx), narrow(slot), child)
    }
}

impl<L: Nest, P: Width, I: Width> Nest for Hybrid<L, Vec<P>, Vec<I>, Vec<u32>> {
    /// Fibers of which more than a third is stored become dense.
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let is_dense = |fiber: &[Entry<L::T>]| 3 * children(fiber, axis).count() > shape[axis];
        let lists: Vec<&[Entry<L::T>]> = fibers
            .iter()
            .map(|fiber| if is_dense(fiber) { &[] } else { *fiber })
            .collect();
        let (ptr, idx, mut below) = listed(&lists, axis);
        let (mut slot, mut count) = (Vec::new(), 0);
        for fiber in fibers {
            if !is_dense(fiber) {
                slot.push(LIST);
                continue;
            }
            slot.push(count);
            count += 1;
            let first = below.len();
            below.resize(first + shape[axis], &[]);
            for (here, child) in children(fiber, axis) {
                below[first + here] = child;
            }
        }
        Hybrid::new(
            shape[axis],
            narrow(ptr),
            narrow(idx),
            slot,
            L::build(shape, axis + 1, &below),
        )
    }
}

impl<N: Dimensions, L: Nest, P: Width, I: Width> Nest for SparseCoo<N, L, Vec<P>, Vec<I>> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let end = axis + N::USIZE;
        let (mut ptr, mut below) = (vec![0], Vec::new());
        for fiber in fibers {
            below.extend(fiber.chunk_by(|a, b| a.0[axis..end] == b.0[axis..end]));
            ptr.push(below.len());
        }
        let along = |axis: usize| narrow(below.iter().map(|child: &&[Entry<L::T>]| child[0].0[axis]).collect());
        let idx = GenericArray::from_iter((axis..end).map(along));
        let extents = GenericArray::from_iter(shape[axis..end].iter().copied());
        SparseCoo::new(extents, narrow(ptr), idx, L::build(shape, end, &below))
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

impl<L: Arrays, Idx: Array<Item: Width>> Arrays for SparsePoint<L, Idx> {
    fn arrays(make: &mut Maker<'_, '_>, shape: &[usize], positions: usize) -> Self {
        let idx: Vec<usize> = (0..positions.min(MOST))
            .map(|_| make.below(shape[0].saturating_add(1)))
            .collect();
        let below = make.number(positions);
        SparsePoint::new(shape[0], make.narrow(&idx), L::arrays(make, &shape[1..], below))
    }
}
