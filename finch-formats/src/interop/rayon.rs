//! [rayon](https://docs.rs/rayon/1) 1: what a tensor stores, on several threads; and tensors of what several threads find. Feature `parallel`.
//!
//! | what | write | costs, besides what is done with the entries |
//! |---|---|---|
//! | entries of compressed rows | [`tensor.par_entries()`](Tensor::par_entries) | nothing is copied; where entries are cut, the row is searched for in logarithmic time |
//! | entries of any nest | `tensor.par_iter()` | a list of all entries, which one thread makes: the time and memory of [`Tensor::iter`] |
//! | a tensor of triplets | [`Tensor::from_par_triplets`] | a list of all triplets, which one thread makes a tensor of: [`Tensor::from_triplets`] |
//!
//! Entries are cut by how many there are, not by rows: a row that is longer than others is shared by several threads. They have an order, that of
//! [`Tensor::iter`], and rayon keeps it: what is collected is what one thread would have collected.
//!
//! A loop of a program that runs on several threads needs none of this: see `Program::run_parallel`. These are for code that is no program, such as a
//! function of somebody else's that is called for each entry.
//!
//! ```
//! use finch_formats::prelude::*;
//! use rayon::prelude::*;
//!
//! let a = Csr::<f64>::from_triplets([2, 3], [([0, 2], 1.0), ([1, 0], 2.0), ([1, 1], 3.0)], Add)?;
//! assert_eq!(a.par_entries().map(|([j, i], value)| value * (j + i) as f64).sum::<f64>(), 10.0);
//! let below: Vec<_> = a.par_iter().filter(|([j, i], _)| i < j).collect();
//! assert_eq!(below, [([1, 0], 2.0)]);
//!
//! let turned = a.par_entries().map(|([j, i], value)| ([i, j], value));
//! let turned = Csr::from_par_triplets([3, 2], turned, Add)?;
//! assert_eq!(turned.to_dense()?, [0.0, 2.0, 0.0, 3.0, 1.0, 0.0]);
//! # Ok::<(), finch_formats::Error>(())
//! ```

use crate::imports::*;
use crate::tensor::Triplet;
use crate::tensor::iter::Coordinates;
use ::rayon::iter::plumbing::{Consumer, Producer, ProducerCallback, UnindexedConsumer, bridge};
use ::rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// The entries of compressed rows, in order: see [`Tensor::par_entries`].
#[derive(Debug)]
pub struct ParEntries<'a, T, P, I>(Entries<'a, T, P, I>);

/// The entries from number `from` on and before number `to`.
#[derive(Debug)]
struct Entries<'a, T, P, I> {
    ptr: &'a [P],
    idx: &'a [I],
    val: &'a [T],
    from: usize,
    to: usize,
}

impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Ptr, Idx, Val>
    Tensor<Dense<SparseList<Element<T, F, Val>, Ptr, Idx>>>
where
    Ptr: Buffer<Item = P>,
    Idx: Buffer<Item = I>,
    Val: Buffer<Item = T>,
{
    /// The entries that compressed rows store, with their indices, in lexicographic order, for several threads. Copies nothing; each cut takes time
    /// logarithmic in the number of rows. See [`rayon`](self).
    pub fn par_entries(&self) -> ParEntries<'_, T, P, I> {
        let (rows, _, ptr, idx, val) = self.view().into_parts();
        let ptr = &ptr[..=rows];
        ParEntries(Entries {
            ptr,
            idx,
            val,
            from: 0,
            to: ptr[rows].to_usize(),
        })
    }
}

impl<T: Copy + Send + Sync, P: Width, I: Width> ParallelIterator for ParEntries<'_, T, P, I> {
    type Item = ([usize; 2], T);

    fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<T: Copy + Send + Sync, P: Width, I: Width> IndexedParallelIterator for ParEntries<'_, T, P, I> {
    fn len(&self) -> usize {
        self.0.to - self.0.from
    }

    fn drive<C: Consumer<Self::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn with_producer<C: ProducerCallback<Self::Item>>(self, callback: C) -> C::Output {
        callback.callback(self.0)
    }
}

