//! Levels of runs.

use super::{Entry, Nest, children, narrow};
use crate::attack::arrays::{Arrays, end, offsets};
use crate::attack::maker::{Array, MOST, Maker};
use crate::scalar::Scalar;
use finch_formats::width::Width;
use finch_formats::{PackBits, RunList, SparseInterval, SparseRunList};
use finch_traits::algebra::logic::{No, Yes};

/// A run of equal children.
struct Run<'f, T> {
    left: usize,
    right: usize,
    child: &'f [Entry<T>],
}

/// The children of a fiber, equal neighbours as one. What is not stored is no child.
fn runs<T: Scalar>(fiber: &[Entry<T>], axis: usize) -> Vec<Run<'_, T>> {
    let mut runs: Vec<Run<'_, T>> = Vec::new();
    for (here, child) in children(fiber, axis) {
        match runs.last_mut() {
            Some(last)
                if last.right == here
                    && last.child.len() == child.len()
                    && last
                        .child
                        .iter()
                        .zip(child)
                        .all(|(a, b)| a.0[axis + 1..] == b.0[axis + 1..] && a.1 == b.1) =>
            {
                last.right += 1
            }
            _ => runs.push(Run {
                left: here,
                right: here + 1,
                child,
            }),
        }
    }
    runs
}

/// Levels of runs, merged when they are written or not.
macro_rules! of_runs {
    ($($merge:ident: |$runs:ident, $sparse:ident| $finish_runs:expr, $finish_sparse:expr;)*) => { $(
        impl<L: Nest, P: Width, I: Width> Nest for RunList<L, Vec<P>, Vec<I>, $merge> {
            fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
                let (mut ptr, mut right, mut below): (_, _, Vec<&[Entry<L::T>]>) = (vec![0], Vec::new(), Vec::new());
                for fiber in fibers {
                    let mut end = 0;
                    for run in runs(fiber, axis) {
                        if run.left > end {
                            right.push(run.left);
                            below.push(&[]);
                        }
                        right.push(run.right);
                        below.push(run.child);
                        end = run.right;
                    }
                    if end < shape[axis] {
                        right.push(shape[axis]);
                        below.push(&[]);
                    }
                    ptr.push(right.len());
                }
                let child = L::build(shape, axis + 1, &below);
                let $runs = RunList::new(shape[axis], narrow(ptr), narrow(right), child);
                $finish_runs
            }
        }

        impl<L: Nest, P: Width, I: Width> Nest for SparseRunList<L, Vec<P>, Vec<I>, $merge> {
            fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
                let mut ptr = vec![0];
                let (mut left, mut right, mut below) = (Vec::new(), Vec::new(), Vec::new());
                for fiber in fibers {
                    for run in runs(fiber, axis) {
                        left.push(run.left);
                        right.push(run.right);
                        below.push(run.child);
                    }
                    ptr.push(right.len());
                }
                let child = L::build(shape, axis + 1, &below);
                let $sparse = SparseRunList::new(shape[axis], narrow(ptr), narrow(left), narrow(right), child);
                $finish_sparse
            }
        }
    )* };
}

of_runs! {
    Yes: |runs, sparse| runs, sparse;
    No: |runs, sparse| runs.unmerged(), sparse.unmerged();
}

impl<L: Nest, P: Width, I: Width> Nest for PackBits<L, Vec<P>, Vec<I>> {
    /// Equal neighbours as a run, and what stands between such runs as a literal.
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let (mut ptr, mut right, mut ofs): (_, Vec<usize>, _) = (vec![0], Vec::new(), vec![0]);
        let mut below: Vec<&[Entry<L::T>]> = Vec::new();
        for fiber in fibers {
            let (mut end, mut literal) = (0, false);
            // Gaps and runs of one index join the literal before them.
            for run in runs(fiber, axis) {
                for (to, child) in [(run.left, &[][..]), (run.right, run.child)] {
                    if to > end {
                        below.push(child);
                        if to - end == 1 && literal {
                            right.pop();
                            ofs.pop();
                        }
                        literal = to - end == 1;
                        right.push(to);
                        ofs.push(below.len());
                        end = to
                    }
                }
            }
            if end < shape[axis] {
                below.push(&[]);
                right.push(shape[axis]);
                ofs.push(below.len())
            }
            ptr.push(right.len())
        }
        let child = L::build(shape, axis + 1, &below);
        PackBits::new(shape[axis], narrow(ptr), narrow(right), narrow(ofs), child)
    }
}

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
macro_rules! arrays_of_runs {
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

arrays_of_runs! {
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
