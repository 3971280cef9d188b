//! `SparseCoo`: several dimensions at once, as a sorted list of coordinates (COO).
//!
#![doc = include_str!("../pictures/sparse_coo.svg")]
//!
//! ```text
//! ptr  [ 0 | 6 ]                          fiber p holds entries ptr[p]..ptr[p + 1]: positions of the child
//! idx0 [ 0 | 1 | 1 | 1 | 4 | 4 ]          the outer dimension; entries with the same index are a group
//! idx1 [ 2 | 0 | 2 | 5 | 1 | 3 ]          the inner one
//!       ~~~  ~~~~~~~~~   ~~~~~
//! ```
//!
//! Coordinates are strictly ascending in lexicographic order within a fiber, outermost dimension first. Where a group
//! ends is not stored: a loop over the inner dimension goes on while the outer index stays the same, and tells the loop
//! around it how far it came, through a cell in the frame that unfurled the outer dimension. The next group starts
//! there.
//!
//! | protocol | each dimension unfurls to | costs, for `m` entries in the group |
//! |---|---|---|
//! | walk | `Stepper` of `Spike(fill, child)`, fill behind the last | `m` |
//! | gallop | `Sequence(Jumper, fill)` | logarithmic per jump, and to find the end of the group |
//!
//! A group that the loop inside does not walk through, or not to its end, is searched for its end in logarithmic time.
//!
//! Follow is not offered.
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, coordinates in lexicographic order, fibers in ascending order | constant per entry |
//! | write in any other order | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | constant per fiber |
//! | thaw, which allows for appending | logarithmic in the number of fibers |
//!
//! An entry is stored when the innermost dimension is assigned. Bytes: `ptr` per fiber, and an index per dimension per
//! entry.

mod axes;
mod read;
mod write;

pub use axes::{Along, Dimensions, Group, IndexKey, InnerDimensions, InnerGroup, Innermost, Key, Left, Whole};
pub use read::{SparseCooEntries, SparseCooSteps};
pub use write::{AppendCoordinates, SparseCooAppend};

use crate::imports::*;

/// `N` dimensions at once, as a sorted list of coordinates. `N` is a number as a type, such as `typenum::U2`.
///
/// Made for compatibility: it holds the arrays of other libraries and of files as they are. With eight entries per row,
/// a product with a vector takes 1.5 times the instructions of one over `Dense<SparseList<_>>`; where most rows are
/// empty, a list of lists is smaller as well.
#[derive(Clone, Debug)]
pub struct SparseCoo<N: ArrayLength, L, Ptr = Vec<usize>, Idx = Vec<u32>> {
    extents: GenericArray<usize, N>,
    ptr: Ptr,
    idx: GenericArray<Idx, N>,
    child: L,
    progress: WriteProgress,
}

impl<N: ArrayLength, L, Ptr, Idx> SparseCoo<N, L, Ptr, Idx> {
    /// Fibers of `extents` indices, outermost first: entry `q` of fiber `p`, where `q` is in `ptr[p]..ptr[p + 1]`, is at
    /// `idx[0][q], idx[1][q], ..`, and its child is at position `q` of `child`. A tensor checks this when it is made.
    ///
    /// `extents` and `idx` are arrays of length `N`: `SparseCoo::<U2, _>::new([5, 6], ptr, [idx0, idx1], child)`.
    pub fn new(
        extents: impl Into<GenericArray<usize, N>>,
        ptr: Ptr,
        idx: impl Into<GenericArray<Idx, N>>,
        child: L,
    ) -> Self {
        SparseCoo {
            extents: extents.into(),
            ptr,
            idx: idx.into(),
            child,
            progress: WriteProgress::default(),
        }
    }

    /// How many indices there are along each dimension of this level, outermost first.
    pub fn extents(&self) -> &[usize] {
        &self.extents
    }

    accessors! {
        /// Where each fiber starts, and the end of the last.
        pub ptr: Ptr;
        /// The level below.
        pub child: L, mut child_mut;
    }

    /// For each dimension of this level, outermost first, the array of the indices that the entries have along it.
    pub fn idx(&self) -> &[Idx] {
        &self.idx
    }

    /// The extents, `ptr`, the arrays of indices, and the level below.
    pub fn into_parts(self) -> (GenericArray<usize, N>, Ptr, GenericArray<Idx, N>, L) {
        (self.extents, self.ptr, self.idx, self.child)
    }
}