impl<'a, T: Copy + Send + Sync, P: Width, I: Width> Producer for Entries<'a, T, P, I> {
    type Item = ([usize; 2], T);
    type IntoIter = Walk<'a, T, P, I>;

    fn into_iter(self) -> Walk<'a, T, P, I> {
        // The last row that starts at the entry or in front of it: rows without entries may start there too.
        let row_of = |entry: usize| self.ptr.partition_point(|start| start.to_usize() <= entry) - 1;
        let (first, last) = match self.from < self.to {
            true => (row_of(self.from), row_of(self.to - 1)),
            false => (0, 0),
        };
        Walk {
            entries: self,
            first,
            last,
        }
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let middle = self.from + index;
        let part = |from, to| Entries { from, to, ..self };
        (part(self.from, middle), part(middle, self.to))
    }
}

/// Entries one by one, from either end.
struct Walk<'a, T, P, I> {
    entries: Entries<'a, T, P, I>,
    /// The row of the first entry, or one in front of it behind which no other has entries.
    first: usize,
    /// The row of the last entry, or one behind it.
    last: usize,
}

impl<T: Copy, P: Width, I: Width> Walk<'_, T, P, I> {
    fn entry(&self, row: usize, at: usize) -> ([usize; 2], T) {
        ([row, self.entries.idx[at].to_usize()], self.entries.val[at])
    }
}

impl<T: Copy, P: Width, I: Width> Iterator for Walk<'_, T, P, I> {
    type Item = ([usize; 2], T);

    fn next(&mut self) -> Option<Self::Item> {
        let Entries { ptr, from, to, .. } = self.entries;
        if from == to {
            return None;
        }
        while ptr[self.first + 1].to_usize() <= from {
            self.first += 1
        }
        self.entries.from += 1;
        Some(self.entry(self.first, from))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.entries.to - self.entries.from;
        (count, Some(count))
    }
}

impl<T: Copy, P: Width, I: Width> DoubleEndedIterator for Walk<'_, T, P, I> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let Entries { ptr, from, to, .. } = self.entries;
        if from == to {
            return None;
        }
        while ptr[self.last].to_usize() > to - 1 {
            self.last -= 1
        }
        self.entries.to -= 1;
        Some(self.entry(self.last, to - 1))
    }
}

impl<T: Copy, P: Width, I: Width> ExactSizeIterator for Walk<'_, T, P, I> {}

/// What a tensor stores, with indices, in lexicographic order: `tensor.par_iter()`. One thread makes a list of it, in linear time, of which several take
/// parts; [`Tensor::par_entries`] of compressed rows needs no list.
impl<L: Level<T: Send, Rank: Coordinates<Array: Send>>> IntoParallelIterator for &Tensor<L> {
    type Item = (<L::Rank as Coordinates>::Array, L::T);
    type Iter = ::rayon::vec::IntoIter<Self::Item>;

    fn into_par_iter(self) -> Self::Iter {
        self.iter().collect::<Vec<_>>().into_par_iter()
    }
}

impl<L: WriteLevel<Rank: Axes> + Default> Tensor<L> {
    /// A tensor of given shape that stores the entries which several threads find, as [`Tensor::from_triplets`] makes it of the same entries
    /// in the same order. Those of equal indices are combined by the reducer in that order, whatever thread found them: results do not depend on the
    /// number of threads.
    ///
    /// The threads make a list, of which one thread makes the tensor, in the time and memory of [`Tensor::from_triplets`].
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::from_triplets`].
    pub fn from_par_triplets<O: Reducer<L::T>>(
        shape: impl IntoShape<L::Rank>,
        entries: impl IntoParallelIterator<Item: Triplet<L::Rank, L::T>>,
        reducer: O,
    ) -> Result<Self> {
        let entries: Vec<_> = entries.into_par_iter().collect();
        Self::from_triplets(shape, entries, reducer)
    }
}
