//! Arrays, vectors and slices of Rust's own, which programs read as dense vectors: `w[i]`, `w[0]`.

use crate::expr::overload::Value;
use crate::fiber::{Leaf, vector_fiber};
use crate::index::protocol::{Following, Offers, Walking};
use crate::notation::Readable;
use crate::upper::*;
use finch_algebra::fill::Zero;

/// A borrowed slice of numbers, as a program reads it: a dense vector.
#[derive(Clone, Copy, Debug)]
pub struct Slice<'r, T>(&'r [T]);

/// What a slice is looked up by, in a loop: unlike the fiber, nobody but the driver has one.
#[derive(Clone, Copy, Debug)]
struct SliceAt<'r, T>(&'r [T]);

// SAFETY: each index has the value that the slice has there.
unsafe impl<T: Copy + 'static> At for SliceAt<'_, T> {
    type F = Leaf<T>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self, index: usize) -> Leaf<T> {
        promise!(index < self.0.len());
        // SAFETY: `At` is called only in bounds, and those are the length of the slice, or less.
        Leaf(unsafe { *self.0.get_unchecked(index) })
    }
}

// SAFETY: its extent is the length of the slice, or less, which does not change while that is borrowed.
unsafe impl<T: Copy + 'static> Fiber for Slice<'_, T>
where
    Zero: Fill<T>,
{
    vector_fiber!(T, dense Yes, Zero::value());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<P: Pass, K: OnLeaf<P, T>>(self, pass: P, k: K) {
        k.looplet(pass, Lookup(SliceAt(self.0)))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim(&self, _axis: usize) -> Option<usize> {
        // Of values that take no memory there may be more than a dimension is long.
        Some(self.0.len().min(isize::MAX as usize))
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new("slice", Nest::of::<Lookup<SliceAt<'_, T>>>())
    }
}

/// The element of `values` at `term`, as a value in a program.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn element<'r, T: Copy + 'static, A: IndexTerm>(
    values: &'r [T],
    term: A,
) -> Value<Access<Slice<'r, T>, Cons<A, Nil>>>
where
    Zero: Fill<T>,
{
    Value::new(Access::new(Slice(values), Cons(term, Nil)))
}

/// Makes what holds a slice readable.
macro_rules! slices {
    ($([$($generics:tt)*] $of:ty;)*) => { $(
        // SAFETY: what a program writes is no slice that it reads.
        unsafe impl<T: Copy + 'static, $($generics)*> Readable for $of
        where
            Zero: Fill<T>,
        {
            type Rank = U1;
            type Axes = OuterAxis<Offers<Vec<T>, (Walking, Following)>, NoAxis>;
            $crate::__no_view!();
            // There is none if these are no numbers, so that what is read of it is not refused as well.
            type Root<'r>
                = <<Zero as Fill<T>>::Known as IfResolved>::Then<Slice<'r, T>>
            where
                Self: 'r;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn root(&self) -> Slice<'_, T> {
                Slice(self)
            }
        }
    )* };
}

slices! {
    [] Vec<T>;
    [] &[T];
    [] &mut [T];
    [const N: usize] [T; N];
}
