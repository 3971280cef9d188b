//! `SparsePairs`: a sorted list of indices per fiber, each side by side with its value (CSR-packed in "Generating Fast
//! SpMV from a Functional IR", CC 2020, section 3.4).
//!
#![doc = include_str!("../pictures/sparse_pairs.svg")]
//!
//! ```text
//! ptr   [ 0 | 2 | 2 | 5 ]                    fiber p holds the pairs ptr[p]..ptr[p + 1]
//! pairs [ 1 2.5 | 4 0.5 | 0 1.0 | 2 3.0 | 3 7.0 ]
//!         ~~~fiber 0~~~   ~~~~~~~fiber 2~~~~~~~   indices strictly ascending within a fiber
//! ```
//!
//! A level of one dimension that has its values itself: there is none below. What is read of an entry is in one line of
//! the cache, and there is one array to take along.
//!
//! | protocol | unfurls to | costs, for `m` stored of `n` |
//! |---|---|---|
//! | walk | `Stepper` of `Spike(fill, leaf)`, fill behind the last | `m` |
//! | gallop | `Sequence(Jumper, fill)` | logarithmic per jump |
//! | follow | a search with a monotone cursor | logarithmic per lookup |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, indices in ascending order, fibers in ascending order | constant per index |
//! | write in any other order | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | constant per fiber |
//! | thaw, which allows for appending | constant per fiber |
//!
//! Bytes: `ptr` per fiber, a [`Pair`] per entry, which is padded to a multiple of its alignment: 16 bytes for `u32` and
//! `f64`, of which a [`SparseList`] needs 12; 8 bytes for `u32` and `f32`.

mod pair;
mod read;
mod write;

pub use pair::Pair;
pub use read::SparsePairsEntries;

use crate::imports::*;
use finch_traits::index::protocol::NoAxis;

/// A sorted list of indices with values per fiber, over a background of fill `F`.
///
/// Made for compatibility: it holds arrays of index and value side by side as they are. With eight entries per row, a
/// product with a vector takes 1.2 times the instructions of one over a [`SparseList`], since values
/// are not next to each other. Costs are in the [module](self).
#[derive(Clone, Debug)]
pub struct SparsePairs<T, F = Zero, Ptr = Vec<usize>, Pairs = Vec<Pair<u32, T>>> {
    extent: usize,
    ptr: Ptr,
    pairs: Pairs,
    kind: PhantomData<(T, F)>,
    /// Values stand beside their indices.
    child: Pattern,
    progress: WriteProgress,
}

impl<T, F, Ptr, Pairs> SparsePairs<T, F, Ptr, Pairs> {
    /// Fibers of `extent` indices: fiber `p` holds `pairs[ptr[p]..ptr[p + 1]]`, indices with values. A tensor checks this
    /// when it is made.
    pub fn new(extent: usize, ptr: Ptr, pairs: Pairs) -> Self {
        SparsePairs {
            extent,
            ptr,
            pairs,
            kind: PhantomData,
            child: Pattern,
            progress: WriteProgress::default(),
        }
    }

    /// How many indices a fiber has.
    pub fn extent(&self) -> usize {
        self.extent
    }

    accessors! {
        /// Where each fiber starts, and the end of the last.
        pub ptr: Ptr;
        /// The stored indices with their values.
        pub pairs: Pairs, mut pairs_mut;
    }

    /// The extent, `ptr` and `pairs`.
    pub fn into_parts(self) -> (usize, Ptr, Pairs) {
        (self.extent, self.ptr, self.pairs)
    }
}

impl<T: Copy, F, P: Width, I: Width, Ptr: Buffer<Item = P>, Pairs: Buffer<Item = Pair<I, T>>>
    SparsePairs<T, F, Ptr, Pairs>
{
    /// The positions that the fiber at `position` holds, of those that exist.
    pub(crate) fn pieces(&self, position: usize) -> Range<usize> {
        stretch(&self.ptr, position, self.pairs.as_slice().len())
    }
}

impl<T, F, P: Width, I> Default for SparsePairs<T, F, Vec<P>, Vec<Pair<I, T>>> {
    fn default() -> Self {
        SparsePairs::new(0, vec![P::default(); 2], Vec::new())
    }
}

// SAFETY: `validate` checks that every fiber's range lies within `pairs`, and that its indices are strictly ascending and
// below the extent. There is no child.
unsafe impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Ptr: Buffer<Item = P>, Pairs: Buffer<Item = Pair<I, T>>>
    Level for SparsePairs<T, F, Ptr, Pairs>
{
    type Fill = F;
    type Rank = Next<U0>;
    type Axes = OuterAxis<Offers<Self, (Walking, Galloping, Following)>, NoAxis>;
    const NAME: &'static str = "SparsePairs";

    crate::level! {
        fibers<'a> EntriesFibers<P, SparsePairsEntries<I, T, F>> = |level| {
            let entries = SparsePairsEntries::new(level.pairs.as_slice());
            EntriesFibers::new(level.extent, level.ptr.as_slice(), Sorted(entries))
        }
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.push(self.extent)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::check::extent_fits::<I>(Self::NAME, self.extent)?;
        let (ptr, pairs) = (self.ptr.as_slice(), self.pairs.as_slice());
        crate::check::ascending(Self::NAME, ptr, positions, pairs, self.extent).map(drop)
    }
}

impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Ptr: Buffer<Item = P>, Pairs: Buffer<Item = Pair<I, T>>>
    Contents for SparsePairs<T, F, Ptr, Pairs>
{
    type T = T;

    fn get(&self, position: usize, index: &[usize]) -> T {
        let pairs = &self.pairs.as_slice()[self.pieces(position)];
        let found = pairs.binary_search_by_key(&index[0], |pair| pair.index.to_usize());
        found.map_or(F::value(), |at| pairs[at].value)
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], T)) {
        for pair in &self.pairs.as_slice()[self.pieces(position)] {
            index.push(pair.index.to_usize());
            visit(index, pair.value);
            index.pop();
        }
    }

    fn count_stored(&self, positions: usize) -> usize {
        at(&self.ptr, positions)
    }

    fn bytes(&self) -> usize {
        crate::buffer::bytes(&self.ptr) + crate::buffer::bytes(&self.pairs)
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        T: fmt::Debug,
    {
        tree.head(Self::NAME, &self.extent)?;
        tree.children(self.pieces(position), &mut |at, tree| {
            let Pair { index, value } = self.pairs.as_slice()[at];
            tree.label(format_args!("{}", index.to_usize()))?;
            tree.value(&value)
        })
    }
}
