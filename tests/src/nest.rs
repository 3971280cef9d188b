//! Nests of levels: built from entries and read back, without any program.

use crate::data::Data;
use crate::oracle::{Array, Value};
use crate::scalar::{Scalar, fill_value};
use finch_algebra::fill::Fill;
use finch_formats::hybrid::LIST;
use finch_formats::sparse_blocks::Size;
use finch_formats::sparse_coo::Dimensions;
use finch_formats::triangular::Half;
use finch_formats::width::Width;
use finch_formats::{
    Counted, Dense, Element, Hybrid, Lengths, PackBits, Pair, Pattern, Ragged, RunList, Separate, SparseBand,
    SparseBlockList, SparseBlocks, SparseByteMap, SparseCoo, SparseDict, SparseList, SparsePairs, SparseRunList,
    Symmetric, Tensor, Triangular, UnsortedList,
};
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::level::Level;
use generic_array::GenericArray;
use std::any::type_name;

/// An index and a value.
pub type Entry<T> = (Vec<usize>, T);

/// A nest of levels that tests build from entries.
pub trait Nest: Level<T: Scalar> + Sized {
    /// A level with a position for each of `fibers`, and the levels below. A fiber is its entries in ascending order;
    /// its own indices start at `axis`. What is an entry is stored, whatever its value.
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<Self::T>]]) -> Self;
}

/// A tensor that stores the entries of `data`.
pub fn tensor<L: Nest>(data: &Data) -> Tensor<L> {
    let entries: Vec<Entry<L::T>> = data
        .entries()
        .iter()
        .map(|(index, value)| (index.clone(), L::T::from_number(*value)))
        .collect();
    let level = L::build(data.shape(), 0, &[&entries]);
    Tensor::new(level).unwrap_or_else(|error| panic!("{} of {data}: {error}", name::<L>()))
}

/// The values of a tensor, which must be valid: looked up one by one, and compared with the entries it lists.
///
/// # Errors
///
/// Says what is wrong with the tensor.
pub fn read<L: Level<T: Scalar>>(tensor: &Tensor<L>) -> Result<Array, String> {
    tensor.validate().map_err(|error| format!("is not valid: {error}"))?;
    let mut array = Array::full(tensor.shape().to_vec(), Value::Missing);
    let indices: Vec<_> = array.indices().collect();
    for index in indices {
        let value = tensor.level().get(0, &index).value();
        array.set(&index, value)
    }
    let mut entries = Vec::new();
    tensor.level().for_each(0, &mut Vec::new(), &mut |index, value| {
        entries.push((index.to_vec(), value.value()))
    });
    reconcile(&array, &entries, L::Fill::value().value())?;
    Ok(array)
}

/// The entries are in order, are what lookup finds, and all else is fill.
fn reconcile(array: &Array, entries: &[(Vec<usize>, Value)], fill: Value) -> Result<(), String> {
    if let Some(pair) = entries.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
        return Err(format!("lists {:?} before {:?}", pair[0].0, pair[1].0));
    }
    let mut listed = Array::full(array.shape().to_vec(), fill);
    for (index, value) in entries {
        listed.set(index, *value)
    }
    match array.difference(&listed) {
        Some(index) => Err(format!(
            "lists {} at {index:?}, but looks up {}",
            listed.get(&index),
            array.get(&index)
        )),
        None => Ok(()),
    }
}

/// The fill of a nest as the oracle sees it.
pub fn fill_of<L: Level<T: Scalar>>() -> Value {
    fill_value::<L::T, L::Fill>()
}

/// What a nest is called in messages: its type, without paths.
pub fn name<L>() -> String {
    let mut short = String::new();
    let mut path = 0;
    for c in type_name::<L>().chars() {
        short.push(c);
        match c {
            ':' => short.truncate(path),
            c if c.is_alphanumeric() || c == '_' => (),
            _ => path = short.len(),
        }
    }
    short.replace("Vec<f64>", "..").replace(", ..", "")
}

/// The entries of a fiber by their index along `axis`.
pub fn children<T>(fiber: &[Entry<T>], axis: usize) -> impl Iterator<Item = (usize, &[Entry<T>])> {
    fiber
        .chunk_by(move |a, b| a.0[axis] == b.0[axis])
        .map(move |child| (child[0].0[axis], child))
}

impl<T: Scalar, F: Fill<T>> Nest for Element<T, F> {
    fn build(_shape: &[usize], _axis: usize, fibers: &[&[Entry<T>]]) -> Self {
        Element::new(
            fibers
                .iter()
                .map(|fiber| fiber.first().map_or(F::value(), |entry| entry.1))
                .collect(),
        )
    }
}

impl<L: Nest> Nest for Dense<L> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let mut below = Vec::new();
        for fiber in fibers {
            let mut rest = *fiber;
            for here in 0..shape[axis] {
                let (child, later) = rest.split_at(rest.partition_point(|entry| entry.0[axis] <= here));
                below.push(child);
                rest = later;
            }
        }
        Dense::new(shape[axis], L::build(shape, axis + 1, &below))
    }
}

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

fn narrow<W: Width>(numbers: Vec<usize>) -> Vec<W> {
    numbers
        .into_iter()
        .map(|number| W::new(number).expect("a number that fits"))
        .collect()
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

impl<L: Nest> Nest for Counted<L> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        Counted::new(L::build(shape, axis, fibers))
    }
}

impl<L: Nest> Nest for Separate<L> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let level = |fibers: &[&[Entry<L::T>]]| L::build(shape, axis, fibers);
        Separate::new(level(&[]), fibers.iter().map(|&fiber| level(&[fiber])).collect())
    }
}

impl Nest for Pattern {
    /// All that is stored is true.
    fn build(_shape: &[usize], _axis: usize, fibers: &[&[Entry<bool>]]) -> Self {
        assert!(
            fibers.iter().all(|fiber| fiber.iter().all(|entry| entry.1)),
            "a pattern stores nothing but true"
        );
        Pattern
    }
}
