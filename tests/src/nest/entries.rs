//! Levels that list the indices of their entries.

use super::{Entry, Nest, children, narrow};
use crate::scalar::Scalar;
use finch_algebra::fill::Fill;
use finch_formats::hybrid::LIST;
use finch_formats::sparse_coo::Dimensions;
use finch_formats::width::Width;
use finch_formats::{
    Hybrid, Lengths, Pair, SparseByteMap, SparseCoo, SparseDict, SparseList, SparsePairs, UnsortedList,
};
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
