//! Arrays: what a level consists of, listed once.

use crate::imports::*;

/// The arrays of a level as slices, over the fibers of the level below: small, so that the compiler keeps them in registers.
/// [`arrays!`](crate::arrays) makes such a struct.
pub trait Borrowed: Copy {
    /// The fibers of the level below.
    type Child: Fibers;
    /// What the level is called.
    const NAME: &'static str;

    /// The fibers of the level below.
    fn child(self) -> Self::Child;
}

/// Implements [`Borrowed`] for the borrowed arrays of a level of this name, whose child is found behind `|arrays|`.
macro_rules! borrowed {
    (impl[$($generics:tt)*] $arrays:ty, $name:expr, |$this:ident| $child:expr => $fibers:ty) => {
        impl<$($generics)*> Borrowed for $arrays {
            type Child = $fibers;
            const NAME: &'static str = $name;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn child(self) -> $fibers {
                let $this = self;
                $child
            }
        }
    };
}
pub(crate) use borrowed;

/// A level by its arrays: the struct, accessors, parts, bytes, the empty level, and the level over another child.
///
/// ```ignore
/// arrays! {
///     /// A sorted list of indices per fiber.
///     pub struct SparseList<L, Ptr = Vec<usize>, Idx = Vec<u32>> {
///         /// Where each fiber starts, and the end of the last.
///         ptr: Ptr, of |_level, positions| positions + 1;
///         /// The stored indices.
///         idx: Idx, of |level, positions| at(&level.ptr, positions);
///     }
///     besides { progress: WriteProgress }
///     /// Fibers of `extent` indices.
///     new [L, Ptr, Idx];
///     // SAFETY: these are all arrays.
///     unsafe nested [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>]
///     places |list, positions| at(&list.ptr, positions);
///     pieces |list, position| stretch(&list.ptr, position, list.idx.as_slice().len());
///     piece |list, _position, number| Piece::entry(at(&list.idx, number), number);
///     contents by count_stored;
///     /// The indices of all fibers, and a child for each.
///     borrowed Entries<I: Width> { idx: I }
/// }
/// ```
///
/// The level is a struct with the fields `extent` and `child`, one for each array that is listed, and those `besides`: what
/// counts only while it is written, or what follows from the arrays. In a level that is made of its parts these are what stands
/// behind `=`, where the arrays can be named, or `Default`. Bounds that this takes stand behind `where`, in brackets. `of` says how many elements of an array belong
/// to the first `positions` fibers.
///
/// What is made of it:
/// * the struct;
/// * `of_parts`, for the crate, which takes the extent, the arrays in this order, and the child; and if it is asked for, `new`,
///   which does the same for everybody, of the level over these type parameters;
/// * `extent`, an accessor for each array, `child`, `into_parts`;
/// * `PartialEq`, array by array;
/// * `Default`, if the arrays grow: extent 0, and one fiber, in arrays of zeros;
/// * `array_bytes`, and [`Pieces`](crate::kit::pieces::Pieces) from `places`, `pieces` and `piece`, which are its functions;
/// * if it is asked for, [`Contents`], all of which follows from the pieces: `contents by count_stored`, or `count_listed` if there are
///   positions below that belong to no piece. A level that has more to say has an `impl` of its own, by [`contents!`](crate::contents);
/// * if it is asked for, a struct of these arrays as slices over the fibers of the child, which is [`Borrowed`], and `borrowed`,
///   which makes it;
/// * [`Nested`](crate::nested::Nested), if the arrays can be cloned: the leaf of a tensor can then be exchanged, and tensors be
///   compared by what they store. Children are at consecutive positions, fiber by fiber, as many as
///   [`Pieces::places`](crate::kit::pieces::Pieces::places) says. Those that belong to no index are visited by `unlisted`, if
///   there are any: `unlisted |level, positions, visit| ..` behind `nested`. Children at other positions are visited by
///   `children |level, position, visit| ..`, and `over |level, to| ..` replaces the child where that costs less than making a
///   level of its parts.
///
/// # Safety
///
/// With `unsafe nested` the level promises what [`Nested`](crate::nested::Nested) asks for: a level that is made of the
/// extent, the arrays of another level, and a child with as many positions, is valid if that is.
#[macro_export]
macro_rules! arrays {
    (
        $(#[$about:meta])*
        $vis:vis struct $level:ident<$l:ident $(, $param:ident $(= $default:ty)?)*> $(where [$($made_of:tt)*])? {
            $($(#[$doc:meta])* $array:ident: $ty:ty, of |$this:ident, $count:ident| $len:expr;)*
        }
        besides { $($(#[$note:meta])* $extra:ident: $extra_ty:ty $(= $value:expr)?),* $(,)? }
        $($(#[$new:meta])+ new [$($of:ident),*];)?
        unsafe nested [$($bound:tt)*]
        places |$placing:ident, $positions:ident| $places:expr;
        pieces |$cutting:ident, $position:ident| $pieces:expr;
        piece |$showing:ident, $of_fiber:ident, $number:ident| $piece:expr;
        $(contents by $count_by:ident;)?
        $(over |$whole:ident, $to:ident| $over:expr;)?
        $(children |$parent:ident, $at:ident, $each:ident| $children:expr;)?
        $(unlisted |$in:ident, $until:ident, $visit:ident| $unlisted:expr;)?
        $(
            $(#[$seen:meta])+
            borrowed $borrowed:ident $(<$($item:ident: $width:ident),*>)? { $($slice:ident: $element:ty),* }
        )?
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        $vis struct $level<$l $(, $param $(= $default)?)*>
        $(where $($made_of)*)?
        {
            extent: usize,
            $($array: $ty,)*
            child: $l,
            $($(#[$note])* $extra: $extra_ty,)*
        }

        $crate::arrays! {
            @new $level [$($array: $ty,)* child: $l] $(where [$($made_of)*])? $($(#[$new])+ [$($of),*])?
        }

        impl<$l $(, $param)*> $level<$l $(, $param)*>
        $(where $($made_of)*)?
        {
            /// A level of these parts.
            pub(crate) fn of_parts(extent: usize, $($array: $ty,)* child: $l) -> Self {
                $level {
                    $($extra: $crate::arrays!(@either [$($value)?] [Default::default()]),)*
                    extent,
                    $($array,)*
                    child,
                }
            }

            /// How many indices a fiber has.
            pub fn extent(&self) -> usize {
                self.extent
            }

            $(
                $(#[$doc])*
                pub fn $array(&self) -> &$ty {
                    &self.$array
                }
            )*

            /// The level below.
            pub fn child(&self) -> &$l {
                &self.child
            }

            /// The extent, the arrays in the order in which `new` takes them, and the level below.
            pub fn into_parts(self) -> (usize, $($ty,)* $l) {
                (self.extent, $(self.$array,)* self.child)
            }

            /// How many bytes the arrays of this level take.
            fn array_bytes(&self) -> usize
            where
                $($ty: $crate::buffer::Buffer,)*
            {
                0 $(+ $crate::buffer::bytes(&self.$array))*
            }
        }

        /// Levels are equal if their extents, arrays and levels below are: what they hold, and what lies behind.
        impl<$l: PartialEq $(, $param)*> PartialEq for $level<$l $(, $param)*>
        where
            $($ty: $crate::buffer::Buffer<Item: PartialEq>,)*
            $($($made_of)*)?
        {
            fn eq(&self, other: &Self) -> bool {
                self.extent == other.extent
                    $(&& $crate::buffer::Buffer::as_slice(&self.$array) == $crate::buffer::Buffer::as_slice(&other.$array))*
                    && self.child == other.child
            }
        }

        /// A level of extent 0 with one fiber.
        impl<$l: Default, $($bound)*> Default for $level<$l $(, $param)*>
        where
            $($ty: $crate::buffer::Growing + Default,)*
        {
            fn default() -> Self {
                let mut level = Self::of_parts(0, $(<$ty>::default(),)* $l::default());
                $({
                    let len = |$this: &Self, $count: usize| $len;
                    let len = len(&level, 1);
                    $crate::buffer::Growing::vec(&mut level.$array).resize(len, Default::default());
                })*
                level
            }
        }

        impl<$l: $crate::traits::level::Level, $($bound)*> $crate::kit::pieces::Pieces for $level<$l $(, $param)*> {
            type Child = $l;

            fn extent(&self) -> usize {
                self.extent
            }

            fn below(&self) -> &$l {
                &self.child
            }

            fn places(&self, $positions: usize) -> usize {
                let $placing = self;
                $places
            }

            fn pieces(&self, $position: usize) -> core::ops::Range<usize> {
                let $cutting = self;
                $pieces
            }

            fn piece(&self, $of_fiber: usize, $number: usize) -> $crate::kit::pieces::Piece {
                let $showing = self;
                $piece
            }
        }

        $crate::arrays! { @contents $level<$l $(, $param)*> [$($bound)*] $($count_by)? }

        $crate::arrays! {
            @borrowed $level<$l $(, $param)*> [$($bound)*]
            $($(#[$seen])+ $borrowed<$($($item: $width),*)?> { $($slice: $element),* })?
        }

        // SAFETY: the arrays are moved or cloned, and none is left out, as whoever lists them says.
        unsafe impl<$l: $crate::traits::level::Level, $($bound)*> $crate::nested::Nested for $level<$l $(, $param)*>
        where
            $($ty: Clone,)*
        {
            type Child = $l;
            type Over<N: $crate::traits::level::Level<Rank = $l::Rank>> = $level<N $(, $param)*>;

            fn below(&self) -> &$l {
                &self.child
            }

            fn below_mut(&mut self) -> &mut $l {
                &mut self.child
            }

            fn over<N: $crate::traits::level::Level<Rank = $l::Rank>>(
                self,
                to: impl FnOnce($l) -> N,
            ) -> Self::Over<N> {
                $crate::arrays!(@either
                    [$({
                        let ($whole, $to) = (self, to);
                        $over
                    })?]
                    [$level::of_parts(self.extent, $(self.$array,)* to(self.child))]
                )
            }

            fn copied_over<N: $crate::traits::level::Level<Rank = $l::Rank>>(&self, child: N) -> Self::Over<N> {
                $level::of_parts(self.extent, $(self.$array.clone(),)* child)
            }

            fn positions_below(&self, positions: usize) -> usize {
                $crate::kit::pieces::Pieces::places(self, positions)
            }

            $(
                fn children(&self, $at: usize, $each: &mut dyn FnMut(usize)) {
                    let $parent = self;
                    $children
                }
            )?

            $(
                fn unlisted(&self, $until: usize, $visit: &mut dyn FnMut(usize)) {
                    let $in = self;
                    $unlisted
                }
            )?

            fn same_arrays(&self, other: &Self, positions: usize) -> bool {
                self.extent == other.extent
                    $(&& {
                        let len = |$this: &Self, $count: usize| $len;
                        len(self, positions) == len(other, positions)
                            && $crate::kit::arrays::same(&self.$array, &other.$array, len(self, positions))
                    })*
            }
        }
    };
    (@new $level:ident [$($part:ident: $ty:ty),*] $(where $made_of:tt)?) => {};
    (
        @new $level:ident [$($part:ident: $ty:ty),*] $(where [$($made_of:tt)*])?
        $(#[$new:meta])+ [$($of:ident),*]
    ) => {
        impl<$($of),*> $level<$($of),*>
        $(where $($made_of)*)?
        {
            $(#[$new])+
            pub fn new(extent: usize, $($part: $ty),*) -> Self {
                Self::of_parts(extent, $($part),*)
            }
        }
    };
    (@contents $level:ident<$l:ident $(, $param:ident)*> [$($bound:tt)*]) => {};
    (@contents $level:ident<$l:ident $(, $param:ident)*> [$($bound:tt)*] $count_by:ident) => {
        impl<$l: $crate::traits::level::Level, $($bound)*> $crate::traits::level::Contents for $level<$l $(, $param)*> {
            $crate::contents! { over $l, bytes, get, for_each, $count_by, draw }
        }
    };
    (@borrowed $level:ident<$l:ident $(, $param:ident)*> [$($bound:tt)*]) => {};
    (
        @borrowed $level:ident<$l:ident $(, $param:ident)*> [$($bound:tt)*]
        $(#[$seen:meta])+ $borrowed:ident<$($item:ident: $width:ident),*> { $($slice:ident: $element:ty),* }
    ) => {
        $(#[$seen])+
        #[derive(Clone, Copy, Debug)]
        pub struct $borrowed<C $(, $item)*> {
            $($slice: $crate::traits::lent::Lent<[$element]>,)*
            child: C,
        }

        impl<C: $crate::traits::level::Fibers $(, $item: $width)*> $crate::kit::arrays::Borrowed for $borrowed<C $(, $item)*> {
            type Child = C;
            const NAME: &'static str = stringify!($level);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn child(self) -> C {
                self.child
            }
        }

        impl<$l: $crate::traits::level::Level, $($bound)*> $level<$l $(, $param)*> {
            /// The arrays as slices, over the fibers of the child.
            ///
            /// # Safety
            ///
            /// The caller promises that they are used only while this borrow lasts.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub(crate) unsafe fn borrowed(&self) -> $borrowed<$l::Fibers<'_> $(, $item)*> {
                // SAFETY: as the caller promises.
                unsafe {
                    $borrowed {
                        $($slice: $crate::traits::lent::Lent::new($crate::buffer::Buffer::as_slice(&self.$slice)),)*
                        child: $crate::traits::level::Level::fibers(&self.child),
                    }
                }
            }
        }
    };
    (@either [] [$($otherwise:tt)*]) => {
        $($otherwise)*
    };
    (@either [$($given:tt)+] $otherwise:tt) => {
        $($given)+
    };
}

/// Whether the first `len` elements of two arrays are equal.
pub fn same<B: Buffer<Item: PartialEq>>(one: &B, other: &B, len: usize) -> bool {
    one.as_slice().get(..len) == other.as_slice().get(..len)
}

/// Whether a level has no dimensions: its positions are values.
pub const fn is_leaf<L: Level>() -> bool {
    <L::Rank as crate::traits::algebra::nat::Nat>::VALUE == 0
}

/// The number at `position`.
pub fn at<P: Width>(ptr: &impl Buffer<Item = P>, position: usize) -> usize {
    ptr.as_slice()[position].to_usize()
}

/// The stretch of the fiber at `position` of an array with `len` elements. Of a level that was not validated, as much of it as
/// there is.
pub fn stretch<P: Width>(ptr: &impl Buffer<Item = P>, position: usize, len: usize) -> Range<usize> {
    let to = at(ptr, position + 1).min(len);
    at(ptr, position).min(to)..to
}

/// Grows an array of level `A` to `len` elements, each of which `fill` makes. The capacity at least doubles where it does not suffice, so
/// that growing by one element takes constant time on average.
///
/// # Errors
///
/// A fault that there is no memory, which names `A` and `len`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn grow<A: Level, T: Copy>(array: &mut Vec<T>, len: usize, fill: impl Fn() -> T) -> Result<(), Fault> {
    crate::buffer::grow(array, len, fill).map_err(|()| faults::too_large::<A>(len, len))
}

/// Puts `more` behind the first `positions` elements of an array of a level `A`, and drops what is behind these. A fault if there is not
/// that much memory, which names fiber `positions`.
pub fn append_array<A: Level, T: Copy>(array: &mut Vec<T>, positions: usize, more: &[T]) -> Result<(), Fault> {
    array.truncate(positions);
    match crate::buffer::Values::append(array, more) {
        true => Ok(()),
        false => Err(faults::too_large::<A>(positions, more.len())),
    }
}
