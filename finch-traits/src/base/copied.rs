//! Copies of types whose parameters need not be `Copy`: they only name something.

/// Makes a type `Copy` under the bounds that are given: `copied!([T, O: Copy] Put<T, O>)`.
macro_rules! copied {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> Clone for $type {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($generics)*> Copy for $type {}
    };
}
pub(crate) use copied;
