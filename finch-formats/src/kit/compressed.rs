//! Compressed levels: the entries of one fiber stand behind those of the fiber before it.
//!
//! ```text
//! ptr [ 0 | 2 | 2 | 5 ]            fiber p holds the entries ptr[p]..ptr[p + 1]
//! ptr [ 0 | 2 | 0 | 3 ]            while the level is written, ptr[p + 1] counts the entries of fiber p
//! ```
//!
//! Fibers are written in ascending order, so counts are all that is kept of them: freezing sums the counts up. What an
//! entry is, an index, a pair, a block, a run, is for the level to say, which implements [`Compressed`] and lets
//! [`compressed!`](crate::compressed) write its [`WriteLevel`] and its [`MergeLevel`]. [`append`](super::append) writes
//! entries one by one.

mod joined;
mod merged;

pub use joined::{append, append_piece, moved};
pub(crate) use joined::{append_ends, append_entries, in_parts};
pub(crate) use merged::entries_repeat;
pub use merged::{counts_repeat, given, repeats, repeats_frozen, stretches_equal, withdraw};

use crate::buffer::grow;
use crate::imports::*;

/// How far a compressed level is written: which fiber is open, and how much room there is.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteProgress {
    /// The fiber that was last appended to.
    pub(crate) open: usize,
    /// For how many positions the level below has room, and so has this one.
    pub(crate) room: usize,
    /// A loop is writing a fiber.
    pub(crate) busy: bool,
    /// That fiber.
    pub(crate) fiber: usize,
    /// The smallest index that may come in it: larger than those that an earlier loop appended.
    pub(crate) floor: usize,
}

impl WriteProgress {
    /// A level that has room for `room` positions, and of which fiber `open` was last appended to.
    pub fn new(open: usize, room: usize) -> Self {
        WriteProgress {
            open,
            room,
            ..WriteProgress::default()
        }
    }
}

/// What all compressed levels consist of, borrowed: the extent, the pointers, the progress of writing, and the level below.
#[derive(Debug)]
pub struct CompressedParts<'a, P, L> {
    /// How many indices a fiber has.
    pub extent: &'a mut usize,
    /// Where fibers start; while the level is written, how many entries they hold.
    pub ptr: &'a mut Vec<P>,
    /// How far the level is written.
    pub progress: &'a mut WriteProgress,
    /// The level below.
    pub child: &'a mut L,
}

/// A level that stores the entries of its fibers one after the other, as seen while it is written.
///
/// # Safety
///
/// * `parts` hands out the parts of this level, the same each time.
/// * There are as many entries as `entries` says; `truncate` keeps the first `entries` of them and drops the others.
/// * `positions` ascends with `entries`, and is 0 for none. Apart from its pointers, the level is valid if the level below is
///   valid for the positions of all entries.
pub unsafe trait Compressed: Level {
    /// What counts entries.
    type P: Width;
    /// The level below. A level whose entries hold values takes [`Pattern`], which stores nothing.
    type Child: WriteLevel;

    /// The parts of this level.
    fn parts(&mut self, driver: Driver) -> CompressedParts<'_, Self::P, Self::Child>;
    /// Whether fibers can have `extent` indices: an error if one does not fit its type.
    fn check_extent(extent: usize) -> Result<()>;
    /// Sets the extents from here down: one extent for this level, unless it has several dimensions.
    fn set_shape(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            Self::check_extent(extent)?;
            let parts = self.parts(driver);
            parts.child.resize(driver, below)?;
            *parts.extent = extent
        }
        Ok(())
    }
    /// How many entries there are.
    fn entries(&self) -> usize;
    /// How many positions of the level below the first `entries` entries take.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn positions(&self, entries: usize) -> usize {
        entries
    }
    /// Drops all entries but the first `entries`. This is called whenever a level is declared, frozen or thawed, and
    /// when fibers are taken back.
    fn truncate(&mut self, driver: Driver, entries: usize);
    /// Appends the first `count` entries of `part` to those of this level. Returns false if there is not enough memory. It is called
    /// for levels that are [`WriteInParts`] only.
    fn append_entries(&mut self, _part: &Self, _count: usize) -> bool {
        false
    }
    /// Gives back the memory that the arrays do not use, here and in the level below.
    fn shrink(&mut self);
    /// Implements [`WriteLevel::reserve_values`]: by default nothing is done.
    fn reserve_values(&mut self, _values: usize) -> bool {
        true
    }
}

