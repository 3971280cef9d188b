//! `Copy` for handles whose level types are not.

/// Implements `Clone` and `Copy` for structs of pointers and copyable parameters, whatever the other parameters are.
macro_rules! copy {
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
