//! `Copy` for handles whose level types are not.

/// Implements `Clone` and `Copy` for structs of pointers and copyable parameters, whatever the other parameters are: for several
/// structs, by their parameters, or for one, by generic parameters in brackets.
macro_rules! copy {
    (impl[$($generics:tt)*] for $type:ty) => {
        impl<$($generics)*> Clone for $type {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($generics)*> Copy for $type {}
    };
    ($($name:ident<$($life:lifetime,)* $($param:ident $(: $bound:ident)?),*>),* $(,)?) => { $(
        impl<$($life,)* $($param $(: $bound)?),*> Clone for $name<$($life,)* $($param),*> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($life,)* $($param $(: $bound)?),*> Copy for $name<$($life,)* $($param),*> {}
    )* };
}
pub(crate) use copy;