/// A compressed level whose entries can be compared.
///
/// # Safety
///
/// Entries are equal only if all that the level keeps of them is, apart from their children.
pub unsafe trait CompareEntries: Compressed<Child: MergeLevel> {
    /// Whether the `count` entries from `a` on equal those from `b` on, apart from what is in the level below.
    fn equal_entries(&self, a: usize, b: usize, count: usize) -> bool;
}

/// Implements [`WriteLevel::resize`] for a compressed level.
pub fn resize<A: WriteLevel + Compressed>(level: &mut A, driver: Driver, shape: &[usize]) -> Result<()> {
    level.set_shape(driver, shape)?;
    level.declare(driver);
    Ok(())
}

/// Implements [`WriteLevel::declare`] for a compressed level.
pub fn declare<A: Compressed>(level: &mut A, driver: Driver) {
    level.truncate(driver, 0);
    let parts = level.parts(driver);
    parts.ptr.clear();
    *parts.progress = WriteProgress::default();
    parts.child.declare(driver)
}

/// Implements [`WriteLevel::assemble`] for a compressed level.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn assemble<A: Compressed>(level: &mut A, driver: Driver, positions: usize) -> Result<(), Fault> {
    let too_large = faults::too_large::<A>(positions, positions);
    let len = positions.checked_add(1).ok_or(too_large)?;
    grow(level.parts(driver).ptr, len, A::P::default).map_err(|()| too_large)
}

/// Implements [`WriteLevel::reserve`] for a compressed level: a fiber that is not written takes no more than its count.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn reserve<A: Compressed>(level: &mut A, driver: Driver, positions: usize) -> Result<(), Fault> {
    assemble(level, driver, positions)
}

/// Implements [`WriteLevel::freeze`] for a compressed level, of which no more than `positions` fibers were written.
pub fn freeze<A: Compressed>(level: &mut A, driver: Driver, positions: usize) {
    let ptr = level.parts(driver).ptr;
    // A level below a parent without entries was never assembled, and still has a first pointer.
    ptr.resize(positions + 1, A::P::default());
    let mut sum = 0;
    for count in ptr {
        sum += count.to_usize();
        *count = A::P::truncate(sum)
    }
    level.truncate(driver, sum);
    let stored = level.positions(sum);
    let parts = level.parts(driver);
    parts.progress.room = stored;
    parts.child.freeze(driver, stored)
}

/// Implements [`WriteLevel::thaw`] for a compressed level that is frozen and has `positions` fibers.
pub fn thaw<A: Compressed>(level: &mut A, driver: Driver, positions: usize) -> Result<()> {
    let entries = level.parts(driver).ptr[positions].to_usize();
    let stored = level.positions(entries);
    level.parts(driver).child.thaw(driver, stored)?;
    level.truncate(driver, entries);
    let CompressedParts { ptr, progress, .. } = level.parts(driver);
    ptr.truncate(positions + 1);
    *progress = WriteProgress::new(0, stored);
    for position in (0..positions).rev() {
        let count = ptr[position + 1].to_usize() - ptr[position].to_usize();
        ptr[position + 1] = A::P::truncate(count);
        if count > 0 && progress.open == 0 {
            progress.open = position
        }
    }
    Ok(())
}

/// Counts `more` entries of the fiber at `position`.
///
/// # Safety
///
/// The position is assembled.
#[cfg_attr(not(debug_assertions), inline(always))]
pub unsafe fn count<P: Width>(ptr: &mut [P], position: usize, more: usize) {
    promise!(position + 1 < ptr.len());
    // SAFETY: the position is assembled, so there is a pointer for where it ends.
    let count = unsafe { ptr.get_unchecked_mut(position + 1) };
    *count = P::truncate(count.to_usize() + more)
}

/// Turns counts into where what is counted starts, one behind the other; returns where the last one ends.
pub(crate) fn starts<P: Width>(counts: &mut [P]) -> usize {
    let mut start = 0;
    for count in counts {
        start += core::mem::replace(count, P::truncate(start)).to_usize()
    }
    start
}