impl<N: Dimensions, L, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>> SparseCoo<N, L, Ptr, Idx> {
    /// How many entries all arrays of indices have.
    fn len(&self) -> usize {
        self.idx.iter().map(|idx| idx.as_slice().len()).min().unwrap_or(0)
    }

    /// The entries of the fiber at `position`, of those that exist.
    fn range(&self, position: usize) -> Range<usize> {
        stretch(&self.ptr, position, self.len())
    }

    /// The coordinate of entry `at`.
    fn coordinate(&self, at: usize) -> GenericArray<usize, N> {
        GenericArray::from_iter(self.idx.iter().map(|idx| idx.as_slice()[at].to_usize()))
    }
}

impl<N: ArrayLength, L: Default, P: Width, I: Width> Default for SparseCoo<N, L, Vec<P>, Vec<I>> {
    fn default() -> Self {
        SparseCoo::new(
            GenericArray::default(),
            vec![P::default(); 2],
            GenericArray::default(),
            L::default(),
        )
    }
}

// SAFETY: `validate` checks that every fiber's range lies within all arrays of indices and the child, and that its
// coordinates are strictly ascending and below the extents.
unsafe impl<N: Dimensions, L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Level
    for SparseCoo<N, L, Ptr, Idx>
{
    type Fill = L::Fill;
    type Rank = N::Above<L::Rank>;
    type Axes = N::Offer<Offers<Self, (Walking, Galloping)>, L::Axes>;
    const NAME: &'static str = "SparseCoo";
    const LISTS_COORDINATES: bool = true;

    crate::level! {
        fibers<'a> RangedFibers<P, SparseCooEntries<'a, I, Whole, N::Inside<'a, I>, L::Fibers<'a>>> = |level| {
            let (idx, inner) = (level.idx[0].as_slice(), N::inside(&level.extents, &level.idx));
            let entries = SparseCooEntries { group: Whole, idx, inner, child: level.child.fibers() };
            RangedFibers::new(level.extents[0], level.ptr.as_slice(), entries)
        }
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.extend_from_slice(&self.extents);
        self.child.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        let name = Self::NAME;
        for &extent in &self.extents {
            crate::check::extent_fits::<I>(name, extent)?;
        }
        let ptr = crate::check::pointers(name, self.ptr.as_slice(), positions, self.len())?;
        for position in 0..positions {
            for at in ptr[position].to_usize()..ptr[position + 1].to_usize() {
                let coordinate = self.coordinate(at);
                for (axis, (&index, &extent)) in coordinate.iter().zip(&self.extents).enumerate() {
                    ensure!(index < extent, else OutOfBounds,
                        "index {index} along axis {axis} of entry {at}, in fiber {position} of a {name} level, is not below the extent {extent}");
                }
                ensure!(at <= ptr[position].to_usize() || self.coordinate(at - 1) < coordinate, else Invalid,
                    "the coordinates of fiber {position} of a {name} level are not strictly ascending: {:?} follows {:?} at entry {at}",
                    coordinate.as_slice(), self.coordinate(at - 1).as_slice());
            }
        }
        self.child.validate(ptr[positions].to_usize())
    }
}

impl<N: Dimensions, L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Contents
    for SparseCoo<N, L, Ptr, Idx>
{
    type T = L::T;

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        let (here, below) = index.split_at(N::USIZE);
        let Range { mut start, mut end } = self.range(position);
        while start < end {
            let middle = start + (end - start) / 2;
            match self.coordinate(middle).as_slice().cmp(here) {
                Ordering::Less => start = middle + 1,
                Ordering::Equal => return self.child.get(middle, below),
                Ordering::Greater => end = middle,
            }
        }
        L::Fill::value()
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        let above = index.len();
        for at in self.range(position) {
            index.extend_from_slice(&self.coordinate(at));
            self.child.for_each(at, index, visit);
            index.truncate(above);
        }
    }

    fn count_stored(&self, positions: usize) -> usize {
        self.child.count_stored(at(&self.ptr, positions))
    }

    fn bytes(&self) -> usize {
        crate::buffer::bytes(&self.ptr) + self.idx.iter().map(crate::buffer::bytes).sum::<usize>() + self.child.bytes()
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        let list = |numbers: &[usize]| {
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            numbers.join(", ")
        };
        tree.head(Self::NAME, &list(&self.extents))?;
        tree.children(self.range(position), &mut |at, tree| {
            tree.label(format_args!("{}", list(&self.coordinate(at))))?;
            self.child.draw(at, tree)
        })
    }
}
