//! Levels of runs.

use super::{Entry, Nest, children, narrow};
use crate::scalar::Scalar;
use finch_formats::width::Width;
use finch_formats::{PackBits, RunList, SparseRunList};
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