/// Implements what a compressed level has in common with others, from a list of its arrays: [`Compressed`], [`WriteLevel`],
/// [`CompareEntries`] and [`MergeLevel`].
///
/// ```text
/// compressed! {
///     unsafe impl[L: WriteLevel, P: Width, I: Width] for List<L, Vec<P>, Vec<I>>, as compressed,
///     merged by [L: MergeLevel, P: Width, I: Width],
///     pointers P, child L, entries [idx], extents extent_fits::<I>,
///     mirrored L::MIRRORED.below(1)
/// }
/// ```
///
/// | item | says |
/// |---|---|
/// | `as` | `compressed`, or `covering` for a level that is [`Covering`] |
/// | `merged by` | the generic parameters with which fibers can be compared; without, they cannot |
/// | `pointers` to `extents` | what the fields `ptr` and `child` hold, and which fields are vectors of one element per entry; the level has the fields `extent` and `progress` besides. `extents` is a function that says whether a level of some name can have some extent. A level without this line implements [`Compressed`] and [`CompareEntries`] itself |
/// | `offsets ofs` | the positions of entry `e` are those from `ofs[e]` to `ofs[e + 1]`; without, an entry has the position of the same number |
/// | `besides scratch` | a field that counts only while the level is written, with a `Default` and a method `truncate`, which is told whether a frame was cut off |
/// | `positions len` | in place of `entries`: an entry is a position of the child, and nothing else. The field `len` says how many are in use while the level is written |
/// | `mirrored` | [`WriteLevel::MIRRORED`](finch_traits::lifecycle::WriteLevel::MIRRORED). A level without this line implements [`WriteLevel`] and [`MergeLevel`] itself |
///
/// The generic parameters are in brackets, with all their bounds. Writing `unsafe` promises what these traits ask for; the level is
/// written by pointer.
///
/// [`WriteLevel`]: finch_traits::lifecycle::WriteLevel
/// [`MergeLevel`]: crate::merge::MergeLevel
/// [`Compressed`]: crate::kit::compressed::Compressed
/// [`CompareEntries`]: crate::kit::compressed::CompareEntries
/// [`Covering`]: crate::kit::covering::Covering
#[macro_export]
macro_rules! compressed {
    (unsafe impl $generics:tt for $level:ty, as $by:ident, merged by $merging:tt, $($rest:tt)*) => {
        $crate::compressed! { unsafe impl $generics for $level, as $by, $($rest)* }
        $crate::compressed! { @merged unsafe impl $merging for $level, as $by, $($rest)* }
    };
    (
        unsafe impl $generics:tt for $level:ty, as $by:ident,
        pointers $pointer:ty, child $child:ty, $what:ident $arrays:tt, $(offsets $ofs:ident,)? $(besides $scratch:ident,)?
        extents $fits:expr, $($rest:tt)*
    ) => {
        $crate::compressed! {
            @parts unsafe impl $generics for $level,
            pointers $pointer, child $child, $what $arrays, $(offsets $ofs,)? $(besides $scratch,)? extents $fits
        }
        $crate::compressed! { unsafe impl $generics for $level, as $by, $($rest)* }
    };
    (unsafe impl $generics:tt for $level:ty, as $by:ident,) => {};
    (unsafe impl[$($generics:tt)*] for $level:ty, as $by:ident, mirrored $mirrored:expr) => {
        // SAFETY: entries are appended only behind the last ones, and fibers are written in ascending order, so that
        // pointers are valid once the level is frozen; the rest is as `Compressed` and `Covering` promise.
        unsafe impl<$($generics)*> $crate::traits::lifecycle::WriteLevel for $level {
            $crate::written_by_pointer!();

            const MIRRORED: $crate::traits::mirrored::Mirrored<Self::T> = $mirrored;

            fn resize(&mut self, driver: $crate::traits::lifecycle::Driver, shape: &[usize]) -> $crate::Result<()> {
                $crate::kit::$by::resize(self, driver, shape)
            }

            fn declare(&mut self, driver: $crate::traits::lifecycle::Driver) {
                $crate::kit::$by::declare(self, driver)
            }

            $crate::compressed! { @room $by, assemble }
            $crate::compressed! { @room $by, reserve }

            fn freeze(&mut self, driver: $crate::traits::lifecycle::Driver, positions: usize) {
                $crate::kit::$by::freeze(self, driver, positions)
            }

            fn thaw(&mut self, driver: $crate::traits::lifecycle::Driver, positions: usize) -> $crate::Result<()> {
                $crate::kit::$by::thaw(self, driver, positions)
            }

            fn append(
                &mut self,
                driver: $crate::traits::lifecycle::Driver,
                positions: usize,
                part: &mut Self,
                count: usize,
            ) -> $crate::Result<(), $crate::traits::algebra::fault::Fault> {
                $crate::kit::compressed::append(self, driver, positions, part, count)
            }

            fn append_piece(
                &mut self,
                driver: $crate::traits::lifecycle::Driver,
                part: &mut Self,
                piece: &core::ops::Range<usize>,
            ) -> $crate::Result<(), $crate::traits::algebra::fault::Fault> {
                $crate::kit::$by::append_piece(self, driver, part, piece)
            }

            fn complete(&mut self, driver: $crate::traits::lifecycle::Driver) {
                $crate::kit::compressed::Compressed::parts(self, driver).child.complete(driver)
            }

            fn shrink_to_fit(&mut self) {
                $crate::kit::compressed::Compressed::shrink(self)
            }

            fn reserve_values(&mut self, values: usize) -> bool {
                $crate::kit::compressed::Compressed::reserve_values(self, values)
            }
        }
    };
    (@room $by:ident, $method:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $method(
            &mut self,
            driver: $crate::traits::lifecycle::Driver,
            positions: usize,
        ) -> $crate::Result<(), $crate::traits::algebra::fault::Fault> {
            $crate::kit::$by::$method(self, driver, positions)
        }
    };
    (
        @parts unsafe impl[$($generics:tt)*] for $level:ty,
        pointers $pointer:ty, child $child:ty, positions $len:ident, extents $fits:expr
    ) => {
        // SAFETY: an entry is a position of the child.
        unsafe impl<$($generics)*> $crate::kit::compressed::Compressed for $level {
            $crate::compressed! { @common $pointer, $child, $fits }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn entries(&self) -> usize {
                self.$len
            }

            #[inline]
            fn truncate(&mut self, _driver: $crate::traits::lifecycle::Driver, entries: usize) {
                self.$len = entries
            }

            fn append_entries(&mut self, _part: &Self, count: usize) -> bool {
                self.$len += count;
                true
            }

            fn shrink(&mut self) {
                $crate::buffer::Growing::vec(&mut self.ptr).shrink_to_fit();
                $crate::traits::lifecycle::WriteLevel::shrink_to_fit(&mut self.child)
            }
        }
    };
    (
        @parts unsafe impl[$($generics:tt)*] for $level:ty,
        pointers $pointer:ty, child $child:ty, entries [$array:ident $(, $more:ident)*],
        $(offsets $ofs:ident,)? $(besides $scratch:ident,)? extents $fits:expr
    ) => {
        // SAFETY: there are as many entries as elements in each array of entries, which are truncated together; offsets
        // ascend from 0 on.
        unsafe impl<$($generics)*> $crate::kit::compressed::Compressed for $level {
            $crate::compressed! { @common $pointer, $child, $fits }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn entries(&self) -> usize {
                self.$array.len()
            }

            $(
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn positions(&self, entries: usize) -> usize {
                    $crate::width::Width::to_usize(self.$ofs[entries])
                }
            )?

            #[inline]
            fn truncate(&mut self, _driver: $crate::traits::lifecycle::Driver, entries: usize) {
                self.$array.truncate(entries);
                $(self.$more.truncate(entries);)*
                $(self.$ofs.resize(entries + 1, Default::default());)?
                $(self.$scratch.truncate(self.progress.busy);)?
            }

            fn append_entries(&mut self, part: &Self, count: usize) -> bool {
                $(
                    let Some(&from) = self.$ofs.last() else {
                        return false;
                    };
                    let ofs = part.$ofs[1..].iter().map(|&ofs| $crate::kit::compressed::moved(from, ofs));
                    if !$crate::buffer::extend(&mut self.$ofs, count, ofs) {
                        return false;
                    }
                )?
                $crate::buffer::Values::append(&mut self.$array, &part.$array[..count])
                    $(&& $crate::buffer::Values::append(&mut self.$more, &part.$more[..count]))*
            }

            fn shrink(&mut self) {
                $crate::buffer::Growing::vec(&mut self.ptr).shrink_to_fit();
                self.$array.shrink_to_fit();
                $(self.$more.shrink_to_fit();)*
                $(self.$ofs.shrink_to_fit();)?
                $(self.$scratch = Default::default();)?
                $crate::traits::lifecycle::WriteLevel::shrink_to_fit(&mut self.child)
            }

            fn reserve_values(&mut self, values: usize) -> bool {
                let has_room = !$crate::kit::arrays::is_leaf::<$child>()
                    || $crate::buffer::Values::reserve(&mut self.$array, values)
                        $(&& $crate::buffer::Values::reserve(&mut self.$more, values))*;
                has_room && $crate::traits::lifecycle::WriteLevel::reserve_values(&mut self.child, values)
            }
        }
    };
    (@common $pointer:ty, $child:ty, $fits:expr) => {
        type P = $pointer;
        type Child = $child;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn parts(
            &mut self,
            _driver: $crate::traits::lifecycle::Driver,
        ) -> $crate::kit::compressed::CompressedParts<'_, Self::P, Self::Child> {
            $crate::kit::compressed::CompressedParts {
                extent: &mut self.extent,
                ptr: $crate::buffer::Growing::vec(&mut self.ptr),
                progress: &mut self.progress,
                child: &mut self.child,
            }
        }

        fn check_extent(extent: usize) -> $crate::Result<()> {
            ($fits)(<Self as $crate::traits::level::Level>::NAME, extent)
        }
    };
    (@compare unsafe impl[$($generics:tt)*] for $level:ty, positions $len:ident) => {
        // SAFETY: there is nothing of an entry but its child.
        unsafe impl<$($generics)*> $crate::kit::compressed::CompareEntries for $level {
            fn equal_entries(&self, _a: usize, _b: usize, _count: usize) -> bool {
                true
            }
        }
    };
    (@compare unsafe impl[$($generics:tt)*] for $level:ty, entries [$($array:ident),*] $(, offsets $ofs:ident)?) => {
        // SAFETY: all that there is of an entry is compared.
        unsafe impl<$($generics)*> $crate::kit::compressed::CompareEntries for $level {
            fn equal_entries(&self, a: usize, b: usize, count: usize) -> bool {
                $($crate::kit::compressed::stretches_equal(&self.$array, a, b, count) &&)*
                $({
                    let at = |entry: usize| $crate::width::Width::to_usize(self.$ofs[entry]);
                    let len = |entry: usize| at(entry + 1) - at(entry);
                    (0..count).all(|entry| len(a + entry) == len(b + entry))
                } &&)?
                true
            }
        }
    };
    (
        @merged unsafe impl $generics:tt for $level:ty, as $by:ident,
        pointers $pointer:ty, child $child:ty, $what:ident $arrays:tt, $(offsets $ofs:ident,)? $(besides $scratch:ident,)?
        extents $fits:expr, $($rest:tt)*
    ) => {
        $crate::compressed! { @compare unsafe impl $generics for $level, $what $arrays $(, offsets $ofs)? }
        $crate::compressed! { @merged unsafe impl $generics for $level, as $by, $($rest)* }
    };
    (@merged unsafe impl $generics:tt for $level:ty, as $by:ident,) => {};
    (@merged unsafe impl[$($generics:tt)*] for $level:ty, as $by:ident, mirrored $mirrored:expr) => {
        // SAFETY: taking fibers back leaves those before them as they are.
        unsafe impl<$($generics)*> $crate::merge::MergeLevel for $level {
            type Staging = $crate::merge::StagedInPlace;

            unsafe fn repeats(&mut self, driver: $crate::traits::lifecycle::Driver, from: usize, count: usize) -> bool {
                // SAFETY: as the caller promises.
                unsafe { $crate::kit::$by::repeats(self, driver, from, count) }
            }

            fn repeats_frozen(
                &mut self,
                driver: $crate::traits::lifecycle::Driver,
                from: usize,
                count: usize,
            ) -> bool {
                $crate::kit::compressed::repeats_frozen(self, driver, from, count)
            }

            fn withdraw(&mut self, driver: $crate::traits::lifecycle::Driver, from: usize, count: usize) {
                $crate::kit::$by::withdraw(self, driver, from, count)
            }
        }
    };
}
