//! The edges by target: counted, then placed. Not a program, since no sparse level of rows is written out of order.

use super::{EdgeLeaf, Rows};
use crate::prelude::*;
use finch_kernels::traits::program::{WideLoops, on_widest};
use finch_kernels::traits::{Error, Result, error};
use std::iter::repeat_n;

/// The transpose of a square matrix. Takes linear time.
pub(super) fn transposed<L: EdgeLeaf>(rows: &Rows<L>) -> Result<Rows<L>> {
    let list = rows.level().child();
    let (ptr, idx, vertices) = (list.ptr(), list.idx(), rows.level().extent());
    let arcs = ptr[vertices];
    let idx = &idx[..arcs];
    let mut starts = room(vertices + 1)?;
    starts.resize(vertices + 1, 0_usize);
    for &target in idx {
        starts[target as usize + 1] += 1
    }
    for vertex in 0..vertices {
        starts[vertex + 1] += starts[vertex]
    }
    // Each start moves on to the end of its row, which is the start of the next.
    let mut sources = room(arcs)?;
    sources.resize(arcs, 0_u32);
    let mut origins = room(if L::STORES { arcs } else { 0 })?;
    origins.resize(if L::STORES { arcs } else { 0 }, 0_usize);
    for source in 0..vertices {
        for (position, &target) in (ptr[source]..).zip(&idx[ptr[source]..ptr[source + 1]]) {
            let place = &mut starts[target as usize];
            sources[*place] = source as u32;
            if L::STORES {
                origins[*place] = position
            }
            *place += 1
        }
    }
    starts.copy_within(..vertices, 1);
    starts[0] = 0;
    let leaf = list.child().gathered(&origins);
    Tensor::new(Dense::new(vertices, SparseList::new(vertices, starts, sources, leaf)))
}

/// An array with room for so many.
pub(crate) fn room<T>(len: usize) -> Result<Vec<T>> {
    let mut array = Vec::new();
    match array.try_reserve_exact(len) {
        Ok(()) => Ok(array),
        Err(_) => Err(no_memory(len)),
    }
}

/// Arrays of so many values are short.
const SHORT: usize = 1 << 10;

/// So many times `value`. Short arrays are collected, which writes several values at once; not by `vec!`, whose zeros come from a slower function
/// of the allocator.
pub(crate) fn filled<T: Copy>(value: T, len: usize) -> Result<Vec<T>> {
    if len <= SHORT {
        return Ok(repeat_n(value, len).collect());
    }
    Ok(on_widest(Fill(room(len)?, value, len)))
}

/// An array that has room for so many values, and is to be filled with one.
struct Fill<T>(Vec<T>, T, usize);

impl<T: Copy> WideLoops for Fill<T> {
    type Found = Vec<T>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self) -> Vec<T> {
        let Fill(mut array, value, len) = self;
        array.extend(repeat_n(value, len));
        array
    }
}

/// So many zeros: of a long array, pages that nobody writes take no time.
pub(crate) fn zeros<T: Copy + From<u8>>(len: usize) -> Vec<T> {
    let zero = T::from(0);
    if len <= SHORT {
        repeat_n(zero, len).collect()
    } else {
        vec![zero; len]
    }
}

#[cold]
pub(crate) fn no_memory(len: usize) -> Error {
    error!(TooLarge, "there is no memory for a graph with arrays of {len}")
}
