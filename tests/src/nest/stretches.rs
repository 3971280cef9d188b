//! Levels whose children stand side by side: blocks, bands, halves.

use super::{Entry, Nest, children, narrow};
use crate::attack::arrays::{Arrays, end, offsets};
use crate::attack::maker::{Array, Maker};
use finch_formats::sparse_blocks::Size;
use finch_formats::triangular::Half;
use finch_formats::width::Width;
use finch_formats::{Ragged, SparseBand, SparseBlockList, SparseBlocks, Symmetric, Triangular};

impl<L: Nest, P: Width, I: Width> Nest for SparseBlockList<L, Vec<P>, Vec<I>> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let (mut ptr, mut right, mut ofs): (_, Vec<usize>, _) = (vec![0], Vec::new(), vec![0]);
        let mut below = Vec::new();
        for fiber in fibers {
            let first = right.len();
            for (here, child) in children(fiber, axis) {
                below.push(child);
                if right[first..].last() == Some(&here) {
                    right.pop();
                    ofs.pop();
                }
                right.push(here + 1);
                ofs.push(below.len());
            }
            ptr.push(right.len());
        }
        let child = L::build(shape, axis + 1, &below);
        SparseBlockList::new(shape[axis], narrow(ptr), narrow(right), narrow(ofs), child)
    }
}

impl<R: Size, C: Size, L: Nest, P: Width, I: Width> Nest for SparseBlocks<R, C, L, Vec<P>, Vec<I>> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let (rows, cols) = (shape[axis], shape[axis + 1]);
        let (mut ptr, mut idx) = (vec![0], Vec::new());
        let mut below: Vec<&[Entry<L::T>]> = Vec::new();
        for fiber in fibers {
            for top in (0..rows).step_by(R::USIZE) {
                for left in (0..cols).step_by(C::USIZE) {
                    let first = below.len();
                    for row in top..top + R::USIZE {
                        for column in left..left + C::USIZE {
                            let place = [row, column];
                            let from = fiber.partition_point(|entry| entry.0[axis..axis + 2] < place[..]);
                            let to = fiber.partition_point(|entry| entry.0[axis..axis + 2] <= place[..]);
                            below.push(&fiber[from..to])
                        }
                    }
                    if below[first..].iter().all(|child| child.is_empty()) {
                        below.truncate(first)
                    } else {
                        idx.push(left / C::USIZE)
                    }
                }
                ptr.push(idx.len())
            }
        }
        let child = L::build(shape, axis + 2, &below);
        SparseBlocks::new([rows, cols], narrow(ptr), narrow(idx), child)
    }
}

impl<L: Nest, P: Width, I: Width> Nest for SparseBand<L, Vec<P>, Vec<I>> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let (mut ptr, mut left) = (vec![0], Vec::new());
        let mut below: Vec<&[Entry<L::T>]> = Vec::new();
        for fiber in fibers {
            let (start, first) = (below.len(), fiber.first().map_or(0, |entry| entry.0[axis]));
            for (here, child) in children(fiber, axis) {
                below.resize(start + (here - first), &[]);
                below.push(child);
            }
            left.push(first);
            ptr.push(below.len());
        }
        let child = L::build(shape, axis + 1, &below);
        SparseBand::new(shape[axis], narrow(ptr), narrow(left), child)
    }
}

impl<L: Nest, P: Width> Nest for Ragged<L, Vec<P>> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let mut ptr = vec![0];
        let mut below: Vec<&[Entry<L::T>]> = Vec::new();
        for fiber in fibers {
            let start = below.len();
            for (here, child) in children(fiber, axis) {
                below.resize(start + here, &[]);
                below.push(child);
            }
            ptr.push(below.len());
        }
        Ragged::new(shape[axis], narrow(ptr), L::build(shape, axis + 1, &below))
    }
}

/// The children of a square at the places of its half, row by row. Entries in the other half are those that are exchanged.
fn halved<H: Half, T>(extent: usize, fiber: &[Entry<T>], axis: usize) -> Vec<&[Entry<T>]> {
    let mut children = fiber
        .chunk_by(|a, b| a.0[axis..axis + 2] == b.0[axis..axis + 2])
        .filter(|child| H::holds(child[0].0[axis], child[0].0[axis + 1]))
        .peekable();
    let mut below: Vec<&[Entry<T>]> = Vec::new();
    for (row, column) in (0..extent).flat_map(|row| (0..extent).map(move |column| (row, column))) {
        if H::holds(row, column) {
            let child = children.next_if(|child| child[0].0[axis..axis + 2] == [row, column]);
            below.push(child.unwrap_or(&[]))
        }
    }
    below
}

impl<H: Half, L: Nest> Nest for Triangular<H, L> {
    /// Of entries in the half only.
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let (extent, mut below) = (shape[axis], Vec::new());
        for fiber in fibers {
            assert!(
                fiber.iter().all(|entry| H::holds(entry.0[axis], entry.0[axis + 1])),
                "a triangle stores nothing outside of its half"
            );
            below.extend(halved::<H, _>(extent, fiber, axis))
        }
        Triangular::new(extent, L::build(shape, axis + 2, &below))
    }
}

impl<H: Half, L: Nest> Nest for Symmetric<H, L> {
    /// Of entries in both halves, which are the same.
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let extent = shape[axis];
        let below: Vec<_> = fibers
            .iter()
            .flat_map(|fiber| halved::<H, _>(extent, fiber, axis))
            .collect();
        Symmetric::new(extent, L::build(shape, axis + 2, &below))
    }
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
