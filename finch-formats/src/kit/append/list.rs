//! Lists: levels that are appended to, with one element per entry in one array.

/// Implements [`Append`](crate::kit::append::Append) for a [`Compressed`](crate::kit::compressed::Compressed) level with one
/// element per entry.
///
/// ```ignore
/// append_list! {
///     unsafe impl[L: WriteLevel, P: Width, I: Width] Append for List<L, Vec<P>, Vec<I>>,
///     idx: I, |index, ()| I::truncate(index), new Below<L>, in child, together at_once::<L>(1)
/// }
/// ```
///
/// That is: the array `idx`, the type of its elements, and what an entry is of an index and of what waited for it; where the child
/// of a new entry is, and the field that holds the level below, if that stores anything; and
/// [`WriteFiber::TOGETHER`](finch_traits::target::WriteFiber::TOGETHER). The level has the fields `ptr` and `progress` besides.
/// The generic parameters are in brackets, with all their bounds. Writing `unsafe` promises what the trait asks for.
///
/// `append_list!(@array idx, in child)` writes into an `impl` of such a level what concerns the array alone,
/// `append_list!(@positions len, in child)` into that of a level which counts positions of the child in a field `len` how many are
/// used, and how they are made, and `append_list!(@child child)` into that of any level how far it is written, and where children are.
#[macro_export]
macro_rules! append_list {
    (
        unsafe impl[$($generics:tt)*] Append for $level:ty,
        $array:ident: $entry:ty, |$index:ident, $stage:pat_param| $put:expr,
        new $new:ty $(, in $child:ident)?, together $together:expr
    ) => {
        // SAFETY: the array has capacity for as many entries as there is room, and so has the level below.
        unsafe impl<$($generics)*> $crate::kit::append::Append for $level {
            type Bases = *mut $entry;
            type New = $new;
            type State = ();
            const TOGETHER: usize = $together;

            $crate::append_list!(@array $array $(, in $child)?);

            fn floor(&self, fiber: usize) -> usize {
                match self.$array.last() {
                    Some(&last) if $crate::kit::arrays::at(&self.ptr, fiber + 1) > 0 => {
                        $crate::width::Width::to_usize($crate::width::Keyed::key(last)) + 1
                    }
                    _ => 0,
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn begin(&self, _fiber: usize, _floor: usize) {}

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn close(
                &mut self,
                _driver: $crate::traits::lifecycle::Driver,
                fiber: usize,
                (): (),
                start: usize,
                len: usize,
            ) {
                let ptr = $crate::buffer::Growing::vec(&mut self.ptr);
                // SAFETY: as the caller promises.
                unsafe { $crate::kit::compressed::count(ptr, fiber, len - start) }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn bases(&mut self, _driver: $crate::traits::lifecycle::Driver) -> *mut $entry {
                self.$array.as_mut_ptr()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn put(
                tip: $crate::kit::append::Tip<Self>,
                (): (),
                _len: usize,
                at: usize,
                $index: usize,
                $stage: $crate::kit::append::StageOf<Self>,
            ) {
                let entry = $put;
                // SAFETY: there is room for the position.
                unsafe { tip.bases.add(at).write(entry) }
            }
        }
    };
    (@array $array:ident $(, in $child:ident)?) => {
        type Announced = $crate::traits::algebra::logic::Yes;
        const MOST: usize = <<Self as $crate::kit::compressed::Compressed>::P as $crate::width::Width>::MAX;

        $crate::append_list!(@child $($child)?);

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn used(&self) -> usize {
            self.$array.len()
        }

        // A leaf below has room for as many values: it is made room in along with the entries.
        fn capacity(&self) -> usize {
            match $crate::kit::arrays::is_leaf::<<Self as $crate::kit::compressed::Compressed>::Child>() {
                true => self.$array.capacity(),
                false => 0,
            }
        }

        fn assembled(&self) -> usize {
            $crate::buffer::Buffer::as_slice(&self.ptr).len()
        }

        fn grow(
            &mut self,
            _driver: $crate::traits::lifecycle::Driver,
            len: usize,
            room: usize,
        ) -> $crate::Result<(), Option<$crate::traits::algebra::fault::Fault>> {
            self.$array.try_reserve_exact(room - len).map_err(|_| None)?;
            $($crate::traits::lifecycle::WriteLevel::reserve(&mut self.$child, _driver, room).map_err(Some)?;)?
            Ok(())
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn settle(&mut self, _driver: $crate::traits::lifecycle::Driver, _state: Self::State, len: usize) {
            // SAFETY: so many entries were put.
            unsafe { self.$array.set_len(len) }
        }
    };
    (@positions $len:ident, in $child:ident) => {
        $crate::append_list!(@child $child);

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn used(&self) -> usize {
            self.$len
        }

        fn grow(
            &mut self,
            driver: $crate::traits::lifecycle::Driver,
            _len: usize,
            room: usize,
        ) -> $crate::Result<(), Option<$crate::traits::algebra::fault::Fault>> {
            $crate::traits::lifecycle::WriteLevel::reserve(&mut self.$child, driver, room).map_err(Some)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn settle(&mut self, _driver: $crate::traits::lifecycle::Driver, _state: Self::State, len: usize) {
            self.$len = len
        }
    };
    (@child $($child:ident)?) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn progress(&mut self, _driver: $crate::traits::lifecycle::Driver) -> &mut $crate::kit::compressed::WriteProgress {
            &mut self.progress
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn below(_level: *mut Self) -> $crate::kit::append::ViewOf<Self> {
            // SAFETY: the caller hands a valid level that nothing else accesses, so the child is one too.
            $(unsafe { $crate::traits::lifecycle::WriteLevel::writing(&raw mut (*_level).$child) })?
        }
    };
}
